//! What a kernel is compiled for beside its arguments: an executor, its machine, and the mapping.

use tc_runtime::{
    BoundsChecks, CacheMode, Checking, Executor, Failure, Lowering, Store, Tuned, error,
};

/// How an operator is compiled.
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) lowering: Lowering,
    pub(crate) bounds_checks: BoundsChecks,
}

impl Options {
    /// For this executor, with its own machine and the default mapping.
    pub fn new(executor: Executor) -> Self {
        Options {
            lowering: Lowering::new(executor),
            bounds_checks: BoundsChecks::default(),
        }
    }

    /// For the processor of this machine.
    pub fn cpu() -> Self {
        Options::new(Executor::Cpu)
    }

    /// For a GPU of the emulator, whose sanitizer watches each run.
    pub fn emulator() -> Self {
        Options::new(Executor::Emulator)
    }

    /// For the first CUDA device. Compiling needs none.
    pub fn cuda() -> Self {
        Options::new(Executor::Cuda)
    }

    /// For the reference evaluator, slow and exact: it says what the others must compute.
    pub fn reference() -> Self {
        Options::new(Executor::Reference)
    }

    /// Another machine: the name of a built-in one, or a file that describes it.
    #[must_use]
    pub fn machine(mut self, name: &str) -> Self {
        self.lowering.machine = Some(name.to_owned());
        self
    }

    /// Sets a mapping option, such as `tile` to `32,32`.
    ///
    /// # Errors
    /// An unknown option, and values that it does not have.
    pub fn set(mut self, name: &str, value: &str) -> Result<Self, Failure> {
        match self.lowering.mapping.set(name, value) {
            Ok(()) => Ok(self),
            Err(reason) => Err(Failure::of(error(reason.to_string()))),
        }
    }

    /// Where subscripts that are data are checked; without a word, on the CPU.
    #[must_use]
    pub fn bounds_checks(mut self, checks: BoundsChecks) -> Self {
        self.bounds_checks = checks;
        self
    }

    /// Where compiled operators are kept, for other processes too; without a word, nowhere.
    #[must_use]
    pub fn cache(mut self, store: Store) -> Self {
        self.lowering.cache = store;
        self
    }

    /// The cache of this user, as the environment says (`TC_CACHE_DIR`). A folder that others can
    /// write or that cannot be made is not used, as a note of the compilation says.
    ///
    /// # Errors
    /// Settings that are not understood.
    pub fn cache_of_user(self, mode: CacheMode) -> Result<Self, Failure> {
        let store = Store::of_user(mode).map_err(Failure::of)?;
        Ok(self.cache(store))
    }

    /// Where options are found that a search has stored (`tc-tune`): they take the place of the
    /// defaults, and nothing is measured. Options that are set stay.
    #[must_use]
    pub fn tuned(mut self, tuned: Tuned) -> Self {
        self.lowering.tuned = tuned;
        self
    }

    /// The executor.
    pub fn executor(&self) -> Executor {
        self.lowering.executor
    }

    pub(crate) fn checking(&self, entry: &str) -> Checking {
        Checking {
            entry: Some(entry.to_owned()),
            bounds_checks: self.bounds_checks,
            ..Checking::default()
        }
    }
}
