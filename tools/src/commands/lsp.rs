//! `tc-lsp`: the language server of TC text.

use clap::Parser;
use std::process::ExitCode;

/// The language server of TC text: speaks the Language Server Protocol on standard input and
/// output.
#[derive(Parser)]
#[command(
    name = "tc-lsp",
    version,
    after_help = "Editors start it; see docs/editors.md."
)]
struct CommandLine {
    /// Accepted for editors that pass it; no other channel is supported.
    #[arg(long)]
    stdio: bool,
}

/// Answers the command line.
pub fn main() -> ExitCode {
    let CommandLine { stdio: _ } = crate::flags::parse();
    if crate::lsp::serve() {
        ExitCode::SUCCESS
    } else {
        // The client left without `shutdown`.
        ExitCode::FAILURE
    }
}
