//! Operators: casts, signs, arithmetic, comparisons, logic, selections, extrema.

use super::{Builder, Frame, Mode, Typed};
use crate::model::*;
use crate::tc::check::literal::{Branch, Literal};
use tc_syntax::Span;
use tc_syntax::diagnostic::Code;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{self, BinaryOp, Expr, Extremum, Link};

impl<'a> Builder<'a, '_> {
    pub(super) fn cast(&mut self, scalar: Scalar, operand: &'a Expr, span: Span) -> Typed {
        let typed = self.expression(operand, Mode::Value);
        let (from, value) = match &typed {
            Typed::Unknown => return Typed::Unknown,
            Typed::Literal(literal)
                if scalar != Scalar::Bool && literal.adapted_to(scalar) == scalar =>
            {
                return Typed::Value(scalar, self.constant(literal, scalar, span));
            }
            Typed::Literal(literal) => (
                literal.own_type(),
                self.convert(&typed, literal.own_type(), operand.span),
            ),
            Typed::Value(from, value) => (*from, *value),
        };
        let operation = Operation::Convert {
            operand: value,
            from,
            explicit: true,
        };
        Typed::Value(scalar, self.push(operation, scalar, span))
    }

    pub(super) fn negate(&mut self, operand: &'a Expr, span: Span, mode: Mode) -> Typed {
        match self.expression(operand, mode) {
            Typed::Unknown => Typed::Unknown,
            Typed::Literal(literal) => literal.negated().map_or(Typed::Unknown, Typed::Literal),
            typed @ Typed::Value(scalar, _) => {
                let scalar = if scalar == Scalar::Bool {
                    Scalar::Int32
                } else {
                    scalar
                };
                let value = self.convert(&typed, scalar, operand.span);
                Typed::Value(scalar, self.push(Operation::Negate(value), scalar, span))
            }
        }
    }

    /// A value of type bool; anything else is reported.
    pub(super) fn condition(&mut self, operator: &str, expr: &'a Expr) -> Option<Value> {
        let found = match self.expression(expr, Mode::Value) {
            Typed::Value(Scalar::Bool, value) => return Some(value),
            Typed::Unknown => return None,
            Typed::Value(scalar, _) => scalar,
            Typed::Literal(literal) => literal.own_type(),
        };
        let message = format!("operator `{operator}` expects bool, found {found}");
        let text = self.report.shown(expr.span);
        let help = if expr.level() > BinaryOp::Equal.level() {
            format!("compare it: `{text} != 0`")
        } else {
            format!("compare it: `({text}) != 0`")
        };
        self.report.push(
            self.report
                .error(Code::TC0221, message, expr.span, &format!("{found}"))
                .help(help),
        );
        None
    }

    pub(super) fn not(&mut self, operand: &'a Expr, span: Span) -> Typed {
        match self.condition("!", operand) {
            Some(value) => Typed::Value(
                Scalar::Bool,
                self.push(Operation::Not(value), Scalar::Bool, span),
            ),
            None => Typed::Unknown,
        }
    }

    pub(super) fn chain(
        &mut self,
        first: &'a Expr,
        rest: &'a [Link],
        span: Span,
        mode: Mode,
    ) -> Typed {
        match rest.first().map(|link| link.op) {
            Some(BinaryOp::And | BinaryOp::Or) => self.logic(first, rest),
            Some(op) if op.is_comparison() => {
                let left = self.expression(first, Mode::Value);
                let right = self.expression(&rest[0].operand, Mode::Value);
                self.compare(op, &left, &right, [first.span, rest[0].operand.span], span)
            }
            _ => {
                let mut left = self.expression(first, mode);
                for link in rest {
                    let right = self.expression(&link.operand, mode);
                    let part = first.span.to(link.operand.span);
                    left =
                        self.arithmetic(link, &left, &right, [part, link.operand.span], first.span);
                }
                left
            }
        }
    }

    /// The common type of two operands; none if both are unknown.
    pub(super) fn common(&self, left: &Typed, right: &Typed) -> Option<Scalar> {
        match (left, right) {
            (Typed::Value(a, _), Typed::Value(b, _)) => Some(a.promote(*b)),
            (Typed::Literal(literal), Typed::Value(scalar, _))
            | (Typed::Value(scalar, _), Typed::Literal(literal)) => {
                Some(literal.adapted_to(*scalar).promote(*scalar))
            }
            (Typed::Literal(a), Typed::Literal(b)) => Some(a.own_type().promote(b.own_type())),
            (Typed::Unknown, Typed::Value(scalar, _))
            | (Typed::Value(scalar, _), Typed::Unknown) => Some(*scalar),
            (Typed::Unknown, Typed::Literal(literal))
            | (Typed::Literal(literal), Typed::Unknown) => Some(literal.own_type()),
            (Typed::Unknown, Typed::Unknown) => None,
        }
    }

    /// One step of a chain; `spans` are the result's and the right operand's.
    pub(super) fn arithmetic(
        &mut self,
        link: &Link,
        left: &Typed,
        right: &Typed,
        spans: [Span; 2],
        first: Span,
    ) -> Typed {
        let [span, right_span] = spans;
        if let (Typed::Literal(a), Typed::Literal(b)) = (left, right)
            && let Some(literal) = Literal::combined(link.op, a, b)
        {
            return Typed::Literal(literal);
        }
        if let (Typed::Unknown, other @ Typed::Literal(_))
        | (other @ Typed::Literal(_), Typed::Unknown) = (left, right)
        {
            return other.clone();
        }
        let Some(scalar) = self.common(left, right) else {
            return Typed::Unknown;
        };
        let scalar = if scalar == Scalar::Bool {
            Scalar::Int32
        } else {
            scalar
        };
        if matches!(right, Typed::Literal(Literal::Integer(0))) && !scalar.is_floating() {
            self.refuse_zero_divisor(link.op, right_span);
        }
        if link.op == BinaryOp::Rem && scalar.is_floating() {
            let message = format!("`%` is defined on integers only, found {scalar}");
            let error = self.report.error(Code::TC0222, message, link.op_span, "");
            let left = Span {
                start: first.start,
                end: link.op_span.start,
            };
            let left = ast::shorten(self.report.text(left).trim_end());
            let help = format!("`fmod({left}, {})`", self.report.shown(right_span));
            self.report.push(error.help(help));
            return Typed::Unknown;
        }
        let left = self.convert(left, scalar, first);
        let right = self.convert(right, scalar, right_span);
        Typed::Value(
            scalar,
            self.push(
                Operation::Binary {
                    op: link.op,
                    left,
                    right,
                },
                scalar,
                span,
            ),
        )
    }

    /// An integer divided by the literal 0 has no value.
    pub(in crate::tc::check) fn refuse_zero_divisor(&self, op: BinaryOp, divisor: Span) {
        if !matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            return;
        }
        let message = format!("integer `{}` by zero has no value", op.text());
        let error = self.report.error(Code::TC0231, message, divisor, "");
        self.report.push(error.help(
            "divide by another number; infinity is a quotient of floating numbers: `1.0 / 0.0`",
        ));
    }

    pub(super) fn compare(
        &mut self,
        op: BinaryOp,
        left: &Typed,
        right: &Typed,
        operands: [Span; 2],
        span: Span,
    ) -> Typed {
        let Some(scalar) = self.common(left, right) else {
            return Typed::Unknown;
        };
        if scalar == Scalar::Bool && !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            let message = format!("operator `{}` expects numbers, found bool", op.text());
            self.report
                .push(self.report.error(Code::TC0221, message, span, ""));
            return Typed::Unknown;
        }
        let left = self.convert(left, scalar, operands[0]);
        let right = self.convert(right, scalar, operands[1]);
        let operation = Operation::Compare {
            op,
            operands: scalar,
            left,
            right,
        };
        Typed::Value(Scalar::Bool, self.push(operation, Scalar::Bool, span))
    }

    /// `a && b && ..`, `a || b || ..`: each operand is evaluated only if it decides.
    pub(super) fn logic(&mut self, first: &'a Expr, rest: &'a [Link]) -> Typed {
        let mut left = self.condition(rest[0].op.text(), first);
        for link in rest {
            let span = first.span.to(link.operand.span);
            let (right, frame) =
                self.in_block(|builder| builder.condition(link.op.text(), &link.operand));
            let (Some(a), Some(b)) = (left, right) else {
                self.splice(frame);
                left = None;
                continue;
            };
            left = Some(if self.is_lazy(&frame) {
                self.lazy_logic(link.op, a, b, frame, span)
            } else {
                self.splice(frame);
                self.push(
                    Operation::Binary {
                        op: link.op,
                        left: a,
                        right: b,
                    },
                    Scalar::Bool,
                    span,
                )
            });
        }
        left.map_or(Typed::Unknown, |value| Typed::Value(Scalar::Bool, value))
    }

    pub(super) fn lazy_logic(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        frame: Frame,
        span: Span,
    ) -> Value {
        let evaluated = Block {
            instructions: frame.instructions,
            result: Some(right),
        };
        let decided = Constant::Integer((op == BinaryOp::Or).into());
        let (value, frame) =
            self.in_block(|builder| builder.push(Operation::Constant(decided), Scalar::Bool, span));
        let decided = Block {
            instructions: frame.instructions,
            result: Some(value),
        };
        let (then, otherwise) = match op {
            BinaryOp::And => (evaluated, decided),
            _ => (decided, evaluated),
        };
        self.push(
            Operation::If {
                condition: left,
                then,
                otherwise,
            },
            Scalar::Bool,
            span,
        )
    }

    pub(super) fn select(
        &mut self,
        condition: &'a Expr,
        then: &'a Expr,
        otherwise: &'a Expr,
        span: Span,
        mode: Mode,
    ) -> Typed {
        let condition = self.condition("?:", condition);
        let (a, a_frame) = self.in_block(|builder| builder.expression(then, mode));
        let (b, b_frame) = self.in_block(|builder| builder.expression(otherwise, mode));
        let (Some(condition), Some(scalar)) = (condition, self.common(&a, &b)) else {
            return Typed::Unknown;
        };
        if let (Typed::Literal(a), Typed::Literal(b)) = (&a, &b) {
            let lazy = self.is_lazy(&a_frame) || self.is_lazy(&b_frame);
            let [then, otherwise] = [(a, a_frame), (b, b_frame)].map(|(literal, frame)| {
                let mut instructions = Vec::new();
                if lazy {
                    instructions = frame.instructions
                } else {
                    self.splice(frame)
                }
                Box::new(Branch {
                    instructions,
                    literal: literal.clone(),
                })
            });
            return Typed::Literal(Literal::Choice {
                condition,
                then,
                otherwise,
            });
        }
        let a = self.convert_in(a_frame, &a, scalar, then.span);
        let b = self.convert_in(b_frame, &b, scalar, otherwise.span);
        Typed::Value(scalar, self.choice(condition, a, b, scalar, span))
    }

    /// A choice between two values, each with the block that computes it.
    pub(super) fn choice(
        &mut self,
        condition: Value,
        (a, a_frame): (Value, Frame),
        (b, b_frame): (Value, Frame),
        scalar: Scalar,
        span: Span,
    ) -> Value {
        let operation = if self.is_lazy(&a_frame) || self.is_lazy(&b_frame) {
            let block = |frame: Frame, value| Block {
                instructions: frame.instructions,
                result: Some(value),
            };
            Operation::If {
                condition,
                then: block(a_frame, a),
                otherwise: block(b_frame, b),
            }
        } else {
            self.splice(a_frame);
            self.splice(b_frame);
            Operation::Select {
                condition,
                then: a,
                otherwise: b,
            }
        };
        self.push(operation, scalar, span)
    }

    /// Converts a value at the end of the block that computes it.
    pub(super) fn convert_in(
        &mut self,
        frame: Frame,
        typed: &Typed,
        scalar: Scalar,
        span: Span,
    ) -> (Value, Frame) {
        self.frames.push(frame);
        let value = self.convert(typed, scalar, span);
        (value, self.frames.pop().unwrap_or_default())
    }

    pub(super) fn extremum(
        &mut self,
        op: Extremum,
        arguments: &'a [Expr],
        span: Span,
        mode: Mode,
    ) -> Typed {
        let typed: Vec<_> = arguments
            .iter()
            .map(|argument| self.expression(argument, mode))
            .collect();
        let [left, right] = &typed[..] else {
            let name = op.text();
            let message = format!("`{name}` takes 2 arguments, found {}", arguments.len());
            let error = self.report.error(Code::TC0217, message, span, "");
            self.report.push(match arguments {
                [only] => self.help_reduction(error, name, only, span),
                _ => error.help(format!("nest: `{name}(a, {name}(b, c))`")),
            });
            return Typed::Unknown;
        };
        if let (Typed::Literal(a), Typed::Literal(b)) = (left, right)
            && let Some(literal) = Literal::extremum(op, a, b)
        {
            return Typed::Literal(literal);
        }
        let Some(scalar) = self.common(left, right) else {
            return Typed::Unknown;
        };
        let left = self.convert(left, scalar, arguments[0].span);
        let right = self.convert(right, scalar, arguments[1].span);
        Typed::Value(
            scalar,
            self.push(Operation::Extremum { op, left, right }, scalar, span),
        )
    }
}
