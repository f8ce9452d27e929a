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
//! The main loop is the innermost loop that runs the most multiply-adds and matrix instructions or,
//! without these, the most memory accesses. A loop is the code between a label and a branch back to
//! it. How often each runs, `walk.rs` finds out. The loop over tiles is the innermost one with a
//! barrier that is the main loop or holds it.
//!
//! | file | contents |
//! | --- | --- |
//! | `instruction.rs`, `operand.rs` | a line of the listing, its operands |
//! | `mix.rs`, `matrix.rs` | instructions by kind, matrix instructions by shape |
//! | `blocks.rs` | basic blocks and loops |
//! | `walk.rs`, `integers.rs` | how often each runs: the integer part of the code is run |
//! | `waiting.rs` | trips to memory that nothing covers |

mod blocks;
mod instruction;
mod integers;
mod matrix;
mod mix;
mod operand;
mod waiting;
mod walk;

use std::collections::HashMap;

use serde::Serialize;
use tc_dialects::target::Gpu;

pub(super) use blocks::Code;
use blocks::Range;
pub use matrix::MatrixFlops;
pub use mix::Mix;
use mix::mix;
pub(super) use walk::Launch;
use walk::Walk;

/// The instructions of one kernel.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sass {
    /// All instructions of the kernel in the code: those of a loop count once.
    pub kernel: Mix,
    /// `None` without a loop, because all are unrolled.
    pub main_loop: Option<Mix>,
    /// The instructions that run; `None` where the grid or the way through the code is not known.
    pub executed: Option<Executed>,
}

/// The instructions that warps run, counted on some of the grid's blocks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Executed {
    /// All warps of the grid.
    pub warps: u64,
    /// The warps that were followed, of which `total` is the sum.
    pub followed: u64,
    /// What these run.
    pub total: Mix,
    /// Instructions of the longest of them.
    pub longest: u64,
    /// Whether it is known how often each loop runs; otherwise some depend on data.
    pub exact: bool,
    /// Rounds of the main loop that a warp runs, on average.
    pub main_loop_trips: f64,
    /// One round of the loop over tiles; `None` without a barrier in a loop.
    pub tile: Option<Tile>,
}

/// One round of the innermost loop that has a barrier and holds the main loop.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tile {
    /// Rounds that a warp runs, on average.
    pub trips: f64,
    /// Instructions of a warp in one round, with those of the loops inside.
    pub instructions: f64,
    /// Of these, multiply-adds.
    pub ffma: f64,
    /// Of these, matrix instructions.
    pub matrix: f64,
    /// Of these, barriers of the block.
    pub barriers: f64,
    /// Clocks of a round in which a block waits for global memory.
    pub uncovered_clocks: f64,
}

impl Executed {
    /// What all warps of the grid run, from what those run that were followed.
    pub fn of_grid(&self, followed: u64) -> f64 {
        followed as f64 * self.warps as f64 / self.followed.max(1) as f64
    }
}

/// Reads a listing (`nvdisasm -c`); the code of the kernels by name.
pub(super) fn parse(listing: &str) -> HashMap<String, Code> {
    let mut kernels = HashMap::new();
    let mut sections = listing.split("\t.section\t.text.");
    sections.next();
    for section in sections {
        let name = section.split(',').next().unwrap_or_default().to_owned();
        kernels.insert(name, Code::parse(section));
    }
    kernels
}

/// What is said of a kernel's code, and of its launch where that is known.
pub(super) fn of(code: &Code, launch: Option<&Launch>, gpu: &Gpu) -> Sass {
    let walk = launch.and_then(|launch| Some((launch, walk::walk(code, launch)?)));
    let loops = code.innermost();
    let weight = |one: &Range| {
        let mix = mix(&code.instructions[one.first..=one.last]);
        let trips = walk
            .as_ref()
            .map_or(1.0, |(_, walk)| walk.trips(code, *one));
        let times = |number: u64| (trips * number as f64) as u64;
        (
            times(mix.ffma + 64 * mix.matrix),
            times(mix.accesses),
            times(mix.instructions),
        )
    };
    let main_loop = loops.into_iter().max_by_key(weight);
    Sass {
        kernel: mix(&code.instructions),
        main_loop: main_loop.map(|one| mix(&code.instructions[one.first..=one.last])),
        executed: walk.map(|(launch, walk)| executed(code, launch, &walk, main_loop, gpu)),
    }
}

