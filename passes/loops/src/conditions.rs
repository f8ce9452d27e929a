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
//! one uses stays in front of it, because only the earlier one moves. Both have no results, and
//! conditions of the same form ([`Facts`]). **Cost**: for each operation of a block, its accesses
//! times those of the conditions before it.

use std::collections::{BTreeSet, HashSet};

use tc_dialects::op::{self, ValueKey, defining_operation};

use tc_pass_host::*;

use super::index_forms::Linear;
use super::memory::{Access, Effects, may_overlap};

/// What holds in a branch: the comparisons and other values of type `i1`, and whether each is true.
pub type Facts = BTreeSet<(Form, bool)>;

/// A value of type `i1`, as it is computed: comparisons of the same sums are one form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// A comparison: its predicate, and both sides.
    Comparison(i64, Linear, Linear),
    /// Another value.
    Value(ValueKey),
}

/// What holds if a condition does, or if it does not.
pub fn facts(condition: Value, holds: bool) -> Facts {
    if let Some(op) = defining_operation(condition) {
        let operands = op::operands(op);
        match op::name(op) {
            "arith.andi" if holds => {
                return operands
                    .into_iter()
                    .flat_map(|both| facts(both, true))
                    .collect();
            }
            "arith.ori" if !holds => {
                return operands
                    .into_iter()
                    .flat_map(|both| facts(both, false))
                    .collect();
            }
            "arith.cmpi" => {
                if let Some(predicate) = op::integer(op, "predicate") {
                    let [left, right] = [operands[0], operands[1]].map(Linear::of);
                    return Facts::from([(Form::Comparison(predicate, left, right), holds)]);
                }
            }
            _ => {}
        }
    }
    Facts::from([(Form::Value(ValueKey::of(condition)), holds)])
}

/// What holds at an access, by the conditions around it.
pub fn facts_around(access: &Access) -> Facts {
    let around = access.around.iter();
    around
        .filter(|(op, _)| op::is(*op, "scf.if"))
        .flat_map(|(op, region)| facts(op::operands(*op)[0], *region == 0))
        .collect()
}

/// An `scf.if` that may run after every operation between its place and the one looked at.
struct Movable<'c, 'a> {
    op: OperationRef<'c, 'a>,
    facts: Facts,
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
        let facts = if is_condition {
            facts(op::operands(op)[0], true)
        } else {
            Facts::new()
        };
        let branches = op::blocks(op).len();
        let is_like = |one: &Movable<'c, 'a>| {
            is_condition && one.facts == facts && op::blocks(one.op).len() == branches
        };
        movable.retain(|one| is_like(one) || may_run_after(&one.effects, &effects));
        if !is_condition || effects.unknown || effects.barrier {
            movable.retain(|one| !is_like(one));
            continue;
        }
        let same = match movable.iter().position(is_like) {
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
                movable.push(Movable::new(op, facts));
                movable.len() - 1
            }
        };
        movable[same].add(effects);
    }
    joined
}

impl<'c, 'a> Movable<'c, 'a> {
    fn new(op: OperationRef<'c, 'a>, facts: Facts) -> Self {
        Movable {
            op,
            facts,
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
