//! Built-in functions that are composed of other operations, so that every level and machine has
//! them.
//!
//! | function | how | error |
//! | --- | --- | --- |
//! | `norm3d norm4d` | the largest magnitude times the root of the sum of squares of the ratios to it: no intermediate overflow | roundings |
//! | `rhypot rnorm3d rnorm4d` | one divided by that root, divided by the largest magnitude: only the last operation can overflow | roundings |
//! | `fdim fdivide rcbrt exp10` | a difference or 0; a quotient; `1 / cbrt(x)`; `pow(10, x)` | that of the operation |
//! | `sinpi cospi` | exact reduction to the nearest quarter turn, then sine or cosine of pi times the rest as a sum of two | about 1 ulp |
//! | `logb nextafter remainder` | exact steps | 0 |
//!
//! Only operations that the reference evaluator supports and that can be raised to text are used;
//! conditions are `== != < <= > >=`, of which only `!=` is true for NaN.

use super::arithmetic::Floats;
use super::values::{At, BodyEmitter};
use melior::ir::{Type, Value, ValueLike};

/// The functions composed here.
#[cfg(test)]
pub(super) const COMPOSED: [&str; 14] = [
    "rcbrt",
    "sinpi",
    "cospi",
    "exp10",
    "logb",
    "fdim",
    "fdivide",
    "nextafter",
    "remainder",
    "rhypot",
    "norm3d",
    "rnorm3d",
    "norm4d",
    "rnorm4d",
];

/// Parameters of a floating-point format.
struct Format {
    /// Bits of the significand, including the leading one.
    precision: i32,
    /// The exponent of the smallest normal number.
    smallest: i32,
    largest: f64,
}

const SINGLE: Format = Format {
    precision: 24,
    smallest: -126,
    largest: f32::MAX as f64,
};
const DOUBLE: Format = Format {
    precision: 53,
    smallest: -1022,
    largest: f64::MAX,
};

fn power(exponent: i32) -> f64 {
    // Exact for subnormal powers too, where `powi` would overflow in between.
    let half = exponent / 2;
    2f64.powi(half) * 2f64.powi(exponent - half)
}

impl<'c: 'a, 'a> BodyEmitter<'c, 'a, '_> {
    /// A built-in that is not a single operation, on arguments of one type.
    pub(super) fn composed(
        &self,
        at: At<'c, 'a>,
        name: &str,
        arguments: &[Value<'c, 'a>],
    ) -> Value<'c, 'a> {
        let ty = arguments[0].r#type();
        let format = match ty.to_string().as_str() {
            "f64" => DOUBLE,
            _ => SINGLE,
        };
        let maker = Maker {
            body: self,
            at,
            ty,
            format,
        };
        match (name, arguments) {
            ("rcbrt", [x]) => maker.div(maker.number(1.0), maker.op("math.cbrt", &[*x])),
            ("exp10", [x]) => maker.op("math.powf", &[maker.number(10.0), *x]),
            ("sinpi", [x]) => maker.circular(*x, false),
            ("cospi", [x]) => maker.circular(*x, true),
            ("logb", [x]) => maker.exponent(*x),
            ("fdim", [x, y]) => {
                let smaller = maker.is(Floats::LessEqual, *x, *y);
                maker.select(smaller, maker.number(0.0), maker.sub(*x, *y))
            }
            ("fdivide", [x, y]) => maker.div(*x, *y),
            ("nextafter", [x, y]) => maker.neighbour(*x, *y),
            ("remainder", [x, y]) => maker.remainder(*x, *y),
            ("rhypot" | "rnorm3d" | "rnorm4d", _) => maker.norm(arguments, true),
            _ => maker.norm(arguments, false),
        }
    }
}

/// Builds arithmetic on values of one type.
struct Maker<'b, 'c, 'a, 'm> {
    body: &'b BodyEmitter<'c, 'a, 'm>,
    at: At<'c, 'a>,
    ty: Type<'c>,
    format: Format,
}

