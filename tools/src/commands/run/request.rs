//! The request of a command line, and how far along the row of the engine's types it leads.

use super::{
    Answer,
    arguments::{Arguments, Profile, Target},
    explore,
};
use melior::Context;
use std::{env, path::PathBuf};
use tc_dialects::elements::ALIGNMENT;
use tc_explorer::Explorer;
use tc_pipelines::Level;
use tc_pipelines::mapping::{MappingOptions, Math};
use tc_runtime::{
    BoundsChecks, CacheMode, Checked, Checking, Contents, Delivery, Emulation, Errors, Executor,
    Failure, Given, Lowering, Outcome, OutputDir, Print, Program, Reading, Rounds, Running, Script,
    Source, Store, Tuned, source,
};
use tc_syntax::diagnostic::Diagnostic;

/// One run.
pub(super) struct Request {
    files: Vec<PathBuf>,
    reading: Reading,
    checking: Checking,
    given: Given,
    lowering: Lowering,
    /// The file of a script.
    schedule: Option<PathBuf>,
    running: Running,
    delivery: Delivery,
    /// On integers that wrap in place of floating values.
    algebra: bool,
    /// Compare with the reference results.
    check: bool,
    /// NVIDIA's assembler for the report.
    ptxas: Option<PathBuf>,
    /// The program comes from a stranger.
    untrusted: bool,
    /// What shows the compilation in files.
    explorer: Option<Explorer>,
}

impl Request {
    /// The request of a command line.
    pub(super) fn new(arguments: &Arguments, progress: bool) -> Result<Request, Answer> {
        check_standard_input(arguments)?;
        let executor = executor(arguments);
        let mapping = mapping(arguments, executor)?;
        let explorer = explore::explorer(arguments, executor, &mapping)?;
        let delivery = Delivery {
            emit: arguments.emit.clone(),
            print: printed(&arguments.print),
            output_dir: arguments.output_dir.clone(),
        };
        Ok(Request {
            files: arguments.files.clone(),
            reading: Reading {
                only_library: arguments.untrusted.is_some(),
                deny_warnings: arguments.deny_warnings,
                progress,
            },
            checking: checking(arguments, &delivery),
            given: Given {
                sizes: arguments.sizes.clone(),
                inputs: arguments.inputs.clone(),
                open: arguments.open.clone(),
            },
            lowering: Lowering {
                executor,
                machine: arguments.machine.clone(),
                mapping,
                script: None,
                levels: delivery.levels(),
                artifacts: delivery.artifacts(),
                processor: arguments.cpu.clone(),
                parallel: arguments.parallel,
                source_lines: arguments.source_lines,
                report: arguments.report,
                explain_mapping: arguments.explain.iter().any(|one| one == "mapping"),
                // Callers of an object file have their arrays where they please.
                alignment: if delivery.artifacts().is_empty() {
                    ALIGNMENT
                } else {
                    0
                },
                verify_code: arguments.verify.is_some(),
                cache: cache(arguments)?,
                tuned: tuned(arguments)?,
                watcher: explorer.as_ref().map(Explorer::watcher),
            },
            schedule: arguments.schedule.clone(),
            running: running(arguments),
            delivery,
            algebra: arguments.algebra,
            check: arguments.check,
            ptxas: arguments.ptxas.clone(),
            untrusted: arguments.untrusted.is_some(),
            explorer,
        })
    }

    /// Carries out the request, and shows how it went.
    pub(super) fn run(&self, context: &Context) -> Result<Outcome, Failure> {
        match &self.explorer {
            Some(explorer) => explore::shown(explorer, self.carry_out(context)),
            None => self.carry_out(context),
        }
    }

