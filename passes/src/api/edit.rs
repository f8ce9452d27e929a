//! Going through operations and changing them.
//!
//! MLIR operations are shared, mutable objects. A pass is the only one that touches the operation it runs on and what
//! is nested in it, so it may change both through any reference; what is erased must not be touched again.

use super::failure::Failure;
use melior::ir::{
    Operation, OperationRef, Value, ValueLike,
    operation::{OperationLike, OperationRefMut, OperationResult, WalkOrder, WalkResult},
};
use mlir_sys::{
    mlirBlockInsertOwnedOperationBefore, mlirOperationDestroy, mlirValueReplaceAllUsesOfWith,
};

/// The same operation with the methods that change it.
pub fn mutable<'c, 'a>(operation: OperationRef<'c, 'a>) -> OperationRefMut<'c, 'a> {
    unsafe { OperationRefMut::from_raw(operation.to_raw()) }
}

/// The operations nested in one, outer before inner, in the order of the text; itself left out.
///
/// They are collected first, so that a pass may change or erase them while it goes through; what it erases with its
/// parent must not be touched again.
pub fn nested<'c, 'a>(operation: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut found = Vec::new();
    operation.walk(WalkOrder::PreOrder, |inner| {
        found.push(inner.to_raw());
        WalkResult::Advance
    });
    found.remove(0);
    found
        .into_iter()
        .map(|raw| unsafe { OperationRef::from_raw(raw) })
        .collect()
}

/// Whether the operation is of that kind, such as `arith.mulf`.
pub fn is(operation: OperationRef<'_, '_>, name: &str) -> bool {
    name_of(operation) == name
}

fn name_of(operation: OperationRef<'_, '_>) -> String {
    let name = operation.name();
    name.as_string_ref().as_str().unwrap_or_default().to_owned()
}

/// The operation whose result a value is; none for a block argument.
pub fn defining_operation<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let result = OperationResult::try_from(value).ok()?;
    Some(unsafe { OperationRef::from_raw(result.owner().to_raw()) })
}

/// Erases an operation whose results nothing uses; it must not be touched again.
pub fn erase(operation: OperationRef<'_, '_>) {
    unsafe { mlirOperationDestroy(operation.to_raw()) };
}

/// Puts a new operation where an old one stands: its results take over all uses, and the old one is erased.
///
/// # Errors
/// If the results do not match in number and types, or the old operation stands in no block; then nothing is changed.
pub fn replace<'c, 'a>(
    old: OperationRef<'c, 'a>,
    new: Operation<'c>,
) -> Result<OperationRef<'c, 'a>, Failure> {
    let types = |operation: OperationRef<'c, '_>| -> Vec<_> {
        operation.results().map(|result| result.r#type()).collect()
    };
    let borrowed = unsafe { OperationRef::from_raw(new.to_raw()) };
    let block = old.block();
    let (Some(block), true) = (block, types(old) == types(borrowed)) else {
        let message = format!(
            "cannot replace `{}` by `{}`: the results differ, or it stands in no block",
            name_of(old),
            name_of(borrowed)
        );
        return Err(Failure::new(message).at_operation(&old));
    };
    unsafe {
        let raw = new.into_raw();
        mlirBlockInsertOwnedOperationBefore(block.to_raw(), old.to_raw(), raw);
        let inserted = OperationRef::from_raw(raw);
        for (from, to) in old.results().zip(inserted.results()) {
            mlirValueReplaceAllUsesOfWith(from.to_raw(), to.to_raw());
        }
        mlirOperationDestroy(old.to_raw());
        Ok(inserted)
    }
}
