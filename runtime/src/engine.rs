//! One run, from text to tensors.
//!
//! ```text
//! read and check the program ─► tc level (ranges inferred) ─► check the call, bind sizes ─┬─► reference evaluator
//!                                                                                        └─► stages to the machine ─► executor
//! ```
//! Nothing is written before everything that can fail has not: outputs and levels go to their files at the very end.

use crate::{
    call::{self, Call},
    checks::Before,
    execute::{self, Emulation, Profile},
    inputs::Input,
    levels::{self, Emit},
    npy,
    output_dir::OutputDir,
    print::{self, Print},
    progress::Progress,
    report, source,
};
use melior::{Context, ir::Module};
use serde_json::{Value, json};
use std::{fmt::Write, path::PathBuf, time::Instant};
use tc_dialects::{
    diagnostic::{Code, Diagnostic, SourceMap, deny_warnings},
    tensor::{ElementType, Tensor},
};
use tc_passes::{
    analysis::work::KernelWork,
    api::{self, PipelineFailure},
    mapping::MappingOptions,
    pipelines::{self, Bindings, Level, Stage},
    target::{self, Target},
    tc::bounds_checks::{Check, Checks, checks_of},
    tc::inference::explain::{self, Explanation},
};

/// What runs the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Executor {
    Reference,
    Cpu,
    Emulator,
    Cuda,
}

impl Executor {
    /// The name on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Executor::Reference => "reference",
            Executor::Cpu => "cpu",
            Executor::Emulator => "emulator",
            Executor::Cuda => "cuda",
        }
    }

    fn machine(self) -> &'static str {
        match self {
            Executor::Reference | Executor::Cpu => "host",
            Executor::Emulator | Executor::Cuda => "sm_90a",
        }
    }
}

/// What to do.
#[derive(Clone, Debug)]
pub struct Request {
    /// The program: TC text, or by its ending `.mlir` a module at any level.
    pub file: PathBuf,
    /// What the program says; what the file says if there is none.
    pub text: Option<String>,
    /// The def, scop or function; the only one of the file if there is no name.
    pub entry: Option<String>,
    /// Sizes and integer scalars by name.
    pub sizes: Vec<(String, i64)>,
    pub inputs: Vec<Input>,
    pub output_dir: Option<PathBuf>,
    pub executor: Executor,
    /// The target description; the executor's own if there is none.
    pub machine: Option<String>,
    pub emit: Vec<Emit>,
    /// Returned tensors to be printed.
    pub print: Print,
    pub explain_ranges: bool,
    /// A tensor that does not start at 0 is an error.
    pub strict_ranges: bool,
    /// Warnings are errors.
    pub deny_warnings: bool,
    /// Show on the terminal what takes long.
    pub progress: bool,
    pub mapping: MappingOptions,
    /// Compare with the reference evaluator, or a scop with its statements' own order.
    pub check: bool,
    /// Prove the schedule of a module that is a `schedule.scop` already. Without it anything may happen in this process on a CPU.
    pub verify: bool,
    /// Hand the outputs over in the outcome; with `check` those to compare with too, and no comparison here.
    pub collect: bool,
    /// Check reads at data-dependent subscripts at run time on a GPU too.
    pub bounds_checks: bool,
    /// Do not check them on the CPU.
    pub unchecked: bool,
    pub repeat: usize,
    /// Keep source locations in the levels that are printed, and in PTX.
    pub source_lines: bool,
    /// Report on the kernels without running them.
    pub report: bool,
    /// NVIDIA's assembler for the report.
    pub ptxas: Option<PathBuf>,
    /// Print what the emulator counted.
    pub profile: Option<Profile>,
    pub emulation: Emulation,
}

