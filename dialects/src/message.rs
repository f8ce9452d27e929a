//! A diagnostic as one of MLIR's, and back.

use crate::location;
use melior::Context;
use melior::diagnostic::DiagnosticSeverity;
use melior::ir::Location;
use std::str::FromStr;
use tc_syntax::diagnostic::{Code, Diagnostic, Place, Severity};

/// The message of this diagnostic as one of MLIR's: the code follows the message. Labels and
/// help become notes, see [`notes`]; [`read`] converts back.
pub fn text(diagnostic: &Diagnostic) -> String {
    match diagnostic.code {
        Some(code) => format!("{} [{code}]", diagnostic.message),
        None => diagnostic.message.clone(),
    }
}

/// The notes that follow [`text`], each with its place if it has one.
pub fn notes(diagnostic: &Diagnostic) -> Vec<(Option<&Place>, String)> {
    let labels = diagnostic
        .labels
        .iter()
        .map(|label| (Some(&label.place), label.text.clone()));
    let notes = diagnostic.notes.iter().map(|note| (None, note.clone()));
    let help = diagnostic
        .help
        .iter()
        .map(|help| (None, format!("help: {}", help.text)));
    labels.chain(notes).chain(help).collect()
}

/// Reads one of MLIR's diagnostics: the place from its location, the code from the end of the
/// message, labels, notes and help from its notes.
pub fn read(diagnostic: &melior::diagnostic::Diagnostic<'_>) -> Diagnostic {
    let severity = match diagnostic.severity() {
        DiagnosticSeverity::Error => Severity::Error,
        DiagnosticSeverity::Warning => Severity::Warning,
        DiagnosticSeverity::Note | DiagnosticSeverity::Remark => Severity::Note,
    };
    let (code, message) = split_code(diagnostic.to_string());
    let mut result =
        Diagnostic::new(severity, code, message).at(location::place(diagnostic.location()), "");
    for index in 0..diagnostic.note_count() {
        let Ok(note) = diagnostic.note(index) else {
            continue;
        };
        let place = if is_without_place(note.location()) {
            None
        } else {
            location::place(note.location())
        };
        let text = note.to_string();
        if let Some(help) = text.strip_prefix("help: ") {
            result = result.help(help);
            continue;
        }
        result = match (place, &mut result.primary) {
            // The text of the main label is passed as a note at its place.
            (Some(place), Some(main)) if place == main.place && main.text.is_empty() => {
                main.text = text;
                result
            }
            // MLIR's own notes at the place of the error print the operation, and are not
            // labels.
            (Some(place), Some(main)) if place == main.place && text.contains('\n') => {
                result.with_note(text)
            }
            (Some(place), _) => result.label(place, text),
            (None, _) => result.with_note(text),
        };
    }
    result
}

/// The name of locations of notes without a place.
const WITHOUT_PLACE: &str = "note";

/// The location of a note that belongs to the whole diagnostic: MLIR prints it there,
/// [`read`] reads it as a sentence without a place.
pub fn without_place<'c>(context: &'c Context, location: Location<'c>) -> Location<'c> {
    Location::name(context, WITHOUT_PLACE, location)
}

fn is_without_place(location: Location<'_>) -> bool {
    location.is_name() && location.name_value().as_string_ref().as_str() == Ok(WITHOUT_PLACE)
}

/// Splits `message [TC0301]` into the code and the message.
fn split_code(text: String) -> (Option<Code>, String) {
    let split = text
        .strip_suffix(']')
        .and_then(|rest| rest.rsplit_once(" ["));
    match split.and_then(|(message, code)| Some((Code::from_str(code).ok()?, message.to_owned()))) {
        Some((code, message)) => (Some(code), message),
        None => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_syntax::diagnostic::Position;

    #[test]
    fn code_travels_through_the_message_text_of_mlir() {
        let note = Diagnostic::note(Code::TC0304, "range of `i` starts at 2, not 0");
        let written = text(&note);
        assert_eq!(written, "range of `i` starts at 2, not 0 [TC0304]");
        assert_eq!(
            split_code(written),
            (Some(Code::TC0304), note.message.clone())
        );
        let other = "unknown attribute [abc]".to_owned();
        assert_eq!(split_code(other.clone()), (None, other));
    }

    #[test]
    fn mlir_diagnostics_keep_place_code_and_help() {
        let context = melior::Context::new();
        let mut seen = None;
        context.attach_diagnostic_handler(|diagnostic| {
            seen = Some(read(&diagnostic));
            true
        });
        let message = c"range of `i` starts at 2, not 0 [TC0304]";
        let location = location::of(&Place::span("a.tc", (3, 4), (3, 9)), &context);
        // SAFETY: the location and its context are alive, and the message ends in a NUL.
        unsafe { mlir_sys::mlirEmitError(location.to_raw(), message.as_ptr()) };
        let seen: Diagnostic = seen.expect("the handler was called");
        assert_eq!(seen.code, Some(Code::TC0304));
        assert_eq!(
            seen.short(),
            "a.tc:3:4: error[TC0304]: range of `i` starts at 2, not 0"
        );
        assert_eq!(
            seen.place().map(|place| place.end),
            Some(Position { line: 3, column: 9 })
        );
    }
}
