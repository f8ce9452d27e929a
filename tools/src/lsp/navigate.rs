//! Definition, references, highlight, outline, rename: questions about names.

use super::analysis::options;
use super::document::{Document, Lines};
use super::{Refusal, fixes};
use lsp_types::{
    DocumentHighlight, DocumentSymbol, Location, Position, Range, SymbolKind, TextEdit, Uri,
    WorkspaceEdit,
};
use std::collections::HashSet;
use std::path::Path;
use tc_frontend::builtins;
use tc_frontend::tc::symbols::{Kind, Occurrence, Symbol, Symbols};
use tc_frontend::tc::{Checked, check, hover, library};
use tc_syntax::Span;
use tc_syntax::diagnostic::SourceFile;
use tc_syntax::tc::lexer::is_name;

/// The symbol at a position.
pub(super) fn symbol_at(document: &Document, position: Position) -> Option<(Occurrence, &Symbol)> {
    let symbols = &document.analysis()?.symbols;
    let found = symbols.at(document.lines().offset(position))?;
    Some((found, &symbols.symbols[found.symbol]))
}

fn range(document: &Document, span: Span) -> Range {
    document.lines().range(span.range())
}

fn location(document: &Document, span: Span) -> Location {
    Location {
        uri: document.uri().clone(),
        range: range(document, span),
    }
}

/// Where the name at a position is declared.
pub(super) fn definition(document: &Document, position: Position) -> Option<Location> {
    if let Some(found) = definition_in_module(document, position) {
        return Some(found);
    }
    let (_, symbol) = symbol_at(document, position)?;
    let declared = symbol.kind != Kind::Builtin;
    declared.then(|| location(document, symbol.declaration))
}

/// Where the operator of a module at a position is defined. The text of a module of the library is
/// written to a folder for temporary files, where an editor can show it.
fn definition_in_module(document: &Document, position: Position) -> Option<Location> {
    let tree = document.analysis()?.tree();
    let (_, def) = hover::imported(tree, document.lines().offset(position))?;
    let place = tree.file.place(def.name.span.range());
    let mut files = tree.file.files().into_iter();
    let module = files.find(|file| *file.name() == place.file)?;
    let path = if library::is_of_library(&place.file) {
        let folder = std::env::temp_dir().join("tensorcomp-library");
        std::fs::create_dir_all(&folder).ok()?;
        let path = folder.join(place.file.rsplit('/').next()?);
        std::fs::write(&path, module.text()).ok()?;
        path
    } else {
        std::fs::canonicalize(&*place.file).ok()?
    };
    let lines = Lines::new(module.text().to_owned());
    Some(Location {
        uri: uri_of(&path)?,
        range: lines.range(module.range(&place)),
    })
}

/// The URI of a file.
fn uri_of(path: &Path) -> Option<Uri> {
    let mut text = String::from("file://");
    for byte in path.to_str()?.bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'~' => text.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            byte => text += &format!("%{byte:02X}"),
        }
    }
    text.parse().ok()
}

/// All places where the name at a position is used.
pub(super) fn references(
    document: &Document,
    position: Position,
    declaration: bool,
) -> Option<Vec<Location>> {
    let (found, symbol) = symbol_at(document, position)?;
    let symbols = &document.analysis()?.symbols;
    let spans = symbols
        .occurrences_of(found.symbol)
        .filter(|span| declaration || *span != symbol.declaration);
    Some(spans.map(|span| location(document, span)).collect())
}

/// The same for the document that is shown.
pub(super) fn highlight(document: &Document, position: Position) -> Option<Vec<DocumentHighlight>> {
    let (found, _) = symbol_at(document, position)?;
    let symbols = &document.analysis()?.symbols;
    let spans = symbols.occurrences_of(found.symbol);
    Some(
        spans
            .map(|span| DocumentHighlight {
                range: range(document, span),
                kind: None,
            })
            .collect(),
    )
}

/// The definitions of a file.
pub(super) fn outline(document: &Document) -> Option<Vec<DocumentSymbol>> {
    let program = &document.analysis()?.tree().parsed.program;
    let symbols = program.defs.iter().map(|def| {
        #[allow(deprecated)] // the field must be given
        DocumentSymbol {
            name: def.name.text.to_string(),
            detail: None,
            kind: SymbolKind::FUNCTION,
            tags: None,
            deprecated: None,
            range: range(document, def.span),
            selection_range: range(document, def.name.span),
            children: None,
        }
    });
    Some(symbols.collect())
}

/// The name that a rename would change.
pub(super) fn prepare_rename(
    document: &Document,
    position: Position,
) -> Result<Option<Range>, Refusal> {
    match symbol_at(document, position) {
        Some((_, symbol)) if symbol.kind == Kind::Builtin => Err(built_in(symbol)),
        Some((found, _)) => Ok(Some(range(document, found.span))),
        None => Ok(None),
    }
}

fn built_in(symbol: &Symbol) -> Refusal {
    Refusal::failed(format!(
        "`{}` is a built-in function and keeps its name",
        symbol.name
    ))
}

