//! The lines of a level with the places of the program that they come from.
//!
//! MLIR prints a location behind each operation, and the locations that several of them share as
//! aliases before and behind the module:
//!
//! ```text
//! #loc2 = loc("mm.tc":2:3 to :32)
//!       affine.store %cst, %C[%i, %j] : memref<64x64xf32> loc(#loc2)
//! ```
//! The lines of the text without locations are those of this one without the aliases, in the same
//! order. PTX has `.loc` before the instructions of a line.

use crate::data::{Lines, Place, Text};
use std::collections::{BTreeSet, HashMap};
use tc_syntax::diagnostic;

/// The places that lines refer to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    pub(crate) all: Vec<Place>,
    numbers: HashMap<Place, u32>,
}

impl Places {
    /// The number of a place.
    pub(crate) fn number(&mut self, place: &Place) -> u32 {
        if let Some(known) = self.numbers.get(place) {
            return *known;
        }
        let number = self.all.len() as u32;
        self.all.push(place.clone());
        self.numbers.insert(place.clone(), number);
        number
    }

    /// The lines of a level, from its text with locations.
    pub(crate) fn of_located(&mut self, text: &str, located: &str) -> Vec<Lines> {
        let (aliases, lines): (Vec<&str>, Vec<&str>) = located
            .lines()
            .partition(|line| line.starts_with("#loc") && line.contains(" = loc("));
        // Otherwise lines cannot be told apart, and none has a place.
        if lines.len() != text.lines().count() {
            return Vec::new();
        }
        let aliases = Aliases::of(&aliases);
        let places = lines.iter().map(|line| {
            let last = line.rfind(" loc(").map(|at| &line[at + 5..]);
            let places = last.map(|location| aliases.places(location, 0));
            let places = places.unwrap_or_default();
            places.iter().map(|place| self.number(place)).collect()
        });
        runs(places.collect())
    }

    /// The lines of machine code, from the lines `//## File "mm.tc", line 2` in it: instructions
    /// have whole lines of the program.
    pub(crate) fn of_listing(&mut self, listing: &str, texts: &[Text]) -> Vec<Lines> {
        let mut current = Vec::new();
        let lines = listing.lines().map(|line| {
            let line = line.trim_start();
            if let Some(said) = line.strip_prefix("//## File \"") {
                let place = whole_line(said, texts);
                current = place.iter().map(|place| self.number(place)).collect();
            }
            if line.starts_with("/*") || line.starts_with("//##") {
                current.clone()
            } else {
                Vec::new()
            }
        });
        runs(lines.collect())
    }

    /// The lines of PTX, from its `.loc` and `.file` lines.
    pub(crate) fn of_ptx(&mut self, text: &str) -> Vec<Lines> {
        let mut files = HashMap::new();
        for line in text.lines() {
            let mut words = line.split_whitespace();
            if words.next() == Some(".file")
                && let Some(number) = words.next()
                && let Some(name) = line.split('"').nth(1)
            {
                files.insert(number.to_owned(), name.to_owned());
            }
        }
        let mut current = Vec::new();
        let lines = text.lines().map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [".loc", file, line, column, ..] => {
                    let place = point(&files, file, line, column);
                    current = place.iter().map(|place| self.number(place)).collect();
                    current.clone()
                }
                ["}", ..] => std::mem::take(&mut current),
                [first, ..] if first.starts_with('.') || first.starts_with("//") => Vec::new(),
                _ => current.clone(),
            }
        });
        runs(lines.collect())
    }
}

/// A place as data.
pub(crate) fn data_of(place: &diagnostic::Place) -> Place {
    Place {
        file: place.file.to_string(),
        line: place.start.line,
        column: place.start.column,
        end_line: place.end.line,
        end_column: place.end.column,
    }
}

/// Line 0 marks code that belongs to no line. A column of 0 marks the whole line.
fn point(files: &HashMap<String, String>, file: &str, line: &str, column: &str) -> Option<Place> {
    let file = files.get(file)?.clone();
    let line = line.parse().ok().filter(|line| *line > 0)?;
    let column: u32 = column.trim_end_matches(';').parse().ok()?;
    let column = column.max(1);
    Some(Place {
        file,
        line,
        column,
        end_line: line,
        end_column: column,
    })
}

/// Adds the places of the statements that lines of a schedule name in isl's texts, in place of
/// the scop's own, which passes give to the nodes that they make.
pub(crate) fn of_statements(
    text: &str,
    lines: Vec<Lines>,
    statements: &[(String, u32)],
) -> Vec<Lines> {
    let mut all = spread(text, &lines);
    for (places, line) in all.iter_mut().zip(text.lines()) {
        let Some((_, isl)) = line.split_once("\"{") else {
            continue;
        };
        let names = statements
            .iter()
            .filter(|(name, _)| isl.contains(&format!(" {name}[")));
        let named: BTreeSet<u32> = names.map(|(_, place)| *place).collect();
        if !named.is_empty() {
            *places = named.into_iter().collect();
        }
    }
    runs(all)
}

