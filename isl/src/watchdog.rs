//! The thread that stops isl when it takes too long.
//!
//! There is one per process, started with the first time limit. It sleeps until the earliest
//! deadline; starting and ending a limit takes a lock, and wakes the thread only if that deadline
//! becomes earlier.
//!
//! A limit counts the processor time of the thread that began it: on a machine that is busy with
//! other work the same program is not refused sooner. The clock on the wall counts for [`WALL`]
//! times as much.

use std::collections::{BTreeMap, HashMap};
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

/// A limit ends after so many times its length on the wall, whatever its thread got of a processor.
const WALL: u32 = 8;

/// A limit that runs.
struct Running {
    watch: Arc<Watch>,
    /// The clock of its thread's processor time, and when it ends by that clock.
    clock: Option<(libc::clockid_t, Duration)>,
    /// When it ends on the wall; none where the clock cannot represent that.
    end: Option<Instant>,
}

impl Running {
    fn new(watch: Arc<Watch>, limit: Duration) -> Running {
        let clock =
            own_clock().and_then(|clock| Some((clock, time_of(clock)?.checked_add(limit)?)));
        let wall = limit.checked_mul(WALL);
        Running {
            watch,
            clock,
            end: wall.and_then(|wall| Instant::now().checked_add(wall)),
        }
    }

    /// How long it surely lasts from now; none if it is over. Its thread is in it, and so lives.
    fn rest(&self, now: Instant) -> Option<Duration> {
        let wall = self
            .end
            .map_or(Duration::MAX, |end| end.saturating_duration_since(now));
        let used = self
            .clock
            .and_then(|(clock, end)| Some((time_of(clock)?, end)));
        let work = used.map_or(Duration::ZERO, |(used, end)| end.saturating_sub(used));
        let rest = work.min(wall);
        (!rest.is_zero()).then_some(rest)
    }
}

/// The clock of the processor time of this thread, which other threads can read.
fn own_clock() -> Option<libc::clockid_t> {
    let mut clock = 0;
    // SAFETY: this thread lives, and the result has a place.
    let failed = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut clock) };
    (failed == 0).then_some(clock)
}

fn time_of(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the result has a place.
    let failed = unsafe { libc::clock_gettime(clock, &raw mut time) };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanos = u32::try_from(time.tv_nsec).ok()?;
    (failed == 0).then(|| Duration::new(seconds, nanos))
}

/// When a limit may end; the number distinguishes equal deadlines.
type Deadline = (Instant, u64);

#[derive(Default)]
struct Watchdog {
    pending: Mutex<Pending>,
    /// The earliest deadline became earlier.
    earlier: Condvar,
}

#[derive(Default)]
struct Pending {
    watches: BTreeMap<Deadline, Running>,
    /// Where a limit is, whose deadline moves while its thread waits for a processor.
    deadlines: HashMap<u64, Instant>,
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
                let number = first.key().1;
                let running = first.remove();
                match running
                    .rest(now)
                    .and_then(|rest| now.checked_add(rest.max(LOOK)))
                {
                    Some(later) => {
                        pending.deadlines.insert(number, later);
                        pending.watches.insert((later, number), running);
                    }
                    // Stopped while the lock is held: a thread that ends the limit meanwhile waits
                    // until that is done.
                    None => {
                        pending.deadlines.remove(&number);
                        running.watch.stop();
                    }
                }
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
    number: Option<u64>,
}

/// The shortest time between two looks at a limit.
const LOOK: Duration = Duration::from_millis(1);

impl Limited {
    /// Stops the watch's context after this thread has worked for `limit`; never, if the clock
    /// cannot represent the deadline.
    pub fn begin(watch: Arc<Watch>, limit: Duration) -> Limited {
        let Some(time) = Instant::now().checked_add(limit) else {
            return Limited { number: None };
        };
        let running = Running::new(watch, limit);
        let watchdog = Watchdog::of_process();
        let mut pending = watchdog.pending();
        pending.begun += 1;
        let number = pending.begun;
        let deadline = (time, number);
        pending.watches.insert(deadline, running);
        pending.deadlines.insert(number, time);
        if pending.watches.first_key_value().map(|(first, _)| *first) == Some(deadline) {
            watchdog.earlier.notify_one();
        }
        Limited {
            number: Some(number),
        }
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            let mut pending = Watchdog::of_process().pending();
            if let Some(time) = pending.deadlines.remove(&number) {
                pending.watches.remove(&(time, number));
            }
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

    /// Processor time counts: a thread that waits is not stopped, but by the wall in the end.
    #[test]
    fn a_thread_that_waits_is_not_stopped_sooner() {
        let limit = Duration::from_millis(200);
        let context = Context::new();
        let waited = context.with_time_limit(limit, || {
            thread::sleep(2 * limit);
            UnionSet::parse(&context, "{ S[i] : i = 1 }").is_ok()
        });
        assert!(waited);
        let waited = context.with_time_limit(limit, || {
            thread::sleep((WALL + 1) * limit);
            let begin = Instant::now();
            (endless(&context), begin.elapsed() < limit)
        });
        assert_eq!(waited, (Err(Error::Time { limit }), true));
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
