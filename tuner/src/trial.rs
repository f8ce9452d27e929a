//! Trials on this machine, each in a process of its own.
//!
//! Costs that need no clock are found out side by side; times one after the other, each in a race
//! with the best so far, whose process waits meanwhile. Who wins it races the defaults. A process
//! that waits and dies, as one does that somebody kills, is started again: it ends no search.

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
use std::{sync::Mutex, thread};

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
            Measure::Time => self.timed_or_again(job),
            Measure::Count | Measure::Report => counted(&self.start, job),
        }
    }

    /// All others are compared with the defaults: a process of theirs that dies is started again.
    fn timed_or_again(&mut self, job: &Job) -> Result<Row, String> {
        let mut row = self.timed(job)?;
        for _ in 1..STARTS {
            let is_first = job.options.is_empty() && job.fault.is_none();
            if !is_first || row.status != Status::Crashed || self.start.stop.is_asked() {
                break;
            }
            row = self.timed(job)?;
        }
        Ok(row)
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
        let race = match beside(&self.start, &mut self.best, job, options, &mut child)? {
            Ok(race) => race,
            Err(row) => return Ok(row),
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
        let (start, place) = (&self.start, &mut self.defaults);
        match beside(start, place, job, &Options::new(), &mut again)? {
            Err(lost) => *row = lost,
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

/// How often what a candidate races with is started, in one race.
const STARTS: usize = 3;

/// Races a candidate with a process of these options, which is started if need be, and again where
/// it dies. The row of the candidate says why there is no race.
fn beside(
    start: &Start,
    place: &mut Option<(Options, Child)>,
    job: &Job,
    options: &Options,
    child: &mut Child,
) -> Result<Result<Race, Row>, String> {
    let mut why = String::new();
    for _ in 0..STARTS {
        if start.stop.is_asked() {
            break;
        }
        if place.as_ref().is_none_or(|(own, _)| own != options) {
            let job = Job {
                options: options.clone(),
                fault: None,
                ..job.clone()
            };
            match compiled(start, &job)? {
                Ok(started) => *place = Some((options.clone(), started)),
                Err(row) => {
                    why = row.message.unwrap_or_default();
                    continue;
                }
            }
        }
        let (_, other) = place.as_mut().expect("it was started");
        match race(child, other, job) {
            Ok(race) => return Ok(Ok(race)),
            Err(Lost::Candidate(end)) => return Ok(Err(failed(job, end))),
            Err(Lost::Other(end)) => {
                why = end.message;
                *place = None;
            }
        }
    }
    let options = line(options);
    let message = format!("what it races with does not run any more, {options}: {why}");
    Ok(Err(failed(
        job,
        End {
            status: Status::Crashed,
            message,
        },
    )))
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

/// Whose process ended during a race.
enum Lost {
    Candidate(End),
    Other(End),
}

/// Races a candidate with the best so far.
fn race(child: &mut Child, best: &mut Child, job: &Job) -> Result<Race, Lost> {
    let mut race = Race::default();
    let (mut own, mut other) = (MEASURE, MEASURE);
    let mut candidate = || measured(child, &mut own, job).map_err(Lost::Candidate);
    let mut beside = || measured(best, &mut other, job).map_err(Lost::Other);
    // Both get to know how long a run takes, and warm up.
    for _ in 0..2 {
        if candidate()? > 100.0 * beside()? {
            break;
        }
    }
    while race.verdict() == Verdict::Open {
        let (time, beside) = if race.candidate_first() {
            (candidate()?, beside()?)
        } else {
            let beside = beside()?;
            (candidate()?, beside)
        };
        race.add(time, beside);
    }
    Ok(race)
}

/// Instances that the reference evaluator computes in half a minute or so; for more, code without
/// any optimisation is the reference.
const EVALUATED: f64 = 1e9;

/// Who computes the reference.
pub(crate) fn reference_task(instances: f64) -> Task {
    if instances <= EVALUATED {
        Task::Reference
    } else {
        Task::Naive
    }
}

#[cfg(test)]
mod tests;