/// Adds to a loop the places of the lines inside of it.
pub(crate) fn of_loops(text: &str, lines: Vec<Lines>) -> Vec<Lines> {
    let mut all = spread(text, &lines);
    let indent = |line: &str| line.len() - line.trim_start().len();
    // The loops around the current line, with their indentation.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        while open.last().is_some_and(|(_, own)| indent(line) <= *own) {
            open.pop();
        }
        let inner = all[at].clone();
        for (outer, _) in &open {
            let new = inner.iter().filter(|one| !all[*outer].contains(one));
            let new: Vec<u32> = new.copied().collect();
            all[*outer].extend(new);
        }
        let loops = ["scf.for", "scf.parallel", "scf.if", "affine.for"];
        if line.ends_with('{') && loops.iter().any(|name| line.contains(name)) {
            open.push((at, indent(line)));
        }
    }
    runs(all)
}

/// The places of each line.
fn spread(text: &str, lines: &[Lines]) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new(); text.lines().count()];
    for one in lines {
        for line in one.first..=one.last {
            all[line as usize - 1].clone_from(&one.places);
        }
    }
    all
}

/// The whole line that `mm.tc", line 2` stands for.
fn whole_line(said: &str, texts: &[Text]) -> Option<Place> {
    let (file, line) = said.split_once("\", line ")?;
    let (line, _) = number(line)?;
    let text = texts.iter().find(|text| text.file == file)?;
    let written = text.text.lines().nth(line.checked_sub(1)? as usize)?;
    Some(Place {
        file: file.to_owned(),
        line,
        column: 1,
        end_line: line,
        end_column: written.chars().count() as u32 + 1,
    })
}

/// Successive lines with the same places.
pub(crate) fn runs(lines: Vec<Vec<u32>>) -> Vec<Lines> {
    let mut all: Vec<Lines> = Vec::new();
    for (number, places) in (1..).zip(lines) {
        match all.last_mut() {
            Some(last) if last.last + 1 == number && last.places == places => last.last = number,
            _ if places.is_empty() => {}
            _ => all.push(Lines {
                first: number,
                last: number,
                places,
            }),
        }
    }
    all
}

/// The aliases of locations.
struct Aliases<'t> {
    texts: HashMap<&'t str, &'t str>,
}

/// How deep locations may be nested in each other.
const DEPTH: usize = 20;

impl<'t> Aliases<'t> {
    fn of(lines: &[&'t str]) -> Self {
        let texts = lines.iter().filter_map(|line| line.split_once(" = loc("));
        Aliases {
            texts: texts.collect(),
        }
    }

    /// The places in the text of a location: those of files, and of the aliases that it names. The
    /// parts of a place are inside of it, and are left out.
    fn places(&self, location: &str, depth: usize) -> BTreeSet<Place> {
        let mut found = BTreeSet::new();
        if depth > DEPTH {
            return found;
        }
        if let Some(parts) = location.strip_prefix("fused<\"parts\">[") {
            let first = parts.split([',', ']']).next().unwrap_or_default();
            return self.places(first, depth + 1);
        }
        let mut rest = location;
        while let Some(at) = rest.find(['"', '#']) {
            let (_, from) = rest.split_at(at);
            if let Some(word) = from.strip_prefix('#') {
                let end = word.find(|one: char| !one.is_alphanumeric());
                let (name, behind) = from.split_at(end.map_or(from.len(), |end| end + 1));
                if let Some(text) = self.texts.get(name) {
                    found.extend(self.places(text, depth + 1));
                }
                rest = behind;
            } else {
                let Some((name, behind)) = quoted(&from[1..]) else {
                    break;
                };
                found.extend(range(&name, behind));
                rest = behind;
            }
        }
        found
    }
}

/// The text of a string of MLIR, and what is behind it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut bytes = Vec::new();
    let mut letters = text.bytes().enumerate();
    while let Some((at, letter)) = letters.next() {
        match letter {
            b'"' => {
                let name = String::from_utf8_lossy(&bytes).into_owned();
                return Some((name, &text[at + 1..]));
            }
            b'\\' => {
                let (_, escaped) = letters.next()?;
                if escaped.is_ascii_hexdigit() {
                    let (_, low) = letters.next()?;
                    let digits = [escaped, low];
                    let digits = std::str::from_utf8(&digits).ok()?;
                    bytes.push(u8::from_str_radix(digits, 16).ok()?);
                } else {
                    bytes.push(escaped);
                }
            }
            _ => bytes.push(letter),
        }
    }
    None
}

