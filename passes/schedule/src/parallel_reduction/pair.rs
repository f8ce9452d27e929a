//! Reductions of pairs: a value and its place, of which the better pair wins.
//!
//! ```text
//! %v = affine.load %m[%i]
//! %p = affine.load %a[%i]
//! %wins = ...                            the comparison of tc-to-schedule, of (x, k) with (%v, %p)
//! %place = arith.select %wins, %k, %p
//! %value = arith.select %wins, %x, %v
//! affine.store %place, %a[%i]
//! affine.store %value, %m[%i]
//! ```
//!
//! The order of pairs is total, so the best of all is the same however they are grouped. A body
//! counts as such a reduction only if its comparison is the one that `tc-to-schedule` writes,
//! operation by operation.

use melior::ir::RegionLike;
use tc_dialects::op::{self, ValueKey, defining_operation};
use tc_dialects::tc::Reduction;

use tc_pass_host::*;
use tc_scop::emit::{Emitter, identity_text};
use tc_scop::scop_edit::{Combine, Operator};

/// A statement whose body reduces pairs.
pub(super) struct Pair {
    /// How two pairs combine.
    pub(super) combine: Combine,
    /// The positions of the loads and of the stores in the body: those of the value, those of the
    /// place.
    pub(super) loads: [usize; 2],
    pub(super) stores: [usize; 2],
}

/// What is stored: one of two values.
struct Choice<'c, 'a> {
    wins: Value<'c, 'a>,
    new: Value<'c, 'a>,
    load: OperationRef<'c, 'a>,
    store: OperationRef<'c, 'a>,
}

impl Pair {
    /// The reduction of pairs that the body of a statement is, if it is one.
    pub(super) fn of<'c>(context: &'c Context, statement: OperationRef<'c, '_>) -> Option<Pair> {
        let all = op::nested(statement);
        let stores = all.iter().filter(|one| op::is(**one, "affine.store"));
        let choices: Option<Vec<Choice>> = stores.map(|store| Choice::of(*store)).collect();
        let [place, value] = &choices?[..] else {
            return None;
        };
        let of_wins = |one: Value| ValueKey::of(one) == ValueKey::of(value.wins);
        if !of_wins(place.wins) {
            return None;
        }
        let old = [op::result(value.load), op::result(place.load)];
        let new = [value.new, place.new];
        let (reduction, unsigned) = compared(context, old, new, value.wins)?;
        let types = [old[0].r#type(), old[1].r#type()];
        let neutrals = vec![
            identity_text(context, reduction, types[0], unsigned[0])?,
            identity_text(context, Reduction::Min, types[1], unsigned[1])?,
        ];
        let position = |one: OperationRef| all.iter().position(|other| *other == one);
        Some(Pair {
            combine: Combine {
                operator: Operator::Winner(unsigned),
                reduction,
                neutrals,
            },
            loads: [position(value.load)?, position(place.load)?],
            stores: [position(value.store)?, position(place.store)?],
        })
    }
}

impl<'c: 'a, 'a> Choice<'c, 'a> {
    /// What a store chooses between, if one of both is the element itself.
    fn of(store: OperationRef<'c, 'a>) -> Option<Choice<'c, 'a>> {
        let operands = op::operands(store);
        let select = defining_operation(operands[0])?;
        if !op::is(select, "arith.select") {
            return None;
        }
        let chosen = op::operands(select);
        let load = defining_operation(chosen[2])?;
        let place = op::operands(load);
        let mut pairs = place.iter().zip(&operands[1..]);
        let same = op::is(load, "affine.load")
            && pairs.all(|(a, b)| op::same_value(*a, *b))
            && load.attribute("map").ok() == store.attribute("map").ok();
        same.then_some(Choice {
            wins: chosen[0],
            new: chosen[1],
            load,
            store,
        })
    }
}

/// How `wins` compares two pairs, and which of their components are unsigned.
fn compared<'c>(
    context: &'c Context,
    old: [Value<'c, '_>; 2],
    new: [Value<'c, '_>; 2],
    wins: Value<'c, '_>,
) -> Option<(Reduction, [bool; 2])> {
    let location = op::value_location(wins);
    let given = [old[0], old[1], new[0], new[1]];
    let types: Vec<_> = given.iter().map(|one| (one.r#type(), location)).collect();
    for reduction in [Reduction::Min, Reduction::Max] {
        for number in 0..4 {
            let unsigned = [number & 1 != 0, number & 2 != 0];
            let region = Region::new();
            let block = region.append_block(Block::new(&types));
            let emitter = Emitter {
                context,
                block,
                location,
            };
            let own = op::arguments(block);
            let pairs = [[own[0], own[1]], [own[2], own[3]]];
            let chosen = emitter
                .winner(reduction, pairs[0], pairs[1], unsigned)
                .ok()?;
            let expected = op::operands(defining_operation(chosen[0])?)[0];
            if is_same(wins, expected, &given, &own) {
                return Some((reduction, unsigned));
            }
        }
    }
    None
}

/// Whether a value is computed from some values as another one is from others.
fn is_same(value: Value, expected: Value, given: &[Value], arguments: &[Value]) -> bool {
    let position = |one: &Value| op::same_value(*one, expected);
    if let Some(at) = arguments.iter().position(position) {
        return op::same_value(given[at], value);
    }
    let (Some(own), Some(other)) = (defining_operation(value), defining_operation(expected)) else {
        return false;
    };
    let (operands, others) = (op::operands(own), op::operands(other));
    let mut pairs = operands.iter().zip(&others);
    op::name(own) == op::name(other)
        && own.result_count() == 1
        && op::attributes(own) == op::attributes(other)
        && operands.len() == others.len()
        && pairs.all(|(a, b)| is_same(*a, *b, given, arguments))
}
