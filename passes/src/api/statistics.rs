//! What passes counted.
//!
//! LLVM's own statistics are compiled out of release builds, so ours are kept here: each run of a pass counts in
//! its own value, the host adds the counts to one table, and a tool prints the table or takes it away as data.

use serde::Serialize;
use std::{
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// A statistic of a pass: a field of its value, counted up while it runs.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Counts `amount` more.
    pub fn add(&self, amount: usize) {
        self.0.fetch_add(amount as u64, Ordering::Relaxed);
    }

    /// Counts what isl does in `work`.
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
    /// On how many operations it ran.
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

/// Counts by context, so that a pipeline that runs beside others takes away its own.
type Table = BTreeMap<(usize, &'static str), PassStatistics>;

static TABLE: Mutex<Table> = Mutex::new(Table::new());

/// Adds the counts of one run of a pass in one context.
pub(super) fn record(context: usize, pass: &'static str, counts: Vec<Statistic>) {
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    let entry = table
        .entry((context, pass))
        .or_insert_with(|| PassStatistics {
            pass: pass.to_owned(),
            runs: 0,
            statistics: Vec::new(),
        });
    entry.add(1, counts);
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
    /// Takes the counts of all contexts.
    pub fn take_all() -> Self {
        Self::take(|_| true)
    }

    /// Takes the counts of one context.
    pub(super) fn take_context(context: usize) -> Self {
        Self::take(|key| key == context)
    }

    fn take(wanted: impl Fn(usize) -> bool) -> Self {
        let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut merged: BTreeMap<&'static str, PassStatistics> = BTreeMap::new();
        for ((context, pass), entry) in std::mem::take(&mut *table) {
            if !wanted(context) {
                table.insert((context, pass), entry);
            } else if let Some(total) = merged.get_mut(pass) {
                total.add(entry.runs, entry.statistics);
            } else {
                merged.insert(pass, entry);
            }
        }
        Self {
            passes: merged.into_values().collect(),
        }
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

    fn count(name: &str, value: u64) -> Statistic {
        Statistic {
            name: name.to_owned(),
            value,
            summary: "what it means".to_owned(),
        }
    }

    #[test]
    fn counts_are_summed_per_context_and_taken_once() {
        record(
            101,
            "test-sum",
            vec![count("tiled", 2), count("skipped", 0)],
        );
        record(
            101,
            "test-sum",
            vec![count("tiled", 3), count("skipped", 1)],
        );
        record(
            102,
            "test-sum",
            vec![count("tiled", 50), count("skipped", 0)],
        );
        let report = StatisticsReport::take_context(101);
        assert_eq!(report.get("test-sum", "tiled"), Some(5));
        assert_eq!(report.get("test-sum", "skipped"), Some(1));
        assert_eq!(
            report.to_string(),
            "test-sum: 2 runs\n         5 tiled    what it means\n         1 skipped  what it means\n"
        );
        assert_eq!(StatisticsReport::take_context(101).passes, vec![]);
        assert_eq!(
            StatisticsReport::take_context(102).get("test-sum", "tiled"),
            Some(50)
        );
    }
}
