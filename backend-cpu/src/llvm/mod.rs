//! Passes on the `llvm` dialect that only the CPU back end uses.

pub mod parallel_calls;
