//! The semantics of each scalar operation.
//!
//! Integers of every width are kept in an `i64`, sign-extended from their width, except `i1`, which
//! is 0 or 1. All floating values are computed in double; only stores and casts round.

use crate::tensor::ElementType;
use tc_syntax::expr::floor_div;
use tc_syntax::rounding::{to_bfloat16, to_half};

/// The canonical form of the low `width` bits of `value`.
pub fn canonical(value: i64, width: u32) -> i64 {
    match width {
        1 => value & 1,
        64 => value,
        _ => (value << (64 - width)) >> (64 - width),
    }
}

/// The low `width` bits as an unsigned number.
pub fn unsigned(value: i64, width: u32) -> u64 {
    if width == 64 {
        value as u64
    } else {
        (value as u64) & ((1 << width) - 1)
    }
}

/// Binary operations on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum IntegerOp {
    Add,
    Sub,
    Mul,
    DivSigned,
    DivUnsigned,
    CeilDivSigned,
    CeilDivUnsigned,
    FloorDivSigned,
    RemSigned,
    RemUnsigned,
    MinSigned,
    MaxSigned,
    MinUnsigned,
    MaxUnsigned,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRightSigned,
    ShiftRightUnsigned,
}

impl IntegerOp {
    /// The operation of a dialect operation's name.
    pub fn of(name: &str) -> Option<IntegerOp> {
        Some(match name {
            "arith.addi" => IntegerOp::Add,
            "arith.subi" => IntegerOp::Sub,
            "arith.muli" => IntegerOp::Mul,
            "arith.divsi" => IntegerOp::DivSigned,
            "arith.divui" => IntegerOp::DivUnsigned,
            "arith.ceildivsi" => IntegerOp::CeilDivSigned,
            "arith.ceildivui" => IntegerOp::CeilDivUnsigned,
            "arith.floordivsi" => IntegerOp::FloorDivSigned,
            "arith.remsi" => IntegerOp::RemSigned,
            "arith.remui" => IntegerOp::RemUnsigned,
            "arith.minsi" => IntegerOp::MinSigned,
            "arith.maxsi" => IntegerOp::MaxSigned,
            "arith.minui" => IntegerOp::MinUnsigned,
            "arith.maxui" => IntegerOp::MaxUnsigned,
            "arith.andi" => IntegerOp::And,
            "arith.ori" => IntegerOp::Or,
            "arith.xori" => IntegerOp::Xor,
            "arith.shli" => IntegerOp::ShiftLeft,
            "arith.shrsi" => IntegerOp::ShiftRightSigned,
            "arith.shrui" => IntegerOp::ShiftRightUnsigned,
            _ => return None,
        })
    }

    /// The value, wrapped to `width` bits; `None` for a division by zero.
    pub fn apply(self, a: i64, b: i64, width: u32) -> Option<i64> {
        let (ua, ub) = (unsigned(a, width), unsigned(b, width));
        let value = match self {
            IntegerOp::Add => a.wrapping_add(b),
            IntegerOp::Sub => a.wrapping_sub(b),
            IntegerOp::Mul => a.wrapping_mul(b),
            IntegerOp::DivSigned => (b != 0).then(|| a.wrapping_div(b))?,
            IntegerOp::DivUnsigned => ua.checked_div(ub)? as i64,
            IntegerOp::CeilDivSigned => {
                let floor = (b != 0).then(|| floor_div(a, b).unwrap_or(a))?;
                if floor.wrapping_mul(b) == a {
                    floor
                } else {
                    floor.wrapping_add(1)
                }
            }
            IntegerOp::CeilDivUnsigned => (ub != 0).then(|| ua.div_ceil(ub))? as i64,
            // The most negative value divided by -1 wraps.
            IntegerOp::FloorDivSigned => (b != 0).then(|| floor_div(a, b).unwrap_or(a))?,
            IntegerOp::RemSigned => (b != 0).then(|| a.wrapping_rem(b))?,
            IntegerOp::RemUnsigned => ua.checked_rem(ub)? as i64,
            IntegerOp::MinSigned => a.min(b),
            IntegerOp::MaxSigned => a.max(b),
            IntegerOp::MinUnsigned => ua.min(ub) as i64,
            IntegerOp::MaxUnsigned => ua.max(ub) as i64,
            IntegerOp::And => a & b,
            IntegerOp::Or => a | b,
            IntegerOp::Xor => a ^ b,
            IntegerOp::ShiftLeft => {
                if ub < u64::from(width) {
                    a << ub
                } else {
                    0
                }
            }
            IntegerOp::ShiftRightSigned => a >> ub.min(63),
            IntegerOp::ShiftRightUnsigned => {
                if ub < u64::from(width) {
                    (ua >> ub) as i64
                } else {
                    0
                }
            }
        };
        Some(canonical(value, width))
    }
}

