//! Logic, shifts and bit manipulation.

use super::arithmetic::with_integer;
use super::lanes::lanes;
use super::{Decoder, Form, Operand};
use crate::operation::{Choice, Operation};
use crate::registers::{File, binary, ternary, unary};
use crate::types::ScalarType;

type Handled = Result<Operation, String>;

/// `and`, `or`, `xor`, on bits and on predicates.
pub(super) fn logic(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let kind = Logic::from_name(form.root());
    let ty = form.take_type()?;
    if ty == ScalarType::Predicate {
        form.expect_operands(3..=3)?;
        let d = decoder.target(form.operand(0)?, ty)?;
        let a = decoder.predicate(form.operand(1)?)?;
        let b = decoder.predicate(form.operand(2)?)?;
        decoder.flow.choice = match kind {
            Logic::Xor => None,
            Logic::And | Logic::Or => Some(Choice::Logic {
                operands: [a, b],
                and: matches!(kind, Logic::And),
            }),
        };
        return lanes(Box::new(move |registers, mask| {
            let value = kind.apply(a.value(registers), b.value(registers));
            registers.set_predicate(d, mask, value);
        }));
    }
    let registers = decoder.uniform::<3>(form, ty)?;
    if registers[0].file == File::Double {
        return form.wrong_type(ty);
    }
    lanes(if registers[0].file == File::Wide {
        match kind {
            Logic::And => binary(registers, |a: u64, b: u64| a & b),
            Logic::Or => binary(registers, |a: u64, b: u64| a | b),
            Logic::Xor => binary(registers, |a: u64, b: u64| a ^ b),
        }
    } else {
        match kind {
            Logic::And => binary(registers, |a: u32, b: u32| a & b),
            Logic::Or => binary(registers, |a: u32, b: u32| a | b),
            Logic::Xor => binary(registers, |a: u32, b: u32| a ^ b),
        }
    })
}

/// The connective of a logic instruction.
#[derive(Debug, Clone, Copy)]
pub(super) enum Logic {
    And,
    Or,
    Xor,
}

impl Logic {
    fn from_name(name: &str) -> Logic {
        match name {
            "and" => Logic::And,
            "or" => Logic::Or,
            _ => Logic::Xor,
        }
    }

    /// The connective among the modifiers of `setp` and `set`.
    pub(super) fn from_modifier(name: &str) -> Option<Logic> {
        matches!(name, "and" | "or" | "xor").then(|| Logic::from_name(name))
    }

    pub(super) fn apply(self, a: u32, b: u32) -> u32 {
        match self {
            Logic::And => a & b,
            Logic::Or => a | b,
            Logic::Xor => a ^ b,
        }
    }
}

/// `not`, `cnot`
pub(super) fn complement(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let logical = form.root() == "cnot";
    let ty = form.take_type()?;
    if ty == ScalarType::Predicate {
        form.expect_operands(2..=2)?;
        let d = decoder.target(form.operand(0)?, ty)?;
        let a = decoder.predicate(form.operand(1)?)?;
        return lanes(Box::new(move |registers, mask| {
            let value = !a.value(registers);
            registers.set_predicate(d, mask, value);
        }));
    }
    let registers = decoder.uniform::<2>(form, ty)?;
    lanes(with_integer!(form, ty, T => if logical {
        unary(registers, |a: T| T::from(a == 0))
    } else {
        unary(registers, |a: T| !a)
    }))
}

/// `shl`, `shr`: amounts beyond the width shift everything out.
pub(super) fn shift(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let left = form.root() == "shl";
    let ty = form.take_type()?;
    form.expect_operands(3..=3)?;
    let d = decoder.target(form.operand(0)?, ty)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    let b = decoder.source(form.operand(2)?, ScalarType::U32)?;
    lanes(with_integer!(form, ty, T => if left {
        binary([d, a, b], |a: T, b: u32| a.checked_shl(b).unwrap_or(0))
    } else {
        // A negative value shifted out is all ones.
        binary([d, a, b], |a: T, b: u32| a >> b.min(T::BITS - 1) >> u32::from(b >= T::BITS))
    }))
}

/// `shf.{l,r}.{wrap,clamp}.b32`
pub(super) fn funnel_shift(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let left = form.take("l");
    form.take("r");
    let wrap = form.take("wrap");
    form.take("clamp");
    let ty = form.take_type()?;
    let registers = decoder.uniform::<4>(form, ty)?;
    lanes(ternary(
        registers,
        move |low: u32, high: u32, amount: u32| {
            let amount = if wrap { amount & 31 } else { amount.min(32) };
            let both = u64::from(high) << 32 | u64::from(low);
            if left {
                (both << amount >> 32) as u32
            } else {
                (both >> amount) as u32
            }
        },
    ))
}

