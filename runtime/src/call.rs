//! A call: which tensors go in, which sizes follow, which tensors come out.

use crate::{
    engine::{Errors, Request, error},
    inputs::{self, Input, Source},
};
use melior::{
    Context,
    ir::{
        Module, OperationRef, attribute::StringAttribute, block::BlockLike,
        operation::OperationLike,
    },
};
use tc_dialects::{
    diagnostic::{Code, Diagnostic},
    evaluator::{self, Given},
    near::nearest,
    op,
    tc::{
        self, Def, Role, TensorType,
        expr::{Expr, Symbol},
    },
    tensor::{ElementType, Tensor},
};

/// An input as the caller names it, with its values if it comes from a file.
pub struct Supplied {
    pub name: String,
    pub source: Source,
    pub tensor: Option<Tensor>,
}

/// A call that is checked: sizes are bound, every buffer has its shape.
#[derive(Clone)]
pub struct Call {
    /// Every size of the def.
    pub sizes: Vec<(String, i64)>,
    /// Inputs and returns, in the order of the def's arguments. Returns that are not in/out start as zeros.
    pub buffers: Vec<Argument>,
    /// Whether the operator is to run, or only to be compiled.
    pub will_run: bool,
}

/// One argument of the compiled function.
#[derive(Clone)]
pub struct Argument {
    pub name: String,
    /// The caller gives its contents.
    pub given: bool,
    /// It is returned.
    pub returned: bool,
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

/// Makes all defs but the entry private: what it calls is inlined, and after that nothing else is compiled.
pub fn hide_others<'c>(entry: &str, context: &'c Context, module: &Module<'c>) {
    for def in defs(module).iter().filter(|def| def.name() != entry) {
        let private = StringAttribute::new(context, "private").into();
        op::set_attribute(def.operation(), "sym_visibility", Some(private));
    }
}

/// What was meant by a name that is none of `names`: the one that is near, or else all of them, behind `there_are`.
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

