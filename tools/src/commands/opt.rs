//! `tc-opt`: `mlir-opt` with TC's dialects, passes and named pipelines.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
    process::{Command, ExitCode},
};
use tc_light_tools::completions;
use tc_process::output;
use tc_process::program;

/// How `--help` begins; passes and options follow.
const HEAD: &str = "mlir-opt with TC's dialects, passes and named pipelines

  tc-opt [OPTIONS] FILE.mlir            `-` is standard input; the module is printed, -o FILE writes it

Examples:
  tc-opt --tc-infer-ranges f.mlir                                            one pass
  tc-opt --pass-pipeline='builtin.module(tc.def(tc-specialize{sizes=N=1000}),tc-to-schedule)' f.mlir
  tc-opt --tc-explain-pass=schedule-tile                                     what a pass does, and its options
  tc-translate --tc-to-mlir f.tc | tc-opt --tc-infer-ranges -                from TC text

Exit status: 0 done; 1 a diagnostic; 2 wrong usage; 70 an internal error.
";

/// Answers the command line.
pub fn main() -> ExitCode {
    let words = program::words();
    if let Some(folder) = completions::wanted(&words) {
        return ExitCode::from(u8::from(!write_completions(Path::new(folder))));
    }
    tc_pipelines::opt_main(
        HEAD,
        concat!("tc-opt ", env!("CARGO_PKG_VERSION")),
        |_dialects, registry| tc_runtime::register(registry),
    )
}

/// LLVM has the options; `--tc-list-options` lists them.
fn write_completions(folder: &Path) -> bool {
    let listed = program::itself().and_then(|(tool, arguments)| {
        let arguments = arguments.iter().map(OsString::as_os_str);
        let arguments = arguments.chain([OsStr::new("--tc-list-options")]);
        Command::new(tool).args(arguments).output()
    });
    match listed {
        Ok(listed) => completions::write(
            completions::of_llvm(
                "tc-opt",
                "mlir-opt with TC's dialects, passes and named pipelines",
                &String::from_utf8_lossy(&listed.stdout),
            ),
            folder,
            |_| None,
        ),
        Err(error) => {
            output::say(&format!("error: tc-opt cannot run itself: {error}\n"));
            false
        }
    }
}
