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
//! (`tc.thread_private`). **Cost**: quadratic in the stores of a block.

use std::ops::AddAssign;

use tc_dialects::op;

use crate::api::*;

use super::memory::{Access, Effects, may_overlap};

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
struct Known<'c, 'a> {
    access: Access<'c, 'a>,
    value: Value<'c, 'a>,
    /// Whether something may have read the element since.
    is_read: bool,
}

/// Forwards stored values to loads of a block, and erases stores that are overwritten unread.
pub fn forward(block: BlockRef<'_, '_>) -> Forwarded {
    let mut report = Forwarded::default();
    let mut known: Vec<Known> = Vec::new();
    for op in op::operations(block) {
        match op::name(op) {
            "memref.load" if known.is_empty() => {}
            "memref.load" | "memref.store" => {
                let Some(access) = Effects::of(op).accesses.pop() else {
                    continue;
                };
                match access.is_store {
                    true => store(&mut known, access, &mut report),
                    false => load(&mut known, &access, &mut report),
                }
            }
            _ if known.is_empty() => {}
            _ => pass_by(&mut known, &Effects::of(op)),
        }
    }
    report
}

fn load<'c, 'a>(known: &mut [Known<'c, 'a>], access: &Access<'c, 'a>, report: &mut Forwarded) {
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

fn store<'c, 'a>(known: &mut Vec<Known<'c, 'a>>, access: Access<'c, 'a>, report: &mut Forwarded) {
    known.retain(|one| {
        let same = one.access.is_same_element(&access);
        if same && !one.is_read {
            op::erase(one.access.op);
            report.stores += 1;
        }
        !same && !one.access.may_touch(&access)
    });
    let value = op::operands(access.op)[0];
    known.push(Known {
        access,
        value,
        is_read: false,
    });
}

/// What is still known behind an operation with these effects.
fn pass_by<'c, 'a>(known: &mut Vec<Known<'c, 'a>>, effects: &Effects<'c, 'a>) {
    known.retain_mut(|one| {
        let others = effects.others.iter();
        if effects.unknown
            || (effects.barrier && !one.access.is_thread_private())
            || others
                .into_iter()
                .any(|array| may_overlap(one.access.memref, *array))
        {
            return false;
        }
        for access in &effects.accesses {
            // The subscripts of the other access may change in a loop, those of the known one do
            // not.
            match one.access.may_touch(access) {
                true if access.is_store => return false,
                true => one.is_read = true,
                false => {}
            }
        }
        true
    });
}
