//! Counts what determines speed: instructions by class, memory sectors against the ideal, shared
//! bank conflicts, divergence, barriers.
//!
//! Each instruction has its own counters, so that a report can be printed beside its PTX line.

mod count;
mod report;

pub(super) use count::Profile;
pub use report::{ClassCount, LineProfile, ProfileReport, Totals};
