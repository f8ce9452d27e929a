//! Rounding to the 16-bit types, once, to nearest even.
//!
//! The crate `half` converts from double by dropping the lower 32 bits first, which rounds a number
//! just above a tie to the wrong side. Here the value is first rounded to odd in float: an inexact
//! float gets an odd last bit, so that it cannot be a tie of a shorter format (Boldo and Melquiond,
//! "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008).
//! This needs two bits more than the result has, and float has 13 more.

use half::{bf16, f16};

/// The nearest half number.
pub fn to_half(value: f64) -> f16 {
    f16::from_f32(to_odd(value))
}

/// The nearest bfloat16 number.
pub fn to_bfloat16(value: f64) -> bf16 {
    bf16::from_f32(to_odd(value))
}

/// The float next to the value in the direction of 0, with its last bit set, unless the value is a
/// float.
fn to_odd(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) == value || value.is_nan() {
        return nearest;
    }
    let too_large = f64::from(nearest.abs()) > value.abs();
    f32::from_bits((nearest.to_bits() - u32::from(too_large)) | 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All numbers of a format, and between adjacent ones the tie and doubles on both of its sides.
    fn check(count: u16, number: impl Fn(u16) -> f64, round: impl Fn(f64) -> f64) {
        for bits in 0..count {
            let (low, high) = (number(bits), number(bits + 1));
            let tie = low + (high - low) / 2.0;
            let even = if bits % 2 == 0 { low } else { high };
            for sign in [1.0, -1.0] {
                let rounded = |value: f64| round(sign * value) * sign;
                assert_eq!(rounded(low), low);
                assert_eq!(rounded(tie), even, "{tie:e}");
                assert_eq!(rounded(tie.next_down()), low, "below {tie:e}");
                assert_eq!(rounded(tie.next_up()), high, "above {tie:e}");
                assert_eq!(rounded(low.next_up()), low, "{low:e}");
                assert_eq!(rounded(high.next_down()), high, "{high:e}");
            }
        }
    }

    #[test]
    fn every_tie_goes_to_even_and_its_neighbours_to_their_sides() {
        let largest = f16::MAX.to_bits();
        check(
            largest,
            |bits| f16::from_bits(bits).to_f64(),
            |x| to_half(x).to_f64(),
        );
        let largest = bf16::MAX.to_bits();
        check(
            largest,
            |bits| bf16::from_bits(bits).to_f64(),
            |x| to_bfloat16(x).to_f64(),
        );
    }

    #[test]
    fn what_is_too_large_or_no_number_stays_that() {
        assert_eq!(to_half(65519.999999999), f16::MAX);
        assert_eq!(to_half(65520.0), f16::INFINITY);
        assert_eq!(to_bfloat16(-1e300), bf16::NEG_INFINITY);
        assert_eq!(to_bfloat16(f64::MIN_POSITIVE).to_bits(), 0);
        assert_eq!(to_half(-0.0).to_bits(), 0x8000);
        assert!(to_half(f64::NAN).is_nan() && to_bfloat16(f64::NAN).is_nan());
    }
}
