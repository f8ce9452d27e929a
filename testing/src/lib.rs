//! What only tests and fuzzers use; no crate of the product depends on it.
//!
//! | module | contents |
//! | --- | --- |
//! | [`enumeration`] | a second check of a schedule tree, by running it |
//! | [`examples`], [`trees`] | programs and trees that tests of several crates use |
//! | [`sac`] | an interpreter of SaC text, the oracle of its compilation, and the results of its specification |
//! | [`test_passes`] | passes for the tests of the pass host, and the comparison of both checks |

pub mod enumeration;
pub mod examples;
pub mod sac;
pub mod test_passes;
pub mod trees;

// `examples.rs` names it by `crate`.
use tc_scop::accesses;
