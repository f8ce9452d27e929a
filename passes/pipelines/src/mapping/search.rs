//! What a search for mapping options reads of the table: the values of an option, and when it
//! changes nothing.

use melior::ir::OperationRef;
use tc_dialects::schedule::tree::Scop;
use tc_isl::Context;
use tc_schedule::{fold_storage, scatter, time_tile};
use tc_scop::accesses::{self, ScopAccesses};

/// What a search tries on each machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// For a GPU.
    pub gpu: Values,
    /// For a processor.
    pub cpu: Values,
}

/// The values that a search tries. The default stands first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// The default alone.
    Default,
    /// These.
    Words(&'static [&'static str]),
    /// Words, and a size for each loop, outermost first; 0 leaves a loop alone.
    Loops {
        /// The words.
        words: &'static [&'static str],
        /// The largest size.
        largest: i64,
    },
    /// Words, and a size for each axis of the machine.
    Axes {
        /// The words.
        words: &'static [&'static str],
        /// The largest size.
        largest: i64,
    },
}

impl Search {
    /// The default stays.
    pub const KEPT: Search = Search {
        gpu: Values::Default,
        cpu: Values::Default,
    };

    /// These values on a GPU.
    pub(super) const fn gpu(words: &'static [&'static str]) -> Search {
        Search {
            gpu: Values::Words(words),
            cpu: Values::Default,
        }
    }

    /// These values on each machine.
    pub(super) const fn both(words: &'static [&'static str]) -> Search {
        Search {
            gpu: Values::Words(words),
            cpu: Values::Words(words),
        }
    }
}

/// A scop that is scheduled and not tiled.
pub struct Scheduled {
    scop: Scop,
    accesses: ScopAccesses,
    updates_computed_places: bool,
}

impl Scheduled {
    /// What is read of a scop; none where it cannot be read.
    pub fn of(isl: &Context, operation: OperationRef<'_, '_>) -> Option<Scheduled> {
        let accesses = accesses::of_scop(isl, operation).ok()?;
        Some(Scheduled {
            scop: Scop::from_op(isl, operation).ok()?,
            updates_computed_places: scatter::updates_computed_places(operation, &accesses),
            accesses,
        })
    }

    /// Whether there is nothing to fuse.
    pub(super) fn is_one_statement(&self) -> bool {
        self.scop.statements.len() == 1
    }

    /// Whether all loops may run in any order.
    pub(super) fn is_without_order(&self) -> bool {
        let nodes = self.scop.tree.walk().into_iter();
        let mut bands = nodes.filter_map(|(_, node)| node.as_band());
        bands.all(|band| band.members.iter().all(|one| one.coincident))
    }

    /// Whether there is nothing to tile in time.
    pub(super) fn is_without_time(&self) -> bool {
        !time_tile::has_loop_over_time(&self.scop)
    }

    /// Whether there is no array that may keep a few slices.
    pub(super) fn is_without_slices(&self) -> bool {
        !fold_storage::may_fold(&self.scop, &self.accesses)
    }

    /// Whether the places of all updates are known.
    pub(super) fn is_without_computed_places(&self) -> bool {
        !self.updates_computed_places
    }
}
