//! The sanitizer's view of one block: clocks of its warps, cells and written bytes of its shared
//! memory.

use std::collections::{HashMap, HashSet};

use super::record::{CLOCK_LIMIT, Cell, Record};
use super::{Problem, Use};
use crate::context::Context;
use crate::finding::FindingKind;
use crate::operation::Fence;
use crate::operation::SHARED_BASE;
use crate::registers::LANES;
use crate::types::Space;

/// Releases of other blocks through atomics, by address: the blocks whose past is visible.
pub(crate) type Released = HashMap<u64, HashSet<u64>>;

pub(crate) struct BlockSanitizer {
    block: u64,
    /// `clocks[v][w]`: the latest clock of warp `w` that is ordered before warp `v`.
    clocks: Vec<Vec<u32>>,
    /// The joined clocks of the arrivals at each barrier, and those of its last release.
    barriers: HashMap<usize, Vec<u32>>,
    leaving: HashMap<usize, Vec<u32>>,
    cells: Vec<Cell>,
    /// Readers of shared cells beyond the two that a cell records. With barriers of the whole block
    /// two are sufficient, so they are kept only if the kernel has barriers of other kinds.
    readers: HashMap<u64, Vec<Record>>,
    partial_barriers: bool,
    /// The copy in flight to each cell.
    pending: Vec<Option<Record>>,
    /// Clocks released to each `mbarrier`, and those of its last complete phase.
    words: HashMap<u64, [Vec<u32>; 2]>,
    /// One bit for each byte of shared memory that was written.
    written: Vec<u64>,
    granule: u64,
    /// Blocks whose past is ordered before this block's present.
    acquired: HashSet<u64>,
    /// Warps that executed a fence wider than the block.
    fenced: Vec<bool>,
}

impl BlockSanitizer {
    pub fn new(context: &Context) -> Option<Self> {
        if !context.options.sanitize {
            return None;
        }
        let warps = context.warp_count();
        let shared = (context.shared_end - SHARED_BASE) as usize;
        let granule = context.shared_granule;
        Some(BlockSanitizer {
            block: 0,
            clocks: vec![vec![0; warps]; warps],
            barriers: HashMap::new(),
            leaving: HashMap::new(),
            cells: (0..shared.div_ceil(granule as usize))
                .map(|_| Cell::default())
                .collect(),
            readers: HashMap::new(),
            partial_barriers: context.code.has_partial_barriers(),
            pending: vec![None; shared.div_ceil(granule as usize)],
            words: HashMap::new(),
            written: vec![0; shared.div_ceil(64)],
            granule,
            acquired: HashSet::new(),
            fenced: vec![false; warps],
        })
    }

    pub fn start_block(&mut self, block: u64) {
        self.block = block;
        let warps = self.clocks.len();
        for (warp, clock) in self.clocks.iter_mut().enumerate() {
            clock.clear();
            clock.resize(warps, 0);
            clock[warp] = 1;
        }
        self.barriers.clear();
        self.leaving.clear();
        self.cells.iter().for_each(Cell::clear);
        self.readers.clear();
        self.pending.fill(None);
        self.words.clear();
        self.written.fill(0);
        self.acquired.clear();
        self.fenced.fill(false);
    }

    fn tick(&mut self, warp: usize) {
        let own = &mut self.clocks[warp][warp];
        *own = (*own + 1).min(CLOCK_LIMIT);
    }

    /// Makes the accesses of warp `warp` so far visible to those that leave the barrier.
    pub fn barrier_arrive(&mut self, warp: usize, barrier: usize) {
        let joined = self.barriers.entry(barrier).or_default();
        join(joined, &self.clocks[warp]);
        self.tick(warp);
    }

    pub fn barrier_leave(&mut self, warp: usize, barrier: usize) {
        let joined = match self.barriers.remove(&barrier) {
            Some(joined) => self
                .leaving
                .entry(barrier)
                .insert_entry(joined)
                .get()
                .clone(),
            None => self.leaving.get(&barrier).cloned().unwrap_or_default(),
        };
        join(&mut self.clocks[warp], &joined);
    }

    /// All warps have left; the next round starts empty.
    pub fn barrier_done(&mut self, barrier: usize) {
        self.barriers.remove(&barrier);
        self.leaving.remove(&barrier);
    }

    /// Orders the lanes of a warp.
    pub fn warp_barrier(&mut self, warp: usize) {
        self.tick(warp);
    }

    pub fn fence(&mut self, warp: usize, fence: Fence) {
        if !fence.block_only {
            self.fenced[warp] = true;
        }
    }

    fn record(&self, warp: usize, lane: usize, pc: u32, kind: Use) -> Record {
        let atomic = matches!(kind, Use::Atomic { .. });
        let clock = self.clocks[warp][warp];
        Record::new(warp * LANES + lane, clock, pc, self.block, atomic)
    }

