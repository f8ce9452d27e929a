//! The engine: it takes a program and returns tensors. The only place that wires all crates
//! together.
//!
//! A run is a row of types, each with what is known by then:
//!
//! ```text
//! Program ──check──► Checked ──bind──► Bound ──compile──► Compiled ──run──► Outcome
//! text, or a         the entry, its    sizes, scalars,    levels on the     tensors, times,
//! module at any      names, ranges     inputs, shapes     way, kernels      profiles
//! level
//! ```
//!
//! | type | options | errors found by then |
//! | --- | --- | --- |
//! | [`Program`] | [`Reading`] | syntax, names and types of the text |
//! | [`Checked`] | [`Checking`], [`Given`] | the entry, names that a call uses, ranges |
//! | [`Bound`] | [`Contents`] | sizes without a value, inputs that do not fit |
//! | [`Compiled`] | [`Lowering`], which [`Program::platform`] turns into a [`Platform`] | what a machine cannot do, illegal schedules |
//! | [`Outcome`] | [`Running`] | races, subscripts out of range |
//!
//! A step takes the previous value, and returns the next one or a [`Failure`] with all diagnostics
//! so far. A program starts at any level that prints: TC text, the `tc` dialect, a `schedule.scop`,
//! loops, the `llvm` dialect, PTX in a `gpu.binary`.
//!
//! ```
//! use tc_runtime::{Checking, Contents, Executor, Failure, Given, Lowering, Program, Reading, Running, new_context};
//!
//! # fn main() -> Result<(), Failure> {
//! let context = new_context();
//! let text = "def twice(float(N) A) -> (B) { B(i) = A(i) + A(i) }";
//! let program = Program::parse(&context, "twice.tc", text, Reading::default())?;
//! let platform = program.platform(Lowering::new(Executor::Cpu))?;
//! let given = Given {
//!     sizes: vec![("N".to_owned(), 3)],
//!     inputs: vec!["A=ones".parse().unwrap()],
//!     ..Given::default()
//! };
//! let checked = program.check(Checking::default(), &given)?;
//! let bound = checked.bind(Contents::Given)?;
//! assert_eq!(bound.parameters()[1].shape, [3]);
//! let expected = bound.evaluate()?;
//! let outcome = bound.compile(platform)?.run(&Running::default())?;
//! assert_eq!(outcome.outputs[0].1.as_slice::<f32>(), Some(&[2.0, 2.0, 2.0][..]));
//! assert_eq!(outcome.outputs, expected.outputs);
//! # Ok(())
//! # }
//! ```
//!
//! Findings of the emulator's sanitizer are in the [`Failure`], with `while_running` set.
//! [`module`] describes what a module below the `tc` level holds, and the arguments of its entries.

mod ahead;
mod algebra;
mod bound;
pub mod call;
mod checked;
mod checks;
mod cliff;
mod compiled;
mod cpu;
pub mod deliver;
pub mod engine;
pub mod execute;
mod flops;
pub mod inputs;
pub mod launch_file;
pub mod levels;
mod lowered;
mod machine;
pub mod module;
mod notation;
pub mod npy;
mod open;
mod outcome;
pub mod output_dir;
mod people;
mod platform;
pub mod print;
mod program;
pub mod progress;
pub mod report;
mod rounds;
mod script;
pub mod source;
pub mod statements;
mod stored;
pub mod text;
mod tuned;
mod way;

#[cfg(test)]
mod tests;

pub use bound::{Bound, Contents};
pub use checked::{BoundsChecks, Checked, Checking, Given};
pub use compiled::{Compiled, Running};
pub use cpu::processor_seconds;
pub use engine::{Engine, Kernel};
pub use outcome::{Errors, Expected, Failure, Outcome, Tensors};
pub use platform::{Executor, Lowering, Platform};
pub use program::{Program, Reading};
pub use rounds::Rounds;
pub use script::Script;
pub use stored::{COMPILER, Store};
pub use tc_cache::{Key as CacheKey, Mode as CacheMode, Settings as CacheSettings};
pub use tc_syntax::near;
pub use tuned::{Best, Identity, Tuned, words};

use tc_pass_host::Registry;

/// Registers the passes and pipelines of the backends.
pub fn register(registry: &mut Registry) {
    tc_backend_cpu::register(registry);
    tc_backend_cuda::register(registry);
}

/// A context with all dialects, and with the passes down to the machines registered.
pub fn new_context() -> melior::Context {
    #[cfg(test)]
    CONTEXTS.set(CONTEXTS.get() + 1);
    tc_pipelines::register_with(register);
    tc_pipelines::new_context()
}

#[cfg(test)]
thread_local! {
    /// The contexts that this thread has made.
    static CONTEXTS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}
