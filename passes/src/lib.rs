//! tc-passes
