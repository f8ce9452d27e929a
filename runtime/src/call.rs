//! A call: its input tensors, the sizes that follow from them, and its results.

use crate::{
    bound::Contents,
    inputs::{self, Input, Source},
    module::{Entry, Parameter},
    outcome::{Errors, Tensors, error},
};
use melior::{
    Context,
    ir::{
        Module, OperationRef, attribute::StringAttribute, block::BlockLike,
        operation::OperationLike,
    },
};
use tc_dialects::{
    evaluator::{self, Given},
    op,
    schedule::tree,
    tc::{self, Def, Role, TensorType},
    tensor::{ElementType, Tensor, TensorError},
};
use tc_pipelines::Level;
use tc_syntax::{
    diagnostic::{Code, Diagnostic},
    expr::{Expr, Symbol},
    near::nearest,
};

/// An input as the caller names it, with its values if it comes from a file.
pub struct Supplied {
    /// The name of the entry's argument.
    pub name: String,
    /// Where the contents come from.
    pub source: Source,
    /// The contents of a file; none for what is made once the shape is known.
    pub tensor: Option<Tensor>,
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
pub struct Known<'k> {
    /// Sizes and integer scalars that are given.
    pub sizes: &'k [(String, i64)],
    /// Values of integer scalars.
    pub scalars: &'k [(String, i64)],
    /// The inputs that the caller names.
    pub supplied: &'k [Supplied],
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

/// The defs of a module.
pub fn defs<'c, 'a>(module: &'a Module<'c>) -> Vec<Def<'c, 'a>> {
    let mut all = Vec::new();
    let mut next = module.body().first_operation();
    while let Some(operation) = next {
        next = operation.next_in_block();
        // SAFETY: the operation lives in `module`.
        all.extend(Def::from_op(unsafe {
            OperationRef::from_raw(operation.to_raw())
        }));
    }
    all
}

/// The def of that name.
pub fn find<'c, 'a>(module: &'a Module<'c>, entry: &str) -> Result<Def<'c, 'a>, Errors> {
    let found = defs(module).into_iter().find(|def| def.name() == entry);
    found.ok_or_else(|| error(format!("`{entry}` is no longer in the module")))
}

/// Makes all defs but the entry private: its callees are inlined, and then nothing else is
/// compiled.
pub fn hide_others<'c>(entry: &str, context: &'c Context, module: &Module<'c>) {
    for def in defs(module).iter().filter(|def| def.name() != entry) {
        let private = StringAttribute::new(context, "private").into();
        op::set_attribute(def.operation(), "sym_visibility", Some(private));
    }
}

/// A help for a name that is not one of `names`: a similar one, or else all of them after
/// `there_are`.
pub fn meant(text: &str, names: &[String], there_are: &str) -> String {
    let all: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match (
        nearest(text, names.iter().map(String::as_str)),
        all.is_empty(),
    ) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, true) => format!("{there_are} none"),
        (None, false) => format!("{there_are} {}", all.join(", ")),
    }
}

