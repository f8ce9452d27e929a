//! Why a module could not be read or a launch could not be run.

use std::fmt;

use crate::finding::Finding;
use crate::syntax::SyntaxError;

/// Why a module could not be read or a launch could not be run.
#[derive(Debug, Clone)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    line: Option<u32>,
    mistakes: Vec<SyntaxError>,
    finding: Option<Box<Finding>>,
}

/// The kind of an [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Mistakes in the text, or instructions that are not emulated; [`Error::mistakes`] has all of
    /// them.
    Syntax,
    /// The kernel does not exist.
    UnknownKernel,
    /// Arguments, grid or block do not fit the kernel.
    Launch,
    /// More shared memory than the device has.
    SharedMemoryLimit,
    /// A fault of the kernel, in a run without the sanitizer; [`Error::finding`] has it.
    Fault,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: String) -> Error {
        Error {
            kind,
            message,
            line: None,
            mistakes: Vec::new(),
            finding: None,
        }
    }

    pub(crate) fn at_line(self, line: u32) -> Error {
        Error {
            line: Some(line),
            ..self
        }
    }

    pub(crate) fn syntax(mistakes: Vec<SyntaxError>) -> Error {
        let texts: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        Error {
            line: mistakes.first().map(|mistake| mistake.line),
            mistakes,
            ..Error::new(ErrorKind::Syntax, texts.join("\n"))
        }
    }

    pub(crate) fn fault(finding: &Finding) -> Error {
        Error {
            line: finding.actor.as_ref().map(|actor| actor.line),
            finding: Some(Box::new(finding.clone())),
            ..Error::new(ErrorKind::Fault, finding.to_string())
        }
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What was expected and found; one line for each mistake of the text.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The first line of the PTX that it refers to, counted from 1.
    pub fn line(&self) -> Option<u32> {
        self.line
    }

    /// All mistakes of the text, in its order.
    pub fn mistakes(&self) -> &[SyntaxError] {
        &self.mistakes
    }

    /// The fault that ended a run without the sanitizer.
    pub fn finding(&self) -> Option<&Finding> {
        self.finding.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
