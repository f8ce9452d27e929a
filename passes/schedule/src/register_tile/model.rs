//! Which loop of a band becomes the vector, and which tile of sums fits the registers.
//!
//! **The vector.** Each loop is judged by the instructions of one iteration if it becomes the
//! vector. An access that stays on its element or moves to its neighbour is one instruction for all
//! lanes, any other access one for each lane. A loop shorter than its vectors leaves lanes empty,
//! and a reduction combines the lanes at its end.
//!
//! **The tile.** With `rows` rows and `vectors` vectors of sums, each step of the loop inside which
//! the tile is does `rows * vectors` multiply-adds, for `rows + vectors` loads. Sums, one row of
//! operands and one broadcast must fit the registers. Of the tiles that do, the one with the least
//! work counts: lanes and rows that a partial tile leaves empty, plus loads.
//!
//! **Unknown distances.** What isl does not find within a budget counts as far: the program is the
//! same, and perhaps has no vector.

use std::{cell::Cell, ops::Range};
use tc_dialects::schedule::tree::{Path, Prefix, Refusal, RefusalKind, Tree};

use tc_dialects::target::Cpu;
use tc_isl::UnionMap;
use tc_scop::accesses::{AccessKind, NEAR, ScopAccesses};

use super::super::steps::{Step, Walk};
use super::super::unroll::values;

/// How accesses move along a loop of a band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The largest number of iterations, if it is known.
    pub extent: Option<i64>,
    /// Whether the loop carries no dependence.
    pub coincident: bool,
    /// Whether the loop carries dependences, but is not one of the sum: each of its iterations has
    /// sums of its own, as the rows of a product in place.
    pub carried: bool,
    /// How each access of the statements moves from one iteration to the next.
    pub moves: Vec<Move>,
}

impl Loop {
    /// Whether the loop goes over the terms of a sum.
    pub fn is_of_sum(&self) -> bool {
        !self.coincident && !self.carried
    }
}

/// How an access moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// It stays on its element.
    Stays,
    /// To the next element of the row, or it stays for some iterations.
    Next,
    /// A few elements further along the row.
    Near,
    /// Anywhere else.
    Far,
}

/// A band above a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    /// The loops, outermost first.
    pub loops: Vec<Loop>,
    /// Whether each statement combines values into an element by an operation that may be
    /// reordered.
    pub reduces: bool,
    /// The positions of the accesses in `moves` that are the sums.
    pub sums: Vec<bool>,
    /// How many accesses are taken as far along all loops, since isl would take too long.
    pub undecided: usize,
}

/// The accesses of a scop, and the isl operations that are left for their distances.
pub struct Distances<'a> {
    accesses: &'a ScopAccesses,
    left: Cell<u64>,
}

/// What the loops of a band become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The loop that becomes the vector.
    pub vector: usize,
    /// The tile of each loop inside the reductions; 1 for none.
    pub tile: Vec<i64>,
    /// The tile of each loop outside of all others; 0 for none.
    pub cache: Vec<i64>,
}

/// The isl operations for the distances of an access along the loops of a band, and on average for
/// those in all bands. The accesses of `kernels/` take at most 15 000, with all sizes open; clamped
/// subscripts, whose pieces are compared in pairs, may take millions.
pub(super) const OF_ACCESS: u64 = 100_000;

/// Rows that read an element for which scattered elements are copied next to each other.
const PACKED: i64 = 16;

/// Iterations of a loop on threads that let each of them take a part.
pub(super) const PARTS: i64 = 16;

impl<'a> Distances<'a> {
    /// Of a scop, with a budget.
    pub fn of(accesses: &'a ScopAccesses) -> Self {
        let all = accesses.statements.iter();
        let count: usize = all.map(|statement| statement.accesses.len()).sum();
        Distances {
            accesses,
            left: Cell::new(OF_ACCESS.saturating_mul(count as u64)),
        }
    }

