//! The second language: tensor comprehensions in the notation of SaC (`docs/spec/sac.md`).
//!
//! | module | contents |
//! | --- | --- |
//! | [`syntax`] | tokens, syntax tree, parser with recovery |
//! | [`check`](mod@check) | names and types of elements: all errors of a file in one run |
//! | [`format`](mod@format) | canonical layout |
//! | [`shape`] | shapes without running: bound inference, dots, partitions |
//! | [`instantiate`] | shapes for symbolic extents: errors that need no arguments |
//! | [`lower`](mod@lower) | functions as definitions of the checked tree that TC text becomes too |
//! | [`text`](fn@text) | that tree as SaC text again |
//!
//! ```
//! use tc_dialects::diagnostic::SourceFile;
//!
//! let file = SourceFile::new("f.sac", "int[.] f(int[.] v) { return { [i] -> v[i+1] }; }");
//! assert_eq!(
//!     tc_frontend::sac::read(file).unwrap_err()[0].short(),
//!     "f.sac:1:31: error[TC0709]: no bound for `i`: no selection has it alone as a subscript",
//! );
//! ```

pub mod check;
pub mod format;
mod hover;
pub mod instantiate;
pub mod lower;
pub mod shape;
pub mod syntax;
mod write;

pub use check::{Checked, check};
pub use format::format;
pub use hover::hover;
pub use instantiate::{Known, shape_errors};
pub use lower::lower;
pub use write::text;

use crate::near::nearest;
use std::collections::HashMap;
use syntax::ast::Function;
use tc_dialects::diagnostic::{Code, Diagnostic, SourceFile};

/// Parses and checks a file, shapes included as far as they do not depend on arguments.
///
/// # Errors
/// All errors in names, types and shapes.
pub fn read(file: SourceFile) -> Result<Checked, Vec<Diagnostic>> {
    let checked = check(file);
    if checked.has_errors() {
        return Err(checked.diagnostics);
    }
    let errors = open_shape_errors(&checked);
    if errors.is_empty() {
        Ok(checked)
    } else {
        Err(errors)
    }
}

/// The errors in shapes that no arguments can make good: what needs numbers may have them once the
/// arguments are known.
pub fn open_shape_errors(checked: &Checked) -> Vec<Diagnostic> {
    let mut errors = shape_errors(checked, None);
    errors.retain(|one| !matches!(one.code, Some(Code::TC0705 | Code::TC0724)));
    errors
}

/// The function to compile: the one of that name, or the only one.
///
/// # Errors
/// A name that no function has, and no name where there are several.
pub fn choose<'c>(checked: &'c Checked, entry: Option<&str>) -> Result<&'c Function, Diagnostic> {
    let functions = &checked.parsed.program.functions;
    let names: Vec<&str> = functions.iter().map(|one| &*one.name.text).collect();
    match (entry, functions.as_slice()) {
        (None, [only]) => Ok(only),
        (None, []) => Err(Diagnostic::error(None, "the file defines nothing")),
        (None, _) => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let message = format!(
                "the file defines {}: choose one with --entry",
                names.join(", ")
            );
            Err(Diagnostic::error(None, message))
        }
        (Some(entry), _) => {
            let mut named = functions.iter().filter(|one| *one.name.text == *entry);
            match (named.next(), named.next()) {
                (Some(only), None) => Ok(only),
                (Some(_), Some(second)) => {
                    let message = format!("`{entry}` has several definitions");
                    let place = checked.file.place(second.name.span.range());
                    Err(Diagnostic::error(Code::TC0515, message)
                        .at(place, "again here")
                        .help("choose a function with one definition, which calls it"))
                }
                (None, _) => {
                    let message = format!("unknown function `{entry}`");
                    let error = Diagnostic::error(Code::TC0515, message);
                    Err(match nearest(entry, names) {
                        Some(near) => error.help(format!("did you mean `{near}`?")),
                        None => error,
                    })
                }
            }
        }
    }
}

/// The functions that can be an entry, which have one definition each, with the names of their
/// parameters.
pub fn names(checked: &Checked) -> Vec<(String, Vec<String>)> {
    let all = &checked.parsed.program.functions;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for one in all {
        *counts.entry(&one.name.text).or_default() += 1;
    }
    let functions = all.iter().filter(|one| counts[&*one.name.text] == 1);
    let of = |function: &Function| {
        let params = function.params.iter();
        let params = params.map(|param| param.name.text.to_string()).collect();
        (function.name.text.to_string(), params)
    };
    functions.map(of).collect()
}
