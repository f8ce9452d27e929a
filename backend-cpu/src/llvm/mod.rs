//! Passes on the `llvm` dialect that only the CPU back end uses.

pub mod bfloat16_bits;
pub mod extrema;
pub mod masked_stores;
pub mod parallel_calls;
