//! Passes on modules of kernels.

mod jobs;
pub mod keep_registers;
mod matrix;
pub mod module_to_ptx;
pub mod to_nvvm;
