//! The statements of a schedule by what they compute: `S1` is line 3, `C(i,j) +=! ...`.
//!
//! Passes call statements by number, which is what a schedule tree shows. A person who reads their
//! decisions (`--explain=mapping`) wrote lines of a program, so that each name has its line behind
//! it: with the text of the statement where it comes first, then with its tensor.

use melior::ir::{Module, operation::OperationLike};
use serde_json::{Value, json};
use std::{collections::HashSet, fmt::Write};
use tc_dialects::location;
use tc_dialects::op;
use tc_pass_host::Decision;
use tc_pipelines::mapping::OPTIONS;
use tc_syntax::diagnostic::{Place, SourceMap};

/// The longest text of a statement that is shown as a whole.
const LONGEST: usize = 40;

/// A statement of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its name in the schedule: `S1`.
    pub name: String,
    /// Where the program has it, and in which file.
    pub place: Place,
    /// Whether it is a step before the sum at its place, or one after that.
    pub step: Step,
    /// The tensor that it is written for, if the text says so.
    pub tensor: Option<String>,
    /// The text of the program there, shortened.
    pub text: String,
}

/// Which part of a statement of the program a statement of the schedule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Its first values, or a copy of the old ones.
    First,
    /// What it computes.
    Main,
    /// A conversion at the end.
    Last,
}

/// The statements of a program in the order of the schedule; those without a place in a text are
/// left out, and so are copies, which passes make and name themselves, and names that the program
/// has for something else.
pub(crate) fn of(module: &Module, sources: &SourceMap) -> Vec<Statement> {
    let mut found: Vec<(Statement, Rank)> = Vec::new();
    let mut words: HashSet<&str> = HashSet::new();
    for operation in tc_pass_host::nested(module.as_operation()) {
        let name = op::symbol(operation);
        if !op::is(operation, "schedule.statement") || number(&name).is_none() {
            continue;
        }
        let Some(place) = location::place(operation.location()) else {
            continue;
        };
        let text = sources.get(&place.file);
        let text = text.and_then(|file| file.text().get(file.range(&place)));
        words.extend(
            text.iter()
                .flat_map(|text| text.split(|one| !is_letter(one))),
        );
        let (text, tensor) = shortened(text.unwrap_or_default());
        let statement = Statement {
            name,
            place,
            step: Step::Main,
            tensor,
            text,
        };
        let indices = op::body(operation).map_or(0, |body| op::arguments(body).len());
        found.push((statement, (operation.attribute("reduces").is_ok(), indices)));
    }
    // What a pass has made may have the place of the def, whose name is no statement.
    found.retain(|(one, _)| one.text.is_empty() || !one.text.chars().all(is_letter));
    find_steps(&mut found);
    let all = found.into_iter().map(|(statement, _)| statement);
    all.filter(|one| !words.contains(&*one.name)).collect()
}

/// Whether a statement reduces, and how many indices it has: at one place, what it computes has the
/// most, and its first values and conversions have less.
type Rank = (bool, usize);

/// Says which statements come before and behind what is computed at their place.
fn find_steps(found: &mut [(Statement, Rank)]) {
    let all: Vec<(Place, Rank)> = found
        .iter()
        .map(|(statement, rank)| (statement.place.clone(), *rank))
        .collect();
    for (at, (statement, rank)) in found.iter_mut().enumerate() {
        let is_above = |(place, other): &(Place, Rank)| *place == statement.place && other > rank;
        statement.step = match () {
            () if all[at..].iter().any(is_above) => Step::First,
            () if all[..at].iter().any(is_above) => Step::Last,
            () => Step::Main,
        };
    }
}

fn is_letter(one: char) -> bool {
    one.is_ascii_alphanumeric() || one == '_'
}

/// The number of `S12`, or of `S12_part`, which a pass has made of it.
fn number(name: &str) -> Option<&str> {
    let digits = name.strip_prefix('S')?;
    let end = digits.find(|one: char| !one.is_ascii_digit());
    let (digits, rest) = digits.split_at(end.unwrap_or(digits.len()));
    let is_own = rest.is_empty() || rest.starts_with('_');
    (!digits.is_empty() && is_own).then_some(digits)
}

/// A statement on one line, up to its operator where it is long; and the tensor that it begins
/// with.
fn shortened(text: &str) -> (String, Option<String>) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let head = operator_end(&line);
    let tensor = head.and_then(|end| {
        let mut names = line[..end].split(|one| !is_letter(one));
        names.find(|name| !name.is_empty()).map(str::to_owned)
    });
    if line.chars().count() <= LONGEST {
        return (line, tensor);
    }
    let cut = line.char_indices().nth(LONGEST).map(|(at, _)| at);
    let end = head.or(cut).unwrap_or(line.len());
    (format!("{} ...", line[..end].trim_end()), tensor)
}

/// The end of the assignment operator, which is the first `=` outside of parentheses.
fn operator_end(line: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in line.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '=' if depth == 0 => {
                let end = at + 1;
                let forced = line[end..].starts_with('!');
                return Some(end + usize::from(forced));
            }
            _ => {}
        }
    }
    None
}

