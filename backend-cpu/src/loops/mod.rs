//! Passes on loops that only the CPU back end uses.

pub mod hoist_stack;
pub mod outline_parallel;
