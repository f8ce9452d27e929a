//! The body of one statement while it is made: instructions in blocks, and where they stand.

use super::*;
use crate::model::{Block, Constant, Instruction, Operation, Subscript, Value};
use tc_syntax::tc::ast::BinaryOp;

/// An index of a statement with its range, over sizes alone.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) name: String,
    pub(super) lower: Size,
    pub(super) upper: Size,
    pub(super) span: Span,
}

/// The indices around an expression, and the conditions under which it is evaluated.
#[derive(Clone, Default)]
pub(super) struct Frame<'p> {
    pub(super) loops: Vec<Loop>,
    pub(super) guards: Vec<Guard<'p>>,
}

/// A position along an axis.
#[derive(Clone, Debug)]
pub(super) enum At {
    /// Over indices and sizes.
    Size(Size),
    /// Computed in the statement of that number, as `int64`.
    Value(usize, Value),
}

/// A condition under which an expression is evaluated. What is moved out of the statement, to be
/// computed before it, is computed under the same conditions.
#[derive(Clone)]
pub(super) enum Guard<'p> {
    /// The value of an expression.
    Expr {
        condition: &'p Expr,
        env: Scope<'p>,
        holds: bool,
    },
    /// `a op b`
    Compare {
        op: BinaryOp,
        a: Size,
        b: Size,
        holds: bool,
    },
    /// On a value of the statement.
    Data(Span),
}

impl<'p> Guard<'p> {
    /// Of a comparison of two positions.
    pub(super) fn compare(op: BinaryOp, a: &At, b: &At, span: Span) -> Guard<'p> {
        match (a, b) {
            (At::Size(a), At::Size(b)) => Guard::Compare {
                op,
                a: a.clone(),
                b: b.clone(),
                holds: true,
            },
            _ => Guard::Data(span),
        }
    }

    pub(super) fn negated(&self) -> Guard<'p> {
        let mut other = self.clone();
        match &mut other {
            Guard::Expr { holds, .. } | Guard::Compare { holds, .. } => *holds = !*holds,
            Guard::Data(_) => {}
        }
        other
    }
}

/// A value with its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Typed {
    pub(super) value: Value,
    pub(super) scalar: Scalar,
}

/// Whether something holds.
pub(super) enum Test {
    Known(bool),
    Value(Value),
}

/// A tensor that a statement writes, which a reduction may use in place of a temporary.
#[derive(Clone)]
pub(super) struct Offer {
    pub(super) tensor: TensorId,
    pub(super) left: Vec<String>,
    pub(super) scalar: Scalar,
}

/// The body of a statement.
pub(super) struct Body<'p> {
    /// The number of the statement.
    pub(super) id: usize,
    pub(super) frame: Frame<'p>,
    pub(super) offer: Option<Offer>,
    blocks: Vec<Vec<Instruction>>,
    next: u32,
}

impl<'p> Body<'p> {
    pub(super) fn new(id: usize, frame: Frame<'p>) -> Self {
        Body {
            id,
            frame,
            offer: None,
            blocks: vec![Vec::new()],
            next: 0,
        }
    }

    /// Ends the body.
    pub(super) fn finish(mut self, result: Typed) -> Block {
        Block {
            instructions: self.blocks.swap_remove(0),
            result: Some(result.value),
        }
    }

    pub(super) fn push(&mut self, operation: Operation, scalar: Scalar, span: Span) -> Typed {
        let value = Value(self.next);
        self.next += 1;
        let parts = match &operation {
            Operation::Read { subscripts, .. } => vec![span; subscripts.len()],
            _ => Vec::new(),
        };
        if let Some(block) = self.blocks.last_mut() {
            block.push(Instruction {
                operation,
                value,
                scalar,
                span,
                parts,
            });
        }
        Typed { value, scalar }
    }

    pub(super) fn integer(&mut self, value: i64, scalar: Scalar, span: Span) -> Typed {
        let constant = if scalar.is_floating() {
            Constant::Floating(value as f64)
        } else {
            Constant::Integer(value.into())
        };
        self.push(Operation::Constant(constant), scalar, span)
    }

