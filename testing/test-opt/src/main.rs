//! `tc-test-opt`: `tc-opt` with the passes of `tc-testing`, for lit tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    tc_pipelines::opt_main(
        "tc-opt with passes for tests",
        concat!("tc-test-opt ", env!("CARGO_PKG_VERSION")),
        |_, registry| {
            tc_runtime::register(registry);
            tc_testing::test_passes::register(registry);
        },
    )
}
