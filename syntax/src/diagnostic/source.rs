//! Source files by name: from byte offsets to places and back.
//!
//! A file may have the texts of further files behind its own, such as those of modules that it
//! imports: an offset in the whole tells the file and the place in it, so that spans are numbers of
//! bytes in one text.
//!
//! A lookup costs a binary search over the lines, plus at most one block of text for the column, so
//! that a one-line file of a megabyte does not take quadratic time.

use super::{Diagnostic, Format, Place, Position, Severity, Style, json, render_human};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// The largest number of diagnostics of one run that are shown to a person; the other forms give
/// all.
const MOST_SHOWN: usize = 1000;

/// Characters are counted at every multiple of this many bytes.
const BLOCK: usize = 512;

/// The text of one file among those of a whole.
#[derive(Clone, Debug)]
struct Part {
    name: Arc<str>,
    /// Byte offset at which it begins.
    start: usize,
    /// Byte offset at which it ends.
    end: usize,
}

/// A source text with its name and its line table.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: Arc<str>,
    text: Arc<str>,
    /// The files whose texts it has; the first has its name.
    parts: Arc<[Part]>,
    /// Byte offset at which each line starts.
    line_starts: Arc<[usize]>,
    /// Number of characters that start before byte `BLOCK * k`.
    characters_before: Arc<[usize]>,
}

impl SourceFile {
    /// Builds the line table of a text.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(
            text.bytes()
                .enumerate()
                .filter(|(_, b)| *b == b'\n')
                .map(|(at, _)| at + 1),
        );
        let mut characters_before = Vec::with_capacity(text.len() / BLOCK + 1);
        let mut count = 0;
        for block in text.as_bytes().chunks(BLOCK) {
            characters_before.push(count);
            count += count_characters(block);
        }
        characters_before.push(count);
        let name = name.into();
        let only = Part {
            name: Arc::clone(&name),
            start: 0,
            end: text.len(),
        };
        SourceFile {
            name,
            text,
            parts: Arc::new([only]),
            line_starts: line_starts.into(),
            characters_before: characters_before.into(),
        }
    }

    /// This file with the texts of others behind its own, which are found by [`part`](Self::part).
    pub fn with(&self, others: &[SourceFile]) -> SourceFile {
        let (mut text, mut parts) = (self.text.to_string(), self.parts.to_vec());
        for other in others {
            text.push('\n');
            let start = text.len();
            text += other.text();
            parts.push(Part {
                name: Arc::clone(&other.name),
                start,
                end: text.len(),
            });
        }
        SourceFile {
            parts: parts.into(),
            ..SourceFile::new(Arc::clone(&self.name), text)
        }
    }

    /// Whether one of its files has this name.
    pub fn has(&self, name: &str) -> bool {
        self.parts.iter().any(|part| *part.name == *name)
    }

    /// The bytes of the text of one of its files, counted from 0.
    pub fn part(&self, number: usize) -> Range<usize> {
        let part = &self.parts[number];
        part.start..part.end
    }

    /// Its files one by one, itself first.
    pub fn files(&self) -> Vec<SourceFile> {
        let each = self.parts.iter();
        each.map(|part| SourceFile::new(Arc::clone(&part.name), &self.text[part.start..part.end]))
            .collect()
    }

    /// The file without the texts behind its own.
    pub fn first(&self) -> SourceFile {
        if self.parts.len() == 1 {
            return self.clone();
        }
        SourceFile::new(Arc::clone(&self.name), &self.text[self.part(0)])
    }

    /// The file of a byte offset.
    fn part_at(&self, offset: usize) -> &Part {
        let behind = self.parts.partition_point(|part| part.start <= offset);
        &self.parts[behind.max(1) - 1]
    }

    /// The number of the line at which a text of it begins, from 0.
    fn first_line(&self, part: &Part) -> usize {
        self.line_starts
            .partition_point(|start| *start < part.start)
    }

    /// Name of the file as given by the user.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of characters that start before a byte offset.
    fn characters_up_to(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        self.characters_before[block.min(self.characters_before.len() - 1)]
            + count_characters(&self.text.as_bytes()[(block * BLOCK).min(offset)..offset])
    }

    /// Line and column of a byte offset; offsets past the end count as the end.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|start| *start <= offset) - 1;
        let column = self.characters_up_to(offset) - self.characters_up_to(self.line_starts[line]);
        let first = self.first_line(self.part_at(offset));
        Position {
            line: (line - first) as u32 + 1,
            column: column as u32 + 1,
        }
    }

    /// The place of a range of bytes.
    pub fn place(&self, range: Range<usize>) -> Place {
        Place {
            file: Arc::clone(&self.part_at(range.start).name),
            start: self.position(range.start),
            end: self.position(range.end),
        }
    }

    /// The byte offset of a position; a position outside the text counts as the nearest one inside.
    pub fn offset(&self, position: Position) -> usize {
        self.offset_in(&self.parts[0], position)
    }

    fn offset_in(&self, part: &Part, position: Position) -> usize {
        let line = self.first_line(part) + position.line.max(1) as usize;
        let line = line.min(self.line_starts.len()) - 1;
        let start = self.line_starts[line];
        let text = self.line(line as u32 + 1).unwrap_or("");
        let column = position.column.max(1) as usize - 1;
        start
            + text
                .char_indices()
                .nth(column)
                .map_or(text.len(), |(at, _)| at)
    }

    /// The bytes of a place of this file.
    pub fn range(&self, place: &Place) -> Range<usize> {
        let own = self.parts.iter().find(|part| part.name == place.file);
        let part = own.unwrap_or(&self.parts[0]);
        let start = self.offset_in(part, place.start);
        start..self.offset_in(part, place.end).max(start)
    }

    /// The text of a line, counted from 1, without its newline.
    pub fn line(&self, line: u32) -> Option<&str> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.line_starts.get(index)?;
        let end = self
            .line_starts
            .get(index + 1)
            .map_or(self.text.len(), |next| next - 1);
        Some(self.text[start..end].trim_end_matches('\r'))
    }
}

