//! The leaves that the barriers of a tree separate, whatever their statements access.
//!
//! Most conflicts can be decided without single instances. A barrier that every execution of its
//! sequence reaches separates everything before it from everything after it; at the end of a loop's
//! body it also separates the iterations:
//!
//! ```text
//! band (sequential k)
//!   sequence
//!     filter A_in      followed by sync0 in its own iteration
//!     filter sync0
//!     filter T         preceded by sync0, followed by sync1
//!     filter sync1
//! ```
//!
//! Between what all blocks of a kernel do and what the last block of a group does
//! ([`Tree::Last`]) all threads of a block wait for each other.
//!
//! `A_in` and `T` are separated: in one iteration of `k` by `sync0`, in two of them by `sync0` or
//! `sync1`. A loop that a block runs only once separates nothing and needs no barrier. The result
//! is yes or unknown; the exact check of [`super::threads`] decides the unknown cases.

use std::cell::RefCell;
use std::collections::HashMap;

use tc_dialects::schedule::tree::{Path, Refusal, Tree, Units};
use tc_isl::{UnionMap, UnionSet};

use super::super::leaves::{Leaves, select};
use crate::accesses::ScopAccesses;
use crate::barriers::Level;

/// The barriers of a tree, of one level or above, that no execution can skip.
pub struct Fences<'a> {
    tree: &'a Tree,
    leaves: &'a Leaves,
    grid: Option<[i64; 3]>,
    certain: Vec<Certain>,
    /// The results of [`Fences::runs_once`].
    once: RefCell<HashMap<Path, bool>>,
}

/// Where a barrier is between any two instances of two leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separated {
    /// Everywhere.
    Always,
    /// Where they have different coordinates in the loops around both, which are so many; in one
    /// iteration of these no barrier is between them.
    InTwoIterations {
        /// The number of the coordinates.
        depth: usize,
    },
    /// The shape of the tree does not say it.
    Unknown,
}

/// A leaf with a barrier, and the topmost node that cannot run without it.
struct Certain {
    leaf: Path,
    top: Path,
}

