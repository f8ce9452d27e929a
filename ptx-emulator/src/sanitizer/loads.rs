//! Which loads of a launch matter for its races.
//!
//! A race between a load and a write is a mistake only if the loaded value matters, since compilers
//! hoist reads above conditions and drop the values. Whether it matters is known only after the
//! race, and the write may come after the load. So a launch with such a race runs again with the
//! load instructions of its races *watched*: each value is followed to the point where it matters.
//! Loads whose value never mattered, identified by thread, clock and instruction, are *dropped*
//! from a third run: there they are not accesses at all, so that they do not hide another one in a
//! cell, and its findings are those of the launch. **Cost**: two more runs, only for a launch with
//! a race.

use std::collections::{BTreeSet, HashMap};

use super::Record;

/// Loads, each by the record of its first lane, and some of their lanes.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct LoadedLanes(HashMap<Record, u32>);

impl LoadedLanes {
    pub fn add(&mut self, load: Record, lanes: u32) {
        *self.0.entry(load).or_default() |= lanes;
    }

    pub fn of(&self, load: Record) -> u32 {
        self.0.get(&load).copied().unwrap_or(0)
    }

    fn merge(&mut self, other: LoadedLanes) {
        for (load, lanes) in other.0 {
            self.add(load, lanes);
        }
    }
}

/// The treatment of loads in a run.
pub(crate) enum Loads {
    /// All matter.
    Matter,
    /// The values of these load instructions are followed.
    Watched(BTreeSet<u32>),
    /// These do not matter.
    Dropped(LoadedLanes),
}

/// The records of a run about loads.
#[derive(Default)]
pub(crate) struct LoadNotes {
    /// Load instructions that took part in a race.
    pub racing: BTreeSet<u32>,
    /// The loads of watched instructions, and those that mattered.
    pub loaded: LoadedLanes,
    pub used: LoadedLanes,
    /// A block ended early: the values that its threads would have used are unknown.
    pub cut_short: bool,
}

impl LoadNotes {
    /// The loads that were never used.
    pub fn dropped(&self) -> LoadedLanes {
        let left = self
            .loaded
            .0
            .iter()
            .map(|(load, lanes)| (*load, lanes & !self.used.of(*load)));
        LoadedLanes(left.filter(|(_, lanes)| *lanes != 0).collect())
    }

    pub fn merge(&mut self, other: LoadNotes) {
        self.racing.extend(other.racing);
        self.loaded.merge(other.loaded);
        self.used.merge(other.used);
        self.cut_short |= other.cut_short;
    }
}
