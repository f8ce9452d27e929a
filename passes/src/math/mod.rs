//! Functions such as `exp` without a library of the machine: the same operations, hence the same bits, on CPU and GPU.
//!
//! [`expand`] replaces `math` operations by arithmetic from `library.mlir`; those that are left are one instruction each, for which a backend
//! has its own pass. `passes/math/library.py` writes `library.mlir` from `precise.py`; `passes/math/coefficients.py`
//! computes the polynomials.

pub mod bitcode;
pub mod expand;
mod library;
pub mod types;

pub use library::has_function;
