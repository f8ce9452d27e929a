//! Floating-point arithmetic in every format and rounding mode.
//!
//! `f32` and `f64` with rounding to nearest run on the host's own units. Everything else goes
//! through an exact `f64` intermediate (see `float`). The `.approx` forms are computed in `f64` and
//! rounded once, which lies within every error bound that PTX states for them.

use super::lanes::lanes;
use super::mode::{Mode, signed_zero_sum};
use super::{Decoder, Form, pair};
use crate::float::{
    BF16, F16, F32, Format, Rounding, add_odd, canonical, divide_odd, exact, fma_odd, sqrt_odd,
};
use crate::operation::Operation;
use crate::registers::{LaneOperation, Register, binary, ternary, unary};
use crate::types::ScalarType;

type Handled = Result<Operation, String>;

/// A scalar or packed 16-bit format.
fn small_format(ty: ScalarType) -> Option<(Format, bool)> {
    match ty {
        ScalarType::F16 => Some((F16, false)),
        ScalarType::F16x2 => Some((F16, true)),
        ScalarType::Bf16 => Some((BF16, false)),
        ScalarType::Bf16x2 => Some((BF16, true)),
        _ => None,
    }
}

/// Applies `f` to the one or two 16-bit parts of words.
fn parts<const N: usize>(packed: bool, f: impl Fn([u32; N]) -> u32) -> impl Fn([u32; N]) -> u32 {
    move |words| {
        let low = f(words.map(|word| word & 0xffff));
        if packed {
            f(words.map(|word| word >> 16)) << 16 | low
        } else {
            low
        }
    }
}

fn small<const N: usize>(
    (format, packed): (Format, bool),
    mode: Mode,
    f: impl Fn([f64; N]) -> f64,
) -> impl Fn([u32; N]) -> u32 {
    let flush_bits = move |bits: u32| mode.flush_small(format, bits);
    parts(packed, move |words: [u32; N]| {
        let values = words.map(|bits| format.value(flush_bits(bits)));
        let rounded = format.round(f(values), mode.rounding);
        mode.output_small(format, flush_bits(rounded))
    })
}

fn round_f32(value: f64, mode: Mode) -> f32 {
    f32::from_bits(F32.round(value, mode.rounding))
}

/// A binary `f32` operation: `native` when rounding to nearest, `exact` otherwise.
fn binary_f32(
    registers: [Register; 3],
    mode: Mode,
    native: impl Fn(f32, f32) -> f32 + Copy + Send + Sync + 'static,
    exact: impl Fn(f64, f64) -> f64 + Copy + Send + Sync + 'static,
) -> LaneOperation {
    if mode.is_plain() {
        return binary(registers, move |a: f32, b: f32| canonical(native(a, b)));
    }
    if mode.rounding == Rounding::NearestEven {
        return binary(registers, move |a, b| {
            mode.output(native(mode.input(a), mode.input(b)))
        });
    }
    binary(registers, move |a, b| {
        let (a, b) = (mode.input(a), mode.input(b));
        mode.output(round_f32(exact(f64::from(a), f64::from(b)), mode))
    })
}

/// `add`, `sub`
pub(super) fn add(
    decoder: &mut Decoder,
    form: &mut Form,
    ty: ScalarType,
    subtract: bool,
) -> Handled {
    if let (ScalarType::F32, Some(small)) = (ty, take_small(form)) {
        return pair::mixed(decoder, form, small);
    }
    let mode = Mode::take(form);
    let registers = decoder.uniform::<3>(form, ty)?;
    let sign = if subtract { -1.0 } else { 1.0 };
    let exact = move |a: f64, b: f64| {
        let b = sign * b;
        signed_zero_sum(a, b, add_odd(a, b), mode.rounding)
    };
    lanes(match (ty, subtract) {
        (ScalarType::F32, false) => binary_f32(registers, mode, |a, b| a + b, exact),
        (ScalarType::F32, true) => binary_f32(registers, mode, |a, b| a - b, exact),
        (ScalarType::F64, _) => binary(registers, move |a: f64, b: f64| {
            exact::add(a, sign * b, mode.rounding)
        }),
        _ => return small_binary(form, ty, mode, registers, exact),
    })
}

fn small_binary(
    form: &Form,
    ty: ScalarType,
    mode: Mode,
    registers: [Register; 3],
    exact: impl Fn(f64, f64) -> f64 + Send + Sync + 'static,
) -> Handled {
    let Some(format) = small_format(ty) else {
        return form.wrong_type(ty);
    };
    let f = small(format, mode, move |[a, b]| exact(a, b));
    lanes(binary(registers, move |a: u32, b: u32| f([a, b])))
}

/// `mul`
pub(super) fn multiply(decoder: &mut Decoder, form: &mut Form, ty: ScalarType) -> Handled {
    let mode = Mode::take(form);
    let registers = decoder.uniform::<3>(form, ty)?;
    lanes(match ty {
        ScalarType::F32 => binary_f32(registers, mode, |a, b| a * b, |a, b| a * b),
        ScalarType::F64 => binary(registers, move |a: f64, b: f64| {
            exact::multiply(a, b, mode.rounding)
        }),
        _ => return small_binary(form, ty, mode, registers, |a, b| a * b),
    })
}

