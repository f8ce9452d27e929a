//! Whether an array is worth a tile.
//!
//! It is when several threads of a block touch one of its elements in the same tile: the tile is
//! read once from global memory and then often from shared memory. It is also when the threads of a
//! warp touch elements that are not neighbours: the copy reads neighbours, and shared memory does
//! not mind.

use tc_dialects::schedule::tree::{Axis, Prefix, Refusal, Units};
use tc_isl::UnionMap;

use tc_scop::values::bounds;

use super::super::steps::Step;
use super::StatementAccess;
use super::place::Place;
use tc_scop::leaves::Leaf;

/// What is gained by a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gain {
    /// Several threads touch one element.
    Shared,
    /// Neighbouring threads touch elements that are not neighbours.
    Coalesced,
    /// Vectors read neighbours of the copy.
    Packed,
    /// One thread touches its elements several times.
    Reused,
    /// Several steps of a tile in time touch one element.
    Steps,
    /// An option names the array.
    AskedFor,
}

impl Gain {
    /// The reason, for people.
    pub fn as_str(self) -> &'static str {
        match self {
            Gain::Shared => {
                "several threads of a block touch each of its elements, which are read once from global memory and then from shared memory"
            }
            Gain::Coalesced => {
                "neighbouring threads touch elements that are not neighbours; the copy moves neighbours"
            }
            Gain::Packed => {
                "vectors read the copy from its first element to its last, and many rows read each of them"
            }
            Gain::Steps => {
                "several steps of a tile touch each of its elements, which are moved once for all of them"
            }
            Gain::Reused => {
                "each thread touches elements of its tile several times, and its loops are unrolled"
            }
            Gain::AskedFor => "the option `arrays` names it",
        }
    }
}

/// The gain of a tile; refuses an array that has none.
pub fn worth_a_tile(place: &Place, walks: &[Walk], all: &UnionMap) -> Result<Gain, Refusal> {
    // By their own numbers, before the block's size is taken into account.
    let threads = place
        .leaves
        .places(&place.path, Units::Threads, None, all.context())?;
    // [outer coordinates -> element] -> threads
    let touched_by = place
        .prefix
        .relation()?
        .range_product(all)?
        .reverse()?
        .followed_by(&threads)?;
    if !touched_by.is_single_valued()? {
        return Ok(Gain::Shared);
    }
    for walk in walks {
        if !walk.step.is_coalesced()? {
            return Ok(Gain::Coalesced);
        }
    }
    Err(Refusal::new(
        "each of its elements is touched by one thread, and neighbouring threads touch neighbouring elements",
    ))
}

/// An access below a place, seen from the threads along `thread.x`.
pub struct Walk {
    /// The step from one thread to the next.
    pub step: Step,
    /// How many neighbouring elements of a row a thread touches itself, in the loop that runs along
    /// the row; 1 without one.
    pub own: i64,
}

/// How the threads along `thread.x` walk over an array, once for each leaf below a place that runs
/// the statement of the access.
pub fn walks_of(place: &Place, access: &StatementAccess) -> Result<Vec<Walk>, Refusal> {
    let mut walks = Vec::new();
    for Leaf { prefix: leaf, .. } in &place.leaves.0 {
        let relation = access.relation.intersect_domain(&leaf.active)?;
        let x = leaf
            .kinds
            .iter()
            .position(|kind| kind.thread_axis() == Some(Axis::X));
        let (Some(x), false) = (x, relation.is_empty()?) else {
            continue;
        };
        let (mut own, mut unrolled) = (1, 1);
        for at in place.prefix.depth()..leaf.depth() {
            let kind = leaf.kinds[at];
            if !kind.is_within_thread() || !Step::along(leaf, at, &relation)?.is_next()? {
                continue;
            }
            let count = iterations(leaf, at)?;
            own = own.max(count);
            if kind.is_unrolled() {
                unrolled = unrolled.max(count);
            }
        }
        let step = Step::along(leaf, x, &relation)?.covering(unrolled);
        walks.push(Walk { step, own });
    }
    Ok(walks)
}

/// The number of values of the loop at a position of a leaf's coordinates; 1 where it is not known.
pub fn iterations(leaf: &Prefix, at: usize) -> Result<i64, Refusal> {
    let Some(function) = &leaf.functions()[at] else {
        return Ok(1);
    };
    let values = bounds(&function.intersect_domain(&leaf.active)?)?;
    Ok(values.map_or(1, |(first, last)| last - first + 1))
}
