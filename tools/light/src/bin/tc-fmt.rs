//! `tc-fmt`.

fn main() -> std::process::ExitCode {
    tc_light_tools::fmt::main()
}
