//! A program that is compiled for a platform: its levels are printed, its kernels are ready.
//!
//! Before it is lowered, options that a search has found take the place of defaults (`tuned`), and
//! the cache may have its code (`cached`, by its `key`). Then the stages of the platform run one by
//! one, the checks of subscripts before them (`checks`), and behind each one the level is printed
//! or explained (`explain`). At the end stand machine code and PTX (`code`), or the parts of a
//! function for C (`ahead`).

mod ahead;
pub(crate) mod cached;
pub(crate) mod checks;
mod cliff;
pub(crate) mod code;
mod explain;
pub(crate) mod fit;
mod flops;
mod key;
pub(crate) mod loops;
mod open_sizes;
pub(crate) mod own_order;
pub mod report;
mod tuned;

use crate::{
    bound::{
        Bound,
        call::Call,
        open::{self, Open},
    },
    errors::Errors,
    outcome::{Failure, Outcome},
    platform::Platform,
    program::entries::Entry,
    way::{self, Way},
};
pub use cached::COMPILER;
use checks::{Before, Lowered};
use cliff::Cliff;
use code::Code;
use melior::ir::Module;
use tc_comprehensions::bounds_checks::{Check, Checks};
use tc_pipelines::{Bindings, Level};
use tc_schedule::work::KernelWork;

/// A program that is compiled for a platform.
pub struct Compiled<'c> {
    pub(crate) way: Way<'c>,
    pub(crate) platform: Platform,
    pub(crate) entry: Entry,
    pub(crate) call: Call,
    runs: bool,
    pub(crate) verify: bool,
    /// The program as it was bound, for the reference evaluator.
    pub(crate) program: Option<Module<'c>>,
    /// The recorder of subscripts that are data.
    pub(crate) checks: Vec<Check>,
    /// The arguments whose values decide about places: a run in memory that others may change
    /// copies them before it checks them.
    pub(crate) deciding: Vec<usize>,
    /// The checks of subscripts before each run.
    pub(crate) before: Option<Before<'c>>,
    /// The same for a function for C.
    ahead: Option<Lowered<'c>>,
    /// What calls of a function for C must satisfy.
    rules: Option<Open>,
    /// The work of the kernels, for the report.
    work: Vec<KernelWork>,
    /// The machine code, if it is kept in the cache or comes from there.
    pub(crate) code: Option<Code>,
    /// The entry of the cache that has it.
    pub(crate) kept: Option<tc_cache::Key>,
    /// Sizes that the code takes at each call, in its order.
    open: Vec<String>,
}

impl<'c> Bound<'c> {
    /// Compiles it for a platform, as far as running, reporting and printing need it.
    ///
    /// # Errors
    /// What a pass refuses, such as an illegal schedule.
    pub fn compile(self, platform: Platform) -> Result<Compiled<'c>, Failure> {
        let bound = self;
        let wanted = bound.checking.bounds_checks.on(platform.executor());
        let copies = wanted == Some(Checks::Computed) && bound.entry.level == Level::Tc;
        let wanted = wanted.filter(|_| bound.reads_at_data);
        let mut compiled = Compiled {
            way: bound.way,
            platform,
            entry: bound.entry,
            call: bound.call,
            runs: bound.runs,
            verify: bound.checking.verify,
            program: None,
            checks: Vec::new(),
            deciding: Vec::new(),
            before: None,
            ahead: None,
            rules: None,
            work: Vec::new(),
            code: None,
            kept: None,
            open: Vec::new(),
        };
        compiled.way.watcher = compiled.platform.lowering.watcher.clone();
        let mut bindings = bound.bindings;
        bindings
            .sizes
            .retain(|(name, _)| !bound.open.contains(name));
        compiled.open = bound.open;
        if copies {
            compiled.deciding = match checks::deciding(&compiled.way, &compiled.entry) {
                Ok(deciding) => deciding,
                Err(errors) => return Err(compiled.way.log.fail(errors)),
            };
        }
        let executor = compiled.platform.executor();
        if compiled.runs && executor.runs_code() && !executor.is_emulator() {
            let (module, entry) = (&compiled.way.module, &compiled.entry.name);
            compiled.way.log.outcome.flops = flops::of(module, entry, &bindings);
        }
        compiled.take_tuned(&bindings);
        compiled.tile_open_loops();
        let result = compiled.compile(&bindings, wanted);
        compiled.tell_of_cache();
        match result {
            Ok(()) => Ok(compiled),
            Err(errors) => Err(compiled.way.log.fail(errors)),
        }
    }
}

