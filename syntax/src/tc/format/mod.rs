//! The canonical layout (language specification, section 15).
//!
//! The text is generated from the syntax tree alone; only comments and single empty lines are taken
//! from the source. So two programs with the same tree and comments get the same text, and
//! formatting twice changes nothing. A comment stays where it is if it has its own line, or follows
//! a statement on its line; one inside a statement moves in front of it. Layout decisions (what
//! fits 100 columns) are left to a Wadler-style pretty printer.

pub(crate) mod doc;
#[cfg(test)]
mod tests;

use super::{Parsed, parse};
use crate::Span;
use crate::diagnostic::{Diagnostic, SourceFile};
use crate::tc::ast::{Def, Program, Statement};
use doc::{Printer, def_names};

/// The line length that the formatter aims at.
pub const WIDTH: usize = 100;

/// Formats a file, or reports what does not parse.
pub fn format(file: &SourceFile) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(file);
    if parsed.errors.is_empty() {
        return Ok(format_parsed(file, &parsed));
    }
    Err(parsed.errors)
}

/// Formats a file that was parsed without errors.
pub fn format_parsed(file: &SourceFile, parsed: &Parsed) -> String {
    let mut writer = Writer::new(file.text(), &parsed.comments);
    writer.program(&parsed.program);
    writer.finish()
}

/// The text of a tree that was not parsed from a source.
pub fn print(program: &Program) -> String {
    let mut text = String::new();
    let names = def_names(program);
    for import in &program.imports {
        text.push_str(&Printer::import(import));
        text.push('\n');
    }
    for (number, def) in program.defs.iter().enumerate() {
        let printer = Printer::new(&names, def);
        if number > 0 || !program.imports.is_empty() {
            text.push('\n');
        }
        text.push_str(&printer.head(def));
        text.push('\n');
        print_body(&printer, &def.body, 1, &mut text);
        text.push_str("}\n");
    }
    text
}

fn print_body(printer: &Printer, body: &[Statement], depth: usize, text: &mut String) {
    for statement in body {
        text.push_str(&printer.statement(statement, depth));
        text.push('\n');
        if let Statement::Loop(one) = statement {
            print_body(printer, &one.body, depth + 1, text);
            text.push_str(&indent(depth));
            text.push_str("}\n");
        }
    }
}

fn indent(depth: usize) -> String {
    " ".repeat(doc::INDENT as usize * depth)
}

/// Combines printed items, comments and empty lines.
pub(crate) struct Writer<'f> {
    source: &'f str,
    comments: &'f [Span],
    next_comment: usize,
    /// Where the source was last copied from.
    pub(crate) at: usize,
    pub(crate) text: String,
}

impl<'f> Writer<'f> {
    pub(crate) fn new(source: &'f str, comments: &'f [Span]) -> Self {
        Writer {
            source,
            comments,
            next_comment: 0,
            at: 0,
            text: String::new(),
        }
    }

    fn program(&mut self, program: &Program) {
        let names = def_names(program);
        for (number, import) in program.imports.iter().enumerate() {
            self.line_at(import.span, number == 0, &Printer::import(import), 0);
        }
        let imports = !program.imports.is_empty();
        for (number, def) in program.defs.iter().enumerate() {
            let is_behind = number > 0 || imports;
            if is_behind {
                self.text.push('\n');
            }
            self.def(&Printer::new(&names, def), def, is_behind);
        }
        let after_def = imports || !program.defs.is_empty();
        if after_def && self.next_comment < self.comments.len() {
            self.text.push('\n');
        }
        self.leading(self.source.len(), "", after_def);
    }

    fn def(&mut self, printer: &Printer, def: &Def, after_def: bool) {
        // Comments in the signature move in front of the definition.
        self.leading(def.open.start as usize, "", after_def);
        if self.has_empty_line(def.span.start as usize)
            && !self.text.is_empty()
            && !self.text.ends_with("\n\n")
        {
            self.text.push('\n');
        }
        self.text.push_str(&printer.head(def));
        self.at = def.open.end as usize;
        self.trailing();
        self.body(printer, &def.body, 1, def.span);
    }

    /// The statements of a body and its closing brace, which ends at the end of `span`.
    fn body(&mut self, printer: &Printer, body: &[Statement], depth: usize, span: Span) {
        for (number, statement) in body.iter().enumerate() {
            let text = printer.statement(statement, depth);
            let is_first = number == 0;
            match statement {
                Statement::Loop(one) => {
                    let head = Span::new(one.span.start as usize, one.open.end as usize);
                    self.line_at(head, is_first, &text, depth);
                    self.body(printer, &one.body, depth + 1, one.span);
                }
                _ => self.line_at(statement.span(), is_first, &text, depth),
            }
        }
        let close = span.end as usize - 1;
        self.leading(close, &indent(depth), body.is_empty());
        self.text.push_str(&indent(depth - 1));
        self.text.push('}');
        self.at = span.end as usize;
        self.trailing();
    }

    /// A line of a body, with the comments in front of it and behind it.
    pub(crate) fn line(&mut self, span: Span, is_first: bool, text: &str) {
        self.line_at(span, is_first, text, 1);
    }

    fn line_at(&mut self, span: Span, is_first: bool, text: &str, depth: usize) {
        let indent = indent(depth);
        self.leading(span.start as usize, &indent, is_first);
        self.keep_empty_line(span.start as usize, is_first && self.text.ends_with("{\n"));
        // Comments inside a statement move in front of it.
        self.leading(span.end as usize, &indent, true);
        self.text.push_str(text);
        self.at = span.end as usize;
        self.trailing();
    }

    /// Whether the source has an empty line between the position last copied from and an offset.
    pub(crate) fn has_empty_line(&self, end: usize) -> bool {
        let gap = self.source.get(self.at.min(end)..end).unwrap_or("");
        gap.bytes().filter(|byte| *byte == b'\n').count() > 1
    }

    pub(crate) fn keep_empty_line(&mut self, end: usize, is_first: bool) {
        if !is_first && self.has_empty_line(end) {
            self.text.push('\n');
        }
    }

    /// Comments up to an offset, each on its own line.
    pub(crate) fn leading(&mut self, end: usize, indent: &str, mut is_first: bool) {
        while let Some(comment) = self
            .comments
            .get(self.next_comment)
            .filter(|c| (c.start as usize) < end)
        {
            let is_start = self.text.is_empty();
            self.keep_empty_line(comment.start as usize, is_first || is_start);
            self.text.push_str(indent);
            self.text.push_str(&self.source[comment.range()]);
            self.text.push('\n');
            self.at = comment.end as usize;
            self.next_comment += 1;
            is_first = false;
        }
    }

    /// A trailing comment on the current line, and the end of the line.
    pub(crate) fn trailing(&mut self) {
        if let Some(comment) = self.comments.get(self.next_comment) {
            let start = comment.start as usize;
            let same_line = start >= self.at
                && self.source[self.at..start]
                    .trim_matches([' ', '\t', '\r'])
                    .is_empty();
            if same_line {
                self.text.push_str("  ");
                self.text.push_str(&self.source[comment.range()]);
                self.at = comment.end as usize;
                self.next_comment += 1;
            }
        }
        self.text.push('\n');
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }
}
