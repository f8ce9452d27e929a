//! `tc-lsp`.

fn main() -> std::process::ExitCode {
    tc_tools::commands::lsp::main()
}
