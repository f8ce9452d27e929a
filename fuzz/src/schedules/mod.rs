//! `tc-fuzz schedules`: tests that the proof refuses mapped schedule trees with one mistake.
//!
//! ```text
//! kernel ─► schedule level, legal ─► one edit ─┬─► schedule-verify                       refused?
//!                                              ├─► run without the proof                 wrong?
//!                                              ├─► executions of the tree, one by one    wrong?
//!                                              └─► its loops, interpreted                wrong?
//! ```
//! A wrong mutant that is not refused is a bug of the proof. A mutant must compute what its own
//! statements compute in their own order, at sizes that its context admits. Most edits change
//! decisions of the mapping, and then these are the kernel's statements. The others change what the
//! scop claims ([`edit::Kind::is_claim`]), and make another program.
//!
//! | module | does |
//! | --- | --- |
//! | [`kernels`] | the programs, their sizes and mappings |
//! | [`text`] | the printed form of a scop, as nodes that can be moved |
//! | [`isl_text`] | edits of one isl text |
//! | [`edit`] | the edits of a tree |
//! | [`claims`] | the edits of what a scop claims |
//! | [`judge`] | the judgement on one mutant, in a worker process |
//! | [`campaign`] | many of them, and a table |

pub mod campaign;
pub mod claims;
pub mod edit;
pub mod isl_text;
pub mod judge;
pub mod kernels;
pub mod text;
