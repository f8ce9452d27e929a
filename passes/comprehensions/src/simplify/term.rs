//! Terms: what the rules rewrite. A node is an operator of one type over other nodes.
//!
//! The type is part of the operator (`mul:f32`), since a 1 of f32 and a 1 of f64 are different
//! nodes. Operators that the rules know have a meaning here, [`Operator::apply`]; all others are
//! compared by name and attributes only, and reads are leaves.

use std::fmt;

use egg::{FromOp, Id, Language};
use tc_dialects::evaluator::scalar::{IntegerOp, compare_floats, compare_integers, minimum};
use tc_syntax::expr::{floor_div, floor_mod};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    F16,
    BF16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    Index,
    /// The integers of subscripts and of `tc.value`, which do not overflow.
    Subscript,
}

impl Scalar {
    pub const ALL: [Scalar; 11] = [
        Scalar::F16,
        Scalar::BF16,
        Scalar::F32,
        Scalar::F64,
        Scalar::I1,
        Scalar::I8,
        Scalar::I16,
        Scalar::I32,
        Scalar::I64,
        Scalar::Index,
        Scalar::Subscript,
    ];

    /// The spelling of MLIR, which subscripts do not have.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::F16 => "f16",
            Scalar::BF16 => "bf16",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
            Scalar::I1 => "i1",
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::Index => "index",
            Scalar::Subscript => "subscript",
        }
    }

    pub fn of_name(name: &str) -> Option<Scalar> {
        Scalar::ALL.into_iter().find(|ty| ty.name() == name)
    }

    pub fn is_floating(self) -> bool {
        self <= Scalar::F64
    }

    /// The bits of an integer.
    pub fn width(self) -> u32 {
        match self {
            Scalar::F16 | Scalar::BF16 | Scalar::I16 => 16,
            Scalar::F32 | Scalar::I32 => 32,
            Scalar::I1 => 1,
            Scalar::I8 => 8,
            Scalar::F64 | Scalar::I64 | Scalar::Index | Scalar::Subscript => 64,
        }
    }

    /// The smallest and the largest integer.
    pub fn limits(self) -> (i128, i128) {
        match self.width() {
            1 => (0, 1),
            width => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        }
    }
}

/// An operator that rules know, of all types; on integers signed where it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    /// Floating, or floored.
    Div,
    /// With the sign of the dividend.
    Rem,
    /// With the sign of the divisor; of subscripts only.
    Mod,
    Neg,
    Min,
    Max,
    And,
    Or,
    Xor,
    Abs,
    Floor,
    Ceil,
    Trunc,
    Round,
    Select,
    /// By the number of MLIR's predicate.
    Compare(u8),
}

const INTEGER_PREDICATES: [&str; 10] = [
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
];
const FLOAT_PREDICATES: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "true",
];

/// Name in rules, operation on floating values, operation on integers.
const OPERATORS: [(Operator, &str, &str, &str); 18] = [
    (Operator::Add, "add", "arith.addf", "arith.addi"),
    (Operator::Sub, "sub", "arith.subf", "arith.subi"),
    (Operator::Mul, "mul", "arith.mulf", "arith.muli"),
    (Operator::Div, "div", "arith.divf", "arith.floordivsi"),
    (Operator::Rem, "rem", "", "arith.remsi"),
    (Operator::Mod, "mod", "", ""),
    (Operator::Neg, "neg", "arith.negf", ""),
    (Operator::Min, "min", "arith.minimumf", "arith.minsi"),
    (Operator::Max, "max", "arith.maximumf", "arith.maxsi"),
    (Operator::And, "and", "", "arith.andi"),
    (Operator::Or, "or", "", "arith.ori"),
    (Operator::Xor, "xor", "", "arith.xori"),
    (Operator::Abs, "abs", "math.absf", ""),
    (Operator::Floor, "floor", "math.floor", ""),
    (Operator::Ceil, "ceil", "math.ceil", ""),
    (Operator::Trunc, "trunc", "math.trunc", ""),
    (Operator::Round, "round", "math.round", ""),
    (Operator::Select, "select", "arith.select", "arith.select"),
];

