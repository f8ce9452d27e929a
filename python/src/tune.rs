//! The search for mapping options: `Operator.tune`.
//!
//! ```text
//! thread that called        thread of the search       process of a trial
//! progress(row)  ◄── rows ── session::run ── job ──►    the interpreter, which loads this library
//! signals        ── stop ──►              ◄─ row ──    by its path and calls `serve_trial`
//! ```
//!
//! An interruption, and what `progress` raises, end the search and its processes. A search that
//! still reads the program is left behind.

use crate::{
    failure,
    kept::Kept,
    process::{STACK, lock},
    recipe::Recipe,
    signals::{Counted, LOOK},
    threads::off_lock,
};
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{
    ffi::OsString,
    io::{self, BufReader},
    path::PathBuf,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
};
use tc_engine::{CacheMode, Executor};
use tc_tuner::{
    Budget, Limits, Machine, Measure, Options, Problem, Row, Stop, options,
    search::Kind,
    session::{self, Problems, Settings, Summary},
    trial::{Local, Worker},
    tune::{Found, Watch},
    work,
};

/// What `tensorcomp._tune` asks for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// Sources of inputs, as on the command line of `tc-run`.
    sources: Vec<String>,
    budget: String,
    search: Kind,
    seed: u64,
    threads: usize,
    /// Whether nothing is measured.
    counts: bool,
    starts: Vec<Options>,
    log: Option<PathBuf>,
    resume: bool,
    /// A folder in the place of the user's store.
    store: Option<PathBuf>,
    /// The interpreter and its arguments, which do a trial.
    worker: Vec<String>,
}

/// Rows go to the thread that called.
struct Told(Sender<String>);

impl Watch for Told {
    fn row(&mut self, row: &Row, found: &Found) -> Result<(), String> {
        let (best, cost) = found.best.clone().unzip();
        let said = json!({
            "trial": row.trial,
            "status": row.status.word(),
            "cost": row.cost,
            "options": row.options,
            "message": row.message,
            "best": best,
            "best_cost": cost,
            "default_cost": found.default,
        });
        // Nobody listens any more where the search was interrupted.
        let _ = self.0.send(said.to_string());
        Ok(())
    }

    fn phase(&mut self, what: &str) {
        let _ = self.0.send(json!({ "phase": what }).to_string());
    }
}

/// Searches, and says what was found, as JSON, and where it is kept.
pub(crate) fn tune(
    py: Python<'_>,
    recipe: &Arc<Recipe>,
    wanted: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, Kept)> {
    let wanted: Wanted =
        serde_json::from_str(wanted).map_err(|wrong| failure::value(&wrong.to_string()))?;
    let problem = problem(py, recipe, &wanted)?;
    let kept = match &wanted.store {
        Some(folder) => Kept::In(folder.clone()),
        None => Kept::ByUser,
    };
    let stop = Stop::default();
    let (settings, worker) = settings(&problem, wanted, &stop)?;
    let store = kept.open(CacheMode::On).map_err(failure::of_errors)?;
    let (sender, rows) = mpsc::channel();
    let (measure, ends) = (settings.measure, stop.clone());
    let counted = Counted::new();
    let search = move || {
        let _counted = counted;
        let mut local = Local::new(worker, 1, ends);
        session::run(&problem, &settings, &store, &mut local, &mut Told(sender))
    };
    let search = thread::Builder::new().stack_size(STACK).spawn(search);
    let search = search.map_err(|error| failure::plain(&format!("cannot search: {error}")))?;
    let ended = listen(py, rows, progress, &stop);
    if let Err(Ended::Early(raised)) = ended {
        return Err(raised);
    }
    let done = joined(py, search)?;
    if let Err(Ended::Here(raised)) = ended {
        return Err(raised);
    }
    match done {
        Ok(summary) => Ok((described(&summary, measure)?, kept)),
        Err(Problems::Program(failed)) => Err(failure::raised(py, *failed, || recipe.described())),
        Err(Problems::Search(message)) => Err(failure::plain(&message)),
    }
}

/// What was raised during a search.
enum Ended {
    /// The search has ended too, and so has its log.
    Here(PyErr),
    /// The search has tried nothing yet. It reads the program, and ends behind that.
    Early(PyErr),
}

/// Hands rows on until the search ends; what is raised meanwhile ends it.
fn listen(
    py: Python<'_>,
    rows: Receiver<String>,
    progress: Option<&Bound<'_, PyAny>>,
    stop: &Stop,
) -> Result<(), Ended> {
    // What is shared with code without the interpreter's lock has one of its own.
    let (rows, mut raised, mut has_begun) = (Mutex::new(rows), None, false);
    loop {
        let row = py.detach(|| lock(&rows).recv_timeout(LOOK));
        has_begun |= row.is_ok();
        match (&row, raised.take()) {
            (Err(RecvTimeoutError::Timeout), Some(error)) if !has_begun => {
                return Err(Ended::Early(error));
            }
            (_, before) => raised = before,
        }
        let seen = match (&row, progress) {
            (Ok(row), Some(progress)) if !stop.is_asked() => progress.call1((row,)).map(drop),
            _ => Ok(()),
        };
        if let Err(error) = seen.and_then(|()| py.check_signals()) {
            stop.ask();
            raised = Some(error);
        }
        if row == Err(RecvTimeoutError::Disconnected) {
            return raised.map_or(Ok(()), |error| Err(Ended::Here(error)));
        }
    }
}

