//! Tile sizes and the shape of a block, from extents, footprints, reuse and the machine.
//!
//! The model counts, for one multiprocessor, the clocks that three parts of a kernel need, as in
//! the roofline model (Williams, Waterman, Patterson 2009), for each candidate of tile sizes `T`
//! and threads `B`:
//!
//! ```text
//! blocks   = product of ceil(extent / T) over the parallel loops that blocks share
//! turns    = ceil(blocks / multiprocessors)                             blocks one after another on a multiprocessor
//! work     = instances / blocks                                         of one block
//! issue    = turns * work * (1 + load instructions an instance) / min(lanes, what the threads at once can start)
//! shared   = turns * work * loads an instance * 4 / shared bytes a clock    a load serves the register tile around it
//! memory   = turns * footprint of a block in whole sectors / bytes a clock
//! latency  = ceil(turns / blocks at once) * clocks of a trip to memory
//! time     = greatest of the first three + a tenth of their sum + latency
//! ```
//!
//! A thread computes a register tile of `T / B` elements; an operand that does not depend on a loop
//! is loaded once for all steps of the register tile along it, and the neighbours of a row that fit
//! the widest access by one instruction. A thread starts a multiply-add in each clock where its
//! tile has as many sums as a multiply-add takes clocks, and waits for the one before where it has
//! one. How many threads there are at once follows from their registers, `registers_of_a_thread`.
//! The footprint of a tile is the product over an array's dimensions of
//! `1 + sum |coefficient| * (T - 1)`.
//!
//! **A block for each multiprocessor.** Where the cheapest candidate leaves multiprocessors idle
//! that the work is enough for, the cheapest one that does not is taken instead, if its
//! multiply-adds and its loads from shared memory take no longer and all together at most a quarter
//! more ([`filling`]). 128 blocks on 132 multiprocessors give the busiest one 1/128 of the work,
//! and so do 256 blocks, of which it has two; smaller tiles read more, though, a third more for
//! products of 1024 x 1024 matrices, which keep their 128 blocks. So do kernels that memory bounds,
//! with twice the clocks of the rest: `atax` of 16384 x 16384 would read 1.56 times the least
//! instead of 1.06.
//!
//! All properties of the machine come from its description ([`Machine`]). The constants below are
//! of the model and of our code generator: what code it makes of a tile, which candidates are
//! tried.

use super::nest::{Loop, Nest, Reference};

/// What the model knows of a GPU.
#[derive(Clone, Debug)]
pub struct Machine {
    /// How many there are.
    pub multiprocessors: i64,
    /// Multiply-adds of a multiprocessor in a clock.
    pub lanes: f64,
    /// Bytes that shared memory moves in a clock.
    pub shared_bytes: f64,
    /// Bytes that a multiprocessor gets from the second-level cache in a clock.
    pub memory_bytes: f64,
    /// Threads of a warp.
    pub warp: i64,
    /// The most threads of a block.
    pub threads_per_block: i64,
    /// The most threads at once.
    pub threads_per_multiprocessor: i64,
    /// Bytes of shared memory in the program of a block.
    pub shared_limit: i64,
    /// Registers of all threads at once.
    pub registers: i64,
    /// The most registers of a thread.
    pub registers_per_thread: i64,
    /// The most blocks at once.
    pub blocks: i64,
    /// Clocks from a load of global memory to its value.
    pub latency: f64,
    /// Clocks that a kernel takes at least.
    pub launch: f64,
    /// Multiply-adds that a thread must have under way to start one in each clock.
    pub fma_latency: i64,
    /// Bytes that one load of a thread moves at most.
    pub access_bytes: i64,
    /// Bytes of the unit in which global memory is read and written.
    pub sector_bytes: i64,
}

/// Tile sizes and threads of one kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// One for each member of the bands, outermost first.
    pub tile: Vec<i64>,
    /// Threads of a block, outermost first.
    pub block: Vec<i64>,
    /// What it costs.
    pub clocks: Clocks,
    /// Blocks of the grid.
    pub blocks: i64,
    /// How many candidates were compared.
    pub candidates: usize,
    /// Whether they all had the block of another kernel.
    pub given: bool,
    /// The second cheapest.
    pub next: Option<Box<Choice>>,
    /// Whether it was taken for its blocks in the place of the cheapest, which is the next then.
    pub fills: bool,
}

