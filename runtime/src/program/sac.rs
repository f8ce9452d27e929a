//! Programs in the notation of SaC: a function is compiled for all extents if that is possible,
//! else for those of the inputs.

use crate::{
    errors::Errors,
    options::{Checking, Given},
    request::{
        inputs::{Input, Source},
        supplied::{self, Supplied},
    },
    way::Log,
};
use melior::{Context, ir::Module};
use std::sync::Arc;
use tc_dialects::diagnostic::Severity;
use tc_frontend::sac::{self, Known, lower::Lowered, syntax::ast};

/// Checks a text.
pub(crate) fn read(bytes: &[u8], name: &str, log: &mut Log) -> Result<sac::Checked, Errors> {
    let text = String::from_utf8_lossy(bytes);
    sac::read(log.outcome.sources.add(name, text))
}

/// The module of the entry, with the name of the entry and what is given for it.
pub(crate) fn compile<'c>(
    context: &'c Context,
    checked: &sac::Checked,
    checking: &Checking,
    given: &Given,
    log: &mut Log,
) -> Result<(Module<'c>, Given), Errors> {
    let function = sac::choose(checked, checking.entry.as_deref()).map_err(|error| vec![error])?;
    let supplied = supplied::read(&given.inputs)?;
    let known = known(function, &supplied, &given.sizes);
    let Lowered { def, mut notes } = sac::lower(checked, &function.name.text, &known)?;
    notes.retain(|one| checking.explain_ranges || one.severity != Severity::Note);
    log.tell(notes)?;
    let module = tc_frontend::emit::emit_defs(context, &checked.file, &[&def]);
    // Sizes that became numbers are not names of the definition.
    let is_left = |name: &str| {
        let became_number = known.sizes.contains_key(name);
        !became_number || def.sizes.iter().any(|size| *size.name == *name)
    };
    let sizes = given.sizes.iter().filter(|(name, _)| is_left(name));
    let given = Given {
        sizes: sizes.cloned().collect(),
        inputs: supplied.into_iter().map(input).collect(),
        open: given.open.clone(),
    };
    Ok((module, given))
}

/// What was read is not read again.
fn input(one: Supplied) -> Input {
    Input {
        name: one.name,
        source: match one.tensor {
            Some(tensor) => Source::Tensor(Arc::new(tensor)),
            None => one.source,
        },
    }
}

/// The extents and the values that are given.
fn known(function: &ast::Function, supplied: &[Supplied], sizes: &[(String, i64)]) -> Known {
    let mut known = Known::default();
    for param in &function.params {
        let name = &*param.name.text;
        let is_scalar = param.ty.shape == ast::ShapeClass::Axes(Vec::new());
        if let Some((_, value)) = sizes.iter().find(|(size, _)| size == name) {
            known.scalars.insert(name.to_owned(), *value);
        }
        let Some(one) = supplied.iter().find(|one| one.name == name) else {
            continue;
        };
        if let Source::Literal(text) = &one.source {
            known.shapes.insert(name.to_owned(), Vec::new());
            if let Ok(value) = text.parse() {
                known.scalars.insert(name.to_owned(), value);
            }
        } else if is_scalar {
            let value = one.tensor.as_ref().and_then(|one| one.get_integer(0));
            let value = value.and_then(|value| i64::try_from(value).ok());
            known
                .scalars
                .extend(value.map(|value| (name.to_owned(), value)));
        } else if let Some(shape) = one.shape() {
            known.shapes.insert(name.to_owned(), shape.to_vec());
        }
    }
    for (name, value) in sizes {
        if !known.scalars.contains_key(name) {
            known.sizes.insert(name.clone(), *value);
        }
    }
    known
}
