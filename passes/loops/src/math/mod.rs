//! Functions such as `exp` without a machine's library: the same operations, hence the same bits,
//! on CPU and GPU.
//!
//! [`expand`] replaces `math` operations by arithmetic from `library.mlir`; the remaining ones are
//! one instruction each, which each backend lowers in its own pass. `passes/loops/math/library.py`
//! writes `library.mlir` from `precise.py`; `passes/loops/math/coefficients.py` computes the
//! polynomials.

pub mod bitcode;
pub mod expand;
mod library;
pub mod round_integers;
pub mod types;

pub use library::has_function;
