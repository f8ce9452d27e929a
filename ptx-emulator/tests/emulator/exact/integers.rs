//! Integers: sums, products, quotients, carries, fields and bits, read with integers that have no
//! width.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::operands::{integer, integer_edges, tuples};
use super::{Form, check};

const TYPES: [(&str, u32, bool); 6] = [
    ("u16", 16, false),
    ("s16", 16, true),
    ("u32", 32, false),
    ("s32", 32, true),
    ("u64", 64, false),
    ("s64", 64, true),
];

/// The number that bits of a type are.
fn number(bits: u64, width: u32, signed: bool) -> BigInt {
    let value = BigInt::from(bits & u64::MAX >> (64 - width));
    if signed && bits >> (width - 1) & 1 == 1 {
        value - (BigInt::from(1) << width)
    } else {
        value
    }
}

/// The low bits of a number.
fn wrap(value: &BigInt, width: u32) -> u64 {
    value
        .mod_floor(&(BigInt::from(1) << width))
        .to_u64()
        .unwrap()
}

fn clamp(value: BigInt, width: u32, signed: bool) -> BigInt {
    let (low, high) = if signed {
        (
            -(BigInt::from(1) << (width - 1)),
            (BigInt::from(1) << (width - 1)) - 1,
        )
    } else {
        (BigInt::zero(), (BigInt::from(1) << width) - 1)
    };
    value.clamp(low, high)
}

/// The name of the register that holds operand `place` of so many bits.
pub fn register(width: u32, place: usize) -> String {
    let letter = match width {
        64 => "d",
        32 => "r",
        _ => "h",
    };
    format!("%{letter}{place}")
}

fn operands(count: usize, width: u32) -> Vec<Vec<u64>> {
    tuples(count, &integer_edges(width), 200, integer(width))
}

/// Checks `opcode d, a, b, ...;` with operands and result of one width.
fn uniform(opcode: &str, width: u32, count: usize, reading: impl Fn(&[u64]) -> u64) {
    widths(opcode, &vec![width; count], width, reading);
}

/// Checks an instruction whose operands have these widths.
fn widths(opcode: &str, widths: &[u32], result: u32, reading: impl Fn(&[u64]) -> u64) {
    let all: Vec<Vec<u64>> = operands(widths.len(), *widths.iter().max().unwrap())
        .into_iter()
        .zip(widths)
        .map(|(list, width)| {
            list.into_iter()
                .map(|bits| bits & u64::MAX >> (64 - width))
                .collect()
        })
        .collect();
    let names: Vec<String> = (0..widths.len())
        .map(|place| register(widths[place], place))
        .collect();
    let text = format!("{opcode} {}, {};", register(result, 9), names.join(", "));
    check(
        &Form {
            text,
            operands: &all,
            result_bits: result,
        },
        reading,
    );
}

