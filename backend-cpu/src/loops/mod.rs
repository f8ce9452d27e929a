//! Passes on loops that only a CPU needs.

pub mod outline_parallel;
