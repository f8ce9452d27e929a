//! TC text: tokens, a syntax tree with spans, and the canonical layout of it.

pub mod ast;
pub mod format;
pub mod lexer;
pub mod parser;
pub mod token;

pub use format::format;
pub use parser::{Parsed, parse, parse_part};