/// `fma`, `mad` on floats
pub(super) fn fused(decoder: &mut Decoder, form: &mut Form, ty: ScalarType) -> Handled {
    let mode = Mode::take(form);
    if mode.relu && small_format(ty).is_none() {
        return Err(format!(
            "expected `.relu` on halves only, found it on `.{ty}`"
        ));
    }
    let registers = decoder.uniform::<4>(form, ty)?;
    let exact =
        move |a: f64, b: f64, c: f64| signed_zero_sum(a * b, c, fma_odd(a, b, c), mode.rounding);
    lanes(match ty {
        ScalarType::F32 if mode.is_plain() => ternary(registers, |a: f32, b: f32, c: f32| {
            canonical(a.mul_add(b, c))
        }),
        ScalarType::F32 if mode.rounding == Rounding::NearestEven => {
            ternary(registers, move |a, b, c| {
                let result = mode.input(a).mul_add(mode.input(b), mode.input(c));
                mode.output(result)
            })
        }
        ScalarType::F32 => ternary(registers, move |a, b, c| {
            let [a, b, c] = [a, b, c].map(|value| f64::from(mode.input(value)));
            mode.output(round_f32(exact(a, b, c), mode))
        }),
        ScalarType::F64 => ternary(registers, move |a: f64, b: f64, c: f64| {
            exact::fused(a, b, c, mode.rounding)
        }),
        _ => {
            let Some(format) = small_format(ty) else {
                return form.wrong_type(ty);
            };
            let f = small(format, mode, move |[a, b, c]| exact(a, b, c));
            ternary(registers, move |a: u32, b: u32, c: u32| f([a, b, c]))
        }
    })
}

/// `fma` as an opcode of its own.
pub(super) fn fma(decoder: &mut Decoder, form: &mut Form) -> Handled {
    if form.take("f32x2") {
        return pair::two(decoder, form);
    }
    let ty = form.take_type()?;
    match (ty, take_small(form)) {
        (ScalarType::F32, Some(small)) => pair::mixed(decoder, form, small),
        _ => fused(decoder, form, ty),
    }
}

/// The half type behind `f32` in an instruction on both.
fn take_small(form: &mut Form) -> Option<ScalarType> {
    form.take_by(|name| match name {
        "f16" => Some(ScalarType::F16),
        "bf16" => Some(ScalarType::Bf16),
        _ => None,
    })
}

/// `div`
pub(super) fn divide(decoder: &mut Decoder, form: &mut Form, ty: ScalarType) -> Handled {
    form.take("approx");
    form.take("full");
    let mode = Mode::take(form);
    let registers = decoder.uniform::<3>(form, ty)?;
    lanes(match ty {
        ScalarType::F32 => binary_f32(registers, mode, |a, b| a / b, divide_odd),
        ScalarType::F64 => binary(registers, move |a: f64, b: f64| {
            exact::divide(a, b, mode.rounding)
        }),
        _ => return form.wrong_type(ty),
    })
}

/// `rcp`, `sqrt`
pub(super) fn reciprocal_or_root(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let root = form.root() == "sqrt";
    form.take("approx");
    let mode = Mode::take(form);
    let ty = form.take_type()?;
    let registers = decoder.uniform::<2>(form, ty)?;
    let exact = move |a: f64| {
        if root {
            sqrt_odd(a)
        } else {
            divide_odd(1.0, a)
        }
    };
    lanes(match ty {
        ScalarType::F32 => unary(registers, move |a: f32| {
            let a = mode.input(a);
            let result = match (mode.rounding, root) {
                (Rounding::NearestEven, true) => a.sqrt(),
                (Rounding::NearestEven, false) => 1.0 / a,
                _ => round_f32(exact(f64::from(a)), mode),
            };
            mode.output(result)
        }),
        ScalarType::F64 => unary(registers, move |a: f64| {
            if root {
                exact::root(a, mode.rounding)
            } else {
                exact::divide(1.0, a, mode.rounding)
            }
        }),
        _ => return form.wrong_type(ty),
    })
}

/// `rsqrt`, `sin`, `cos`, `lg2`, `ex2`, `tanh`
pub(super) fn transcendental(decoder: &mut Decoder, form: &mut Form) -> Handled {
    if !form.take("approx") {
        return Err(format!("expected `.approx` on `{}`", form.root()));
    }
    let function: fn(f64) -> f64 = match form.root() {
        "rsqrt" => |a| 1.0 / a.sqrt(),
        "sin" => f64::sin,
        "cos" => f64::cos,
        "lg2" => f64::log2,
        "ex2" => f64::exp2,
        _ => f64::tanh,
    };
    let mode = Mode::take(form);
    let ty = form.take_type()?;
    let registers = decoder.uniform::<2>(form, ty)?;
    lanes(match ty {
        ScalarType::F32 => unary(registers, move |a: f32| {
            mode.output(function(f64::from(mode.input(a))) as f32)
        }),
        ScalarType::F64 => unary(registers, function),
        _ => {
            let Some(format) = small_format(ty) else {
                return form.wrong_type(ty);
            };
            let f = small(format, mode, move |[a]| function(a));
            unary(registers, move |a: u32| f([a]))
        }
    })
}

