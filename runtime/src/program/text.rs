//! From the `tc` dialect back to text: TC and SaC programs, and canonical forms.
//!
//! ```text
//! module ─► raise ─► syntax tree ─► text
//!             ▲                      │ compiled again
//!             └─── the same tree? ◄──┘
//! ```
//! A text is returned only if it means what the module means: compiled again it must raise to the
//! same tree, and if the module has preconditions, inference must find the same ones again.

use crate::{errors::Errors, way};
use melior::{Context, ir::Module};
use std::collections::HashMap;
use tc_dialects::diagnostic::{Diagnostic, SourceFile};
use tc_frontend::emit::emit_defs;
use tc_frontend::grad::derive;
use tc_frontend::raise::raise_at;
use tc_frontend::sac;
use tc_frontend::{Options, Raised, canonical, raise};
use tc_pipelines::Bindings;

/// Sizes and integer scalars stay names.
fn symbolic() -> Options {
    Options {
        free_sizes: true,
        ..Options::default()
    }
}

/// Inlines calls, infers ranges and checks in-place updates.
///
/// # Errors
/// What the passes report.
fn infer(context: &Context, module: &mut Module<'_>) -> Result<(), Errors> {
    let stage = tc_pipelines::to_tc(&Bindings::default());
    way::run(context, module, &stage).map(|_| ())
}

/// The canonical form of each definition with its name, in text order; calls are inlined and ranges
/// inferred first.
///
/// # Errors
/// What inference refuses, and operations that the language does not have.
pub fn canonical_forms(
    context: &Context,
    module: &mut Module<'_>,
    entry: Option<&str>,
) -> Result<Vec<(String, String)>, Errors> {
    infer(context, module)?;
    let raised = raise(module, entry)?;
    raised
        .iter()
        .map(|one| Ok((one.def.name.to_string(), canonical(one)?)))
        .collect::<Result<_, Diagnostic>>()
        .map_err(|error| vec![error])
}

/// The definitions of a module as TC text in canonical layout.
///
/// # Errors
/// What TC text cannot express, by name; a module whose text would have another meaning.
pub fn tc_text(
    context: &Context,
    module: &Module<'_>,
    entry: Option<&str>,
) -> Result<String, Errors> {
    let raised = raise(module, entry)?;
    let text = tc_frontend::format::print(&tc_frontend::raise::program(&raised)?);
    let file = SourceFile::new("<raised>", text.as_str());
    let compiled = tc_frontend::compile(context, file, None, &symbolic())
        .map_err(|errors| refused("TC", &raised, &errors))?;
    let again = raise(&compiled.module, None)?;
    for (one, other) in raised.iter().zip(&again) {
        same_meaning(one, other)?;
    }
    if raised.iter().any(|one| !one.preconditions.is_empty()) {
        let mut module = compiled.module;
        same_preconditions(context, &mut module, &raised)?;
    }
    Ok(text)
}

/// The definitions of a module as SaC text in canonical layout; calls are inlined and ranges
/// inferred first. The results of a function have no names: they are those of the definition in
/// order.
///
/// # Errors
/// What the notation does not have, by name; a definition whose text, compiled again, would not
/// have the same canonical form.
pub fn sac_text(
    context: &Context,
    module: &mut Module<'_>,
    entry: Option<&str>,
) -> Result<String, Errors> {
    infer(context, module)?;
    let raised = raise(module, entry)?;
    let text = sac::text(&raised)?;
    let file = SourceFile::new("<raised>", text.as_str());
    let checked = sac::read(file).map_err(|errors| refused("SaC", &raised, &errors))?;
    for one in &raised {
        let name = &one.def.name;
        let lowered = sac::lower(&checked, name, &sac::Known::default());
        let lowered = lowered.map_err(|errors| refused("SaC", &raised, &errors))?;
        let mut again = emit_defs(context, &checked.file, &[&lowered.def]);
        let wanted = canonical(one).map_err(|error| vec![error])?;
        let found = canonical_forms(context, &mut again, Some(name))?;
        if !found.iter().any(|(_, found)| *found == wanted) {
            let found = found.into_iter().map(|(_, form)| form).collect::<String>();
            return Err(another_meaning("SaC", one, &wanted, &found));
        }
    }
    Ok(text)
}

