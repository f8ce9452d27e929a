//! The tiles of blocks and warps on matrix units.
//!
//! A block of `m x n` results takes steps of `k` terms. In each step a multiprocessor
//!
//! - multiplies: `m * n * k` products at the rate of its units;
//! - reads from shared memory what the warps need, `(m' + n') * k` elements for each warp of
//!   `m' x n'` results, and writes the next step's `(m + n) * k` elements to it;
//! - issues an instruction for each operation and about half as many for what is around it;
//! - loads `(m + n) * k` elements from the second-level cache.
//!
//! The longest of these is the time of a step; blocks that run together wait together, for each
//! step's barrier and once more for memory. The busiest multiprocessor counts.

use tc_dialects::schedule::tree::Unit;

use super::machine::Machine;
use super::nest::Nest;

/// Instructions for each matrix operation: itself, and its part of loads, addresses and barriers,
/// counted in the loops of products of 128 x 128 x 32 and 64 x 64 x 32.
const INSTRUCTIONS: f64 = 3.0;

/// Clocks of a step's barrier, and of the first loads behind it.
const BARRIER: f64 = 60.0;

/// Warps of a multiprocessor from which on the units are busy: two on each of its four parts.
const WARPS: f64 = 8.0;

/// Registers of a thread beside sums and factors: addresses, loops and what is on its way.
const OTHER_REGISTERS: i64 = 40;

/// The sizes of a kernel on units.
#[derive(Clone, Debug, PartialEq)]
pub struct Sizes {
    /// Rows, columns and terms of a step of a block.
    pub tile: [i64; 3],
    /// Rows and columns of a warp.
    pub warp: [i64; 2],
    /// How many blocks there are.
    pub blocks: i64,
    /// The clocks of the busiest multiprocessor, by the model.
    pub clocks: f64,
    /// What takes longest.
    pub bound: &'static str,
    /// How many sizes there were.
    pub candidates: i64,
}

impl Sizes {
    /// Warps of a block along rows and columns.
    pub fn warps(&self) -> [i64; 2] {
        [self.tile[0] / self.warp[0], self.tile[1] / self.warp[1]]
    }

    /// Threads of a block.
    pub fn threads(&self) -> i64 {
        let [across, along] = self.warps();
        across * along * Unit::ROWS.end()
    }
}

/// Sizes of a block's tile, those of a warp's part of it, and terms of a step.
const TILES: [i64; 5] = [16, 32, 64, 128, 256];
const WARP_ROWS: [i64; 3] = [16, 32, 64];
const WARP_COLUMNS: [i64; 4] = [8, 16, 32, 64];
const STEPS: [i64; 3] = [1, 2, 4];

/// Steps of which a block holds the tiles, by default.
const STAGES: i64 = 3;

/// Warps of a block, at most.
const MOST_WARPS: i64 = 8;

/// The cheapest sizes of a nest; `given` are sizes of the tile and of a warp, or nothing. `None` if
/// none divides its extents.
pub fn cheapest(nest: &Nest, machine: &Machine, tile: &[i64], warp: &[i64]) -> Option<Sizes> {
    let unit = nest.unit;
    let one = |given: &[i64], at: usize, all: &[i64]| match given.get(at) {
        Some(size) => vec![*size],
        None => all.to_vec(),
    };
    let steps = STEPS.map(|count| count * unit.depth);
    let mut best: Option<Sizes> = None;
    let mut candidates = 0;
    for rows in one(tile, 0, &TILES) {
        for columns in one(tile, 1, &[&[8][..], &TILES[..]].concat()) {
            for terms in one(tile, 2, &steps) {
                for warp_rows in one(warp, 0, &WARP_ROWS) {
                    for warp_columns in one(warp, 1, &WARP_COLUMNS) {
                        let tile = [rows, columns, terms];
                        let warp = [warp_rows, warp_columns];
                        let Some(sizes) = judge(nest, machine, tile, warp) else {
                            continue;
                        };
                        candidates += 1;
                        let clocks = best.as_ref().map_or(f64::INFINITY, |best| best.clocks);
                        if sizes.clocks < clocks {
                            best = Some(sizes);
                        }
                    }
                }
            }
        }
    }
    best.map(|best| Sizes { candidates, ..best })
}

/// What sizes take; `None` for such as do not fit.
fn judge(nest: &Nest, machine: &Machine, tile: [i64; 3], warp: [i64; 2]) -> Option<Sizes> {
    let unit = nest.unit;
    let [rows, columns, terms] = tile;
    let divides = nest.rows.extent % rows == 0
        && nest.columns.extent % columns == 0
        && nest.terms.extent % terms == 0
        && rows % warp[0] == 0
        && columns % warp[1] == 0
        && warp[0] % unit.rows == 0
        && warp[1] % unit.columns == 0
        && terms % unit.depth == 0;
    if !divides {
        return None;
    }
    let warps = rows / warp[0] * (columns / warp[1]);
    let bytes = unit.element.bits() / 8;
    let lanes = Unit::ROWS.end();
    // Sums, and the factors of two operations' depth on their way.
    let registers = warp[0] * warp[1] / lanes
        + (warp[0] + warp[1]) * unit.depth * bytes / (4 * lanes)
        + OTHER_REGISTERS;
    let of_step = (rows + columns) * (terms * bytes + 16);
    let shared = STAGES * of_step;
    let [all_shared, most_shared] = machine.shared_limit;
    let [all_registers, most_registers] = machine.registers;
    let resident = (all_shared / shared.max(1))
        .min(all_registers / (registers * lanes * warps).max(1))
        .min(2 * MOST_WARPS / warps.max(1));
    let fits = of_step <= most_shared && registers <= most_registers;
    if warps > MOST_WARPS || !fits || resident < 1 {
        return None;
    }
    let blocks = nest.rows.extent / rows * (nest.columns.extent / columns) * nest.batch;
    let number = |value: i64| value as f64;
    let products = number(rows * columns * terms);
    let read = number(warps * (warp[0] + warp[1]) * terms * bytes);
    let step = number((rows + columns) * terms * bytes);
    let operations = products / number(unit.rows * unit.columns * unit.depth);
    let own = (blocks + machine.multiprocessors - 1) / machine.multiprocessors;
    // Few warps wait for the results of their operations.
    let running = number(own.min(resident) * warps);
    let waiting = (WARPS / running).max(1.0);
    let times = [
        (
            waiting * products / machine.rate(unit.element),
            "matrix operations",
        ),
        ((read + step) / machine.shared_bytes, "shared memory"),
        (
            waiting * INSTRUCTIONS * operations * number(unit.element.operations()) / machine.issue,
            "instructions",
        ),
        (step / machine.memory_bytes, "memory"),
    ];
    let (longest, bound) = times
        .into_iter()
        .max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    let steps = number(nest.terms.extent / terms * nest.rounds);
    let rounds = number((own + resident - 1) / resident);
    Some(Sizes {
        tile,
        warp,
        blocks,
        clocks: number(own) * steps * longest + rounds * (steps * BARRIER + 2.0 * machine.latency),
        bound,
        candidates: 1,
    })
}
