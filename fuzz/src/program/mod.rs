//! Generated programs: as data, what their values can be, how they are made and how they shrink.

pub mod analysis;
pub mod anchor;
pub mod ast;
pub mod body;
pub mod case;
pub mod generate;
pub mod guard;
pub mod pick;
pub mod shrink;
pub mod statement;
pub mod value;
