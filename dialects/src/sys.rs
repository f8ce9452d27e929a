//! The C functions and enumerations of `cpp/Capi.h`, as they are; and what `cpp/RustCallbacks.h`
//! declares of `callbacks`. The typed views in `tc` and `schedule` are what everyone uses.

use std::ffi::c_void;
use std::str::Utf8Error;

use mlir_sys::MlirStringRef;

pub use declared::*;

/// Made by `build.rs` from the headers.
mod declared {
    #![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]
    #![allow(dead_code, clippy::all)]
    use mlir_sys::*;
    include!(concat!(env!("OUT_DIR"), "/declared.rs"));
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

/// A [`TcTextSink`] that appends each text to a `Vec<String>`.
///
/// # Safety
/// `text` must be readable and `data` point to the list.
pub unsafe extern "C" fn collect_text(text: MlirStringRef, data: *mut c_void) {
    // SAFETY: by the contract of this function.
    unsafe {
        let all = &mut *data.cast::<Vec<String>>();
        all.extend(self::text(text).map(str::to_owned));
    }
}
