//! The command line tools: what they do, and the parts of it beyond their command lines.

pub mod commands;
mod flags;
mod lsp;
