//! The `schedule` dialect: its attributes as Rust values, its trees and scops as values, its
//! verifier.

pub mod attributes;
pub mod isl_text;
pub mod tree;
pub(crate) mod verify;

/// The operation at which the lanes of a warp wait for each other.
pub const WARP_BARRIER: &str = "schedule.warp_barrier";
