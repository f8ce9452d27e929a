//! `tc-mlir-lsp-server`: `mlir-lsp-server` with TC's dialects.

use std::process::ExitCode;

fn main() -> ExitCode {
    tc_passes::api::mlir_lsp_server_main()
}
