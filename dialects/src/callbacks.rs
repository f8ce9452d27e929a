//! The functions that the C++ of `cpp/` calls: texts of attributes, and the verifiers.
//!
//! Each function is called from MLIR's parser or verifier, on any thread; none unwinds into C++.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use melior::StringRef;
use melior::ir::{Attribute, OperationRef, Type};
use mlir_sys::{MlirAttribute, MlirOperation, MlirStringRef, MlirType};

use crate::malformed::Malformed;
use crate::report::operation_error;
use crate::schedule::isl_text::{IslKind, canonical};
use crate::schedule::tree::MemberKind;
use crate::sys;
use crate::target;
use crate::tc::expr::{Expr, Symbol};

type TextSink = unsafe extern "C" fn(MlirStringRef, *mut c_void);

/// Passes `text` to C++, which copies it.
fn send(text: &str, sink: TextSink, data: *mut c_void) {
    // SAFETY: the sink copies the text before it returns.
    unsafe { sink(StringRef::new(text).to_raw(), data) }
}

/// Runs `work` on a text from C++; a panic becomes an error that reports it.
fn answer(
    text: MlirStringRef,
    sink: TextSink,
    data: *mut c_void,
    work: impl FnOnce(&str) -> Result<String, Malformed>,
) -> Result<(), usize> {
    // SAFETY: C++ keeps the text alive during the call.
    let text = unsafe { sys::text(text) };
    let outcome = catch_unwind(AssertUnwindSafe(|| match text {
        Ok(text) => work(text),
        Err(error) => Err(Malformed {
            reason: "text is not valid UTF-8".to_string(),
            offset: error.valid_up_to(),
        }),
    }));
    let outcome = outcome.unwrap_or_else(|panic| {
        Err(Malformed {
            reason: format!("internal error: {}", panic_message(&*panic)),
            offset: 0,
        })
    });
    match outcome {
        Ok(text) => {
            send(&text, sink, data);
            Ok(())
        }
        Err(refusal) => {
            send(&refusal.reason, sink, data);
            Err(refusal.offset)
        }
    }
}

/// The message of a caught panic.
pub(crate) fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|message| message.to_string())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic without a message".to_string())
}

/// # Safety
/// `text` must be valid, `sink` callable with `data`, `offset` writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustExpression(
    text: MlirStringRef,
    sink: TextSink,
    data: *mut c_void,
    offset: *mut usize,
) -> bool {
    let outcome = answer(text, sink, data, |text| {
        Expr::parse(text)
            .map(|expr| expr.to_string())
            .map_err(|error| Malformed {
                reason: error.message,
                offset: error.position,
            })
    });
    if let Err(position) = outcome {
        // SAFETY: by the contract of this function.
        unsafe { *offset = position };
    }
    outcome.is_ok()
}

/// # Safety
/// `name` must be valid and `sink` callable with `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustName(name: MlirStringRef, sink: TextSink, data: *mut c_void) {
    let _ = answer(name, sink, data, |name| {
        Ok(Symbol::Name(name.to_string()).to_string())
    });
}

/// # Safety
/// `word` must be valid and `sink` callable with `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustLoopKind(word: MlirStringRef, sink: TextSink, data: *mut c_void) {
    let _ = answer(word, sink, data, |word| {
        Ok(word.parse::<MemberKind>().err().unwrap_or_default())
    });
}

/// # Safety
/// `text` must be valid, `sink` callable with `data`, `offset` writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustIsl(
    kind: u32,
    text: MlirStringRef,
    sink: TextSink,
    data: *mut c_void,
    offset: *mut usize,
) -> bool {
    let kind = match kind {
        0 => IslKind::Set,
        1 => IslKind::Map,
        _ => IslKind::Aff,
    };
    let outcome = answer(text, sink, data, |text| canonical(kind, text));
    if let Err(position) = outcome {
        // SAFETY: by the contract of this function.
        unsafe { *offset = position };
    }
    outcome.is_ok()
}

/// # Safety
/// `element` must be a type and `sink` callable with `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustElementType(
    element: MlirType,
    sink: TextSink,
    data: *mut c_void,
) -> bool {
    let outcome = catch_unwind(|| {
        // SAFETY: by the contract of this function.
        let element = unsafe { Type::from_raw(element) };
        crate::tc::is_element_type(element)
            .then_some(())
            .ok_or_else(|| {
                format!(
                    "'{element}' is not an element type of a tensor; expected i1, i8 to i64, ui8 to ui64, f16, bf16, f32 or f64"
                )
            })
    });
    match outcome {
        Ok(Ok(())) => true,
        Ok(Err(reason)) => {
            send(&reason, sink, data);
            false
        }
        Err(panic) => {
            send(
                &format!("internal error: {}", panic_message(&*panic)),
                sink,
                data,
            );
            false
        }
    }
}

/// # Safety
/// `dictionary` must be a dictionary and `sink` callable with `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustTarget(
    dictionary: MlirAttribute,
    sink: unsafe extern "C" fn(MlirStringRef, MlirStringRef, *mut c_void),
    data: *mut c_void,
) -> bool {
    let problems = catch_unwind(|| {
        // SAFETY: by the contract of this function.
        target::check(&unsafe { target::attribute::keys_of(dictionary) })
    });
    let problems = problems.unwrap_or_else(|panic| {
        let message = format!("internal error: {}", panic_message(&*panic));
        vec![target::Problem::of_all(message)]
    });
    for problem in &problems {
        let key = StringRef::new(problem.key.as_deref().unwrap_or_default());
        // SAFETY: the sink copies both texts before it returns.
        unsafe {
            sink(
                key.to_raw(),
                StringRef::new(&problem.message).to_raw(),
                data,
            )
        }
    }
    problems.is_empty()
}

/// # Safety
/// `operation`, `name` and `value` must be valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustVerifyAttribute(
    operation: MlirOperation,
    name: MlirStringRef,
    value: MlirAttribute,
) -> bool {
    // SAFETY: by the contract of this function.
    let (operation, name, value) = unsafe {
        (
            OperationRef::from_raw(operation),
            sys::text(name).unwrap_or_default(),
            Attribute::from_raw(value),
        )
    };
    let checked = || crate::verify::attribute(operation, name, value);
    catch_unwind(AssertUnwindSafe(checked)).unwrap_or_else(|panic| {
        let message = format!("internal error in the verifier: {}", panic_message(&*panic));
        operation_error(operation, &message, &[]);
        false
    })
}

/// # Safety
/// `operation` must be valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustVerify(operation: MlirOperation) -> bool {
    // SAFETY: by the contract of this function.
    let operation = unsafe { OperationRef::from_raw(operation) };
    catch_unwind(AssertUnwindSafe(|| crate::verify::verify(operation))).unwrap_or_else(|panic| {
        let message = format!("internal error in the verifier: {}", panic_message(&*panic));
        operation_error(operation, &message, &[]);
        false
    })
}
