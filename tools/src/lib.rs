//! What the tools consist of beyond their command lines.

pub mod completions;
pub mod console;
pub mod lsp;
