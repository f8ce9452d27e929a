//! How a tool ends after an internal error: a message, a reproducer, exit status 70.
//!
//! Our code may panic. Then the tool prints the reason, the path of a file with the input, and the
//! command line that runs it. With LLVM in it, a tool has more ways to end so (`tc-pass-host`).

use super::{panics, program};
use std::{
    env, fs, io,
    path::PathBuf,
    process::{self, ExitCode},
    sync::Mutex,
};

/// The exit status of an internal error (`EX_SOFTWARE` of `sysexits.h`).
pub const INTERNAL_ERROR: u8 = 70;

/// The current input.
static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Runs the main function of a tool: a panic in it ends with status 70 and a reproducer, and a
/// closed pipe ends it silently, as it does any other Unix filter.
pub fn run_tool(main: impl FnOnce() -> ExitCode) -> ExitCode {
    // SAFETY: the default action calls no code of this process.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
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

/// Says that the tool ends for an internal error, and keeps the input.
pub fn report(reason: &str) {
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
