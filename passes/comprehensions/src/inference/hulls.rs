//! The box of a dimension that several statements make: the hull of what they write.
//!
//! ```text
//! A(0, i) = a(i)
//! for t in 0:T { A(t + 1, i) = .. }   # dimension 0: the hull of 0 and t + 1, [0, max(1, T + 1))
//! ```
//!
//! A dimension is a hull if some statement has a fixed subscript there, or if the range of its
//! first index depends on loops. The ends are the smallest and the largest value over all
//! iterations; a loop that runs not at all contributes nothing. For most programs they are a `min`
//! and a `max` of the statements' own ends. Where a loop of others runs not at all for some sizes,
//! an end of one loop is moved out of the way for those sizes:
//!
//! ```text
//! s(0) = 0.0
//! for i in 5:N { s(i) = .. }    # [0, max(1, N - 4*max(6 - N, 0))): 1 up to N = 5, then N
//! ```
//!
//! That needs an end that grows no faster than the distance to the sizes where the loop runs. What
//! has no such form is refused: the signature then gives the extents. In the same way, the box is
//! empty for sizes for which no loop runs.

use super::driver::Driver;
use super::messages;
use super::model::{Access, Formula, Left, Range, Role, Statement};
use super::preconditions::{Decider, Decision};
use super::prover::{Facts, LargestInPart, Prover};
use super::solve::{Known, extrema};
use tc_syntax::expr::{Comparison, Condition, Expr, Operator};

/// What gives a dimension of a tensor its box.
pub(super) enum Dimension {
    /// The signature.
    Declared(Range),
    /// The first statement that writes the tensor.
    First,
    /// These statements.
    Hull(Vec<usize>),
}

/// Whether a statement writes one place in a dimension in each iteration, as an affine function:
/// `t + 1`. For others, such as `t / 2` and `(2*t) % N`, the box must be known as for a computed
/// place.
fn is_fixed(left: &Left) -> bool {
    matches!(left, Left::Fixed(expr) if expr.is_affine())
}

/// Whether the values that a statement writes in a dimension are part of a hull.
fn has_values(left: &Left) -> bool {
    matches!(left, Left::Index(_)) || is_fixed(left)
}

/// Whether a statement writes at a place that is neither an index nor fixed.
fn scatters(statement: &Statement) -> bool {
    !statement.left.iter().all(has_values)
}

/// Whether isl can express it exactly: no product of sizes, and no division by one.
pub(super) fn is_quasi_affine(expr: &Expr) -> bool {
    let Expr::Binary(operator, a, b) = expr else {
        return true;
    };
    let known = match operator {
        Operator::Mul => a.as_const().or(b.as_const()).is_some(),
        Operator::FloorDiv | Operator::Mod => b.as_const().is_some_and(|divisor| divisor > 0),
        _ => true,
    };
    known && is_quasi_affine(a) && is_quasi_affine(b)
}

/// By how much an end is moved for each step away from the sizes for which it counts.
const STEPS: [i64; 7] = [0, 1, 2, 4, 8, 16, 32];

/// How far sizes are from satisfying all conditions; 0 for those that do.
fn distance(when: &[Condition]) -> Expr {
    let missing = |one: &Condition| {
        let behind = Expr::sub(one.left.clone(), one.right.clone());
        let ahead = Expr::neg(behind.clone());
        let one_more = |expr: Expr| Expr::add(expr, Expr::Const(1));
        match one.comparison {
            Comparison::LessEqual => behind,
            Comparison::Less => one_more(behind),
            Comparison::GreaterEqual => ahead,
            Comparison::Greater => one_more(ahead),
            _ => Expr::max(behind, ahead),
        }
    };
    let terms = when.iter().map(|one| {
        let missing = missing(one);
        let missing = missing.normalized(&[]).unwrap_or(missing);
        Expr::max(missing, Expr::Const(0))
    });
    terms.reduce(Expr::add).unwrap_or(Expr::Const(0))
}