    /// The current load of warp `warp`: the record of its first lane.
    pub fn load(&self, warp: usize, pc: u32) -> Record {
        self.record(warp, 0, pc, Use::READ)
    }

    /// Whether `earlier`, of this block, is ordered before the current access of warp `warp`.
    fn ordered(&self, warp: usize, earlier: Record) -> bool {
        let other = earlier.thread() / LANES;
        let heard = self.clocks[warp].get(other).copied().unwrap_or(0);
        if other == warp {
            // Lanes of a warp are ordered by barriers only.
            heard > earlier.clock() || heard == CLOCK_LIMIT
        } else {
            heard >= earlier.clock()
        }
    }

    /// One lane's access of shared memory at address `offset`.
    pub fn shared(
        &mut self,
        warp: usize,
        lane: usize,
        pc: u32,
        offset: u64,
        bytes: u64,
        kind: Use,
    ) -> Option<Problem> {
        let start = offset - SHARED_BASE;
        let me = self.record(warp, lane, pc, kind);
        let writes = kind.writes();
        let unwritten = kind_reads(kind) && !self.is_written(start, bytes);
        let mut conflict = None;
        let mut on_its_way = None;
        for cell in start / self.granule..(start + bytes).div_ceil(self.granule) {
            if !kind.is_dropped(lane) {
                conflict = conflict.or(self.note(warp, cell, me, writes));
            }
            let pending = &mut self.pending[cell as usize];
            on_its_way = on_its_way.or(*pending);
            if kind == Use::AsyncWrite {
                *pending = Some(me);
            }
        }
        if writes {
            self.mark_written(start, bytes);
        }
        if let Some(copy) = on_its_way {
            return Some(missing_wait(kind, copy));
        }
        conflict = conflict.filter(|other| !is_same_value(kind, me, *other));
        if let Some(other) = conflict {
            return Some(race(FindingKind::SharedRace, kind, other));
        }
        unwritten.then(unwritten_read(Space::Shared))
    }

    /// One lane's access of global memory.
    #[allow(clippy::too_many_arguments)]
    pub fn global(
        &mut self,
        context: &Context,
        warp: usize,
        lane: usize,
        pc: u32,
        (array, offset): (usize, u64),
        bytes: u64,
        kind: Use,
    ) -> Option<Problem> {
        if let Use::Atomic { returns, orders } = kind {
            let address = context.memory.arrays[array].base + offset;
            self.synchronise(context, warp, address, returns, orders);
        }
        let unwritten = kind_reads(kind) && !context.memory.arrays[array].is_written(offset, bytes);
        let shadow = context.shadow.as_ref();
        let Some(shadow) = shadow.filter(|_| !kind.is_dropped(lane)) else {
            return unwritten.then(unwritten_read(Space::Global));
        };
        let me = self.record(warp, lane, pc, kind);
        let writes = kind.writes();
        let mut conflict = None;
        let own_block = me.block();
        for cell in offset / shadow.granule..(offset + bytes).div_ceil(shadow.granule) {
            let noted = shadow.arrays[array]
                .cell(cell as usize)
                .access(me, writes, |earlier| {
                    if earlier.block() == own_block {
                        self.ordered(warp, earlier)
                    } else {
                        self.acquired.contains(&earlier.block())
                    }
                });
            conflict = conflict.or(noted.conflict);
        }
        conflict = conflict.filter(|other| !is_same_value(kind, me, *other));
        if let Some(other) = conflict {
            return Some(race(FindingKind::GlobalRace, kind, other));
        }
        unwritten.then(unwritten_read(Space::Global))
    }

    /// Records an access of a cell of shared memory, and returns one that it conflicts with.
    fn note(&mut self, warp: usize, cell: u64, me: Record, writes: bool) -> Option<Record> {
        let noted =
            self.cells[cell as usize].access(me, writes, |earlier| self.ordered(warp, earlier));
        if !self.partial_barriers {
            return noted.conflict;
        }
        let other = self.other_readers(warp, cell, me, writes, noted.forgotten);
        noted.conflict.or(other)
    }

    /// Readers of a cell beyond those that it records: kept if `forgotten`, and checked by a write.
    fn other_readers(
        &mut self,
        warp: usize,
        cell: u64,
        me: Record,
        writes: bool,
        forgotten: bool,
    ) -> Option<Record> {
        if !writes {
            if forgotten {
                let readers = self.readers.entry(cell).or_default();
                readers.retain(|reader| !reader.same_warp(me) || reader.clock() > me.clock());
                readers.push(me);
            }
            return None;
        }
        let readers = self.readers.remove(&cell)?;
        readers
            .into_iter()
            .find(|reader| reader.conflicts_with(me) && !self.ordered(warp, *reader))
    }

