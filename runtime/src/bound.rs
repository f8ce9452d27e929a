//! A program whose sizes, scalars and inputs are bound: the shapes of all its arguments and results
//! are known.

use crate::{
    call::{self, Call, Known},
    checked::{Checked, Checking, Chosen},
    cliff,
    compiled::Compiled,
    lowered,
    module::{self, Entry, Parameter},
    open,
    outcome::{Errors, Expected, Failure, Tensors},
    platform::Platform,
    report::{self, Loops},
    tuned::{self, Identity},
    way::Way,
};
use melior::{Context, ir::Module};
use tc_pipelines::{Bindings, Level};

/// What the tensors of a call hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Nothing; there are no tensors, and the program is compiled but does not run.
    None,
    /// The given inputs; all others are random.
    Random,
    /// The given inputs; every input must be given.
    Given,
    /// What the caller gives at each run; there are no tensors yet, but the program is compiled as
    /// far as a run needs it.
    Later,
}

impl Contents {
    /// Whether there are tensors.
    pub(crate) fn has_tensors(self) -> bool {
        matches!(self, Contents::Random | Contents::Given)
    }
}

/// A program at the sizes of one call, with its tensors.
pub struct Bound<'c> {
    pub(crate) way: Way<'c>,
    pub(crate) checking: Checking,
    pub(crate) entry: Entry,
    pub(crate) call: Call,
    pub(crate) bindings: Bindings,
    /// Subscripts whose data alone decide whether they are in range.
    pub(crate) reads_at_data: bool,
    /// It is compiled as far as a run needs it.
    pub(crate) runs: bool,
    /// Sizes that the code takes at each call, in its order.
    pub(crate) open: Vec<String>,
}

impl<'c> Bound<'c> {
    pub(crate) fn of(checked: Checked<'c>, contents: Contents) -> Result<Self, Failure> {
        let Checked {
            way,
            checking,
            entry,
            sizes,
            supplied,
            open,
        } = checked;
        let (bound, scalars, reads_at_data) = match entry {
            Chosen::Def {
                name,
                scalars,
                reads_at_data,
            } => {
                let known = Known {
                    sizes: &sizes,
                    scalars: &scalars,
                    supplied: &supplied,
                };
                let bound = call::bind(&name, &way.module, known, contents);
                let bound = match bound {
                    Err(errors) if contents == Contents::None && !open.is_empty() => {
                        at_stand_ins(&name, &way.module, known, &open).ok_or(errors)
                    }
                    bound => bound,
                };
                (bound, scalars, reads_at_data)
            }
            Chosen::Lowered(entry) => {
                let call = module::bind(&entry, &sizes, &supplied, contents);
                (call.map(|call| (entry, call)), Vec::new(), false)
            }
        };
        let (entry, mut call) = bound.map_err(|errors| way.log.fail(errors))?;
        let open = open::in_order(&entry.sizes, &open);
        let values = entry.sizes.iter().filter(|(name, _)| open.contains(name));
        call.sizes = values.map(|(_, value)| *value).collect();
        let bindings = Bindings {
            sizes: entry.sizes.clone(),
            scalars,
        };
        Ok(Bound {
            way,
            checking,
            entry,
            call,
            bindings,
            reads_at_data,
            runs: contents != Contents::None,
            open,
        })
    }

    /// The name of the entry.
    pub fn entry(&self) -> &str {
        &self.entry.name
    }

    /// The sizes by name.
    pub fn sizes(&self) -> &[(String, i64)] {
        &self.entry.sizes
    }

    /// Its inputs and results, in the order of the arguments.
    pub fn parameters(&self) -> &[Parameter] {
        &self.entry.parameters
    }

    /// What it must compute: by the reference evaluator, or by the statements of a scop in their
    /// own order.
    ///
    /// # Errors
    /// Values that break a rule of the language; and loops, which say how to compute but not what.
    pub fn evaluate(&self) -> Result<Expected, Failure> {
        let Way {
            context,
            module,
            log,
        } = &self.way;
        log.progress.phase(EVALUATOR);
        let verify = self.checking.verify;
        let by = match self.entry.level {
            Level::Tc => "the reference evaluator",
            _ => lowered::OWN_ORDER,
        };
        match evaluate(context, module, &self.entry, &self.call, verify) {
            Ok(outputs) => Ok(Expected { by, outputs }),
            Err(errors) => Err(log.fail(errors)),
        }
    }

    /// What options are stored under that a search finds for it; none for a program below the `tc`
    /// level, or for the reference evaluator.
    pub fn identity(&self, platform: &Platform) -> Option<Identity> {
        let Bound { way, entry, .. } = self;
        tuned::identity(&way.module, entry, &self.bindings, &self.open, platform)
    }

    /// The loops of each kernel before they are tiled: extents, which of them are parallel, what
    /// they touch. Kernels whose sizes are not known have none. And the mapping options that change
    /// nothing about them.
    ///
    /// # Errors
    /// What a pass refuses.
    pub fn loops(&self, platform: &Platform) -> Result<Loops, Failure> {
        let loops = report::loops(self.way.context, &self.way.module, &self.bindings, platform);
        loops.map_err(|errors| self.way.log.fail(errors))
    }

    /// What its schedule for a CPU costs by count ([`tc_schedule::cost`]), without making
    /// code of it; none if it cannot be counted.
    ///
    /// # Errors
    /// What a pass refuses, such as an illegal schedule.
    pub fn count(self, platform: &Platform) -> Result<Option<f64>, Failure> {
        let Bound {
            mut way, bindings, ..
        } = self;
        match cliff::count(&mut way, &bindings, platform) {
            Ok(cost) => Ok(cost),
            Err(errors) => Err(way.log.fail(errors)),
        }
    }

    /// Compiles it for a platform, as far as running, reporting and printing need it.
    ///
    /// # Errors
    /// What a pass refuses, such as an illegal schedule.
    pub fn compile(self, platform: Platform) -> Result<Compiled<'c>, Failure> {
        Compiled::of(self, platform)
    }

    /// A failure with these errors after all diagnostics so far.
    pub fn failed(&self, errors: Errors) -> Failure {
        self.way.log.fail(errors)
    }
}

/// Values for open sizes where nothing runs: code does not depend on them, but those of a call must
/// be some that the operator allows.
const STAND_INS: [i64; 4] = [64, 1024, 1, 0];

/// A def at the first of these values that it allows, for all open sizes without a value.
fn at_stand_ins(
    name: &str,
    module: &Module<'_>,
    known: Known,
    open: &[String],
) -> Option<(Entry, Call)> {
    STAND_INS.iter().find_map(|value| {
        let mut sizes = known.sizes.to_vec();
        for size in open {
            if !sizes.iter().any(|(given, _)| given == size) {
                sizes.push((size.clone(), *value));
            }
        }
        let known = Known {
            sizes: &sizes,
            ..known
        };
        call::bind(name, module, known, Contents::None).ok()
    })
}

/// The progress message during the evaluation.
pub(crate) const EVALUATOR: &str = "reference evaluator";

/// The outcome of a program that is not compiled yet.
pub(crate) fn evaluate(
    context: &Context,
    module: &Module<'_>,
    entry: &Entry,
    call: &Call,
    verify: bool,
) -> Result<Tensors, Errors> {
    match entry.level {
        Level::Tc => call.evaluate(&entry.name, module),
        _ => lowered::in_own_order(context, module, entry, call, verify),
    }
}
