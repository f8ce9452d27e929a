//! The command line tools that need no compiler, and no LLVM, and what all tools share.

pub mod cache;
pub mod completions;
pub mod console;
pub mod fmt;
