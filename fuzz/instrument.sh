#!/bin/sh
# Cargo's RUSTC_WORKSPACE_WRAPPER of `./x fuzz text` and `./x fuzz dialect`: compiles the crates of this repository with counters on every
# edge and every comparison, which libFuzzer steers by. The flags are those of `cargo fuzz`; all are known to stable compilers.
for argument in "$@"; do
  # Build scripts run without libFuzzer, which the counters need.
  [ "$argument" = build_script_build ] && exec "$@"
done
exec "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
  -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions -Coverflow-checks
