//! What the parts of a generator share: names, the tensor that a statement writes, ranges.

use super::ast::{Clause, Expr};
use tc_syntax::scalar::Scalar;

/// Names of sizes.
pub const SIZES: [&str; 4] = ["N", "M", "K", "P"];
/// Names of indices.
pub const INDICES: [&str; 5] = ["i", "j", "k", "l", "m"];

/// The tensor that a statement writes.
pub struct Target {
    pub name: String,
    /// Type and box, if it exists already or comes from the caller.
    pub known: Option<(Scalar, Vec<(i64, i64)>)>,
    /// Its old contents come from the caller and must be used.
    pub in_out: bool,
}

/// `index in low:high`
pub fn range_clause(index: &str, low: Expr, high: Expr) -> Clause {
    Clause::Range {
        index: index.to_owned(),
        low,
        high,
    }
}
