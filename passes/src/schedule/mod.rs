//! Passes on schedule trees, one file each. The work is a pure function from [`Tree`](tc_dialects::schedule::tree::Tree)
//! to tree, which a test or another pass can call; the pass around it reads and writes the op.

#[doc(hidden)]
pub mod enumeration;
#[cfg(test)]
pub(crate) mod examples;
pub mod interchange;
pub mod isl;
pub(crate) mod leaves;
pub mod map_blocks;
pub mod map_cpu;
pub mod map_threads;
pub mod promote;
#[cfg(test)]
mod promote_tests;
pub mod register_tile;
pub mod reset;
mod scop_edit;
pub(crate) mod scop_pass;
mod select;
pub mod sink;
pub mod specialize;
pub mod split;
mod steps;
pub mod sync;
#[cfg(test)]
mod sync_tests;
#[cfg(test)]
mod tests;
pub mod tile;
pub mod unroll;
pub mod verify;
