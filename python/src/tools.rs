//! The command line tools in the interpreter's process: LLVM is linked into this library, and so
//! into no program of theirs. `tensorcomp_tools.py` calls what is here.

use crate::failure;
use pyo3::prelude::*;
use std::{
    ffi::OsString,
    process::{self, ExitCode},
};
use tc_process::program;
use tc_tools::commands;

/// Does what the tool does with the command line `words`, and ends the process with its status.
/// `itself` starts the same tool in another process.
///
/// # Errors
/// There is no tool with that name.
#[pyfunction]
pub(crate) fn run_tool(
    py: Python<'_>,
    name: &str,
    words: Vec<OsString>,
    itself: Vec<OsString>,
) -> PyResult<()> {
    let Some(main) = commands::find(name) else {
        let names: Vec<&str> = commands::TOOLS.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        let message = format!("no tool `{name}`: there are {names}");
        return Err(failure::value(&message));
    };
    program::answers(words, itself);
    py.detach(|| {
        signals_as_at_start();
        process::exit(number(main()))
    })
}

/// The interpreter hears an interruption when it goes on, which it never does, and ignores the
/// signal of a file that grows too large. It has ignored closed pipes, as Rust's programs do.
fn signals_as_at_start() {
    // SAFETY: a null asks for the action of a signal, and the place for the answer is ours; no code
    // of this process is called by the default actions.
    unsafe {
        let mut action = std::mem::zeroed::<libc::sigaction>();
        let asked = libc::sigaction(libc::SIGINT, std::ptr::null(), &mut action);
        // A shell starts what is in the background with interruptions ignored.
        if asked == 0 && action.sa_sigaction != libc::SIG_IGN {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
        }
        libc::signal(libc::SIGXFSZ, libc::SIG_DFL);
    }
}

/// The number of a status, which the standard library does not tell.
fn number(status: ExitCode) -> i32 {
    let same = |number: &u8| ExitCode::from(*number) == status;
    (0..=u8::MAX).find(same).unwrap_or(u8::MAX).into()
}
