//! Independent jobs on several threads, with their diagnostics in the order of the jobs.
//!
//! ```text
//! jobs by number   0 (small)  1 (large)  2 (middle)
//! start            1, 2, 0                             the largest first, so that no thread starts it after all others have ended
//! diagnostics      those of 0, then of 1, then of 2    as one thread would report them
//! ```

use std::cell::Cell;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use melior::Context;
use melior::diagnostic::{Diagnostic, DiagnosticHandlerId, DiagnosticSeverity};
use melior::ir::Location;
use mlir_sys::MlirLocation;
use tc_dialects::report::report;
use tc_syntax::diagnostic::Severity;

/// The stack of a thread in bytes: as large as that of the first thread.
const STACK: usize = 8 << 20;

thread_local! {
    /// The current job of this thread.
    static CURRENT: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Runs `job(n)` for each `n` below the number of `sizes`, and returns the results in that order.
/// `processors` is the number of threads that MLIR uses; with one, the jobs run on the calling
/// thread, in order.
///
/// # Panics
/// If a job panics, after all others have ended.
pub fn run<T: Send + Sync>(
    sizes: &[usize],
    processors: usize,
    job: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let results: Vec<OnceLock<T>> = sizes.iter().map(|_| OnceLock::new()).collect();
    let work = |number: usize| {
        CURRENT.set(Some(number));
        // Each number is given out once, so the place is empty.
        let _ = results[number].set(job(number));
        CURRENT.set(None);
    };
    match pool(sizes.len(), processors) {
        Some(pool) => pool.scope_fifo(|scope| {
            for number in largest_first(sizes) {
                let work = &work;
                scope.spawn_fifo(move |_| work(number));
            }
        }),
        None => (0..sizes.len()).for_each(work),
    }
    results
        .into_iter()
        .filter_map(OnceLock::into_inner)
        .collect()
}

/// The thread pool for a number of jobs; `None` if the calling thread runs them, because MLIR uses
/// one thread or no other can be created.
fn pool(jobs: usize, processors: usize) -> Option<rayon::ThreadPool> {
    if processors < 2 || jobs < 2 {
        return None;
    }
    // More threads than processors: three jobs of one size take two processors one and a half times
    // as long as one, not twice.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.min(2 * processors))
        .stack_size(STACK);
    pool.build().ok()
}

/// The job numbers in starting order.
fn largest_first(sizes: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|number| std::cmp::Reverse((sizes[*number], *number)));
    order
}

/// A diagnostic of one job, with its locations as handles of the context.
struct Kept {
    job: usize,
    severity: Severity,
    location: MlirLocation,
    message: String,
    notes: Vec<(MlirLocation, String)>,
}

impl Kept {
    fn new(job: usize, diagnostic: &Diagnostic) -> Self {
        let notes = (0..diagnostic.note_count()).filter_map(|index| diagnostic.note(index).ok());
        Self {
            job,
            severity: match diagnostic.severity() {
                DiagnosticSeverity::Error => Severity::Error,
                DiagnosticSeverity::Warning => Severity::Warning,
                DiagnosticSeverity::Note | DiagnosticSeverity::Remark => Severity::Note,
            },
            location: diagnostic.location().to_raw(),
            message: diagnostic.to_string(),
            notes: notes
                .map(|note| (note.location().to_raw(), note.to_string()))
                .collect(),
        }
    }
}

/// Holds back the diagnostics of jobs during its lifetime, and then reports them in the order of
/// the jobs.
pub struct InOrder<'c> {
    context: &'c Context,
    handler: DiagnosticHandlerId,
    kept: Arc<Mutex<Vec<Kept>>>,
}

impl<'c> InOrder<'c> {
    pub fn new(context: &'c Context) -> Self {
        let kept = Arc::<Mutex<Vec<Kept>>>::default();
        let keep = Arc::clone(&kept);
        // Called on the thread that reports; diagnostics of threads without a job go to the next
        // handler.
        let handler = context.attach_diagnostic_handler(move |diagnostic| {
            let job = CURRENT.get();
            if let Some(job) = job {
                lock(&keep).push(Kept::new(job, &diagnostic));
            }
            job.is_some()
        });
        Self {
            context,
            handler,
            kept,
        }
    }
}

impl Drop for InOrder<'_> {
    fn drop(&mut self) {
        self.context.detach_diagnostic_handler(self.handler);
        let mut kept = std::mem::take(&mut *lock(&self.kept));
        kept.sort_by_key(|one| one.job);
        // SAFETY: locations live as long as their context, which `self` borrows.
        let location = |raw| unsafe { Location::from_raw(raw) };
        for one in kept {
            let notes = one.notes.iter();
            let notes: Vec<_> = notes
                .map(|(at, text)| (Some(location(*at)), text.as_str()))
                .collect();
            report(one.severity, location(one.location), &one.message, &notes);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        for processors in [1, 2, 8] {
            let results = run(&[3, 9, 1, 9], processors, |number| 10 * number);
            assert_eq!(results, [0, 10, 20, 30], "{processors} processors");
        }
        assert_eq!(run(&[], 2, |number| number), Vec::<usize>::new());
    }

    #[test]
    fn the_largest_job_starts_first() {
        assert_eq!(largest_first(&[3, 9, 1, 9]), [3, 1, 0, 2]);
    }

    #[test]
    fn the_number_of_threads_follows_jobs_and_processors() {
        let threads =
            |jobs, processors| pool(jobs, processors).map(|pool| pool.current_num_threads());
        assert_eq!(threads(3, 1), None, "--mlir-disable-threading");
        assert_eq!(threads(1, 8), None);
        assert_eq!(threads(3, 2), Some(3));
        assert_eq!(threads(9, 2), Some(4));
    }

    struct Shared<'c>(&'c Context);

    // SAFETY: diagnostics may be reported on several threads at a time.
    unsafe impl Sync for Shared<'_> {}

    impl Shared<'_> {
        fn error(&self, message: &str) {
            let place = Location::unknown(self.0);
            report(Severity::Error, place, message, &[(Some(place), "a note")]);
        }
    }

    #[test]
    fn diagnostics_come_in_the_order_of_the_jobs() {
        let context = Context::new();
        let told = Arc::<Mutex<Vec<String>>>::default();
        let tell = Arc::clone(&told);
        context.attach_diagnostic_handler(move |diagnostic| {
            let note = diagnostic.note(0).expect("there is one");
            lock(&tell).push(format!("{diagnostic}, {note}"));
            true
        });
        let shared = Shared(&context);
        let turn = std::sync::Barrier::new(3);
        {
            let _in_order = InOrder::new(&context);
            shared.error("no job");
            run(&[1, 1, 1], 2, |number| {
                // The last job reports first.
                for reporting in (0..3).rev() {
                    if reporting == number {
                        shared.error(&format!("job {number}"));
                    }
                    turn.wait();
                }
            });
        }
        let expected = ["no job", "job 0", "job 1", "job 2"];
        assert_eq!(*lock(&told), expected.map(|one| format!("{one}, a note")));
    }

    #[test]
    #[should_panic(expected = "job 1")]
    fn a_panic_reaches_the_caller() {
        run(&[1, 1, 1], 2, |number| assert!(number != 1, "job {number}"));
    }
}
