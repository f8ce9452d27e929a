//! A program that is compiled for a platform: its levels are printed, its kernels are ready.

use crate::{
    ahead,
    bound::{self, Bound},
    call::{self, Call},
    checks::{Before, Lowered},
    cliff::Cliff,
    cpu::{self, Runs},
    execute::{self, Emulation, Profile},
    flops, lowered,
    machine::{Machine, Runner},
    module::Entry,
    open::{self, Open},
    outcome::{Errors, Failure, Outcome, Tensors},
    platform::{Executor, Platform},
    report,
    rounds::Rounds,
    statements,
    stored::{Code, Place},
    way::{self, Way},
};
use melior::ir::Module;
use std::{path::Path, time::Instant};
use tc_comprehensions::bounds_checks::{Check, Checks, checks_of, deciding_inputs};
use tc_dialects::target::Target;
use tc_dialects::tensor::ElementType;
use tc_pass_host::Decision;
use tc_pipelines::{
    Bindings, Level, Stage,
    mapping::{MappingOptions, Tile},
};
use tc_schedule::work::KernelWork;
use tc_scop::warps;
use tc_syntax::diagnostic::Diagnostic;

/// The tiles of loops of a GPU whose sizes are open.
const OPEN_TILE: [u64; 3] = [32; 3];

/// `N is`, or `N and M are`
fn are(names: &[String]) -> String {
    let verb = if names.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", names.join(" and "))
}

/// How a compiled program is run.
#[derive(Clone, Debug)]
pub struct Running {
    /// The number of timed runs; each starts with the same contents.
    pub repeat: usize,
    /// On the CPU, in place of `repeat`: numbers of runs, each answered by a line with their times.
    pub rounds: Option<Rounds>,
    /// Threads of the CPU; all cores where none are given.
    pub threads: Option<usize>,
    /// Measure the kernels on the device as often, after the run; the emulator counts instead.
    pub time: Option<usize>,
    /// What the emulator does beside running; nothing on other executors.
    pub emulation: Emulation,
    /// Print the counters of the emulator, or what each thread of the CPU did.
    pub profile: Option<Profile>,
}

impl Default for Running {
    fn default() -> Self {
        Running {
            repeat: 1,
            rounds: None,
            threads: None,
            time: None,
            emulation: Emulation::default(),
            profile: None,
        }
    }
}

/// A program that is compiled for a platform.
pub struct Compiled<'c> {
    pub(crate) way: Way<'c>,
    pub(crate) platform: Platform,
    pub(crate) entry: Entry,
    call: Call,
    pub(crate) runs: bool,
    pub(crate) verify: bool,
    /// The program as it was bound, for the reference evaluator.
    program: Option<Module<'c>>,
    /// The recorder of subscripts that are data.
    checks: Vec<Check>,
    /// The arguments whose values decide about places: a run in memory that others may change
    /// copies them before it checks them.
    deciding: Vec<usize>,
    /// The checks of subscripts before each run.
    pub(crate) before: Option<Before<'c>>,
    /// The same for a function for C.
    ahead: Option<Lowered<'c>>,
    /// What calls of a function for C must satisfy.
    rules: Option<Open>,
    /// The work of the kernels, for the report.
    work: Vec<KernelWork>,
    /// The machine code, if it is kept in the cache or comes from there.
    code: Option<Code>,
    /// The entry of the cache that has it.
    pub(crate) kept: Option<tc_cache::Key>,
    /// Sizes that the code takes at each call, in its order.
    pub(crate) open: Vec<String>,
}

