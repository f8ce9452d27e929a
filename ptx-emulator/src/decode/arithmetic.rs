//! Integer arithmetic, and the opcodes that integers and floats share.

use super::lanes::lanes;
use super::{Decoder, Form, float, pair};
use crate::operation::Operation;
use crate::registers::{File, Register, Value, binary, ternary, unary};
use crate::types::ScalarType;

type Handled = Result<Operation, String>;

/// Runs the body with `$t` the host integer for the type, or refuses the type.
macro_rules! with_integer {
    ($form:expr, $ty:expr, $t:ident => $body:expr) => {{
        use $crate::types::ScalarType::*;
        match $ty {
            U16 | B16 => {
                type $t = u16;
                $body
            }
            S16 => {
                type $t = i16;
                $body
            }
            U32 | B32 => {
                type $t = u32;
                $body
            }
            S32 => {
                type $t = i32;
                $body
            }
            U64 | B64 => {
                type $t = u64;
                $body
            }
            S64 => {
                type $t = i64;
                $body
            }
            other => return $form.wrong_type(other),
        }
    }};
}
pub(super) use with_integer;

/// The product of twice the width, for `.hi` and `.wide`.
trait Widening: Value {
    type Wide: Value;
    const BITS: u32;
    fn widen(self) -> i128;
    fn narrow(value: i128) -> Self;
    fn wide(value: i128) -> Self::Wide;
}

macro_rules! widening {
    ($($narrow:ty => $wide:ty),*) => {$(
        impl Widening for $narrow {
            type Wide = $wide;
            const BITS: u32 = <$narrow>::BITS;
            fn widen(self) -> i128 { self as i128 }
            fn narrow(value: i128) -> Self { value as $narrow }
            fn wide(value: i128) -> $wide { value as $wide }
        }
    )*};
}
widening!(u16 => u32, i16 => i32, u32 => u64, i32 => i64, u64 => u64, i64 => i64);

/// Two 16-bit halves of a word, each given to `f`.
fn halves(f: impl Fn(u16, u16) -> u16 + Send + Sync + 'static) -> impl Fn(u32, u32) -> u32 {
    move |a, b| {
        let low = f(a as u16, b as u16);
        let high = f((a >> 16) as u16, (b >> 16) as u16);
        u32::from(high) << 16 | u32::from(low)
    }
}

impl Decoder<'_> {
    /// Target and `count - 1` sources, all of one type.
    pub(super) fn uniform<const N: usize>(
        &mut self,
        form: &Form,
        ty: ScalarType,
    ) -> Result<[Register; N], String> {
        form.expect_operands(N..=N)?;
        let mut registers = [self.target(form.operand(0)?, ty)?; N];
        for (index, register) in registers.iter_mut().enumerate().skip(1) {
            *register = self.source(form.operand(index)?, ty)?;
        }
        Ok(registers)
    }

    fn carry_register(&mut self) -> Register {
        let register = match self.carry {
            Some(register) => register,
            None => self.fresh(File::Predicate),
        };
        self.carry = Some(register);
        self.read(register);
        self.written(register)
    }
}

/// `add`, `sub`
pub(super) fn add(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let subtract = form.root() == "sub";
    if form.take_one_of(&["u16x2", "s16x2"]).is_some() {
        let registers = decoder.uniform::<3>(form, ScalarType::B32)?;
        return lanes(if subtract {
            binary(registers, halves(u16::wrapping_sub))
        } else {
            binary(registers, halves(u16::wrapping_add))
        });
    }
    if form.take("cc") {
        return add_carry(decoder, form, false, true);
    }
    if form.take("f32x2") {
        return pair::two(decoder, form);
    }
    let ty = form.take_type()?;
    if ty.is_float() {
        return float::add(decoder, form, ty, subtract);
    }
    let registers = decoder.uniform::<3>(form, ty)?;
    if form.take("sat") {
        if ty != ScalarType::S32 {
            return form.wrong_type(ty);
        }
        return lanes(if subtract {
            binary(registers, i32::saturating_sub)
        } else {
            binary(registers, i32::saturating_add)
        });
    }
    lanes(with_integer!(form, ty, T => if subtract {
        binary(registers, T::wrapping_sub)
    } else {
        binary(registers, T::wrapping_add)
    }))
}

