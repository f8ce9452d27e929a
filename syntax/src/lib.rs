//! The text of programs, and what is said about it: below all other crates, without MLIR.
//!
//! | module | contents |
//! | --- | --- |
//! | [`diagnostic`] | the one type for reporting errors, places in files, and how both are shown |
//! | [`source`] | reading files of text |
//! | [`tc`], [`sac`] | each notation: tokens, syntax tree, parser with recovery, canonical layout |
//! | [`scalar`] | the types of elements |
//! | [`expr`] | symbolic expressions: extents, subscripts, bounds |
//! | [`rounding`] | double to half and bfloat16, with one rounding |
//! | [`near`] | the nearest of several names, for "did you mean" |
//!
//! ```
//! use tc_syntax::diagnostic::SourceFile;
//!
//! let file = SourceFile::new("mv.tc", "def mv(float(M,K) A, float(K) x)->(y){y(i)+=!A(i,k)*x(k)}");
//! assert_eq!(
//!     tc_syntax::tc::format(&file).unwrap(),
//!     "def mv(float(M, K) A, float(K) x) -> (y) {\n  y(i) +=! A(i, k) * x(k)\n}\n",
//! );
//! ```

pub mod diagnostic;
pub mod expr;
pub mod near;
pub mod rounding;
pub mod sac;
pub mod scalar;
pub mod source;
mod span;
pub mod tc;

pub use span::Span;
