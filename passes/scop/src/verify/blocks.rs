//! Dependent instances run in one block: the blocks of a kernel are in no order, whatever loops
//! enclose them.
//!
//! ```text
//! band (sequential t)            every block runs all t at its own pace:
//!   band (block.x i)             S[t, i] of block i does not wait for S[t - 1, i + 1] of block i + 1
//! ```
//!
//! Launches order their blocks, so instances in two iterations of a loop of launches never meet:
//!
//! ```text
//! band (launch t)                S[t, i] waits for all of t - 1
//!   band (block.x i)
//! ```
//!
//! If the loops on blocks are outermost in a kernel, [`super::order`] and [`super::storage`] have
//! examined all pairs: such a loop does not order its iterations. Below a sequence or another loop,
//! and if a statement has no loop on an axis and so runs in block 0 of it, the nodes above order
//! the pairs, and these have to be examined again by the numbers of their blocks.

use tc_dialects::schedule::tree::{Path, Refusal, Tree};
use tc_isl::{Context, UnionMap};

use super::super::leaves::Leaves;
use super::explain::{Broken, Explainer};
use super::witness::pair;
use crate::accesses::{AccessKind, ScopAccesses};
use crate::dependences::{DependenceKind, Dependences};

/// The check of one tree.
pub struct Blocks<'a> {
    /// The place of each statement.
    pub leaves: &'a Leaves,
    /// Explains a refusal.
    pub explainer: &'a Explainer<'a>,
    /// The constraints on the sizes.
    pub context: &'a Context,
    /// The accesses that are executed.
    pub accesses: &'a ScopAccesses,
    /// Blocks along x, y, z, if the tree is mapped to a GPU.
    pub grid: Option<[i64; 3]>,
}

impl Blocks<'_> {
    /// Checks all kernels; `found` are the dependences of the original accesses.
    pub fn check(&self, tree: &Tree, found: &Dependences) -> Result<(), Refusal> {
        for kernel in tree.kernels() {
            if are_outermost(tree, &kernel) {
                continue;
            }
            let conflicts = self.conflicts(&kernel)?;
            for kind in DependenceKind::ALL {
                let apart = found.of_kind(kind).intersect(&conflicts)?;
                self.explainer
                    .refuse_if(&kernel, kind, &apart, Broken::Blocks)?;
            }
            if let Some(found) = pair(&conflicts)? {
                let message = format!(
                    "{} touch one element in different blocks{}, one writing it: blocks run in no order",
                    found.text(),
                    found.sizes
                );
                return Err(Refusal::new(message)
                    .shown_by(found.instances)
                    .at(&kernel)
                    .note("put the loops on blocks outermost, or make a kernel of each part: a sequence at the root of the tree, or below a loop of launches"));
            }
        }
        Ok(())
    }

    /// Pairs of instances below a kernel that access one element of an array visible to all blocks,
    /// one of them writing, in different blocks.
    fn conflicts(&self, kernel: &Path) -> Result<UnionMap, Refusal> {
        let instances = self.leaves.instances(kernel, self.context)?;
        let mut writes = UnionMap::none(self.context)?;
        let mut all = writes.clone();
        let statements = self.accesses.statements.iter();
        for access in statements.flat_map(|statement| &statement.accesses) {
            if super::promotion::is_local(self.accesses, &access.array) {
                continue;
            }
            let touched = access.relation.restricted_to(&instances)?;
            all = all.union(&touched)?;
            if access.kind == AccessKind::Write {
                writes = writes.union(&touched)?;
            }
        }
        if writes.plain_is_empty()? {
            return Ok(writes);
        }
        let block = self.leaves.blocks(kernel, self.grid, self.context)?;
        let launch = self.leaves.launches(kernel);
        let launch: String = (0..launch).map(|at| format!("l{at}, ")).collect();
        let text =
            format!("{{ [{launch}x, y, z] -> [{launch}p, q, r] : x != p or y != q or z != r }}");
        let apart = UnionMap::parse(self.context, &text)?;
        let apart = all.range()?.identity()?.product(&apart)?;
        let (writes, all) = (writes.range_product(&block)?, all.range_product(&block)?);
        let meeting = writes.apply_range(&apart)?.apply_range(&all.reverse()?)?;
        let meeting = meeting.union(&meeting.reverse()?)?;
        let unordered = self.accesses.unordered(self.context)?;
        Ok(if unordered.plain_is_empty()? {
            meeting.coalesce()?
        } else {
            meeting.subtract(&unordered)?.coalesce()?
        })
    }
}

/// Whether all loops on blocks below a kernel are above its sequences and its other loops.
fn are_outermost(tree: &Tree, kernel: &Path) -> bool {
    let mut path = kernel.clone();
    let mut others = false;
    while let Some(node) = tree.at(&path) {
        match node {
            Tree::Band { band, .. } => {
                for member in &band.members {
                    match member.kind.block_axis() {
                        Some(_) if others => return false,
                        Some(_) => {}
                        None => others = true,
                    }
                }
            }
            Tree::Sequence { .. } | Tree::Set { .. } | Tree::Leaf => break,
            _ => {}
        }
        path = path.child(0);
    }
    let on_blocks = |node: &Tree| {
        node.as_band().is_some_and(|band| {
            let mut kinds = band.members.iter().map(|member| member.kind);
            kinds.any(|kind| kind.block_axis().is_some())
        })
    };
    let below = tree.walk().into_iter();
    !below
        .filter(|(at, _)| path.contains(at))
        .any(|(_, node)| on_blocks(node))
}
