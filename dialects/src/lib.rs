//! tc-dialects