/// Renames a symbol everywhere, if the new name is free.
pub(super) fn rename(
    document: &Document,
    position: Position,
    new_name: &str,
) -> Result<WorkspaceEdit, Refusal> {
    let Some((found, symbol)) = symbol_at(document, position) else {
        return Err(Refusal::failed("expected a name at this position"));
    };
    check_new_name(document, symbol, new_name)?;
    let analysis = document.analysis();
    let spans = analysis.map(|analysis| analysis.symbols.occurrences_of(found.symbol));
    let spans: Vec<Span> = spans.into_iter().flatten().collect();
    check_meaning(document, &spans, new_name)?;
    let edits = spans.into_iter().map(|span| TextEdit {
        range: range(document, span),
        new_text: new_name.to_owned(),
    });
    Ok(fixes::changes(document, edits.collect()))
}

/// The text with the new name at these places must have the same symbols in the same places, and no
/// additional error.
fn check_meaning(document: &Document, spans: &[Span], new_name: &str) -> Result<(), Refusal> {
    let Some(analysis) = document.analysis() else {
        return Ok(());
    };
    let text = document.lines().text();
    let (mut renamed, mut done) = (String::new(), 0);
    for span in spans {
        renamed += &text[done..span.range().start];
        renamed += new_name;
        done = span.range().end;
    }
    renamed += &text[done..];
    let file = SourceFile::new(document.uri().as_str(), renamed);
    let after = check(file, &options());
    let meanings = |symbols: &Symbols| -> Vec<usize> {
        let occurrences = symbols.occurrences.iter();
        occurrences.map(|one| one.symbol).collect()
    };
    if meanings(&Symbols::of(&after.parsed.program)) != meanings(&analysis.symbols) {
        let reason = format!("`{new_name}` would change what other names stand for");
        return Err(Refusal::failed(reason));
    }
    let errors = |checked: &Checked| {
        let all = checked.diagnostics.iter();
        all.filter(|one| one.is_error()).count()
    };
    if errors(&after) <= errors(analysis.tree()) {
        return Ok(());
    }
    let known: HashSet<&str> = analysis
        .tree()
        .diagnostics
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    let mut new = after.diagnostics.iter().filter(|one| one.is_error());
    let new = new.find(|one| !known.contains(one.message.as_str()));
    let reason = new.map_or("an error more", |error| &error.message);
    Err(Refusal::failed(format!(
        "with the name `{new_name}` the program has an error: {reason}"
    )))
}

fn check_new_name(document: &Document, symbol: &Symbol, new_name: &str) -> Result<(), Refusal> {
    if symbol.kind == Kind::Builtin {
        return Err(built_in(symbol));
    }
    if !is_name(new_name) {
        return Err(Refusal::failed(format!(
            "`{new_name}` is not a name: expected letters, digits and `_`, and no reserved word"
        )));
    }
    let Some(analysis) = document.analysis() else {
        return Err(Refusal::failed("the document was not analysed"));
    };
    let defs = &analysis.tree().parsed.program.defs;
    if let Some(broken) = defs.iter().find(|def| def.broken) {
        let whole_file = symbol.kind == Kind::Def;
        if whole_file || defs[symbol.def].broken {
            return Err(Refusal::failed(format!(
                "correct the syntax errors of `{}` first: names in them cannot be found",
                broken.name
            )));
        }
    }
    if builtins::lookup(new_name).is_some() {
        return Err(Refusal::failed(format!(
            "`{new_name}` is a built-in function"
        )));
    }
    let clashes = |other: &&Symbol| {
        *other.name == *new_name
            && other.kind != Kind::Builtin
            && match (symbol.kind, other.kind) {
                (Kind::Def, Kind::Def) => true,
                (Kind::Def, _) | (_, Kind::Def) => false,
                _ if symbol.def != other.def => false,
                // Indices and definitions of other statements have scopes of their own.
                (Kind::Index | Kind::Let, Kind::Index | Kind::Let) => {
                    symbol.statement == other.statement
                }
                (Kind::Loop, Kind::Index | Kind::Let | Kind::Loop)
                | (Kind::Index | Kind::Let, Kind::Loop) => share_a_statement(symbol, other),
                _ => true,
            }
    };
    match analysis.symbols.symbols.iter().find(clashes) {
        Some(other) if other.declaration != symbol.declaration => Err(Refusal::failed(format!(
            "`{new_name}` is already {}",
            describe(other.kind)
        ))),
        _ => Ok(()),
    }
}

/// Whether a statement sees both of two indices, of which one is of a loop.
fn share_a_statement(a: &Symbol, b: &Symbol) -> bool {
    let numbers = |symbol: &Symbol| match (&symbol.within, symbol.statement) {
        (Some(within), _) => within.clone(),
        (None, Some(statement)) => statement..statement + 1,
        (None, None) => 0..0,
    };
    let (a, b) = (numbers(a), numbers(b));
    a.start < b.end && b.start < a.end
}

/// `a size`, `an index`, ...
pub(super) fn describe(kind: Kind) -> &'static str {
    match kind {
        Kind::Def => "a definition",
        Kind::Size => "a size",
        Kind::Input => "an input",
        Kind::Return => "a return",
        Kind::Temporary => "a temporary",
        Kind::Index => "an index",
        Kind::Loop => "a loop index",
        Kind::Let => "defined by `where`",
        Kind::Builtin => "a built-in function",
    }
}
