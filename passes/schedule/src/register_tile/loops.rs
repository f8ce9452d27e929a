//! Loops of the program around a product join its band.
//!
//! ```text
//! band (sequential S[i, j, k] -> i)          band permutable
//!   band permutable                            | S[i, j, k] -> i
//!     | coincident S[i, j, k] -> j     ==>     | coincident S[i, j, k] -> j
//!     | S[i, j, k] -> k                        | S[i, j, k] -> k
//! ```
//!
//! `for i { B(i,j) += A(k,i)*B(k,j) where k in i+1:M }` reads rows that later iterations write, so
//! its loop carries dependences. But it has sums of its own in each iteration, and with all loops
//! in one band, several rows of them can be in registers.
//!
//! **Legal** if the dependences make the band permutable, which is computed for each candidate.

use tc_dialects::schedule::tree::{Path, Refusal, Scop, Tree};

use super::super::join::join;
use super::is_candidate;
use super::model::{Distances, Nest};
use tc_dialects::target::Cpu;
use tc_scop::accesses::ScopAccesses;
use tc_scop::legality::Legality;

/// The isl operations allowed for the dependences of a scop.
const BUDGET: u64 = 2_000_000;

/// Joins loops with the bands below them where a product gains from that; how many there were.
pub fn join_loops(
    tree: &mut Tree,
    scop: &Scop,
    accesses: &ScopAccesses,
    cpu: &Cpu,
) -> Result<usize, Refusal> {
    let loops: Vec<Path> = tree
        .walk()
        .into_iter()
        .filter(|(_, node)| is_loop_around_band(node))
        .map(|(path, _)| path)
        .collect();
    let distances = Distances::of(accesses);
    let mut found = 0;
    for path in loops {
        // Whether the band would be worth the dependences.
        if let Some(joined) = as_if_permutable(tree, &path)
            && gains(&joined, &path, &distances, cpu)?
            && let Some(proved) = permutable(tree, scop, accesses, &path)?
            && gains(&proved, &path, &distances, cpu)?
        {
            *tree = proved;
            found += 1;
        }
    }
    Ok(found)
}

/// Whether a node is a single loop that carries dependences, above a band that may be reordered.
fn is_loop_around_band(node: &Tree) -> bool {
    let Tree::Band { band, child } = node else {
        return false;
    };
    let [member] = &band.members[..] else {
        return false;
    };
    !member.coincident
        && member.kind.is_plain()
        && band.tile_sizes.is_empty()
        && band.ast_options.is_none()
        && is_candidate(child)
}

/// The tree with a single band at a path, as if that were permutable; none where the two do not fit
/// together.
fn as_if_permutable(tree: &Tree, path: &Path) -> Option<Tree> {
    let mut joined = tree.clone();
    join(&mut joined, path).ok()?;
    if let Some(Tree::Band { band, .. }) = joined.at_mut(path) {
        band.permutable = true;
    }
    Some(joined)
}

/// Whether rows of the loop's iterations are a tile in registers.
fn gains(tree: &Tree, path: &Path, distances: &Distances, cpu: &Cpu) -> Result<bool, Refusal> {
    let nest = Nest::of(tree, path, distances)?.filter(|nest| nest.loops[0].carried);
    let choice = nest.and_then(|nest| nest.choose(cpu));
    Ok(choice.is_some_and(|choice| choice.tile[0] > 1))
}

/// The tree with a single band at a path, if that is permutable. What is not decided within a
/// budget is not.
fn permutable(
    tree: &Tree,
    scop: &Scop,
    accesses: &ScopAccesses,
    path: &Path,
) -> Result<Option<Tree>, Refusal> {
    let isl = tree.domain()?.context().clone();
    let work = || -> Result<Tree, Refusal> {
        let legality = Legality::of(scop, accesses)?;
        legality.changed(tree, path, "join a loop and the band below it", join)
    };
    let Ok(changed) = isl.with_budget(BUDGET, work) else {
        return Ok(None);
    };
    let band = changed.at(path).and_then(Tree::as_band);
    Ok(band.is_some_and(|band| band.permutable).then_some(changed))
}
