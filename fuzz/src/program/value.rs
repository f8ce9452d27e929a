//! The values that an expression can have, and the largest difference between two correct
//! executors.
//!
//! A compiled program may add in any order, contract a product and a sum, and rounds after every
//! operation; the reference evaluator works in double and rounds at stores and casts. To define
//! "the same", every floating value of a generated program carries an interval and a bound of the
//! absolute error between two such executors (Higham, "Accuracy and stability of numerical
//! algorithms", chapter 3: first-order forward error):
//!
//! - While `magnitude * 2^grain` stays below the precision of the type the value is a multiple of
//!   `2^-grain` that every order of evaluation computes without rounding: the error is 0, and
//!   outputs must be equal to the bit.
//! - Otherwise each operation adds one unit roundoff of its magnitude (a built-in
//!   `BUILTIN_ROUNDINGS` of them), scaled errors of its operands besides. If an error could
//!   change a decision (a comparison, `floor`, a cast to an integer) the operation is
//!   [`Unsuitable`]: the generator does not make it, and the shrinker does not keep it.
//!
//! Integers are exact; their intervals serve casts to a floating type.

use super::ast::Binary;
use tc_syntax::scalar::Scalar;

/// The number of operations that a built-in counts (8 in section 11 of the language specification;
/// the emulator's libdevice needs a few more at the ends of `tan` and `pow`).
const BUILTIN_ROUNDINGS: f64 = 32.0;
/// Larger floating values are not generated: half ends at 65504.
const LARGEST: f64 = 1e6;
/// The grain of an input that is not a short binary fraction.
const ANY_GRAIN: i32 = 200;

/// An expression whose value legitimately depends on the order of evaluation, or that overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsuitable;

type Valued = Result<Value, Unsuitable>;

/// A literal takes the type of its sibling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    No,
    Integer,
    Floating,
}

/// What is known about an expression's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    pub ty: Scalar,
    pub literal: Literal,
    /// Its finite values lie in `low..=high`.
    pub low: f64,
    pub high: f64,
    /// Finite exact values are multiples of `2^-grain`.
    pub grain: i32,
    /// Two executors differ by at most this much.
    pub error: f64,
    /// It may be NaN or infinite.
    pub special: bool,
}

/// Unit roundoff of the type in which a value is computed.
fn roundoff(ty: Scalar) -> f64 {
    if ty == Scalar::Double {
        f64::EPSILON / 2.0
    } else {
        f64::from(f32::EPSILON) / 2.0
    }
}

/// Unit roundoff of the type as it is stored.
fn stored_roundoff(ty: Scalar) -> f64 {
    match ty {
        Scalar::Half => 2.0_f64.powi(-11),
        Scalar::BFloat16 => 2.0_f64.powi(-8),
        other => roundoff(other),
    }
}

impl Value {
    pub fn integer(ty: Scalar, low: f64, high: f64) -> Value {
        Value {
            ty,
            literal: Literal::No,
            low,
            high,
            grain: 0,
            error: 0.0,
            special: false,
        }
        .wrapped()
    }

    pub fn boolean() -> Value {
        Value::integer(Scalar::Bool, 0.0, 1.0)
    }

    pub fn floating(ty: Scalar, low: f64, high: f64, grain: i32) -> Value {
        Value {
            ty,
            literal: Literal::No,
            low,
            high,
            grain,
            error: 0.0,
            special: false,
        }
    }

    /// An input that is not a short binary fraction.
    pub fn any_fraction(ty: Scalar, low: f64, high: f64) -> Value {
        Value::floating(ty, low, high, ANY_GRAIN)
    }

    pub fn literal_integer(value: i64) -> Value {
        let ty = if i32::try_from(value).is_ok() {
            Scalar::Int32
        } else {
            Scalar::Int64
        };
        Value {
            literal: Literal::Integer,
            ..Value::integer(ty, value as f64, value as f64)
        }
    }

    pub fn literal_floating(value: f64) -> Value {
        Value {
            literal: Literal::Floating,
            ..Value::floating(Scalar::Float, value, value, 10)
        }
    }

