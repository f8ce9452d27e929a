//! Work of the engine without the interpreter's lock, and what a fork leaves of its threads.
//!
//! A process that was forked has none of the threads of its parent, but the pool that they belong
//! to looks as if it had. In such a process all work runs inside of a pool that is made there.

use crate::{
    knobs,
    process::{self, STACK, generation},
    signals,
};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    mem,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

/// The pool of this process, if it has one of its own: of which generation, and how many threads.
static POOL: Mutex<Option<(u64, usize, Arc<ThreadPool>)>> = Mutex::new(None);

/// Says that this process was forked; the interpreter calls it in the child.
#[pyfunction]
pub(crate) fn forked() {
    process::forked();
    signals::forget();
}

/// What may go to another thread, since the caller keeps alive what it points to, or the value
/// itself does.
pub(crate) struct Sent<T>(pub(crate) T);

// SAFETY: `here` waits until the work is done, and `Compiled::run` sends arrays that are held; the
// engine uses arrays from several threads at a time in any case.
unsafe impl<T> Send for Sent<T> {}

impl<T> Sent<T> {
    pub(crate) fn take(self) -> T {
        self.0
    }
}

/// Does work of the engine while other threads of the interpreter run. In the main thread signals
/// are heard: where one raises, the work is left behind, for which it owns all that it uses.
pub(crate) fn off_lock<R: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    if !signals::come_here(py)? {
        return here(py, work);
    }
    let pool = pool()?;
    let work = move || match pool {
        None => work(),
        Some(pool) => pool.install(work),
    };
    match signals::wait(py, work)? {
        Ok(done) => Ok(done),
        Err(work) => Ok(py.detach(work)),
    }
}

/// The same for what is short, or must not be left behind: no signal is heard.
pub(crate) fn here<R>(py: Python<'_>, work: impl FnOnce() -> R) -> PyResult<R> {
    let pool = pool()?;
    let work = Sent(work);
    let done = py.detach(move || {
        let work = move || Sent(work.take()());
        match pool {
            None => work(),
            Some(pool) => pool.install(work),
        }
    });
    Ok(done.take())
}

/// The pool to work in: that of the knob `threads`, or that of a forked process. It is only locked
/// with the interpreter's lock, so that no fork finds it locked.
fn pool() -> PyResult<Option<Arc<ThreadPool>>> {
    let (wanted, now) = (knobs::threads(), generation());
    if wanted == 0 && now == 0 {
        return Ok(None);
    }
    let threads = match wanted {
        0 => thread::available_parallelism().map_or(1, usize::from),
        _ => wanted,
    };
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    match pool.as_ref() {
        Some((of, count, pool)) if *of == now && *count == threads => {
            return Ok(Some(Arc::clone(pool)));
        }
        // Its threads do not exist here: to end them would wait for them.
        Some((of, ..)) if *of != now => mem::forget(pool.take()),
        _ => {}
    }
    let made = ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .build();
    let made = made.map_err(|reason| crate::failure::plain(&reason.to_string()))?;
    let made = Arc::new(made);
    *pool = Some((now, threads, Arc::clone(&made)));
    Ok(Some(made))
}
