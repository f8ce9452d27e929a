//! How a tool with LLVM in it ends after an internal error.
//!
//! LLVM reports some errors by ending the process ("Cannot select"), and our code may panic outside
//! of a pass. In both cases the tool prints the reason, the path of a file with the input, and the
//! command line that runs it ([`tc_process::crash`]). Crash signals are handled alike.

use super::ffi::{TcExitInternalError, copy_text, tc_install_crash_handlers};
use mlir_sys::MlirStringRef;
use std::{
    process::ExitCode,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};
use tc_process::crash::{self, INTERNAL_ERROR, report};

const _: () = assert!(INTERNAL_ERROR as u32 == TcExitInternalError);

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
    crash::run_tool(main)
}

/// The caller in C++ ends the process afterwards.
pub(super) unsafe extern "C" fn on_crash(reason: MlirStringRef) {
    // SAFETY: C++ lends the text for the duration of this call.
    report(&unsafe { copy_text(reason) });
}