    pub fn magnitude(&self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    pub fn is_exact(&self) -> bool {
        self.error == 0.0
    }

    /// An integer that overflowed can be any value of its type.
    fn wrapped(mut self) -> Value {
        if let Some((smallest, largest)) = self.ty.integer_range()
            && (self.low < smallest as f64 || self.high > largest as f64)
        {
            (self.low, self.high) = (smallest as f64, largest as f64);
        }
        self
    }

    /// Charges `operations` roundings unless the value is exact.
    fn rounded(mut self, operations: f64) -> Valued {
        let magnitude = self.magnitude();
        if magnitude.is_nan() || magnitude > LARGEST {
            return Err(Unsuitable);
        }
        let limit = if self.ty == Scalar::Double { 53 } else { 24 };
        let fits = magnitude * 2.0_f64.powi(self.grain) <= 2.0_f64.powi(limit);
        if self.error > 0.0 || !fits {
            self.error += operations * roundoff(self.ty) * magnitude + f64::from(f32::MIN_POSITIVE);
            self.grain = ANY_GRAIN;
        }
        Ok(self)
    }

    /// The result of an implicit conversion or a cast.
    pub fn converted(self, ty: Scalar) -> Valued {
        let mut value = Value {
            ty,
            literal: Literal::No,
            ..self
        };
        match (self.ty.is_floating(), ty.is_floating()) {
            _ if self.ty == ty => Ok(value),
            (_, false) if ty == Scalar::Bool => {
                if self.is_exact() {
                    Ok(Value::boolean())
                } else {
                    Err(Unsuitable)
                }
            }
            (false, false) => Ok(value.wrapped()),
            (true, false) => {
                if !self.is_exact() {
                    return Err(Unsuitable);
                }
                let (smallest, largest) = ty.integer_range().unwrap_or((0, 1));
                let clamp = |end: f64| end.trunc().clamp(smallest as f64, largest as f64);
                if self.special {
                    (value.low, value.high) = (smallest as f64, largest as f64);
                } else {
                    (value.low, value.high) = (clamp(self.low), clamp(self.high));
                }
                value.grain = 0;
                value.special = false;
                Ok(value)
            }
            (false, true) => {
                // Above 2^24 an integer may be rounded twice when it is converted to a narrow type.
                let precision = if ty == Scalar::Double { 53 } else { 24 };
                if self.magnitude() > 2.0_f64.powi(precision) {
                    return Err(Unsuitable);
                }
                value.stored()
            }
            (true, true) => value.stored(),
        }
    }

    /// The value after a store or a cast: rounded to its type. All executors round an exact value
    /// alike.
    pub fn stored(mut self) -> Valued {
        self.literal = Literal::No;
        if !self.ty.is_floating() {
            return Ok(self);
        }
        if self.ty == Scalar::Half && self.magnitude() > 60000.0 || self.magnitude() > LARGEST {
            return Err(Unsuitable);
        }
        let step = stored_roundoff(self.ty);
        if self.error > 0.0 {
            self.error += 2.0 * step * self.magnitude();
        }
        self.low -= step * self.low.abs();
        self.high += step * self.high.abs();
        Ok(self)
    }

    /// Every value of either.
    pub fn join(self, other: Value) -> Value {
        Value {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            grain: self.grain.max(other.grain),
            error: self.error.max(other.error),
            special: self.special || other.special,
            ..self
        }
    }

    /// The value of `n` of these combined by `+`, in any order.
    pub fn summed(self, n: f64) -> Valued {
        let mut sum = self;
        sum.low = n * self.low.min(0.0);
        sum.high = n * self.high.max(0.0);
        sum.error = n * self.error;
        if self.ty.is_floating() {
            sum.rounded(n + 1.0)
        } else {
            Ok(sum.wrapped())
        }
    }

    /// The value of `n` of these combined by `*`, in any order.
    pub fn multiplied(self, n: f64) -> Valued {
        if !self.ty.is_floating() {
            return Ok(Value {
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
                ..self
            }
            .wrapped());
        }
        let bound = (self.magnitude() + self.error).max(1.0);
        let largest = bound.powf(n);
        let mut product = self;
        (product.low, product.high) = (-largest, largest);
        product.error = n * self.error * largest;
        product.grain = self.grain.saturating_mul(n as i32).min(ANY_GRAIN);
        product.rounded(n + 1.0)
    }
}

/// Literals take the type of their sibling, then both are promoted.
fn promoted(a: Value, b: Value, arithmetic: bool) -> Result<(Value, Value), Unsuitable> {
    let ty = match (a.literal, b.literal) {
        (Literal::No, Literal::No) => a.ty.promote(b.ty),
        (Literal::No, kind) => adapted(kind, b, a.ty)?,
        (kind, Literal::No) => adapted(kind, a, b.ty)?,
        _ => a.ty.promote(b.ty),
    };
    let ty = if arithmetic && ty == Scalar::Bool {
        Scalar::Int32
    } else {
        ty
    };
    Ok((a.converted(ty)?, b.converted(ty)?))
}

/// The common type of a literal and its sibling.
fn adapted(kind: Literal, literal: Value, sibling: Scalar) -> Result<Scalar, Unsuitable> {
    match kind {
        Literal::Floating if sibling.is_floating() => Ok(sibling),
        Literal::Integer if sibling.is_floating() => Ok(sibling),
        Literal::Integer if sibling.is_integer() => {
            let (smallest, largest) = sibling.integer_range().unwrap_or((0, 0));
            let fits = literal.low >= smallest as f64 && literal.high <= largest as f64;
            Ok(if fits {
                sibling
            } else {
                literal.ty.promote(sibling)
            })
        }
        _ => Ok(literal.ty.promote(sibling)),
    }
}

/// The value of `a operator b`.
pub fn binary(operator: Binary, a: Value, b: Value) -> Valued {
    use Binary::*;
    match operator {
        And | Or => {
            let both = a.ty == Scalar::Bool && b.ty == Scalar::Bool;
            if both {
                Ok(Value::boolean())
            } else {
                Err(Unsuitable)
            }
        }
        Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual => {
            let (a, b) = promoted(a, b, false)?;
            let ordered = !matches!(operator, Equal | NotEqual);
            if !a.is_exact() || !b.is_exact() || (ordered && a.ty == Scalar::Bool) {
                return Err(Unsuitable);
            }
            Ok(Value::boolean())
        }
        Minimum | Maximum => {
            let (a, b) = promoted(a, b, false)?;
            let mut value = a.join(b);
            if operator == Minimum {
                value.high = a.high.min(b.high);
            } else {
                value.low = a.low.max(b.low);
            }
            // A special operand can hide the bound of the other one.
            if a.special || b.special {
                (value.low, value.high) = (a.low.min(b.low), a.high.max(b.high));
            }
            value.high = value.high.max(value.low);
            Ok(value)
        }
        Add | Subtract | Multiply => arithmetic(operator, a, b),
        Divide => divide(a, b),
        Remainder => remainder(a, b),
    }
}

fn arithmetic(operator: Binary, a: Value, b: Value) -> Valued {
    let (a, b) = promoted(a, b, true)?;
    let mut value = a.join(b);
    match operator {
        Binary::Multiply => {
            let ends = [
                a.low * b.low,
                a.low * b.high,
                a.high * b.low,
                a.high * b.high,
            ];
            value.low = ends.into_iter().fold(f64::INFINITY, f64::min);
            value.high = ends.into_iter().fold(f64::NEG_INFINITY, f64::max);
            value.error = a.error * b.magnitude() + b.error * a.magnitude() + a.error * b.error;
            value.grain = (a.grain + b.grain).min(ANY_GRAIN);
        }
        Binary::Add => {
            (value.low, value.high) = (a.low + b.low, a.high + b.high);
            value.error = a.error + b.error;
        }
        _ => {
            (value.low, value.high) = (a.low - b.high, a.high - b.low);
            value.error = a.error + b.error;
        }
    }
    if value.ty.is_floating() {
        value.rounded(1.0)
    } else {
        Ok(value.wrapped())
    }
}

fn divide(a: Value, b: Value) -> Valued {
    let (a, b) = promoted(a, b, true)?;
    let mut value = a.join(b);
    if !value.ty.is_floating() {
        if b.low <= 0.0 && b.high >= 0.0 {
            return Err(Unsuitable);
        }
        let magnitude = a.magnitude();
        (value.low, value.high) = (-magnitude, magnitude);
        return Ok(value.wrapped());
    }
    let smallest = b.low.abs().min(b.high.abs()) - b.error;
    if (b.low <= 0.0 && b.high >= 0.0) || smallest < 1.0 / 64.0 {
        return Err(Unsuitable);
    }
    let magnitude = a.magnitude() / smallest;
    (value.low, value.high) = (-magnitude, magnitude);
    value.error = (a.error + magnitude * b.error) / smallest;
    let power_of_two = b.low == b.high && b.low.abs().log2().fract() == 0.0;
    value.grain = if power_of_two {
        (a.grain + b.low.abs().log2() as i32).max(0)
    } else {
        ANY_GRAIN
    };
    value.rounded(1.0)
}

fn remainder(a: Value, b: Value) -> Valued {
    let (a, b) = promoted(a, b, true)?;
    if a.ty.is_floating() || (b.low <= 0.0 && b.high >= 0.0) {
        return Err(Unsuitable);
    }
    let magnitude = b.magnitude();
    Ok(Value {
        low: -magnitude,
        high: magnitude,
        ..a
    }
    .wrapped())
}

/// The value of `-a`.
pub fn negated(a: Value) -> Valued {
    match a.ty {
        Scalar::Bool => Err(Unsuitable),
        _ => Ok(Value {
            low: -a.high,
            high: -a.low,
            ..a
        }
        .wrapped()),
    }
}

/// The value of `condition ? a : b`.
pub fn selected(condition: Value, a: Value, b: Value) -> Valued {
    if condition.ty != Scalar::Bool {
        return Err(Unsuitable);
    }
    let (a, b) = promoted(a, b, false)?;
    Ok(a.join(b))
}

/// The type of a built-in's arguments: floating; integers count as float.
fn floating_promotion(arguments: &[Value]) -> Result<Vec<Value>, Unsuitable> {
    let typed = arguments
        .iter()
        .filter(|argument| argument.literal == Literal::No);
    let types: Vec<Scalar> = typed
        .map(|one| {
            if one.ty.is_floating() {
                one.ty
            } else {
                Scalar::Float
            }
        })
        .collect();
    let ty = types
        .into_iter()
        .reduce(Scalar::promote)
        .unwrap_or(Scalar::Float);
    arguments
        .iter()
        .map(|argument| argument.converted(ty))
        .collect()
}

/// The value of a built-in function.
pub fn builtin(name: &str, arguments: &[Value]) -> Valued {
    if name == "abs" && !arguments[0].ty.is_floating() {
        let magnitude = arguments[0].magnitude();
        return match arguments[0].ty {
            Scalar::Bool => Err(Unsuitable),
            _ => Ok(Value {
                low: 0.0,
                high: magnitude,
                literal: Literal::No,
                ..arguments[0]
            }
            .wrapped()),
        };
    }
    let arguments = floating_promotion(arguments)?;
    let a = arguments[0];
    match (name, arguments.get(1)) {
        ("abs" | "fabs", _) => {
            let low = if a.low > 0.0 {
                a.low
            } else {
                (-a.high).max(0.0)
            };
            Ok(Value {
                low,
                high: a.magnitude(),
                ..a
            })
        }
        ("floor" | "ceil" | "round" | "trunc", _) if a.is_exact() => Ok(Value {
            low: a.low.floor(),
            high: a.high.ceil(),
            grain: 0,
            ..a
        }),
        ("fmin" | "fmax", Some(b)) => Ok(a.join(*b)),
        // The sign of a zero is not specified, so the second operand must not be one.
        ("copysign", Some(b)) if b.is_exact() && !b.special && (b.low > 0.0 || b.high < 0.0) => {
            let magnitude = a.magnitude();
            Ok(Value {
                low: -magnitude,
                high: magnitude,
                ..a
            })
        }
        ("fmod", Some(b)) if a.is_exact() && b.is_exact() && (b.low > 0.0 || b.high < 0.0) => {
            let magnitude = a.magnitude().min(b.magnitude());
            Ok(Value {
                low: -magnitude,
                high: magnitude,
                grain: a.grain.max(b.grain),
                special: a.special || b.special,
                ..a
            })
        }
        ("fma", Some(b)) => arithmetic(
            Binary::Add,
            arithmetic(Binary::Multiply, a, *b)?,
            arguments[2],
        ),
        ("hypot", Some(b)) => {
            let magnitude = a.magnitude().hypot(b.magnitude());
            function(a.join(*b), 0.0, magnitude, 2.0)
        }
        ("atan2", Some(b)) if b.low - b.error >= 0.25 => function(a.join(*b), -3.2, 3.2, 4.0),
        ("pow", Some(b)) if a.low - a.error >= 0.25 && a.is_exact() && b.is_exact() => {
            let ends = [
                a.low.powf(b.low),
                a.low.powf(b.high),
                a.high.powf(b.low),
                a.high.powf(b.high),
            ];
            function(a.join(*b), 0.0, ends.into_iter().fold(0.0, f64::max), 0.0)
        }
        (_, None) => unary_function(name, a),
        _ => Err(Unsuitable),
    }
}

/// Functions of one argument, with a bound on their slope over the interval.
fn unary_function(name: &str, a: Value) -> Valued {
    let (low, high) = (a.low - a.error, a.high + a.error);
    match name {
        "exp" if high <= 8.0 => function(a, 0.0, high.exp(), high.exp()),
        "exp2" if high <= 12.0 => function(a, 0.0, high.exp2(), high.exp2()),
        "expm1" if high <= 8.0 => function(a, -1.0, high.exp(), high.exp()),
        "log" if low >= 0.25 => function(a, low.ln(), high.ln(), 4.0),
        "log2" if low >= 0.25 => function(a, low.log2(), high.log2(), 6.0),
        "log10" if low >= 0.25 => function(a, low.log10(), high.log10(), 2.0),
        "log1p" if low >= -0.5 => function(a, low.ln_1p(), high.ln_1p(), 2.0),
        "sqrt" if low >= 0.25 || (low >= 0.0 && a.is_exact()) => function(a, 0.0, high.sqrt(), 1.0),
        "rsqrt" if low >= 0.25 => function(a, 0.0, 2.0, 4.0),
        "cbrt" if a.is_exact() => function(a, -a.magnitude().cbrt(), a.magnitude().cbrt(), 0.0),
        "sin" | "cos" if a.magnitude() <= 1000.0 => function(a, -1.0, 1.0, 1.0),
        "tan" if a.magnitude() <= 1.25 => function(a, -3.1, 3.1, 11.0),
        "asin" if a.magnitude() <= 1.0 && a.is_exact() => function(a, -1.6, 1.6, 0.0),
        "acos" if a.magnitude() <= 1.0 && a.is_exact() => function(a, 0.0, 3.2, 0.0),
        "atan" => function(a, -1.6, 1.6, 1.0),
        "sinh" | "cosh" if a.magnitude() <= 8.0 => {
            let magnitude = a.magnitude().cosh();
            function(a, -magnitude, magnitude, magnitude)
        }
        "tanh" => function(a, -1.0, 1.0, 1.0),
        "erf" => function(a, -1.0, 1.0, 1.2),
        _ => Err(Unsuitable),
    }
}

/// A function with values in `low..=high` and slopes of at most `slope`.
fn function(a: Value, low: f64, high: f64, slope: f64) -> Valued {
    let value = Value {
        low,
        high,
        grain: ANY_GRAIN,
        error: a.error * slope + f64::MIN_POSITIVE,
        ..a
    };
    value.rounded(BUILTIN_ROUNDINGS)
}
