//! The human form: headline, position, source lines with carets, notes, help.
//!
//! ```text
//! error[TC0210]: index `j` appears only on the right-hand side, but `=` does not reduce
//!   --> o.tc:2:8
//!  2 |   o(i) = a(i, j)
//!    |        ^ `=` assigns
//!    |               ^ `j` is not on the left-hand side
//!    = help: did you mean `+=!`?
//! ```
//!
//! Each label has its own caret line below its source line, in the order in which the diagnostic
//! lists them, so that an explanation reads from top to bottom. A line that is too long for a
//! screen is cut to a window around each label; control characters are shown as blanks or `?`, so
//! that no input can corrupt the terminal.

use super::{Diagnostic, Label, Place, Severity, SourceMap};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The length of the longest source line that is shown as a whole, and the width of the window into
/// a longer one.
const WIDTH: usize = 140;

/// Whether colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Text only.
    #[default]
    Plain,
    /// ANSI colours for a terminal.
    Coloured,
}

impl Style {
    fn paint(self, code: &str, text: &str) -> String {
        match self {
            Style::Plain => text.to_owned(),
            Style::Coloured => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

const BOLD: &str = "1";
const BLUE: &str = "1;34";

fn colour(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Note => "1;36",
    }
}

/// Renders one diagnostic; the text ends with a newline.
pub fn render_human(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let mut text = headline(diagnostic, style);
    let width = diagnostic
        .all_labels()
        .map(|label| label.place.start.line.to_string().len())
        .max()
        .unwrap_or(1);
    let gutter = " ".repeat(width + 2);
    if let Some(place) = diagnostic.place() {
        let _ = writeln!(
            text,
            "{}{} {place}",
            " ".repeat(width + 1),
            style.paint(BLUE, "-->")
        );
    }
    for group in group_by_line(diagnostic) {
        render_line(
            &mut text,
            &group,
            sources,
            width,
            diagnostic.severity,
            style,
        );
    }
    let mut foot = |sentence: &str| {
        let mut lines = sentence.lines();
        let _ = writeln!(
            text,
            "{gutter}{} {}",
            style.paint(BLUE, "="),
            lines.next().unwrap_or("")
        );
        for line in lines {
            let _ = writeln!(text, "{gutter}  {line}");
        }
    };
    diagnostic.notes.iter().for_each(|note| foot(note));
    if let Some(help) = &diagnostic.help {
        foot(&format!("help: {}", help.text));
    }
    text
}

fn headline(diagnostic: &Diagnostic, style: Style) -> String {
    let head = match diagnostic.code {
        Some(code) => format!("{}[{code}]", diagnostic.severity),
        None => diagnostic.severity.to_string(),
    };
    let head = style.paint(colour(diagnostic.severity), &head);
    format!(
        "{head}{}\n",
        style.paint(BOLD, &format!(": {}", diagnostic.message))
    )
}

/// Labels by file and line: the main file first, lines in order, labels of a line as given.
fn group_by_line(diagnostic: &Diagnostic) -> Vec<Vec<&Label>> {
    let main = diagnostic.place().map(|place| &place.file);
    let mut groups: BTreeMap<_, Vec<&Label>> = BTreeMap::new();
    for label in diagnostic.all_labels() {
        let Place { file, start, .. } = &label.place;
        let key = (Some(file) != main, file, start.line);
        groups.entry(key).or_default().push(label);
    }
    groups.into_values().collect()
}

/// Writes a source line and a caret line for each of its labels.
fn render_line(
    text: &mut String,
    labels: &[&Label],
    sources: &SourceMap,
    width: usize,
    severity: Severity,
    style: Style,
) {
    let place = &labels[0].place;
    let Some(line) = sources
        .get(&place.file)
        .and_then(|file| file.line(place.start.line))
    else {
        // The source is not available: list the labels in place of carets.
        for label in labels.iter().filter(|label| !label.text.is_empty()) {
            let _ = writeln!(
                text,
                "{}= {}: {}",
                " ".repeat(width + 2),
                label.place,
                label.text
            );
        }
        return;
    };
    let bar = style.paint(BLUE, "|");
    // In an ASCII line characters are bytes, so a long line with many labels is not counted again
    // for each.
    let ascii = line.is_ascii();
    let length = if ascii {
        line.len()
    } else {
        line.chars().count()
    };
    let mut shown: Option<usize> = None;
    for label in labels {
        let first = (label.place.start.column as usize)
            .saturating_sub(1)
            .min(length);
        let last = if label.place.end.line > label.place.start.line {
            length
        } else {
            (label.place.end.column as usize)
                .saturating_sub(1)
                .min(length)
        };
        let offset = if length <= WIDTH {
            0
        } else {
            first.saturating_sub(WIDTH / 3)
        };
        if shown.is_none_or(|old| old != offset) {
            let number = style.paint(BLUE, &format!("{:>width$}", label.place.start.line));
            let rest = if ascii {
                &line[offset..]
            } else {
                line.char_indices()
                    .nth(offset)
                    .map_or("", |(at, _)| &line[at..])
            };
            let _ = writeln!(text, " {number} {bar} {}", window(rest, offset, length));
            shown = Some(offset);
        }
        let lead = if offset > 0 { "... ".len() } else { 0 };
        let carets = last.saturating_sub(first).clamp(1, WIDTH - WIDTH / 3);
        let mark = if label.text.is_empty() {
            "^".repeat(carets)
        } else {
            format!("{} {}", "^".repeat(carets), label.text)
        };
        let blanks = " ".repeat(first - offset + lead);
        let _ = writeln!(
            text,
            " {:width$} {bar} {blanks}{}",
            "",
            style.paint(colour(severity), &mark)
        );
    }
}

/// The part of a line that is shown, made safe for a terminal; every character takes one column.
/// `rest` is the line from `offset` on.
fn window(rest: &str, offset: usize, length: usize) -> String {
    let safe = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() => '?',
        c => c,
    };
    let mut text = String::new();
    if offset > 0 {
        text.push_str("... ");
    }
    text.extend(rest.chars().take(WIDTH).map(safe));
    if offset + WIDTH < length {
        text.push_str(" ...");
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Code, SourceFile};
    use super::*;

    fn stencil() -> (SourceMap, SourceFile) {
        let mut sources = SourceMap::default();
        let file = sources.add("s.tc", "def s(..) -> A {\n  A(i) +=! B(i + k) * K(k)\n}\n");
        (sources, file)
    }

    #[test]
    fn labels_stand_below_each_other_in_the_order_given() {
        let (sources, file) = stencil();
        let place = |word: &str| {
            let at = file.text().find(word).expect("word is in the text");
            file.place(at..at + word.len())
        };
        let note = Diagnostic::note(Code::TC0301, "ranges inferred for `s`")
            .at(place("K(k)"), "round 1: 0 <= k < KN  =>  k in [0, KN)")
            .label(
                place("B(i + k)"),
                "round 2: 0 <= i and i + (KN - 1) < N  =>  i in [0, N - KN + 1)",
            )
            .with_note("output `A`: float[N - KN + 1], origin 0, for KN <= N + 1")
            .help("nothing to do");
        assert_eq!(
            render_human(&note, &sources, Style::Plain),
            "note[TC0301]: ranges inferred for `s`
  --> s.tc:2:23
 2 |   A(i) +=! B(i + k) * K(k)
   |                       ^^^^ round 1: 0 <= k < KN  =>  k in [0, KN)
   |            ^^^^^^^^ round 2: 0 <= i and i + (KN - 1) < N  =>  i in [0, N - KN + 1)
   = output `A`: float[N - KN + 1], origin 0, for KN <= N + 1
   = help: nothing to do
"
        );
    }

    #[test]
    fn lines_are_shown_in_order_and_numbers_align() {
        let mut sources = SourceMap::default();
        let text: String = (1..=12).map(|n| format!("line {n}\n")).collect();
        sources.add("n.tc", text);
        let error = Diagnostic::error(Code::TC0202, "`f` is already defined at 9")
            .at(Place::span("n.tc", (11, 1), (11, 5)), "again")
            .label(Place::span("n.tc", (9, 1), (9, 5)), "first");
        assert_eq!(
            render_human(&error, &sources, Style::Plain),
            "error[TC0202]: `f` is already defined at 9
   --> n.tc:11:1
  9 | line 9
    | ^^^^ first
 11 | line 11
    | ^^^^ again
"
        );
    }

    #[test]
    fn long_and_hostile_lines_are_cut_and_cleaned() {
        let mut sources = SourceMap::default();
        sources.add(
            "x.tc",
            format!(
                "{}\x1b[31mX{}",
                "a".repeat(1_000_000),
                "b".repeat(1_000_000)
            ),
        );
        let error = Diagnostic::error(Code::TC0101, "unexpected character")
            .at(Place::span("x.tc", (1, 1_000_001), (1, 2_000_000)), "here");
        let text = render_human(&error, &sources, Style::Plain);
        assert!(text.len() < 1000, "{}", text.len());
        assert!(text.contains("a?[31mXbbb"), "{text}");
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[2].find('?'), lines[3].find('^'));
    }

    #[test]
    fn a_missing_source_leaves_the_words() {
        let error = Diagnostic::error(Code::TC0208, "input `A` is immutable")
            .at(Place::point("gone.tc", 3, 1), "written here");
        assert_eq!(
            render_human(&error, &SourceMap::default(), Style::Plain),
            "error[TC0208]: input `A` is immutable\n  --> gone.tc:3:1\n   = gone.tc:3:1: written here\n"
        );
    }
}
