//! The arguments of an operator at the sizes of a kernel.

use crate::{
    bound::Bound,
    module::{Entry, Parameter},
};
use tc_dialects::schedule::tree::Role;

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
    pub(super) parameters: Vec<Parameter>,
    /// Integer scalars that the kernel is compiled for.
    pub(super) scalars: Vec<(String, i64)>,
    /// Positions of the inputs among the parameters.
    pub(super) inputs: Vec<usize>,
    /// Positions of the outputs, those that are updated in place among them.
    pub(super) outputs: Vec<usize>,
}

impl Signature {
    pub(super) fn of_bound(bound: &Bound<'_>) -> Self {
        let Entry {
            name,
            sizes,
            parameters,
            ..
        } = &bound.entry;
        let scalars = bound.bindings.scalars.clone();
        Signature::of(name, sizes, &bound.open, parameters.clone(), scalars)
    }

    pub(super) fn of(
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

    pub(super) fn output(&self, number: usize) -> &Parameter {
        &self.parameters[self.outputs[number]]
    }
}