impl Statement {
    /// `line 3`; with the file where there are several.
    fn line(&self, several: bool) -> String {
        let line = self.place.start.line;
        if several {
            format!("{}:{line}", self.place.file)
        } else {
            format!("line {line}")
        }
    }

    /// ``line 3, first step of `C(i,j) +=! A(i,k) * B(k,j)` ``
    fn whole(&self, several: bool) -> String {
        let step = match self.step {
            Step::First => "first step of ",
            Step::Main => "",
            Step::Last => "last step of ",
        };
        if self.text.is_empty() {
            self.line(several)
        } else {
            format!("{}, {step}`{}`", self.line(several), self.text)
        }
    }

    /// `line 3, C`
    fn short(&self, several: bool) -> String {
        let tensor = self.tensor.iter();
        tensor.fold(self.line(several), |line, name| line + ", " + name)
    }

    /// As a JSON object.
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "name": self.name, "file": *self.place.file, "line": self.place.start.line,
            "tensor": self.tensor, "text": self.text,
            "step": match self.step {
                Step::First => "first",
                Step::Main => "main",
                Step::Last => "last",
            },
        })
    }
}

/// Decisions for a person.
pub(crate) fn told(decisions: &[Decision], statements: &[Statement]) -> String {
    let mut teller = Teller::new(statements);
    let mut text = String::new();
    for decision in decisions {
        let mut one = decision.clone();
        one.subject = teller.with_lines(&one.subject);
        one.reason = teller.with_lines(&one.reason);
        if names_a_pass(&one.suggestion) {
            one.suggestion += " (options of passes: tc-run --schedule)";
        }
        write!(text, "{one}").expect("writing to a string");
    }
    text
}

/// Whether what would change a decision is an option of a pass, which `--option` has not: `target`
/// of schedule-sink, or `chains=false`.
fn names_a_pass(suggestion: &str) -> bool {
    let is_foreign = |before: &str| {
        let name = before.rsplit(|one| !is_letter(one)).next();
        name.is_some_and(|name| !is_mapping_option(name))
    };
    let mut assigned = suggestion.match_indices('=');
    suggestion.contains("` of schedule-") || assigned.any(|(at, _)| is_foreign(&suggestion[..at]))
}

fn is_mapping_option(name: &str) -> bool {
    OPTIONS.iter().any(|option| option.name == name)
}

/// Puts lines behind the names of statements.
struct Teller<'s> {
    statements: &'s [Statement],
    /// Whether the statements are in several files.
    several: bool,
    /// The statements whose text was shown.
    shown: HashSet<String>,
}

impl<'s> Teller<'s> {
    fn new(statements: &'s [Statement]) -> Self {
        let files: HashSet<&str> = statements.iter().map(|one| &*one.place.file).collect();
        Teller {
            statements,
            several: files.len() > 1,
            shown: HashSet::new(),
        }
    }

    /// What is said of a statement, in full the first time; briefly of what passes have made of it,
    /// such as `S1_init`, or its partial results `S1_part`.
    fn said(&mut self, name: &str) -> Option<String> {
        let mut all = self.statements.iter();
        let exact = all.find(|one| one.name == name);
        let mut all = self.statements.iter();
        let related = || all.find(|one| number(&one.name) == number(name));
        let found = exact.or_else(related)?;
        let is_known = exact.is_none() && name.contains('_');
        if is_known || !self.shown.insert(name.to_owned()) {
            Some(found.short(self.several))
        } else {
            Some(found.whole(self.several))
        }
    }

