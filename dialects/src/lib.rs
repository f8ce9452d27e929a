//! tc-dialects

pub mod diagnostic;
