//! The `schedule` dialect.

pub mod tree;