impl<'c> Compiled<'c> {
    pub(crate) fn of(bound: Bound<'c>, platform: Platform) -> Result<Self, Failure> {
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
        let mut bindings = bound.bindings;
        bindings
            .sizes
            .retain(|(name, _)| !bound.open.contains(name));
        compiled.open = bound.open;
        if copies {
            compiled.deciding = match deciding(&compiled.way, &compiled.entry) {
                Ok(deciding) => deciding,
                Err(errors) => return Err(compiled.way.log.fail(errors)),
            };
        }
        if compiled.runs && matches!(compiled.platform.executor(), Executor::Cpu | Executor::Cuda) {
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

    /// Static facts about the kernels: from their PTX, and with NVIDIA's assembler from the machine
    /// code.
    ///
    /// # Errors
    /// PTX that cannot be assembled, or a missing assembler.
    pub fn report(&mut self, ptxas: Option<&Path>) -> Result<(), Failure> {
        let Some(gpu) = self.platform.reported() else {
            return Ok(());
        };
        let log = &mut self.way.log;
        match report::of(&self.way.module, gpu, &self.work, ptxas) {
            Ok(made) => {
                log.outcome.reports.push_str(&made.to_text());
                log.outcome.fact("report", made.to_json());
                Ok(())
            }
            Err(errors) => Err(log.fail(errors)),
        }
    }

    /// Runs it on the tensors that were bound.
    ///
    /// # Errors
    /// Failures of the execution, such as a finding of the emulator's sanitizer or a subscript out
    /// of range.
    pub fn run(mut self, running: &Running) -> Result<Outcome, Failure> {
        let executor = self.platform.executor();
        let result = match executor {
            Executor::Reference => self.evaluate(),
            _ => self.execute(running),
        };
        let mut outputs = result.map_err(|errors| Failure {
            while_running: executor != Executor::Reference,
            ..self.way.log.fail(errors)
        })?;
        check_bounds(&self.checks, &mut outputs).map_err(|errors| self.way.log.fail(errors))?;
        let mut outcome = self.finish();
        outcome.outputs = outputs;
        Ok(outcome)
    }

    /// What runs it as often as the caller likes, without a context; the outcome has no tensors.
    ///
    /// # Errors
    /// Machine code, PTX or plans that cannot be made.
    pub(crate) fn into_machine(self) -> Result<(Entry, Machine, Outcome), Failure> {
        let Compiled {
            way, entry, call, ..
        } = self;
        let executor = self.platform.executor();
        let target = limits(&way, &entry, &self.platform);
        let checks = self.before.map(|before| before.checks);
        let code = match (self.code, executor) {
            (None, Executor::Reference) => Ok(None),
            (None, _) => Code::of(executor, &way.module, &entry.name).map(Some),
            (code, _) => Ok(code),
        };
        let runner = code.and_then(|code| Runner::of(executor, code, target.as_ref(), checks));
        match runner {
            Ok(runner) => {
                let machine = Machine {
                    runner,
                    records: call.buffers,
                    recorders: self.checks,
                    deciding: self.deciding,
                    kept: self.kept,
                };
                Ok((entry, machine, way.log.finish()))
            }
            Err(errors) => Err(way.log.fail(errors)),
        }
    }

    /// Ends without a run.
    pub fn finish(self) -> Outcome {
        self.way.log.finish()
    }

    fn compile(&mut self, bindings: &Bindings, checks: Option<Checks>) -> Result<(), Errors> {
        lowered::check_platform(&self.entry, &self.platform)?;
        self.check_open(checks)?;
        let place = self.place(bindings, checks);
        let found = place.as_ref().and_then(|place| self.find(place));
        let (code, kept) = match found {
            Some(found) => (Some(found.code), found.checks),
            None => (None, None),
        };
        if self.platform.executor() == Executor::Reference {
            self.program = Some(way::copy(&self.way.module)?);
        }
        if !self.platform.lowering.artifacts.is_empty() {
            self.rules = open::of_entry(&self.way.module, &self.entry, &self.open)?;
        }
        if let Some(wanted) = checks {
            let added = self.add_bounds_checks(wanted, bindings, kept);
            added.map_err(|errors| match self.open.first() {
                Some(size) => vec![needs_sizes(size)],
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

    /// Gives the loops of a GPU tiles where open sizes leave nothing to derive them from.
    fn tile_open_loops(&mut self) {
        let lowering = &mut self.platform.lowering;
        let is_derived = matches!(lowering.mapping.tile, Tile::Derived(_));
        let is_mapped = lowering.script.is_none() && lowering.executor.is_gpu();
        if self.open.is_empty() || !is_derived || !is_mapped {
            return;
        }
        lowering.mapping.tile = Tile::Sizes(OPEN_TILE.to_vec());
        // Each copy of a body would have conditions of its own.
        if lowering.mapping.unroll == MappingOptions::gpu().unroll {
            lowering.mapping.unroll = 1;
        }
        if lowering.explain_mapping {
            let (tile, loops) = (OPEN_TILE[0], OPEN_TILE.len());
            let what =
                format!("{tile} for each of the {loops} outermost loops, and nothing is unrolled");
            let decision = Decision::passed("tile sizes".to_owned(), what)
                .because(format!(
                    "{} open, so that no cost is known to choose by",
                    are(&self.open)
                ))
                .unless("the mapping options tile and unroll");
            self.way.log.outcome.decisions.push(decision);
        }
    }

    /// Refuses what needs the values of open sizes.
    fn check_open(&self, checks: Option<Checks>) -> Result<(), Errors> {
        let Some(size) = self.open.first() else {
            return Ok(());
        };
        let lowering = &self.platform.lowering;
        let what = match () {
            () if checks.is_some_and(|checks| checks != Checks::Computed) => {
                "checks of subscripts that are data need, on this target,"
            }
            () if lowering.report => "a report needs",
            () => return Ok(()),
        };
        let message = format!("size `{size}` cannot be left open: {what} all sizes");
        Err(vec![
            Diagnostic::error(None, message).help(format!("give {size} a value")),
        ])
    }

    /// Generates the machine code, and keeps it.
    fn generate(&mut self, place: &Place) -> Result<(), Errors> {
        let begin = Instant::now();
        let executor = self.platform.executor();
        let code = Code::of(executor, &self.way.module, &self.entry.name)?;
        self.way.took("code", begin);
        // For the emulator it is of no use.
        let code = if place.is_written() && executor == Executor::Cuda {
            code.assembled()
        } else {
            code
        };
        self.code = Some(code.clone());
        self.keep(place, code);
        Ok(())
    }

    /// Makes the requested parts of a function for C.
    fn make_artifacts(&mut self) -> Result<(), Errors> {
        if self.platform.lowering.artifacts.is_empty() {
            return Ok(());
        }
        let begin = Instant::now();
        let function = ahead::Function {
            module: &self.way.module,
            entry: &self.entry,
            before: self.ahead.as_ref(),
            checks: &self.checks,
            open: self.rules.as_ref(),
            is_parallel: self.platform.lowering.parallel,
        };
        for artifact in &self.platform.lowering.artifacts {
            let made = function.make(*artifact, &self.platform.processor())?;
            self.way.log.outcome.code.push((*artifact, made));
        }
        self.way.took("code", begin);
        Ok(())
    }

    /// Runs a stage, and keeps what its passes decided for the report.
    fn explained_stage(&mut self, stage: &Stage) -> Result<(), Errors> {
        let mut report = self.way.stage_in_silence(stage)?;
        let decisions: Vec<Decision> = report.take();
        let log = &mut self.way.log;
        log.outcome.decisions.extend(decisions);
        if stage.level == Level::Schedule {
            log.outcome.statements = statements::of(&self.way.module, &log.outcome.sources);
        }
        log.tell(report.diagnostics)
    }

    /// The last level that is needed: the machine's to run or to report, else the last printed one.
    /// The reference evaluator needs none.
    fn last(&self) -> Option<Level> {
        let lowering = &self.platform.lowering;
        let code = (!lowering.artifacts.is_empty()).then_some(Level::Llvm);
        let printed = lowering.levels.iter().copied().chain(code).max();
        match self.platform.executor() {
            _ if self.platform.reported().is_some() => Some(Level::Ptx),
            Executor::Reference => printed,
            _ if self.runs => Some(Level::Ptx),
            _ => Some(printed.unwrap_or(Level::Ptx)),
        }
    }

    /// The scops in the order of their statements, if the work is to be counted on them.
    fn original(&self, bindings: &Bindings) -> Result<Option<Module<'c>>, Errors> {
        let Way {
            context, module, ..
        } = &self.way;
        match (self.platform.reported(), self.entry.level) {
            (Some(_), Level::Tc) => {
                report::unmapped(context, module, bindings, &self.platform).map(Some)
            }
            (Some(_), Level::Schedule) => {
                lowered::statement_order(context, module, Level::Schedule, self.verify).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Counts the kernels of a level and prints its text, if requested.
    fn arrive(
        &mut self,
        level: Level,
        rest: &[Stage],
        original: Option<&Module<'c>>,
    ) -> Result<(), Errors> {
        if let (Level::Schedule, Some(original)) = (level, original) {
            let said = &mut self.way.log.outcome.diagnostics;
            let lanes = warps::lanes(Some(&self.platform.target));
            self.work = report::work(&self.way.module, original, lanes, said);
        }
        let lowering = &self.platform.lowering;
        if lowering.levels.contains(&level) {
            self.way.print(level, rest, lowering.source_lines)
        } else {
            Ok(())
        }
    }

    /// Compiles the checks of subscripts that are data into the program, and adds the buffers that
    /// they write.
    fn add_bounds_checks(
        &mut self,
        wanted: Checks,
        bindings: &Bindings,
        kept: Option<Vec<u8>>,
    ) -> Result<(), Errors> {
        let name = &self.entry.name;
        if wanted == Checks::Computed && self.runs {
            let begin = Instant::now();
            let Way {
                context, module, ..
            } = &self.way;
            let (target, open) = (&self.platform.target, &self.open);
            self.before = Before::of(context, module, name, bindings, target, open, kept)?;
            self.way.took("checks", begin);
        }
        let for_c = !self.platform.lowering.artifacts.is_empty();
        if wanted == Checks::Computed && for_c {
            let Way {
                context, module, ..
            } = &self.way;
            self.ahead = Lowered::of(context, module, name, bindings, &self.platform.target)?;
        }
        self.way
            .stage(&tc_pipelines::with_bounds_checks(bindings, wanted))?;
        self.checks = checks_of(call::find(&self.way.module, name)?);
        if self.runs {
            for check in &self.checks {
                let shape = check.shape();
                self.call
                    .add_output(&check.tensor, ElementType::I64, &shape)?;
            }
        }
        Ok(())
    }

    fn evaluate(&mut self) -> Result<Tensors, Errors> {
        let log = &mut self.way.log;
        log.progress.phase(bound::EVALUATOR);
        let program = self.program.as_ref().unwrap_or(&self.way.module);
        let (entry, call) = (&self.entry, &self.call);
        let outputs = bound::evaluate(self.way.context, program, entry, call, self.verify)?;
        if entry.level != Level::Tc {
            log.outcome.fact("target", Executor::Reference.as_str());
        }
        Ok(outputs)
    }

    fn execute(&mut self, running: &Running) -> Result<Tensors, Errors> {
        let executor = self.platform.executor();
        let target = limits(&self.way, &self.entry, &self.platform);
        let log = &mut self.way.log;
        log.progress
            .phase(&format!("running: {}", executor.as_str()));
        let (entry, call) = (&self.entry.name, &mut self.call);
        let repeat = running.repeat;
        let (module, kept) = (&self.way.module, self.code.take());
        let code = || kept.map_or_else(|| Code::of(executor, module, entry), Ok);
        let report = match executor {
            Executor::Cpu => {
                let runs = Runs {
                    repeat,
                    rounds: running.rounds.as_ref(),
                    threads: running.threads,
                    profile: running.profile.is_some(),
                };
                cpu::run(
                    || code()?.object(),
                    entry,
                    call,
                    &runs,
                    self.before.as_ref(),
                )?
            }
            Executor::Cuda => code()?.ptx()?.cuda(call, repeat, running.time)?,
            Executor::Emulator => execute::Emulated::of(code()?.ptx()?, target.as_ref())?.run(
                call,
                running.emulation,
                running.profile,
                running.time.is_some(),
            )?,
            Executor::Reference => unreachable!("the reference evaluator has no module to execute"),
        };
        let outcome = &mut log.outcome;
        outcome.fact("target", executor.as_str());
        outcome.reports.push_str(&report.text);
        outcome.facts.extend(report.facts);
        if !report.seconds.is_empty() {
            outcome.fact("seconds", cpu::summary(report.seconds));
        }
        Ok(self.call.take_outputs())
    }
}

/// Subscripts whose checks cannot be compiled with this size left open.
fn needs_sizes(size: &str) -> Diagnostic {
    let message = format!(
        "size `{size}` cannot be left open: the checks of some subscripts that are data need all sizes"
    );
    Diagnostic::error(None, message).help(format!(
        "give {size} a value: with open sizes, subscripts are checked that depend on inputs alone, in ranges of sizes"
    ))
}

/// The positions of the arguments that decide about places.
fn deciding(way: &Way<'_>, entry: &Entry) -> Result<Vec<usize>, Errors> {
    let names = deciding_inputs(call::find(&way.module, &entry.name)?);
    let all = entry.parameters.iter().enumerate();
    let found = all.filter(|(_, one)| names.contains(&one.name));
    Ok(found.map(|(position, _)| position).collect())
}

/// The machine whose limits hold for launches: that of the module, which has none where nothing was
/// lowered.
fn limits(way: &Way<'_>, entry: &Entry, platform: &Platform) -> Option<Target> {
    let named = Target::of_operation(way.module.as_operation());
    named.or_else(|| (entry.level == Level::Tc).then(|| platform.target.clone()))
}

/// Takes what was recorded out of the outputs; the first value that is out of range, in the order
/// of the program, is an error.
fn check_bounds(checks: &[Check], outputs: &mut Tensors) -> Result<(), Errors> {
    let first = outputs.len().saturating_sub(checks.len());
    let recorded = outputs.split_off(first);
    let violation = checks
        .iter()
        .zip(&recorded)
        .find_map(|(check, (_, values))| {
            check.violation(values.as_slice().expect("recorded values are int64"))
        });
    violation.map_or(Ok(()), |violation| Err(vec![violation]))
}
