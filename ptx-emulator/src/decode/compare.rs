//! Comparisons and selections: `setp`, `set`, `selp`, `slct`.

use super::bits::Logic;
use super::lanes::lanes;
use super::{Decoder, Form};
use crate::float::{BF16, F16, Format, flush};
use crate::operation::{Choice, Operation, PredicateOperand};
use crate::registers::{File, Register, Registers, binary, compare};
use crate::syntax::Operand;
use crate::types::ScalarType;

type Handled = Result<Operation, String>;
type Comparison = Box<dyn Fn(&Registers) -> u32 + Send + Sync>;

const COMPARISONS: [&str; 18] = [
    "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu",
    "geu", "num", "nan",
];

macro_rules! integer_comparison {
    ($operation:expr, $registers:expr, $t:ty) => {
        match $operation {
            "eq" => compare::<$t>($registers, |a, b| a == b),
            "ne" => compare::<$t>($registers, |a, b| a != b),
            "lt" | "lo" => compare::<$t>($registers, |a, b| a < b),
            "le" | "ls" => compare::<$t>($registers, |a, b| a <= b),
            "gt" | "hi" => compare::<$t>($registers, |a, b| a > b),
            "ge" | "hs" => compare::<$t>($registers, |a, b| a >= b),
            other => return Err(format!("`.{other}` does not compare integers")),
        }
    };
}

/// Whether `a op b` holds for floats; the forms with `u` also hold when an operand is a NaN.
fn float_holds(operation: &str, a: f64, b: f64) -> bool {
    let unordered = a.is_nan() || b.is_nan();
    match operation {
        "eq" => a == b,
        "ne" => !unordered && a != b,
        "lt" => a < b,
        "le" => a <= b,
        "gt" => a > b,
        "ge" => a >= b,
        "equ" => unordered || a == b,
        "neu" => unordered || a != b,
        "ltu" => unordered || a < b,
        "leu" => unordered || a <= b,
        "gtu" => unordered || a > b,
        "geu" => unordered || a >= b,
        "num" => !unordered,
        _ => unordered,
    }
}

fn float_comparison(
    operation: &'static str,
    registers: [Register; 2],
    ty: ScalarType,
    flushes: bool,
) -> Option<Comparison> {
    let f32_value = move |value: f32| f64::from(if flushes { flush(value) } else { value });
    let small = |format: Format| {
        compare::<u16>(registers, move |a, b| {
            float_holds(
                operation,
                format.value(u32::from(a)),
                format.value(u32::from(b)),
            )
        })
    };
    Some(match ty {
        ScalarType::F32 => compare::<f32>(registers, move |a, b| {
            float_holds(operation, f32_value(a), f32_value(b))
        }),
        ScalarType::F64 => compare::<f64>(registers, move |a, b| float_holds(operation, a, b)),
        ScalarType::F16 => small(F16),
        ScalarType::Bf16 => small(BF16),
        _ => return None,
    })
}

fn comparison(
    form: &Form,
    operation: &'static str,
    registers: [Register; 2],
    ty: ScalarType,
    flushes: bool,
) -> Result<Comparison, String> {
    use ScalarType::*;
    if let Some(found) = float_comparison(operation, registers, ty, flushes) {
        return Ok(found);
    }
    Ok(match ty {
        B16 | U16 => integer_comparison!(operation, registers, u16),
        S16 => integer_comparison!(operation, registers, i16),
        B32 | U32 => integer_comparison!(operation, registers, u32),
        S32 => integer_comparison!(operation, registers, i32),
        B64 | U64 => integer_comparison!(operation, registers, u64),
        S64 => integer_comparison!(operation, registers, i64),
        _ => return form.wrong_type(ty),
    })
}

fn take_comparison(form: &mut Form) -> Result<&'static str, String> {
    form.take_one_of(&COMPARISONS)
        .map(|index| COMPARISONS[index])
        .ok_or_else(|| format!("expected a comparison after `{}`", form.root()))
}