    /// How an access moves along each loop of a band; `None` where that takes too long.
    fn of_access(
        &self,
        leaf: &Prefix,
        band: Range<usize>,
        relation: &UnionMap,
        must: bool,
    ) -> Result<Option<Vec<Move>>, Refusal> {
        let isl = leaf.active.context();
        let before = isl.operations();
        let found = isl.with_budget(self.left.get().min(OF_ACCESS), || {
            let walk = Walk::of(leaf, relation)?;
            band.map(|position| motion(&walk.along(position)?, must))
                .collect::<Result<Vec<Move>, Refusal>>()
        });
        let used = isl.operations() - before;
        self.left.set(self.left.get().saturating_sub(used));
        match found {
            Err(refusal) if matches!(refusal.kind, RefusalKind::Budget { .. }) => {
                isl.take_exhausted();
                Ok(None)
            }
            found => found.map(Some),
        }
    }
}

/// Finds the loops that are `carried`: the sums move along them, and stay along another one.
fn set_carried(loops: &mut [Loop], sums: &[bool]) {
    let moves = |of: &Loop| {
        let mut own = of.moves.iter().zip(sums).filter(|(_, is_sum)| **is_sum);
        !of.coincident && own.all(|(motion, _)| *motion != Move::Stays)
    };
    let carried: Vec<bool> = loops.iter().map(moves).collect();
    let some_sum = loops
        .iter()
        .zip(&carried)
        .any(|(of, carried)| !of.coincident && !carried);
    if some_sum && sums.contains(&true) {
        for (of, carried) in loops.iter_mut().zip(carried) {
            of.carried = carried;
        }
    }
}

/// How an access moves in a step, which it takes for sure or not.
fn motion(step: &Step, must: bool) -> Result<Move, Refusal> {
    Ok(match () {
        _ if step.stays()? => Move::Stays,
        _ if step.is_coalesced()? => Move::Next,
        _ if step.is_near(NEAR)? => Move::Near,
        // A row that data chooses, which is one row in all likelihood.
        _ if !must && step.is_next_in_any_row()? => Move::Next,
        _ => Move::Far,
    })
}

impl Nest {
    /// The band at a path, whose child is a leaf.
    pub fn of(tree: &Tree, path: &Path, distances: &Distances) -> Result<Option<Nest>, Refusal> {
        let Some(Tree::Band { band, .. }) = tree.at(path) else {
            return Ok(None);
        };
        let prefix = tree.prefix(path)?;
        let leaf = tree.prefix(&path.child(0))?;
        let mut relations: Vec<(UnionMap, bool, bool)> = Vec::new();
        let mut reduces = true;
        for statement in &distances.accesses.statements {
            let mut runs = false;
            for access in &statement.accesses {
                let relation = access.relation.intersect_domain(&leaf.active)?;
                if relation.is_empty()? {
                    continue;
                }
                runs = true;
                // Another element of the same array is an operand, as in a factorisation in place.
                let is_sum = match &statement.accumulator {
                    Some(sum) if sum.array == access.array => {
                        access.kind == AccessKind::Write
                            || access.must && access.relation.is_equal(&sum.relation)?
                    }
                    _ => false,
                };
                relations.push((relation, is_sum, access.must));
            }
            reduces &= !runs || statement.accumulator.is_some();
        }
        let mut loops = Vec::new();
        for member in &band.members {
            loops.push(Loop {
                extent: values(member, &prefix)?.map(|(_, count)| count),
                coincident: member.coincident,
                carried: false,
                moves: Vec::new(),
            });
        }
        let mut undecided = 0;
        let positions = prefix.depth()..prefix.depth() + loops.len();
        for (relation, _, must) in &relations {
            let found = distances.of_access(&leaf, positions.clone(), relation, *must)?;
            undecided += usize::from(found.is_none());
            let moves = found.unwrap_or_else(|| vec![Move::Far; loops.len()]);
            for (of, motion) in loops.iter_mut().zip(moves) {
                of.moves.push(motion);
            }
        }
        let sums: Vec<bool> = relations.iter().map(|(_, is_sum, _)| *is_sum).collect();
        if reduces && band.permutable {
            set_carried(&mut loops, &sums);
        }
        Ok(Some(Nest {
            loops,
            reduces,
            sums,
            undecided,
        }))
    }

