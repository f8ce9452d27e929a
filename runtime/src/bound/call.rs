//! A call: its input tensors, the sizes that follow from them, and its results.

use super::not_given;
use crate::{
    checked::without_value,
    errors::{Errors, error},
    options::Contents,
    outcome::Tensors,
    program::{
        defs,
        entries::{Entry, Parameter},
    },
    request::{inputs::Source, supplied::Supplied},
};
use melior::ir::Module;
use tc_dialects::{
    evaluator::{self, Given},
    schedule::tree,
    tc::{self, Def, Role, TensorType},
    tensor::{ElementType, Tensor, TensorError},
};
use tc_pipelines::Level;
use tc_syntax::{
    diagnostic::{Code, Diagnostic},
    expr::{Expr, Symbol},
};

/// The memory of a call.
#[derive(Clone, Default)]
pub struct Call {
    /// Inputs and returns, in the order of the entry's arguments; none if nothing runs. Returns
    /// that are not in/out start as zeros.
    pub buffers: Vec<Argument>,
    /// The values of sizes that the code takes behind the buffers.
    pub sizes: Vec<i64>,
}

/// What is known of a call before it is bound.
#[derive(Clone, Copy)]
pub(crate) struct Known<'k> {
    /// Sizes and integer scalars that are given.
    pub(crate) sizes: &'k [(String, i64)],
    /// Values of integer scalars.
    pub(crate) scalars: &'k [(String, i64)],
    /// The inputs that the caller names.
    pub(crate) supplied: &'k [Supplied],
}

/// One argument of the compiled function.
#[derive(Clone)]
pub struct Argument {
    /// The name of the entry's argument.
    pub name: String,
    /// The caller gives its contents.
    pub given: bool,
    /// It is returned.
    pub returned: bool,
    /// The contents, with type and shape.
    pub tensor: Tensor,
}

/// Checks the call of a def and makes its buffers.
pub(crate) fn bind(
    entry: &str,
    module: &Module,
    known: Known,
    contents: Contents,
) -> Result<(Entry, Call), Errors> {
    let def = defs::find(module, entry)?;
    let offered = offer(entry, &def, known, contents)?;
    let binding = evaluator::bind_call(def, &offered)?;
    check_sizes(&def, known, &binding)?;
    let sizes = def
        .sizes()
        .into_iter()
        .filter_map(|size| Some((size.clone(), binding.size(&size)?)))
        .collect();
    let parameters = parameters(&def, &offered, &binding)?;
    let mut call = Call::default();
    if contents.has_tensors() {
        for parameter in &parameters {
            call.buffers.push(argument(parameter, known)?);
        }
    }
    let entry = Entry {
        name: entry.to_owned(),
        level: Level::Tc,
        machine: None,
        sizes,
        parameters,
        place: None,
    };
    Ok((entry, call))
}

/// The inputs as far as they are known: from tensors, or from the sizes in their types.
fn offer(entry: &str, def: &Def, known: Known, contents: Contents) -> Result<Vec<Given>, Errors> {
    let sizes = known_sizes(def, known);
    let lookup = |symbol: &Symbol| match symbol {
        Symbol::Name(name) => sizes
            .iter()
            .find(|(size, _)| size == name)
            .map(|(_, value)| *value),
        Symbol::Extent(..) => None,
    };
    let scalar = |name: &str| {
        let found = known.scalars.iter().find(|(scalar, _)| scalar == name);
        found.map(|(_, value)| *value)
    };
    let mut offered = Vec::new();
    let mut errors = Vec::new();
    let wanted = def.arguments().into_iter();
    for tensor in wanted.filter(|tensor| tensor.role() != Role::Out) {
        let name = tensor.name();
        let supplied = known.supplied.iter().find(|one| one.name == name);
        if let Some(tensor) = supplied.and_then(|one| one.tensor.as_ref()) {
            offered.push(Given::of(&name, tensor));
            continue;
        }
        let value = scalar(&name);
        if supplied.is_none() && contents == Contents::Given && value.is_none() {
            errors.push(not_given(&name, entry));
            continue;
        }
        let known = match supplied.map(|one| &one.source) {
            Some(Source::Array(element, shape)) => of_array(tensor.tensor_type(), *element, shape),
            _ => shape(tensor.tensor_type(), &lookup),
        };
        match known {
            Ok((element, shape)) => offered.push(Given {
                name,
                element,
                shape,
                value,
            }),
            Err(missing) => {
                for unbound in missing.iter().map(|name| without_value(name)) {
                    if !errors.contains(&unbound) {
                        errors.push(unbound);
                    }
                }
            }
        }
    }
    if errors.is_empty() {
        Ok(offered)
    } else {
        Err(errors)
    }
}

/// The inputs and returns of a def, in the order of its arguments.
fn parameters(
    def: &Def,
    offered: &[Given],
    binding: &evaluator::Binding,
) -> Result<Vec<Parameter>, Errors> {
    let mut all = Vec::new();
    for argument in def.arguments() {
        let name = argument.name();
        let role = match argument.role() {
            Role::In => tree::Role::In,
            Role::Out | Role::Temporary => tree::Role::Out,
            Role::InOut => tree::Role::InOut,
        };
        let made = binding.made.iter().find(|made| made.name == name);
        let given = offered.iter().find(|given| given.name == name);
        let known = match role {
            tree::Role::Out => made.map(|made| (made.element, made.shape.clone())),
            _ => given.map(|given| (given.element, given.shape.clone())),
        };
        let (element, shape) = known.ok_or_else(|| error(format!("`{name}` has no shape")))?;
        all.push(Parameter {
            name,
            role,
            element,
            shape,
        });
    }
    Ok(all)
}

