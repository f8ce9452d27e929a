//! Settings of the process: `tensorcomp.knobs`.

use crate::{
    failure,
    kept::Kept,
    process::{generation, lock},
};
use pyo3::{IntoPyObjectExt, prelude::*};
use std::{
    env, mem,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
};
use tc_engine::{CacheMode, Executor, Failure, Options, Store};

/// What decides about the kernels of a call.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) target: Executor,
    pub(crate) machine: Option<String>,
    /// The store whose options are taken where none are given.
    pub(crate) tuned: Option<Kept>,
}

impl Settings {
    const FIRST: Settings = Settings {
        target: Executor::Cpu,
        machine: None,
        tuned: None,
    };

    /// For arrays in memory of a CUDA device; a machine stays if it is a GPU's.
    pub(crate) fn for_device(self) -> Settings {
        let is_gpu = self.target.is_gpu();
        Settings {
            target: Executor::Cuda,
            machine: self.machine.filter(|_| is_gpu),
            tuned: self.tuned,
        }
    }

    pub(crate) fn options(&self) -> Result<Options, Failure> {
        let mut options = Options::new(self.target);
        if let Some(machine) = &self.machine {
            options = options.machine(machine);
        }
        if let Some(kept) = &self.tuned {
            options = options.tuned(kept.open(CacheMode::Cached).map_err(failure::of_request)?);
        }
        Ok(options)
    }
}

/// All settings that there were: a kernel is found by the number of its settings.
static ALL: Mutex<Vec<Settings>> = Mutex::new(Vec::new());
/// The number of those that hold now.
static NOW: AtomicUsize = AtomicUsize::new(0);
static THREADS: AtomicUsize = AtomicUsize::new(0);
static CACHE: Mutex<Option<CacheMode>> = Mutex::new(None);
/// The open cache, with the generation and the mode that it was opened in.
static STORE: Mutex<Option<(u64, CacheMode, Store)>> = Mutex::new(None);
/// Whether a run that copies an array warns.
static COPIES: AtomicU64 = AtomicU64::new(1);

/// The number of the settings that hold now.
pub(crate) fn number() -> usize {
    NOW.load(Ordering::Relaxed)
}

/// The settings that hold now.
pub(crate) fn now() -> Settings {
    let all = lock(&ALL);
    all.get(number()).cloned().unwrap_or(Settings::FIRST)
}

fn change(edit: impl FnOnce(&mut Settings)) {
    let mut settings = now();
    edit(&mut settings);
    let mut all = lock(&ALL);
    if all.is_empty() {
        all.push(Settings::FIRST);
    }
    let known = all.iter().position(|one| *one == settings);
    let number = known.unwrap_or_else(|| {
        all.push(settings);
        all.len() - 1
    });
    NOW.store(number, Ordering::Relaxed);
}

/// How many threads kernels run on; 0 for one for each core.
pub(crate) fn threads() -> usize {
    THREADS.load(Ordering::Relaxed)
}

pub(crate) fn warns_of_copies() -> bool {
    COPIES.load(Ordering::Relaxed) == 1
}

/// The target of this name.
pub(crate) fn executor(name: &str) -> PyResult<Executor> {
    Executor::named(name).map_err(|unknown| failure::value(&unknown))
}

/// By the knob, else by `TC_CACHE`; on if neither says anything.
pub(crate) fn cache_mode() -> PyResult<CacheMode> {
    if let Some(mode) = *lock(&CACHE) {
        return Ok(mode);
    }
    match env::var("TC_CACHE") {
        Ok(text) if !text.is_empty() => text
            .parse()
            .map_err(|reason: String| failure::value(&format!("TC_CACHE: {reason}"))),
        _ => Ok(CacheMode::On),
    }
}

