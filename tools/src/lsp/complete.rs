//! Completion: the names that can stand at a position, built-in functions, types and keywords.
//!
//! The text is mostly half-typed. The names of the definition come from the parsed text; in the
//! statement being typed, which may not parse, the words on its line count as indices.

use super::document::Document;
use super::hints::{index_of, shape, tensor_of};
use lsp_types::{CompletionItem, CompletionItemKind, Documentation, Position};
use std::collections::HashSet;
use tc_frontend::builtins;
use tc_frontend::tc::symbols::{Kind, Symbol};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::token::{CONSTANTS, KEYWORDS, TokenKind};

/// Everything that can be written at a position.
pub(super) fn completion(document: &Document, position: Position) -> Vec<CompletionItem> {
    let Some(analysis) = document.analysis() else {
        return Vec::new();
    };
    let offset = document.lines().offset(position);
    if analysis.in_comment(offset) {
        return Vec::new();
    }
    let mut items = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    let Some((number, def)) = analysis.def_at(offset) else {
        return vec![keyword("def")];
    };
    let inside = offset <= def.span.end as usize || def.broken;
    if !inside {
        return vec![keyword("def")];
    }
    let statement = analysis.statement_at(def, offset);
    for symbol in analysis.symbols.visible(number, statement) {
        if known.insert(&symbol.name) {
            items.push(name(document, symbol));
        }
    }
    for word in words_on_line(document, offset) {
        if builtins::lookup(word).is_none() && known.insert(word) {
            items.push(CompletionItem {
                label: word.to_owned(),
                kind: Some(CompletionItemKind::VARIABLE),
                sort_text: Some(format!("1{word}")),
                ..Default::default()
            });
        }
    }
    items.extend(builtins::supported_names().map(function));
    items.extend(["min", "max"].map(function));
    items.extend(Scalar::NAMES.iter().map(|(name, _)| CompletionItem {
        label: (*name).to_owned(),
        kind: Some(CompletionItemKind::TYPE_PARAMETER),
        sort_text: Some(format!("3{name}")),
        ..Default::default()
    }));
    let words = KEYWORDS.iter().filter(|word| **word != "def");
    items.extend(words.chain(&CONSTANTS).map(|word| keyword(word)));
    items
}

/// The names on the line, without the one being typed.
fn words_on_line(document: &Document, offset: usize) -> Vec<&str> {
    let text = document.lines().text();
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let end = text[offset..]
        .find('\n')
        .map_or(text.len(), |at| offset + at);
    let tokens = document
        .analysis()
        .map(|analysis| &analysis.tree().parsed.tokens);
    let on_line = tokens.into_iter().flatten().filter(|token| {
        let range = token.span.range();
        token.kind == TokenKind::Identifier
            && start <= range.start
            && range.end <= end
            && !(range.start <= offset && offset <= range.end)
    });
    on_line
        .filter_map(|token| text.get(token.span.range()))
        .collect()
}

fn keyword(word: &str) -> CompletionItem {
    CompletionItem {
        label: word.to_owned(),
        kind: Some(CompletionItemKind::KEYWORD),
        sort_text: Some(format!("4{word}")),
        ..Default::default()
    }
}

fn name(document: &Document, symbol: &Symbol) -> CompletionItem {
    CompletionItem {
        label: symbol.name.to_string(),
        kind: Some(match symbol.kind {
            Kind::Def | Kind::Builtin => CompletionItemKind::FUNCTION,
            Kind::Size => CompletionItemKind::CONSTANT,
            Kind::Index | Kind::Loop | Kind::Let => CompletionItemKind::VARIABLE,
            _ => CompletionItemKind::FIELD,
        }),
        detail: detail(document, symbol),
        sort_text: Some(format!("0{}", symbol.name)),
        ..Default::default()
    }
}

/// The type or range of a name.
fn detail(document: &Document, symbol: &Symbol) -> Option<String> {
    let analysis = document.analysis()?;
    match symbol.kind {
        Kind::Input => {
            let def = analysis.tree().parsed.program.defs.get(symbol.def)?;
            let param = def.params.iter().find(|one| one.name.text == symbol.name)?;
            Some(param.ty.text(param.ty.scalar))
        }
        Kind::Return | Kind::Temporary => tensor_of(analysis, symbol).map(shape),
        Kind::Index => {
            index_of(analysis, symbol).map(|index| format!("[{}, {})", index.low, index.high))
        }
        Kind::Size => Some("size".to_owned()),
        _ => None,
    }
}

fn function(name: &str) -> CompletionItem {
    let (call, about) = builtins::described(name).unwrap_or_default();
    CompletionItem {
        label: name.to_owned(),
        kind: Some(CompletionItemKind::FUNCTION),
        detail: Some(call),
        documentation: Some(Documentation::String(about.to_owned())),
        sort_text: Some(format!("2{name}")),
        ..Default::default()
    }
}