    /// Carries out the request; everything that can fail comes before the first write.
    fn carry_out(&self, context: &Context) -> Result<Outcome, Failure> {
        let program = Program::read_all(context, &self.files, self.reading)?;
        let mut lowering = self.lowering.clone();
        if let Some(file) = &self.schedule {
            let script = Script::read(context, file);
            lowering.script = Some(script.map_err(|errors| program.failed(errors))?);
        }
        let platform = program.platform(lowering)?;
        self.check_running()
            .map_err(|errors| program.failed(errors).of_usage())?;
        let mut checking = self.checking.clone();
        if let Some(explorer) = &self.explorer {
            explorer.read(program.sources());
            checking.explain_ranges |= program.has_comprehensions();
        }
        let checked = program.check(checking, &self.given)?;
        if let Some(explorer) = &self.explorer {
            checked.show(&explorer.watcher())?;
        }
        if !self.needs_call(&checked) {
            let checked = if self.algebra {
                checked.in_algebra()?
            } else {
                checked
            };
            return self.deliver(self.checked_only(checked));
        }
        if self.untrusted {
            self.check_level(checked.level())
                .map_err(|errors| checked.failed(errors))?;
        }
        let bound = checked.bind(self.contents())?;
        let bound = if self.algebra {
            bound.in_algebra()?
        } else {
            bound
        };
        let folder = match self.delivery.output_dir.as_deref().map(OutputDir::make) {
            Some(Err(errors)) => return Err(bound.failed(errors)),
            Some(Ok(folder)) => Some(folder),
            None => None,
        };
        let expected = if self.check && self.lowering.executor.runs_code() {
            Some(bound.evaluate()?)
        } else {
            None
        };
        let precision = self.lowering.mapping.precision;
        let mut compiled = bound.compile(platform)?;
        compiled.report(self.ptxas.as_deref())?;
        let mut outcome = if self.runs() {
            compiled.run(&self.running)?
        } else {
            compiled.finish()
        };
        if let Some(expected) = expected
            && let Err(errors) = outcome.compare(&expected, precision)
        {
            return Err(outcome.failed(errors));
        }
        let outcome = self.deliver(outcome)?;
        folder.into_iter().for_each(OutputDir::keep);
        Ok(outcome)
    }

    /// Refuses options that leave results unfinished, and a profile of an executor other than the
    /// emulator.
    fn check_running(&self) -> Result<(), Errors> {
        if let Some(rounds) = &self.running.rounds {
            rounds.check()?;
        }
        let message = if self.running.emulation.sample_blocks.is_some()
            && (self.check || self.delivery.output_dir.is_some() || self.delivery.print.is_asked())
        {
            "--sample-blocks leaves results unfinished: leave out --check, --print and --output-dir"
        } else if self.running.rounds.is_some() && !self.lowering.executor.runs_functions() {
            "only the CPU runs in rounds: use --target cpu"
        } else if !self.has_profile() {
            "only the emulator makes this profile: use --target emulator; --profile with --target cpu shows what each thread did"
        } else if self.running.time.is_some() && !self.lowering.executor.is_gpu() {
            "--time measures the kernels of a GPU: use --target cuda, or --repeat for another target"
        } else {
            return Ok(());
        };
        Err(vec![Diagnostic::error(None, message)])
    }

    /// Refuses to run code of a stranger that is not made from comprehensions, whose subscripts we
    /// check, on this machine: only the emulator checks all others.
    fn check_level(&self, level: Level) -> Result<(), Errors> {
        let executor = self.lowering.executor;
        if level <= Level::Tc || executor.is_emulator() || !self.runs() {
            return Ok(());
        }
        let level = level.as_str();
        let message = format!(
            "--untrusted: a module at the level {level} can read and write any memory of this process"
        );
        let help = "run it with --target emulator, which checks every access";
        Err(vec![Diagnostic::error(None, message).help(help)])
    }

    /// Whether what runs the program makes the profile that is asked for, if one is.
    fn has_profile(&self) -> bool {
        let executor = self.lowering.executor;
        match self.running.profile {
            None => true,
            Some(_) if executor.is_emulator() => true,
            Some(form) => {
                executor.runs_functions()
                    && form == tc_runtime::Profile::Text
                    && self.running.rounds.is_none()
            }
        }
    }

