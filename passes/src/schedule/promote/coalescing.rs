//! Whether an array is worth a tile.
//!
//! It is when several threads of a block touch one of its elements in the same tile: the tile is read once from global
//! memory and then often from shared memory. It is also when the threads of a warp touch elements that are not
//! neighbours: the copy reads neighbours, and shared memory does not mind.

use tc_dialects::isl::{Map, UnionMap, UnionSet};
use tc_dialects::schedule::tree::{Axis, MemberKind, Prefix, Refusal};

use super::super::leaves::Leaf;
use super::place::Place;
use super::{StatementAccess, coordinates_of};

/// Refuses an array that would not gain from a tile.
pub fn worth_a_tile(place: &Place, steps: &[Step], all: &UnionMap) -> Result<(), Refusal> {
    // By their own numbers, before the block's size is taken into account.
    let threads = place
        .leaves
        .places(&place.path, MemberKind::thread_axis, None, all.context())?;
    // [outer coordinates -> element] -> threads
    let touched_by = place
        .prefix
        .relation
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

/// How far a step along `thread.x`, all other loops standing still, takes one access: differences of elements.
pub struct Step {
    moves: UnionSet,
    /// How many subscripts the array has.
    rank: usize,
}

impl Step {
    /// The steps of an access, one for each leaf below a place that runs its statement on `thread.x`.
    pub fn of(place: &Place, access: &StatementAccess) -> Result<Vec<Step>, Refusal> {
        let mut steps = Vec::new();
        for Leaf { prefix: leaf, .. } in &place.leaves.0 {
            let relation = access.relation.intersect_domain(&leaf.active)?;
            let x = leaf
                .kinds
                .iter()
                .position(|kind| *kind == MemberKind::Thread(Axis::X));
            let (Some(x), false) = (x, relation.is_empty()?) else {
                continue;
            };
            // From loop coordinates to elements, here and one step further.
            let here = leaf.relation.reverse()?.followed_by(&relation)?;
            let next = next_along(leaf, x)?.followed_by(&here)?;
            steps.push(Step {
                moves: here.reverse()?.followed_by(&next)?.deltas()?,
                rank: coordinates_of(&relation)?,
            });
        }
        Ok(steps)
    }

    /// Whether it goes to another row: another element of a dimension that is not the last.
    pub fn crosses_rows(&self) -> Result<bool, Refusal> {
        Ok(!self.is_along_row("")?)
    }

    /// Whether it stays on an element or goes to the next one of the last dimension.
    pub fn is_coalesced(&self) -> Result<bool, Refusal> {
        self.is_along_row(" : 0 <= d <= 1")
    }

    /// Whether it only moves along the last dimension, by a `d` for which the condition holds.
    fn is_along_row(&self, condition: &str) -> Result<bool, Refusal> {
        let mut difference = vec!["0".to_owned(); self.rank.saturating_sub(1)];
        difference.push("d".to_owned());
        let name = self.moves.sets()?.first().and_then(|set| set.name());
        let text = format!(
            "{{ {}[{}]{condition} }}",
            name.unwrap_or_default(),
            difference.join(", ")
        );
        let row = UnionSet::parse(self.moves.context(), &text)?;
        Ok(self.moves.is_subset(&row)?)
    }
}

/// From a vector of loop coordinates to the one with the next value at a position.
fn next_along(leaf: &Prefix, position: usize) -> Result<UnionMap, Refusal> {
    let names: Vec<String> = (0..leaf.depth())
        .map(|number| format!("c{number}"))
        .collect();
    let mut next = names.clone();
    next[position] = format!("c{position} + 1");
    let text = format!("{{ [{}] -> [{}] }}", names.join(", "), next.join(", "));
    Ok(Map::parse(leaf.active.context(), &text)?.to_union_map()?)
}
