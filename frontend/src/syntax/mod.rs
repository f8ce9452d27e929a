//! Level 0: text to tokens to a syntax tree with spans.

pub mod ast;
pub mod lexer;
pub mod parser;
pub mod token;

pub use parser::{Parsed, parse};
pub use token::Span;
