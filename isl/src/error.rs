//! The errors of isl calls.
//!
//! isl records its last error in the context. Every call of this layer removes that record, so that
//! an error is returned exactly once, by the call that failed. The C file and line of the record
//! are dropped: they do not help a person who wrote a schedule.

use std::fmt;

/// The result of a call into isl.
pub type Result<T> = std::result::Result<T, Error>;

/// The class that isl assigns to an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Memory ran out.
    Alloc,
    /// isl gave no class.
    Unknown,
    /// A bug inside isl.
    Internal,
    /// The arguments do not fit the call, e.g. spaces that differ.
    Invalid,
    /// isl does not implement this case.
    Unsupported,
}

/// The reason why an isl call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The budget set by [`Context::with_budget`](super::Context::with_budget) is used up.
    Budget {
        /// The number of operations that was allowed.
        operations: u64,
    },
    /// The time set by [`Context::with_time_limit`](super::Context::with_time_limit) has expired.
    Time {
        /// How long isl was allowed to work.
        limit: std::time::Duration,
    },
    /// A text that is not in isl's notation.
    Syntax {
        /// Line of the offending token, from 1.
        line: usize,
        /// Column of the offending token in characters, from 1.
        column: usize,
        /// The offending token, or `None` at the end of the text.
        found: Option<String>,
        /// The expected kind of object, e.g. `set`.
        expected: String,
    },
    /// isl refused the call.
    Isl {
        /// The class of the error.
        kind: ErrorKind,
        /// isl's own message.
        message: String,
    },
    /// A closure called back by isl failed for its own reason.
    Callback {
        /// The reason.
        message: String,
    },
}

impl Error {
    /// Whether isl was stopped by a budget or a time limit; with a larger limit the call might
    /// succeed.
    pub fn is_exhausted(&self) -> bool {
        matches!(self, Error::Budget { .. } | Error::Time { .. })
    }

    /// An error for a closure called by isl that cannot continue.
    pub fn callback(message: impl Into<String>) -> Self {
        Error::Callback {
            message: message.into(),
        }
    }

    /// An error for arguments that do not fit the call.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Error::Isl {
            kind: ErrorKind::Invalid,
            message: message.into(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Budget { operations } => {
                write!(
                    out,
                    "the isl computation needs more than the {operations} operations allowed"
                )
            }
            Error::Time { limit } => {
                write!(
                    out,
                    "the isl computation takes longer than the {} s allowed",
                    limit.as_secs_f64()
                )
            }
            Error::Syntax {
                line,
                column,
                found,
                expected,
            } => {
                write!(out, "expected an isl {expected}; ")?;
                match found {
                    Some(found) => {
                        write!(out, "unexpected `{found}` at line {line}, column {column}")
                    }
                    None => write!(
                        out,
                        "the text ends too early, at line {line}, column {column}"
                    ),
                }
            }
            Error::Isl { message, .. } | Error::Callback { message } => out.write_str(message),
        }
    }
}

impl std::error::Error for Error {}
