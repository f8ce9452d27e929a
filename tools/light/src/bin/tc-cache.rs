//! `tc-cache`.

fn main() -> std::process::ExitCode {
    tc_light_tools::cache::main()
}
