//! From a scop op to a pure function on its value, and back.

use tc_dialects::isl::thread_context;
use tc_dialects::schedule::tree::{Refusal, Scop, operation_at};

use crate::api::{Failure, OperationLike, OperationRef, PassContext};

/// How many isl operations one pass may use on one scop.
pub(crate) const BUDGET: u64 = 200_000_000;

/// Reads a scop, gives it to `change`, and writes the tree, grid and block of the scop that comes back.
pub(crate) fn transform<'c, R>(
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

/// The failure of a pass on a scop, at the op of the node that the refusal is about.
pub(crate) fn failure(scop: OperationRef<'_, '_>, refusal: Refusal) -> Failure {
    let mut failure = Failure::new(refusal.message);
    if let Some(node) = refusal.at.and_then(|path| operation_at(scop, &path)) {
        failure = failure.at(node.location());
    }
    refusal.notes.into_iter().fold(failure, Failure::note)
}
