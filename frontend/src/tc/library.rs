//! The library of operators: TC texts that come with the tools, one file a family. `operators` says
//! what they are.

use tc_syntax::diagnostic::SourceFile;
use tc_syntax::tc::ast::Def;

/// The modules with their texts, those that people name first.
pub(crate) const TEXTS: &[(&str, &str)] = &[
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

/// What stands for the file of a module in diagnostics.
pub(crate) fn name_of(module: &str) -> String {
    format!("{FOLDER}{module}.tc")
}

/// The file of a module.
pub fn file(name: &str) -> Option<SourceFile> {
    Some(SourceFile::new(name_of(name), text(name)?))
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
