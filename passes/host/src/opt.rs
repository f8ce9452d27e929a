//! A tool like `mlir-opt` with our dialects and passes.

use super::dialects::dialect_registry;
use super::ffi::{
    self, TcOptTool, TcStatisticsForm, copy_text, raw_text, tc_mlir_lsp_server_main, tc_opt_main,
};
use super::host::set_time_limit;
use super::registry::{Registry, register_with};
use super::statistics::StatisticsReport;
use super::{catalogue, crash};
use melior::dialect::DialectRegistry;
use mlir_sys::{MlirStringCallback, MlirStringRef};
use std::{
    ffi::{CString, OsString, c_char, c_int, c_void},
    io::{self, Write},
    os::unix::ffi::OsStringExt,
    path::Path,
    process::ExitCode,
};
use tc_dialects::input;
use tc_process::crash::{INTERNAL_ERROR, remember_input};
use tc_process::output::write_atomically;
use tc_process::program;
use tc_syntax::{diagnostic::Stream, near::nearest};

/// Runs the command line of this process: parse, passes, print. Returns 0, 1 after a diagnostic, 2
/// for a usage error, 70 after an internal error.
///
/// `tool` is the first line of `--help`, `version` the output of `--version`. `extend` adds passes to
/// those of MLIR and of `list`, and dialects to MLIR's and ours.
pub fn opt_main(
    tool: &str,
    version: &str,
    list: fn(&mut Registry),
    extend: impl FnOnce(&DialectRegistry, &mut Registry),
) -> ExitCode {
    crash::run_tool(|| {
        let dialects = dialect_registry();
        register_with(list);
        extend(&dialects, &mut Registry::new());
        run(tool, version, &dialects)
    })
}

/// Runs `mlir-lsp-server` with our dialects, on the command line of this process. It calls the
/// printers and verifiers of `tc_dialects`, each of which catches panics.
pub fn mlir_lsp_server_main() -> ExitCode {
    crash::run_tool(|| {
        let dialects = dialect_registry();
        // SAFETY: the arguments are those of `main`, followed by a null; the registry is alive.
        let status = with_arguments(|count, arguments| unsafe {
            tc_mlir_lsp_server_main(count, arguments, dialects.to_raw())
        });
        ExitCode::from(u8::try_from(status).unwrap_or(INTERNAL_ERROR))
    })
}

/// The command line of this process in C's form.
fn with_arguments(main: impl FnOnce(c_int, *mut *mut c_char) -> c_int) -> c_int {
    let arguments: Vec<CString> = program::words().into_iter().map(without_nul).collect();
    let mut pointers: Vec<*mut c_char> = arguments
        .iter()
        .map(|argument| argument.as_ptr().cast_mut())
        .collect();
    let count = pointers.len() as c_int;
    pointers.push(std::ptr::null_mut());
    main(count, pointers.as_mut_ptr())
}

fn run(tool: &str, version: &str, dialects: &DialectRegistry) -> ExitCode {
    let callbacks = TcOptTool {
        version: raw_text(version),
        coloured: Stream::Error.takes_colours(),
        refused: Some(refused),
        read: Some(read),
        beforeRun: Some(before_run),
        write: Some(write),
        explain: Some(explain),
        statistics: Some(statistics),
        crashed: Some(crash::on_crash),
    };
    let header = format!("{tool}\n{}", catalogue::overview());
    let header = raw_text(&header);
    // SAFETY: as above; the callbacks and the texts outlive the call.
    let status = with_arguments(|count, arguments| unsafe {
        tc_opt_main(count, arguments, header, dialects.to_raw(), &callbacks)
    });
    crash::Run::end();
    ExitCode::from(u8::try_from(status).unwrap_or(INTERNAL_ERROR))
}

/// An argument of a process cannot hold a NUL byte.
fn without_nul(argument: OsString) -> CString {
    CString::new(argument.into_vec()).unwrap_or_default()
}

unsafe fn bytes<'a>(text: MlirStringRef) -> &'a [u8] {
    match text.length {
        0 => &[],
        // SAFETY: guaranteed by the caller.
        length => unsafe { std::slice::from_raw_parts(text.data.cast(), length) },
    }
}

unsafe extern "C" fn read(
    path: MlirStringRef,
    take: MlirStringCallback,
    into: *mut c_void,
) -> bool {
    // SAFETY: C++ lends the path for the duration of this call.
    let path = unsafe { copy_text(path) };
    let text = match input::read(Path::new(&path)) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("error: cannot read '{path}': {error}");
            return false;
        }
    };
    if let Some(line) = input::too_deep(&text) {
        let message = input::too_deep_message();
        eprintln!("{path}:{line}:1: error: {message}");
        return false;
    }
    let Some(take) = take else { return false };
    let text = MlirStringRef {
        data: text.as_ptr().cast(),
        length: text.len(),
    };
    // SAFETY: C++ copies the text before it returns.
    unsafe { take(text, into) };
    true
}

