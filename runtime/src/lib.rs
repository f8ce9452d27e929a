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
//!
//! The folders are the stages of this row: `program`, `checked`, `bound`, `compiled`, `run`. One
//! may use those before it and none behind it: the step to a type stands with that type, so that
//! [`Program::check`] is in `checked`. What all stages use stands beside them: the options of each
//! (`options.rs`) with what these name (`request`), the platform, and what was found out so far
//! (`outcome`, `way.rs`).

mod bound;
mod checked;
mod compiled;
mod errors;
mod executor;
mod levels;
mod options;
mod outcome;
mod platform;
mod program;
mod progress;
mod request;
mod run;
pub mod source;
mod watch;
mod way;

#[cfg(test)]
mod tests;

pub use bound::{
    Bound,
    call::{Argument, Call},
    open::{At, Open, json::Stored as StoredOpen},
};
pub use checked::Checked;
pub use compiled::{COMPILER, Compiled, code::as_argument, loops::Loops, report};
pub use errors::{Errors, error, quoted};
pub use executor::Executor;
pub use options::{
    BoundsChecks, Checking, Contents, Emulation, Given, Lowering, Profile, Reading, Running,
};
pub use outcome::{Expected, Failure, Outcome, Tensors, compare::difference};
pub use platform::Platform;
pub use program::{
    Program,
    declaration::{Declaration, Declared},
    declared,
    entries::Parameter,
    text,
};
pub use request::{
    emit::{Artifact, Emit},
    inputs::{Input, Source, literal},
    npy,
    rounds::Rounds,
    script::Script,
    store::Store,
    tuned::{Best, Identity, Tuned, words},
};
pub use run::{
    deliver::Delivery,
    figures::Report,
    launch_file::LaunchFile,
    machine::{Machine, OutOfRange},
    output_dir::OutputDir,
    print::Print,
    processor_seconds,
};
pub use watch::{Arrived, Watch, Watcher};

pub use tc_frontend::tc::{library, operators};

pub use tc_cache::{Key as CacheKey, Mode as CacheMode, Settings as CacheSettings};

use tc_pass_host::Registry;

/// Registers the passes and pipelines of the backends.
pub fn register(registry: &mut Registry) {
    tc_backend_cpu::register(registry);
    tc_backend_cuda::register(registry);
}

/// A context with all dialects, and with the passes down to the machines registered.
pub fn new_context() -> melior::Context {
    tc_pipelines::register_with(register);
    tc_pipelines::new_context()
}