/// Clocks of one multiprocessor by the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clocks {
    /// Of the multiply-adds.
    pub issue: f64,
    /// Of the loads from shared memory.
    pub shared: f64,
    /// Of global memory.
    pub memory: f64,
    /// Of the first loads of blocks, one trip to memory for all that run at once.
    pub latency: f64,
}

impl Clocks {
    /// What the kernel takes: the greatest of the first three and a tenth of all of them, since
    /// they overlap in part only, and the latency.
    pub fn total(&self) -> f64 {
        let sum = self.issue + self.shared + self.memory;
        self.issue.max(self.shared).max(self.memory) + 0.1 * sum + self.latency
    }

    /// Whether multiply-adds or shared memory take longer, beyond rounding.
    fn computes_longer(&self, than: &Clocks) -> bool {
        self.issue > 1.001 * than.issue || self.shared > 1.001 * than.shared
    }

    /// What takes longest.
    pub fn bound(&self) -> &'static str {
        if self.memory >= self.issue.max(self.shared) {
            "memory"
        } else if self.shared >= self.issue {
            "shared memory"
        } else {
            "multiply-adds"
        }
    }
}

/// The sizes that a tile loop may have.
const SIZES: [i64; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/// Elements of a tile in all.
const POINTS: i64 = 128 * 256;
/// Threads of a block: more only share its registers. Eight warps are what `schedule-map-threads`
/// gives a block as well.
const THREADS: i64 = 256;
/// Threads of a multiprocessor whose loads together keep memory busy. An estimate for how our
/// kernels load, by which `sgemm` of 1024 x 1024 gets 128 threads; by Little's law, with one load
/// of the widest kind in each thread, it would be 545 for `sm_90a` and 297 for `sm_80`.
const ASKING_THREADS: f64 = 512.0;
/// The largest tile along a reduction: a longer one only fills shared memory.
const REDUCTION_TILE: i64 = 32;
/// Bytes of a register, in which descriptions count them as well.
pub(super) const WORD: i64 = 4;
/// With more parallel loops than this only some sizes are tried.
const FEW_LOOPS: usize = 6;
/// Candidates that are judged for one kernel at most: a fraction of a second.
const CANDIDATES: usize = 1_000_000;
/// What a block for each multiprocessor may cost, as a multiple of the cheapest choice.
const FILLING: f64 = 1.25;
/// Float operations for which a kernel has a block at least.
const OPERATIONS_OF_A_BLOCK: i64 = 1_000_000;
/// The shortest tile of a reduction that is taken because it is whole; half of it in a run, where
/// tiles begin anywhere.
const SHORTEST: i64 = 16;
/// Axes of a block.
const AXES: usize = 3;

/// The cheapest candidate; none for a nest without a parallel member. Another kernel of the scop
/// may have set the `block` already, `x` last.
pub fn cheapest(nest: &Nest, machine: &Machine, block: Option<&[i64]>) -> Option<Choice> {
    searched(nest, machine, block, None)
}

/// The cheapest candidate, or the cheapest with a block for each multiprocessor where that costs
/// little.
pub fn filling(nest: &Nest, machine: &Machine, block: Option<&[i64]>) -> Option<Choice> {
    let choice = cheapest(nest, machine, block)?;
    let instances = nest.loops.iter().map(|one| one.extent);
    let operations = instances.fold(2, i64::saturating_mul);
    let wanted = machine
        .multiprocessors
        .min(ceil_div(operations, OPERATIONS_OF_A_BLOCK));
    // Memory is as busy with a few multiprocessors less.
    let Clocks {
        issue,
        shared,
        memory,
        ..
    } = choice.clocks;
    if choice.blocks >= wanted || memory > 2.0 * issue.max(shared) {
        return Some(choice);
    }
    let filled = searched(nest, machine, block, Some((wanted, choice.clocks)));
    match filled.filter(|one| one.clocks.total() <= FILLING * choice.clocks.total()) {
        Some(filled) => Some(Choice {
            candidates: choice.candidates,
            next: Some(Box::new(choice)),
            fills: true,
            ..filled
        }),
        None => Some(choice),
    }
}

/// The cheapest candidate, where `fill` is given of those with so many blocks whose multiply-adds
/// and loads from shared memory take no longer.
fn searched(
    nest: &Nest,
    machine: &Machine,
    block: Option<&[i64]>,
    fill: Option<(i64, Clocks)>,
) -> Option<Choice> {
    let mut search = Search::of(nest, machine, block, fill)?;
    search.tiles(0, 1);
    let candidates = CANDIDATES - search.left;
    let mut choice = search.best?;
    choice.candidates = candidates;
    choice.next = search.next.map(Box::new);
    reduction_tiles(nest, machine, &mut choice.tile);
    if let Some(next) = &mut choice.next {
        reduction_tiles(nest, machine, &mut next.tile);
    }
    Some(choice)
}

struct Search<'n> {
    nest: &'n Nest,
    machine: &'n Machine,
    /// The block, where it is set.
    given: Option<&'n [i64]>,
    /// The fewest blocks, and the clocks that its parts may take.
    fill: Option<(i64, Clocks)>,
    /// The parallel members, outermost first.
    parallel: Vec<usize>,
    tile: Vec<i64>,
    /// How many candidates may still be judged.
    left: usize,
    best: Option<Choice>,
    /// The second cheapest.
    next: Option<Choice>,
}