unsafe extern "C" fn before_run(input: MlirStringRef, time_limit: f64) {
    set_time_limit(time_limit);
    // SAFETY: C++ lends the input for the duration of this call.
    remember_input(unsafe { bytes(input) });
    // Passes run until the driver returns.
    crash::Run::begin_until_end();
}

unsafe extern "C" fn refused(text: MlirStringRef, options: MlirStringRef) {
    // SAFETY: C++ lends both texts for the duration of this call.
    let (text, options) = unsafe { (copy_text(text), copy_text(options)) };
    let names = options
        .lines()
        .filter_map(|line| Some(line.split_once('\t')?.0));
    let names: Vec<&str> = names.collect();
    eprint!("{}", with_near_names(&text, &names));
}

/// A message of LLVM or MLIR about an unknown name, with a similar known name if there is one.
fn with_near_names(text: &str, names: &[&str]) -> String {
    let mut said = String::new();
    // LLVM's own suggestion takes any name, however dissimilar.
    for line in text
        .lines()
        .filter(|line| !line.contains(": Did you mean '"))
    {
        said += line;
        said.push('\n');
    }
    if let Some(near) = unknown_name(text).and_then(|unknown| nearest_of_many(unknown, names)) {
        said = format!("{}\nhelp: did you mean `{near}`?\n", said.trim_end());
    }
    said
}

/// The name in a message about an unknown pass or option.
fn unknown_name(text: &str) -> Option<&str> {
    let quoted = match text.split_once("Unknown command line argument '") {
        Some((_, rest)) => rest.split('\'').next()?,
        None => {
            let (before, _) = text.split_once("' does not refer to a registered pass")?;
            before.rsplit('\'').next()?
        }
    };
    quoted.trim_start_matches('-').split('=').next()
}

/// LLVM has thousands of options; a search considers a few hundred names.
fn nearest_of_many<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    let near = names
        .chunks(100)
        .filter_map(|some| nearest(name, some.iter().copied()));
    nearest(name, near.collect::<Vec<_>>())
}

unsafe extern "C" fn write(path: MlirStringRef, text: MlirStringRef) -> bool {
    // SAFETY: C++ lends the path for the duration of this call.
    let path = unsafe { copy_text(path) };
    // SAFETY: C++ lends the text for the duration of this call.
    let written = write_atomically(Path::new(&path), unsafe { bytes(text) });
    if let Err(error) = &written {
        eprintln!("error: {error}");
    }
    written.is_ok()
}

unsafe extern "C" fn explain(pass: MlirStringRef) -> bool {
    // SAFETY: C++ lends the name for the duration of this call.
    match catalogue::explain(&unsafe { copy_text(pass) }) {
        Ok(text) => io::stdout().write_all(text.as_bytes()).is_ok(),
        Err(reason) => {
            eprintln!("error: {reason}");
            false
        }
    }
}

unsafe extern "C" fn statistics(form: TcStatisticsForm) {
    let report = StatisticsReport::take_all();
    match form {
        ffi::TcStatisticsJson => eprintln!("{}", report.to_json()),
        _ => eprint!("{report}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_take_the_place_of_far_ones() {
        let names = ["cse", "schedule-isl", "schedule-tile"];
        let llvm = "tc-opt: Unknown command line argument '--schedule-tiel=sizes=3'.  Try: 'tc-opt --help'\ntc-opt: Did you mean '--schedule-isl'?\n";
        assert_eq!(
            with_near_names(llvm, &names),
            "tc-opt: Unknown command line argument '--schedule-tiel=sizes=3'.  Try: 'tc-opt --help'\nhelp: did you mean `schedule-tile`?\n"
        );
        let mlir =
            "error: 'schedule-tiel' does not refer to a registered pass or pass pipeline\n\n";
        assert_eq!(
            with_near_names(mlir, &names),
            "error: 'schedule-tiel' does not refer to a registered pass or pass pipeline\nhelp: did you mean `schedule-tile`?\n"
        );
        assert_eq!(
            with_near_names(
                "error: 'no-such-pass' does not refer to a registered pass\n",
                &names
            ),
            "error: 'no-such-pass' does not refer to a registered pass\n"
        );
    }
}
