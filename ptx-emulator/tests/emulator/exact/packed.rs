//! Instructions on several values in one register: pairs of floats, packed comparisons, video
//! instructions, packing with saturation.

use num_traits::One;

use super::floats::{Modifiers, operands, product, sum};
use super::operands::{integer, integer_edges, tuples};
use super::real::{BF16, F16, F32, Format, MODES, Mode, Real};
use super::{Form, check};

/// Two 16-bit operands in one register.
fn pairs(lists: &[Vec<u64>], bits: u32) -> Vec<Vec<u64>> {
    lists
        .iter()
        .map(|list| {
            let shifted = list.iter().cycle().skip(5);
            list.iter()
                .zip(shifted)
                .map(|(low, high)| low | high << bits)
                .collect()
        })
        .collect()
}

#[test]
fn pairs_of_halves() {
    for format in [F16, BF16] {
        let all = pairs(&operands(3, format), 16);
        let text = format!("fma.rn.{}x2 %r9, %r0, %r1, %r2;", format.name);
        let form = Form {
            text,
            operands: &all,
            result_bits: 32,
        };
        check(&form, |operands| {
            let half = |shift: u32| {
                let [a, b, c] =
                    [0, 1, 2].map(|place| format.number(operands[place] >> shift & 0xffff));
                let total = sum(product(a, b), c, Mode::Nearest);
                Modifiers::default().result(format, &total, Mode::Nearest)
            };
            half(16) << 16 | half(0)
        });
    }
}

fn one() -> Real {
    Real::of(num_rational::BigRational::one())
}

fn negated(number: Real) -> Real {
    let negative = !number.is_negative();
    number.with_sign(negative)
}

#[test]
fn pairs_of_singles() {
    for (name, mode) in MODES {
        for flush in [false, true] {
            let modifiers = Modifiers {
                flush,
                ..Modifiers::default()
            };
            for opcode in ["add", "sub", "mul", "fma"] {
                let count = if opcode == "fma" { 3 } else { 2 };
                let all = pairs(&operands(count, F32), 32);
                let names = ["%d0", "%d1", "%d2"][..count].join(", ");
                let text = format!("{opcode}.{name}{}.f32x2 %d9, {names};", modifiers.text());
                let form = Form {
                    text,
                    operands: &all,
                    result_bits: 64,
                };
                check(&form, |operands| {
                    let half = |shift: u32| {
                        let number = |place: usize| {
                            modifiers.operand(F32, operands[place] >> shift & 0xffff_ffff)
                        };
                        let (a, b) = (number(0), number(1));
                        let total = match opcode {
                            "add" => sum(a, b, mode),
                            "sub" => sum(a, negated(b), mode),
                            "mul" => product(a, b),
                            _ => sum(product(a, b), number(2), mode),
                        };
                        modifiers.result(F32, &total, mode)
                    };
                    half(32) << 32 | half(0)
                });
            }
        }
    }
}

#[test]
fn halves_added_to_singles() {
    for small in [F16, BF16] {
        for (name, mode) in MODES {
            let halves = operands(2, small);
            let singles = operands(2, F32);
            let count = halves[0].len().min(singles[0].len());
            let cut = |list: &Vec<u64>| list[..count].to_vec();
            let all = [cut(&halves[0]), cut(&halves[1]), cut(&singles[1])];
            for opcode in ["add", "sub", "fma"] {
                let middle = if opcode == "fma" { " %h1," } else { "" };
                let text = format!("{opcode}.{name}.f32.{} %r9, %h0,{middle} %r2;", small.name);
                let form = Form {
                    text,
                    operands: &all,
                    result_bits: 32,
                };
                check(&form, |operands| {
                    let [a, b] = [0, 1].map(|place: usize| small.number(operands[place]));
                    let c = F32.number(operands[2]);
                    let total = match opcode {
                        "add" => sum(product(a, one()), c, mode),
                        "sub" => sum(a, negated(c), mode),
                        _ => sum(product(a, b), c, mode),
                    };
                    Modifiers::default().result(F32, &total, mode)
                });
            }
        }
    }
}

