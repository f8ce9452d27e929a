//! A schedule as a script: the passes that take the place of those that map a schedule by default.
//!
//! ```text
//! # the passes on each schedule.scop, one a line or separated by commas; from the order of the statements on
//! schedule-isl
//! schedule-tile{sizes=32,8 target=S1/band[0]}   // options as in a pipeline
//! schedule-map-cpu
//! ```
//!
//! Names and options are checked when the script is read, all of them. A pass that fails is pointed
//! at beside what it says of the program.

use crate::{errors::Errors, source};
use melior::Context;
use std::path::Path;
use tc_pass_host::{CatalogueEntry, PipelineFailure};
use tc_pipelines::Step;
use tc_syntax::{
    diagnostic::{Diagnostic, Place},
    near::nearest,
};

/// The operation that the passes run on.
pub(crate) const ANCHOR: &str = "schedule.scop";

/// The passes of a script, in the order in which they run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    passes: Vec<Written>,
}

/// A pass as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    /// With its options.
    text: String,
    place: Place,
}

impl Script {
    /// Reads a file, or standard input where it is `-`.
    ///
    /// # Errors
    /// A file that cannot be read, and all errors in its passes.
    pub fn read(context: &Context, file: &Path) -> Result<Script, Errors> {
        let name = file.display().to_string();
        let text = source::read_to_string(file).map_err(|reason| {
            let message = format!("cannot read the schedule `{name}`: {reason}");
            vec![Diagnostic::error(None, message)]
        })?;
        Script::parse(context, &name, &text)
    }

    /// Reads the contents of such a file. The passes must have been registered, as
    /// [`crate::new_context`] does.
    ///
    /// # Errors
    /// All errors in its passes.
    pub fn parse(context: &Context, name: &str, text: &str) -> Result<Script, Errors> {
        let passes = Reader::new(name, text)
            .passes()
            .map_err(|error| vec![error])?;
        let catalogue = tc_pass_host::catalogue();
        let errors: Errors = passes
            .iter()
            .filter_map(|pass| pass.error(context, &catalogue))
            .collect();
        if errors.is_empty() {
            Ok(Script { passes })
        } else {
            Err(errors)
        }
    }

    /// The passes as a step of a pipeline; none where the script has no pass.
    pub(crate) fn step(&self) -> Option<Step> {
        let passes = self.passes.iter();
        let steps: Vec<Step> = passes.map(|pass| Step::written(&pass.text)).collect();
        (!steps.is_empty()).then(|| Step::nested(ANCHOR, steps))
    }

    /// Points at the pass that failed, the `number`th that ran on a scop.
    pub(crate) fn point_at(&self, number: usize, errors: &mut Errors) {
        let Some(pass) = self.passes.get(number % self.passes.len().max(1)) else {
            return;
        };
        let place = pass.place.clone();
        let first = errors.iter_mut().find(|one| one.is_error());
        if let Some(error) = first {
            let told = std::mem::replace(error, Diagnostic::error(None, ""));
            *error = match told.primary {
                Some(_) => told.label(place, "refused by this pass"),
                None => told.at(place, ""),
            };
        }
    }
}

impl Written {
    fn name(&self) -> &str {
        let end = self.text.find(|c: char| c == '{' || c.is_whitespace());
        &self.text[..end.unwrap_or(self.text.len())]
    }

    fn error(&self, context: &Context, catalogue: &[CatalogueEntry]) -> Option<Diagnostic> {
        let name = self.name();
        let at = |message: String| Diagnostic::error(None, message).at(self.place.clone(), "");
        match catalogue.iter().find(|entry| entry.name == name) {
            None => {
                let own = catalogue.iter().filter(|entry| entry.anchor == ANCHOR);
                let names = own.map(|entry| entry.name);
                let error = at(format!("unknown pass `{name}`"));
                Some(error.help(match nearest(name, names) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "a script has the passes `schedule-...` that `tc-opt --help` lists, without an operation around them".to_owned(),
                }))
            }
            Some(entry) if entry.anchor != ANCHOR => {
                let anchor = entry.anchor;
                Some(at(format!(
                    "`{name}` runs on {anchor}: expected a pass on {ANCHOR}"
                )))
            }
            Some(_) => {
                let rest = self.text[name.len()..].trim_start();
                if !rest.is_empty() && !rest.starts_with('{') {
                    let message = format!(
                        "expected options in braces, a comma or a new line behind `{name}`, found `{rest}`"
                    );
                    return Some(at(message));
                }
                let pipeline = format!("{ANCHOR}({})", self.text);
                match tc_pass_host::check_pipeline(context, &pipeline) {
                    Ok(()) => None,
                    // The lines behind the first say where in the pipeline it is, which is made
                    // here.
                    Err(PipelineFailure::Invalid { reason, .. }) => {
                        Some(at(reason.lines().next().unwrap_or_default().to_owned()))
                    }
                    Err(failed) => Some(at(failed.to_string())),
                }
            }
        }
    }
}

