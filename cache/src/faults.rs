//! Errors on purpose: a test lets a process die, or the disk be full, at each point of a write.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// What goes wrong, and when. Without a plan, nothing does.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// The process kills itself at this point, the first being 1.
    pub die_at: Option<u64>,
    /// The disk is full at this point.
    pub full_at: Option<u64>,
    /// The disk has no room for another page of the index.
    pub full_index: bool,
    /// Seconds by which the clock is wrong.
    pub clock: i64,
    passed: Arc<AtomicU64>,
}

impl Faults {
    /// The points that were passed so far.
    pub fn passed(&self) -> u64 {
        self.passed.load(Ordering::Relaxed)
    }

    /// Stands before and inside of everything that is written.
    pub(crate) fn point(&self) -> io::Result<()> {
        let now = Some(self.passed.fetch_add(1, Ordering::Relaxed) + 1);
        if self.die_at == now {
            // SAFETY: a signal to this process, which cannot be caught: nothing runs any more.
            unsafe { libc::kill(libc::getpid(), libc::SIGKILL) };
        }
        if self.full_at == now {
            Err(io::Error::from_raw_os_error(libc::ENOSPC))
        } else {
            Ok(())
        }
    }
}
