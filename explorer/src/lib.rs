//! The explorer: one page of HTML that shows a compilation, and the same as JSON.
//!
//! ```text
//! tc-run ── Lowering::watcher ──► Recorder ── Compilation (JSON) ──► page.json
//!   │                                ▲              └── web/dist ──► page.html
//!   └── Outcome or Failure ──────────┘
//! ```
//! The recorder sees each pass and each level while the program is compiled, and writes the files
//! after each of them: what a compilation was up to remains where a pass fails, hangs or dies. At
//! the end the outcome adds what only the whole has: the report, the profile, the ranges.
//!
//! | module | contents |
//! | --- | --- |
//! | [`data`] | the compilation as data; its JSON schema is `schema/compilation-1.json` |
//! | `places` | the lines of levels, with the places of the program that they come from |
//! | `tree` | schedule trees with extents, and why members are not coincident |
//! | `scop` | statements, domains and dependences |
//! | `witness` | the two instances that a refusal names |
//! | `tuning` | the log of a search for mapping options |
//! | `recorder` | what sees the compilation |
//! | `page` | the page around the data |
//!
//! The page is made by TypeScript in `web`, bundled into `web/dist`. A value of a program is text
//! in the page, never markup.

pub mod data;
mod page;
mod places;
mod recorder;
mod scop;
mod tree;
mod tuning;
mod witness;

#[cfg(test)]
mod tests;

use data::Compilation;
use recorder::Recorder;
use serde_json::{Map, Value};
use std::{
    io,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tc_pipelines::mapping::MappingOptions;
use tc_runtime::{Executor, Failure, Outcome, Watcher};
use tc_syntax::diagnostic::SourceMap;

/// Shows one compilation in files.
pub struct Explorer {
    recorder: Arc<Mutex<Recorder>>,
}

impl Explorer {
    /// An explorer of a compilation that writes these files: a page, or data where the name ends in
    /// `.json`.
    pub fn new(call: data::Call, files: &[PathBuf]) -> Self {
        Explorer {
            recorder: Arc::new(Mutex::new(Recorder::new(call, files))),
        }
    }

    /// What the compilation is given, so that it is seen.
    pub fn watcher(&self) -> Watcher {
        Watcher::new(&self.recorder)
    }

    /// The texts of the program are known.
    pub fn read(&self, sources: &SourceMap) {
        self.see().read(sources);
    }

    /// The log of a search for mapping options, which the page shows too.
    ///
    /// # Errors
    /// A text that is no such log, with the line.
    pub fn tuned(&self, log: &str) -> Result<(), String> {
        self.see().compilation.tuning = Some(tuning::read(log)?);
        Ok(())
    }

    /// The compilation succeeded: writes the files.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn done(&self, outcome: &Outcome) -> io::Result<()> {
        let mut recorder = self.see();
        recorder.done(outcome);
        recorder.write()
    }

    /// It failed: writes what there is, with the diagnostics.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn failed(&self, failure: &Failure) -> io::Result<()> {
        let mut recorder = self.see();
        recorder.failed(failure);
        recorder.write()
    }

    /// The data so far.
    pub fn compilation(&self) -> Compilation {
        self.see().compilation.clone()
    }

    fn see(&self) -> MutexGuard<'_, Recorder> {
        self.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was asked for; a schedule script has no mapping options.
pub fn call(
    files: Vec<String>,
    sizes: Vec<(String, i64)>,
    executor: Executor,
    mapping: Option<&MappingOptions>,
) -> data::Call {
    let own = object(&executor.mapping());
    let mut options = mapping.map(object).unwrap_or_default();
    options.retain(|name, value| own.get(name) != Some(value));
    data::Call {
        files,
        sizes,
        target: executor.as_str().to_owned(),
        options,
    }
}

fn object(options: &MappingOptions) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(object)) => object,
        _ => Map::new(),
    }
}

/// A compilation as JSON.
pub fn json(compilation: &Compilation) -> String {
    page::json(compilation)
}

/// The page of a compilation.
pub fn page(compilation: &Compilation) -> String {
    page::html(compilation)
}