/// The clocks of one candidate, whose tile has a size for each of the first members; none where
/// registers or threads do not suffice for it.
pub fn clocks_of(nest: &Nest, machine: &Machine, tile: &[i64], block: &[i64]) -> Option<Clocks> {
    let mut search = Search::of(nest, machine, Some(block), None)?;
    for (size, (given, one)) in search.tile.iter_mut().zip(tile.iter().zip(&nest.loops)) {
        *size = (*given).clamp(1, one.extent.max(1));
    }
    search.blocks();
    search.best.map(|choice| choice.clocks)
}

impl<'n> Search<'n> {
    /// Before the first candidate; none for a nest without a parallel member.
    fn of(
        nest: &'n Nest,
        machine: &'n Machine,
        given: Option<&'n [i64]>,
        fill: Option<(i64, Clocks)>,
    ) -> Option<Self> {
        let members = 0..nest.members;
        let parallel: Vec<usize> = members.filter(|&at| nest.loops[at].parallel).collect();
        (!parallel.is_empty()).then(|| Search {
            nest,
            machine,
            given,
            fill,
            parallel,
            tile: vec![1; nest.members],
            left: CANDIDATES,
            best: None,
            next: None,
        })
    }

    /// Tries all tile sizes of the parallel members from a position on; the loops before have so
    /// many points.
    fn tiles(&mut self, position: usize, points: i64) {
        let Some(&at) = self.parallel.get(position) else {
            return self.blocks();
        };
        for size in self.sizes(at) {
            if points * size > POINTS || self.left == 0 {
                break;
            }
            self.tile[at] = size;
            self.tiles(position + 1, points * size);
        }
        self.tile[at] = 1;
    }

    /// Tries the blocks for the tile: threads go to the innermost parallel loops with more than one
    /// point.
    fn blocks(&mut self) {
        let inside = self.parallel.iter().rev().copied();
        let axes = AXES - self.nest.lanes.len().min(AXES);
        let mut threads: Vec<usize> = inside.filter(|&at| self.tile[at] > 1).take(axes).collect();
        threads.reverse();
        let mut block = vec![1; threads.len()];
        if let Some(given) = self.given {
            // Threads that have no element of the tile are not there.
            let own = if self.nest.lanes_innermost {
                &given[..given.len() - self.nest.lanes.len().min(given.len())]
            } else {
                given
            };
            let sizes = own.iter().rev().copied().chain(std::iter::repeat(1));
            for ((size, &at), given) in block.iter_mut().zip(&threads).rev().zip(sizes) {
                *size = given.min(self.tile[at]);
            }
            return self.judge(&threads, &block);
        }
        self.block(&threads, 0, &mut block);
    }

    fn block(&mut self, threads: &[usize], position: usize, block: &mut [i64]) {
        if position == threads.len() {
            return self.judge(threads, block);
        }
        let taken: i64 = block[..position].iter().product();
        for size in sizes_up_to(self.tile[threads[position]]) {
            let lanes = self.nest.lanes();
            if taken * size * lanes > THREADS.max(lanes).min(self.machine.threads_per_block) {
                break;
            }
            block[position] = size;
            self.block(threads, position + 1, block);
        }
        block[position] = 1;
    }

