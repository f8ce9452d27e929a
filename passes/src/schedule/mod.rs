//! Passes on schedule trees, one file each. The transformation is a pure function on
//! [`Tree`](tc_dialects::schedule::tree::Tree), which a test or another pass can call; the pass
//! around it reads and writes the op.
//!
//! A pass in another crate has the same structure (`docs/a-schedule-pass-in-60-lines.md`):
//! [`scop_pass`] converts the op to the argument of the function and a refusal to a failure with a
//! location, [`select`] finds the bands, and [`verify`] proves the result.

pub mod choose;
pub mod cost;
pub mod distribute;
#[doc(hidden)]
pub mod enumeration;
#[cfg(test)]
pub(crate) mod examples;
pub mod execution;
pub mod fold_storage;
pub mod fuse;
pub mod interchange;
pub mod isl;
pub mod join;
pub mod launches;
pub(crate) mod leaves;
pub mod legality;
pub mod map_blocks;
pub mod map_cpu;
pub mod map_threads;
pub mod parallel_reduction;
pub mod peel;
mod places;
pub mod promote;
#[cfg(test)]
mod promote_tests;
pub mod register_tile;
pub mod reset;
pub mod reverse;
pub mod scatter;
mod scop_edit;
pub mod scop_pass;
pub mod select;
pub mod shift;
pub mod sink;
pub mod skew;
pub mod specialize;
pub mod speculate;
pub mod split;
mod steps;
pub mod sync;
#[cfg(test)]
mod sync_brute_force;
#[cfg(test)]
mod sync_tests;
#[cfg(test)]
mod tests;
pub mod tile;
pub mod time_tile;
pub mod unroll;
pub mod unroll_and_jam;
pub mod vectorize;
pub mod verify;
pub mod warps;
pub mod wavefront;
