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

fn main() -> ExitCode {
    let CommandLine { stdio: _ } = tc_tools::console::parse();
    match tc_tools::lsp::serve() {
        true => ExitCode::SUCCESS,
        // The client left without `shutdown`.
        false => ExitCode::FAILURE,
    }
}
