//! The thread-private arrays of a kernel: each thread accesses its own elements.
//!
//! After a barrier in a loop, other threads of the block may see memory, so an accumulator may stay
//! in a register across it only if no other thread accesses its element. Loops do not show that;
//! the mapped tree does:
//!
//! ```text
//! T[i, j, k] -> C[i, j], and T[i, j, k] runs on thread (j mod 32, i mod 8)
//! C[i, j] -> (j mod 32, i mod 8): the element determines the thread that accesses it
//! ```
//!
//! What all blocks of a kernel run and what the last block of a group runs are looked at apart: no
//! value stays in a register from the one to the other.
//!
//! The test whether the subscripts determine the thread covers all values that indices could have:
//! this is stronger than necessary, and much cheaper than for the actual instances. Accesses to
//! such arrays get the attribute `tc.thread_private`, for `loops-mem-to-reg`. **Cost**: one
//! composition for each array that a kernel with barriers writes.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{Path, Refusal, Units};
use tc_isl::{Context, Dim, Id, Map, Set, UnionMap};

use super::scop::{AffineMap, ScopParts};
use tc_scop::axes::block_in_use;
use tc_scop::leaves::{Leaf, Leaves};

/// The arrays of a kernel, by position, no element of which two threads of a block access; shared
/// arrays are excluded.
#[derive(Clone, Debug, Default)]
pub struct Private {
    /// In what all blocks run.
    pub before: Vec<usize>,
    /// In what the last block of a group runs, of those that others do not access.
    pub behind: Vec<usize>,
    /// In the whole kernel: no thread of another block accesses them either.
    pub whole: Vec<usize>,
}

/// Those of each kernel. Empty for a kernel without barriers, which does not use it.
pub fn thread_private(isl: &Context, parts: &ScopParts<'_, '_>) -> Result<Vec<Private>, Refusal> {
    let kernels = parts.scop.tree.kernels();
    let private = kernels.iter().map(|path| of_kernel(isl, parts, path));
    private.collect()
}

fn of_kernel(isl: &Context, parts: &ScopParts<'_, '_>, path: &Path) -> Result<Private, Refusal> {
    let tree = &parts.scop.tree;
    let mut found = Private::default();
    let block = block_in_use(tree, path, parts.scop.block.unwrap_or([1; 3]));
    if block == [1, 1, 1] {
        return Ok(found);
    }
    let leaves = Leaves::at(tree, path)?;
    let mut running = BTreeSet::new();
    for leaf in &leaves.0 {
        running.extend(leaf.instances.sets()?.iter().filter_map(Set::name));
    }
    let all = parts.statements.iter();
    let statements: Vec<_> = all.filter(|one| running.contains(&one.name)).collect();
    let finish = tree.finish_of(path).map(|(path, _)| path);
    let mut waits = statements.iter().map(|one| one.barrier.is_some());
    if finish.is_none() && !waits.any(|waits| waits) {
        return Ok(found);
    }
    let mut threads: Vec<Option<UnionMap>> = vec![None; leaves.0.len()];
    for array in 0..parts.arrays.len() {
        let written = statements.iter().any(|one| one.writes.contains(&array));
        let gathered = statements.iter().any(|one| one.gathered.contains(&array));
        // `schedule-promote` makes no tile of thread-private data in shared memory, so the test
        // would be expensive and useless.
        let shared = parts.arrays[array].kind.is_shared();
        if !written || gathered || shared {
            continue;
        }
        // Of what all blocks run, and of what the last one of a group runs.
        let mut owners: [Option<UnionMap>; 2] = [None, None];
        for (leaf, threads) in leaves.0.iter().zip(&mut threads) {
            let touched = touched(isl, parts, leaf, array)?;
            if touched.plain_is_empty()? {
                continue;
            }
            let threads = match threads {
                Some(threads) => threads,
                None => threads.insert(leaf.place_of_all(Units::Threads, Some(block))?),
            };
            let own = touched.reverse()?.followed_by(threads)?;
            let behind = finish
                .as_ref()
                .is_some_and(|path| path.contains(&leaf.path));
            let side = &mut owners[usize::from(behind)];
            *side = Some(match side.take() {
                Some(others) => others.union(&own)?,
                None => own,
            });
        }
        let one_side = owners.iter().flatten().count() == 1;
        for (side, owners) in owners.iter().enumerate() {
            let Some(owners) = owners else { continue };
            if (side == 1 && !one_side) || !owners.coalesce()?.is_single_valued()? {
                continue;
            }
            match side {
                0 => found.before.push(array),
                _ => found.behind.push(array),
            }
            if one_side {
                found.whole.push(array);
            }
        }
    }
    Ok(found)
}

/// From the instances of a leaf, and others of their statements, to the elements of one array that
/// they access.
fn touched(
    isl: &Context,
    parts: &ScopParts<'_, '_>,
    leaf: &Leaf,
    array: usize,
) -> Result<UnionMap, Refusal> {
    let mut touched = UnionMap::none(isl)?;
    for instances in leaf.instances.sets()? {
        let name = instances.name();
        let statement = parts
            .statements
            .iter()
            .find(|statement| Some(&statement.name) == name.as_ref());
        let maps = statement.map_or(&[][..], |statement| &statement.affine);
        for map in maps.iter().filter(|map| map.array == Some(array)) {
            touched = touched.union(&relation(isl, &instances, map)?.to_union_map()?)?;
        }
    }
    Ok(touched)
}

/// From instances to elements of one array.
fn relation(isl: &Context, instances: &Set, map: &AffineMap) -> Result<Map, Refusal> {
    let mut relation = Map::from_domain(&Set::universe(&instances.space()?)?)?;
    for subscript in &map.results {
        relation = relation.flat_range_product(&Map::from_pw_aff(subscript)?)?;
    }
    Ok(relation.set_tuple_id(Dim::Out, &Id::new(isl, "element")?)?)
}
