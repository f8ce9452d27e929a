//! One operator at some sizes, from its text to the stored options: describes it, begins where
//! something is known, searches, writes the log, and keeps the best as soon as it is found.

use crate::{
    budget::Budget,
    job::{Fault, Limits, Measure, Row, Task},
    log::{Header, Log},
    machine::Machine,
    options::{self, Options},
    presets,
    problem::{Description, Problem},
    recorded::Recorded,
    reference::Reference,
    search::Kind,
    space::Space,
    stop::Stop,
    trial::reference_task,
    tune::{Evaluator, Found, Request, Watch, tune},
};
use std::{collections::BTreeMap, path::PathBuf};
use tc_runtime::{Best, Failure, Tuned};

/// How operators are searched.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where costs come from.
    pub measure: Measure,
    /// Which search it is.
    pub search: Kind,
    /// Where its draws begin.
    pub seed: u64,
    /// Where it ends.
    pub budget: Budget,
    /// What each trial may take.
    pub limits: Limits,
    /// Options to begin with, before stored ones and the presets.
    pub starts: Vec<Options>,
    /// Whether the presets of the paper are tried.
    pub presets: bool,
    /// Candidates that are evaluated together.
    pub batch: usize,
    /// The log.
    pub log: Option<PathBuf>,
    /// Whether the log is resumed.
    pub resume: bool,
    /// A log whose rows take the place of trials.
    pub replay: Option<PathBuf>,
    /// The folder of the reference, where other machines must see it.
    pub reference: Option<PathBuf>,
    /// For tests: what goes wrong where an option has a value.
    pub faults: Vec<(Fault, String, String)>,
    /// Ends the search before its budget is used up.
    pub stop: Stop,
}

/// What came of an operator.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Its name.
    pub entry: String,
    /// Its sizes.
    pub sizes: Vec<(String, i64)>,
    /// What was found.
    pub found: Found,
    /// Where costs come from.
    pub measure: Measure,
    /// Whether the best was stored.
    pub stored: bool,
    /// How many starting points came from stored records.
    pub warm: usize,
}

/// Why an operator is not tuned.
#[derive(Debug)]
pub enum Problems {
    /// The program, or what is given for it, is wrong.
    Program(Box<Failure>),
    /// The search cannot go on.
    Search(String),
}

impl From<String> for Problems {
    fn from(message: String) -> Self {
        Problems::Search(message)
    }
}

/// Stored records that a search begins with.
const WARM: usize = 3;

/// Tunes one operator.
///
/// # Errors
/// All errors of the program; a log of another search; what makes every trial fail.
pub fn run(
    problem: &Problem,
    settings: &Settings,
    store: &Tuned,
    evaluator: &mut dyn Evaluator,
    watch: &mut dyn Watch,
) -> Result<Summary, Problems> {
    let description = problem.describe();
    let description = description.map_err(|failure| Problems::Program(Box::new(failure)))?;
    let mut space = Space::of(problem.machine, &description);
    let (starts, warm) = starts(problem.machine, &description, settings, store);
    let task = reference_task(description.instances());
    let header = header(problem, &description, settings, task);
    let (mut log, rows, end) = match (&settings.log, settings.resume) {
        (None, _) => (None, Vec::new(), None),
        (Some(path), false) => (Some(Log::create(path, &header)?), Vec::new(), None),
        (Some(path), true) => {
            let (log, found) = Log::resume(path, &header)?;
            (Some(log), found.rows, found.end)
        }
    };
    let rival = rival(problem.machine, &description, settings, store, &rows);
    let (shared, beside) = (settings.reference.as_deref(), settings.log.as_deref());
    let reference = match settings.measure {
        Measure::Time => Some(Reference::of(problem, task, shared, beside)?),
        Measure::Count | Measure::Report => None,
    };
    let mut recorded = match &settings.replay {
        Some(path) => Some(Recorded::of(&mut space, crate::log::read(path)?.rows)),
        None => None,
    };
    let request = Request {
        problem: problem.clone(),
        space,
        measure: settings.measure,
        search: settings.search,
        seed: settings.seed,
        budget: settings.budget,
        limits: settings.limits,
        starts,
        batch: settings.batch,
        reference,
        reference_task: task,
        rows,
        end,
        faults: settings.faults.clone(),
        stop: settings.stop.clone(),
    };
    let evaluator: &mut dyn Evaluator = match &mut recorded {
        Some(recorded) => recorded,
        None => evaluator,
    };
    // What was recorded elsewhere is nothing to store here.
    let keep = settings.replay.is_none();
    let mut keeper = Keeper {
        log: log.as_mut(),
        watch,
        description: &description,
        machine: problem.machine,
        measure: settings.measure,
        store: (keep && store.writes()).then_some(store),
        rival,
    };
    let found = tune(request, evaluator, &mut keeper)?;
    let stored = keeper.keep(&found)?;
    // A search that was interrupted has no end: it is resumed.
    if let (Some(log), Some(end), false) = (&mut log, found.end(), found.interrupted) {
        log.end(&end).map_err(|error| format!("the log: {error}"))?;
    }
    Ok(Summary {
        entry: description.entry,
        sizes: description.sizes,
        found,
        measure: settings.measure,
        stored,
        warm,
    })
}

