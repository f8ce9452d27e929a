//! Rows that were recorded before, in the place of trials: a search over them is the same on every
//! machine, and takes no time.
//!
//! A candidate that was not recorded stands for the nearest one that was: the one that differs in
//! the fewest genes among those that are not asked for yet, the first of these in the order of the
//! record. Of rows that mean the same the first stands for all.

use crate::{
    job::{Job, Row},
    options::Options,
    space::{Candidate, Space},
    tune::Evaluator,
};
use std::collections::BTreeSet;

/// A table of rows.
pub(crate) struct Recorded {
    pub(crate) rows: Vec<(Candidate, Row)>,
    asked: BTreeSet<Options>,
}

impl Recorded {
    /// The rows of a log whose options are in the space.
    pub(crate) fn of(space: &mut Space, rows: Vec<Row>) -> Recorded {
        let mut table: Vec<(Candidate, Row)> = Vec::new();
        for row in rows {
            if let Some(one) = space.admit(&row.options)
                && !table.iter().any(|(known, _)| *known == one)
            {
                let options = space.options(&one);
                table.push((one, Row { options, ..row }));
            }
        }
        Recorded {
            rows: table,
            asked: BTreeSet::new(),
        }
    }

    /// The recorded candidate for one that is asked for.
    pub(crate) fn nearest(&self, candidate: &Candidate) -> Option<&Candidate> {
        let left = self
            .rows
            .iter()
            .filter(|(_, row)| !self.asked.contains(&row.options));
        let nearest = left.min_by_key(|(one, _)| differences(one, candidate));
        nearest.map(|(one, _)| one)
    }
}

fn differences(one: &Candidate, other: &Candidate) -> usize {
    one.0.iter().zip(&other.0).filter(|(a, b)| a != b).count()
}

impl Evaluator for Recorded {
    fn evaluate(&mut self, jobs: &[Job]) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        for job in jobs {
            let found = self.rows.iter().find(|(_, row)| row.options == job.options);
            let (_, row) = found.ok_or_else(|| {
                let options = crate::options::line(&job.options);
                format!("the record has no row for {options}")
            })?;
            self.asked.insert(row.options.clone());
            rows.push(Row {
                trial: job.trial,
                ..row.clone()
            });
        }
        Ok(rows)
    }

    fn reference(&mut self, _: &Job) -> Result<(), String> {
        Ok(())
    }

    fn snap(&self, candidate: &Candidate) -> Option<Candidate> {
        self.nearest(candidate).cloned()
    }

    fn is_recorded(&self) -> bool {
        true
    }
}