impl<'c: 'a, 'a> Maker<'_, 'c, 'a, '_> {
    fn op(&self, name: &str, operands: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        self.body.same(self.at, name, operands)
    }

    fn number(&self, value: f64) -> Value<'c, 'a> {
        self.body.floating(self.at, value, self.ty)
    }

    fn add(&self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Value<'c, 'a> {
        self.op("arith.addf", &[a, b])
    }

    fn sub(&self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Value<'c, 'a> {
        self.op("arith.subf", &[a, b])
    }

    fn mul(&self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Value<'c, 'a> {
        self.op("arith.mulf", &[a, b])
    }

    fn div(&self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Value<'c, 'a> {
        self.op("arith.divf", &[a, b])
    }

    fn fma(&self, a: Value<'c, 'a>, b: Value<'c, 'a>, c: Value<'c, 'a>) -> Value<'c, 'a> {
        self.op("math.fma", &[a, b, c])
    }

    fn negated(&self, a: Value<'c, 'a>) -> Value<'c, 'a> {
        self.op("arith.negf", &[a])
    }

    fn absolute(&self, a: Value<'c, 'a>) -> Value<'c, 'a> {
        self.op("math.absf", &[a])
    }

    fn signed(&self, magnitude: Value<'c, 'a>, sign: Value<'c, 'a>) -> Value<'c, 'a> {
        self.op("math.copysign", &[magnitude, sign])
    }

    fn is(&self, predicate: Floats, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Value<'c, 'a> {
        self.body.compare_floats(self.at, predicate, a, b)
    }

    fn equals(&self, a: Value<'c, 'a>, number: f64) -> Value<'c, 'a> {
        self.is(Floats::Equal, a, self.number(number))
    }

    fn select(
        &self,
        condition: Value<'c, 'a>,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        self.body.select(self.at, condition, a, b)
    }

    /// The norm of a vector, or its reciprocal. An infinite component takes precedence over NaN, as
    /// in C99.
    fn norm(&self, components: &[Value<'c, 'a>], reciprocal: bool) -> Value<'c, 'a> {
        let sizes: Vec<_> = components.iter().map(|x| self.absolute(*x)).collect();
        let fold = |name: &str| {
            let (first, rest) = sizes.split_first().expect("a norm has components");
            rest.iter().fold(*first, |a, b| self.op(name, &[a, *b]))
        };
        // A number takes precedence over NaN.
        let largest = fold("arith.maxnumf");
        let ratios: Vec<_> = sizes.iter().map(|x| self.div(*x, largest)).collect();
        let (last, rest) = ratios.split_last().expect("a norm has components");
        let squares = rest
            .iter()
            .rev()
            .fold(self.mul(*last, *last), |sum, ratio| {
                self.fma(*ratio, *ratio, sum)
            });
        let root = self.op("math.sqrt", &[squares]);
        let (value, of_zero, of_infinity) = if reciprocal {
            let inverse = self.div(self.number(1.0), root);
            (self.div(inverse, largest), f64::INFINITY, 0.0)
        } else {
            (self.mul(largest, root), 0.0, f64::INFINITY)
        };
        let is_zero = self.equals(largest, 0.0);
        let value = self.select(is_zero, self.number(of_zero), value);
        // The sum is NaN iff a component is.
        let sum = fold("arith.addf");
        let is_nan = self.is(Floats::NotEqualOrUnordered, sum, sum);
        let value = self.select(is_nan, sum, value);
        let is_infinite = self.equals(largest, f64::INFINITY);
        self.select(is_infinite, self.number(of_infinity), value)
    }

    /// Whether a whole number is odd.
    fn is_odd(&self, whole: Value<'c, 'a>) -> Value<'c, 'a> {
        let half = self.mul(whole, self.number(0.5));
        let cut = self.op("math.trunc", &[half]);
        self.is(Floats::NotEqualOrUnordered, half, cut)
    }

    /// The sine of pi x, or its cosine: `x = 2 k + n / 2 + r`, `|r| <= 1/4`, all exact.
    fn circular(&self, x: Value<'c, 'a>, cosine: bool) -> Value<'c, 'a> {
        let turns = self.op("math.trunc", &[self.mul(x, self.number(0.5))]);
        let turned = self.fma(turns, self.number(-2.0), x);
        let doubled = self.mul(turned, self.number(2.0));
        let quarters = self.op("math.round", &[doubled]);
        let rest = self.fma(quarters, self.number(-0.5), turned);
        let pi = std::f64::consts::PI;
        // pi as a sum of two numbers of the format.
        let (high, low) = match self.format.precision {
            24 => (f64::from(pi as f32), pi - f64::from(pi as f32)),
            _ => (pi, 1.224_646_799_147_353_2e-16),
        };
        let angle = self.mul(rest, self.number(high));
        let lost = self.fma(rest, self.number(high), self.negated(angle));
        let lost = self.fma(rest, self.number(low), lost);
        let (sin, cos) = (self.op("math.sin", &[angle]), self.op("math.cos", &[angle]));
        let sine = self.fma(lost, cos, sin);
        let cosine_value = self.fma(self.negated(lost), sin, cos);
        let place = if cosine {
            self.add(quarters, self.number(1.0))
        } else {
            quarters
        };
        let value = self.select(self.is_odd(place), cosine_value, sine);
        let below = self.op("math.floor", &[self.mul(place, self.number(0.5))]);
        let value = self.select(self.is_odd(below), self.negated(value), value);
        // A zero of the sine has the sign of x, a zero of the cosine is +0.
        let zero = if cosine {
            self.number(0.0)
        } else {
            self.signed(self.number(0.0), x)
        };
        self.select(self.equals(value, 0.0), zero, value)
    }

    /// The exponent of |x|, found by scaling with powers of 2 until the value is in [1, 2). A step
    /// that does not apply multiplies by 1, since a chain of choices between computed values would
    /// be raised to a tree.
    fn exponent(&self, x: Value<'c, 'a>) -> Value<'c, 'a> {
        let size = self.absolute(x);
        let (mut left, mut exponent) = (size, None);
        // The bound to compare with, whether it is a lower bound, and the exponent of the factor.
        let (raises, largest) = match self.format.precision {
            24 => ([(-64, 100), (0, 64)], 6),
            _ => ([(-512, 700), (0, 512)], 9),
        };
        let raises = raises.map(|(bound, by)| (Floats::Less, bound, by));
        let lowers = (0..=largest)
            .rev()
            .map(|step| (Floats::GreaterEqual, 1 << step, -(1 << step)));
        for (predicate, bound, by) in raises.into_iter().chain(lowers) {
            let due = self.is(predicate, left, self.number(power(bound)));
            let shift = self.select(due, self.number(f64::from(-by)), self.number(0.0));
            exponent = Some(exponent.map_or(shift, |sum| self.add(sum, shift)));
            if by != -1 {
                let factor = self.select(due, self.number(power(by)), self.number(1.0));
                left = self.mul(left, factor);
            }
        }
        let exponent = exponent.expect("there are steps");
        let is_finite = self.is(Floats::Less, size, self.number(f64::INFINITY));
        let value = self.select(is_finite, exponent, size);
        let is_zero = self.equals(size, 0.0);
        self.select(is_zero, self.number(f64::NEG_INFINITY), value)
    }

    /// The number adjacent to x in the direction of y (Rump, Zimmermann, Boldo, Melquiond:
    /// Computing predecessor and successor in rounding to nearest, 2009): adding a little more than
    /// half of the last place of x, scaled up if that would be subnormal.
    fn neighbour(&self, x: Value<'c, 'a>, y: Value<'c, 'a>) -> Value<'c, 'a> {
        let Format {
            precision,
            smallest,
            largest,
        } = self.format;
        let size = self.absolute(x);
        let least = power(smallest - precision + 1);
        let unit = power(-precision);
        let is_up = self.is(Floats::Greater, y, x);
        let moved = |from, by| self.select(is_up, self.add(from, by), self.sub(from, by));
        // Small numbers are scaled by 2^precision; subnormal ones and their neighbours step by the
        // smallest number.
        let bound = power(smallest + precision);
        let is_small = self.is(Floats::Less, size, self.number(bound));
        let grown = self.mul(x, self.number(1.0 / unit));
        let from = self.select(is_small, grown, x);
        let step = self.mul(self.absolute(from), self.number(unit * (1.0 + 2.0 * unit)));
        let value = moved(from, step);
        let shrunk = self.mul(value, self.number(unit));
        let value = self.select(is_small, shrunk, value);
        let is_tiny = self.is(Floats::Less, size, self.number(power(smallest + 1)));
        let value = self.select(is_tiny, moved(x, self.number(least)), value);
        let is_infinite = self.equals(size, f64::INFINITY);
        let value = self.select(is_infinite, self.number(largest), self.absolute(value));
        // The sign is kept, except for 0, which takes that of y.
        let is_zero = self.equals(x, 0.0);
        let sign = self.select(is_zero, y, x);
        let value = self.signed(value, sign);
        let value = self.select(self.is(Floats::Equal, x, y), y, value);
        let sum = self.add(x, y);
        let known = self.is(Floats::LessEqual, x, y);
        let above = self.is(Floats::Greater, x, y);
        let nan = self.select(above, value, sum);
        self.select(known, value, nan)
    }

    /// `x - n y`, n the whole number nearest to `x / y`, the even one of two: from the remainder by
    /// `2 y`, which keeps the parity of n. Each difference here is exact (Sterbenz), or decides a
    /// comparison that rounding cannot change.
    fn remainder(&self, x: Value<'c, 'a>, y: Value<'c, 'a>) -> Value<'c, 'a> {
        let height = self.absolute(y);
        let rest = self.op("arith.remf", &[self.absolute(x), self.add(height, height)]);
        let one = self.is(Floats::Greater, rest, self.sub(height, rest));
        let first = self.sub(rest, height);
        let two = self.is(Floats::GreaterEqual, first, self.sub(height, first));
        let second = self.select(two, self.sub(first, height), first);
        let value = self.select(one, second, rest);
        let sign = self.signed(self.number(1.0), x);
        let is_negative = self.is(Floats::Less, sign, self.number(0.0));
        self.select(is_negative, self.negated(value), value)
    }
}
