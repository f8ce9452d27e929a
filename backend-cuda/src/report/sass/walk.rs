//! Trip counts of machine code: the integer part of a kernel is run for some of its blocks.
//!
//! ```text
//! .L_x_1:  ISETP.GE.U32.AND P0, PT, R0, 0xfe0, PT ;     R0 = 0, 32, .., 4064: the loop has 128 trips
//!          IADD3 R0, R0, 0x20, RZ ;
//!          ... 192 HMMA ...                             not run, only counted
//!    @!P0 BRA `(.L_x_1) ;
//! ```
//!
//! Only the instructions on which a branch depends are run, with the threads' numbers, the grid and
//! the sizes of the launch; `integers.rs` has their rules. What comes from memory is not known. A
//! branch that depends on it goes on to the next instruction, or to where no function is called
//! (those are slow paths of divisions), and the walk is a *guess* if work depends on it. So counts
//! are exact for every kernel whose loops depend on sizes and positions only, whatever the
//! assembler did to the loops: unrolled, rotated, with a counter or a pointer for a bound.
//!
//! The lanes of a warp that are behind go first; they meet where their paths do.
//!
//! **Cost**: about a microsecond for each basic block that a warp runs. All warps of up to eight
//! blocks, spread over the grid, are walked, fewer where that takes long.

use std::collections::{HashMap, HashSet};

use super::blocks::{Code, Range};
use super::instruction::Instruction;
use super::integers::{self, Inputs, Results};
use super::operand::{
    self, Operands, PREDICATES, Predicate, REGISTERS, Source, WARP_PREDICATES, WARP_REGISTERS, Word,
};

/// Threads of a warp.
const LANES: usize = 32;
/// Blocks of the grid that are walked at most.
const BLOCKS: u64 = 8;
/// Basic blocks after which no other block of the grid is begun.
const ENOUGH_STEPS: u64 = 50_000;
/// Basic blocks after which a walk gives up.
const MOST_STEPS: u64 = 1_000_000;

/// How a kernel is launched.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Known words of the bank of constants, by their offset.
    pub constants: HashMap<u32, u32>,
}

/// How often each basic block runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    /// Warps that were walked.
    pub warps: u64,
    /// By basic block, the runs of all these warps.
    pub runs: Vec<u64>,
    /// By basic block, the runs of each warp.
    pub of_warps: Vec<Vec<u64>>,
    /// The blocks that one warp ran, in order.
    pub path: Vec<u32>,
    /// Whether work depends on a branch that is not known.
    pub guessed: bool,
}

/// Walks a kernel; `None` if it takes too long or jumps where the listing does not say.
pub(super) fn walk(code: &Code, launch: &Launch) -> Option<Walk> {
    let product = |sizes: [u32; 3]| sizes.iter().map(|size| u64::from(*size)).product::<u64>();
    let (blocks, threads) = (product(launch.grid), product(launch.block));
    if blocks == 0 || threads == 0 || code.instructions.is_empty() {
        return None;
    }
    let program = Program::of(code);
    let mut walk = Walk {
        runs: vec![0; code.starts.len()],
        ..Walk::default()
    };
    let samples = blocks.min(BLOCKS);
    let mut steps = 0;
    // From the middle outwards, so that few are of the inside.
    let mut order = Vec::from_iter((0..samples).map(|one| (2 * one + 1) * blocks / (2 * samples)));
    order.sort_by_key(|block| block.abs_diff(blocks / 2));
    for block in order {
        for first in (0..threads).step_by(LANES) {
            let mut warp = Warp::new(&program, launch, block, first, threads);
            let path = (walk.warps == 0).then_some(&mut walk.path);
            let runs = warp.run(&mut steps, path)?;
            walk.guessed |= warp.guessed;
            for (all, one) in walk.runs.iter_mut().zip(&runs) {
                *all += one;
            }
            walk.of_warps.push(runs);
            walk.warps += 1;
        }
        if steps > ENOUGH_STEPS {
            break;
        }
    }
    Some(walk)
}

