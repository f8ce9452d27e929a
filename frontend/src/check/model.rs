//! The checked tree: names resolved, types assigned, conversions explicit.
//!
//! A statement's body is a list of instructions in evaluation order, nested only where evaluation
//! is lazy, so that emission is one pass over it. Subscripts, bounds and extents are the dialect's
//! symbolic expressions if possible, and 64-bit values if necessary (gathers).

use super::builtins::Builtin;
use crate::scalar::Scalar;
use crate::syntax::Span;
use crate::syntax::ast::{Assign, BinaryOp, Extremum};
use std::sync::Arc;
use tc_dialects::tc::expr::Expr;

/// Index of a tensor in [`Def::tensors`].
pub type TensorId = usize;

/// A value of one statement; instructions define them once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub u32);

/// A definition without errors.
#[derive(Clone, Debug)]
pub struct Def {
    /// Its name.
    pub name: Arc<str>,
    /// The location of the name.
    pub name_span: Span,
    /// The sizes in order of first appearance in the signature.
    pub sizes: Vec<Size>,
    /// Inputs, returns and temporaries, in this order.
    pub tensors: Vec<Tensor>,
    /// How many of the tensors are inputs.
    pub input_count: usize,
    /// How many of the tensors are returns; they follow the inputs.
    pub return_count: usize,
    /// The statements in text order.
    pub statements: Vec<Statement>,
}

impl Def {
    /// The inputs in order.
    pub fn inputs(&self) -> &[Tensor] {
        &self.tensors[..self.input_count]
    }

    /// The returns in order.
    pub fn returns(&self) -> &[Tensor] {
        &self.tensors[self.input_count..self.input_count + self.return_count]
    }

    /// The temporaries in order of definition.
    pub fn temporaries(&self) -> &[Tensor] {
        &self.tensors[self.input_count + self.return_count..]
    }
}

/// A size of a definition.
#[derive(Clone, Debug)]
pub struct Size {
    /// Its name.
    pub name: Arc<str>,
    /// The location of its first occurrence.
    pub span: Span,
    /// Whether no input gives it a value.
    pub free: bool,
}

/// The role of a tensor in its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Passed by the caller, immutable.
    Input,
    /// Defined here, returned to the caller.
    Output,
    /// Passed by the caller, updated, returned.
    InOut,
    /// Defined here, not visible outside.
    Temporary,
}

/// A tensor of a definition.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// Its name.
    pub name: Arc<str>,
    /// The location of its declaration or first assignment.
    pub span: Span,
    /// Its role in the definition.
    pub role: Role,
    /// Element type.
    pub scalar: Scalar,
    /// Number of dimensions.
    pub rank: usize,
    /// Extents by dimension, if the signature gives them.
    pub dims: Option<Vec<Expr>>,
}

/// A checked statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `T(i) op body`
    Comprehension(Comprehension),
    /// `(a, b) = f(x, y)`
    Call(Call),
}

/// A checked comprehension.
#[derive(Clone, Debug)]
pub struct Comprehension {
    /// The tensor that is written.
    pub target: TensorId,
    /// The location of the target.
    pub target_span: Span,
    /// The operator.
    pub assign: Assign,
    /// The indices: those on the left in their order, then those of the body in order of first
    /// appearance.
    pub indices: Vec<Index>,
    /// How many of the indices are on the left.
    pub left_count: usize,
    /// The right-hand side; its result has the target's element type, computed in
    /// [`Scalar::computed`].
    pub body: Block,
    /// The whole statement.
    pub span: Span,
}

/// An index of a comprehension.
#[derive(Clone, Debug)]
pub struct Index {
    /// Its name.
    pub name: Arc<str>,
    /// The location of its first occurrence.
    pub span: Span,
    /// Its range, if a `where` clause gives it.
    pub range: Option<Range>,
}

/// A given range.
#[derive(Clone, Debug)]
pub struct Range {
    /// The first value.
    pub lower: Expr,
    /// One past the last value.
    pub upper: Expr,
    /// The clause.
    pub span: Span,
}

