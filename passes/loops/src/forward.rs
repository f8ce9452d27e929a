//! Stores and loads of one element in a row: the loaded value is the stored one, and a store before
//! the next one is dead.
//!
//! ```mlir
//! memref.store %zero, %C[%i]                          %1 = scf.for ... iter_args(%c = %zero)
//! %0 = memref.load %C[%i]                      ==>    memref.store %1, %C[%i]
//! %1 = scf.for ... iter_args(%c = %0)
//! memref.store %1, %C[%i]
//! ```
//!
//! It looks at the operations of one block in order, those with regions as a whole.
//!
//! **Legal when** nothing between two accesses may touch the element ([`super::memory`]): a store
//! in between ends what is known of it, a load in between keeps the store before it. A barrier lets
//! other threads look at memory: it ends everything but elements that no other thread touches
//! (`tc.thread_private`).
//!
//! [`super::mem_to_reg`] asks here for the value that a loop begins with under conditions, which is
//! a store under the same ones. **Cost**: quadratic in the stores of a block.

use std::ops::AddAssign;

use tc_dialects::op::{self, defining_operation};

use tc_pass_host::*;

use super::conditions::{Facts, facts};
use super::memory::{Access, Effects, is_access, is_outside, may_overlap};

/// What forwarding did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forwarded {
    /// Loads whose value is that of a store before.
    pub loads: usize,
    /// Stores that nothing reads.
    pub stores: usize,
}

impl AddAssign for Forwarded {
    fn add_assign(&mut self, other: Forwarded) {
        self.loads += other.loads;
        self.stores += other.stores;
    }
}

/// A store of which nothing between it and the place that is looked at may have changed the
/// element.
struct StoredValue<'c, 'a> {
    access: Access<'c, 'a>,
    value: Value<'c, 'a>,
    /// Whether something may have read the element since.
    is_read: bool,
}

/// Forwards stored values to loads of a block, and erases stores that are overwritten unread.
pub fn forward(block: BlockRef<'_, '_>) -> Forwarded {
    let mut report = Forwarded::default();
    let mut known: Vec<StoredValue> = Vec::new();
    for op in op::operations(block) {
        match op::name(op) {
            name if is_access(op) && (!known.is_empty() || name.ends_with("store")) => {
                let Some(access) = Effects::of(op).accesses.pop() else {
                    continue;
                };
                if access.is_store {
                    store(&mut known, access, &mut report)
                } else {
                    load(&mut known, &access, &mut report)
                }
            }
            _ if known.is_empty() => {}
            _ => pass_by(&mut known, &Effects::of(op)),
        }
    }
    report
}

fn load<'c, 'a>(
    known: &mut [StoredValue<'c, 'a>],
    access: &Access<'c, 'a>,
    report: &mut Forwarded,
) {
    let same = known.iter().find(|one| one.access.is_same_element(access));
    match same {
        Some(one) => {
            op::replace_uses(op::result(access.op), one.value);
            op::erase(access.op);
            report.loads += 1;
        }
        None => {
            for one in known.iter_mut().filter(|one| one.access.may_touch(access)) {
                one.is_read = true;
            }
        }
    }
}

fn store<'c, 'a>(
    known: &mut Vec<StoredValue<'c, 'a>>,
    access: Access<'c, 'a>,
    report: &mut Forwarded,
) {
    known.retain(|one| {
        let same = one.access.is_same_element(&access);
        if same && !one.is_read {
            op::erase(one.access.op);
            report.stores += 1;
        }
        !same && !one.access.may_touch(&access)
    });
    let value = access.value();
    known.push(StoredValue {
        access,
        value,
        is_read: false,
    });
}

/// What is still known behind an operation with these effects.
fn pass_by<'c, 'a>(known: &mut Vec<StoredValue<'c, 'a>>, effects: &Effects<'c, 'a>) {
    known.retain_mut(|one| {
        let access = &one.access;
        one.is_read |= effects.accesses.iter().any(|other| access.may_touch(other));
        !may_write(effects, access)
    });
}

/// Whether operations with these effects may write an element, or let other threads write it.
///
/// The subscripts of their accesses may change in a loop, those of the element do not.
fn may_write<'c, 'a>(effects: &Effects<'c, 'a>, element: &Access<'c, 'a>) -> bool {
    let (mut others, mut accesses) = (effects.others.iter(), effects.accesses.iter());
    effects.unknown
        || (effects.barrier && !element.is_thread_private())
        || others.any(|array| may_overlap(element.memref, *array))
        || accesses.any(|access| access.is_store && element.may_touch(access))
}

/// The operations in front of one in its block, with their effects, last first.
pub struct Earlier<'c, 'a>(Vec<(OperationRef<'c, 'a>, Effects<'c, 'a>)>);

impl<'c, 'a> Earlier<'c, 'a> {
    /// Those in front of an operation as it stands now: what is put between does not count.
    pub fn than(op: OperationRef<'c, 'a>) -> Earlier<'c, 'a> {
        let all = op.block().map_or_else(Vec::new, op::operations);
        let earlier: Vec<OperationRef> = all.into_iter().take_while(|one| *one != op).collect();
        let with_effects = earlier.into_iter().rev().map(|one| (one, Effects::of(one)));
        Earlier(with_effects.collect())
    }

    /// The value of an element behind these operations, where these facts hold, if a store among
    /// them determines the value: perhaps under conditions, of which the facts say that they hold.
    ///
    /// The value is available there: a constant is moved in front of the store.
    pub fn stored(&self, element: &Access<'c, 'a>, known: &Facts) -> Option<Value<'c, 'a>> {
        let mut earlier = self.0.iter();
        let (at, found) = earlier
            .find_map(|(one, effects)| Some((*one, stored_by(*one, effects, element, known)?)))?;
        let value = found?;
        if is_outside(value, at) {
            return Some(value);
        }
        let constant = defining_operation(value).filter(|op| op::is(*op, "arith.constant"))?;
        op::mutable(constant).move_before(at);
        Some(value)
    }
}

/// The value that an operation stores to an element, or `None` for an unknown one; nothing if it
/// does not write the element.
fn stored_by<'c, 'a>(
    op: OperationRef<'c, 'a>,
    effects: &Effects<'c, 'a>,
    element: &Access<'c, 'a>,
    known: &Facts,
) -> Option<Option<Value<'c, 'a>>> {
    if !may_write(effects, element) {
        return None;
    }
    if is_access(op) {
        let stored = &effects.accesses[0];
        return Some(element.is_same_element(stored).then(|| stored.value()));
    }
    let holds = op::is(op, "scf.if") && facts(op::operands(op)[0], true).is_subset(known);
    let then = op::blocks(op).into_iter().next().filter(|_| holds);
    let inside = then.map_or_else(Vec::new, op::operations);
    let last = inside.into_iter().rev();
    Some(
        last.into_iter()
            .find_map(|op| stored_by(op, &Effects::of(op), element, known))
            .flatten(),
    )
}
