//! One access as 64 bits, and the cells of memory that hold them.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::registers::LANES;

/// Thread, time and instruction of an access. Zero is no access.
///
/// | bits | field |
/// | --- | --- |
/// | 0..10 | thread in the block |
/// | 10..24 | clock of its warp, at least 1 |
/// | 24..42 | instruction |
/// | 42..63 | block, modulo 2^21 |
/// | 63 | strong |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Record(u64);

const CLOCK_BITS: u32 = 14;
const BLOCK_BITS: u32 = 21;
/// A clock saturates here: accesses after this many barriers count as ordered.
pub(super) const CLOCK_LIMIT: u32 = (1 << CLOCK_BITS) - 1;

impl Record {
    pub fn new(thread: usize, clock: u32, pc: u32, block: u64, strong: bool) -> Self {
        Record(
            thread as u64 & 0x3ff
                | u64::from(clock.min(CLOCK_LIMIT)) << 10
                | (u64::from(pc) & 0x3_ffff) << 24
                | (block & ((1 << BLOCK_BITS) - 1)) << 42
                | u64::from(strong) << 63,
        )
    }

    pub fn exists(self) -> bool {
        self.0 != 0
    }

    pub fn thread(self) -> usize {
        (self.0 & 0x3ff) as usize
    }

    pub fn clock(self) -> u32 {
        (self.0 >> 10) as u32 & CLOCK_LIMIT
    }

    pub fn pc(self) -> u32 {
        (self.0 >> 24) as u32 & 0x3_ffff
    }

    pub fn block(self) -> u64 {
        self.0 >> 42 & ((1 << BLOCK_BITS) - 1)
    }

    pub fn is_strong(self) -> bool {
        self.0 >> 63 == 1
    }

    pub fn same_warp(self, other: Record) -> bool {
        self.thread() / LANES == other.thread() / LANES && self.block() == other.block()
    }

    /// Whether the two are a race if nothing orders them, one writes, and they are not strong
    /// accesses that know of each other.
    pub fn conflicts_with(self, other: Record) -> bool {
        self.exists() && !self.same_thread(other)
    }

    pub fn both_strong(self, other: Record) -> bool {
        self.is_strong() && other.is_strong()
    }

    pub fn same_thread(self, other: Record) -> bool {
        self.thread() == other.thread() && self.block() == other.block()
    }
}

/// The answer of a cell about an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Noted {
    /// An earlier access that it conflicts with.
    pub conflict: Option<Record>,
    /// Whether the cell had no room for this read, because it holds two others that are not ordered
    /// before it.
    pub forgotten: bool,
}

/// The accesses that one cell records.
#[derive(Debug, Default)]
pub(super) struct Cell {
    write: AtomicU64,
    reads: [AtomicU64; 2],
}

impl Cell {
    /// Records an access and returns one that it conflicts with. `ordered` tells whether an earlier
    /// access is ordered before this one, `apart` whether two strong accesses race nevertheless.
    pub fn access(
        &self,
        me: Record,
        writes: bool,
        ordered: impl Fn(Record) -> bool,
        apart: impl Fn(Record) -> bool,
    ) -> Noted {
        let conflicts = |record: Record| {
            record.conflicts_with(me)
                && (!record.both_strong(me) || apart(record))
                && !ordered(record)
        };
        let write = Record(self.write.load(Relaxed));
        let mut conflict = conflicts(write).then_some(write);
        let reads = [0, 1].map(|index: usize| Record(self.reads[index].load(Relaxed)));
        if writes {
            conflict = conflict.or_else(|| reads.into_iter().find(|read| conflicts(*read)));
            self.write.store(me.0, Relaxed);
            if reads[0].exists() {
                self.reads[0].store(0, Relaxed);
                self.reads[1].store(0, Relaxed);
            }
            return Noted {
                conflict,
                forgotten: false,
            };
        }
        // A read that is ordered before this one needs no record of its own any more.
        let replaceable =
            |record: Record| !record.exists() || record.same_thread(me) || ordered(record);
        // Two readers of one warp carry less information than one of each of two warps.
        let repeated = || reads[0].same_warp(reads[1]) && !reads[0].same_warp(me);
        let mut forgotten = false;
        if replaceable(reads[0]) {
            self.reads[0].store(me.0, Relaxed);
        } else if replaceable(reads[1]) || repeated() {
            self.reads[1].store(me.0, Relaxed);
        } else {
            forgotten = true;
        }
        Noted {
            conflict,
            forgotten,
        }
    }

