//! What the integer instructions compute for one thread: those of which loop counters, bounds and
//! conditions are made. The others have results that a walk does not know.
//!
//! The instruction set has no public description. Each rule here is one that `ptxas`'s output for
//! known PTX confirms; what is not listed is unknown, never guessed.

use super::instruction::Instruction;

/// The inputs of an instruction in one thread.
pub(super) struct Inputs {
    /// The words; `None` where they are not known.
    pub words: Vec<Option<u32>>,
    /// The same operands as 64 bits.
    pub pairs: Vec<Option<u64>>,
    /// Which of the words are subtracted.
    pub negative: Vec<bool>,
    /// The predicates that it reads.
    pub conditions: Vec<Option<bool>>,
}

/// What an instruction writes in one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Results {
    pub low: Option<u32>,
    pub high: Option<u32>,
    pub flags: [Option<bool>; 2],
}

impl Results {
    fn word(low: u32) -> Results {
        Results {
            low: Some(low),
            ..Results::default()
        }
    }

    fn pair(all: u64) -> Results {
        Results {
            high: Some((all >> 32) as u32),
            ..Results::word(all as u32)
        }
    }

    fn carry(self, carry: Option<bool>) -> Results {
        Results {
            flags: [carry, None],
            ..self
        }
    }
}

/// Whether an instruction has a register as its result, and a rule here. An instruction of warps
/// computes what that of threads with the same name computes.
pub(super) fn with_result(opcode: &str) -> Option<bool> {
    match opcode.strip_prefix('U').unwrap_or(opcode) {
        "ISETP" | "PLOP3" => Some(false),
        "MOV" | "IMAD" | "IADD3" | "VIADD" | "LOP3" | "SHF" | "LEA" | "SEL" | "IABS" | "IMNMX"
        | "VIMNMX" | "SGXT" | "PRMT" | "S2R" | "S2UR" | "CS2R" | "LDC" | "R2UR" => Some(true),
        _ => None,
    }
}

/// The results; nothing is known where an input is not.
pub(super) fn run(instruction: &Instruction, inputs: &Inputs) -> Results {
    known(instruction, inputs).unwrap_or_default()
}

fn known(instruction: &Instruction, inputs: &Inputs) -> Option<Results> {
    let word = |place: usize| inputs.words.get(place).copied().flatten();
    let opcode = instruction.opcode();
    match opcode.strip_prefix('U').unwrap_or(opcode) {
        "MOV" | "S2R" | "S2UR" | "R2UR" => word(0).map(Results::word),
        "CS2R" => word(0).map(|low| Results::pair(u64::from(low))),
        "LDC" if instruction.has("64") => {
            inputs.pairs.first().copied().flatten().map(Results::pair)
        }
        "LDC" if instruction.parts.len() == 1 => word(0).map(Results::word),
        "IMAD" => multiply_add(instruction, inputs),
        "IADD3" | "VIADD" => sum(instruction, inputs),
        "ISETP" => compare(instruction, inputs),
        "LOP3" => {
            let table = word(3)?;
            let low = lookup(table, [word(0)?, word(1)?, word(2)?]);
            Some(Results::word(low).carry(Some(low != 0)))
        }
        "PLOP3" => {
            let of = |table: u32| -> Option<bool> {
                let bit = |place: usize| inputs.conditions.get(place).copied().flatten();
                let bits = [bit(0)?, bit(1)?, bit(2)?].map(|bit| if bit { u32::MAX } else { 0 });
                Some(lookup(table, bits) & 1 == 1)
            };
            let flags = [of(word(0)?), of(word(1)?)];
            Some(Results {
                flags,
                ..Results::default()
            })
        }
        "SHF" => shift(instruction, word(0)?, word(1)?, word(2)?).map(Results::word),
        "LEA" => scaled_sum(instruction, inputs),
        "SEL" => {
            let first = inputs.conditions.first().copied().flatten()?;
            word(usize::from(!first)).map(Results::word)
        }
        "IABS" => word(0).map(|one| Results::word((one as i32).unsigned_abs())),
        "IMNMX" | "VIMNMX" => {
            let (one, other) = (word(0)?, word(1)?);
            let less = match instruction.has("U32") {
                true => one < other,
                false => (one as i32) < other as i32,
            };
            let least = inputs.conditions.first().copied().flatten()?;
            Some(Results::word(if less == least { one } else { other }))
        }
        "SGXT" => {
            let bits = word(1)?;
            let by = 32_u32.checked_sub(bits).filter(|by| *by < 32)?;
            let moved = word(0)? << by;
            Some(Results::word(match instruction.has("U32") {
                true => moved >> by,
                false => (moved as i32 >> by) as u32,
            }))
        }
        "PRMT" if instruction.parts.len() == 1 => {
            permute(word(0)?, word(1)?, word(2)?).map(Results::word)
        }
        _ => None,
    }
}

