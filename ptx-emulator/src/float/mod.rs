//! Rounding: every floating-point format and rounding mode of PTX, from one exact intermediate.
//!
//! An operation on a small format is computed in `f64` and made exact by *rounding to odd*: when
//! the `f64` result is not exact, its last bit is set. A value rounded to odd with two spare bits
//! rounds again, to any smaller format and in any mode, exactly as the true result would. `f64`
//! itself is rounded in the directed modes from an exact result in integers ([`exact`]).

pub(super) mod exact;

/// A rounding mode of PTX.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    /// `.rn`
    NearestEven,
    /// `.rna`
    NearestAway,
    /// `.rz`
    Zero,
    /// `.rm`
    Down,
    /// `.rp`
    Up,
}

impl Rounding {
    /// `rn`, `rz`, `rm`, `rp`, `rna`, and the integer forms `rni`, `rzi`, `rmi`, `rpi`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "rn" | "rni" => Rounding::NearestEven,
            "rna" => Rounding::NearestAway,
            "rz" | "rzi" => Rounding::Zero,
            "rm" | "rmi" => Rounding::Down,
            "rp" | "rpi" => Rounding::Up,
            _ => return None,
        })
    }

    /// `value` rounded to an integer.
    pub fn to_integer(self, value: f64) -> f64 {
        match self {
            Rounding::NearestEven => value.round_ties_even(),
            Rounding::NearestAway => value.round(),
            Rounding::Zero => value.trunc(),
            Rounding::Down => value.floor(),
            Rounding::Up => value.ceil(),
        }
    }

    /// Whether a magnitude with this last bit and this remainder (against half a unit) goes up.
    fn rounds_up(self, negative: bool, odd: bool, remainder: u64, half: u64) -> bool {
        match self {
            Rounding::NearestEven => remainder > half || (remainder == half && odd),
            Rounding::NearestAway => remainder >= half,
            Rounding::Zero => false,
            Rounding::Down => negative && remainder != 0,
            Rounding::Up => !negative && remainder != 0,
        }
    }
}

/// A binary floating-point format smaller than `f64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Format {
    exponent_bits: u32,
    mantissa_bits: u32,
    /// The largest finite magnitude, as bits.
    largest: u32,
    /// The bits of infinity, or of the largest value where the format has none.
    infinity: u32,
    not_a_number: u32,
}

pub(super) const F32: Format = ieee(8, 23, 0x7fff_ffff);
pub(super) const F16: Format = ieee(5, 10, 0x7fff);
pub(super) const BF16: Format = ieee(8, 7, 0x7fff);
/// Ten bits of mantissa with the exponent of `f32`; in a register it is in the upper bits, see
/// [`to_tf32`].
const TF32: Format = ieee(8, 10, 0x3ffff);
pub(super) const E5M2: Format = ieee(5, 2, 0x7f);
/// No infinity; only the all-ones pattern is a NaN.
pub(super) const E4M3: Format = Format {
    exponent_bits: 4,
    mantissa_bits: 3,
    largest: 0x7e,
    infinity: 0x7f,
    not_a_number: 0x7f,
};

const fn ieee(exponent_bits: u32, mantissa_bits: u32, not_a_number: u32) -> Format {
    let infinity = ((1 << exponent_bits) - 1) << mantissa_bits;
    Format {
        exponent_bits,
        mantissa_bits,
        largest: infinity - 1,
        infinity,
        not_a_number,
    }
}

impl Format {
    /// The bits of `value` in this format. `value` is exact, or rounded to odd.
    pub fn round(self, value: f64, mode: Rounding) -> u32 {
        let bits = value.to_bits();
        let negative = bits >> 63 != 0;
        let sign = u32::from(negative) << (self.exponent_bits + self.mantissa_bits);
        if value.is_nan() {
            return self.not_a_number;
        }
        if value.is_infinite() {
            return sign | self.infinity;
        }
        let fraction = bits & ((1 << 52) - 1);
        let biased = (bits >> 52) & 0x7ff;
        let significand = fraction | (u64::from(biased != 0) << 52);
        let exponent = biased.max(1) as i32 - 1023;
        let smallest = 2 - (1 << (self.exponent_bits - 1));
        let below = (smallest - exponent).max(0) as u32;
        let drop = (52 - self.mantissa_bits + below).min(60);
        let mut kept = significand >> drop;
        let remainder = significand & ((1 << drop) - 1);
        if mode.rounds_up(negative, kept & 1 == 1, remainder, 1 << (drop - 1)) {
            kept += 1;
        }
        // The hidden bit of a normal value adds one to the exponent field.
        let magnitude = if below > 0 {
            kept
        } else {
            (((exponent - smallest) as u64) << self.mantissa_bits) + kept
        };
        if magnitude > u64::from(self.largest) {
            return sign | self.overflow(mode, negative);
        }
        sign | magnitude as u32
    }