/// Gives the inputs that are written as literals the types that they have in the def.
pub fn read_literals(entry: &str, module: &Module, given: &mut [Supplied]) -> Result<(), Errors> {
    let def = find(module, entry)?;
    let mut errors = Vec::new();
    for one in given {
        let Source::Literal(text) = &one.source else {
            continue;
        };
        let tensors = def.arguments().into_iter();
        // A name that the def has not is refused with all others.
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
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}

/// The values of the integer scalar inputs that are known: from their files, or given like sizes.
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

/// The values of those sizes that no input determines.
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

/// Checks the call and makes its buffers.
pub fn bind(
    entry: &str,
    module: &Module,
    request: &Request,
    scalars: &[(String, i64)],
    given: Vec<Supplied>,
) -> Result<Call, Errors> {
    let def = find(module, entry)?;
    let wanted: Vec<_> = def
        .arguments()
        .into_iter()
        .filter(|tensor| tensor.role() != Role::Out)
        .collect();
    let must_be_given = request.output_dir.is_some();
    let sizes = known_sizes(&def, request, scalars, &given);
    let lookup = |symbol: &Symbol| match symbol {
        Symbol::Name(name) => sizes
            .iter()
            .find(|(size, _)| size == name)
            .map(|(_, value)| *value),
        Symbol::Extent(..) => None,
    };
    let mut offered = Vec::new();
    let mut errors = Vec::new();
    for tensor in &wanted {
        let name = tensor.name();
        let supplied = given.iter().find(|one| one.name == name);
        if let Some(known) = supplied.and_then(|one| one.tensor.as_ref()) {
            offered.push(Given::of(&name, known));
            continue;
        }
        if supplied.is_none() && must_be_given && !scalars.iter().any(|(scalar, _)| *scalar == name)
        {
            let message = format!("input `{name}` of `{entry}` is not given");
            errors.push(
                Diagnostic::error(Code::TC0501, message).help(format!("--input {name}=FILE.npy")),
            );
            continue;
        }
        match shape(tensor.tensor_type(), &lookup) {
            Ok((element, shape)) => {
                let value = scalars
                    .iter()
                    .find(|(scalar, _)| *scalar == name)
                    .map(|(_, value)| *value);
                offered.push(Given {
                    name,
                    element,
                    shape,
                    value,
                });
            }
            Err(missing) => {
                for unbound in missing.iter().map(|name| without_value(name)) {
                    if !errors.contains(&unbound) {
                        errors.push(unbound);
                    }
                }
            }
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let binding = evaluator::bind_call(def, &offered)?;
    check_sizes(&def, request, scalars, &binding)?;
    let will_run = will_run(request);
    let sizes = def
        .sizes()
        .into_iter()
        .filter_map(|size| Some((size.clone(), binding.size(&size)?)))
        .collect();
    let mut call = Call {
        sizes,
        buffers: Vec::new(),
        will_run,
    };
    if !will_run {
        return Ok(call);
    }
    for (tensor, role) in def
        .arguments()
        .into_iter()
        .map(|tensor| (tensor.name(), tensor.role()))
    {
        let contents = match role {
            Role::Out => {
                let made = binding.made.iter().find(|made| made.name == tensor);
                let made = made.ok_or_else(|| error(format!("`{tensor}` has no shape")))?;
                Tensor::zeros(made.element, &made.shape)
                    .map_err(|reason| error(format!("output `{tensor}`: {reason}")))?
            }
            _ => contents(&tensor, &offered, &given, scalars)?,
        };
        let (given, returned) = (role != Role::Out, !matches!(role, Role::In));
        call.buffers.push(Argument {
            name: tensor,
            given,
            returned,
            tensor: contents,
        });
    }
    Ok(call)
}

/// Whether the request is to run something, or only to compile it.
pub fn will_run(request: &Request) -> bool {
    request.output_dir.is_some()
        || request.check
        || request.repeat > 1
        || request.profile.is_some()
        || request.print.is_asked()
        || (request.emit.is_empty() && !request.report)
}

fn without_value(size: &str) -> Diagnostic {
    let message = format!("size `{size}` has no value: no input that is given determines it");
    Diagnostic::error(Code::TC0206, message).help(format!("--size {size}=VALUE"))
}

fn contents(
    name: &str,
    offered: &[Given],
    given: &[Supplied],
    scalars: &[(String, i64)],
) -> Result<Tensor, Errors> {
    let supplied = given.iter().find(|one| one.name == name);
    if let Some(tensor) = supplied.and_then(|one| one.tensor.clone()) {
        return Ok(tensor);
    }
    let due = offered
        .iter()
        .find(|one| one.name == name)
        .ok_or_else(|| error(format!("input `{name}` has no shape")))?;
    if let Some((_, value)) = scalars.iter().find(|(scalar, _)| scalar == name) {
        let bytes = &value.to_le_bytes()[..due.element.size()];
        return Tensor::from_bytes(due.element, &[], bytes)
            .map_err(|reason| error(format!("input `{name}`: {reason}")));
    }
    let source = supplied.map_or(Source::Random(0), |one| one.source.clone());
    source
        .generate(name, due.element, &due.shape)
        .map_err(|reason| error(format!("input `{name}`: {reason}")))
}

/// Checks that the def, as written, has the inputs and sizes that the caller names.
pub fn check_names(
    entry: &str,
    module: &Module,
    request: &Request,
    given: &[Supplied],
) -> Result<(), Errors> {
    let def = find(module, entry)?;
    let arguments = def
        .arguments()
        .into_iter()
        .filter(|tensor| tensor.role() != Role::Out);
    let wanted: Vec<String> = arguments.map(|tensor| tensor.name()).collect();
    let mut errors = Vec::new();
    for one in given.iter().filter(|one| !wanted.contains(&one.name)) {
        let message = format!("`{entry}` has no input `{}`", one.name);
        errors.push(Diagnostic::error(Code::TC0501, message).help(meant(
            &one.name,
            &wanted,
            "its inputs are",
        )));
    }
    let returned = def
        .arguments()
        .into_iter()
        .filter(|tensor| tensor.role() != Role::In);
    let returned: Vec<String> = returned.map(|tensor| tensor.name()).collect();
    for name in request.print.names() {
        if !returned.contains(name) {
            let message = format!("--print: `{entry}` returns no `{name}`");
            let help = meant(name, &returned, "it returns");
            errors.push(Diagnostic::error(None, message).help(help));
        }
    }
    let mut sizes = def.sizes();
    sizes.extend(def.scalars().iter().map(|scalar| scalar.name()));
    for (name, value) in &request.sizes {
        if !sizes.contains(name) {
            let message = format!("`{entry}` has no size `{name}`");
            let help = meant(name, &sizes, "its sizes are");
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

/// Sizes of the command line, of the shapes of the tensors that are here, and scalars.
fn known_sizes(
    def: &Def,
    request: &Request,
    scalars: &[(String, i64)],
    given: &[Supplied],
) -> Vec<(String, i64)> {
    let mut known: Vec<(String, i64)> = request.sizes.iter().chain(scalars).cloned().collect();
    for tensor in def.arguments() {
        let name = tensor.name();
        let Some(here) = given
            .iter()
            .find(|one| one.name == name)
            .and_then(|one| one.tensor.as_ref())
        else {
            continue;
        };
        for (dim, extent) in tensor.tensor_type().dims().iter().zip(here.shape()) {
            if let Some(size) = dim.as_ref().and_then(|dim| dim.upper.as_name()) {
                known.push((size.to_owned(), *extent as i64));
            }
        }
    }
    known
}

/// Element type and shape of a tensor at these sizes, or the names of all sizes in it that have no value.
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

/// The names without a value in an extent, or `?` for one that has no other name.
fn unknown(length: Option<&Expr>, lookup: &dyn Fn(&Symbol) -> Option<i64>) -> Vec<String> {
    let names = length.map(Expr::names).unwrap_or_default().into_iter();
    let unknown: Vec<String> = names
        .filter(|name| lookup(&Symbol::Name((*name).to_owned())).is_none())
        .map(str::to_owned)
        .collect();
    match unknown.is_empty() {
        true => vec!["?".to_owned()],
        false => unknown,
    }
}

/// `--size` must agree with what the inputs say.
fn check_sizes(
    def: &Def,
    request: &Request,
    scalars: &[(String, i64)],
    binding: &evaluator::Binding,
) -> Result<(), Errors> {
    let bound = |name: &String| match scalars.iter().find(|(scalar, _)| scalar == name) {
        Some((_, value)) => Some(*value),
        None => binding.size(name),
    };
    let mut errors = Vec::new();
    for (name, value) in request
        .sizes
        .iter()
        .filter(|(name, _)| def.sizes().contains(name) || scalars.iter().any(|s| s.0 == *name))
    {
        if let Some(found) = bound(name).filter(|found| found != value) {
            let message =
                format!("size `{name}` is {found} from the inputs and {value} from --size");
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
    /// Adds a return behind those of the def as written.
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

    /// What the reference evaluator gives.
    pub fn evaluate(&self, entry: &str, module: &Module) -> Result<Vec<(String, Tensor)>, Errors> {
        evaluator::evaluate(find(module, entry)?, &self.given()).map_err(|error| vec![error])
    }

    /// What the caller gives, in the order of the def.
    pub fn given(&self) -> Vec<(&str, Tensor)> {
        let given = self.buffers.iter().filter(|one| one.given);
        given
            .map(|one| (one.name.as_str(), one.tensor.clone()))
            .collect()
    }

    /// The returned tensors, out of their buffers.
    pub fn take_outputs(&mut self) -> Vec<(String, Tensor)> {
        let returned = std::mem::take(&mut self.buffers)
            .into_iter()
            .filter(|one| one.returned);
        returned.map(|one| (one.name, one.tensor)).collect()
    }
}

/// How far a result may be from the reference, relative to its largest value: rounding in another order, not another result.
pub fn tolerance(ty: ElementType) -> f64 {
    match ty {
        ElementType::F64 => 1e-12,
        ElementType::F32 => 1e-4,
        ElementType::F16 => 1e-2,
        ElementType::BF16 => 5e-2,
        _ => 0.0,
    }
}

/// The largest difference between two tensors, relative to the largest value of the second. Equal infinities and NaNs do not differ.
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
