//! The engine: source text in, tensors in, tensors out. The one place that wires all crates together.
//!
//! [`engine::run`] takes a program at any level, as a file or as text: TC text, the `tc` dialect, a `schedule.scop`, loops, kernels. What
//! is asked is a [`Request`](engine::Request), what came of it an [`Outcome`](engine::Outcome); what the emulator's sanitizer finds is in the
//! [`Failure`](engine::Failure), with `while_running` set:
//!
//! ```no_run
//! use tc_runtime::engine::{self, Executor, Request};
//!
//! let tree = "schedule.scop @f(...) { ... }".to_owned();
//! // Lowered without its proof, as mutated schedules are, run in the emulator; beside it what its statements give in their own order.
//! let ran = engine::run(&Request {
//!     text: Some(tree),
//!     verify: false,
//!     check: true,
//!     collect: true,
//!     ..Request::new("f.mlir".into(), Executor::Emulator)
//! });
//! match ran {
//!     Ok(outcome) => assert_eq!(outcome.outputs, outcome.reference),
//!     Err(failure) => println!("{:?} {}", failure.diagnostics, failure.while_running),
//! }
//! ```
//!
//! `Executor::Reference` gives a scop's own order alone. What a module holds, and what its entries take, says [`module`].

pub mod call;
mod checks;
pub mod engine;
pub mod execute;
pub mod inputs;
pub mod launch_file;
pub mod levels;
mod lowered;
pub mod module;
pub mod npy;
pub mod output_dir;
pub mod print;
pub mod progress;
pub mod report;
pub mod source;
pub mod text;

use tc_passes::api::{self, Registry};

/// Registers the passes and pipelines of the backends.
pub fn register(registry: &mut Registry) {
    tc_backend_cpu::register(registry);
    tc_backend_cuda::register(registry);
}

/// A context with all dialects, and all passes up to the machines.
pub fn new_context() -> melior::Context {
    api::register_with(register);
    api::new_context()
}
