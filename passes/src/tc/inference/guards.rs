//! The ends of a read's conditions that its own guards already imply.
//!
//! ```text
//! o(i) = (i - 1 >= 0 ? B(i - 1) : 0) + B(i)
//! ```
//!
//! The program defines the result if `i - 1` is negative, so `0 <= i - 1` must not restrict the
//! range: only `i - 1 < N` is a condition of that read. An end is guarded if it follows from the
//! affine guards of the read for all integer values of the indices and all sizes >= 0; no ranges
//! are assumed, since ranges are the result.
//!
//! A guard here is a comparison that is affine in indices, sizes and integer scalars, or a
//! conjunction of such comparisons; an extent `T.d` is a size, whatever its value. Boolean literals
//! are excluded: `exists e` is `true ? body : e`, and its reads do give ranges. Unsatisfiable
//! guards are excluded too, although everything follows from them.

use super::model::{Access, Formula, Range, Statement};
use super::prover::{Facts, Prover};
use super::solve::split;
use tc_dialects::tc::expr::{Comparison, Condition, Expr, Linear, Operator};

/// The ends that are not conditions, because the guards of the read imply them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// `low <= subscript` is guarded.
    pub low: bool,
    /// `subscript < high` is guarded.
    pub high: bool,
}

impl Said {
    /// Whether no condition remains.
    pub fn both(self) -> bool {
        self.low && self.high
    }
}

/// The ends of `range.low <= subscript < range.high` that the guards of `access` imply; `resolved`
/// replaces extents.
pub fn said(
    prover: &Prover,
    statement: &Statement,
    access: &Access,
    resolved: &dyn Fn(&Expr) -> Expr,
    subscript: &Expr,
    range: &Range,
) -> Said {
    let mut formulas = Vec::new();
    for guard in &access.guards {
        affine_parts(statement, guard, true, &mut formulas);
    }
    let mut facts = Facts::default();
    if formulas.is_empty() || statement.indices_in(subscript).is_empty() {
        return Said::default();
    }
    facts.formulas = formulas.iter().map(|one| one.map(resolved)).collect();
    if prover.impossible(&facts, &Formula::All(Vec::new())) {
        return Said::default();
    }
    let follows = |left: &Expr, comparison, right: &Expr| {
        prover.holds(
            &facts,
            &Condition::new(left.clone(), comparison, right.clone()),
        )
    };
    let low = split(&range.low, Operator::Max)
        .iter()
        .all(|low| follows(low, Comparison::LessEqual, subscript));
    let high = split(&range.high, Operator::Min)
        .iter()
        .all(|high| follows(subscript, Comparison::Less, high));
    Said { low, high }
}

/// The affine comparisons that hold whenever `formula` does, or whenever it does not.
fn affine_parts(
    statement: &Statement,
    formula: &Formula,
    positive: bool,
    found: &mut Vec<Formula>,
) {
    match (formula, positive) {
        (Formula::Not(inner), _) => affine_parts(statement, inner, !positive, found),
        (Formula::All(parts), true) | (Formula::Any(parts), false) => parts
            .iter()
            .for_each(|part| affine_parts(statement, part, positive, found)),
        (Formula::Compare(condition), _) => {
            let comparison = if positive {
                condition.comparison
            } else {
                condition.comparison.negated()
            };
            let (left, right) = (condition.left.clone(), condition.right.clone());
            if is_affine(statement, &left) && is_affine(statement, &right) {
                found.push(Formula::Compare(Condition::new(left, comparison, right)));
            }
        }
        (Formula::Any(_), true) | (Formula::All(_), false) | (Formula::Unknown, _) => {}
    }
}

/// Whether `expr` is a sum of multiples of indices, sizes and scalars.
fn is_affine(statement: &Statement, expr: &Expr) -> bool {
    let is_scalar = |name: &str| {
        let leaf = statement.leaf(name);
        leaf.is_none_or(|leaf| leaf.tensor.as_deref() == Some(name))
    };
    Linear::of(expr).is_some_and(|linear| {
        let mut atoms = linear.terms().iter();
        atoms.all(|(atom, _)| match atom {
            Expr::Symbol(symbol) => symbol.as_name().is_none_or(is_scalar),
            _ => false,
        })
    })
}
