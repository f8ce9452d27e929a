//! What passes hand to the tool that runs them beside diagnostics: values, which come back in the report of the run.
//!
//! ```text
//! run_pipeline ─► Recording ─► C++ ─► pass: ctx.keep(value)
//!       └──── PipelineReport::take::<Value>() ◄────┘
//! ```
//! C++ stands between a run and its passes, so they meet here by their context, and only while the run lasts. Where nobody records, as in
//! `tc-opt`, what is kept is dropped.

use std::{
    any::Any,
    sync::{Mutex, PoisonError},
};

/// A value of some pass.
pub(super) type Record = Box<dyn Any + Send>;

/// The runs that are under way, with the addresses of their contexts.
static RUNS: Mutex<Vec<(usize, Vec<Record>)>> = Mutex::new(Vec::new());

/// A run that is under way. It owns what its passes keep.
pub(super) struct Recording {
    context: usize,
}

impl Recording {
    pub(super) fn begin(context: usize) -> Self {
        let mut runs = RUNS.lock().unwrap_or_else(PoisonError::into_inner);
        runs.push((context, Vec::new()));
        Recording { context }
    }

    /// What passes kept, in the order of their runs; passes that run beside each other keep in any order.
    pub(super) fn end(self) -> Vec<Record> {
        let records = self.taken();
        std::mem::forget(self);
        records
    }

    fn taken(&self) -> Vec<Record> {
        let mut runs = RUNS.lock().unwrap_or_else(PoisonError::into_inner);
        let own = runs
            .iter()
            .rposition(|(context, _)| *context == self.context);
        own.map(|position| runs.remove(position).1)
            .unwrap_or_default()
    }
}

/// A run that panics ends too.
impl Drop for Recording {
    fn drop(&mut self) {
        self.taken();
    }
}

/// Gives a value to the run in a context.
pub(super) fn keep(context: usize, record: Record) {
    let mut runs = RUNS.lock().unwrap_or_else(PoisonError::into_inner);
    let own = runs.iter_mut().rev().find(|(other, _)| *other == context);
    if let Some((_, records)) = own {
        records.push(record);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(records: Vec<Record>) -> Vec<i32> {
        let all = records.into_iter();
        all.map(|one| *one.downcast::<i32>().unwrap()).collect()
    }

    #[test]
    fn a_run_gets_what_its_own_passes_keep() {
        keep(201, Box::new(0));
        let (one, other) = (Recording::begin(201), Recording::begin(202));
        keep(201, Box::new(1));
        keep(202, Box::new(2));
        keep(201, Box::new(3));
        assert_eq!(numbers(one.end()), [1, 3]);
        keep(201, Box::new(4));
        assert_eq!(numbers(other.end()), [2]);
        assert_eq!(numbers(Recording::begin(201).end()), [0; 0]);
    }
}
