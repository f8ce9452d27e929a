//! The conditions that remain after the rounds: accesses that no index was solved from.
//!
//! A condition `lo <= e < hi` is decided for all sizes, for the ranges of the statement taken as
//! non-empty, and under the guards of the read. It is proved and dropped, or fails always, or
//! depends on sizes only (then it is a precondition, checked once per call), or on data. Subscripts
//! that are `min` or `max` are split first, so that of `0 <= max(min(C(i), J - 1), 0) < J` only
//! `0 < J` remains, which does not depend on data.

use super::model::{Access, Formula, Range, Statement};
use super::prover::{Facts, Prover};
use super::solve::{Known, extrema, extrema_are_exact, in_order, split};
use tc_syntax::expr::{Comparison, Condition, Expr, Linear, Operator, Precondition};

/// The decision about one end of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It always holds.
    Proved,
    /// It fails for all sizes.
    Fails,
    /// It holds for the sizes that satisfy this.
    Sizes(Precondition),
    /// It depends on run-time values; these are their names.
    Data(Vec<String>),
}

/// Decides conditions of one statement whose ranges are complete.
pub struct Decider<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// Its indices with their ranges.
    pub ranges: &'a [(String, Range)],
    /// The sizes in order.
    pub sizes: &'a [&'a str],
    /// Proves statements for all sizes.
    pub prover: &'a Prover,
}