#[test]
fn sums_products_and_quotients() {
    for (name, width, signed) in TYPES {
        let pair = |operands: &[u64]| [0, 1].map(|place| number(operands[place], width, signed));
        let two = |opcode: &str, f: &dyn Fn(BigInt, BigInt) -> BigInt| {
            uniform(&format!("{opcode}.{name}"), width, 2, |operands| {
                let [a, b] = pair(operands);
                wrap(&f(a, b), width)
            });
        };
        two("add", &|a, b| a + b);
        two("sub", &|a, b| a - b);
        two("mul.lo", &|a, b| a * b);
        two("mul.hi", &|a, b| (a * b) >> width);
        two("min", &|a, b| a.min(b));
        two("max", &|a, b| a.max(b));
        // The hardware's answer for a division by zero.
        two("div", &|a, b| if b.is_zero() { (-1).into() } else { a / b });
        two("rem", &|a, b| if b.is_zero() { a } else { a % b });
        uniform(&format!("sad.{name}"), width, 3, |operands| {
            let [a, b] = pair(operands);
            wrap(&((a - b).abs() + number(operands[2], width, signed)), width)
        });
        let three = |opcode: &str, f: &dyn Fn(BigInt, BigInt, BigInt) -> BigInt| {
            uniform(&format!("{opcode}.{name}"), width, 3, |operands| {
                let [a, b] = pair(operands);
                wrap(&f(a, b, number(operands[2], width, signed)), width)
            });
        };
        three("mad.lo", &|a, b, c| a * b + c);
        three("mad.hi", &|a, b, c| ((a * b) >> width) + c);
        if width < 64 {
            widths(
                &format!("mul.wide.{name}"),
                &[width, width],
                2 * width,
                |operands| {
                    let [a, b] = pair(operands);
                    wrap(&(a * b), 2 * width)
                },
            );
            let all = [width, width, 2 * width];
            widths(&format!("mad.wide.{name}"), &all, 2 * width, |operands| {
                let [a, b] = pair(operands);
                wrap(&(a * b + number(operands[2], 2 * width, signed)), 2 * width)
            });
        }
        if signed {
            let one = |opcode: &str, f: &dyn Fn(BigInt) -> BigInt| {
                uniform(&format!("{opcode}.{name}"), width, 1, |operands| {
                    wrap(&f(number(operands[0], width, true)), width)
                });
            };
            one("neg", &|a| -a);
            one("abs", &|a| a.abs());
        }
    }
    let saturating = |opcode: &str, count, f: &dyn Fn([BigInt; 3]) -> BigInt| {
        uniform(opcode, 32, count, |operands| {
            let operand =
                |place: usize| number(operands.get(place).copied().unwrap_or(0), 32, true);
            wrap(&clamp(f([0, 1, 2].map(operand)), 32, true), 32)
        });
    };
    saturating("add.sat.s32", 2, &|[a, b, _]| a + b);
    saturating("sub.sat.s32", 2, &|[a, b, _]| a - b);
    saturating("mad.hi.sat.s32", 3, &|[a, b, c]| ((a * b) >> 32) + c);
    saturating("min.relu.s32", 2, &|[a, b, _]| a.min(b).max(BigInt::zero()));
    saturating("max.relu.s32", 2, &|[a, b, _]| a.max(b).max(BigInt::zero()));
}

#[test]
fn products_of_24_bits() {
    for (name, signed) in [("u32", false), ("s32", true)] {
        for (part, shift) in [("lo", 0), ("hi", 16)] {
            let product = |operands: &[u64]| {
                (number(operands[0], 24, signed) * number(operands[1], 24, signed)) >> shift
            };
            uniform(&format!("mul24.{part}.{name}"), 32, 2, |operands| {
                wrap(&product(operands), 32)
            });
            uniform(&format!("mad24.{part}.{name}"), 32, 3, |operands| {
                wrap(&(product(operands) + operands[2]), 32)
            });
        }
    }
}

/// The flag behind an instruction that writes it, and the sum that it stands for: a subtraction
/// adds the complement of its operand.
fn chained(opcode: &str, operands: &[u64], carry: u32, width: u32) -> (u64, u32) {
    let keep = u64::MAX >> (64 - width);
    let sum = match opcode {
        "add.cc" => BigInt::from(operands[0]) + operands[1],
        "sub.cc" => BigInt::from(operands[0]) + (!operands[1] & keep) + 1,
        "addc.cc" => BigInt::from(operands[0]) + operands[1] + carry,
        "subc.cc" => BigInt::from(operands[0]) + (!operands[1] & keep) + carry,
        product => {
            let low = product.contains("lo");
            let product_bits = BigInt::from(operands[0]) * operands[1];
            let part = if low {
                product_bits
            } else {
                product_bits >> width
            };
            let carry = if product.starts_with("madc") {
                carry
            } else {
                0
            };
            BigInt::from(wrap(&part, width)) + operands[2] + carry
        }
    };
    (
        wrap(&sum, width),
        u32::from(sum >= BigInt::from(1) << width),
    )
}

