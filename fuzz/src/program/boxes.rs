//! The boxes of the tensors of a sequential program: hulls of what statements write.

use super::ast::{Expr, Range, Statement, Write};
use super::environment::NumericRange;
use super::numbers::number;
use super::scope::{Scope, Traced, invalid};
use std::collections::BTreeMap;

/// The boxes that statements give.
#[derive(Default)]
pub struct Boxes {
    /// Dimensions with a fixed subscript in some statement, and the first statement.
    pub fixed: BTreeMap<String, (usize, Vec<bool>)>,
    pub hulls: BTreeMap<String, Vec<Option<NumericRange>>>,
}

impl Boxes {
    pub fn note(&mut self, statement: &Statement) {
        let Statement::Write(write) = statement else {
            return;
        };
        for target in &write.targets {
            let address = std::ptr::from_ref(write) as usize;
            let none = || (address, vec![false; write.left.len()]);
            let (_, fixed) = self.fixed.entry(target.clone()).or_insert_with(none);
            if write.is_scatter() {
                continue;
            }
            for (fixed, subscript) in fixed.iter_mut().zip(&write.left) {
                *fixed |= write.is_fixed(subscript);
            }
            let open = || vec![None; write.left.len()];
            self.hulls.entry(target.clone()).or_insert_with(open);
        }
    }

    pub fn write(&mut self, write: &Write, scope: &Scope) -> Traced<()> {
        if write.is_scatter() {
            return Ok(());
        }
        let address = std::ptr::from_ref(write) as usize;
        for target in &write.targets {
            let (Some((first, fixed)), Some(hulls)) =
                (self.fixed.get(target), self.hulls.get_mut(target))
            else {
                continue;
            };
            if hulls.len() != write.left.len() {
                return invalid("another rank");
            }
            for (dim, subscript) in write.left.iter().enumerate() {
                if !fixed[dim] && *first != address {
                    continue;
                }
                let range = match number(subscript, scope) {
                    Some(at) => (at, at + 1),
                    None => index_range(write, subscript, scope)?,
                };
                hulls[dim] = Some(match hulls[dim] {
                    Some(old) if range.0 >= range.1 => old,
                    Some(old) if old.0 >= old.1 => range,
                    Some(old) => (old.0.min(range.0), old.1.max(range.1)),
                    None => range,
                });
            }
        }
        Ok(())
    }
}

fn index_range(write: &Write, subscript: &Expr, scope: &Scope) -> Traced<NumericRange> {
    let mut ranges = write.ranges.iter();
    let range = ranges.find(|range| Expr::name(&range.index) == *subscript);
    let Some(range) = range else {
        return invalid("a subscript without range");
    };
    let ends = number(&range.low, scope).zip(number(&range.high, scope));
    ends.map_or_else(
        || invalid("a left index without box"),
        |(low, high)| Ok((low, high.max(low))),
    )
}

/// Whether an interval of sizes alone has its ends in order.
pub fn not_reversed(range: &Range, sizes: &Scope) -> bool {
    let mut sized = true;
    for end in [&range.low, &range.high] {
        end.walk(&mut |part| {
            sized &= !matches!(part, Expr::Name(name) if !name.starts_with(char::is_uppercase));
        });
    }
    let ends = number(&range.low, sizes).zip(number(&range.high, sizes));
    !sized || ends.is_none_or(|(low, high)| low <= high)
}
