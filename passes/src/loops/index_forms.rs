//! What is known of index values: as sums of other values, and in which range they lie.
//!
//! ```text
//! %a = arith.muli %i, %c32      32*%i
//! %b = arith.addi %a, %c3       32*%i + 3          two of these that differ by a constant are never equal
//! %t = gpu.thread_id x upper_bound 8               0 .. 7
//! scf.for %k = %c0 to %c40 step %c32               0 .. 32
//! ```
//!
//! Sums are exact in the wrapping arithmetic of `index`. Ranges assume that index arithmetic does not wrap, which holds
//! for subscripts and bounds of loops over arrays that exist.

use std::collections::BTreeMap;

use mlir_sys::*;

use crate::raw;

use super::builder::operands;

/// A value as a sum of multiples of other values and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    terms: BTreeMap<usize, i64>,
    constant: i64,
}

impl Linear {
    /// The form of an index value.
    pub fn of(value: MlirValue) -> Linear {
        let Some(op) = defining(value) else {
            return Linear::term(value);
        };
        let operand = |position: usize| operands(op)[position];
        match raw::name(op) {
            "arith.constant" => match constant(value) {
                Some(constant) => Linear {
                    constant,
                    ..Linear::default()
                },
                None => Linear::term(value),
            },
            "arith.addi" if is_index(value) => {
                Linear::of(operand(0)).plus(&Linear::of(operand(1)), 1)
            }
            "arith.subi" if is_index(value) => {
                Linear::of(operand(0)).plus(&Linear::of(operand(1)), -1)
            }
            "arith.muli" if is_index(value) => {
                let (left, right) = (Linear::of(operand(0)), Linear::of(operand(1)));
                match (left.as_constant(), right.as_constant()) {
                    (_, Some(factor)) => Linear::default().plus(&left, factor),
                    (Some(factor), _) => Linear::default().plus(&right, factor),
                    _ => Linear::term(value),
                }
            }
            _ => Linear::term(value),
        }
    }

    fn term(value: MlirValue) -> Linear {
        Linear {
            terms: BTreeMap::from([(value.ptr as usize, 1)]),
            constant: 0,
        }
    }

    fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    fn plus(mut self, other: &Linear, factor: i64) -> Linear {
        for (term, coefficient) in &other.terms {
            let sum = self.terms.entry(*term).or_default();
            *sum = sum.wrapping_add(coefficient.wrapping_mul(factor));
        }
        self.terms.retain(|_, coefficient| *coefficient != 0);
        self.constant = self
            .constant
            .wrapping_add(other.constant.wrapping_mul(factor));
        self
    }

    /// Whether both differ by a constant that is not zero.
    pub fn never_equals(&self, other: &Linear) -> bool {
        self.terms == other.terms && self.constant != other.constant
    }

    /// The values that the sum is made of.
    pub fn values(&self) -> impl Iterator<Item = MlirValue> {
        self.terms.keys().map(|value| MlirValue {
            ptr: *value as *const _,
        })
    }
}

/// A range of integers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub low: i128,
    pub high: i128,
}

impl Range {
    fn point(value: i64) -> Range {
        Range {
            low: value.into(),
            high: value.into(),
        }
    }

    fn of_corners(corners: impl IntoIterator<Item = i128>) -> Option<Range> {
        let mut corners = corners.into_iter();
        let first = corners.next()?;
        Some(corners.fold(
            Range {
                low: first,
                high: first,
            },
            |range, corner| Range {
                low: range.low.min(corner),
                high: range.high.max(corner),
            },
        ))
    }

    /// The range of a value, where one is known.
    pub fn of(value: MlirValue) -> Option<Range> {
        match defining(value) {
            Some(op) => of_operation(op, value),
            None => of_iterator(value),
        }
    }
}

