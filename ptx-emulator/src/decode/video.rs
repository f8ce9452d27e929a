//! Video instructions: arithmetic on bytes and halves of words, with a second operation.
//!
//! ```text
//! vadd.s32.u32.s32.sat.max d, a.b3, b.h1, c;     one part of each operand, widened
//! vabsdiff4.u32.u32.u32.add d, a, b, c;          four bytes, or two halves (vadd2), side by side
//! ```
//! The parts are widened to integers that have room for any result; saturation is to the type of
//! the destination, or of its part.

use super::lanes::lanes;
use super::{Decoder, Form};
use crate::operation::Operation;
use crate::registers::{Register, lanes as lanes_of};
use crate::syntax::Operand;
use crate::types::ScalarType;

type Handled = Result<Operation, String>;

/// What an instruction computes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Add,
    Subtract,
    Difference,
    Average,
    Minimum,
    Maximum,
    Left { wrap: bool },
    Right { wrap: bool },
    Compare(Comparison),
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// What happens with the third operand.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Second {
    /// There is none, or the result takes the place of a part of it.
    Merge,
    Add,
    Minimum,
    Maximum,
}

/// A part of a word.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Part {
    shift: u32,
    bits: u32,
}

const WORD: Part = Part { shift: 0, bits: 32 };

impl Part {
    fn of(self, word: u64, signed: bool) -> i128 {
        let field = (word >> self.shift) & (u64::MAX >> (64 - self.bits));
        if signed && field >> (self.bits - 1) & 1 == 1 {
            i128::from(field) - (1 << self.bits)
        } else {
            i128::from(field)
        }
    }

    fn range(self, signed: bool) -> (i128, i128) {
        if signed {
            (-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1)
        } else {
            (0, (1 << self.bits) - 1)
        }
    }

    /// `word` with `value` in this part.
    fn put(self, word: u64, value: i128) -> u64 {
        let field = u64::MAX >> (64 - self.bits);
        (word & !(field << self.shift)) | ((value as u64 & field) << self.shift)
    }
}

/// Splits `%r1.b3` into the register and the selector.
fn split(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('.') {
        Some((register, selector)) if selector.starts_with(['b', 'h']) => {
            (register, Some(selector))
        }
        _ => (name, None),
    }
}

/// `b0` to `b3`, `h0`, `h1`.
fn part(selector: &str) -> Option<Part> {
    let index: u32 = selector.get(1..)?.parse().ok()?;
    match (selector.as_bytes()[0], index) {
        (b'b', 0..=3) => Some(Part {
            shift: 8 * index,
            bits: 8,
        }),
        (b'h', 0..=1) => Some(Part {
            shift: 16 * index,
            bits: 16,
        }),
        _ => None,
    }
}

/// The selectors of all places of an operand: `h10`, `b7610`.
fn selectors(text: &str, places: usize) -> Option<Vec<u32>> {
    let digits: Option<Vec<u32>> = text
        .get(1..)?
        .chars()
        .rev()
        .map(|digit| digit.to_digit(8))
        .collect();
    digits.filter(|digits| digits.len() == places)
}

impl Decoder<'_> {
    /// A register, possibly negated, with its selector.
    fn video_source<'o>(
        &mut self,
        operand: &'o Operand,
        ty: ScalarType,
    ) -> Result<(Register, Option<&'o str>), String> {
        match operand {
            Operand::Name(name) => {
                let (register, selector) = split(name);
                let register = self.source(&Operand::Name(register.to_owned()), ty)?;
                Ok((register, selector))
            }
            other => Ok((self.source(other, ty)?, None)),
        }
    }

    fn video_target<'o>(
        &mut self,
        operand: &'o Operand,
    ) -> Result<(Register, Option<&'o str>), String> {
        let Operand::Name(name) = operand else {
            return Err("expected a register to write to".to_owned());
        };
        let (register, selector) = split(name);
        let register = self.target(&Operand::Name(register.to_owned()), ScalarType::U32)?;
        Ok((register, selector))
    }
}

fn word_type(form: &mut Form) -> Result<bool, String> {
    match form.take_type()? {
        ScalarType::U32 => Ok(false),
        ScalarType::S32 => Ok(true),
        other => form.wrong_type(other),
    }
}

