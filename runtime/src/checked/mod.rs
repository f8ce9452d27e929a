//! A program whose entry is chosen, whose names are checked, and whose ranges are inferred.
//!
//! The entry is a def (`comprehensions`), or a scop or a function of a module below the `tc` level
//! (`lowered`). What both say of the names of a call is in `names`. A checked program may enter the
//! algebra in which every order of a sum gives the same bits (`algebra`).

pub(crate) mod algebra;
mod comprehensions;
mod lowered;
mod names;

use crate::{
    errors::Errors,
    levels,
    options::{Checking, Given},
    outcome::{Failure, Outcome},
    program::{Program, entries::Entry},
    request::supplied::Supplied,
    watch::Watcher,
    way::Way,
};
use tc_comprehensions::inference::explain::Explanation;
use tc_pipelines::Level;
use tc_syntax::diagnostic::{Code, Diagnostic};

/// A program whose entry is chosen and checked.
pub struct Checked<'c> {
    pub(crate) way: Way<'c>,
    pub(crate) checking: Checking,
    pub(crate) entry: Chosen,
    /// Sizes and integer scalars that are given.
    pub(crate) sizes: Vec<(String, i64)>,
    pub(crate) supplied: Vec<Supplied>,
    /// Sizes that are left open.
    pub(crate) open: Vec<String>,
}

/// What is known about the entry.
pub(crate) enum Chosen {
    /// A def with these values of its integer scalars.
    Def {
        name: String,
        scalars: Vec<(String, i64)>,
        /// Subscripts whose data alone decide whether they are in range.
        reads_at_data: bool,
    },
    /// Something below the `tc` level.
    Lowered(Entry),
}

impl<'c> Program<'c> {
    /// Chooses the entry, checks the names given for it, and infers the ranges of comprehensions.
    /// Sizes that no input determines and integer scalars are replaced by their numbers, if these
    /// are given.
    ///
    /// # Errors
    /// All errors in the entry, in the names given for it, or in its ranges.
    pub fn check(self, checking: Checking, given: &Given) -> Result<Checked<'c>, Failure> {
        let (mut way, given, has_defs) = self.into_module(&checking, given)?;
        let checked = if has_defs {
            comprehensions::check(&mut way, &checking, &given)
        } else {
            lowered::check(&mut way, &checking, &given)
        };
        match checked {
            Ok((entry, supplied)) => Ok(Checked {
                way,
                checking,
                entry,
                sizes: given.sizes.clone(),
                supplied,
                open: given.open.clone(),
            }),
            Err(errors) => Err(way.log.fail(errors)),
        }
    }
}

impl<'c> Checked<'c> {
    /// The name of the entry.
    pub fn entry(&self) -> &str {
        match &self.entry {
            Chosen::Def { name, .. } => name,
            Chosen::Lowered(entry) => &entry.name,
        }
    }

    /// The level at which the program is.
    pub fn level(&self) -> Level {
        match &self.entry {
            Chosen::Def { .. } => Level::Tc,
            Chosen::Lowered(entry) => entry.level,
        }
    }

    /// Warnings and notes so far.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.way.log.outcome.diagnostics
    }

    /// How ranges were inferred, if that was requested.
    pub fn explanations(&self) -> &[Explanation] {
        &self.way.log.outcome.ranges
    }

    /// The text of the program at its level.
    pub fn text(&self, source_lines: bool) -> String {
        levels::with_header(&levels::text(&self.way.module, source_lines), &[])
    }

    /// Shows the program at its level.
    ///
    /// # Errors
    /// A module with kernels that are not text.
    pub fn show(&self, watcher: &Watcher) -> Result<(), Failure> {
        let shown = self.way.show_to(watcher, self.level());
        shown.map_err(|errors| self.failed(errors))
    }

    /// A failure with these errors after all diagnostics so far.
    pub fn failed(&self, errors: Errors) -> Failure {
        self.way.log.fail(errors)
    }

    /// Ends here.
    pub fn finish(self) -> Outcome {
        self.way.log.finish()
    }
}

/// The error about a size without a value.
pub(crate) fn without_value(size: &str) -> Diagnostic {
    let message = format!("size `{size}` has no value: no input that is given determines it");
    Diagnostic::error(Code::TC0206, message).help(format!("--size {size}=VALUE"))
}
