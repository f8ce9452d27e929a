//! The statistics of passes.
//!
//! LLVM's own statistics are compiled out of release builds, so we keep our own: each run of a pass
//! counts in its own value, and the host adds the counts to the run of the pipeline ([`records`]),
//! whose report sums them up. Without a recording they go to a table that `tc-opt` prints.

use super::records;
use serde::Serialize;
use std::{
    fmt::{self, Display, Formatter},
    mem,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// A statistic of a pass: a field of its value, incremented while it runs.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds `amount`.
    pub fn add(&self, amount: usize) {
        self.0.fetch_add(amount as u64, Ordering::Relaxed);
    }

    /// Counts isl's operations in `work`.
    pub fn count_isl<R>(&self, isl: &tc_isl::Context, work: impl FnOnce() -> R) -> R {
        let before = isl.operations();
        let result = work();
        self.0
            .fetch_add(isl.operations() - before, Ordering::Relaxed);
        result
    }

    /// The count so far.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The counts of one pass, summed over its runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PassStatistics {
    /// The name of the pass.
    pub pass: String,
    /// The number of operations that it ran on.
    pub runs: u64,
    /// Its statistics, in the order of declaration.
    pub statistics: Vec<Statistic>,
}

/// One count with its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Statistic {
    pub name: String,
    pub value: u64,
    pub summary: String,
}

/// The counts of several passes, sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StatisticsReport {
    /// One entry for each pass that ran.
    pub passes: Vec<PassStatistics>,
}

/// The counts of runs without a recording, by pass, for a tool that reads them at its end.
static TABLE: Mutex<Vec<PassStatistics>> = Mutex::new(Vec::new());

/// Adds the counts of one run of a pass in one context.
pub(super) fn record(context: usize, pass: &'static str, counts: Vec<Statistic>) {
    let counts = PassStatistics {
        pass: pass.to_owned(),
        runs: 1,
        statistics: counts,
    };
    if let Err(counts) = records::keep(context, Box::new(counts)) {
        let counts = counts.downcast::<PassStatistics>().map(|counts| *counts);
        let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
        add_all(&mut table, counts);
    }
}

/// Adds counts to those of the same passes, and keeps the passes sorted by name.
fn add_all(sums: &mut Vec<PassStatistics>, counts: impl IntoIterator<Item = PassStatistics>) {
    for counts in counts {
        match sums.binary_search_by(|sum| sum.pass.cmp(&counts.pass)) {
            Ok(position) => sums[position].add(counts.runs, counts.statistics),
            Err(position) => sums.insert(position, counts),
        }
    }
}

impl PassStatistics {
    fn add(&mut self, runs: u64, counts: Vec<Statistic>) {
        self.runs += runs;
        if self.statistics.is_empty() {
            self.statistics = counts;
            return;
        }
        for (total, count) in self.statistics.iter_mut().zip(counts) {
            total.value += count.value;
        }
    }
}

impl StatisticsReport {
    /// Takes the counts of all runs without a recording.
    pub fn take_all() -> Self {
        let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
        Self {
            passes: mem::take(&mut *table),
        }
    }

    /// The sums of the passes' counts.
    pub(super) fn of(counts: Vec<PassStatistics>) -> Self {
        let mut passes = Vec::new();
        add_all(&mut passes, counts);
        Self { passes }
    }

    /// The value of a statistic, if the pass ran and has it.
    pub fn get(&self, pass: &str, statistic: &str) -> Option<u64> {
        let entry = self.passes.iter().find(|entry| entry.pass == pass)?;
        let found = entry
            .statistics
            .iter()
            .find(|count| count.name == statistic)?;
        Some(found.value)
    }

    /// The report as one JSON object.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report holds only texts and numbers")
    }
}

/// A table: one line per pass, one indented line per statistic.
impl Display for StatisticsReport {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let counts = || self.passes.iter().flat_map(|pass| &pass.statistics);
        let width = counts().map(|count| count.name.len()).max().unwrap_or(0);
        for pass in &self.passes {
            let unit = if pass.runs == 1 { "run" } else { "runs" };
            writeln!(formatter, "{}: {} {unit}", pass.pass, pass.runs)?;
            for count in &pass.statistics {
                let Statistic {
                    name,
                    value,
                    summary,
                } = count;
                writeln!(formatter, "  {value:>8} {name:width$}  {summary}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Recording;

    fn count(name: &str, value: u64) -> Statistic {
        Statistic {
            name: name.to_owned(),
            value,
            summary: "what it means".to_owned(),
        }
    }

    #[test]
    fn counts_are_summed_per_run() {
        let (one, other) = (Recording::begin(101), Recording::begin(102));
        let counts = |tiled, skipped| vec![count("tiled", tiled), count("skipped", skipped)];
        record(101, "test-sum", counts(2, 0));
        record(101, "test-alone", vec![]);
        record(101, "test-sum", counts(3, 1));
        record(102, "test-sum", counts(50, 0));
        let report = |recording: Recording| {
            let mut records = recording.end();
            StatisticsReport::of(records::take(&mut records))
        };
        let sums = report(one);
        assert_eq!(sums.get("test-sum", "tiled"), Some(5));
        assert_eq!(sums.get("test-sum", "skipped"), Some(1));
        assert_eq!(
            sums.to_string(),
            "test-alone: 1 run\ntest-sum: 2 runs\n         5 tiled    what it means\n         1 skipped  what it means\n"
        );
        assert_eq!(report(other).get("test-sum", "tiled"), Some(50));
    }

    #[test]
    fn counts_that_nobody_records_are_taken_once() {
        record(103, "test-left", vec![count("tiled", 2)]);
        record(104, "test-left", vec![count("tiled", 3)]);
        let report = StatisticsReport::take_all();
        assert_eq!(report.get("test-left", "tiled"), Some(5));
        assert_eq!(StatisticsReport::take_all().get("test-left", "tiled"), None);
    }
}
