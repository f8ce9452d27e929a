//! Updates that the machine performs as one step: `memref.atomic_rmw`.
//!
//! Two of them on one element may run at the same time. If they combine by the same operation,
//! which is associative and commutative, their order does not matter either.

use tc_dialects::op;

use super::{AccessKind, Accumulator, Found};

/// The operation.
pub const ATOMIC: &str = "memref.atomic_rmw";

/// How an atomic update combines, by MLIR's number of the kind: the operation that does the same
/// to two values, and the number.
const KINDS: [(&str, i64); 6] = [
    ("arith.addf", 0),
    ("arith.addi", 1),
    ("arith.maxsi", 6),
    ("arith.maxui", 7),
    ("arith.minsi", 10),
    ("arith.minui", 11),
];

/// The number of the kind that combines as an operation on two values does, if updates by it may
/// change places. Floating minima are not among them: those of the machine ignore a NaN.
pub fn kind_of(combine: &str) -> Option<i64> {
    let found = KINDS.iter().find(|(operation, _)| *operation == combine);
    found.map(|(_, kind)| *kind)
}

/// The elements that a statement updates, if that is all that it does to memory, its updates may
/// change places, and nothing uses their results.
pub(super) fn updates(found: &[Found<'_, '_>]) -> Option<Accumulator> {
    let mut writes = found
        .iter()
        .filter(|one| one.access.kind == AccessKind::Write);
    let (update, None) = (writes.next()?, writes.next()) else {
        return None;
    };
    let operation = update.operation;
    let kind = op::integer(operation, "kind");
    let commutes = KINDS.iter().any(|(_, known)| Some(*known) == kind);
    if !op::is(operation, ATOMIC) || !commutes || op::is_used(op::result(operation)) {
        return None;
    }
    let own = |one: &Found<'_, '_>| one.access.position == update.access.position;
    let apart = |one: &Found<'_, '_>| own(one) || one.access.array != update.access.array;
    let plain = update.access.stands_for.is_none() && found.iter().all(apart);
    plain.then(|| Accumulator {
        load: update.access.position,
        array: update.access.array.clone(),
        relation: update.access.relation.clone(),
    })
}
