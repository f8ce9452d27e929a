//! Functions that C calls, compiled ahead of time: an object file or assembly that needs nothing of
//! ours at run time.
//!
//! ```c
//! int32_t NAME(int64_t N, ..., const float *A, ..., float *C);
//! ```
//! The compiled function takes one pointer for each tensor, and the sizes that are open; `NAME`
//! calls it. What the JIT gets from this process is in the object instead (`for_c.ll`,
//! `serial.ll`): temporaries come from `malloc`, and parallel loops run in the thread of the
//! caller, unless the program that links the object has `tc_parallel_for`, such as the one of
//! [`THREADS`].
//!
//! `NAME` first tests the sizes ([`crate::rules`]). Where subscripts are data, it then calls the
//! checks that come before the program, and afterwards looks at what the program recorded. It
//! returns the number of the first rule or check that failed, or 0.

use crate::{
    Error,
    code::{Context, Form, Processor},
    glue,
    rules::Rule,
};
use melior::ir::Module;

/// A function for C, and what it is made of.
pub struct Callable<'m, 'c> {
    /// The compiled program, in the `llvm` dialect.
    pub module: &'m Module<'c>,
    /// The function of the program, which gives its name to that for C.
    pub name: &'m str,
    /// The number of arguments that the caller gives.
    pub arguments: usize,
    /// The checks that run before the program.
    pub before: Option<Before<'m, 'c>>,
    /// What the program records in further arguments, to be checked after it.
    pub recorded: Vec<Recorded>,
    /// The names of the sizes that the caller gives, in the order in which the code takes them.
    pub sizes: Vec<String>,
    /// What these must satisfy.
    pub rules: Vec<Rule>,
    /// Whether parallel loops call a `tc_parallel_for` of the program's.
    pub is_parallel: bool,
}

/// A `tc_parallel_for` with POSIX threads, in C.
pub const THREADS: &str = include_str!("threads.c");

/// Checks that run before a program.
pub struct Before<'m, 'c> {
    /// Their program, in the `llvm` dialect; its function has the same name.
    pub module: &'m Module<'c>,
    /// The arguments of the function for C that it takes.
    pub given: Vec<usize>,
    /// The number of `int32` flags of each further argument.
    pub flags: Vec<usize>,
}

/// The values of a subscript, `int64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Their number.
    pub values: usize,
    /// The first value in range.
    pub low: i64,
    /// One past the last.
    pub high: i64,
}

impl Callable<'_, '_> {
    /// The machine code for a processor.
    ///
    /// # Errors
    /// [`Error::Compile`] if LLVM refuses a module, [`Error::Missing`] if one has no such function.
    pub fn machine_code(&self, processor: &Processor, form: Form) -> Result<Vec<u8>, Error> {
        let context = Context::new();
        let unit = context.translate(self.module)?;
        let (kernel, check) = (
            format!("{}.kernel", self.name),
            format!("{}.check", self.name),
        );
        unit.rename(self.name, &kernel)?;
        if let Some(before) = &self.before {
            let checks = context.translate(before.module)?;
            checks.rename(self.name, &check)?;
            // Its parallel loops have the names of those of the program.
            checks.keep_only(&[&check]);
            unit.keep_only(&[&kernel]);
            unit.take(checks)?;
        }
        unit.redirect("malloc", "tc_allocate");
        unit.redirect("aligned_alloc", "tc_allocate_aligned");
        let recorded: Vec<_> = self
            .recorded
            .iter()
            .map(|one| (one.values, one.low, one.high))
            .collect();
        unit.link(&glue::for_c(&glue::ForC {
            name: self.name,
            kernel: &kernel,
            arguments: self.arguments,
            before: self
                .before
                .as_ref()
                .map(|before| (check.as_str(), &before.given[..], &before.flags[..])),
            recorded: &recorded,
            sizes: &self.sizes,
            rules: &self.rules,
            is_parallel: self.is_parallel,
        }))?;
        unit.keep_only(&[self.name]);
        unit.generate(processor, form)
    }

    /// What the address of each argument must be a multiple of, as far as the program relies on it.
    ///
    /// # Errors
    /// As [`Callable::machine_code`].
    pub fn alignments(&self) -> Result<Vec<u64>, Error> {
        let context = Context::new();
        let unit = context.translate(self.module)?;
        let mut all = unit.function(self.name)?.alignments();
        all.truncate(self.arguments);
        Ok(all)
    }
}
