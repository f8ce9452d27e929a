//! Passes on modules of kernels.

pub mod module_to_ptx;