    /// The instructions of one iteration with the best vector, or without one.
    pub fn best_cost(&self, cpu: &Cpu) -> f64 {
        self.vector(&Core::of(cpu)).0
    }

    /// What the loops become on a machine; `None` where scalars are best.
    pub fn choose(&self, cpu: &Cpu) -> Option<Choice> {
        let machine = Core::of(cpu);
        let vector = self.vector(&machine).1?;
        let tile = if self.loops[vector].coincident {
            self.tile_of_rows(vector, &machine)
        } else {
            self.tile_of_sums(vector, &machine)
        };
        let cache = if self.loops.iter().all(|of| of.coincident) {
            self.blocks_of_elements(vector)
        } else {
            self.blocks_of_operands(vector, &tile, &machine)
        };
        Some(Choice {
            vector,
            tile,
            cache,
        })
    }

    /// How many of the accesses that stay along the vector move to neighbours along a loop, or
    /// along a reduction.
    fn neighbours(&self, at: usize, vector: usize) -> usize {
        let moves = |of: &Loop, access: usize| of.moves[access] == Move::Next;
        let stays = |access: &usize| self.loops[vector].moves[*access] == Move::Stays;
        let of_row = |access: &usize| self.loops[at].moves[*access] != Move::Stays;
        let accesses = (0..self.sums.len()).filter(stays).filter(of_row);
        let next = accesses.filter(|access| {
            let mut reductions = self.loops.iter().filter(|of| of.is_of_sum());
            moves(&self.loops[at], *access) || reductions.any(|of| moves(of, *access))
        });
        next.count()
    }

    /// How many iterations of parallel loops read an element of an access, in a reduction.
    fn rows_of(&self, access: usize) -> i64 {
        if self.loops.iter().all(|of| of.coincident) {
            return 1;
        }
        let rows = self.loops.iter();
        let rows = rows.filter(|of| of.coincident && of.moves[access] == Move::Stays);
        rows.map(|of| of.extent.unwrap_or(i64::MAX / 2))
            .fold(1, i64::saturating_mul)
    }

    pub(super) fn extent(&self, at: usize) -> i64 {
        self.loops[at].extent.unwrap_or(i64::MAX / 2)
    }

    /// Without a reduction: parts of the vector's loop for threads, where nothing else is for
    /// them; and blocks in which lines of memory are used whole, where accesses are far apart along
    /// the vector.
    fn blocks_of_elements(&self, vector: usize) -> Vec<i64> {
        let mut blocks = vec![0; self.loops.len()];
        let others = (0..self.loops.len()).filter(|at| *at != vector);
        let far = self.loops[vector].moves.iter().enumerate();
        let far: Vec<usize> = far
            .filter(|(_, motion)| **motion == Move::Far)
            .map(|(access, _)| access)
            .collect();
        let along = |at: &usize| {
            far.iter()
                .any(|access| self.loops[*at].moves[*access] == Move::Next)
        };
        if let Some(row) = others.clone().find(along) {
            for (at, size) in [(row, 32), (vector, 64)] {
                if self.extent(at) > size {
                    blocks[at] = size;
                }
            }
            return blocks;
        }
        let iterations: i64 = others
            .map(|at| self.extent(at))
            .fold(1, i64::saturating_mul);
        if iterations < PARTS
            && self.loops[vector]
                .extent
                .is_some_and(|extent| extent >= 4096)
        {
            blocks[vector] = (self.extent(vector) / 64 / PARTS * 64).max(1024);
        }
        blocks
    }