/// The memory of one argument.
fn argument(parameter: &Parameter, known: Known) -> Result<Argument, Errors> {
    let Parameter {
        name,
        element,
        shape,
        ..
    } = parameter;
    let tensor = if !parameter.is_given() {
        Tensor::zeros(*element, shape)
            .map_err(|reason| error(format!("output `{name}`: {reason}")))?
    } else {
        contents(parameter, known).map_err(|reason| error(format!("input `{name}`: {reason}")))?
    };
    Ok(Argument {
        name: name.clone(),
        given: parameter.is_given(),
        returned: parameter.is_returned(),
        tensor,
    })
}

fn contents(parameter: &Parameter, known: Known) -> Result<Tensor, TensorError> {
    let Parameter {
        name,
        element,
        shape,
        ..
    } = parameter;
    let supplied = known.supplied.iter().find(|one| one.name == *name);
    if let Some(tensor) = supplied.and_then(|one| one.tensor.clone()) {
        return Ok(tensor);
    }
    if let Some((_, value)) = known.scalars.iter().find(|(scalar, _)| scalar == name) {
        let bytes = &value.to_le_bytes()[..element.size()];
        return Tensor::from_bytes(*element, &[], bytes);
    }
    let source = supplied.map_or(Source::Random(0), |one| one.source.clone());
    source.generate(name, *element, shape)
}

/// Sizes from the command line and from the shapes of the given tensors, and scalars.
fn known_sizes(def: &Def, call: Known) -> Vec<(String, i64)> {
    let mut known: Vec<(String, i64)> = call.sizes.iter().chain(call.scalars).cloned().collect();
    for tensor in def.arguments() {
        let name = tensor.name();
        let supplied = call.supplied.iter().find(|one| one.name == name);
        let Some(here) = supplied.and_then(Supplied::shape) else {
            continue;
        };
        for (dim, extent) in tensor.tensor_type().dims().iter().zip(here) {
            if let Some(size) = dim.as_ref().and_then(|dim| dim.upper.as_name()) {
                known.push((size.to_owned(), *extent as i64));
            }
        }
    }
    known
}

/// Element type and shape of a tensor at these sizes, or the names of all sizes in it that have no
/// value.
fn shape(
    ty: TensorType,
    lookup: &dyn Fn(&Symbol) -> Option<i64>,
) -> Result<(ElementType, Vec<usize>), Vec<String>> {
    let mut shape = Vec::new();
    let mut missing = Vec::new();
    for dim in ty.dims() {
        let length = dim.as_ref().map(tc::Range::length);
        match length.as_ref().and_then(|length| length.evaluate(lookup)) {
            Some(extent) => shape.push(usize::try_from(extent).unwrap_or(0)),
            None => missing.extend(unknown(length.as_ref(), lookup)),
        }
    }
    if !missing.is_empty() {
        return Err(missing);
    }
    let spelling = ty.element().to_string();
    ElementType::from_mlir(&spelling)
        .map(|element| (element, shape))
        .ok_or_else(|| vec![spelling])
}

/// Element type and shape of an array of the caller's.
fn of_array(
    ty: TensorType,
    element: Option<ElementType>,
    shape: &[usize],
) -> Result<(ElementType, Vec<usize>), Vec<String>> {
    let spelling = ty.element().to_string();
    let element = element.or_else(|| ElementType::from_mlir(&spelling));
    let element = element.ok_or_else(|| vec![spelling])?;
    Ok((element, shape.to_vec()))
}

/// The names without a value in an extent; `?` for an extent without a name.
fn unknown(length: Option<&Expr>, lookup: &dyn Fn(&Symbol) -> Option<i64>) -> Vec<String> {
    let names = length.map(Expr::names).unwrap_or_default().into_iter();
    let unknown: Vec<String> = names
        .filter(|name| lookup(&Symbol::Name((*name).to_owned())).is_none())
        .map(str::to_owned)
        .collect();
    if unknown.is_empty() {
        vec!["?".to_owned()]
    } else {
        unknown
    }
}

/// `--size` must agree with what the inputs say.
fn check_sizes(def: &Def, known: Known, binding: &evaluator::Binding) -> Result<(), Errors> {
    let scalars = known.scalars;
    let bound = |name: &String| match scalars.iter().find(|(scalar, _)| scalar == name) {
        Some((_, value)) => Some(*value),
        None => binding.size(name),
    };
    let mut errors = Vec::new();
    for (name, value) in known
        .sizes
        .iter()
        .filter(|(name, _)| def.sizes().contains(name) || scalars.iter().any(|s| s.0 == *name))
    {
        if let Some(found) = bound(name).filter(|found| found != value) {
            let message = format!("size `{name}` is {found} from the inputs, and {value} is given");
            errors.push(Diagnostic::error(Code::TC0504, message));
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

impl Call {
    /// Adds a return after those of the def as written.
    pub(crate) fn add_output(
        &mut self,
        name: &str,
        element: ElementType,
        shape: &[usize],
    ) -> Result<(), Errors> {
        let tensor =
            Tensor::zeros(element, shape).map_err(|reason| error(format!("`{name}`: {reason}")))?;
        self.buffers.push(Argument {
            name: name.to_owned(),
            given: false,
            returned: true,
            tensor,
        });
        Ok(())
    }

    /// The caller's tensors, in the order of the def.
    pub(crate) fn given(&self) -> Vec<(&str, Tensor)> {
        let given = self.buffers.iter().filter(|one| one.given);
        given
            .map(|one| (one.name.as_str(), one.tensor.clone()))
            .collect()
    }

    /// The returned tensors, taken from their buffers.
    pub(crate) fn take_outputs(&mut self) -> Tensors {
        let returned = std::mem::take(&mut self.buffers)
            .into_iter()
            .filter(|one| one.returned);
        returned.map(|one| (one.name, one.tensor)).collect()
    }
}
