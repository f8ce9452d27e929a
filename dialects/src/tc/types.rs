//! `!tc.tensor`, and its element types.

use std::fmt;

use melior::Context;
use melior::ir::r#type::{IntegerType, TypeLike};
use melior::ir::{Attribute, AttributeLike, Type};

use super::attributes::{Range, range_attribute, range_of};
use crate::sys;

/// `!tc.tensor<[M, ?, 1 to N], f32>`
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TensorType<'c>(Type<'c>);

impl<'c> TensorType<'c> {
    /// The type of these dimensions; `None` is a dimension that is not inferred yet.
    ///
    /// The element must be one that [`is_element_type`] accepts.
    pub fn new(context: &'c Context, dims: &[Option<Range>], element: Type<'c>) -> TensorType<'c> {
        let dims: Vec<_> = dims
            .iter()
            .map(|dim| range_attribute(context, dim.as_ref()).to_raw())
            .collect();
        // SAFETY: the context is alive and each dimension is a range.
        TensorType(unsafe {
            Type::from_raw(sys::tc_tensor_get(
                context.to_raw(),
                dims.len(),
                dims.as_ptr(),
                element.to_raw(),
            ))
        })
    }

    /// The view of a type; none for other types.
    pub fn from_type(r#type: Type<'c>) -> Option<TensorType<'c>> {
        // SAFETY: any type may be asked.
        unsafe { sys::tc_type_is_tensor(r#type.to_raw()) }.then_some(TensorType(r#type))
    }

    /// The type itself.
    pub fn as_type(self) -> Type<'c> {
        self.0
    }

    /// How many dimensions there are.
    pub fn rank(self) -> usize {
        // SAFETY: this is a tensor type.
        unsafe { sys::tc_tensor_rank(self.0.to_raw()) }
    }

    /// The range of each dimension; `None` where it is not inferred yet.
    pub fn dims(self) -> Vec<Option<Range>> {
        (0..self.rank())
            .map(|dim| {
                // SAFETY: this is a tensor type, and the dimension is one of its.
                range_of(unsafe { Attribute::from_raw(sys::tc_tensor_dim(self.0.to_raw(), dim)) })
            })
            .collect()
    }

    /// The type of the stored elements; an integer type may be unsigned.
    pub fn element(self) -> Type<'c> {
        // SAFETY: this is a tensor type.
        unsafe { Type::from_raw(sys::tc_tensor_element(self.0.to_raw())) }
    }

    /// The type of a value that is read: as [`TensorType::element`], but integers are signless.
    pub fn value_type(self) -> Type<'c> {
        signless(self.element())
    }

    /// Whether elements are unsigned integers (`ui8` to `ui64`, `i1`).
    pub fn is_unsigned(self) -> bool {
        IntegerType::try_from(self.element())
            .is_ok_and(|integer| integer.is_unsigned() || integer.width() == 1)
    }
}

impl fmt::Display for TensorType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for TensorType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The signless form of an integer type; any other type unchanged.
pub fn signless(element: Type) -> Type {
    match IntegerType::try_from(element) {
        Ok(integer) if integer.is_unsigned() || integer.is_signed() => {
            // SAFETY: the context of a type outlives it.
            let context = unsafe { mlir_sys::mlirTypeGetContext(element.to_raw()) };
            // SAFETY: the context is alive and the width is one that it made.
            unsafe { Type::from_raw(mlir_sys::mlirIntegerTypeGet(context, integer.width())) }
        }
        _ => element,
    }
}

/// Whether a tensor may hold values of this type.
pub fn is_element_type(element: Type) -> bool {
    if element.is_f16() || element.is_bf16() || element.is_f32() || element.is_f64() {
        return true;
    }
    let Ok(integer) = IntegerType::try_from(element) else {
        return false;
    };
    match integer.width() {
        1 => integer.is_signless(),
        8 | 16 | 32 | 64 => integer.is_signless() || integer.is_unsigned(),
        _ => false,
    }
}
