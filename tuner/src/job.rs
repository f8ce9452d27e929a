//! What is asked of a trial, and what comes of it. Both are lines of JSON, so that any machine and
//! any scheduler can carry them.

use crate::{options::Options, problem::Problem};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Where a cost comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Seconds of a run on this processor.
    Time,
    /// Operations and accesses of the schedule for a CPU, by count, without running it.
    Count,
    /// Microseconds of a GPU by the static report and the counts of the emulator, without a device.
    Report,
}

impl Measure {
    /// The unit of its costs.
    pub fn unit(self) -> &'static str {
        match self {
            Measure::Time => "seconds",
            Measure::Count => "operations",
            Measure::Report => "microseconds",
        }
    }

    /// A cost for people.
    pub fn shown(self, cost: f64) -> String {
        match self {
            Measure::Time if cost < 1e-3 => format!("{:.1} us", cost * 1e6),
            Measure::Time => format!("{:.3} ms", cost * 1e3),
            Measure::Count => format!("{:.4} million operations", cost * 1e-6),
            Measure::Report => format!("{cost:.3} us"),
        }
    }
}

/// What a trial may take.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Seconds until a candidate is compiled and compared with the reference.
    pub compile_seconds: f64,
    /// Seconds of each measurement.
    pub run_seconds: f64,
    /// Bytes of address space.
    pub memory_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            compile_seconds: 60.0,
            run_seconds: 20.0,
            memory_bytes: 8 << 30,
        }
    }
}

/// What a child process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Computes the reference results by the evaluator of the language, and writes them to the
    /// folder.
    Reference,
    /// The same by code that is neither tiled nor fused, where the evaluator would take too long.
    Naive,
    /// Finds out what the candidate costs.
    Trial,
}

/// One trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// What is done.
    pub task: Task,
    /// Its number in the search.
    pub trial: u64,
    /// The operator.
    pub problem: Problem,
    /// The candidate.
    pub options: Options,
    /// Where its cost comes from.
    pub measure: Measure,
    /// What it may take.
    pub limits: Limits,
    /// The folder of the reference results; without one, nothing is compared.
    pub reference: Option<PathBuf>,
    /// The best so far and its cost, which a time is measured beside.
    pub incumbent: Option<(Options, f64)>,
    /// The cost of the defaults, by which that of a winner is measured.
    pub default: Option<f64>,
    /// For tests: what goes wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// What goes wrong on purpose, for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// It never ends.
    Hang,
    /// The process dies.
    Crash,
    /// It asks for more memory than there may be.
    Memory,
    /// It computes something else.
    Wrong,
}

/// How a trial ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It has a cost.
    Ok,
    /// It is slower than the best so far, and was given up early; its cost is an estimate.
    Slower,
    /// The compiler refuses the options.
    Refused,
    /// Its results are not those of the reference.
    Wrong,
    /// It took longer than the limit.
    TimedOut,
    /// It needed more memory than the limit.
    OutOfMemory,
    /// Its process died.
    Crashed,
}

impl Status {
    /// The word of the log.
    pub fn word(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Slower => "slower",
            Status::Refused => "refused",
            Status::Wrong => "wrong",
            Status::TimedOut => "timed-out",
            Status::OutOfMemory => "out-of-memory",
            Status::Crashed => "crashed",
        }
    }
}

/// What came of a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its number.
    pub trial: u64,
    /// How it ended.
    pub status: Status,
    /// In the unit of the measure; none where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// The candidate.
    pub options: Options,
    /// Its time by that of the best so far, the median of pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// How many pairs were measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// What was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Whether it is the best so far.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub best: bool,
}

impl Row {
    /// A trial that has no cost.
    pub fn failed(trial: u64, options: Options, status: Status, message: String) -> Row {
        Row {
            trial,
            status,
            cost: None,
            options,
            ratio: None,
            rounds: None,
            message: Some(message),
            best: false,
        }
    }

    /// A trial with a cost.
    pub(crate) fn of_cost(trial: u64, options: Options, cost: f64) -> Row {
        Row {
            trial,
            status: Status::Ok,
            cost: Some(cost),
            options,
            ratio: None,
            rounds: None,
            message: None,
            best: false,
        }
    }
}