fn joined<T: Send>(py: Python<'_>, thread: JoinHandle<T>) -> PyResult<T> {
    let ended = py.detach(|| thread.join().ok());
    ended.ok_or_else(|| failure::plain("internal error: the search has panicked"))
}

fn problem(py: Python<'_>, recipe: &Arc<Recipe>, wanted: &Wanted) -> PyResult<Problem> {
    let machine = match recipe.settings.target {
        Executor::Cpu => Machine::Cpu,
        Executor::Emulator | Executor::Cuda => Machine::Gpu,
        Executor::Reference => {
            let message = "target: expected cpu, emulator or cuda, found reference, which has no mapping options";
            return Err(failure::value(message));
        }
    };
    let given = Arc::clone(recipe);
    let signature = off_lock(py, move || given.operator.infer(given.arguments()))?;
    let signature = signature.map_err(|failed| failure::of(py, failed))?;
    let mut sizes = signature.sizes.clone();
    let described = &recipe.known.described;
    // Sizes that no input has, and integers without dimensions, which a kernel is compiled for.
    let given = described["sizes"].as_object().into_iter().flatten();
    let inputs = described["inputs"].as_array().into_iter().flatten();
    let inputs = inputs.filter_map(|input| Some((input["name"].as_str()?, &input["value"])));
    for (name, value) in given.map(|(name, value)| (&**name, value)).chain(inputs) {
        if let (Some(value), false) = (value.as_i64(), sizes.iter().any(|(one, _)| one == name)) {
            sizes.push((name.to_owned(), value));
        }
    }
    Ok(Problem {
        file: recipe.text.1.clone(),
        text: recipe.text.0.clone(),
        entry: Some(recipe.operator.name().to_owned()),
        sizes,
        inputs: wanted.sources.clone(),
        machine,
        description: recipe.settings.machine.clone(),
        threads: wanted.threads,
    })
}

fn settings(problem: &Problem, wanted: Wanted, stop: &Stop) -> PyResult<(Settings, Worker)> {
    let budget = wanted.budget.parse::<Budget>();
    let budget = budget.map_err(|wrong| failure::value(&format!("budget: {wrong}")))?;
    for start in &wanted.starts {
        let known = options::mapping(problem.machine, start);
        known.map_err(|wrong| failure::value(&format!("start: {wrong}")))?;
    }
    let mut worker = wanted.worker.into_iter();
    let program = worker.next().filter(|program| !program.is_empty());
    let program = program.ok_or_else(|| {
        failure::plain(
            "trials run in processes of the interpreter, and sys.executable does not name it",
        )
    })?;
    let worker = Worker {
        program: program.into(),
        arguments: worker.map(OsString::from).collect(),
    };
    let measure = match (problem.machine, wanted.counts) {
        (Machine::Gpu, _) => Measure::Report,
        (Machine::Cpu, true) => Measure::Count,
        (Machine::Cpu, false) => Measure::Time,
    };
    let settings = Settings {
        measure,
        search: wanted.search,
        seed: wanted.seed,
        budget,
        limits: Limits::default(),
        starts: wanted.starts,
        presets: true,
        batch: if measure == Measure::Time { 1 } else { 4 },
        log: wanted.log,
        resume: wanted.resume,
        replay: None,
        reference: None,
        faults: Vec::new(),
        stop: stop.clone(),
    };
    Ok((settings, worker))
}

fn described(summary: &Summary, measure: Measure) -> PyResult<String> {
    let found = &summary.found;
    let Some((options, cost)) = &found.best else {
        let why = found.problem.as_deref().unwrap_or("a log has the reasons");
        let message = format!("nothing runs; the defaults: {why}");
        return Err(failure::plain(&message));
    };
    let trials = found.trials.iter();
    let trials = trials.map(|(status, count)| (status.word().to_owned(), json!(count)));
    Ok(json!({
        "options": options,
        "cost": cost,
        "default_cost": found.default,
        "unit": measure.unit(),
        "trials": trials.collect::<Map<String, Value>>(),
        "exhausted": found.exhausted,
    })
    .to_string())
}

/// What the process of a trial does: one job, from standard input.
#[pyfunction]
pub(crate) fn serve_trial(py: Python<'_>) -> PyResult<()> {
    let served = py.detach(|| {
        let serve = || work::serve(BufReader::new(io::stdin()), io::stdout());
        let thread = thread::Builder::new().stack_size(STACK).spawn(serve)?;
        let lost = |_| io::Error::other("the trial has panicked");
        thread.join().map_err(lost)?
    });
    served.map_err(|error| failure::plain(&error.to_string()))
}
