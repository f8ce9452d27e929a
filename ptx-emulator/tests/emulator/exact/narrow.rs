//! Conversions to and from pairs of halves and of bytes, and `tf32`.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;

use super::floats::{Modifiers, operands};
use super::real::{BF16, F16, F32, MODES, Mode, Real, power};
use super::{Form, check};

/// A format of 8 bits as the list of its finite magnitudes.
struct Byte {
    name: &'static str,
    magnitudes: Vec<BigRational>,
    not_a_number: u64,
}

fn byte(name: &'static str, mantissa: u64, bias: i64, count: u64) -> Byte {
    let magnitude = |bits: u64| {
        let (field, fraction) = (bits >> mantissa, bits & ((1 << mantissa) - 1));
        let hidden = if field == 0 { 0 } else { 1 << mantissa };
        let exponent = field.max(1) as i64 - bias - mantissa as i64;
        BigRational::from(BigInt::from(fraction + hidden)) * power(exponent)
    };
    Byte {
        name,
        magnitudes: (0..count).map(magnitude).collect(),
        not_a_number: 0x7f,
    }
}

impl Byte {
    /// The nearest magnitude, the even one of two; the largest one for all beyond.
    fn round(&self, number: &Real) -> u64 {
        let sign = if number.is_negative() { 0x80 } else { 0 };
        let last = self.magnitudes.len() - 1;
        let Some(value) = number.value() else {
            return match number {
                Real::NotANumber => self.not_a_number,
                _ => sign | last as u64,
            };
        };
        let value = value.abs();
        let above = self
            .magnitudes
            .partition_point(|magnitude| *magnitude < value);
        if above > last {
            return sign | last as u64;
        }
        if above == 0 {
            return sign;
        }
        let [low, high] = [above - 1, above].map(|place| (&self.magnitudes[place] - &value).abs());
        let chosen = match low.cmp(&high) {
            std::cmp::Ordering::Less => above - 1,
            std::cmp::Ordering::Equal => above - above % 2,
            std::cmp::Ordering::Greater => above,
        };
        sign | chosen as u64
    }
}

fn bytes() -> [Byte; 2] {
    [byte("e4m3", 3, 7, 0x7f), byte("e5m2", 2, 15, 0x7c)]
}

/// A number below zero, or zero, becomes +0.
fn relu(number: Real) -> Real {
    if number.is_negative() || number.is_zero() {
        Real::zero(false)
    } else {
        number
    }
}

#[test]
fn singles_to_pairs_of_bytes() {
    for format in bytes() {
        for is_relu in [false, true] {
            let suffix = if is_relu { ".relu" } else { "" };
            let text = format!(
                "cvt.rn.satfinite{suffix}.{}x2.f32 %h9, %r0, %r1;",
                format.name
            );
            let all = operands(2, F32);
            let form = Form {
                text,
                operands: &all,
                result_bits: 16,
            };
            check(&form, |operands| {
                let field = |place: usize| {
                    let number = F32.number(operands[place]);
                    format.round(&if is_relu { relu(number) } else { number })
                };
                field(0) << 8 | field(1)
            });
        }
    }
}

#[test]
fn pairs_of_bytes_to_halves() {
    for format in bytes() {
        let text = format!("cvt.rn.f16x2.{}x2 %r9, %h0;", format.name);
        let all = [(0..=0xffff).step_by(7).collect::<Vec<u64>>()];
        let form = Form {
            text,
            operands: &all,
            result_bits: 32,
        };
        check(&form, |operands| {
            let half = |bits: u64| {
                let negative = bits & 0x80 != 0;
                let number = match format.magnitudes.get((bits & 0x7f) as usize) {
                    Some(magnitude) => Real::of(magnitude.clone()).with_sign(negative),
                    None if format.name == "e5m2" && bits & 0x7f == 0x7c => {
                        Real::Infinity { negative }
                    }
                    None => Real::NotANumber,
                };
                F16.round(&number, Mode::Nearest)
            };
            half(operands[0] >> 8) << 16 | half(operands[0] & 0xff)
        });
    }
}

#[test]
fn singles_to_pairs_of_halves() {
    for format in [F16, BF16] {
        for (name, mode) in MODES {
            if !matches!(mode, Mode::Nearest | Mode::Zero) {
                continue;
            }
            for relu in [false, true] {
                let modifiers = Modifiers {
                    relu,
                    ..Modifiers::default()
                };
                let suffix = modifiers.text();
                let text = format!("cvt.{name}{suffix}.{}x2.f32 %r9, %r0, %r1;", format.name);
                let all = operands(2, F32);
                let form = Form {
                    text,
                    operands: &all,
                    result_bits: 32,
                };
                check(&form, |operands| {
                    let half =
                        |place: usize| modifiers.result(format, &F32.number(operands[place]), mode);
                    half(0) << 16 | half(1)
                });
            }
        }
    }
}

#[test]
fn singles_to_tf32() {
    for (name, away) in [("rna", true), ("rn", false)] {
        let all = operands(1, F32);
        let text = format!("cvt.{name}.tf32.f32 %r9, %r0;");
        let form = Form {
            text,
            operands: &all,
            result_bits: 32,
        };
        check(&form, |operands| {
            let bits = operands[0];
            if F32.is_nan(bits) {
                return 0x7fff_ffff;
            }
            let half = if away {
                0x1000
            } else {
                0xfff + (bits >> 13 & 1)
            };
            (bits + half) & !0x1fff & 0xffff_ffff
        });
    }
}
