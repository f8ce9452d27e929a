pub(crate) mod raw;
