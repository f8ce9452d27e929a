//! From schedule trees to loops, and passes over loops.
//!
//! | file | contents |
//! | --- | --- |
//! | `mapping` | a tree mapped to a machine, as one plain tree per kernel: pure, on [`Tree`](tc_dialects::schedule::tree::Tree) values |
//! | `ast` | isl's AST of a kernel, its names and marks |
//! | `generate` | makes the AST, with the subscripts of each statement instance |
//! | `builder` | operations, constants and common subexpressions of a function under construction |
//! | `copies` | unrolled loops that the emitter copies |
//! | `emit` | the AST as `scf`, `arith` and `memref` |
//! | `statement` | one instance of a statement: its body with other operands |
//! | `scop` | the parts of a `schedule.scop` that code generation needs |
//! | [`sizes`] | sizes as values of a function, and arrays whose extents depend on them |
//! | [`views`] | arrays of unknown extents, as functions take them |
//! | [`schedule_to_cpu`] | the pass: one `func.func` |
//! | [`schedule_to_gpu`] | the pass: a `gpu.module` of kernels and a host function that launches them |
//! | `proof` | the proof of a schedule on its own thread, while loops are generated |
//! | `thread_private` | the arrays of a kernel of which each thread accesses only its own elements |
//! | `together` | whether all threads of a block reach a barrier |
//! | [`reuse`] | the pass: functions that two loops compute for the same elements |
//! | [`vectorize`] | the pass: loops that the schedule made vectors |
//! | [`tensorize`] | the pass: loops that the schedule made matrix operations |
//! | [`async_copies`] | the pass: copies to shared memory that go on by themselves |
//! | [`mem_to_reg`] | the pass: accumulators carried by loops |
//! | `conditions` | operations under one condition in one `scf.if` |
//! | `forward` | values from stores to the loads behind them, and stores that are overwritten unread |
//! | `memory` | the accesses of a loop, and which of them may touch the same element |
//! | `integers` | whether the integers of generated loops fit in 64 bits |
//! | `index_forms` | index values as sums, and their ranges |
//! | `multiples` | sums of isl's AST in which multiples stay visible |

mod alignments;
mod ast;
pub mod async_copies;
mod builder;
mod conditions;
mod copies;
mod emit;
mod forward;
mod generate;
mod index_forms;
mod integers;
pub mod keep_roundings;
mod mapping;
pub mod math;
pub mod mem_to_reg;
mod memory;
mod multiples;
mod proof;
pub mod reuse;
pub mod schedule_to_cpu;
pub mod schedule_to_gpu;
mod scop;
pub mod sizes;
mod statement;
pub mod tensorize;
mod thread_private;
mod together;
pub mod vectorize;
pub mod verify;
pub mod views;

/// Registers the passes of this crate.
pub fn register(registry: &mut tc_pass_host::Registry) {
    registry.add::<reuse::LoopsReuse>();
    registry.add::<async_copies::LoopsAsyncCopies>();
    registry.add::<tensorize::LoopsTensorize>();
    registry.add::<vectorize::LoopsVectorize>();
    registry.add::<verify::LoopsVerify>();
    registry.add::<mem_to_reg::LoopsMemToReg>();
    registry.add::<keep_roundings::LoopsKeepRoundings>();
    registry.add::<schedule_to_cpu::ScheduleToCpu>();
    registry.add::<schedule_to_gpu::ScheduleToGpu>();
    registry.add::<math::expand::MathExpand>();
    registry.add::<math::round_integers::MathRoundIntegers>();
}