/// `a * b + c`, its high half, or all 64 bits.
fn multiply_add(instruction: &Instruction, inputs: &Inputs) -> Option<Results> {
    let word = |place: usize| inputs.words.get(place).copied().flatten();
    let (one, other) = (word(0)?, word(1)?);
    let long = || match instruction.has("U32") {
        true => u64::from(one) * u64::from(other),
        false => (i64::from(one as i32) * i64::from(other as i32)) as u64,
    };
    let third = || inputs.pairs.get(2).copied().flatten();
    if instruction.has("WIDE") {
        return Some(Results::pair(long().wrapping_add(third()?)));
    }
    if instruction.has("HI") {
        let all = long().wrapping_add(third()?);
        return Some(Results::word((all >> 32) as u32));
    }
    let carried = match instruction.has("X") {
        true => u32::from(inputs.conditions.first().copied().flatten()?),
        false => 0,
    };
    let low = one.wrapping_mul(other).wrapping_add(word(2)?);
    Some(Results::word(low.wrapping_add(carried)))
}

/// The sum of two or three words and of carries, with its carry. `-x` is `~x + 1`.
fn sum(instruction: &Instruction, inputs: &Inputs) -> Option<Results> {
    if instruction.has("64") {
        return None;
    }
    let mut all = 0_u64;
    for (word, negative) in inputs.words.iter().zip(&inputs.negative) {
        // The word is negated already.
        let word = (*word)?;
        all += match negative {
            true => u64::from(!word.wrapping_neg()) + 1,
            false => u64::from(word),
        };
    }
    if instruction.has("X") {
        for carried in &inputs.conditions {
            all += u64::from((*carried)?);
        }
    }
    Some(Results::word(all as u32).carry(Some(all >> 32 != 0)))
}

/// A comparison, joined with another condition; `EX` goes on from that of the low words.
fn compare(instruction: &Instruction, inputs: &Inputs) -> Option<Results> {
    let word = |place: usize| inputs.words.get(place).copied().flatten();
    let condition = |place: usize| inputs.conditions.get(place).copied().flatten();
    let (one, other) = (word(0)?, word(1)?);
    let order = match instruction.has("U32") {
        true => one.cmp(&other),
        false => (one as i32).cmp(&(other as i32)),
    };
    let low = if instruction.has("EX") {
        Some(condition(1)?)
    } else {
        None
    };
    let holds = match instruction.parts.get(1)?.as_str() {
        "EQ" => order.is_eq() && low.unwrap_or(true),
        "NE" => order.is_ne() || low.unwrap_or(false),
        "LT" => order.is_lt() || order.is_eq() && low.unwrap_or(false),
        "LE" => order.is_lt() || order.is_eq() && low.unwrap_or(true),
        "GT" => order.is_gt() || order.is_eq() && low.unwrap_or(false),
        "GE" => order.is_gt() || order.is_eq() && low.unwrap_or(true),
        _ => return None,
    };
    let joined = |holds: bool| -> Option<bool> {
        let other = condition(0)?;
        Some(if instruction.has("AND") {
            holds && other
        } else if instruction.has("OR") {
            holds || other
        } else {
            holds != other
        })
    };
    Some(Results {
        flags: [joined(holds), joined(!holds)],
        ..Results::default()
    })
}

