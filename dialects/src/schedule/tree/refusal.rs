//! Why a transformation does not apply.
//!
//! A schedule pass either returns a new tree or a [`Refusal`]: one message that names the member, statement or array in
//! the way, notes with the evidence, and the node it speaks about. The pass glue turns it into a diagnostic at that
//! node's op.

use std::fmt;

use super::edit::Path;

/// A transformation that was asked for and is not legal, or whose legality could not be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is in the way, in lower case: expected and found.
    pub message: String,
    /// Evidence, one fact a line, and the next step.
    pub notes: Vec<String>,
    /// The node the message is about, as a path from the root of the tree that was given to the pass.
    pub at: Option<Path>,
    /// The operation that the message is about, if it is one of a statement's body: the statement and the number of the
    /// operation in text order.
    pub operation: Option<(String, usize)>,
    /// Whether nothing is known to be wrong, but a limit or a failure of isl kept the question from being answered.
    pub undecided: bool,
    /// The array inside of the scop that the message is about, where it is about one and no node.
    pub array: Option<String>,
}

impl Refusal {
    /// A refusal that is about the tree as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            notes: Vec::new(),
            at: None,
            operation: None,
            undecided: false,
            array: None,
        }
    }

    /// The same refusal, about the node at `path`.
    pub fn at(mut self, path: &Path) -> Self {
        self.at = Some(path.clone());
        self
    }

    /// The same refusal, about an operation of a statement's body.
    pub fn at_operation(mut self, statement: &str, position: usize) -> Self {
        self.operation = Some((statement.to_owned(), position));
        self
    }

    /// The same refusal, about an array that the scop declares.
    pub fn at_array(mut self, name: &str) -> Self {
        self.array = Some(name.to_owned());
        self
    }

    /// The same refusal with one more note.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        for note in &self.notes {
            write!(f, "\n  note: {note}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

impl From<tc_isl::Error> for Refusal {
    fn from(error: tc_isl::Error) -> Self {
        Refusal {
            undecided: true,
            ..Refusal::new(error.to_string())
        }
    }
}
