//! What a schedule for a CPU costs at least by count: for comparing the trees that different
//! options give for one program, not for predicting times.
//!
//! ```text
//! cost = instances of each statement * (1 + its accesses)
//!   in a vector of 16 lanes:    1/16, and 1/16 for an access that stays or moves to the neighbour
//!   an access that stays on its element in the innermost loop       0: it is in a register
//!   one that moves to the neighbour                                 1
//!   one that moves anywhere else                                    1, and LINE for another line of memory
//! ```
//!
//! It sees what makes a tree many times slower than another one: no vectors, and inner loops that
//! go across the rows of arrays. Caches beyond the innermost loop, and threads, it does not see.
//! **Cost**: a few isl operations for each access.

use tc_dialects::schedule::tree::{Path, Refusal, Scop, Tree};
use tc_isl::thread_context;

use super::map_cpu::instances;
use super::steps::Step;
use super::unroll::values;
use tc_pass_host::OperationRef;
use tc_scop::accesses::{self, ScopAccesses};
use tc_scop::leaves::{Leaf, Leaves};

/// The isl operations for a count. The kernels of `kernels/` take at most 230 000, with all sizes
/// open.
const BUDGET: u64 = 2_000_000;

/// What another line of memory costs, in accesses to the first cache.
const LINE: f64 = 8.0;

/// The cost of a scop on a machine whose vectors have so many lanes; `None` if it cannot be counted
/// within a budget.
pub fn of_scop(op: OperationRef<'_, '_>, lanes: u64) -> Option<f64> {
    let isl = thread_context();
    let accesses = accesses::of_scop(&isl, op).ok()?;
    let count = || -> Result<f64, Refusal> {
        let tree = Scop::from_op(&isl, op)?.tree;
        let mut cost = 0.0;
        for leaf in Leaves::of(&tree)?.0 {
            cost += of_leaf(&tree, &leaf, &accesses, lanes)?;
        }
        Ok(cost)
    };
    isl.with_budget(BUDGET, count).ok()
}

fn of_leaf(tree: &Tree, leaf: &Leaf, accesses: &ScopAccesses, lanes: u64) -> Result<f64, Refusal> {
    let innermost = innermost(tree, leaf)?;
    let at_once = match innermost {
        Some((_, true)) => lanes.max(1) as f64,
        _ => 1.0,
    };
    let mut cost = 0.0;
    for set in leaf.instances.sets()? {
        let name = set.name().unwrap_or_default();
        let mut of_instance = 1.0 / at_once;
        let statements = accesses.statements.iter();
        for access in statements
            .filter(|one| one.name == name)
            .flat_map(|one| &one.accesses)
        {
            let relation = access.relation.intersect_domain(&leaf.instances)?;
            let Some((position, _)) = innermost.filter(|_| !relation.is_empty().unwrap_or(true))
            else {
                continue;
            };
            let step = Step::along(&leaf.prefix, position, &relation)?;
            of_instance += match () {
                _ if step.stays()? => (at_once - 1.0).min(1.0) / at_once,
                _ if step.is_coalesced()? => 1.0 / at_once,
                _ => 1.0 + LINE,
            };
        }
        cost += instances(&set.to_union_set()?)? as f64 * of_instance;
    }
    Ok(cost)
}

/// The coordinate of the innermost loop with more than one iteration that is not unrolled, and
/// whether it is a vector.
fn innermost(tree: &Tree, leaf: &Leaf) -> Result<Option<(usize, bool)>, Refusal> {
    let (mut found, mut path) = (None, Path::root());
    for number in leaf.path.0.iter().copied() {
        if let Some(band) = tree.at(&path).and_then(Tree::as_band) {
            let (prefix, depth) = (tree.prefix(&path)?, tree.depth(&path));
            for (at, member) in band.members.iter().enumerate() {
                let iterations = values(member, &prefix)?.map_or(i64::MAX, |(_, count)| count);
                if iterations > 1 && !member.kind.is_unrolled() {
                    found = Some((depth + at, member.kind.lanes().is_some()));
                }
            }
        }
        path = path.child(number);
    }
    Ok(found)
}
