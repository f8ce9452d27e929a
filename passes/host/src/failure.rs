//! Why a pass failed: a message, a location, and notes. The host emits it as an MLIR diagnostic.

use melior::{
    Context,
    ir::{Location, operation::OperationLike},
};
use mlir_sys::MlirLocation;
use tc_dialects::{location, message};
use tc_syntax::diagnostic::{Code, Diagnostic, Place};

/// The reason why a pass failed.
///
/// Messages are lower case, and state what was expected, what was found, and the next step. A
/// failure without a location is reported at the operation that the pass ran on.
///
/// It borrows nothing from the context, so that pure functions can return it. It must be reported
/// in the context of its locations, which is the only one that a pass has.
#[derive(Debug)]
pub struct Failure {
    pub(super) message: Option<String>,
    pub(super) site: Option<Site>,
    pub(super) notes: Vec<Note>,
}

#[derive(Debug)]
pub(super) struct Note {
    pub message: String,
    pub site: Option<Site>,
}

/// The location: in the context, or in a file.
#[derive(Debug)]
pub(super) enum Site {
    Location(MlirLocation),
    Place(Place),
}

impl Site {
    pub fn to_location<'c>(&self, context: &'c Context) -> Location<'c> {
        match self {
            // SAFETY: a failure is reported in the context of its locations.
            Self::Location(location) => unsafe { Location::from_raw(*location) },
            Self::Place(place) => location::of(place, context),
        }
    }
}

// SAFETY: locations belong to their context, which may be used by several threads, and live as long
// as it does.
unsafe impl Send for Failure {}

impl Failure {
    /// A failure at the operation that the pass runs on.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: Some(message.into()),
            site: None,
            notes: Vec::new(),
        }
    }

    /// The failure of a pass that has already emitted its errors, with
    /// [`PassContext::error`](super::PassContext::error).
    pub fn already_reported() -> Self {
        Self {
            message: None,
            site: None,
            notes: Vec::new(),
        }
    }

    /// Moves the failure to a location.
    pub fn at(mut self, location: Location<'_>) -> Self {
        self.site = Some(Site::Location(location.to_raw()));
        self
    }

    /// Moves the failure to the location of an operation.
    pub fn at_operation<'c: 'a, 'a>(self, operation: &impl OperationLike<'c, 'a>) -> Self {
        self.at(operation.location())
    }

    /// The failure; if a budget or the time limit stopped isl during the run, the failure says so.
    pub(super) fn exhausted_if(self, exhausted: bool) -> Self {
        if exhausted { self.exhausted() } else { self }
    }

    fn exhausted(mut self) -> Self {
        let Some(message) = &mut self.message else {
            return self;
        };
        let code = format!("[{}]", Code::TC0601);
        if !message.ends_with(&code) {
            *message = format!("{message} {code}");
        }
        if self.notes.is_empty() {
            self.note(
            "bind sizes, let statements share fewer loops (fusion=parallel), or allow more: a pass's option `budget`, \
             --time-limit of tc-run, --tc-time-limit of tc-opt",
        )
        } else {
            self
        }
    }

    /// Adds a note at the failure's location.
    pub fn note(mut self, message: impl Into<String>) -> Self {
        self.notes.push(Note {
            message: message.into(),
            site: None,
        });
        self
    }

    /// Adds a note at another location.
    pub fn note_at(mut self, location: Location<'_>, message: impl Into<String>) -> Self {
        self.notes.push(Note {
            message: message.into(),
            site: Some(Site::Location(location.to_raw())),
        });
        self
    }

    /// The message; empty if the failure is already reported.
    pub fn message(&self) -> &str {
        self.message.as_deref().unwrap_or_default()
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

/// Labels, notes and help become notes; the code stays at the end of the message.
impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        let notes = message::notes(&diagnostic)
            .into_iter()
            .map(|(place, message)| Note {
                message,
                site: place.cloned().map(Site::Place),
            });
        Self {
            message: Some(message::text(&diagnostic)),
            site: diagnostic.place().cloned().map(Site::Place),
            notes: notes.collect(),
        }
    }
}

impl From<melior::Error> for Failure {
    fn from(error: melior::Error) -> Self {
        Self::new(error.to_string())
    }
}