/// The gradients of the definitions of a module that was compiled from `file`, as TC text. Calls
/// are inlined and ranges inferred first.
///
/// # Errors
/// What inference refuses, and what has no gradient.
pub fn gradient(
    context: &Context,
    module: &mut Module<'_>,
    entry: Option<&str>,
    file: &SourceFile,
) -> Result<String, Errors> {
    infer(context, module)?;
    let raised = raise_at(module, entry, file)?;
    let (mut derived, mut errors) = (Vec::new(), Vec::new());
    for mut one in raised {
        match derive(&one.def, file) {
            Ok(def) => {
                one.def = def;
                derived.push(one);
            }
            Err(more) => errors.extend(more),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let text = tc_frontend::format::print(&tc_frontend::raise::program(&derived)?);
    let again = SourceFile::new("<gradient>", text.as_str());
    let compiled = tc_frontend::compile(context, again, None, &symbolic());
    let mut compiled = compiled.map_err(|errors| refused("TC", &derived, &errors))?;
    infer(context, &mut compiled.module).map_err(|errors| refused("TC", &derived, &errors))?;
    Ok(text)
}

/// Errors in a generated text, reported on the module.
fn refused(notation: &str, raised: &[Raised], errors: &[Diagnostic]) -> Errors {
    let place = raised.first().and_then(|one| one.place.clone());
    errors
        .iter()
        .filter(|error| error.is_error())
        .map(|error| {
            let message = format!(
                "the module cannot be written as {notation} text: {}",
                error.message
            );
            let mut told = Diagnostic::error(error.code, message).at(place.clone(), "");
            told.notes = error.notes.clone();
            told
        })
        .collect()
}

fn without_preconditions(raised: &Raised) -> Raised {
    Raised {
        preconditions: Vec::new(),
        ..raised.clone()
    }
}

fn same_meaning(one: &Raised, other: &Raised) -> Result<(), Errors> {
    let outline = |raised: &Raised| {
        tc_frontend::canonical::outline(&without_preconditions(raised)).map_err(|error| vec![error])
    };
    let (wanted, found) = (outline(one)?, outline(other)?);
    if wanted == found {
        Ok(())
    } else {
        Err(another_meaning("TC", one, &wanted, &found))
    }
}

/// A definition, and where the forms of it and of its text begin to differ.
fn another_meaning(notation: &str, one: &Raised, wanted: &str, found: &str) -> Errors {
    let at = wanted
        .bytes()
        .zip(found.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let shown = |text: &str| -> String {
        let from = text[..at].rfind('(').unwrap_or(0);
        text[from..].chars().take(60).collect()
    };
    let message = format!(
        "`{}` cannot be written as {notation} text: the text would have another meaning",
        one.def.name
    );
    let error = Diagnostic::error(None, message)
        .at(one.place.clone(), "")
        .with_note(format!(
            "expected {}, found {}",
            shown(wanted),
            shown(found)
        ));
    vec![error]
}

/// Checks that range inference on the text finds the preconditions of the module again.
fn same_preconditions(
    context: &Context,
    module: &mut Module<'_>,
    raised: &[Raised],
) -> Result<(), Errors> {
    infer(context, module)?;
    let inferred: HashMap<String, Vec<String>> = raise(module, None)?
        .into_iter()
        .map(|one| (one.def.name.to_string(), one.preconditions))
        .collect();
    for one in raised {
        let found = inferred.get(&*one.def.name).cloned().unwrap_or_default();
        let lost = one.preconditions.iter().find(|text| !found.contains(text));
        if let Some(lost) = lost {
            let message = format!(
                "`{}` cannot be written as TC text: its precondition `{lost}` has no spelling",
                one.def.name
            );
            let error = Diagnostic::error(None, message).at(one.place.clone(), "");
            return Err(vec![
                error.help("translate the module as it was before `tc-inline-calls`"),
            ]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod round_trip_tests;
#[cfg(test)]
mod tests;
