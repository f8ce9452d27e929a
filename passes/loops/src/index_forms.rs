//! Facts about index values: their form as sums of other values, and their ranges.
//!
//! ```text
//! %a = arith.muli %i, %c32      32*%i
//! %b = arith.addi %a, %c3       32*%i + 3          two of these that differ by a constant are never equal
//! %r = arith.remui %i, %c7      (%i mod 7)       the same as another remainder of the same sum
//! %t = gpu.thread_id x upper_bound 8               0 .. 7
//! scf.for %k = %c0 to %c40 step %c32               0 .. 32
//! scf.for %k = %c0 to %j step %c1                  %k - %j is at most -1
//! ```
//!
//! Sums are exact in the wrapping arithmetic of `index`. Ranges assume that index arithmetic does
//! not wrap, which holds for subscripts and bounds of loops over arrays that exist.

use std::collections::BTreeMap;

use tc_dialects::op::{self, ValueKey, block_argument, defining_operation};

use tc_pass_host::*;

/// A value as a sum of multiples of other values and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    terms: BTreeMap<Term, i64>,
    constant: i64,
}

/// A value that is no sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Term {
    /// The quotient or remainder of a sum and a constant, by the name of the operation.
    Division(String, Box<Linear>, i64),
    /// Another value.
    Value(ValueKey),
}

impl Linear {
    /// The form of an index value.
    pub fn of(value: Value) -> Linear {
        let Some(op) = defining_operation(value) else {
            return Linear::term(value);
        };
        let operands = op::operands(op);
        let operand = |position: usize| Linear::of(operands[position]);
        match op::name(op) {
            "arith.constant" => match constant(value) {
                Some(constant) => Linear::constant(constant),
                None => Linear::term(value),
            },
            "arith.addi" if is_index(value) => operand(0).plus(&operand(1), 1),
            "arith.subi" if is_index(value) => operand(0).plus(&operand(1), -1),
            "arith.muli" if is_index(value) => {
                let (left, right) = (operand(0), operand(1));
                match (left.as_constant(), right.as_constant()) {
                    (_, Some(factor)) => Linear::default().plus(&left, factor),
                    (Some(factor), _) => Linear::default().plus(&right, factor),
                    _ => Linear::term(value),
                }
            }
            "arith.divui" | "arith.remui" | "arith.floordivsi" if is_index(value) => {
                match operand(1).as_constant() {
                    Some(divisor) => {
                        let name = op::name(op).to_owned();
                        Linear::single(Term::Division(name, Box::new(operand(0)), divisor))
                    }
                    None => Linear::term(value),
                }
            }
            _ => Linear::term(value),
        }
    }

    fn term(value: Value) -> Linear {
        Linear::single(Term::Value(ValueKey::of(value)))
    }

    fn single(term: Term) -> Linear {
        Linear {
            terms: BTreeMap::from([(term, 1)]),
            constant: 0,
        }
    }

    fn constant(constant: i64) -> Linear {
        Linear {
            constant,
            ..Linear::default()
        }
    }

    fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    fn plus(mut self, other: &Linear, factor: i64) -> Linear {
        for (term, coefficient) in &other.terms {
            let sum = self.terms.entry(term.clone()).or_default();
            *sum = sum.wrapping_add(coefficient.wrapping_mul(factor));
        }
        self.terms.retain(|_, coefficient| *coefficient != 0);
        self.constant = self
            .constant
            .wrapping_add(other.constant.wrapping_mul(factor));
        self
    }

    /// The sum without its constant, and the constant.
    pub fn split(&self) -> (Linear, i64) {
        let rest = Linear {
            constant: 0,
            ..self.clone()
        };
        (rest, self.constant)
    }

    /// The sum without all terms of a value; see [`Linear::coefficient`].
    pub fn without(mut self, of: Value) -> Linear {
        self.terms.remove(&Term::Value(ValueKey::of(of)));
        self
    }

    /// Whether the sum is a multiple of a number, whatever the values are.
    pub fn is_multiple_of(&self, number: i64) -> bool {
        let mut all = self.terms.values().chain([&self.constant]);
        all.all(|coefficient| coefficient % number == 0)
    }

    /// The multiple of a value in the sum; none if the value is in a quotient or remainder, or in a
    /// value that is no sum.
    pub fn coefficient(&self, of: Value) -> Option<i64> {
        let key = ValueKey::of(of);
        let hides = |term: &Term| match term {
            Term::Division(_, inside, _) => inside.coefficient(of) != Some(0),
            Term::Value(_) => false,
        };
        if self.terms.keys().any(hides) {
            None
        } else {
            Some(self.terms.get(&Term::Value(key)).copied().unwrap_or(0))
        }
    }

    /// The difference of both, if it is a constant.
    pub fn minus(&self, other: &Linear) -> Option<i64> {
        (self.terms == other.terms).then(|| self.constant.wrapping_sub(other.constant))
    }

    /// The least difference of both while the loops run, if their bounds imply one.
    pub fn least_above(&self, other: &Linear, loops: &[LoopBounds]) -> Option<i64> {
        self.checked_plus(other, -1)?.least(loops)
    }

