//! `tc-tune`: searches for mapping options, and stores the best.
//!
//! The same program is what a trial runs in (`tc-tune trial`), and what a scheduler starts on other
//! machines (`tc-tune worker`).

mod arguments;
mod explore;
mod progress;
mod signals;

use crate::flags;
use arguments::{Action, CommandLine, Search, Target};
use progress::Shown;
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    io::{self, BufReader},
    path::{Path, PathBuf},
    process::ExitCode,
};
use tc_process::output;
use tc_runtime::{CacheMode, Errors, Tuned, source};
use tc_syntax::diagnostic::{Format, Stream};
use tc_tuner::{
    Limits, Machine, Measure, Problem, Stop,
    options::{self, line},
    session::{self, Problems, Settings, Summary},
    shapes::{self, Sizes},
    through::{self, Through},
    trial::{Local, Worker},
    tune::Evaluator,
    work,
};

/// A status with what is said on standard error.
struct Refused(u8, String);

impl Refused {
    fn of(message: impl std::fmt::Display) -> Refused {
        Refused(1, format!("error: {message}\n"))
    }

    fn usage(message: impl std::fmt::Display) -> Refused {
        Refused(2, format!("error: {message}\n"))
    }

    fn errors(errors: Errors) -> Refused {
        let messages: Vec<String> = errors.into_iter().map(|one| one.message).collect();
        Refused::of(messages.join("; "))
    }
}

/// Answers the command line.
pub fn main() -> ExitCode {
    tc_pass_host::run_tool(|| {
        let line: CommandLine = flags::parse();
        let done = match &line.action {
            Some(Action::Trial) => trial(),
            Some(Action::Worker { jobs, line, rows }) => work_on(jobs, *line, rows),
            Some(Action::Ls { json }) => list(*json),
            None => search(&line.search),
        };
        match done {
            Ok(status) => ExitCode::from(status),
            Err(Refused(status, said)) => {
                output::say(&said);
                ExitCode::from(status)
            }
        }
    })
}

fn trial() -> Result<u8, Refused> {
    let served = work::serve(BufReader::new(io::stdin()), io::stdout());
    served.map(|()| 0).map_err(Refused::of)
}

fn work_on(jobs: &Path, line: usize, rows: &Path) -> Result<u8, Refused> {
    let row = through::work_on(worker()?, jobs, line, rows).map_err(Refused::of)?;
    let text = serde_json::to_string(&row).map_err(Refused::of)?;
    Ok(u8::from(!output::print(&(text + "\n"))))
}

/// This program, as what a trial runs in.
fn worker() -> Result<Worker, Refused> {
    signals::outlive_closed_pipes();
    let itself = tc_process::program::itself();
    let (program, mut arguments) =
        itself.map_err(|error| Refused::of(format!("cannot find this program: {error}")))?;
    arguments.push(OsString::from("trial"));
    Ok(Worker {
        program: program.into(),
        arguments,
    })
}

fn list(as_json: bool) -> Result<u8, Refused> {
    let store = Tuned::of_user(CacheMode::Cached).map_err(Refused::errors)?;
    let mut text = String::new();
    for best in store.all_records() {
        if as_json {
            let line = serde_json::to_string(&best).map_err(Refused::of)?;
            text += &(line + "\n");
            continue;
        }
        let sizes: Vec<String> = best.sizes.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let gain = best.default / best.cost;
        let options = tc_runtime::words(&best.options);
        let options = if options.is_empty() {
            "the defaults"
        } else {
            &options
        };
        let (entry, sizes, unit) = (&best.entry, sizes.join(" "), &best.unit);
        let trials = best.trials;
        text += &format!(
            "{entry} {sizes}: {options} ({gain:.2} times the defaults in {unit}, {trials} trials)\n"
        );
    }
    Ok(u8::from(!output::print(&text)))
}

fn search(arguments: &Search) -> Result<u8, Refused> {
    let measure = measure(arguments)?;
    explore::check(arguments)?;
    let problems = problems(arguments)?;
    let store = store(arguments)?;
    let stop = signals::stop();
    let mut shown = Shown::new(arguments, measure);
    let (mut status, several) = (0, arguments.shapes.is_some());
    for problem in problems {
        let settings = settings(arguments, measure, several.then_some(&problem), &stop)?;
        let mut evaluator = evaluator(arguments, &stop)?;
        shown.begin(&problem, &settings);
        let done = session::run(&problem, &settings, &store, &mut *evaluator, &mut shown);
        shown.end();
        match done {
            Ok(summary) => {
                status = status.max(u8::from(summary.found.best.is_none()));
                let text = if arguments.json {
                    format!("{}\n", as_json(&summary))
                } else {
                    as_text(&summary) + &how_to_go_on(&summary, arguments)
                };
                if !output::print(&text) {
                    return Ok(1);
                }
                if let Some((best, _)) = &summary.found.best {
                    explore::write(arguments, best)?;
                }
                if summary.found.interrupted {
                    return Ok(signals::INTERRUPTED);
                }
            }
            Err(_) if stop.is_asked() => return Ok(signals::INTERRUPTED),
            Err(Problems::Program(failure)) => {
                let format = Format::Human.on(Stream::Error);
                output::say(&failure.sources.render(&failure.diagnostics, format));
                status = status.max(failure.status);
            }
            Err(Problems::Search(message)) => {
                output::say(&format!("error: {message}\n"));
                status = status.max(1);
            }
        }
    }
    Ok(status)
}

