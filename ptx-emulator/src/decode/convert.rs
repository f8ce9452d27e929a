//! Conversions and moves: `cvt`, `mov`, `cvta`, `isspacep`.

use super::lanes::lanes;
use super::{Decoder, Form};
use crate::float::{self, BF16, E4M3, E5M2, F16, F32, Format, Rounding, direct, flush, to_tf32};
use crate::memory::{GLOBAL_END, LOCAL_WINDOW, PARAMETER_WINDOW, SHARED_WINDOW, WINDOW_BYTES};
use crate::operation::{ClockKind, Operation};
use crate::registers::{File, LaneOperation, Register, binary, ternary, unary};
use crate::syntax::Operand;
use crate::types::{ScalarType, Space};

type Handled = Result<Operation, String>;

/// A value between the two types of a conversion.
#[derive(Debug, Clone, Copy)]
enum Number {
    Integer(i128),
    Float(f64),
}

#[derive(Debug, Clone, Copy)]
struct Conversion {
    rounding: Option<Rounding>,
    /// `.rni` and the like: round to an integer, also between floats.
    to_integer: bool,
    flush: bool,
    saturate: bool,
}

/// `cvt`
pub(super) fn convert(decoder: &mut Decoder, form: &mut Form) -> Handled {
    if form.take("pack") {
        return pack_integers(decoder, form);
    }
    let to_integer = form.take_by(|name| match name {
        "rni" | "rzi" | "rmi" | "rpi" => Rounding::from_name(name),
        _ => None,
    });
    let conversion = Conversion {
        rounding: to_integer.or_else(|| form.take_rounding()),
        to_integer: to_integer.is_some(),
        flush: form.take("ftz"),
        saturate: form.take("sat"),
    };
    let relu = form.take("relu");
    let finite = form.take("satfinite");
    if let Some(target) = form.take_by(small_pair) {
        return convert_to_pair(decoder, form, target, conversion, relu, finite);
    }
    let target_type = form.take_type()?;
    let source_type = form.take_type()?;
    form.expect_operands(2..=2)?;
    let d = decoder.wide_target(form.operand(0)?, target_type)?;
    let a = decoder.wide_source(form.operand(1)?, source_type)?;
    if let Some(fast) = fast_conversion(target_type, source_type, conversion, d, a) {
        return lanes(fast);
    }
    if target_type == ScalarType::Tf32 {
        let mode = conversion.rounding.unwrap_or(Rounding::NearestAway);
        return lanes(unary([d, a], move |value: f32| {
            to_tf32(if relu && value <= 0.0 { 0.0 } else { value }, mode)
        }));
    }
    if finite {
        return Err("`.satfinite` is emulated for packed targets only".to_owned());
    }
    check_scalar(form, target_type)?;
    check_scalar(form, source_type)?;
    lanes(Box::new(move |registers, mask| {
        let values = registers.bits(a);
        for lane in crate::registers::lanes(mask) {
            let mut number = read_number(values[lane], source_type, conversion);
            if relu && let Number::Float(value) = number {
                number = Number::Float(if value <= 0.0 { 0.0 } else { value });
            }
            registers.set_lane(
                d,
                lane,
                write_number(number, target_type, source_type, conversion),
            );
        }
    }))
}

fn check_scalar(form: &Form, ty: ScalarType) -> Result<(), String> {
    use ScalarType::*;
    match ty {
        F16x2 | Bf16x2 | B128 | Predicate | Tf32 | B8 | B16 | B32 | B64 => form.wrong_type(ty),
        _ => Ok(()),
    }
}

fn fast_conversion(
    target: ScalarType,
    source: ScalarType,
    conversion: Conversion,
    d: Register,
    a: Register,
) -> Option<LaneOperation> {
    use ScalarType::*;
    if conversion.flush || conversion.saturate {
        return None;
    }
    let files = (d.file, a.file);
    Some(match (target, source, conversion.rounding) {
        (F32, S32, Some(Rounding::NearestEven)) => unary([d, a], |value: i32| value as f32),
        (F32, U32, Some(Rounding::NearestEven)) => unary([d, a], |value: u32| value as f32),
        (U64 | S64, U32, None) if files == (File::Wide, File::Word) => {
            unary([d, a], |value: u32| u64::from(value))
        }
        (U64 | S64, S32, None) if files == (File::Wide, File::Word) => {
            unary([d, a], |value: i32| i64::from(value))
        }
        (U32 | S32, U64 | S64, None) if files == (File::Word, File::Wide) => {
            unary([d, a], |value: u64| value as u32)
        }
        (F64, F32, None) => unary([d, a], |value: f32| f64::from(value)),
        _ => return None,
    })
}

