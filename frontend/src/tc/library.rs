//! The library of operators: TC texts that come with the tools, one file a family.
//!
//! The comment in front of a definition is its documentation: what it computes, in a paragraph; then
//! lines `Source: ..` and `Example: ..`, of which the second is a statement that calls it.

use tc_syntax::diagnostic::SourceFile;
use tc_syntax::tc::ast::Def;
use tc_syntax::tc::parse;

/// The modules with their texts, those that people name first.
const TEXTS: &[(&str, &str)] = &[
    ("nn", include_str!("../../../library/nn.tc")),
    (
        "elementwise",
        include_str!("../../../library/elementwise.tc"),
    ),
    ("reductions", include_str!("../../../library/reductions.tc")),
    ("norms", include_str!("../../../library/norms.tc")),
    (
        "convolutions",
        include_str!("../../../library/convolutions.tc"),
    ),
    ("pooling", include_str!("../../../library/pooling.tc")),
    ("attention", include_str!("../../../library/attention.tc")),
    ("losses", include_str!("../../../library/losses.tc")),
    ("gathers", include_str!("../../../library/gathers.tc")),
    ("linalg", include_str!("../../../library/linalg.tc")),
    ("signal", include_str!("../../../library/signal.tc")),
    ("recurrent", include_str!("../../../library/recurrent.tc")),
    ("quantised", include_str!("../../../library/quantised.tc")),
];

/// How the names of the files of the library begin in diagnostics.
const FOLDER: &str = "<library>/";

/// Whether a file is one of the library.
pub fn is_of_library(file: &str) -> bool {
    file.starts_with(FOLDER)
}

/// The names of the modules.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name)
}

/// The text of a module.
pub fn text(name: &str) -> Option<&'static str> {
    let found = TEXTS.iter().find(|(module, _)| *module == name)?;
    Some(found.1)
}

/// The file of a module.
pub fn file(name: &str) -> Option<SourceFile> {
    Some(SourceFile::new(format!("{FOLDER}{name}.tc"), text(name)?))
}

/// The comment directly in front of a definition, without `#`; lines are kept.
pub fn comment(file: &SourceFile, def: &Def) -> String {
    let mut lines = Vec::new();
    let mut number = file.position(def.span.start as usize).line;
    let base = number;
    let text = file.text();
    let start = def.span.start as usize;
    for line in text[..start]
        .lines()
        .rev()
        .skip(usize::from(!text[..start].ends_with('\n')))
    {
        let Some(comment) = line.trim().strip_prefix('#') else {
            break;
        };
        number -= 1;
        lines.push(comment.trim().to_owned());
        if number + 64 < base {
            break;
        }
    }
    lines.reverse();
    lines.join("\n")
}

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
    for (module, text) in TEXTS {
        let file = SourceFile::new(format!("{FOLDER}{module}.tc"), *text);
        let parsed = parse(&file);
        let defs = parsed.program.defs.iter();
        all.extend(defs.map(|def| described(module, &file, def)));
    }
    all
}

/// The names that a module takes from others by `use`, each with the module that it names.
pub fn taken(module: &str) -> Vec<(String, String)> {
    let Some(file) = file(module) else {
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
    for line in comment(file, def).lines() {
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
        signature: super::hover::signature(def, |_| None),
        inputs: inputs.collect(),
        returns: def.returns.iter().map(|one| one.name.to_string()).collect(),
        about,
        source,
        example,
        batch,
    }
}
