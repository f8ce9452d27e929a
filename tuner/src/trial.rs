//! Trials on this machine, each in a process of its own.
//!
//! Costs that need no clock are found out side by side; times one after the other, each in a race
//! with the best so far, whose process waits meanwhile. Who wins it races the defaults.

pub use crate::child::Worker;
use crate::{
    child::{Child, End},
    job::{Job, Measure, Row, Status, Task},
    options::{Options, line},
    race::{Race, Verdict},
    stop::Stop,
    tune::Evaluator,
    work::Answer,
};
use std::{
    path::{Path, PathBuf},
    sync::Mutex,
    thread,
};
use tempfile::TempDir;

/// Evaluates candidates on this machine.
pub struct Local {
    start: Start,
    /// Trials at the same time, where no clock is needed.
    jobs: usize,
    /// The process of the best so far, and that of the defaults.
    best: Option<(Options, Child)>,
    defaults: Option<(Options, Child)>,
}

/// Seconds that a measurement should take: longer runs are less disturbed.
const MEASURE: f64 = 0.01;
/// Runs of one measurement at most.
const RUNS: f64 = 200.0;
/// Measurements of a candidate that runs against nobody.
const ALONE: usize = 7;

impl Local {
    /// Nothing runs yet; `stop` ends what will.
    pub fn new(worker: Worker, jobs: usize, stop: Stop) -> Local {
        Local {
            start: Start { worker, stop },
            jobs: jobs.max(1),
            best: None,
            defaults: None,
        }
    }

    /// The row of one job.
    ///
    /// # Errors
    /// What makes every trial fail, such as a missing tool.
    pub fn row(&mut self, job: &Job) -> Result<Row, String> {
        match job.measure {
            Measure::Time => self.timed(job),
            Measure::Count | Measure::Report => counted(&self.start, job),
        }
    }

    fn timed(&mut self, job: &Job) -> Result<Row, String> {
        let mut child = match compiled(&self.start, job)? {
            Ok(child) => child,
            Err(row) => return Ok(row),
        };
        let Some((options, best)) = &job.incumbent else {
            return Ok(match alone(&mut child, job) {
                Ok(cost) => Row::of_cost(job.trial, job.options.clone(), cost),
                Err(end) => failed(job, end),
            });
        };
        run(&self.start, &mut self.best, job, options)?;
        let (_, beside) = self.best.as_mut().expect("it was started");
        let race = match race(&mut child, beside, job)? {
            Ok(race) => race,
            Err(end) => return Ok(failed(job, end)),
        };
        let mut row = Row::of_cost(job.trial, job.options.clone(), best * race.ratio());
        (row.ratio, row.rounds) = (Some(race.ratio()), Some(race.rounds()));
        match race.verdict() {
            Verdict::Slower => row.status = Status::Slower,
            Verdict::Faster => self.against_defaults(job, &mut row)?,
            Verdict::Open | Verdict::Even => {}
        }
        Ok(row)
    }

    /// The cost of a winner: that of the defaults by the ratio of a second race, with these and in
    /// another process. So costs are not products of many ratios, each of which was chosen because
    /// it is small, and a process with luck in the places of its memory wins nothing.
    fn against_defaults(&mut self, job: &Job, row: &mut Row) -> Result<(), String> {
        let Some(default) = job.default else {
            row.best = true;
            return Ok(());
        };
        let mut again = match compiled(&self.start, job)? {
            Ok(child) => child,
            Err(other) => {
                *row = other;
                return Ok(());
            }
        };
        run(&self.start, &mut self.defaults, job, &Options::new())?;
        let (_, defaults) = self.defaults.as_mut().expect("it was started");
        match race(&mut again, defaults, job)? {
            Err(end) => *row = failed(job, end),
            Ok(race) => {
                let cost = default * race.ratio();
                row.cost = Some(cost);
                let (_, best) = job.incumbent.as_ref().expect("it has raced it");
                row.best = race.verdict() == Verdict::Faster && cost < GAIN * best;
                if row.best {
                    self.best = Some((job.options.clone(), again));
                }
            }
        }
        Ok(())
    }
}

/// What a new best costs at most, by the best before it.
const GAIN: f64 = 0.99;

/// Lets a process of these options wait, starting it if need be.
fn run(
    start: &Start,
    place: &mut Option<(Options, Child)>,
    job: &Job,
    options: &Options,
) -> Result<(), String> {
    if place.as_ref().is_some_and(|(own, _)| own == options) {
        return Ok(());
    }
    let job = Job {
        options: options.clone(),
        fault: None,
        ..job.clone()
    };
    match compiled(start, &job)? {
        Ok(child) => {
            *place = Some((options.clone(), child));
            Ok(())
        }
        Err(row) => {
            let (options, why) = (line(options), row.message.unwrap_or_default());
            Err(format!(
                "what candidates race with does not run any more, {options}: {why}"
            ))
        }
    }
}

