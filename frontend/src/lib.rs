//! tc-frontend
