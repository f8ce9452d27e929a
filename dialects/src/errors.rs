//! The errors that a verifier finds, and words for their messages.

use melior::ir::{Location, OperationRef};

use crate::report::operation_error;

/// Errors of one run.
#[derive(Default)]
pub(crate) struct Errors {
    count: usize,
}

impl Errors {
    /// Reports an error about an operation.
    pub fn add<'c: 'a, 'a>(&mut self, operation: OperationRef<'c, 'a>, message: impl AsRef<str>) {
        self.add_with_notes(operation, message, &[]);
    }

    /// Reports an error about an operation, with notes at other locations.
    pub fn add_with_notes<'c: 'a, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
        message: impl AsRef<str>,
        notes: &[(Location, String)],
    ) {
        self.count += 1;
        operation_error(operation, message.as_ref(), notes);
    }

    /// Whether no error was reported.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// Names for a message: `'N', 'M'`, or `none`.
pub(crate) fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    if names.is_empty() {
        return "none".to_string();
    }
    let quoted = |name: &String| format!("'{name}'");
    let mut text = names
        .iter()
        .take(MOST)
        .map(quoted)
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > MOST {
        text += &format!(" and {} more", names.len() - MOST);
    }
    text
}

/// The first name that occurs a second time.
pub(crate) fn repeated(names: &[String]) -> Option<&String> {
    let mut seen = std::collections::HashSet::new();
    names.iter().find(|name| !seen.insert(name.as_str()))
}

/// Whether a name is valid in an expression: letters, digits and `_`.
pub(crate) fn is_word(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|character| character.is_ascii_alphanumeric() || character == '_')
}
