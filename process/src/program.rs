//! The command line that a tool answers, and how the tool is started again. A tool is a program of
//! its own, or one that an interpreter has loaded: then its words are not those of the process.

use std::{env, ffi::OsString, io, sync::OnceLock};

struct Loaded {
    words: Vec<OsString>,
    itself: Vec<OsString>,
}

static LOADED: OnceLock<Loaded> = OnceLock::new();

/// Says that this process answers the command line `words` and is started again by `itself`, with
/// the arguments behind it. Only the first call has an effect.
pub fn answers(words: Vec<OsString>, itself: Vec<OsString>) {
    let _ = LOADED.set(Loaded { words, itself });
}

/// The command line, with the name of the tool in front.
pub fn words() -> Vec<OsString> {
    let of_process = || env::args_os().collect();
    LOADED
        .get()
        .map_or_else(of_process, |loaded| loaded.words.clone())
}

/// The program that starts this tool again, and what its arguments begin with.
///
/// # Errors
/// The system does not say which program this process is.
pub fn itself() -> io::Result<(OsString, Vec<OsString>)> {
    match LOADED.get().and_then(|loaded| loaded.itself.split_first()) {
        Some((program, arguments)) => Ok((program.clone(), arguments.to_vec())),
        None => Ok((env::current_exe()?.into_os_string(), Vec::new())),
    }
}
