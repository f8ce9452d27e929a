//! A program whose entry is chosen, whose names are checked, and whose ranges are inferred.

use crate::{
    bound::{Bound, Contents},
    call::{self, Supplied},
    inputs::Input,
    levels, lowered,
    module::Entry,
    open,
    outcome::{Errors, Failure, Outcome, error, quoted},
    platform::Executor,
    way::{Way, is_at_data},
};
use melior::ir::Module;
use tc_comprehensions::{
    bounds_checks::Checks, infer_ranges::TcInferRanges, inference::explain::Explanation,
};
use tc_dialects::tc::Left;
use tc_pipelines::{Bindings, Level};
use tc_syntax::diagnostic::{Code, Diagnostic};

/// How the entry of a program is chosen and checked.
#[derive(Clone, Debug)]
pub struct Checking {
    /// The def, scop or function; without a name, the only one of the program.
    pub entry: Option<String>,
    /// Tensors that it must return.
    pub results: Vec<String>,
    /// Keep how each range was derived, for [`Outcome::ranges`](crate::Outcome::ranges).
    pub explain_ranges: bool,
    /// A tensor that does not start at 0 is an error.
    pub strict_ranges: bool,
    /// Where subscripts that are data are checked at run time.
    pub bounds_checks: BoundsChecks,
    /// Prove the schedule of a module that is a `schedule.scop` already. Without the proof, a wrong
    /// schedule is undefined behaviour in this process on a CPU.
    pub verify: bool,
}

impl Default for Checking {
    fn default() -> Self {
        Checking {
            entry: None,
            results: Vec::new(),
            explain_ranges: false,
            strict_ranges: false,
            bounds_checks: BoundsChecks::default(),
            verify: true,
        }
    }
}

/// Where reads at data-dependent subscripts are checked at run time. The reference evaluator checks
/// every read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoundsChecks {
    /// On the CPU alone, before the loops.
    #[default]
    OnCpu,
    /// On a GPU too.
    Everywhere,
    /// A read outside of its tensor is undefined behaviour.
    Nowhere,
}

impl BoundsChecks {
    /// Which checks are compiled in.
    pub(crate) fn on(self, executor: Executor) -> Option<Checks> {
        match (executor, self) {
            (Executor::Reference, _) | (_, BoundsChecks::Nowhere) => None,
            (Executor::Cpu, _) => Some(Checks::Computed),
            (Executor::Emulator | Executor::Cuda, _) => {
                (self == BoundsChecks::Everywhere).then_some(Checks::Recorded)
            }
        }
    }
}

/// The arguments of a call.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Sizes and integer scalars by name.
    pub sizes: Vec<(String, i64)>,
    /// What is given for the arguments.
    pub inputs: Vec<Input>,
    /// Sizes that the code takes at each call; their values here are those of one.
    pub open: Vec<String>,
}

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

impl<'c> Checked<'c> {
    /// Of a module with defs.
    pub(crate) fn comprehensions(
        mut way: Way<'c>,
        checking: Checking,
        given: &Given,
    ) -> Result<Self, Failure> {
        match check_def(&mut way, &checking, given) {
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

    /// Of a module below the `tc` level.
    pub(crate) fn lowered(
        mut way: Way<'c>,
        checking: Checking,
        given: &Given,
    ) -> Result<Self, Failure> {
        match lowered::check(&mut way, &checking, given) {
            Ok((entry, supplied)) => Ok(Checked {
                way,
                checking,
                entry: Chosen::Lowered(entry),
                sizes: given.sizes.clone(),
                supplied,
                open: Vec::new(),
            }),
            Err(errors) => Err(way.log.fail(errors)),
        }
    }

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

    /// Binds sizes, scalars and inputs.
    ///
    /// # Errors
    /// Sizes without a value; inputs of the wrong type or shape.
    pub fn bind(self, contents: Contents) -> Result<Bound<'c>, Failure> {
        Bound::of(self, contents)
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

/// Chooses a def, checks the names given for it, and brings the module to the `tc` level.
fn check_def(
    way: &mut Way<'_>,
    checking: &Checking,
    given: &Given,
) -> Result<(Chosen, Vec<Supplied>), Errors> {
    let mut supplied = call::read(&given.inputs)?;
    let module = &way.module;
    let name = choose_def(module, checking.entry.as_ref())?;
    call::hide_others(&name, way.context, module);
    call::check_names(&name, module, &checking.results, &given.sizes, &supplied)?;
    open::check_names(&name, &call::find(module, &name)?, &given.open)?;
    call::read_literals(&name, module, &mut supplied)?;
    let scalars = call::scalars(&name, module, &given.sizes, &supplied)?;
    let mut free = call::free_sizes(&name, module, &given.sizes);
    free.retain(|(name, _)| !given.open.contains(name));
    let reads_at_data = infer(way, checking, free, scalars.clone())?;
    let is_computed = |left: &Left| matches!(left, Left::Computed(_));
    let statements = call::find(&way.module, &name)?.comprehensions();
    let writes_at_data = statements
        .iter()
        .any(|one| one.left().iter().any(is_computed));
    let entry = Chosen::Def {
        name,
        scalars,
        reads_at_data: reads_at_data || writes_at_data,
    };
    Ok((entry, supplied))
}

/// Infers ranges; true if there are subscripts whose data alone decide whether they are in range.
fn infer(
    way: &mut Way<'_>,
    checking: &Checking,
    sizes: Vec<(String, i64)>,
    scalars: Vec<(String, i64)>,
) -> Result<bool, Errors> {
    let mut to_tc = tc_pipelines::to_tc(&Bindings { sizes, scalars });
    to_tc.edit(|infer: &mut TcInferRanges| {
        infer.notes = true;
        infer.explain = checking.explain_ranges;
        infer.strict_ranges = checking.strict_ranges;
    });
    let mut report = way.stage_in_silence(&to_tc)?;
    let mut ranges: Vec<Explanation> = report.take();
    ranges.sort_by_key(|record| record.place.as_ref().map(|place| place.start));
    way.log.outcome.ranges = ranges;
    let mut said = report.diagnostics;
    let reads_at_data = said.iter().any(is_at_data);
    // With a check at run time, the warning about an unchecked access does not apply.
    if checking.bounds_checks == BoundsChecks::Everywhere {
        said.retain(|one| !is_at_data(one));
    }
    way.log.tell(said)?;
    Ok(reads_at_data)
}

fn choose_def(module: &Module, wanted: Option<&String>) -> Result<String, Errors> {
    let names: Vec<String> = call::defs(module).iter().map(|def| def.name()).collect();
    match wanted {
        Some(entry) if names.contains(entry) => Ok(entry.clone()),
        Some(entry) => {
            let unknown = Diagnostic::error(Code::TC0515, format!("unknown def `{entry}`"));
            let help = call::meant(entry, &names, "the file defines");
            Err(vec![unknown.help(help)])
        }
        None => match names.as_slice() {
            [only] => Ok(only.clone()),
            [] => Err(error("the file defines nothing")),
            _ => Err(error(format!(
                "the file defines {}: choose one with --entry",
                quoted(&names)
            ))),
        },
    }
}
