//! A document: the text that the editor shows, and positions in it.
//!
//! The protocol counts lines from 0 and columns in UTF-16 code units, and ends lines at `\n`,
//! `\r\n` or `\r`. The compiler counts bytes. A position outside of the text counts as the nearest
//! one inside, so no position of a client is out of range.

use super::analysis::{Analyser, Analysis};
use lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};
use std::ops;
use tc_syntax::diagnostic::{Place, SourceFile};

/// A text with the beginnings of its lines.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    text: String,
    starts: Vec<usize>,
}

/// A line: its number from 0, and the byte offset at which it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) number: u32,
    pub(crate) begin: usize,
}

impl Lines {
    pub(crate) fn new(text: String) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                starts.push(at + 1);
            }
        }
        Lines { text, starts }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The byte offset of a position.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else {
            return self.text.len();
        };
        let end = self.starts.get(line + 1).copied();
        let content = &self.text[start..end.unwrap_or(self.text.len())];
        let content = content.trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (at, character) in content.char_indices() {
            // A position inside of a surrogate pair counts as its beginning.
            if units + character.len_utf16() as u32 > position.character {
                return start + at;
            }
            units += character.len_utf16() as u32;
        }
        start + content.len()
    }

    /// The line of a byte offset.
    pub(crate) fn line(&self, offset: usize) -> Line {
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        Line {
            number: line as u32,
            begin: self.starts[line],
        }
    }

    /// The position of a byte offset.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.line(offset);
        let units = self.text[line.begin..offset].encode_utf16().count();
        Position {
            line: line.number,
            character: units as u32,
        }
    }

    pub(crate) fn range(&self, bytes: ops::Range<usize>) -> Range {
        Range {
            start: self.position(bytes.start),
            end: self.position(bytes.end),
        }
    }
}

/// An open document.
pub(crate) struct Document {
    uri: Uri,
    version: i32,
    lines: Lines,
    /// The compiler's analysis of this text; `None` before the first one.
    analysis: Option<Analysis>,
}

impl Document {
    pub(crate) fn new(uri: Uri, version: i32, text: String) -> Self {
        Document {
            uri,
            version,
            lines: Lines::new(text),
            analysis: None,
        }
    }

    pub(crate) fn uri(&self) -> &Uri {
        &self.uri
    }

    pub(crate) fn version(&self) -> i32 {
        self.version
    }

    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Applies the changes of one notification, in order.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            let text = match change.range {
                None => change.text,
                Some(range) => {
                    let start = self.lines.offset(range.start);
                    let end = self.lines.offset(range.end).max(start);
                    let old = self.lines.text();
                    [&old[..start], &change.text, &old[end..]].concat()
                }
            };
            self.lines = Lines::new(text);
        }
        self.version = version;
        self.analysis = None;
    }

    pub(crate) fn analyse(&mut self, analyser: &mut Analyser) {
        if self.analysis.is_none() {
            let file = SourceFile::new(self.uri.as_str(), self.lines.text());
            self.analysis = Some(analyser.analyse(file));
        }
    }

    pub(crate) fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }

    /// The range of a place of this document; `None` for a place in another file.
    pub(crate) fn range_of(&self, place: &Place) -> Option<Range> {
        let file = self.analysis()?.text.file();
        (file.name() == &place.file).then(|| self.lines.range(file.range(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn columns_are_utf16_code_units() {
        let lines = Lines::new("# \u{1d465}é x\r\nab\rcd\n".to_owned());
        let x = lines.text().find('x').expect("x is there");
        assert_eq!(lines.position(x), at(0, 6));
        assert_eq!(lines.offset(at(0, 6)), x);
        assert_eq!(lines.offset(at(0, 3)), 2, "inside of a surrogate pair");
        assert_eq!(lines.position(lines.text().find('b').expect("b")), at(1, 1));
        assert_eq!(lines.position(lines.text().find('d').expect("d")), at(2, 1));
        assert_eq!(
            lines.offset(at(1, 99)),
            lines.text().find("\rcd").expect("end")
        );
        assert_eq!(lines.offset(at(99, 0)), lines.text().len());
    }

    #[test]
    fn every_character_has_one_position() {
        let lines = Lines::new("def f\u{1f600}(é)\n\u{1f600}\u{1f600}\n\nlast".to_owned());
        for (offset, _) in lines.text().char_indices() {
            assert_eq!(lines.offset(lines.position(offset)), offset);
        }
    }
}
