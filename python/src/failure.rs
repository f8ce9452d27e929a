//! Failures of the engine as exceptions of Python: the classes of `tensorcomp._errors`.

use pyo3::{prelude::*, sync::PyOnceLock, types::PyModule};
use serde_json::{Value, json};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};
use tc_engine::{Diagnostic, Errors, Failure, Severity};

/// The module with the classes.
fn errors(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module =
        MODULE.get_or_try_init(py, || py.import("tensorcomp._errors").map(Bound::unbind))?;
    Ok(module.bind(py))
}

/// An exception that a function of that module makes.
fn made<'py, A>(py: Python<'py>, function: &str, arguments: A) -> PyErr
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let made = errors(py).and_then(|module| module.getattr(function)?.call1(arguments));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

fn described(failure: &Failure) -> String {
    let all = failure.diagnostics.iter();
    let all: Vec<Value> = all.map(|one| one.to_json(&failure.sources)).collect();
    Value::from(all).to_string()
}

/// The exception for a failure; `recipe` is what a reproducer needs, as JSON. Warnings were told
/// when the text was defined.
pub(crate) fn raised(
    py: Python<'_>,
    mut failure: Failure,
    recipe: impl FnOnce() -> Value,
) -> PyErr {
    failure
        .diagnostics
        .retain(|one| one.severity != Severity::Warning);
    // The first line of an exception is what a person sees of it: the error, not a note.
    failure.diagnostics.sort_by_key(|one| !one.is_error());
    let recipe = match failure.status {
        tc_engine::INTERNAL => recipe().to_string(),
        _ => String::new(),
    };
    let arguments = (
        failure.to_string(),
        described(&failure),
        failure.status,
        failure.while_running,
        recipe,
    );
    made(py, "of_failure", arguments)
}

/// The same where there is nothing to reproduce.
pub(crate) fn of(py: Python<'_>, failure: Failure) -> PyErr {
    raised(py, failure, || json!({}))
}

/// Errors that are about what was asked for, and not about a text.
pub(crate) fn of_request(errors: Errors) -> Failure {
    Failure {
        diagnostics: errors,
        sources: Default::default(),
        status: 1,
        while_running: false,
    }
}

/// Errors without a text that they are about.
pub(crate) fn of_errors(errors: Errors) -> PyErr {
    let lines: Vec<String> = errors.iter().map(Diagnostic::short).collect();
    plain(&lines.join("\n"))
}

/// An error that is about no argument.
pub(crate) fn plain(message: &str) -> PyErr {
    Python::attach(|py| made(py, "Error", (message,)))
}

/// A value that does not exist.
pub(crate) fn value(message: &str) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(message.to_owned())
}

/// What is wrong with an argument.
#[derive(Clone, Copy)]
pub(crate) enum Wrong {
    /// It is no array, or has elements of another type.
    Type,
    /// Its shape, its memory, or its value.
    Value,
    /// It is in memory of a device.
    Device,
}

/// An exception that names an argument.
pub(crate) fn argument(py: Python<'_>, wrong: Wrong, name: &str, message: &str) -> PyErr {
    let class = match wrong {
        Wrong::Type => "ArgumentTypeError",
        Wrong::Value => "ArgumentError",
        Wrong::Device => "DeviceError",
    };
    made(py, class, (message, name))
}

/// Tells a warning of this class of the package.
pub(crate) fn warn(py: Python<'_>, class: &str, message: &str) -> PyResult<()> {
    let class = errors(py)?.getattr(class)?;
    let message = std::ffi::CString::new(message.replace('\0', " ")).unwrap_or_default();
    PyErr::warn(py, &class, &message, 1)
}

static PANIC: AtomicBool = AtomicBool::new(false);

/// For tests: the next compilation panics.
#[pyfunction]
pub(crate) fn panic_in_next_compilation() {
    PANIC.store(true, Ordering::Relaxed);
}

static WAITS: AtomicBool = AtomicBool::new(false);

/// For tests: compilations wait until they need not any more.
#[pyfunction]
pub(crate) fn compilations_wait(whether: bool) {
    WAITS.store(whether, Ordering::Relaxed);
}

/// Where a compilation begins.
pub(crate) fn compilation_begins() {
    while WAITS.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(1));
    }
    if PANIC.swap(false, Ordering::Relaxed) {
        panic!("a panic on purpose");
    }
}
