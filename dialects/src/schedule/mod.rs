//! The `schedule` dialect: its attributes as Rust values, its trees and scops as values, its
//! verifier.

pub mod attributes;
pub mod isl_text;
pub mod tree;
pub(crate) mod verify;

/// The operation at which the lanes of a warp wait for each other.
pub const WARP_BARRIER: &str = "schedule.warp_barrier";

/// The operation at which a thread waits for its asynchronous copies.
pub const WAIT: &str = "schedule.wait";

/// A copy of neighbouring elements to shared memory that goes on by itself.
pub const ASYNC_COPY: &str = "schedule.async_copy";

/// The attribute of a statement whose copy goes on by itself.
pub const ASYNC: &str = "async";

/// The attribute of a statement with what its factors may be rounded to, on matrix units.
pub const PRECISION: &str = "precision";

/// The attribute of a statement that names the one whose values it computes again.
pub const RECOMPUTES: &str = "recomputes";

/// The operation at which a block learns whether it is the last one of its group.
pub const ARRIVE: &str = "schedule.arrive";

/// The operation by which the lanes of a warp read a factor of a matrix operation together.
pub const FRAGMENT: &str = "schedule.fragment";

/// The matrix operation of the lanes of a warp.
pub const MULTIPLY_ADD: &str = "schedule.multiply_add";

/// The attribute of an allocation whose elements are zero when it is first used.
pub const ZEROED: &str = "schedule.zeroed";
