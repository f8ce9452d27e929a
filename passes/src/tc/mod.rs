//! Passes at the level of comprehensions: the `tc` dialect.

pub mod algebra;
pub mod attach_target;
pub mod bounds_checks;
pub mod check_bounds;
pub mod check_inplace;
pub mod forms;
pub mod infer_ranges;
pub mod inference;
pub mod inline_calls;
pub mod partition;
pub mod simplify;
pub mod specialize;
pub mod split;
pub mod to_schedule;

#[cfg(test)]
mod tests;