/// What a person does after an interruption.
fn how_to_go_on(summary: &Summary, arguments: &Search) -> String {
    match (summary.found.interrupted, &arguments.log) {
        (false, _) => String::new(),
        (true, Some(log)) => {
            let log = log.display();
            format!("  interrupted: the same command with --resume goes on where `{log}` ends\n")
        }
        (true, None) => {
            "  interrupted: with --log FILE.jsonl a search can be resumed, without it begins anew\n"
                .to_owned()
        }
    }
}

fn measure(arguments: &Search) -> Result<Measure, Refused> {
    match (arguments.target, arguments.is_static) {
        (Target::Cpu, false) => Ok(Measure::Time),
        (Target::Cpu, true) => Ok(Measure::Count),
        (Target::Gpu, true) => Ok(Measure::Report),
        (Target::Gpu, false) => Err(Refused::usage(
            "a GPU is tuned without a device, by the static report: add --static",
        )),
    }
}

/// The operators, each at its sizes.
fn problems(arguments: &Search) -> Result<Vec<Problem>, Refused> {
    let file = arguments.file.clone().unwrap_or_else(|| PathBuf::from("-"));
    let name = file.display().to_string();
    let cannot_read = |error: io::Error| Refused::of(format!("cannot read `{name}`: {error}"));
    let text = source::read_to_string(&file).map_err(cannot_read)?;
    let problem = |entry: Option<String>, sizes: Vec<(String, i64)>| Problem {
        file: name.clone(),
        text: text.clone(),
        entry,
        sizes,
        inputs: arguments.inputs.clone(),
        machine: match arguments.target {
            Target::Cpu => Machine::Cpu,
            Target::Gpu => Machine::Gpu,
        },
        description: arguments.machine.clone(),
        threads: usize::from(arguments.threads),
    };
    let Some(path) = &arguments.shapes else {
        return Ok(vec![problem(
            arguments.entry.clone(),
            arguments.sizes.clone(),
        )]);
    };
    let shown = path.display().to_string();
    let cannot_read = |error: io::Error| Refused::of(format!("cannot read `{shown}`: {error}"));
    let list = source::read_to_string(path).map_err(cannot_read)?;
    let shapes = shapes::read(&shown, &list).map_err(Refused::of)?;
    let mut problems = Vec::new();
    for (entry, all) in shapes.0 {
        for sizes in all {
            let sizes = Sizes::into_iter(sizes).collect();
            problems.push(problem(Some(entry.clone()), sizes));
        }
    }
    Ok(problems)
}

fn store(arguments: &Search) -> Result<Tuned, Refused> {
    if arguments.no_store {
        return Ok(Tuned::default());
    }
    let mode = match arguments.replay {
        Some(_) => CacheMode::Off,
        None => CacheMode::On,
    };
    let mut store = Tuned::of_user(mode).map_err(Refused::errors)?;
    for folder in &arguments.read_stores {
        store = store.behind(folder).map_err(Refused::errors)?;
    }
    Ok(store)
}

fn settings(
    arguments: &Search,
    measure: Measure,
    one_of: Option<&Problem>,
    stop: &Stop,
) -> Result<Settings, Refused> {
    let machine = match arguments.target {
        Target::Cpu => Machine::Cpu,
        Target::Gpu => Machine::Gpu,
    };
    for start in &arguments.starts {
        let known = options::mapping(machine, start);
        known.map_err(|reason| Refused::usage(format!("--start: {reason}")))?;
    }
    let log = match (&arguments.log, one_of) {
        (Some(folder), Some(problem)) => {
            let made = std::fs::create_dir_all(folder);
            let shown = folder.display();
            made.map_err(|error| {
                Refused::of(format!("cannot make the folder `{shown}`: {error}"))
            })?;
            Some(folder.join(file_name(problem)))
        }
        (log, _) => log.clone(),
    };
    let batch = match (measure, &arguments.through) {
        (_, Some(_)) => 16,
        (Measure::Time, None) => 1,
        (Measure::Count | Measure::Report, None) => 4,
    };
    Ok(Settings {
        measure,
        search: arguments.search.kind(),
        seed: arguments.seed,
        budget: arguments.budget,
        limits: Limits {
            compile_seconds: arguments.compile_limit,
            run_seconds: arguments.run_limit,
            memory_bytes: u64::from(arguments.memory_limit) << 20,
        },
        starts: arguments.starts.clone(),
        presets: !arguments.no_presets,
        batch: arguments.batch.map_or(batch, usize::from),
        log,
        resume: arguments.resume,
        replay: arguments.replay.clone(),
        reference: reference(arguments)?,
        faults: arguments.faults.clone(),
        stop: stop.clone(),
    })
}

