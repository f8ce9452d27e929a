//! Why a transformation does not apply.
//!
//! A schedule pass either returns a new tree or a [`Refusal`]: one message that names the offending
//! member, statement or array, notes with the evidence, and the node that it is about. The pass
//! host turns it into a diagnostic at that node's op.

use std::fmt;

use super::edit::Path;

/// The reason why a transformation or a proof refuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RefusalKind {
    /// It is illegal, or does not apply here.
    #[default]
    Illegal,
    /// It breaks a dependence: the second instance runs first or at the same time, or a flag of a
    /// band permits that.
    Dependence,
    /// Undecided: isl needs more operations than the budget allows.
    Budget {
        /// The allowed number of operations.
        operations: u64,
    },
    /// Undecided for another reason.
    Undecided,
}

/// A flag of a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// `permutable`.
    Permutable,
    /// `coincident` of a member, by its position.
    Coincident(usize),
}

/// An instance of a statement, or an element of an array, such as `S1[0, 0, 3]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    /// The statement or the array.
    pub name: String,
    /// The values of its indices.
    pub indices: Vec<i64>,
    /// The coordinates of the loops around it, if it runs several times.
    pub at: Option<Vec<i64>>,
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[i64]| {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            numbers.join(", ")
        };
        write!(f, "{}[{}]", self.name, list(&self.indices))?;
        match &self.at {
            Some(at) => write!(f, " at [{}]", list(at)),
            None => Ok(()),
        }
    }
}

/// A requested transformation that is not legal, or whose legality could not be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The obstacle, in lower case: expected and found.
    pub message: String,
    /// Evidence, one fact per line, and the next step.
    pub notes: Vec<String>,
    /// The node the message is about, as a path from the root of the tree that was given to the
    /// pass.
    pub at: Option<Path>,
    /// The operation that the message is about, if it is one of a statement's body: the statement
    /// and the number of the operation in text order.
    pub operation: Option<(String, usize)>,
    /// The reason.
    pub kind: RefusalKind,
    /// The witness: the instances that the message names.
    pub instances: Vec<Instance>,
    /// The array inside the scop that the message is about, if it is about an array and not a node.
    pub array: Option<String>,
    /// The flag that the band at `at` lacks, if that is the obstacle: which dependence forbids it
    /// can be found out.
    pub lacks: Option<Flag>,
}

impl Refusal {
    /// A refusal about the tree as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            notes: Vec::new(),
            at: None,
            operation: None,
            kind: RefusalKind::Illegal,
            instances: Vec::new(),
            array: None,
            lacks: None,
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

    /// The same refusal, because its band lacks a flag.
    pub fn for_lack_of(mut self, flag: Flag) -> Self {
        self.lacks = Some(flag);
        self
    }

    /// The same refusal, of another kind.
    pub fn of_kind(mut self, kind: RefusalKind) -> Self {
        self.kind = kind;
        self
    }

    /// The same refusal, shown by these instances.
    pub fn shown_by(mut self, instances: impl IntoIterator<Item = Instance>) -> Self {
        self.instances.extend(instances);
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
        let kind = match error {
            tc_isl::Error::Budget { operations } => RefusalKind::Budget { operations },
            _ => RefusalKind::Undecided,
        };
        Refusal::new(error.to_string()).of_kind(kind)
    }
}
