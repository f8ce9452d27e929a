//! The C interface of the pass host, `passes/cpp/PassHost.h`.

use mlir_sys::MlirStringRef;
use std::ffi::c_void;

pub use declared::*;

/// Made by `build.rs` from the header.
mod declared {
    #![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]
    #![allow(dead_code, clippy::all)]
    use mlir_sys::*;
    // The C++ is linked into this crate, behind that of the dialects.
    use tc_dialects as _;
    include!(concat!(env!("OUT_DIR"), "/declared.rs"));
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

/// An `MlirStringCallback` that appends to the `String` behind `user_data`.
pub unsafe extern "C" fn append_text(text: MlirStringRef, user_data: *mut c_void) {
    // SAFETY: who hands this callback to C++ gives a `String` with it, which nothing else touches during the call.
    let target = unsafe { &mut *user_data.cast::<String>() };
    // SAFETY: C++ lends the text for the time of this call.
    target.push_str(&unsafe { copy_text(text) });
}