fn read_number(bits: u64, ty: ScalarType, conversion: Conversion) -> Number {
    use ScalarType::*;
    match ty {
        U8 => Number::Integer(i128::from(bits as u8)),
        S8 => Number::Integer(i128::from(bits as i8)),
        U16 => Number::Integer(i128::from(bits as u16)),
        S16 => Number::Integer(i128::from(bits as i16)),
        U32 => Number::Integer(i128::from(bits as u32)),
        S32 => Number::Integer(i128::from(bits as i32)),
        U64 => Number::Integer(i128::from(bits)),
        S64 => Number::Integer(i128::from(bits as i64)),
        F16 => Number::Float(float::F16.value(bits as u32 & 0xffff)),
        Bf16 => Number::Float(float::BF16.value(bits as u32 & 0xffff)),
        F64 => Number::Float(f64::from_bits(bits)),
        _ => {
            let value = f32::from_bits(bits as u32);
            Number::Float(f64::from(if conversion.flush {
                flush(value)
            } else {
                value
            }))
        }
    }
}

fn write_number(
    number: Number,
    target: ScalarType,
    source: ScalarType,
    conversion: Conversion,
) -> u64 {
    if target.is_float() {
        return write_float(number, target, conversion);
    }
    let bits = target.bytes() as u32 * 8;
    let (low, high) = if target.is_signed() {
        (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
    } else {
        (0, (1_i128 << bits) - 1)
    };
    let value = match number {
        Number::Integer(value) if conversion.saturate => value.clamp(low, high),
        Number::Integer(value) => value,
        Number::Float(value) if value.is_nan() => {
            let wide = source == ScalarType::F64 || bits == 64;
            if wide { 1 << (bits - 1) } else { 0 }
        }
        Number::Float(value) => {
            let mode = conversion.rounding.unwrap_or(Rounding::Zero);
            (mode.to_integer(value) as i128).clamp(low, high)
        }
    };
    // A register wider than the type takes the value sign- or zero-extended.
    let unused = 64 - bits;
    if target.is_signed() {
        ((value as i64) << unused >> unused) as u64
    } else {
        (value as u64) << unused >> unused
    }
}

fn write_float(number: Number, target: ScalarType, conversion: Conversion) -> u64 {
    let mode = conversion.rounding.unwrap_or(Rounding::NearestEven);
    let value = match number {
        Number::Float(value) if conversion.to_integer => mode.to_integer(value),
        Number::Float(value) => value,
        Number::Integer(value) => {
            let nearest = value as f64;
            if target == ScalarType::F64 {
                let error = value - nearest as i128;
                direct(nearest, error as f64, mode, true)
            } else {
                crate::float::to_odd(nearest, (value - nearest as i128) as f64)
            }
        }
    };
    let value = if conversion.saturate {
        if value > 0.0 { value.min(1.0) } else { 0.0 }
    } else {
        value
    };
    match target {
        ScalarType::F64 => value.to_bits(),
        ScalarType::F16 => u64::from(F16.round(value, mode)),
        ScalarType::Bf16 => u64::from(BF16.round(value, mode)),
        _ => {
            let result = f32::from_bits(F32.round(value, mode));
            let result = if conversion.flush {
                flush(result)
            } else {
                result
            };
            u64::from(result.to_bits())
        }
    }
}

/// A packed pair of a small format: its name gives the format and the width of one element.
fn small_pair(name: &str) -> Option<(Format, u32)> {
    Some(match name {
        "f16x2" => (F16, 16),
        "bf16x2" => (BF16, 16),
        "e4m3x2" => (E4M3, 8),
        "e5m2x2" => (E5M2, 8),
        _ => return None,
    })
}

/// `cvt.rn.f16x2.f32 d, high, low` and the 8-bit formats.
fn convert_to_pair(
    decoder: &mut Decoder,
    form: &mut Form,
    (format, width): (Format, u32),
    conversion: Conversion,
    relu: bool,
    finite: bool,
) -> Handled {
    let mode = conversion.rounding.unwrap_or(Rounding::NearestEven);
    let round = move |value: f64| {
        let value = if relu && value <= 0.0 { 0.0 } else { value };
        if finite {
            format.round_finite(value, mode)
        } else {
            format.round(value, mode)
        }
    };
    let target_type = if width == 16 {
        ScalarType::B32
    } else {
        ScalarType::B16
    };
    let d = decoder.target(form.operand(0)?, target_type)?;
    if let Some((source_format, source_width)) = form.take_by(small_pair) {
        form.expect_operands(2..=2)?;
        let source_type = if source_width == 16 {
            ScalarType::B32
        } else {
            ScalarType::B16
        };
        let a = decoder.source(form.operand(1)?, source_type)?;
        let field = (1 << source_width) - 1;
        return lanes(unary([d, a], move |bits: u32| {
            let part = |shift: u32| round(source_format.value(bits >> shift & field));
            part(source_width) << width | part(0)
        }));
    }
    let source_type = form.take_type()?;
    if source_type != ScalarType::F32 {
        return form.wrong_type(source_type);
    }
    form.expect_operands(3..=3)?;
    let high = decoder.source(form.operand(1)?, source_type)?;
    let low = decoder.source(form.operand(2)?, source_type)?;
    lanes(binary([d, high, low], move |high: f32, low: f32| {
        round(f64::from(high)) << width | round(f64::from(low))
    }))
}

/// `cvt.pack.sat.u16.s32 d, a, b`: `a` above `b`, both saturated. With 8 bits or less a third
/// operand is shifted up by two fields, and they take their place below it.
fn pack_integers(decoder: &mut Decoder, form: &mut Form) -> Handled {
    if !form.take("sat") {
        return Err("expected `.sat` after `cvt.pack`".to_owned());
    }
    let fields = ["u2", "s2", "u4", "s4", "u8", "s8", "u16", "s16"];
    let Some(place) = form.take_one_of(&fields) else {
        return Err(format!(
            "expected one of {} in `cvt.pack`",
            fields.join(", ")
        ));
    };
    let bits = 2_u32 << (place / 2);
    let (low, high) = match place % 2 {
        0 => (0, (1_i64 << bits) - 1),
        _ => (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1),
    };
    let source = form.take_type()?;
    if source != ScalarType::S32 {
        return form.wrong_type(source);
    }
    let keep = (1_u32 << bits) - 1;
    let field = move |value: i32| i64::from(value).clamp(low, high) as u32 & keep;
    if bits == 16 {
        let registers = decoder.uniform::<3>(form, ScalarType::S32)?;
        return lanes(binary(registers, move |a: i32, b: i32| {
            field(a) << bits | field(b)
        }));
    }
    if !form.take("b32") {
        return Err("expected `.b32` for the third operand of `cvt.pack`".to_owned());
    }
    let registers = decoder.uniform::<4>(form, ScalarType::S32)?;
    lanes(ternary(registers, move |a: i32, b: i32, c: u32| {
        c << (2 * bits) | field(a) << bits | field(b)
    }))
}

/// `mov`
pub(super) fn move_value(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    form.expect_operands(2..=2)?;
    match (form.operand(0)?, form.operand(1)?) {
        (Operand::Vector(parts), source) => unpack(decoder, ty, parts, source),
        (target, Operand::Vector(parts)) => pack(decoder, ty, target, parts),
        (target, Operand::Name(name)) if clock_kind(name).is_some() => {
            let target = decoder.target(target, ty)?;
            let kind = clock_kind(name).unwrap_or(ClockKind::Cycles);
            Ok(Operation::Clock { target, kind })
        }
        (target, source) if ty == ScalarType::Predicate => {
            let d = decoder.target(target, ty)?;
            let a = decoder.predicate(source)?;
            lanes(Box::new(move |registers, mask| {
                let value = a.value(registers);
                registers.set_predicate(d, mask, value);
            }))
        }
        (target, source) => {
            let d = decoder.target(target, ty)?;
            let a = decoder.source(source, ty)?;
            lanes(copy(d, a))
        }
    }
}

fn clock_kind(name: &str) -> Option<ClockKind> {
    match name {
        "%clock" | "%clock64" => Some(ClockKind::Cycles),
        "%clock_hi" => Some(ClockKind::CyclesHigh),
        "%globaltimer" | "%globaltimer_lo" => Some(ClockKind::Nanoseconds),
        "%globaltimer_hi" => Some(ClockKind::NanosecondsHigh),
        _ => None,
    }
}

pub(super) fn copy(d: Register, a: Register) -> LaneOperation {
    match d.file {
        File::Word => unary([d, a], |value: u32| value),
        File::Wide | File::Predicate => unary([d, a], |value: u64| value),
        File::Double => {
            let second = |register: Register| Register {
                index: register.index + 1,
                ..register
            };
            let low = unary([d, a], |value: u64| value);
            let high = unary([second(d), second(a)], |value: u64| value);
            Box::new(move |registers, mask| {
                low(registers, mask);
                high(registers, mask);
            })
        }
    }
}

/// The type of one of `count` parts of a value.
fn part_type(ty: ScalarType, count: usize) -> Result<ScalarType, String> {
    match (ty.bytes() / count.max(1), ty.bytes() % count.max(1)) {
        (8, 0) => Ok(ScalarType::B64),
        (4, 0) => Ok(ScalarType::B32),
        (2, 0) => Ok(ScalarType::B16),
        (1, 0) => Ok(ScalarType::B8),
        _ => Err(format!(
            "a value of type `.{ty}` has no {count} equal parts"
        )),
    }
}

/// Word `index / per` of a value that may be 128 bits wide.
fn lane_part(registers: &crate::registers::Registers, a: Register, lane: usize, bit: usize) -> u64 {
    if a.file == File::Double {
        registers.wides[a.index as usize + bit / 64][lane] >> (bit % 64)
    } else {
        registers.lane(a, lane) >> bit
    }
}

fn unpack(decoder: &mut Decoder, ty: ScalarType, parts: &[Operand], source: &Operand) -> Handled {
    let part = part_type(ty, parts.len())?;
    let a = decoder.source(source, ty)?;
    let targets = parts
        .iter()
        .map(|operand| decoder.target(operand, part))
        .collect::<Result<Vec<_>, _>>()?;
    let bits = part.bytes() * 8;
    lanes(Box::new(move |registers, mask| {
        for lane in crate::registers::lanes(mask) {
            // All parts are read before one is written: a target may be the source.
            let mut values = [0; 8];
            for (index, value) in values.iter_mut().enumerate().take(targets.len()) {
                *value = lane_part(registers, a, lane, index * bits) & (u64::MAX >> (64 - bits));
            }
            for (target, value) in targets.iter().zip(values) {
                registers.set_lane(*target, lane, value);
            }
        }
    }))
}

fn pack(decoder: &mut Decoder, ty: ScalarType, target: &Operand, parts: &[Operand]) -> Handled {
    let part = part_type(ty, parts.len())?;
    let d = decoder.target(target, ty)?;
    let sources = parts
        .iter()
        .map(|operand| decoder.source(operand, part))
        .collect::<Result<Vec<_>, _>>()?;
    let bits = part.bytes() * 8;
    lanes(Box::new(move |registers, mask| {
        for lane in crate::registers::lanes(mask) {
            let mut value = 0_u128;
            for (index, source) in sources.iter().enumerate() {
                let field = registers.lane(*source, lane) & (u64::MAX >> (64 - bits));
                value |= u128::from(field) << (index * bits);
            }
            registers.set_lane(d, lane, value as u64);
            if d.file == File::Double {
                registers.wides[d.index as usize + 1][lane] = (value >> 64) as u64;
            }
        }
    }))
}

/// `cvta{.to}.space.u64`
pub(super) fn convert_address(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let to_space = form.take("to");
    let Some(space) = form.take_space() else {
        return Err("expected a state space in `cvta`".to_owned());
    };
    let ty = form.take_type()?;
    if ty != ScalarType::U64 {
        return form.wrong_type(ty);
    }
    let registers = decoder.uniform::<2>(form, ty)?;
    let window = match space {
        Space::Shared => SHARED_WINDOW,
        Space::Local => LOCAL_WINDOW,
        Space::Parameter => PARAMETER_WINDOW,
        _ => 0,
    };
    lanes(if to_space {
        unary(registers, move |address: u64| address.wrapping_sub(window))
    } else {
        unary(registers, move |address: u64| address.wrapping_add(window))
    })
}

/// `isspacep.space p, a`
pub(super) fn is_space(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let Some(space) = form.take_space() else {
        return Err("expected a state space in `isspacep`".to_owned());
    };
    form.expect_operands(2..=2)?;
    let p = decoder.target(form.operand(0)?, ScalarType::Predicate)?;
    let a = decoder.source(form.operand(1)?, ScalarType::U64)?;
    let range = match space {
        Space::Shared => SHARED_WINDOW..SHARED_WINDOW + WINDOW_BYTES,
        Space::Local => LOCAL_WINDOW..LOCAL_WINDOW + WINDOW_BYTES,
        Space::Parameter => PARAMETER_WINDOW..PARAMETER_WINDOW + WINDOW_BYTES,
        Space::Global | Space::Generic | Space::Constant => 0..GLOBAL_END,
    };
    lanes(Box::new(move |registers, mask| {
        let addresses = registers.bits(a);
        let mut bits = 0;
        for (lane, address) in addresses.iter().enumerate() {
            bits |= u32::from(range.contains(address)) << lane;
        }
        registers.set_predicate(p, mask, bits);
    }))
}
