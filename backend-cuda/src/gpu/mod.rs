//! Passes on modules of kernels.

mod jobs;
pub mod module_to_ptx;
