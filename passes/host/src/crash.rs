//! How a tool ends after an internal error: a message, a reproducer, exit status 70.
//!
//! LLVM reports some errors by ending the process ("Cannot select"), and our code may panic outside
//! of a pass. In both cases the tool prints the reason, the path of a file with the input, and the
//! command line that runs it. Crash signals are handled alike.

use super::{
    ffi::{TcExitInternalError, copy_text, tc_install_crash_handlers},
    panics, program,
};
use mlir_sys::MlirStringRef;
use std::{
    env, fs, io,
    path::PathBuf,
    process::{self, ExitCode},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

/// The exit status of an internal error (`EX_SOFTWARE` of `sysexits.h`).
pub const INTERNAL_ERROR: u8 = TcExitInternalError as u8;

/// The current input.
static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// The number of runs of passes in progress.
static RUNS: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" {
    fn atexit(function: extern "C" fn()) -> i32;
    fn _exit(status: i32) -> !;
}

/// LLVM ends the process by `exit(1)` after some errors ("no libcall available"); only this handler
/// sees them.
extern "C" fn on_exit() {
    if RUNS.load(Ordering::SeqCst) > 0 {
        report("LLVM ended the process, for the reason above");
        // SAFETY: ends the process; passes may still be running in other threads.
        unsafe { _exit(i32::from(INTERNAL_ERROR)) }
    }
}

/// Passes are running as long as this value exists: an exit of the process meanwhile is an internal
/// error.
pub(super) struct Run;

impl Run {
    pub fn begin() -> Self {
        RUNS.fetch_add(1, Ordering::SeqCst);
        Run
    }

    /// Starts a run that [`Run::end`] ends, for callers that have C++ in between.
    pub fn begin_until_end() {
        RUNS.fetch_add(1, Ordering::SeqCst);
    }

    /// Ends all runs.
    pub fn end() {
        RUNS.store(0, Ordering::SeqCst);
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        RUNS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Runs the main function of a tool: a panic or a fatal error of LLVM in it ends with status 70 and
/// a reproducer.
pub fn run_tool(main: impl FnOnce() -> ExitCode) -> ExitCode {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    // SAFETY: the function lives as long as the process.
    unsafe { tc_install_crash_handlers(Some(on_crash)) };
    if !INSTALLED.swap(true, Ordering::SeqCst) {
        // SAFETY: the function lives as long as the process. A failure only makes the report of
        // such an exit less precise.
        unsafe { atexit(on_exit) };
    }
    match panics::catch(main) {
        Ok(status) => status,
        Err(panic) => {
            report(&panic);
            ExitCode::from(INTERNAL_ERROR)
        }
    }
}

/// Keeps the input of this run for the reproducer.
pub fn remember_input(input: &[u8]) {
    if let Ok(mut kept) = INPUT.lock() {
        kept.clear();
        kept.extend_from_slice(input);
    }
}

/// The caller in C++ ends the process afterwards.
pub(super) unsafe extern "C" fn on_crash(reason: MlirStringRef) {
    // SAFETY: C++ lends the text for the duration of this call.
    report(&unsafe { copy_text(reason) });
}

fn report(reason: &str) {
    let tool = tool_name();
    eprintln!("{tool}: internal error: {reason}");
    match write_reproducer(&tool) {
        Ok(path) => eprintln!(
            "{tool}: the input was kept in {}; the command was:\n  {}",
            path.display(),
            command_line()
        ),
        Err(error) => eprintln!("{tool}: the input could not be kept: {error}"),
    }
}

fn tool_name() -> String {
    program::words()
        .into_iter()
        .next()
        .and_then(|path| {
            PathBuf::from(path)
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
        })
        .unwrap_or_else(|| "tool".to_owned())
}

/// The crashed thread may hold the lock; then there is no input to keep.
fn write_reproducer(tool: &str) -> io::Result<PathBuf> {
    let input = INPUT
        .try_lock()
        .map_err(|_| io::Error::other("it was being read"))?;
    let path = env::temp_dir().join(format!("{tool}-crash-{}.txt", process::id()));
    fs::write(&path, &*input)?;
    Ok(path)
}

/// The command line, quoted for a shell.
fn command_line() -> String {
    let words: Vec<String> = program::words()
        .iter()
        .map(|word| quote(&word.to_string_lossy()))
        .collect();
    words.join(" ")
}

fn quote(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=:,+%@".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quote("--tile=32,32"), "--tile=32,32");
        assert_eq!(
            quote("--pass-pipeline=builtin.module(cse)"),
            "'--pass-pipeline=builtin.module(cse)'"
        );
        assert_eq!(quote("it's"), r"'it'\''s'");
        assert_eq!(quote(""), "''");
    }
}