    /// Whether the program runs, or is only compiled.
    fn runs(&self) -> bool {
        let shows = !self.delivery.emit.is_empty() || self.lowering.report;
        self.wants_results() || !(shows || self.explorer.is_some())
    }

    fn wants_results(&self) -> bool {
        self.delivery.output_dir.is_some()
            || self.delivery.print.is_asked()
            || self.check
            || self.running.repeat > 1
            || self.running.rounds.is_some()
            || self.running.time.is_some()
            || self.running.profile.is_some()
    }

    fn contents(&self) -> Contents {
        match self.runs() {
            false => Contents::None,
            true if self.delivery.output_dir.is_some() => Contents::Given,
            true => Contents::Random,
        }
    }

    /// Whether the request needs sizes and inputs.
    fn needs_call(&self, checked: &Checked) -> bool {
        let emit = &self.delivery.emit;
        self.wants_results()
            || self.lowering.report
            || self.explorer.is_some()
            || emit.iter().any(|emit| emit.level() != Some(Level::Tc))
            || (emit.is_empty() && !self.checking.explain_ranges)
            || checked.level() > Level::Tc
    }

    /// The outcome of a program without sizes.
    fn checked_only(&self, checked: Checked) -> Outcome {
        let text = checked.text(self.lowering.source_lines);
        let mut outcome = checked.finish();
        outcome.levels.push((Level::Tc, text));
        outcome
    }

    fn deliver(&self, mut outcome: Outcome) -> Result<Outcome, Failure> {
        match self.delivery.deliver(&mut outcome) {
            Ok(()) => Ok(outcome),
            Err(errors) => Err(outcome.failed(errors)),
        }
    }
}

/// The cache of the command line, or of the environment.
fn cache(arguments: &Arguments) -> Result<Store, Answer> {
    let mode = match (arguments.cache, env::var("TC_CACHE")) {
        (Some(mode), _) => mode,
        (None, Ok(text)) if !text.is_empty() => text
            .parse()
            .map_err(|reason| Answer::error(2, format!("TC_CACHE: {reason}")))?,
        _ => CacheMode::Off,
    };
    let said =
        |errors: Errors| -> String { errors.iter().map(|one| one.message.clone()).collect() };
    Store::of_user(mode).map_err(|errors| Answer::error(1, said(errors)))
}

/// Stored options, if they are to be taken.
fn tuned(arguments: &Arguments) -> Result<Tuned, Answer> {
    if !arguments.tuned {
        return Ok(Tuned::default());
    }
    let said =
        |errors: Errors| -> String { errors.iter().map(|one| one.message.clone()).collect() };
    Tuned::to_be_taken().map_err(|errors| Answer::error(1, said(errors)))
}

pub(super) fn executor(arguments: &Arguments) -> Executor {
    let default = if arguments.report || arguments.profile.is_some() {
        Target::Emulator
    } else {
        Target::Cpu
    };
    match arguments.target.unwrap_or(default) {
        Target::Reference => Executor::Reference,
        Target::Cpu => Executor::Cpu,
        Target::Emulator => Executor::Emulator,
        Target::Cuda => Executor::Cuda,
    }
}

fn checking(arguments: &Arguments, delivery: &Delivery) -> Checking {
    Checking {
        entry: arguments.entry.clone(),
        results: delivery.print.names().to_vec(),
        explain_ranges: explains_ranges(arguments),
        strict_ranges: arguments.strict_ranges,
        bounds_checks: match (arguments.bounds_checks, arguments.unchecked) {
            (true, _) => BoundsChecks::Everywhere,
            (false, true) => BoundsChecks::Nowhere,
            (false, false) => BoundsChecks::OnCpu,
        },
        verify: true,
    }
}

/// Whether standard output says how ranges were inferred.
pub(super) fn explains_ranges(arguments: &Arguments) -> bool {
    arguments.explain.iter().any(|one| one == "ranges")
}

