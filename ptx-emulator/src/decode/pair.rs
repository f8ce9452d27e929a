//! Floats of two sizes in one instruction: pairs of `f32`, and halves added to `f32`.

use super::lanes::lanes;
use super::mode::{Mode, signed_zero_sum};
use super::{Decoder, Form};
use crate::float::{BF16, F16, F32, Rounding, fma_odd};
use crate::operation::Operation;
use crate::registers::{binary, ternary};
use crate::types::ScalarType;

type Handled = Result<Operation, String>;

/// `a * b + c` on `f32`, rounded once. Sums and products are this with one, or with -0.
fn fused(mode: Mode, [a, b, c]: [f32; 3]) -> f32 {
    let [a, b, c] = [a, b, c].map(|value| mode.input(value));
    if mode.rounding == Rounding::NearestEven {
        return mode.output(a.mul_add(b, c));
    }
    let [a, b, c] = [a, b, c].map(f64::from);
    let exact = signed_zero_sum(a * b, c, fma_odd(a, b, c), mode.rounding);
    mode.output(f32::from_bits(F32.round(exact, mode.rounding)))
}

/// A product, whose zero keeps its sign in every mode.
fn product(mode: Mode, a: f32, b: f32) -> f32 {
    let exact = f64::from(mode.input(a)) * f64::from(mode.input(b));
    mode.output(f32::from_bits(F32.round(exact, mode.rounding)))
}

fn halves(bits: u64) -> [f32; 2] {
    [bits, bits >> 32].map(|half| f32::from_bits(half as u32))
}

fn join([low, high]: [f32; 2]) -> u64 {
    u64::from(high.to_bits()) << 32 | u64::from(low.to_bits())
}

/// `add`, `sub`, `mul`, `fma` on `f32x2`
pub(super) fn two(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let mode = Mode::take(form);
    if form.root() == "fma" {
        let registers = decoder.uniform::<4>(form, ScalarType::B64)?;
        return lanes(ternary(registers, move |a: u64, b: u64, c: u64| {
            let [a, b, c] = [a, b, c].map(halves);
            join([0, 1].map(|place| fused(mode, [a[place], b[place], c[place]])))
        }));
    }
    let registers = decoder.uniform::<3>(form, ScalarType::B64)?;
    let root = form.root();
    let one: fn(Mode, f32, f32) -> f32 = match root {
        "mul" => product,
        "sub" => |mode, a, b| fused(mode, [a, 1.0, -b]),
        _ => |mode, a, b| fused(mode, [a, 1.0, b]),
    };
    lanes(binary(registers, move |a: u64, b: u64| {
        let (a, b) = (halves(a), halves(b));
        join([0, 1].map(|place| one(mode, a[place], b[place])))
    }))
}

/// `add.f32.f16 d, a, c`, `sub`, `fma.f32.f16 d, a, b, c`: the halves are exact as `f32`.
pub(super) fn mixed(decoder: &mut Decoder, form: &mut Form, small: ScalarType) -> Handled {
    let mode = Mode::take(form);
    let format = if small == ScalarType::F16 { F16 } else { BF16 };
    let value = move |bits: u32| format.value(bits & 0xffff) as f32;
    let is_fused = form.root() == "fma";
    form.expect_operands(if is_fused { 4..=4 } else { 3..=3 })?;
    let d = decoder.target(form.operand(0)?, ScalarType::F32)?;
    let a = decoder.source(form.operand(1)?, small)?;
    if is_fused {
        let b = decoder.source(form.operand(2)?, small)?;
        let c = decoder.source(form.operand(3)?, ScalarType::F32)?;
        return lanes(ternary([d, a, b, c], move |a: u32, b: u32, c: f32| {
            fused(mode, [value(a), value(b), c])
        }));
    }
    let c = decoder.source(form.operand(2)?, ScalarType::F32)?;
    let sign = if form.root() == "sub" { -1.0 } else { 1.0 };
    lanes(binary([d, a, c], move |a: u32, c: f32| {
        fused(mode, [value(a), 1.0, sign * c])
    }))
}
