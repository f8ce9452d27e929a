//! Reductions with `max=`, `min=` and `*=`.
//!
//! An extremum passes its gradient to the places that are equal to it, in equal shares:
//!
//! ```text
//! Y(n) max=! X(n, c)       Y_count(n) +=! X(n, c) == Y(n) ? 1.0 : 0.0
//!                          d_X(n, c) = X(n, c) == Y(n) ? d_Y(n) / Y_count(n) : 0.0
//! ```
//! A product gives each factor the product of the others: the product of the factors that are not
//! 0, divided by the factor; where one factor is 0 only that one receives anything.

use super::adjoint::Flow;
use super::backward::{Backward, Line, SUM, UPDATE};
use super::gather::Loop;
use super::terms::{Id, Kind, Source, Terms};
use super::versions::Step;
use crate::scalar::Scalar;
use crate::syntax::ast::{Assign, BinaryOp, Reduction};

/// Whether a term only moves an element: it is the same wherever it is computed.
fn is_read(terms: &Terms, id: Id) -> bool {
    match terms.get(id).kind {
        Kind::Convert { operand, .. } => is_read(terms, operand),
        Kind::Read(..) => true,
        _ => false,
    }
}

impl Backward<'_, '_> {
    fn line(&mut self, target: Source, loops: &[Loop], rank: usize, assign: Assign, body: Id) {
        let loops = loops.to_vec();
        self.add_line(Line {
            target,
            loops,
            rank,
            at: None,
            assign,
            body,
        });
    }

    /// A helper over the left indices that is reduced over all; without `!` it starts from the old
    /// contents.
    fn reduced(
        &mut self,
        step: &Step<'_>,
        suffix: &str,
        assign: [Assign; 2],
        body: Id,
        old: Option<Id>,
    ) -> Id {
        let tensor = &self.versions.def.tensors[step.statement.target];
        let scalar = self.terms.scalar(body);
        let name = format!("{}_{suffix}", tensor.name);
        let helper = self.helper(name, scalar, step.left().to_vec());
        match old {
            Some(old) => {
                self.line(helper, step.left(), step.left_count, Assign::Plain, old);
                self.line(helper, &step.loops, step.left_count, assign[1], body);
            }
            None => self.line(helper, &step.loops, step.left_count, assign[0], body),
        }
        self.of_helper(helper, scalar, step.left())
    }

    fn indicator(&mut self, condition: Id, scalar: Scalar) -> Id {
        let (one, zero) = (
            self.terms.floating(1.0, scalar),
            self.terms.floating(0.0, scalar),
        );
        self.terms.choose(condition, one, zero)
    }

    /// `max=` and `min=`: the share of each place.
    pub(super) fn extremum(
        &mut self,
        step: &Step<'_>,
        operation: Reduction,
        gradient: Source,
        g: Id,
        previous: Option<usize>,
    ) -> Flow {
        let scalar = self.terms.scalar(step.root);
        let old = previous.map(|previous| self.old(previous, step.left()));
        let (value, result) = match is_read(self.terms, step.root) {
            true => (step.root, self.result(step)),
            false => {
                // Computed once, so that the comparison is one of the same numbers.
                let tensor = &self.versions.def.tensors[step.statement.target];
                let name = format!("{}_each", tensor.name);
                let each = self.helper(name, scalar, step.loops.clone());
                let rank = step.loops.len();
                self.line(each, &step.loops, rank, Assign::Plain, step.root);
                let value = self.of_helper(each, scalar, &step.loops);
                let with = |init| Assign::Reduce { operation, init };
                let assign = [with(true), with(false)];
                (value, self.reduced(step, "best", assign, value, old))
            }
        };
        let result = self.terms.convert(result, scalar);
        let equal = self.terms.compare(BinaryOp::Equal, value, result);
        let hit = self.indicator(equal, scalar);
        let old = old.map(|old| {
            let old = self.terms.convert(old, scalar);
            self.terms.compare(BinaryOp::Equal, old, result)
        });
        let old_hit = old.map(|old| self.indicator(old, scalar));
        let count = self.reduced(step, "count", [SUM, UPDATE], hit, old_hit);
        let g = self.terms.convert(g, scalar);
        let share = self.terms.divide(g, count);
        let inside = old.map(|old| {
            let zero = self.terms.floating(0.0, scalar);
            self.terms.choose(old, share, zero)
        });
        self.outside(step, gradient, inside);
        Flow {
            conditions: vec![equal],
            value: share,
        }
    }

    /// `*=`: the gradient times the product of the other factors.
    pub(super) fn product(
        &mut self,
        step: &Step<'_>,
        gradient: Source,
        g: Id,
        previous: Option<usize>,
    ) -> Id {
        let scalar = self.terms.scalar(step.root);
        let old = previous.map(|previous| {
            let old = self.old(previous, step.left());
            self.terms.convert(old, scalar)
        });
        let [is_zero, rest] = self.split(step.root);
        let split = old.map(|old| self.split(old));
        let with = |init| Assign::Reduce {
            operation: Reduction::Mul,
            init,
        };
        let old_is_zero = split.map(|[is_zero, _]| is_zero);
        let zeros = self.reduced(step, "zeros", [SUM, UPDATE], is_zero, old_is_zero);
        let assign = [with(true), with(false)];
        let old_rest = split.map(|[_, rest]| rest);
        let product = self.reduced(step, "others", assign, rest, old_rest);
        let g = self.terms.convert(g, scalar);
        let whole = self.terms.multiply(g, product);
        let inside = old.map(|old| self.factor(old, zeros, whole));
        self.outside(step, gradient, inside);
        self.factor(step.root, zeros, whole)
    }

    /// Whether a factor is 0, as a number; and the factor, or 1 in place of 0.
    fn split(&mut self, factor: Id) -> [Id; 2] {
        let scalar = self.terms.scalar(factor);
        let (one, zero) = (
            self.terms.floating(1.0, scalar),
            self.terms.floating(0.0, scalar),
        );
        let is_zero = self.terms.compare(BinaryOp::Equal, factor, zero);
        let hit = self.indicator(is_zero, scalar);
        [hit, self.terms.choose(is_zero, one, factor)]
    }

    /// `whole`, the gradient times all factors but zeros, without one factor.
    fn factor(&mut self, factor: Id, zeros: Id, whole: Id) -> Id {
        let scalar = self.terms.scalar(factor);
        let (one, zero) = (
            self.terms.floating(1.0, scalar),
            self.terms.floating(0.0, scalar),
        );
        let is_zero = self.terms.compare(BinaryOp::Equal, factor, zero);
        let alone = self.terms.compare(BinaryOp::Equal, zeros, one);
        let none = self.terms.compare(BinaryOp::Equal, zeros, zero);
        let of_zero = self.terms.choose(alone, whole, zero);
        let quotient = self.terms.divide(whole, factor);
        let of_other = self.terms.choose(none, quotient, zero);
        self.terms.choose(is_zero, of_zero, of_other)
    }
}
