//! Passes on the `llvm` dialect that only a CPU needs.

pub mod parallel_calls;
