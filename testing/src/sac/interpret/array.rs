//! Arrays of numbers.

use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::BinaryOp;

/// An element.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Number {
    Bool(bool),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
}

/// A value: type, shape, and elements in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// The type of the elements, also where there are none.
    pub scalar: Scalar,
    /// The extents.
    pub shape: Vec<usize>,
    /// The elements.
    pub data: Vec<Number>,
}

use Number::*;

impl Number {
    /// Its type.
    pub fn scalar(self) -> Scalar {
        match self {
            Bool(_) => Scalar::Bool,
            Int(_) => Scalar::Int32,
            Long(_) => Scalar::Int64,
            Float(_) => Scalar::Float,
            Double(_) => Scalar::Double,
        }
    }

    /// The zero of a type.
    pub fn zero(scalar: Scalar) -> Number {
        Number::of(scalar, 0)
    }

    /// A small integer in a type.
    pub fn of(scalar: Scalar, value: i8) -> Number {
        match scalar {
            Scalar::Bool => Bool(value != 0),
            Scalar::Int64 => Long(value.into()),
            Scalar::Float => Float(value.into()),
            Scalar::Double => Double(value.into()),
            _ => Int(value.into()),
        }
    }

    /// The smallest and the largest value of a type.
    pub fn extremes(scalar: Scalar) -> (Number, Number) {
        match scalar {
            Scalar::Bool => (Bool(false), Bool(true)),
            Scalar::Int64 => (Long(i64::MIN), Long(i64::MAX)),
            Scalar::Float => (Float(f32::MIN), Float(f32::MAX)),
            Scalar::Double => (Double(f64::MIN), Double(f64::MAX)),
            _ => (Int(i32::MIN), Int(i32::MAX)),
        }
    }

    /// Its value as an index.
    pub fn as_int(self) -> i64 {
        match self {
            Bool(value) => value.into(),
            Int(value) => value.into(),
            Long(value) => value,
            Float(value) => value as i64,
            Double(value) => value as i64,
        }
    }

    fn as_double(self) -> f64 {
        match self {
            Float(value) => value.into(),
            Double(value) => value,
            other => other.as_int() as f64,
        }
    }

    /// `-a`
    pub fn negate(self) -> Number {
        match self {
            Bool(value) => Bool(value),
            Int(value) => Int(value.wrapping_neg()),
            Long(value) => Long(value.wrapping_neg()),
            Float(value) => Float(-value),
            Double(value) => Double(-value),
        }
    }

    /// `!a`
    pub fn logical_not(self) -> Number {
        Bool(self.as_int() == 0)
    }

    /// `abs(a)`
    pub fn abs(self) -> Number {
        match self {
            Float(value) => Float(value.abs()),
            Double(value) => Double(value.abs()),
            other if other.as_int() < 0 => other.negate(),
            other => other,
        }
    }

    /// `a op b` on one type; none where an integer is divided by zero.
    pub fn binary(self, op: BinaryOp, other: Number) -> Option<Number> {
        use BinaryOp::*;
        let order = || match (self, other) {
            (Float(_) | Double(_), _) => self.as_double().partial_cmp(&other.as_double()),
            _ => Some(self.as_int().cmp(&other.as_int())),
        };
        Some(match op {
            Less => Bool(order().is_some_and(|order| order.is_lt())),
            LessEqual => Bool(order().is_some_and(|order| order.is_le())),
            Greater => Bool(order().is_some_and(|order| order.is_gt())),
            GreaterEqual => Bool(order().is_some_and(|order| order.is_ge())),
            Equal => Bool(order().is_some_and(|order| order.is_eq())),
            NotEqual => Bool(!order().is_some_and(|order| order.is_eq())),
            And => Bool(self.as_int() != 0 && other.as_int() != 0),
            Or => Bool(self.as_int() != 0 || other.as_int() != 0),
            Add | Sub | Mul | Div | Rem => return self.arithmetic(op, other),
        })
    }

