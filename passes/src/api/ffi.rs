//! The C interface of the pass host; mirrors `passes/cpp/PassHost.h`, and changes together with it.

use mlir_sys::{
    MlirContext, MlirDialectRegistry, MlirLocation, MlirModule, MlirOperation, MlirPassManager,
    MlirStringRef,
};
// The C++ below is linked into this crate.
use std::ffi::{c_char, c_int, c_void};
use tc_dialects as _;

/// How C++ hands over text: called with each piece and the caller's data.
pub type TextCallback = unsafe extern "C" fn(MlirStringRef, *mut c_void);

/// The value of one option; see `TcOptionValue`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawValue {
    pub integers: *const i64,
    pub texts: *const MlirStringRef,
    pub count: isize,
}

/// An option of a pass or a pipeline; see `TcOption`.
#[repr(C)]
pub struct RawOption {
    pub name: MlirStringRef,
    pub summary: MlirStringRef,
    pub kind: i32,
    pub default_value: RawValue,
}

/// What passes and pipelines have in common; see `TcEntry`.
#[repr(C)]
pub struct RawEntry {
    pub declaration: *mut c_void,
    pub argument: MlirStringRef,
    pub summary: MlirStringRef,
    pub options: *const RawOption,
    pub option_count: isize,
    pub check:
        unsafe extern "C" fn(*mut c_void, *const RawValue, TextCallback, *mut c_void) -> bool,
}

/// A pass; see `TcPass`.
#[repr(C)]
pub struct RawPass {
    pub entry: RawEntry,
    pub anchor: MlirStringRef,
    pub dependencies: unsafe extern "C" fn(*mut c_void, MlirDialectRegistry),
    pub run: unsafe extern "C" fn(*mut c_void, *const RawValue, MlirOperation, *mut c_void) -> bool,
}

/// A named pipeline; see `TcPipeline`.
#[repr(C)]
pub struct RawPipeline {
    pub entry: RawEntry,
    pub expand: unsafe extern "C" fn(
        *mut c_void,
        *const RawValue,
        TextCallback,
        TextCallback,
        *mut c_void,
    ) -> bool,
}

/// What a tool does beside MLIR's work; see `TcOptTool`.
#[repr(C)]
pub struct RawTool {
    pub version: MlirStringRef,
    pub coloured: bool,
    pub refused: unsafe extern "C" fn(MlirStringRef, MlirStringRef),
    pub before_run: unsafe extern "C" fn(MlirStringRef, f64),
    pub write: unsafe extern "C" fn(MlirStringRef, MlirStringRef) -> bool,
    pub explain: unsafe extern "C" fn(MlirStringRef) -> bool,
    pub statistics: unsafe extern "C" fn(i32),
    pub crashed: unsafe extern "C" fn(MlirStringRef),
}

unsafe extern "C" {
    pub fn tc_register_pass(pass: *const RawPass);
    pub fn tc_register_pipeline(pipeline: *const RawPipeline);
    pub fn tc_pass_host_run_pipeline(
        host: *mut c_void,
        pipeline: MlirStringRef,
        operation: MlirOperation,
        report: TextCallback,
        user_data: *mut c_void,
    ) -> bool;
    pub fn tc_pass_host_preserve_analyses(host: *mut c_void);
    pub fn tc_emit_diagnostic(
        severity: i32,
        location: MlirLocation,
        message: MlirStringRef,
        locations: *const MlirLocation,
        notes: *const MlirStringRef,
        note_count: isize,
    );
    pub fn tc_observe_passes(
        manager: MlirPassManager,
        observe: unsafe extern "C" fn(MlirStringRef, MlirOperation, bool, *mut c_void),
        user_data: *mut c_void,
    );
    pub fn tc_opt_main(
        argument_count: c_int,
        arguments: *mut *mut c_char,
        tool_name: MlirStringRef,
        registry: MlirDialectRegistry,
        tool: *const RawTool,
    ) -> c_int;
    pub fn tc_mlir_lsp_server_main(
        argument_count: c_int,
        arguments: *mut *mut c_char,
        registry: MlirDialectRegistry,
    ) -> c_int;
    pub fn tc_append_llvm_translations(registry: MlirDialectRegistry);
    pub fn tc_parse_module(
        context: MlirContext,
        source: MlirStringRef,
        file: MlirStringRef,
    ) -> MlirModule;
    pub fn tc_install_crash_handlers(crashed: unsafe extern "C" fn(MlirStringRef));
}

/// Borrows text for a call into C++.
pub fn raw_text(text: &str) -> MlirStringRef {
    MlirStringRef {
        data: text.as_ptr().cast(),
        length: text.len(),
    }
}

/// Copies text that C++ lends for the time of a call.
///
/// # Safety
/// `text` must be readable for its length.
pub unsafe fn copy_text(text: MlirStringRef) -> String {
    if text.length == 0 {
        return String::new();
    }
    // SAFETY: as promised by the caller.
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// A `TextCallback` that appends to the `String` behind `user_data`.
pub unsafe extern "C" fn append_text(text: MlirStringRef, user_data: *mut c_void) {
    // SAFETY: who hands this callback to C++ gives a `String` with it, which nothing else touches during the call.
    let target = unsafe { &mut *user_data.cast::<String>() };
    // SAFETY: C++ lends the text for the time of this call.
    target.push_str(&unsafe { copy_text(text) });
}
