//! The names of a sequential program with their values, and why it has no run for them.

use std::collections::BTreeMap;

/// Why a program has no run for these sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// More points than a run may have.
    TooLong,
    /// The compiler must refuse the program.
    Invalid(String),
}

/// A result, or why there is none.
pub type Traced<T> = Result<T, Refusal>;
/// Sizes, integer inputs and indices.
pub type Scope = BTreeMap<String, i64>;

pub fn invalid<T>(why: impl Into<String>) -> Traced<T> {
    Err(Refusal::Invalid(why.into()))
}
