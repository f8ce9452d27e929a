//! Passes on schedule trees, one file each. The transformation is a pure function on
//! [`Tree`](tc_dialects::schedule::tree::Tree), which a test or another pass can call; the pass
//! around it reads and writes the op.
//!
//! A pass in another crate has the same structure (`docs/a-schedule-pass-in-60-lines.md`):
//! [`tc_scop::scop_pass`] converts the op to the argument of the function and a refusal to a
//! failure with a location, [`tc_scop::select`] finds the bands, and [`tc_scop::verify`] proves the
//! result.

pub mod choose;
pub mod cost;
mod count;
mod distribute;
pub mod fold_storage;
mod fuse;
mod fuse_tiles;
mod interchange;
pub mod isl;
mod join;
pub mod last_block;
pub mod launches;
pub mod lift;
mod longest_warp;
pub mod map_blocks;
pub mod map_cpu;
pub mod map_threads;
pub mod parallel_reduction;
mod peel;
pub mod pipeline;
mod places;
pub mod promote;
#[cfg(test)]
mod promote_tests;
pub mod register_tile;
pub mod reset;
mod reverse;
pub mod scatter;
mod shift;
pub mod sink;
mod skew;
pub mod specialize;
pub mod speculate;
mod split;
mod steps;
mod subscripts;
pub mod sync;
#[cfg(test)]
mod sync_brute_force;
#[cfg(test)]
mod sync_tests;
pub mod tensorize;
#[cfg(test)]
mod tests;
pub mod tile;
pub mod time_tile;
pub mod unroll;
mod unroll_and_jam;
pub mod vectorize;
pub mod wavefront;
pub mod waves;
pub mod work;

/// Registers the passes of this crate.
pub fn register(registry: &mut tc_pass_host::Registry) {
    registry.add::<tensorize::ScheduleTensorize>();
    registry.add::<distribute::ScheduleDistribute>();
    registry.add::<fuse::ScheduleFuse>();
    registry.add::<fuse_tiles::ScheduleFuseTiles>();
    registry.add::<interchange::ScheduleInterchange>();
    registry.add::<isl::ScheduleIsl>();
    registry.add::<join::ScheduleJoin>();
    registry.add::<last_block::ScheduleLastBlock>();
    registry.add::<fold_storage::ScheduleFoldStorage>();
    registry.add::<pipeline::SchedulePipeline>();
    registry.add::<launches::ScheduleLaunches>();
    registry.add::<lift::ScheduleLift>();
    registry.add::<time_tile::ScheduleTimeTile>();
    registry.add::<map_blocks::ScheduleMapBlocks>();
    registry.add::<map_cpu::ScheduleMapCpu>();
    registry.add::<map_threads::ScheduleMapThreads>();
    registry.add::<parallel_reduction::ScheduleParallelReduction>();
    registry.add::<peel::SchedulePeel>();
    registry.add::<promote::SchedulePromote>();
    registry.add::<register_tile::ScheduleRegisterTile>();
    registry.add::<reset::ScheduleReset>();
    registry.add::<reverse::ScheduleReverse>();
    registry.add::<scatter::ScheduleScatter>();
    registry.add::<shift::ScheduleShift>();
    registry.add::<sink::ScheduleSink>();
    registry.add::<skew::ScheduleSkew>();
    registry.add::<specialize::ScheduleSpecialize>();
    registry.add::<split::ScheduleSplit>();
    registry.add::<sync::ScheduleSync>();
    registry.add::<choose::ScheduleChoose>();
    registry.add::<tile::ScheduleTile>();
    registry.add::<speculate::ScheduleSpeculate>();
    registry.add::<unroll::ScheduleUnroll>();
    registry.add::<unroll_and_jam::ScheduleUnrollAndJam>();
    registry.add::<vectorize::ScheduleVectorize>();
    registry.add::<wavefront::ScheduleWavefront>();
}