/// `addc`, `subc`
pub(super) fn add_with_carry(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let writes = form.take("cc");
    add_carry(decoder, form, true, writes)
}

/// Additions and subtractions that read or write the condition code. A subtraction adds the
/// complement and a carry, 1 where it reads none: the carry is then the opposite of a borrow.
fn add_carry(decoder: &mut Decoder, form: &mut Form, reads: bool, writes: bool) -> Handled {
    let subtract = form.root().starts_with("sub");
    let ty = form.take_type()?;
    let [d, a, b] = decoder.uniform::<3>(form, ty)?;
    let carry = decoder.carry_register();
    if !matches!(ty.bytes(), 4 | 8) || ty.is_float() {
        return form.wrong_type(ty);
    }
    let bits = ty.bytes() as u32 * 8;
    let keep = u64::MAX >> (64 - bits);
    lanes(Box::new(move |registers, mask| {
        let (a, b) = (registers.bits(a), registers.bits(b));
        let carry_in = match (reads, subtract) {
            (true, _) => registers.predicate(carry),
            (false, false) => 0,
            (false, true) => u32::MAX,
        };
        let mut carry_out = 0;
        for lane in crate::registers::lanes(mask) {
            let addend = if subtract { !b[lane] & keep } else { b[lane] };
            let sum = u128::from(a[lane]) + u128::from(addend) + u128::from(carry_in >> lane & 1);
            registers.set_lane(d, lane, sum as u64);
            carry_out |= u32::from(sum >> bits != 0) << lane;
        }
        if writes {
            registers.set_predicate(carry, mask, carry_out);
        }
    }))
}

/// `mul`
pub(super) fn multiply(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let wide = form.take("wide");
    let high = form.take("hi");
    form.take("lo");
    if form.take("f32x2") {
        return pair::two(decoder, form);
    }
    let ty = form.take_type()?;
    if ty.is_float() {
        return float::multiply(decoder, form, ty);
    }
    form.expect_operands(3..=3)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    let b = decoder.source(form.operand(2)?, ty)?;
    let d = decoder.target(form.operand(0)?, if wide { double_width(ty) } else { ty })?;
    let registers = [d, a, b];
    lanes(with_integer!(form, ty, T => if wide {
        binary(registers, |a: T, b: T| T::wide(a.widen() * b.widen()))
    } else if high {
        binary(registers, high_product::<T>)
    } else {
        binary(registers, T::wrapping_mul)
    }))
}

fn high_product<T: Widening>(a: T, b: T) -> T {
    // The product of two u64 does not fit in an i128 as a number, but its bits do.
    T::narrow((a.widen().wrapping_mul(b.widen()) as u128 >> T::BITS) as i128)
}

fn double_width(ty: ScalarType) -> ScalarType {
    use ScalarType::*;
    match ty {
        U16 | B16 => U32,
        S16 => S32,
        U32 | B32 => U64,
        _ => S64,
    }
}

