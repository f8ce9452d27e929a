//! The arguments of an operator at the sizes of a kernel.

use tc_dialects::schedule::tree::Role;
use tc_runtime::{Bound, Parameter};

/// Inputs and outputs with their types and shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name of the operator.
    pub name: String,
    /// The values of its sizes.
    pub sizes: Vec<(String, i64)>,
    /// The sizes that each call gives anew; their values and the shapes here are those of one.
    pub open: Vec<String>,
    /// In the order in which they are declared.
    pub(crate) parameters: Vec<Parameter>,
    /// Integer scalars that the kernel is compiled for.
    pub(crate) scalars: Vec<(String, i64)>,
    /// Positions of the inputs among the parameters.
    pub(crate) inputs: Vec<usize>,
    /// Positions of the outputs, those that are updated in place among them.
    pub(crate) outputs: Vec<usize>,
}

impl Signature {
    pub(crate) fn of_bound(bound: &Bound<'_>) -> Self {
        let (parameters, scalars) = (bound.parameters().to_vec(), bound.scalars().to_vec());
        let (name, sizes) = (bound.entry(), bound.sizes());
        Signature::of(name, sizes, bound.open_sizes(), parameters, scalars)
    }

    pub(crate) fn of(
        name: &str,
        sizes: &[(String, i64)],
        open: &[String],
        parameters: Vec<Parameter>,
        scalars: Vec<(String, i64)>,
    ) -> Self {
        let positions = |is: &dyn Fn(&Parameter) -> bool| {
            let all = parameters.iter().enumerate();
            all.filter(|(_, one)| is(one)).map(|(at, _)| at).collect()
        };
        let (inputs, outputs) = (
            positions(&|one| one.role == Role::In),
            positions(&|one| one.role != Role::In),
        );
        Signature {
            name: name.to_owned(),
            sizes: sizes.to_vec(),
            open: open.to_vec(),
            scalars,
            inputs,
            outputs,
            parameters,
        }
    }

    /// The inputs that are only read, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &Parameter> {
        self.inputs.iter().map(|at| &self.parameters[*at])
    }

    /// The outputs in order; those with the role `InOut` are updated in place.
    pub fn outputs(&self) -> impl Iterator<Item = &Parameter> {
        self.outputs.iter().map(|at| &self.parameters[*at])
    }

    pub(crate) fn output(&self, number: usize) -> &Parameter {
        &self.parameters[self.outputs[number]]
    }
}
