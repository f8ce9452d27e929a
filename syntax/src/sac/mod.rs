//! Text in the notation of SaC (`docs/spec/sac.md`): tokens, a syntax tree with spans, and the
//! canonical layout of it.

pub mod ast;
pub mod format;
pub mod lexer;
pub mod parser;

pub use format::format;
pub use parser::parse;
