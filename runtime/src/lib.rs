//! tc-runtime

pub mod npy;
