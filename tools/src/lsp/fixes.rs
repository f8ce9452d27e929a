//! Diagnostics in the protocol's form, the edits that they propose, and formatting.

use super::document::Document;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, DiagnosticRelatedInformation,
    DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Position, Range, TextEdit,
    WorkspaceEdit,
};
use std::collections::HashMap;
use tc_syntax::diagnostic::{Code, Diagnostic, Severity};

/// The compiler's diagnostics for the editor.
pub(super) fn diagnostics(document: &Document) -> Vec<lsp_types::Diagnostic> {
    let all = document.analysis().map(|analysis| &analysis.diagnostics);
    let all = all.into_iter().flatten();
    all.map(|diagnostic| convert(document, diagnostic))
        .collect()
}

fn convert(document: &Document, diagnostic: &Diagnostic) -> lsp_types::Diagnostic {
    let place = diagnostic
        .place()
        .and_then(|place| document.range_of(place));
    let mut message = diagnostic.message.clone();
    let main = diagnostic.primary.iter().map(|label| label.text.clone());
    let help = diagnostic.help.iter();
    let help = help.map(|help| format!("help: {}", help.text));
    for line in main.chain(diagnostic.notes.iter().cloned()).chain(help) {
        if !line.is_empty() {
            message = message + "\n" + &line;
        }
    }
    lsp_types::Diagnostic {
        range: place.unwrap_or_default(),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: diagnostic
            .code
            .map(|code| NumberOrString::String(code.to_string())),
        source: Some("tc".to_owned()),
        message,
        related_information: related(document, diagnostic),
        tags: matches!(diagnostic.code, Some(Code::TC0227 | Code::TC0229))
            .then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..Default::default()
    }
}

/// The secondary places of a diagnostic.
fn related(
    document: &Document,
    diagnostic: &Diagnostic,
) -> Option<Vec<DiagnosticRelatedInformation>> {
    let labels = diagnostic.labels.iter().filter_map(|label| {
        Some(DiagnosticRelatedInformation {
            location: Location {
                uri: document.uri().clone(),
                range: document.range_of(&label.place)?,
            },
            message: if label.text.is_empty() {
                "see also here".to_owned()
            } else {
                label.text.clone()
            },
        })
    });
    let labels: Vec<_> = labels.collect();
    (!labels.is_empty()).then_some(labels)
}

fn overlap(a: &Range, b: &Range) -> bool {
    a.start <= b.end && b.start <= a.end
}

/// The edits that diagnostics in a range propose.
pub(super) fn code_actions(document: &Document, range: Range) -> Vec<CodeActionOrCommand> {
    let all = document.analysis().map(|analysis| &analysis.diagnostics);
    let actions = all.into_iter().flatten().filter_map(|diagnostic| {
        let help = diagnostic.help.as_ref()?;
        let edit = help.edit.as_ref()?;
        let shown = convert(document, diagnostic);
        if !overlap(&shown.range, &range) {
            return None;
        }
        let edit = TextEdit {
            range: document.range_of(&edit.place)?,
            new_text: edit.replacement.clone(),
        };
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: title(&help.text, &edit.new_text),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![shown]),
            edit: Some(changes(document, vec![edit])),
            is_preferred: Some(true),
            ..Default::default()
        }))
    });
    actions.collect()
}

/// A help as the title of an action: `did you mean X?` becomes a proposal to write it.
fn title(help: &str, replacement: &str) -> String {
    if help.starts_with("did you mean") {
        format!("write `{replacement}`")
    } else {
        help.to_owned()
    }
}

/// Edits of one document.
pub(super) fn changes(document: &Document, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit {
        changes: Some(HashMap::from([(document.uri().clone(), edits)])),
        ..Default::default()
    }
}

/// The canonical layout as one edit; `None` while the text has syntax errors.
pub(super) fn formatting(document: &Document) -> Option<Vec<TextEdit>> {
    let analysis = document.analysis()?;
    let new_text = analysis
        .notation
        .format(&analysis.text.file().first())
        .ok()?;
    if new_text == document.lines().text() {
        return Some(Vec::new());
    }
    let start = Position::default();
    let end = document.lines().position(document.lines().text().len());
    let range = Range { start, end };
    Some(vec![TextEdit { range, new_text }])
}
