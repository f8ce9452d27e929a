//! `tc-opt`: `mlir-opt` with TC's dialects, passes and named pipelines.

use std::{
    env,
    path::Path,
    process::{Command, ExitCode},
};
use tc_tools::{completions, console};

fn main() -> ExitCode {
    let words: Vec<_> = env::args_os().collect();
    if let Some(folder) = completions::wanted(&words) {
        return ExitCode::from(u8::from(!write_completions(Path::new(folder))));
    }
    tc_passes::api::opt_main(
        "TC modular optimizer driver\n",
        concat!("tc-opt ", env!("CARGO_PKG_VERSION")),
        |_dialects, registry| tc_runtime::register(registry),
    )
}

/// LLVM has the options; `--tc-list-options` lists them.
fn write_completions(folder: &Path) -> bool {
    let itself = env::current_exe();
    match itself.and_then(|tool| Command::new(tool).arg("--tc-list-options").output()) {
        Ok(listed) => completions::write(
            completions::of_llvm(
                "tc-opt",
                "mlir-opt with TC's dialects, passes and named pipelines",
                &String::from_utf8_lossy(&listed.stdout),
            ),
            folder,
        ),
        Err(error) => {
            console::say(&format!("error: tc-opt cannot run itself: {error}\n"));
            false
        }
    }
}
