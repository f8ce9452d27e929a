//! `tc-opt`: `mlir-opt` with TC's dialects, passes and named pipelines.

use std::process::ExitCode;

fn main() -> ExitCode {
    tc_passes::api::opt_main(
        "TC modular optimizer driver\n",
        concat!("tc-opt ", env!("CARGO_PKG_VERSION")),
        |_dialects, _registry| {},
    )
}