    fn overflow(self, mode: Rounding, negative: bool) -> u32 {
        match mode {
            Rounding::Zero => self.largest,
            Rounding::Down if !negative => self.largest,
            Rounding::Up if negative => self.largest,
            _ => self.infinity,
        }
    }

    /// As [`Format::round`], but a magnitude beyond the largest finite value becomes that value
    /// (`.satfinite`).
    pub fn round_finite(self, value: f64, mode: Rounding) -> u32 {
        let bits = self.round(value, mode);
        let sign = 1 << (self.exponent_bits + self.mantissa_bits);
        if value.is_nan() || bits & !sign < self.infinity {
            bits
        } else {
            bits & sign | self.largest
        }
    }

    /// The exact value of `bits`.
    pub fn value(self, bits: u32) -> f64 {
        let mantissa = f64::from(bits & ((1 << self.mantissa_bits) - 1));
        let field = (bits >> self.mantissa_bits) & ((1 << self.exponent_bits) - 1);
        let negative = bits >> (self.exponent_bits + self.mantissa_bits) & 1 == 1;
        let magnitude = bits & ((1 << (self.exponent_bits + self.mantissa_bits)) - 1);
        let smallest = 2 - (1 << (self.exponent_bits - 1));
        let scale = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << 52);
        let unit = smallest - self.mantissa_bits as i32;
        let value = if magnitude > self.infinity || (self == E4M3 && magnitude == self.infinity) {
            f64::NAN
        } else if magnitude == self.infinity {
            f64::INFINITY
        } else if field == 0 {
            mantissa * scale(unit)
        } else {
            (mantissa + scale(self.mantissa_bits as i32)) * scale(unit + field as i32 - 1)
        };
        if negative { -value } else { value }
    }
}

/// `cvt.{rna,rn}.tf32.f32`: the low 13 bits of the result are zero.
pub(super) fn to_tf32(value: f32, mode: Rounding) -> u32 {
    if value.is_nan() {
        return 0x7fff_ffff;
    }
    TF32.round(f64::from(value), mode) << 13
}

/// The NaN that arithmetic of the hardware returns.
pub(super) const CANONICAL_NAN: u32 = 0x7fff_ffff;

/// `value` with the hardware's NaN for every NaN.
pub(super) fn canonical(value: f32) -> f32 {
    if value.is_nan() {
        f32::from_bits(CANONICAL_NAN)
    } else {
        value
    }
}

/// `.ftz`: a subnormal becomes a zero of the same sign.
pub(super) fn flush(value: f32) -> f32 {
    if value.is_subnormal() {
        0.0f32.copysign(value)
    } else {
        value
    }
}

/// The nearest result `value`, whose true value is `value + error`, rounded to odd instead.
pub(super) fn to_odd(value: f64, error: f64) -> f64 {
    if error == 0.0 || !value.is_finite() || error.is_nan() || value.to_bits() & 1 == 1 {
        value
    } else if error > 0.0 {
        value.next_up()
    } else {
        value.next_down()
    }
}

/// `a + b` and its rounding error.
pub(super) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// The exact sum of two values of a small format, rounded to odd.
pub(super) fn add_odd(a: f64, b: f64) -> f64 {
    let (sum, error) = two_sum(a, b);
    to_odd(sum, error)
}

/// `a * b + c` for values of a small format, rounded to odd; the product is exact in `f64`.
pub(super) fn fma_odd(a: f64, b: f64, c: f64) -> f64 {
    add_odd(a * b, c)
}

/// `a / b` rounded to odd.
pub(super) fn divide_odd(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    if quotient == 0.0 || !quotient.is_finite() {
        return quotient;
    }
    let residual = (-quotient).mul_add(b, a);
    to_odd(quotient, if b < 0.0 { -residual } else { residual })
}