/// An instruction that is run, with its operands.
struct Step {
    place: usize,
    guard: Option<Predicate>,
    operands: Operands,
    /// Whether there is a rule for it; otherwise its results are unknown.
    known: bool,
    /// Whether all lanes get one result.
    of_warp: bool,
    /// Registers whose values are lost.
    lost: Vec<usize>,
}

/// What ends a basic block.
enum End {
    Next,
    /// Where it goes if the conditions hold.
    Jump(Vec<Predicate>, usize),
    Exit(Option<Predicate>),
    /// A jump that the listing does not name.
    Lost,
}

struct Program<'c> {
    code: &'c Code,
    /// By basic block, what is run of it.
    steps: Vec<Vec<Step>>,
    ends: Vec<End>,
}

impl<'c> Program<'c> {
    fn of(code: &'c Code) -> Program<'c> {
        let all = Vec::from_iter(code.instructions.iter().enumerate().map(step_of));
        let needed = needed(code, &all);
        let mut steps: Vec<Vec<Step>> = code.starts.iter().map(|_| Vec::new()).collect();
        for step in all {
            if writes_any(&step, &needed) {
                steps[code.block_of(step.place)].push(step);
            }
        }
        let ends = (0..code.starts.len()).map(|block| end_of(code, block));
        Program {
            code,
            steps,
            ends: ends.collect(),
        }
    }
}

fn step_of((place, instruction): (usize, &Instruction)) -> Step {
    let rule = match instruction.opcode() {
        "SHFL" => instruction.has("IDX").then_some(true),
        opcode => integers::with_result(opcode),
    };
    let guard = instruction.guard.as_deref().and_then(Predicate::parse);
    let lost = match rule {
        Some(_) => Vec::new(),
        None => lost_registers(instruction),
    };
    Step {
        place,
        guard,
        operands: operand::operands(instruction, rule.unwrap_or(true)),
        known: rule.is_some(),
        of_warp: instruction.opcode().starts_with('U') || instruction.opcode().ends_with("2UR"),
        lost,
    }
}

/// The registers that an instruction without a rule writes.
fn lost_registers(instruction: &Instruction) -> Vec<usize> {
    let mut lost = Vec::from_iter(instruction.results().map(|one| one as usize));
    let first = instruction
        .operands
        .iter()
        .find_map(|one| operand::result(one));
    if let Some(first) = first.filter(|first| *first >= WARP_REGISTERS) {
        lost.extend([first, first + 1]);
    }
    lost.retain(|one| *one < REGISTERS);
    lost
}

/// Words and predicates are numbered together here.
fn predicate_key(predicate: Predicate) -> usize {
    REGISTERS + predicate.number
}

/// The conditions of the jump or the exit at the end of a block.
fn conditions(instruction: &Instruction) -> Vec<Predicate> {
    let guard = instruction.guard.iter();
    let all = guard.chain(&instruction.operands);
    let mut found = Vec::from_iter(all.filter_map(|one| Predicate::parse(one)));
    found.retain(|one| !one.is_constant() || one.negated);
    found
}

/// All words and predicates on which a branch depends.
fn needed(code: &Code, steps: &[Step]) -> HashSet<usize> {
    let mut needed = HashSet::new();
    for instruction in &code.instructions {
        if ["BRA", "EXIT"].contains(&instruction.opcode()) {
            needed.extend(conditions(instruction).into_iter().map(predicate_key));
        }
    }
    loop {
        let before = needed.len();
        for step in steps.iter().filter(|step| step.known) {
            if writes_any(step, &needed) {
                needed.extend(step.operands.words.iter().flat_map(Word::registers));
                let read = step.operands.conditions.iter().chain(&step.guard);
                needed.extend(read.copied().map(predicate_key));
            }
        }
        if needed.len() == before {
            return needed;
        }
    }
}

fn writes_any(step: &Step, needed: &HashSet<usize>) -> bool {
    let result = step.operands.result.iter().flat_map(|one| [*one, one + 1]);
    let flags = step.operands.flags.iter().copied().map(predicate_key);
    let mut all = result.chain(flags).chain(step.lost.iter().copied());
    all.any(|one| needed.contains(&one))
}

fn end_of(code: &Code, block: usize) -> End {
    let last = code.block(block).end - 1;
    let instruction = &code.instructions[last];
    match instruction.opcode() {
        // A branch where lanes diverge; a walk takes the path on which they do not.
        "BRA" if instruction.has("DIV") || instruction.has("CONV") => End::Next,
        "BRA" => match code.jumps[last] {
            Some(to) => End::Jump(conditions(instruction), to),
            None => End::Lost,
        },
        "EXIT" | "RET" => End::Exit(instruction.guard.as_deref().and_then(Predicate::parse)),
        "BRX" | "JMP" => End::Lost,
        _ => End::Next,
    }
}

struct Warp<'p, 'c> {
    program: &'p Program<'c>,
    launch: &'p Launch,
    /// Position of the block, and of each thread in it.
    block: [u32; 3],
    threads: Vec<[u32; 3]>,
    words: Vec<[Option<u32>; LANES]>,
    predicates: Vec<[Option<bool>; LANES]>,
    guessed: bool,
}

impl<'p, 'c> Warp<'p, 'c> {
    fn new(
        program: &'p Program<'c>,
        launch: &'p Launch,
        block: u64,
        first: u64,
        threads: u64,
    ) -> Warp<'p, 'c> {
        let last = threads.min(first + LANES as u64);
        let mut predicates = vec![[None; LANES]; PREDICATES];
        predicates[7] = [Some(true); LANES];
        predicates[WARP_PREDICATES + 7] = [Some(true); LANES];
        Warp {
            program,
            launch,
            block: position(block, launch.grid),
            threads: (first..last)
                .map(|one| position(one, launch.block))
                .collect(),
            words: vec![[None; LANES]; REGISTERS],
            predicates,
            guessed: false,
        }
    }

