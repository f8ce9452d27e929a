//! Small questions about operations that both dialects ask.

use melior::StringRef;
use melior::ir::attribute::{ArrayAttribute, DenseI64ArrayAttribute, StringAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::{
    Attribute, AttributeLike, BlockLike, BlockRef, Location, OperationRef, RegionLike, Value,
    ValueLike,
};
use mlir_sys::{
    MlirValue, mlirOperationRemoveAttributeByName, mlirOperationSetAttributeByName,
    mlirStringAttrGetValue, mlirValueEqual, mlirValueGetLocation,
};

use crate::sys;

/// The full name: `tc.read`.
pub fn name<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> String {
    let name = operation.name();
    let name = name.as_string_ref();
    name.as_str().unwrap_or_default().to_string()
}

/// The operations of a block, first to last.
pub fn operations<'c: 'a, 'a>(block: BlockRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    std::iter::successors(block.first_operation(), |operation| {
        operation.next_in_block()
    })
    .collect()
}

/// The only block of the only region; none where the region is empty.
///
/// (melior's errors hold the text of the operation, and MLIR verifies what it prints: asking a verifier's operation for
/// a region, operand or result that it lacks would never end. So counts are asked first, here and elsewhere.)
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
    let mut pending: Vec<OperationRef> = nested(operation);
    pending.reverse();
    while let Some(next) = pending.pop() {
        visit(next);
        pending.extend(nested(next).into_iter().rev());
    }
}

fn nested<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut found = Vec::new();
    for region in operation.regions() {
        let mut block = region.first_block();
        while let Some(current) = block {
            found.extend(operations(current));
            block = current.next_in_region();
        }
    }
    found
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

/// The text that a string attribute holds.
pub fn string_of(attribute: Attribute) -> Option<String> {
    StringAttribute::try_from(attribute).ok()?;
    // SAFETY: this is a string attribute; the text is copied.
    let text = unsafe { sys::text(mlirStringAttrGetValue(attribute.to_raw())) };
    text.ok().map(str::to_string)
}

/// The text of a string attribute of an operation.
pub fn string<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, name: &str) -> Option<String> {
    string_of(operation.attribute(name).ok()?)
}

/// The elements of an array attribute; none where there is no such attribute.
pub fn elements<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, name: &str) -> Vec<Attribute<'c>> {
    let Ok(attribute) = operation.attribute(name) else {
        return Vec::new();
    };
    let Ok(array) = ArrayAttribute::try_from(attribute) else {
        return Vec::new();
    };
    (0..array.len())
        .filter_map(|position| array.element(position).ok())
        .collect()
}

/// The texts of an array of strings.
pub fn strings<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, name: &str) -> Vec<String> {
    elements(operation, name)
        .into_iter()
        .filter_map(string_of)
        .collect()
}

/// The numbers of a dense array of 64-bit integers; none where there is no such attribute.
pub fn integers<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, name: &str) -> Option<Vec<i64>> {
    let array = DenseI64ArrayAttribute::try_from(operation.attribute(name).ok()?).ok()?;
    Some(
        (0..array.len())
            .filter_map(|position| array.element(position).ok())
            .collect(),
    )
}

/// Sets an attribute, or removes it for `None`.
pub fn set_attribute<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    name: &str,
    attribute: Option<Attribute<'c>>,
) {
    let name = StringRef::new(name).to_raw();
    // SAFETY: the operation is alive; MLIR copies the name.
    unsafe {
        match attribute {
            Some(attribute) => {
                mlirOperationSetAttributeByName(operation.to_raw(), name, attribute.to_raw());
            }
            None => {
                mlirOperationRemoveAttributeByName(operation.to_raw(), name);
            }
        }
    }
}

/// Whether both are the same value.
pub fn same_value(left: Value, right: Value) -> bool {
    // SAFETY: both are alive.
    unsafe { mlirValueEqual(left.to_raw(), right.to_raw()) }
}

/// Where a value is defined: the location of its operation, or of the argument of a block.
pub fn value_location<'c>(value: Value<'c, '_>) -> Location<'c> {
    // SAFETY: the value is alive.
    unsafe { Location::from_raw(mlirValueGetLocation(value.to_raw())) }
}

/// What identifies a value in a map, as long as the value lives.
pub fn value_key(value: Value) -> usize {
    let MlirValue { ptr } = value.to_raw();
    ptr as usize
}
