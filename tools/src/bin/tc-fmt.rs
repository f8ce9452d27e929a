//! `tc-fmt`.

fn main() -> std::process::ExitCode {
    tc_tools::commands::fmt::main()
}