fn executed(code: &Code, launch: &Launch, walk: &Walk, main: Option<Range>, gpu: &Gpu) -> Executed {
    let all = Range {
        first: 0,
        last: code.instructions.len(),
    };
    let sizes = launch.block.iter().map(|size| u64::from(*size));
    let warps_of_block = sizes.product::<u64>().div_ceil(gpu.warp);
    let grid: u64 = launch.grid.iter().map(|size| u64::from(*size)).product();
    let lengths = walk.of_warps.iter().map(|runs| {
        let blocks = runs.iter().enumerate();
        blocks
            .map(|(block, times)| code.block(block).len() as u64 * times)
            .sum()
    });
    Executed {
        warps: grid * warps_of_block,
        followed: walk.warps,
        total: run_within(code, walk, all),
        longest: lengths.max().unwrap_or(0),
        exact: !walk.guessed,
        main_loop_trips: main.map_or(0.0, |main| walk.trips(code, main)),
        tile: main.and_then(|main| tile(code, walk, main, warps_of_block, gpu)),
    }
}

/// The instructions that all followed warps run in a part of the code.
fn run_within(code: &Code, walk: &Walk, range: Range) -> Mix {
    let mut total = Mix::default();
    for (block, times) in walk.runs.iter().enumerate() {
        let instructions = code.block(block);
        if range.has(instructions.start) && *times > 0 {
            total.add_times(&mix(&code.instructions[instructions]), *times);
        }
    }
    total
}

/// The innermost loop with a barrier that is the main loop or holds it.
fn tile(code: &Code, walk: &Walk, main: Range, warps_of_block: u64, gpu: &Gpu) -> Option<Tile> {
    let barrier = |one: &Range| {
        let mut inside = code.instructions[one.first..=one.last].iter();
        inside.any(|one| one.opcode() == "BAR")
    };
    let all = code.loops.iter().copied();
    let around = all.filter(|one| one.holds(main) && barrier(one));
    let range = around.min_by_key(|one| one.last - one.first)?;
    let trips = walk.trips(code, range);
    if trips == 0.0 {
        return None;
    }
    let inside = run_within(code, walk, range);
    let each = |number: u64| number as f64 / walk.warps as f64 / trips;
    // The warps of a block share the schedulers of its multiprocessor.
    let turn = (warps_of_block as f64 / gpu.parts_per_multiprocessor as f64).max(1.0);
    let trip = gpu.memory_latency_ns * gpu.clock_ghz;
    let waits = waiting::clocks(code, &walk.path, &[range], trip, turn);
    let rounds = walk
        .path
        .iter()
        .filter(|block| **block as usize == code.block_of(range.first));
    Some(Tile {
        trips,
        instructions: each(inside.instructions),
        ffma: each(inside.ffma),
        matrix: each(inside.matrix),
        barriers: each(inside.barriers),
        uncovered_clocks: waits[0] / rounds.count().max(1) as f64,
    })
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
    fn a_listing_is_counted_by_kernel_and_main_loop() {
        let target = tc_dialects::target::find("sm_90a").unwrap();
        let gpu = target.as_gpu().unwrap();
        let kernels = parse(LISTING);
        let sass = of(&kernels["mm_k0"], None, gpu);
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
        let other = of(&kernels["other"], None, gpu);
        assert_eq!(
            (other.kernel.matrix_flops.tf32, other.kernel.matrix),
            (2048, 1)
        );
        assert_eq!(other.main_loop, None);
    }
}
