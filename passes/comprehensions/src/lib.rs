//! Passes at the level of comprehensions: the `tc` dialect.

pub mod algebra;
pub mod attach_target;
pub mod bounds_checks;
pub mod cascade;
mod check_bounds;
pub mod check_inplace;
mod forms;
pub mod infer_ranges;
pub mod inference;
pub mod inline_calls;
mod partition;
pub mod simplify;
pub mod specialize;
pub mod split;
pub mod to_schedule;

#[cfg(test)]
mod tests;

/// Registers the passes of this crate.
pub fn register(registry: &mut tc_pass_host::Registry) {
    registry.add::<algebra::TcAlgebra>();
    registry.add::<attach_target::TcAttachTarget>();
    registry.add::<inline_calls::TcInlineCalls>();
    registry.add::<partition::TcPartition>();
    registry.add::<bounds_checks::TcBoundsChecks>();
    registry.add::<cascade::TcCascade>();
    registry.add::<check_bounds::TcCheckBounds>();
    registry.add::<check_inplace::TcCheckInplace>();
    registry.add::<infer_ranges::TcInferRanges>();
    registry.add::<simplify::TcSimplify>();
    registry.add::<specialize::TcSpecialize>();
    registry.add::<split::TcSplit>();
    registry.add::<to_schedule::TcToSchedule>();
}
