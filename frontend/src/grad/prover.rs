//! What holds for all values of indices in their ranges and all sizes, decided by the ends of the
//! ranges. It is used to leave out conditions, so "not proved" costs a condition and nothing else.

use super::loops::{Loop, tidy};
use super::terms::holds;
use std::sync::Arc;
use tc_syntax::expr::{Expr, Linear, Operator, Symbol};
use tc_syntax::tc::ast::BinaryOp;

/// The ranges of the indices of a statement, and the names that are sizes.
#[derive(Clone, Copy)]
pub(super) struct Ranges<'r> {
    pub(super) loops: &'r [Loop],
    pub(super) sizes: &'r [Arc<str>],
}

impl Ranges<'_> {
    /// Whether `left op right` holds wherever all ranges have a value.
    pub(super) fn proves(&self, op: BinaryOp, left: &Expr, right: &Expr) -> bool {
        let difference = Expr::sub(left.clone(), right.clone());
        let less = |more: i64| {
            let negated = Expr::sub(Expr::neg(difference.clone()), Expr::Const(more));
            self.is_nonnegative(&negated)
        };
        match op {
            BinaryOp::GreaterEqual => self.is_nonnegative(&difference),
            BinaryOp::Greater => {
                self.is_nonnegative(&Expr::sub(difference.clone(), Expr::Const(1)))
            }
            BinaryOp::LessEqual => less(0),
            BinaryOp::Less => less(1),
            _ => Linear::of(&difference)
                .and_then(|difference| difference.as_const())
                .is_some_and(|difference| holds(op, difference)),
        }
    }

    fn is_nonnegative(&self, expr: &Expr) -> bool {
        let Some(linear) = Linear::of(expr) else {
            return false;
        };
        let mut least = linear.to_expr(&[]);
        // Ranges use earlier indices.
        for range in self.loops.iter().rev() {
            let factor = Linear::of(&least).map_or(0, |least| least.coefficient(&range.name));
            if factor == 0 {
                continue;
            }
            let end = if factor > 0 {
                range.lower.clone()
            } else {
                Expr::sub(range.upper.clone(), Expr::Const(1))
            };
            let index = Expr::name(range.name.clone());
            let step = Expr::mul(Expr::Const(factor), Expr::sub(end, index));
            least = tidy(&Expr::add(least, step));
        }
        Linear::of(&least).is_some_and(|least| {
            least.constant_part() >= 0
                && least
                    .terms()
                    .iter()
                    .all(|(atom, factor)| *factor > 0 && self.is_natural(atom))
        })
    }

    /// Whether `left op right` is known, and which.
    pub(super) fn decides(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<bool> {
        let opposite = match op {
            BinaryOp::Less => BinaryOp::GreaterEqual,
            BinaryOp::LessEqual => BinaryOp::Greater,
            BinaryOp::Greater => BinaryOp::LessEqual,
            BinaryOp::GreaterEqual => BinaryOp::Less,
            BinaryOp::Equal => BinaryOp::NotEqual,
            _ => BinaryOp::Equal,
        };
        if self.proves(op, left, right) {
            Some(true)
        } else {
            self.proves(opposite, left, right).then_some(false)
        }
    }

    /// Whether an atom is at least 0: a size, a remainder, a quotient of such. A scalar input may
    /// be negative.
    fn is_natural(&self, atom: &Expr) -> bool {
        match atom {
            Expr::Symbol(Symbol::Name(name)) => self.sizes.iter().any(|size| **size == **name),
            Expr::Symbol(Symbol::Extent(..)) => true,
            Expr::Binary(Operator::Mod, _, divisor) => divisor.as_const().is_some_and(|d| d > 0),
            Expr::Binary(Operator::FloorDiv, a, b) => {
                b.as_const().is_some_and(|d| d > 0) && self.is_nonnegative(a)
            }
            _ => false,
        }
    }
}
