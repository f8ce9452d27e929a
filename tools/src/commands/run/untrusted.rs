//! Limits of this process, for a program that comes from a stranger.

use super::{arguments::Arguments, request};
use std::{io, sync::OnceLock, thread, time::Duration};
use tc_process::output;

/// Seconds between the signal that ends the process with a message, and the one that just ends it.
const GRACE: u64 = 5;

/// What is said when the processor time is over; made before the signal can come.
static MESSAGE: OnceLock<String> = OnceLock::new();

/// The part of the time that isl may take in one pass, so that the pass says what took so long.
const ISL_SHARE: f64 = 1.0 / 6.0;

/// Seconds that isl may take in one pass, however many there are for all.
const ISL_SECONDS: f64 = 10.0;

/// Bytes of address space, with those of this tool.
const BYTES: u64 = 4 << 30;

/// Bytes of the largest file that is written.
const FILE_BYTES: u64 = 1 << 30;

const THREADS: u16 = 4;

/// Limits this process, and what its command line asks for. It ends with status 3 after so many
/// seconds by the clock on the wall; and by processor time of all threads, should the clock stand
/// still.
pub(super) fn limit(arguments: &mut Arguments, seconds: u64) -> io::Result<()> {
    let isl = ISL_SECONDS.min(ISL_SHARE * seconds as f64);
    arguments.time_limit = arguments.time_limit.min(isl);
    let executor = request::executor(arguments);
    if executor.is_device() {
        arguments.bounds_checks = true;
    } else if executor.runs_code() {
        // The CPU checks subscripts that are data without a word, the emulator every access.
        let asked = arguments.threads.unwrap_or(THREADS);
        arguments.threads = Some(asked.min(THREADS));
    }
    set(libc::RLIMIT_AS, BYTES)?;
    limit_processor(u64::from(THREADS) * seconds)?;
    set(libc::RLIMIT_FSIZE, FILE_BYTES)?;
    set(libc::RLIMIT_CORE, 0)?;
    let watch = thread::Builder::new().name("time limit".to_owned());
    watch.spawn(move || {
        thread::sleep(Duration::from_secs(seconds));
        output::say(&format!(
            "error: --untrusted: more than {seconds} seconds\n"
        ));
        // SAFETY: ends the process without running anything of it, whatever its threads do.
        unsafe { libc::_exit(3) }
    })?;
    Ok(())
}

/// Ends the process by a message when its threads have taken so many seconds of processor time; a
/// limit that is lower already stays.
fn limit_processor(most: u64) -> io::Result<()> {
    let mut limit = current(libc::RLIMIT_CPU)?;
    limit.rlim_max = limit.rlim_max.min(most + GRACE);
    // The last second is for the message.
    let last = limit.rlim_max.saturating_sub(1).max(1);
    limit.rlim_cur = limit.rlim_cur.min(most).min(last);
    let seconds = limit.rlim_cur;
    MESSAGE.get_or_init(|| {
        format!("error: --untrusted: more than {seconds} seconds of processor time\n")
    });
    // SAFETY: the handler calls only what a signal may interrupt anything for.
    let before = unsafe { libc::signal(libc::SIGXCPU, out_of_time as *const () as usize) };
    if before == libc::SIG_ERR {
        return Err(io::Error::last_os_error());
    }
    change(libc::RLIMIT_CPU, limit)
}

/// Says that the processor time is over, and ends the process: without memory, locks and buffers,
/// which the interrupted thread may have.
extern "C" fn out_of_time(_: libc::c_int) {
    let text = MESSAGE.get().map_or(&b""[..], |text| text.as_bytes());
    // SAFETY: both calls are safe in a signal handler, and the text lives as long as the process.
    unsafe {
        libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len());
        libc::_exit(3)
    }
}

/// Sets a limit that this process cannot raise again; one that is lower already stays.
fn set(what: libc::__rlimit_resource_t, most: u64) -> io::Result<()> {
    let mut limit = current(what)?;
    limit.rlim_max = limit.rlim_max.min(most);
    limit.rlim_cur = limit.rlim_cur.min(limit.rlim_max);
    change(what, limit)
}

fn current(what: libc::__rlimit_resource_t) -> io::Result<libc::rlimit> {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the place for the answer is ours.
    match unsafe { libc::getrlimit(what, &mut limit) } {
        0 => Ok(limit),
        _ => Err(io::Error::last_os_error()),
    }
}

fn change(what: libc::__rlimit_resource_t, limit: libc::rlimit) -> io::Result<()> {
    // SAFETY: the limits are those of this process.
    match unsafe { libc::setrlimit(what, &limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
