//! What passes return to the tool that runs them besides diagnostics: values and counts, in the
//! report of the run.
//!
//! ```text
//! run_pipeline ─► Recording ─► C++ ─► pass: ctx.keep(value), counters
//!       └──── PipelineReport::take::<Value>() ◄────┘
//! ```
//! The run owns them; they are freed with it, however it ends. C++ is between a run and its passes,
//! which have only their context in common, so a table maps contexts to the runs in progress.
//! Without a recording, as in `tc-opt`, values are dropped.

use std::{
    any::Any,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A value of some pass.
pub(super) type Record = Box<dyn Any + Send>;

/// The values that the passes of one run kept.
type Records = Arc<Mutex<Vec<Record>>>;

/// The runs in progress, with the addresses of their contexts.
static RUNS: Mutex<Vec<(usize, Records)>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run in progress. It owns the values that its passes keep.
pub(super) struct Recording {
    records: Records,
}

impl Recording {
    pub(super) fn begin(context: usize) -> Self {
        let records = Records::default();
        locked(&RUNS).push((context, records.clone()));
        Recording { records }
    }

    /// The values kept so far, in the order of the passes' runs; passes that run concurrently keep
    /// theirs in any order.
    pub(super) fn end(self) -> Vec<Record> {
        mem::take(&mut *locked(&self.records))
    }
}

/// A run that has ended, in whatever way, accepts no more values.
impl Drop for Recording {
    fn drop(&mut self) {
        locked(&RUNS).retain(|(_, records)| !Arc::ptr_eq(records, &self.records));
    }
}

/// Adds a value to the run in a context; returns it if there is none.
pub(super) fn keep(context: usize, record: Record) -> Result<(), Record> {
    let runs = locked(&RUNS);
    let own = runs.iter().rev().find(|(other, _)| *other == context);
    match own {
        Some((_, records)) => {
            locked(records).push(record);
            Ok(())
        }
        None => Err(record),
    }
}

/// Copies of the values of one type that the run in a context has kept, without the first `known`.
pub(super) fn copied<T: Clone + 'static>(context: usize, known: usize) -> Vec<T> {
    let runs = locked(&RUNS);
    let own = runs.iter().rev().find(|(other, _)| *other == context);
    let Some((_, records)) = own else {
        return Vec::new();
    };
    let records = locked(records);
    let values = records.iter().filter_map(|record| record.downcast_ref());
    values.skip(known).cloned().collect()
}

/// Takes the values of one type; the others remain.
pub(super) fn take<T: 'static>(records: &mut Vec<Record>) -> Vec<T> {
    let wanted = records.extract_if(.., |record| record.is::<T>());
    let values = wanted.filter_map(|record| record.downcast::<T>().ok());
    values.map(|value| *value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn numbers(mut records: Vec<Record>) -> Vec<i32> {
        take(&mut records)
    }

    #[test]
    fn a_run_gets_what_its_own_passes_keep() {
        assert!(keep(201, Box::new(0)).is_err());
        let (one, other) = (Recording::begin(201), Recording::begin(202));
        keep(201, Box::new(1)).unwrap();
        keep(202, Box::new(2)).unwrap();
        keep(201, Box::new(3)).unwrap();
        assert_eq!(numbers(one.end()), [1, 3]);
        assert!(keep(201, Box::new(4)).is_err());
        assert_eq!(numbers(other.end()), [2]);
        assert_eq!(numbers(Recording::begin(201).end()), [0; 0]);
    }

    #[test]
    fn nothing_is_left_of_a_run_that_panics() {
        let run = || {
            let _recording = Recording::begin(203);
            keep(203, Box::new(1)).unwrap();
            panic!("in the middle of the run");
        };
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        assert!(keep(203, Box::new(2)).is_err());
        assert_eq!(numbers(Recording::begin(203).end()), [0; 0]);
    }

    #[test]
    fn values_are_copied_while_the_run_keeps_them() {
        assert_eq!(copied::<i32>(204, 0), [0; 0]);
        let run = Recording::begin(204);
        keep(204, Box::new(1)).unwrap();
        keep(204, Box::new("text")).unwrap();
        keep(204, Box::new(2)).unwrap();
        assert_eq!(copied::<i32>(204, 0), [1, 2]);
        assert_eq!(copied::<i32>(204, 1), [2]);
        assert_eq!(numbers(run.end()), [1, 2]);
    }

    #[test]
    fn values_are_taken_by_type() {
        let mut records: Vec<Record> = vec![Box::new(1), Box::new("text"), Box::new(2)];
        assert_eq!(take::<i32>(&mut records), [1, 2]);
        assert_eq!(take::<&str>(&mut records), ["text"]);
        assert!(records.is_empty());
    }
}