/// Reads the files among the inputs.
pub fn read(inputs: &[Input]) -> Result<Vec<Supplied>, Errors> {
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

/// Gives inputs that are written as literals their types in the def.
pub fn read_literals(entry: &str, module: &Module, given: &mut [Supplied]) -> Result<(), Errors> {
    let def = find(module, entry)?;
    let mut errors = Vec::new();
    for one in given {
        let Source::Literal(text) = &one.source else {
            continue;
        };
        let tensors = def.arguments().into_iter();
        // A name that the def does not have is refused along with all others.
        let Some(tensor) = tensors.into_iter().find(|tensor| tensor.name() == one.name) else {
            continue;
        };
        let ty = tensor.tensor_type();
        let refused = |reason: String| {
            Diagnostic::error(Code::TC0502, format!("input `{}`: {reason}", one.name))
        };
        if ty.rank() > 0 {
            let reason = format!(
                "expected a tensor with {} dimensions, found the value `{text}`",
                ty.rank()
            );
            errors.push(refused(reason).help(format!(
                "--input {0}=FILE.npy, or {0}=zeros, ones or random; a file of that name is ./{text}",
                one.name
            )));
            continue;
        }
        let Some(element) = ElementType::from_mlir(&ty.element().to_string()) else {
            continue;
        };
        match inputs::literal(text, element) {
            Ok(tensor) => one.tensor = Some(tensor),
            Err(reason) => errors.push(refused(reason)),
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// The values of the integer scalar inputs that are known: from their files, or given as sizes are.
pub fn scalars(
    entry: &str,
    module: &Module,
    sizes: &[(String, i64)],
    given: &[Supplied],
) -> Result<Vec<(String, i64)>, Errors> {
    let mut known = Vec::new();
    for tensor in find(module, entry)?.scalars() {
        let name = tensor.name();
        let from_file = given
            .iter()
            .find(|one| one.name == name)
            .and_then(|one| one.tensor.as_ref()?.get_integer(0));
        let from_line = sizes
            .iter()
            .find(|(size, _)| *size == name)
            .map(|(_, value)| *value);
        let value = from_file
            .and_then(|value| i64::try_from(value).ok())
            .or(from_line);
        known.extend(value.map(|value| (name, value)));
    }
    Ok(known)
}

/// The values of the sizes that no input determines.
pub fn free_sizes(entry: &str, module: &Module, sizes: &[(String, i64)]) -> Vec<(String, i64)> {
    let free = find(module, entry)
        .map(|def| def.extra_sizes())
        .unwrap_or_default();
    sizes
        .iter()
        .filter(|(name, _)| free.contains(name))
        .cloned()
        .collect()
}

/// Checks the call of a def and makes its buffers.
pub fn bind(
    entry: &str,
    module: &Module,
    known: Known,
    contents: Contents,
) -> Result<(Entry, Call), Errors> {
    let def = find(module, entry)?;
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

/// The error about a missing input.
pub(crate) fn not_given(name: &str, entry: &str) -> Diagnostic {
    let message = format!("input `{name}` of `{entry}` is not given");
    Diagnostic::error(Code::TC0501, message).help(format!("--input {name}=FILE.npy"))
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

/// The error about a size without a value.
pub(crate) fn without_value(size: &str) -> Diagnostic {
    let message = format!("size `{size}` has no value: no input that is given determines it");
    Diagnostic::error(Code::TC0206, message).help(format!("--size {size}=VALUE"))
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

/// Checks that the def, as written, has the inputs, results and sizes that the caller names.
pub fn check_names(
    entry: &str,
    module: &Module,
    results: &[String],
    sizes: &[(String, i64)],
    supplied: &[Supplied],
) -> Result<(), Errors> {
    let def = find(module, entry)?;
    let named = |without: Role| -> Vec<String> {
        let arguments = def.arguments().into_iter();
        let named = arguments.filter(|tensor| tensor.role() != without);
        named.map(|tensor| tensor.name()).collect()
    };
    let wanted = named(Role::Out);
    let mut errors = Vec::new();
    for one in supplied.iter().filter(|one| !wanted.contains(&one.name)) {
        let message = format!("`{entry}` has no input `{}`", one.name);
        errors.push(Diagnostic::error(Code::TC0501, message).help(meant(
            &one.name,
            &wanted,
            "its inputs are",
        )));
    }
    errors.extend(unknown_results(entry, results, &named(Role::In)));
    let mut known = def.sizes();
    known.extend(def.scalars().iter().map(|scalar| scalar.name()));
    for (name, value) in sizes {
        if !known.contains(name) {
            let message = format!("`{entry}` has no size `{name}`");
            let help = meant(name, &known, "its sizes are");
            errors.push(Diagnostic::error(None, message).help(help));
        } else if *value < 0 && !def.scalars().iter().any(|scalar| scalar.name() == *name) {
            errors.push(Diagnostic::error(
                None,
                format!("size `{name}` must not be negative, found {value}"),
            ));
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// Errors about requested results that an entry does not return.
pub(crate) fn unknown_results(entry: &str, wanted: &[String], returned: &[String]) -> Errors {
    let unknown = wanted.iter().filter(|name| !returned.contains(name));
    unknown
        .map(|name| {
            let message = format!("--print: `{entry}` returns no `{name}`");
            Diagnostic::error(None, message).help(meant(name, returned, "it returns"))
        })
        .collect()
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
    pub fn add_output(
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

    /// The results of the reference evaluator.
    pub fn evaluate(&self, entry: &str, module: &Module) -> Result<Tensors, Errors> {
        evaluator::evaluate(find(module, entry)?, &self.given()).map_err(|error| vec![error])
    }

    /// The caller's tensors, in the order of the def.
    pub fn given(&self) -> Vec<(&str, Tensor)> {
        let given = self.buffers.iter().filter(|one| one.given);
        given
            .map(|one| (one.name.as_str(), one.tensor.clone()))
            .collect()
    }

    /// The returned tensors, taken from their buffers.
    pub fn take_outputs(&mut self) -> Tensors {
        let returned = std::mem::take(&mut self.buffers)
            .into_iter()
            .filter(|one| one.returned);
        returned.map(|one| (one.name, one.tensor)).collect()
    }
}

/// The largest difference to the reference that is accepted, relative to the largest value: it
/// allows for rounding in another order, but not for another result.
pub fn tolerance(ty: ElementType) -> f64 {
    match ty {
        ElementType::F64 => 1e-12,
        ElementType::F32 => 1e-4,
        ElementType::F16 => 1e-2,
        ElementType::BF16 => 5e-2,
        _ => 0.0,
    }
}

/// How many integers of two tensors of one shape differ, and the first of them; `None` if they are
/// equal, or are no integers. Differences of large integers are lost in [`difference`].
pub fn wrong_integers(got: &Tensor, want: &Tensor) -> Option<String> {
    if got.element_type() != want.element_type() || got.shape() != want.shape() {
        return None;
    }
    let differ = |position: &usize| got.get_integer(*position) != want.get_integer(*position);
    let first = (0..want.len()).find(differ)?;
    let count = (first..want.len()).filter(differ).count();
    let (found, expected) = (got.get_integer(first)?, want.get_integer(first)?);
    let place = place_of(first, want.shape());
    let all = want.len();
    Some(format!(
        "in {count} of {all} elements, the first at {place:?}: expected {expected}, found {found}"
    ))
}

/// The indices of the element at a row-major position.
fn place_of(position: usize, shape: &[usize]) -> Vec<usize> {
    let mut rest = position;
    let mut place = Vec::new();
    for extent in shape.iter().rev() {
        place.insert(0, rest % extent);
        rest /= extent;
    }
    place
}

/// The largest difference between two tensors, relative to the largest value of the second. Equal
/// infinities count as equal, and so do NaNs.
pub fn difference(got: &Tensor, want: &Tensor) -> Result<f64, Errors> {
    if got.shape() != want.shape() || got.element_type() != want.element_type() {
        return Err(error(format!(
            "expected {} of shape {:?}, found {} of shape {:?}",
            want.element_type(),
            want.shape(),
            got.element_type(),
            got.shape()
        )));
    }
    let (mut scale, mut worst) = (0.0_f64, 0.0_f64);
    for position in 0..want.len() {
        let (a, b) = (
            got.get_f64(position).unwrap_or(f64::NAN),
            want.get_f64(position).unwrap_or(f64::NAN),
        );
        if a == b || (a.is_nan() && b.is_nan()) {
            scale = if b.is_finite() {
                scale.max(b.abs())
            } else {
                scale
            };
            continue;
        }
        if !a.is_finite() || !b.is_finite() {
            return Ok(f64::INFINITY);
        }
        scale = scale.max(b.abs());
        worst = worst.max((a - b).abs());
    }
    Ok(if worst == 0.0 {
        0.0
    } else {
        worst / scale.max(f64::MIN_POSITIVE)
    })
}
