//! The CPU back end: loop-level IR to machine code, in this process or in an object file.
//!
//! A kernel is a `func.func` over statically shaped memrefs at the loop level, the output of
//! `schedule-to-cpu`. [`pipeline::to_llvm`] lowers it to the `llvm` dialect; [`object_code`]
//! compiles the result to machine code, [`Kernel::load`] loads it through LLVM's ORC JIT, and
//! [`Kernel::run`] calls it. Parallel loops run on a thread pool of rayon ([`pool`]).

pub mod ahead;
pub mod code;
mod glue;
mod jit;
pub mod llvm;
pub mod loops;
mod memory;
pub mod pipeline;
pub mod pool;
pub mod rules;
mod sys;

pub use code::object_code;
pub use jit::{Error, Kernel};
pub use pool::Threads;

use tc_pass_host::Registry;

/// Registers the passes and the pipeline of this crate.
pub fn register(registry: &mut Registry) {
    registry.add::<loops::outline_parallel::LoopsOutlineParallel>();
    registry.add::<loops::hoist_stack::LoopsHoistStack>();
    registry.add::<llvm::extrema::LlvmExtrema>();
    registry.add::<llvm::masked_stores::LlvmMaskedStores>();
    registry.add::<llvm::bfloat16_bits::LlvmBfloat16Bits>();
    registry.add::<llvm::parallel_calls::LlvmParallelCalls>();
    registry.add_pipeline::<pipeline::TcToCpu>();
}
