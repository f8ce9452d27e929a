//! The functions of `cuda.h`, by its sections.

mod basic;
mod context;
mod event;
mod graph;
mod library;
mod memory;
mod module;
mod nodes;
mod pool;
mod stream;
mod tables;

pub use basic::*;
pub use context::*;
pub use event::*;
pub use graph::*;
pub use library::*;
pub use memory::*;
pub use module::*;
pub use nodes::*;
pub use pool::*;
pub use stream::*;
#[cfg(test)]
pub use tables::FUNCTIONS;
