//! Reporting from Rust through MLIR's diagnostic engine, where `--verify-diagnostics` and every handler see it.

use melior::StringRef;
use melior::ir::Location;
use melior::ir::operation::OperationLike;

use crate::diagnostic::{Diagnostic, Severity};
use crate::sys::tc_report;

/// Reports `message` at `location`, with notes at theirs.
pub fn report(severity: Severity, location: Location, message: &str, notes: &[(Location, String)]) {
    let number = match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Note => 2,
    };
    let locations: Vec<_> = notes.iter().map(|(place, _)| place.to_raw()).collect();
    let messages: Vec<_> = notes
        .iter()
        .map(|(_, text)| StringRef::new(text).to_raw())
        .collect();
    // SAFETY: all texts and locations outlive the call, which copies them.
    unsafe {
        tc_report(
            number,
            location.to_raw(),
            StringRef::new(message).to_raw(),
            notes.len(),
            locations.as_ptr(),
            messages.as_ptr(),
        )
    }
}

/// Reports an error about an operation in MLIR's words: `'tc.read' op ...`.
pub fn operation_error<'c: 'a, 'a>(
    operation: &impl OperationLike<'c, 'a>,
    message: &str,
    notes: &[(Location, String)],
) {
    let name = operation.name();
    let name = name.as_string_ref();
    let name = name.as_str().unwrap_or_default();
    let message = format!("'{name}' op {message}");
    report(Severity::Error, operation.location(), &message, notes);
}

/// Reports one of our diagnostics at `location`, where its own place does not say better.
pub fn report_diagnostic<'c>(
    context: &'c melior::Context,
    location: Location<'c>,
    diagnostic: &Diagnostic,
) {
    let place = diagnostic.primary.as_ref();
    let location = place.map_or(location, |label| label.place.to_location(context));
    let mut notes: Vec<(Location, String)> = diagnostic
        .labels
        .iter()
        .map(|label| (label.place.to_location(context), label.text.clone()))
        .collect();
    notes.extend(diagnostic.notes.iter().map(|note| (location, note.clone())));
    notes.extend(
        diagnostic
            .help
            .iter()
            .map(|help| (location, format!("help: {}", help.text))),
    );
    report(diagnostic.severity, location, &diagnostic.message, &notes);
}
