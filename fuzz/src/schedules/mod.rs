//! `tc-fuzz schedules`: tests that the proof refuses mapped schedule trees with one mistake.
//!
//! ```text
//! kernel ─► schedule level, legal ─► one edit ─┬─► schedule-verify          refused?
//!                                              └─► run without the proof    wrong?
//! ```
//! A wrong mutant that is not refused is a bug of the proof. A mutant must compute what the
//! kernel's statements compute in their own order. An edit changes decisions of the mapping and
//! never the program: neither the domain nor the program's accesses nor `schedule.for`.
//!
//! | module | does |
//! | --- | --- |
//! | [`kernels`] | the programs, their sizes and mappings |
//! | [`text`] | the printed form of a scop, as nodes that can be moved |
//! | [`isl_text`] | edits of one isl text |
//! | [`edit`] | the edits |
//! | [`judge`] | the judgement on one mutant, in a worker process |
//! | [`campaign`] | many of them, and a table |

pub mod campaign;
pub mod edit;
pub mod isl_text;
pub mod judge;
pub mod kernels;
pub mod text;
