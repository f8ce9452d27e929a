//! The thread that stops isl when it takes too long.
//!
//! There is one per process, started with the first time limit. It sleeps until the earliest
//! deadline; starting and ending a limit takes a lock, and wakes the thread only if that deadline
//! becomes earlier.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::sys;

/// The state shared by the thread that watches a time limit and the working thread.
pub(super) struct Watch {
    context: *mut sys::isl_ctx,
    /// Whether the limit has expired.
    expired: Mutex<bool>,
}

// SAFETY: of the context, only the flag that isl's next operation reads is set from elsewhere, as
// isl allows; and not after the limit ended, which is before the context can end.
unsafe impl Send for Watch {}
// SAFETY: as above; the flag that says so is behind a lock.
unsafe impl Sync for Watch {}

impl Watch {
    pub fn new(context: *mut sys::isl_ctx) -> Arc<Watch> {
        Arc::new(Watch {
            context,
            expired: Mutex::new(false),
        })
    }

    /// Whether the limit has expired; while the result is held, isl is not stopped.
    pub fn hold(&self) -> MutexGuard<'_, bool> {
        self.expired.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The limit has expired: the next operation of isl fails.
    fn stop(&self) {
        let mut expired = self.hold();
        *expired = true;
        // SAFETY: see above.
        unsafe { sys::isl_ctx_abort(self.context) }
    }
}

/// The deadline of a limit; the number distinguishes equal deadlines.
type Deadline = (Instant, u64);

#[derive(Default)]
struct Watchdog {
    pending: Mutex<Pending>,
    /// The earliest deadline became earlier.
    earlier: Condvar,
}

#[derive(Default)]
struct Pending {
    watches: BTreeMap<Deadline, Arc<Watch>>,
    begun: u64,
}

impl Watchdog {
    fn of_process() -> &'static Watchdog {
        static WATCHDOG: OnceLock<&'static Watchdog> = OnceLock::new();
        WATCHDOG.get_or_init(|| {
            let watchdog: &'static Watchdog = Box::leak(Box::default());
            thread::Builder::new()
                .name("isl time limits".to_owned())
                .spawn(|| watchdog.run())
                .expect("a thread for time limits can be made");
            watchdog
        })
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut pending = self.pending();
        loop {
            let now = Instant::now();
            while let Some(first) = pending.watches.first_entry()
                && first.key().0 <= now
            {
                // Stopped while the lock is held: a thread that ends the limit meanwhile waits
                // until that is done.
                first.remove().stop();
            }
            let next = pending.watches.first_key_value();
            pending = match next.map(|((time, _), _)| time.duration_since(now)) {
                Some(rest) => match self.earlier.wait_timeout(pending, rest) {
                    Ok((pending, _)) => pending,
                    Err(poisoned) => poisoned.into_inner().0,
                },
                None => self
                    .earlier
                    .wait(pending)
                    .unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

/// A time limit; it ends when this is dropped.
pub(super) struct Limited {
    deadline: Option<Deadline>,
}

impl Limited {
    /// Stops the watch's context after `limit`; never, if the clock cannot represent the deadline.
    pub fn begin(watch: Arc<Watch>, limit: Duration) -> Limited {
        let Some(time) = Instant::now().checked_add(limit) else {
            return Limited { deadline: None };
        };
        let watchdog = Watchdog::of_process();
        let mut pending = watchdog.pending();
        pending.begun += 1;
        let deadline = (time, pending.begun);
        pending.watches.insert(deadline, watch);
        if pending.watches.first_key_value().map(|(first, _)| *first) == Some(deadline) {
            watchdog.earlier.notify_one();
        }
        Limited {
            deadline: Some(deadline),
        }
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        if let Some(deadline) = self.deadline {
            Watchdog::of_process().pending().watches.remove(&deadline);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, Error, UnionSet};

    /// A union that grows until isl is stopped.
    fn endless(context: &Context) -> Result<(), Error> {
        let mut all = UnionSet::parse(context, "{ S[i] : 0 <= i < 3 }")?;
        for number in 0_u64.. {
            let next = format!("{{ S[i] : {} <= i < {} }}", 7 * number, 7 * number + 3);
            all = all.union(&UnionSet::parse(context, &next)?)?.coalesce()?;
        }
        Ok(())
    }

    #[test]
    fn the_shorter_of_two_limits_ends_first_and_leaves_the_other_alone() {
        let (long, short) = (Duration::from_secs(1000), Duration::from_millis(20));
        let outer = Context::new();
        let ended = outer.with_time_limit(long, || {
            let other = thread::spawn(move || {
                let context = Context::new();
                context.with_time_limit(short, || endless(&context))
            });
            let ended = other.join().expect("the other thread ends");
            assert!(UnionSet::parse(&outer, "{ S[i] : i = 1 }").is_ok());
            ended
        });
        assert_eq!(ended, Err(Error::Time { limit: short }));
    }
}
