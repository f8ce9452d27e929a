//! All functions by name, for `cuGetProcAddress`; those that no other file defines.

/// A function that `cuGetProcAddress` knows.
pub struct Function {
    pub name: &'static str,
    /// The version of CUDA from which on the name means this function.
    pub since: u32,
    pub plain: fn() -> usize,
    /// The one with a default stream for each thread.
    pub per_thread: fn() -> usize,
}

include!(concat!(env!("OUT_DIR"), "/functions.rs"));
