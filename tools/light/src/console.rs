//! How the tools read their command lines.

use crate::completions::{self, Values};
use clap::{
    Parser,
    error::{ContextKind, Error},
};
use std::{ffi::OsString, path::Path, process};
use tc_process::{output::print, program};
use tc_syntax::diagnostic::Stream;

/// The command line of this process. Wrong usage ends the process with status 2, `--help` and
/// `--version` with 0.
pub fn parse<T: Parser>() -> T {
    parse_with(|_| None)
}

/// The same for a tool that has flags with more values than those of all tools: `values` says what
/// they are by the name of the flag.
pub fn parse_with<T: Parser>(values: fn(&str) -> Option<Values>) -> T {
    let words: Vec<OsString> = program::words();
    if let Some(folder) = completions::wanted(&words) {
        let written = completions::write(T::command(), Path::new(folder), values);
        process::exit(i32::from(!written));
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