/// `lop3.b32 d, a, b, c, table`, `lop3.{or,and}.b32 d|p, a, b, c, table, q`: `p` is whether the
/// result is not zero, joined with `q`.
pub(super) fn logic_table(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let connective = form.take_one_of(&["or", "and"]);
    let ty = form.take_type()?;
    if ty != ScalarType::B32 {
        return form.wrong_type(ty);
    }
    form.expect_operands(if connective.is_some() { 6..=6 } else { 5..=5 })?;
    let (target, predicate) = match (form.operand(0)?, connective) {
        (Operand::Pair(target, predicate), Some(_)) => {
            (Operand::Name(target.clone()), Some(predicate.clone()))
        }
        (_, Some(_)) => return Err("expected `d|p` as target of this `lop3`".to_owned()),
        (single, None) => (single.clone(), None),
    };
    let d = decoder.target(&target, ty)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    let b = decoder.source(form.operand(2)?, ty)?;
    let c = decoder.source(form.operand(3)?, ty)?;
    let Operand::Integer(table) = form.operand(4)? else {
        return Err("expected an immediate table as operand of `lop3`".to_owned());
    };
    let table = *table as u32;
    let joined = match (predicate, connective) {
        (Some(name), Some(connective)) => {
            let p = decoder.target(&Operand::Name(name), ScalarType::Predicate)?;
            Some((p, decoder.predicate(form.operand(5)?)?, connective == 0))
        }
        _ => None,
    };
    let result = ternary([d, a, b, c], move |a: u32, b: u32, c: u32| {
        (0..8)
            .filter(|row| table >> row & 1 == 1)
            .fold(0, |result, row| {
                let pick = |value: u32, bit: u32| if row >> bit & 1 == 1 { value } else { !value };
                result | (pick(a, 2) & pick(b, 1) & pick(c, 0))
            })
    });
    let Some((p, q, or)) = joined else {
        return lanes(result);
    };
    lanes(Box::new(move |registers, mask| {
        // The other predicate may be the target.
        let other = q.value(registers);
        result(registers, mask);
        let words = registers.bits(d);
        let set = |bits: u32, lane: usize| bits | u32::from(words[lane] != 0) << lane;
        let nonzero = (0..words.len()).fold(0, set);
        let value = if or { nonzero | other } else { nonzero & other };
        registers.set_predicate(p, mask, value);
    }))
}

/// `popc`, `clz`
pub(super) fn count_bits(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let population = form.root() == "popc";
    let ty = form.take_type()?;
    form.expect_operands(2..=2)?;
    let d = decoder.target(form.operand(0)?, ScalarType::U32)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    lanes(match (ty.bytes(), population) {
        (4, true) => unary([d, a], u32::count_ones),
        (4, false) => unary([d, a], u32::leading_zeros),
        (8, true) => unary([d, a], u64::count_ones),
        (8, false) => unary([d, a], u64::leading_zeros),
        _ => return form.wrong_type(ty),
    })
}

/// `bfind{.shiftamt}`
pub(super) fn find_leading_bit(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let shift_amount = form.take("shiftamt");
    let ty = form.take_type()?;
    form.expect_operands(2..=2)?;
    let d = decoder.target(form.operand(0)?, ScalarType::U32)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    lanes(with_integer!(form, ty, T => unary([d, a], move |a: T| {
        // The most significant bit that differs from the sign.
        #[allow(unused_comparisons, clippy::absurd_extreme_comparisons)]
        let magnitude = if a < 0 { !a } else { a };
        match magnitude.leading_zeros() {
            zeros if zeros == T::BITS => u32::MAX,
            zeros if shift_amount => zeros,
            zeros => T::BITS - 1 - zeros,
        }
    })))
}

/// `brev`
pub(super) fn reverse_bits(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    let registers = decoder.uniform::<2>(form, ty)?;
    lanes(with_integer!(form, ty, T => unary(registers, |a: T| a.reverse_bits())))
}

/// `bfe`
pub(super) fn extract_field(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    form.expect_operands(4..=4)?;
    let d = decoder.target(form.operand(0)?, ty)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    let position = decoder.source(form.operand(2)?, ScalarType::U32)?;
    let length = decoder.source(form.operand(3)?, ScalarType::U32)?;
    let (bits, signed) = (ty.bytes() as u32 * 8, ty.is_signed());
    let extract = move |a: u64, position: u32, length: u32| {
        let (position, length) = (position & 0xff, length & 0xff);
        // The bits of the field that exist; the others are copies of the last one, or of the sign.
        let count = length.min(bits.saturating_sub(position));
        let kept = match count {
            0 => 0,
            count => a >> position & (u64::MAX >> (64 - count)),
        };
        let last = (position + length).saturating_sub(1).min(bits - 1);
        let negative = signed && length != 0 && a >> last & 1 == 1;
        match (negative, count) {
            (true, 0) => u64::MAX,
            (true, 1..=63) => kept | u64::MAX << count,
            _ => kept,
        }
    };
    lanes(match ty.bytes() {
        4 => ternary([d, a, position, length], move |a: u32, p: u32, l: u32| {
            extract(u64::from(a), p, l) as u32
        }),
        _ => ternary([d, a, position, length], extract),
    })
}