/// The bits of the table that the three words choose.
fn lookup(table: u32, words: [u32; 3]) -> u32 {
    (0..8_u32)
        .filter(|row| table >> row & 1 == 1)
        .map(|row| {
            let pick = |place: u32, word: u32| if row >> place & 1 == 1 { word } else { !word };
            pick(2, words[0]) & pick(1, words[1]) & pick(0, words[2])
        })
        .fold(0, |all, one| all | one)
}

/// A shift of the pair of `low` and `high`.
fn shift(instruction: &Instruction, low: u32, by: u32, high: u32) -> Option<u32> {
    let by = if instruction.has("W") { by & 31 } else { by };
    let pair = u64::from(high) << 32 | u64::from(low);
    let long = by.min(63);
    Some(match (instruction.has("L"), instruction.has("HI")) {
        (true, false) => low.checked_shl(by).unwrap_or(0),
        (true, true) => (pair << long >> 32) as u32,
        (false, true) if instruction.has("S32") => (high as i32 >> by.min(31)) as u32,
        (false, true) if instruction.has("U32") => high.checked_shr(by).unwrap_or(0),
        (false, false) if instruction.has("U64") => (pair >> long) as u32,
        _ => return None,
    })
}

/// `(a << s) + b`, or its high half.
fn scaled_sum(instruction: &Instruction, inputs: &Inputs) -> Option<Results> {
    let word = |place: usize| inputs.words.get(place).copied().flatten();
    let carried = match instruction.has("X") {
        true => u64::from(inputs.conditions.first().copied().flatten()?),
        false => 0,
    };
    let (low, other) = (word(0)?, word(1)?);
    let scaled = match (instruction.has("HI"), instruction.has("SX32")) {
        (false, _) => low.checked_shl(word(2)?)?,
        (true, true) => ((i64::from(low as i32) << word(2)?.min(63)) >> 32) as u32,
        (true, false) => {
            let pair = u64::from(word(2)?) << 32 | u64::from(low);
            (pair << word(3)?.min(63) >> 32) as u32
        }
    };
    let all = u64::from(scaled) + u64::from(other) + carried;
    Some(Results::word(all as u32).carry(Some(all >> 32 != 0)))
}

/// Four bytes of eight, each chosen by four bits.
fn permute(low: u32, choice: u32, high: u32) -> Option<u32> {
    let bytes = (u64::from(high) << 32 | u64::from(low)).to_le_bytes();
    let mut found = [0; 4];
    for (place, byte) in found.iter_mut().enumerate() {
        let of = choice >> (4 * place) & 15;
        let chosen = bytes[(of & 7) as usize];
        *byte = if of & 8 == 0 {
            chosen
        } else {
            ((chosen as i8) >> 7) as u8
        };
    }
    Some(u32::from_le_bytes(found))
}

#[cfg(test)]
mod tests {
    use super::super::operand::{Source, operands};
    use super::*;

    /// The results of an instruction whose operands are numbers.
    fn results(code: &str) -> Results {
        let one = Instruction::parse(&format!("/*0*/ {code} ;")).unwrap();
        let parts = operands(&one, with_result(one.opcode()).unwrap());
        let words = parts.words.iter().map(|word| match word.source {
            Source::Number(number) if word.inverted => Some(!number),
            Source::Number(number) => Some(number),
            _ => None,
        });
        let words = Vec::from_iter(words);
        let inputs = Inputs {
            pairs: words.iter().map(|one| one.map(u64::from)).collect(),
            negative: vec![false; words.len()],
            words,
            conditions: parts
                .conditions
                .iter()
                .map(|one| Some(!one.negated))
                .collect(),
        };
        run(&one, &inputs)
    }

