//! Elements of the functions of the library.

use super::block::Guard;
use super::block::{At, Body, Test, Typed};
use super::reduce::Reduced;
use super::*;
use crate::model::Operation;
use tc_syntax::tc::ast::{BinaryOp, Extremum};

impl<'p> Lowering<'_, 'p> {
    pub(super) fn builtin(
        &mut self,
        body: &mut Body<'p>,
        name: &'p str,
        arguments: &'p [Expr],
        env: &Scope<'p>,
        at: &[At],
        span: Span,
    ) -> Known<Typed> {
        match (name, arguments) {
            ("shape", [a]) => {
                let shape = self.shapes.form(a, env).shape?;
                let all: Vec<At> = shape.into_iter().map(At::Size).collect();
                self.pick(body, &all, at, span)
            }
            ("dim", [a]) => {
                let rank = self.shapes.form(a, env).rank?;
                Ok(body.integer(rank as i64, Scalar::Int32, span))
            }
            ("sum" | "prod" | "minval" | "maxval" | "any" | "all", [a]) => {
                let form = self.shapes.form(a, env);
                // The sum of an index vector.
                if let ("sum", Ok(all)) = (name, &form.value)
                    && let Some(total) = small_total(all)
                {
                    return Ok(body.symbol(&total, Scalar::Int32, span));
                }
                let rest = Vec::new();
                self.reduced(body, name, a, env, None, rest, span)
            }
            ("rsum", [r, a]) => {
                let count = self.shapes.form(r, env).value?;
                let count = count.first().and_then(Size::as_const).unwrap_or(0);
                let axes = Some(count.max(0) as usize);
                self.reduced(body, "sum", a, env, axes, at.to_vec(), span)
            }
            ("iota", [_]) => Ok(body.position(&at[0], Scalar::Int32, span)),
            (
                "abs" | "sqrt" | "exp" | "log" | "tanh" | "floor" | "toi" | "tof" | "tod" | "min"
                | "max",
                _,
            ) => self.of_elements(body, name, arguments, env, at, span),
            ("where", [p, a, b]) => self.chosen(body, (p, a, b), env, at, span),
            ("modarray", [a, index, x]) => self.modified(body, (a, index, x), env, at, span),
            ("genarray", [s, cell]) => {
                let frame = self.shapes.form(s, env).value?.len();
                self.element(body, cell, env, &at[frame..])
            }
            (_, [a]) => {
                let from = self.moved(body, name, None, a, env, at, span)?;
                self.element(body, a, env, &from)
            }
            (_, [s, a]) => {
                let from = self.moved(body, name, Some(s), a, env, at, span)?;
                self.element(body, a, env, &from)
            }
            _ => {
                let message = format!("unknown function `{name}`");
                Err(self.shapes.fault(Code::TC0725, message, span))
            }
        }
    }

    /// Functions on elements.
    fn of_elements(
        &mut self,
        body: &mut Body<'p>,
        name: &'p str,
        arguments: &'p [Expr],
        env: &Scope<'p>,
        at: &[At],
        span: Span,
    ) -> Known<Typed> {
        match (name, arguments) {
            (_, [a, b]) => {
                let left = self.extended(body, a, env, at)?;
                let right = self.extended(body, b, env, at)?;
                let op = match name {
                    "min" => Extremum::Min,
                    _ => Extremum::Max,
                };
                let operation = Operation::Extremum {
                    op,
                    left: left.value,
                    right: right.value,
                };
                Ok(body.push(operation, left.scalar, span))
            }
            (_, [a, ..]) => {
                let value = self.element(body, a, env, at)?;
                let to = match name {
                    "toi" => Scalar::Int32,
                    "tof" => Scalar::Float,
                    "tod" => Scalar::Double,
                    _ => return self.apply(body, name, &[value], span),
                };
                Ok(body.convert(value, to, true, span))
            }
            _ => Err(self
                .shapes
                .fault(Code::TC0726, format!("`{name}` without arguments"), span)),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn reduced(
        &mut self,
        body: &mut Body<'p>,
        name: &'p str,
        expr: &'p Expr,
        env: &Scope<'p>,
        axes: Option<usize>,
        rest: Vec<At>,
        span: Span,
    ) -> Known<Typed> {
        let what = Reduced {
            name,
            expr,
            env: env.clone(),
            axes,
            rest,
            span,
        };
        self.reduction(body, what)
    }

    /// An operand of a function on elements: a scalar has one element for all.
    fn extended(
        &mut self,
        body: &mut Body<'p>,
        operand: &'p Expr,
        env: &Scope<'p>,
        at: &[At],
    ) -> Known<Typed> {
        match self.shapes.form(operand, env).rank? {
            0 => self.element(body, operand, env, &[]),
            _ => self.element(body, operand, env, at),
        }
    }

    /// `where(p, a, b)`: both values are computed, as the arguments of a function are.
    fn chosen(
        &mut self,
        body: &mut Body<'p>,
        (p, a, b): (&'p Expr, &'p Expr, &'p Expr),
        env: &Scope<'p>,
        at: &[At],
        span: Span,
    ) -> Known<Typed> {
        let condition = self.element(body, p, env, at)?;
        let left = self.extended(body, a, env, at)?;
        let right = self.extended(body, b, env, at)?;
        Ok(body.select(condition.value, left, right, span))
    }

    /// `modarray(a, iv, x)`
    fn modified(
        &mut self,
        body: &mut Body<'p>,
        (a, index, x): (&'p Expr, &'p Expr, &'p Expr),
        env: &Scope<'p>,
        at: &[At],
        span: Span,
    ) -> Known<Typed> {
        let index = self.index_elements(body, index, env)?;
        let mut tests: Vec<(Test, Guard<'p>)> = Vec::new();
        for (one, at) in index.iter().zip(at) {
            let test = body.test(BinaryOp::Equal, at, one, span);
            let guard = Guard::compare(BinaryOp::Equal, at, one, span);
            tests.push((test, guard));
        }
        let cell = &at[index.len().min(at.len())..];
        self.if_equal(body, tests.into_iter(), (x, cell), (a, at), env, span)
    }

    fn if_equal(
        &mut self,
        body: &mut Body<'p>,
        mut tests: std::vec::IntoIter<(Test, Guard<'p>)>,
        (x, cell): (&'p Expr, &[At]),
        (a, at): (&'p Expr, &[At]),
        env: &Scope<'p>,
        span: Span,
    ) -> Known<Typed> {
        let Some(test) = tests.next() else {
            return self.element(body, x, env, cell);
        };
        self.choose(
            body,
            test,
            span,
            |this, body| this.if_equal(body, tests, (x, cell), (a, at), env, span),
            |this, body| this.element(body, a, env, at),
        )
    }

    /// The position that a function reads which only moves elements.
    #[allow(clippy::too_many_arguments)]
    fn moved(
        &mut self,
        body: &mut Body<'p>,
        name: &str,
        by: Option<&'p Expr>,
        a: &'p Expr,
        env: &Scope<'p>,
        at: &[At],
        span: Span,
    ) -> Known<Vec<At>> {
        let shape = self.shapes.form(a, env).shape?;
        let mut from = at.to_vec();
        match (name, by) {
            ("transpose", _) => from.reverse(),
            ("reverse", _) => {
                let last = At::Size(Size::sub(shape[0].clone(), Size::Const(1)));
                from[0] = body.minus(&last, &at[0], span);
            }
            ("rotate", Some(by)) => {
                let by = self.index_element(body, by, env)?;
                let shifted = body.minus(&at[0], &by, span);
                if shape[0].as_const().is_none() {
                    return Err(self.depends_on_sizes(span));
                }
                from[0] = match shape[0].as_const() {
                    Some(0 | 1) => At::Size(Size::Const(0)),
                    _ => body.shifted(BinaryOp::Rem, &shifted, &shape[0], span),
                };
            }
            ("take" | "drop", Some(counts)) => {
                let counts = self.shapes.form(counts, env).value?;
                for (axis, count) in counts.iter().enumerate() {
                    let size = self.shapes.magnitude(count, span)?;
                    let is_negative = size != *count;
                    let offset = match (name == "take", is_negative) {
                        (true, false) | (false, true) => continue,
                        (true, true) => Size::sub(shape[axis].clone(), size),
                        (false, false) => size,
                    };
                    from[axis] = body.shifted(BinaryOp::Add, &at[axis], &offset, span);
                }
            }
            ("reshape", Some(new)) => {
                let new = self.shapes.form(new, env).value?;
                from = self.reshaped(body, &new, &shape, at, span)?;
            }
            _ => {
                let message = format!("unknown function `{name}`");
                return Err(self.shapes.fault(Code::TC0725, message, span));
            }
        }
        Ok(from)
    }

    /// The position in an array of one shape of an element in row-major order of another.
    fn reshaped(
        &mut self,
        body: &mut Body<'p>,
        new: &[Size],
        old: &[Size],
        at: &[At],
        span: Span,
    ) -> Known<Vec<At>> {
        let numbers =
            |shape: &[Size]| -> Option<Vec<i64>> { shape.iter().map(Size::as_const).collect() };
        let (Some(new), Some(old)) = (numbers(new), numbers(old)) else {
            return Err(self.depends_on_sizes(span));
        };
        let mut linear = At::Size(Size::Const(0));
        for (extent, at) in new.iter().zip(at) {
            let scaled = body.shifted(BinaryOp::Mul, &linear, &Size::Const(*extent), span);
            linear = match (&scaled, at) {
                (At::Size(a), At::Size(b)) => At::Size(Size::add(a.clone(), b.clone())),
                _ => {
                    let negated = body.minus(&At::Size(Size::Const(0)), at, span);
                    body.minus(&scaled, &negated, span)
                }
            };
        }
        let mut position = Vec::new();
        for (axis, extent) in old.iter().enumerate() {
            let stride: i64 = old[axis + 1..].iter().product();
            let quotient = match stride {
                0 | 1 => linear.clone(),
                _ => body.shifted(BinaryOp::Div, &linear, &Size::Const(stride), span),
            };
            position.push(match (axis, extent) {
                (0, _) => quotient,
                (_, 0 | 1) => At::Size(Size::Const(0)),
                _ => body.shifted(BinaryOp::Rem, &quotient, &Size::Const(*extent), span),
            });
        }
        Ok(position)
    }
}

/// The sum of some sizes, unless it may leave the range of int.
fn small_total(all: &[Size]) -> Option<Size> {
    let total = all.iter().cloned().fold(Size::Const(0), Size::add);
    let fits = total
        .as_const()
        .is_none_or(|value| i32::try_from(value).is_ok());
    fits.then_some(total)
}