    pub(super) fn symbol(&mut self, size: &Size, scalar: Scalar, span: Span) -> Typed {
        match size.as_const() {
            Some(value) => self.integer(value, scalar, span),
            None => self.push(Operation::Symbol(size.clone()), scalar, span),
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: Typed, b: Typed, span: Span) -> Typed {
        let operation = Operation::Binary {
            op,
            left: a.value,
            right: b.value,
        };
        self.push(operation, a.scalar, span)
    }

    pub(super) fn compare(&mut self, op: BinaryOp, a: Typed, b: Typed, span: Span) -> Typed {
        let operation = Operation::Compare {
            op,
            operands: a.scalar,
            left: a.value,
            right: b.value,
        };
        self.push(operation, Scalar::Bool, span)
    }

    pub(super) fn select(&mut self, condition: Value, a: Typed, b: Typed, span: Span) -> Typed {
        let operation = Operation::Select {
            condition,
            then: a.value,
            otherwise: b.value,
        };
        self.push(operation, a.scalar, span)
    }

    pub(super) fn convert(&mut self, a: Typed, to: Scalar, explicit: bool, span: Span) -> Typed {
        if a.scalar == to {
            return a;
        }
        let operation = Operation::Convert {
            operand: a.value,
            from: a.scalar,
            explicit,
        };
        self.push(operation, to, span)
    }

    pub(super) fn read(
        &mut self,
        tensor: TensorId,
        scalar: Scalar,
        at: &[At],
        span: Span,
    ) -> Typed {
        let subscript = |at: &At| match at {
            At::Size(size) => Subscript::Symbolic(size.clone()),
            At::Value(_, value) => Subscript::Value(*value),
        };
        let subscripts = at.iter().map(subscript).collect();
        self.push(Operation::Read { tensor, subscripts }, scalar, span)
    }

    /// A position as a value.
    pub(super) fn position(&mut self, at: &At, scalar: Scalar, span: Span) -> Typed {
        match at {
            At::Size(size) => self.symbol(size, scalar, span),
            At::Value(_, value) => {
                let value = Typed {
                    value: *value,
                    scalar: Scalar::Int64,
                };
                self.convert(value, scalar, false, span)
            }
        }
    }

    /// `a op b` for a position and a size.
    pub(super) fn shifted(&mut self, op: BinaryOp, at: &At, by: &Size, span: Span) -> At {
        match at {
            At::Size(size) => At::Size(match op {
                BinaryOp::Add => Size::add(size.clone(), by.clone()),
                BinaryOp::Sub => Size::sub(size.clone(), by.clone()),
                BinaryOp::Mul => Size::mul(size.clone(), by.clone()),
                BinaryOp::Div => Size::floor_div(size.clone(), by.clone()),
                _ => Size::modulo(size.clone(), by.clone()),
            }),
            At::Value(..) => {
                let a = self.position(at, Scalar::Int64, span);
                let b = self.symbol(by, Scalar::Int64, span);
                At::Value(self.id, self.binary(op, a, b, span).value)
            }
        }
    }

    /// `a - b` for two positions.
    pub(super) fn minus(&mut self, a: &At, b: &At, span: Span) -> At {
        match (a, b) {
            (_, At::Size(size)) => self.shifted(BinaryOp::Sub, a, size, span),
            _ => {
                let left = self.position(a, Scalar::Int64, span);
                let right = self.position(b, Scalar::Int64, span);
                At::Value(self.id, self.binary(BinaryOp::Sub, left, right, span).value)
            }
        }
    }

    /// Whether `a op b`, decided now if that is possible.
    pub(super) fn test(&mut self, op: BinaryOp, a: &At, b: &At, span: Span) -> Test {
        if let (At::Size(a), At::Size(b)) = (a, b)
            && let Some(difference) = difference(a, b)
        {
            return Test::Known(match op {
                BinaryOp::Less => difference < 0,
                BinaryOp::Equal => difference == 0,
                _ => difference >= 0,
            });
        }
        let left = self.position(a, Scalar::Int64, span);
        let right = self.position(b, Scalar::Int64, span);
        Test::Value(self.compare(op, left, right, span).value)
    }

    pub(super) fn open(&mut self) {
        self.blocks.push(Vec::new());
    }

    pub(super) fn close(&mut self) -> Vec<Instruction> {
        self.blocks.pop().unwrap_or_default()
    }

    /// A choice between the values of two blocks; both are computed if none of them can fail.
    pub(super) fn choice(
        &mut self,
        condition: Value,
        (then, a): (Vec<Instruction>, Typed),
        (otherwise, b): (Vec<Instruction>, Typed),
        span: Span,
    ) -> Typed {
        // Every tensor is written as a whole, before it is read.
        let is_lazy = |one: &Instruction| one.is_lazy(|_| false, |_| true);
        let can_fail = |block: &[Instruction]| block.iter().any(is_lazy);
        if can_fail(&then) || can_fail(&otherwise) {
            let block = |instructions, result: Typed| Block {
                instructions,
                result: Some(result.value),
            };
            let operation = Operation::If {
                condition,
                then: block(then, a),
                otherwise: block(otherwise, b),
            };
            return self.push(operation, a.scalar, span);
        }
        if let Some(block) = self.blocks.last_mut() {
            block.extend(then);
            block.extend(otherwise);
        }
        self.select(condition, a, b, span)
    }

    /// The only instruction so far, if there is only one.
    pub(super) fn only(&self) -> Option<&Operation> {
        match self.blocks.as_slice() {
            [block] => match block.as_slice() {
                [one] => Some(&one.operation),
                _ => None,
            },
            _ => None,
        }
    }
}
