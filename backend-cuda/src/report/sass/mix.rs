//! Instructions by kind.

use std::collections::HashMap;

use serde::Serialize;

use super::instruction::{Instruction, register};
use super::matrix::{self, MatrixFlops};

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
    /// Their operations, by type.
    pub matrix_flops: MatrixFlops,
    /// Other float arithmetic.
    pub float: u64,
    /// Of this, what the units for multiply-adds do in double precision.
    pub double: u64,
    /// Of this, sums and products in other precisions.
    pub sums: u64,
    /// Of this, functions such as `ex2` and `rcp`, which other units compute.
    pub functions: u64,
    /// Integer arithmetic, including address computations.
    pub integer: u64,
    /// Of this, products with a sum.
    pub integer_products: u64,
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

    pub(super) fn add(&mut self, instruction: &Instruction) {
        self.instructions += 1;
        let wide = instruction.has("128");
        let words = match instruction.opcode() {
            "LDSM" | "STSM" => u64::from(instruction.matrices()),
            _ => u64::from(instruction.words()),
        };
        let mut access = |counter: fn(&mut Mix) -> &mut u64| {
            *counter(self) += 1;
            self.accesses += 1;
            self.accesses_128 += u64::from(wide);
            self.passes += words;
        };
        match instruction.opcode() {
            "FFMA" | "FFMA2" => self.ffma += 1,
            opcode if opcode.ends_with("MMA") => {
                self.matrix += 1;
                self.matrix_flops.add(instruction);
                self.passes += matrix::shared_passes(instruction);
            }
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
            "MUFU" => {
                self.float += 1;
                self.functions += 1;
            }
            opcode if opcode.starts_with(['F', 'D', 'H']) && opcode != "DEPBAR" => {
                self.float += 1;
                self.double += u64::from(["DFMA", "DADD", "DMUL"].contains(&opcode));
                let sums = ["FADD", "FMUL", "HFMA2", "HADD2", "HMUL2"];
                self.sums += u64::from(sums.contains(&opcode));
            }
            opcode
                if opcode.starts_with(['I', 'U', 'V'])
                    || ["LEA", "LOP3", "SHF", "SEL", "POPC", "BREV", "PLOP3"].contains(&opcode) =>
            {
                self.integer += 1;
                self.integer_products += u64::from(["IMAD", "IDP"].contains(&opcode));
            }
            _ => {}
        }
    }

    /// Adds what a mix has, so many times.
    pub(super) fn add_times(&mut self, other: &Mix, times: u64) {
        let add = |all: &mut u64, one: u64| *all += one * times;
        add(&mut self.instructions, other.instructions);
        add(&mut self.ffma, other.ffma);
        add(&mut self.matrix, other.matrix);
        self.matrix_flops.add_times(&other.matrix_flops, times);
        add(&mut self.float, other.float);
        add(&mut self.double, other.double);
        add(&mut self.sums, other.sums);
        add(&mut self.functions, other.functions);
        add(&mut self.integer, other.integer);
        add(&mut self.integer_products, other.integer_products);
        add(&mut self.moves, other.moves);
        add(&mut self.shared_loads, other.shared_loads);
        add(&mut self.shared_loads_128, other.shared_loads_128);
        add(&mut self.shared_stores, other.shared_stores);
        add(&mut self.global_loads, other.global_loads);
        add(&mut self.global_stores, other.global_stores);
        add(&mut self.async_copies, other.async_copies);
        add(&mut self.local, other.local);
        add(&mut self.barriers, other.barriers);
        add(&mut self.accesses, other.accesses);
        add(&mut self.accesses_128, other.accesses_128);
        add(&mut self.passes, other.passes);
    }
}

/// The mix of a piece of code, with its chains of sums.
pub(super) fn mix(code: &[Instruction]) -> Mix {
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
        let length = match instruction.opcode() {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