    /// The sizes to try for a loop: all of them, or some where there are many loops; each run has
    /// blocks of its own, and so has each row of a reduction that shares nothing with others, or
    /// that stays in registers.
    fn sizes(&self, at: usize) -> Vec<i64> {
        let one = &self.nest.loops[at];
        let all = sizes_up_to(one.extent);
        let mut operands = self.nest.references.iter();
        let shares = operands.any(|operand| !operand.moves_with(at));
        let row = self.nest.lanes_innermost && self.nest.lanes() >= self.machine.warp;
        let row = row && (!shares || self.nest.lanes_keep);
        match self.parallel.len() > FEW_LOOPS {
            _ if one.step > 1 || row => vec![1],
            true => all
                .into_iter()
                .filter(|&size| size == one.extent || matches!(size, 1 | 8 | 32))
                .collect(),
            false => all,
        }
    }

    fn judge(&mut self, threads: &[usize], block: &[i64]) {
        self.left = self.left.saturating_sub(1);
        // How many elements of the tile each thread has along each parallel loop.
        let mut register_tile = vec![1; self.nest.loops.len()];
        for &at in &self.parallel {
            register_tile[at] = self.tile[at];
        }
        for (&at, &size) in threads.iter().zip(block) {
            register_tile[at] = ceil_div(self.tile[at], size);
        }
        if self.nest.registers(&register_tile) > self.machine.registers_per_thread {
            return;
        }
        // A warp issues for all of its lanes; only a kernel with fewer elements leaves some without
        // work.
        let elements = self.parallel.iter().map(|&at| self.nest.loops[at].extent);
        let available = self.given.map_or(i64::MAX, |block| block.iter().product());
        let lanes = self.nest.lanes();
        let fewest = self
            .machine
            .warp
            .min(lanes * elements.product::<i64>() / 2 + 1);
        if lanes * block.iter().product::<i64>() < fewest.min(available) {
            return;
        }
        let blocks = self.blocks_of_the_grid();
        if self.fill.is_some_and(|(wanted, _)| blocks < wanted) {
            return;
        }
        let clocks = self.clocks(&register_tile, block, blocks);
        if self
            .fill
            .is_some_and(|(_, most)| clocks.computes_longer(&most))
        {
            return;
        }
        let beats = |other: &Option<Choice>| {
            let other = other.as_ref();
            other.is_none_or(|other| clocks.total() < other.clocks.total())
        };
        let (first, second) = (beats(&self.best), beats(&self.next));
        if !second {
            return;
        }
        let choice = Choice {
            tile: self.tile.clone(),
            block: self.with_lanes(block),
            clocks,
            blocks,
            candidates: 0,
            given: self.given.is_some(),
            next: None,
            fills: false,
        };
        if first {
            self.next = self.best.replace(choice)
        } else {
            self.next = Some(choice)
        }
    }

    /// The threads of a block, those of the lanes included.
    fn with_lanes(&self, block: &[i64]) -> Vec<i64> {
        let lanes = &self.nest.lanes[..];
        let all = if self.nest.lanes_innermost {
            [block, lanes].concat()
        } else {
            [lanes, block].concat()
        };
        if all.is_empty() { vec![1] } else { all }
    }

    fn blocks_of_the_grid(&self) -> i64 {
        self.tiles_along(true)
    }

    /// How many tiles there are along the parallel loops that blocks share, or along the others.
    fn tiles_along(&self, on_grid: bool) -> i64 {
        let loops = self.parallel.iter();
        loops
            .filter(|&&at| self.nest.loops[at].on_grid == on_grid)
            .map(|&at| ceil_div(self.nest.loops[at].extent, self.tile[at]))
            .product()
    }

