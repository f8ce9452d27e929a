//! No two blocks of a kernel touch one element, one of them writing.
//!
//! A loop on blocks that all statements of the kernel share is for [`super::order`]. What is left is one that only some statements
//! have: the others run in block 0 along its axis, and no sequence puts them behind what other blocks do.

use tc_dialects::isl::UnionMap;
use tc_dialects::schedule::tree::{MemberKind, Path, Refusal, Tree};

use super::explain::Broken;
use super::threads::Threads;
use crate::analysis::accesses::{AccessKind, ArrayPlace};
use crate::analysis::dependences::DependenceKind;

/// Checks one kernel.
pub fn check(tree: &Tree, kernel: &Path, scop: &Threads<'_>) -> Result<(), Refusal> {
    if all_share_blocks(tree, kernel, scop) {
        return Ok(());
    }
    let (leaves, context) = (scop.leaves, scop.context);
    let instances = leaves.instances(kernel, context)?;
    let launch = leaves.coordinates(kernel, 0..tree.depth(kernel), context)?;
    let block = leaves.places(kernel, MemberKind::block_axis, scop.grid, context)?;
    let statements = &scop.accesses.statements;
    for array in &scop.accesses.arrays {
        if !matches!(array.place, ArrayPlace::Argument | ArrayPlace::Temporary) {
            continue;
        }
        let mut all = UnionMap::none(context)?;
        let mut written = all.clone();
        for access in statements.iter().flat_map(|one| &one.accesses) {
            if access.array == array.name {
                let own = access.relation.restricted_to(&instances)?;
                all = all.union(&own)?;
                if access.kind == AccessKind::Write {
                    written = written.union(&own)?;
                }
            }
        }
        let (all, written) = (all.range_product(&launch)?, written.range_product(&launch)?);
        let of_kernel = meeting(&written, &all)?;
        let of_block = meeting(&written.range_product(&block)?, &all.range_product(&block)?)?;
        let apart = of_kernel.subtract(&of_block)?;
        for kind in [
            DependenceKind::Flow,
            DependenceKind::Anti,
            DependenceKind::Output,
        ] {
            let pairs = scop.explainer.of_kind(&apart, kind)?;
            scop.explainer
                .refuse_if(kernel, kind, &pairs, Broken::OtherBlock)?;
        }
    }
    Ok(())
}

/// Whether every loop on blocks below a node is above all that runs there.
fn all_share_blocks(tree: &Tree, kernel: &Path, scop: &Threads<'_>) -> bool {
    let on_blocks = |node: &Tree| {
        let band = node.as_band();
        band.is_some_and(|band| {
            let mut kinds = band.members.iter().map(|member| member.kind);
            kinds.any(|kind| kind.block_axis().is_some())
        })
    };
    tree.walk()
        .iter()
        .filter(|(path, node)| kernel.contains(path) && on_blocks(node))
        .all(|(path, _)| {
            let mut leaves = scop.leaves.below(kernel);
            leaves.all(|leaf| path.contains(&leaf.path))
        })
}

/// Pairs of instances that touch the same, the first or the second writing.
fn meeting(written: &UnionMap, all: &UnionMap) -> Result<UnionMap, Refusal> {
    let one_writes = written.apply_range(&all.reverse()?)?;
    Ok(one_writes.union(&one_writes.reverse()?)?)
}
