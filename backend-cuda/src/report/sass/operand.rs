//! The operands of the integer instructions that a walk runs.

use super::instruction::{Instruction, is_predicate};

/// Registers of threads come first, then those of warps.
pub(super) const WARP_REGISTERS: usize = 256;
/// All registers; `RZ` and `URZ` are not among them.
pub(super) const REGISTERS: usize = WARP_REGISTERS + 64;
/// The predicates of warps follow those of threads.
pub(super) const WARP_PREDICATES: usize = 8;
/// All predicates; the last of each eight is always true.
pub(super) const PREDICATES: usize = 16;

/// Where a word comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Register(usize),
    Number(u32),
    /// A word of a bank of constants.
    Constant(u32, u32),
    /// `SR_TID.X` and others.
    Special(String),
    /// What is not modelled.
    Unknown,
}

/// A word that an instruction reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub source: Source,
    pub negative: bool,
    pub inverted: bool,
}

/// A predicate that an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Predicate {
    pub number: usize,
    pub negated: bool,
}

impl Predicate {
    pub fn parse(text: &str) -> Option<Predicate> {
        if !is_predicate(text) {
            return None;
        }
        let name = text.trim_start_matches('!');
        let base = if name.starts_with('U') {
            WARP_PREDICATES
        } else {
            0
        };
        let digit = name.chars().last()?;
        let number = base + digit.to_digit(10).unwrap_or(7) as usize;
        let negated = text.starts_with('!');
        Some(Predicate { number, negated })
    }

    /// `PT` and `!PT`.
    pub fn is_constant(self) -> bool {
        self.number % 8 == 7
    }
}

/// The number of a register that is a result; `None` for `RZ` and for other operands.
pub(super) fn result(text: &str) -> Option<usize> {
    let text = text.strip_suffix(".reuse").unwrap_or(text);
    match text.strip_prefix("UR") {
        Some(number) => number.parse::<usize>().ok().map(|one| WARP_REGISTERS + one),
        None => text.strip_prefix('R')?.parse().ok(),
    }
    .filter(|number| *number < REGISTERS)
}

impl Word {
    pub fn parse(text: &str) -> Word {
        let inverted = text.starts_with('~');
        let bare = text.trim_start_matches('~');
        let (negative, bare) = match bare.strip_prefix('-') {
            Some(rest) if rest.starts_with(['R', 'U', 'c']) => (true, rest),
            _ => (false, bare),
        };
        let source = source(bare.strip_suffix(".reuse").unwrap_or(bare));
        Word {
            source: source.unwrap_or(Source::Unknown),
            negative,
            inverted,
        }
    }

    /// The registers behind it: two for an operand of 64 bits.
    pub fn registers(&self) -> impl Iterator<Item = usize> {
        let first = match self.source {
            Source::Register(number) => Some(number),
            _ => None,
        };
        first.into_iter().flat_map(|first| [first, first + 1])
    }
}

fn source(text: &str) -> Option<Source> {
    if let Some(number) = result(text) {
        return Some(Source::Register(number));
    }
    if ["RZ", "URZ", "SRZ"].contains(&text) {
        return Some(Source::Number(0));
    }
    if let Some(name) = text.strip_prefix("SR_") {
        return Some(Source::Special(name.to_owned()));
    }
    if let Some(rest) = text.strip_prefix("c[") {
        let (bank, offset) = rest.strip_suffix(']')?.split_once("][")?;
        return Some(Source::Constant(hexadecimal(bank)?, hexadecimal(offset)?));
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let number = match digits.starts_with("0x") {
        true => hexadecimal(digits)?,
        false => digits.parse().ok()?,
    };
    let number = if negative {
        number.wrapping_neg()
    } else {
        number
    };
    Some(Source::Number(number))
}

fn hexadecimal(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// The operands of an instruction in their parts: `LEA R14, P0, R5, UR10, 0xc` and
/// `ISETP.GE.AND P0, PT, R1, R2, PT`.
#[derive(Clone, Debug)]
pub(super) struct Operands {
    /// The predicates that it writes.
    pub flags: Vec<Predicate>,
    /// The first register that it writes.
    pub result: Option<usize>,
    pub words: Vec<Word>,
    /// The predicates that it reads.
    pub conditions: Vec<Predicate>,
}

/// Takes the operands apart. An instruction `with_result` has a register behind the predicates with
/// which it begins; those of `PLOP3` are two results, and then what it reads.
pub(super) fn operands(instruction: &Instruction, with_result: bool) -> Operands {
    let mut rest = instruction.operands.as_slice();
    let mut flags = take_predicates(&mut rest, if with_result { usize::MAX } else { 2 });
    let mut target = None;
    if with_result && let Some((first, others)) = rest.split_first() {
        target = result(first);
        rest = others;
        flags.extend(take_predicates(&mut rest, usize::MAX));
    }
    let of_word = |text: &String| Predicate::parse(text).is_none().then(|| Word::parse(text));
    Operands {
        flags,
        result: target,
        words: rest.iter().filter_map(of_word).collect(),
        conditions: rest
            .iter()
            .filter_map(|text| Predicate::parse(text))
            .collect(),
    }
}

fn take_predicates(rest: &mut &[String], most: usize) -> Vec<Predicate> {
    let mut taken = Vec::new();
    while let Some((first, others)) = rest.split_first()
        && taken.len() < most
        && let Some(one) = Predicate::parse(first)
    {
        taken.push(one);
        *rest = others;
    }
    taken
}
