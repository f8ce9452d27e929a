//! Walks over operations, in text order, without changes.

use std::collections::HashSet;

use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::{BlockLike, BlockRef, OperationRef, RegionLike, Value, ValueLike};
use mlir_sys::{
    mlirBlockArgumentGetArgNumber, mlirBlockArgumentGetOwner, mlirOpOperandIsNull,
    mlirValueGetFirstUse,
};

use super::{ValueKey, name};

/// The operations of a block, first to last.
pub fn operations<'c: 'a, 'a>(block: BlockRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    std::iter::successors(block.first_operation(), |operation| {
        operation.next_in_block()
    })
    .collect()
}

/// The only block of the only region; `None` if the region is empty.
///
/// (melior's errors contain the text of the operation, and MLIR verifies what it prints: in a
/// verifier, an error about a missing region, operand or result would recurse without end. So
/// counts are checked first, here and elsewhere.)
pub fn body<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    if operation.region_count() == 0 {
        return None;
    }
    operation.region(0).ok()?.first_block()
}

/// The operations in the only region.
pub fn children<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    body(operation).map_or_else(Vec::new, operations)
}

/// Calls `visit` for every operation below, outer ones first.
pub fn walk<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    visit: &mut dyn FnMut(OperationRef<'c, 'a>),
) {
    let mut pending: Vec<OperationRef> = inside(operation);
    pending.reverse();
    while let Some(next) = pending.pop() {
        visit(next);
        pending.extend(inside(next).into_iter().rev());
    }
}

/// The operations directly inside the regions.
fn inside<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    blocks(operation).into_iter().flat_map(operations).collect()
}

/// The blocks of all regions, first to last.
pub fn blocks<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<BlockRef<'c, 'a>> {
    let regions = operation.regions();
    regions
        .flat_map(|region| {
            std::iter::successors(region.first_block(), |block| block.next_in_region())
        })
        .collect()
}

/// The operations nested in one, excluding itself, outer before inner, in text order.
///
/// They are collected first, so that a pass may change or erase them while it iterates; operations
/// erased with their parent must not be used again.
pub fn nested<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut found = Vec::new();
    walk(operation, &mut |inner| found.push(inner));
    found
}

/// The values that an operation's regions use and that are defined outside of it, in order of first
/// use, each once.
pub fn captures<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let inner = nested(operation);
    let mut seen: HashSet<ValueKey> = std::iter::once(operation)
        .chain(inner.iter().copied())
        .flat_map(blocks)
        .flat_map(arguments)
        .map(ValueKey::of)
        .collect();
    for one in &inner {
        seen.extend(one.results().map(ValueKey::of));
    }
    let used = inner.into_iter().flat_map(operands);
    used.filter(|value| seen.insert(ValueKey::of(*value)))
        .collect()
}

/// The operation that defines a value; `None` for a block argument.
pub fn defining_operation<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    if !value.is_operation_result() {
        return None;
    }
    let result = OperationResult::try_from(value).ok()?;
    Some(result.owner())
}

/// The block and position of a block argument; `None` for the result of an operation.
pub fn block_argument<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<(BlockRef<'c, 'a>, usize)> {
    value.is_block_argument().then(|| {
        // SAFETY: the value is an argument of a block, which lives as long as its arguments.
        unsafe {
            (
                BlockRef::from_raw(mlirBlockArgumentGetOwner(value.to_raw())),
                mlirBlockArgumentGetArgNumber(value.to_raw()) as usize,
            )
        }
    })
}

/// Whether an operation uses the value.
pub fn is_used(value: Value) -> bool {
    // SAFETY: the value is alive.
    unsafe { !mlirOpOperandIsNull(mlirValueGetFirstUse(value.to_raw())) }
}

/// The arguments of a block.
pub fn arguments<'c: 'a, 'a>(block: BlockRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    (0..block.argument_count())
        .filter_map(|position| block.argument(position).ok())
        .map(Value::from)
        .collect()
}

/// The operands, copied out of the operation's list.
pub fn operands<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    (0..operation.operand_count())
        .filter_map(|position| operation.operand(position).ok())
        .collect()
}

/// The results.
pub fn results<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    operation.results().map(Value::from).collect()
}

/// The first result.
///
/// # Panics
/// If the operation has none.
pub fn result<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Value<'c, 'a> {
    match operation.results().next() {
        Some(result) => result.into(),
        None => panic!("`{}` has no result", name(operation)),
    }
}
