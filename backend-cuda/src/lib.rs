//! tc-backend-cuda