/// `mad`, `madc`
pub(super) fn multiply_add(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let reads = form.root() == "madc";
    let wide = form.take("wide");
    let high = form.take("hi");
    form.take("lo");
    let writes = form.take("cc");
    let saturate = form.take("sat");
    let ty = form.take_type()?;
    if ty.is_float() {
        if saturate {
            return Err("`mad.sat` on floats is spelled `fma.sat`".to_owned());
        }
        return float::fused(decoder, form, ty);
    }
    form.expect_operands(4..=4)?;
    let outer = if wide { double_width(ty) } else { ty };
    let d = decoder.target(form.operand(0)?, outer)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    let b = decoder.source(form.operand(2)?, ty)?;
    let c = decoder.source(form.operand(3)?, outer)?;
    let registers = [d, a, b, c];
    if reads || writes {
        return multiply_add_carry(decoder, form, registers, ty, high, [reads, writes]);
    }
    if saturate {
        return lanes(ternary(registers, |a: i32, b: i32, c: i32| {
            high_product(a, b).saturating_add(c)
        }));
    }
    lanes(with_integer!(form, ty, T => if wide {
        type Wide = <T as Widening>::Wide;
        ternary(registers, |a: T, b: T, c: Wide| Wide::wrapping_add(T::wide(a.widen() * b.widen()), c))
    } else if high {
        ternary(registers, |a: T, b: T, c: T| high_product(a, b).wrapping_add(c))
    } else {
        ternary(registers, |a: T, b: T, c: T| a.wrapping_mul(b).wrapping_add(c))
    }))
}

fn multiply_add_carry(
    decoder: &mut Decoder,
    form: &Form,
    [d, a, b, c]: [Register; 4],
    ty: ScalarType,
    high: bool,
    [reads, writes]: [bool; 2],
) -> Handled {
    let carry = decoder.carry_register();
    if !matches!(
        ty,
        ScalarType::U32 | ScalarType::S32 | ScalarType::U64 | ScalarType::S64
    ) {
        return form.wrong_type(ty);
    }
    let bits = ty.bytes() as u32 * 8;
    let keep = u64::MAX >> (64 - bits);
    let product = move |a: u64, b: u64| match (high, ty) {
        (false, _) => a.wrapping_mul(b),
        (true, ScalarType::U32) => high_product(a as u32, b as u32).into(),
        (true, ScalarType::S32) => high_product(a as i32, b as i32) as u32 as u64,
        (true, ScalarType::U64) => high_product(a, b),
        (true, _) => high_product(a as i64, b as i64) as u64,
    };
    lanes(Box::new(move |registers, mask| {
        let (a, b, c) = (registers.bits(a), registers.bits(b), registers.bits(c));
        let carry_in = if reads { registers.predicate(carry) } else { 0 };
        let mut carry_out = 0;
        for lane in crate::registers::lanes(mask) {
            let sum = u128::from(product(a[lane], b[lane]) & keep)
                + u128::from(c[lane])
                + u128::from(carry_in >> lane & 1);
            registers.set_lane(d, lane, sum as u64);
            carry_out |= u32::from(sum >> bits != 0) << lane;
        }
        if writes {
            registers.set_predicate(carry, mask, carry_out);
        }
    }))
}

/// `mul24`, `mad24`
pub(super) fn multiply_24(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let high = form.take("hi");
    form.take("lo");
    let ty = form.take_type()?;
    let shift = if high { 16 } else { 0 };
    let product = move |a: u32, b: u32| match ty {
        ScalarType::S32 => {
            let extend = |value: u32| i64::from((value << 8) as i32 >> 8);
            ((extend(a) * extend(b)) >> shift) as u32
        }
        _ => ((u64::from(a & 0xff_ffff) * u64::from(b & 0xff_ffff)) >> shift) as u32,
    };
    if form.root() == "mul24" {
        return lanes(binary(decoder.uniform::<3>(form, ty)?, product));
    }
    lanes(ternary(
        decoder.uniform::<4>(form, ty)?,
        move |a: u32, b: u32, c: u32| product(a, b).wrapping_add(c),
    ))
}

/// `div`
pub(super) fn divide(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    if ty.is_float() {
        return float::divide(decoder, form, ty);
    }
    let registers = decoder.uniform::<3>(form, ty)?;
    // The hardware returns all ones for a division by zero.
    lanes(
        with_integer!(form, ty, T => binary(registers, |a: T, b: T| {
            if b == 0 { !0 } else { a.wrapping_div(b) }
        })),
    )
}

/// `rem`
pub(super) fn remainder(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    let registers = decoder.uniform::<3>(form, ty)?;
    lanes(
        with_integer!(form, ty, T => binary(registers, |a: T, b: T| {
            if b == 0 { a } else { a.wrapping_rem(b) }
        })),
    )
}

