//! The thread pool behind `tc_parallel_for`, the one function that compiled code calls back.
//!
//! **Distribution.** Each thread takes iterations until none are left: half of its fair part of
//! what is left, so that first pieces are large and the last ones small. Iterations of unequal
//! duration, such as the rows of a triangle, end at about the same time on all threads, and equal
//! ones cost a few pieces for each thread.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::cell::OnceCell;
use std::ffi::c_void;
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicI64, Ordering},
};
use std::time::{Duration, Instant};

/// A part of a parallel loop: runs the iterations `[lo, hi)` of the body that `context` belongs to.
pub type Part = extern "C" fn(context: *mut c_void, lo: i64, hi: i64);

/// Pieces that a thread's fair part of what is left makes.
const PIECES: i64 = 2;

/// The most pieces of a loop for each thread, where all are of the least size.
const MOST_PIECES: i64 = 64;

/// The threads that parallel loops run on.
pub struct Threads {
    pool: Option<ThreadPool>,
    shares: Option<Arc<Mutex<Vec<Shares>>>>,
}

/// What each thread did of one parallel loop, all of its runs together.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// The loop's body, by its address.
    body: usize,
    /// By the number of the thread.
    pub threads: Vec<Share>,
}

/// What one thread did of a parallel loop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Share {
    /// Iterations that it ran.
    pub iterations: i64,
    /// Pieces that these came in.
    pub pieces: u64,
    /// The time that they took on the wall.
    pub time: Duration,
}

thread_local! {
    /// Where a thread of a counted pool notes its shares.
    static SHARES: OnceCell<Arc<Mutex<Vec<Shares>>>> = const { OnceCell::new() };
}

impl Threads {
    /// This many threads; without a number the pool that the process shares, one for each core.
    ///
    /// # Errors
    /// Threads that the system refuses.
    pub fn new(count: Option<usize>) -> Result<Threads, ThreadPoolBuildError> {
        let pool = count.map(|count| ThreadPoolBuilder::new().num_threads(count).build());
        let (pool, shares) = (pool.transpose()?, None);
        Ok(Threads { pool, shares })
    }

    /// Threads of their own, which note what they do.
    ///
    /// # Errors
    /// Threads that the system refuses.
    pub fn counted(count: Option<usize>) -> Result<Threads, ThreadPoolBuildError> {
        let shares = Arc::new(Mutex::new(Vec::new()));
        let notes = shares.clone();
        let pool = ThreadPoolBuilder::new()
            .num_threads(count.unwrap_or_else(rayon::current_num_threads))
            .start_handler(move |_| {
                SHARES.with(|own| {
                    own.get_or_init(|| notes.clone());
                });
            });
        let (pool, shares) = (Some(pool.build()?), Some(shares));
        Ok(Threads { pool, shares })
    }

    /// Calls a function whose parallel loops run on these threads.
    pub fn run<R: Send>(&self, function: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(function),
            None => function(),
        }
    }

    /// What each thread did of each parallel loop, in the order in which the loops ran first; none
    /// without [`Threads::counted`].
    pub fn shares(&self) -> Vec<Shares> {
        let shares = self.shares.as_ref();
        shares.map_or(Vec::new(), |shares| {
            shares
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone()
        })
    }
}

/// Runs a piece, and notes it where a thread counts.
fn run_piece(part: Part, context: usize, lo: i64, hi: i64, iterations: i64) {
    let begin = Instant::now();
    part(context as *mut c_void, lo, hi);
    SHARES.with(|shares| {
        let Some(shares) = shares.get() else { return };
        let mut all = shares.lock().unwrap_or_else(PoisonError::into_inner);
        let body = part as usize;
        let at = all.iter().position(|one| one.body == body);
        let at = at.unwrap_or_else(|| {
            let threads = vec![Share::default(); rayon::current_num_threads()];
            all.push(Shares { body, threads });
            all.len() - 1
        });
        let thread = rayon::current_thread_index().unwrap_or(0);
        if let Some(share) = all[at].threads.get_mut(thread) {
            share.iterations += iterations;
            share.pieces += 1;
            share.time += begin.elapsed();
        }
    });
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
    let threads = (rayon::current_num_threads() as i64).min(trips);
    let context = context as usize;
    if threads <= 1 {
        if trips > 0 {
            run_piece(part, context, lo, hi, trips);
        }
        return;
    }
    let least = (trips / (threads * MOST_PIECES)).max(1);
    let taken = AtomicI64::new(0);
    let work = || {
        while let Some((begin, count)) = take(&taken, trips, threads, least) {
            let end = (lo + (begin + count) * step).min(hi);
            run_piece(part, context, lo + begin * step, end, count);
        }
    };
    rayon::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| work());
        }
        work();
    });
}

/// Takes the next iterations, of which `least` are worth a piece: the first one and their number.
fn take(taken: &AtomicI64, trips: i64, threads: i64, least: i64) -> Option<(i64, i64)> {
    let size = |begin: i64| {
        let left = trips - begin;
        (left / (threads * PIECES)).max(least).min(left)
    };
    let next = |begin: i64| (begin < trips).then(|| begin + size(begin));
    let begin = taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    begin.ok().map(|begin| (begin, size(begin)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::atomic::AtomicU32;
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
    fn pieces_get_smaller_and_cover_all_iterations() {
        let taken = AtomicI64::new(0);
        let pieces = std::iter::from_fn(|| take(&taken, 100, 2, 1));
        let sizes: Vec<i64> = pieces.map(|(_, size)| size).collect();
        assert_eq!(sizes.iter().sum::<i64>(), 100);
        assert_eq!(sizes[..4], [25, 18, 14, 10]);
        assert_eq!(sizes.last(), Some(&1));
        let taken = AtomicI64::new(0);
        let pieces: Vec<_> = std::iter::from_fn(|| take(&taken, 7, 2, 3)).collect();
        assert_eq!(pieces, [(0, 3), (3, 3), (6, 1)]);
    }

    #[test]
    fn shares_of_threads_are_all_iterations() {
        let seen: Vec<AtomicU32> = (0..101).map(|_| AtomicU32::new(0)).collect();
        let threads = Threads::counted(Some(2)).unwrap();
        let context = seen.as_ptr() as usize;
        for _ in 0..3 {
            // SAFETY: as in `every_iteration_runs_exactly_once`.
            threads.run(|| unsafe { tc_parallel_for(count, context as *mut c_void, 0, 101, 3) });
        }
        let shares = threads.shares();
        assert_eq!((shares.len(), shares[0].threads.len()), (1, 2));
        let iterations: i64 = shares[0].threads.iter().map(|one| one.iterations).sum();
        assert_eq!(iterations, 3 * 34);
        assert!(shares[0].threads.iter().map(|one| one.pieces).sum::<u64>() > 3);
        assert!(Threads::new(Some(2)).unwrap().shares().is_empty());
    }

    #[test]
    fn every_iteration_runs_exactly_once() {
        for (lo, hi) in [(0, 101), (7, 100), (5, 5), (9, 3), (98, 101)] {
            let seen: Vec<AtomicU32> = (0..101).map(|_| AtomicU32::new(0)).collect();
            let (context, three) = (seen.as_ptr() as usize, Threads::new(Some(3)).unwrap());
            // SAFETY: `count` only adds to atomic counters, of which there are 101; they outlive
            // the call.
            three.run(|| unsafe { tc_parallel_for(count, context as *mut c_void, lo, hi, 3) });
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