    /// How often it runs each block.
    fn run(&mut self, steps: &mut u64, mut path: Option<&mut Vec<u32>>) -> Option<Vec<u64>> {
        let program = self.program;
        let done = program.ends.len();
        let mut at = vec![0_usize; self.threads.len()];
        let mut runs = vec![0; done];
        loop {
            let block = at.iter().copied().min()?;
            if block == done {
                return Some(runs);
            }
            *steps += 1;
            if *steps > MOST_STEPS {
                return None;
            }
            runs[block] += 1;
            if let Some(path) = &mut path {
                path.push(block as u32);
            }
            let active = Vec::from_iter((0..at.len()).filter(|lane| at[*lane] == block));
            for step in &program.steps[block] {
                self.execute(step, &active);
            }
            for lane in active {
                at[lane] = self.next(block, lane)?;
            }
        }
    }

    fn next(&mut self, block: usize, lane: usize) -> Option<usize> {
        let program = self.program;
        let after = block + 1;
        Some(match &program.ends[block] {
            End::Next => after,
            End::Lost => return None,
            End::Exit(guard) => match guard.map(|guard| self.predicate(guard, lane)) {
                None | Some(Some(true)) => program.ends.len(),
                Some(_) => after,
            },
            End::Jump(conditions, to) => {
                let known = conditions
                    .iter()
                    .try_fold(true, |all, one| Some(self.predicate(*one, lane)? && all));
                match known {
                    Some(true) => *to,
                    Some(false) => after,
                    None => self.guess(block, *to),
                }
            }
        })
    }

    /// Where a branch that is not known goes.
    fn guess(&mut self, block: usize, to: usize) -> usize {
        let code = self.program.code;
        let (this, other) = (code.starts[block], code.starts[to]);
        let end = code.block(block).end;
        let between = if other <= this {
            other..end
        } else {
            end..other
        };
        let skipped = &code.instructions[between];
        if to > block && skipped.iter().any(|one| one.opcode() == "CALL") {
            return to;
        }
        self.guessed |= skipped.iter().any(is_work);
        block + 1
    }

    fn predicate(&self, predicate: Predicate, lane: usize) -> Option<bool> {
        self.predicates[predicate.number][lane].map(|holds| holds != predicate.negated)
    }

