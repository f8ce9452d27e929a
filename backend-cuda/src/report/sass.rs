//! The machine code as `nvdisasm` lists it: how many instructions of which kind, in the whole
//! kernel and in its main loop.
//!
//! ```text
//!     .section    .text.mm_k0,"ax",@progbits
//! .L_x_0:
//!         /*02d0*/              @P0 LDS.128 R8, [R4+0x10] ;
//!         /*02e0*/                   FFMA R2, R8, R12, R2 ;
//!         /*02f0*/               @P1 BRA `(.L_x_0) ;
//! ```
//!
//! The main loop is the innermost loop with the most multiply-adds and matrix instructions or,
//! without these, with the most memory accesses. A loop is the code between a label and a branch
//! back to it.

use std::collections::HashMap;

use serde::Serialize;

/// Instructions by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Mix {
    /// All instructions.
    pub instructions: u64,
    /// Fused multiply-adds in single precision.
    pub ffma: u64,
    /// Independent chains of these: their number over the longest chain, in which each adds to the
    /// result of the one before.
    pub accumulators: u64,
    /// Matrix instructions.
    pub matrix: u64,
    /// Other float arithmetic.
    pub float: u64,
    /// Integer arithmetic, including address computations.
    pub integer: u64,
    /// Moves, selections and conversions between registers.
    pub moves: u64,
    /// Loads from shared memory, and how many of them are 128 bits wide.
    pub shared_loads: u64,
    /// Of these, the loads of 128 bits.
    pub shared_loads_128: u64,
    /// Stores to shared memory.
    pub shared_stores: u64,
    /// Loads from global memory.
    pub global_loads: u64,
    /// Stores to global memory.
    pub global_stores: u64,
    /// Copies from global to shared memory that bypass registers.
    pub async_copies: u64,
    /// Loads and stores of local memory: spills and arrays on the stack.
    pub local: u64,
    /// Barriers of a block.
    pub barriers: u64,
    /// Accesses of global and shared memory, and how many of them are 128 bits wide.
    pub accesses: u64,
    /// Of these, the accesses of 128 bits.
    pub accesses_128: u64,
    /// 128-byte passes that these take through shared memory and L1 without conflicts.
    pub passes: u64,
}

impl Mix {
    /// Multiply-adds per 128-bit load from shared memory; `None` without such a load.
    pub fn ffma_per_shared_load_128(&self) -> Option<f64> {
        (self.shared_loads_128 > 0).then(|| self.ffma as f64 / self.shared_loads_128 as f64)
    }

    fn add(&mut self, instruction: &Instruction) {
        self.instructions += 1;
        let wide = instruction.has("128");
        let words = match (wide, instruction.has("64")) {
            (true, _) => 4,
            (_, true) => 2,
            _ => 1,
        };
        let mut access = |counter: fn(&mut Mix) -> &mut u64| {
            *counter(self) += 1;
            self.accesses += 1;
            self.accesses_128 += u64::from(wide);
            self.passes += words;
        };
        match instruction.parts[0].as_str() {
            "FFMA" | "FFMA2" => self.ffma += 1,
            "HMMA" | "IMMA" | "DMMA" | "HGMMA" | "IGMMA" | "QGMMA" | "BGMMA" => self.matrix += 1,
            "LDS" => {
                access(|mix| &mut mix.shared_loads);
                self.shared_loads_128 += u64::from(wide);
            }
            "LDSM" => access(|mix| &mut mix.shared_loads),
            "STS" | "STSM" => access(|mix| &mut mix.shared_stores),
            "LDG" => access(|mix| &mut mix.global_loads),
            "STG" | "RED" | "ATOMG" => access(|mix| &mut mix.global_stores),
            "LDGSTS" => access(|mix| &mut mix.async_copies),
            "LDL" | "STL" => self.local += 1,
            "BAR" => self.barriers += 1,
            "MOV" | "CS2R" | "S2R" | "S2UR" | "UMOV" | "R2UR" | "LDC" | "ULDC" | "PRMT" => {
                self.moves += 1;
            }
            "IMAD" if instruction.has("MOV") => self.moves += 1,
            "MUFU" => self.float += 1,
            opcode if opcode.starts_with(['F', 'D', 'H']) => self.float += 1,
            opcode
                if opcode.starts_with(['I', 'U', 'V'])
                    || ["LEA", "LOP3", "SHF", "SEL", "POPC", "BREV", "PLOP3"].contains(&opcode) =>
            {
                self.integer += 1;
            }
            _ => {}
        }
    }
}