#[test]
fn carries_of_all_pairs_of_instructions() {
    let writers = [
        "add.cc",
        "sub.cc",
        "addc.cc",
        "subc.cc",
        "mad.lo.cc",
        "mad.hi.cc",
        "madc.lo.cc",
        "madc.hi.cc",
    ];
    let readers = ["addc.cc", "subc.cc", "madc.lo.cc", "madc.hi.cc"];
    for width in [32, 64] {
        let all = operands(3, width);
        let name = |opcode: &str| format!("{opcode}.u{width}");
        let [a, b, c] = [0, 1, 2].map(|place| register(width, place));
        let arguments = |opcode: &str| {
            if opcode.starts_with('m') {
                format!("{a}, {b}, {c}")
            } else {
                format!("{a}, {b}")
            }
        };
        let [d, e] = [register(width, 9), register(width, 8)];
        for first in writers {
            for second in readers {
                // The flag starts as 1, and is read as a number at the end.
                let text = format!(
                    "add.cc.u32 %r8, -1, 1;\n{} {e}, {};\n{} {d}, {};\naddc.u{width} {e}, 0, 0;\n\
                     xor.b{width} {d}, {d}, {e};",
                    name(first),
                    arguments(first),
                    name(second),
                    arguments(second),
                );
                check(
                    &Form {
                        text,
                        operands: &all,
                        result_bits: width,
                    },
                    |operands| {
                        let (_, carry) = chained(first, operands, 1, width);
                        let (sum, carry) = chained(second, operands, carry, width);
                        sum ^ u64::from(carry)
                    },
                );
            }
        }
    }
}

#[test]
fn fields_and_shifts() {
    for (name, width, signed) in TYPES.into_iter().filter(|(_, width, _)| *width > 16) {
        widths(
            &format!("bfe.{name}"),
            &[width, 32, 32],
            width,
            |operands| {
                let (at, length) = (operands[1] & 0xff, operands[2] & 0xff);
                let bit = |place: u64| operands[0] >> place & 1;
                let last = (at + length).saturating_sub(1).min(u64::from(width) - 1);
                let sign = if !signed || length == 0 { 0 } else { bit(last) };
                (0..u64::from(width)).fold(0, |field, place| {
                    let inside = place < length && at + place < u64::from(width);
                    field | if inside { bit(at + place) } else { sign } << place
                })
            },
        );
    }
    for width in [32, 64] {
        widths(
            &format!("bfi.b{width}"),
            &[width, width, 32, 32],
            width,
            |operands| {
                let (at, length) = (operands[2] & 0xff, operands[3] & 0xff);
                (0..u64::from(width)).fold(0, |word, place| {
                    let inside = place >= at && place < at + length;
                    let bit = if inside {
                        operands[0] >> (place - at)
                    } else {
                        operands[1] >> place
                    };
                    word | (bit & 1) << place
                })
            },
        );
    }
    for (name, width, signed) in TYPES {
        let amount = |operands: &[u64]| operands[1].min(u64::from(width)) as u32;
        widths(&format!("shr.{name}"), &[width, 32], width, |operands| {
            wrap(
                &(number(operands[0], width, signed) >> amount(operands)),
                width,
            )
        });
        widths(&format!("shl.b{width}"), &[width, 32], width, |operands| {
            wrap(&(BigInt::from(operands[0]) << amount(operands)), width)
        });
    }
    for (mode, wraps) in [("wrap", true), ("clamp", false)] {
        let amount = |bits: u64| if wraps { bits & 31 } else { bits.min(32) } as u32;
        uniform(&format!("shf.l.{mode}.b32"), 32, 3, |operands| {
            let both = BigInt::from(operands[1]) << 32 | BigInt::from(operands[0]);
            wrap(&((both << amount(operands[2])) >> 32), 32)
        });
        uniform(&format!("shf.r.{mode}.b32"), 32, 3, |operands| {
            let both = BigInt::from(operands[1]) << 32 | BigInt::from(operands[0]);
            wrap(&(both >> amount(operands[2])), 32)
        });
        uniform(&format!("bmsk.{mode}.b32"), 32, 2, |operands| {
            let (at, count) = (amount(operands[0]), amount(operands[1]));
            wrap(&(((BigInt::from(1) << count) - 1) << at), 32)
        });
        for (name, signed) in [("u32", false), ("s32", true)] {
            uniform(
                &format!("szext.{mode}.{name}"),
                32,
                2,
                |operands| match amount(operands[1]) {
                    0 => 0,
                    count => wrap(&number(operands[0], count, signed), 32),
                },
            );
        }
    }
}

