//! One statement: its indices, its accesses, its value.

use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, AttributeLike, TypeLike, ValueLike};

use super::super::attributes::{Reduction, expr_of};
use super::super::types::{TensorType, signless};
use super::super::views::{Access, Comprehension, Def, For, Left, ValueOf, Yield};
use super::scope::Scope;
use super::written;
use crate::errors::{Errors, repeated};
use crate::op;

pub(super) fn check(statement: Comprehension, def: Def, scope: &Scope, errors: &mut Errors) {
    let operation = statement.operation();
    let Some(end) = statement.end() else {
        errors.add(operation, "must end in a 'tc.yield'");
        return;
    };
    for target in statement.targets() {
        written(operation, def, target, errors);
    }
    let loops: Vec<String> = statement.loops().into_iter().map(For::index).collect();
    counts(statement, end, errors);
    if end.values().is_empty() {
        return;
    }
    indices(statement, &loops, scope, errors);
    left(statement, &loops, scope, errors);
    ranges(statement, &loops, scope, errors);
    pair(statement, errors);
    value(statement, errors);
    let names = [statement.index_names(), loops].concat();
    statement.walk(&mut |inner| {
        if let Some(inner) = Access::from_op(inner) {
            access(inner, &names, scope, errors);
        }
        if let Some(inner) = ValueOf::from_op(inner) {
            let known = |name: &str| {
                names.iter().any(|index| index == name)
                    || scope.is_size(name)
                    || scope.is_scalar(name)
            };
            let candidates = [names.as_slice(), &scope.sizes].concat();
            scope.check(
                &inner.expr(),
                &known,
                "in its expression",
                "indices and sizes",
                &candidates,
                inner.operation(),
                errors,
            );
        }
    });
}

/// As many subscripts as dimensions, values as targets, computed places as `unit`s.
fn counts(statement: Comprehension, end: Yield, errors: &mut Errors) {
    let operation = statement.operation();
    let left = op::elements(operation, "left");
    let rank = statement.target_type().rank();
    if left.len() != rank {
        errors.add(
            operation,
            format!(
                "writes a tensor of rank {rank} at {} subscripts",
                left.len()
            ),
        );
    }
    for subscript in &left {
        if expr_of(*subscript).is_none() && !is_unit(*subscript) {
            errors.add(
                operation,
                format!(
                    "has the subscript {subscript} on the left; expected '#tc.expr<...>' or 'unit'"
                ),
            );
        }
    }
    let computed = left.iter().filter(|one| is_unit(**one)).count();
    let (given, values, targets) = (
        end.at().len(),
        end.values().len(),
        statement.targets().len(),
    );
    if given != computed {
        errors.add(
            end.operation(),
            format!("gives {given} places for {computed} subscripts on the left that are computed"),
        );
    }
    if values != targets {
        errors.add(
            end.operation(),
            format!("yields {values} values for {targets} targets"),
        );
    }
}

fn indices(statement: Comprehension, loops: &[String], scope: &Scope, errors: &mut Errors) {
    let operation = statement.operation();
    let names = statement.index_names();
    if let Some(name) = repeated(&names) {
        errors.add(operation, format!("declares index '{name}' twice"));
    }
    for name in &names {
        scope.check_index(name, "index", loops, operation, errors);
    }
    if statement.reduction().is_some() {
        return;
    }
    let left = statement.left();
    let used = |name: &String| {
        let mut exprs = left.iter().filter_map(Left::expr);
        exprs.any(|expr| expr.mentions(name))
    };
    for name in names.iter().filter(|name| !used(name)) {
        errors.add(
            operation,
            format!("has index '{name}' only on the right, but assigns; expected a reduction such as 'add init'"),
        );
    }
    if left.iter().any(|left| matches!(left, Left::Computed(_))) {
        errors.add(
            operation,
            "assigns at a computed place, where values may meet; expected a reduction such as 'add init'",
        );
    }
    if statement.init() {
        errors.add(
            operation,
            "has 'init', but assigns; expected a reduction such as 'add init'",
        );
    }
}

/// An index stands in one dimension; other subscripts name indices, loop indices, sizes and
/// scalars.
fn left(statement: Comprehension, loops: &[String], scope: &Scope, errors: &mut Errors) {
    let operation = statement.operation();
    let names = statement.index_names();
    let left = statement.left();
    let plain: Vec<String> = left
        .iter()
        .filter_map(Left::index)
        .map(str::to_owned)
        .collect();
    if let Some(name) = repeated(&plain) {
        errors.add(operation, format!("has index '{name}' twice on the left"));
    }
    let known = |name: &str| {
        let mut indices = names.iter().chain(loops);
        indices.any(|index| index == name) || scope.is_size(name) || scope.is_scalar(name)
    };
    let candidates = [names.as_slice(), loops, &scope.sizes, &scope.scalars].concat();
    for expr in left.iter().filter_map(Left::expr) {
        scope.check(
            &expr,
            &known,
            "on the left",
            "indices and sizes",
            &candidates,
            operation,
            errors,
        );
    }
}

