//! What a text says of an operator's arguments, before anything is known of a call.

use tc_dialects::{
    schedule::tree::Role,
    tc::{Def, Role as InDef},
    tensor::ElementType,
};

/// The arguments of an operator as they are declared.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The name of the operator.
    pub name: String,
    /// The names of the inputs that are only read, in order.
    pub inputs: Vec<String>,
    /// All arguments: the inputs, then the outputs.
    pub parameters: Vec<Declared>,
}

/// An argument as it is declared.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// Whether it is read, written, or both.
    pub role: Role,
    /// The type of its elements.
    pub element: ElementType,
    /// Its extents; `None` for one that follows from the statements.
    pub extents: Vec<Option<String>>,
}

impl Declaration {
    pub(crate) fn of(def: Def<'_, '_>) -> Self {
        let all = def.arguments().into_iter();
        let parameters: Vec<Declared> = all
            .filter_map(|one| {
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
                })
            })
            .collect();
        let inputs = parameters.iter().filter(|one| one.role == Role::In);
        Declaration {
            name: def.name(),
            inputs: inputs.map(|one| one.name.clone()).collect(),
            parameters,
        }
    }
}
