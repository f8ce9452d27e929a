//! Errors that end a step, and how names are listed in them.

use tc_syntax::{diagnostic::Diagnostic, near::nearest};

/// Errors that end a run.
pub type Errors = Vec<Diagnostic>;

/// One error that is about no place of a text.
pub fn error(message: impl Into<String>) -> Errors {
    vec![Diagnostic::error(None, message)]
}

/// Names between backquotes, separated by commas.
pub fn quoted(names: &[String]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// A help for a name that is not one of `names`: a similar one, or else all of them after
/// `there_are`.
pub(crate) fn meant(text: &str, names: &[String], there_are: &str) -> String {
    let all: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match (
        nearest(text, names.iter().map(String::as_str)),
        all.is_empty(),
    ) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, true) => format!("{there_are} none"),
        (None, false) => format!("{there_are} {}", all.join(", ")),
    }
}
