//! Reporting from Rust through MLIR's diagnostic engine, where `--verify-diagnostics` and every
//! handler see it.

use std::ptr;

use melior::StringRef;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef};
use mlir_sys::{
    MlirDiagnosticSeverity_MlirDiagnosticError, MlirDiagnosticSeverity_MlirDiagnosticRemark,
    MlirDiagnosticSeverity_MlirDiagnosticWarning, MlirLocation,
};

use crate::op;
use crate::sys::tc_emit_diagnostic;
use tc_syntax::diagnostic::Severity;

/// Reports `message` at `location`, with notes at theirs where they have one. A note on its own is
/// a remark to MLIR.
pub fn report(
    severity: Severity,
    location: Location,
    message: &str,
    notes: &[(Option<Location>, &str)],
) {
    let severity = match severity {
        Severity::Error => MlirDiagnosticSeverity_MlirDiagnosticError,
        Severity::Warning => MlirDiagnosticSeverity_MlirDiagnosticWarning,
        Severity::Note => MlirDiagnosticSeverity_MlirDiagnosticRemark,
    };
    let nowhere = MlirLocation { ptr: ptr::null() };
    let locations: Vec<_> = notes
        .iter()
        .map(|(place, _)| place.map_or(nowhere, |place| place.to_raw()))
        .collect();
    let messages: Vec<_> = notes
        .iter()
        .map(|(_, text)| StringRef::new(text).to_raw())
        .collect();
    // SAFETY: all texts and locations outlive the call, which copies them.
    unsafe {
        tc_emit_diagnostic(
            severity,
            location.to_raw(),
            StringRef::new(message).to_raw(),
            locations.as_ptr(),
            messages.as_ptr(),
            notes.len() as isize,
        )
    }
}

/// Reports an error about an operation in MLIR's form: `'tc.read' op ...`.
pub fn operation_error<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    message: &str,
    notes: &[(Location, String)],
) {
    let message = format!("'{}' op {message}", op::name(operation));
    let notes = notes
        .iter()
        .map(|(place, text)| (Some(*place), text.as_str()));
    let notes: Vec<_> = notes.collect();
    report(Severity::Error, operation.location(), &message, &notes);
}
