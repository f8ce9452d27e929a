//! Generated programs: as data, the values that they can have, generation and shrinking.

pub mod analysis;
pub mod anchor;
pub mod ast;
pub mod body;
pub mod boxes;
pub mod case;
pub mod environment;
pub mod evaluation;
pub mod generate;
pub mod guard;
pub mod line;
pub mod numbers;
pub mod parts;
pub mod pick;
pub mod ranges;
pub mod scope;
pub mod sequence;
pub mod sequence_statement;
#[cfg(test)]
mod sequence_tests;
pub mod sequential;
pub mod shrink;
pub mod shrink_expression;
pub mod shrink_write;
pub mod term;
pub mod trace;
#[cfg(test)]
mod trace_tests;
pub mod value;
