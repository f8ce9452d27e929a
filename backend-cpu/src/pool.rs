//! The thread pool behind `tc_parallel_for`, the one function that compiled code calls back.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::ffi::c_void;

/// A part of a parallel loop: runs the iterations `[lo, hi)` of the body that `context` belongs to.
pub type Part = extern "C" fn(context: *mut c_void, lo: i64, hi: i64);

/// The least number of pieces per thread: enough to balance pieces of unequal duration.
const PIECES_PER_THREAD: i64 = 4;

/// The threads that parallel loops run on.
pub struct Threads(Option<ThreadPool>);

impl Threads {
    /// This many threads; without a number the pool that the process shares, one for each core.
    ///
    /// # Errors
    /// Threads that the system refuses.
    pub fn new(count: Option<usize>) -> Result<Threads, ThreadPoolBuildError> {
        let pool = count.map(|count| ThreadPoolBuilder::new().num_threads(count).build());
        pool.transpose().map(Threads)
    }

    /// Calls a function whose parallel loops run on these threads.
    pub fn run<R: Send>(&self, function: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) => pool.install(function),
            None => function(),
        }
    }
}

/// Runs `[lo, hi)` in pieces, cut at multiples of `step` from `lo`, on all threads of the pool;
/// returns after the last.
///
/// # Safety
/// `part` and `context` come from code that `llvm-parallel-calls` made: `part` may run on several
/// threads at a time with the same `context`.
pub unsafe extern "C" fn tc_parallel_for(
    part: Part,
    context: *mut c_void,
    lo: i64,
    hi: i64,
    step: i64,
) {
    let trips = if hi > lo {
        (hi - lo + step - 1) / step
    } else {
        0
    };
    let threads = rayon::current_num_threads() as i64;
    let pieces = trips.min(PIECES_PER_THREAD * threads);
    if pieces <= 1 || threads == 1 {
        if trips > 0 {
            part(context, lo, hi);
        }
        return;
    }
    let context = context as usize;
    rayon::scope(|scope| {
        for piece in 0..pieces {
            let begin = lo + trips * piece / pieces * step;
            let end = (lo + trips * (piece + 1) / pieces * step).min(hi);
            scope.spawn(move |_| part(context as *mut c_void, begin, end));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    };
    use std::thread::ThreadId;

    extern "C" fn count(context: *mut c_void, lo: i64, hi: i64) {
        // SAFETY: the test passes a slice of 101 counters.
        let seen = unsafe { std::slice::from_raw_parts(context as *const AtomicU32, 101) };
        for index in (lo..hi).step_by(3) {
            seen[index as usize].fetch_add(1, Ordering::Relaxed);
        }
    }

    extern "C" fn note_thread(context: *mut c_void, _lo: i64, _hi: i64) {
        // SAFETY: the test passes a locked set.
        let seen = unsafe { &*(context as *const Mutex<HashSet<ThreadId>>) };
        seen.lock().unwrap().insert(std::thread::current().id());
    }

    #[test]
    fn one_thread_runs_everything_and_it_is_not_the_caller() {
        let seen = Mutex::new(HashSet::<ThreadId>::new());
        let threads = Threads::new(Some(1)).unwrap();
        let context = std::ptr::from_ref(&seen) as usize;
        // SAFETY: `note_thread` only locks the set, which outlives the call.
        threads.run(|| unsafe { tc_parallel_for(note_thread, context as *mut c_void, 0, 64, 1) });
        let seen = seen.into_inner().unwrap();
        assert_eq!(seen.len(), 1);
        assert!(!seen.contains(&std::thread::current().id()));
        let asked = Threads::new(Some(3)).unwrap();
        assert_eq!(asked.run(rayon::current_num_threads), 3);
    }

    #[test]
    fn every_iteration_runs_exactly_once() {
        for (lo, hi) in [(0, 101), (7, 100), (5, 5), (9, 3), (98, 101)] {
            let seen: Vec<AtomicU32> = (0..101).map(|_| AtomicU32::new(0)).collect();
            // SAFETY: `count` only adds to atomic counters, of which there are 101; they outlive
            // the call.
            unsafe { tc_parallel_for(count, seen.as_ptr() as *mut c_void, lo, hi, 3) };
            for index in 0..101 {
                let due = u32::from(index >= lo && index < hi && (index - lo) % 3 == 0);
                assert_eq!(
                    seen[index as usize].load(Ordering::Relaxed),
                    due,
                    "{index} of [{lo}, {hi})"
                );
            }
        }
    }
}
