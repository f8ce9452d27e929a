//! The Rust functions that the C++ of `cpp/` calls: the text of attributes and the verifiers.
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
use crate::sys::{self, TcIslKind, TcKeySink, TcTextSink};
use crate::target;
use tc_syntax::expr::{Expr, Symbol};

/// Each function here has the type that `cpp/RustCallbacks.h` declares: two functions of one type
/// fit into one array.
#[allow(clippy::no_effect_underscore_binding)]
const _: () = {
    let _ = [tcRustExpression, sys::tcRustExpression];
    let _ = [tcRustExpressionNew, sys::tcRustExpressionNew];
    let _ = [tcRustExpressionFree, sys::tcRustExpressionFree];
    let _ = [tcRustName, sys::tcRustName];
    let _ = [tcRustLoopKind, sys::tcRustLoopKind];
    let _ = [tcRustIsl, sys::tcRustIsl];
    let _ = [tcRustElementType, sys::tcRustElementType];
    let _ = [tcRustTarget, sys::tcRustTarget];
    let _ = [tcRustVerifyAttribute, sys::tcRustVerifyAttribute];
    let _ = [tcRustVerify, sys::tcRustVerify];
};

/// Passes `text` to C++, which copies it.
fn send(text: &str, sink: TcTextSink, data: *mut c_void) {
    if let Some(sink) = sink {
        // SAFETY: the sink copies the text before it returns.
        unsafe { sink(StringRef::new(text).to_raw(), data) }
    }
}

/// Runs `work` on a text from C++; a panic becomes an error that reports it.
fn answer(
    text: MlirStringRef,
    sink: TcTextSink,
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
    sink: TcTextSink,
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
/// `text` must be valid, `expression` null or an [`Expr`]. The result goes to
/// [`tcRustExpressionFree`], once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustExpressionNew(
    text: MlirStringRef,
    expression: *const c_void,
) -> *mut c_void {
    // SAFETY: by the contract of this function.
    let (text, known) = unsafe { (crate::sys::text(text), expression.cast::<Expr>().as_ref()) };
    let read = || std::panic::catch_unwind(|| Expr::parse(text.ok()?).ok()).ok()?;
    match known.cloned().or_else(read) {
        Some(expression) => Box::into_raw(Box::new(expression)).cast(),
        None => std::ptr::null_mut(),
    }
}

/// # Safety
/// `expression` must be null or from [`tcRustExpressionNew`], and is gone afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustExpressionFree(expression: *mut c_void) {
    if !expression.is_null() {
        // SAFETY: by the contract of this function.
        drop(unsafe { Box::from_raw(expression.cast::<Expr>()) });
    }
}

/// # Safety
/// `name` must be valid and `sink` callable with `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustName(name: MlirStringRef, sink: TcTextSink, data: *mut c_void) {
    let _ = answer(name, sink, data, |name| {
        Ok(Symbol::Name(name.to_string()).to_string())
    });
}

/// # Safety
/// `word` must be valid and `sink` callable with `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustLoopKind(word: MlirStringRef, sink: TcTextSink, data: *mut c_void) {
    let _ = answer(word, sink, data, |word| {
        Ok(word.parse::<MemberKind>().err().unwrap_or_default())
    });
}

/// # Safety
/// `text` must be valid, `sink` callable with `data`, `offset` writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tcRustIsl(
    kind: TcIslKind,
    text: MlirStringRef,
    sink: TcTextSink,
    data: *mut c_void,
    offset: *mut usize,
) -> bool {
    let kind = match kind {
        sys::TcIslSet => IslKind::Set,
        sys::TcIslMap => IslKind::Map,
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
    sink: TcTextSink,
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
    sink: TcKeySink,
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
        let message = StringRef::new(&problem.message);
        if let Some(sink) = sink {
            // SAFETY: the sink copies both texts before it returns.
            unsafe { sink(key.to_raw(), message.to_raw(), data) }
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
