//! `tc-fuzz schedules`: mapped schedule trees with one mistake in them, and whether the proof refuses them.
//!
//! ```text
//! kernel ─► schedule level, legal ─► one edit ─┬─► schedule-verify          refused?
//!                                              └─► run without the proof    wrong?
//! ```
//! A wrong mutant that is not refused is a bug of the proof. What a mutant must compute is what the kernel's statements give in
//! their own order. An edit touches what a mapping decides and never what the program says: not the domain, not the program's
//! accesses, not `schedule.for`.
//!
//! | module | does |
//! | --- | --- |
//! | [`kernels`] | the programs, their sizes, and how they are mapped |
//! | [`text`] | the printed form of a scop, as nodes that can be moved |
//! | [`isl_text`] | edits of one isl text |
//! | [`edit`] | the edits |
//! | [`judge`] | what comes of one mutant, in a worker process |
//! | [`campaign`] | many of them, and a table |

pub mod campaign;
pub mod edit;
pub mod isl_text;
pub mod judge;
pub mod kernels;
pub mod text;
