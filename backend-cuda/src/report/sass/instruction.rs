//! One instruction of the machine code, as `nvdisasm` writes it.

/// An instruction, taken apart into words.
#[derive(Clone, Debug)]
pub(super) struct Instruction {
    /// The predicate that guards it, with `!` if it is negated.
    pub guard: Option<String>,
    /// The opcode and its modifiers.
    pub parts: Vec<String>,
    /// The operands, results first.
    pub operands: Vec<String>,
}

impl Instruction {
    /// Reads a line such as `/*02d0*/ @!P0 LDS.128 R8, [R4+0x10] ;`; `None` for other lines.
    pub fn parse(line: &str) -> Option<Instruction> {
        let (_, code) = line.split_once("*/")?;
        let code = code.trim().trim_end_matches(';').trim();
        let (guard, code) = match code.strip_prefix('@') {
            Some(guarded) => {
                let (guard, code) = guarded.split_once(' ')?;
                (Some(guard.to_owned()), code.trim())
            }
            None => (None, code),
        };
        let (opcode, operands) = code.split_once(' ').unwrap_or((code, ""));
        if !opcode.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            return None;
        }
        let words = operands.split(',').map(|one| one.trim().to_owned());
        let one = Instruction {
            guard,
            parts: opcode.split('.').map(str::to_owned).collect(),
            operands: words.filter(|one| !one.is_empty()).collect(),
        };
        Some(one.without_disguise())
    }

    /// A constant that is moved by a unit for floats, as the move that it is: `HFMA2.MMA R9, -RZ,
    /// RZ, 0, 1` puts the bits of two numbers of 16 bits into a register.
    fn without_disguise(self) -> Instruction {
        let factors = self.operands.iter().skip(1).take(2);
        let is_constant = self.opcode() == "HFMA2" && factors.eq(["-RZ", "RZ"]);
        let bits = |place: usize| {
            let text = self.operands.get(place)?.to_lowercase();
            let number: f64 = text.parse().ok()?;
            Some(u32::from(half::f16::from_f64(number).to_bits()))
        };
        let word = bits(3).zip(bits(4)).map(|(high, low)| high << 16 | low);
        match word.filter(|_| is_constant) {
            Some(word) => Instruction {
                parts: vec!["MOV".to_owned()],
                operands: vec![self.operands[0].clone(), format!("{word:#x}")],
                guard: self.guard,
            },
            None => self,
        }
    }

    /// The opcode without modifiers.
    pub fn opcode(&self) -> &str {
        &self.parts[0]
    }

    /// Whether the opcode has this modifier.
    pub fn has(&self, modifier: &str) -> bool {
        self.parts.iter().skip(1).any(|part| part == modifier)
    }

    /// The label that it jumps to.
    pub fn target(&self) -> Option<&str> {
        let is_branch = self.opcode() == "BRA";
        let label = self
            .operands
            .last()?
            .split("`(")
            .nth(1)?
            .trim_end_matches(')');
        is_branch.then_some(label)
    }

    /// Words of 32 bits that a thread moves or gets.
    pub fn words(&self) -> u32 {
        match (self.has("128"), self.has("64")) {
            (true, _) => 4,
            (_, true) => 2,
            _ => 1,
        }
    }

    /// Matrices of 8 x 8 elements of 16 bits that `LDSM` and `STSM` move.
    pub fn matrices(&self) -> u32 {
        let count = |part: &String| match part.as_str() {
            "M88" | "MT88" => 1,
            "2" => 2,
            "4" => 4,
            _ => 0,
        };
        self.parts.iter().map(count).max().unwrap_or(1).max(1)
    }

    /// The registers that it writes, counted from the first operand on.
    pub fn results(&self) -> impl Iterator<Item = u32> {
        let stores = ["STS", "STG", "STL", "STSM", "RED", "LDGSTS"].contains(&self.opcode());
        let first = self.operands.iter().find(|one| !is_predicate(one));
        let first = first.filter(|_| !stores).and_then(|one| register(one));
        let count = self.result_words();
        first
            .into_iter()
            .flat_map(move |first| first..first + count)
    }

    /// Columns of the result of a matrix instruction of a group of warps, such as
    /// `HGMMA.64x256x16`.
    fn columns(&self) -> u32 {
        let sizes = self.parts.get(1).and_then(|sizes| sizes.split('x').nth(1));
        sizes.and_then(|size| size.parse().ok()).unwrap_or(2)
    }

    /// How many registers the result takes.
    fn result_words(&self) -> u32 {
        let opcode = self.opcode();
        match opcode {
            "HMMA" | "IMMA" | "DMMA" => 4,
            _ if opcode.ends_with("GMMA") => self.columns() / 2,
            "LDSM" => self.matrices(),
            "CS2R" if !self.has("32") => 2,
            _ if self.has("WIDE") || self.has("F64") => 2,
            _ if opcode.starts_with('D') && !opcode.starts_with("DEPBAR") => 2,
            _ => self.words(),
        }
    }

    /// The registers that it reads.
    pub fn reads(&self) -> impl Iterator<Item = u32> {
        let stores = ["STS", "STG", "STL", "STSM"].contains(&self.opcode());
        let wide = self.parts[0].ends_with("MMA");
        let skipped = usize::from(!stores && self.results().next().is_some());
        let operands = self.operands.iter().filter(|one| !is_predicate(one));
        let mut found = Vec::new();
        for (place, operand) in operands.enumerate().skip(skipped) {
            let words = match (stores && place == 1, wide) {
                (true, _) => self.words(),
                (_, true) => 4,
                _ => 1,
            };
            for (name, count) in registers_in(operand) {
                let count = count.max(words);
                found.extend(name..name + count);
            }
        }
        found.into_iter()
    }
}