/// Whether, for all sizes for which there are values, one is `low` and one is `high - 1`.
fn attained(prover: &Prover, values: &[(Facts, Expr)], low: &Expr, high: &Expr) -> bool {
    let facts: Vec<Facts> = values.iter().map(|(facts, _)| facts.clone()).collect();
    let is = |end: &Expr| {
        let at = |(facts, value): &(Facts, Expr)| {
            facts.and(Condition::new(
                value.clone(),
                Comparison::Equal,
                end.clone(),
            ))
        };
        let at: Vec<Facts> = values.iter().map(at).collect();
        prover.covers(&facts, &at)
    };
    is(low) && is(&Expr::sub(high.clone(), Expr::Const(1)))
}

impl Driver<'_> {
    /// What gives a dimension of a tensor its box.
    pub(super) fn kind_of(&self, target: &str, dim: usize) -> Dimension {
        let writers: Vec<_> = self.def.writers(target).collect();
        // A scatter needs a box that is known without it.
        let counted = writers.iter().filter(|(_, writer)| !scatters(writer));
        let counted: Vec<_> = counted
            .filter(|(_, writer)| writer.left.get(dim).is_some_and(has_values))
            .collect();
        let fixed = counted
            .iter()
            .any(|(_, writer)| writer.left.get(dim).is_some_and(is_fixed));
        if !fixed && !writers.iter().any(|(_, writer)| scatters(writer)) {
            return Dimension::First;
        }
        let declared = self
            .def
            .tensor(target)
            .filter(|tensor| matches!(tensor.role, Role::Return | Role::InOut));
        let declared = declared.and_then(|tensor| tensor.dims.as_ref()?.get(dim)?.clone());
        if let Some(declared) = declared {
            return Dimension::Declared(declared);
        }
        if fixed {
            Dimension::Hull(counted.iter().map(|(position, _)| *position).collect())
        } else {
            Dimension::First
        }
    }

    /// Whether the values that a statement writes in a dimension are known.
    pub(super) fn is_ready(&self, position: usize, dim: usize) -> bool {
        let statement = &self.def.statements[position];
        match &statement.left[dim] {
            Left::Index(name) => statement.position(name).is_some_and(|at| {
                self.progress[position]
                    .rounds
                    .ranges
                    .get(at)
                    .is_some_and(Option::is_some)
            }),
            _ => true,
        }
    }

    /// `[smallest, largest + 1)` of the values that statements write in a dimension; none if there
    /// is no form for all sizes.
    pub(super) fn hull_of(&self, writers: &[usize], dim: usize) -> Option<Range> {
        let (mut lows, mut highs) = (Vec::new(), Vec::new());
        let mut values = Vec::new();
        // What writes nothing contributes nothing, unless nothing else is written.
        let some: Vec<usize> = writers
            .iter()
            .copied()
            .filter(|position| !self.writes_nothing(*position, dim))
            .collect();
        let writers = if some.is_empty() { writers } else { &some };
        for position in writers {
            let statement = &self.def.statements[*position];
            let solved = self.values_of(*position, dim);
            let value = self.resolve(&statement.left[dim].expr());
            let known = Known {
                statement,
                ranges: &solved,
                sizes: &self.sizes,
                prover: &self.prover,
            };
            let (low, high) = extrema(&known, &value)?;
            let next = Expr::add(high, Expr::Const(1));
            lows.push(known.normal(low));
            highs.push(known.normal(next));
            let facts = Facts {
                ranges: solved.clone(),
                ..Facts::default()
            };
            values.push((facts, value));
        }
        let (low, high) = (
            self.best(Operator::Min, lows)?,
            self.best(Operator::Max, highs.clone())?,
        );
        let (low, high) = if attained(&self.prover, &values, &low, &high) {
            (low, high)
        } else {
            self.ends_where_loops_run(&values)?
        };
        let fits = Condition::new(low.clone(), Comparison::LessEqual, high.clone());
        let high = if self.prover.holds(&Facts::default(), &fits) {
            high
        } else {
            Expr::max(high, low.clone())
        };
        let empty = self.empty_where_no_loop_runs(&values, &low, high.clone(), &highs);
        Some(Range::new(low, empty.unwrap_or(high)))
    }

    /// `high`, or a form of it that is `low` for those sizes for which no loop runs; `ends` are
    /// those that it is the largest of.
    fn empty_where_no_loop_runs(
        &self,
        values: &[(Facts, Expr)],
        low: &Expr,
        high: Expr,
        ends: &[Expr],
    ) -> Option<Expr> {
        let always = Formula::Compare(Condition::new(
            Expr::Const(0),
            Comparison::LessEqual,
            Expr::Const(0),
        ));
        let mut outside: Vec<Expr> = Vec::new();
        for (facts, _) in values {
            for when in self.prover.sizes_where(facts, &always)? {
                let distance = distance(&when);
                if !outside.contains(&distance) {
                    outside.push(distance);
                }
            }
        }
        let outside = outside.into_iter().reduce(Expr::min)?;
        let one = Expr::Const(1);
        let nowhere = Condition::new(outside.clone(), Comparison::GreaterEqual, one.clone());
        let nowhere = Facts::default().and(nowhere);
        let is_empty = |end: &Expr| self.prover.at_most(&nowhere, end, low);
        if is_empty(&high) {
            return Some(high);
        }
        let is_largest = |end: &&Expr| {
            let mut values = values.iter();
            values.all(|(facts, _)| self.prover.at_most(facts, &high, end)) && is_empty(end)
        };
        if let Some(end) = ends.iter().find(is_largest) {
            return Some(end.clone());
        }
        let lowered = STEPS[1..].iter().map(|step| {
            let by = Expr::mul(Expr::Const(*step), outside.clone());
            let end = Expr::max(low.clone(), Expr::sub(high.clone(), by));
            end.normalized(&self.sizes).unwrap_or(end)
        });
        lowered.into_iter().find(is_empty)
    }

    /// The smallest value, and the largest plus 1, from what isl finds for parts of the sizes.
    fn ends_where_loops_run(&self, values: &[(Facts, Expr)]) -> Option<(Expr, Expr)> {
        let each = |change: &dyn Fn(Expr) -> Expr| -> Vec<(Facts, Expr)> {
            let values = values.iter();
            values
                .map(|(facts, value)| (facts.clone(), change(value.clone())))
                .collect()
        };
        let next = |value: Expr| Expr::add(value, Expr::Const(1));
        let low = Expr::neg(self.largest_where_loops_run(&each(&Expr::neg))?);
        let high = self.largest_where_loops_run(&each(&next))?;
        let order: Vec<&str> = self.sizes.clone();
        let normal = |expr: Expr| expr.normalized(&order).unwrap_or(expr);
        let (low, high) = (normal(low), normal(high));
        let bounds = values.iter().all(|(facts, value)| {
            self.prover.at_most(facts, &low, value)
                && self.prover.at_most(facts, &next(value.clone()), &high)
        });
        (bounds && attained(&self.prover, values, &low, &high)).then_some((low, high))
    }

    /// A `max` of the largest values of all parts of the sizes, each lowered outside of its part
    /// by a multiple of the distance, so that it is not the largest there.
    fn largest_where_loops_run(&self, values: &[(Facts, Expr)]) -> Option<Expr> {
        let parts = self.prover.largest_in_parts(values)?;
        let of = |part: &LargestInPart| Facts {
            formulas: part.when.iter().cloned().map(Formula::Compare).collect(),
            ..Facts::default()
        };
        let mut ends = Vec::new();
        for part in &parts {
            let outside = distance(&part.when);
            let lowered = STEPS.iter().find_map(|step| {
                let by = Expr::mul(Expr::Const(*step), outside.clone());
                let lowered = match step {
                    0 => part.value.clone(),
                    _ => Expr::sub(part.value.clone(), by),
                };
                let below =
                    |other: &LargestInPart| self.prover.at_most(&of(other), &lowered, &other.value);
                parts.iter().all(below).then_some(lowered)
            });
            ends.push(lowered?);
        }
        self.best(Operator::Max, ends)
    }

    /// Whether a range of the index that a statement writes in a dimension, or of its loops, is
    /// empty for all sizes.
    fn writes_nothing(&self, position: usize, dim: usize) -> bool {
        let nothing = Facts::default();
        let ranges = self.values_of(position, dim);
        let mut ranges = ranges.iter();
        ranges.any(|(_, range)| self.prover.at_most(&nothing, &range.high, &range.low))
    }

    /// The ranges of the loops, and of the index that a statement writes in a dimension.
    fn values_of(&self, position: usize, dim: usize) -> Vec<(String, Range)> {
        let statement = &self.def.statements[position];
        let ranges = &self.progress[position].rounds.ranges;
        let known = super::rounds::solved_ranges(statement, ranges);
        let index = statement.left[dim].index();
        let mut known: Vec<_> = known
            .into_iter()
            .filter(|(name, _)| statement.is_loop(name) || index == Some(name))
            .collect();
        if ranges.is_empty() {
            let around = statement.loops.iter();
            known = around
                .map(|one| (one.name.clone(), one.range.clone()))
                .collect();
        }
        known
    }

    fn best(&self, operator: Operator, ends: Vec<Expr>) -> Option<Expr> {
        let nothing = Facts::default();
        let mut kept: Vec<Expr> = Vec::new();
        for end in ends {
            let beats = |a: &Expr, b: &Expr| match operator {
                Operator::Max => self.prover.at_most(&nothing, b, a),
                _ => self.prover.at_most(&nothing, a, b),
            };
            if kept.iter().any(|other| beats(other, &end)) {
                continue;
            }
            kept.retain(|other| !beats(&end, other));
            kept.push(end);
        }
        kept.into_iter().reduce(|a, b| Expr::binary(operator, a, b))
    }

    /// Checks that what a statement writes is in the box of its tensor.
    pub(super) fn leaves_box(&mut self, position: usize, ranges: &[(String, Range)]) {
        let statement = &self.def.statements[position];
        let mut targets = vec![statement.target.clone()];
        targets.extend(statement.place_target.clone());
        for target in targets {
            let Some(dims) = self.box_of(&target).cloned() else {
                continue;
            };
            for (dim, (left, range)) in statement.left.iter().zip(&dims).enumerate() {
                let own = ranges.iter().find(|(name, _)| left.index() == Some(name));
                if own.is_some_and(|(_, own)| own.same_as(range))
                    || !scatters(statement) && self.makes_hull(&target, dim, left)
                {
                    continue;
                }
                self.leaves_dim(position, &target, dim, range, ranges);
            }
        }
    }

    /// Whether the box of a dimension is a hull that this subscript is part of.
    fn makes_hull(&self, target: &str, dim: usize, left: &Left) -> bool {
        has_values(left) && matches!(self.kind_of(target, dim), Dimension::Hull(_))
    }

    fn leaves_dim(
        &mut self,
        position: usize,
        target: &str,
        dim: usize,
        range: &Range,
        ranges: &[(String, Range)],
    ) {
        let statement = &self.def.statements[position];
        let sizes = self.sizes.clone();
        let decider = Decider {
            statement,
            ranges,
            sizes: &sizes,
            prover: &self.prover,
        };
        let write = Access {
            tensor: target.to_string(),
            subscripts: Vec::new(),
            guards: Vec::new(),
            exists: false,
            place: statement.place.clone(),
            parts: Vec::new(),
        };
        let value = self.resolve(&statement.left[dim].expr());
        let mut decisions = decider.access(&write, &value, range);
        let is_index = statement.left[dim].index().is_some();
        let fails = |decision: &Decision| match decision {
            Decision::Fails => true,
            Decision::Data(_) => is_index,
            _ => false,
        };
        if decisions.iter().any(fails) {
            decisions.retain(fails);
        }
        for decision in decisions {
            match decision {
                Decision::Proved => {}
                Decision::Sizes(precondition) => {
                    if self.result.preconditions.contains(&precondition) {
                        continue;
                    }
                    let place = statement.place.clone();
                    self.report_once(messages::checked_at_call(place, &precondition, ranges));
                    self.result.preconditions.push(precondition);
                }
                Decision::Data(_) if !is_index => {
                    let warning = messages::unchecked_write(statement, dim, range);
                    self.report_once(warning);
                }
                Decision::Fails | Decision::Data(_) => {
                    let own = ranges
                        .iter()
                        .find(|(name, _)| statement.left[dim].index() == Some(name));
                    let error = match own {
                        Some((name, own)) => {
                            messages::outside_box(self.def, statement, name, own, range)
                        }
                        None => messages::writes_outside(statement, target, &value, range, ranges),
                    };
                    self.report_once(error);
                }
            }
        }
    }
}
