//! Reporting from Rust through MLIR's diagnostic engine, where `--verify-diagnostics` and every handler see it.

use melior::StringRef;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef};

use crate::diagnostic::Severity;
use crate::op;
use crate::sys::tc_emit_diagnostic;

/// Reports `message` at `location`, with notes at their locations. MLIR represents a note on its
/// own as a remark.
pub fn report(severity: Severity, location: Location, message: &str, notes: &[(Location, String)]) {
    let number = match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Note => 3,
    };
    let locations: Vec<_> = notes.iter().map(|(place, _)| place.to_raw()).collect();
    let messages: Vec<_> = notes
        .iter()
        .map(|(_, text)| StringRef::new(text).to_raw())
        .collect();
    // SAFETY: all texts and locations outlive the call, which copies them.
    unsafe {
        tc_emit_diagnostic(
            number,
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
    report(Severity::Error, operation.location(), &message, notes);
}