    /// With sums along the vector: blocks of rows of both operands stay in the cache together.
    pub(super) fn blocks_of_sums(&self, vector: usize, tile: &[i64], machine: &Core) -> Vec<i64> {
        let mut blocks = vec![0; self.loops.len()];
        let rows = (0..self.loops.len()).filter(|at| tile[*at] > 1);
        let elements = |access: usize| {
            let moving = self
                .loops
                .iter()
                .filter(|of| of.moves[access] != Move::Stays);
            let extents = moving.map(|of| of.extent.unwrap_or(i64::MAX / 2));
            extents.fold(1, i64::saturating_mul)
        };
        let operands = (0..self.sums.len()).filter(|access| !self.sums[*access]);
        let all = operands.map(elements).fold(0, i64::saturating_add);
        if rows.clone().count() < 2 || all <= machine.l2_bytes / 2 / 4 {
            return blocks;
        }
        const ROWS: i64 = 128;
        for at in rows {
            if self.extent(at) > ROWS {
                blocks[at] = ROWS;
            }
        }
        let terms = machine.l2_bytes / 2 / 4 / (2 * ROWS);
        if self.extent(vector) > 2 * terms {
            blocks[vector] = terms;
        }
        blocks
    }

    /// The loop with the least work as a vector, the innermost of those that are alike, unless
    /// scalars are as good.
    fn vector(&self, machine: &Core) -> (f64, Option<usize>) {
        let accesses = self.sums.len() as f64;
        let mut best = (1.0 + 0.5 * accesses, None);
        for (position, of) in self.loops.iter().enumerate().rev() {
            let cost = self.cost(of, machine);
            if cost.is_some_and(|cost| cost < best.0 * 0.999) {
                best = (cost.unwrap_or(best.0), Some(position));
            }
        }
        best
    }

    /// The instructions of one iteration if a loop becomes the vector, if it can.
    fn cost(&self, of: &Loop, machine: &Core) -> Option<f64> {
        if of.carried || !of.coincident && !self.reduces {
            return None;
        }
        let extent = of.extent.unwrap_or(i64::MAX / 2);
        if extent < 2 {
            return None;
        }
        let lanes = machine
            .lanes
            .min(extent.unsigned_abs().next_power_of_two() as i64);
        let filled = extent as f64 / (ceil_div(extent, lanes) * lanes) as f64;
        let per_lane = 1.0 / (lanes as f64 * filled);
        let reduction = self.loops.iter().any(Loop::is_of_sum);
        let mut cost = per_lane;
        for (access, (motion, is_sum)) in of.moves.iter().zip(&self.sums).enumerate() {
            cost += match (motion, is_sum) {
                // Sums along the loop, or next to each other, stay in registers as long as a
                // reduction runs.
                (_, true) if !of.coincident => 0.0,
                (Move::Next, true) if reduction => 0.0,
                // A copy of neighbours, which gathers once for all rows that read it.
                (Move::Far, false) if of.coincident && self.rows_of(access) >= PACKED => {
                    per_lane + 2.0 / self.rows_of(access) as f64
                }
                (Move::Far, _) => 1.0,
                (Move::Near, _) => 3.0 * per_lane,
                _ => per_lane,
            };
        }
        // Combining the lanes of a vector of sums with the element, each time the loop ends.
        let combine = 4.0 + 2.0 * f64::from(lanes.ilog2());
        Some(if of.coincident {
            cost
        } else {
            cost + combine / extent as f64
        })
    }

