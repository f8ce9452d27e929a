//! Operations as the crates above use them: queries, walks, building and editing, on melior's types
//! with their lifetimes.
//!
//! | module | contents |
//! | --- | --- |
//! | here | questions about one operation, its attributes, its values |
//! | [`mod@walk`] | operations in order, what a region captures, what defines a value |
//! | [`build`] | new operations from operands, types, attributes and regions |
//! | [`edit`] | changes in place: insert, replace, erase, set |
//!
//! MLIR operations are shared, mutable objects. Only the running pass accesses the operation that
//! it runs on and what is nested in it, so it may change both through any reference; erased
//! operations must not be used again. All dereferencing of MLIR's handles happens in this module.

pub mod build;
pub mod edit;
pub mod walk;

pub use build::{Recipe, create, create_value};
pub use edit::{
    append, erase, erase_argument, insert_argument, insert_before, mutable, replace, replace_uses,
    replace_uses_inside, set_attribute, set_operand, take_body,
};
pub use walk::{
    arguments, block_argument, blocks, body, captures, children, defining_operation, is_used,
    nested, operands, operations, result, results, walk,
};

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use melior::ir::attribute::{
    ArrayAttribute, DenseI64ArrayAttribute, DictionaryAttribute, IntegerAttribute, StringAttribute,
};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{
    AffineMap, Attribute, AttributeLike, Identifier, Location, OperationRef, Type, TypeLike, Value,
    ValueLike,
};
use melior::{Context, ContextRef};
use mlir_sys::{
    MlirOperation, MlirValue, mlirAffineMapAttrGet, mlirAffineMapAttrGetValue,
    mlirContextGetNumThreads, mlirIdentifierStr, mlirOperationGetContext, mlirStringAttrGetValue,
    mlirValueEqual, mlirValueGetLocation,
};

use crate::sys;

/// The full name: `tc.read`.
pub fn name<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> &'c str {
    identifier_text(operation.name())
}

/// An identifier as text, which the context owns.
fn identifier_text<'c>(identifier: Identifier<'c>) -> &'c str {
    // SAFETY: the identifier is alive, and its text lives as long as the context.
    unsafe { sys::text(mlirIdentifierStr(identifier.to_raw())) }.unwrap_or_default()
}

/// Whether the operation has this name, such as `arith.mulf`.
pub fn is<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, kind: &str) -> bool {
    name(operation) == kind
}

/// The name of a symbol; empty if the operation has none.
pub fn symbol<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> String {
    string(operation, "sym_name").unwrap_or_default()
}

/// The context that an operation lives in.
///
/// melior's reference to a context is a reference to a variable with the handle, so each handle
/// gets such a variable, which is never freed: a context that is created at the address of an
/// earlier one has the same handle.
pub fn context<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> &'c Context {
    static PLACES: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());
    // SAFETY: the operation is alive.
    let raw = unsafe { mlirOperationGetContext(operation.to_raw()) };
    let mut places = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
    let place = *places.entry(raw.ptr as usize).or_insert_with(|| {
        // SAFETY: the handle is that of a context, which is alive at least for 'c.
        let place: &'static ContextRef<'static> =
            Box::leak(Box::new(unsafe { ContextRef::from_raw(raw) }));
        std::ptr::from_ref(place) as usize
    });
    // SAFETY: the place is never freed, and the context lives as long as the operations in it.
    unsafe { (*(place as *const ContextRef<'c>)).to_ref() }
}

/// How many threads MLIR runs passes on; one if the context has no thread pool.
pub fn thread_count(context: &Context) -> usize {
    // SAFETY: the context is alive.
    unsafe { mlirContextGetNumThreads(context.to_raw()) as usize }
}

/// The attributes by name, in MLIR's order.
pub fn attributes<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<(&'c str, Attribute<'c>)> {
    let attributes = operation.attributes();
    attributes
        .map(|(name, value)| (identifier_text(name), value))
        .collect()
}

/// The value of an integer attribute of at most 64 bits; a boolean attribute gives 0 or another
/// number.
pub fn integer_of(attribute: Attribute) -> Option<i64> {
    if !attribute.is_integer() {
        return None;
    }
    let ty = attribute.r#type();
    let fits = ty.is_index()
        || (ty.is_integer() && IntegerType::try_from(ty).is_ok_and(|ty| ty.width() <= 64));
    let number = IntegerAttribute::try_from(attribute).ok()?;
    fits.then(|| number.value())
}

/// The value of an integer attribute of an operation.
pub fn integer<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, name: &str) -> Option<i64> {
    integer_of(operation.attribute(name).ok()?)
}

/// The map of an affine map attribute.
pub fn affine_map_of(attribute: Attribute<'_>) -> Option<AffineMap<'_>> {
    attribute.is_affine_map().then(|| {
        // SAFETY: the attribute is alive and holds a map.
        unsafe { AffineMap::from_raw(mlirAffineMapAttrGetValue(attribute.to_raw())) }
    })
}

/// An attribute that holds an affine map.
pub fn affine_map_attribute(map: AffineMap<'_>) -> Attribute<'_> {
    // SAFETY: the map is alive.
    unsafe { Attribute::from_raw(mlirAffineMapAttrGet(map.to_raw())) }
}

/// The text of a string attribute.
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

/// The elements of an array attribute; none if there is no such attribute.
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

/// The numbers of a dense array of 64-bit integers; none if there is no such attribute.
pub fn integers<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, name: &str) -> Option<Vec<i64>> {
    let array = DenseI64ArrayAttribute::try_from(operation.attribute(name).ok()?).ok()?;
    Some(
        (0..array.len())
            .filter_map(|position| array.element(position).ok())
            .collect(),
    )
}

/// An attribute of an argument of a function.
pub fn argument_attribute<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    argument: usize,
    name: &str,
) -> Option<Attribute<'c>> {
    let all = elements(function, "arg_attrs");
    let own = DictionaryAttribute::try_from(*all.get(argument)?).ok()?;
    own.element_by_name(name)
}

/// Whether both are the same value.
pub fn same_value(left: Value, right: Value) -> bool {
    // SAFETY: both are alive.
    unsafe { mlirValueEqual(left.to_raw(), right.to_raw()) }
}

/// The location of a value: that of its operation, or of its block argument.
pub fn value_location<'c>(value: Value<'c, '_>) -> Location<'c> {
    // SAFETY: the value is alive.
    unsafe { Location::from_raw(mlirValueGetLocation(value.to_raw())) }
}

/// The types of values.
pub fn types<'c>(values: &[Value<'c, '_>]) -> Vec<Type<'c>> {
    values.iter().map(|value| value.r#type()).collect()
}

/// A key that identifies a value in a map, as long as the value lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueKey(usize);

impl ValueKey {
    /// The key of a value.
    pub fn of<'c>(value: impl ValueLike<'c>) -> ValueKey {
        let MlirValue { ptr } = value.to_raw();
        ValueKey(ptr as usize)
    }
}

/// A key that identifies an operation in a map, as long as the operation lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperationKey(usize);

impl OperationKey {
    /// The key of an operation.
    pub fn of(operation: OperationRef) -> OperationKey {
        let MlirOperation { ptr } = operation.to_raw();
        OperationKey(ptr as usize)
    }
}
