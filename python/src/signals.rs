//! Work that signals are heard during: the main thread of the interpreter waits for it, and looks
//! for signals meanwhile.
//!
//! ```text
//! main thread            thread of the work
//! wait ──── job ───────► job ──► result
//!  │ every 50 ms: signals?         │
//!  ◄──────── result ───────────────┘      or: KeyboardInterrupt; the job is left behind
//! ```
//!
//! Machine code and LLVM cannot be stopped, so that what is interrupted is left behind: it owns all
//! that it uses, ends by itself, and what it has made is dropped. A process that ends before it
//! does so at once, without the destructors of C++, which such work must not meet.

use crate::{
    failure,
    process::{STACK, generation, lock},
};
use pyo3::{intern, prelude::*, sync::PyOnceLock, types::PyModule};
use std::{
    mem,
    panic::{self, AssertUnwindSafe},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

/// How often signals are looked for.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

type Job = Box<dyn FnOnce() + Send>;

/// The thread that has nothing to do, and the generation of its process. It is only locked with the
/// interpreter's lock, so that no fork finds it locked.
static IDLE: Mutex<Option<(u64, Sender<Job>)>> = Mutex::new(None);

/// How many jobs have not ended.
static WORKS: AtomicUsize = AtomicUsize::new(0);

/// Counts a job until it is dropped.
pub(crate) struct Counted;

impl Counted {
    pub(crate) fn new() -> Counted {
        ends_at_once();
        WORKS.fetch_add(1, Ordering::SeqCst);
        Counted
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        WORKS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// How many jobs of the engine have not ended, with those that were left behind.
#[pyfunction]
pub(crate) fn works() -> usize {
    WORKS.load(Ordering::SeqCst)
}

/// In a process that was forked: it has none of the threads.
pub(crate) fn forget() {
    WORKS.store(0, Ordering::SeqCst);
}

/// Whether this is the thread that signals of the interpreter come to.
pub(crate) fn come_here(py: Python<'_>) -> PyResult<bool> {
    static THREADING: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let threading = THREADING.get_or_try_init(py, || py.import("threading").map(Bound::unbind))?;
    let threading = threading.bind(py);
    let main = threading.call_method0(intern!(py, "main_thread"))?;
    let main = main.getattr(intern!(py, "ident"))?;
    main.eq(threading.call_method0(intern!(py, "get_ident"))?)
}

/// A thread that takes jobs; none where the system has no more threads.
fn taker() -> Option<Sender<Job>> {
    match lock(&IDLE).take() {
        Some((of, taker)) if of == generation() => return Some(taker),
        // Its thread does not exist here.
        other => mem::forget(other),
    }
    let (sender, jobs) = mpsc::channel::<Job>();
    let thread = thread::Builder::new().stack_size(STACK);
    let thread = thread.name("tensorcomp".to_owned());
    let started = thread.spawn(move || jobs.into_iter().for_each(|job| job()));
    started.ok().map(|_| sender)
}

/// Does the work in another thread, and waits for it. What a signal raises ends the wait, and the
/// work is left behind.
///
/// # Errors
/// What a signal has raised. The work itself comes back where there is no thread for it.
pub(crate) fn wait<W, R>(py: Python<'_>, work: W) -> PyResult<Result<R, W>>
where
    W: FnOnce() -> R + Send + 'static,
    R: Send + 'static,
{
    let Some(taker) = taker() else {
        return Ok(Err(work));
    };
    let (sender, done) = mpsc::channel();
    let counted = Counted::new();
    let job = move || {
        let made = panic::catch_unwind(AssertUnwindSafe(work));
        // Before the result is seen: who sees it may count.
        drop(counted);
        // Nobody listens any more where the wait has ended.
        let _ = sender.send(made);
    };
    let lost = || failure::plain("internal error: the thread of the engine has ended");
    taker.send(Box::new(job)).map_err(|_| lost())?;
    // What is shared with code without the interpreter's lock has one of its own.
    let done = Mutex::new(done);
    loop {
        match py.detach(|| lock(&done).recv_timeout(LOOK)) {
            Ok(made) => {
                *lock(&IDLE) = Some((generation(), taker));
                return made.map_or_else(|panic| panic::resume_unwind(panic), |made| Ok(Ok(made)));
            }
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Err(lost()),
        }
    }
}

/// Lets a process that exits with work left behind end without the destructors of C++.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn ends_at_once() {
    use std::{
        ffi::{c_int, c_void},
        ptr::null_mut,
        sync::Once,
    };

    unsafe extern "C" {
        fn on_exit(
            function: extern "C" fn(status: c_int, argument: *mut c_void),
            argument: *mut c_void,
        ) -> c_int;
        fn fflush(file: *mut c_void) -> c_int;
        fn _exit(status: c_int) -> !;
    }

    extern "C" fn end(status: c_int, _: *mut c_void) {
        if works() > 0 {
            // SAFETY: no file is all files; the process ends with the status that it has asked for.
            unsafe {
                fflush(null_mut());
                _exit(status)
            }
        }
    }

    static TOLD: Once = Once::new();
    // SAFETY: this library is never unloaded, as no extension module of the interpreter is.
    TOLD.call_once(|| unsafe {
        on_exit(end, null_mut());
    });
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn ends_at_once() {}
