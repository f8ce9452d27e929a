//! tc-passes
pub mod cpu;
