//! What the command line tools do. Each is a program of its own (`src/bin`, and `light` for those
//! without LLVM), and the Python package has all of them: there the interpreter starts them by name
//! ([`find`]).

pub mod lsp;
pub mod mlir_lsp_server;
pub mod opt;
pub mod run;
pub mod translate;
pub mod tune;

use std::process::ExitCode;
use tc_light_tools::{cache, fmt};

/// The tools by their names.
pub const TOOLS: [(&str, fn() -> ExitCode); 8] = [
    ("tc-cache", cache::main),
    ("tc-fmt", fmt::main),
    ("tc-lsp", lsp::main),
    ("tc-mlir-lsp-server", mlir_lsp_server::main),
    ("tc-opt", opt::main),
    ("tc-run", run::main),
    ("tc-translate", translate::main),
    ("tc-tune", tune::main),
];

/// The main function of the tool with that name.
pub fn find(name: &str) -> Option<fn() -> ExitCode> {
    let found = TOOLS.iter().find(|(tool, _)| *tool == name);
    found.map(|(_, main)| *main)
}
