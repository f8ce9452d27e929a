//! Range inference as pure functions over a small model of a def.
//!
//! The *box* of a tensor is its index bounds: a half-open range per dimension, which need not start
//! at 0.
//!
//! | file | contents |
//! | --- | --- |
//! | `model` | the input of inference: names, boxes, accesses, guards |
//! | `reader` | the model from IR |
//! | `prover` | proofs for all sizes, by isl |
//! | `cases` | whether conditions contradict each other, case by case |
//! | `guards` | the ends of a condition that a read's guards imply |
//! | `solve` | one condition, one unknown |
//! | `rounds` | the rounds of one statement |
//! | `driver` | the state of inference over a def, and its result |
//! | `infer` | a def: boxes, adopted ranges, reports |
//! | `hulls` | boxes that several statements make, and writes inside of boxes |
//! | `scatter` | assignments at computed places |
//! | `dataflow` | elements that are read before they are written, or never written |
//! | `finish` | declared extents, preconditions, the record |
//! | `preconditions` | the remaining accesses to prove |
//! | `explain`, `record` | the record of each range's derivation, and its construction |
//! | `messages` | the messages |

mod cases;
mod dataflow;
pub mod driver;
pub mod explain;
mod finish;
mod guards;
mod hulls;
mod infer;
mod isl_text;
pub(super) mod messages;
pub mod model;
pub mod preconditions;
pub mod prover;
pub mod reader;
mod record;
pub mod rounds;
mod scatter;
pub mod solve;
#[cfg(test)]
mod tests;

pub use driver::{Inference, Options};
pub use infer::{boxes, infer};
