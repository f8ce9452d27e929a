//! The buffers of an entry below the `tc` level.

use super::{
    call::{Argument, Call},
    not_given,
};
use crate::{
    errors::Errors,
    options::Contents,
    program::entries::{Entry, Parameter},
    request::{inputs::Source, supplied::Supplied},
};
use tc_dialects::tensor::{ElementType, Tensor};
use tc_syntax::diagnostic::{Code, Diagnostic};

/// Checks the inputs and sizes given for an entry and makes its buffers.
///
/// # Errors
/// All names, types and shapes that do not fit.
pub(crate) fn bind(
    entry: &Entry,
    sizes: &[(String, i64)],
    supplied: &[Supplied],
    contents: Contents,
) -> Result<Call, Errors> {
    let mut errors = unknown_names(entry, sizes, supplied);
    let mut call = Call::default();
    for parameter in &entry.parameters {
        let supplied = supplied.iter().find(|one| one.name == parameter.name);
        let result = match supplied.filter(|_| parameter.is_given()) {
            None if parameter.is_given() && contents == Contents::Given => {
                Err(not_given(&parameter.name, &entry.name))
            }
            supplied => buffer(parameter, supplied, contents),
        };
        match result {
            Ok(argument) => call.buffers.extend(argument),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        Ok(call)
    } else {
        Err(errors)
    }
}

fn unknown_names(entry: &Entry, sizes: &[(String, i64)], given: &[Supplied]) -> Errors {
    let inputs: Vec<&Parameter> = entry
        .parameters
        .iter()
        .filter(|one| one.is_given())
        .collect();
    let listed: Vec<String> = inputs.iter().map(|one| format!("`{}`", one.name)).collect();
    let unknown = given
        .iter()
        .filter(|one| !inputs.iter().any(|input| input.name == one.name));
    let mut errors: Errors = unknown
        .map(|one| {
            let message = format!("`{}` has no input `{}`", entry.name, one.name);
            Diagnostic::error(Code::TC0501, message)
                .help(format!("its inputs are {}", listed.join(", ")))
        })
        .collect();
    let known = |name: &String| entry.sizes.iter().any(|(size, _)| size == name);
    let unknown = sizes.iter().filter(|(name, _)| !known(name));
    errors.extend(unknown.map(|(name, _)| {
        let message = format!("`{}` has no size `{name}`", entry.name);
        let names: Vec<String> = entry
            .sizes
            .iter()
            .map(|(size, _)| format!("`{size}`"))
            .collect();
        Diagnostic::error(None, message).help(if names.is_empty() {
            "all its extents are numbers: give sizes where the module is made".to_owned()
        } else {
            format!("its sizes are {}", names.join(", "))
        })
    }));
    errors
}

/// The memory of one argument, if the entry is to run.
fn buffer(
    parameter: &Parameter,
    supplied: Option<&Supplied>,
    contents: Contents,
) -> Result<Option<Argument>, Diagnostic> {
    let Parameter {
        name,
        element,
        shape,
        ..
    } = parameter;
    let given = supplied.and_then(|one| one.tensor.as_ref());
    let given = given.map(|tensor| fitting(parameter, tensor)).transpose()?;
    if !contents.has_tensors() {
        return Ok(None);
    }
    let made = || match (parameter.is_given(), supplied) {
        (false, _) => Tensor::zeros(*element, shape),
        (true, None) => Source::Random(0).generate(name, *element, shape),
        (true, Some(one)) => one.source.generate(name, *element, shape),
    };
    let tensor = match given {
        Some(tensor) => tensor,
        None => made()
            .map_err(|reason| Diagnostic::error(None, format!("argument `{name}`: {reason}")))?,
    };
    Ok(Some(Argument {
        name: name.clone(),
        given: parameter.is_given(),
        returned: parameter.is_returned(),
        tensor,
    }))
}

/// A given tensor as its argument. Integers have no sign below the `tc` level: only the bits count.
fn fitting(parameter: &Parameter, tensor: &Tensor) -> Result<Tensor, Diagnostic> {
    let Parameter {
        name,
        element,
        shape,
        ..
    } = parameter;
    let found = tensor.element_type();
    let integer = |ty: ElementType| !ty.is_float() && ty != ElementType::Bool;
    let same_bits = integer(found) && integer(*element) && found.size() == element.size();
    if found != *element && !same_bits {
        let message = format!("input `{name}`: expected {element}, found {found}");
        return Err(Diagnostic::error(Code::TC0502, message));
    }
    if tensor.rank() != shape.len() {
        let plural = if shape.len() == 1 { "" } else { "s" };
        let message = format!(
            "input `{name}`: expected {} dimension{plural}, found {}",
            shape.len(),
            tensor.rank()
        );
        return Err(Diagnostic::error(Code::TC0503, message));
    }
    if let Some(dim) = (0..shape.len()).find(|dim| shape[*dim] != tensor.shape()[*dim]) {
        let (wanted, found) = (shape[dim], tensor.shape()[dim]);
        let message = format!("`{name}.{dim}` must be {wanted}, found {found}");
        return Err(Diagnostic::error(Code::TC0504, message));
    }
    Tensor::from_bytes(*element, shape, tensor.bytes())
        .map_err(|reason| Diagnostic::error(None, format!("input `{name}`: {reason}")))
}
