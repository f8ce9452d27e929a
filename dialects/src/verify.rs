//! Entry points of the verifiers, which MLIR calls for one operation, possibly on many threads at
//! once.
//!
//! A verifier reports every error that it finds, not only the first, each at the location of its
//! operation. MLIR has already checked what `td/` declares: kinds of attributes, operand types,
//! numbers of regions.

use melior::ir::{Attribute, Location, OperationRef};

use crate::op;
use crate::report::operation_error;
use crate::target;

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

/// Checks an operation, called from C++; false if an error was reported.
pub(crate) fn verify<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> bool {
    let mut errors = Errors::default();
    match op::name(operation) {
        "tc.def" => crate::tc::verify::def(operation, &mut errors),
        "tc.read" | "tc.exists" | "tc.value" => {
            crate::tc::verify::placement(operation, &mut errors)
        }
        "tc.call" => crate::tc::verify::call(operation, &mut errors),
        "schedule.scop" => crate::schedule::verify::scop(operation, &mut errors),
        "schedule.band" => crate::schedule::verify::band(operation, &mut errors),
        _ => {}
    }
    errors.is_empty()
}

/// Checks an attribute of the `tc` dialect on an operation of any dialect; false if an error was
/// reported.
pub(crate) fn attribute<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    name: &str,
    value: Attribute<'c>,
) -> bool {
    let mut errors = Errors::default();
    if name == target::ATTRIBUTE {
        if op::name(operation) != "builtin.module" {
            errors.add(operation, format!("has '{name}', which says what a module is compiled for; expected it on 'builtin.module'"));
        }
        if !target::is_target(value) {
            errors.add(
                operation,
                format!("has '{name}', expected '#tc.target<...>' as its value, found '{value}'"),
            );
        }
    }
    errors.is_empty()
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
