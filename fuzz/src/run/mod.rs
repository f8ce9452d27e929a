//! Running tests: a worker process that compiles and compares, the pool that feeds workers and notices when one dies or hangs,
//! and the whole run with its report.

pub mod campaign;
pub mod pool;
pub mod verdict;
pub mod worker;