    fn clocks(&self, register_tile: &[i64], block: &[i64], blocks: i64) -> Clocks {
        let machine = self.machine;
        let turns = ceil_div(blocks, machine.multiprocessors);
        let lanes = self.nest.lanes();
        let threads: i64 = block.iter().product::<i64>() * lanes;
        let warps = ceil_div(threads, machine.warp);
        // Steps of all threads together, those that fall off the tile's end included.
        let steps: i64 = register_tile.iter().product::<i64>() * warps * machine.warp;
        let inner: f64 = self.reductions();
        let work = (self.tiles_along(false) * steps) as f64 * inner / lanes as f64;
        let resident =
            machine.registers / (self.nest.registers(register_tile) * warps * machine.warp);
        let fitting = machine.threads_per_multiprocessor / (warps * machine.warp);
        let resident = resident.min(fitting).min(machine.blocks).max(1);
        let at_once = turns.min(resident) * warps * machine.warp;
        let sums = register_tile.iter().product::<i64>();
        let sums = sums.min(machine.fma_latency);
        let started = at_once as f64 * sums as f64 / machine.fma_latency as f64;
        let (loads, instructions) = self.loads(register_tile);
        let issue = turns as f64 * work * (1.0 + instructions) / machine.lanes.min(started);
        let shared = turns as f64 * work * loads * WORD as f64 / machine.shared_bytes;
        let bytes = turns as f64 * self.bytes();
        // Memory answers late: few threads do not ask for enough.
        let spread = (blocks as f64 / machine.multiprocessors as f64).min(resident as f64);
        let asked = (spread * threads as f64 / ASKING_THREADS).min(1.0);
        let memory = bytes / (machine.memory_bytes * asked);
        Clocks {
            issue,
            shared,
            memory,
            latency: ceil_div(turns, resident) as f64 * machine.latency,
        }
    }

    /// Instances for each element of a tile.
    fn reductions(&self) -> f64 {
        let loops = self.nest.loops.iter().enumerate();
        loops
            .filter(|(at, _)| !self.parallel.contains(at))
            .map(|(_, one)| one.extent as f64)
            .product()
    }

    /// Elements that an instance loads, when each serves the register tile, and the instructions
    /// that load them.
    fn loads(&self, register_tile: &[i64]) -> (f64, f64) {
        let (mut elements, mut instructions) = (0.0, 0.0);
        for operand in self.nest.references.iter().filter(|one| !one.writes) {
            let reused = self.parallel.iter().filter(|&&at| !operand.moves_with(at));
            let one = 1.0 / reused.map(|&at| register_tile[at]).product::<i64>() as f64;
            let words = ceil_div(operand.bytes, WORD) as f64;
            elements += one * words;
            instructions += one
                / operand.vector(register_tile, &self.nest.loops, self.machine.access_bytes) as f64;
        }
        (elements, instructions)
    }

    /// Bytes that a block reads and writes, in whole sectors.
    fn bytes(&self) -> f64 {
        let size = |at: usize| {
            if self.nest.loops[at].on_grid {
                self.tile[at]
            } else {
                self.nest.loops[at].extent
            }
        };
        let references = self.nest.references.iter();
        references
            .map(|one| one.footprint_bytes(&size, self.machine.sector_bytes))
            .sum()
    }
}

impl Reference {
    fn moves_with(&self, at: usize) -> bool {
        self.dims.iter().any(|dim| dim[at] != 0)
    }

    /// How many elements one instruction loads: where the thread itself goes along the row, over
    /// whole accesses, or along another dimension that goes last in a tile for it
    /// (`schedule-promote`).
    fn vector(&self, register_tile: &[i64], loops: &[Loop], access_bytes: i64) -> i64 {
        let along_row = |at: &usize| self.dims.last().is_some_and(|row| row[*at] == 1);
        let own = |at: usize| {
            if loops[at].parallel {
                register_tile[at]
            } else {
                loops[at].extent
            }
        };
        let longest = (0..loops.len()).filter(along_row).map(own).max();
        match longest {
            Some(own) if own % (access_bytes / WORD).max(1) == 0 => {
                ceil_div(access_bytes, self.bytes.max(WORD))
            }
            Some(own) if own % 2 == 0 => 1,
            _ => self.vector_across(register_tile, loops, access_bytes),
        }
    }

