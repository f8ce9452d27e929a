//! From the `tc` dialect back to text, in each notation, and canonical forms.
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
use tc_frontend::grad::derive;
use tc_frontend::{Notation, Text, canonical, notation::Supplied, raised::Raised, tc::Options};
use tc_pipelines::Bindings;
use tc_syntax::diagnostic::{Diagnostic, SourceFile};
use tc_translation::{raise, raise_at};

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

/// The definitions of a module as text in canonical layout. A notation that needs ranges has calls
/// inlined and ranges inferred first; one without names for results has them in order.
///
/// # Errors
/// What the notation does not have, by name; a module whose text would have another meaning.
pub fn written(
    context: &Context,
    module: &mut Module<'_>,
    entry: Option<&str>,
    notation: &dyn Notation,
) -> Result<String, Errors> {
    if notation.writes_ranges() {
        infer(context, module)?;
    }
    let raised = raise(module, entry)?;
    let text = notation.write(&raised)?;
    let file = SourceFile::new("<raised>", text.as_str());
    let again = notation
        .read(file, &symbolic())
        .map_err(|errors| refused(notation.name(), &raised, &errors))?;
    if notation.writes_ranges() {
        for one in &raised {
            same_form(context, one, &*again, notation.name())?;
        }
    } else {
        let mut module = emitted(context, &*again, None)
            .map_err(|errors| refused(notation.name(), &raised, &errors))?;
        for (one, other) in raised.iter().zip(&raise(&module, None)?) {
            same_meaning(one, other, notation.name())?;
        }
        if raised.iter().any(|one| !one.preconditions.is_empty()) {
            same_preconditions(context, &mut module, &raised, notation.name())?;
        }
    }
    Ok(text)
}

/// The module of a text for all extents.
fn emitted<'c>(
    context: &'c Context,
    text: &dyn Text,
    entry: Option<&str>,
) -> Result<Module<'c>, Errors> {
    let lowered = text.lower(entry, &mut || Ok(Supplied::default()))?;
    let defs = lowered.defs.iter().map(AsRef::as_ref);
    Ok(tc_translation::emit(context, text.file(), defs))
}

/// Checks that the text of a definition, compiled again, has the same canonical form.
fn same_form(
    context: &Context,
    one: &Raised,
    text: &dyn Text,
    notation: &str,
) -> Result<(), Errors> {
    let name = Some(&*one.def.name);
    let again = emitted(context, text, name);
    let mut again =
        again.map_err(|errors| refused(notation, std::slice::from_ref(one), &errors))?;
    let wanted = canonical(one).map_err(|error| vec![error])?;
    let found = canonical_forms(context, &mut again, name)?;
    if found.iter().any(|(_, found)| *found == wanted) {
        return Ok(());
    }
    let found = found.into_iter().map(|(_, form)| form).collect::<String>();
    Err(another_meaning(notation, one, &wanted, &found))
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
    let text = tc_frontend::tc::write::text(&derived)?;
    let again = SourceFile::new("<gradient>", text.as_str());
    let compiled = tc_translation::compile(context, again, None, &symbolic());
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

fn same_meaning(one: &Raised, other: &Raised, notation: &str) -> Result<(), Errors> {
    let outline = |raised: &Raised| {
        tc_frontend::canonical::outline(&without_preconditions(raised)).map_err(|error| vec![error])
    };
    let (wanted, found) = (outline(one)?, outline(other)?);
    if wanted == found {
        Ok(())
    } else {
        Err(another_meaning(notation, one, &wanted, &found))
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
    notation: &str,
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
                "`{}` cannot be written as {notation} text: its precondition `{lost}` has no spelling",
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
