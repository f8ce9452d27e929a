//! Basic blocks and loops of a kernel's machine code.

use std::collections::HashMap;

use super::instruction::Instruction;

/// The code of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(super) instructions: Vec<Instruction>,
    /// Where each basic block begins, in order; the first begins at 0.
    pub(super) starts: Vec<usize>,
    /// For each instruction, the block to which it jumps.
    pub(super) jumps: Vec<Option<usize>>,
    /// First and last instruction of each loop.
    pub(super) loops: Vec<Range>,
}

/// First and last instruction of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub first: usize,
    pub last: usize,
}

impl Range {
    pub fn holds(self, other: Range) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    pub fn has(self, place: usize) -> bool {
        (self.first..=self.last).contains(&place)
    }
}

impl Code {
    /// Reads the listing of a kernel.
    pub(super) fn parse(section: &str) -> Code {
        let mut instructions: Vec<Instruction> = Vec::new();
        let mut labels: HashMap<&str, usize> = HashMap::new();
        for line in section.lines() {
            let line = line.trim();
            if let Some(label) = line.strip_suffix(':') {
                labels.insert(label, instructions.len());
            } else if line.starts_with("/*") {
                instructions.extend(Instruction::parse(line).filter(|one| one.opcode() != "NOP"));
            }
        }
        let mut starts = Vec::from_iter(labels.values().copied());
        starts.push(0);
        for (place, one) in instructions.iter().enumerate() {
            if ["BRA", "EXIT", "RET", "BRX", "JMP"].contains(&one.opcode()) {
                starts.push(place + 1);
            }
        }
        starts.retain(|start| *start < instructions.len());
        starts.sort_unstable();
        starts.dedup();
        let jump = |one: &Instruction| {
            let place = labels.get(one.target()?)?;
            starts.binary_search(place).ok()
        };
        let jumps = Vec::from_iter(instructions.iter().map(jump));
        let mut code = Code {
            instructions,
            starts,
            jumps,
            loops: Vec::new(),
        };
        code.loops = code.loops();
        code
    }

    /// A jump back to a place that every way to the jump goes through. Others lead from code that
    /// lies behind the kernel's end, such as that of a wait which takes long.
    fn loops(&self) -> Vec<Range> {
        let back = |(last, jump): (usize, &Option<usize>)| {
            let first = self.starts[(*jump)?];
            (first < last).then_some(Range { first, last })
        };
        let mut loops = Vec::from_iter(self.jumps.iter().enumerate().filter_map(back));
        loops.retain(|one| {
            !self.is_reached_without(self.block_of(one.first), self.block_of(one.last))
        });
        // Two jumps to one beginning are of one loop.
        let same = loops.clone();
        loops.retain(|one| {
            let mut others = same.iter();
            !others.any(|other| other.first == one.first && other.last > one.last)
        });
        loops
    }

    /// Whether a way leads from the beginning to a block that does not go through another one.
    fn is_reached_without(&self, other: usize, block: usize) -> bool {
        let mut reached = vec![false; self.starts.len()];
        let mut pending = vec![0];
        while let Some(one) = pending.pop() {
            if one == other || one >= reached.len() || std::mem::replace(&mut reached[one], true) {
                continue;
            }
            let last = self.block(one).end - 1;
            let instruction = &self.instructions[last];
            pending.extend(self.jumps[last]);
            // `BRA P0, ...` and `@P0 BRA` go on, too.
            let always = instruction.guard.is_none() && instruction.operands.len() < 2;
            if !(always && ["BRA", "EXIT", "RET"].contains(&instruction.opcode())) {
                pending.push(one + 1);
            }
        }
        reached[block]
    }

    /// The instructions of a block.
    pub(super) fn block(&self, number: usize) -> std::ops::Range<usize> {
        let end = self.starts.get(number + 1).copied();
        self.starts[number]..end.unwrap_or(self.instructions.len())
    }

    /// The block that an instruction is in.
    pub(super) fn block_of(&self, place: usize) -> usize {
        self.starts.partition_point(|start| *start <= place) - 1
    }

    /// The loops that hold no other one.
    pub(super) fn innermost(&self) -> Vec<Range> {
        let holds_another = |outer: &Range| {
            let mut others = self.loops.iter();
            others.any(|inner| inner != outer && outer.holds(*inner))
        };
        let all = self.loops.iter().copied();
        all.filter(|one| !holds_another(one)).collect()
    }
}