    pub fn clear(&self) {
        self.write.store(0, Relaxed);
        self.reads[0].store(0, Relaxed);
        self.reads[1].store(0, Relaxed);
    }
}

const PAGE: usize = 4096;

/// The cells of one array in global memory, allocated page by page on first use.
pub(super) struct ArrayShadow {
    pages: Vec<OnceLock<Vec<Cell>>>,
}

impl ArrayShadow {
    fn new(cells: usize) -> Self {
        ArrayShadow {
            pages: (0..cells.div_ceil(PAGE)).map(|_| OnceLock::new()).collect(),
        }
    }

    pub fn cell(&self, index: usize) -> &Cell {
        let page =
            self.pages[index / PAGE].get_or_init(|| (0..PAGE).map(|_| Cell::default()).collect());
        &page[index % PAGE]
    }
}

/// The cells of all global memory during one launch.
pub(crate) struct GlobalShadow {
    pub(super) arrays: Vec<ArrayShadow>,
    /// Bytes of a cell: the smallest access of the kernel, at most 4.
    pub(super) granule: u64,
}

impl GlobalShadow {
    pub fn new(array_bytes: impl Iterator<Item = u64>, granule: u64) -> Self {
        GlobalShadow {
            arrays: array_bytes
                .map(|bytes| ArrayShadow::new(bytes.div_ceil(granule) as usize))
                .collect(),
            granule,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_keeps_its_fields() {
        let record = Record::new(1023, 77, 99_999, 2_000_000, true);
        assert_eq!(record.thread(), 1023);
        assert_eq!(record.clock(), 77);
        assert_eq!(record.pc(), 99_999);
        assert_eq!(record.block(), 2_000_000);
        assert!(record.is_strong() && record.exists());
        assert!(!Record(0).exists());
    }

    #[test]
    fn a_cell_reports_unordered_pairs_with_a_write_only() {
        let at = |thread| Record::new(thread, 1, thread as u32, 0, false);
        let cell = Cell::default();
        let never = |_: Record| false;
        assert_eq!(cell.access(at(1), false, never, never).conflict, None);
        assert_eq!(cell.access(at(2), false, never, never).conflict, None);
        // Thread 1 writes: its own read is not a conflict, that of thread 2 is.
        assert_eq!(cell.access(at(1), true, never, never).conflict, Some(at(2)));
        assert_eq!(
            cell.access(at(3), false, never, never).conflict,
            Some(at(1))
        );
        assert_eq!(cell.access(at(4), false, |_| true, never).conflict, None);
        let atomic = |thread| Record::new(thread, 1, 0, 0, true);
        let cell = Cell::default();
        assert_eq!(cell.access(atomic(1), true, never, never).conflict, None);
        assert_eq!(cell.access(atomic(2), true, never, never).conflict, None);
        assert_eq!(
            cell.access(at(3), false, never, never).conflict,
            Some(atomic(2))
        );
    }

    #[test]
    fn a_third_warp_is_remembered_before_a_second_lane() {
        let at = |thread| Record::new(thread, 1, thread as u32, 0, false);
        let cell = Cell::default();
        let never = |_: Record| false;
        cell.access(at(0), false, never, never);
        cell.access(at(1), false, never, never);
        assert!(!cell.access(at(40), false, never, never).forgotten);
        assert!(cell.access(at(70), false, never, never).forgotten);
        let ordered_with_first_warp = |earlier: Record| earlier.thread() < 32;
        let noted = cell.access(at(2), true, ordered_with_first_warp, never);
        assert_eq!(noted.conflict, Some(at(40)));
    }
}
