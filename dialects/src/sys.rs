//! The C functions of `cpp/Capi.cpp`. Other code uses the typed views in `tc` and `schedule`.

use std::ffi::c_void;
use std::str::Utf8Error;

use mlir_sys::{
    MlirAttribute, MlirContext, MlirDialectHandle, MlirDialectRegistry, MlirLocation,
    MlirStringRef, MlirType,
};

unsafe extern "C" {
    pub fn mlirGetDialectHandle__tc__() -> MlirDialectHandle;
    pub fn mlirGetDialectHandle__schedule__() -> MlirDialectHandle;
    pub fn tc_register_dialects(registry: MlirDialectRegistry);
    /// Of `cpp/Diagnostics.cpp`: severity 0 error, 1 warning, 3 remark; one location for each note.
    pub fn tc_emit_diagnostic(
        severity: i32,
        location: MlirLocation,
        message: MlirStringRef,
        locations: *const MlirLocation,
        notes: *const MlirStringRef,
        note_count: isize,
    );

    pub fn tc_attribute_is_expr(attribute: MlirAttribute) -> bool;
    pub fn tc_expr_get(context: MlirContext, text: MlirStringRef) -> MlirAttribute;
    pub fn tc_expr_text(attribute: MlirAttribute) -> MlirStringRef;

    pub fn tc_attribute_is_range(attribute: MlirAttribute) -> bool;
    pub fn tc_range_get(
        context: MlirContext,
        lower: MlirStringRef,
        upper: MlirStringRef,
    ) -> MlirAttribute;
    pub fn tc_range_lower(attribute: MlirAttribute) -> MlirStringRef;
    pub fn tc_range_upper(attribute: MlirAttribute) -> MlirStringRef;

    pub fn tc_target_get(context: MlirContext, keys: MlirAttribute) -> MlirAttribute;
    pub fn tc_target_keys(attribute: MlirAttribute) -> MlirAttribute;
    /// Of `cpp/Processors.cpp`.
    pub fn tc_nvptx_names(
        which: u32,
        sink: unsafe extern "C" fn(MlirStringRef, *mut c_void),
        data: *mut c_void,
    );

    pub fn tc_type_is_tensor(r#type: MlirType) -> bool;
    pub fn tc_tensor_get(
        context: MlirContext,
        rank: usize,
        dims: *const MlirAttribute,
        element: MlirType,
    ) -> MlirType;
    pub fn tc_tensor_rank(r#type: MlirType) -> usize;
    pub fn tc_tensor_dim(r#type: MlirType, dim: usize) -> MlirAttribute;
    pub fn tc_tensor_element(r#type: MlirType) -> MlirType;

    pub fn tc_isl_kind(attribute: MlirAttribute) -> i32;
    pub fn tc_isl_get(context: MlirContext, kind: u32, text: MlirStringRef) -> MlirAttribute;
    pub fn tc_isl_text(attribute: MlirAttribute) -> MlirStringRef;

    pub fn tc_enum_value(which: u32, attribute: MlirAttribute) -> i32;
    pub fn tc_enum_get(context: MlirContext, which: u32, value: u32) -> MlirAttribute;
}

/// The text behind a reference from C++. (melior's own conversion panics on an empty text.)
///
/// # Safety
/// The reference must be valid for as long as the result is used.
pub unsafe fn text<'a>(reference: MlirStringRef) -> Result<&'a str, Utf8Error> {
    if reference.length == 0 {
        return Ok("");
    }
    // SAFETY: by the contract of this function.
    std::str::from_utf8(unsafe {
        std::slice::from_raw_parts(reference.data.cast(), reference.length)
    })
}