/// Binary operations on floating values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// propagates NaN, -0 < +0
    Minimum,
    /// propagates NaN, -0 < +0
    Maximum,
    /// prefers a number to NaN
    MinNum,
    /// prefers a number to NaN
    MaxNum,
    Atan2,
    Pow,
    CopySign,
}

impl FloatOp {
    /// The operation of a dialect operation's name.
    pub fn of(name: &str) -> Option<FloatOp> {
        Some(match name {
            "arith.addf" => FloatOp::Add,
            "arith.subf" => FloatOp::Sub,
            "arith.mulf" => FloatOp::Mul,
            "arith.divf" => FloatOp::Div,
            "arith.remf" => FloatOp::Rem,
            "arith.minimumf" => FloatOp::Minimum,
            "arith.maximumf" => FloatOp::Maximum,
            "arith.minnumf" => FloatOp::MinNum,
            "arith.maxnumf" => FloatOp::MaxNum,
            "math.atan2" => FloatOp::Atan2,
            "math.powf" => FloatOp::Pow,
            "math.copysign" => FloatOp::CopySign,
            _ => return None,
        })
    }

    /// The value.
    pub fn apply(self, a: f64, b: f64) -> f64 {
        match self {
            FloatOp::Add => a + b,
            FloatOp::Sub => a - b,
            FloatOp::Mul => a * b,
            FloatOp::Div => a / b,
            FloatOp::Rem => a % b,
            FloatOp::Minimum => minimum(a, b),
            FloatOp::Maximum => -minimum(-a, -b),
            FloatOp::MinNum => {
                if a.is_nan() {
                    b
                } else if b.is_nan() {
                    a
                } else {
                    minimum(a, b)
                }
            }
            FloatOp::MaxNum => {
                if a.is_nan() {
                    b
                } else if b.is_nan() {
                    a
                } else {
                    -minimum(-a, -b)
                }
            }
            FloatOp::Atan2 => a.atan2(b),
            FloatOp::Pow => a.powf(b),
            FloatOp::CopySign => a.copysign(b),
        }
    }
}

/// The smaller value; NaN propagates, and -0 is smaller than +0.
pub fn minimum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        return f64::NAN;
    }
    if a == b {
        return if a.is_sign_negative() { a } else { b };
    }
    if a < b { a } else { b }
}

unsafe extern "C" {
    safe fn acosh(value: f64) -> f64;
    safe fn asinh(value: f64) -> f64;
    safe fn atanh(value: f64) -> f64;
    safe fn erf(value: f64) -> f64;
    safe fn erfc(value: f64) -> f64;
}

/// The function of one argument with the name of a dialect operation.
pub fn float_function(name: &str) -> Option<fn(f64) -> f64> {
    Some(match name {
        "arith.negf" => |x| -x,
        "math.absf" => f64::abs,
        "math.exp" => f64::exp,
        "math.exp2" => f64::exp2,
        "math.expm1" => f64::exp_m1,
        "math.log" => f64::ln,
        "math.log2" => f64::log2,
        "math.log10" => f64::log10,
        "math.log1p" => f64::ln_1p,
        "math.sqrt" => f64::sqrt,
        "math.rsqrt" => |x| 1.0 / x.sqrt(),
        "math.cbrt" => f64::cbrt,
        "math.sin" => f64::sin,
        "math.cos" => f64::cos,
        "math.tan" => f64::tan,
        "math.asin" => f64::asin,
        "math.acos" => f64::acos,
        "math.atan" => f64::atan,
        "math.sinh" => f64::sinh,
        "math.cosh" => f64::cosh,
        "math.tanh" => f64::tanh,
        "math.asinh" => |x| asinh(x),
        "math.acosh" => |x| acosh(x),
        "math.atanh" => |x| atanh(x),
        "math.erf" => |x| erf(x),
        "math.erfc" => |x| erfc(x),
        "math.floor" => f64::floor,
        "math.ceil" => f64::ceil,
        "math.round" => f64::round,
        "math.roundeven" => f64::round_ties_even,
        "math.trunc" => f64::trunc,
        _ => return None,
    })
}

/// The value rounded to the element type, as a double; integers and `bool` do not round.
pub fn rounded(value: f64, ty: ElementType) -> f64 {
    match ty {
        ElementType::F16 => to_half(value).to_f64(),
        ElementType::BF16 => to_bfloat16(value).to_f64(),
        ElementType::F32 => f64::from(value as f32),
        _ => value,
    }
}