/// The instructions of one kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sass {
    /// All instructions of the kernel in the code: those of a loop count once.
    pub kernel: Mix,
    /// `None` without a loop, because all are unrolled.
    pub main_loop: Option<Mix>,
    /// The input type of the matrix instructions (`tf32`, `f16`, ...), if there are any.
    pub matrix_type: Option<&'static str>,
}

#[derive(Clone, Debug)]
struct Instruction {
    /// The opcode and its modifiers.
    parts: Vec<String>,
    operands: Vec<String>,
}

impl Instruction {
    fn parse(line: &str) -> Option<Instruction> {
        let (_, code) = line.split_once("*/")?;
        let code = code.trim().trim_end_matches(';').trim();
        let code = match code.strip_prefix('@') {
            Some(guarded) => guarded.split_once(' ')?.1.trim(),
            None => code,
        };
        let (opcode, operands) = code.split_once(' ').unwrap_or((code, ""));
        opcode
            .starts_with(|letter: char| letter.is_ascii_uppercase())
            .then(|| Instruction {
                parts: opcode.split('.').map(str::to_owned).collect(),
                operands: operands
                    .split(',')
                    .map(|one| one.trim().to_owned())
                    .collect(),
            })
    }

    fn has(&self, modifier: &str) -> bool {
        self.parts.iter().skip(1).any(|part| part == modifier)
    }

    /// The label that it jumps to.
    fn target(&self) -> Option<&str> {
        let is_branch = self.parts[0] == "BRA";
        let label = self
            .operands
            .last()?
            .split("`(")
            .nth(1)?
            .trim_end_matches(')');
        is_branch.then_some(label)
    }

    /// The registers that it writes: as many as its width says from the first operand on.
    fn results(&self) -> impl Iterator<Item = u32> {
        let first = self.operands.first().and_then(|one| register(one));
        let count = match (self.has("128"), self.has("64")) {
            (true, _) => 4,
            (_, true) => 2,
            _ => 1,
        };
        first
            .into_iter()
            .flat_map(move |first| first..first + count)
    }
}

/// Reads a listing (`nvdisasm -c`); the kernels by name.
pub fn parse(listing: &str) -> HashMap<String, Sass> {
    let mut kernels = HashMap::new();
    let mut sections = listing.split("\t.section\t.text.");
    sections.next();
    for section in sections {
        let name = section.split(',').next().unwrap_or_default().to_owned();
        kernels.insert(name, kernel(section));
    }
    kernels
}

fn kernel(section: &str) -> Sass {
    let mut code: Vec<Instruction> = Vec::new();
    let mut labels: HashMap<&str, usize> = HashMap::new();
    for line in section.lines() {
        let line = line.trim();
        if let Some(label) = line.strip_suffix(':') {
            labels.insert(label, code.len());
        } else if line.starts_with("/*") {
            code.extend(Instruction::parse(line).filter(|one| one.parts[0] != "NOP"));
        }
    }
    let loops = innermost_loops(&code, &labels);
    let main_loop = loops
        .into_iter()
        .map(|(first, last)| mix(&code[first..=last]))
        .max_by_key(|mix| (mix.ffma + 64 * mix.matrix, mix.accesses, mix.instructions));
    let of_type = |suffix: &str| {
        code.iter()
            .any(|one| one.parts[0].ends_with("MMA") && one.parts.iter().any(|part| part == suffix))
    };
    let kernel = mix(&code);
    let matrix_type = match kernel.matrix {
        0 => None,
        _ if of_type("TF32") => Some("tf32"),
        _ if code.iter().any(|one| one.parts[0] == "DMMA") => Some("f64"),
        _ => Some("f16"),
    };
    Sass {
        kernel,
        main_loop,
        matrix_type,
    }
}

fn mix(code: &[Instruction]) -> Mix {
    let mut mix = Mix::default();
    for instruction in code {
        mix.add(instruction);
    }
    mix.accumulators = mix.ffma.div_ceil(longest_chain(code).max(1));
    mix
}

/// The most multiply-adds that each add to the result of the one before. The assembler may let a
/// sum go from register to register.
fn longest_chain(code: &[Instruction]) -> u64 {
    let mut chains: HashMap<u32, u64> = HashMap::new();
    let mut longest = 0;
    for instruction in code {
        let length_at = |place: usize| {
            let from = instruction
                .operands
                .get(place)
                .and_then(|one| register(one));
            from.and_then(|from| chains.get(&from).copied())
        };
        let length = match instruction.parts[0].as_str() {
            "FFMA" => Some(length_at(3).unwrap_or(0) + 1),
            "MOV" => length_at(1),
            _ => None,
        };
        for result in instruction.results() {
            chains.remove(&result);
            chains.extend(length.map(|length| (result, length)));
        }
        longest = longest.max(length.unwrap_or(0));
    }
    longest
}

