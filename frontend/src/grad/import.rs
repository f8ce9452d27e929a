//! The body of a statement as a term.

use super::terms::{Id, Kind, Place, Source, Terms};
use crate::model::{Block, Constant, Instruction, Operation, Subscript, TensorId, Value};
use std::collections::HashMap;
use tc_syntax::expr::Expr;
use tc_syntax::scalar::Scalar;

/// Reads the blocks of one statement.
pub(super) struct Import<'t> {
    pub(super) terms: &'t mut Terms,
    /// The version of each tensor that the statement reads.
    pub(super) versions: &'t HashMap<TensorId, usize>,
    /// The type of each tensor.
    pub(super) scalars: Vec<Scalar>,
    /// Replaces extents of tensors by their expressions.
    pub(super) resolve: &'t dyn Fn(&Expr) -> Expr,
    values: HashMap<Value, Id>,
}

impl<'t> Import<'t> {
    pub(super) fn new(
        terms: &'t mut Terms,
        versions: &'t HashMap<TensorId, usize>,
        scalars: Vec<Scalar>,
        resolve: &'t dyn Fn(&Expr) -> Expr,
    ) -> Self {
        Import {
            terms,
            versions,
            scalars,
            resolve,
            values: HashMap::new(),
        }
    }

    /// The value of a block; none for a block without a value, which the checker does not make.
    pub(super) fn block(&mut self, block: &Block) -> Option<Id> {
        for instruction in &block.instructions {
            // `exists` only takes part in inference, and all ranges are known here.
            if matches!(instruction.operation, Operation::Exists { .. }) {
                continue;
            }
            let id = self.instruction(instruction)?;
            self.terms.spans.entry(id).or_insert(instruction.span);
            self.values.insert(instruction.value, id);
        }
        self.values.get(&block.result?).copied()
    }

    pub(super) fn value(&self, value: &Value) -> Option<Id> {
        self.values.get(value).copied()
    }

    fn instruction(&mut self, instruction: &Instruction) -> Option<Id> {
        let scalar = instruction.scalar;
        Some(match &instruction.operation {
            Operation::Constant(Constant::Integer(value)) => {
                self.terms.make(Kind::Integer(*value), scalar)
            }
            Operation::Constant(Constant::Floating(value)) => self.terms.floating(*value, scalar),
            Operation::Symbol(expr) => self.terms.symbol((self.resolve)(expr), scalar),
            Operation::Read { tensor, subscripts } => self.read(*tensor, subscripts)?,
            Operation::Exists { .. } => return None,
            Operation::Convert {
                operand, explicit, ..
            } => {
                let (operand, explicit) = (self.value(operand)?, *explicit);
                self.terms.make(Kind::Convert { operand, explicit }, scalar)
            }
            Operation::Negate(operand) => {
                let operand = self.value(operand)?;
                match self.terms.as_symbolic(operand) {
                    Some(expr) => self.terms.symbol(Expr::neg(expr), scalar),
                    None => self.terms.make(Kind::Negate(operand), scalar),
                }
            }
            Operation::Not(operand) => {
                let operand = self.value(operand)?;
                self.terms.not(operand)
            }
            Operation::Binary { op, left, right } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.terms.binary(*op, left, right, scalar)
            }
            Operation::Compare {
                op, left, right, ..
            } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.terms.compare(*op, left, right)
            }
            Operation::Extremum { op, left, right } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.terms.make(Kind::Extremum(*op, left, right), scalar)
            }
            Operation::Builtin {
                function,
                arguments,
            } => {
                let arguments = arguments.iter().map(|one| self.value(one));
                let arguments = arguments.collect::<Option<_>>()?;
                self.terms.make(Kind::Builtin(*function, arguments), scalar)
            }
            Operation::Select {
                condition,
                then,
                otherwise,
            } => {
                let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
                let condition = self.value(condition)?;
                self.choose(condition, then, otherwise)
            }
            Operation::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(condition)?;
                let (then, otherwise) = (self.block(then)?, self.block(otherwise)?);
                self.choose(condition, then, otherwise)
            }
        })
    }

    /// `?:`, `&&` and `||`, which are choices with a constant side.
    fn choose(&mut self, condition: Id, then: Id, otherwise: Id) -> Id {
        if self.terms.scalar(then) == Scalar::Bool {
            if self.terms.constant(otherwise) == Some(0.0) {
                return self.terms.and(condition, then);
            }
            if self.terms.constant(then) == Some(1.0) {
                let or = tc_syntax::tc::ast::BinaryOp::Or;
                return self
                    .terms
                    .make(Kind::Binary(or, condition, otherwise), Scalar::Bool);
            }
        }
        self.terms.choose(condition, then, otherwise)
    }

    fn read(&mut self, tensor: TensorId, subscripts: &[Subscript]) -> Option<Id> {
        let places = self.places(subscripts)?;
        let source = Source::Value(*self.versions.get(&tensor)?);
        Some(self.terms.read(source, places, self.scalars[tensor]))
    }

    /// Subscripts, after the block that computes them.
    pub(super) fn places(&self, subscripts: &[Subscript]) -> Option<Vec<Place>> {
        let place = |subscript: &Subscript| match subscript {
            Subscript::Symbolic(expr) => Some(Place::Symbolic((self.resolve)(expr))),
            Subscript::Value(value) => {
                let value = self.value(value)?;
                // An affine subscript may come as a value.
                Some(match self.terms.as_symbolic(value) {
                    Some(expr) => Place::Symbolic(expr),
                    None => Place::Value(value),
                })
            }
        };
        subscripts.iter().map(place).collect()
    }
}