/// Whether `a op b` holds; nothing but `ne` in its unordered form holds for a NaN.
fn holds(format: Format, operation: &str, a: u64, b: u64) -> bool {
    let (a, b) = (format.number(a), format.number(b));
    let rank = |number: &Real| match number {
        Real::Infinity { negative } => {
            if *negative {
                -1
            } else {
                1
            }
        }
        _ => 0,
    };
    let order = match (&a, &b) {
        (Real::NotANumber, _) | (_, Real::NotANumber) => return operation.ends_with('u'),
        _ if rank(&a) != 0 || rank(&b) != 0 => rank(&a).cmp(&rank(&b)),
        _ => a.value().cmp(&b.value()),
    };
    match operation.trim_end_matches('u') {
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        "lt" => order.is_lt(),
        "ge" => order.is_ge(),
        _ => panic!("no comparison `{operation}`"),
    }
}

#[test]
fn comparisons_of_pairs() {
    for format in [F16, BF16] {
        let one = format.round(&one(), Mode::Nearest);
        for operation in ["eq", "ne", "lt", "ge", "equ", "ltu"] {
            for (target, truth) in [(format!("{}x2", format.name), one), ("u32".into(), 0xffff)] {
                let all = pairs(&operands(2, format), 16);
                let text = format!("set.{operation}.{target}.{}x2 %r9, %r0, %r1;", format.name);
                let form = Form {
                    text,
                    operands: &all,
                    result_bits: 32,
                };
                check(&form, |operands| {
                    let half = |shift: u32| {
                        let [a, b] = [0, 1].map(|place: usize| operands[place] >> shift & 0xffff);
                        if holds(format, operation, a, b) {
                            truth << shift
                        } else {
                            0
                        }
                    };
                    half(16) | half(0)
                });
            }
        }
    }
}

/// The number in some bits of a word.
fn part(word: u64, shift: u32, bits: u32, signed: bool) -> i64 {
    let field = (word >> shift & ((1 << bits) - 1)) as i64;
    if signed && field >> (bits - 1) == 1 {
        field - (1 << bits)
    } else {
        field
    }
}

fn clamp(value: i64, bits: u32, signed: bool) -> i64 {
    if signed {
        value.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        value.clamp(0, (1 << bits) - 1)
    }
}

fn words(count: usize) -> Vec<Vec<u64>> {
    tuples(count, &integer_edges(32), 300, integer(32))
}

fn word_form(text: String, count: usize, reading: impl Fn(&[u64]) -> i64) {
    let all = words(count);
    let form = Form {
        text,
        operands: &all,
        result_bits: 32,
    };
    check(&form, |operands| reading(operands) as u64 & 0xffff_ffff);
}

type Binary = fn(i64, i64) -> i64;

const VIDEO: [(&str, Binary); 5] = [
    ("vadd", |a, b| a + b),
    ("vsub", |a, b| a - b),
    ("vabsdiff", |a, b| (a - b).abs()),
    ("vmin", |a, b| a.min(b)),
    ("vmax", |a, b| a.max(b)),
];

