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
//! Within a kernel one thing orders blocks: what the last block of a group runs is behind all that
//! the blocks of its group have done before they were counted. Which of them is the last is not
//! known, so nothing that is a block's own passes from the one part to the other, and what stands
//! behind is in no order with the blocks of other groups:
//!
//! ```text
//! sequence
//!   filter S  band (block.y i, block.x k)          S[i, k] on all blocks
//!   filter T  last "arrived" across block.x        T[i] behind S[i, k] for all k, and for no other i
//!               band (block.y i)
//! ```
//!
//! Each group has a counter of its own, which no statement accesses.
//!
//! If the loops on blocks are outermost in a kernel, [`super::order`] and [`super::storage`] have
//! examined all pairs: such a loop does not order its iterations. Below a sequence or another loop,
//! and if a statement has no loop on an axis and so runs in block 0 of it, the nodes above order
//! the pairs, and these have to be examined again by the numbers of their blocks.

use tc_dialects::schedule::tree::{Array, Axis, Last, Path, Refusal, Tree};
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
    /// The arrays of the scop.
    pub arrays: &'a [Array],
}

/// What the last block of each group of a kernel runs.
struct Finish<'t> {
    path: Path,
    last: &'t Last,
}

impl Blocks<'_> {
    /// Checks all kernels; `found` are the dependences of the original accesses.
    pub fn check(&self, tree: &Tree, found: &Dependences) -> Result<(), Refusal> {
        let mut counters: Vec<&str> = Vec::new();
        for kernel in tree.kernels() {
            let finish = tree.finish_of(&kernel);
            let finish = finish.map(|(path, last)| Finish { path, last });
            if let Some(finish) = &finish {
                let counter = finish.last.counter.as_str();
                if counters.contains(&counter) {
                    return Err(Refusal::new(format!(
                        "the groups of two kernels count at `{counter}`"
                    ))
                    .at(&finish.path)
                    .note("give each kernel counters of its own"));
                }
                counters.push(counter);
                self.check_counters(finish)?;
                self.check_own(&kernel, finish)?;
            } else if are_outermost(tree, &kernel) {
                continue;
            }
            let conflicts = self.conflicts(&kernel, finish.as_ref())?;
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

    /// Checks that each group has a counter, and that no statement accesses one.
    fn check_counters(&self, Finish { path, last }: &Finish<'_>) -> Result<(), Refusal> {
        let counter = &last.counter;
        let Some(grid) = self.grid else {
            return Err(Refusal::new(
                "expected the size of the grid, of which a group is a part, found none",
            )
            .at(path)
            .note("write grid(...) in the head of the scop"));
        };
        let position = self.arrays.iter().position(|array| array.name == *counter);
        let name = position.and_then(|at| self.accesses.arrays.get(at));
        let mut statements = self.accesses.statements.iter();
        let touches = statements.find(|one| {
            let mut accesses = one.accesses.iter();
            accesses.any(|access| name.is_some_and(|name| access.array == name.name))
        });
        if let Some(statement) = touches {
            return Err(Refusal::new(format!(
                "{} accesses `{counter}`, whose elements count blocks",
                statement.name
            ))
            .at(path)
            .note("declare an array that is used for nothing else"));
        }
        let counters =
            position
                .map(|at| &self.arrays[at])
                .map_or(0, |array| match array.shape[..] {
                    [Some(count)] => count,
                    _ => 0,
                });
        let (axes, groups) = last.groups(grid);
        if counters >= groups {
            return Ok(());
        }
        let mut shared = ["*"; 3].map(str::to_owned);
        for (axis, step) in axes {
            let number = (counters / step) % grid[axis.index()];
            shared[axis.index()] = number.to_string();
        }
        Err(Refusal::new(format!(
            "`{counter}` has {counters} counters for {groups} groups: that of the blocks [{}] would have none of its own",
            shared.join(", ")
        ))
        .at(path)
        .note(format!("declare it as memref<{groups}xi32>")))
    }

    /// Refuses arrays of a block or a thread that pass from what all blocks run to what the last
    /// one of a group runs: that is some block.
    fn check_own(&self, kernel: &Path, finish: &Finish<'_>) -> Result<(), Refusal> {
        let behind = self.leaves.instances(&finish.path, self.context)?;
        let before = self
            .leaves
            .instances(kernel, self.context)?
            .subtract(&behind)?;
        for array in self
            .accesses
            .arrays
            .iter()
            .filter(|one| one.kind.is_local())
        {
            let mut sides = [false, false];
            let statements = self.accesses.statements.iter();
            for access in statements.flat_map(|one| &one.accesses) {
                if access.array == array.name {
                    for (side, instances) in sides.iter_mut().zip([&before, &behind]) {
                        *side |= !access.relation.restricted_to(instances)?.is_empty()?;
                    }
                }
            }
            if sides == [true, true] {
                return Err(Refusal::new(format!(
                    "`{}` is a block's own, and is accessed on both sides of the count: the last block of a group is any of them",
                    array.name
                ))
                .at(&finish.path)
                .note("let it be a temporary, or fill it again behind the count"));
            }
        }
        Ok(())
    }

    /// From the instances of a kernel to their blocks. What the last block of a group runs has the
    /// number -1 along the axes across which the group is: it is in one block, whichever.
    fn blocks(&self, kernel: &Path, finish: Option<&Finish<'_>>) -> Result<UnionMap, Refusal> {
        let block = self.leaves.blocks(kernel, self.grid, self.context)?;
        let Some(Finish { path, last }) = finish else {
            return Ok(block);
        };
        let behind = self.leaves.instances(path, self.context)?;
        let before = self
            .leaves
            .instances(kernel, self.context)?
            .subtract(&behind)?;
        let launch = numbers(self.leaves.launches(kernel));
        let numbers = Axis::ALL.map(|axis| match last.is_across(axis) {
            true => "-1".to_owned(),
            false => axis.to_string(),
        });
        let text = format!(
            "{{ [{launch}x, y, z] -> [{launch}{}] }}",
            numbers.join(", ")
        );
        let some = UnionMap::parse(self.context, &text)?;
        let of_group = block.restricted_to(&behind)?.apply_range(&some)?;
        Ok(block.restricted_to(&before)?.union(&of_group)?)
    }

    /// Pairs of instances below a kernel that access one element of an array visible to all blocks,
    /// one of them writing, in different blocks between which nothing orders them.
    fn conflicts(&self, kernel: &Path, finish: Option<&Finish<'_>>) -> Result<UnionMap, Refusal> {
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
        let block = self.blocks(kernel, finish)?;
        let launch = numbers(self.leaves.launches(kernel));
        // A part of a group and what its last block runs are ordered, so the numbers that tell
        // the blocks of a group apart count between two blocks only.
        let differ = [("x", "p"), ("y", "q"), ("z", "r")]
            .into_iter()
            .zip(Axis::ALL);
        let differ = differ.map(|((one, other), axis)| {
            match finish.is_some_and(|finish| finish.last.is_across(axis)) {
                true => format!("({one} != {other} and {one} >= 0 and {other} >= 0)"),
                false => format!("{one} != {other}"),
            }
        });
        let differ: Vec<String> = differ.collect();
        let differ = differ.join(" or ");
        let text = format!("{{ [{launch}x, y, z] -> [{launch}p, q, r] : {differ} }}");
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

/// `l0, l1, `: the numbers of so many loops of launches.
fn numbers(launches: usize) -> String {
    (0..launches).map(|at| format!("l{at}, ")).collect()
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