/// `setp.op{.bool}{.ftz}.type p{|q}, a, b{, c}`
pub(super) fn set_predicate(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let operation = take_comparison(form)?;
    let connective = form.take_by(Logic::from_modifier);
    let flushes = form.take("ftz");
    if let Some(format) = packed_format(form) {
        return set_packed(decoder, form, operation, flushes, format);
    }
    let ty = form.take_type()?;
    form.expect_operands(3..=4)?;
    let (first, second) = match form.operand(0)? {
        Operand::Pair(first, second) => (Operand::Name(first.clone()), Some(second)),
        single => (single.clone(), None),
    };
    let p = decoder.target(&first, ScalarType::Predicate)?;
    let q = match second {
        Some(name) => Some(decoder.target(&Operand::Name(name.clone()), ScalarType::Predicate)?),
        None => None,
    };
    let a = decoder.source(form.operand(1)?, ty)?;
    let b = decoder.source(form.operand(2)?, ty)?;
    let combined = combined_predicate(decoder, form, connective, 3)?;
    let test = comparison(form, operation, [a, b], ty, flushes)?;
    if matches!(operation, "eq" | "ne") && combined.is_none() {
        decoder.flow.choice = Some(Choice::Equal { values: [a, b] });
    }
    lanes(Box::new(move |registers, mask| {
        let holds = test(registers);
        let (mut yes, mut no) = (holds, !holds);
        if let Some((connective, predicate)) = combined {
            let other = predicate.value(registers);
            yes = connective.apply(yes, other);
            no = connective.apply(no, other);
        }
        registers.set_predicate(p, mask, yes);
        if let Some(q) = q {
            registers.set_predicate(q, mask, no);
        }
    }))
}

fn combined_predicate(
    decoder: &mut Decoder,
    form: &Form,
    connective: Option<Logic>,
    index: usize,
) -> Result<Option<(Logic, PredicateOperand)>, String> {
    match connective {
        Some(connective) => Ok(Some((connective, decoder.predicate(form.operand(index)?)?))),
        None => Ok(None),
    }
}

fn packed_format(form: &mut Form) -> Option<Format> {
    form.take_one_of(&["f16x2", "bf16x2"])
        .map(|index| [F16, BF16][index])
}

/// `setp.op.f16x2 p|q, a, b`: one predicate for each half.
fn set_packed(
    decoder: &mut Decoder,
    form: &Form,
    operation: &'static str,
    flushes: bool,
    format: Format,
) -> Handled {
    if flushes {
        return Err("`.ftz` on a packed comparison is not emulated".to_owned());
    }
    form.expect_operands(3..=3)?;
    let Operand::Pair(first, second) = form.operand(0)? else {
        return Err("expected `p|q` as target of a packed comparison".to_owned());
    };
    let p = decoder.predicate_register(first)?;
    let q = decoder.predicate_register(second)?;
    decoder.written(p);
    decoder.written(q);
    let a = decoder.source(form.operand(1)?, ScalarType::B32)?;
    let b = decoder.source(form.operand(2)?, ScalarType::B32)?;
    let half = move |shift: u32| {
        compare::<u32>([a, b], move |a, b| {
            let part = |word: u32| format.value(word >> shift & 0xffff);
            float_holds(operation, part(a), part(b))
        })
    };
    let (low, high) = (half(0), half(16));
    lanes(Box::new(move |registers, mask| {
        let (low, high) = (low(registers), high(registers));
        registers.set_predicate(p, mask, low);
        registers.set_predicate(q, mask, high);
    }))
}

/// What `set` on packed halves writes for each: one as a half, or all ones.
fn packed_target(name: &str) -> Option<u32> {
    match name {
        "f16x2" => Some(0x3c00),
        "bf16x2" => Some(0x3f80),
        _ => None,
    }
}

/// `set.op{.ftz}.{f16x2,u32}.f16x2 d, a, b`
fn set_halves(
    decoder: &mut Decoder,
    form: &mut Form,
    operation: &'static str,
    flushes: bool,
    first: u32,
) -> Handled {
    // Behind an integer type only one format stands, else the second one.
    let integer = form.take_one_of(&["u32", "s32"]).is_some();
    let source = if integer {
        Some(first)
    } else {
        form.take_by(packed_target)
    };
    let format = match source {
        Some(0x3c00) => F16,
        Some(_) => BF16,
        None => return Err("expected the type of the operands of a packed `set`".to_owned()),
    };
    let truth = if integer { 0xffff } else { first };
    let registers = decoder.uniform::<3>(form, ScalarType::B32)?;
    lanes(binary(registers, move |a: u32, b: u32| {
        let value = |word: u32, shift: u32| {
            let value = format.value(word >> shift & 0xffff);
            let smallest = if format == F16 {
                2f64.powi(-14)
            } else {
                2f64.powi(-126)
            };
            if flushes && value.abs() < smallest {
                0.0
            } else {
                value
            }
        };
        let half = |shift: u32| {
            if float_holds(operation, value(a, shift), value(b, shift)) {
                truth << shift
            } else {
                0
            }
        };
        half(16) | half(0)
    }))
}

