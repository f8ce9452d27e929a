//! One element of an expression as instructions.

use super::block::Guard;
use super::block::{At, Body, Test, Typed};
use super::fill::{starts_at_zero, with_index};
use super::*;
use crate::builtins::{Lookup, lookup};
use crate::model::{Constant, Operation};
use crate::sac::shape::{Partition, Resolved, is_natural};
use tc_syntax::tc::ast::{BinaryOp, Name};

impl<'p> Lowering<'_, 'p> {
    /// The element of an expression at a position that has an entry for each axis.
    pub(super) fn element(
        &mut self,
        body: &mut Body<'p>,
        expr: &'p Expr,
        env: &Scope<'p>,
        at: &[At],
    ) -> Known<Typed> {
        let span = expr.span;
        self.grow(span)?;
        Ok(match &expr.kind {
            Kind::Int(value) => {
                let scalar = match i32::try_from(*value) {
                    Ok(_) => Scalar::Int32,
                    Err(_) => Scalar::Int64,
                };
                body.integer(*value, scalar, span)
            }
            Kind::Real(value, scalar) => {
                let constant = Constant::Floating(*value);
                body.push(Operation::Constant(constant), *scalar, span)
            }
            Kind::Bool(value) => body.integer((*value).into(), Scalar::Bool, span),
            Kind::Empty(ty) => body.integer(0, ty.scalar, span),
            Kind::Var(name) => self.variable(body, name, env, at)?,
            Kind::Call(name, arguments) if self.shapes.is_function(&name.text) => {
                let frame = body.frame.clone();
                let (function, env) = self.inlined(&frame, name, arguments, env, span)?;
                self.element(body, &function.returns[0], &env, at)?
            }
            Kind::Call(name, arguments) => {
                self.builtin(body, &name.text, arguments, env, at, span)?
            }
            Kind::Array(elements) => self.literal(body, elements, env, at, span)?,
            Kind::Select(array, items) => {
                let at = self.subscripts(body, array, items, env, at, span)?;
                self.element(body, array, env, &at)?
            }
            Kind::Negate(operand) => {
                let value = self.element(body, operand, env, at)?;
                match value.scalar {
                    Scalar::Bool => value,
                    scalar => body.push(Operation::Negate(value.value), scalar, span),
                }
            }
            Kind::Not(operand) => {
                let value = self.element(body, operand, env, at)?;
                body.push(Operation::Not(value.value), Scalar::Bool, span)
            }
            Kind::Binary(op, a, b) => self.operator(body, (*op, a, b), env, at, span)?,
            Kind::Concat(a, b) => self.concat(body, a, b, env, at, span)?,
            Kind::Cond(condition, a, b) => {
                let holds = self.element(body, condition, env, &[])?;
                let guard = Guard::Expr {
                    condition,
                    env: env.clone(),
                    holds: true,
                };
                self.choose(
                    body,
                    (Test::Value(holds.value), guard),
                    span,
                    |this, body| this.element(body, a, env, at),
                    |this, body| this.element(body, b, env, at),
                )?
            }
            Kind::Comprehension(parts) => {
                let resolved = self.shapes.resolve(parts, env)?;
                self.of_comprehension(body, &resolved, 0, env, at, span)?
            }
        })
    }

    fn variable(
        &mut self,
        body: &mut Body<'p>,
        name: &Name,
        env: &Scope<'p>,
        at: &[At],
    ) -> Known<Typed> {
        let span = name.span;
        let Some((form, held)) = env.find(&name.text) else {
            let message = format!("unknown variable `{name}`");
            return Err(self.shapes.fault(Code::TC0725, message, span));
        };
        let held = held.cloned();
        match held.as_deref() {
            Some(Held::Tensor { id, outer }) => {
                let outer = outer.iter().cloned().map(At::Size);
                let at: Vec<At> = outer.chain(at.iter().cloned()).collect();
                self.same_statement(body, &at, span)?;
                Ok(body.read(*id, self.tensors[*id].scalar, &at, span))
            }
            Some(Held::Delayed { expr, env }) => self.element(body, expr, env, at),
            Some(Held::Index(index)) => {
                self.same_statement(body, index, span)?;
                let all = index.clone();
                self.pick(body, &all, at, span)
            }
            None => {
                let all: Vec<At> = form.value.clone()?.into_iter().map(At::Size).collect();
                self.pick(body, &all, at, span)
            }
        }
    }

    /// Values of another statement cannot be used here.
    fn same_statement(&self, body: &Body<'p>, at: &[At], span: Span) -> Known<()> {
        let other = |at: &At| matches!(at, At::Value(id, _) if *id != body.id);
        if at.iter().any(other) {
            Err(self.depends_on_data(span))
        } else {
            Ok(())
        }
    }

    /// An element of an int scalar or vector whose elements are known.
    pub(super) fn pick(
        &mut self,
        body: &mut Body<'p>,
        all: &[At],
        at: &[At],
        span: Span,
    ) -> Known<Typed> {
        let (Some(at), Some((first, rest))) = (at.first(), all.split_first()) else {
            return Ok(match all.first() {
                Some(one) => body.position(one, Scalar::Int32, span),
                None => body.integer(0, Scalar::Int32, span),
            });
        };
        if let At::Size(size) = at
            && let Some(one) = size.as_const().and_then(|at| all.get(at as usize))
        {
            return Ok(body.position(one, Scalar::Int32, span));
        }
        if rest.is_empty() {
            return Ok(body.position(first, Scalar::Int32, span));
        }
        let zero = At::Size(Size::Const(0));
        let test = body.test(BinaryOp::Equal, at, &zero, span);
        let guard = Guard::compare(BinaryOp::Equal, at, &zero, span);
        let below = body.shifted(BinaryOp::Sub, at, &Size::Const(1), span);
        self.choose(
            body,
            (test, guard),
            span,
            |_, body| Ok(body.position(first, Scalar::Int32, span)),
            |this, body| this.pick(body, rest, &[below], span),
        )
    }

    /// `[a, b, c][i]`
    fn literal(
        &mut self,
        body: &mut Body<'p>,
        elements: &'p [Expr],
        env: &Scope<'p>,
        at: &[At],
        span: Span,
    ) -> Known<Typed> {
        let (Some((first, cell)), Some((element, rest))) =
            (at.split_first(), elements.split_first())
        else {
            return Ok(body.integer(0, Scalar::Int32, span));
        };
        if let At::Size(size) = first
            && let Some(element) = size.as_const().and_then(|at| elements.get(at as usize))
        {
            return self.element(body, element, env, cell);
        }
        if rest.is_empty() {
            return self.element(body, element, env, cell);
        }
        let zero = At::Size(Size::Const(0));
        let test = body.test(BinaryOp::Equal, first, &zero, span);
        let guard = Guard::compare(BinaryOp::Equal, first, &zero, span);
        let below = body.shifted(BinaryOp::Sub, first, &Size::Const(1), span);
        let next: Vec<At> = std::iter::once(below).chain(cell.iter().cloned()).collect();
        self.choose(
            body,
            (test, guard),
            span,
            |this, body| this.element(body, element, env, cell),
            |this, body| this.literal(body, rest, env, &next, span),
        )
    }

    /// `a ++ b`
    fn concat(
        &mut self,
        body: &mut Body<'p>,
        a: &'p Expr,
        b: &'p Expr,
        env: &Scope<'p>,
        at: &[At],
        span: Span,
    ) -> Known<Typed> {
        let shape = self.shapes.form(a, env).shape?;
        let Some((first, cell)) = at.split_first() else {
            return Err(self.shapes.fault(Code::TC0720, "`++` needs arrays", span));
        };
        let end = At::Size(shape[0].clone());
        let test = body.test(BinaryOp::Less, first, &end, span);
        let guard = Guard::compare(BinaryOp::Less, first, &end, span);
        self.choose(
            body,
            (test, guard),
            span,
            |this, body| this.element(body, a, env, at),
            |this, body| {
                let behind = body.shifted(BinaryOp::Sub, first, &shape[0], span);
                let at: Vec<At> = std::iter::once(behind)
                    .chain(cell.iter().cloned())
                    .collect();
                this.element(body, b, env, &at)
            },
        )
    }

    /// An element of a comprehension: of the first partition from `number` on that covers it.
    fn of_comprehension(
        &mut self,
        body: &mut Body<'p>,
        resolved: &Resolved<'p>,
        number: usize,
        env: &Scope<'p>,
        at: &[At],
        span: Span,
    ) -> Known<Typed> {
        let Some(part) = resolved.parts.get(number) else {
            return Ok(body.integer(0, resolved.scalar, span));
        };
        let tests = bounds_to_test(part, resolved, at);
        self.if_inside(body, &tests, (resolved, number), env, at, span)
    }

    fn if_inside(
        &mut self,
        body: &mut Body<'p>,
        tests: &[(BinaryOp, At, At)],
        (resolved, number): (&Resolved<'p>, usize),
        env: &Scope<'p>,
        at: &[At],
        span: Span,
    ) -> Known<Typed> {
        let Some(((op, a, b), rest)) = tests.split_first() else {
            let part = &resolved.parts[number];
            let (index, cell) = part.split(at);
            let env = with_position(&part.part.pattern, &index, env, &self.shapes_fault(span));
            return self.element(body, &part.part.body, &env, &cell);
        };
        let test = body.test(*op, a, b, span);
        let guard = Guard::compare(*op, a, b, span);
        self.choose(
            body,
            (test, guard),
            span,
            |this, body| this.if_inside(body, rest, (resolved, number), env, at, span),
            |this, body| this.of_comprehension(body, resolved, number + 1, env, at, span),
        )
    }

    fn shapes_fault(&self, span: Span) -> Fault {
        self.shapes.not_a_size(span)
    }

    fn operator(
        &mut self,
        body: &mut Body<'p>,
        (op, a, b): (BinaryOp, &'p Expr, &'p Expr),
        env: &Scope<'p>,
        at: &[At],
        span: Span,
    ) -> Known<Typed> {
        use BinaryOp::*;
        let (left, right) = (self.shapes.form(a, env), self.shapes.form(b, env));
        let of = |form: &Form| match form.rank {
            Ok(0) => &[][..],
            _ => at,
        };
        let natural = |form: &Form| {
            let known = form.value.as_ref();
            known.is_ok_and(|all| !all.is_empty() && all.iter().all(is_natural))
        };
        let x = self.element(body, a, env, of(&left))?;
        let y = self.element(body, b, env, of(&right))?;
        Ok(match op {
            Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual => {
                body.compare(op, x, y, span)
            }
            Rem if x.scalar.is_floating() => self.apply(body, "fmod", &[x, y], span)?,
            Div | Rem if !(x.scalar.is_floating() || natural(&left) && natural(&right)) => {
                truncated(body, op, x, y, span)
            }
            _ => body.binary(op, x, y, span),
        })
    }

    /// A built-in function on values.
    pub(super) fn apply(
        &mut self,
        body: &mut Body<'p>,
        name: &str,
        arguments: &[Typed],
        span: Span,
    ) -> Known<Typed> {
        let Some(Lookup::Supported(function)) = lookup(name) else {
            let message = format!("`{name}` is not implemented");
            return Err(self.shapes.fault(Code::TC0705, message, span));
        };
        let scalar = arguments[0].scalar;
        let arguments = arguments.iter().map(|one| one.value).collect();
        let operation = Operation::Builtin {
            function,
            arguments,
        };
        Ok(body.push(operation, scalar, span))
    }
}

