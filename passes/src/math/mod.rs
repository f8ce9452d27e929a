//! Functions such as `exp` without a library of the machine: the same operations, hence the same bits, on CPU and GPU.
//!
//! [`expand`] replaces `math` operations by arithmetic from `library.mlir`; [`to_nvvm`] turns those that are left, each one instruction, into
//! what LLVM's NVPTX backend selects; [`verify_nvptx`] refuses what it does not. `library.mlir` is written by `library.py`, its polynomials by `coefficients.py`.

pub mod bitcode;
pub mod expand;
mod library;
pub mod to_nvvm;
pub mod verify_nvptx;
