//! `f64` in the directed rounding modes: from the exact result, as an integer and a power of two.
//!
//! The error of the nearest result does not tell the other modes apart near zero, where it is
//! itself smaller than the smallest number. So these operations, which are rare, are computed in
//! integers of 128 bits: a significand with more bits than a result keeps, whose last bit is set if
//! anything below it was lost. **Cost**: some 20 ns each.

use super::{Rounding, direct};

/// A magnitude `significand * 2^exponent` with a sign; zero if the significand is.
#[derive(Clone, Copy)]
struct Exact {
    negative: bool,
    significand: u128,
    exponent: i32,
}

/// The bits that an addition leaves free at the top.
const TOP: u32 = 2;

impl Exact {
    /// A finite number.
    fn new(value: f64) -> Exact {
        let bits = value.to_bits();
        let field = (bits >> 52 & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        Exact {
            negative: value.is_sign_negative(),
            significand: u128::from(fraction | u64::from(field != 0) << 52),
            exponent: field.max(1) - 1075,
        }
    }

    fn times(self, other: Exact) -> Exact {
        Exact {
            negative: self.negative != other.negative,
            significand: self.significand * other.significand,
            exponent: self.exponent + other.exponent,
        }
    }

    /// The same value with the highest bit of the significand below the free ones.
    fn normal(self) -> Exact {
        let shift = self.significand.leading_zeros() as i32 - TOP as i32;
        Exact {
            significand: self.significand << shift.max(0),
            exponent: self.exponent - shift.max(0),
            ..self
        }
    }

    /// The sum; `None` if it is zero.
    fn plus(self, other: Exact) -> Option<Exact> {
        if self.significand == 0 || other.significand == 0 {
            let sum = if self.significand == 0 { other } else { self };
            return (sum.significand != 0).then_some(sum);
        }
        let (a, b) = (self.normal(), other.normal());
        let (high, low) = if (a.exponent, a.significand) >= (b.exponent, b.significand) {
            (a, b)
        } else {
            (b, a)
        };
        let low_part = shift_right(low.significand, (high.exponent - low.exponent) as u32);
        let significand = if high.negative == low.negative {
            high.significand + low_part
        } else {
            high.significand - low_part
        };
        let sum = Exact {
            significand,
            ..high
        };
        (significand != 0).then_some(sum)
    }

    /// The number of `f64` in a rounding mode.
    fn round(self, mode: Rounding) -> f64 {
        let bits = 128 - self.significand.leading_zeros() as i32;
        // The exponent of the last bit that the result keeps.
        let last = (self.exponent + bits - 53).max(-1074);
        let drop = last - self.exponent;
        let (kept, remainder, half) = match drop {
            ..=0 => (self.significand << -drop, 0, 1),
            1..=126 => (
                self.significand >> drop,
                self.significand & ((1 << drop) - 1),
                1 << (drop - 1),
            ),
            _ => (0, 1, 2),
        };
        let kept = kept as u64;
        let order = |remainder: u128| match remainder.cmp(&half) {
            std::cmp::Ordering::Less => u64::from(remainder != 0),
            std::cmp::Ordering::Equal => 2,
            std::cmp::Ordering::Greater => 3,
        };
        let up = mode.rounds_up(self.negative, kept & 1 == 1, order(remainder), 2);
        let kept = kept + u64::from(up);
        // A significand that has its hidden bit adds one to the exponent field.
        let field = (last + 1074) as u64;
        let magnitude = f64::from_bits((field << 52) + kept);
        let magnitude = if field >= 2046 || !magnitude.is_finite() {
            return direct(self.signed(f64::INFINITY), 0.0, mode, true);
        } else {
            magnitude
        };
        self.signed(magnitude)
    }

    fn signed(self, magnitude: f64) -> f64 {
        if self.negative { -magnitude } else { magnitude }
    }
}

/// `value / 2^amount`, with the last bit set if a bit was lost.
fn shift_right(value: u128, amount: u32) -> u128 {
    match amount {
        0 => value,
        1..=127 => value >> amount | u128::from(value & ((1 << amount) - 1) != 0),
        _ => u128::from(value != 0),
    }
}

/// `a * b` in a rounding mode.
pub(crate) fn multiply(a: f64, b: f64, mode: Rounding) -> f64 {
    let nearest = a * b;
    if mode == Rounding::NearestEven || !a.is_finite() || !b.is_finite() || a == 0.0 || b == 0.0 {
        return nearest;
    }
    Exact::new(a).times(Exact::new(b)).round(mode)
}

/// `a + b` in a rounding mode.
pub(crate) fn add(a: f64, b: f64, mode: Rounding) -> f64 {
    fused(1.0, a, b, mode)
}

/// `a * b + c` in a rounding mode.
pub(crate) fn fused(a: f64, b: f64, c: f64, mode: Rounding) -> f64 {
    let nearest = a.mul_add(b, c);
    if mode == Rounding::NearestEven || !a.is_finite() || !b.is_finite() || !c.is_finite() {
        return nearest;
    }
    let product = Exact::new(a).times(Exact::new(b));
    match product.plus(Exact::new(c)) {
        Some(sum) => sum.round(mode),
        // Zeros of one sign keep it; others cancel to -0 when rounding down.
        None if product.significand == 0 && product.negative == c.is_sign_negative() => c,
        None if mode == Rounding::Down => -0.0,
        None => 0.0,
    }
}

/// `a / b` in a rounding mode.
pub(crate) fn divide(a: f64, b: f64, mode: Rounding) -> f64 {
    let nearest = a / b;
    if mode == Rounding::NearestEven || !a.is_finite() || !b.is_finite() || a == 0.0 || b == 0.0 {
        return nearest;
    }
    let (a, b) = (Exact::new(a).normal(), Exact::new(b));
    let (quotient, rest) = (a.significand / b.significand, a.significand % b.significand);
    let quotient = Exact {
        negative: a.negative != b.negative,
        significand: quotient << 1 | u128::from(rest != 0),
        exponent: a.exponent - b.exponent - 1,
    };
    quotient.round(mode)
}

/// The square root of `a` in a rounding mode.
pub(crate) fn root(a: f64, mode: Rounding) -> f64 {
    let nearest = a.sqrt();
    if mode == Rounding::NearestEven || !nearest.is_finite() || a == 0.0 {
        return nearest;
    }
    let mut square = Exact::new(a).normal();
    if square.exponent % 2 != 0 {
        square.significand >>= 1;
        square.exponent += 1;
    }
    let root = square.significand.isqrt();
    let exact = root * root == square.significand;
    let root = Exact {
        negative: false,
        significand: root << 1 | u128::from(!exact),
        exponent: square.exponent / 2 - 1,
    };
    root.round(mode)
}