    /// A tile of rows of vectors inside of the reductions, where there are any.
    fn tile_of_rows(&self, vector: usize, machine: &Core) -> Vec<i64> {
        let mut tile = vec![1; self.loops.len()];
        if self.loops.iter().all(|of| of.coincident) {
            return tile;
        }
        let extent = |at: usize| self.extent(at);
        // Rows share what moves along the vector and stays along the rows.
        let shared = |at: usize| {
            let moves = self.loops[at].moves.iter().zip(&self.loops[vector].moves);
            let moves = moves.zip(&self.sums);
            moves
                .filter(|((row, lane), sum)| {
                    !**sum && **row == Move::Stays && **lane != Move::Stays
                })
                .count()
        };
        let rows = (0..self.loops.len())
            .filter(|at| *at != vector && !self.loops[*at].is_of_sum() && extent(*at) > 1)
            .filter(|at| shared(*at) > 0)
            .max_by_key(|at| (shared(*at), self.neighbours(*at, vector), *at));
        let mut best = (f64::INFINITY, 1, 1);
        for vectors in 1..=4 {
            if vectors > 1 && (vectors - 1) * machine.lanes >= extent(vector) {
                break;
            }
            let most = (machine.registers - 2 - vectors) / vectors;
            let most = rows.map_or(1, |rows| most.min(14).min(extent(rows)));
            for height in 1..=most.max(1) {
                let waste = waste(extent(vector), vectors * machine.lanes, machine.lanes)
                    * rows.map_or(1.0, |rows| waste(extent(rows), height, 1));
                let sums = (height * vectors) as f64;
                let loads = (height + vectors) as f64 / sums;
                // Fewer sums than a multiply-add takes clocks leave the machine waiting.
                let waits = (8.0 / sums).max(1.0);
                let cost = waste * (waits + 0.35 * loads);
                if cost < best.0 {
                    best = (cost, height, vectors);
                }
            }
        }
        tile[vector] = best.2 * machine.lanes;
        if let Some(rows) = rows {
            tile[rows] = best.1;
        }
        tile
    }

    /// A tile of sums, each with a vector of partial results along the reduction.
    fn tile_of_sums(&self, vector: usize, machine: &Core) -> Vec<i64> {
        let mut tile = vec![1; self.loops.len()];
        // Rows share what stays along them.
        let shares = |of: &Loop| {
            let mut moves = of.moves.iter().zip(&self.sums);
            moves.any(|(motion, is_sum)| !is_sum && *motion == Move::Stays)
        };
        let rows = (0..self.loops.len())
            .rev()
            .filter(|at| *at != vector && self.loops[*at].coincident && shares(&self.loops[*at]));
        let mut left = machine.registers / 2;
        for (number, at) in rows.take(2).enumerate() {
            let extent = self.loops[at].extent.unwrap_or(i64::MAX / 2);
            let most = if number == 0 { 4 } else { left.min(4) };
            let size = (1..=most.min(extent).max(1))
                .min_by(|one, other| {
                    let cost = |size: i64| waste(extent, size, 1) * (1.0 + 1.0 / size as f64);
                    cost(*one).total_cmp(&cost(*other))
                })
                .unwrap_or(1);
            tile[at] = size;
            left /= size;
        }
        tile
    }
}

/// The vectors of a machine.
pub(super) struct Core {
    pub lanes: i64,
    registers: i64,
    pub l1_bytes: i64,
    pub l2_bytes: i64,
}

impl Core {
    fn of(cpu: &Cpu) -> Self {
        let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        Core {
            lanes: number(cpu.vector_lanes).max(1),
            registers: number(cpu.vector_registers).clamp(4, 1 << 10),
            l1_bytes: number(cpu.l1_bytes),
            l2_bytes: number(cpu.l2_bytes),
        }
    }
}

/// How much more than needed tiles of a size do on a loop, if the last one is cut to a multiple of
/// `unit`.
fn waste(extent: i64, size: i64, unit: i64) -> f64 {
    let whole = extent / size * size;
    let rest = ceil_div(extent - whole, unit) * unit;
    // A partial tile keeps its operands less busy than a whole one.
    let partial = rest as f64 * (0.5 + 0.5 * size as f64 / rest.max(1) as f64);
    (whole as f64 + partial) / extent as f64
}

pub(super) fn ceil_div(number: i64, by: i64) -> i64 {
    (number + by - 1) / by
}