/// `min`, `max`
pub(super) fn extremum(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let maximum = form.root() == "max";
    if let Some(packed) = form.take_one_of(&["u16x2", "s16x2"]) {
        let registers = decoder.uniform::<3>(form, ScalarType::B32)?;
        let signed = |a: u16, b: u16| (a as i16) < (b as i16);
        return lanes(match (packed, maximum) {
            (0, false) => binary(registers, halves(u16::min)),
            (0, true) => binary(registers, halves(u16::max)),
            (_, false) => binary(
                registers,
                halves(move |a, b| if signed(a, b) { a } else { b }),
            ),
            (_, true) => binary(
                registers,
                halves(move |a, b| if signed(a, b) { b } else { a }),
            ),
        });
    }
    let ty = form.take_type()?;
    if ty.is_float() {
        return float::extremum(decoder, form, ty, maximum);
    }
    let registers = decoder.uniform::<3>(form, ty)?;
    if form.take("relu") {
        if ty != ScalarType::S32 {
            return form.wrong_type(ty);
        }
        return lanes(if maximum {
            binary(registers, |a: i32, b: i32| a.max(b).max(0))
        } else {
            binary(registers, |a: i32, b: i32| a.min(b).max(0))
        });
    }
    lanes(with_integer!(form, ty, T => if maximum {
        binary(registers, |a: T, b: T| a.max(b))
    } else {
        binary(registers, |a: T, b: T| a.min(b))
    }))
}

/// `abs`, `neg`
pub(super) fn sign_operation(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let negate = form.root() == "neg";
    let ty = form.take_type()?;
    if ty.is_float() {
        return float::sign_operation(decoder, form, ty, negate);
    }
    let registers = decoder.uniform::<2>(form, ty)?;
    use ScalarType::*;
    lanes(match (ty, negate) {
        (S16, true) => unary(registers, i16::wrapping_neg),
        (S32, true) => unary(registers, i32::wrapping_neg),
        (S64, true) => unary(registers, i64::wrapping_neg),
        (S16, false) => unary(registers, i16::wrapping_abs),
        (S32, false) => unary(registers, i32::wrapping_abs),
        (S64, false) => unary(registers, i64::wrapping_abs),
        _ => return form.wrong_type(ty),
    })
}

/// `sad`: `c + |a - b|`
pub(super) fn absolute_difference(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    let registers = decoder.uniform::<4>(form, ty)?;
    lanes(
        with_integer!(form, ty, T => ternary(registers, |a: T, b: T, c: T| {
            c.wrapping_add(a.abs_diff(b) as T)
        })),
    )
}

/// `dp4a`, `dp2a`
pub(super) fn dot_product(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let halves = form.root() == "dp2a";
    let high = form.take("hi");
    form.take("lo");
    let a_type = form.take_type()?;
    let b_type = form.take_type()?;
    form.expect_operands(4..=4)?;
    let d = decoder.target(form.operand(0)?, a_type)?;
    let a = decoder.source(form.operand(1)?, a_type)?;
    let b = decoder.source(form.operand(2)?, b_type)?;
    let c = decoder.source(form.operand(3)?, a_type)?;
    let part = |value: u32, index: u32, bits: u32, signed: bool| {
        let shifted = value >> (index * bits) << (32 - bits);
        if signed {
            (shifted as i32 >> (32 - bits)) as u32
        } else {
            shifted >> (32 - bits)
        }
    };
    let (a_signed, b_signed) = (a_type.is_signed(), b_type.is_signed());
    let second = if high { 2 } else { 0 };
    lanes(ternary([d, a, b, c], move |a: u32, b: u32, c: u32| {
        let (count, a_bits) = if halves { (2, 16) } else { (4, 8) };
        (0..count).fold(c, |sum, index| {
            let left = part(a, index, a_bits, a_signed);
            let right = part(b, index + second, 8, b_signed);
            sum.wrapping_add(left.wrapping_mul(right))
        })
    }))
}
