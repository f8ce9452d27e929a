//! What is known before a statement: sizes, and the box and the value of every tensor.

use super::ast::Dim;
use super::value::Value;
use std::collections::BTreeMap;
use tc_syntax::scalar::Scalar;

/// `low..high`, the end not included: a range of the language whose sizes have values. The
/// compiler's ranges have symbolic ends. A pair, because `std::ops::Range` is not `Copy`.
pub type NumericRange = (i64, i64);

/// What is known about a tensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    pub ty: Scalar,
    /// A range per dimension.
    pub space: Vec<NumericRange>,
    /// The dimensions, if they are declared: then the box starts at 0 for all sizes.
    pub ends: Option<Vec<Dim>>,
    /// Whether `space` is known: an in/out tensor without annotation has values before it has a
    /// box.
    pub placed: bool,
    pub value: Value,
    pub input: bool,
}

/// What is known before a statement.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    pub sizes: BTreeMap<String, i64>,
    pub tensors: BTreeMap<String, Facts>,
}
