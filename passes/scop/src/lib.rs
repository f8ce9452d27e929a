//! What a proof of a schedule rests on: the elements that statements access, the order that they
//! must keep, and the proof itself. Nothing here decides how a program is mapped.
//!
//! **What is trusted.** Who believes the verdict of `schedule-verify` believes this crate (8,500
//! lines without tests), the schedule tree as a value and its verifier in `dialects`, isl, and the
//! readers of MLIR. No pass is trusted: `schedule-verify` reads the op that it left. Nor is the
//! generator of loops: `loops-verify` (in `passes/loops`) compares its code with the tree. Two
//! checks that share no decision with this crate run in the tests: the enumeration of all
//! executions of small programs (`testing`), and edited schedules whose results are compared
//! (`fuzz`).
//!
//! **Invariants.**
//! - Accesses and dependences are computed from the bodies and the order of the statements, each
//!   time; no pass tells them.
//! - Unknown counts as dependent: a subscript that is not affine may be any element of its array.
//! - A tile's access says which element it stands for (`schedule.for`); the proof checks it and
//!   believes it nowhere before.
//! - A copy that goes on by itself has happened where a wait says so; nothing before is believed.
//! - A proof has an isl context of its own and a budget; without an answer the verdict is
//!   "undecided", which is a refusal.
//!
//! | module | contents |
//! | --- | --- |
//! | [`subscripts`] | the affine function of an SSA value, and the affine map of a function |
//! | [`accesses`] | the elements that each statement reads and writes |
//! | [`extents`] | the extents that only sizes tell |
//! | [`values`] | the range of a function's values |
//! | [`gathers`] | the elements that a read at data-dependent subscripts touches at most |
//! | [`original`] | the order of the statements in the text |
//! | [`dependences`] | the instances that must stay in order |
//! | [`leaves`], [`execution`] | the instances at each leaf of a tree, and what runs them: threads, launches |
//! | [`units`] | the matrix operations that bands stand for |
//! | [`axes`], [`warps`], [`barriers`] | the axes of a kernel in use, its warps, the threads that a barrier orders |
//! | [`verify`] | the proof of a tree, by parts |
//! | [`legality`] | a change of a tree that is refused if it breaks a dependence |
//! | [`select`], [`scop_pass`], [`scop_edit`], [`launch_loops`] | the frame of a pass on trees |
//! | [`emit`], [`isl_text`] | building the ops of a body; names and expressions in isl's notation |

pub mod accesses;
pub mod axes;
pub mod barriers;
pub mod dependences;
pub mod digits;
pub mod emit;
#[cfg(test)]
#[expect(dead_code, reason = "tests of other crates use the rest")]
#[path = "../../../testing/src/examples.rs"]
mod examples;
pub mod execution;
pub mod extents;
mod failure;
pub mod gathers;
pub mod isl_text;
pub mod launch_loops;
pub mod leaves;
pub mod legality;
pub mod original;
pub mod scop_edit;
pub mod scop_pass;
pub mod select;
pub mod subscripts;
pub mod units;
pub mod values;
pub mod verify;
pub mod warps;

/// Registers the passes of this crate.
pub fn register(registry: &mut tc_pass_host::Registry) {
    registry.add::<verify::ScheduleVerify>();
}