    /// A text with lines behind names: `S1 (line 3, C)`. Sets as `{ S1[i] -> [i] }` stay as they
    /// are, and have them at the end of the text.
    fn with_lines(&mut self, text: &str) -> String {
        let (mut out, mut behind) = (String::new(), Vec::new());
        let mut done: HashSet<&str> = HashSet::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_letter) {
            out += &rest[..start];
            let word = &rest[start..];
            let end = word.find(|one| !is_letter(one)).unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            out += word;
            rest = after;
            let in_set = rest.starts_with('[');
            let known = number(word).is_some() && done.insert(word);
            match known.then(|| self.said(word)).flatten() {
                Some(said) if in_set => behind.push(format!("{word}: {said}")),
                Some(said) => out += &format!(" ({said})"),
                None => {}
            }
        }
        out += rest;
        if behind.is_empty() {
            out
        } else {
            format!("{out} ({})", behind.join("; "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path};

    fn statement(name: &str, line: u32, step: Step, text: &str) -> Statement {
        let (text, tensor) = shortened(text);
        Statement {
            name: name.to_owned(),
            place: Place::point("a.tc", line, 3),
            step,
            tensor,
            text,
        }
    }

    #[test]
    fn a_long_statement_ends_with_its_operator() {
        let short = |text: &str| shortened(text).0;
        assert_eq!(short("C(i,j) +=!\n    A(i,k)"), "C(i,j) +=! A(i,k)");
        let long = "m(n) max=! abs(X(n,c) - Mean(n)) * Weight(c) where c in 0:C";
        assert_eq!(
            shortened(long),
            ("m(n) max=! ...".to_owned(), Some("m".to_owned()))
        );
        let pair = "(v(n), at(n)) min=! (X(n,c) * Weight(c), c + Offset(n))";
        assert_eq!(
            shortened(pair),
            ("(v(n), at(n)) min=! ...".to_owned(), Some("v".to_owned()))
        );
        let none = "a".repeat(99);
        assert_eq!(shortened(&none), ("a".repeat(LONGEST) + " ...", None));
        assert_eq!(shortened(""), (String::new(), None));
    }

    #[test]
    fn decisions_name_the_lines_of_statements() {
        let statements = [
            statement("S0", 3, Step::First, "C(i,j) +=! A(i,k) * B(k,j)"),
            statement("S1", 3, Step::Main, "C(i,j) +=! A(i,k) * B(k,j)"),
            statement("S2_fold", 4, Step::Main, "D(i) +=! C(i,j)"),
        ];
        let all = [
            Decision::passed("loops of S0, S1", "2 common loops: S0[i, j] -> i, j"),
            Decision::missed("reduction S2", "not split").because("S1 and S0 are before it"),
            Decision::passed("unrolling of { S1[i] -> [(i)] }", "2 copies").unless("unroll=1"),
            Decision::passed("promotion of S2_part", "none").unless("`below` of schedule-promote"),
        ];
        let due = "\
loops of S0 (line 3, first step of `C(i,j) +=! A(i,k) * B(k,j)`), S1 (line 3, `C(i,j) +=! A(i,k) * B(k,j)`): 2 common loops: S0[i, j] -> i, j
reduction S2 (line 4, `D(i) +=! C(i,j)`): not split
  why: S1 (line 3, C) and S0 (line 3, C) are before it
unrolling of { S1[i] -> [(i)] } (S1: line 3, C): 2 copies
  change: unroll=1
promotion of S2_part (line 4, D): none
  change: `below` of schedule-promote (options of passes: tc-run --schedule)
";
        assert_eq!(told(&all, &statements), due);
        assert_eq!(
            told(&all[1..2], &[]),
            "reduction S2: not split\n  why: S1 and S0 are before it\n"
        );
        let two = [
            statement("S0", 3, Step::Main, "C(i) = A(i)"),
            Statement {
                place: Place::point("b.tc", 9, 1),
                ..statement("S1", 9, Step::Main, "")
            },
        ];
        let one = [Decision::passed("loops of S0, S1", "shared")];
        assert_eq!(
            told(&one, &two),
            "loops of S0 (a.tc:3, `C(i) = A(i)`), S1 (b.tc:9): shared\n"
        );
    }

    #[test]
    fn options_of_passes_are_told_from_mapping_options() {
        assert!(names_a_pass("chains=false, or l2_bytes of the target"));
        assert!(names_a_pass("`target` of schedule-sink names other bands"));
        assert!(!names_a_pass("leave it whole with reductions=0"));
        assert!(!names_a_pass(
            "other extents; or give sizes: the mapping options tile and block"
        ));
    }

    /// The names behind `the mapping option`, or behind `the mapping options` as far as these go.
    fn named(text: &str) -> Vec<String> {
        let (text, several) = match text.strip_prefix("s ") {
            Some(text) => (text, true),
            None => (text.trim_start(), false),
        };
        let mut names = Vec::new();
        for part in text.split(", ").flat_map(|part| part.split(" and ")) {
            let end = part.find(|one| !is_letter(one)).unwrap_or(part.len());
            names.push(part[..end].to_owned());
            if !several || end < part.len() {
                break;
            }
        }
        names
    }

    fn sources(folder: &Path, all: &mut Vec<String>) {
        for entry in fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry"))
        {
            let path = entry.path();
            if path.is_dir() {
                sources(&path, all);
            } else if path.extension().is_some_and(|one| one == "rs") {
                all.push(fs::read_to_string(&path).expect("a source file"));
            }
        }
    }

    #[test]
    fn what_would_change_a_decision_is_an_option_that_exists() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut all = Vec::new();
        sources(&root.join("../passes"), &mut all);
        sources(&root.join("src"), &mut all);
        let mut found = 0;
        let lines = all.iter().flat_map(|text| text.lines());
        for line in lines.filter(|line| !line.trim_start().starts_with("//")) {
            for (at, phrase) in line.match_indices("the mapping option") {
                // In the text of a string, and not in this test.
                let rest = &line[at + phrase.len()..];
                if rest.starts_with('"') || line[..at].contains("!names_a_pass") {
                    continue;
                }
                for name in named(rest) {
                    found += 1;
                    assert!(is_mapping_option(&name), "`{name}` in: {}", line.trim());
                }
            }
        }
        assert!(found > 20, "only {found} are found");
    }
}