/// Number of UTF-8 sequences that start in some bytes.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0xC0) != 0x80).count()
}

/// The source files of a run, by name.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a text, or replaces the one with that name.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> SourceFile {
        let file = SourceFile::new(name, text);
        self.files.retain(|other| other.name != file.name);
        self.files.push(file.clone());
        file
    }

    /// The file with a name, if it was added or loaded.
    pub fn get(&self, name: &str) -> Option<&SourceFile> {
        self.files.iter().find(|file| &*file.name == name)
    }

    /// Reads the files that the diagnostics point at and that are not known yet, if they can be
    /// read. In this way a diagnostic of a pass over `.mlir` input gets the lines of the `.tc`
    /// file.
    pub fn load_files_of(&mut self, diagnostics: &[Diagnostic]) {
        for label in diagnostics.iter().flat_map(Diagnostic::all_labels) {
            let name = &label.place.file;
            if self.get(name).is_none()
                && let Ok(text) = std::fs::read_to_string(Path::new(&**name))
            {
                self.add(name.clone(), text);
            }
        }
    }

    /// Renders diagnostics in the order given; the text ends with a newline unless it is empty.
    ///
    /// Of very many, a person is shown the first ones; errors before warnings and notes.
    pub fn render(&self, diagnostics: &[Diagnostic], format: Format) -> String {
        let human = |style| {
            let is_error = |one: &&Diagnostic| one.severity == Severity::Error;
            let mut errors = diagnostics.iter().filter(is_error).count().min(MOST_SHOWN);
            let mut others = MOST_SHOWN - errors;
            let shown = diagnostics.iter().filter(|one| {
                let left = if is_error(one) {
                    &mut errors
                } else {
                    &mut others
                };
                let is_shown = *left > 0;
                *left = left.saturating_sub(1);
                is_shown
            });
            let mut texts: Vec<_> = shown.map(|d| render_human(d, self, style)).collect();
            if diagnostics.len() > MOST_SHOWN {
                texts.push(format!("... and {} more\n", diagnostics.len() - MOST_SHOWN));
            }
            texts.join("\n")
        };
        let lines = |line: &dyn Fn(&Diagnostic) -> String| {
            diagnostics
                .iter()
                .map(|diagnostic| line(diagnostic) + "\n")
                .collect::<String>()
        };
        match format {
            Format::Human => human(Style::Plain),
            Format::Coloured => human(Style::Coloured),
            Format::Short => lines(&|diagnostic| diagnostic.short()),
            Format::Json => lines(&|diagnostic| diagnostic.to_json(self).to_string()),
            Format::Sarif => json::render_sarif(diagnostics).to_string() + "\n",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_from_one() {
        let file = SourceFile::new("a.tc", "# é∀x\nab\r\ncd");
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position("# é∀".len()), Position { line: 1, column: 5 });
        assert_eq!(
            file.position("# é∀x\nab".len()),
            Position { line: 2, column: 3 }
        );
        assert_eq!(file.position(1000), Position { line: 3, column: 3 });
        assert_eq!(file.line(1), Some("# é∀x"));
        assert_eq!(file.line(2), Some("ab"));
        assert_eq!(file.line(4), None);
    }

    #[test]
    fn offsets_and_positions_are_inverse_at_every_character() {
        let text = "def f() -> A {\n".repeat(200) + &"é".repeat(3000) + "\nlast";
        let file = SourceFile::new("a.tc", text.as_str());
        for (offset, _) in text.char_indices() {
            assert_eq!(file.offset(file.position(offset)), offset);
        }
    }

    #[test]
    fn each_offset_of_a_whole_has_its_place_in_its_own_file() {
        let file = SourceFile::new("a.tc", "ab\ncd");
        let whole = file.with(&[
            SourceFile::new("m.tc", "é\nxyz\n"),
            SourceFile::new("n.tc", "q"),
        ]);
        let at = |word: &str| whole.text().find(word).expect("word is in the text");
        let shown = |word: &str| whole.place(at(word)..at(word) + 1).to_string();
        assert_eq!(shown("d"), "a.tc:2:2");
        assert_eq!(shown("é"), "m.tc:1:1");
        assert_eq!(shown("yz"), "m.tc:2:2");
        assert_eq!(shown("q"), "n.tc:1:1");
        let place = whole.place(at("yz")..at("yz") + 2);
        assert_eq!(&whole.text()[whole.range(&place)], "yz");
        assert_eq!(&whole.text()[whole.part(2)], "q");
        assert_eq!(whole.first().text(), "ab\ncd");
        assert_eq!(whole.files()[1].text(), "é\nxyz\n");
    }

    #[test]
    fn adding_a_name_again_replaces_the_text() {
        let mut sources = SourceMap::default();
        sources.add("a.tc", "old");
        sources.add("a.tc", "new");
        assert_eq!(sources.get("a.tc").map(SourceFile::text), Some("new"));
        assert!(sources.get("b.tc").is_none());
    }

    #[test]
    fn an_error_behind_many_warnings_is_shown() {
        let mut all = vec![Diagnostic::warning(None, "of many"); MOST_SHOWN + 5];
        all.push(Diagnostic::error(None, "the error"));
        let text = SourceMap::default().render(&all, Format::Human);
        assert_eq!(text.matches("of many").count(), MOST_SHOWN - 1);
        assert!(text.contains("error: the error"), "{text}");
        assert!(text.ends_with("... and 6 more\n"), "{text}");
    }
}
