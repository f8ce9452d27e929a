//! The rules that the types of the `tc` dialect cannot express.
//!
//! | operation | is refused when |
//! | --- | --- |
//! | `tc.def` | a name is used twice or is not a word; a type or precondition names an unknown size; an operation does not belong there |
//! | `tc.for` | it has no range; its index shadows another name; its range names what is not known there |
//! | `tc.comprehension` | it writes an input; subscripts do not fit the rank; an index is unknown, repeated, shadows another name, or would reduce under `=`; the targets of a pair do not match; the yielded values do not fit |
//! | `tc.read`, `tc.exists` | it is outside a comprehension; subscripts do not fit the rank; a name is unknown; the type does not fit |
//! | `tc.value` | it is outside a comprehension; a name is unknown |
//! | `tc.call` | there is no such def; tensors do not fit its arguments |

mod comprehension;
mod scope;

use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::{BlockLike, OperationRef, ValueLike};

use self::scope::Scope;
use super::types::TensorType;
use super::views::{Call, Comprehension, Def, For, Role, Temporary, Tensor};
use crate::errors::{Errors, is_word, listed, repeated};
use crate::op;
use tc_syntax::expr::Precondition;

/// Checks a def and its contents.
pub(crate) fn def<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, errors: &mut Errors) {
    let Some(def) = Def::from_op(operation) else {
        return;
    };
    if !signature(def, errors) || !contents(def, errors) {
        return;
    }
    names(def, errors);
    let scope = Scope::of(def);
    types(def, &scope, errors);
    preconditions(def, &scope, errors);
    for one in def.loops() {
        r#loop(one, &scope, errors);
    }
    for statement in def.comprehensions() {
        comprehension::check(statement, def, &scope, errors);
    }
    for call in def.calls() {
        for target in call.targets() {
            written(call.operation(), def, target, errors);
        }
    }
}

/// Checks that the parts of a signature match.
fn signature(def: Def, errors: &mut Errors) -> bool {
    let operation = def.operation();
    let arguments = op::arguments(def.body());
    let named = op::strings(operation, "arg_names").len();
    if named != arguments.len() {
        errors.add(
            operation,
            format!(
                "has {} arguments, but {named} names of arguments",
                arguments.len()
            ),
        );
        return false;
    }
    let inputs = def.input_count();
    if inputs > arguments.len() {
        errors.add(
            operation,
            format!(
                "has {} arguments, which cannot be {inputs} inputs",
                arguments.len()
            ),
        );
        return false;
    }
    for (position, argument) in arguments.iter().enumerate() {
        if TensorType::from_type(argument.r#type()).is_none() {
            errors.add(
                operation,
                format!(
                    "expects tensors as arguments, but argument {position} is of type '{}'",
                    argument.r#type()
                ),
            );
            return false;
        }
    }
    let inout = op::integers(operation, "inout").unwrap_or_default();
    let returns = arguments.len() - inputs;
    let outside =
        |position: &&i64| usize::try_from(**position).map_or(true, |position| position >= returns);
    if let Some(position) = inout.iter().find(outside) {
        errors.add(
            operation,
            format!("has {returns} returns, so return {position} cannot be updated in place"),
        );
        return false;
    }
    true
}

/// A def contains only tensors and statements.
fn contents(def: Def, errors: &mut Errors) -> bool {
    let mut fits = true;
    for operation in def.all_operations() {
        let known = [Temporary::NAME, Comprehension::NAME, Call::NAME, For::NAME];
        if !known.contains(&op::name(operation)) {
            errors.add(
                operation,
                "does not belong in a 'tc.def'; expected 'tc.temporary', 'tc.comprehension', 'tc.for' or 'tc.call'",
            );
            fits = false;
        }
    }
    fits
}

/// A loop has a range, and an index of its own.
fn r#loop(one: For, scope: &Scope, errors: &mut Errors) {
    let operation = one.operation();
    let name = one.index();
    let outer: Vec<String> = one.loops().into_iter().map(For::index).collect();
    scope.check_index(&name, "the loop index", &outer, operation, errors);
    let range = operation.attribute("range").ok();
    let Some(range) = range.and_then(super::attributes::range_of) else {
        errors.add(operation, "has no range; expected 'in [lower, upper)'");
        return;
    };
    let known = |name: &str| {
        scope.is_size(name) || scope.is_scalar(name) || outer.iter().any(|index| index == name)
    };
    let candidates = [&scope.sizes[..], &scope.scalars, &outer].concat();
    let place = format!("in the range of '{name}'");
    for bound in [&range.lower, &range.upper] {
        scope.check(
            bound,
            &known,
            &place,
            "sizes, integer inputs and loop indices",
            &candidates,
            operation,
            errors,
        );
    }
}

/// Tensors and sizes share one namespace.
fn names(def: Def, errors: &mut Errors) {
    let operation = def.operation();
    let tensors: Vec<String> = def.tensors().iter().map(Tensor::name).collect();
    let extra = def.extra_sizes();
    for name in tensors.iter().chain(&extra).filter(|name| !is_word(name)) {
        errors.add(
            operation,
            format!("has the name '{name}', which is not made of letters, digits and '_'"),
        );
    }
    if let Some(name) = repeated(&tensors) {
        errors.add(operation, format!("has two tensors named '{name}'"));
    }
    if let Some(name) = repeated(&extra) {
        errors.add(operation, format!("lists size '{name}' twice"));
    }
    for size in def.sizes().iter().filter(|size| tensors.contains(size)) {
        errors.add(
            operation,
            format!("uses '{size}' as a size and as a tensor"),
        );
    }
}

