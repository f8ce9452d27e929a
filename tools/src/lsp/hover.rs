//! Hover: what the frontend says of a name, and for TC text what was inferred: shapes, the range of
//! an index and its derivation.

use super::analysis::Analysis;
use super::document::Document;
use super::hints::{derivation, index_of, shape, tensor_of};
use super::navigate;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};
use tc_frontend::notation;
use tc_frontend::tc::hover::{index_kind, role};
use tc_frontend::tc::symbols::{Kind, Symbol};
use tc_syntax::tc::ast::Def;

/// The hover text of the name or operator at a position.
pub(super) fn hover(document: &Document, position: Position) -> Option<Hover> {
    let analysis = document.analysis()?;
    let found = navigate::symbol_at(document, position).and_then(|(found, symbol)| {
        let (code, about) = inferred(analysis, symbol)?;
        let span = found.span.range();
        Some(notation::Hover { code, about, span })
    });
    let offset = document.lines().offset(position);
    let found = found.or_else(|| analysis.text.hover(offset))?;
    let language = analysis.notation.ending();
    let code = format!("```{language}\n{}\n```", found.code);
    let value = match (found.code.is_empty(), found.about.is_empty()) {
        (true, _) => found.about,
        (false, true) => code,
        (false, false) => format!("{code}\n{}", found.about),
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(document.lines().range(found.span)),
    })
}

/// The code and the sentence on a symbol of which more was inferred than the text says.
fn inferred(analysis: &Analysis, symbol: &Symbol) -> Option<(String, String)> {
    let def = analysis.tree().parsed.program.defs.get(symbol.def)?;
    match symbol.kind {
        Kind::Def => Some((signature(analysis, def), String::new())),
        Kind::Return | Kind::Temporary => tensor(analysis, def, symbol),
        Kind::Index => Some((String::new(), index(analysis, def, symbol)?)),
        _ => None,
    }
}

/// A definition as it is declared, with the shapes of its returns.
pub(super) fn signature(analysis: &Analysis, def: &Def) -> String {
    let explanation = analysis.explanations.get(&*def.name.text);
    tc_frontend::tc::hover::signature(def, |name| {
        let mut tensors = explanation?.tensors.iter();
        let tensor = tensors.find(|tensor| *tensor.name == *name)?;
        Some(format!("{} {name}", shape(tensor)))
    })
}

fn tensor(analysis: &Analysis, def: &Def, symbol: &Symbol) -> Option<(String, String)> {
    let made = tensor_of(analysis, symbol)?;
    let code = format!("{} {}", shape(made), symbol.name);
    let mut text = role(analysis.tree(), def, symbol).to_owned();
    if made.origin.iter().any(|low| low != "0") {
        text += &format!("; element {} is stored first", made.origin.join(", "));
    }
    if !made.conditions.is_empty() {
        text += &format!("; for {}", made.conditions.join(" and "));
    }
    Some((code, text))
}

fn index(analysis: &Analysis, def: &Def, symbol: &Symbol) -> Option<String> {
    let found = index_of(analysis, symbol)?;
    let (kind, name) = (index_kind(def, symbol), &symbol.name);
    let mut text = format!("{kind} `{name}` in [{}, {})", found.low, found.high);
    for line in derivation(found) {
        text += &format!("\n- {line}");
    }
    Some(text)
}