/// The square root of `a` rounded to odd.
pub(super) fn sqrt_odd(a: f64) -> f64 {
    let root = a.sqrt();
    if root == 0.0 || !root.is_finite() {
        return root;
    }
    to_odd(root, (-root).mul_add(root, a))
}

/// The nearest `f64` result `value` with the true value `value + error`, rounded in another mode.
/// With `exact_inputs` no operand was infinite, so that an infinite result is an overflow.
pub(super) fn direct(value: f64, error: f64, mode: Rounding, finite_inputs: bool) -> f64 {
    if value.is_infinite() && finite_inputs {
        let positive = value > 0.0;
        return match mode {
            Rounding::Zero => f64::MAX.copysign(value),
            Rounding::Down if positive => f64::MAX,
            Rounding::Up if !positive => f64::MIN,
            _ => value,
        };
    }
    if !value.is_finite() || error == 0.0 || error.is_nan() {
        return value;
    }
    let down = match mode {
        Rounding::NearestEven | Rounding::NearestAway => return value,
        Rounding::Zero => value > 0.0,
        Rounding::Down => true,
        Rounding::Up => false,
    };
    match (down, error < 0.0) {
        (true, true) => value.next_down(),
        (false, false) => value.next_up(),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f32_nearest_agrees_with_the_host_on_many_values() {
        let mut state = 0x1234_5678_9abc_def1_u64;
        for _ in 0..200_000 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let value = f64::from_bits(state >> 1 | (state & 1) << 63);
            if value.is_nan() {
                continue;
            }
            assert_eq!(
                F32.round(value, Rounding::NearestEven),
                (value as f32).to_bits(),
                "{value:e}"
            );
        }
        // Values around the range of f32, subnormals included.
        for step in 0..100_000_u64 {
            let value = f64::from_bits((873 << 52) + step * 0x14f_1234_5671);
            assert_eq!(
                F32.round(value, Rounding::NearestEven),
                (value as f32).to_bits()
            );
        }
    }

    #[test]
    fn half_formats_round_trip_all_bit_patterns() {
        for format in [F16, BF16] {
            for bits in 0..=0xffff_u32 {
                let value = format.value(bits);
                if !value.is_nan() {
                    assert_eq!(format.round(value, Rounding::NearestEven), bits);
                }
            }
        }
        for bits in 0..=0xffff_u16 {
            let expected = f64::from(half::f16::from_bits(bits));
            let found = F16.value(u32::from(bits));
            assert!(found == expected || (found.is_nan() && expected.is_nan()));
        }
        for bits in 0..=0xff_u32 {
            for format in [E4M3, E5M2] {
                let value = format.value(bits);
                if !value.is_nan() {
                    assert_eq!(format.round(value, Rounding::NearestEven), bits);
                }
            }
        }
    }

    #[test]
    fn directed_modes_bracket_the_value() {
        let value = 1.0 + 2f64.powi(-30);
        assert_eq!(F32.round(value, Rounding::Zero), 0x3f80_0000);
        assert_eq!(F32.round(value, Rounding::Up), 0x3f80_0001);
        assert_eq!(F32.round(-value, Rounding::Down), 0xbf80_0001);
        assert_eq!(F32.round(1e300, Rounding::Zero), 0x7f7f_ffff);
        assert_eq!(F32.round(1e300, Rounding::NearestEven), 0x7f80_0000);
        assert_eq!(F16.round(65519.0, Rounding::NearestEven), 0x7bff);
        assert_eq!(F16.round(65520.0, Rounding::NearestEven), 0x7c00);
        assert_eq!(E4M3.round_finite(1e9, Rounding::NearestEven), 0x7e);
        assert_eq!(
            direct(1.0 / 3.0, -1e-20, Rounding::Zero, true),
            (1.0f64 / 3.0).next_down()
        );
        assert_eq!(
            direct(f64::INFINITY, f64::NAN, Rounding::Zero, true),
            f64::MAX
        );
    }

    #[test]
    fn rounding_to_odd_avoids_double_rounding() {
        // 1 + 2^-24 + 2^-60 is above the tie, so f32 must round up; f64 alone would see the tie.
        let sum = add_odd(1.0 + 2f64.powi(-24), 2f64.powi(-60));
        assert_eq!(F32.round(sum, Rounding::NearestEven), 0x3f80_0001);
        assert_eq!(
            to_tf32(1.0 + 2f32.powi(-11), Rounding::NearestAway),
            0x3f80_2000
        );
    }
}
