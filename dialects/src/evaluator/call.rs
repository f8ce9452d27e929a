//! What every executor checks before it runs a def: counts, types, ranks, sizes, index bounds,
//! preconditions.
//!
//! [`bind_call`] looks at the shapes of the inputs (and at the values of rank-0 integer inputs,
//! which may occur in subscripts) and returns the [`Binding`]: the value of every size, and for
//! each return and temporary its shape and origin. Nothing is allocated. All mistakes of one kind
//! are reported together, kinds in the order of the specification.

use super::declared::{element_type, is_of_sizes};
use crate::location;
use crate::op;
use crate::tc::{Def, Index, Range, Role, Tensor as TcTensor, ValueOf};
use crate::tensor::{ElementType, Tensor};
use melior::ir::operation::OperationLike;
use melior::ir::{Location, ValueLike};
use mlir_sys::mlirValueGetLocation;
use std::collections::HashMap;
use tc_syntax::diagnostic::{Code, Diagnostic, Place};
use tc_syntax::expr::{Expr, Precondition, Symbol};

/// A tensor that the caller supplies.
#[derive(Clone, Debug)]
pub struct Given {
    /// The name of the input or in/out return.
    pub name: String,
    /// Its element type.
    pub element: ElementType,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Its value, if it is a rank-0 integer.
    pub value: Option<i64>,
}

impl Given {
    /// The properties of a tensor that the check needs.
    pub fn of(name: &str, tensor: &Tensor) -> Given {
        let scalar = if tensor.rank() == 0 {
            tensor.get_integer(0)
        } else {
            None
        };
        Given {
            name: name.to_string(),
            element: tensor.element_type(),
            shape: tensor.shape().to_vec(),
            value: scalar.and_then(|value| i64::try_from(value).ok()),
        }
    }
}

/// A tensor that a call creates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its name.
    pub name: String,
    /// Whether it is returned; a temporary otherwise.
    pub returned: bool,
    /// Its element type.
    pub element: ElementType,
    /// Its shape.
    pub shape: Vec<usize>,
    /// The index of its first element.
    pub origin: Vec<i64>,
}

/// The sizes of a call.
#[derive(Clone, Debug, Default)]
pub struct Binding {
    values: HashMap<Symbol, i64>,
    /// Returns and temporaries, in order.
    pub made: Vec<Made>,
}

impl Binding {
    /// The value of a size, a rank-0 integer input, or an extent.
    pub fn get(&self, symbol: &Symbol) -> Option<i64> {
        self.values.get(symbol).copied()
    }

    /// The value of the size or rank-0 integer input with this name.
    pub fn size(&self, name: &str) -> Option<i64> {
        self.get(&Symbol::Name(name.to_string()))
    }

    fn evaluate(&self, expr: &Expr) -> Option<i64> {
        expr.evaluate(&|symbol| self.get(symbol))
    }

    /// `N = 3, KN = 5` for the symbols of an expression.
    fn list(&self, exprs: &[&Expr]) -> String {
        let mut parts: Vec<String> = Vec::new();
        for symbol in exprs.iter().flat_map(|expr| expr.symbols()) {
            let Some(value) = self.get(symbol) else {
                continue;
            };
            let text = match symbol {
                Symbol::Name(name) => format!("{name} = {value}"),
                Symbol::Extent(tensor, dim) => format!("{tensor}.{dim} = {value}"),
            };
            if !parts.contains(&text) {
                parts.push(text);
            }
        }
        parts.join(", ")
    }
}

/// Checks a call of `def` with these tensors and binds its sizes.
pub fn bind_call<'c: 'a, 'a>(
    def: Def<'c, 'a>,
    given: &[Given],
) -> Result<Binding, Vec<Diagnostic>> {
    let expected: Vec<TcTensor> = def
        .arguments()
        .into_iter()
        .filter(|tensor| matches!(tensor.role(), Role::In | Role::InOut))
        .collect();
    let pairs = pair_up(def, &expected, given).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    for (tensor, given) in &pairs {
        check_type(tensor, given, &mut errors);
    }
    stop(&mut errors)?;
    let mut binding = Binding::default();
    bind_sizes(def, &pairs, &mut binding, &mut errors);
    stop(&mut errors)?;
    check_values(def, &binding, &mut errors);
    stop(&mut errors)?;
    check_boxes(def, &binding, &mut errors);
    stop(&mut errors)?;
    check_preconditions(def, &binding, &mut errors);
    stop(&mut errors)?;
    check_given_shapes(&pairs, &binding, &mut errors);
    make(def, &mut binding, &mut errors);
    stop(&mut errors)?;
    Ok(binding)
}

