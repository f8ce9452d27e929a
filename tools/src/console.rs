//! Shared by the command lines of the tools: parsing, and writing to the standard streams.

use crate::completions;
use clap::{
    Parser,
    error::{ContextKind, Error},
};
use std::{
    ffi::OsString,
    io::{self, Write},
    path::Path,
    process,
};
use tc_syntax::diagnostic::Stream;

/// The command line of this process. Wrong usage ends the process with status 2, `--help` and
/// `--version` with 0.
pub fn parse<T: Parser>() -> T {
    let words: Vec<OsString> = tc_pass_host::program::words();
    if let Some(folder) = completions::wanted(&words) {
        process::exit(i32::from(!completions::write(
            T::command(),
            Path::new(folder),
        )));
    }
    T::try_parse_from(words).unwrap_or_else(|error| end(&without_guess(error)))
}

/// Says what is wrong with a command line, or the help that it asks for: what cannot be written is
/// an error.
fn end(error: &Error) -> ! {
    if error.use_stderr() {
        error.exit();
    }
    let text = error.render();
    let text = if Stream::Output.takes_colours() {
        text.ansi().to_string()
    } else {
        text.to_string()
    };
    process::exit(i32::from(!print(&text)))
}

/// The same error without a guess at the value: the message lists all values, and `gpu` is not a
/// misspelling of `cpu`.
pub fn without_guess(mut error: Error) -> Error {
    if error.get(ContextKind::ValidValue).is_some() {
        error.remove(ContextKind::SuggestedValue);
    }
    error
}

/// Writes to standard error; failures are ignored, since nothing can report them.
pub fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Writes to standard output; false after reporting why that failed.
pub fn print(text: &str) -> bool {
    match tc_pass_host::write_atomically(Path::new("-"), text.as_bytes()) {
        Ok(()) => true,
        Err(error) => {
            say(&format!("error: {error}\n"));
            false
        }
    }
}
