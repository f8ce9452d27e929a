//! The engine: source text in, tensors in, tensors out. The one place that wires all crates together.

pub mod call;
pub mod engine;
pub mod execute;
pub mod inputs;
pub mod launch_file;
pub mod levels;
pub mod npy;
pub mod output_dir;
pub mod print;
pub mod progress;
pub mod report;
pub mod source;
pub mod text;
