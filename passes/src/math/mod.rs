//! Functions such as `exp` without a library of the machine: the same operations, hence the same bits, on CPU and GPU.
//!
//! [`expand`] replaces `math` operations by arithmetic from `library.mlir`; those that are left are one instruction each, for which a backend
//! has its own pass. `library.mlir` is written by `passes/math/library.py`, its polynomials by
//! `passes/math/coefficients.py`.

pub mod bitcode;
pub mod expand;
mod library;
pub mod types;

pub use library::has_function;
