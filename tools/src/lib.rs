//! What the tools consist of beyond their command lines.

pub mod lsp;