    fn arithmetic(self, op: BinaryOp, other: Number) -> Option<Number> {
        macro_rules! integers {
            ($kind:ident, $a:expr, $b:expr) => {
                match op {
                    BinaryOp::Add => $kind($a.wrapping_add($b)),
                    BinaryOp::Sub => $kind($a.wrapping_sub($b)),
                    BinaryOp::Mul => $kind($a.wrapping_mul($b)),
                    _ if $b == 0 => return None,
                    BinaryOp::Div => $kind($a.wrapping_div($b)),
                    _ => $kind($a.wrapping_rem($b)),
                }
            };
        }
        macro_rules! reals {
            ($kind:ident, $a:expr, $b:expr) => {
                match op {
                    BinaryOp::Add => $kind($a + $b),
                    BinaryOp::Sub => $kind($a - $b),
                    BinaryOp::Mul => $kind($a * $b),
                    BinaryOp::Div => $kind($a / $b),
                    _ => $kind($a % $b),
                }
            };
        }
        Some(match (self, other) {
            (Int(a), Int(b)) => integers!(Int, a, b),
            (Long(a), Long(b)) => integers!(Long, a, b),
            (Float(a), Float(b)) => reals!(Float, a, b),
            (a, b) => reals!(Double, a.as_double(), b.as_double()),
        })
    }

    /// The value in another type.
    pub fn convert(self, scalar: Scalar) -> Number {
        match scalar {
            Scalar::Int32 => match self {
                Float(value) => Int(value as i32),
                Double(value) => Int(value as i32),
                other => Int(other.as_int() as i32),
            },
            Scalar::Float => match self {
                Double(value) => Float(value as f32),
                Float(value) => Float(value),
                other => Float(other.as_int() as f32),
            },
            _ => Double(self.as_double()),
        }
    }

    /// A function on reals.
    pub fn real(self, of_float: fn(f32) -> f32, of_double: fn(f64) -> f64) -> Number {
        match self {
            Float(value) => Float(of_float(value)),
            other => Double(of_double(other.as_double())),
        }
    }
}

impl Array {
    /// An array without axes.
    pub fn scalar(value: Number) -> Array {
        Array {
            scalar: value.scalar(),
            shape: Vec::new(),
            data: vec![value],
        }
    }

    /// An int; a larger literal is a long.
    pub fn int(value: i64) -> Array {
        Array::scalar(match i32::try_from(value) {
            Ok(value) => Int(value),
            Err(_) => Long(value),
        })
    }

    /// A vector of ints.
    pub fn ints(values: &[i64]) -> Array {
        Array {
            scalar: Scalar::Int32,
            shape: vec![values.len()],
            data: values.iter().map(|value| Int(*value as i32)).collect(),
        }
    }

    /// All zeros.
    pub fn zeros(scalar: Scalar, shape: &[usize]) -> Array {
        Array {
            scalar,
            shape: shape.to_vec(),
            data: vec![Number::zero(scalar); shape.iter().product()],
        }
    }

    /// From a function of the position.
    pub fn build(scalar: Scalar, shape: &[usize], element: impl Fn(&[usize]) -> Number) -> Array {
        Array {
            scalar,
            shape: shape.to_vec(),
            data: super::positions(shape)
                .iter()
                .map(|one| element(one))
                .collect(),
        }
    }

    /// Where an element is.
    pub fn offset(&self, position: &[usize]) -> usize {
        let axes = self.shape.iter().zip(position);
        axes.fold(0, |offset, (extent, at)| offset * extent + at)
    }

    /// An element.
    pub fn at(&self, position: &[usize]) -> Number {
        self.data[self.offset(position)]
    }

    /// With a function on each element; the type of an empty array stays.
    pub fn map(mut self, function: impl Fn(Number) -> Number) -> Array {
        self.data.iter_mut().for_each(|one| *one = function(*one));
        self.scalar = self.data.first().map_or(self.scalar, |one| one.scalar());
        self
    }
}