fn kind(form: &mut Form) -> Result<Kind, String> {
    let root = form.root().trim_end_matches(['2', '4']);
    let comparisons = ["eq", "ne", "lt", "le", "gt", "ge"];
    let wrap = matches!(root, "vshl" | "vshr")
        && match form.take_one_of(&["clamp", "wrap"]) {
            Some(place) => place == 1,
            None => return Err(format!("expected `.clamp` or `.wrap` after `{root}`")),
        };
    Ok(match root {
        "vadd" => Kind::Add,
        "vsub" => Kind::Subtract,
        "vabsdiff" => Kind::Difference,
        "vavrg" => Kind::Average,
        "vmin" => Kind::Minimum,
        "vmax" => Kind::Maximum,
        "vshl" => Kind::Left { wrap },
        "vshr" => Kind::Right { wrap },
        _ => Kind::Compare(match form.take_one_of(&comparisons) {
            Some(0) => Comparison::Equal,
            Some(1) => Comparison::NotEqual,
            Some(2) => Comparison::Less,
            Some(3) => Comparison::LessOrEqual,
            Some(4) => Comparison::Greater,
            Some(_) => Comparison::GreaterOrEqual,
            None => return Err(format!("expected a comparison after `{root}`")),
        }),
    })
}

impl Kind {
    fn apply(self, a: i128, b: i128) -> i128 {
        let amount = |wrap: bool| {
            let bits = b as u32;
            if wrap { bits & 31 } else { bits.min(32) }
        };
        match self {
            Kind::Add => a + b,
            Kind::Subtract => a - b,
            Kind::Difference => (a - b).abs(),
            // Halves are rounded away from zero.
            Kind::Average => (a + b + i128::from(a + b >= 0)) >> 1,
            Kind::Minimum => a.min(b),
            Kind::Maximum => a.max(b),
            Kind::Left { wrap } => a << amount(wrap),
            Kind::Right { wrap } => a >> amount(wrap),
            Kind::Compare(comparison) => i128::from(match comparison {
                Comparison::Equal => a == b,
                Comparison::NotEqual => a != b,
                Comparison::Less => a < b,
                Comparison::LessOrEqual => a <= b,
                Comparison::Greater => a > b,
                Comparison::GreaterOrEqual => a >= b,
            }),
        }
    }
}

fn second(form: &mut Form) -> Second {
    match form.take_one_of(&["add", "min", "max"]) {
        Some(0) => Second::Add,
        Some(1) => Second::Minimum,
        Some(_) => Second::Maximum,
        None => Second::Merge,
    }
}

/// `vadd`, `vsub`, `vabsdiff`, `vmin`, `vmax`, `vshl`, `vshr`, `vset`
pub(super) fn scalar(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let kind = kind(form)?;
    let compares = matches!(kind, Kind::Compare(_));
    // A comparison has the types of its operands only; its result is 0 or 1.
    let signed = !compares && word_type(form)?;
    let (a_signed, b_signed) = (word_type(form)?, word_type(form)?);
    let saturate = form.take("sat");
    let second = second(form);
    form.expect_operands(3..=4)?;
    let (d, target_selector) = decoder.video_target(form.operand(0)?)?;
    let (a, a_selector) = decoder.video_source(form.operand(1)?, ScalarType::U32)?;
    let (b, b_selector) = decoder.video_source(form.operand(2)?, ScalarType::U32)?;
    let c = match form.operands.get(3) {
        Some(operand) => Some(decoder.source(operand, ScalarType::U32)?),
        None => None,
    };
    let select = |selector: Option<&str>| match selector {
        None => Ok(WORD),
        Some(text) => {
            part(text).ok_or_else(|| format!("expected a part of a word, found `.{text}`"))
        }
    };
    let parts = [
        select(a_selector)?,
        select(b_selector)?,
        select(target_selector)?,
    ];
    let is_whole = c.is_none() && second == Second::Merge && target_selector.is_none();
    let is_merged = c.is_some() && (second == Second::Merge) == target_selector.is_some();
    if !is_whole && !is_merged {
        return Err(
            "expected a third operand together with a second operation, or with a part of the destination"
                .to_owned(),
        );
    }
    let [a_part, b_part, target_part] = parts;
    lanes(Box::new(move |registers, mask| {
        for lane in lanes_of(mask) {
            let value = kind.apply(
                a_part.of(registers.lane(a, lane), a_signed),
                b_part.of(registers.lane(b, lane), b_signed),
            );
            let (low, high) = target_part.range(signed);
            let value = if saturate {
                value.clamp(low, high)
            } else {
                value
            };
            let other = c.map_or(0, |c| registers.lane(c, lane));
            let result = match second {
                Second::Merge => target_part.put(other, value),
                _ => combine(second, value, other, signed),
            };
            registers.set_lane(d, lane, result & 0xffff_ffff);
        }
    }))
}