/// `bfi`
pub(super) fn insert_field(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    form.expect_operands(5..=5)?;
    let f = decoder.target(form.operand(0)?, ty)?;
    let a = decoder.source(form.operand(1)?, ty)?;
    let b = decoder.source(form.operand(2)?, ty)?;
    let position = decoder.source(form.operand(3)?, ScalarType::U32)?;
    let length = decoder.source(form.operand(4)?, ScalarType::U32)?;
    let bits = ty.bytes() as u32 * 8;
    lanes(Box::new(move |registers, mask| {
        let (a, b) = (registers.bits(a), registers.bits(b));
        let (position, length) = (registers.bits(position), registers.bits(length));
        for lane in crate::registers::lanes(mask) {
            let at = (position[lane] & 0xff) as u32;
            let count = ((length[lane] & 0xff) as u32).min(bits.saturating_sub(at));
            let field = if count == 0 {
                0
            } else {
                u64::MAX >> (64 - count)
            };
            let field = if at < 64 { field << at } else { 0 };
            let shifted = if at < 64 { a[lane] << at } else { 0 };
            registers.set_lane(f, lane, (b[lane] & !field) | (shifted & field));
        }
    }))
}

/// `szext.{wrap,clamp}`: sign- or zero-extends from bit `b`.
pub(super) fn extend_from_bit(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let wrap = form.take("wrap");
    form.take("clamp");
    let ty = form.take_type()?;
    let registers = decoder.uniform::<3>(form, ty)?;
    let signed = ty.is_signed();
    lanes(binary(registers, move |a: u32, width: u32| {
        let width = if wrap { width & 31 } else { width.min(32) };
        match width {
            0 => 0,
            32 => a,
            _ if signed => ((a << (32 - width)) as i32 >> (32 - width)) as u32,
            _ => a << (32 - width) >> (32 - width),
        }
    }))
}

/// `bmsk.{wrap,clamp}.b32`: `b` ones from bit `a` on.
pub(super) fn bit_mask(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let wrap = form.take("wrap");
    form.take("clamp");
    let ty = form.take_type()?;
    let registers = decoder.uniform::<3>(form, ty)?;
    lanes(binary(registers, move |position: u32, width: u32| {
        let (position, width) = if wrap {
            (position & 31, width & 31)
        } else {
            (position.min(32), width.min(32))
        };
        (((1_u64 << width) - 1) << position) as u32
    }))
}

/// `prmt.b32{.mode}`
pub(super) fn permute(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    let mode = form.take_one_of(&["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]);
    let registers = decoder.uniform::<4>(form, ty)?;
    lanes(ternary(registers, move |a: u32, b: u32, selector: u32| {
        let both = u64::from(b) << 32 | u64::from(a);
        let byte = |index: u32| (both >> (index * 8)) as u32 & 0xff;
        let n = selector & 3;
        (0..4).fold(0, |result, place| {
            let value = match mode {
                None => {
                    let choice = selector >> (place * 4) & 0xf;
                    let value = byte(choice & 7);
                    if choice & 8 == 0 {
                        value
                    } else {
                        (value >> 7) * 0xff
                    }
                }
                Some(0) => byte(n + place),
                Some(1) => byte(n.wrapping_sub(place) & 7),
                Some(2) => byte(n),
                Some(3) => byte(place.max(n)),
                Some(4) => byte(place.min(n)),
                Some(_) => byte((n & 1) * 2 + (place & 1)),
            };
            result | value << (place * 8)
        })
    }))
}

/// `fns.b32`: the position of the n-th set bit from a base on.
pub(super) fn find_nth_set(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    let registers = decoder.uniform::<4>(form, ty)?;
    lanes(ternary(registers, |mask: u32, base: u32, offset: i32| {
        let set = |bit: &i64| mask >> bit & 1 == 1;
        let base = i64::from(base & 31);
        let found = match offset {
            0 => Some(base).filter(set),
            1.. => (base..32).filter(set).nth(offset as usize - 1),
            _ => (0..=base).rev().filter(set).nth(-(offset + 1) as usize),
        };
        found.map_or(u32::MAX, |bit| bit as u32)
    }))
}