/// What is stored for this operator at these sizes, unless a row has tried its options.
fn rival(
    machine: Machine,
    description: &Description,
    settings: &Settings,
    store: &Tuned,
    rows: &[Row],
) -> Option<(Options, Best)> {
    let best = store.best(description.identity.as_ref()?)?;
    let options = options::of_json(machine, &best.options);
    let tried = rows.iter().any(|row| row.options == options);
    (best.unit == settings.measure.unit() && !tried).then_some((options, best))
}

/// Given options, stored ones, presets; and how many were stored.
fn starts(
    machine: Machine,
    description: &Description,
    settings: &Settings,
    store: &Tuned,
) -> (Vec<Options>, usize) {
    let mut starts = settings.starts.clone();
    let similar = description
        .identity
        .as_ref()
        .map(|identity| store.similar(identity));
    let similar = similar.unwrap_or_default().into_iter().take(WARM);
    let before = starts.len();
    for best in similar {
        let options = options::of_json(machine, &best.options);
        if !options.is_empty() && !starts.contains(&options) {
            starts.push(options);
        }
    }
    let warm = starts.len() - before;
    if settings.presets {
        starts.extend(presets::starts(machine));
    }
    (starts, warm)
}

fn header(problem: &Problem, description: &Description, settings: &Settings, task: Task) -> Header {
    let identity = description.identity.as_ref();
    Header {
        tune: Header::VERSION,
        entry: description.entry.clone(),
        form: identity.map(|one| one.form.clone()).unwrap_or_default(),
        sizes: description
            .sizes
            .iter()
            .cloned()
            .collect::<BTreeMap<_, _>>(),
        machine: problem.machine,
        target: description.target.name().to_owned(),
        processor: identity
            .filter(|_| settings.measure == Measure::Time)
            .map(|one| one.machine.clone()),
        threads: problem.threads,
        measure: settings.measure,
        search: settings.search,
        seed: settings.seed,
        reference: match (settings.measure, task) {
            (Measure::Count | Measure::Report, _) => "nothing: it does not run",
            (_, Task::Naive) => "the same code, neither tiled nor fused",
            _ => "the reference evaluator",
        }
        .to_owned(),
    }
}

/// Writes rows to the log, and the best to the store.
struct Keeper<'a> {
    log: Option<&'a mut Log>,
    watch: &'a mut dyn Watch,
    description: &'a Description,
    machine: Machine,
    measure: Measure,
    store: Option<&'a Tuned>,
    /// What is stored already, until this search has tried it too.
    rival: Option<(Options, Best)>,
}

impl Keeper<'_> {
    /// Keeps the best so far; whether it is stored.
    fn keep(&mut self, found: &Found) -> Result<bool, String> {
        let best = found.best.as_ref().zip(found.default);
        let identity = self.description.identity.as_ref();
        let (Some(store), Some(identity), Some(((options, cost), default))) =
            (self.store, identity, best)
        else {
            return Ok(false);
        };
        // Times of another day say less than their ratio to the defaults.
        if let Some((_, stored)) = &self.rival
            && stored.cost / stored.default <= cost / default
        {
            return Ok(false);
        }
        let mapping = options::mapping(self.machine, options)?;
        let record = Best {
            entry: self.description.entry.clone(),
            form: identity.form.clone(),
            machine: identity.machine.clone(),
            sizes: identity.sizes.clone(),
            options: options::typed(self.machine, &mapping),
            cost: *cost,
            default,
            unit: self.measure.unit().to_owned(),
            trials: found.count(),
        };
        let kept = store.keep(identity, &record);
        kept.map_err(|errors| {
            let messages: Vec<String> = errors.into_iter().map(|one| one.message).collect();
            format!("the best options are not stored: {}", messages.join("; "))
        })?;
        Ok(true)
    }
}

impl Watch for Keeper<'_> {
    fn row(&mut self, row: &Row, found: &Found) -> Result<(), String> {
        if let Some(log) = &mut self.log {
            log.row(row).map_err(|error| format!("the log: {error}"))?;
        }
        if self
            .rival
            .as_ref()
            .is_some_and(|(options, _)| *options == row.options)
        {
            self.rival = None;
        }
        // The defaults need no record until something is known to be no better.
        if row.best && row.trial > 0 {
            self.keep(found)?;
        }
        self.watch.row(row, found)
    }

    fn phase(&mut self, what: &str) {
        self.watch.phase(what);
    }
}