/// The log of one of several operators.
fn file_name(problem: &Problem) -> String {
    let sizes: Vec<String> = problem
        .sizes
        .iter()
        .map(|(n, v)| format!("-{n}{v}"))
        .collect();
    let entry = problem.entry.as_deref().unwrap_or_default();
    format!("{entry}{}.jsonl", sizes.concat())
}

/// The folder of the reference, if other machines must see it.
fn reference(arguments: &Search) -> Result<Option<PathBuf>, Refused> {
    let Some(folder) = &arguments.folder else {
        return Ok(None);
    };
    let reference = folder.join("reference");
    let made = std::fs::create_dir_all(&reference).and_then(|()| reference.canonicalize());
    let shown = reference.display();
    let made = made.map_err(|error| format!("cannot make the folder `{shown}`: {error}"));
    made.map(Some).map_err(Refused::of)
}

fn evaluator(arguments: &Search, stop: &Stop) -> Result<Box<dyn Evaluator>, Refused> {
    let worker = worker()?;
    match (&arguments.through, &arguments.folder) {
        (Some(command), Some(folder)) => {
            let through =
                Through::new(command, folder, worker, stop.clone()).map_err(Refused::of)?;
            Ok(Box::new(through))
        }
        _ => {
            let jobs = usize::from(arguments.jobs);
            Ok(Box::new(Local::new(worker, jobs, stop.clone())))
        }
    }
}

fn sizes_of(summary: &Summary) -> String {
    let sizes = summary.sizes.iter();
    sizes
        .map(|(name, value)| format!(" {name}={value}"))
        .collect()
}

fn as_text(summary: &Summary) -> String {
    let Summary { found, measure, .. } = summary;
    let mut text = format!("{}{}\n", summary.entry, sizes_of(summary));
    let Some((options, cost)) = &found.best else {
        if found.interrupted {
            return text;
        }
        let problem = found.problem.as_deref().unwrap_or("--log has the reasons");
        return text + &format!("  nothing runs; the defaults: {problem}\n");
    };
    text += &format!("  best: {}\n", line(options));
    let cost_text = measure.shown(*cost);
    text += &match found.default {
        Some(default) => {
            let (shown, gain) = (measure.shown(default), default / cost);
            format!("  cost: {cost_text}; the defaults {shown}, {gain:.2} times as much\n")
        }
        None => format!("  cost: {cost_text}; the defaults do not run\n"),
    };
    let by_status = found.trials.iter();
    let by_status: Vec<String> = by_status
        .map(|(s, n)| format!("{n} {}", s.word()))
        .collect();
    text += &format!("  trials: {} ({})\n", found.count(), by_status.join(", "));
    let excluded: u64 = found.excluded.values().sum();
    if excluded > 0 {
        text += &format!("  left out before compiling: {excluded}\n");
    }
    if summary.warm > 0 {
        text += &format!("  began with {} stored for such shapes\n", summary.warm);
    }
    if found.exhausted {
        text += "  there are no more candidates\n";
    }
    text
}

fn as_json(summary: &Summary) -> Value {
    let Summary { found, measure, .. } = summary;
    let sizes = summary
        .sizes
        .iter()
        .map(|(name, value)| (name.clone(), json!(value)));
    let trials = found
        .trials
        .iter()
        .map(|(status, count)| (status.word().to_owned(), json!(count)));
    json!({
        "entry": summary.entry,
        "sizes": sizes.collect::<serde_json::Map<_, _>>(),
        "unit": measure.unit(),
        "best": found.best.as_ref().map(|(options, _)| options),
        "cost": found.best.as_ref().map(|(_, cost)| cost),
        "default": found.default,
        "trials": trials.collect::<serde_json::Map<_, _>>(),
        "excluded": found.excluded,
        "stored": summary.stored,
        "warm": summary.warm,
        "exhausted": found.exhausted,
        "interrupted": found.interrupted,
    })
}
