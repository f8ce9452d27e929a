//! Who sees a compilation while it goes on: the levels that it arrives at, and each pass with the
//! operation that it left.
//!
//! ```text
//! begin(schedule) ─► passed(schedule-tile, scop) ─► … ─► arrived(schedule, text)
//! ```
//! What was seen remains where the compilation ends early, whether it was refused or the process
//! died.

use melior::ir::Module;
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tc_pass_host::Observation;
use tc_pipelines::{Level, Stage};

/// What sees a compilation.
pub trait Watch: Send {
    /// The passes of a stage begin.
    fn begin(&mut self, stage: &Stage);

    /// A pass has run.
    fn passed(&mut self, level: Level, seen: &Observation<'_>);

    /// The program is at a level.
    fn arrived(&mut self, arrived: &Arrived, module: &Module<'_>);

    /// The machine code of the report on a GPU's kernels is known, with the lines of the program.
    fn disassembled(&mut self, listing: &str);
}

/// The program at a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// The level.
    pub level: Level,
    /// The text, as it is printed, without the line of the pipeline.
    pub text: String,
    /// The same with the location of each operation; PTX has its own lines with locations.
    pub located: Option<String>,
}

/// A handle on one that sees a compilation.
#[derive(Clone)]
pub struct Watcher(Arc<Mutex<dyn Watch>>);

impl Watcher {
    /// The handle on this one, which the caller reads later.
    pub fn new<W: Watch + 'static>(watch: &Arc<Mutex<W>>) -> Self {
        Watcher(watch.clone())
    }

    pub(crate) fn see(&self) -> MutexGuard<'_, dyn Watch + 'static> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}
