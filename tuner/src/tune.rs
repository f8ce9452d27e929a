//! The loop of a search: starting points, then what the search asks for, until the budget is used
//! up.
//!
//! A candidate counts as a trial when it is evaluated; one that was before, or that is left out
//! before compiling, counts nothing. Where costs come from a clock, only a candidate that wins its
//! race becomes the best, and at the end the best and the defaults race once more: what loses that
//! is not kept.

use crate::{
    budget::Budget,
    job::{Fault, Job, Limits, Measure, Row, Status, Task},
    log::Final,
    options::Options,
    problem::Problem,
    reference::Reference,
    search::{Kind, Search},
    space::{Candidate, Space},
    stop::Stop,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::{
    collections::{BTreeMap, VecDeque},
    slice,
    time::Instant,
};

/// Finds out what candidates cost.
pub trait Evaluator {
    /// The row of each job, in order.
    ///
    /// # Errors
    /// What makes every trial fail, such as a missing tool.
    fn evaluate(&mut self, jobs: &[Job]) -> Result<Vec<Row>, String>;

    /// Computes the reference of a job into its folder.
    ///
    /// # Errors
    /// A program that the evaluator refuses.
    fn reference(&mut self, job: &Job) -> Result<(), String>;

    /// The candidate to evaluate in the place of one that is asked for; none where no more are
    /// left.
    fn snap(&self, candidate: &Candidate) -> Option<Candidate> {
        Some(candidate.clone())
    }

    /// Whether rows come from a record, so that nothing is measured.
    fn is_recorded(&self) -> bool {
        false
    }
}

/// Sees each row as soon as it is there.
pub trait Watch {
    /// A row, and the best so far.
    ///
    /// # Errors
    /// What ends the search, such as a log that cannot be written.
    fn row(&mut self, row: &Row, found: &Found) -> Result<(), String>;

    /// What takes long before the next row.
    fn phase(&mut self, what: &str) {
        let _ = what;
    }
}

/// A search to be done.
pub struct Request {
    /// The operator.
    pub problem: Problem,
    /// Its candidates.
    pub space: Space,
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
    /// What is tried first, after the defaults.
    pub starts: Vec<Options>,
    /// Candidates that are evaluated together, before the search is told of any.
    pub batch: usize,
    /// The reference results; none where nothing is compared.
    pub reference: Option<Reference>,
    /// Who computes the reference.
    pub(crate) reference_task: Task,
    /// The rows of a log that is resumed.
    pub rows: Vec<Row>,
    /// How the search of that log ended, if it did.
    pub end: Option<Final>,
    /// For tests: what goes wrong where an option has a value.
    pub faults: Vec<(Fault, String, String)>,
    /// Ends it before its budget is used up.
    pub stop: Stop,
}

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The cost of the defaults, if they have one.
    pub default: Option<f64>,
    /// The best options and their cost.
    pub best: Option<(Options, f64)>,
    /// Trials by how they ended.
    pub trials: BTreeMap<Status, u64>,
    /// Candidates that were left out before compiling, by the reason.
    pub excluded: BTreeMap<&'static str, u64>,
    /// Whether there are no more candidates.
    pub exhausted: bool,
    /// Whether it was asked to end before its budget was used up.
    pub interrupted: bool,
    /// Why the defaults do not run, if they do not.
    pub problem: Option<String>,
}

impl Found {
    /// Trials in all.
    pub fn count(&self) -> u64 {
        self.trials.values().sum()
    }

    /// The last line of the log; none where nothing has a cost.
    pub fn end(&self) -> Option<Final> {
        let (options, cost) = self.best.clone()?;
        Some(Final {
            options,
            cost,
            default: self.default,
            trials: self.count(),
        })
    }
}

/// Candidates in a row that are known or left out, until a search counts as exhausted.
const DRAWS: usize = 5000;

/// How often the last race is run where a process dies in it.
const CONFIRMATIONS: usize = 3;

