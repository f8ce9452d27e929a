//! Queries on scalar types and vectors of them.

use melior::ir::{Type, TypeLike};
use mlir_sys::{
    mlirShapedTypeGetDimSize, mlirShapedTypeGetElementType, mlirShapedTypeGetRank, mlirTypeIsABF16,
    mlirTypeIsAF16, mlirTypeIsAF32, mlirTypeIsAF64, mlirTypeIsAFloat, mlirVectorTypeGet,
    mlirVectorTypeIsScalable,
};

/// The sizes of a vector type; `None` for any other type.
pub fn vector_shape(ty: Type<'_>) -> Option<Vec<i64>> {
    if !ty.is_vector() {
        return None;
    }
    // SAFETY: this is a vector, which has a rank, and each dimension is below it.
    unsafe {
        let rank = mlirShapedTypeGetRank(ty.to_raw()) as isize;
        Some(
            (0..rank)
                .map(|dim| mlirShapedTypeGetDimSize(ty.to_raw(), dim))
                .collect(),
        )
    }
}

/// The vector type of these sizes.
pub fn vector_of<'c>(shape: &[i64], element: Type<'c>) -> Type<'c> {
    // SAFETY: the sizes are those of a vector type, and the element is one of its elements.
    unsafe {
        Type::from_raw(mlirVectorTypeGet(
            shape.len() as isize,
            shape.as_ptr(),
            element.to_raw(),
        ))
    }
}

/// The type of a vector's elements, or the type itself.
pub fn element(ty: Type<'_>) -> Type<'_> {
    if ty.is_vector() {
        // SAFETY: called for vectors only.
        unsafe { Type::from_raw(mlirShapedTypeGetElementType(ty.to_raw())) }
    } else {
        ty
    }
}

/// Whether it is a vector whose size depends on the machine.
pub fn is_scalable(ty: Type<'_>) -> bool {
    // SAFETY: called for vectors only.
    ty.is_vector() && unsafe { mlirVectorTypeIsScalable(ty.to_raw()) }
}

/// Whether it is a floating type of any width.
pub fn is_float(ty: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { mlirTypeIsAFloat(ty.to_raw()) }
}

/// `f16`, `bf16`, `f32` or `f64`; `None` for any other type.
pub fn float_name(ty: Type<'_>) -> Option<&'static str> {
    let ty = ty.to_raw();
    // SAFETY: the type is alive.
    unsafe {
        match () {
            _ if mlirTypeIsAF16(ty) => Some("f16"),
            _ if mlirTypeIsABF16(ty) => Some("bf16"),
            _ if mlirTypeIsAF32(ty) => Some("f32"),
            _ if mlirTypeIsAF64(ty) => Some("f64"),
            _ => None,
        }
    }
}