#[test]
fn counts_and_permutations_of_bits() {
    for width in [32, 64] {
        let ones = |bits: u64| (0..width).filter(move |place| bits >> place & 1 == 1);
        widths(&format!("popc.b{width}"), &[width], 32, |operands| {
            ones(operands[0]).count() as u64
        });
        widths(&format!("clz.b{width}"), &[width], 32, |operands| {
            ones(operands[0])
                .next_back()
                .map_or(width, |place| width - 1 - place)
                .into()
        });
        uniform(&format!("brev.b{width}"), width, 1, |operands| {
            ones(operands[0]).fold(0, |word, place| word | 1 << (width - 1 - place))
        });
        for signed in [false, true] {
            let name = format!("bfind{{}}.{}{width}", if signed { 's' } else { 'u' });
            let found = |operands: &[u64]| {
                let negative = signed && operands[0] >> (width - 1) & 1 == 1;
                let bits = if negative { !operands[0] } else { operands[0] };
                ones(bits).next_back()
            };
            widths(&name.replace("{}", ""), &[width], 32, |operands| {
                found(operands).map_or(0xffff_ffff, u64::from)
            });
            widths(&name.replace("{}", ".shiftamt"), &[width], 32, |operands| {
                found(operands).map_or(0xffff_ffff, |place| u64::from(width - 1 - place))
            });
        }
    }
    for table in [0, 1, 0x1b, 0x80, 0x96, 0xca, 0xe8, 0xfe, 0xff] {
        let all = operands(3, 32);
        let text = format!("lop3.b32 %r9, %r0, %r1, %r2, {table};");
        check(
            &Form {
                text,
                operands: &all,
                result_bits: 32,
            },
            |operands| {
                (0..32).fold(0, |word, place| {
                    let row = (0..3).fold(0, |row, one| row << 1 | (operands[one] >> place & 1));
                    word | (table >> row & 1) << place
                })
            },
        );
    }
    uniform("prmt.b32", 32, 3, |operands| {
        let bytes = operands[1] << 32 | operands[0];
        (0..4).fold(0, |word, place| {
            let choice = operands[2] >> (4 * place) & 15;
            let byte = bytes >> (8 * (choice & 7)) & 0xff;
            let byte = match choice & 8 {
                0 => byte,
                _ => 0xff * (byte >> 7),
            };
            word | byte << (8 * place)
        })
    });
    for (logic, f) in [
        ("and", (|a, b| a & b) as fn(u64, u64) -> u64),
        ("or", |a, b| a | b),
        ("xor", |a, b| a ^ b),
    ] {
        for width in [16, 32, 64] {
            uniform(&format!("{logic}.b{width}"), width, 2, |operands| {
                f(operands[0], operands[1])
            });
        }
    }
}

#[test]
fn sums_of_products_of_bytes() {
    for (a_name, a_signed) in [("u32", false), ("s32", true)] {
        for (b_name, b_signed) in [("u32", false), ("s32", true)] {
            let part = |bits: u64, place: u32, width: u32, signed: bool| {
                number(bits >> (place * width), width, signed)
            };
            uniform(&format!("dp4a.{a_name}.{b_name}"), 32, 3, |operands| {
                let products = (0..4).map(|place| {
                    part(operands[0], place, 8, a_signed) * part(operands[1], place, 8, b_signed)
                });
                wrap(&(products.sum::<BigInt>() + operands[2]), 32)
            });
            for (half, first) in [("lo", 0), ("hi", 2)] {
                uniform(
                    &format!("dp2a.{half}.{a_name}.{b_name}"),
                    32,
                    3,
                    |operands| {
                        let products = (0..2).map(|place| {
                            part(operands[0], place, 16, a_signed)
                                * part(operands[1], first + place, 8, b_signed)
                        });
                        wrap(&(products.sum::<BigInt>() + operands[2]), 32)
                    },
                );
            }
        }
    }
}