    /// The same for the dimensions in front of the row, along which nothing but one parallel loop
    /// moves.
    fn vector_across(&self, register_tile: &[i64], loops: &[Loop], access_bytes: i64) -> i64 {
        let most = ceil_div(access_bytes, self.bytes.max(WORD));
        let of = |dim: &Vec<i64>| {
            let mut moving = (0..loops.len()).filter(|at| dim[*at] != 0);
            let (Some(at), None) = (moving.next(), moving.next()) else {
                return 1;
            };
            let mut width = most;
            while register_tile[at] % width != 0 {
                width /= 2;
            }
            if loops[at].parallel && dim[at] == 1 {
                width
            } else {
                1
            }
        };
        let in_front = self.dims.split_last().map_or(&[][..], |(_, dims)| dims);
        in_front.iter().map(of).max().unwrap_or(1)
    }

    /// Bytes of the elements in the index bounds of a tile, each row in whole sectors.
    pub fn footprint_bytes(&self, size: &dyn Fn(usize) -> i64, sector: i64) -> f64 {
        let span = |dim: &Vec<i64>| -> i64 {
            let moves = dim.iter().enumerate();
            1 + moves
                .map(|(at, coefficient)| coefficient.abs() * (size(at) - 1))
                .sum::<i64>()
        };
        let Some((row, rows)) = self.dims.split_last() else {
            return sector as f64;
        };
        let rows: f64 = rows.iter().map(|dim| span(dim) as f64).product();
        rows * (ceil_div(span(row) * self.bytes, sector) * sector) as f64
    }

    fn elements(&self, size: &dyn Fn(usize) -> i64, sector: i64) -> i64 {
        (self.footprint_bytes(size, sector) / self.bytes as f64) as i64
    }
}

impl Nest {
    /// The lanes of one element.
    fn lanes(&self) -> i64 {
        self.lanes.iter().product()
    }

    /// The registers of a thread with this tile.
    fn registers(&self, register_tile: &[i64]) -> i64 {
        let widest = self.references.iter().map(|one| one.bytes).max();
        let words = ceil_div(widest.unwrap_or(WORD), WORD);
        registers_of_a_thread(register_tile.iter().product::<i64>() * words)
    }
}

/// The registers of a thread that has so many words of sums: `36 + 1.7 * sums`. Fitted to
/// products that our code generator and `ptxas` made, of 16 to 128 sums for each thread: it is a
/// property of that code, not of the machine.
pub(super) fn registers_of_a_thread(sums: i64) -> i64 {
    36 + sums * 17 / 10
}

/// Gives the reductions among the members the largest tiles whose operands fit a third of the
/// shared memory, the innermost first.
fn reduction_tiles(nest: &Nest, machine: &Machine, tile: &mut [i64]) {
    let limit = machine.shared_limit / 3;
    for at in (0..nest.members).rev() {
        if nest.loops[at].parallel {
            continue;
        }
        let fits = |candidate: i64, tile: &[i64]| {
            let size = |other: usize| match tile.get(other) {
                _ if other == at => candidate,
                Some(&size) => size,
                None => nest.loops[other].extent,
            };
            let operands = nest.references.iter().filter(|one| !one.writes);
            operands
                .map(|one| one.elements(&size, machine.sector_bytes) * one.bytes)
                .sum::<i64>()
                <= limit
        };
        let (extent, terms) = (nest.loops[at].extent, nest.loops[at].terms);
        let candidates = sizes_up_to(extent)
            .into_iter()
            .filter(|&size| size <= REDUCTION_TILE);
        let fitting = candidates.rev().filter(|&size| fits(size, tile));
        let fitting: Vec<i64> = fitting.collect();
        // Whole tiles need no conditions.
        let shortest = if terms > extent {
            SHORTEST / 2
        } else {
            SHORTEST
        };
        let whole = fitting
            .iter()
            .find(|&&size| size >= shortest && extent % size == 0 && terms % size == 0);
        tile[at] = whole.or(fitting.first()).copied().unwrap_or(1);
    }
}

/// The sizes for a loop, its own extent last.
fn sizes_up_to(extent: i64) -> Vec<i64> {
    let mut sizes: Vec<i64> = SIZES.into_iter().filter(|&size| size < extent).collect();
    if extent <= POINTS.min(2 * SIZES[SIZES.len() - 1]) {
        sizes.push(extent);
    }
    sizes
}

fn ceil_div(a: i64, b: i64) -> i64 {
    (a + b - 1) / b
}

#[cfg(test)]
pub(super) mod tests;
