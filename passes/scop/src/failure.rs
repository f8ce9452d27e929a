//! The failure of a pass at a scop.

use tc_dialects::op;
use tc_dialects::schedule::tree::{Path, Refusal, RefusalKind, Scop, operation_at};
use tc_isl::thread_context;
use tc_syntax::diagnostic::Code;

use tc_pass_host::{Failure, OperationLike, OperationRef};

/// The failure of a pass at a scop, or at the op of the tree node of the refusal. A node created by
/// a pass has only the location of the scop: then notes point at the statements that the message
/// names, or else at those that run below the node.
pub fn plain(scop: OperationRef<'_, '_>, refusal: Refusal) -> Failure {
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
