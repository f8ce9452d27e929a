//! Floats: every operation in every format, mode and modifier, read as fractions.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::integers::register;
use super::operands::{float, float_edges, tuples};
use super::real::{BF16, F16, F32, F64, Format, MODES, Mode, Real};
use super::{Form, check_by};

/// What changes operands and result of an instruction.
#[derive(Clone, Copy, Default)]
pub struct Modifiers {
    pub flush: bool,
    pub saturate: bool,
    pub relu: bool,
}

impl Modifiers {
    pub fn text(self) -> String {
        let part = |set: bool, name: &str| if set { name.to_owned() } else { String::new() };
        part(self.flush, ".ftz") + &part(self.saturate, ".sat") + &part(self.relu, ".relu")
    }

    /// The number of an operand.
    pub fn operand(self, format: Format, bits: u64) -> Real {
        if self.flush && format.is_subnormal(bits) {
            Real::zero(bits & format.sign() != 0)
        } else {
            format.number(bits)
        }
    }

    /// The bits of a result.
    pub fn result(self, format: Format, number: &Real, mode: Mode) -> u64 {
        let bits = format.round(number, mode);
        let bits = if self.flush && format.is_subnormal(bits) {
            bits & format.sign()
        } else {
            bits
        };
        let negative = bits & format.sign() != 0 || bits == 0;
        let one = format.round(&Real::of(BigRational::one()), Mode::Nearest);
        match (format.is_nan(bits), self.saturate, self.relu) {
            (true, true, _) => 0,
            (true, ..) => bits,
            (_, true, _) if negative => 0,
            (_, true, _) => bits.min(one),
            (_, _, true) if negative => 0,
            _ => bits,
        }
    }
}

/// A sum; the sign of a zero depends on the mode.
pub fn sum(a: Real, b: Real, mode: Mode) -> Real {
    match (&a, &b) {
        (Real::NotANumber, _) | (_, Real::NotANumber) => Real::NotANumber,
        (Real::Infinity { .. }, Real::Infinity { .. }) if a.is_negative() != b.is_negative() => {
            Real::NotANumber
        }
        (Real::Infinity { .. }, _) => a,
        (_, Real::Infinity { .. }) => b,
        _ => {
            let total = a.value().unwrap() + b.value().unwrap();
            match total.is_zero() {
                true if a.is_zero() && b.is_zero() && a.is_negative() == b.is_negative() => a,
                true => Real::zero(mode == Mode::Down),
                false => Real::of(total),
            }
        }
    }
}

pub fn product(a: Real, b: Real) -> Real {
    let negative = a.is_negative() != b.is_negative();
    match (&a, &b) {
        (Real::NotANumber, _) | (_, Real::NotANumber) => Real::NotANumber,
        (Real::Infinity { .. }, _) if b.is_zero() => Real::NotANumber,
        (_, Real::Infinity { .. }) if a.is_zero() => Real::NotANumber,
        (Real::Infinity { .. }, _) | (_, Real::Infinity { .. }) => Real::Infinity { negative },
        _ => Real::of(a.value().unwrap() * b.value().unwrap()).with_sign(negative),
    }
}

fn quotient(a: Real, b: Real) -> Real {
    let negative = a.is_negative() != b.is_negative();
    match (&a, &b) {
        (Real::NotANumber, _) | (_, Real::NotANumber) => Real::NotANumber,
        (Real::Infinity { .. }, Real::Infinity { .. }) => Real::NotANumber,
        (Real::Infinity { .. }, _) => Real::Infinity { negative },
        (_, Real::Infinity { .. }) => Real::zero(negative),
        _ if a.is_zero() && b.is_zero() => Real::NotANumber,
        _ if b.is_zero() => Real::Infinity { negative },
        _ => Real::of(a.value().unwrap() / b.value().unwrap()).with_sign(negative),
    }
}

fn root(a: Real) -> Real {
    match a.value() {
        _ if a.is_zero() => a,
        _ if a.is_negative() => Real::NotANumber,
        Some(value) => Real::Root(value),
        None => a,
    }
}

/// Whether bits are the due ones. NaN of `f64` may have any payload, others have the one that
/// instructions return.
pub fn differs(format: Format, found: u64, due: u64) -> Option<String> {
    let alike = format == F64 && format.is_nan(found) && format.is_nan(due);
    (found != due && !alike).then(|| format!("0x{due:x}"))
}

pub fn operands(count: usize, format: Format) -> Vec<Vec<u64>> {
    let edges = float_edges(format.exponent, format.mantissa);
    tuples(count, &edges, 400, float(format.exponent, format.mantissa))
}

type Reading<'a> = &'a dyn Fn(Vec<Real>, Mode) -> Real;

/// Checks `opcode d, a, ...` in a format, with modifiers and a mode.
fn one(opcode: &str, count: usize, format: Format, modifiers: Modifiers, mode: Mode, f: Reading) {
    let width = format.bits();
    let all = operands(count, format);
    let names: Vec<String> = (0..count).map(|place| register(width, place)).collect();
    let text = format!("{opcode} {}, {};", register(width, 9), names.join(", "));
    check_by(
        &Form {
            text,
            operands: &all,
            result_bits: width,
        },
        |operands, found| {
            let numbers = operands
                .iter()
                .map(|bits| modifiers.operand(format, *bits))
                .collect();
            let due = modifiers.result(format, &f(numbers, mode), mode);
            differs(format, found, due)
        },
    );
}

fn take<const N: usize>(numbers: Vec<Real>) -> [Real; N] {
    numbers.try_into().unwrap()
}

