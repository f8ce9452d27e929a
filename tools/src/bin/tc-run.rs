//! `tc-run`.

fn main() -> std::process::ExitCode {
    tc_tools::commands::run::main()
}
