//! The sanitizer's view of one block: clocks of its warps, cells and written bytes of its shared
//! memory.

use std::collections::HashMap;

use super::clock::join;
use super::order::{Fenced, Words};
use super::record::{CLOCK_LIMIT, Cell, Record};
use super::{Past, Problem, Use};
use crate::context::Context;
use crate::finding::FindingKind;
use crate::operation::{RESERVED_NAME, SHARED_BASE, Scope};
use crate::registers::LANES;
use crate::types::Space;

pub(crate) struct BlockSanitizer {
    /// The number of the block, as records have it.
    pub(super) block: u64,
    /// `clocks[v][w]`: the latest clock of warp `w` that is ordered before warp `v`, and
    /// `clocks[v][v]` its own.
    clocks: Vec<Vec<u32>>,
    /// The clock of each warp since which its lanes are not ordered.
    lanes_since: Vec<u32>,
    /// Whether a warp accessed memory at its current clock.
    accessed: Vec<bool>,
    /// What each warp has heard of other blocks.
    others: Vec<Past>,
    pub(super) fenced: Vec<Fenced>,
    /// The releases through words of shared memory.
    released: Words,
    /// The pasts of the arrivals at each barrier, and those of its last release.
    barriers: HashMap<usize, Past>,
    leaving: HashMap<usize, Past>,
    cells: Vec<Cell>,
    /// Readers of shared cells beyond the two that a cell records. With barriers of the whole block
    /// two are sufficient, so they are kept only if the kernel has barriers of other kinds.
    readers: HashMap<u64, Vec<Record>>,
    partial_barriers: bool,
    /// The copy in flight to each cell.
    pending: Vec<Option<Record>>,
    /// Clocks released to each `mbarrier`, and those of its last complete phase.
    words: HashMap<u64, [Past; 2]>,
    /// One bit for each byte of shared memory that was written.
    written: Vec<u64>,
    /// The part of it that the system has written before.
    reserved: std::ops::Range<u64>,
    granule: u64,
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
            lanes_since: vec![1; warps],
            accessed: vec![false; warps],
            others: vec![Past::default(); warps],
            fenced: vec![Fenced::default(); warps],
            released: Words::new(),
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
            reserved: reserved(context),
            granule,
        })
    }

    pub fn start_block(&mut self, block: u64) {
        self.block = Record::new(0, 1, 0, block, false).block();
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
        for byte in self.reserved.clone() {
            self.mark_written(byte, 1);
        }
        self.lanes_since.fill(1);
        self.accessed.fill(false);
        self.others.fill(Past::default());
        self.fenced.fill(Fenced::default());
        self.released.clear();
    }

    /// Accesses of the warp from now on are later than those so far.
    fn tick(&mut self, warp: usize) {
        if std::mem::take(&mut self.accessed[warp]) {
            let own = &mut self.clocks[warp][warp];
            *own = (*own + 1).min(CLOCK_LIMIT);
        }
    }

    /// Everything that the warp did so far and that it has heard of.
    pub(super) fn past(&mut self, warp: usize) -> Past {
        self.tick(warp);
        let mut clocks = self.clocks[warp].clone();
        if clocks[warp] < CLOCK_LIMIT {
            clocks[warp] -= 1;
        }
        let mut past = self.others[warp].clone();
        past.include(self.block, &clocks);
        past
    }

    /// Orders a past before what the warp does from now on.
    pub(super) fn hear(&mut self, warp: usize, past: &Past) {
        if let Some(clocks) = past.block(self.block) {
            let own = self.clocks[warp][warp];
            join(&mut self.clocks[warp], clocks);
            self.clocks[warp][warp] = own;
            let heard = clocks.get(warp).map_or(0, |clock| clock + 1);
            self.lanes_since[warp] = self.lanes_since[warp].max(heard.min(own));
        }
        self.others[warp].join(past);
    }

    /// Makes the accesses of warp `warp` so far visible to those that leave the barrier.
    pub fn barrier_arrive(&mut self, warp: usize, barrier: usize) {
        let past = self.past(warp);
        self.barriers.entry(barrier).or_default().join(&past);
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
        self.hear(warp, &joined);
    }

    /// All warps have left; the next round starts empty.
    pub fn barrier_done(&mut self, barrier: usize) {
        self.barriers.remove(&barrier);
        self.leaving.remove(&barrier);
    }

    /// Orders the lanes of a warp.
    pub fn warp_barrier(&mut self, warp: usize) {
        self.tick(warp);
        self.lanes_since[warp] = self.clocks[warp][warp];
    }

    fn record(&mut self, warp: usize, lane: usize, pc: u32, kind: Use) -> Record {
        self.accessed[warp] = true;
        let strong = kind.sync().scope.is_some();
        let clock = self.clocks[warp][warp];
        Record::new(warp * LANES + lane, clock, pc, self.block, strong)
    }

    /// The clock of a warp, for a copy that counts as an access of now when it lands.
    pub fn now(&mut self, warp: usize) -> u32 {
        self.accessed[warp] = true;
        self.clocks[warp][warp]
    }

    /// The current load of warp `warp`: the record of its first lane.
    pub fn load(&self, warp: usize, pc: u32) -> Record {
        let clock = self.clocks[warp][warp];
        Record::new(warp * LANES, clock, pc, self.block, false)
    }

    /// Whether `earlier` is ordered before the current access of warp `warp`.
    fn ordered(&self, warp: usize, earlier: Record) -> bool {
        let other = earlier.thread() / LANES;
        if earlier.block() != self.block {
            let heard = self.others[warp].block(earlier.block());
            return heard.and_then(|clocks| clocks.get(other)).copied() >= Some(earlier.clock());
        }
        if other == warp {
            // Lanes of a warp are ordered by barriers, and by releases that one acquires.
            let limit = self.clocks[warp][warp] == CLOCK_LIMIT;
            limit || self.lanes_since[warp] > earlier.clock()
        } else {
            let heard = self.clocks[warp].get(other).copied().unwrap_or(0);
            heard >= earlier.clock()
        }
    }

    /// Whether two strong accesses that nothing orders are a race nevertheless: PTX wants each in
    /// the scope of the other, and both of the same bytes.
    fn apart(context: &Context, me: Record, earlier: Record) -> bool {
        let [mine, other] = [me, earlier].map(|record| context.strong[record.pc() as usize]);
        let (Some((scope, bytes)), Some((other_scope, other_bytes))) = (mine, other) else {
            return false;
        };
        let both_device = [scope, other_scope] == [Scope::Device; 2];
        bytes != other_bytes || (me.block() != earlier.block() && !both_device)
    }

    /// The order of memory around a request of strong accesses.
    pub fn order(&mut self, context: &Context, warp: usize, space: Space, word: u64, kind: Use) {
        let sync = kind.sync();
        if sync.scope.is_none() {
            return;
        }
        let reads = match kind {
            Use::Read { .. } => true,
            Use::Atomic { returns, .. } => returns,
            _ => false,
        };
        let modifies = matches!(kind, Use::Atomic { .. });
        let uses = [reads || modifies, kind.writes()];
        if space == Space::Shared {
            let mut words = std::mem::take(&mut self.released);
            self.synchronise(&mut words, warp, word, sync, uses);
            self.released = words;
        } else if let Ok(mut words) = context.released.lock() {
            self.synchronise(&mut words, warp, word, sync, uses);
        }
    }

    /// One lane's access of shared memory at address `offset`.
    #[allow(clippy::too_many_arguments)]
    pub fn shared(
        &mut self,
        context: &Context,
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
                conflict = conflict.or(self.note(context, warp, cell, me, writes));
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
        let unwritten = kind_reads(kind) && !context.memory.arrays[array].is_written(offset, bytes);
        let shadow = context.shadow.as_ref();
        let Some(shadow) = shadow.filter(|_| !kind.is_dropped(lane)) else {
            return unwritten.then(unwritten_read(Space::Global));
        };
        let me = self.record(warp, lane, pc, kind);
        let writes = kind.writes();
        let mut conflict = None;
        for cell in offset / shadow.granule..(offset + bytes).div_ceil(shadow.granule) {
            let noted = shadow.arrays[array].cell(cell as usize).access(
                me,
                writes,
                |earlier| self.ordered(warp, earlier),
                |earlier| Self::apart(context, me, earlier),
            );
            conflict = conflict.or(noted.conflict);
        }
        conflict = conflict.filter(|other| !is_same_value(kind, me, *other));
        if let Some(other) = conflict {
            return Some(race(FindingKind::GlobalRace, kind, other));
        }
        unwritten.then(unwritten_read(Space::Global))
    }

    /// Records an access of a cell of shared memory, and returns one that it conflicts with.
    fn note(
        &mut self,
        context: &Context,
        warp: usize,
        cell: u64,
        me: Record,
        writes: bool,
    ) -> Option<Record> {
        let noted = self.cells[cell as usize].access(
            me,
            writes,
            |earlier| self.ordered(warp, earlier),
            |earlier| Self::apart(context, me, earlier),
        );
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
        readers.into_iter().find(|reader| {
            reader.conflicts_with(me) && !reader.both_strong(me) && !self.ordered(warp, *reader)
        })
    }

    /// A copy has landed: a write of its thread, now or at an earlier clock.
    pub fn land(
        &mut self,
        (warp, lane): (usize, usize),
        pc: u32,
        offset: u64,
        bytes: u64,
        clock: Option<u32>,
    ) {
        let start = offset - SHARED_BASE;
        let now = self.record(warp, lane, pc, Use::AsyncWrite);
        let me = match clock {
            Some(clock) => Record::new(now.thread(), clock, pc, self.block, false),
            None => now,
        };
        for cell in start / self.granule..(start + bytes).div_ceil(self.granule) {
            self.pending[cell as usize] = None;
            // Conflicts were checked when the copy was issued.
            self.cells[cell as usize].access(me, true, |_| true, |_| false);
        }
    }

    /// An arrival at an `mbarrier` makes the past of the warp visible to its waiters.
    pub fn release_word(&mut self, warp: usize, address: u64) {
        let past = self.past(warp);
        let [gathering, _] = self.words.entry(address).or_default();
        gathering.join(&past);
    }

    /// A phase is complete: its releases can be acquired.
    pub fn complete_word(&mut self, address: u64) {
        let [gathering, complete] = self.words.entry(address).or_default();
        complete.join(gathering);
    }

    /// A wait saw a complete phase.
    pub fn acquire_word(&mut self, warp: usize, address: u64) {
        if let Some([_, complete]) = self.words.get(&address) {
            let complete = complete.clone();
            self.hear(warp, &complete);
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

/// The reserved shared memory, from the start of shared memory.
fn reserved(context: &Context) -> std::ops::Range<u64> {
    let mut all = context.code.shared.iter();
    all.find(|array| array.name == RESERVED_NAME)
        .map_or(0..0, |array| {
            let start = array.offset - SHARED_BASE;
            start..start + array.bytes
        })
}

/// An aligned access of up to 32 bytes lies in one word of 64 bits.
fn byte_bits(start: u64, bytes: u64) -> u64 {
    (u64::MAX >> (64 - bytes)) << (start % 64)
}

fn kind_reads(kind: Use) -> bool {
    matches!(kind, Use::Read { .. } | Use::Atomic { .. })
}

/// Two threads of a block that store the same value with the same instruction do not conflict.
fn is_same_value(kind: Use, me: Record, other: Record) -> bool {
    let lane = me.thread() % LANES;
    matches!(kind, Use::Write { same, .. } if same >> lane & 1 == 1)
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
    let strong = use_.sync().scope.is_some();
    let mine = match use_ {
        Use::Read { .. } if strong => "strong read",
        Use::Write { .. } if strong => "strong write",
        Use::Read { .. } => "read",
        Use::Write { .. } => "write",
        Use::AsyncWrite => "asynchronous copy",
        Use::Atomic { .. } => "atomic access",
    };
    let advice = match kind {
        _ if strong && other.is_strong() => {
            "both are strong, but PTX wants each in the scope of the other, and of the same size"
        }
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
