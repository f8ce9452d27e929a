//! The `schedule` dialect: typed views of its attributes and operations, and its trees as values.

pub(crate) mod isl_text;
pub mod tree;
