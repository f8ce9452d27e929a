//! Conditions: choices in a body, and the conditions under which a temporary is computed.

use super::block::{At, Body, Frame, Guard, Test, Typed};
use super::*;
use crate::model::Operation;

impl<'p> Lowering<'_, 'p> {
    /// A choice of which only one side is evaluated, if one can fail.
    pub(super) fn choose(
        &mut self,
        body: &mut Body<'p>,
        (test, guard): (Test, Guard<'p>),
        span: Span,
        then: impl FnOnce(&mut Self, &mut Body<'p>) -> Known<Typed>,
        otherwise: impl FnOnce(&mut Self, &mut Body<'p>) -> Known<Typed>,
    ) -> Known<Typed> {
        let condition = match test {
            Test::Known(true) => return then(self, body),
            Test::Known(false) => return otherwise(self, body),
            Test::Value(value) => value,
        };
        let other = guard.negated();
        let then = self.branch(body, guard, then)?;
        let otherwise = self.branch(body, other, otherwise)?;
        Ok(body.choice(condition, then, otherwise, span))
    }

    fn branch(
        &mut self,
        body: &mut Body<'p>,
        guard: Guard<'p>,
        run: impl FnOnce(&mut Self, &mut Body<'p>) -> Known<Typed>,
    ) -> Known<(Vec<crate::model::Instruction>, Typed)> {
        body.frame.guards.push(guard);
        body.open();
        let result = run(self, body);
        let block = body.close();
        body.frame.guards.pop();
        Ok((block, result?))
    }

    /// A value under the conditions of a frame, and another one where they do not hold.
    pub(super) fn guarded(
        &mut self,
        body: &mut Body<'p>,
        guards: &[Guard<'p>],
        span: Span,
        then: &mut dyn FnMut(&mut Self, &mut Body<'p>) -> Known<Typed>,
        otherwise: &mut dyn FnMut(&mut Body<'p>) -> Typed,
    ) -> Known<Typed> {
        let Some((guard, rest)) = guards.split_first() else {
            return then(self, body);
        };
        let test = self.test_of(body, guard, span)?;
        let condition = match test {
            Test::Known(true) => return self.guarded(body, rest, span, then, otherwise),
            Test::Known(false) => return Ok(otherwise(body)),
            Test::Value(value) => value,
        };
        body.frame.guards.push(guard.clone());
        body.open();
        let value = self.guarded(body, rest, span, then, otherwise);
        let inside = body.close();
        body.frame.guards.pop();
        body.open();
        let other = otherwise(body);
        let outside = body.close();
        Ok(body.choice(condition, (inside, value?), (outside, other), span))
    }

    fn test_of(&mut self, body: &mut Body<'p>, guard: &Guard<'p>, span: Span) -> Known<Test> {
        let (test, holds) = match guard {
            Guard::Data(span) => return Err(self.depends_on_data(*span)),
            Guard::Compare { op, a, b, holds } => {
                let (a, b) = (At::Size(a.clone()), At::Size(b.clone()));
                (body.test(*op, &a, &b, span), *holds)
            }
            Guard::Expr {
                condition,
                env,
                holds,
            } => {
                // What the condition itself needs is computed under the conditions before it, which
                // hold here.
                let value = self.element(body, condition, env, &[])?;
                (Test::Value(value.value), *holds)
            }
        };
        Ok(match (test, holds) {
            (Test::Known(known), _) => Test::Known(known == holds),
            (test, true) => test,
            (Test::Value(value), false) => {
                Test::Value(body.push(Operation::Not(value), Scalar::Bool, span).value)
            }
        })
    }

    /// The error of a reduction whose index or condition is data.
    pub(super) fn depends_on_data(&self, span: Span) -> Fault {
        let message = "a reduction or an array that is computed for each value of an index that is data is not implemented";
        let help = "compute the indices into an array of their own before";
        self.shapes.fault_with(Code::TC0705, message, span, help)
    }
}

/// The indices of a frame that a size mentions.
pub(super) fn mentions_loop(size: &Size, frame: &Frame) -> bool {
    let mut found = false;
    size.for_each_symbol(&mut |symbol| {
        found |= frame.loops.iter().any(|one| one.name == symbol.base());
    });
    found
}
