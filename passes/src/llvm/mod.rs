//! Passes over the `llvm` dialect.

pub mod parallel_calls;
