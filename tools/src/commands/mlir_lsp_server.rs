//! `tc-mlir-lsp-server`: `mlir-lsp-server` with TC's dialects.

use std::{
    fs::File,
    io::{self, Read, Write},
    os::fd::{AsRawFd, FromRawFd},
    path::Path,
    process::{self, ExitCode},
    thread,
};
use tc_light_tools::completions;
use tc_process::program;

/// The options of `mlir-lsp-server` for a person; editors give none.
const OPTIONS: &str = "\
help\tDisplay available options
input-style\tInput JSON stream encoding: standard or delimited
lit-test\tAbbreviation for -input-style=delimited -pretty -log=verbose
log\tVerbosity of log messages written to stderr: error, info or verbose
pretty\tPretty-print JSON output
";

/// Answers the command line.
pub fn main() -> ExitCode {
    let words = program::words();
    if let Some(folder) = completions::wanted(&words) {
        let about = "The language server of MLIR files with TC's dialects; editors start it";
        let command = completions::of_llvm("tc-mlir-lsp-server", about, OPTIONS);
        let written = completions::write(command, Path::new(folder), |_| None);
        return ExitCode::from(u8::from(!written));
    }
    if let Err(error) = limit_depth_of_input() {
        eprintln!("tc-mlir-lsp-server: standard input: {error}");
        return ExitCode::FAILURE;
    }
    tc_pass_host::mlir_lsp_server_main()
}

/// Arrays and objects of JSON inside of each other, at most. LLVM's reader calls itself for each.
const MOST_NESTED: usize = 500;

/// Puts a pipe in the place of standard input, and ends the process where what goes through it is
/// nested too deeply.
fn limit_depth_of_input() -> io::Result<()> {
    let (inside, mut outside) = io::pipe()?;
    // SAFETY: `dup` and `dup2` take descriptors that are open; the copy has no other owner.
    let mut input = unsafe {
        let copy = libc::dup(libc::STDIN_FILENO);
        if copy < 0 || libc::dup2(inside.as_raw_fd(), libc::STDIN_FILENO) < 0 {
            return Err(io::Error::last_os_error());
        }
        File::from_raw_fd(copy)
    };
    thread::spawn(move || {
        let mut depth = Depth::default();
        let mut bytes = vec![0; 1 << 16];
        while let Ok(count @ 1..) = input.read(&mut bytes) {
            if !depth.reads(&bytes[..count]) {
                eprintln!(
                    "tc-mlir-lsp-server: error: a message with arrays and objects nested deeper than {MOST_NESTED}; an editor sends none"
                );
                process::exit(1);
            }
            if outside.write_all(&bytes[..count]).is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// How deep arrays and objects of JSON are nested where a stream has been read to.
#[derive(Default)]
struct Depth {
    nested: usize,
    in_string: bool,
    escaped: bool,
}

impl Depth {
    /// Reads on; whether it stays below [`MOST_NESTED`].
    fn reads(&mut self, bytes: &[u8]) -> bool {
        for byte in bytes {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.in_string => self.escaped = true,
                b'"' => self.in_string = !self.in_string,
                b'[' | b'{' if !self.in_string => self.nested += 1,
                b']' | b'}' if !self.in_string => self.nested = self.nested.saturating_sub(1),
                _ => {}
            }
            if self.nested > MOST_NESTED {
                return false;
            }
        }
        true
    }
}