fn stop(errors: &mut Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
    if errors.is_empty() {
        Ok(())
    } else {
        Err(std::mem::take(errors))
    }
}

type Pair<'t, 'c, 'a, 'g> = (&'t TcTensor<'c, 'a>, &'g Given);

fn pair_up<'t, 'c: 'a, 'a, 'g>(
    def: Def<'c, 'a>,
    expected: &'t [TcTensor<'c, 'a>],
    given: &'g [Given],
) -> Result<Vec<Pair<'t, 'c, 'a, 'g>>, Diagnostic> {
    if expected.len() != given.len() {
        let names: Vec<String> = expected
            .iter()
            .map(|tensor| format!("`{}`", tensor.name()))
            .collect();
        let message = format!(
            "`{}` takes {} inputs, found {}; they are {}",
            def.name(),
            expected.len(),
            given.len(),
            names.join(", ")
        );
        return Err(Diagnostic::error(Code::TC0501, message));
    }
    let find = |tensor: &'t TcTensor<'c, 'a>| {
        let name = tensor.name();
        let found = given.iter().find(|given| given.name == name);
        let missing = || {
            Diagnostic::error(
                Code::TC0501,
                format!("input `{name}` of `{}` is not given", def.name()),
            )
        };
        found.map(|given| (tensor, given)).ok_or_else(missing)
    };
    expected.iter().map(find).collect()
}

/// The place at which the signature declares a tensor.
fn declared(tensor: &TcTensor<'_, '_>) -> Option<Place> {
    // SAFETY: the value is alive, and so is its context.
    let location = unsafe { Location::from_raw(mlirValueGetLocation(tensor.value().to_raw())) };
    location::place(location)
}

fn check_type(tensor: &TcTensor<'_, '_>, given: &Given, errors: &mut Vec<Diagnostic>) {
    let name = &given.name;
    match element_type(tensor.tensor_type()) {
        Ok(element) if element != given.element => {
            let message = format!(
                "input `{name}`: expected {element}, found {}",
                given.element
            );
            errors.push(Diagnostic::error(Code::TC0502, message).at(declared(tensor), ""));
        }
        Ok(_) => {}
        Err(error) => errors.push(error),
    }
    let rank = tensor.tensor_type().rank();
    if rank != given.shape.len() {
        let plural = if rank == 1 { "" } else { "s" };
        let message = format!(
            "input `{name}`: expected {rank} dimension{plural}, found {}",
            given.shape.len()
        );
        errors.push(Diagnostic::error(Code::TC0503, message).at(declared(tensor), ""));
    }
}

/// The size of a dimension that is just a size: `[0, N)`.
fn plain_size(dim: &Range) -> Option<&str> {
    if dim.lower.as_const() == Some(0) {
        dim.upper.as_name()
    } else {
        None
    }
}

fn bind_sizes<'c: 'a, 'a>(
    def: Def<'c, 'a>,
    pairs: &[Pair<'_, 'c, 'a, '_>],
    binding: &mut Binding,
    errors: &mut Vec<Diagnostic>,
) {
    let sizes = def.sizes();
    let mut bound_by: HashMap<String, String> = HashMap::new();
    for (tensor, given) in pairs {
        if let Some(value) = given.value {
            binding
                .values
                .insert(Symbol::Name(given.name.clone()), value);
        }
        for (position, (dim, extent)) in tensor
            .tensor_type()
            .dims()
            .iter()
            .zip(&given.shape)
            .enumerate()
        {
            let Ok(extent) = i64::try_from(*extent) else {
                continue;
            };
            let here = format!("`{}.{position}`", given.name);
            let size = dim
                .as_ref()
                .and_then(plain_size)
                .filter(|name| sizes.iter().any(|size| size == name));
            let Some(size) = size else { continue };
            match binding.size(size) {
                Some(known) if known != extent => {
                    let first = &bound_by[size];
                    let message =
                        format!("size `{size}` is {known} from {first} and {extent} from {here}");
                    errors.push(Diagnostic::error(Code::TC0504, message));
                }
                Some(_) => {}
                None => {
                    binding
                        .values
                        .insert(Symbol::Name(size.to_string()), extent);
                    bound_by.insert(size.to_string(), here);
                }
            }
        }
    }
    for size in sizes.iter().filter(|size| binding.size(size).is_none()) {
        let message = format!("size `{size}` is not bound by any input");
        errors.push(
            Diagnostic::error(Code::TC0206, message)
                .at(location::place(def.operation().location()), "")
                .help(format!(
                    "give its value with the call: `tc-run --size {size}=<integer>`"
                )),
        );
    }
    if errors.is_empty() {
        bind_extents(def, binding);
        check_inputs(pairs, binding, errors);
    }
}

