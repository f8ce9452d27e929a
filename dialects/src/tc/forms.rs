//! The forms of statements beside the plain one, for code that takes only some of them.
//!
//! The plain statement stands in no loop, has one target whose subscripts are indices of its own,
//! and a box as its domain. Code that was written for it asks [`other_than`] before it starts, and
//! refuses or leaves alone a def that has more.

use std::fmt;

use melior::ir::OperationRef;

use super::views::{Comprehension, Def, Left};

/// How a statement differs from the plain one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// It stands in a `tc.for`, or is one.
    Loop,
    /// A subscript on the left is an expression without indices of the statement.
    Fixed,
    /// The range of an index names another index of the statement.
    Dependent,
    /// The place of a write is an expression of indices, or computed.
    Scatter,
    /// It has two targets: a value and its place.
    Pair,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 5] = [
        Form::Loop,
        Form::Fixed,
        Form::Dependent,
        Form::Scatter,
        Form::Pair,
    ];
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Loop => "a loop",
            Form::Fixed => "a fixed subscript on the left",
            Form::Dependent => "a range that depends on another index",
            Form::Scatter => "a write at a computed place",
            Form::Pair => "a pair of targets",
        })
    }
}

/// The forms of a statement; none for a plain one.
pub fn of(statement: Comprehension<'_, '_>) -> Vec<Form> {
    let left = statement.left();
    let has = |form: &Form| match form {
        Form::Loop => !statement.loops().is_empty(),
        Form::Fixed => left.iter().any(|left| matches!(left, Left::Fixed(_))),
        Form::Dependent => statement.is_dependent(),
        Form::Scatter => statement.is_scatter(),
        Form::Pair => statement.place().is_some(),
    };
    Form::ALL.into_iter().filter(has).collect()
}

/// The first operation of a def that is neither plain nor of the forms in `taken`, and how it
/// differs.
pub fn other_than<'c: 'a, 'a>(
    def: Def<'c, 'a>,
    taken: &[Form],
) -> Option<(OperationRef<'c, 'a>, Form)> {
    if let Some(first) = def.loops().first()
        && !taken.contains(&Form::Loop)
    {
        return Some((first.operation(), Form::Loop));
    }
    def.comprehensions().into_iter().find_map(|statement| {
        let form = of(statement)
            .into_iter()
            .find(|form| !taken.contains(form))?;
        Some((statement.operation(), form))
    })
}
