//! tc-runtime