fn of_operation(op: MlirOperation, value: MlirValue) -> Option<Range> {
    let name = raw::name(op);
    if name == "arith.constant" {
        return constant(value).map(Range::point);
    }
    if matches!(name, "gpu.thread_id" | "gpu.block_id") {
        let bound = raw::attribute(op, "upper_bound").and_then(integer)?;
        return Some(Range {
            low: 0,
            high: i128::from(bound) - 1,
        });
    }
    if !name.starts_with("arith.") || operands(op).len() != 2 || !is_index(value) {
        return None;
    }
    let (left, right) = (Range::of(operands(op)[0])?, Range::of(operands(op)[1])?);
    match name {
        "arith.addi" => Some(Range {
            low: left.low + right.low,
            high: left.high + right.high,
        }),
        "arith.subi" => Some(Range {
            low: left.low - right.high,
            high: left.high - right.low,
        }),
        "arith.muli" => {
            let ends = |range: Range| [range.low, range.high];
            Range::of_corners(
                ends(left)
                    .into_iter()
                    .flat_map(|a| ends(right).map(|b| a.saturating_mul(b))),
            )
        }
        "arith.minsi" => Some(Range {
            low: left.low.min(right.low),
            high: left.high.min(right.high),
        }),
        "arith.maxsi" => Some(Range {
            low: left.low.max(right.low),
            high: left.high.max(right.high),
        }),
        "arith.remui" if left.low >= 0 && right.low > 0 => Some(Range {
            low: 0,
            high: left.high.min(right.high - 1),
        }),
        "arith.divui" if left.low >= 0 && right.low > 0 => Some(Range {
            low: left.low / right.high,
            high: left.high / right.low,
        }),
        "arith.floordivsi" if right.low > 0 => {
            let ends = |range: Range| [range.low, range.high];
            Range::of_corners(
                ends(left)
                    .into_iter()
                    .flat_map(|a| ends(right).map(|b| a.div_euclid(b))),
            )
        }
        _ => None,
    }
}

/// The range of a loop's iterator, which has a value only while the loop runs.
fn of_iterator(value: MlirValue) -> Option<Range> {
    // SAFETY: the value is a block argument and its block is in an operation.
    let (op, position) = unsafe {
        (
            mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value)),
            mlirBlockArgumentGetArgNumber(value),
        )
    };
    if op.ptr.is_null() || !matches!(raw::name(op), "scf.for" | "scf.parallel") || position != 0 {
        return None;
    }
    let bounds = operands(op);
    if raw::name(op) == "scf.parallel" && bounds.len() != 3 {
        return None;
    }
    let (lower, upper) = (Range::of(bounds[0])?, Range::of(bounds[1])?);
    let step = constant(bounds[2]).map_or(1, i128::from).max(1);
    let last = upper.high - 1;
    let high = if lower.low == lower.high {
        lower.low + (last - lower.low).div_euclid(step) * step
    } else {
        last
    };
    Some(Range {
        low: lower.low,
        high: high.max(lower.low),
    })
}

/// The operation that gives a value; none for a block argument.
pub fn defining(value: MlirValue) -> Option<MlirOperation> {
    // SAFETY: the value is alive.
    unsafe { mlirValueIsAOpResult(value).then(|| mlirOpResultGetOwner(value)) }
}

/// The number that a value is, if it is an integer constant.
pub fn constant(value: MlirValue) -> Option<i64> {
    let op = defining(value).filter(|op| raw::name(*op) == "arith.constant")?;
    raw::attribute(op, "value").and_then(integer)
}

fn integer(attribute: MlirAttribute) -> Option<i64> {
    // SAFETY: the attribute is alive and checked to be an integer.
    unsafe { mlirAttributeIsAInteger(attribute).then(|| mlirIntegerAttrGetValueInt(attribute)) }
}

fn is_index(value: MlirValue) -> bool {
    // SAFETY: the value is alive.
    unsafe { mlirTypeIsAIndex(mlirValueGetType(value)) }
}
