//! Passes on loops that only the CPU back end uses.

pub mod outline_parallel;