    #[test]
    fn sums_and_shifts_are_exact() {
        let low = |code: &str| results(code).low;
        assert_eq!(low("IADD3 R1, 0x3, -0x1, RZ"), Some(2));
        assert_eq!(results("IADD3 R1, P0, 0x1, -0x1, RZ").flags[0], Some(true));
        assert_eq!(low("IADD3.X R1, 0x3, 0x4, RZ, PT, !PT"), Some(8));
        assert_eq!(low("IMAD R1, 0x3, 0x4, 0x5"), Some(17));
        assert_eq!(low("IMAD.HI.U32 R1, -0x1, 0x2, RZ"), Some(1));
        let wide = results("IMAD.WIDE R2, -0x1, 0x2, RZ");
        assert_eq!((wide.low, wide.high), (Some(-2_i32 as u32), Some(u32::MAX)));
        assert_eq!(low("SHF.L.U32 R1, 0x3, 0x4, RZ"), Some(48));
        assert_eq!(low("SHF.R.U32.HI R1, RZ, 0x4, 0x30"), Some(3));
        assert_eq!(low("SHF.R.S32.HI R1, RZ, 0x1f, -0x5"), Some(u32::MAX));
        assert_eq!(low("USHF.R.U64 UR1, RZ, 0x1c, 0x1"), Some(16));
        assert_eq!(low("LEA R1, 0x3, 0x5, 0x4"), Some(53));
        assert_eq!(low("LEA.HI R11, 0x40, 0x1, RZ, 0x1e"), Some(17));
        assert_eq!(low("LEA.HI.SX32 R1, -0x4, 0x0, 0x1e"), Some(u32::MAX));
        assert_eq!(low("LOP3.LUT R1, 0x5, 0x3, RZ, 0xc0, !PT"), Some(1));
        assert_eq!(low("LOP3.LUT R1, 0x5, 0x3, RZ, 0x3c, !PT"), Some(6));
        assert_eq!(low("SGXT R1, 0xf, 0x4"), Some(u32::MAX));
        assert_eq!(low("SGXT.U32 R1, 0xff, 0x4"), Some(15));
        assert_eq!(low("PRMT R1, 0x4321, 0x5410, 0x8765"), Some(0x8765_4321));
        assert_eq!(low("VIMNMX R1, -0x1, 0x2, PT"), Some(u32::MAX));
        assert_eq!(low("SEL R1, 0x7, 0x8, !PT"), Some(8));
    }

    #[test]
    fn comparisons_join_a_condition() {
        let flags = |code: &str| results(code).flags;
        assert_eq!(flags("ISETP.GE.AND P0, PT, 0x3, 0x3, PT")[0], Some(true));
        assert_eq!(
            flags("ISETP.LT.AND P0, P1, -0x1, 0x0, PT"),
            [Some(true), Some(false)]
        );
        assert_eq!(
            flags("ISETP.LT.U32.AND P0, PT, -0x1, 0x0, PT")[0],
            Some(false)
        );
        assert_eq!(flags("ISETP.GE.OR P0, PT, 0x1, 0x3, PT")[0], Some(true));
        // Equal high words: the comparison of the low words decides.
        assert_eq!(
            flags("ISETP.GE.U32.AND.EX P0, PT, 0x1, 0x1, PT, !PT")[0],
            Some(false)
        );
        assert_eq!(
            flags("ISETP.NE.AND.EX P0, PT, 0x1, 0x1, PT, PT")[0],
            Some(true)
        );
        assert_eq!(
            flags("PLOP3.LUT P0, PT, PT, !PT, PT, 0x80, 0x8")[0],
            Some(false)
        );
        assert_eq!(
            flags("UISETP.NE.U32.AND UP0, UPT, 0x1, 0x2, UPT")[0],
            Some(true)
        );
    }

    #[test]
    fn what_is_not_known_stays_so() {
        assert_eq!(results("IADD3 R1, R2, 0x1, RZ"), Results::default());
        assert_eq!(with_result("MUFU"), None);
        assert_eq!(with_result("FADD"), None);
    }
}
