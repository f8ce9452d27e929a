//! The inputs that a caller names, with the contents of those that are in files.

use super::inputs::{Input, Source};
use crate::errors::Errors;
use tc_dialects::tensor::Tensor;
use tc_syntax::diagnostic::Diagnostic;

/// An input as the caller names it, with its values if it comes from a file.
pub(crate) struct Supplied {
    /// The name of the entry's argument.
    pub(crate) name: String,
    /// Where the contents come from.
    pub(crate) source: Source,
    /// The contents of a file; none for what is made once the shape is known.
    pub(crate) tensor: Option<Tensor>,
}

impl Supplied {
    /// Its shape, as far as it is known before the call is bound.
    pub(crate) fn shape(&self) -> Option<&[usize]> {
        match (&self.tensor, &self.source) {
            (Some(tensor), _) => Some(tensor.shape()),
            (None, Source::Array(_, shape)) => Some(shape),
            (None, _) => None,
        }
    }
}

/// Reads the files among the inputs.
pub(crate) fn read(inputs: &[Input]) -> Result<Vec<Supplied>, Errors> {
    let mut errors = Vec::new();
    let mut all: Vec<Supplied> = Vec::new();
    for input in inputs {
        if all.iter().any(|other| other.name == input.name) {
            errors.push(Diagnostic::error(
                None,
                format!("input `{}` is given twice", input.name),
            ));
            continue;
        }
        match input.source.read() {
            Ok(tensor) => all.push(Supplied {
                name: input.name.clone(),
                source: input.source.clone(),
                tensor,
            }),
            Err(reason) => errors.push(Diagnostic::error(
                None,
                format!("input `{}`: {reason}", input.name),
            )),
        }
    }
    if errors.is_empty() {
        Ok(all)
    } else {
        Err(errors)
    }
}
