//! All passes and named pipelines, one line each.

use crate::{
    api::Registry,
    count_operations::CountOperations,
    cpu::{outline_parallel::LoopsOutlineParallel, parallel_calls::LlvmParallelCalls},
};

/// Registers everything that is listed here with MLIR.
pub fn register(registry: &mut Registry) {
    registry.add::<CountOperations>();
    registry.add::<LoopsOutlineParallel>();
    registry.add::<LlvmParallelCalls>();
}