/// The second operation, on a whole word.
fn combine(second: Second, value: i128, other: u64, signed: bool) -> u64 {
    let value = WORD.of(value as u64, signed);
    let other = WORD.of(other, signed);
    let result = match second {
        Second::Minimum => value.min(other),
        Second::Maximum => value.max(other),
        _ => value + other,
    };
    result as u64 & 0xffff_ffff
}

/// `vadd2`, `vadd4` and so on: all parts of a word side by side.
pub(super) fn packed(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let places = if form.root().ends_with('2') { 2 } else { 4 };
    let bits = 32 / places as u32;
    let kind = kind(form)?;
    let compares = matches!(kind, Kind::Compare(_));
    let signed = !compares && word_type(form)?;
    let (a_signed, b_signed) = (word_type(form)?, word_type(form)?);
    let saturate = form.take("sat");
    let adds = form.take("add");
    form.expect_operands(3..=4)?;
    let (d, target_mask) = decoder.video_target(form.operand(0)?)?;
    let (a, a_selector) = decoder.video_source(form.operand(1)?, ScalarType::U32)?;
    let (b, b_selector) = decoder.video_source(form.operand(2)?, ScalarType::U32)?;
    let c = match form.operands.get(3) {
        Some(operand) => Some(decoder.source(operand, ScalarType::U32)?),
        None if adds => return Err("expected a third operand of `.add`".to_owned()),
        None => None,
    };
    // Places of both operands are numbered through: those of `a` first.
    let chosen = |selector: Option<&str>, first: u32| match selector {
        None => Ok((first..first + places as u32).collect()),
        Some(text) => selectors(text, places)
            .ok_or_else(|| format!("expected {places} selected parts, found `.{text}`")),
    };
    let a_places = chosen(a_selector, 0)?;
    let b_places = chosen(b_selector, places as u32)?;
    let written: Vec<u32> = match target_mask {
        None => (0..places as u32).collect(),
        Some(text) => text[1..]
            .chars()
            .filter_map(|digit| digit.to_digit(8))
            .collect(),
    };
    let at = move |place: u32| Part {
        shift: place * bits,
        bits,
    };
    lanes(Box::new(move |registers, mask| {
        for lane in lanes_of(mask) {
            let both = registers.lane(b, lane) << 32 | registers.lane(a, lane);
            let other = c.map_or(0, |c| registers.lane(c, lane));
            let (mut word, mut sum) = (other, i128::from(other));
            for place in 0..places as u32 {
                if !written.contains(&place) {
                    continue;
                }
                let (x, y) = (a_places[place as usize], b_places[place as usize]);
                let value = kind.apply(at(x).of(both, a_signed), at(y).of(both, b_signed));
                let (low, high) = at(0).range(signed);
                let value = if saturate {
                    value.clamp(low, high)
                } else {
                    value
                };
                word = at(place).put(word, value);
                sum += value;
            }
            let result = if adds { sum as u64 } else { word };
            registers.set_lane(d, lane, result & 0xffff_ffff);
        }
    }))
}

/// `vmad`: a product of parts and a word, shifted by 0, 7 or 15 bits; `.po` adds one.
pub(super) fn multiply_add(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let signed = word_type(form)?;
    let (a_signed, b_signed) = (word_type(form)?, word_type(form)?);
    let plus_one = form.take("po");
    let saturate = form.take("sat");
    let shift = match form.take_one_of(&["shr7", "shr15"]) {
        Some(0) => 7,
        Some(_) => 15,
        None => 0,
    };
    form.expect_operands(4..=4)?;
    let d = decoder.target(form.operand(0)?, ScalarType::U32)?;
    let (a, a_selector) = decoder.video_source(form.operand(1)?, ScalarType::U32)?;
    let (b, b_selector) = decoder.video_source(form.operand(2)?, ScalarType::U32)?;
    let c = decoder.source(form.operand(3)?, ScalarType::U32)?;
    let select = |selector: Option<&str>| selector.and_then(part).unwrap_or(WORD);
    let (a_part, b_part) = (select(a_selector), select(b_selector));
    lanes(Box::new(move |registers, mask| {
        for lane in lanes_of(mask) {
            let product = a_part.of(registers.lane(a, lane), a_signed)
                * b_part.of(registers.lane(b, lane), b_signed);
            let sum = product + WORD.of(registers.lane(c, lane), signed) + i128::from(plus_one);
            let value = sum >> shift;
            let (low, high) = WORD.range(signed);
            let value = if saturate {
                value.clamp(low, high)
            } else {
                value
            };
            registers.set_lane(d, lane, value as u64 & 0xffff_ffff);
        }
    }))
}
