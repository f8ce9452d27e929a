//! All passes up to the loop level, one line each, in the order of the levels. A backend registers
//! the passes of its machine.

use crate::{api::Registry, count_operations, loops, math, schedule, tc};

/// Registers everything listed here with MLIR.
pub fn register(registry: &mut Registry) {
    registry.add::<count_operations::CountOperations>();

    registry.add::<tc::algebra::TcAlgebra>();
    registry.add::<tc::attach_target::TcAttachTarget>();
    registry.add::<tc::inline_calls::TcInlineCalls>();
    registry.add::<tc::partition::TcPartition>();
    registry.add::<tc::bounds_checks::TcBoundsChecks>();
    registry.add::<tc::check_bounds::TcCheckBounds>();
    registry.add::<tc::check_inplace::TcCheckInplace>();
    registry.add::<tc::infer_ranges::TcInferRanges>();
    registry.add::<tc::simplify::TcSimplify>();
    registry.add::<tc::specialize::TcSpecialize>();
    registry.add::<tc::split::TcSplit>();
    registry.add::<tc::to_schedule::TcToSchedule>();

    registry.add::<schedule::distribute::ScheduleDistribute>();
    registry.add::<schedule::fuse::ScheduleFuse>();
    registry.add::<schedule::interchange::ScheduleInterchange>();
    registry.add::<schedule::isl::ScheduleIsl>();
    registry.add::<schedule::join::ScheduleJoin>();
    registry.add::<schedule::fold_storage::ScheduleFoldStorage>();
    registry.add::<schedule::launches::ScheduleLaunches>();
    registry.add::<schedule::time_tile::ScheduleTimeTile>();
    registry.add::<schedule::map_blocks::ScheduleMapBlocks>();
    registry.add::<schedule::map_cpu::ScheduleMapCpu>();
    registry.add::<schedule::map_threads::ScheduleMapThreads>();
    registry.add::<schedule::parallel_reduction::ScheduleParallelReduction>();
    registry.add::<schedule::peel::SchedulePeel>();
    registry.add::<schedule::promote::SchedulePromote>();
    registry.add::<schedule::register_tile::ScheduleRegisterTile>();
    registry.add::<schedule::reset::ScheduleReset>();
    registry.add::<schedule::reverse::ScheduleReverse>();
    registry.add::<schedule::scatter::ScheduleScatter>();
    registry.add::<schedule::shift::ScheduleShift>();
    registry.add::<schedule::sink::ScheduleSink>();
    registry.add::<schedule::skew::ScheduleSkew>();
    registry.add::<schedule::specialize::ScheduleSpecialize>();
    registry.add::<schedule::split::ScheduleSplit>();
    registry.add::<schedule::sync::ScheduleSync>();
    registry.add::<schedule::choose::ScheduleChoose>();
    registry.add::<schedule::tile::ScheduleTile>();
    registry.add::<schedule::speculate::ScheduleSpeculate>();
    registry.add::<schedule::unroll::ScheduleUnroll>();
    registry.add::<schedule::unroll_and_jam::ScheduleUnrollAndJam>();
    registry.add::<schedule::vectorize::ScheduleVectorize>();
    registry.add::<schedule::verify::ScheduleVerify>();
    registry.add::<schedule::wavefront::ScheduleWavefront>();

    registry.add::<loops::reuse::LoopsReuse>();
    registry.add::<loops::vectorize::LoopsVectorize>();
    registry.add::<loops::verify::LoopsVerify>();
    registry.add::<loops::mem_to_reg::LoopsMemToReg>();
    registry.add::<loops::keep_roundings::LoopsKeepRoundings>();
    registry.add::<loops::schedule_to_cpu::ScheduleToCpu>();
    registry.add::<loops::schedule_to_gpu::ScheduleToGpu>();

    registry.add::<math::expand::MathExpand>();
    registry.add::<math::round_integers::MathRoundIntegers>();
}
