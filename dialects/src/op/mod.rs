//! Operations as the crates above use them: to ask, to walk, to build and to edit, on melior's types with their lifetimes.
//!
//! | module | what it does |
//! | --- | --- |
//! | here | questions about one operation, its attributes, its values |
//! | [`walk`] | operations in order, what a region captures, what defines a value |
//! | [`build`] | new operations from operands, types, attributes and regions |
//! | [`edit`] | changes in place: insert, replace, erase, set |
//!
//! MLIR operations are shared, mutable objects. A pass is the only one that touches the operation it runs on and what is
//! nested in it, so it may change both through any reference; what is erased must not be touched again. All dereferencing
//! of MLIR's handles happens below this module.

pub mod build;
pub mod edit;
pub mod walk;

pub use build::{Recipe, create};
pub use edit::{
    append, erase, insert_before, mutable, replace, replace_uses_inside, set_attribute, set_operand,
};
pub use walk::{
    arguments, blocks, body, captures, children, defining_operation, nested, operands, operations,
    walk,
};

use melior::ir::attribute::{ArrayAttribute, DenseI64ArrayAttribute, StringAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, Location, OperationRef, Value, ValueLike};
use mlir_sys::{MlirValue, mlirStringAttrGetValue, mlirValueEqual, mlirValueGetLocation};

use crate::sys;

/// The full name: `tc.read`.
pub fn name<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> String {
    let name = operation.name();
    let name = name.as_string_ref();
    name.as_str().unwrap_or_default().to_string()
}

/// Whether the operation is of that kind, such as `arith.mulf`.
pub fn is<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, kind: &str) -> bool {
    operation.name().as_string_ref().as_str() == Ok(kind)
}

/// The name of a symbol; empty where the operation has none.
pub fn symbol<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> String {
    string(operation, "sym_name").unwrap_or_default()
}

/// The first result.
///
/// # Panics
/// If the operation has none.
pub fn result<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Value<'c, 'a> {
    assert!(
        operation.result_count() > 0,
        "`{}` has no result",
        name(operation)
    );
    match operation.result(0) {
        Ok(result) => result.into(),
        Err(_) => unreachable!("results are counted above"),
    }
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

/// The identity of a value, as the key of a map, as long as the value lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueKey(usize);

impl ValueKey {
    /// The key of a value.
    pub fn of<'c>(value: impl ValueLike<'c>) -> ValueKey {
        let MlirValue { ptr } = value.to_raw();
        ValueKey(ptr as usize)
    }
}
