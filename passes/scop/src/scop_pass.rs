//! Runs a pure function on the value of a scop op, and writes the result back.
//!
//! ```text
//! schedule.scop op ──> Tree ── change ──> Tree ──> schedule.scop op         [`transform_tree`]
//! schedule.scop op ──> Scop ── change ──> Scop ──> schedule.scop op         [`transform`], if grid or block change as well
//!                               │
//!                               └──> Refusal ──> Failure at its node        [`failure`], for a pass that does more than that
//! ```
//!
//! Nothing is proved here: [`super::verify`] proves the resulting tree, in a pass of its own or in
//! `schedule-to-*`.

use tc_dialects::op;
use tc_dialects::schedule::tree::{Path, Refusal, RefusalKind, Scop, Tree, operation_at};
use tc_isl::thread_context;
use tc_syntax::diagnostic::Code;

use super::legality::explain;
use super::select::is_here;
use tc_pass_host::{Failure, OperationLike, OperationRef, PassContext};

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
    let refusal = explain(scop, refusal);
    let message = match refusal.kind {
        RefusalKind::Dependence => format!("{} [{}]", refusal.message, Code::TC0402),
        _ => refusal.message.clone(),
    };
    let mut failure = Failure::new(message).at_operation(&scop);
    let path = refusal.at.clone().unwrap_or_default();
    let array = refusal
        .array
        .as_ref()
        .and_then(|name| array_named(scop, name));
    if let Some(operation) = operation_of(scop, &refusal).or(array) {
        failure = failure.at(operation.location());
    } else if let Some(node) = refusal.at.and_then(|path| operation_at(scop, &path)) {
        failure = failure.at(node.location());
        if node.location() == scop.location() {
            let statements = statements(scop);
            let named = |name: &String| refusal.instances.iter().any(|one| one.name == *name);
            let below = if statements.iter().any(|(name, _)| named(name)) {
                Vec::new()
            } else {
                names_below(scop, &path).unwrap_or_default()
            };
            for (name, statement) in statements {
                if named(&name) || below.contains(&name) {
                    failure = failure.note_at(statement.location(), format!("this is {name}"));
                }
            }
        }
    }
    refusal.notes.into_iter().fold(failure, Failure::note)
}

/// The operation of a statement's body that a refusal is about.
fn operation_of<'c, 'a>(
    scop: OperationRef<'c, 'a>,
    refusal: &Refusal,
) -> Option<OperationRef<'c, 'a>> {
    let (name, position) = refusal.operation.as_ref()?;
    let mut statements = statements(scop).into_iter();
    let (_, statement) = statements.find(|(statement, _)| statement == name)?;
    let mut operations = Vec::new();
    op::walk(statement, &mut |operation| operations.push(operation));
    operations.get(*position).copied()
}

/// The array that a scop declares under a name.
fn array_named<'c, 'a>(scop: OperationRef<'c, 'a>, name: &str) -> Option<OperationRef<'c, 'a>> {
    let named = |child: &OperationRef| op::string(*child, "array_name").as_deref() == Some(name);
    op::children(scop).into_iter().find(named)
}

/// The statements of a scop, by name.
fn statements<'c, 'a>(scop: OperationRef<'c, 'a>) -> Vec<(String, OperationRef<'c, 'a>)> {
    let statements = op::children(scop)
        .into_iter()
        .filter(|child| op::name(*child) == "schedule.statement");
    statements
        .filter_map(|statement| Some((op::string(statement, "sym_name")?, statement)))
        .collect()
}

/// The statements with instances that reach a node; empty if that is all of them, and the node is
/// not informative.
fn names_below(scop: OperationRef<'_, '_>, path: &Path) -> Result<Vec<String>, Refusal> {
    let tree = Scop::from_op(&thread_context(), scop)?.tree;
    let reaching = tree.prefix(path)?.active;
    let names: Vec<String> = reaching
        .sets()?
        .iter()
        .filter_map(|set| set.name())
        .collect();
    if names.len() == tree.domain()?.sets()?.len() {
        Ok(Vec::new())
    } else {
        Ok(names)
    }
}

/// The instances at the root of the tree, under the constraints on the sizes.
pub fn known_domain(scop: &Scop) -> Result<tc_isl::UnionSet, Refusal> {
    let domain = scop.tree.domain()?;
    Ok(match &scop.context {
        Some(context) => domain.intersect_params(context)?,
        None => domain.clone(),
    })
}
