//! The engine: source text in, tensors in, tensors out. The one place that wires all crates together.

pub mod inputs;
pub mod levels;
pub mod npy;
