//! The entry of a program, and what is known of its arguments.

use super::check::Checked;
use super::instantiate::Known;
use crate::notation::{Contents, Declared, Supplied};
use std::collections::HashMap;
use tc_syntax::diagnostic::{Code, Diagnostic};
use tc_syntax::near::nearest;
use tc_syntax::sac::ast::{Function, ShapeClass};

/// The function to compile: the one of that name, or the only one.
///
/// # Errors
/// A name that no function has, and no name where there are several.
pub(super) fn choose<'c>(
    checked: &'c Checked,
    entry: Option<&str>,
) -> Result<&'c Function, Diagnostic> {
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

/// The functions that can be an entry, which have one definition each.
pub(super) fn declared(checked: &Checked) -> Vec<Declared<'_>> {
    let all = &checked.parsed.program.functions;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for one in all {
        *counts.entry(&one.name.text).or_default() += 1;
    }
    let functions = all.iter().filter(|one| counts[&*one.name.text] == 1);
    let of = |function: &Function| {
        let params = function.params.iter();
        Declared::Open {
            name: function.name.text.to_string(),
            inputs: params.map(|param| param.name.text.to_string()).collect(),
        }
    };
    functions.map(of).collect()
}

/// The extents and the values that are given.
pub(super) fn known(function: &Function, supplied: &Supplied) -> Known {
    let mut known = Known::default();
    for param in &function.params {
        let name = &*param.name.text;
        let is_scalar = param.ty.shape == ShapeClass::Axes(Vec::new());
        if let Some((_, value)) = supplied.sizes.iter().find(|(size, _)| size == name) {
            known.scalars.insert(name.to_owned(), *value);
        }
        let Some(one) = supplied.arguments.iter().find(|one| one.name == name) else {
            continue;
        };
        let (shape, value) = match &one.contents {
            Contents::Number(value) => (Some(Vec::new()), *value),
            Contents::Tensor { first, .. } if is_scalar => (None, *first),
            Contents::Tensor { shape, .. } => (shape.clone(), None),
        };
        known
            .shapes
            .extend(shape.map(|shape| (name.to_owned(), shape)));
        known
            .scalars
            .extend(value.map(|value| (name.to_owned(), value)));
    }
    for (name, value) in &supplied.sizes {
        if !known.scalars.contains_key(name) {
            known.sizes.insert(name.clone(), *value);
        }
    }
    known
}