/// The place of `:2:3 to :32` or `:2:3 to 4:32` behind the name of a file.
fn range(file: &str, text: &str) -> Option<Place> {
    let text = text.strip_prefix(':')?;
    let (line, rest) = number(text)?;
    let (column, rest) = number(rest.strip_prefix(':')?)?;
    let (mut end_line, mut end_column) = (line, column);
    if let Some(end) = rest.strip_prefix(" to ") {
        match end.strip_prefix(':') {
            Some(end) => end_column = number(end)?.0,
            None => {
                let (last, rest) = number(end)?;
                end_line = last;
                end_column = number(rest.strip_prefix(':')?)?.0;
            }
        }
    }
    Some(Place {
        file: file.to_owned(),
        line,
        column,
        end_line,
        end_column,
    })
}

fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|one: char| !one.is_ascii_digit());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    Some((digits.parse().ok()?, rest))
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |one: &Place| (one.line, one.column, one.end_line, one.end_column);
        (&self.file, key(self)).cmp(&(&other.file, key(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, column: u32, end_column: u32) -> Place {
        Place {
            file: "a\"b.tc".to_owned(),
            line,
            column,
            end_line: line,
            end_column,
        }
    }

    #[test]
    fn a_line_has_the_place_behind_it_directly_or_by_its_alias() {
        let text = "module {\n  x\n  y\n  z\n}\n";
        let located = "#loc2 = loc(\"a\\22b.tc\":1:2 to :7)\nmodule {\n  x loc(#loc2)\n  y loc(#loc3)\n  z loc(\"a\\22b.tc\":4:5)\n} loc(unknown)\n#loc1 = loc(\"a\\22b.tc\":2:3 to :9)\n#loc3 = loc(fused<\"parts\">[#loc1, #loc2])\n";
        let mut places = Places::default();
        let lines = places.of_located(text, located);
        assert_eq!(places.all, [place(1, 2, 7), place(2, 3, 9), place(4, 5, 5)]);
        let shown: Vec<_> = lines
            .iter()
            .map(|one| (one.first, one.last, one.places[0]))
            .collect();
        assert_eq!(shown, [(2, 2, 0), (3, 3, 1), (4, 4, 2)]);
        // Texts that do not fit together give none.
        assert_eq!(places.of_located("x\n", located), []);
    }

    #[test]
    fn machine_code_has_whole_lines_of_the_program() {
        let text = Text {
            file: "mm.tc".to_owned(),
            text: "def\n  C(i) = A(i)\n".to_owned(),
        };
        let listing = "mm_k0:\n\t//## File \"mm.tc\", line 2\n  /*0000*/ LDC ;\n.L_1:\n  /*0010*/ EXIT ;\n\t//## File \"no.tc\", line 1\n  /*0020*/ NOP ;\n";
        let mut places = Places::default();
        let lines = places.of_listing(listing, &[text]);
        let two = Lines {
            last: 3,
            ..line(2, &[0])
        };
        assert_eq!(lines, [two, line(5, &[0])]);
        let place = &places.all[0];
        assert_eq!((place.line, place.column, place.end_column), (2, 1, 14));
    }

    fn line(line: u32, places: &[u32]) -> Lines {
        Lines {
            first: line,
            last: line,
            places: places.to_vec(),
        }
    }

    #[test]
    fn nodes_have_the_places_of_the_statements_that_they_name() {
        let text = "module\n  filter \"{ S1[i] }\"\n  band \"{ S1[i] -> [i]; S10[i] -> [0] }\"\n";
        let statements = [("S1".to_owned(), 4), ("S10".to_owned(), 5)];
        let own = vec![line(1, &[0]), line(2, &[0])];
        assert_eq!(
            of_statements(text, own, &statements),
            [line(1, &[0]), line(2, &[4]), line(3, &[4, 5])]
        );
    }

    #[test]
    fn loops_have_the_places_of_what_is_in_them() {
        let text = "a\n  scf.for {\n    scf.for {\n      b\n    }\n    c\n  }\n  d\n";
        let own = vec![line(2, &[0]), line(4, &[1]), line(6, &[2]), line(8, &[3])];
        let all = of_loops(text, own);
        assert_eq!(all[0], line(2, &[0, 1, 2]));
        let inner = Lines {
            last: 4,
            ..line(3, &[1])
        };
        assert_eq!(all[1], inner);
    }

    #[test]
    fn instructions_have_the_place_of_the_line_of_ptx_before_them() {
        let ptx = "\t.file 1 \"a\\b.tc\"\n{\n\t.loc 1 2 15\n\tmul.f32\n\tadd.f32\n\t.loc 1 0 0\n\tret;\n}\n\tnot;\n";
        let mut places = Places::default();
        let lines = places.of_ptx(ptx);
        assert_eq!(
            lines,
            [Lines {
                first: 3,
                last: 5,
                places: vec![0]
            }]
        );
        assert_eq!((places.all[0].line, places.all[0].column), (2, 15));
    }
}
