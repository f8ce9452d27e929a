//! Changes in place.

use crate::location;
use melior::StringRef;
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRefMut};
use melior::ir::{
    Attribute, AttributeLike, BlockLike, BlockRef, Location, Operation, OperationRef, Region,
    RegionLike, RegionRef, Type, TypeLike, Value, ValueLike,
};
use mlir_sys::{
    mlirBlockInsertArgument, mlirOperationDestroy, mlirOperationRemoveAttributeByName,
    mlirOperationSetAttributeByName, mlirRegionTakeBody, mlirValueReplaceAllUsesOfWith,
};

use super::{name, nested, same_value};
use tc_syntax::diagnostic::Diagnostic;

/// The same operation with the methods that change it.
pub fn mutable<'c, 'a>(operation: OperationRef<'c, 'a>) -> OperationRefMut<'c, 'a> {
    // SAFETY: the handle is the same; [`super`] states who may change an operation.
    unsafe { OperationRefMut::from_raw(operation.to_raw()) }
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

/// Sets an operand.
pub fn set_operand<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, index: usize, to: Value<'c, 'a>) {
    mutable(operation).set_operand(index, to);
}

/// Puts a new operation at the end of a block.
pub fn append<'c: 'a, 'a>(block: BlockRef<'c, 'a>, new: Operation<'c>) -> OperationRef<'c, 'a> {
    block.append_operation(new)
}

/// Puts a new operation before one that is in a block.
///
/// # Panics
/// If `before` is not in a block.
pub fn insert_before<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    new: Operation<'c>,
) -> OperationRef<'c, 'a> {
    let Some(block) = before.block() else {
        panic!("`{}` is not in a block", name(before));
    };
    block.insert_operation_before(before, new)
}

/// Replaces every use of `from` by `to` in the operations nested in `operation`.
pub fn replace_uses_inside<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    from: Value<'c, 'a>,
    to: Value<'c, 'a>,
) {
    for inner in nested(operation) {
        for index in 0..inner.operand_count() {
            if inner
                .operand(index)
                .is_ok_and(|used| same_value(used, from))
            {
                set_operand(inner, index, to);
            }
        }
    }
}

/// Replaces every use of `from` by `to`.
pub fn replace_uses<'c: 'a, 'a>(from: Value<'c, 'a>, to: Value<'c, 'a>) {
    // SAFETY: both are alive.
    unsafe { mlirValueReplaceAllUsesOfWith(from.to_raw(), to.to_raw()) };
}

/// Inserts an argument of a block.
pub fn insert_argument<'c: 'a, 'a>(
    block: BlockRef<'c, 'a>,
    position: usize,
    ty: Type<'c>,
    location: Location<'c>,
) -> Value<'c, 'a> {
    // SAFETY: the block is alive, and the position is at most the number of its arguments.
    unsafe {
        Value::from_raw(mlirBlockInsertArgument(
            block.to_raw(),
            position.min(block.argument_count()).cast_signed(),
            ty.to_raw(),
            location.to_raw(),
        ))
    }
}

/// Erases an unused argument of a block.
pub fn erase_argument(block: BlockRef<'_, '_>, position: usize) {
    // SAFETY: the block is alive; the caller ensures that nothing uses the argument afterwards (see
    // [`super`]).
    unsafe { block.erase_argument(position) };
}

/// Moves the blocks out of a region, which becomes empty.
pub fn take_body<'c>(from: RegionRef<'c, '_>) -> Region<'c> {
    let region = Region::new();
    // SAFETY: both regions are alive, and the blocks go from one to the other.
    unsafe { mlirRegionTakeBody(region.to_raw(), from.to_raw()) };
    region
}

/// Erases an operation whose results are unused; it must not be used again.
pub fn erase(operation: OperationRef<'_, '_>) {
    // SAFETY: the operation is alive; the caller ensures that nothing uses it afterwards (see
    // [`super`]).
    unsafe { mlirOperationDestroy(operation.to_raw()) };
}

/// Replaces an old operation by a new one: its results take over all uses, and the old one is
/// erased.
///
/// # Errors
/// If the results do not match in number and types, or the old operation is not in a block; then
/// nothing is changed.
pub fn replace<'c: 'a, 'a>(
    old: OperationRef<'c, 'a>,
    new: Operation<'c>,
) -> Result<OperationRef<'c, 'a>, Diagnostic> {
    let same_types = old.result_count() == new.result_count()
        && old
            .results()
            .zip(new.results())
            .all(|(old, new)| old.r#type() == new.r#type());
    if !same_types || old.block().is_none() {
        let message = format!(
            "cannot replace `{}` by `{}`: the results differ, or it is not in a block",
            name(old),
            new.name().as_string_ref().as_str().unwrap_or_default()
        );
        return Err(Diagnostic::error(None, message).at(location::place(old.location()), ""));
    }
    let inserted = insert_before(old, new);
    for (from, to) in old.results().zip(inserted.results()) {
        replace_uses(from.into(), to.into());
    }
    erase(old);
    Ok(inserted)
}
