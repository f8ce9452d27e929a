//! Whether an array is worth a tile.
//!
//! It is when several threads of a block touch one of its elements in the same tile: the tile is read once from global
//! memory and then often from shared memory. It is also when the threads of a warp touch elements that are not
//! neighbours: the copy reads neighbours, and shared memory does not mind.

use tc_dialects::schedule::tree::{Axis, MemberKind, Refusal};
use tc_isl::UnionMap;

use super::super::leaves::Leaf;
use super::super::steps::Step;
use super::StatementAccess;
use super::place::Place;

/// Refuses an array that would not gain from a tile.
pub fn worth_a_tile(place: &Place, steps: &[Step], all: &UnionMap) -> Result<(), Refusal> {
    // By their own numbers, before the block's size is taken into account.
    let threads = place
        .leaves
        .places(&place.path, MemberKind::thread_axis, None, all.context())?;
    // [outer coordinates -> element] -> threads
    let touched_by = place
        .prefix
        .relation()?
        .range_product(all)?
        .reverse()?
        .followed_by(&threads)?;
    if !touched_by.is_single_valued()? {
        return Ok(());
    }
    for step in steps {
        if !step.is_coalesced()? {
            return Ok(());
        }
    }
    Err(Refusal::new(
        "each of its elements is touched by one thread, and neighbouring threads touch neighbouring elements",
    ))
}

/// The steps of an access along `thread.x`, one for each leaf below a place that runs its statement there.
pub fn steps_of(place: &Place, access: &StatementAccess) -> Result<Vec<Step>, Refusal> {
    let mut steps = Vec::new();
    for Leaf { prefix: leaf, .. } in &place.leaves.0 {
        let relation = access.relation.intersect_domain(&leaf.active)?;
        let x = leaf
            .kinds
            .iter()
            .position(|kind| *kind == MemberKind::Thread(Axis::X));
        if let (Some(x), false) = (x, relation.is_empty()?) {
            steps.push(Step::along(leaf, x, &relation)?);
        }
    }
    Ok(steps)
}
