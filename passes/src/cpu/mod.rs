//! Passes between the loop level and LLVM that only the CPU needs: parallel loops become calls into the runtime's thread pool.
//!
//! [`outline_parallel`] works on `scf`, before the conversion to LLVM; [`parallel_calls`] finishes the job on the `llvm` dialect.

pub mod outline_parallel;
pub mod parallel_calls;
pub(crate) mod raw;
