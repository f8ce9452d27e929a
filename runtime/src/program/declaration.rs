//! What a text says of an operator's arguments, before anything is known of a call.

use tc_dialects::{
    schedule::tree::Role,
    tc::{Def, Role as InDef},
    tensor::ElementType,
};
use tc_frontend::{model, notation};

/// The arguments of an operator as they are declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The name of the operator.
    pub name: String,
    /// The names of the inputs that are only read, in order.
    pub inputs: Vec<String>,
    /// All arguments: the inputs, then the outputs. None for a function of which
    /// ranks and results may be open, as in the notation of SaC.
    pub parameters: Vec<Declared>,
}

/// An argument as it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// Whether it is read, written, or both.
    pub role: Role,
    /// The type of its elements.
    pub element: ElementType,
    /// Its extents; `None` for one that follows from the statements.
    pub extents: Vec<Option<String>>,
    /// The literal that it has where a call leaves it out.
    pub default: Option<String>,
}

impl Declaration {
    /// Of what a text declares, with names and types checked.
    pub(crate) fn of_text(declared: notation::Declared) -> Self {
        let def = match declared {
            notation::Declared::Whole(def) => def,
            notation::Declared::Open { name, inputs } => {
                let parameters = Vec::new();
                return Declaration {
                    name,
                    inputs,
                    parameters,
                };
            }
        };
        let all = def.inputs().iter().chain(def.returns());
        let parameters = all.filter_map(|one| {
            let extents = match &one.dims {
                Some(dims) => dims.iter().map(|dim| Some(dim.human())).collect(),
                None => vec![None; one.rank],
            };
            Some(Declared {
                name: one.name.to_string(),
                role: match one.role {
                    model::Role::Input => Role::In,
                    model::Role::InOut => Role::InOut,
                    model::Role::Output | model::Role::Temporary => Role::Out,
                },
                element: one.scalar.name().parse().ok()?,
                extents,
                default: None,
            })
        });
        Declaration::with(def.name.to_string(), parameters.collect())
    }

    /// With the literals of inputs that a call may leave out, by name.
    pub(crate) fn with_defaults(mut self, defaults: &[(String, String)]) -> Self {
        for one in &mut self.parameters {
            let mut all = defaults.iter();
            let found = all.find(|(name, _)| *name == one.name);
            one.default = found.map(|(_, text)| text.clone());
        }
        self
    }

    fn with(name: String, parameters: Vec<Declared>) -> Self {
        let inputs = parameters.iter().filter(|one| one.role == Role::In);
        Declaration {
            name,
            inputs: inputs.map(|one| one.name.clone()).collect(),
            parameters,
        }
    }

    pub(crate) fn of(def: Def<'_, '_>) -> Self {
        let all = def.arguments().into_iter();
        let parameters = all.filter_map(|one| {
            let ty = one.tensor_type();
            let extent = |range: &tc_dialects::tc::Range| range.length().human();
            Some(Declared {
                name: one.name(),
                role: match one.role() {
                    InDef::In => Role::In,
                    InDef::InOut => Role::InOut,
                    _ => Role::Out,
                },
                element: ElementType::from_mlir(&ty.element().to_string())?,
                extents: ty
                    .dims()
                    .iter()
                    .map(|one| one.as_ref().map(extent))
                    .collect(),
                default: None,
            })
        });
        Declaration::with(def.name(), parameters.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Reading, declared, new_context, program::defs};
    use std::{fs, path::Path};

    #[test]
    fn text_declares_what_its_module_declares() {
        let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernels");
        let mut files = Vec::new();
        for entry in fs::read_dir(kernels).unwrap() {
            let path = entry.unwrap().path();
            let inner = fs::read_dir(&path).into_iter().flatten();
            files.extend(inner.map(|one| one.unwrap().path()));
            files.push(path);
        }
        files.retain(|file| file.extension().is_some_and(|end| end == "tc"));
        let mut compared = 0;
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            // Some are there to be refused.
            let Ok((found, _)) = declared("k.tc", &text, Reading::default(), new_context) else {
                continue;
            };
            compared += 1;
            let context = new_context();
            let checked = tc_frontend::tc::check(
                tc_syntax::diagnostic::SourceFile::new("k.tc", &*text),
                &tc_frontend::tc::Options {
                    free_sizes: true,
                    ..Default::default()
                },
            );
            let module = tc_translation::emit(&context, &checked.file, &checked.defs);
            let due: Vec<Declaration> = defs::defs(&module)
                .into_iter()
                .map(Declaration::of)
                .collect();
            assert_eq!(found, due, "{}", file.display());
        }
        assert!(compared > 20, "{compared}");
    }
}