/// Searches.
///
/// # Errors
/// What makes every trial fail, and what `watch` refuses.
pub fn tune(
    request: Request,
    evaluator: &mut dyn Evaluator,
    watch: &mut dyn Watch,
) -> Result<Found, String> {
    let mut state = State {
        search: request.search.begin(),
        dice: ChaCha8Rng::seed_from_u64(request.seed),
        queue: VecDeque::from([request.space.defaults()]),
        known: BTreeMap::new(),
        recorded: request
            .rows
            .iter()
            .map(|row| (row.options.clone(), row.clone()))
            .collect(),
        found: Found::default(),
        begin: Instant::now(),
        evaluated: 0,
        request,
    };
    let starts = std::mem::take(&mut state.request.starts);
    for options in &starts {
        let admitted = state.request.space.admit(options);
        state.queue.extend(admitted);
    }
    // The defaults alone: all others are compared with them.
    let mut size = 1;
    while state.has_budget() {
        let batch = state.next_batch(size, evaluator);
        if batch.is_empty() {
            state.found.exhausted = true;
            break;
        }
        let done = state.do_batch(&batch, evaluator, watch);
        if state.is_interrupted() {
            break;
        }
        done?;
        size = state.request.batch.max(1);
    }
    let is_timed = state.request.measure == Measure::Time && !evaluator.is_recorded();
    if is_timed && !state.is_interrupted() {
        let confirmed = state.confirm(evaluator, watch);
        if !state.is_interrupted() {
            confirmed?;
        }
    }
    Ok(state.found)
}

struct State {
    request: Request,
    search: Box<dyn Search>,
    dice: ChaCha8Rng,
    /// What is tried before the search is asked.
    queue: VecDeque<Candidate>,
    /// The costs of what was tried.
    known: BTreeMap<Candidate, Option<f64>>,
    /// Rows of a log that is resumed.
    recorded: BTreeMap<Options, Row>,
    found: Found,
    begin: Instant,
    /// Trials that were done now.
    evaluated: usize,
}

impl State {
    /// Whether somebody has asked for the end.
    fn is_interrupted(&mut self) -> bool {
        self.found.interrupted = self.request.stop.is_asked();
        self.found.interrupted
    }

    fn has_budget(&self) -> bool {
        let Budget { trials, time } = self.request.budget;
        trials.is_none_or(|trials| self.found.count() < trials)
            && time.is_none_or(|time| self.begin.elapsed() < time)
    }

    /// The next candidates, at most `size` of them and of what the budget leaves; none where the
    /// search finds no new ones.
    fn next_batch(&mut self, size: usize, evaluator: &dyn Evaluator) -> Vec<Candidate> {
        let left = self
            .request
            .budget
            .trials
            .map(|trials| trials - self.found.count());
        let size = left.map_or(size, |left| size.min(usize::try_from(left).unwrap_or(size)));
        let mut batch: Vec<Candidate> = Vec::new();
        for _ in 0..DRAWS {
            if batch.len() >= size {
                break;
            }
            let candidate = match self.queue.pop_front() {
                Some(candidate) => candidate,
                None => self.search.ask(&self.request.space, &mut self.dice),
            };
            let Some(snapped) = evaluator.snap(&candidate) else {
                break;
            };
            let candidate = snapped;
            if let Some(cost) = self.known.get(&candidate) {
                self.search.tell(&self.request.space, &candidate, *cost);
                continue;
            }
            if batch.contains(&candidate) {
                continue;
            }
            if let Some(reason) = self.request.space.excluded(&candidate)
                && !evaluator.is_recorded()
            {
                *self.found.excluded.entry(reason).or_default() += 1;
                self.known.insert(candidate.clone(), None);
                self.search.tell(&self.request.space, &candidate, None);
                continue;
            }
            batch.push(candidate);
        }
        batch
    }

    fn do_batch(
        &mut self,
        batch: &[Candidate],
        evaluator: &mut dyn Evaluator,
        watch: &mut dyn Watch,
    ) -> Result<(), String> {
        let first = self.found.count();
        let jobs = batch.iter().zip(first..);
        let jobs: Vec<Job> = jobs.map(|(one, trial)| self.job(one, trial)).collect();
        let recorded = |job: &Job| self.recorded.get(&job.options).cloned();
        let mut rows: Vec<Option<Row>> = jobs.iter().map(recorded).collect();
        let missing = jobs.iter().zip(&rows).filter(|(_, row)| row.is_none());
        let missing: Vec<Job> = missing.map(|(job, _)| job.clone()).collect();
        let mut new = Vec::new();
        if let Some(first) = missing.first() {
            self.make_reference(first, evaluator, watch)?;
            new = evaluator.evaluate(&missing)?;
        }
        self.evaluated += missing.len();
        let mut new = new.into_iter();
        // What was killed because the search ends is no row.
        if self.request.stop.is_asked() {
            return Ok(());
        }
        for row in rows.iter_mut().filter(|row| row.is_none()) {
            *row = new.next();
        }
        for ((candidate, trial), row) in batch.iter().zip(first..).zip(rows.into_iter().flatten()) {
            let is_new = !self.recorded.contains_key(&row.options);
            let row = self.take(candidate, Row { trial, ..row }, evaluator.is_recorded());
            if is_new {
                watch.row(&row, &self.found)?;
            }
        }
        Ok(())
    }

