//! One diagnostic type for every crate.
//!
//! Every error in a program, from a stray character to a schedule that reverses a dependence, is
//! reported as a [`Diagnostic`]: a severity, a stable [`Code`], one sentence, its places, notes,
//! and at most one help, possibly with an edit. It is built where the error is found, and rendered
//! only here, as one of
//!
//! * human: the source lines with carets, see [`render_human`];
//! * short: `file:line:col: severity[code]: message`, see [`Diagnostic::short`];
//! * JSON, one object per diagnostic, see [`Diagnostic::to_json`];
//! * SARIF 2.1.0, one document per run, see [`render_sarif`].
//!
//! A [`Place`] is a file, a start and an end, in lines and columns that count characters from 1. An
//! MLIR location can represent exactly this, so an operation made from a `.tc` line points back at
//! that line in every later pass.
//!
//! ```
//! use tc_syntax::diagnostic::{Code, Diagnostic, Format, SourceMap};
//!
//! let mut sources = SourceMap::default();
//! let file = sources.add("sum.tc", "def sum(float(N) A) -> (s) {\n  s = A(i)\n}\n");
//! let error = Diagnostic::error(Code::TC0210, "index `i` appears only on the right-hand side, but `=` does not reduce")
//!     .at(file.place(33..34), "`=` assigns")
//!     .label(file.place(37..38), "`i` is not on the left-hand side")
//!     .help("did you mean `+=!`?");
//! assert!(error.short().starts_with("sum.tc:2:5: error[TC0210]: index `i`"));
//! assert!(sources.render(&[error], Format::Human).contains(" 2 |   s = A(i)\n   |     ^ `=` assigns\n"));
//! ```

mod codes;
mod human;
mod json;
mod place;
mod source;

pub use codes::{Code, explain};
pub use human::{Style, render_human};
pub use json::render_sarif;
pub use place::{Place, Position};
pub use source::{SourceFile, SourceMap};

use std::fmt;
use std::io::IsTerminal;
use std::str::FromStr;

/// The severity of a diagnostic. An error stops compilation; a warning and a note do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program is refused.
    Error,
    /// The program is accepted, but probably not as intended.
    Warning,
    /// A fact worth knowing, such as a derived range.
    Note,
}

impl Severity {
    /// The word that is printed: `error`, `warning` or `note`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A place and a text about it, which may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub place: Place,
    /// The text.
    pub text: String,
}

/// A replacement of one place by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The place to replace; an empty place is an insertion.
    pub place: Place,
    /// The replacement.
    pub replacement: String,
}

/// The next step in words, and, if it is certain, as an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The next step in words.
    pub text: String,
    /// The same as an edit that an editor can apply.
    pub edit: Option<Edit>,
}

/// An error, warning or note: what it is about, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The stable code; none for messages that are not about a program (usage, files) or come from
    /// upstream MLIR.
    pub code: Option<Code>,
    /// One sentence: lower case, no final stop, names in back quotes.
    pub message: String,
    /// The main place.
    pub primary: Option<Label>,
    /// Further places, in reading order.
    pub labels: Vec<Label>,
    /// Further sentences.
    pub notes: Vec<String>,
    /// The next step.
    pub help: Option<Help>,
}

