//! The inputs that decide about places: subscripts that are data are computed from them, with the
//! conditions around these accesses.
//!
//! A check looks at their values before the program runs, and a condition before the access that it
//! guards. Who runs the program in memory that others may change copies them first: nothing of what
//! was looked at is read anew.

use super::Access;
use std::collections::HashSet;
use tc_dialects::op::{self, OperationKey, ValueKey};
use tc_dialects::tc::{Comprehension, Def, Left, Role, Subscript};
use tc_pass_host::*;

/// The names of the inputs and in/out tensors of a def that decide about places, in its order.
/// Temporaries are no part of it: nobody else has them.
pub fn deciding_inputs(def: Def<'_, '_>) -> Vec<String> {
    let mut seen = HashSet::new();
    let comprehensions = def.comprehensions().into_iter();
    comprehensions.for_each(|one| add_slice(places(one), &mut seen));
    let arguments = def.arguments();
    let given = arguments.iter().filter(|one| one.role() != Role::Out);
    given
        .filter(|one| seen.contains(&ValueKey::of(one.value())))
        .map(|one| one.name())
        .collect()
}

/// The places of a statement that are data, and the conditions around them.
fn places<'c: 'a, 'a>(comprehension: Comprehension<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let left = comprehension.left().into_iter();
    let mut found: Vec<Value> = left
        .filter_map(|one| match one {
            Left::Computed(value) => Some(value),
            _ => None,
        })
        .collect();
    for access in comprehension.accesses() {
        let computed = computed(access);
        if computed.is_empty() {
            continue;
        }
        found.extend(computed);
        let mut inner = access.operation();
        while let Some(around) = inner.block().and_then(|block| block.parent_operation())
            && around != comprehension.operation()
        {
            found.extend(op::operands(around));
            inner = around;
        }
    }
    found
}

fn computed<'c: 'a, 'a>(access: Access<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let subscripts = access.subscripts().into_iter();
    subscripts
        .filter_map(|one| match one {
            Subscript::Value(value) => Some(value),
            Subscript::Expr(_) => None,
        })
        .collect()
}

/// Adds the values from which these are computed.
fn add_slice<'c: 'a, 'a>(mut wanted: Vec<Value<'c, 'a>>, seen: &mut HashSet<ValueKey>) {
    let mut done = HashSet::new();
    while let Some(value) = wanted.pop() {
        seen.insert(ValueKey::of(value));
        let Some(operation) = defining_operation(value) else {
            continue;
        };
        if done.insert(OperationKey::of(operation)) {
            wanted.extend(op::operands(operation));
            op::walk(operation, &mut |inner| wanted.extend(op::operands(inner)));
        }
    }
}