    fn job(&self, candidate: &Candidate, trial: u64) -> Job {
        let request = &self.request;
        let options = request.space.options(candidate);
        let faults = request.faults.iter();
        let fault = faults
            .clone()
            .find(|(_, name, value)| options.get(name) == Some(value));
        Job {
            task: Task::Trial,
            trial,
            problem: request.problem.clone(),
            options,
            measure: request.measure,
            limits: request.limits,
            reference: request.reference.as_ref().map(|one| one.path().to_owned()),
            incumbent: match request.measure {
                Measure::Time => self.found.best.clone(),
                _ => None,
            },
            default: self.found.default,
            fault: fault.map(|(fault, _, _)| *fault),
        }
    }

    /// Computes the reference before the first trial that needs it, within the time of the search.
    fn make_reference(
        &mut self,
        job: &Job,
        evaluator: &mut dyn Evaluator,
        watch: &mut dyn Watch,
    ) -> Result<(), String> {
        let Some(reference) = self.request.reference.as_ref().filter(|one| !one.is_made()) else {
            return Ok(());
        };
        let mut limits = job.limits;
        // The reference is slow by design.
        limits.compile_seconds = limits.compile_seconds.max(600.0);
        let time = self.request.budget.time;
        let left = time.map(|time| time.saturating_sub(self.begin.elapsed()).as_secs_f64());
        limits.compile_seconds = left.map_or(limits.compile_seconds, |left| {
            left.clamp(1.0, limits.compile_seconds)
        });
        watch.phase("the reference is computed");
        reference.begin()?;
        let made = evaluator.reference(&Job {
            task: self.request.reference_task,
            options: Options::new(),
            incumbent: None,
            fault: None,
            limits,
            ..job.clone()
        });
        let is_over = time.is_some_and(|time| self.begin.elapsed() >= time);
        match made {
            Err(_) if is_over && !self.request.stop.is_asked() => {
                let seconds = time.unwrap_or_default().as_secs();
                return Err(format!(
                    "the reference takes longer than the whole budget of {seconds} s: give a longer one, or smaller sizes"
                ));
            }
            made => made?,
        }
        reference.end()?;
        watch.phase("");
        Ok(())
    }

    /// Takes a row to account.
    fn take(&mut self, candidate: &Candidate, mut row: Row, recorded: bool) -> Row {
        let cost = row.cost.filter(|cost| cost.is_finite());
        self.known.insert(candidate.clone(), cost);
        self.search.tell(&self.request.space, candidate, cost);
        *self.found.trials.entry(row.status).or_default() += 1;
        if row.trial == 0 {
            self.found.default = cost;
            self.found.problem = row.message.clone();
        }
        let is_best = match (&self.found.best, row.ratio) {
            (None, _) => true,
            // Who has won a race is known where it was run.
            (Some((_, best)), Some(_)) if !recorded => {
                row.best && cost.is_some_and(|cost| cost < *best)
            }
            (Some((_, best)), _) => cost.is_some_and(|cost| cost < *best),
        };
        row.best = row.status == Status::Ok && is_best && cost.is_some();
        if let (true, Some(cost)) = (row.best, cost) {
            self.found.best = Some((row.options.clone(), cost));
        }
        row
    }

    /// Lets the best race the defaults once more, in new processes: of many that won, the one that
    /// looks best was lucky too.
    fn confirm(
        &mut self,
        evaluator: &mut dyn Evaluator,
        watch: &mut dyn Watch,
    ) -> Result<(), String> {
        let (Some((options, _)), Some(default)) = (self.found.best.clone(), self.found.default)
        else {
            return Ok(());
        };
        if options.is_empty() {
            return Ok(());
        }
        // The search that is resumed had ended here.
        if let (0, Some(end)) = (self.evaluated, &self.request.end)
            && end.trials == self.found.count()
        {
            self.found.best = Some((end.options.clone(), end.cost));
            return Ok(());
        }
        let job = Job {
            options: options.clone(),
            incumbent: Some((Options::new(), default)),
            fault: None,
            ..self.job(&self.request.space.defaults(), self.found.count())
        };
        self.make_reference(&job, evaluator, watch)?;
        for _ in 0..CONFIRMATIONS {
            let row = evaluator.evaluate(slice::from_ref(&job))?.pop();
            if self.request.stop.is_asked() {
                break;
            }
            let Some(row) = row else { break };
            // A process that was killed says nothing about its options.
            if row.status == Status::Crashed {
                continue;
            }
            self.found.best = match (row.best, row.ratio) {
                (true, Some(ratio)) => Some((options, default * ratio)),
                _ => Some((Options::new(), default)),
            };
            break;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