/// A bound names sizes, integer inputs, loop indices, and for an index that is not on the left also
/// indices before it.
fn ranges(statement: Comprehension, loops: &[String], scope: &Scope, errors: &mut Errors) {
    let operation = statement.operation();
    let names = statement.index_names();
    let ranges = statement.ranges();
    if names.len() != ranges.len() {
        errors.add(
            operation,
            format!("has {} indices, but {} ranges", names.len(), ranges.len()),
        );
        return;
    }
    let left = statement.left();
    for (position, (name, range)) in names.iter().zip(&ranges).enumerate() {
        let is_left = left.iter().any(|left| left.index() == Some(name));
        let earlier: &[String] = if is_left { &[] } else { &names[..position] };
        let known = |name: &str| {
            let mut indices = earlier.iter().chain(loops);
            indices.any(|index| index == name) || scope.is_size(name) || scope.is_scalar(name)
        };
        let candidates = [&scope.sizes[..], loops, earlier].concat();
        for bound in range.iter().flat_map(|range| [&range.lower, &range.upper]) {
            if let Some(other) = names.iter().find(|name| is_left && bound.mentions(name)) {
                let message = format!(
                    "has index '{name}' on the left, whose range names index '{other}': the target is written in a box"
                );
                errors.add(operation, message);
                continue;
            }
            scope.check(
                bound,
                &known,
                &format!("in the range of '{name}'"),
                "sizes",
                &candidates,
                operation,
                errors,
            );
        }
    }
}

/// The second target of a pair has integers, the subscripts of the first, and `min` or `max`.
fn pair(statement: Comprehension, errors: &mut Errors) {
    let operation = statement.operation();
    let Some(place) = statement.place() else {
        return;
    };
    if !matches!(statement.reduction(), Some(Reduction::Min | Reduction::Max)) {
        errors.add(
            operation,
            "has a pair of targets; expected the reduction 'min' or 'max'",
        );
    }
    if op::same_value(place, statement.target()) {
        errors.add(operation, "has the same tensor as both targets of a pair");
    }
    let Some(found) = TensorType::from_type(place.r#type()) else {
        return;
    };
    let rank = statement.target_type().rank();
    let is_integer =
        IntegerType::try_from(found.element()).is_ok_and(|integer| integer.width() > 1);
    if found.rank() != rank || !is_integer {
        let message = format!(
            "has the second target '{found}'; expected integers and rank {rank}, as the first"
        );
        errors.add(operation, message);
        return;
    }
    let Some((end, second)) = statement
        .end()
        .and_then(|end| Some((end, end.values().into_iter().nth(1)?)))
    else {
        return;
    };
    if second.r#type() != found.value_type() {
        let (expected, given) = (found.value_type(), second.r#type());
        errors.add(
            end.operation(),
            format!("must yield a place of type '{expected}', not '{given}'"),
        );
    }
}

/// The yielded value has the type in which the target accumulates.
fn value(statement: Comprehension, errors: &mut Errors) {
    let target = statement.target_type();
    let element = target.element();
    let found = statement.yielded().r#type();
    let wide = element.is_f16() || element.is_bf16();
    let fits = if wide {
        found.is_f32()
    } else {
        found == target.value_type()
    };
    if !fits {
        let expected = if wide {
            "f32".to_string()
        } else {
            target.value_type().to_string()
        };
        let message = format!(
            "must yield a value of type '{expected}' into a tensor of '{element}', not '{found}'"
        );
        let last = op::operations(statement.body()).into_iter().last();
        errors.add(last.unwrap_or(statement.operation()), message);
    }
}

fn access(access: Access, indices: &[String], scope: &Scope, errors: &mut Errors) {
    let operation = access.operation();
    let Some(tensor) = TensorType::from_type(access.tensor().r#type()) else {
        return;
    };
    let subscripts = op::elements(operation, "subscripts");
    if subscripts.len() != tensor.rank() {
        errors.add(
            operation,
            format!(
                "has {} subscripts for a tensor of rank {}",
                subscripts.len(),
                tensor.rank()
            ),
        );
    }
    let values = operation.operand_count() - 1;
    let gathered = subscripts
        .iter()
        .filter(|subscript| is_unit(**subscript))
        .count();
    if gathered != values {
        errors.add(
            operation,
            format!("has {values} values for {gathered} subscripts that are values"),
        );
    }
    for subscript in subscripts {
        match expr_of(subscript) {
            Some(expr) => {
                let known = |name: &str| {
                    indices.iter().any(|index| index == name)
                        || scope.is_size(name)
                        || scope.is_scalar(name)
                };
                let candidates = [indices, &scope.sizes, &scope.scalars].concat();
                scope.check(
                    &expr,
                    &known,
                    "in a subscript",
                    "indices and sizes",
                    &candidates,
                    operation,
                    errors,
                );
            }
            None if is_unit(subscript) => {}
            None => errors.add(
                operation,
                format!("has the subscript {subscript}; expected '#tc.expr<...>' or 'unit'"),
            ),
        }
    }
    for result in operation.results() {
        let (found, expected) = (result.r#type(), signless(tensor.element()));
        if found != expected {
            errors.add(
                operation,
                format!(
                    "reads a '{expected}' from a tensor of '{}', not a '{found}'",
                    tensor.element()
                ),
            );
        }
    }
}

fn is_unit(attribute: Attribute) -> bool {
    attribute.is_unit()
}
