//! All passes and named pipelines, one line each.

use crate::{
    api::Registry,
    count_operations::CountOperations,
    cpu::{outline_parallel::LoopsOutlineParallel, parallel_calls::LlvmParallelCalls},
    schedule::{
        interchange::ScheduleInterchange, map_blocks::ScheduleMapBlocks, map_threads::ScheduleMapThreads,
        sink::ScheduleSink, split::ScheduleSplit, tile::ScheduleTile,
    },
};

/// Registers everything that is listed here with MLIR.
pub fn register(registry: &mut Registry) {
    registry.add::<CountOperations>();
    registry.add::<LoopsOutlineParallel>();
    registry.add::<LlvmParallelCalls>();
    registry.add::<ScheduleTile>();
    registry.add::<ScheduleSink>();
    registry.add::<ScheduleSplit>();
    registry.add::<ScheduleInterchange>();
    registry.add::<ScheduleMapBlocks>();
    registry.add::<ScheduleMapThreads>();
}
