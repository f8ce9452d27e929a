//! `tc-translate`.

fn main() -> std::process::ExitCode {
    tc_tools::commands::translate::main()
}