impl Diagnostic {
    /// A diagnostic without a place.
    pub fn new(
        severity: Severity,
        code: impl Into<Option<Code>>,
        message: impl Into<String>,
    ) -> Self {
        Diagnostic {
            severity,
            code: code.into(),
            message: message.into(),
            primary: None,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// An error; `None` as code is for messages that are not about a program.
    pub fn error(code: impl Into<Option<Code>>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// A warning.
    pub fn warning(code: impl Into<Option<Code>>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// A note.
    pub fn note(code: impl Into<Option<Code>>, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, message)
    }

    /// Sets the main place and its text (may be empty). A place of `None` leaves the diagnostic
    /// without one.
    pub fn at(mut self, place: impl Into<Option<Place>>, text: impl Into<String>) -> Self {
        self.primary = place.into().map(|place| Label {
            place,
            text: text.into(),
        });
        self
    }

    /// Adds a further place.
    pub fn label(mut self, place: impl Into<Option<Place>>, text: impl Into<String>) -> Self {
        self.labels.extend(place.into().map(|place| Label {
            place,
            text: text.into(),
        }));
        self
    }

    /// Adds a sentence below the source lines.
    pub fn with_note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Sets the help, in words only.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(Help {
            text: text.into(),
            edit: None,
        });
        self
    }

    /// Sets the help together with its edit.
    pub fn help_with_edit(
        mut self,
        text: impl Into<String>,
        place: impl Into<Option<Place>>,
        replacement: impl Into<String>,
    ) -> Self {
        let edit = place.into().map(|place| Edit {
            place,
            replacement: replacement.into(),
        });
        self.help = Some(Help {
            text: text.into(),
            edit,
        });
        self
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The main place.
    pub fn place(&self) -> Option<&Place> {
        self.primary.as_ref().map(|label| &label.place)
    }

    /// All labels, the main one first.
    pub fn all_labels(&self) -> impl Iterator<Item = &Label> {
        self.primary.iter().chain(&self.labels)
    }

    /// `severity[code]: message`.
    pub fn headline(&self) -> String {
        match self.code {
            Some(code) => format!("{}[{code}]: {}", self.severity, self.message),
            None => format!("{}: {}", self.severity, self.message),
        }
    }

    /// `file:line:col: severity[code]: message`, or without the position if there is none.
    pub fn short(&self) -> String {
        match self.place() {
            Some(place) => format!("{}:{}: {}", place.file, place.start, self.headline()),
            None => self.headline(),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.short())
    }
}

impl std::error::Error for Diagnostic {}

/// How diagnostics are printed (`--diagnostic-format`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Source lines with carets.
    #[default]
    Human,
    /// The same with terminal colours.
    Coloured,
    /// One line each.
    Short,
    /// One JSON object per line.
    Json,
    /// One SARIF 2.1.0 document.
    Sarif,
}

/// The human-readable stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

impl Stream {
    /// Whether the stream is a terminal.
    pub fn is_terminal(self) -> bool {
        match self {
            Stream::Output => std::io::stdout().is_terminal(),
            Stream::Error => std::io::stderr().is_terminal(),
        }
    }

    /// Whether it supports colours: at a terminal that can show them (`TERM` is not `dumb`), unless
    /// `NO_COLOR` is set to anything (<https://no-color.org>). `scripts/terminal.sh` has the same
    /// rule for shell scripts.
    pub fn takes_colours(self) -> bool {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        self.is_terminal() && !dumb && !is_set("NO_COLOR")
    }
}

impl Format {
    /// The same format, in colours if it is for a person and the stream supports them.
    pub fn on(self, stream: Stream) -> Format {
        match self {
            Format::Human if stream.takes_colours() => Format::Coloured,
            other => other,
        }
    }
}

/// Turns warnings into errors, each with a sentence that gives the reason.
pub fn deny_warnings(diagnostics: &mut [Diagnostic]) {
    for diagnostic in diagnostics
        .iter_mut()
        .filter(|diagnostic| diagnostic.severity == Severity::Warning)
    {
        diagnostic.severity = Severity::Error;
        diagnostic
            .notes
            .push("warnings are errors because of `deny-warnings`".to_owned());
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "human" => Ok(Format::Human),
            "short" => Ok(Format::Short),
            "json" => Ok(Format::Json),
            "sarif" => Ok(Format::Sarif),
            other => Err(format!(
                "unknown diagnostic format `{other}`; the formats are human, short, json, sarif"
            )),
        }
    }
}

/// Orders diagnostics by place, those without a place last; equal places keep their order.
pub fn sort_by_place(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|a, b| match (a.place(), b.place()) {
        (Some(a), Some(b)) => (&a.file, a.start).cmp(&(&b.file, b.start)),
        (a, b) => a.is_none().cmp(&b.is_none()),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, column: u32) -> Place {
        Place::point("a.tc", line, column)
    }

    #[test]
    fn short_form_has_file_line_column_severity_code() {
        let error = Diagnostic::error(Code::TC0105, "expected `)`, found `}`").at(place(4, 1), "");
        assert_eq!(
            error.short(),
            "a.tc:4:1: error[TC0105]: expected `)`, found `}`"
        );
        assert_eq!(error.to_string(), error.short());
        assert_eq!(
            Diagnostic::error(None, "no such file").short(),
            "error: no such file"
        );
    }

    #[test]
    fn sorted_by_position_not_by_text() {
        let mut list = vec![
            Diagnostic::error(None, "none"),
            Diagnostic::error(Code::TC0101, "b").at(place(10, 1), ""),
            Diagnostic::error(Code::TC0101, "a").at(place(9, 3), ""),
        ];
        sort_by_place(&mut list);
        let order: Vec<_> = list.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(order, ["a", "b", "none"]);
    }

    #[test]
    fn unknown_format_names_the_formats() {
        assert_eq!("short".parse(), Ok(Format::Short));
        let error = "yaml".parse::<Format>().unwrap_err();
        assert!(error.contains("human, short, json, sarif"), "{error}");
    }
}