fn running(arguments: &Arguments) -> Running {
    Running {
        repeat: arguments.repeat.max(1),
        rounds: arguments.rounds.clone().map(|file| Rounds { file }),
        threads: arguments.threads.map(usize::from),
        time: arguments.time.map(|count| count as usize),
        emulation: Emulation {
            seed: arguments.seed,
            threads: arguments.threads.map(usize::from),
            sanitize: !arguments.no_sanitizer,
            sample_blocks: arguments.sample_blocks,
        },
        profile: arguments.profile.map(|form| match form {
            Profile::Text => tc_runtime::Profile::Text,
            Profile::Ptx => tc_runtime::Profile::Ptx,
        }),
    }
}

/// Standard input has at most one reader.
fn check_standard_input(arguments: &Arguments) -> Result<(), Answer> {
    let named = [
        ("--options", &arguments.options),
        ("--schedule", &arguments.schedule),
        ("--rounds", &arguments.rounds),
    ];
    let named = named
        .iter()
        .filter_map(|(reader, path)| Some((*reader, path.as_ref()?)));
    let programs = arguments.files.iter().map(|file| ("the program", file));
    let mut readers: Vec<String> = programs
        .chain(named)
        .filter(|(_, path)| source::is_standard_input(path))
        .map(|(reader, _)| reader.to_owned())
        .collect();
    readers.extend(
        arguments
            .inputs
            .iter()
            .filter_map(|input| match &input.source {
                Source::File(path) if source::is_standard_input(path) => {
                    Some(format!("input `{}`", input.name))
                }
                _ => None,
            }),
    );
    match readers.len() {
        0 | 1 => Ok(()),
        _ => Err(Answer::error(
            2,
            format!(
                "standard input can be read once, and `-` stands for {}",
                readers.join(" and ")
            ),
        )),
    }
}

/// The mapping options of the file and of the command line.
pub(super) fn mapping(arguments: &Arguments, executor: Executor) -> Result<MappingOptions, Answer> {
    let mut mapping = executor.mapping();
    if let Some(path) = &arguments.options {
        let shown = path.display().to_string();
        let text = source::read_to_string(path)
            .map_err(|error| Answer::error(1, format!("{shown}: {error}")))?;
        mapping = mapping
            .with_json(&shown, &text)
            .map_err(|error| Answer::error(1, error))?;
    }
    let mut refused = Answer::default();
    for (name, value) in &arguments.option {
        // Arithmetic, and sums in registers, belong to later levels.
        if arguments.schedule.is_some() && !matches!(name.as_str(), "math" | "private") {
            refused.status = 2;
            let message = format!(
                "--schedule says how loops are mapped, so that the mapping option `{name}` has no effect: leave out one of them"
            );
            refused.stderr += &Answer::error(2, message).stderr;
            continue;
        }
        if let Err(error) = mapping.set(name, value) {
            // A library that cannot be used is a wrong file; everything else is wrong usage.
            let status = if value.starts_with("libdevice:") {
                1
            } else {
                2
            };
            refused.status = refused.status.max(status);
            refused.stderr += &Answer::error(status, error).stderr;
        }
    }
    if refused.status != 0 {
        return Err(refused);
    }
    let is_library = arguments.libdevice.is_some() || matches!(mapping.math, Math::Libdevice(_));
    if is_library && !executor.is_gpu() {
        return Err(Answer::error(
            2,
            "NVIDIA's library of functions is for a GPU: use --target emulator or --target cuda",
        ));
    }
    if let Some(path) = &arguments.libdevice {
        if mapping.math == Math::Fast {
            return Err(Answer::error(
                2,
                "--libdevice and the mapping option `math=fast` exclude each other: drop one",
            ));
        }
        mapping.math = Math::libdevice(path)
            .map_err(|reason| Answer::error(1, format!("--libdevice: {reason}")))?;
    }
    Ok(mapping)
}

/// The tensors that `--print` names, or all of them.
fn printed(names: &[String]) -> Print {
    match names {
        [] => Print::None,
        names if names.iter().any(String::is_empty) => Print::All,
        names => Print::Named(names.to_vec()),
    }
}
