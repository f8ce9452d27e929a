//! The passes between loops and the `llvm` dialect of a CPU, and their pipelines.

pub mod outline_parallel;
pub mod parallel_calls;
