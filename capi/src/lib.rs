//! The C interface of the engine: `include/tensorcomp.h` is made from this crate.
//!
//! Every function returns a [`Status`] or something that cannot fail. What is said, errors as well
//! as remarks, is a value of type `tc_diagnostics` behind the last argument, which may be null.
//! What a call makes is null where it failed, so that it can be freed in any case. Nothing unwinds
//! into C: a panic is `TC_STATUS_INTERNAL`. Values that are not being freed may be used by
//! several threads at a time.

mod diagnostics;
mod kernels;
mod operators;

pub use diagnostics::{Severity, TcDiagnostic, TcDiagnostics};
pub use kernels::{TcKernel, TcParameter};
pub use operators::{TcArguments, TcEngine, TcOperators, TcOptions};

use std::{
    ffi::{CStr, c_char},
    panic::{AssertUnwindSafe, catch_unwind},
};
use tc_engine::{Failure, INTERNAL};

/// How a call ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It did what was asked; diagnostics, if any, are warnings and remarks.
    Ok = 0,
    /// The program or the arrays are refused.
    Error = 1,
    /// The request names something that does not exist, or passes null.
    Usage = 2,
    /// An analysis would have taken longer than its budget.
    Budget = 3,
    /// A mistake of the library.
    Internal = 70,
}

impl Status {
    fn of(failure: &Failure) -> Self {
        match failure.status {
            2 => Status::Usage,
            3 => Status::Budget,
            INTERNAL => Status::Internal,
            _ => Status::Error,
        }
    }
}

/// What a call says when it cannot do what was asked.
enum Refusal {
    Failure(Failure),
    /// Wrong use of the interface itself.
    Usage(String),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Refusal::Failure(failure)
    }
}

fn usage(text: impl Into<String>) -> Refusal {
    Refusal::Usage(text.into())
}

/// Runs the body of a function of the interface, and writes what it says.
///
/// # Safety
/// `said` is null or may be written.
unsafe fn call(
    said: *mut *mut TcDiagnostics,
    body: impl FnOnce() -> Result<Option<TcDiagnostics>, Refusal>,
) -> Status {
    let (status, text) = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(remarks)) => (Status::Ok, remarks),
        Ok(Err(Refusal::Failure(failure))) => {
            (Status::of(&failure), Some(TcDiagnostics::of(&failure)))
        }
        Ok(Err(Refusal::Usage(text))) => (Status::Usage, Some(TcDiagnostics::text(&text))),
        Err(_) => {
            let text = "internal error: the library panicked; please report it";
            (Status::Internal, Some(TcDiagnostics::text(text)))
        }
    };
    if !said.is_null() {
        let value = text.map_or(std::ptr::null_mut(), |one| Box::into_raw(Box::new(one)));
        // SAFETY: it is not null, and the caller promises that it may be written.
        unsafe { *said = value };
    }
    status
}

/// # Safety
/// The pointer is null or to a value that lives as long as the reference.
unsafe fn given<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Refusal> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or_else(|| usage(format!("`{name}` is null")))
}

/// # Safety
/// The pointer is null or to a value that nothing else uses as long as the reference lives.
unsafe fn changed<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Refusal> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_mut() }.ok_or_else(|| usage(format!("`{name}` is null")))
}

/// Where a result goes: null until the call has succeeded.
///
/// # Safety
/// As of [`changed`]; what was there before need not be a pointer.
unsafe fn place<'a, T>(pointer: *mut *mut T, name: &str) -> Result<&'a mut *mut T, Refusal> {
    if !pointer.is_null() {
        // SAFETY: the caller's promise.
        unsafe { pointer.write(std::ptr::null_mut()) };
    }
    // SAFETY: as above.
    unsafe { changed(pointer, name) }
}

/// # Safety
/// The pointer is null or to text that ends in a zero byte and lives as long as the reference.
unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Refusal> {
    if pointer.is_null() {
        return Err(usage(format!("`{name}` is null")));
    }
    // SAFETY: it is not null; the rest is the caller's promise.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str()
        .map_err(|_| usage(format!("`{name}` is not UTF-8")))
}

/// The numbers behind a pointer.
///
/// # Safety
/// The pointer is to `count` values that live as long as the slice, or is null.
unsafe fn values<'a, T>(pointer: *const T, count: usize, name: &str) -> Result<&'a [T], Refusal> {
    match (count, pointer.is_null()) {
        (0, _) => Ok(&[]),
        (_, true) => Err(usage(format!("`{name}` is null"))),
        // SAFETY: it is not null; the rest is the caller's promise.
        (_, false) => Ok(unsafe { std::slice::from_raw_parts(pointer, count) }),
    }
}