/// The cache of this user, opened once in each process.
pub(crate) fn store() -> PyResult<Store> {
    let (mode, now) = (cache_mode()?, generation());
    let mut store = lock(&STORE);
    match store.as_ref() {
        Some((of, was, store)) if *of == now && *was == mode => return Ok(store.clone()),
        // A connection to the index must not be used, nor closed, behind a fork.
        Some((of, ..)) if *of != now => mem::forget(store.take()),
        _ => {}
    }
    let opened = Store::of_user(mode).map_err(failure::of_errors)?;
    *store = Some((now, mode, opened.clone()));
    Ok(opened)
}

/// Warns, once in a process, where the cache has stepped aside.
pub(crate) fn warn_of_cache(py: Python<'_>, store: &Store) -> PyResult<()> {
    static WARNED: AtomicBool = AtomicBool::new(false);
    match store.aside() {
        Some(why) if !WARNED.swap(true, Ordering::Relaxed) => {
            failure::warn(py, "CacheWarning", why)
        }
        _ => Ok(()),
    }
}

/// Forgets the open cache: another folder may hold it now.
pub(crate) fn forget_store() {
    mem::forget(lock(&STORE).take());
}

fn mode_name(mode: CacheMode) -> &'static str {
    match mode {
        CacheMode::Off => "off",
        CacheMode::Cached => "cached",
        CacheMode::On => "on",
    }
}

fn unknown(name: &str) -> PyErr {
    pyo3::exceptions::PyAttributeError::new_err(format!(
        "unknown knob `{name}`: there are target, machine, tuned, threads, cache, copies"
    ))
}

/// The value of a knob.
#[pyfunction]
pub(crate) fn knob(py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
    match name {
        "target" => now().target.as_str().into_py_any(py),
        "machine" => now().machine.into_py_any(py),
        "tuned" => match now().tuned {
            None => false.into_py_any(py),
            Some(Kept::ByUser) => true.into_py_any(py),
            Some(Kept::In(folder)) => folder.into_py_any(py),
        },
        "threads" => match threads() {
            0 => Ok(py.None()),
            count => count.into_py_any(py),
        },
        "cache" => mode_name(cache_mode()?).into_py_any(py),
        "copies" => if warns_of_copies() { "warn" } else { "silent" }.into_py_any(py),
        _ => Err(unknown(name)),
    }
}

/// Sets a knob.
#[pyfunction]
pub(crate) fn set_knob(name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    match name {
        "target" => {
            let target = executor(value.extract()?)?;
            change(|settings| settings.target = target);
        }
        "machine" => {
            let machine: Option<String> = value.extract()?;
            change(|settings| settings.machine = machine);
        }
        "tuned" => {
            let kept = match value.extract::<bool>() {
                Ok(taken) => taken.then_some(Kept::ByUser),
                Err(_) => Some(Kept::In(value.extract()?)),
            };
            change(|settings| settings.tuned = kept);
        }
        "threads" => {
            let count: Option<i64> = value.extract()?;
            let count = match count {
                None => 0,
                Some(count @ 1..=4096) => count as usize,
                Some(count) => {
                    return Err(failure::value(&format!(
                        "knob `threads`: expected a number from 1 to 4096, or None for one for each core, found {count}"
                    )));
                }
            };
            THREADS.store(count, Ordering::Relaxed);
        }
        "cache" => {
            let text: Option<String> = value.extract()?;
            let mode = text.map(|text| text.parse());
            let mode = mode.transpose();
            *lock(&CACHE) =
                mode.map_err(|reason: String| failure::value(&format!("knob `cache`: {reason}")))?;
        }
        "copies" => {
            let text: String = value.extract()?;
            COPIES.store(
                match text.as_str() {
                    "warn" => 1,
                    "silent" => 0,
                    _ => {
                        return Err(failure::value(&format!(
                            "knob `copies`: expected warn or silent, found `{text}`"
                        )));
                    }
                },
                Ordering::Relaxed,
            );
        }
        _ => return Err(unknown(name)),
    }
    Ok(())
}
