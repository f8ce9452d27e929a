//! The engine as a library: define an operator, compile it for the shapes of a call, and run it on
//! arrays that the caller has.
//!
//! ```text
//! Engine ──define──► Operators ──operator──► Operator ──compile──► Kernel ──run──► results in the
//! threads            text, checked           names                 machine code    caller's arrays
//! ```
//!
//! ```
//! use ndarray::array;
//! use tc_engine::{Arguments, Engine, Options};
//!
//! # fn main() -> Result<(), tc_engine::Failure> {
//! let engine = Engine::new();
//! let text = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }";
//! let mv = engine.define(text)?.only()?;
//!
//! let a = array![[1.0_f32, 2.0], [3.0, 4.0], [5.0, 6.0]];
//! let x = array![10.0_f32, 1.0];
//! let kernel = mv.compile(&Arguments::of(&[(&a).into(), (&x).into()]), &Options::cpu())?;
//!
//! let mut y = ndarray::Array1::<f32>::zeros(3);
//! kernel.run(&[(&a).into(), (&x).into()], &mut [(&mut y).into()])?;
//! assert_eq!(y, array![12.0, 34.0, 56.0]);
//! # Ok(())
//! # }
//! ```
//!
//! Everything here is `Send` and `Sync`, and cheap to clone. Nothing prints, exits or panics: an
//! error is a [`Failure`] whose diagnostics have a code, a file, a line and a column, and which
//! prints as `tc-run` would. Compiling needs no device, and no driver.
//!
//! A run on the CPU reads and writes contiguous arrays where they are; it takes no lock and
//! allocates nothing, unless subscripts that are data are checked. Others are copied, and
//! [`Kernel::run`] says so in its remarks.
//!
//! One limit: LLVM ends the process where its code generator meets what it cannot compile. No
//! program is known that does this; to be safe from one, compile in a process of its own.

mod arguments;
mod arrays;
mod direct;
mod explain;
mod guard;
mod kernel;
mod operators;
mod options;
mod recipe;
mod scratch;
mod shown;
mod signature;
mod slots;

#[cfg(test)]
mod direct_tests;
#[cfg(test)]
mod open_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tuned_tests;

/// The examples of the book's page are run as those of this documentation.
#[cfg(doctest)]
#[doc = include_str!("../../docs/use-from-rust.md")]
struct UseFromRust;

pub use arguments::Arguments;
pub use arrays::{Item, Memory, View, ViewMut};
pub use dlpark::ffi::DLTensor;
pub use explain::{Mapping, Ranges, pictures};
pub use guard::INTERNAL;
pub use kernel::{Explored, Kernel, Profile};
pub use operators::{Operator, Operators};
pub use options::Options;
pub use signature::Signature;
pub use tc_dialects::{
    schedule::tree::Role,
    tensor::{ElementType, Tensor},
};
pub use tc_pipelines::Level;
pub use tc_runtime::{
    Artifact, BoundsChecks, CacheMode, CacheSettings, Declaration, Declared, Errors, Executor,
    Failure, Parameter, Store, Tuned, library, operators as library_operators, processor_seconds,
};
pub use tc_syntax::diagnostic::{Code, Diagnostic, Place, Severity};

use guard::guarded;
use std::sync::Arc;
use tc_backend_cpu::Threads;
use tc_runtime::error;

/// The most threads of an engine: a number beyond is a mistake of the caller, and a system refuses
/// it only after it has made thousands.
const MOST_THREADS: usize = 1024;

/// Compiles operators, and owns the threads that their kernels run on.
#[derive(Clone)]
pub struct Engine {
    threads: Arc<Threads>,
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new()
    }
}

impl Engine {
    /// An engine whose kernels run on the threads that the process shares, one for each core.
    pub fn new() -> Self {
        let threads = Threads::new(None).expect("without a number no threads are made");
        Engine {
            threads: Arc::new(threads),
        }
    }

    /// An engine whose kernels run on this many threads of its own.
    ///
    /// # Errors
    /// No threads, more than 1024, and threads that the system refuses.
    pub fn with_threads(count: usize) -> Result<Self, Failure> {
        if !(1..=MOST_THREADS).contains(&count) {
            let message = format!("expected 1 to {MOST_THREADS} threads, found {count}");
            return Err(Failure::of(error(message)));
        }
        match Threads::new(Some(count)) {
            Ok(threads) => Ok(Engine {
                threads: Arc::new(threads),
            }),
            Err(reason) => Err(Failure::of(error(reason.to_string()))),
        }
    }

    /// Reads TC text and checks its names and types.
    ///
    /// # Errors
    /// All errors of the text.
    pub fn define(&self, text: &str) -> Result<Operators, Failure> {
        self.define_file("<text>", text)
    }

    /// The same for the contents of a file, whose name stands in diagnostics. A name that ends in
    /// `.mlir` is a module of `tc.def`s, one that ends in `.sac` a text in the notation of SaC.
    ///
    /// # Errors
    /// All errors of the text.
    pub fn define_file(&self, name: &str, text: &str) -> Result<Operators, Failure> {
        guarded(|| Operators::read(&self.threads, name, text))
    }
}
