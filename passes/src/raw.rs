//! The few walks over raw MLIR handles that passes share.

use mlir_sys::*;
use std::collections::HashSet;

pub fn string(text: &str) -> MlirStringRef {
    // Only used while `text` lives: MLIR copies what it keeps.
    MlirStringRef {
        data: text.as_ptr().cast(),
        length: text.len(),
    }
}

pub fn text<'a>(reference: MlirStringRef) -> &'a str {
    if reference.length == 0 {
        return "";
    }
    // SAFETY: MLIR strings are UTF-8 and live as long as their context.
    unsafe {
        std::str::from_utf8(std::slice::from_raw_parts(
            reference.data.cast(),
            reference.length,
        ))
        .unwrap_or("")
    }
}

pub fn name<'a>(op: MlirOperation) -> &'a str {
    unsafe { text(mlirIdentifierStr(mlirOperationGetName(op))) }
}

pub fn attribute(op: MlirOperation, key: &str) -> Option<MlirAttribute> {
    let found = unsafe { mlirOperationGetAttributeByName(op, string(key)) };
    (!found.ptr.is_null()).then_some(found)
}

pub fn symbol<'a>(op: MlirOperation) -> &'a str {
    attribute(op, "sym_name").map_or("", |a| unsafe { text(mlirStringAttrGetValue(a)) })
}

pub fn parse_attribute(context: MlirContext, source: &str) -> MlirAttribute {
    unsafe { mlirAttributeParseGet(context, string(source)) }
}

pub fn named(context: MlirContext, key: &str, value: MlirAttribute) -> MlirNamedAttribute {
    unsafe { mlirNamedAttributeGet(mlirIdentifierGet(context, string(key)), value) }
}

/// The operations of a block, in order; collected first, so that the caller may change the block.
pub fn operations(block: MlirBlock) -> Vec<MlirOperation> {
    let mut all = Vec::new();
    let mut op = unsafe { mlirBlockGetFirstOperation(block) };
    while !op.ptr.is_null() {
        all.push(op);
        op = unsafe { mlirOperationGetNextInBlock(op) };
    }
    all
}

pub fn blocks(op: MlirOperation) -> Vec<MlirBlock> {
    let mut all = Vec::new();
    for index in 0..unsafe { mlirOperationGetNumRegions(op) } {
        let region = unsafe { mlirOperationGetRegion(op, index) };
        let mut block = unsafe { mlirRegionGetFirstBlock(region) };
        while !block.ptr.is_null() {
            all.push(block);
            block = unsafe { mlirBlockGetNextInRegion(block) };
        }
    }
    all
}

/// All operations nested in `op`, `op` not included, outermost first.
pub fn nested(op: MlirOperation) -> Vec<MlirOperation> {
    let mut all = Vec::new();
    for block in blocks(op) {
        for inner in operations(block) {
            all.push(inner);
            all.extend(nested(inner));
        }
    }
    all
}

/// The values that `op`'s regions use and that are defined outside of `op`, in order of first use, without repetition.
pub fn captures(op: MlirOperation) -> Vec<MlirValue> {
    let inside = nested(op);
    let mut defined = HashSet::new();
    for block in std::iter::once(op)
        .chain(inside.iter().copied())
        .flat_map(blocks)
    {
        for index in 0..unsafe { mlirBlockGetNumArguments(block) } {
            defined.insert(unsafe { mlirBlockGetArgument(block, index) }.ptr);
        }
    }
    for &inner in &inside {
        for index in 0..unsafe { mlirOperationGetNumResults(inner) } {
            defined.insert(unsafe { mlirOperationGetResult(inner, index) }.ptr);
        }
    }
    let mut captured: Vec<MlirValue> = Vec::new();
    for &inner in &inside {
        for index in 0..unsafe { mlirOperationGetNumOperands(inner) } {
            let value = unsafe { mlirOperationGetOperand(inner, index) };
            if !defined.contains(&value.ptr) && captured.iter().all(|c| c.ptr != value.ptr) {
                captured.push(value);
            }
        }
    }
    captured
}

/// Replaces every use of `from` by `to` in the operations nested in `op`.
pub fn replace_uses_inside(op: MlirOperation, from: MlirValue, to: MlirValue) {
    for inner in nested(op) {
        for index in 0..unsafe { mlirOperationGetNumOperands(inner) } {
            if unsafe { mlirOperationGetOperand(inner, index) }.ptr == from.ptr {
                unsafe { mlirOperationSetOperand(inner, index, to) };
            }
        }
    }
}

/// What an operation is made of; [`create`] builds it.
#[derive(Default)]
pub struct Recipe<'a> {
    pub operands: &'a [MlirValue],
    pub results: &'a [MlirType],
    pub attributes: &'a [MlirNamedAttribute],
    pub regions: Vec<MlirRegion>,
}

/// Creates an operation that is not in a block yet.
pub fn create(op_name: &str, location: MlirLocation, recipe: Recipe) -> MlirOperation {
    unsafe {
        let mut state = mlirOperationStateGet(string(op_name), location);
        mlirOperationStateAddOperands(
            &mut state,
            recipe.operands.len() as isize,
            recipe.operands.as_ptr(),
        );
        mlirOperationStateAddResults(
            &mut state,
            recipe.results.len() as isize,
            recipe.results.as_ptr(),
        );
        mlirOperationStateAddAttributes(
            &mut state,
            recipe.attributes.len() as isize,
            recipe.attributes.as_ptr(),
        );
        mlirOperationStateAddOwnedRegions(
            &mut state,
            recipe.regions.len() as isize,
            recipe.regions.as_ptr(),
        );
        mlirOperationCreate(&mut state)
    }
}
