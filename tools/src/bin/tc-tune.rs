//! `tc-tune`.

fn main() -> std::process::ExitCode {
    tc_tools::commands::tune::main()
}
