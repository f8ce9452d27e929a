//! The reference evaluator: the semantics of a `tc.def`, implemented as simply as possible.
//!
//! It interprets a def whose ranges are inferred on concrete tensors, in double precision:
//! loops and statements in order, points in lexicographic order, integers exact, floating values
//! rounded where they are stored or cast. Every other executor is compared with it.
//!
//! | file | contents |
//! | --- | --- |
//! | `call` | the checks before a call, and the sizes they bind |
//! | `declared` | what declarations say of tensors |
//! | `compile` | a def as flat lists of instructions over registers |
//! | `program` | the data structures of these lists |
//! | `execute` | their execution |
//! | `elements` | elements of tensors, and how they combine |
//! | `scalar` | the semantics of each scalar operation |
//!
//! Reads out of range (TC0510) and integer divisions by zero (TC0511) are errors that name the
//! point. Cost: one pass over the points of each statement, a few nanoseconds per instruction; the
//! body is walked once, not per point.

mod call;
mod compile;
mod declared;
mod elements;
mod execute;
#[cfg(test)]
mod forms_tests;
mod program;
pub mod scalar;
#[cfg(test)]
mod tests;

pub use call::{Binding, Given, Made, bind_call};

use crate::tc::Def;
use crate::tensor::Tensor;
use tc_syntax::diagnostic::Diagnostic;
use tc_syntax::expr::Symbol;

/// Evaluates a def on these inputs and in/out tensors; returns its results by name, in order.
///
/// The call is checked like every call; the first error is returned.
pub fn evaluate<'c: 'a, 'a>(
    def: Def<'c, 'a>,
    inputs: &[(&str, Tensor)],
) -> Result<Vec<(String, Tensor)>, Diagnostic> {
    let program = compile::compile(def)?;
    let given: Vec<Given> = inputs
        .iter()
        .map(|(name, tensor)| Given::of(name, tensor))
        .collect();
    let binding = bind_call(def, &given).map_err(|errors| {
        let first = errors.into_iter().next();
        first.unwrap_or_else(|| Diagnostic::error(None, "the call was refused without a reason"))
    })?;
    let mut supplied = Vec::new();
    for (name, tensor) in inputs {
        // Names and count match: the call was checked.
        if let Some(position) = program.tensor(name) {
            supplied.push((position, tensor.clone()));
        }
    }
    let known = |symbol: &Symbol| binding.get(symbol);
    execute::execute(&program, &known, supplied)
}
