//! From a scop op to a pure function on its value, and back.

use tc_dialects::isl::thread_context;
use tc_dialects::op;
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

/// The failure of a pass on a scop, at the op of the node that the refusal is about. A node that a pass made has no place
/// but the whole scop's: then the statements that the message names are pointed at.
pub(crate) fn failure(scop: OperationRef<'_, '_>, refusal: Refusal) -> Failure {
    let node = refusal.at.and_then(|path| operation_at(scop, &path));
    let named = match node {
        Some(node) if node.location() == scop.location() => {
            named_statements(scop, &refusal.message)
        }
        _ => Vec::new(),
    };
    let mut failure = Failure::new(refusal.message);
    if let Some(node) = node {
        failure = failure.at(node.location());
    }
    for (name, statement) in named {
        failure = failure.note_at(statement.location(), format!("this is {name}"));
    }
    refusal.notes.into_iter().fold(failure, Failure::note)
}

/// The statements whose instances a message names, as in `S0[0] -> S1[0]`.
fn named_statements<'c, 'a>(
    scop: OperationRef<'c, 'a>,
    message: &str,
) -> Vec<(String, OperationRef<'c, 'a>)> {
    let statements = op::children(scop)
        .into_iter()
        .filter(|child| op::name(*child) == "schedule.statement");
    statements
        .filter_map(|statement| Some((op::string(statement, "sym_name")?, statement)))
        .filter(|(name, _)| message.contains(&format!("{name}[")))
        .collect()
}