/// Truncates toward zero, saturates, NaN gives 0.
pub fn float_to_integer(value: f64, width: u32, signed: bool) -> i64 {
    if value.is_nan() {
        return 0;
    }
    if !signed {
        let largest = if width == 64 {
            u64::MAX
        } else {
            (1 << width) - 1
        };
        return canonical((value as u64).min(largest) as i64, width);
    }
    let largest = if width == 64 {
        i64::MAX
    } else {
        (1_i64 << (width - 1)) - 1
    };
    (value as i64).clamp(-largest - 1, largest)
}

/// Evaluates `arith.cmpi`'s predicate.
pub fn compare_integers(predicate: i64, a: i64, b: i64, width: u32) -> Option<bool> {
    let (ua, ub) = (unsigned(a, width), unsigned(b, width));
    // Signed comparison of `i1`: true is -1 there.
    let (sa, sb) = if width == 1 { (-a, -b) } else { (a, b) };
    Some(match predicate {
        0 => a == b,
        1 => a != b,
        2 => sa < sb,
        3 => sa <= sb,
        4 => sa > sb,
        5 => sa >= sb,
        6 => ua < ub,
        7 => ua <= ub,
        8 => ua > ub,
        9 => ua >= ub,
        _ => return None,
    })
}

/// Evaluates `arith.cmpf`'s predicate: ordered comparisons are 1 to 7, unordered ones 8 to 14.
pub fn compare_floats(predicate: i64, a: f64, b: f64) -> Option<bool> {
    let unordered = a.is_nan() || b.is_nan();
    Some(match predicate {
        0 => false,
        1 => a == b,
        2 => a > b,
        3 => a >= b,
        4 => a < b,
        5 => a <= b,
        6 => !unordered && a != b,
        7 => !unordered,
        8 => unordered || a == b,
        9 => unordered || a > b,
        10 => unordered || a >= b,
        11 => unordered || a < b,
        12 => unordered || a <= b,
        13 => a != b,
        14 => unordered,
        15 => true,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_and_floor() {
        assert_eq!(IntegerOp::Add.apply(127, 1, 8), Some(-128));
        assert_eq!(IntegerOp::Mul.apply(i64::MAX, 2, 64), Some(-2));
        assert_eq!(IntegerOp::FloorDivSigned.apply(-7, 2, 32), Some(-4));
        assert_eq!(IntegerOp::FloorDivSigned.apply(7, -2, 32), Some(-4));
        assert_eq!(IntegerOp::FloorDivSigned.apply(-128, -1, 8), Some(-128));
        assert_eq!(
            IntegerOp::FloorDivSigned.apply(i64::MIN, -1, 64),
            Some(i64::MIN)
        );
        assert_eq!(IntegerOp::RemSigned.apply(-7, 3, 32), Some(-1));
        assert_eq!(IntegerOp::DivUnsigned.apply(-1, 2, 8), Some(127));
        assert_eq!(IntegerOp::DivSigned.apply(1, 0, 32), None);
        assert_eq!(IntegerOp::MaxUnsigned.apply(-1, 1, 8), Some(-1));
        assert_eq!(IntegerOp::ShiftRightUnsigned.apply(-1, 4, 8), Some(15));
    }

    #[test]
    fn extrema_of_floats() {
        assert!(FloatOp::Minimum.apply(f64::NAN, 1.0).is_nan());
        assert_eq!(FloatOp::MinNum.apply(f64::NAN, 1.0), 1.0);
        assert!(FloatOp::Minimum.apply(0.0, -0.0).is_sign_negative());
        assert!(FloatOp::Maximum.apply(-0.0, 0.0).is_sign_positive());
        assert_eq!(FloatOp::Maximum.apply(1.0, 2.0), 2.0);
    }

    #[test]
    fn conversions_saturate() {
        assert_eq!(float_to_integer(f64::NAN, 32, true), 0);
        assert_eq!(float_to_integer(1e30, 8, true), 127);
        assert_eq!(float_to_integer(-1e30, 8, true), -128);
        assert_eq!(float_to_integer(-3.9, 32, true), -3);
        assert_eq!(float_to_integer(300.0, 8, false), -1);
        assert_eq!(float_to_integer(-1.0, 8, false), 0);
        assert_eq!(float_to_integer(1e30, 64, true), i64::MAX);
        assert_eq!(rounded(0.1, ElementType::F32), f64::from(0.1_f32));
    }

    #[test]
    fn comparisons() {
        assert_eq!(compare_integers(6, -1, 1, 8), Some(false));
        assert_eq!(compare_integers(2, -1, 1, 8), Some(true));
        assert_eq!(compare_integers(2, 1, 0, 1), Some(true));
        assert_eq!(compare_floats(6, f64::NAN, 1.0), Some(false));
        assert_eq!(compare_floats(13, f64::NAN, 1.0), Some(true));
        assert_eq!(compare_floats(16, 0.0, 1.0), None);
    }
}
