//! A def compiled for evaluation: per statement a flat list of instructions over registers.
//!
//! A register is 64 bits: a double, or an integer as [`scalar`](super::scalar) keeps it. Lazy
//! evaluation (`scf.if`) becomes jumps. Subscripts and index values stay symbolic until the sizes
//! are known; [`Formula::bind`] then turns each into a linear combination of the indices, as almost
//! all are, or keeps the tree.

use super::scalar::{FloatOp, IntegerOp};
use crate::tc::Reduction;
use crate::tensor::ElementType;
use tc_syntax::expr::{Expr, Linear, Symbol};

/// The number of a register.
pub type Register = usize;

/// A symbolic range `[low, high)`.
#[derive(Clone, Debug)]
pub struct Range {
    /// First value.
    pub low: Expr,
    /// One past the last value.
    pub high: Expr,
    /// Whether it names only sizes: then it must not be reversed. Others may be empty.
    pub strict: bool,
}

/// The role of a tensor in its def.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Passed by the caller, never written.
    Input,
    /// Returned.
    Return,
    /// Passed by the caller, updated, returned.
    InOut,
    /// A temporary.
    Temporary,
}

/// A tensor of the def.
#[derive(Clone, Debug)]
pub struct TensorInfo {
    /// Its name as written.
    pub name: String,
    /// Its role in the def.
    pub role: Role,
    /// Its element type.
    pub element: ElementType,
    /// Its index bounds, one range for each dimension.
    pub dims: Vec<Range>,
}

/// A subscript of a read.
#[derive(Clone, Debug)]
pub enum Subscript {
    /// The formula with this number.
    Formula(usize),
    /// The integer in this register.
    Register(Register),
}

/// One instruction. `to` is the register written.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Instruction {
    Constant {
        to: Register,
        bits: u64,
    },
    /// An index or a size as an integer of `width` bits.
    Value {
        to: Register,
        formula: usize,
        width: u32,
    },
    Read {
        to: Register,
        tensor: usize,
        subscripts: Vec<Subscript>,
    },
    Integer {
        to: Register,
        op: IntegerOp,
        width: u32,
        a: Register,
        b: Register,
    },
    Float {
        to: Register,
        op: FloatOp,
        a: Register,
        b: Register,
    },
    Function {
        to: Register,
        function: fn(f64) -> f64,
        a: Register,
    },
    MultiplyAdd {
        to: Register,
        a: Register,
        b: Register,
        c: Register,
    },
    CompareIntegers {
        to: Register,
        predicate: i64,
        width: u32,
        a: Register,
        b: Register,
    },
    CompareFloats {
        to: Register,
        predicate: i64,
        a: Register,
        b: Register,
    },
    Select {
        to: Register,
        condition: Register,
        a: Register,
        b: Register,
    },
    /// Keeps the low `width` bits, sign-extended.
    Truncate {
        to: Register,
        a: Register,
        width: u32,
    },
    /// Zero-extends from `width` bits.
    ZeroExtend {
        to: Register,
        a: Register,
        width: u32,
    },
    /// Sign-extends from `width` bits; differs from a copy for `i1`.
    SignExtend {
        to: Register,
        a: Register,
        width: u32,
    },
    Round {
        to: Register,
        a: Register,
        ty: ElementType,
    },
    FromInteger {
        to: Register,
        a: Register,
        width: u32,
        signed: bool,
        ty: ElementType,
    },
    ToInteger {
        to: Register,
        a: Register,
        width: u32,
        signed: bool,
    },
    Copy {
        to: Register,
        a: Register,
    },
    Jump {
        target: usize,
    },
    JumpUnless {
        condition: Register,
        target: usize,
    },
}

/// What a subscript on the left is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftKind {
    /// The index of the statement at this position among the names.
    Index(usize),
    /// One value in each iteration of the loops.
    Fixed,
    /// An expression of the statement's indices, or computed: a scatter.
    Scattered,
}

