//! `#tc.target<...>` as a value, and back.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, OperationRef};
use melior::{Context, StringRef};
use mlir_sys::{
    MlirAttribute, MlirContext, MlirNamedAttribute, mlirArrayAttrGet, mlirArrayAttrGetElement,
    mlirArrayAttrGetNumElements, mlirAttributeGetType, mlirAttributeIsAArray,
    mlirAttributeIsAFloat, mlirAttributeIsAInteger, mlirAttributeIsAString, mlirDictionaryAttrGet,
    mlirDictionaryAttrGetElement, mlirDictionaryAttrGetNumElements, mlirF64TypeGet,
    mlirFloatAttrDoubleGet, mlirFloatAttrGetValueDouble, mlirIdentifierGet, mlirIdentifierStr,
    mlirIntegerAttrGet, mlirIntegerAttrGetValueInt, mlirIntegerTypeGet, mlirIntegerTypeGetWidth,
    mlirIntegerTypeIsSignless, mlirNamedAttributeGet, mlirStringAttrGet, mlirStringAttrGetValue,
    mlirTypeIsAInteger, mlirUnitAttrGet,
};
use serde_json::{Number, Value};

use super::{ATTRIBUTE, Keys, Target};
use crate::sys;

/// Whether an attribute describes a machine.
pub fn is_target(attribute: Attribute) -> bool {
    // SAFETY: any attribute may be asked; one of another kind gives null.
    !unsafe { sys::tc_target_keys(attribute.to_raw()) }
        .ptr
        .is_null()
}

impl Target {
    /// The attribute of a description.
    pub fn to_attribute<'c>(&self, context: &'c Context) -> Attribute<'c> {
        let raw = context.to_raw();
        let keys = self.keys();
        // SAFETY: the context is alive; texts are copied.
        unsafe {
            let named: Vec<MlirNamedAttribute> = keys
                .iter()
                .map(|(key, value)| {
                    let name = mlirIdentifierGet(raw, StringRef::new(key).to_raw());
                    mlirNamedAttributeGet(name, to_mlir(raw, value))
                })
                .collect();
            let dictionary = mlirDictionaryAttrGet(raw, named.len() as isize, named.as_ptr());
            Attribute::from_raw(sys::tc_target_get(raw, dictionary))
        }
    }

    /// The description in an attribute; none for other attributes.
    pub fn of_attribute(attribute: Attribute) -> Option<Target> {
        // SAFETY: any attribute may be asked; one of another kind gives none.
        let dictionary = unsafe { sys::tc_target_keys(attribute.to_raw()) };
        if dictionary.ptr.is_null() {
            return None;
        }
        // SAFETY: this is the dictionary of a target.
        Target::of_keys(&unsafe { keys_of(dictionary) }).ok()
    }

    /// The machine that an operation is compiled for: that of the innermost enclosing module, or of
    /// the operation itself, that names one.
    pub fn of_operation<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<Target> {
        if let Ok(attribute) = operation.attribute(ATTRIBUTE) {
            return Target::of_attribute(attribute);
        }
        Target::of_operation(operation.parent_operation()?)
    }
}

/// A value of a description as an attribute. A rate without a fraction becomes an integer
/// attribute.
unsafe fn to_mlir(context: MlirContext, value: &Value) -> MlirAttribute {
    // SAFETY: the context is alive; texts are copied.
    unsafe {
        let integer = |number: i64| mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), number);
        match value {
            Value::String(text) => mlirStringAttrGet(context, StringRef::new(text).to_raw()),
            Value::Array(values) => {
                let values: Vec<_> = values.iter().map(|value| to_mlir(context, value)).collect();
                mlirArrayAttrGet(context, values.len() as isize, values.as_ptr())
            }
            Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(whole), _) => integer(whole),
                (None, Some(rate)) if rate.fract() == 0.0 && rate.abs() < 1e15 => {
                    integer(rate as i64)
                }
                (None, rate) => {
                    let rate = rate.unwrap_or(f64::NAN);
                    mlirFloatAttrDoubleGet(context, mlirF64TypeGet(context), rate)
                }
            },
            // No key has such a value.
            Value::Null | Value::Bool(_) | Value::Object(_) => mlirUnitAttrGet(context),
        }
    }
}

/// The keys of a dictionary. A value that no description can contain becomes null, which is invalid
/// for every key.
///
/// # Safety
/// This is a dictionary.
pub(crate) unsafe fn keys_of(dictionary: MlirAttribute) -> Keys {
    // SAFETY: by the contract of this function.
    unsafe {
        (0..mlirDictionaryAttrGetNumElements(dictionary))
            .map(|position| {
                let entry = mlirDictionaryAttrGetElement(dictionary, position);
                let key = sys::text(mlirIdentifierStr(entry.name)).unwrap_or_default();
                (key.to_owned(), of_mlir(entry.attribute))
            })
            .collect()
    }
}

unsafe fn of_mlir(attribute: MlirAttribute) -> Value {
    // SAFETY: the kind of an attribute is asked before its value.
    unsafe {
        if mlirAttributeIsAString(attribute) {
            let text = sys::text(mlirStringAttrGetValue(attribute));
            return text.map_or(Value::Null, Value::from);
        }
        if mlirAttributeIsAArray(attribute) {
            let count = mlirArrayAttrGetNumElements(attribute);
            return (0..count)
                .map(|position| of_mlir(mlirArrayAttrGetElement(attribute, position)))
                .collect();
        }
        if mlirAttributeIsAFloat(attribute) {
            let number = Number::from_f64(mlirFloatAttrGetValueDouble(attribute));
            return number.map_or(Value::Null, Value::Number);
        }
        let r#type = mlirAttributeGetType(attribute);
        let plain = mlirAttributeIsAInteger(attribute)
            && mlirTypeIsAInteger(r#type)
            && mlirIntegerTypeIsSignless(r#type)
            && mlirIntegerTypeGetWidth(r#type) == 64;
        if plain {
            Value::from(mlirIntegerAttrGetValueInt(attribute))
        } else {
            Value::Null
        }
    }
}
