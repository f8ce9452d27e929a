//! What is read at places that cannot be solved for indices: its gradient is a scatter.

use super::adjoint::Flow;
use super::backward::{Backward, Sum, UPDATE};
use super::loops::{Loop, tidy};
use super::tape::is_inside;
use super::terms::{Id, Place};
use super::versions::Step;
use tc_syntax::expr::Expr;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{Assign, BinaryOp};

impl Backward<'_, '_> {
    /// Adds what flows to the places that are read. Under conditions on the read, a place is in
    /// bounds only where they hold: what does not read adds to an element behind the last one, of a
    /// tensor that has one more in such a dimension.
    pub(super) fn scatter(
        &mut self,
        step: &Step<'_>,
        places: &[Place],
        flows: &[Flow],
        version: usize,
    ) -> Vec<Sum> {
        let mut sums = Vec::new();
        let space = self.versions.space(version).to_vec();
        let (step, within) = &self.in_boxes(step, places, &space);
        let flows = flows.iter().cloned().map(|mut flow| {
            flow.conditions.extend(within);
            flow
        });
        let (always, sometimes): (Vec<Flow>, Vec<Flow>) =
            flows.partition(|flow| flow.conditions.is_empty());
        let sum = |at, body| Sum {
            loops: step.loops.clone(),
            rank: 0,
            at: Some(at),
            body,
            covers: false,
        };
        if !always.is_empty() {
            let body = self.sum(&always);
            sums.push(sum(places.to_vec(), body));
        }
        if sometimes.is_empty() {
            return sums;
        }
        let tensor = &self.versions.def.tensors[self.versions.all[version].tensor];
        let (name, scalar) = (format!("d_{}_and_rest", tensor.name), tensor.scalar);
        let is_safe = |(place, dimension): (&Place, &Loop)| {
            let own = |one: &&Loop| *place == Place::Symbolic(Expr::name(one.name.clone()));
            let index = step.loops.iter().find(own);
            index.is_some_and(|index| index.same_range(dimension))
                || is_inside(step, place, dimension, &self.sizes)
        };
        let safe: Vec<bool> = places.iter().zip(&space).map(is_safe).collect();
        let mut longer = space.clone();
        for (one, is_safe) in longer.iter_mut().zip(&safe) {
            if !is_safe {
                one.upper = tidy(&Expr::add(one.upper.clone(), Expr::Const(1)));
            }
        }
        let all = self.helper(name, scalar, longer.clone());
        let zero = self.terms.floating(0.0, scalar.computed());
        let empty = Sum {
            rank: longer.len(),
            loops: longer,
            at: None,
            body: zero,
            covers: true,
        };
        self.store(all, scalar, empty, Assign::Plain);
        for flow in sometimes {
            let holds = self.terms.boolean(true);
            let conditions = flow.conditions.iter();
            let condition = conditions.fold(holds, |a, b| self.terms.and(a, *b));
            let places = places.iter().zip(&space).zip(&safe);
            let places = places.map(|((place, dimension), is_safe)| {
                let place = match place {
                    place if *is_safe => return place.clone(),
                    Place::Symbolic(expr) => self.terms.symbol(expr.clone(), Scalar::Int64),
                    Place::Value(value) => *value,
                };
                let behind = self.terms.symbol(dimension.upper.clone(), Scalar::Int64);
                Place::Value(self.terms.choose(condition, place, behind))
            });
            let places = places.collect();
            let body = self.guarded(&flow.conditions, flow.value);
            self.store(all, scalar, sum(places, body), UPDATE);
        }
        sums.push(self.copy(all, scalar, space));
        sums
    }

    /// A statement whose places may stand on the left: an index that is a place, and whose range
    /// depends on other indices, takes all values of its dimension, and the conditions say where it
    /// is in its range.
    fn in_boxes<'d>(
        &mut self,
        step: &Step<'d>,
        places: &[Place],
        space: &[Loop],
    ) -> (Step<'d>, Vec<Id>) {
        let (mut step, mut conditions) = (step.clone(), Vec::new());
        let given = step.loops.clone();
        for (place, dimension) in places.iter().zip(space) {
            let own = |one: &Loop| *place == Place::Symbolic(Expr::name(one.name.clone()));
            let Some(at) = given.iter().position(own) else {
                continue;
            };
            if !given.iter().any(|other| given[at].uses(&other.name)) {
                continue;
            }
            step.loops[at].lower.clone_from(&dimension.lower);
            step.loops[at].upper.clone_from(&dimension.upper);
            let index = Expr::name(given[at].name.clone());
            let index = self.terms.symbol(index, Scalar::Int32);
            for (op, end, whole) in [
                (BinaryOp::GreaterEqual, &given[at].lower, &dimension.lower),
                (BinaryOp::Less, &given[at].upper, &dimension.upper),
            ] {
                if !end.same_as(whole) {
                    let end = self.terms.symbol(end.clone(), Scalar::Int32);
                    conditions.push(self.terms.compare(op, index, end));
                }
            }
        }
        (step, conditions)
    }
}
