//! `tc-mlir-lsp-server`: `mlir-lsp-server` with TC's dialects.

use std::{env, path::Path, process::ExitCode};
use tc_tools::completions;

/// The options of `mlir-lsp-server` for a person; editors give none.
const OPTIONS: &str = "\
help\tDisplay available options
input-style\tInput JSON stream encoding: standard or delimited
lit-test\tAbbreviation for -input-style=delimited -pretty -log=verbose
log\tVerbosity of log messages written to stderr: error, info or verbose
pretty\tPretty-print JSON output
";

fn main() -> ExitCode {
    let words: Vec<_> = env::args_os().collect();
    if let Some(folder) = completions::wanted(&words) {
        let about = "The language server of MLIR files with TC's dialects; editors start it";
        let command = completions::of_llvm("tc-mlir-lsp-server", about, OPTIONS);
        let written = completions::write(command, Path::new(folder));
        return ExitCode::from(u8::from(!written));
    }
    tc_passes::api::mlir_lsp_server_main()
}
