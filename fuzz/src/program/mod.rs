//! Generated programs: as data, what their values can be, how they are made and how they shrink.

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