/// `set.op{.bool}{.ftz}.dtype.stype d, a, b{, c}`: all ones or 1.0 where it holds.
pub(super) fn set(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let operation = take_comparison(form)?;
    let connective = form.take_by(Logic::from_modifier);
    let flushes = form.take("ftz");
    if let Some(target) = form.take_by(packed_target) {
        return set_halves(decoder, form, operation, flushes, target);
    }
    let target_type = form.take_type()?;
    let ty = form.take_type()?;
    form.expect_operands(3..=4)?;
    let d = decoder.target(form.operand(0)?, target_type)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    let b = decoder.source(form.operand(2)?, ty)?;
    let combined = combined_predicate(decoder, form, connective, 3)?;
    let test = comparison(form, operation, [a, b], ty, flushes)?;
    let truth = match target_type {
        ScalarType::F32 => u64::from(1.0f32.to_bits()),
        ScalarType::F16 => 0x3c00,
        ScalarType::Bf16 => 0x3f80,
        ScalarType::U32 | ScalarType::S32 => 0xffff_ffff,
        ScalarType::U16 | ScalarType::S16 => 0xffff,
        _ => return form.wrong_type(target_type),
    };
    lanes(Box::new(move |registers, mask| {
        let mut holds = test(registers);
        if let Some((connective, predicate)) = combined {
            holds = connective.apply(holds, predicate.value(registers));
        }
        for lane in crate::registers::lanes(mask) {
            registers.set_lane(d, lane, if holds >> lane & 1 == 1 { truth } else { 0 });
        }
    }))
}

/// `selp.type d, a, b, p`
pub(super) fn select(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    form.expect_operands(4..=4)?;
    let d = decoder.target(form.operand(0)?, ty)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    let b = decoder.source(form.operand(2)?, ty)?;
    let p = decoder.predicate(form.operand(3)?)?;
    decoder.flow.choice = Some(Choice::Select {
        values: [a, b],
        by: p,
    });
    let choose = move |registers: &mut Registers, mask: u32, chosen: u32| match d.file {
        File::Word => {
            let (a, b) = (
                registers.words[a.index as usize],
                registers.words[b.index as usize],
            );
            let target = &mut registers.words[d.index as usize];
            blend_choice(target, mask, chosen, a, b);
        }
        _ => {
            let (a, b) = (
                registers.wides[a.index as usize],
                registers.wides[b.index as usize],
            );
            let target = &mut registers.wides[d.index as usize];
            blend_choice(target, mask, chosen, a, b);
        }
    };
    if matches!(d.file, File::Double | File::Predicate) {
        return form.wrong_type(ty);
    }
    lanes(Box::new(move |registers, mask| {
        let chosen = p.value(registers);
        choose(registers, mask, chosen);
    }))
}

fn blend_choice<T: Copy>(target: &mut [T; 32], mask: u32, chosen: u32, a: [T; 32], b: [T; 32]) {
    for lane in 0..32 {
        let value = if chosen >> lane & 1 == 1 {
            a[lane]
        } else {
            b[lane]
        };
        if mask >> lane & 1 == 1 {
            target[lane] = value;
        }
    }
}

/// `slct.dtype.{s32,f32} d, a, b, c`: `a` where `c >= 0`.
pub(super) fn select_by_sign(decoder: &mut Decoder, form: &mut Form) -> Handled {
    form.take("ftz");
    let ty = form.take_type()?;
    let sign_type = form.take_type()?;
    form.expect_operands(4..=4)?;
    let d = decoder.target(form.operand(0)?, ty)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    let b = decoder.source(form.operand(2)?, ty)?;
    let c = decoder.source(form.operand(3)?, sign_type)?;
    lanes(Box::new(move |registers, mask| {
        let (a, b, c) = (registers.bits(a), registers.bits(b), registers.bits(c));
        for lane in crate::registers::lanes(mask) {
            let bits = c[lane] as u32;
            let positive = if sign_type == ScalarType::F32 {
                f32::from_bits(bits) >= 0.0
            } else {
                bits as i32 >= 0
            };
            registers.set_lane(d, lane, if positive { a[lane] } else { b[lane] });
        }
    }))
}
