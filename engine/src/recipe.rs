//! From what a kernel is made.

use crate::{operators::Operator, options::Options};
use tc_runtime::Given;

/// An operator, what is given for it, and the options.
pub(crate) struct Recipe {
    pub(crate) operator: Operator,
    pub(crate) given: Given,
    pub(crate) options: Options,
}
