//! The parts of the tools beyond their command lines.

pub mod completions;
pub mod console;
pub mod lsp;