impl<'a> Fences<'a> {
    /// The barriers of at least a level that every execution of the enclosing nodes reaches.
    pub fn of(
        tree: &'a Tree,
        leaves: &'a Leaves,
        grid: Option<[i64; 3]>,
        accesses: &ScopAccesses,
        least: Level,
    ) -> Result<Fences<'a>, Refusal> {
        let mut certain = Vec::new();
        let mut reached: HashMap<Path, UnionSet> = HashMap::new();
        for leaf in &leaves.0 {
            let barriers = leaf.barriers(accesses, least)?;
            if barriers.plain_is_empty()? {
                continue;
            }
            let top = top(tree, &leaf.path);
            if !reached.contains_key(&top) {
                reached.insert(top.clone(), tree.prefix(&top)?.coordinates()?);
            }
            if reached[&top].is_subset(&barriers.range()?)? {
                certain.push(Certain {
                    leaf: leaf.path.clone(),
                    top,
                });
            }
        }
        Ok(Fences {
            tree,
            leaves,
            grid,
            certain,
            once: RefCell::default(),
        })
    }

    /// Whether a barrier is between any two instances of two leaves below `kernel`, or of one leaf,
    /// in whatever order they run. A positive answer is certain; a negative one means that the
    /// shape of the tree does not decide it.
    pub fn separate(&self, kernel: &Path, one: &Path, other: &Path) -> Result<Separated, Refusal> {
        let mut path = kernel.clone();
        loop {
            match self.tree.at(&path) {
                Some(Tree::Band { band, .. }) => {
                    let body = path.child(0);
                    let carries = |from: &Path, to: &Path| {
                        self.follow(&body, from) || self.precede(&body, to)
                    };
                    let threads = band
                        .members
                        .iter()
                        .any(|member| member.kind.thread_axis().is_some());
                    if threads {
                        return Ok(Separated::Unknown);
                    }
                    let carried = !carries(one, other) || !carries(other, one);
                    if carried && !self.runs_once(&path)? {
                        return Ok(Separated::Unknown);
                    }
                }
                Some(Tree::Set { .. } | Tree::Leaf) | None => return Ok(Separated::Unknown),
                _ => {}
            }
            let (Some(&here), Some(&there)) = (one.0.get(path.0.len()), other.0.get(path.0.len()))
            else {
                return Ok(Separated::Unknown);
            };
            if here != there {
                let (first, second) = if here < there {
                    (one, other)
                } else {
                    (other, one)
                };
                let (from, to) = (here.min(there), here.max(there));
                // All threads of a block count it together.
                let counted = |position: usize| {
                    self.tree
                        .at(&path.child(position))
                        .is_some_and(Tree::is_finish)
                };
                if counted(to) {
                    return Ok(Separated::Always);
                }
                let between = (from + 1..to).any(|position| self.always(&path.child(position)));
                let barrier = between
                    || self.follow(&path.child(from), first)
                    || self.precede(&path.child(to), second);
                return Ok(if barrier {
                    Separated::Always
                } else {
                    Separated::InTwoIterations {
                        depth: self.tree.depth(&path),
                    }
                });
            }
            path = path.child(here);
        }
    }

    /// Whether a block runs the loops of a band at most once for each iteration of the loops above.
    fn runs_once(&self, band: &Path) -> Result<bool, Refusal> {
        if let Some(known) = self.once.borrow().get(band) {
            return Ok(*known);
        }
        let above = self.tree.depth(band);
        let reached = self.tree.prefix(&band.child(0))?;
        let Some(leaf) = self.leaves.below(band).next() else {
            return Ok(true);
        };
        // The coordinates above and the block determine all coordinates.
        let known = (0..above).map(|position| format!("c{position}"));
        let block = leaf.place(reached.depth(), Units::Blocks, self.grid)?;
        let known: Vec<String> = known.chain(block).collect();
        let known = UnionMap::parse(reached.active.context(), &select(reached.depth(), &known))?;
        let once = known
            .intersect_domain(&reached.coordinates()?)?
            .is_injective()?;
        self.once.borrow_mut().insert(band.clone(), once);
        Ok(once)
    }

    /// Whether every execution of a node passes a barrier.
    fn always(&self, node: &Path) -> bool {
        self.certain
            .iter()
            .any(|barrier| node.contains(&barrier.leaf) && barrier.top.contains(node))
    }

    /// Whether a barrier comes after each instance of a leaf in the same execution of a node.
    fn follow(&self, node: &Path, leaf: &Path) -> bool {
        self.beside(node, leaf, |own, sibling| sibling > own)
    }

    /// Whether a barrier comes before each instance of a leaf in the same execution of a node.
    fn precede(&self, node: &Path, leaf: &Path) -> bool {
        self.beside(node, leaf, |own, sibling| sibling < own)
    }

    /// Whether a sequence on the path from a node to a leaf has such a child that always passes a
    /// barrier.
    fn beside(&self, node: &Path, leaf: &Path, which: impl Fn(usize, usize) -> bool) -> bool {
        (node.0.len()..leaf.0.len()).any(|length| {
            let path = Path(leaf.0[..length].to_vec());
            let Some(Tree::Sequence { children }) = self.tree.at(&path) else {
                return false;
            };
            (0..children.len()).any(|position| {
                which(leaf.0[length], position) && self.always(&path.child(position))
            })
        })
    }
}

/// The topmost node above a leaf with no loop and no condition in between.
fn top(tree: &Tree, leaf: &Path) -> Path {
    let mut top = leaf.clone();
    while let Some(above) = top.parent() {
        match tree.at(&above) {
            Some(
                Tree::Filter { .. }
                | Tree::Sequence { .. }
                | Tree::Extension { .. }
                | Tree::Mark { .. },
            ) => top = above,
            _ => break,
        }
    }
    top
}
