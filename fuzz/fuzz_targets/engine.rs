//! The program around a target. The linked LLVM archives contain a `main` of their own, so ours
//! must not come from an archive.

use std::ffi::{c_char, c_int};

unsafe extern "C" {
    /// libFuzzer: reads the options, searches, and gives the exit status.
    fn LLVMFuzzerRunDriver(
        count: *mut c_int,
        arguments: *mut *mut *mut c_char,
        test: unsafe extern "C" fn(*const u8, usize) -> c_int,
    ) -> c_int;
    /// `libfuzzer-sys`: what `fuzz_target!` defines, with panics turned into crashes.
    fn LLVMFuzzerTestOneInput(data: *const u8, size: usize) -> c_int;
}

#[unsafe(no_mangle)]
extern "C" fn main(mut count: c_int, mut arguments: *mut *mut c_char) -> c_int {
    // SAFETY: the arguments are those of the process.
    unsafe { LLVMFuzzerRunDriver(&raw mut count, &raw mut arguments, LLVMFuzzerTestOneInput) }
}