impl Request {
    /// Runs the program in `file` as it is, with nothing printed and nothing written.
    pub fn new(file: PathBuf, executor: Executor) -> Request {
        Request {
            file,
            text: None,
            entry: None,
            sizes: Vec::new(),
            inputs: Vec::new(),
            output_dir: None,
            executor,
            machine: None,
            emit: Vec::new(),
            print: Print::default(),
            explain_ranges: false,
            strict_ranges: false,
            deny_warnings: false,
            progress: false,
            mapping: match executor {
                Executor::Emulator | Executor::Cuda => MappingOptions::gpu(),
                Executor::Reference | Executor::Cpu => MappingOptions::cpu(),
            },
            check: false,
            verify: true,
            collect: false,
            bounds_checks: false,
            unchecked: false,
            repeat: 1,
            source_lines: false,
            report: false,
            ptxas: None,
            profile: None,
            emulation: Emulation::default(),
        }
    }
}

/// What happened.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
    pub sources: SourceMap,
    /// Levels for standard output, in order.
    pub printed: String,
    /// Reports and profiles for a person; for a script they are facts.
    pub reports: String,
    /// Seconds that each stage of the compilation took, by level.
    pub stages: serde_json::Map<String, Value>,
    /// How ranges came about, by definition, if that was asked for.
    pub ranges: Vec<Value>,
    /// What isl did in all of them, in its own count; the same on every machine, and fewer for texts that this process has
    /// made canonical before.
    pub isl_operations: u64,
    /// Facts for the report, in order.
    pub facts: Vec<(&'static str, Value)>,
    /// The returned tensors, where the request collects them.
    pub outputs: Vec<(String, Tensor)>,
    /// The same from the reference evaluator, or a scop's from its statements' own order.
    pub reference: Vec<(String, Tensor)>,
}

/// Why nothing happened.
#[derive(Debug)]
pub struct Failure {
    pub diagnostics: Vec<Diagnostic>,
    pub sources: SourceMap,
    /// The process's exit status.
    pub status: u8,
    /// The program was compiled: what went wrong did so in its execution.
    pub while_running: bool,
}

impl Outcome {
    /// For a person: printed levels, reports, then the facts, a line each; what reports say in words is left out.
    pub fn to_text(&self) -> String {
        let mut text = self.printed.clone() + &self.reports;
        for (name, value) in self
            .facts
            .iter()
            .filter(|(name, _)| !["report", "profile"].contains(name))
        {
            let shown = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            writeln!(text, "{name}: {shown}").expect("writing to a string");
        }
        text
    }

    /// For a script: one object.
    pub fn to_json(&self) -> String {
        let mut object: serde_json::Map<String, Value> = self
            .facts
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        if !self.printed.is_empty() {
            object.insert("printed".to_owned(), Value::String(self.printed.clone()));
        }
        if !self.ranges.is_empty() {
            object.insert("ranges".to_owned(), Value::Array(self.ranges.clone()));
        }
        object.insert("stages".to_owned(), Value::Object(self.stages.clone()));
        object.insert("isl_operations".to_owned(), json!(self.isl_operations));
        let diagnostics = self
            .diagnostics
            .iter()
            .map(|one| one.to_json(&self.sources))
            .collect();
        object.insert("diagnostics".to_owned(), Value::Array(diagnostics));
        format!("{}\n", Value::Object(object))
    }

    pub(crate) fn fact(&mut self, name: &'static str, value: impl Into<Value>) {
        self.facts.push((name, value.into()));
    }
}

/// Errors that end a run.
pub type Errors = Vec<Diagnostic>;

pub(crate) fn error(message: impl Into<String>) -> Errors {
    vec![Diagnostic::error(None, message)]
}

/// Does what is asked.
///
/// # Errors
/// All that is wrong with the program, the call or the machine; then no file has been written.
pub fn run(request: &Request) -> Result<Outcome, Failure> {
    run_in(&crate::new_context(), request)
}