/// `min`, `max`
pub(super) fn extremum(
    decoder: &mut Decoder,
    form: &mut Form,
    ty: ScalarType,
    maximum: bool,
) -> Handled {
    let propagate = form.take("NaN");
    let flip = form.take("xorsign");
    if flip && !form.take("abs") {
        return Err("expected `.abs` after `.xorsign`".to_owned());
    }
    let mode = Mode::take(form);
    let count = form.operands.len();
    let select = move |a: f64, b: f64| {
        let (x, y) = if flip { (a.abs(), b.abs()) } else { (a, b) };
        let result = if a.is_nan() || b.is_nan() {
            if propagate || (a.is_nan() && b.is_nan()) {
                return f64::NAN;
            }
            if a.is_nan() { y } else { x }
        } else {
            // Orders -0 below +0.
            let less = x < y || (x == y && x.is_sign_negative());
            if less == maximum { y } else { x }
        };
        let negative = a.is_sign_negative() != b.is_sign_negative();
        if flip && negative { -result } else { result }
    };
    let f32_step = move |a: f32, b: f32| {
        mode.output(select(f64::from(mode.input(a)), f64::from(mode.input(b))) as f32)
    };
    if count == 4 && ty == ScalarType::F32 {
        let registers = decoder.uniform::<4>(form, ty)?;
        return lanes(ternary(registers, move |a, b, c| {
            f32_step(f32_step(a, b), c)
        }));
    }
    let registers = decoder.uniform::<3>(form, ty)?;
    lanes(match ty {
        ScalarType::F32 => binary(registers, f32_step),
        ScalarType::F64 => binary(registers, select),
        _ => return small_binary(form, ty, mode, registers, select),
    })
}

/// `abs`, `neg`: only the sign bit changes.
pub(super) fn sign_operation(
    decoder: &mut Decoder,
    form: &mut Form,
    ty: ScalarType,
    negate: bool,
) -> Handled {
    let mode = Mode::take(form);
    let registers = decoder.uniform::<2>(form, ty)?;
    let change = move |bits: u64, sign: u64| if negate { bits ^ sign } else { bits & !sign };
    lanes(match ty {
        ScalarType::F32 => unary(registers, move |a: f32| {
            f32::from_bits(change(u64::from(mode.input(a).to_bits()), 1 << 31) as u32)
        }),
        ScalarType::F64 => unary(registers, move |a: u64| change(a, 1 << 63)),
        _ => {
            let Some((format, packed)) = small_format(ty) else {
                return form.wrong_type(ty);
            };
            let f = parts(packed, move |[a]: [u32; 1]| {
                change(u64::from(mode.flush_small(format, a)), 0x8000) as u32
            });
            unary(registers, move |a: u32| f([a]))
        }
    })
}

/// `copysign d, a, b`: the sign of `a` on the magnitude of `b`.
pub(super) fn copy_sign(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    let registers = decoder.uniform::<3>(form, ty)?;
    lanes(match ty {
        ScalarType::F32 => binary(registers, |a: f32, b: f32| b.copysign(a)),
        ScalarType::F64 => binary(registers, |a: f64, b: f64| b.copysign(a)),
        _ => return form.wrong_type(ty),
    })
}

/// `testp.<property>.f32 p, a`
pub(super) fn test_property(decoder: &mut Decoder, form: &mut Form) -> Handled {
    const PROPERTIES: [&str; 6] = [
        "finite",
        "infinite",
        "number",
        "notanumber",
        "normal",
        "subnormal",
    ];
    let Some(property) = form.take_one_of(&PROPERTIES) else {
        return Err(format!(
            "expected one of {} after `testp`",
            PROPERTIES.join(", ")
        ));
    };
    let ty = form.take_type()?;
    form.expect_operands(2..=2)?;
    let d = decoder.target(form.operand(0)?, ScalarType::Predicate)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    let wide = match ty {
        ScalarType::F32 => false,
        ScalarType::F64 => true,
        _ => return form.wrong_type(ty),
    };
    lanes(Box::new(move |registers, mask| {
        let values = registers.bits(a);
        let mut bits = 0;
        for (lane, value) in values.into_iter().enumerate() {
            let (value, normal, subnormal) = if wide {
                let value = f64::from_bits(value);
                (value, value.is_normal(), value.is_subnormal())
            } else {
                let value = f32::from_bits(value as u32);
                (f64::from(value), value.is_normal(), value.is_subnormal())
            };
            let holds = match property {
                0 => value.is_finite(),
                1 => value.is_infinite(),
                2 => !value.is_nan(),
                3 => value.is_nan(),
                4 => normal || value == 0.0,
                _ => subnormal,
            };
            bits |= u32::from(holds) << lane;
        }
        registers.set_predicate(d, mask, bits);
    }))
}