/// Types of returns and temporaries name only known sizes. (Those of inputs declare sizes.)
fn types(def: Def, scope: &Scope, errors: &mut Errors) {
    for tensor in def.tensors() {
        let owner = match tensor.role() {
            Role::Temporary => op_of(tensor).unwrap_or(def.operation()),
            _ => def.operation(),
        };
        for (dim, range) in tensor.tensor_type().dims().into_iter().enumerate() {
            for bound in range.iter().flat_map(|range| [&range.lower, &range.upper]) {
                let place = format!("in dimension {dim} of '{}'", tensor.name());
                let input = tensor.role() == Role::In;
                let known = |name: &str| input || scope.is_size(name) || scope.is_scalar(name);
                scope.check(bound, &known, &place, "sizes", &scope.sizes, owner, errors);
            }
        }
    }
}

/// The operation that creates a temporary.
fn op_of<'c: 'a, 'a>(tensor: Tensor<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    Some(OperationResult::try_from(tensor.value()).ok()?.owner())
}

fn preconditions(def: Def, scope: &Scope, errors: &mut Errors) {
    for text in op::strings(def.operation(), "preconditions") {
        match Precondition::parse(&text) {
            Err(error) => errors.add(
                def.operation(),
                format!("has the precondition '{text}', which does not parse: {error}"),
            ),
            Ok(precondition) => {
                let conditions = precondition.when.iter().chain([&precondition.requires]);
                for side in conditions.flat_map(|condition| [&condition.left, &condition.right]) {
                    let known = |name: &str| scope.is_size(name) || scope.is_scalar(name);
                    scope.check(
                        side,
                        &known,
                        "in a precondition",
                        "sizes",
                        &scope.sizes,
                        def.operation(),
                        errors,
                    );
                }
            }
        }
    }
}

/// Inputs are not written.
fn written<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    def: Def<'c, 'a>,
    target: melior::ir::Value<'c, 'a>,
    errors: &mut Errors,
) {
    // A def may have thousands of returns, so only their number is used.
    let body = def.body();
    let is_input = (0..def.input_count())
        .filter_map(|position| body.argument(position).ok())
        .position(|input| op::same_value(input.into(), target));
    if let Some(input) = is_input.and_then(|position| def.inputs().into_iter().nth(position)) {
        errors.add(
            operation,
            format!(
                "writes input '{}', which is immutable; write to a new tensor",
                input.name()
            ),
        );
    }
}

/// Reads and values must be nested in a comprehension, whose indices they use.
pub(crate) fn placement<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, errors: &mut Errors) {
    let parents = std::iter::successors(operation.parent_operation(), |parent| {
        parent.parent_operation()
    });
    if !parents
        .into_iter()
        .any(|parent| op::name(parent) == Comprehension::NAME)
    {
        errors.add(
            operation,
            "must be in a 'tc.comprehension', whose indices it may name",
        );
    }
}

/// A call names a def and passes matching tensors.
pub(crate) fn call<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, errors: &mut Errors) {
    let Some(call) = Call::from_op(operation) else {
        return;
    };
    let mut parents = std::iter::successors(operation.parent_operation(), |parent| {
        parent.parent_operation()
    });
    let Some(caller) = parents.find(|parent| op::name(*parent) == Def::NAME) else {
        return;
    };
    let name = call.callee();
    let siblings = caller
        .parent_operation()
        .map_or_else(Vec::new, op::children);
    let callee = siblings
        .into_iter()
        .filter_map(Def::from_op)
        .find(|def| def.name() == name);
    let Some(callee) = callee else {
        errors.add(
            operation,
            format!("calls '@{name}', which is not a 'tc.def' here"),
        );
        return;
    };
    let notes = [(
        callee.operation().location(),
        format!("'@{name}' is defined here"),
    )];
    if op::arguments(callee.body())
        .iter()
        .any(|argument| TensorType::from_type(argument.r#type()).is_none())
    {
        return;
    }
    let groups = [
        ("inputs", call.inputs(), callee.inputs()),
        ("returns", call.targets(), callee.returns()),
    ];
    for (what, given, expected) in groups {
        if given.len() != expected.len() {
            let (found, wanted) = (given.len(), expected.len());
            let message =
                format!("gives {found} tensors for the {what} of '@{name}', which has {wanted}");
            errors.add_with_notes(operation, message, &notes);
            continue;
        }
        for (value, argument) in given.into_iter().zip(expected) {
            let (Some(found), wanted) = (
                TensorType::from_type(value.r#type()),
                argument.tensor_type(),
            ) else {
                continue;
            };
            if found.rank() != wanted.rank() || found.element() != wanted.element() {
                let message = format!(
                    "gives a '{found}' for '{}', which is a '{wanted}'",
                    argument.name()
                );
                errors.add_with_notes(operation, message, &notes);
            }
        }
    }
}

/// `sizes: 'N', 'M'`
fn known_names(what: &str, names: &[String]) -> String {
    format!("{what}: {}", listed(names))
}
