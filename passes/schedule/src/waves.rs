//! The bytes that move behind the second-level cache, by waves of blocks.
//!
//! ```text
//! C[m, n] += A[m, k] * B[k, n], 512 blocks of 128 x 256, 132 at once, 16 in a row of the grid:
//! wave 0: 8.25 rows of blocks:  9 * 128 rows of A, all of B, 132 tiles of C
//! ```
//!
//! Blocks that run together find in the cache what one of them has read; blocks of a later wave
//! read it again. So each wave moves the union of what its blocks touch: read once, written once.
//! The blocks are taken in the order of their numbers, as many as the machine holds. A wave whose
//! union is larger than the cache moves more than that.
//!
//! **How.** The tree gives the block of each instance, the statements before promotion what an
//! instance touches; what the kernel writes and then reads itself is not read from outside. isl
//! counts the union. No element is enumerated, so that the time does not grow with the sizes; an
//! emulation of whole waves would take minutes. **Cost**: milliseconds for a wave. All waves are
//! counted where there are few, otherwise some of them that are spread over the grid.

use serde::Serialize;

use tc_dialects::schedule::tree::{Path, Refusal, Scop};
use tc_isl::{UnionMap, UnionSet};

use super::count::cardinality;
use tc_scop::accesses::{AccessKind, ScopAccesses};
use tc_scop::axes::grid_in_use;
use tc_scop::leaves::Leaves;

/// Waves that are counted at most.
const WAVES: u64 = 6;
/// The isl operations that counting the waves of a kernel may take.
const BUDGET: u64 = 20_000_000;

/// What each block of a kernel touches of one array, as isl prints it: `{ [x, y, z] -> A[i, j] }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Footprint {
    /// The array's name.
    pub array: String,
    /// Bytes of an element.
    pub element_bytes: u64,
    /// The elements that are read, and not written in the kernel before.
    pub read: String,
    /// The elements that are written.
    pub written: String,
}

/// The footprints of a kernel's blocks; none if its subscripts are data or its grid is not known.
pub(super) fn footprints(
    mapped: &Scop,
    kernel: &Path,
    accesses: &ScopAccesses,
    element_bytes: impl Fn(usize) -> u64,
) -> Result<Vec<Footprint>, Refusal> {
    let Some(grid) = mapped.grid else {
        return Ok(Vec::new());
    };
    let grid = grid_in_use(&mapped.tree, kernel, grid);
    let leaves = Leaves::at(&mapped.tree, kernel)?;
    let context = mapped.tree.domain()?.context();
    let of_block = leaves.blocks(kernel, Some(grid), context)?.reverse()?;
    let mut all = Vec::new();
    for (number, array) in accesses.arrays.iter().enumerate() {
        if array.kind.is_local() {
            continue;
        }
        let (mut read, mut written) = (UnionMap::none(context)?, UnionMap::none(context)?);
        let mut certain = UnionSet::none(context)?;
        for statement in &accesses.statements {
            let own = statement
                .accesses
                .iter()
                .filter(|one| one.array == array.name);
            let mut stores = UnionSet::none(context)?;
            for access in own {
                let touched = of_block.apply_range(&access.relation)?;
                match access.kind {
                    AccessKind::Read if !access.must && !touched.is_empty()? => {
                        return Ok(Vec::new());
                    }
                    AccessKind::Read => read = read.union(&touched.subtract_range(&certain)?)?,
                    AccessKind::Write => {
                        written = written.union(&touched)?;
                        if access.must {
                            stores = stores.union(&touched.range()?)?;
                        }
                    }
                }
            }
            certain = certain.union(&stores)?;
        }
        all.push(Footprint {
            array: array.name.clone(),
            element_bytes: element_bytes(number),
            read: read.coalesce()?.to_string(),
            written: written.coalesce()?.to_string(),
        });
    }
    Ok(all)
}

/// The bytes that all waves of `at_once` blocks move; `None` if that takes isl too long.
pub fn bytes(footprints: &[&Footprint], grid: [u32; 3], at_once: u64) -> Option<u64> {
    let blocks: u64 = grid.iter().map(|size| u64::from(*size)).product();
    if footprints.is_empty() || blocks == 0 || at_once == 0 {
        return None;
    }
    let context = tc_isl::thread_context();
    let waves = blocks.div_ceil(at_once);
    let counted = waves.min(WAVES);
    let count = || -> Result<f64, Refusal> {
        let (mut bytes, mut blocks_of_them) = (0, 0);
        for one in 0..counted {
            let wave = if waves == counted {
                one
            } else {
                (2 * one + 1) * waves / (2 * counted)
            };
            let (first, end) = (wave * at_once, blocks.min((wave + 1) * at_once));
            let [x, y, _] = grid;
            let range = format!("{{ [x, y, z] : {first} <= x + {x} * (y + {y} * z) < {end} }}");
            let range = UnionSet::parse(&context, &range)?;
            for one in footprints {
                for text in [&one.read, &one.written] {
                    let touched = UnionMap::parse(&context, text)?;
                    bytes +=
                        one.element_bytes * elements(&touched.intersect_domain(&range)?.range()?)?;
                }
            }
            blocks_of_them += end - first;
        }
        Ok(bytes as f64 * blocks as f64 / blocks_of_them as f64)
    };
    let found = context.with_budget(BUDGET, count).ok()?;
    Some(found.round() as u64)
}

fn elements(set: &UnionSet) -> Result<u64, Refusal> {
    let mut total = 0;
    for set in set.coalesce()?.sets()? {
        total += cardinality(&set.flatten()?)?.number;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_run_together_read_what_they_share_once() {
        // 4 x 4 blocks of 2 rows of A and 2 columns of B, 8 elements each.
        let footprint = |read: &str| Footprint {
            array: "A".to_owned(),
            element_bytes: 4,
            read: read.to_owned(),
            written: "{ }".to_owned(),
        };
        let rows = footprint(
            "{ [x, y, z] -> A[m, k] : z = 0 and 0 <= x, y <= 3 and 2y <= m <= 2y + 1 and 0 <= k <= 7 }",
        );
        let columns = footprint(
            "{ [x, y, z] -> B[k, n] : z = 0 and 0 <= x, y <= 3 and 2x <= n <= 2x + 1 and 0 <= k <= 7 }",
        );
        let of = |at_once| bytes(&[&rows, &columns], [4, 4, 1], at_once).unwrap();
        // One block at once: each reads 16 elements of both.
        assert_eq!(of(1), 4 * 16 * 32);
        // A row of blocks: 16 elements of A, all 64 of B, four times.
        assert_eq!(of(4), 4 * 4 * (16 + 64));
        assert_eq!(of(8), 4 * 2 * (32 + 64));
        assert_eq!(of(16), 4 * (64 + 64));
        assert_eq!(bytes(&[], [4, 4, 1], 4), None);
    }
}
