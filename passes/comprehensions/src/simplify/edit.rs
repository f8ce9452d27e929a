//! What takes a part of a statement's body to a statement of its own.

use std::collections::{HashMap, HashSet};

use tc_dialects::op::{self, OperationKey, ValueKey};
use tc_dialects::tc::{Comprehension, Def};

use tc_pass_host::*;

/// Copies what values of a statement's body are computed from; the copies by the old values.
pub fn copy<'c: 'a, 'a>(
    statement: Comprehension<'c, 'a>,
    values: &[Value<'c, 'a>],
    into: BlockRef<'c, 'a>,
) -> HashMap<ValueKey, Value<'c, 'a>> {
    let mut slice: HashSet<OperationKey> = HashSet::new();
    let mut pending = values.to_vec();
    while let Some(value) = pending.pop() {
        let inner = op::defining_operation(value)
            .filter(|inner| inner.parent_operation() == Some(statement.operation()));
        if let Some(inner) = inner
            && slice.insert(OperationKey::of(inner))
        {
            pending.extend(op::operands(inner));
        }
    }
    let mut copies: HashMap<ValueKey, Value> = HashMap::new();
    for operation in op::operations(statement.body()) {
        if !slice.contains(&OperationKey::of(operation)) {
            continue;
        }
        let copy = op::append(into, Operation::clone(&operation));
        for (position, operand) in op::operands(copy).into_iter().enumerate() {
            let copied = copies.get(&ValueKey::of(operand)).copied();
            op::set_operand(copy, position, copied.unwrap_or(operand));
        }
        for (old, new) in operation.results().zip(op::results(copy)) {
            copies.insert(ValueKey::of(old), new);
        }
    }
    copies
}

/// Erases the operations of a statement's body that nothing needs.
pub fn erase_unused(statement: Comprehension<'_, '_>) {
    for operation in op::operations(statement.body()).into_iter().rev().skip(1) {
        let results = op::results(operation);
        let is_needed = results.is_empty() || results.iter().any(|value| op::is_used(*value));
        if !is_needed && operation.region_count() == 0 {
            op::erase(operation);
        }
    }
}

/// A name for a temporary of a statement, which nothing in the def has.
pub fn new_name<'c: 'a, 'a>(
    def: Def<'c, 'a>,
    statement: Comprehension<'c, 'a>,
    what: &str,
) -> String {
    let tensors = def.tensors();
    let target = statement.target();
    let is_it = |value: Value| op::same_value(value, target);
    let known = tensors.iter().find(|tensor| is_it(tensor.value()));
    let base = known.map_or_else(
        || what.to_owned(),
        |tensor| format!("{}_{what}", tensor.name()),
    );
    let mut taken: Vec<String> = tensors.iter().map(|tensor| tensor.name()).collect();
    taken.extend(def.sizes());
    for statement in def.comprehensions() {
        taken.extend(statement.index_names());
    }
    let numbered = (2..).map(|number| format!("{base}_{number}"));
    let name = std::iter::once(base.clone())
        .chain(numbered)
        .find(|name| !taken.contains(name));
    name.unwrap_or(base)
}