/// Whether an operand is a predicate, such as `!P0`, `PT` or `UP3`.
pub(super) fn is_predicate(operand: &str) -> bool {
    let name = operand.trim_start_matches('!').trim_start_matches('U');
    let number = name.strip_prefix('P').unwrap_or("");
    number == "T" || (number.len() == 1 && number.chars().all(|one| one.is_ascii_digit()))
}

/// The number of a register: `R12` and `R12.reuse` are 12.
pub(super) fn register(operand: &str) -> Option<u32> {
    let operand = operand.trim_start_matches(['-', '~', '|']);
    let name = operand.strip_prefix('R')?.split(['.', '|']).next()?;
    name.parse().ok()
}

/// The registers in an operand, also those of an address, with how many each stands for.
fn registers_in(operand: &str) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    for word in operand.split(['[', ']', '+', '-', '~', '|']) {
        if let Some(number) = register(word) {
            found.push((number, if word.ends_with(".64") { 2 } else { 1 }));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: &str) -> Instruction {
        Instruction::parse(&format!("/*0*/ {code} ;")).unwrap()
    }

    #[test]
    fn registers_are_found_in_all_places() {
        let both = |code: &str| {
            let one = of(code);
            (Vec::from_iter(one.results()), Vec::from_iter(one.reads()))
        };
        let load = both("@!P3 LDG.E.128 R12, desc[UR6][R20.64+0x10]");
        assert_eq!(load, (vec![12, 13, 14, 15], vec![20, 21]));
        let store = both("STS.64 [R3+0x40], R8");
        assert_eq!(store, (vec![], vec![3, 8, 9]));
        let shuffle = both("SHFL.BFLY PT, R2, R3, 0x10, 0x1f");
        assert_eq!(shuffle, (vec![2], vec![3]));
        let sum = both("IADD3 R6, P0, -R4.reuse, UR4, RZ");
        assert_eq!(sum, (vec![6], vec![4]));
        let (results, _) = both("HGMMA.64x128x8.F32.TF32 R24, gdesc[UR4], R24");
        assert_eq!(results, Vec::from_iter(24..88));
    }

    #[test]
    fn a_constant_is_a_move() {
        let moved = |code: &str| {
            let one = of(code);
            (one.parts.join("."), one.operands.join(" "))
        };
        let same = |opcode: &str, operands: &str| (opcode.to_owned(), operands.to_owned());
        assert_eq!(
            moved("HFMA2.MMA R9, -RZ, RZ, 1, 2"),
            same("MOV", "R9 0x3c004000")
        );
        let small = "HFMA2.MMA R9, -RZ, RZ, 0, 3.755092620849609375e-06";
        assert_eq!(moved(small), same("MOV", "R9 0x3f"));
        assert_eq!(
            moved("HFMA2 R9, -RZ, RZ, 0, -INF"),
            same("MOV", "R9 0xfc00")
        );
        let product = moved("HFMA2.MMA R9, R1, R2, R3");
        assert_eq!(product, same("HFMA2.MMA", "R9 R1 R2 R3"));
    }

    #[test]
    fn a_guard_is_kept() {
        assert_eq!(of("@!P3 EXIT").guard.as_deref(), Some("!P3"));
        assert_eq!(of("BRA.U !UP0, `(.L_x_1)").target(), Some(".L_x_1"));
        assert!(is_predicate("!UPT") && !is_predicate("R2") && !is_predicate("PR"));
    }
}