    fn execute(&mut self, step: &Step, active: &[usize]) {
        let lanes = if step.of_warp { &active[..1] } else { active };
        for lane in lanes.iter().copied() {
            let runs = match step.guard {
                Some(guard) => self.predicate(guard, lane),
                None => Some(true),
            };
            let results = match runs {
                Some(false) => continue,
                Some(true) => self.results(step, lane),
                None => Results::default(),
            };
            let targets = if step.of_warp {
                0..LANES
            } else {
                lane..lane + 1
            };
            for target in targets {
                self.write(step, target, results);
            }
        }
    }

    fn results(&self, step: &Step, lane: usize) -> Results {
        let instruction = &self.program.code.instructions[step.place];
        let flag = match instruction.opcode() {
            // Whether a division needs the slow path, for very large and very small numbers.
            "FCHK" => Some(false),
            // One lane of a warp.
            "ELECT" => Some(lane == 0),
            // Whether what is waited for has come: the path on which nothing waits.
            "SYNCS" if instruction.has("TRYWAIT") => Some(true),
            _ => None,
        };
        if flag.is_some() {
            return Results {
                flags: [flag, None],
                ..Results::default()
            };
        }
        if instruction.opcode() == "SHFL" {
            return self.shuffled(step, lane);
        }
        if !step.known {
            return Results::default();
        }
        let words = &step.operands.words;
        let conditions = step.operands.conditions.iter();
        let inputs = Inputs {
            words: words.iter().map(|word| self.word(word, lane)).collect(),
            pairs: words.iter().map(|word| self.pair(word, lane)).collect(),
            negative: words.iter().map(|word| word.negative).collect(),
            conditions: conditions.map(|one| self.predicate(*one, lane)).collect(),
        };
        integers::run(instruction, &inputs)
    }

    /// The word of the lane that a shuffle names.
    fn shuffled(&self, step: &Step, lane: usize) -> Results {
        let words = &step.operands.words;
        let from = words.get(1).and_then(|word| self.word(word, lane));
        let from = from
            .map(|lane| lane as usize)
            .filter(|lane| *lane < self.threads.len());
        Results {
            low: from
                .zip(words.first())
                .and_then(|(lane, word)| self.word(word, lane)),
            ..Results::default()
        }
    }

    fn write(&mut self, step: &Step, lane: usize, results: Results) {
        if let Some(first) = step.operands.result.filter(|_| step.known) {
            self.words[first][lane] = results.low;
            let instruction = &self.program.code.instructions[step.place];
            let pair = ["WIDE", "64"].iter().any(|one| instruction.has(one))
                || instruction.opcode() == "CS2R" && !instruction.has("32");
            if pair && first + 1 < REGISTERS {
                self.words[first + 1][lane] = results.high;
            }
        }
        for lost in &step.lost {
            self.words[*lost][lane] = None;
        }
        for (flag, value) in step
            .operands
            .flags
            .iter()
            .zip(results.flags.into_iter().chain([None; 2]))
        {
            if !flag.is_constant() {
                self.predicates[flag.number][lane] = value;
            }
        }
    }

    fn word(&self, word: &Word, lane: usize) -> Option<u32> {
        let value = match &word.source {
            Source::Register(number) => self.words[*number][lane],
            Source::Number(number) => Some(*number),
            Source::Constant(0, offset) => self.constant(*offset),
            Source::Special(name) => self.special(name, lane),
            Source::Constant(..) | Source::Unknown => None,
        }?;
        let value = if word.inverted { !value } else { value };
        Some(if word.negative {
            value.wrapping_neg()
        } else {
            value
        })
    }

    fn pair(&self, word: &Word, lane: usize) -> Option<u64> {
        let low = self.word(word, lane)?;
        let high = match &word.source {
            Source::Register(number) => self.words.get(number + 1)?[lane]?,
            Source::Constant(0, offset) => self.constant(offset + 4)?,
            _ => 0,
        };
        Some(u64::from(high) << 32 | u64::from(low))
    }

    fn constant(&self, offset: u32) -> Option<u32> {
        let sizes = self.launch.block.iter().chain(&self.launch.grid);
        let mut sizes = sizes.copied();
        match offset {
            0..24 if offset.is_multiple_of(4) => sizes.nth(offset as usize / 4),
            _ => self.launch.constants.get(&offset).copied(),
        }
    }

