//! Barriers, and the threads that each of them orders.

use melior::ir::operation::OperationRef;
use tc_dialects::op;
use tc_dialects::schedule::{WAIT, WARP_BARRIER};

/// Which threads wait, and for whom. All threads of a block reach such a place together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Each thread for copies of its own: [`WAIT`].
    Thread,
    /// The lanes of each warp: [`WARP_BARRIER`].
    Warp,
    /// All threads of a block: `gpu.barrier`.
    Block,
}

impl Level {
    /// The level of an operation; `None` if nobody waits there.
    pub fn of(operation: OperationRef<'_, '_>) -> Option<Level> {
        match op::name(operation) {
            "gpu.barrier" => Some(Level::Block),
            WARP_BARRIER => Some(Level::Warp),
            WAIT => Some(Level::Thread),
            _ => None,
        }
    }
}
