//! Limits of this process, for a program that comes from a stranger.

use crate::{arguments::Arguments, request};
use std::{io, thread, time::Duration};
use tc_runtime::Executor;
use tc_tools::console;

/// Seconds until the process ends, by the clock on the wall, with status 3.
const SECONDS: u64 = 60;

/// Seconds of processor time of all threads, should the clock stand still.
const PROCESSOR_SECONDS: u64 = 4 * SECONDS;

/// Seconds that isl may take in one pass.
const ISL_SECONDS: f64 = 10.0;

/// Bytes of address space, with those of this tool.
const BYTES: u64 = 4 << 30;

/// Bytes of the largest file that is written.
const FILE_BYTES: u64 = 1 << 30;

const THREADS: u16 = 4;

/// Limits this process, and what its command line asks for.
pub fn limit(arguments: &mut Arguments) -> io::Result<()> {
    arguments.time_limit = arguments.time_limit.min(ISL_SECONDS);
    match request::executor(arguments) {
        // The CPU checks subscripts that are data without a word, the emulator every access.
        Executor::Cpu | Executor::Emulator => {
            let asked = arguments.threads.unwrap_or(THREADS);
            arguments.threads = Some(asked.min(THREADS));
        }
        Executor::Cuda => arguments.bounds_checks = true,
        Executor::Reference => {}
    }
    set(libc::RLIMIT_AS, BYTES)?;
    set(libc::RLIMIT_CPU, PROCESSOR_SECONDS)?;
    set(libc::RLIMIT_FSIZE, FILE_BYTES)?;
    set(libc::RLIMIT_CORE, 0)?;
    let watch = thread::Builder::new().name("time limit".to_owned());
    watch.spawn(|| {
        thread::sleep(Duration::from_secs(SECONDS));
        console::say(&format!(
            "error: --untrusted: more than {SECONDS} seconds\n"
        ));
        // SAFETY: ends the process without running anything of it, whatever its threads do.
        unsafe { libc::_exit(3) }
    })?;
    Ok(())
}

/// Sets a limit that this process cannot raise again; one that is lower already stays.
fn set(what: libc::__rlimit_resource_t, most: u64) -> io::Result<()> {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the place for the answer is ours.
    if unsafe { libc::getrlimit(what, &mut limit) } != 0 {
        return Err(io::Error::last_os_error());
    }
    limit.rlim_max = limit.rlim_max.min(most);
    limit.rlim_cur = limit.rlim_cur.min(limit.rlim_max);
    // SAFETY: the limits are those of this process.
    match unsafe { libc::setrlimit(what, &limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