    /// Release and acquire through the atomic at `address`.
    fn synchronise(
        &mut self,
        context: &Context,
        warp: usize,
        address: u64,
        returns: bool,
        orders: bool,
    ) {
        let Ok(mut released) = context.released.lock() else {
            return;
        };
        let visible = released.entry(address).or_default();
        if returns {
            self.acquired.extend(visible.iter().copied());
        }
        if orders || self.fenced[warp] {
            visible.insert(self.block);
            visible.extend(self.acquired.iter().copied());
        }
    }

    /// A copy has landed: a write of its thread at this time.
    pub fn land(&mut self, warp: usize, lane: usize, pc: u32, offset: u64, bytes: u64) {
        let start = offset - SHARED_BASE;
        let me = self.record(warp, lane, pc, Use::AsyncWrite);
        for cell in start / self.granule..(start + bytes).div_ceil(self.granule) {
            self.pending[cell as usize] = None;
            // Conflicts were checked when the copy was issued.
            self.cells[cell as usize].access(me, true, |_| true);
        }
    }

    /// An arrival at an `mbarrier` makes the past of the warp visible to its waiters.
    pub fn release_word(&mut self, warp: usize, address: u64) {
        let [gathering, _] = self.words.entry(address).or_default();
        join(gathering, &self.clocks[warp]);
        self.tick(warp);
    }

    /// A phase is complete: its releases can be acquired.
    pub fn complete_word(&mut self, address: u64) {
        let [gathering, complete] = self.words.entry(address).or_default();
        join(complete, gathering);
    }

    /// A wait saw a complete phase.
    pub fn acquire_word(&mut self, warp: usize, address: u64) {
        if let Some([_, complete]) = self.words.get(&address) {
            join(&mut self.clocks[warp], complete);
        }
    }

    fn is_written(&self, start: u64, bytes: u64) -> bool {
        let bits = byte_bits(start, bytes);
        self.written[(start / 64) as usize] & bits == bits
    }

    /// Whether all bytes of shared memory at address `offset` hold a value.
    pub fn holds_value(&self, offset: u64, bytes: u64) -> bool {
        self.is_written(offset - SHARED_BASE, bytes)
    }

    /// Records that bytes of shared memory hold a value.
    pub fn mark_written(&mut self, start: u64, bytes: u64) {
        self.written[(start / 64) as usize] |= byte_bits(start, bytes);
    }
}

/// An aligned access of up to 32 bytes lies in one word of 64 bits.
fn byte_bits(start: u64, bytes: u64) -> u64 {
    (u64::MAX >> (64 - bytes)) << (start % 64)
}

fn join(target: &mut Vec<u32>, other: &[u32]) {
    if target.len() < other.len() {
        target.resize(other.len(), 0);
    }
    for (mine, theirs) in target.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

fn kind_reads(kind: Use) -> bool {
    matches!(kind, Use::Read { .. } | Use::Atomic { .. })
}

/// Two threads of a block that store the same value with the same instruction do not conflict.
fn is_same_value(kind: Use, me: Record, other: Record) -> bool {
    let lane = me.thread() % LANES;
    matches!(kind, Use::Write { same } if same >> lane & 1 == 1)
        && other.pc() == me.pc()
        && other.block() == me.block()
}

fn missing_wait(kind: Use, copy: Record) -> Problem {
    let message = match kind {
        Use::AsyncWrite => "an asynchronous copy to bytes that another copy in flight writes",
        Use::Read { .. } => {
            "a read of bytes that an asynchronous copy in flight writes; wait for its group, then pass a barrier"
        }
        _ => "a write to bytes that an asynchronous copy in flight writes",
    };
    Problem {
        kind: FindingKind::MissingAsyncWait,
        message: message.to_owned(),
        other: Some(copy),
    }
}

fn unwritten_read(space: Space) -> impl FnOnce() -> Problem {
    move || Problem {
        kind: FindingKind::UninitialisedRead,
        message: uninitialised(space),
        other: None,
    }
}

/// The message about a read of uninitialised bytes.
pub(crate) fn uninitialised(space: Space) -> String {
    format!("a read of {space} memory that nothing has written")
}

fn race(kind: FindingKind, use_: Use, other: Record) -> Problem {
    let mine = match use_ {
        Use::Read { .. } => "read",
        Use::Write { .. } => "write",
        Use::AsyncWrite => "asynchronous copy",
        Use::Atomic { .. } => "atomic access",
    };
    let advice = match kind {
        FindingKind::SharedRace => "a barrier is missing between the two",
        _ => {
            "nothing orders the two: a barrier in a block, an atomic or another launch across blocks"
        }
    };
    Problem {
        kind,
        message: format!(
            "this {mine} and the access of another thread touch the same bytes; {advice}"
        ),
        other: Some(other),
    }
}
