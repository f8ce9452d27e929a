//! What the operators of the library are, as far as their texts say it.
//!
//! The comment in front of a definition is its documentation: what it computes, in a paragraph;
//! then lines `Source: ..` and `Example: ..`, of which the second is a statement that calls it.

use super::hover::signature;
use super::library;
use tc_syntax::diagnostic::SourceFile;
use tc_syntax::tc::ast::Def;
use tc_syntax::tc::parse;

/// What the library says of an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// The module whose text defines it.
    pub module: &'static str,
    /// Its name.
    pub name: String,
    /// `softmax(float(N, D) X) -> (Y)`
    pub signature: String,
    /// Its inputs in order: name, type and default.
    pub inputs: Vec<(String, String, Option<String>)>,
    /// The names of its returns.
    pub returns: Vec<String>,
    /// What it computes.
    pub about: String,
    /// Where its definition is from.
    pub source: String,
    /// A statement that calls it.
    pub example: String,
    /// Which dimensions of arrays count as one where a call has more than the text: `all`, those in
    /// front of the last (`leading`), or none.
    pub batch: String,
}

/// The operators, in the order of the texts.
pub fn operators() -> Vec<Operator> {
    let mut all = Vec::new();
    for (module, text) in library::TEXTS {
        let file = SourceFile::new(library::name_of(module), *text);
        let parsed = parse(&file);
        let defs = parsed.program.defs.iter();
        all.extend(defs.map(|def| described(module, &file, def)));
    }
    all
}

/// The names that a module takes from others by `use`, each with the module that it names.
pub fn taken(module: &str) -> Vec<(String, String)> {
    let Some(file) = library::file(module) else {
        return Vec::new();
    };
    let imports = parse(&file).program.imports;
    let pairs = imports.iter().flat_map(|import| {
        let of = |name: &tc_syntax::tc::ast::Name| (name.to_string(), import.module.to_string());
        import.names.iter().map(of)
    });
    pairs.collect()
}

fn described(module: &'static str, file: &SourceFile, def: &Def) -> Operator {
    let mut about = String::new();
    let (mut source, mut example, mut batch) = (String::new(), String::new(), String::new());
    for line in library::comment(file, def).lines() {
        if let Some(text) = line.strip_prefix("Source:") {
            source = text.trim().to_owned();
        } else if let Some(text) = line.strip_prefix("Example:") {
            example = text.trim().to_owned();
        } else if let Some(text) = line.strip_prefix("Batch:") {
            batch = text.trim().to_owned();
        } else {
            if !about.is_empty() {
                about.push(' ');
            }
            about += line;
        }
    }
    let inputs = def.params.iter().map(|param| {
        let ty = param.ty.text(&param.ty.spelling);
        (param.name.to_string(), ty, param.default_text())
    });
    Operator {
        module,
        name: def.name.to_string(),
        signature: signature(def, |_| None),
        inputs: inputs.collect(),
        returns: def.returns.iter().map(|one| one.name.to_string()).collect(),
        about,
        source,
        example,
        batch,
    }
}
