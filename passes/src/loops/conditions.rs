//! Operations under one condition stand in one `scf.if`.
//!
//! ```mlir
//! scf.if %c {                                         %0 = memref.load %A[%j]
//!   memref.store %x, %C[%i]                           memref.store %0, %B[%j]
//! }                                                   scf.if %c {
//! %0 = memref.load %A[%j]                     ==>       memref.store %x, %C[%i]
//! memref.store %0, %B[%j]                               %1 = memref.load %C[%i]
//! scf.if %c {                                           memref.store %1, %D[%i]
//!   %1 = memref.load %C[%i]                           }
//!   memref.store %1, %D[%i]
//! }
//! ```
//!
//! An unrolled loop over partial tiles has a condition around each copy of its body. Between them
//! an element is known only as what is in memory; in one block [`super::forward`] takes it from
//! there.
//!
//! **Legal when** the earlier `scf.if` may run after all that stands between both: they touch no
//! common element, or only load it ([`super::memory`]); no barrier is between them, unless it
//! accesses only elements that no other thread touches; it has no barrier itself. What the later
//! one uses stays in front of it, because only the earlier one moves. Both have no results, and the
//! same value as condition. **Cost**: for each operation of a block, its accesses times those of
//! the conditions before it.

use std::collections::HashSet;

use tc_dialects::op::{self, ValueKey};

use crate::api::*;

use super::index_forms::Linear;
use super::memory::{Access, Effects, may_overlap};

/// An `scf.if` that may run after every operation between its place and the one looked at.
struct Movable<'c, 'a> {
    op: OperationRef<'c, 'a>,
    effects: Effects<'c, 'a>,
    /// The accesses in `effects`, each once.
    seen: HashSet<(ValueKey, Vec<Linear>, bool, bool)>,
}

/// What joining did.
#[derive(Debug, Default)]
pub struct Joined<'c, 'a> {
    /// The conditions that hold the operations of others as well.
    pub longer: Vec<OperationRef<'c, 'a>>,
    /// How many others there were.
    pub count: usize,
}

/// Joins the conditions of a block.
pub fn join<'c, 'a>(block: BlockRef<'c, 'a>) -> Joined<'c, 'a> {
    let mut joined = Joined::default();
    let mut movable: Vec<Movable> = Vec::new();
    for op in op::operations(block) {
        let is_condition = op::is(op, "scf.if") && op.result_count() == 0;
        if !is_condition && movable.is_empty() {
            continue;
        }
        let effects = Effects::of(op);
        let is_like = |one: &Movable<'c, 'a>| is_condition && have_same_condition(one.op, op);
        movable.retain(|one| is_like(one) || may_run_after(&one.effects, &effects));
        if !is_condition || effects.unknown || effects.barrier {
            movable.retain(|one| !is_like(one));
            continue;
        }
        let same = match movable.iter().position(|one| is_like(one)) {
            Some(position) => {
                let earlier = movable[position].op;
                append(earlier, op);
                joined.count += 1;
                if !joined.longer.contains(&earlier) {
                    joined.longer.push(earlier);
                }
                position
            }
            None => {
                movable.push(Movable::new(op));
                movable.len() - 1
            }
        };
        movable[same].add(effects);
    }
    joined
}

impl<'c, 'a> Movable<'c, 'a> {
    fn new(op: OperationRef<'c, 'a>) -> Self {
        Movable {
            op,
            effects: Effects::default(),
            seen: HashSet::new(),
        }
    }

    fn add(&mut self, effects: Effects<'c, 'a>) {
        for access in effects.accesses {
            let key = (
                ValueKey::of(access.memref),
                access.subscripts.clone(),
                access.is_store,
                access.is_thread_private(),
            );
            if self.seen.insert(key) {
                self.effects.accesses.push(access);
            }
        }
        self.effects.others.extend(effects.others);
    }
}

fn have_same_condition(one: OperationRef, other: OperationRef) -> bool {
    op::same_value(op::operands(one)[0], op::operands(other)[0])
        && op::blocks(one).len() == op::blocks(other).len()
}

/// Whether operations without barriers may run after others that stand behind them.
///
/// A value inside of one of them is in no subscript of the other, so equal forms of subscripts are
/// of values that both see.
fn may_run_after(moved: &Effects, passed: &Effects) -> bool {
    let conflict =
        |one: &Access, other: &Access| (one.is_store || other.is_store) && one.may_touch(other);
    let overlap = |arrays: &[Value], effects: &Effects| {
        let touched = effects.accesses.iter().map(|access| access.memref);
        let touched: Vec<Value> = touched.chain(effects.others.iter().copied()).collect();
        arrays
            .iter()
            .any(|array| touched.iter().any(|other| may_overlap(*array, *other)))
    };
    let is_private =
        moved.others.is_empty() && moved.accesses.iter().all(Access::is_thread_private);
    !passed.unknown
        && (!passed.barrier || is_private)
        && !overlap(&moved.others, passed)
        && !overlap(&passed.others, moved)
        && !moved
            .accesses
            .iter()
            .any(|one| passed.accesses.iter().any(|other| conflict(one, other)))
}

/// Moves a condition in front of a later one, whose operations it takes over.
fn append<'c, 'a>(earlier: OperationRef<'c, 'a>, later: OperationRef<'c, 'a>) {
    op::mutable(earlier).move_before(later);
    for (into, from) in op::blocks(earlier).into_iter().zip(op::blocks(later)) {
        let (Some(end), Some(last)) = (into.terminator(), from.terminator()) else {
            continue;
        };
        for op in op::operations(from) {
            if op != last {
                op::mutable(op).move_before(end);
            }
        }
    }
    op::erase(later);
}
