//! What the fuzzers found and kept, run again. One test binary, since each links all of LLVM.

mod corpus;
mod regressions;
