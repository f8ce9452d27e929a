//! One statement: its indices, its accesses, its value.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, TypeLike, ValueLike};

use super::super::attributes::expr_of;
use super::super::types::{TensorType, signless};
use super::super::views::{Access, Comprehension, Def, ValueOf, Yield};
use super::scope::Scope;
use super::written;
use crate::op;
use crate::verify::{Errors, is_word, listed, repeated};

pub(super) fn check(statement: Comprehension, def: Def, scope: &Scope, errors: &mut Errors) {
    let operation = statement.operation();
    let found = op::operations(statement.body()).into_iter().last();
    if found.and_then(Yield::from_op).is_none() {
        errors.add(operation, "must end in a 'tc.yield'");
        return;
    }
    written(operation, def, statement.target(), errors);
    indices(statement, scope, errors);
    ranges(statement, scope, errors);
    value(statement, errors);
    let names = statement.index_names();
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

fn indices(statement: Comprehension, scope: &Scope, errors: &mut Errors) {
    let operation = statement.operation();
    let left = statement.left();
    let names = statement.index_names();
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
    if let Some(name) = repeated(&left) {
        errors.add(operation, format!("has index '{name}' twice on the left"));
    }
    if let Some(name) = repeated(&names) {
        errors.add(operation, format!("declares index '{name}' twice"));
    }
    for name in left.iter().filter(|name| !names.contains(name)) {
        errors.add(
            operation,
            format!(
                "has '{name}' on the left, which is not among its indices {}",
                listed(&names)
            ),
        );
    }
    for name in &names {
        if !is_word(name) {
            errors.add(
                operation,
                format!("has index '{name}', whose name is not made of letters, digits and '_'"),
            );
        }
        if scope.is_size(name) || scope.ranks.contains_key(name) {
            errors.add(
                operation,
                format!("has index '{name}', which is also the name of a size or a tensor"),
            );
        }
    }
    if statement.reduction().is_none() {
        for name in names.iter().filter(|name| !left.contains(name)) {
            errors.add(
                operation,
                format!("has index '{name}' only on the right, but assigns; expected a reduction such as 'add init'"),
            );
        }
        if statement.init() {
            errors.add(
                operation,
                "has 'init', but assigns; expected a reduction such as 'add init'",
            );
        }
    }
}

fn ranges(statement: Comprehension, scope: &Scope, errors: &mut Errors) {
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
    for (name, range) in names.iter().zip(&ranges) {
        for bound in range.iter().flat_map(|range| [&range.lower, &range.upper]) {
            let place = format!("in the range of '{name}'");
            let known = |name: &str| scope.is_size(name) || scope.is_scalar(name);
            scope.check(
                bound,
                &known,
                &place,
                "sizes",
                &scope.sizes,
                operation,
                errors,
            );
        }
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
