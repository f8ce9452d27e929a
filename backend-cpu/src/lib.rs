//! The CPU back end: loop-level IR to machine code in this process, through LLVM's ORC JIT.
//!
//! A kernel is a `func.func` over statically shaped memrefs at the loop level, as `schedule-to-cpu` writes it. [`tc_passes::pipelines::cpu_to_llvm`]
//! is the textual pass pipeline from there to the `llvm` dialect; [`Kernel::compile`] makes machine code of its result and [`Kernel::run`] calls it.
//! Parallel loops run on rayon's global thread pool ([`pool`]).

mod jit;
pub mod pool;

pub use jit::{Error, Kernel};