/// The number of a register: `R12` and `R12.reuse` are 12.
fn register(operand: &str) -> Option<u32> {
    operand.strip_prefix('R')?.split('.').next()?.parse().ok()
}

/// First and last instruction of each innermost loop; the endless loop after a kernel's end does
/// not count.
fn innermost_loops(code: &[Instruction], labels: &HashMap<&str, usize>) -> Vec<(usize, usize)> {
    let back = |(place, instruction): (usize, &Instruction)| {
        let first = *labels.get(instruction.target()?)?;
        (first < place).then_some((first, place))
    };
    let all: Vec<(usize, usize)> = code.iter().enumerate().filter_map(back).collect();
    let holds = |outer: &(usize, usize), inner: &(usize, usize)| {
        outer != inner && outer.0 <= inner.0 && inner.1 <= outer.1
    };
    all.iter()
        .filter(|outer| !all.iter().any(|inner| holds(outer, inner)))
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "
\t.section\t.text.mm_k0,\"ax\",@progbits
        .size           mm_k0,(.L_x_3 - mm_k0)
mm_k0:
.text.mm_k0:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/                   S2R R3, SR_TID.Y ;
.L_x_0:
        /*0020*/                   IADD3 R9, R9, 0x1, RZ ;
.L_x_1:
        /*0030*/                   LDS.128 R4, [R20] ;
        /*0040*/                   LDS R8, [R21] ;
        /*0050*/                   FFMA R12, R4, R8, R12 ;
        /*0060*/                   FFMA R13, R5, R8.reuse, R13.reuse ;
        /*0070*/                   FFMA R12, R6, R8, R12 ;
        /*0080*/              @!P2 LDG.E.64 R30, desc[UR4][R2.64] ;
        /*0090*/                   ISETP.NE.AND P0, PT, R9, RZ, PT ;
        /*00a0*/               @P0 BRA `(.L_x_1) ;
        /*00b0*/                   BAR.SYNC.DEFER_BLOCKING 0x0 ;
        /*00c0*/               @P1 BRA `(.L_x_0) ;
        /*00d0*/                   EXIT ;
.L_x_2:
        /*00e0*/                   BRA `(.L_x_2);
        /*00f0*/                   NOP ;
.L_x_3:
\t.section\t.text.other,\"ax\",@progbits
        /*0000*/                   HMMA.1688.F32.TF32 R4, R8, R10, R4 ;
        /*0010*/                   EXIT ;
";

    #[test]
    fn a_sum_that_goes_from_register_to_register_is_one_chain() {
        let chains = |lines: &str| {
            let code: Vec<Instruction> = lines
                .lines()
                .filter_map(|line| Instruction::parse(&format!("/*0*/ {line} ;")))
                .collect();
            let mix = mix(&code);
            (mix.ffma, mix.accumulators)
        };
        // Two sums of two products each, in place and in turn.
        let in_place =
            "FFMA R1, R8, R9, R1\nFFMA R2, R8, R9, R2\nFFMA R1, R8, R9, R1\nFFMA R2, R8, R9, R2";
        let in_turn = "FFMA R3, R8, R9, R1\nFFMA R4, R8, R9, R2\nFFMA R1, R8, R9, R3.reuse\nMOV R5, R4\nFFMA R2, R8, R9, R5";
        assert_eq!((chains(in_place), chains(in_turn)), ((4, 2), (4, 2)));
        // A load between them begins a new sum.
        let loaded = "FFMA R1, R8, R9, R1\nLDS.128 R0, [R20]\nFFMA R1, R8, R9, R1";
        assert_eq!(chains(loaded), (2, 2));
    }

    #[test]
    fn a_listing_is_counted_by_kernel_and_main_loop() {
        let kernels = parse(LISTING);
        let sass = &kernels["mm_k0"];
        assert_eq!(sass.kernel.instructions, 15);
        assert_eq!((sass.kernel.moves, sass.kernel.barriers), (2, 1));
        let main = sass.main_loop.as_ref().unwrap();
        assert_eq!(main.instructions, 8);
        assert_eq!((main.ffma, main.accumulators), (3, 2));
        assert_eq!((main.shared_loads, main.shared_loads_128), (2, 1));
        assert_eq!((main.accesses, main.accesses_128), (3, 1));
        assert_eq!(main.passes, 4 + 1 + 2);
        assert_eq!(main.ffma_per_shared_load_128(), Some(3.0));
        assert_eq!(main.integer, 1);
        let other = &kernels["other"];
        assert_eq!((other.matrix_type, other.kernel.matrix), (Some("tf32"), 1));
        assert_eq!(other.main_loop, None);
    }
}
