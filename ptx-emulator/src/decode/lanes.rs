//! The operations that are closures over lanes.

use crate::operation::Operation;
use crate::registers::LaneOperation;

/// The operation for a closure over lanes.
pub(super) fn lanes(operation: LaneOperation) -> Result<Operation, String> {
    Ok(Operation::Lanes(operation))
}
