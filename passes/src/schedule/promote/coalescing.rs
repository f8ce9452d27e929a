//! Whether an array is worth a tile.
//!
//! It is when several threads of a block touch one of its elements in the same tile: the tile is read once from global
//! memory and then often from shared memory. It is also when the threads of a warp touch elements that are not
//! neighbours: the copy reads neighbours, and shared memory does not mind.

use tc_dialects::isl::{Map, UnionMap, UnionSet};
use tc_dialects::schedule::tree::{Axis, MemberKind, Prefix, Refusal, Tree};

use super::place::Place;
use super::{StatementAccess, coordinates_of};

/// Refuses an array that would not gain from a tile.
pub fn worth_a_tile(
    place: &Place,
    accesses: &[&StatementAccess],
    all: &UnionMap,
) -> Result<(), Refusal> {
    let threads = thread_coordinates(place)?;
    // [outer coordinates -> element] -> threads
    let touched_by = place
        .prefix
        .relation
        .range_product(all)?
        .reverse()?
        .apply_range(&threads)?;
    if !touched_by.is_single_valued()? {
        return Ok(());
    }
    for access in accesses {
        if !is_coalesced(place, access)? {
            return Ok(());
        }
    }
    Err(Refusal::new(
        "each of its elements is touched by one thread, and neighbouring threads touch neighbouring elements",
    ))
}

/// The coordinates of instances on the thread axes: their own numbers before the block's size is taken into account.
fn thread_coordinates(place: &Place) -> Result<UnionMap, Refusal> {
    let mut threads = UnionMap::none(place.prefix.active.context())?;
    for leaf in leaves(&place.node, &place.prefix)? {
        let keep: Vec<usize> = Axis::ALL
            .into_iter()
            .filter_map(|axis| {
                leaf.kinds
                    .iter()
                    .position(|kind| *kind == MemberKind::Thread(axis))
            })
            .collect();
        let names: Vec<String> = (0..leaf.depth())
            .map(|number| format!("c{number}"))
            .collect();
        let mut kept: Vec<String> = keep.iter().map(|&number| names[number].clone()).collect();
        kept.resize(3, "0".to_owned());
        let text = format!("{{ [{}] -> [{}] }}", names.join(", "), kept.join(", "));
        let selection = UnionMap::parse(leaf.active.context(), &text)?;
        threads = threads.union(&leaf.relation.apply_range(&selection)?)?;
    }
    Ok(threads)
}

/// The prefixes of the leaves below a node.
fn leaves(node: &Tree, prefix: &Prefix) -> Result<Vec<Prefix>, Refusal> {
    let below = prefix.enter(node)?;
    if matches!(node, Tree::Leaf) {
        return Ok(vec![below]);
    }
    let mut found = Vec::new();
    for child in node.children() {
        found.extend(leaves(child, &below)?);
    }
    Ok(found)
}

/// Whether a step along `thread.x` takes some access to another row: another element of a dimension that is not the last.
pub fn crosses_rows(place: &Place, accesses: &[&StatementAccess]) -> Result<bool, Refusal> {
    for access in accesses {
        if !moves_stay_in(place, access, "")? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a step along `thread.x`, all other loops standing still, stays on an element or goes to the next one of the
/// last dimension.
fn is_coalesced(place: &Place, access: &StatementAccess) -> Result<bool, Refusal> {
    moves_stay_in(place, access, "0 <= d <= 1")
}

/// Whether a step along `thread.x` only moves along the last dimension, by a `d` for which the condition holds.
fn moves_stay_in(
    place: &Place,
    access: &StatementAccess,
    condition: &str,
) -> Result<bool, Refusal> {
    for leaf in leaves(&place.node, &place.prefix)? {
        let relation = access.relation.intersect_domain(&leaf.active)?;
        if relation.is_empty()? {
            continue;
        }
        let Some(x) = leaf
            .kinds
            .iter()
            .position(|kind| *kind == MemberKind::Thread(Axis::X))
        else {
            continue;
        };
        let step = step_along(&leaf, x)?;
        let neighbours = leaf
            .relation
            .apply_range(&step)?
            .apply_range(&leaf.relation.reverse()?)?;
        let moves = relation
            .reverse()?
            .apply_range(&neighbours)?
            .apply_range(&relation)?
            .deltas()?;
        if !moves.is_subset(&along_row(&relation, condition)?)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// From a vector of loop coordinates to the one with the next value at a position.
fn step_along(leaf: &Prefix, position: usize) -> Result<UnionMap, Refusal> {
    let names: Vec<String> = (0..leaf.depth())
        .map(|number| format!("c{number}"))
        .collect();
    let mut next = names.clone();
    next[position] = format!("c{position} + 1");
    let text = format!("{{ [{}] -> [{}] }}", names.join(", "), next.join(", "));
    Ok(Map::parse(leaf.active.context(), &text)?.to_union_map()?)
}

/// The differences of elements of one row, by a `d` for which the condition holds.
fn along_row(relation: &UnionMap, condition: &str) -> Result<UnionSet, Refusal> {
    let rank = coordinates_of(relation)?;
    let elements = relation.range()?.sets()?;
    let name = elements
        .first()
        .and_then(|set| set.name())
        .unwrap_or_default();
    let mut difference = vec!["0".to_owned(); rank.saturating_sub(1)];
    difference.push("d".to_owned());
    let condition = match condition {
        "" => String::new(),
        condition => format!(" : {condition}"),
    };
    let text = format!("{{ {name}[{}]{condition} }}", difference.join(", "));
    Ok(UnionSet::parse(relation.context(), &text)?)
}
