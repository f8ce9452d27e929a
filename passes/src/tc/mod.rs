//! Passes at the level of comprehensions: the `tc` dialect.

pub mod infer_ranges;
pub mod inference;
pub mod specialize;
pub mod to_schedule;
