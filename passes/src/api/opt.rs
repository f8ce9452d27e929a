//! A `tc-opt`: `mlir-opt`'s command line over our dialects and passes.

use super::{
    ffi::{raw_text, tc_opt_main},
    registry::{Registry, dialect_registry},
    statistics::StatisticsReport,
};
use melior::dialect::DialectRegistry;
use std::{
    ffi::{CString, OsString, c_char, c_int},
    os::unix::ffi::OsStringExt,
    process::ExitCode,
};

/// The values of `--tc-pass-statistics`.
const STATISTICS_AS_TEXT: i32 = 1;
const STATISTICS_AS_JSON: i32 = 2;

/// Runs the command line of this process: parse, passes, print. Returns 0, 1 after a diagnostic, 2 for a command
/// line that makes no sense.
///
/// `extend` adds what is registered beyond MLIR's and our own dialects and passes; a tool built outside of this
/// repository adds its own passes there.
pub fn opt_main(tool: &str, extend: impl FnOnce(&DialectRegistry, &mut Registry)) -> ExitCode {
    let dialects = dialect_registry();
    melior::utility::register_all_passes();
    let mut registry = Registry::new();
    crate::registry::register(&mut registry);
    extend(&dialects, &mut registry);

    let arguments: Vec<CString> = std::env::args_os().map(without_nul).collect();
    let mut pointers: Vec<*mut c_char> = arguments
        .iter()
        .map(|argument| argument.as_ptr().cast_mut())
        .collect();
    let count = pointers.len() as c_int;
    pointers.push(std::ptr::null_mut());
    let mut statistics = 0;
    let status = unsafe {
        tc_opt_main(
            count,
            pointers.as_mut_ptr(),
            raw_text(tool),
            dialects.to_raw(),
            &mut statistics,
        )
    };
    print_statistics(statistics);
    ExitCode::from(status as u8)
}

/// An argument of a process cannot hold a NUL byte.
fn without_nul(argument: OsString) -> CString {
    CString::new(argument.into_vec()).unwrap_or_default()
}

fn print_statistics(form: i32) {
    let report = StatisticsReport::take_all();
    match form {
        STATISTICS_AS_TEXT => eprint!("{report}"),
        STATISTICS_AS_JSON => eprintln!("{}", report.to_json()),
        _ => (),
    }
}
