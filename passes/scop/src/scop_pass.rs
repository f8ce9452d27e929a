//! Runs a pure function on the value of a scop op, and writes the result back.
//!
//! ```text
//! schedule.scop op ──> Tree ── change ──> Tree ──> schedule.scop op         [`transform_tree`]
//! schedule.scop op ──> Scop ── change ──> Scop ──> schedule.scop op         [`transform`], if grid or block change as well
//!                               │
//!                               └──> Refusal ──> Failure at its node        [`failure()`], for a pass that does more than that
//! ```
//!
//! Nothing is proved here: [`super::verify`] proves the resulting tree, in a pass of its own or in
//! `schedule-to-*`.

use tc_dialects::schedule::tree::{Refusal, Scop, Tree};
use tc_isl::thread_context;

use super::failure;
use super::legality::explain;
use super::select::is_here;
use tc_pass_host::{Failure, OperationRef, PassContext};

/// The isl operations that a pass may use on one scop.
pub const BUDGET: u64 = 200_000_000;

/// Reads the tree of a scop, passes it to `change`, and writes the returned tree; also returns the
/// result of `change`.
///
/// isl works for `change` in the thread's context, which each object of the tree has
/// (`schedule.context()`), and within [`BUDGET`].
///
/// # Errors
/// A refusal of `change` or of isl, as a failure at its node. The op is then unchanged.
pub fn transform_tree<'c, R>(
    op: OperationRef<'c, '_>,
    ctx: &PassContext<'c>,
    change: impl FnOnce(Tree) -> Result<(Tree, R), Refusal>,
) -> Result<R, Failure> {
    transform(op, ctx, |mut scop| {
        let (tree, result) = change(scop.tree)?;
        scop.tree = tree;
        Ok((scop, result))
    })
}

/// Like [`transform_tree`] for a change of the whole scop: its tree, grid and block are written.
///
/// # Errors
/// As for [`transform_tree`].
pub fn transform<'c, R>(
    op: OperationRef<'c, '_>,
    ctx: &PassContext<'c>,
    change: impl FnOnce(Scop) -> Result<(Scop, R), Refusal>,
) -> Result<R, Failure> {
    let isl = thread_context();
    isl.with_budget(BUDGET, || {
        let (scop, result) = Scop::from_op(&isl, op).and_then(change)?;
        scop.write(ctx.context(), op)?;
        Ok(result)
    })
    .map_err(|refusal| failure(op, refusal))
}

/// Like [`transform_tree`] for a user-directed transformation: a scop that the target does not name
/// stays unchanged.
///
/// # Errors
/// As for [`transform_tree`], and a target in a scop that the module does not have.
pub fn transform_target<'c, R: Default>(
    op: OperationRef<'c, '_>,
    ctx: &PassContext<'c>,
    target: Option<&str>,
    change: impl FnOnce(Tree) -> Result<(Tree, R), Refusal>,
) -> Result<R, Failure> {
    if is_here(op, target)? {
        transform_tree(op, ctx, change)
    } else {
        Ok(R::default())
    }
}

/// The failure of a pass at a scop, or at the op of the tree node of the refusal. A node created by
/// a pass has only the location of the scop: then notes point at the statements that the message
/// names, or else at those that run below the node. If a band lacks a flag, a note names the
/// dependence that forbids it.
pub fn failure(scop: OperationRef<'_, '_>, refusal: Refusal) -> Failure {
    failure::plain(scop, explain(scop, refusal))
}
