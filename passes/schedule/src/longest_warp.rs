//! The work of the longest warp of a block.
//!
//! ```text
//! F[i, l] on thread.x = l, 0 <= l < 16, block of 256: one warp of eight runs all of it,
//! S[i, k] on thread.x = k mod 256:                    each warp runs an eighth
//! ```
//!
//! The lanes of a warp go through a statement in lockstep: it takes as many steps as its loops,
//! those on threads excepted, have iterations in which any lane takes part. The steps of all
//! statements, times the operations of each, are the work of a warp. The block is that at
//! coordinates 0, which gets at least as many iterations as the others.
//!
//! **Cost**: a few milliseconds for a kernel; more where the warps of a block differ, since each is
//! then counted on its own.

use std::collections::HashMap;

use tc_dialects::schedule::tree::{Path, Refusal, Scop, Units};
use tc_isl::{Dim, Set, UnionMap};

use super::count::{Count, cardinality};
use tc_scop::axes::{block_in_use, grid_in_use};
use tc_scop::leaves::{Leaf, Leaves};

/// The operations that the longest warp of a kernel's block goes through, given those of one
/// instance of each statement; `None` if the scop is not mapped to a GPU.
pub(super) fn operations(
    scop: &Scop,
    kernel: &Path,
    lanes: i64,
    of_statement: &HashMap<String, u64>,
) -> Result<Option<Count>, Refusal> {
    let (Some(grid), Some(block)) = (scop.grid, scop.block) else {
        return Ok(None);
    };
    let tree = &scop.tree;
    let place = LaunchShape {
        grid: grid_in_use(tree, kernel, grid),
        block: block_in_use(tree, kernel, block),
        lanes: lanes.max(1),
    };
    let threads: i64 = place.block.iter().product();
    let warps = usize::try_from((threads - 1) / place.lanes + 1).unwrap_or(1);
    let mut work = vec![Count::exactly(0); warps];
    for leaf in Leaves::at(tree, kernel)?.0 {
        for (steps, each) in place.steps(&leaf, of_statement)? {
            add(&mut work, &steps, each)?;
        }
    }
    Ok(work.into_iter().max_by_key(|count| count.number))
}

/// The shape of a launch.
struct LaunchShape {
    grid: [i64; 3],
    block: [i64; 3],
    lanes: i64,
}

impl LaunchShape {
    /// For each statement with operations at a leaf: the steps of all warps, the warp first, and
    /// the operations of a step.
    fn steps(
        &self,
        leaf: &Leaf,
        of_statement: &HashMap<String, u64>,
    ) -> Result<Vec<(Set, u64)>, Refusal> {
        let mut all = Vec::new();
        for set in leaf.instances.sets()? {
            let each = set.name().and_then(|name| of_statement.get(&name).copied());
            let Some(each) = each.filter(|each| *each > 0) else {
                continue;
            };
            let map = UnionMap::parse(set.space()?.context(), &self.text(leaf)?)?;
            let steps = leaf
                .prefix
                .relation()?
                .restricted_to(&set.to_union_set()?)?
                .followed_by(&map)?
                .range()?
                .coalesce()?;
            all.extend(steps.sets()?.into_iter().map(|steps| (steps, each)));
        }
        Ok(all)
    }

    /// `{ [c0, c1] -> [floor((c1 mod 256) / 32), c0, floor(c1 / 256)] : c0 mod 512 = 0 }`
    fn text(&self, leaf: &Leaf) -> Result<String, Refusal> {
        let depth = leaf.prefix.depth();
        let [x, y, z] = leaf.place(depth, Units::Threads, Some(self.block))?;
        let first = leaf.place(depth, Units::Blocks, Some(self.grid))?;
        let [bx, by, _] = self.block;
        let warp = format!(
            "floor(({x} + {bx} * ({y} + {by} * ({z}))) / {})",
            self.lanes
        );
        let names: Vec<String> = (0..depth).map(|at| format!("c{at}")).collect();
        let steps =
            leaf.prefix
                .kinds
                .iter()
                .zip(&names)
                .map(|(kind, name)| match kind.count(self.block) {
                    Some(threads) if kind.thread_axis().is_some() => {
                        format!("floor({name} / {threads})")
                    }
                    _ => name.clone(),
                });
        let range: Vec<String> = std::iter::once(warp).chain(steps).collect();
        let held: Vec<String> = first.iter().map(|one| format!("{one} = 0")).collect();
        Ok(format!(
            "{{ [{}] -> [{}] : {} }}",
            names.join(", "),
            range.join(", "),
            held.join(" and ")
        ))
    }
}

/// Adds the steps of a statement to the work of each warp.
fn add(work: &mut [Count], steps: &Set, each: u64) -> tc_isl::Result<()> {
    let inner = steps.project_out(Dim::SET, 0, 1)?;
    let dimensions = steps.tuple_dim()?;
    let warps = steps.project_out(Dim::SET, 1, dimensions - 1)?;
    let product = warps
        .insert_dims(Dim::SET, 1, dimensions - 1)?
        .intersect(&inner.insert_dims(Dim::SET, 0, 1)?)?;
    let alike = if product.is_equal(steps)? {
        Some(cardinality(&inner)?)
    } else {
        None
    };
    for (warp, work) in work.iter_mut().enumerate() {
        let this = Set::parse(steps.context(), &format!("{{ [{warp}] }}"))?;
        if warps.is_disjoint(&this)? {
            continue;
        }
        let this = this.insert_dims(Dim::SET, 1, dimensions - 1)?;
        let count = match alike {
            Some(count) => count,
            None => cardinality(&steps.intersect(&this)?)?,
        };
        *work = work.plus(count.times(Count::exactly(each)));
    }
    Ok(())
}
