//! The warps of a block.
//!
//! Thread (x, y, z) of a block of bx by by by bz threads is number `x + bx * (y + by * z)`, and its
//! warp is that number divided by the lanes of a warp. A warp barrier names all lanes, so there are
//! warp barriers only in blocks of full warps. A kernel is launched with one thread along an axis
//! that none of its loops is on.

use tc_dialects::schedule::tree::{Path, Tree};
use tc_isl::{Context, UnionMap};

use crate::axes::block_in_use;
use tc_dialects::target::{Limits, Target};

/// The threads of a warp of a machine; 1 without warps.
pub fn lanes(target: Option<&Target>) -> i64 {
    Limits::of_gpu(target).map_or(1, |limits| limits.warp)
}

/// The warps of the blocks of a kernel, all of them full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warps {
    /// The threads along x, y, z.
    pub block: [i64; 3],
    lanes: i64,
}

impl Warps {
    /// The warps of a kernel, given the block of the scop and the threads of a warp; `None` if the
    /// block is unknown or its last warp is not full.
    pub fn of(tree: &Tree, kernel: &Path, block: Option<[i64; 3]>, lanes: i64) -> Option<Warps> {
        let block = block_in_use(tree, kernel, block?);
        let threads = block.into_iter().fold(1, i64::saturating_mul);
        (lanes > 1 && threads % lanes == 0).then_some(Warps { block, lanes })
    }

    /// From threads to the numbers of their warps.
    pub fn of_threads(&self, context: &Context) -> tc_isl::Result<UnionMap> {
        let ([x, y, _], lanes) = (self.block, self.lanes);
        let text = format!(
            "{{ [x, y, z] -> [floor((x + {x} * y + {} * z) / {lanes})] }}",
            x * y
        );
        UnionMap::parse(context, &text)
    }
}
