//! Signals that ask a program to end: the first one ends the search, which then says what it has
//! found; the second one ends the program.
//!
//! They are blocked in all threads, and one thread waits for them: LLVM has handlers of its own,
//! which would end the program. Processes that are started have none of them blocked.

use std::{mem, process, ptr, thread};
use tc_tuner::Stop;

/// The exit status of a shell for what SIGINT has ended.
pub(super) const INTERRUPTED: u8 = 130;

/// What the first signal ends. Threads that are there already are not protected.
pub(super) fn stop() -> Stop {
    let (stop, asked) = (Stop::default(), asked());
    // SAFETY: the set is initialised, and only the mask of this thread changes.
    unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &raw const asked, ptr::null_mut()) };
    let ended = stop.clone();
    thread::spawn(move || {
        let mut signal = 0;
        // SAFETY: the set is initialised, and the signals of it are blocked.
        while unsafe { libc::sigwait(&raw const asked, &raw mut signal) } == 0 {
            if ended.is_asked() {
                process::exit(INTERRUPTED.into());
            }
            ended.ask();
        }
    });
    stop
}

/// A trial that dies before it reads what it is asked is a row, and must not end this program.
pub(super) fn outlive_closed_pipes() {
    // SAFETY: nothing is called when the signal comes; processes that are started have it again.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
}

fn asked() -> libc::sigset_t {
    // SAFETY: `sigemptyset` initialises the set.
    unsafe {
        let mut set = mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for signal in [libc::SIGINT, libc::SIGTERM] {
            libc::sigaddset(&raw mut set, signal);
        }
        set
    }
}
