//! Barriers, and the threads that each of them orders.

use melior::ir::operation::OperationRef;
use tc_dialects::op;
use tc_dialects::schedule::WARP_BARRIER;

/// The threads that wait for each other at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The lanes of each warp: [`WARP_BARRIER`].
    Warp,
    /// All threads of a block: `gpu.barrier`.
    Block,
}

impl Level {
    /// The level of an operation; `None` if it is no barrier.
    pub fn of(operation: OperationRef<'_, '_>) -> Option<Level> {
        match op::name(operation) {
            "gpu.barrier" => Some(Level::Block),
            WARP_BARRIER => Some(Level::Warp),
            _ => None,
        }
    }
}
