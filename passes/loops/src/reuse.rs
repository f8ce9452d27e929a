//! `loops-reuse`: a function that two loops in a row compute for the same elements is computed
//! once, and kept in the array that the second loop writes.
//!
//! ```mlir
//! scf.for %c = %lo to %hi step %c1 {               scf.for %c = %lo to %hi step %c1 {
//!   %x = memref.load %X[%n, %c]                      %x = memref.load %X[%n, %c]
//!   %e = math.exp %x                                 %e = math.exp %x
//!   ... %e into a sum ...                            memref.store %e, %Y[%n, %c]
//! }                                                  ... %e into a sum ...
//! scf.for %c = %lo to %hi step %c1 {        ==>    }
//!   %x = memref.load %X[%n, %c]                    scf.for %c = %lo to %hi step %c1 {
//!   %e = math.exp %x                                 %e = memref.load %Y[%n, %c]
//!   %y = arith.divf %e, %s                           %y = arith.divf %e, %s
//!   memref.store %y, %Y[%n, %c]                      memref.store %y, %Y[%n, %c]
//! }                                                }
//! ```
//!
//! A row of `Y` is still in the first cache, so that a store and a load take the place of twenty
//! operations. Softmax computes each exponential once.
//!
//! **Which values.** The last one in the second loop that the first one computes too, by the same
//! operations on the same elements, with a function of the `math` dialect that is not one
//! instruction. It must have the type of the elements of `Y`.
//!
//! **Legal when** both loops are in one block and have the same bounds; nothing from the first loop
//! to the second one writes what the value is computed from; and nothing in that part but a store
//! of the second loop, behind the value, touches `Y`. The subscripts of `Y` are known in front of
//! the first loop, and one of them is the iteration. **Cost**: quadratic in the loops of a block
//! and their operations.

use std::collections::HashMap;

use tc_dialects::op::{self, Recipe, ValueKey, create, defining_operation};

use tc_pass_host::*;

use super::index_forms::{Linear, constant};
use super::memory::{Effects, is_outside, may_overlap};

pass! {
    /// Keeps a function that two loops in a row compute for the same elements in the array that
    /// the second one writes, so that it is computed once.
    pub struct LoopsReuse {
        name: "loops-reuse",
        anchor: "any",
        summary: "compute functions of the same elements once for two loops in a row",
        dialects: ["memref"],
        statistics: {
            /// values that the second loop loads
            reused,
        },
    }
}

impl Pass for LoopsReuse {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        // Blocks, since operations are erased on the way.
        let all = std::iter::once(op).chain(op::nested(op));
        for block in all.flat_map(op::blocks).collect::<Vec<_>>() {
            for second in loops(block).into_iter().rev() {
                let Some(reuse) = Reuse::of(block, second) else {
                    continue;
                };
                let value = op::name(reuse.later);
                let decision = Decision::passed(format!("`{value}` of two loops"), "computed once")
                    .because("the array that the second loop writes can keep it in between");
                ctx.decided(second, decision);
                reuse.write();
                self.reused.add(1);
            }
        }
        Ok(())
    }
}

fn loops<'c, 'a>(block: BlockRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut all = op::operations(block);
    all.retain(|op| op::is(*op, "scf.for") && op.result_count() == 0);
    all
}

/// A value that the second of two loops need not compute.
struct Reuse<'c, 'a> {
    first: OperationRef<'c, 'a>,
    second: OperationRef<'c, 'a>,
    /// What computes the value in the first loop.
    earlier: OperationRef<'c, 'a>,
    /// What computes it in the second loop.
    later: OperationRef<'c, 'a>,
    /// The store of the second loop that says where to keep it.
    store: OperationRef<'c, 'a>,
}

