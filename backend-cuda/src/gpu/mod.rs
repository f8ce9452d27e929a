//! Passes on modules of kernels.

mod jobs;
pub mod keep_registers;
pub mod module_to_ptx;