/// Extents `T.d` of all tensors whose dimensions have known values.
fn bind_extents<'c: 'a, 'a>(def: Def<'c, 'a>, binding: &mut Binding) {
    let sizes = def.sizes();
    for tensor in def.tensors() {
        for (position, dim) in tensor.tensor_type().dims().iter().enumerate() {
            let ends = dim.as_ref().and_then(|dim| ends(dim, binding, &sizes, def));
            if let (Some((low, high)), Ok(position)) = (ends, u32::try_from(position)) {
                binding.values.insert(
                    Symbol::Extent(tensor.name(), position),
                    high.saturating_sub(low),
                );
            }
        }
    }
}

/// Checks extents that are not just a size: `float(3, N + 1) A`.
fn check_inputs(pairs: &[Pair<'_, '_, '_, '_>], binding: &Binding, errors: &mut Vec<Diagnostic>) {
    for (tensor, given) in pairs.iter().filter(|(tensor, _)| tensor.role() == Role::In) {
        for (position, extent) in given.shape.iter().enumerate() {
            let symbol = u32::try_from(position).map(|dim| Symbol::Extent(tensor.name(), dim));
            let Some(wanted) = symbol.ok().and_then(|symbol| binding.get(&symbol)) else {
                continue;
            };
            if i64::try_from(*extent) != Ok(wanted) {
                let message = format!(
                    "`{}.{position}` must be {wanted}, found {extent}",
                    given.name
                );
                errors.push(Diagnostic::error(Code::TC0504, message));
            }
        }
    }
}

/// Sizes, extents and indices that are used as `int32` values must fit.
fn check_values<'c: 'a, 'a>(def: Def<'c, 'a>, binding: &Binding, errors: &mut Vec<Diagnostic>) {
    let mut told: Vec<String> = Vec::new();
    for comprehension in def.comprehensions() {
        let mut indices = comprehension.indices();
        indices.extend(comprehension.loops().into_iter().map(|one| Index {
            name: one.index(),
            range: Some(one.range()),
        }));
        comprehension.walk(&mut |operation| {
            let Some(value) =
                ValueOf::from_op(operation).filter(|value| value.value_type().to_string() == "i32")
            else {
                return;
            };
            for symbol in value.expr().symbols() {
                let named = |index: &&Index| Some(index.name.as_str()) == symbol.as_name();
                let index = indices.iter().find(named);
                let ends = match index.and_then(|index| index.range.as_ref()) {
                    Some(range) => vec![
                        binding.evaluate(&range.lower),
                        binding.evaluate(&Expr::sub(range.upper.clone(), Expr::Const(1))),
                    ],
                    None => vec![binding.get(symbol)],
                };
                for end in ends
                    .into_iter()
                    .flatten()
                    .filter(|end| i32::try_from(*end).is_err())
                {
                    let message =
                        format!("{symbol} = {end} does not fit int32 where it is used as a value");
                    if !told.contains(&message) {
                        told.push(message.clone());
                        let place = location::place(operation.location());
                        errors.push(Diagnostic::error(Code::TC0507, message).at(place, ""));
                    }
                }
            }
        });
    }
}

fn check_boxes<'c: 'a, 'a>(def: Def<'c, 'a>, binding: &Binding, errors: &mut Vec<Diagnostic>) {
    let sizes = def.sizes();
    for comprehension in def.comprehensions() {
        for index in comprehension.indices() {
            let Some(range) = &index.range else { continue };
            // What other indices and inputs bound may be empty.
            if !is_of_sizes(range, &sizes, def) {
                continue;
            }
            let place = location::place(comprehension.operation().location());
            let (Some(low), Some(high)) = (
                binding.evaluate(&range.lower),
                binding.evaluate(&range.upper),
            ) else {
                let message = format!(
                    "range of `{}` {range} has no value for these sizes",
                    index.name
                );
                errors.push(Diagnostic::error(Code::TC0506, message).at(place, ""));
                continue;
            };
            if low > high {
                let with = binding.list(&[&range.lower, &range.upper]);
                let with = if with.is_empty() {
                    with
                } else {
                    format!(" with {with}")
                };
                let message = format!(
                    "range of `{}` is reversed: [{low}, {high}){with}",
                    index.name
                );
                errors.push(Diagnostic::error(Code::TC0506, message).at(place, ""));
            }
        }
    }
}