impl Operator {
    /// The operator of an operation on values of this type; comparisons apart.
    pub fn of_operation(name: &str, ty: Scalar) -> Option<Operator> {
        let is_it = |(_, _, floating, integer): &&(_, _, &str, &str)| {
            name == if ty.is_floating() {
                *floating
            } else {
                *integer
            }
        };
        OPERATORS.iter().find(is_it).map(|(operator, ..)| *operator)
    }

    /// The operation on values of this type.
    pub fn operation(self, ty: Scalar) -> &'static str {
        let floating = ty.is_floating();
        let entry = OPERATORS.iter().find(|(operator, ..)| *operator == self);
        match entry {
            Some((_, _, name, _)) if floating => name,
            Some((.., name)) => name,
            None if floating => "arith.cmpf",
            None => "arith.cmpi",
        }
    }

    fn of_name(name: &str, ty: Scalar) -> Option<Operator> {
        let entry = OPERATORS.iter().find(|(_, known, ..)| *known == name);
        let position = || predicates(ty).iter().position(|known| *known == name);
        entry
            .map(|(operator, ..)| *operator)
            .or_else(|| Some(Operator::Compare(position()? as u8)))
    }

    fn name(self, ty: Scalar) -> &'static str {
        let entry = OPERATORS.iter().find(|(operator, ..)| *operator == self);
        match (entry, self) {
            (Some((_, name, ..)), _) => name,
            (None, Operator::Compare(predicate)) => predicates(ty)[usize::from(predicate)],
            (None, _) => "?",
        }
    }

    /// The value at these operands; none where it is undefined, where the type's arithmetic is not
    /// known here, and where a floating result is no normal number: what becomes of those, machines
    /// may differ on.
    pub fn apply(self, ty: Scalar, operands: &[i64]) -> Option<i64> {
        if self == Operator::Select {
            let [condition, yes, no] = operands else {
                return None;
            };
            return Some(if *condition != 0 { *yes } else { *no });
        }
        let first = *operands.first()?;
        let second = operands.get(1).copied().unwrap_or(0);
        match ty {
            Scalar::F32 | Scalar::F64 => self.apply_floating(ty, first, second),
            Scalar::F16 | Scalar::BF16 => None,
            Scalar::Subscript => self.apply_to_subscripts(first, second),
            _ => self.apply_to_integers(ty.width(), first, second),
        }
    }

    fn apply_floating(self, ty: Scalar, a: i64, b: i64) -> Option<i64> {
        let (a, b) = (floating(a), floating(b));
        if let Operator::Compare(predicate) = self {
            return compare_floats(predicate.into(), a, b).map(i64::from);
        }
        let value = match ty {
            Scalar::F32 => f64::from(self.arithmetic(a as f32, b as f32)?),
            _ => self.arithmetic(a, b)?,
        };
        Some(bits(value))
    }

    /// In the precision of the operands.
    fn arithmetic<F>(self, a: F, b: F) -> Option<F>
    where
        F: Floating,
    {
        let wide = |function: fn(f64) -> f64| F::from_double(function(a.to_double()));
        Some(match self {
            Operator::Add => a + b,
            Operator::Sub => a - b,
            Operator::Mul => a * b,
            Operator::Div => a / b,
            Operator::Neg => -a,
            Operator::Min => F::from_double(minimum(a.to_double(), b.to_double())),
            Operator::Max => F::from_double(-minimum(-a.to_double(), -b.to_double())),
            Operator::Abs => wide(f64::abs),
            Operator::Floor => wide(f64::floor),
            Operator::Ceil => wide(f64::ceil),
            Operator::Trunc => wide(f64::trunc),
            Operator::Round => wide(f64::round),
            _ => return None,
        })
    }

    fn apply_to_subscripts(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Operator::Add => a.checked_add(b),
            Operator::Sub => a.checked_sub(b),
            Operator::Mul => a.checked_mul(b),
            Operator::Div => floor_div(a, b),
            Operator::Mod => floor_mod(a, b),
            Operator::Min => Some(a.min(b)),
            Operator::Max => Some(a.max(b)),
            _ => None,
        }
    }

    fn apply_to_integers(self, width: u32, a: i64, b: i64) -> Option<i64> {
        if let Operator::Compare(predicate) = self {
            return compare_integers(predicate.into(), a, b, width).map(i64::from);
        }
        let most_negative = -1_i64 << (width - 1);
        if matches!(self, Operator::Div | Operator::Rem) && b == -1 && a == most_negative {
            return None;
        }
        let operation = IntegerOp::of(self.operation(Scalar::I32))?;
        operation.apply(a, b, width)
    }
}