impl Decider<'_> {
    fn known(&self) -> Known<'_> {
        Known {
            statement: self.statement,
            ranges: self.ranges,
            sizes: self.sizes,
            prover: self.prover,
        }
    }

    fn facts(&self, guards: &[Formula]) -> Facts {
        Facts {
            ranges: self.ranges.to_vec(),
            formulas: guards.to_vec(),
            ..Facts::default()
        }
        .with_leaves(self.statement)
    }

    /// Decides `range.low <= subscript < range.high` for one dimension of an access.
    pub fn access(&self, access: &Access, subscript: &Expr, range: &Range) -> Vec<Decision> {
        let facts = self.facts(&access.guards);
        let mut decisions = Vec::new();
        for low in split(&range.low, Operator::Max) {
            for part in self.parts(&facts, subscript, &low, Operator::Min) {
                let goal = Condition::new(low.clone(), Comparison::LessEqual, part);
                decisions.extend(self.decide(&facts, &goal, access));
            }
        }
        for high in split(&range.high, Operator::Min) {
            for part in self.parts(&facts, subscript, &high, Operator::Max) {
                let goal = Condition::new(part, Comparison::Less, high.clone());
                decisions.extend(self.decide(&facts, &goal, access));
            }
        }
        decisions.retain(|decision| *decision != Decision::Proved);
        decisions
    }

    /// The parts of `subscript` that must all satisfy the end. All operands of the operator
    /// `conjunctive` must (`min` for the low end); of the other operator one operand that always
    /// satisfies it is enough.
    fn parts(
        &self,
        facts: &Facts,
        subscript: &Expr,
        end: &Expr,
        conjunctive: Operator,
    ) -> Vec<Expr> {
        let Some(linear) = Linear::of(subscript) else {
            return vec![subscript.clone()];
        };
        let [(Expr::Binary(operator @ (Operator::Min | Operator::Max), a, b), 1)] = linear.terms()
        else {
            return vec![subscript.clone()];
        };
        let shifted =
            |operand: &Expr| Expr::add(operand.clone(), Expr::Const(linear.constant_part()));
        let operands = [shifted(a), shifted(b)];
        if *operator == conjunctive {
            return operands
                .iter()
                .flat_map(|operand| self.parts(facts, operand, end, conjunctive))
                .collect();
        }
        let satisfied = operands.iter().any(|operand| {
            let parts = self.parts(facts, operand, end, conjunctive);
            parts.iter().all(|part| {
                self.prover
                    .holds(facts, &end_condition(part, end, conjunctive))
            })
        });
        if satisfied {
            Vec::new()
        } else {
            vec![subscript.clone()]
        }
    }

    fn decide(&self, facts: &Facts, goal: &Condition, access: &Access) -> Vec<Decision> {
        if self.prover.holds(facts, goal) {
            return Vec::new();
        }
        let mut runtime = self.runtime_values(goal);
        let known = self.prover.knows(&access.guards);
        if let Some(guarding) = self.data_in(&access.guards).or((!known).then(Vec::new)) {
            // Only a run tells where the guards hold, and elsewhere nothing is read.
            runtime.extend(guarding);
            return vec![Decision::Data(runtime)];
        }
        if !runtime.is_empty() {
            return vec![Decision::Data(runtime)];
        }
        let violated = Formula::Not(Box::new(Formula::Compare(goal.clone())));
        if self.prover.always_possible(facts, &violated) {
            // An access that is never made needs nothing.
            let never = self.prover.impossible(facts, &Formula::All(Vec::new()));
            return if never {
                Vec::new()
            } else {
                vec![Decision::Fails]
            };
        }
        let requires = match self.exact_condition(goal, access) {
            Some(exact) => Some(exact),
            None if access.guards.is_empty() => self.condition_of_extrema(goal),
            None => match self.prover.sizes_where(facts, &violated) {
                Some(violations) => return self.none_of(violations, goal),
                None => self.condition_of_extrema(goal),
            },
        };
        vec![match requires {
            Some(requires) if self.prover.holds(&Facts::default(), &requires) => Decision::Proved,
            Some(requires) => Decision::Sizes(self.when_running(requires)),
            None => Decision::Data(Vec::new()),
        }]
    }

    /// No conjunction of conditions on sizes may hold: each implies that this one does not.
    fn none_of(&self, violations: Vec<Vec<Condition>>, goal: &Condition) -> Vec<Decision> {
        let names = [goal.left.names(), goal.right.names()].concat();
        let of_goal = |one: &Condition| {
            let mut inside = one.left.names().into_iter().chain(one.right.names());
            inside.any(|name| names.contains(&name))
        };
        let preconditions = violations.into_iter().map(|mut when| {
            let position = when.iter().rposition(of_goal);
            let Some(position) = position.or(when.len().checked_sub(1)) else {
                return Decision::Fails;
            };
            let requires = tidy(when.remove(position).negated(), self.sizes);
            Decision::Sizes(Precondition { requires, when })
        });
        preconditions.collect()
    }

    fn runtime_values(&self, goal: &Condition) -> Vec<String> {
        let mut found = Vec::new();
        for name in goal.left.names().into_iter().chain(goal.right.names()) {
            let Some(leaf) = self.statement.leaf(name) else {
                continue;
            };
            let tensor = leaf.tensor.clone().unwrap_or_else(|| leaf.name.clone());
            if !found.contains(&tensor) {
                found.push(tensor);
            }
        }
        found
    }

    /// The tensors whose elements decide whether the guards hold; `None` if no data do.
    fn data_in(&self, guards: &[Formula]) -> Option<Vec<String>> {
        let mut pending: Vec<&Formula> = guards.iter().collect();
        let mut seen: Vec<&str> = Vec::new();
        let (mut found, mut any): (Vec<String>, bool) = (Vec::new(), false);
        while let Some(formula) = pending.pop() {
            let condition = match formula {
                Formula::All(parts) | Formula::Any(parts) => {
                    pending.extend(parts);
                    continue;
                }
                Formula::Not(inner) => {
                    pending.push(inner);
                    continue;
                }
                Formula::Unknown => continue,
                Formula::Compare(condition) => condition,
            };
            let mut names = [condition.left.names(), condition.right.names()].concat();
            while let Some(name) = names.pop() {
                let Some(leaf) = self.statement.leaf(name) else {
                    continue;
                };
                if seen.contains(&name) {
                    continue;
                }
                seen.push(name);
                for (when, value) in &leaf.alternatives {
                    pending.push(when);
                    names.extend(value.names());
                }
                any |= leaf.alternatives.is_empty();
                found.extend(leaf.tensor.clone());
            }
        }
        any.then(|| {
            found.sort();
            found.dedup();
            found
        })
    }

    /// The condition on sizes that is equivalent to `goal` for all values of the indices. It is
    /// used if the extrema alone do not decide, isl finds one form for all sizes, and under the
    /// guards elements are read for all sizes.
    fn exact_condition(&self, goal: &Condition, access: &Access) -> Option<Condition> {
        let difference = Expr::sub(goal.left.clone(), goal.right.clone());
        if access.guards.is_empty() && extrema_are_exact(&self.known(), &difference) {
            return None;
        }
        let mut facts = Facts {
            ranges: self.ranges.to_vec(),
            ..Facts::default()
        };
        // Sizes for which no point satisfies the guards need no condition; the largest value alone
        // does not determine these.
        let guards = Formula::All(access.guards.clone());
        if !self.prover.always_possible(&facts, &guards) {
            return None;
        }
        facts.formulas.push(guards);
        let exact = self.prover.largest_by_sizes(&facts, &difference)?;
        let most = if goal.comparison == Comparison::Less {
            -1
        } else {
            0
        };
        Some(tidy(
            Condition::new(exact, Comparison::LessEqual, Expr::Const(most)),
            self.sizes,
        ))
    }

    /// The condition on sizes that the extrema of both sides give, without the guards.
    fn condition_of_extrema(&self, goal: &Condition) -> Option<Condition> {
        let known = self.known();
        let one = i64::from(goal.comparison == Comparison::Less);
        let (_, largest) = extrema(&known, &goal.left)?;
        let (smallest, _) = extrema(&known, &goal.right)?;
        let left = in_order(&Expr::add(largest, Expr::Const(one)));
        let condition = Condition::new(left, Comparison::LessEqual, smallest);
        let one_sided = condition.left.as_const().is_some() && !is_plain(&condition.right);
        Some(if one_sided {
            tidy(condition, self.sizes)
        } else {
            condition
        })
    }

    /// The precondition, with the statement's possibly empty ranges as its `if` part.
    fn when_running(&self, requires: Condition) -> Precondition {
        let nowhere = Facts::default();
        let mut when = Vec::new();
        for (_, range) in self.ranges {
            let runs = Condition::new(range.low.clone(), Comparison::Less, range.high.clone());
            let mut names = runs.left.names().into_iter().chain(runs.right.names());
            if names.any(|name| self.statement.varies(name)) {
                // Not a condition on sizes; without it the precondition is only stricter.
                continue;
            }
            if !self.prover.holds(&nowhere, &runs) && !when.contains(&runs) {
                when.push(runs);
            }
        }
        Precondition { requires, when }
    }
}

