//! Whether the body of a statement that is marked `reduces` has the form of a reduction.

use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockRef, RegionLike, Value};
use tc_dialects::op::{self, ValueKey, defining_operation};

use super::super::subscripts::Function;
use super::{AccessKind, Accumulator, Found};

/// The accumulator of a statement that reduces with the operator, if its body has the form of a
/// reduction.
pub(super) fn accumulator(
    operator: &str,
    body: BlockRef<'_, '_>,
    found: &[Found<'_, '_>],
) -> Option<Accumulator> {
    let mut stores = found
        .iter()
        .filter(|found| found.access.kind == AccessKind::Write);
    let (store, None) = (stores.next()?, stores.next()) else {
        return None;
    };
    let combine = defining_operation(store.operation.operand(0).ok()?)?;
    if !is_combine(operator, op::name(combine)) {
        return None;
    }
    let operands = [combine.operand(0).ok()?, combine.operand(1).ok()?];
    let load = found.iter().find(|candidate| {
        let result = candidate.operation.result(0).map(Value::from);
        candidate.access.kind == AccessKind::Read
            && candidate.access.array == store.access.array
            && same_element(candidate, store)
            && result.is_ok_and(|result| operands.contains(&result) && uses(body, result) == 1)
    })?;
    Some(Accumulator {
        load: load.access.position,
        array: load.access.array.clone(),
        relation: load.access.relation.clone(),
    })
}

/// Whether both access the same element of their arrays for every instance.
fn same_element(one: &Found<'_, '_>, other: &Found<'_, '_>) -> bool {
    let (Some(one), Some(other)) = (&one.element, &other.element) else {
        return false;
    };
    let equal = |(a, b): (&Function, &Function)| a.plain_is_equal(b).unwrap_or(false);
    one.len() == other.len() && one.iter().zip(other).all(equal)
}

/// Whether the operation combines with the operator of a `reduces` attribute.
fn is_combine(operator: &str, name: &str) -> bool {
    let names: &[&str] = match operator {
        operator if operator.contains("add") => &["arith.addf", "arith.addi"],
        operator if operator.contains("mul") => &["arith.mulf", "arith.muli"],
        operator if operator.contains("min") => &["arith.minimumf", "arith.minsi", "arith.minui"],
        operator if operator.contains("max") => &["arith.maximumf", "arith.maxsi", "arith.maxui"],
        _ => &[],
    };
    names.contains(&name)
}

/// How often the operations of a block use a value.
fn uses(block: BlockRef<'_, '_>, value: Value<'_, '_>) -> usize {
    let in_operation = |operation: OperationRef<'_, '_>| {
        let direct = operation
            .operands()
            .filter(|operand| ValueKey::of(*operand) == ValueKey::of(value))
            .count();
        let nested: usize = operation
            .regions()
            .filter_map(|region| region.first_block())
            .map(|inner| uses(inner, value))
            .sum();
        direct + nested
    };
    op::operations(block).into_iter().map(in_operation).sum()
}