impl Evaluator for Local {
    fn evaluate(&mut self, jobs: &[Job]) -> Result<Vec<Row>, String> {
        if jobs.len() < 2 || jobs[0].measure == Measure::Time {
            return jobs.iter().map(|job| self.row(job)).collect();
        }
        let next = Mutex::new(jobs.iter().enumerate());
        let rows = Mutex::new(vec![None; jobs.len()]);
        let (start, threads) = (&self.start, self.jobs.min(jobs.len()));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some((at, job)) = locked(&next).next() {
                        let row = counted(start, job);
                        locked(&rows)[at] = Some(row);
                    }
                });
            }
        });
        let rows = rows
            .into_inner()
            .unwrap_or_else(|poison| poison.into_inner());
        let lost = || Err("a trial was lost".to_owned());
        rows.into_iter()
            .map(|row| row.unwrap_or_else(lost))
            .collect()
    }

    fn reference(&mut self, job: &Job) -> Result<(), String> {
        let mut child = self.start.child(job)?;
        match child.answer(job.limits.compile_seconds) {
            Ok(Answer::Ready) => Ok(()),
            Ok(Answer::Refused { message } | Answer::Unable { message }) => Err(message),
            Ok(other) => Err(format!("expected a reference, found {other:?}")),
            Err(end) => Err(format!("the reference is not computed: {}", end.message)),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poison| poison.into_inner())
}

/// How children begin and end.
struct Start {
    worker: Worker,
    stop: Stop,
}

impl Start {
    fn child(&self, job: &Job) -> Result<Child, String> {
        let program = self.worker.program.display();
        let child = Child::start(&self.worker, job, &self.stop);
        child.map_err(|error| format!("cannot start `{program}`: {error}"))
    }
}

fn failed(job: &Job, End { status, message }: End) -> Row {
    Row::failed(job.trial, job.options.clone(), status, message)
}

/// The child of a job that is ready to be measured, or the row that says why not.
fn compiled(start: &Start, job: &Job) -> Result<Result<Child, Row>, String> {
    let mut child = start.child(job)?;
    let row = |status, message| Row::failed(job.trial, job.options.clone(), status, message);
    Ok(Err(match child.answer(job.limits.compile_seconds) {
        Ok(Answer::Ready) => return Ok(Ok(child)),
        Ok(Answer::Refused { message }) => row(Status::Refused, message),
        Ok(Answer::Wrong { message }) => row(Status::Wrong, message),
        Ok(Answer::Unable { message }) => return Err(message),
        Ok(other) => row(
            Status::Crashed,
            format!("expected to be ready, found {other:?}"),
        ),
        Err(end) => failed(job, end),
    }))
}

fn counted(start: &Start, job: &Job) -> Result<Row, String> {
    let mut child = start.child(job)?;
    let row = |status, message| Row::failed(job.trial, job.options.clone(), status, message);
    Ok(match child.answer(job.limits.compile_seconds) {
        Ok(Answer::Cost { cost }) => Row::of_cost(job.trial, job.options.clone(), cost),
        Ok(Answer::Refused { message }) => row(Status::Refused, message),
        Ok(Answer::Unable { message }) => return Err(message),
        Ok(other) => row(Status::Crashed, format!("expected a cost, found {other:?}")),
        Err(end) => failed(job, end),
    })
}

/// The least seconds of a measurement, as long as [`MEASURE`] if the last one took so long.
fn measured(child: &mut Child, last: &mut f64, job: &Job) -> Result<f64, End> {
    let runs = (MEASURE / last.max(1e-9)).ceil().clamp(1.0, RUNS) as usize;
    let times = child.times(runs, job.limits.run_seconds)?;
    *last = times.into_iter().fold(f64::INFINITY, f64::min);
    Ok(*last)
}

fn alone(child: &mut Child, job: &Job) -> Result<f64, End> {
    let mut last = MEASURE;
    let times: Result<Vec<f64>, End> = (0..ALONE)
        .map(|_| measured(child, &mut last, job))
        .collect();
    let mut times = times?;
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// Races a candidate with the best so far. Only the candidate's end is a row.
fn race(child: &mut Child, best: &mut Child, job: &Job) -> Result<Result<Race, End>, String> {
    let mut race = Race::default();
    let (mut own, mut other) = (MEASURE, MEASURE);
    // Both get to know how long a run takes, and warm up.
    for _ in 0..2 {
        if let Err(end) = measured(child, &mut own, job) {
            return Ok(Err(end));
        }
        measured(best, &mut other, job).map_err(|end| end.message)?;
        if own > 100.0 * other {
            break;
        }
    }
    while race.verdict() == Verdict::Open {
        let first = race.candidate_first();
        let mut time = None;
        if first {
            match measured(child, &mut own, job) {
                Ok(seconds) => time = Some(seconds),
                Err(end) => return Ok(Err(end)),
            }
        }
        let beside = measured(best, &mut other, job).map_err(|end| end.message)?;
        let time = match time {
            Some(time) => time,
            None => match measured(child, &mut own, job) {
                Ok(seconds) => seconds,
                Err(end) => return Ok(Err(end)),
            },
        };
        race.add(time, beside);
    }
    Ok(Ok(race))
}

/// Instances that the reference evaluator computes in half a minute or so; for more, code without
/// any optimisation is the reference.
const EVALUATED: f64 = 1e9;

/// Who computes the reference.
pub fn reference_task(instances: f64) -> Task {
    match instances <= EVALUATED {
        true => Task::Reference,
        false => Task::Naive,
    }
}

/// A folder for the reference, which is removed with the value.
pub struct ReferenceFolder(TempDir);

impl ReferenceFolder {
    /// An empty folder.
    ///
    /// # Errors
    /// A disk that is full, or no place for temporary files.
    pub fn new() -> Result<ReferenceFolder, String> {
        let folder = TempDir::with_prefix("tc-tune-");
        folder
            .map(ReferenceFolder)
            .map_err(|error| format!("cannot make a folder: {error}"))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Its path, to be kept in a job.
    pub fn to_path_buf(&self) -> PathBuf {
        self.0.path().to_owned()
    }
}

#[cfg(test)]
mod tests;