/// Modifiers that a format takes.
fn modifiers(format: Format, relu: bool) -> Vec<Modifiers> {
    let plain = Modifiers::default();
    let flush = Modifiers {
        flush: true,
        ..plain
    };
    let saturate = Modifiers {
        saturate: true,
        ..plain
    };
    let both = Modifiers {
        flush: true,
        saturate: true,
        ..plain
    };
    let relu = Modifiers { relu, ..plain };
    match format.name {
        "f32" => vec![plain, flush, saturate, both],
        "f16" => vec![plain, flush, saturate, both, relu],
        "bf16" => vec![plain, relu],
        _ => vec![plain],
    }
}

#[test]
fn sums_and_products_in_every_mode() {
    for format in [F16, BF16, F32, F64] {
        for (name, mode) in MODES {
            if format.bits() == 16 && mode != Mode::Nearest {
                continue;
            }
            for modifiers in modifiers(format, true) {
                let suffix = format!(".{name}{}.{}", modifiers.text(), format.name);
                let two = |opcode: &str, count, f: Reading| {
                    one(
                        &format!("{opcode}{suffix}"),
                        count,
                        format,
                        modifiers,
                        mode,
                        f,
                    );
                };
                two("fma", 3, &|numbers, mode| {
                    let [a, b, c] = take(numbers);
                    sum(product(a, b), c, mode)
                });
                if modifiers.relu {
                    continue;
                }
                two("add", 2, &|numbers, mode| {
                    let [a, b] = take(numbers);
                    sum(a, b, mode)
                });
                two("sub", 2, &|numbers, mode| {
                    let [a, b] = take(numbers);
                    let negative = !b.is_negative();
                    sum(a, b.with_sign(negative), mode)
                });
                two("mul", 2, &|numbers, _| {
                    let [a, b] = take(numbers);
                    product(a, b)
                });
            }
        }
    }
}

#[test]
fn quotients_and_roots_in_every_mode() {
    for format in [F32, F64] {
        for (name, mode) in MODES {
            for modifiers in modifiers(format, false) {
                if modifiers.saturate {
                    continue;
                }
                let suffix = format!(".{name}{}.{}", modifiers.text(), format.name);
                let check = |opcode: &str, count, f: Reading| {
                    one(
                        &format!("{opcode}{suffix}"),
                        count,
                        format,
                        modifiers,
                        mode,
                        f,
                    );
                };
                check("div", 2, &|numbers, _| {
                    let [a, b] = take(numbers);
                    quotient(a, b)
                });
                check("rcp", 1, &|numbers, _| {
                    let [a] = take(numbers);
                    quotient(Real::of(BigRational::one()), a)
                });
                check("sqrt", 1, &|numbers, _| {
                    let [a] = take(numbers);
                    root(a)
                });
            }
        }
    }
}

/// The smaller of two numbers, -0 below +0; a NaN loses unless it is passed on.
fn smaller(a: Real, b: Real, passes: bool) -> Real {
    match (&a, &b) {
        (Real::NotANumber, Real::NotANumber) => a,
        (Real::NotANumber, _) => {
            if passes {
                a
            } else {
                b
            }
        }
        (_, Real::NotANumber) => {
            if passes {
                b
            } else {
                a
            }
        }
        (Real::Infinity { negative: true }, _) => a,
        (_, Real::Infinity { negative: true }) => b,
        (Real::Infinity { .. }, _) => b,
        (_, Real::Infinity { .. }) => a,
        _ => match a.value().cmp(&b.value()) {
            std::cmp::Ordering::Less => a,
            std::cmp::Ordering::Equal if a.is_negative() => a,
            _ => b,
        },
    }
}

fn negated(a: Real) -> Real {
    let negative = !a.is_negative();
    a.with_sign(negative)
}

#[test]
fn extrema_and_signs() {
    for format in [F16, BF16, F32, F64] {
        for flush in [false, true] {
            if flush && matches!(format.name, "f64" | "bf16") {
                continue;
            }
            let modifiers = Modifiers {
                flush,
                ..Modifiers::default()
            };
            let suffix = format!("{}.{}", modifiers.text(), format.name);
            for passes in [false, true] {
                if passes && format.name == "f64" {
                    continue;
                }
                let nan = if passes { ".NaN" } else { "" };
                let suffix = format!("{}{nan}.{}", modifiers.text(), format.name);
                let check = |opcode: &str, f: Reading| {
                    let opcode = format!("{opcode}{suffix}");
                    one(&opcode, 2, format, modifiers, Mode::Nearest, f);
                };
                check("min", &|numbers, _| {
                    let [a, b] = take(numbers);
                    smaller(a, b, passes)
                });
                check("max", &|numbers, _| {
                    let [a, b] = take(numbers);
                    negated(smaller(negated(a), negated(b), passes))
                });
            }
            // These change the sign bit of any pattern, NaN too.
            for (opcode, clears) in [("abs", true), ("neg", false)] {
                let all = operands(1, format);
                let width = format.bits();
                let text = format!(
                    "{opcode}{suffix} {}, {};",
                    register(width, 9),
                    register(width, 0)
                );
                check_by(
                    &Form {
                        text,
                        operands: &all,
                        result_bits: width,
                    },
                    |operands, found| {
                        let small = flush && format.is_subnormal(operands[0]);
                        let bits = if small {
                            operands[0] & format.sign()
                        } else {
                            operands[0]
                        };
                        let due = if clears {
                            bits & !format.sign()
                        } else {
                            bits ^ format.sign()
                        };
                        (found != due && !format.is_nan(bits)).then(|| format!("0x{due:x}"))
                    },
                );
            }
        }
    }
}
