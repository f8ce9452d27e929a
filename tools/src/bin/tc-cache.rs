//! `tc-cache`.

fn main() -> std::process::ExitCode {
    tc_tools::commands::cache::main()
}