impl<'c> Compiled<'c> {
    /// Ends without a run.
    pub fn finish(self) -> Outcome {
        self.way.log.finish()
    }

    fn compile(&mut self, bindings: &Bindings, checks: Option<Checks>) -> Result<(), Errors> {
        fit::check(&self.entry, &self.platform)?;
        self.check_open(checks)?;
        let place = self.place(bindings, checks);
        let found = place.as_ref().and_then(|place| self.find(place));
        let (code, kept) = match found {
            Some(found) => (Some(found.code), found.checks),
            None => (None, None),
        };
        if !self.platform.executor().runs_code() {
            self.program = Some(way::copy(&self.way.module)?);
        }
        if !self.platform.lowering.artifacts.is_empty() {
            self.rules = open::of_entry(&self.way.module, &self.entry, &self.open)?;
        }
        if let Some(wanted) = checks {
            let added = self.add_bounds_checks(wanted, bindings, kept);
            added.map_err(|errors| match self.open.first() {
                Some(size) => vec![open_sizes::needs(size)],
                None => errors,
            })?;
        }
        if let Some(place) = &place {
            let said = if code.is_some() { "hit" } else { "miss" };
            self.way.log.outcome.fact("cache", said);
            self.way.log.outcome.fact("cache_key", place.key());
        }
        if code.is_some() {
            self.code = code;
            return Ok(());
        }
        let level = self.entry.level;
        let stages = self.platform.stages_behind(level, bindings, self.verify);
        let original = self.original(bindings)?;
        // A schedule that a script changes is printed behind the script.
        if stages.first().is_none_or(|first| first.level > level) {
            self.arrive(level, &stages, original.as_ref())?;
        }
        let Some(last) = self.last() else {
            return Ok(());
        };
        let wanted = stages.iter().take_while(|stage| stage.level <= last);
        let mut cliff = match level {
            Level::Tc => Cliff::before(self.way.context, &self.way.module, &self.platform),
            _ => None,
        };
        for (index, stage) in wanted.enumerate() {
            match &self.platform.lowering.script {
                Some(script) if stage.level == Level::Schedule => {
                    self.way.scripted(stage, script)?
                }
                _ if self.platform.lowering.explain_mapping => self.explained_stage(stage)?,
                _ => self.way.stage(stage)?,
            }
            if stage.level == Level::Schedule
                && let Some(cliff) = cliff.take()
            {
                let warning = cliff.warning(&self.way.module, bindings);
                self.way.log.tell(warning.into_iter().collect())?;
            }
            self.arrive(stage.level, &stages[index + 1..], original.as_ref())?;
        }
        self.make_artifacts()?;
        match place {
            Some(place) => self.generate(&place),
            None => Ok(()),
        }
    }

    /// The last level that is needed: the machine's to run or to report, else the last printed one.
    /// The reference evaluator needs none.
    fn last(&self) -> Option<Level> {
        let lowering = &self.platform.lowering;
        let code = (!lowering.artifacts.is_empty()).then_some(Level::Llvm);
        let printed = lowering.levels.iter().copied().chain(code).max();
        if self.platform.reported().is_some() {
            Some(Level::Ptx)
        } else if !self.platform.executor().runs_code() {
            printed
        } else if self.runs || lowering.watcher.is_some() {
            Some(Level::Ptx)
        } else {
            Some(printed.unwrap_or(Level::Ptx))
        }
    }
}
