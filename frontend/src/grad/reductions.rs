//! Reductions with `max=`, `min=` and `*=`.
//!
//! An extremum passes its gradient to the places that are equal to it, in equal shares:
//!
//! ```text
//! Y(n) max=! X(n, c)       Y_count(n) +=! X(n, c) == Y(n) ? 1.0 : 0.0
//!                          d_X(n, c) = X(n, c) == Y(n) ? d_Y(n) / Y_count(n) : 0.0
//! ```
//! A pair passes it to the place that won, which the pair itself has:
//!
//! ```text
//! (m(i), a(i)) max=! (X(i, k), k)       d_X(i, k) = k == a(i) ? d_m(i) : 0.0
//! ```
//! A product gives each factor the product of the others: the product of the factors that are not
//! 0, divided by the factor; where one factor is 0 only that one receives anything.

use super::adjoint::Flow;
use super::backward::{Backward, Line, SUM, UPDATE};
use super::boxes::hull;
use super::loops::Loop;
use super::reverse::is_scatter;
use super::terms::{Id, Kind, Source, Terms};
use super::versions::{Second, Step};
use tc_syntax::expr::{Expr, Linear};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{Assign, BinaryOp, Reduction};

/// Whether a term only moves an element: it is the same wherever it is computed.
fn is_read(terms: &Terms, id: Id) -> bool {
    match terms.get(id).kind {
        Kind::Convert { operand, .. } => is_read(terms, operand),
        Kind::Read(..) => true,
        _ => false,
    }
}

/// What a reduction starts from with `!`.
pub(super) fn identity(terms: &mut Terms, operation: Reduction, scalar: Scalar) -> Id {
    if let Some((least, most)) = scalar.integer_range() {
        let value = match operation {
            Reduction::Add => 0,
            Reduction::Mul => 1,
            Reduction::Min => most,
            Reduction::Max => least,
        };
        return terms.make(Kind::Integer(value), scalar);
    }
    let sign = match operation {
        Reduction::Add => return terms.floating(0.0, scalar),
        Reduction::Mul => return terms.floating(1.0, scalar),
        Reduction::Min => 1.0,
        Reduction::Max => -1.0,
    };
    let (sign, zero) = (terms.floating(sign, scalar), terms.floating(0.0, scalar));
    terms.divide(sign, zero)
}

impl Backward<'_, '_> {
    fn line(&mut self, target: Source, loops: &[Loop], rank: usize, assign: Assign, body: Id) {
        self.add_line(Line {
            rank,
            assign,
            ..Line::plain(target, loops.to_vec(), body)
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
        if is_scatter(step) {
            return self.scattered(step, name, assign[1], body);
        }
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

    /// The same for a statement that computes its places: the helper has the box of the target,
    /// and begins with the identity of the reduction.
    fn scattered(&mut self, step: &Step<'_>, name: String, assign: Assign, body: Id) -> Id {
        let scalar = self.terms.scalar(body);
        let space = self.versions.space(step.target).to_vec();
        let helper = self.helper(name, scalar, space.clone());
        let operation = match assign {
            Assign::Reduce { operation, .. } => operation,
            Assign::Plain => Reduction::Add,
        };
        let identity = identity(self.terms, operation, scalar);
        self.line(helper, &space, space.len(), Assign::Plain, identity);
        self.add_line(Line {
            rank: 0,
            at: Some(step.at.clone()),
            assign,
            ..Line::plain(helper, step.loops.clone(), body)
        });
        self.element_at(helper, scalar, step.at.clone())
    }

    fn indicator(&mut self, condition: Id, scalar: Scalar) -> Id {
        let (one, zero) = (
            self.terms.floating(1.0, scalar),
            self.terms.floating(0.0, scalar),
        );
        self.terms.choose(condition, one, zero)
    }

    /// The right-hand side at all points, computed once, in a box around the domain.
    fn each(&mut self, step: &Step<'_>) -> Option<Id> {
        let scalar = self.terms.scalar(step.root);
        let around: Vec<Loop> = step.around.iter().map(|one| one.index.clone()).collect();
        let depends = |one: &Loop| step.loops.iter().any(|other| one.uses(&other.name));
        let space = if step.loops.iter().any(depends) {
            hull(&step.loops, &around)?
        } else {
            step.loops.clone()
        };
        let mut inside = self.terms.boolean(true);
        for one in step.loops.iter().filter(|one| depends(one)) {
            for (op, end) in [
                (BinaryOp::GreaterEqual, &one.lower),
                (BinaryOp::Less, &one.upper),
            ] {
                let index = self
                    .terms
                    .symbol(Expr::name(one.name.clone()), Scalar::Int32);
                let end = self.terms.symbol(end.clone(), Scalar::Int32);
                let holds = self.terms.compare(op, index, end);
                inside = self.terms.and(inside, holds);
            }
        }
        let tensor = &self.versions.def.tensors[step.statement.target];
        let name = format!("{}_each", tensor.name);
        let each = self.helper(name, scalar, space.clone());
        let zero = self.terms.floating(0.0, scalar);
        let body = self.terms.choose(inside, step.root, zero);
        self.line(each, &space, space.len(), Assign::Plain, body);
        Some(self.of_helper(each, scalar, &step.loops))
    }

    /// A pair: all of the gradient goes to the place that won.
    pub(super) fn winner(
        &mut self,
        step: &Step<'_>,
        pair: Second,
        operation: Reduction,
        gradient: Source,
        g: Id,
    ) -> Option<Flow> {
        let scalar = self.versions.scalar(pair.target);
        let won = self
            .terms
            .read(Source::Value(pair.target), step.at.clone(), scalar);
        let won = self.terms.convert(won, self.terms.scalar(pair.place));
        let wins = self.terms.compare(BinaryOp::Equal, pair.place, won);
        if self.is_one(step, pair.place) {
            return Some(Flow {
                conditions: vec![wins],
                value: g,
            });
        }
        self.extremum(step, operation, gradient, g, [None, Some(wins)])
    }

    /// Whether two points of one reduction have different places.
    fn is_one(&self, step: &Step<'_>, place: Id) -> bool {
        let linear = self
            .terms
            .as_symbolic(place)
            .and_then(|place| Linear::of(&place));
        match (linear, &step.loops[step.left_count..]) {
            (Some(linear), [one]) => {
                let mut atoms = linear.terms().iter();
                linear.coefficient(&one.name) != 0
                    && atoms.all(|(atom, _)| atom.as_name().is_some() || !atom.mentions(&one.name))
            }
            _ => false,
        }
    }

    /// `max=` and `min=`: the share of each place. `old` is what the target had before, `also` a
    /// condition on the places.
    pub(super) fn extremum(
        &mut self,
        step: &Step<'_>,
        operation: Reduction,
        gradient: Source,
        g: Id,
        [old, also]: [Option<Id>; 2],
    ) -> Option<Flow> {
        let scalar = self.terms.scalar(step.root);
        let (value, result) = if is_read(self.terms, step.root) {
            (step.root, self.result(step))
        } else {
            // Computed once, so that the comparison is one of the same numbers.
            let value = self.each(step)?;
            let with = |init| Assign::Reduce { operation, init };
            let assign = [with(true), with(false)];
            (value, self.reduced(step, "best", assign, value, old))
        };
        let result = self.terms.convert(result, scalar);
        let mut equal = self.terms.compare(BinaryOp::Equal, value, result);
        if let Some(also) = also {
            equal = self.terms.and(also, equal);
        }
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
        Some(Flow {
            conditions: vec![equal],
            value: share,
        })
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