/// The comparisons that tell whether a position is in the box of a partition.
fn bounds_to_test(part: &Partition, resolved: &Resolved, at: &[At]) -> Vec<(BinaryOp, At, At)> {
    let mut tests = Vec::new();
    let bounds = part.lower.iter().zip(&part.upper);
    for (((lower, upper), extent), at) in bounds.zip(&resolved.shape).zip(at) {
        if !starts_at_zero(lower) {
            let lower = At::Size(lower.clone());
            tests.push((BinaryOp::GreaterEqual, at.clone(), lower));
        }
        if difference(upper, extent) != Some(0) {
            tests.push((BinaryOp::Less, at.clone(), At::Size(upper.clone())));
        }
    }
    tests
}

/// With the variables of a pattern at a position, of which a part may be data.
fn with_position<'p>(
    pattern: &Pattern,
    index: &[At],
    env: &Scope<'p>,
    unknown: &Fault,
) -> Scope<'p> {
    let size = |at: &At| match at {
        At::Size(size) => Some(size.clone()),
        At::Value(..) => None,
    };
    let sizes: Option<Vec<Size>> = index.iter().map(size).collect();
    if let Some(sizes) = sizes {
        return with_index(pattern, &sizes, env);
    }
    let held = |at: &[At]| Some(Rc::new(Held::Index(at.to_vec())));
    match &pattern.kind {
        PatternKind::Vector(name) => {
            let shape = vec![Size::Const(index.len() as i64)];
            let form = Form::shaped(Scalar::Int32, shape, Err(unknown.clone()));
            env.with(&name.text, form, held(index))
        }
        PatternKind::Items(_) => {
            let names = pattern.variables().into_iter().zip(index);
            names.fold(env.clone(), |env, (name, at)| match at {
                At::Size(size) => env.with(&name.text, Form::int(size.clone()), None),
                At::Value(..) => {
                    let form = Form::shaped(Scalar::Int32, Vec::new(), Err(unknown.clone()));
                    env.with(&name.text, form, held(std::slice::from_ref(at)))
                }
            })
        }
    }
}

/// `/` and `%` of integers toward zero, from those that round down: the quotient is one larger
/// where it is negative and not exact.
fn truncated(body: &mut Body, op: BinaryOp, a: Typed, b: Typed, span: Span) -> Typed {
    let scalar = a.scalar;
    let quotient = body.binary(BinaryOp::Div, a, b, span);
    let whole = body.binary(BinaryOp::Mul, quotient, b, span);
    let zero = body.integer(0, scalar, span);
    let is_exact = body.compare(BinaryOp::Equal, whole, a, span);
    let is_negative = body.compare(BinaryOp::Less, quotient, zero, span);
    let one = body.integer(1, scalar, span);
    let next = body.binary(BinaryOp::Add, quotient, one, span);
    let raised = body.select(is_negative.value, next, quotient, span);
    let quotient = body.select(is_exact.value, quotient, raised, span);
    if op == BinaryOp::Div {
        return quotient;
    }
    let whole = body.binary(BinaryOp::Mul, quotient, b, span);
    body.binary(BinaryOp::Sub, a, whole, span)
}