/// Takes a script apart.
struct Reader<'t> {
    file: &'t str,
    letters: std::iter::Peekable<std::str::Chars<'t>>,
    line: u32,
    column: u32,
}

impl<'t> Reader<'t> {
    fn new(file: &'t str, text: &'t str) -> Self {
        Reader {
            file,
            letters: text.chars().peekable(),
            line: 1,
            column: 1,
        }
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        (self.line, self.column) = match letter {
            '\n' => (self.line + 1, 1),
            _ => (self.line, self.column + 1),
        };
        Some(letter)
    }

    fn passes(mut self) -> Result<Vec<Written>, Diagnostic> {
        let mut passes = Vec::new();
        while let Some(&letter) = self.letters.peek() {
            if letter.is_whitespace() || letter == ',' {
                self.next();
            } else if letter == '#' || self.at_slashes() {
                while self.letters.peek().is_some_and(|&letter| letter != '\n') {
                    self.next();
                }
            } else {
                passes.push(self.pass()?);
            }
        }
        Ok(passes)
    }

    fn at_slashes(&self) -> bool {
        let mut ahead = self.letters.clone();
        ahead.next() == Some('/') && ahead.next() == Some('/')
    }

    /// The pass that begins here, up to a comma, a comment or the end of the line outside of
    /// braces.
    fn pass(&mut self) -> Result<Written, Diagnostic> {
        let start = (self.line, self.column);
        let mut end = start;
        let mut text = String::new();
        let mut open = Vec::new();
        while let Some(&letter) = self.letters.peek() {
            let ends = matches!(letter, ',' | '\n' | '#') || self.at_slashes();
            if open.is_empty() && ends {
                break;
            }
            match letter {
                '{' => open.push((self.line, self.column)),
                '}' => drop(open.pop()),
                _ => {}
            }
            self.next();
            text.push(if letter == '\n' { ' ' } else { letter });
            if !letter.is_whitespace() {
                end = (self.line, self.column);
            }
        }
        match open.first() {
            Some(&(line, column)) => {
                Err(
                    Diagnostic::error(None, "expected `}`, found the end of the schedule").at(
                        Place::point(self.file, line, column),
                        "the brace is opened here",
                    ),
                )
            }
            None => Ok(Written {
                text: text.trim_end().to_owned(),
                place: Place::span(self.file, start, end),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, Vec<String>> {
        let context = crate::new_context();
        match Script::parse(&context, "a.schedule", text) {
            Ok(script) => Ok(script
                .passes
                .iter()
                .map(|pass| format!("{} {}", pass.place, pass.text))
                .collect()),
            Err(errors) => Err(errors.iter().map(Diagnostic::short).collect()),
        }
    }

    #[test]
    fn passes_stand_on_lines_or_between_commas() {
        let text = "# first\n\n  schedule-split, schedule-skew{factor=2\n    by=0} // then\nschedule-verify";
        let passes = read(text).unwrap();
        assert_eq!(
            passes,
            [
                "a.schedule:3:3 schedule-split",
                "a.schedule:3:19 schedule-skew{factor=2     by=0}",
                "a.schedule:5:1 schedule-verify"
            ]
        );
        assert_eq!(read("// nothing\n"), Ok(Vec::new()));
    }

    #[test]
    fn all_errors_of_a_script_are_reported_with_their_places() {
        let text =
            "schedule-tyle{sizes=4}\ntc-specialize, schedule-split at=1\n schedule-skew{factor=0}";
        let errors = read(text).unwrap_err();
        assert_eq!(errors.len(), 4, "{errors:?}");
        for (error, due) in errors.iter().zip([
            "a.schedule:1:1: error: unknown pass `schedule-tyle`",
            "a.schedule:2:1: error: `tc-specialize` runs on tc.def: expected a pass on schedule.scop",
            "a.schedule:2:16: error: expected options in braces, a comma or a new line behind `schedule-split`, found `at=1`",
            "a.schedule:3:2: error: ",
        ]) {
            assert!(error.starts_with(due), "{error}");
        }
        assert!(errors[3].contains("expected a factor other than 0, found 0"));
        let open = read("schedule-split\nschedule-tile{sizes=4\n").unwrap_err();
        assert_eq!(
            open,
            ["a.schedule:2:14: error: expected `}`, found the end of the schedule"]
        );
    }
}
