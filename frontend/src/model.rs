//! The checked tree: names resolved, types assigned, conversions explicit.
//!
//! A statement's body is a list of instructions in evaluation order, nested only where evaluation
//! is lazy, so that emission is one pass over it. Subscripts, bounds and extents are the dialect's
//! symbolic expressions if possible, and 64-bit values if necessary (gathers).

use super::builtins::Builtin;
use std::collections::HashSet;
use std::sync::Arc;
use tc_syntax::Span;
use tc_syntax::expr::Expr;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{Assign, BinaryOp, Extremum};

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
    /// The comprehensions in text order, those of loops included.
    pub fn comprehensions(&self) -> Vec<&Comprehension> {
        let leaves = self.leaves().into_iter();
        leaves
            .filter_map(|statement| match statement {
                Statement::Comprehension(one) => Some(one),
                _ => None,
            })
            .collect()
    }

    /// The statements that are not loops, in text order.
    pub fn leaves(&self) -> Vec<&Statement> {
        let mut leaves = Vec::new();
        let mut pending: Vec<&Statement> = self.statements.iter().rev().collect();
        while let Some(statement) = pending.pop() {
            match statement {
                Statement::Loop(one) => pending.extend(one.body.iter().rev()),
                leaf => leaves.push(leaf),
            }
        }
        leaves
    }

    /// All loops, outer before inner.
    pub fn loops(&self) -> Vec<&Loop> {
        let mut loops = Vec::new();
        let mut pending: Vec<&Statement> = self.statements.iter().rev().collect();
        while let Some(statement) = pending.pop() {
            if let Statement::Loop(one) = statement {
                loops.push(one);
                pending.extend(one.body.iter().rev());
            }
        }
        loops
    }

    /// Whether it has a form of the extensions: a loop, a range that depends on an index, a
    /// left-hand subscript that is not an index, or a pair. Names the first.
    pub fn extension(&self) -> Option<(&'static str, Span)> {
        if let Some(one) = self.loops().first() {
            return Some(("a loop", one.span));
        }
        let mut found = self.comprehensions().into_iter().filter_map(|one| {
            let is_index = |name: &str| one.indices.iter().any(|index| *index.name == *name);
            let dependent = one.indices.iter().find(|index| {
                let bounds = index
                    .range
                    .iter()
                    .flat_map(|range| [&range.lower, &range.upper]);
                bounds.flat_map(Expr::names).any(is_index)
            });
            match (&one.pair, dependent) {
                (Some(_), _) => Some(("a pair of value and place", one.span)),
                (_, Some(index)) => Some(("a range that depends on an index", index.span)),
                _ if !one.has_plain_left() => Some((
                    "a left-hand subscript that is not an index",
                    one.target_span,
                )),
                _ => None,
            }
        });
        found.next()
    }

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
    /// `for t in 0:T { .. }`
    Loop(Loop),
}

/// A checked loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The loop index.
    pub index: Arc<str>,
    /// The location of its declaration.
    pub index_span: Span,
    /// Its values.
    pub range: Range,
    /// The statements of one iteration.
    pub body: Vec<Statement>,
    /// The whole loop.
    pub span: Span,
}

/// The second part of a pair.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The tensor that receives the place.
    pub target: TensorId,
    /// The place, a value of the body.
    pub place: Value,
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
    /// The subscripts on the left, one for each dimension: an index, a fixed expression, or one
    /// that is computed for each point.
    pub left: Vec<Subscript>,
    /// The second target and value of a pair; its subscripts are those of the target.
    pub pair: Option<Pair>,
    /// The indices: those that are left-hand subscripts in their order, then those of the other
    /// subscripts and of the body in order of first appearance. Ranges use earlier ones only.
    pub indices: Vec<Index>,
    /// How many of the indices are left-hand subscripts.
    pub left_count: usize,
    /// The right-hand side; its result has the target's element type, computed in
    /// [`Scalar::computed`].
    pub body: Block,
    /// The whole statement.
    pub span: Span,
}

impl Comprehension {
    /// The left-hand subscripts that are `indices`.
    pub fn left_of<'i>(indices: impl IntoIterator<Item = &'i Index>) -> Vec<Subscript> {
        let name = |index: &Index| Subscript::Symbolic(Expr::name(&*index.name));
        indices.into_iter().map(name).collect()
    }

    /// Whether each left-hand subscript is an index of the statement.
    pub fn has_plain_left(&self) -> bool {
        self.left.len() == self.left_count
    }

    /// The tensors that it writes.
    pub fn targets(&self) -> impl Iterator<Item = TensorId> + '_ {
        std::iter::once(self.target).chain(self.pair.iter().map(|pair| pair.target))
    }
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
    /// instruction stays a region. `is_nonzero` tells whether a divisor is known not to be 0, and
    /// `is_given` whether the caller passes a tensor: one without dimensions always has a value.
    pub fn is_lazy(
        &self,
        is_nonzero: impl Fn(&Value) -> bool,
        is_given: impl Fn(TensorId) -> bool,
    ) -> bool {
        match &self.operation {
            Operation::Read { tensor, subscripts } => !subscripts.is_empty() || !is_given(*tensor),
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

/// The span of a tree without a source.
pub const NOWHERE: Span = Span { start: 0, end: 0 };

/// Calls `see` for every operation of a block, those of inner blocks too.
pub fn visit<'b>(block: &'b Block, see: &mut dyn FnMut(&'b Operation)) {
    for instruction in &block.instructions {
        see(&instruction.operation);
        if let Operation::If {
            then, otherwise, ..
        } = &instruction.operation
        {
            visit(then, see);
            visit(otherwise, see);
        }
    }
}

fn computed_of(subscripts: &[Subscript]) -> impl Iterator<Item = Value> {
    subscripts.iter().filter_map(|subscript| match subscript {
        Subscript::Value(value) => Some(*value),
        Subscript::Symbolic(_) => None,
    })
}

/// The values that an operation uses, without those of inner blocks.
pub fn used_by(operation: &Operation) -> Vec<Value> {
    match operation {
        Operation::Constant(_) | Operation::Symbol(_) => Vec::new(),
        Operation::Read { subscripts, .. } => computed_of(subscripts).collect(),
        Operation::Exists {
            subscripts, guard, ..
        } => computed_of(subscripts).chain(*guard).collect(),
        Operation::Convert { operand, .. }
        | Operation::Negate(operand)
        | Operation::Not(operand) => {
            vec![*operand]
        }
        Operation::Binary { left, right, .. }
        | Operation::Compare { left, right, .. }
        | Operation::Extremum { left, right, .. } => vec![*left, *right],
        Operation::Builtin { arguments, .. } => arguments.clone(),
        Operation::Select {
            condition,
            then,
            otherwise,
        } => vec![*condition, *then, *otherwise],
        Operation::If { condition, .. } => vec![*condition],
    }
}

/// The names that a definition uses anywhere: sizes, tensors, indices.
pub fn used_names(def: &Def) -> HashSet<Arc<str>> {
    let mut names: HashSet<Arc<str>> = def.sizes.iter().map(|size| size.name.clone()).collect();
    names.extend(def.tensors.iter().map(|tensor| tensor.name.clone()));
    for comprehension in def.comprehensions() {
        names.extend(comprehension.indices.iter().map(|index| index.name.clone()));
    }
    names.extend(def.loops().iter().map(|one| one.index.clone()));
    names
}
