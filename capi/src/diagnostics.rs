//! What a call says: errors, warnings and remarks, with their places.

use std::{
    ffi::{CString, c_char},
    ptr,
};
use tc_engine::{Diagnostic, Failure, Severity as Grade};

/// The severity of a diagnostic.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The request is refused.
    Error = 0,
    /// The program is accepted, but probably not as intended.
    Warning = 1,
    /// A fact worth knowing, such as an array that was copied.
    Note = 2,
}

/// All that one call says.
pub struct TcDiagnostics {
    /// For a person, with the source lines.
    text: CString,
    all: Vec<Said>,
}

struct Said {
    severity: Severity,
    code: Option<CString>,
    message: CString,
    help: Option<CString>,
    file: Option<CString>,
    line: u32,
    column: u32,
}

/// One error, warning or remark. The texts live as long as the `tc_diagnostics` that it is of.
#[repr(C)]
pub struct TcDiagnostic {
    /// How severe it is.
    severity: Severity,
    /// `TC0201` and so on, which the reference explains; null if it has none.
    code: *const c_char,
    /// One sentence.
    message: *const c_char,
    /// The next step; null if there is none.
    help: *const c_char,
    /// The name of the text; null if it is about none.
    file: *const c_char,
    /// From 1; 0 without a file.
    line: u32,
    /// In characters, from 1; 0 without a file.
    column: u32,
}

fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

impl Said {
    fn of(one: &Diagnostic) -> Self {
        let place = one.place();
        Said {
            severity: match one.severity {
                Grade::Error => Severity::Error,
                Grade::Warning => Severity::Warning,
                Grade::Note => Severity::Note,
            },
            code: one.code.map(|code| c_text(code.as_str())),
            message: c_text(&one.message),
            help: one.help.as_ref().map(|help| c_text(&help.text)),
            file: place.map(|place| c_text(&place.file)),
            line: place.map_or(0, |place| place.start.line),
            column: place.map_or(0, |place| place.start.column),
        }
    }
}

impl TcDiagnostics {
    pub(crate) fn of(failure: &Failure) -> Self {
        TcDiagnostics {
            text: c_text(&failure.to_string()),
            all: failure.diagnostics.iter().map(Said::of).collect(),
        }
    }

    /// Warnings and remarks; `None` if there are none.
    pub(crate) fn remarks(all: &[Diagnostic]) -> Option<Self> {
        let lines: Vec<String> = all.iter().map(Diagnostic::short).collect();
        (!all.is_empty()).then(|| TcDiagnostics {
            text: c_text(&lines.join("\n")),
            all: all.iter().map(Said::of).collect(),
        })
    }

    /// One error in words.
    pub(crate) fn text(text: &str) -> Self {
        let one = Said::of(&Diagnostic::error(None, text));
        TcDiagnostics {
            text: c_text(&format!("error: {text}")),
            all: vec![one],
        }
    }
}

/// All of them for a person, one below another, with the source lines that they are about.
///
/// # Safety
/// `diagnostics` is null or was not freed. The text lives as long as it does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_diagnostics_text(diagnostics: *const TcDiagnostics) -> *const c_char {
    // SAFETY: the caller's promise.
    unsafe { diagnostics.as_ref() }.map_or(c"".as_ptr(), |one| one.text.as_ptr())
}

/// How many there are.
///
/// # Safety
/// `diagnostics` is null or was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_diagnostics_count(diagnostics: *const TcDiagnostics) -> usize {
    // SAFETY: the caller's promise.
    unsafe { diagnostics.as_ref() }.map_or(0, |one| one.all.len())
}

/// One of them; without a message if there is none at this position.
///
/// # Safety
/// `diagnostics` is null or was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_diagnostics_at(
    diagnostics: *const TcDiagnostics,
    position: usize,
) -> TcDiagnostic {
    // SAFETY: the caller's promise.
    let all = unsafe { diagnostics.as_ref() };
    let one = all.and_then(|all| all.all.get(position));
    let text = |of: fn(&Said) -> Option<&CString>| {
        one.and_then(of).map_or(ptr::null(), |text| text.as_ptr())
    };
    TcDiagnostic {
        severity: one.map_or(Severity::Note, |one| one.severity),
        code: text(|one| one.code.as_ref()),
        message: text(|one| Some(&one.message)),
        help: text(|one| one.help.as_ref()),
        file: text(|one| one.file.as_ref()),
        line: one.map_or(0, |one| one.line),
        column: one.map_or(0, |one| one.column),
    }
}

/// Frees them; null is allowed.
///
/// # Safety
/// `diagnostics` is null or was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_diagnostics_free(diagnostics: *mut TcDiagnostics) {
    if !diagnostics.is_null() {
        // SAFETY: it came from a box of this crate, and is not freed twice.
        drop(unsafe { Box::from_raw(diagnostics) });
    }
}
