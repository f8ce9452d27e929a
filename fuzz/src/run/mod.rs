//! Running tests: a worker process that compiles and compares, the pool that feeds workers and
//! detects when one dies or hangs, and the campaign with its report.

pub mod campaign;
pub mod pool;
pub mod verdict;
pub mod worker;