impl<'c, 'a> Reuse<'c, 'a> {
    /// What a loop can take from one before it in its block; the last value of the nearest loop.
    fn of(block: BlockRef<'c, 'a>, second: OperationRef<'c, 'a>) -> Option<Self> {
        let all = op::operations(block);
        let end = all.iter().position(|op| *op == second)?;
        let firsts = (0..end).rev().filter(|at| {
            op::is(all[*at], "scf.for") && all[*at].result_count() == 0 && alike(all[*at], second)
        });
        for at in firsts {
            let part = &all[at..=end];
            let effects: Vec<Effects> = part.iter().map(|op| Effects::of(*op)).collect();
            if effects
                .iter()
                .any(|one| one.unknown || one.barrier || !one.others.is_empty())
            {
                return None;
            }
            let found = Self::between(part, &effects);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The same for the first and the last one of some operations with these effects.
    fn between(part: &[OperationRef<'c, 'a>], effects: &[Effects<'c, 'a>]) -> Option<Self> {
        let (first, second) = (part[0], part[part.len() - 1]);
        let bodies = [first, second].map(|one| op::body(one).expect("a loop has a body"));
        let mut equal = Equal {
            first,
            second,
            known: HashMap::new(),
        };
        let [earlier, later] = bodies.map(op::operations);
        let stores = later.iter().enumerate();
        let stores: Vec<(usize, &OperationRef)> = stores
            .filter(|(_, op)| op::is(**op, "memref.store") && is_kept(**op, part, effects))
            .collect();
        let values = later.iter().enumerate().rev();
        for (at, value) in values.filter(|(_, op)| op.result_count() == 1) {
            let ty = op::result(*value).r#type();
            // What the value is read from keeps it until it is read.
            let mut stores = stores.iter().filter(|(behind, _)| *behind > at);
            let fits = |store: &OperationRef<'c, 'a>| op::operands(*store)[0].r#type() == ty;
            let Some((_, store)) = stores.find(|(_, store)| fits(store)) else {
                continue;
            };
            if !is_costly(*value, second) || is_rewritten(*value, second, effects) {
                continue;
            }
            let twin = earlier.iter().find(|one| {
                one.result_count() == 1 && equal.values(op::result(**one), op::result(*value))
            });
            if let Some(twin) = twin {
                return Some(Reuse {
                    first,
                    second,
                    earlier: *twin,
                    later: *value,
                    store: **store,
                });
            }
        }
        None
    }

    /// Stores the value in the first loop and loads it in the second one.
    fn write(&self) {
        let place = op::operands(self.store)[1..].to_vec();
        let iterators = [self.first, self.second].map(iterator);
        let in_first = place.iter().map(|value| {
            if op::same_value(*value, iterators[1]) {
                iterators[0]
            } else {
                *value
            }
        });
        let value = op::result(self.earlier);
        let operands: Vec<Value> = std::iter::once(value).chain(in_first).collect();
        let recipe = Recipe {
            operands: &operands,
            ..Recipe::default()
        };
        let next = self
            .earlier
            .next_in_block()
            .expect("a block ends with a yield");
        op::insert_before(
            next,
            create("memref.store", self.earlier.location(), recipe),
        );
        let recipe = Recipe {
            operands: &place,
            results: &[value.r#type()],
            ..Recipe::default()
        };
        let load = create("memref.load", self.later.location(), recipe);
        let load = op::insert_before(self.later, load);
        op::replace_uses(op::result(self.later), op::result(load));
        erase_unused(self.later);
    }
}

fn iterator<'c, 'a>(for_op: OperationRef<'c, 'a>) -> Value<'c, 'a> {
    op::arguments(op::body(for_op).expect("a loop has a body"))[0]
}

/// Whether two loops have the same iterations.
fn alike<'c, 'a>(first: OperationRef<'c, 'a>, second: OperationRef<'c, 'a>) -> bool {
    let [first, second] = [first, second].map(op::operands);
    let mut bounds = first.iter().zip(&second);
    bounds.all(|(one, other)| Linear::of(*one) == Linear::of(*other))
        && constant(first[2]).is_some_and(|step| step > 0)
}

/// Whether the array of a store of the last operation is free from the first one to the store, and
/// each iteration has an element of its own, known in front of the first one.
fn is_kept<'c, 'a>(
    store: OperationRef<'c, 'a>,
    part: &[OperationRef<'c, 'a>],
    effects: &[Effects<'c, 'a>],
) -> bool {
    let second = part[part.len() - 1];
    let own = iterator(second);
    let operands = op::operands(store);
    let (array, place) = (operands[1], &operands[2..]);
    let known = |value: &Value<'c, 'a>| {
        let made = defining_operation(*value);
        op::same_value(*value, own)
            || (is_outside(*value, second) && !made.is_some_and(|made| part.contains(&made)))
    };
    let mut accesses = effects.iter().flat_map(|one| &one.accesses);
    place.iter().any(|value| op::same_value(*value, own))
        && place.iter().all(known)
        && accesses.all(|access| access.op == store || !may_overlap(access.memref, array))
}

/// The operations of a loop that a value is computed from, itself included.
fn sources<'c, 'a>(
    value: OperationRef<'c, 'a>,
    inside: OperationRef<'c, 'a>,
) -> Vec<OperationRef<'c, 'a>> {
    let mut found = vec![value];
    let mut at = 0;
    while at < found.len() {
        for operand in op::operands(found[at]) {
            let made = defining_operation(operand).filter(|_| !is_outside(operand, inside));
            found.extend(made.filter(|made| !found.contains(made)));
        }
        at += 1;
    }
    found
}

/// Whether a value takes a function that is not one instruction of the machine.
fn is_costly<'c, 'a>(value: OperationRef<'c, 'a>, inside: OperationRef<'c, 'a>) -> bool {
    const ONE_INSTRUCTION: [&str; 8] = [
        "math.absf",
        "math.absi",
        "math.ceil",
        "math.copysign",
        "math.floor",
        "math.fma",
        "math.sqrt",
        "math.trunc",
    ];
    sources(value, inside).into_iter().any(|op| {
        let name = op::name(op);
        name.starts_with("math.") && !ONE_INSTRUCTION.contains(&name)
    })
}

/// Whether something writes an array that a value of the second loop is computed from.
fn is_rewritten<'c, 'a>(
    value: OperationRef<'c, 'a>,
    second: OperationRef<'c, 'a>,
    effects: &[Effects<'c, 'a>],
) -> bool {
    let loads = sources(value, second);
    let mut loads = loads.iter().filter(|op| op::is(**op, "memref.load"));
    loads.any(|load| {
        let array = op::operands(*load)[0];
        let mut accesses = effects.iter().flat_map(|one| &one.accesses);
        accesses.any(|access| access.is_store && may_overlap(access.memref, array))
    })
}

/// Which values two loops both compute.
struct Equal<'c, 'a> {
    first: OperationRef<'c, 'a>,
    second: OperationRef<'c, 'a>,
    known: HashMap<(ValueKey, ValueKey), bool>,
}

impl<'c, 'a> Equal<'c, 'a> {
    /// Whether values of the first and of the second loop are the same in an iteration of both, if
    /// memory does not change.
    fn values(&mut self, one: Value<'c, 'a>, other: Value<'c, 'a>) -> bool {
        let outside = [is_outside(one, self.first), is_outside(other, self.second)];
        match outside {
            [true, true] => return op::same_value(one, other) || same_constant(one, other),
            [false, false] => {}
            _ => return same_constant(one, other),
        }
        let iterators = [self.first, self.second].map(iterator);
        if op::same_value(one, iterators[0]) || op::same_value(other, iterators[1]) {
            return op::same_value(one, iterators[0]) && op::same_value(other, iterators[1]);
        }
        let key = (ValueKey::of(one), ValueKey::of(other));
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let made = defining_operation(one).zip(defining_operation(other));
        let equal = made.is_some_and(|(one, other)| self.operations(one, other));
        self.known.insert(key, equal);
        equal
    }

    fn operations(&mut self, one: OperationRef<'c, 'a>, other: OperationRef<'c, 'a>) -> bool {
        let name = op::name(one);
        let pure = name == "memref.load" || name.starts_with("arith.") || name.starts_with("math.");
        let operands = [one, other].map(op::operands);
        pure && name == op::name(other)
            && one.result_count() == 1
            && op::result(one).r#type() == op::result(other).r#type()
            && op::attributes(one) == op::attributes(other)
            && operands[0].len() == operands[1].len()
            && operands[0]
                .iter()
                .zip(&operands[1])
                .all(|(one, other)| self.values(*one, *other))
    }
}

/// Whether two values are one constant.
fn same_constant(one: Value, other: Value) -> bool {
    let value = |value| {
        defining_operation(value)
            .filter(|op| op::is(*op, "arith.constant"))
            .map(op::attributes)
    };
    one.r#type() == other.r#type() && value(one).is_some() && value(one) == value(other)
}

/// Erases an operation that nothing uses, and those that only it used.
fn erase_unused(operation: OperationRef) {
    let mut left = vec![operation];
    while let Some(op) = left.pop() {
        let unused = !op::results(op).into_iter().any(op::is_used);
        if unused && op::blocks(op).is_empty() && op.result_count() > 0 {
            left.extend(op::operands(op).into_iter().filter_map(defining_operation));
            left.retain(|one| *one != op);
            op::erase(op);
        }
    }
}
