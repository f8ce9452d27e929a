//! The passes between loops and PTX.

pub mod math_to_nvvm;
pub mod math_verify_nvptx;
pub mod module_to_ptx;