/// A checked call statement.
#[derive(Clone, Debug)]
pub struct Call {
    /// The definition that is called.
    pub function: Arc<str>,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// The tensors that the call defines.
    pub targets: Vec<TensorId>,
    /// The whole statement.
    pub span: Span,
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A tensor.
    Tensor(TensorId),
    /// A scalar that is computed from literals and sizes.
    Scalar {
        /// Its type.
        scalar: Scalar,
        /// Its computation.
        body: Block,
        /// Its location.
        span: Span,
    },
}

/// Instructions in evaluation order, and the value that they compute.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The instructions.
    pub instructions: Vec<Instruction>,
    /// The result; none only in blocks under construction.
    pub result: Option<Value>,
}

/// One step of a computation.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The operation.
    pub operation: Operation,
    /// The value that is defined.
    pub value: Value,
    /// Its type in the language; `half` and `bfloat16` are held as `float`.
    pub scalar: Scalar,
    /// Its location.
    pub span: Span,
    /// For a read: the locations of its subscripts.
    pub parts: Vec<Span>,
}

impl Instruction {
    /// Whether this can fail, or is costly enough to be skipped: a branch that contains such an
    /// instruction stays a region. `is_nonzero` tells whether a divisor is known not to be 0.
    pub(crate) fn is_lazy(&self, is_nonzero: impl Fn(&Value) -> bool) -> bool {
        match &self.operation {
            Operation::Read { subscripts, .. } => !subscripts.is_empty(),
            Operation::Binary {
                op: BinaryOp::Div | BinaryOp::Rem,
                right,
                ..
            } => !self.scalar.is_floating() && !is_nonzero(right),
            Operation::If { .. } => true,
            _ => false,
        }
    }
}

/// A subscript of a read.
#[derive(Clone, Debug)]
pub enum Subscript {
    /// An expression over indices, sizes and integer scalars.
    Symbolic(Expr),
    /// A value of type `int64`.
    Value(Value),
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// Of an integer type or bool.
    Integer(i128),
    /// Of a floating type.
    Floating(f64),
}

/// The operation of an instruction.
#[derive(Clone, Debug)]
pub enum Operation {
    /// A constant.
    Constant(Constant),
    /// A size, an extent, an index or a combination of them, as `int32` or `int64`.
    Symbol(Expr),
    /// An element of a tensor.
    Read {
        /// The tensor.
        tensor: TensorId,
        /// One subscript for each dimension.
        subscripts: Vec<Subscript>,
    },
    /// A read that takes part in inference and is never evaluated; it defines no value.
    Exists {
        /// The tensor.
        tensor: TensorId,
        /// One subscript for each dimension.
        subscripts: Vec<Subscript>,
        /// The data-independent condition under which the read would be evaluated.
        guard: Option<Value>,
    },
    /// `scalar(operand)`: an explicit cast rounds to a storage type, an implicit conversion does
    /// not.
    Convert {
        /// The operand.
        operand: Value,
        /// The operand's type.
        from: Scalar,
        /// Whether it is written in the source.
        explicit: bool,
    },
    /// `-a`
    Negate(Value),
    /// `!a`
    Not(Value),
    /// `+ - * / %`, and `&& ||` where both sides may be evaluated; operands have the result's type.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Left operand.
        left: Value,
        /// Right operand.
        right: Value,
    },
    /// A comparison of two operands of one type.
    Compare {
        /// The operator.
        op: BinaryOp,
        /// Type of the operands.
        operands: Scalar,
        /// Left operand.
        left: Value,
        /// Right operand.
        right: Value,
    },
    /// `min` or `max` as an operator.
    Extremum {
        /// Which.
        op: Extremum,
        /// First operand.
        left: Value,
        /// Second operand.
        right: Value,
    },
    /// A built-in function; arguments have the result's type.
    Builtin {
        /// Which.
        function: Builtin,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// A select: both values are computed.
    Select {
        /// The condition.
        condition: Value,
        /// The value if it holds.
        then: Value,
        /// The value if it does not.
        otherwise: Value,
    },
    /// A choice of which only one side is evaluated.
    If {
        /// The condition.
        condition: Value,
        /// Computed if it holds.
        then: Block,
        /// Computed if it does not.
        otherwise: Block,
    },
}
