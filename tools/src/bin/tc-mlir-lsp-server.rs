//! `tc-mlir-lsp-server`.

fn main() -> std::process::ExitCode {
    tc_tools::commands::mlir_lsp_server::main()
}