/// A statement: `T(left) op body`.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The tensor written; of a pair, the one with the values.
    pub target: usize,
    /// Of a pair: the tensor with the places, and the register of the second component.
    pub place_of: Option<(usize, Register)>,
    /// The subscripts of the target.
    pub left: Vec<(Subscript, LeftKind)>,
    /// The names of the loop indices around the statement, then of its own indices.
    pub names: Vec<String>,
    /// The ranges of its own indices.
    pub ranges: Vec<Range>,
    /// The reduction; assignment if none.
    pub reduction: Option<Reduction>,
    /// Whether the target is set to the identity first.
    pub init: bool,
    /// The expressions that instructions name by position.
    pub formulas: Vec<Expr>,
    /// The body.
    pub code: Vec<Instruction>,
    /// The location of each instruction, for messages.
    pub places: Vec<Option<tc_syntax::diagnostic::Place>>,
    /// The number of registers that the body needs.
    pub registers: usize,
    /// The register that contains the value of the body; of a pair, its first component.
    pub result: Register,
    /// The location of the statement, for messages.
    pub place: Option<tc_syntax::diagnostic::Place>,
}

impl Statement {
    /// The number of loops around it.
    pub fn depth(&self) -> usize {
        self.names.len() - self.ranges.len()
    }

    /// Whether a subscript on the left is neither an index nor fixed.
    pub fn is_scatter(&self) -> bool {
        self.left
            .iter()
            .any(|(_, kind)| *kind == LeftKind::Scattered)
    }
}

/// A statement, or a loop around others.
#[derive(Clone, Debug)]
pub enum Step {
    /// One statement.
    Statement(Box<Statement>),
    /// Its steps for each value of the index, in order.
    Loop {
        /// The names of the loop indices, this one last.
        names: Vec<String>,
        /// The values of the index.
        range: Range,
        /// The steps of one iteration.
        body: Vec<Step>,
    },
}

/// A def.
#[derive(Clone, Debug)]
pub struct Program {
    /// Inputs, returns, temporaries.
    pub tensors: Vec<TensorInfo>,
    /// Its statements and loops.
    pub steps: Vec<Step>,
}

impl Program {
    /// The position of the tensor with this name.
    pub fn tensor(&self, name: &str) -> Option<usize> {
        self.tensors.iter().position(|tensor| tensor.name == name)
    }
}

/// An expression over the indices of a statement, sizes replaced by numbers.
#[derive(Clone, Debug)]
pub enum Formula {
    /// `constant + sum of coefficient * index`
    Sum(i64, Vec<(i64, usize)>),
    /// Anything else, with the names of the indices.
    Tree(Expr, Vec<String>),
}

impl Formula {
    /// The formula of `expr`, whose names are indices of the statement or known values.
    pub fn bind(expr: &Expr, names: &[String], known: &dyn Fn(&Symbol) -> Option<i64>) -> Formula {
        let bound = expr.substitute(&|symbol| known(symbol).map(Expr::Const));
        let sum = Linear::of(&bound).and_then(|linear| {
            let terms = linear.terms().iter().map(|(atom, coefficient)| {
                let position = names
                    .iter()
                    .position(|name| Some(name.as_str()) == atom.as_name())?;
                Some((*coefficient, position))
            });
            Some(Formula::Sum(
                linear.constant_part(),
                terms.collect::<Option<Vec<_>>>()?,
            ))
        });
        sum.unwrap_or_else(|| Formula::Tree(bound, names.to_vec()))
    }

    /// The value at a point; `None` on overflow and on division by zero.
    pub fn at(&self, point: &[i64]) -> Option<i64> {
        match self {
            Formula::Sum(constant, terms) => {
                terms
                    .iter()
                    .try_fold(*constant, |sum, (coefficient, position)| {
                        sum.checked_add(coefficient.checked_mul(point[*position])?)
                    })
            }
            Formula::Tree(expr, names) => expr.evaluate(&|symbol| {
                let position = names
                    .iter()
                    .position(|name| Some(name.as_str()) == symbol.as_name())?;
                point.get(position).copied()
            }),
        }
    }
}
