//! tc-frontend

pub mod check;
pub mod near;
pub mod scalar;
pub mod syntax;
