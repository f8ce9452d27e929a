//! A place in a source file. Lines and columns count from 1, columns in characters.

use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}

/// A part of a source file; `end` is exclusive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Name of the file as given by the user.
    pub file: Arc<str>,
    /// First character.
    pub start: Position,
    /// One past the last character.
    pub end: Position,
}

impl Place {
    /// The empty place at a line and column.
    pub fn point(file: impl Into<Arc<str>>, line: u32, column: u32) -> Self {
        Self::span(file, (line, column), (line, column))
    }

    /// From (line, column) to (line, column), end excluded.
    pub fn span(file: impl Into<Arc<str>>, start: (u32, u32), end: (u32, u32)) -> Self {
        let position = |(line, column)| Position { line, column };
        Place {
            file: file.into(),
            start: position(start),
            end: position(end),
        }
    }

    /// The smallest place that contains both; both are in the same file.
    pub fn to(&self, other: &Place) -> Place {
        Place {
            file: self.file.clone(),
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.file, self.start)
    }
}
