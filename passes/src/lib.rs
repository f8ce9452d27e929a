//! Passes over the `tc` and `schedule` dialects: the pass API, one file per pass, named pipelines.

pub mod analysis;
pub mod api;
pub mod count_operations;
pub mod gpu;
pub mod llvm;
pub mod loops;
pub mod mapping;
pub mod math;
pub mod pipelines;
mod raw;
pub mod registry;
pub mod schedule;
pub mod target;
pub mod tc;
