//! How long the locks of others are waited for: all waits of a minute together have one limit, so
//! that a process that is stuck with a lock costs the others a moment, not their time.
//!
//! SQLite asks a function without arguments whether it shall try again, so that what is left is
//! known by the thread while an operation runs.

use std::{
    cell::Cell,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// Where what was waited is forgotten.
const PERIOD: Duration = Duration::from_secs(60);

thread_local! {
    /// What the operation that runs in this thread may wait.
    static LEFT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// What the operations of a cache may wait.
#[derive(Clone, Debug)]
pub(crate) struct Patience {
    whole: Duration,
    /// What is left of it, and since when.
    left: Arc<Mutex<(Duration, Instant)>>,
}

/// An operation: its waits count together, until it is dropped.
#[must_use]
pub(crate) struct Waits(Patience);

impl Patience {
    pub(crate) fn new(whole: Duration) -> Patience {
        let left = Arc::new(Mutex::new((whole, Instant::now())));
        Patience { whole, left }
    }

    /// Begins an operation, inside of which no other one begins.
    pub(crate) fn begin(&self) -> Waits {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if left.1.elapsed() >= PERIOD {
            *left = (self.whole, Instant::now());
        }
        LEFT.set(left.0);
        Waits(self.clone())
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        let mut left = self.0.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.0 = LEFT.take();
    }
}

/// Waits a moment before a further attempt, the first being 0; false if nothing is left to wait.
pub(crate) fn pause(attempt: i32) -> bool {
    let left = LEFT.get();
    if left.is_zero() {
        return false;
    }
    let moment = Duration::from_millis(1 << attempt.clamp(0, 5)).min(left);
    let begin = Instant::now();
    thread::sleep(moment);
    LEFT.set(left.saturating_sub(begin.elapsed().max(moment)));
    true
}
