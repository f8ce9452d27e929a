//! Text to tokens to a syntax tree with spans.

pub mod ast;
pub mod lexer;
pub mod parser;