    /// The least value while the loops, inner ones first, run: each iterator is replaced by one of
    /// its bounds, which only outer ones occur in.
    fn least(&self, loops: &[LoopBounds]) -> Option<i64> {
        if self.terms.is_empty() {
            return Some(self.constant);
        }
        let (inner, outer) = loops.split_first()?;
        let key = Term::Value(inner.iterator);
        let Some(&factor) = self.terms.get(&key) else {
            return self.least(outer);
        };
        let bounds = if factor > 0 {
            &inner.least
        } else {
            &inner.greatest
        };
        let mut rest = self.clone();
        rest.terms.remove(&key);
        let with = |bound: &Linear| rest.checked_plus(bound, factor)?.least(outer);
        bounds.iter().filter_map(with).max()
    }

    /// The sum of this and a multiple of another, unless a number in it is too large.
    fn checked_plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let mut sum = self.clone();
        for (term, coefficient) in &other.terms {
            let entry = sum.terms.entry(term.clone()).or_default();
            *entry = entry.checked_add(coefficient.checked_mul(factor)?)?;
        }
        sum.terms.retain(|_, coefficient| *coefficient != 0);
        let constant = other.constant.checked_mul(factor)?;
        sum.constant = sum.constant.checked_add(constant)?;
        Some(sum)
    }
}

/// Bounds of a loop's iterator while the loop runs.
#[derive(Clone, Debug)]
pub struct LoopBounds {
    iterator: ValueKey,
    /// It is at least each of these: several for a maximum.
    least: Vec<Linear>,
    /// It is at most each of these: several for a minimum.
    greatest: Vec<Linear>,
}

impl LoopBounds {
    /// Those of the loops around an operation, the innermost first.
    fn around(op: OperationRef) -> Vec<LoopBounds> {
        let outwards = std::iter::successors(op.parent_operation(), |op| op.parent_operation());
        outwards.flat_map(LoopBounds::of).collect()
    }

    /// Those of the loops around one operation or both, each before those that its bounds use.
    pub fn around_both(one: OperationRef, other: OperationRef) -> Vec<LoopBounds> {
        let outer = LoopBounds::around(other);
        let mut all = LoopBounds::around(one);
        all.retain(|mine| outer.iter().all(|common| common.iterator != mine.iterator));
        all.extend(outer);
        all
    }

    /// Those of a loop.
    fn of(op: OperationRef) -> Vec<LoopBounds> {
        let operands = op::operands(op);
        let count = match op::name(op) {
            "scf.for" => 1,
            "scf.parallel" => op::integers(op, "operandSegmentSizes")
                .and_then(|sizes| usize::try_from(*sizes.first()?).ok())
                .unwrap_or(0),
            _ => 0,
        };
        let Some(body) = op::body(op).filter(|_| operands.len() >= 3 * count) else {
            return Vec::new();
        };
        let iterators = op::arguments(body).into_iter().take(count).enumerate();
        iterators
            .map(|(number, iterator)| LoopBounds {
                iterator: ValueKey::of(iterator),
                least: alternatives(operands[number], "arith.maxsi"),
                greatest: alternatives(operands[count + number], "arith.minsi")
                    .into_iter()
                    .filter_map(|end| end.checked_plus(&Linear::constant(1), -1))
                    .collect(),
            })
            .collect()
    }
}

/// The forms of what a maximum or minimum is chosen from; of the value itself where it is none.
fn alternatives(value: Value, choice: &str) -> Vec<Linear> {
    match defining_operation(value).filter(|op| op::is(*op, choice)) {
        Some(op) => op::operands(op).into_iter().map(Linear::of).collect(),
        None => vec![Linear::of(value)],
    }
}

/// A range of integers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least value.
    pub low: i128,
    /// The greatest value.
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

    /// The range of a value, if one is known.
    pub fn of(value: Value) -> Option<Range> {
        match defining_operation(value) {
            Some(op) => of_operation(op, value),
            None => of_iterator(value),
        }
    }
}

fn of_operation(op: OperationRef, value: Value) -> Option<Range> {
    let name = op::name(op);
    if name == "arith.constant" {
        return constant(value).map(Range::point);
    }
    if matches!(name, "gpu.thread_id" | "gpu.block_id") {
        let bound = op::integer(op, "upper_bound")?;
        return Some(Range {
            low: 0,
            high: i128::from(bound) - 1,
        });
    }
    if !name.starts_with("arith.") || op.operand_count() != 2 || !is_index(value) {
        return None;
    }
    let operands = op::operands(op);
    let (left, right) = (Range::of(operands[0])?, Range::of(operands[1])?);
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
fn of_iterator(value: Value) -> Option<Range> {
    let (block, position) = block_argument(value)?;
    let op = block.parent_operation()?;
    let name = op::name(op);
    if !matches!(name, "scf.for" | "scf.parallel") || position != 0 {
        return None;
    }
    let bounds = op::operands(op);
    if name == "scf.parallel" && bounds.len() != 3 {
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

/// The value of an integer constant.
pub fn constant(value: Value) -> Option<i64> {
    let op = defining_operation(value).filter(|op| op::is(*op, "arith.constant"))?;
    op::integer(op, "value")
}

fn is_index(value: Value) -> bool {
    value.r#type().is_index()
}