    fn special(&self, name: &str, lane: usize) -> Option<u32> {
        let axis = |axis: &str| ["X", "Y", "Z"].iter().position(|one| *one == axis);
        match name.split_once('.') {
            Some(("TID", of)) => Some(self.threads[lane.min(self.threads.len() - 1)][axis(of)?]),
            Some(("CTAID", of)) => Some(self.block[axis(of)?]),
            None if name == "LANEID" => Some(lane as u32),
            None if name == "CgaCtaId" => Some(0),
            _ => None,
        }
    }
}

/// Whether the time of a kernel depends on how often this runs.
fn is_work(instruction: &Instruction) -> bool {
    let opcode = instruction.opcode();
    opcode.ends_with("MMA")
        || [
            "FFMA", "FADD", "FMUL", "DFMA", "HFMA2", "LDG", "STG", "LDS", "STS", "LDGSTS",
        ]
        .contains(&opcode)
}

fn position(number: u64, extents: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = extents.map(u64::from);
    [number % x, number / x % y, number / x / y].map(|one| one as u32)
}

impl Walk {
    /// The mean runs of a loop's beginning for each warp.
    pub fn trips(&self, code: &Code, one: Range) -> f64 {
        let runs = self.runs[code.block_of(one.first)];
        runs as f64 / self.warps.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs of each basic block by all warps, and whether some are guessed.
    fn runs(lines: &str, grid: u32, block: u32) -> (Vec<u64>, bool) {
        let mut text = String::new();
        for line in lines.lines().map(str::trim) {
            text += &match line.ends_with(':') {
                true => format!("{line}\n"),
                false => format!("/*0000*/ {line} ;\n"),
            };
        }
        let launch = Launch {
            grid: [grid, 1, 1],
            block: [block, 1, 1],
            constants: HashMap::from([(0x210, 0), (0x214, 16), (0x218, 100)]),
        };
        let walk = walk(&Code::parse(&text), &launch).unwrap();
        (walk.runs, walk.guessed)
    }

    #[test]
    fn a_loop_has_its_trips_whatever_its_test_looks_like() {
        let counter = "MOV R0, RZ
            .L_x_0:
            ISETP.GE.U32.AND P0, PT, R0, 0xfe0, PT
            FFMA R4, R5, R6, R4
            IADD3 R0, R0, 0x20, RZ
            @!P0 BRA `(.L_x_0)
            EXIT";
        assert_eq!(runs(counter, 1, 64), (vec![2, 2 * 128, 2], false));
        // A counter of the warp, from -8 to 0 in 64 bits.
        let long = "UMOV UR4, 0xfffffff8
            UMOV UR5, 0xffffffff
            .L_x_0:
            UIADD3 UR4, UP0, UR4, 0x2, URZ
            UIADD3.X UR5, URZ, UR5, URZ, UP0, !UPT
            UISETP.NE.U32.AND UP0, UPT, UR4, URZ, UPT
            UISETP.NE.U32.AND.EX UP0, UPT, UR5, URZ, UPT, UP0
            PLOP3.LUT P0, PT, PT, PT, UP0, 0x80, 0x0
            @P0 BRA `(.L_x_0)
            EXIT";
        assert_eq!(runs(long, 1, 32), (vec![1, 4, 1], false));
        // A pointer that reaches the end of a row: 0x1000000000 and 64 bytes, 16 at a time.
        let pointer = "ULDC.64 UR4, c[0x0][0x210]
            IADD3 R2, P0, RZ, UR4, RZ
            IADD3.X R3, RZ, UR5, RZ, P0, !PT
            LEA R8, P1, R7, UR4, 0x4
            IADD3 R6, R2, 0x40, RZ
            .L_x_0:
            LDG.E.128 R12, desc[UR6][R2.64]
            IADD3 R2, P0, R2, 0x10, RZ
            ISETP.NE.U32.AND P0, PT, R2, R6, PT
            @P0 BRA `(.L_x_0)
            EXIT";
        assert_eq!(runs(pointer, 1, 32), (vec![1, 4, 1], false));
    }

    #[test]
    fn threads_go_their_own_ways() {
        // Thread t runs t + 1 rounds; a warp runs those of its last lane, the second one 64.
        let triangle = "S2R R0, SR_TID.X
            MOV R1, RZ
            .L_x_0:
            FFMA R4, R5, R6, R4
            ISETP.LT.U32.AND P0, PT, R1, R0, PT
            IADD3 R1, R1, 0x1, RZ
            @P0 BRA `(.L_x_0)
            EXIT";
        assert_eq!(runs(triangle, 1, 64), (vec![2, 32 + 64, 2], false));
        // Elements behind the end, by the size in the call: blocks of 32 for 100 elements.
        let guard = "S2R R0, SR_CTAID.X
            S2R R1, SR_TID.X
            LEA R0, R0, R1, 0x5
            ISETP.GE.AND P0, PT, R0, c[0x0][0x218], PT
            @P0 EXIT
            STG.E desc[UR4][R2.64], R0
            EXIT";
        assert_eq!(runs(guard, 5, 32), (vec![5, 4], false));
        // The warp's number, by a shuffle from lane 0: the first warp takes another way.
        let roles = "S2R R0, SR_TID.X
            SHF.R.U32.HI R0, RZ, 0x5, R0
            SHFL.IDX PT, R2, R0, RZ, 0x1f
            R2UR UR4, R2
            ISETP.NE.U32.AND P0, PT, RZ, UR4, PT
            @P0 BRA `(.L_x_0)
            EXIT
            .L_x_0:
            FFMA R4, R5, R6, R4
            EXIT";
        assert_eq!(runs(roles, 1, 128), (vec![4, 1, 3], false));
    }

    #[test]
    fn data_are_guesses_where_work_depends_on_them() {
        let data = "LDG.E R0, desc[UR4][R2.64]
            .L_x_0:
            FFMA R4, R5, R6, R4
            IADD3 R0, R0, -0x1, RZ
            ISETP.NE.AND P0, PT, R0, RZ, PT
            @P0 BRA `(.L_x_0)
            EXIT";
        assert_eq!(runs(data, 1, 32), (vec![1, 1, 1], true));
        // The slow path of a division is not run, and no guess.
        let division = "MUFU.RCP R3, R2
            ISETP.GT.U32.AND P0, PT, R3, 0x1ffffff, PT
            @P0 BRA `(.L_x_0)
            MOV R4, 0x10
            CALL.REL.NOINC `(.L_x_1)
            .L_x_0:
            EXIT
            .L_x_1:
            FFMA R4, R5, R6, R4
            RET.REL.NODEC R4";
        assert_eq!(runs(division, 1, 32), (vec![1, 0, 1, 0], false));
    }

    #[test]
    fn what_is_waited_for_has_come() {
        let wait = "SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR9], RZ
            @!P0 BRA `(.L_x_1)
            .L_x_0:
            FFMA R4, R5, R6, R4
            EXIT
            .L_x_1:
            NANOSLEEP 0x10
            BRA `(.L_x_0)";
        assert_eq!(runs(wait, 1, 32), (vec![1, 1, 0], false));
        let absent = wait.replace(
            "SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR9], RZ",
            "LDS R0, [R1]",
        );
        assert_eq!(runs(&absent, 1, 32), (vec![1, 1, 0], true));
    }

    #[test]
    fn a_jump_from_behind_the_end_is_no_loop() {
        let code = |lines: &str| Code::parse(lines).loops.len();
        let wait = "/*0*/ SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR9], RZ ;\n/*0*/ @!P0 BRA `(.L_x_1) ;\n\
            .L_x_0:\n/*0*/ FFMA R4, R5, R6, R4 ;\n/*0*/ EXIT ;\n\
            .L_x_1:\n/*0*/ NANOSLEEP 0x10 ;\n/*0*/ BRA `(.L_x_0) ;\n";
        assert_eq!(code(wait), 0);
        let round =
            ".L_x_0:\n/*0*/ FFMA R4, R5, R6, R4 ;\n/*0*/ @P0 BRA `(.L_x_0) ;\n/*0*/ EXIT ;\n";
        assert_eq!(code(round), 1);
    }
}
