//! tc-tools
