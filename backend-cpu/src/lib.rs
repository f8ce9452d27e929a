//! tc-backend-cpu
