//! Runs what the fuzzers found and kept. One test binary, since each links all of LLVM.

mod corpus;
mod regressions;
