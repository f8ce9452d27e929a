//! Conversions between all types, in every mode.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::floats::{Modifiers, differs, operands};
use super::integers::register;
use super::operands::{integer, integer_edges, tuples};
use super::real::{BF16, F16, F32, F64, Format, MODES, Mode, Real, to_integer};
use super::{Form, check, check_by};

const INTEGERS: [(&str, u32, bool); 8] = [
    ("u8", 8, false),
    ("s8", 8, true),
    ("u16", 16, false),
    ("s16", 16, true),
    ("u32", 32, false),
    ("s32", 32, true),
    ("u64", 64, false),
    ("s64", 64, true),
];

fn range(width: u32, signed: bool) -> (BigInt, BigInt) {
    if signed {
        (
            -(BigInt::from(1) << (width - 1)),
            (BigInt::from(1) << (width - 1)) - 1,
        )
    } else {
        (BigInt::zero(), (BigInt::from(1) << width) - 1)
    }
}

fn number(bits: u64, width: u32, signed: bool) -> BigInt {
    let value = BigInt::from(bits & u64::MAX >> (64 - width));
    if signed && bits >> (width - 1) & 1 == 1 {
        value - (BigInt::from(1) << width)
    } else {
        value
    }
}

/// The bits of an integer in a register: 8 bits are extended to 16.
fn register_bits(value: &BigInt, width: u32) -> u64 {
    value
        .mod_floor(&(BigInt::from(1) << width.max(16)))
        .to_u64()
        .unwrap()
}

#[test]
fn integers_to_integers() {
    for (from, from_width, from_signed) in INTEGERS {
        for (to, to_width, to_signed) in INTEGERS {
            for saturate in [false, true] {
                let all = tuples(1, &integer_edges(from_width), 100, integer(from_width));
                let sat = if saturate { ".sat" } else { "" };
                let text = format!(
                    "cvt{sat}.{to}.{from} {}, {};",
                    register(to_width, 9),
                    register(from_width, 0)
                );
                let result_bits = to_width.max(16);
                check(
                    &Form {
                        text,
                        operands: &all,
                        result_bits,
                    },
                    |operands| {
                        let value = number(operands[0], from_width, from_signed);
                        let (low, high) = range(to_width, to_signed);
                        let value = if saturate {
                            value.clamp(low, high)
                        } else {
                            value
                        };
                        let wrapped = value
                            .mod_floor(&(BigInt::from(1) << to_width))
                            .to_u64()
                            .unwrap();
                        register_bits(&number(wrapped, to_width, to_signed), to_width)
                    },
                );
            }
        }
    }
}

#[test]
fn floats_to_integers() {
    for format in [F16, BF16, F32, F64] {
        for (name, width, signed) in INTEGERS {
            for (rounding, mode) in MODES {
                let all = operands(1, format);
                let text = format!(
                    "cvt.{rounding}i.{name}.{} {}, {};",
                    format.name,
                    register(width, 9),
                    register(format.bits(), 0)
                );
                let result_bits = width.max(16);
                check(
                    &Form {
                        text,
                        operands: &all,
                        result_bits,
                    },
                    |operands| {
                        let (low, high) = range(width, signed);
                        let number = format.number(operands[0]);
                        let value = match (&number, number.value()) {
                            (_, Some(value)) => to_integer(&value, mode).clamp(low, high),
                            (Real::NotANumber, _) if format.bits() == 64 || width == 64 => {
                                BigInt::from(1) << (width - 1)
                            }
                            (Real::NotANumber, _) => BigInt::zero(),
                            (infinity, _) => {
                                if infinity.is_negative() {
                                    low
                                } else {
                                    high
                                }
                            }
                        };
                        let wrapped = value
                            .mod_floor(&(BigInt::from(1) << width))
                            .to_u64()
                            .unwrap();
                        register_bits(&self::number(wrapped, width, signed), width)
                    },
                );
            }
        }
    }
}

#[test]
fn integers_to_floats() {
    for format in [F16, BF16, F32, F64] {
        for (name, width, signed) in INTEGERS {
            for (rounding, mode) in MODES {
                let all = tuples(1, &integer_edges(width), 300, integer(width));
                let bits = format.bits();
                let text = format!(
                    "cvt.{rounding}.{}.{name} {}, {};",
                    format.name,
                    register(bits, 9),
                    register(width, 0)
                );
                check(
                    &Form {
                        text,
                        operands: &all,
                        result_bits: bits,
                    },
                    |operands| {
                        let value = number(operands[0], width, signed);
                        format.round(&Real::of(BigRational::from(value)), mode)
                    },
                );
            }
        }
    }
}

#[test]
fn floats_to_floats() {
    let formats = [F16, BF16, F32, F64];
    let plain = Modifiers::default();
    for from in formats {
        for to in formats {
            for (rounding, mode) in MODES {
                let widens = to.bits() > from.bits();
                if from == to || (widens && mode != Mode::Nearest) {
                    continue;
                }
                let relu =
                    from == F32 && to.bits() == 16 && matches!(mode, Mode::Nearest | Mode::Zero);
                let all_modifiers = [
                    plain,
                    Modifiers {
                        saturate: true,
                        ..plain
                    },
                    Modifiers { relu, ..plain },
                ];
                for modifiers in all_modifiers {
                    let rounding = if widens {
                        String::new()
                    } else {
                        format!(".{rounding}")
                    };
                    let text = format!(
                        "cvt{rounding}{}.{}.{} {}, {};",
                        modifiers.text(),
                        to.name,
                        from.name,
                        register(to.bits(), 9),
                        register(from.bits(), 0)
                    );
                    float_form(text, [from, to], modifiers, mode);
                }
            }
        }
    }
    for format in formats {
        for (rounding, mode) in MODES {
            let all = operands(1, format);
            let bits = format.bits();
            let (d, a) = (register(bits, 9), register(bits, 0));
            let text = format!("cvt.{rounding}i.{0}.{0} {d}, {a};", format.name);
            check_by(
                &Form {
                    text,
                    operands: &all,
                    result_bits: bits,
                },
                |operands, found| {
                    let number = format.number(operands[0]);
                    let whole = number.value().map(|value| {
                        Real::of(to_integer(&value, mode).into()).with_sign(number.is_negative())
                    });
                    let due = format.round(&whole.unwrap_or(number), Mode::Nearest);
                    differs(format, found, due)
                },
            );
        }
    }
}

fn float_form(text: String, [from, to]: [Format; 2], modifiers: Modifiers, mode: Mode) {
    let all = operands(1, from);
    check_by(
        &Form {
            text,
            operands: &all,
            result_bits: to.bits(),
        },
        |operands, found| {
            let due = modifiers.result(to, &from.number(operands[0]), mode);
            differs(to, found, due)
        },
    );
}
