//! Detects mistakes that hardware shows only sometimes: races, uninitialised reads, missing waits.
//! An uninitialised read is a mistake if its value matters, which [`crate::machine`] follows, and
//! so is a race with a load: see [`loads`].
//!
//! Every few bytes of shared and global memory have a cell that records the last write and two
//! reads since, each as one 64-bit record (who, when, where). *When* is a vector clock over the
//! warps: a barrier joins the clocks of all that arrive, an acquire that of the release it saw
//! ([`order`]), so that an access is ordered after another exactly if its warp's clock covers it.
//! Two accesses of different threads conflict when one writes, nothing orders them, and they are
//! not morally strong: strong both, each in the scope of the other, and of the same size. Lanes of
//! one warp are ordered by barriers and acquires only, as the hardware does not guarantee lockstep;
//! two threads of a block that store the same value with the same instruction do not conflict. In
//! kernels whose barriers may order a part of the block, further readers of a cell are kept in a
//! separate table. Arrays in shared memory have gaps between them, so that an access that leaves
//! one does not reach another.
//!
//! What a cell forgets, and what clocks of warps do not tell of lanes, may miss a race; no false
//! one is reported.

mod block;
mod clock;
mod loads;
mod order;
mod record;

use std::collections::BTreeMap;

use crate::finding::{Actor, Finding, FindingKind, Place};
use crate::operation::Sync;

pub(super) use block::{BlockSanitizer, uninitialised};
pub(super) use clock::Past;
pub(super) use loads::{LoadNotes, LoadedLanes, Loads};
pub(super) use order::Words;
pub(super) use record::{GlobalShadow, Record};

/// How an access uses memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// `dropped` has a bit for each lane whose value never matters.
    Read { dropped: u32, sync: Sync },
    /// `same` has a bit for each lane whose store changes nothing.
    Write { same: u32, sync: Sync },
    /// A copy was issued whose bytes arrive at its wait.
    AsyncWrite,
    /// A read-modify-write.
    Atomic { returns: bool, sync: Sync },
}

impl Use {
    /// A weak read whose value matters in all lanes.
    pub const READ: Use = Use::Read {
        dropped: 0,
        sync: Sync::WEAK,
    };

    /// A weak write.
    pub const fn write(same: u32) -> Use {
        Use::Write {
            same,
            sync: Sync::WEAK,
        }
    }

    pub fn writes(self) -> bool {
        !matches!(self, Use::Read { .. })
    }

    /// How the access takes part in the order of memory.
    pub fn sync(self) -> Sync {
        match self {
            Use::Read { sync, .. } | Use::Write { sync, .. } | Use::Atomic { sync, .. } => sync,
            Use::AsyncWrite => Sync::WEAK,
        }
    }

    fn is_dropped(self, lane: usize) -> bool {
        matches!(self, Use::Read { dropped, .. } if dropped >> lane & 1 == 1)
    }
}

/// A mistake without its description.
pub(super) struct Detected {
    pub kind: FindingKind,
    pub message: String,
    pub lane: Option<usize>,
    pub place: Option<Place>,
    pub other: Option<Actor>,
}

impl Detected {
    pub fn new(kind: FindingKind, message: String) -> Self {
        Detected {
            kind,
            message,
            lane: None,
            place: None,
            other: None,
        }
    }

    pub fn at_lane(mut self, lane: usize) -> Self {
        self.lane = Some(lane);
        self
    }

    pub fn at_place(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    pub fn with_other(mut self, other: Actor) -> Self {
        self.other = Some(other);
        self
    }
}

/// A problem with one access of one lane.
pub(super) struct Problem {
    pub kind: FindingKind,
    pub message: String,
    pub other: Option<Record>,
}

/// Findings by kind and instruction, so that a mistake in a loop is one report with a count.
#[derive(Default)]
pub(super) struct Findings {
    found: BTreeMap<Key, (u64, Finding)>,
    limit: usize,
    /// The loads that took part, and whether they mattered.
    pub loads: LoadNotes,
    /// What the kernel printed.
    pub printed: Vec<u8>,
}

type Key = (u32, FindingKind, u32);

impl Findings {
    pub fn new(limit: usize) -> Self {
        Findings {
            found: BTreeMap::new(),
            limit,
            loads: LoadNotes::default(),
            printed: Vec::new(),
        }
    }

    /// Adds a finding of block number `block`.
    pub fn add(&mut self, finding: Finding, block: u64) {
        let line = |actor: &Option<Actor>| actor.as_ref().map_or(0, |actor| actor.line);
        let key = (line(&finding.actor), finding.kind, line(&finding.other));
        if let Some((first, known)) = self.found.get_mut(&key) {
            known.count += finding.count;
            if block < *first {
                let count = known.count;
                *known = Finding { count, ..finding };
                *first = block;
            }
        } else if self.found.len() < self.limit {
            self.found.insert(key, (block, finding));
        }
    }

    /// Keeps a text that the kernel printed; at most so many bytes of all of them.
    pub fn print(&mut self, text: &[u8], most: usize) {
        let room = most.saturating_sub(self.printed.len());
        self.printed.extend(text.iter().take(room));
    }

    pub fn merge(&mut self, other: Findings) {
        self.printed.extend(other.printed);
        self.loads.merge(other.loads);
        for (block, finding) in other.found.into_values() {
            self.add(finding, block);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// All findings, by line.
    pub fn into_vec(self) -> Vec<Finding> {
        self.found
            .into_values()
            .map(|(_, finding)| finding)
            .collect()
    }
}
