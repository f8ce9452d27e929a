//! Range inference (and what follows from it) as pure functions over a small model of a def.
//!
//! | file | holds |
//! | --- | --- |
//! | `model` | what inference looks at: names, boxes, accesses, guards |
//! | `reader` | the model from IR |
//! | `prover` | "for all sizes", asked of isl |
//! | `guards` | the ends of a condition that a read's guards say |
//! | `solve` | one condition, one unknown |
//! | `rounds` | the rounds of one statement |
//! | `infer` | a def: boxes, adopted ranges, what is reported |
//! | `preconditions` | the accesses left to prove |
//! | `explain`, `record` | the record of how each range came about, and writing it |
//! | `messages` | the wording |

pub mod explain;
mod guards;
pub mod infer;
mod isl_text;
pub(super) mod messages;
pub mod model;
pub mod preconditions;
pub mod prover;
pub mod reader;
mod record;
pub mod rounds;
pub mod solve;
#[cfg(test)]
mod tests;

pub use infer::{Inference, Options, boxes, infer};
