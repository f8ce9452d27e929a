//! Barriers, and the threads that each of them orders.

use melior::ir::operation::{OperationLike, OperationRef};
use tc_dialects::op;

use tc_pass_host::Failure;

/// The threads that wait for each other at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The lanes of each warp: `nvvm.bar.warp.sync` with the mask of all lanes.
    Warp,
    /// All threads of a block: `gpu.barrier`.
    Block,
}

impl Level {
    /// The level of an operation; `None` if it is no barrier.
    pub fn of(operation: OperationRef<'_, '_>) -> Option<Level> {
        match op::name(operation) {
            "gpu.barrier" => Some(Level::Block),
            "nvvm.bar.warp.sync" => Some(Level::Warp),
            _ => None,
        }
    }
}

/// Refuses a warp barrier that does not name all lanes.
pub fn check_mask<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Result<(), Failure> {
    let mask = op::operands(operation).into_iter().next();
    let mask = mask.and_then(op::defining_operation).and_then(|mask| {
        let value = op::is(mask, "arith.constant").then(|| mask.attribute("value").ok())?;
        value.map(|value| value.to_string())
    });
    match mask.as_deref() {
        Some("-1 : i32") => Ok(()),
        _ => Err(Failure::new(format!(
            "expected the constant mask -1 of all lanes on a warp barrier, found {}",
            mask.as_deref().unwrap_or("another value")
        ))
        .at_operation(&operation)
        .note("all lanes of a warp reach a barrier of a schedule; `arith.constant -1 : i32` is their mask")),
    }
}