/// Does what is asked in a context that is there, from [`crate::new_context`]: of many small runs, making one takes a tenth.
///
/// # Errors
/// As [`run`].
pub fn run_in(context: &Context, request: &Request) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    let mut run = Run {
        request,
        outcome: &mut outcome,
        work: Vec::new(),
        reads_at_data: false,
        is_module: false,
        operations_before: api::isl_operations(),
        executing: false,
        progress: Progress::new(request.progress),
    };
    let result = run.run(context);
    let while_running = run.executing;
    // The line goes away before anything else is said.
    drop(run);
    match result {
        Ok(()) => {
            outcome.sources.load_files_of(&outcome.diagnostics);
            Ok(outcome)
        }
        Err(errors) => {
            let mut diagnostics = std::mem::take(&mut outcome.diagnostics);
            diagnostics.extend(errors);
            outcome.sources.load_files_of(&diagnostics);
            let budget = diagnostics.iter().any(|one| one.code == Some(Code::TC0601));
            Err(Failure {
                diagnostics,
                sources: outcome.sources,
                status: if budget { 3 } else { 1 },
                while_running,
            })
        }
    }
}

pub(crate) struct Run<'r> {
    pub(crate) request: &'r Request,
    pub(crate) outcome: &'r mut Outcome,
    /// What the kernels have to do, for the report.
    pub(crate) work: Vec<KernelWork>,
    /// Subscripts of which only the data say whether they are in range.
    reads_at_data: bool,
    /// Whether the program is given as a module.
    is_module: bool,
    /// What isl had done in this process when the run began.
    operations_before: u64,
    executing: bool,
    progress: Progress,
}

/// A text that goes to a file at the end.
pub(crate) struct Pending {
    file: PathBuf,
    text: String,
}

