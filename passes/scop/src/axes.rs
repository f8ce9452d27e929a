//! The axes of the grid and of the block that a kernel uses.

use tc_dialects::schedule::tree::{Band, Path, Tree, Units};

/// The threads along x, y, z of the kernel at a node, given the block of the scop.
pub fn block_in_use(tree: &Tree, path: &Path, block: [i64; 3]) -> [i64; 3] {
    let used = Axes::in_subtree(tree.at(path).unwrap_or(tree));
    only(block, used.threads)
}

/// The largest grid along x, y, z of the kernel at a node, given the grid of the scop.
pub fn grid_in_use(tree: &Tree, path: &Path, grid: [i64; 3]) -> [i64; 3] {
    let used = Axes::in_subtree(tree.at(path).unwrap_or(tree));
    only(grid, used.blocks)
}

/// The sizes along the axes in use; 1 along the others.
pub fn only(sizes: [i64; 3], used: [bool; 3]) -> [i64; 3] {
    [0, 1, 2].map(|axis| if used[axis] { sizes[axis] } else { 1 })
}

/// A set of axes of the grid and of the block.
#[derive(Clone, Debug, Default)]
pub struct Axes {
    /// Of the grid: x, y, z.
    pub blocks: [bool; 3],
    /// Of the block: x, y, z.
    pub threads: [bool; 3],
}

impl Axes {
    /// The axes that the bands at a node and below it use.
    pub fn in_subtree(node: &Tree) -> Axes {
        let mut axes = Axes::default();
        for (_, node) in node.walk() {
            if let Some(band) = node.as_band() {
                axes.add(band);
            }
        }
        axes
    }

    /// Adds the axes of the members of a band.
    pub fn add(&mut self, band: &Band) {
        for member in &band.members {
            match member.kind.units() {
                Some((Units::Blocks, axis)) => self.blocks[axis.index()] = true,
                Some((Units::Threads, axis)) => self.threads[axis.index()] = true,
                None => {}
            }
        }
    }
}