fn end_condition(part: &Expr, end: &Expr, conjunctive: Operator) -> Condition {
    match conjunctive {
        Operator::Min => Condition::new(end.clone(), Comparison::LessEqual, part.clone()),
        _ => Condition::new(part.clone(), Comparison::Less, end.clone()),
    }
}

fn is_plain(expr: &Expr) -> bool {
    Linear::of(expr).is_some_and(|linear| {
        linear
            .terms()
            .iter()
            .all(|(_, coefficient)| *coefficient > 0)
    })
}

/// `0 <= N - KN + 1` as `KN <= N + 1`: negative terms are moved to the other side, the constant
/// stays positive.
pub fn tidy(condition: Condition, sizes: &[&str]) -> Condition {
    let difference = Expr::sub(condition.right.clone(), condition.left.clone());
    let Some(linear) = Linear::of(&difference) else {
        return condition;
    };
    let side = |positive: bool| {
        let terms = linear
            .terms()
            .iter()
            .filter(|(_, coefficient)| (*coefficient > 0) == positive);
        terms.fold(Expr::Const(0), |sum, (atom, coefficient)| {
            Expr::add(sum, Expr::mul(Expr::Const(coefficient.abs()), atom.clone()))
        })
    };
    let (mut right, mut left) = (side(true), side(false));
    match linear.constant_part() {
        constant if constant >= 0 => right = Expr::add(right, Expr::Const(constant)),
        constant => left = Expr::sub(left, Expr::Const(constant)),
    }
    let normal = |expr: Expr| expr.normalized(sizes).unwrap_or(expr);
    Condition::new(normal(left), condition.comparison, normal(right))
}

/// The conditions under which `range` is not reversed, each in source form, without those that
/// always hold.
pub fn validity(range: &Range, sizes: &[&str], prover: &Prover) -> Vec<Condition> {
    let mut conditions = Vec::new();
    for low in split(&range.low, Operator::Max) {
        for high in split(&strip_common_constant(&range.high), Operator::Min) {
            let condition = Condition::new(low.clone(), Comparison::LessEqual, high);
            if prover.holds(&Facts::default(), &condition) {
                continue;
            }
            let condition = tidy(condition, sizes);
            conditions.push(if condition.left.as_const().is_some() {
                Condition::new(condition.right, Comparison::GreaterEqual, condition.left)
            } else {
                condition
            });
        }
    }
    conditions
}

/// `(N - KN) floordiv 2 + 1` is at least 0 exactly if `N - KN + 2` is: a quotient against 0 loses
/// its divisor.
fn strip_common_constant(high: &Expr) -> Expr {
    let Some(linear) = Linear::of(high) else {
        return high.clone();
    };
    match linear.terms() {
        [(Expr::Binary(Operator::FloorDiv, dividend, divisor), 1)] => {
            let scaled = divisor
                .as_const()
                .and_then(|divisor| divisor.checked_mul(linear.constant_part()));
            scaled.map_or_else(
                || high.clone(),
                |scaled| Expr::add((**dividend).clone(), Expr::Const(scaled)),
            )
        }
        _ => high.clone(),
    }
}
