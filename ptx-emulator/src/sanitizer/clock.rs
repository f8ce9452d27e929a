//! Vector clocks: what a warp has heard of the other warps, of its block and of others.
//!
//! A clock of the own block is a list with a place for each warp. Those of other blocks are shared
//! between all that heard of them, since a counter that a thousand blocks pass carries a thousand.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The clocks of the warps of blocks, by the number of the block in records.
pub(super) type Blocks = Arc<BTreeMap<u64, Arc<[u32]>>>;

/// A point in the past of a warp: everything before it, and what that had heard of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Past {
    blocks: Blocks,
}

impl Past {
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The clocks of a block.
    pub fn block(&self, block: u64) -> Option<&[u32]> {
        self.blocks.get(&block).map(|clocks| &**clocks)
    }

    /// Adds clocks of one block.
    pub fn include(&mut self, block: u64, clocks: &[u32]) {
        let known = self.blocks.get(&block);
        if known.is_some_and(|known| covers(known, clocks)) {
            return;
        }
        let mut joined = known.map_or_else(Vec::new, |known| known.to_vec());
        join(&mut joined, clocks);
        Arc::make_mut(&mut self.blocks).insert(block, joined.into());
    }

    /// Adds all of another past.
    pub fn join(&mut self, other: &Past) {
        if Arc::ptr_eq(&self.blocks, &other.blocks) || other.is_empty() {
            return;
        }
        if self.is_empty() {
            self.blocks = other.blocks.clone();
            return;
        }
        for (block, clocks) in other.blocks.iter() {
            self.include(*block, clocks);
        }
    }

    /// Only what belongs to one block.
    pub fn only(&self, block: u64) -> Past {
        let mut past = Past::default();
        if let Some(clocks) = self.block(block) {
            past.include(block, clocks);
        }
        past
    }
}

fn covers(known: &[u32], clocks: &[u32]) -> bool {
    let at = |warp: usize| known.get(warp).copied().unwrap_or(0);
    clocks
        .iter()
        .enumerate()
        .all(|(warp, clock)| at(warp) >= *clock)
}

/// The later of two clocks, place by place.
pub(super) fn join(target: &mut Vec<u32>, other: &[u32]) {
    if target.len() < other.len() {
        target.resize(other.len(), 0);
    }
    for (mine, theirs) in target.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_past_keeps_the_latest_clock_of_each_warp() {
        let mut past = Past::default();
        past.include(3, &[1, 5]);
        let mut other = Past::default();
        other.include(3, &[2, 4, 1]);
        other.include(9, &[7]);
        past.join(&other);
        assert_eq!(past.block(3), Some(&[2, 5, 1][..]));
        assert_eq!(past.only(9).block(9), Some(&[7][..]));
        assert_eq!(past.only(9).block(3), None);
    }
}
