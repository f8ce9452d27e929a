//! `tc-opt`.

fn main() -> std::process::ExitCode {
    tc_tools::commands::opt::main()
}