impl Run<'_> {
    fn run(&mut self, context: &Context) -> Result<(), Errors> {
        let request = self.request;
        let asked = match &request.machine {
            Some(name) => Some(target::in_pipeline(name).map_err(|reason| reason.diagnostics())?),
            None => None,
        };
        let mut module = self.load(context)?;
        let (target, attach) = self.target(asked, &module)?;
        self.check_levels(&target)?;
        if self.is_module && call::defs(&module).is_empty() {
            return self.run_lowered(context, module, &target, attach.as_deref());
        }
        let mut given = call::read(&request.inputs)?;
        let entry = self.entry(&module)?;

        call::hide_others(&entry, context, &module);
        call::check_names(&entry, &module, request, &given)?;
        call::read_literals(&entry, &module, &mut given)?;
        let scalars = call::scalars(&entry, &module, &request.sizes, &given)?;
        let free = call::free_sizes(&entry, &module, &request.sizes);
        let mut to_tc = pipelines::to_tc(&Bindings {
            sizes: free,
            scalars: scalars.clone(),
        });
        for infer in to_tc.steps_named("tc-infer-ranges") {
            infer.set("notes", "true");
            infer.set("explain", request.explain_ranges.to_string());
            infer.set("strict-ranges", request.strict_ranges.to_string());
        }
        self.stage(context, &mut module, &to_tc)?;
        let records = explain::take(context);
        self.outcome.ranges = records.iter().map(Explanation::to_json).collect();
        let mut pending = Vec::new();
        // Without sizes and inputs a person asks for levels that need none.
        let needs_call = request.output_dir.is_some()
            || request.check
            || request.repeat > 1
            || request.report
            || request.profile.is_some()
            || request.print.is_asked()
            || request.emit.iter().any(|emit| emit.level > Level::Tc)
            || (request.emit.is_empty() && !request.explain_ranges);
        if !needs_call {
            self.emit(&module, Level::Tc, &[], &mut pending)?;
            return self.finish(pending, &[]);
        }

        let mut call = call::bind(&entry, &module, request, &scalars, given)?;
        let folder = request.output_dir.as_deref().map(OutputDir::make);
        let folder = folder.transpose()?;
        if request.check {
            self.progress.phase("reference evaluator");
        }
        let reference = match request.check && request.executor != Executor::Reference {
            true => Some(call.evaluate(&entry, &module)?),
            false => None,
        };
        let bindings = Bindings {
            sizes: call.sizes.clone(),
            scalars,
        };
        let mut stages = levels::stages(&target, attach.as_deref(), &request.mapping, &bindings);
        stages.remove(0);
        let mut before = None;
        let mut checks = Vec::new();
        if let Some(wanted) = self.checks() {
            if wanted == Checks::Computed && call.will_run {
                before = self.checks_before(context, &module, &entry, &bindings, &target)?;
            }
            checks =
                self.add_bounds_checks(context, &mut module, wanted, &entry, &bindings, &mut call)?;
        }
        // What is printed goes on to the same PTX, so only printed locations may change it.
        if request.source_lines
            || (request.executor == Executor::Emulator && request.emit.is_empty())
        {
            tc_backend_cuda::pipeline::with_source_lines(&mut stages);
        }
        self.emit(&module, Level::Tc, &stages, &mut pending)?;
        let outputs = match request.executor {
            Executor::Reference => {
                self.progress.phase("reference evaluator");
                let outputs = call.evaluate(&entry, &module)?;
                self.compile(context, &mut module, &stages, &mut pending)?;
                outputs
            }
            _ => {
                // To run it every stage is needed; to print levels, those up to the last of them.
                let last = match call.will_run || request.report {
                    true => Level::Ptx,
                    false => request
                        .emit
                        .iter()
                        .map(|emit| emit.level)
                        .max()
                        .unwrap_or(Level::Ptx),
                };
                let original = match request.report {
                    true => Some(report::unmapped(context, &module, &bindings)?),
                    false => None,
                };
                self.compile_to(
                    context,
                    &mut module,
                    &stages,
                    last,
                    original.as_ref(),
                    &mut pending,
                )?;
                self.report(&module, &target)?;
                let mut outputs = match call.will_run {
                    true => self.execute(&module, &entry, &mut call, before.as_mut())?,
                    false => Vec::new(),
                };
                check_bounds(&checks, &mut outputs)?;
                match reference {
                    Some(reference) if request.collect => self.outcome.reference = reference,
                    Some(reference) => {
                        self.compare(&outputs, &reference, "the reference evaluator")?
                    }
                    None => {}
                }
                outputs
            }
        };
        self.print(&outputs);
        self.finish(pending, &outputs)?;
        folder.into_iter().for_each(OutputDir::keep);
        if request.collect {
            self.outcome.outputs = outputs;
        }
        Ok(())
    }

    /// The machine that was asked for, or that the module names, or that of the executor; with the name by which it is attached to the
    /// module, where the module does not name it.
    fn target(
        &self,
        asked: Option<Target>,
        module: &Module<'_>,
    ) -> Result<(Target, Option<String>), Errors> {
        let (target, attach) = match (asked, Target::of_operation(module.as_operation())) {
            (Some(target), _) => (target, self.request.machine.clone()),
            (None, Some(target)) => (target, None),
            (None, None) => {
                let name = self.request.executor.machine();
                let target = target::find(name).map_err(|reason| reason.diagnostics())?;
                (target, Some(name.to_owned()))
            }
        };
        let (name, executor) = (target.name(), self.request.executor);
        match (executor, &target) {
            (Executor::Cpu, Target::Gpu(_)) => Err(error(format!(
                "the machine `{name}` is a GPU, and --target cpu runs on a CPU: use --target emulator or --target cuda, or another --machine"
            ))),
            (Executor::Emulator | Executor::Cuda, Target::Cpu(_)) => Err(error(format!(
                "the machine `{name}` is a CPU, and --target {} runs PTX: use --target cpu, or another --machine",
                executor.as_str()
            ))),
            _ => Ok((target, attach)),
        }
    }

    /// Levels that the target's way does not pass.
    fn check_levels(&self, target: &Target) -> Result<(), Errors> {
        let ptx = self
            .request
            .emit
            .iter()
            .any(|emit| emit.level == Level::Ptx);
        match target {
            Target::Cpu(_) if ptx => Err(error(
                "there is no PTX for a CPU: use --target emulator or --target cuda",
            )),
            Target::Cpu(_) if self.request.report => Err(error(
                "a report is about GPU kernels: use --target emulator or --target cuda, or a --machine that is a GPU",
            )),
            _ if self.request.emulation.sample_blocks.is_some()
                && (self.request.check || self.request.output_dir.is_some()) =>
            {
                Err(error(
                    "--sample-blocks leaves results unfinished: leave out --check and --output-dir",
                ))
            }
            _ if self.request.profile.is_some() && self.request.executor != Executor::Emulator => {
                Err(error(
                    "only the emulator makes a profile: use --target emulator",
                ))
            }
            _ => Ok(()),
        }
    }

    /// The program as a module: as it is, or in the `tc` dialect with ranges not inferred yet.
    fn load<'c>(&mut self, context: &'c Context) -> Result<Module<'c>, Errors> {
        let name = self.request.file.display().to_string();
        self.progress.phase(&format!("reading `{name}`"));
        let bytes = match &self.request.text {
            Some(text) => text.clone().into_bytes(),
            None => source::read(&self.request.file)
                .map_err(|reason| error(format!("cannot read `{name}`: {reason}")))?,
        };
        api::remember_input(&bytes);
        self.is_module = source::is_mlir(&self.request.file, &bytes);
        if self.is_module {
            if let Ok(text) = std::str::from_utf8(&bytes) {
                self.outcome.sources.add(name.as_str(), text);
            }
            return api::parse_module(context, &bytes, &name);
        }
        let text = String::from_utf8_lossy(&bytes);
        let file = self.outcome.sources.add(name.as_str(), &*text);
        // The engine specialises free sizes and integer scalars itself, so the checker need not know their values.
        let options = tc_frontend::Options {
            free_sizes: true,
            symbolic_scalars: true,
            deny_warnings: self.request.deny_warnings,
            ..tc_frontend::Options::default()
        };
        let compiled =
            tc_frontend::compile(context, file, self.request.entry.as_deref(), &options)?;
        self.outcome.diagnostics.extend(compiled.diagnostics);
        let module = compiled.module;
        Ok(module)
    }

    fn entry(&self, module: &Module) -> Result<String, Errors> {
        let names: Vec<String> = call::defs(module).iter().map(|def| def.name()).collect();
        match &self.request.entry {
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

    pub(crate) fn stage(
        &mut self,
        context: &Context,
        module: &mut Module,
        stage: &Stage,
    ) -> Result<(), Errors> {
        self.progress
            .phase(&format!("compiling: {}", stage.level.as_str()));
        let begin = Instant::now();
        let result = api::run_pipeline(context, module, &stage.text(), None);
        self.outcome.stages.insert(
            stage.level.as_str().to_owned(),
            json!(begin.elapsed().as_secs_f64()),
        );
        match result {
            Ok(report) => {
                // What is checked at run time on request needs no warning that it is not.
                let checked = self.request.bounds_checks;
                let at_data = |one: &Diagnostic| one.code == Some(Code::TC0306);
                self.reads_at_data |= report.diagnostics.iter().any(at_data);
                let said = report.diagnostics.into_iter();
                let said = said.filter(|one| !checked || !at_data(one));
                self.tell(said.collect())
            }
            Err(PipelineFailure::Failed { diagnostics }) => Err(diagnostics),
            Err(invalid) => Err(error(invalid.to_string())),
        }
    }

    /// Which checks are compiled in. The reference evaluator checks every read itself.
    fn checks(&self) -> Option<Checks> {
        let wanted = match self.request.executor {
            Executor::Reference => None,
            Executor::Cpu => (!self.request.unchecked).then_some(Checks::Computed),
            Executor::Emulator | Executor::Cuda => {
                self.request.bounds_checks.then_some(Checks::Recorded)
            }
        };
        wanted.filter(|_| self.reads_at_data)
    }

    /// Compiles the checks that come before the program.
    fn checks_before<'c>(
        &mut self,
        context: &'c Context,
        module: &Module<'c>,
        entry: &str,
        bindings: &Bindings,
        target: &Target,
    ) -> Result<Option<Before<'c>>, Errors> {
        let begin = Instant::now();
        let before = Before::of(context, module, entry, bindings, target)?;
        let seconds = begin.elapsed().as_secs_f64();
        self.outcome
            .stages
            .insert("checks".to_owned(), json!(seconds));
        Ok(before)
    }

    /// Keeps what there is to say; warnings may be errors.
    fn tell(&mut self, mut said: Vec<Diagnostic>) -> Result<(), Errors> {
        if self.request.deny_warnings {
            deny_warnings(&mut said);
        }
        if said.iter().any(Diagnostic::is_error) {
            return Err(said);
        }
        self.outcome.diagnostics.extend(said);
        Ok(())
    }

    /// Compiles in what records subscripts that are data, and adds the buffers that it writes.
    fn add_bounds_checks(
        &mut self,
        context: &Context,
        module: &mut Module,
        wanted: Checks,
        entry: &str,
        bindings: &Bindings,
        call: &mut Call,
    ) -> Result<Vec<Check>, Errors> {
        self.stage(
            context,
            module,
            &pipelines::with_bounds_checks(bindings, wanted),
        )?;
        let checks = checks_of(call::find(module, entry)?);
        if call.will_run {
            for check in &checks {
                call.add_output(&check.tensor, ElementType::I64, &check.shape())?;
            }
        }
        Ok(checks)
    }

    /// The stages that the levels asked for need, for the reference evaluator, which itself needs none.
    pub(crate) fn compile(
        &mut self,
        context: &Context,
        module: &mut Module,
        stages: &[Stage],
        pending: &mut Vec<Pending>,
    ) -> Result<(), Errors> {
        match self.request.emit.iter().map(|emit| emit.level).max() {
            Some(last) => self.compile_to(context, module, stages, last, None, pending),
            None => Ok(()),
        }
    }

    pub(crate) fn compile_to(
        &mut self,
        context: &Context,
        module: &mut Module,
        stages: &[Stage],
        last: Level,
        original: Option<&Module>,
        pending: &mut Vec<Pending>,
    ) -> Result<(), Errors> {
        for (index, stage) in stages
            .iter()
            .enumerate()
            .filter(|(_, stage)| stage.level <= last)
        {
            self.stage(context, module, stage)?;
            if self.request.report && stage.level == Level::Schedule {
                let said = &mut self.outcome.diagnostics;
                self.work = report::work(module, original.unwrap_or(module), said);
            }
            self.emit(module, stage.level, &stages[index + 1..], pending)?;
        }
        Ok(())
    }

    /// Prints the level, if it is asked for.
    pub(crate) fn emit(
        &mut self,
        module: &Module,
        level: Level,
        rest: &[Stage],
        pending: &mut Vec<Pending>,
    ) -> Result<(), Errors> {
        for emit in self.request.emit.iter().filter(|emit| emit.level == level) {
            let text = match level {
                Level::Ptx => tc_backend_cuda::ptx::text(module)
                    .map_err(|reason| error(reason.to_string()))?,
                _ => levels::with_header(&levels::text(module, self.request.source_lines), rest),
            };
            match &emit.file {
                Some(file) => pending.push(Pending {
                    file: file.clone(),
                    text,
                }),
                None => self.outcome.printed.push_str(&text),
            }
        }
        Ok(())
    }

    /// The static report, if it is asked for.
    pub(crate) fn report(&mut self, module: &Module, target: &Target) -> Result<(), Errors> {
        let (true, Target::Gpu(gpu)) = (self.request.report, target) else {
            return Ok(());
        };
        let made = report::of(module, gpu, &self.work, self.request.ptxas.as_deref())?;
        self.outcome.reports.push_str(&made.to_text());
        self.outcome.fact("report", made.to_json());
        Ok(())
    }

    pub(crate) fn execute(
        &mut self,
        module: &Module,
        entry: &str,
        call: &mut Call,
        before: Option<&mut Before>,
    ) -> Result<Vec<(String, Tensor)>, Errors> {
        self.executing = true;
        self.progress
            .phase(&format!("running: {}", self.request.executor.as_str()));
        let report = match self.request.executor {
            Executor::Cpu => execute::cpu(module, entry, call, self.request.repeat, before)?,
            Executor::Cuda => execute::cuda(module, entry, call, self.request.repeat)?,
            Executor::Emulator => execute::emulator(
                module,
                entry,
                call,
                self.request.emulation,
                self.request.profile,
            )?,
            Executor::Reference => unreachable!("the reference evaluator has no module to execute"),
        };
        self.executing = false;
        self.outcome.fact("target", self.request.executor.as_str());
        self.outcome.reports.push_str(&report.text);
        for (name, value) in report.facts {
            self.outcome.fact(name, value);
        }
        if !report.seconds.is_empty() {
            let mut seconds = report.seconds;
            seconds.sort_by(f64::total_cmp);
            self.outcome.fact(
                "seconds",
                json!({"min": seconds[0], "median": seconds[seconds.len() / 2], "max": seconds[seconds.len() - 1], "runs": seconds.len()}),
            );
        }
        Ok(call.take_outputs())
    }

    /// The largest difference to the reference, relative to the largest value.
    pub(crate) fn compare(
        &mut self,
        outputs: &[(String, Tensor)],
        reference: &[(String, Tensor)],
        what: &str,
    ) -> Result<(), Errors> {
        let mut worst = 0.0_f64;
        for ((name, got), (_, want)) in outputs.iter().zip(reference) {
            let difference = call::difference(got, want)?;
            let tolerance = call::tolerance(want.element_type());
            if difference > tolerance {
                return Err(error(format!(
                    "output `{name}` differs from {what} by {difference:.3e} of its largest value, more than {tolerance:.0e}"
                )));
            }
            worst = worst.max(difference);
        }
        self.outcome.fact("max_error", worst);
        Ok(())
    }

    /// Prints the outputs that are asked for, each below its name, type and shape.
    fn print(&mut self, outputs: &[(String, Tensor)]) {
        let wanted = outputs
            .iter()
            .filter(|(name, _)| self.request.print.wants(name));
        for (name, tensor) in wanted {
            writeln!(
                self.outcome.printed,
                "{name}: {}{:?}\n{}",
                tensor.element_type().name(),
                tensor.shape(),
                print::to_text(tensor)
            )
            .expect("writing to a string");
        }
    }

    /// Writes everything; what cannot be written leaves nothing behind.
    pub(crate) fn finish(
        &mut self,
        pending: Vec<Pending>,
        outputs: &[(String, Tensor)],
    ) -> Result<(), Errors> {
        self.outcome.isl_operations = api::isl_operations() - self.operations_before;
        let mut written: Vec<PathBuf> = Vec::new();
        let result = self.write(pending, outputs, &mut written);
        if result.is_err() {
            for file in written {
                // Best effort: the error to report is the one that came first.
                let _ = std::fs::remove_file(file);
            }
        }
        result
    }

    fn write(
        &mut self,
        pending: Vec<Pending>,
        outputs: &[(String, Tensor)],
        written: &mut Vec<PathBuf>,
    ) -> Result<(), Errors> {
        if let Some(folder) = &self.request.output_dir {
            for (name, tensor) in outputs {
                let file = folder.join(format!("{name}.npy"));
                npy::write(&file, tensor).map_err(|reason| error(reason.to_string()))?;
                written.push(file);
            }
        }
        for Pending { file, text } in pending {
            api::write_atomically(&file, text.as_bytes())
                .map_err(|reason| error(reason.to_string()))?;
            written.push(file);
        }
        Ok(())
    }
}

/// Takes what was recorded out of the outputs; the first value that is out of range, in the order of the program, is an error.
fn check_bounds(checks: &[Check], outputs: &mut Vec<(String, Tensor)>) -> Result<(), Errors> {
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

pub(crate) fn quoted(names: &[String]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