/// f32 or f64.
trait Floating:
    Copy
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
    + std::ops::Neg<Output = Self>
{
    fn to_double(self) -> f64;
    fn from_double(value: f64) -> Self;
}

impl Floating for f32 {
    fn to_double(self) -> f64 {
        self.into()
    }
    fn from_double(value: f64) -> Self {
        value as f32
    }
}

impl Floating for f64 {
    fn to_double(self) -> f64 {
        self
    }
    fn from_double(value: f64) -> Self {
        value
    }
}

/// The number that a floating constant's bits, those of a double, stand for.
pub fn floating(bits: i64) -> f64 {
    f64::from_bits(bits as u64)
}

/// The bits of a floating constant.
pub fn bits(value: f64) -> i64 {
    value.to_bits() as i64
}

/// Whether it is a zero or a normal number of the type.
pub fn is_normal(ty: Scalar, value: f64) -> bool {
    let (smallest, largest) = match ty {
        Scalar::F16 => (2_f64.powi(-14), 65504.0),
        Scalar::F64 => (f64::MIN_POSITIVE, f64::MAX),
        _ => (f64::from(f32::MIN_POSITIVE), f64::from(f32::MAX)),
    };
    value == 0.0 || (smallest..=largest).contains(&value.abs())
}

fn predicates(ty: Scalar) -> &'static [&'static str] {
    if ty.is_floating() {
        &FLOAT_PREDICATES
    } else {
        &INTEGER_PREDICATES
    }
}

/// What a node is, apart from its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// An operator on operands of a type.
    LeafFacts(Operator, Scalar),
    /// A number: an integer, or the bits of a double.
    Constant(Scalar, i64),
    /// A value that is computed elsewhere, by number.
    Leaf(u32),
    /// An operation that rules do not know, by number.
    Other(u32),
}

/// A node of a term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    pub op: Op,
    pub operands: Vec<Id>,
}

impl Term {
    pub fn new(op: Op, operands: Vec<Id>) -> Self {
        Term { op, operands }
    }

    pub fn constant(ty: Scalar, value: i64) -> Self {
        Term::new(Op::Constant(ty, value), Vec::new())
    }
}

impl Language for Term {
    type Discriminant = Op;

    fn discriminant(&self) -> Op {
        self.op
    }

    fn matches(&self, other: &Self) -> bool {
        self.op == other.op && self.operands.len() == other.operands.len()
    }

    fn children(&self) -> &[Id] {
        &self.operands
    }

    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.operands
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.op {
            Op::LeafFacts(operator, ty) => write!(f, "{}:{}", operator.name(ty), ty.name()),
            Op::Constant(ty, value) if ty.is_floating() => {
                write!(f, "{}:{}", floating(value), ty.name())
            }
            Op::Constant(ty, value) => write!(f, "{value}:{}", ty.name()),
            Op::Leaf(number) => write!(f, "leaf{number}"),
            Op::Other(number) => write!(f, "other{number}"),
        }
    }
}

/// Reads `mul:f32` and `-0:f32`, the notation of rules.
impl FromOp for Term {
    type Error = String;

    fn from_op(text: &str, operands: Vec<Id>) -> Result<Self, String> {
        let unknown = || format!("expected an operator or a number with its type, found `{text}`");
        let (name, ty) = text.rsplit_once(':').ok_or_else(unknown)?;
        let ty = Scalar::of_name(ty).ok_or_else(unknown)?;
        let constant = match name {
            "true" | "false" if ty == Scalar::I1 => Some(i64::from(name == "true")),
            _ if ty.is_floating() => name.parse().ok().map(bits),
            _ => name.parse().ok(),
        };
        if let (Some(value), true) = (constant, operands.is_empty()) {
            return Ok(Term::constant(ty, value));
        }
        let operator = Operator::of_name(name, ty).ok_or_else(unknown)?;
        Ok(Term::new(Op::LeafFacts(operator, ty), operands))
    }
}
