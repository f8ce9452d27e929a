//! Kernels on the way to the machine.

pub mod module_to_ptx;
