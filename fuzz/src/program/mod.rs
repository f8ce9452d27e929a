//! Generated programs: as data, the values that they can have, generation and shrinking.

pub mod analysis;
pub mod anchor;
pub mod ast;
pub mod body;
pub mod case;
pub mod environment;
pub mod generate;
pub mod guard;
pub mod line;
pub mod pick;
pub mod ranges;
pub mod shrink;
pub mod value;