#[test]
fn video_instructions_on_parts() {
    let name = |signed: bool| if signed { "s32" } else { "u32" };
    for (opcode, f) in VIDEO {
        for signs in 0..8 {
            let [d, a, b] = [0, 1, 2].map(|bit: u32| signs >> bit & 1 == 1);
            let types = [d, a, b].map(name).join(".");
            let value =
                move |operands: &[u64]| f(part(operands[0], 8, 8, a), part(operands[1], 16, 16, b));
            let text = format!("{opcode}.{types} %r9, %r0.b1, %r1.h1;");
            word_form(text, 2, value);
            let text = format!("{opcode}.{types}.sat.min %r9, %r0.b1, %r1.h1, %r2;");
            word_form(text, 3, move |operands| {
                clamp(value(operands), 32, d).min(part(operands[2], 0, 32, d))
            });
            let text = format!("{opcode}.{types}.sat %r9.b2, %r0.b1, %r1.h1, %r2;");
            word_form(text, 3, move |operands| {
                let field = clamp(value(operands), 8, d) & 0xff;
                operands[2] as i64 & !0xff_0000 | field << 16
            });
            for (places, bits) in [(2, 16), (4, 8)] {
                let sum = move |operands: &[u64], place: u32| {
                    let shift = place * bits;
                    f(
                        part(operands[0], shift, bits, a),
                        part(operands[1], shift, bits, b),
                    )
                };
                let text = format!("{opcode}{places}.{types}.sat %r9, %r0, %r1, %r2;");
                word_form(text, 3, move |operands| {
                    (0..places).fold(0, |word, place| {
                        let field = clamp(sum(operands, place), bits, d) & ((1 << bits) - 1);
                        word | field << (place * bits)
                    })
                });
                let text = format!("{opcode}{places}.{types}.add %r9, %r0, %r1, %r2;");
                word_form(text, 3, move |operands| {
                    let all = (0..places).map(|place| sum(operands, place));
                    all.sum::<i64>() + operands[2] as i64
                });
            }
        }
    }
    word_form(
        "vshl.u32.u32.u32.clamp %r9, %r0, %r1;".into(),
        2,
        |operands| (u128::from(operands[0]) << operands[1].min(32)) as i64,
    );
    word_form(
        "vshr.s32.s32.u32.wrap %r9, %r0, %r1;".into(),
        2,
        |operands| part(operands[0], 0, 32, true) >> (operands[1] & 31),
    );
    word_form(
        "vmad.s32.s32.s32.sat.shr7 %r9, %r0.h0, %r1.b3, %r2;".into(),
        3,
        |operands| {
            let product = part(operands[0], 0, 16, true) * part(operands[1], 24, 8, true);
            clamp((product + part(operands[2], 0, 32, true)) >> 7, 32, true)
        },
    );
    word_form("vset.s32.u32.lt %r9, %r0.b0, %r1;".into(), 2, |operands| {
        i64::from(part(operands[0], 0, 8, true) < operands[1] as i64)
    });
}

#[test]
fn packing_saturates() {
    for (name, bits, signed) in [("u16", 16, false), ("s16", 16, true)] {
        let text = format!("cvt.pack.sat.{name}.s32 %r9, %r0, %r1;");
        word_form(text, 2, |operands| {
            let field = |place: usize| {
                clamp(part(operands[place], 0, 32, true), bits, signed) & ((1 << bits) - 1)
            };
            field(0) << bits | field(1)
        });
    }
    let small = [
        ("u2", 2),
        ("s2", 2),
        ("u4", 4),
        ("s4", 4),
        ("u8", 8),
        ("s8", 8),
    ];
    for (name, bits) in small {
        let text = format!("cvt.pack.sat.{name}.s32.b32 %r9, %r0, %r1, %r2;");
        word_form(text, 3, |operands| {
            let field = |place: usize| {
                let value = part(operands[place], 0, 32, true);
                clamp(value, bits, name.starts_with('s')) & ((1 << bits) - 1)
            };
            (operands[2] as i64) << (2 * bits) | field(0) << bits | field(1)
        });
    }
}

#[test]
fn tables_of_logic_with_a_predicate() {
    for (connective, or) in [("or", true), ("and", false)] {
        let text = format!(
            "setp.gt.s32 %q1, %r2, 0;\nlop3.{connective}.b32 %r9|%q2, %r0, %r1, %r2, 0x96, !%q1;\n\
             selp.b32 %r8, 1, 0, %q2;\nadd.u32 %r9, %r9, %r8;"
        );
        word_form(text, 3, |operands| {
            let word = (operands[0] ^ operands[1] ^ operands[2]) as i64;
            let other = !part(operands[2], 0, 32, true).is_positive();
            let flag = if or {
                word != 0 || other
            } else {
                word != 0 && other
            };
            word + i64::from(flag)
        });
    }
}