fn check_preconditions<'c: 'a, 'a>(
    def: Def<'c, 'a>,
    binding: &Binding,
    errors: &mut Vec<Diagnostic>,
) {
    let place = location::place(def.operation().location());
    let indices = def.comprehensions().into_iter();
    let ranges: Vec<Range> = indices
        .flat_map(|one| one.ranges().into_iter().flatten())
        .collect();
    let ranges: Vec<_> = ranges.iter().map(|one| (&one.lower, &one.upper)).collect();
    for text in op::strings(def.operation(), "preconditions") {
        let Ok(precondition) = Precondition::parse(&text) else {
            errors.push(
                Diagnostic::error(None, format!("malformed precondition `{text}`"))
                    .at(place.clone(), ""),
            );
            continue;
        };
        if precondition.evaluate(&|symbol| binding.get(symbol)) == Some(true) {
            continue;
        }
        let message = format!(
            "precondition `{}` fails: {}",
            precondition.human(&ranges),
            binding.list(&precondition.sides(&ranges))
        );
        let note =
            "a read leaves its tensor at these sizes; note TC0305 of range inference shows which";
        errors.push(
            Diagnostic::error(Code::TC0505, message)
                .at(place.clone(), "")
                .with_note(note),
        );
    }
}

fn check_given_shapes(
    pairs: &[Pair<'_, '_, '_, '_>],
    binding: &Binding,
    errors: &mut Vec<Diagnostic>,
) {
    for (tensor, given) in pairs
        .iter()
        .filter(|(tensor, _)| tensor.role() == Role::InOut)
    {
        let wanted: Option<Vec<i64>> = (0..given.shape.len())
            .map(|dim| binding.get(&Symbol::Extent(tensor.name(), u32::try_from(dim).ok()?)))
            .collect();
        let found: Vec<i64> = given
            .shape
            .iter()
            .filter_map(|extent| i64::try_from(*extent).ok())
            .collect();
        if wanted.as_ref() != Some(&found) {
            let wanted = wanted.unwrap_or_default();
            let message = format!(
                "output `{}`: expected {} {wanted:?}, found {} {found:?}",
                given.name, given.element, given.element
            );
            errors.push(Diagnostic::error(Code::TC0508, message).at(declared(tensor), ""));
        }
    }
}

/// The ends of a dimension. One that an integer input bounds has at least 0 elements.
fn ends<'c: 'a, 'a>(
    dim: &Range,
    binding: &Binding,
    sizes: &[String],
    def: Def<'c, 'a>,
) -> Option<(i64, i64)> {
    let (low, high) = (binding.evaluate(&dim.lower)?, binding.evaluate(&dim.upper)?);
    let high = if is_of_sizes(dim, sizes, def) {
        high
    } else {
        high.max(low)
    };
    Some((low, high))
}

fn make<'c: 'a, 'a>(def: Def<'c, 'a>, binding: &mut Binding, errors: &mut Vec<Diagnostic>) {
    let sizes = def.sizes();
    for tensor in def
        .tensors()
        .into_iter()
        .filter(|tensor| tensor.role() != Role::In)
    {
        let name = tensor.name();
        let element = match element_type(tensor.tensor_type()) {
            Ok(element) => element,
            Err(error) => return errors.push(error),
        };
        let ends: Option<Vec<(i64, i64)>> = tensor
            .tensor_type()
            .dims()
            .iter()
            .map(|dim| ends(dim.as_ref()?, binding, &sizes, def))
            .collect();
        let Some(ends) = ends else {
            let message =
                format!("the index bounds of `{name}` are not known; run tc-infer-ranges first");
            return errors.push(Diagnostic::error(None, message));
        };
        let shape: Option<Vec<usize>> = ends
            .iter()
            .map(|(low, high)| usize::try_from(i128::from(*high) - i128::from(*low)).ok())
            .collect();
        let bytes = shape.as_ref().and_then(|shape| {
            shape
                .iter()
                .try_fold(element.size(), |bytes, extent| bytes.checked_mul(*extent))
        });
        let (Some(shape), Some(_)) = (shape, bytes.filter(|bytes| *bytes <= isize::MAX as usize))
        else {
            let extents: Vec<String> = ends
                .iter()
                .map(|(low, high)| (i128::from(*high) - i128::from(*low)).to_string())
                .collect();
            let message = format!(
                "`{name}` of shape [{}] does not fit memory",
                extents.join(", ")
            );
            errors.push(Diagnostic::error(Code::TC0513, message));
            continue;
        };
        let origin = ends.iter().map(|(low, _)| *low).collect();
        binding.made.push(Made {
            name,
            returned: tensor.role() != Role::Temporary,
            element,
            shape,
            origin,
        });
    }
}
