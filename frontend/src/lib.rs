//! tc-frontend

pub mod near;
pub mod scalar;
pub mod syntax;
