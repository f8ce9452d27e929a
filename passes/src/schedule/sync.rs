//! `schedule-sync`: barriers between threads of a block that touch the same element.
//!
//! ```text
//! band "tile"                                      band "tile"
//!   | T[i, j, k] -> k - k mod 32                     | T[i, j, k] -> k - k mod 32
//!   extension [.., k0] -> A_in[.., k0, a, b]         extension [.., k0] -> A_in[..]; [.., k0] -> sync0[]; [.., k0] -> sync1[]
//!     sequence                                ==>      sequence
//!       filter A_in  (on all threads)                    filter A_in
//!       filter T     (on all threads)                    filter sync0       T reads what other threads copied
//!                                                        filter T
//!                                                        filter sync1       the next copy overwrites what T has read
//! ```
//!
//! **What needs a barrier.** Two instances of one block that touch the same element, one of them writing, and that run on
//! different threads. Which thread runs an instance is what its thread members say: with equal coordinates on each thread
//! axis two instances are on one thread, so only pairs with different coordinates count; an axis without a member is
//! thread 0. Blocks that run several tiles reuse their shared arrays, so pairs of different tiles of one block count too.
//!
//! **Where barriers go.** Pairs in different children of a sequence need one between the children: as few as possible, as
//! late as possible. Pairs in different iterations of a loop need one on the way around it: a barrier that is there already
//! serves, else one goes to the end of the body of the innermost loop on that way.
//!
//! **Refused when** a pair meets below a loop on threads: not all threads would reach a barrier there. Such a pair means
//! that the mapping is wrong or that the loops must be sunk first.
//! **Cost**: one pass over the tree with a few isl operations for each sequence and loop.

use std::collections::BTreeSet;

use crate::analysis::accesses::{self, AccessKind, ArrayPlace, ScopAccesses};
use crate::api::*;
use tc_dialects::isl::{self, Dim, UnionMap, UnionSet, thread_context};
use tc_dialects::schedule::tree::{Axis, Band, MemberKind, Path, Prefix, Refusal, Tree};

use super::scop_edit::ScopEdit;
use super::scop_pass::transform;

/// What instances touch of some arrays.
#[derive(Clone, Debug)]
pub struct Touched {
    /// From instances to the elements that they may read.
    pub reads: UnionMap,
    /// From instances to the elements that they may write.
    pub writes: UnionMap,
}

/// What instances touch, as far as several threads can see it.
#[derive(Clone, Debug)]
pub struct VisibleAccesses {
    /// Arrays that all blocks share.
    pub global: Touched,
    /// Arrays that each block has for itself.
    pub shared: Touched,
}

impl Touched {
    /// Pairs of instances that touch the same element, one of them writing, in both directions.
    fn conflicts(&self, active: &UnionSet) -> Result<UnionMap, Refusal> {
        let reads = self.reads.intersect_domain(active)?;
        let writes = self.writes.intersect_domain(active)?;
        let written = writes.apply_range(&reads.union(&writes)?.reverse()?)?;
        Ok(written.union(&reads.apply_range(&writes.reverse()?)?)?)
    }
}

/// A tree with barriers.
#[derive(Debug)]
pub struct Synchronized {
    pub tree: Tree,
    /// The names of the barriers, which become statements without indices.
    pub barriers: Vec<String>,
}

/// Adds the barriers that a tree needs. `taken` are the names of the statements that there are.
pub fn sync(
    mut tree: Tree,
    accesses: &VisibleAccesses,
    grid: [i64; 3],
    taken: &BTreeSet<String>,
) -> Result<Synchronized, Refusal> {
    let mut barriers = Barriers {
        taken: taken.clone(),
        made: Vec::new(),
    };
    for path in tree.kernels() {
        let Some(kernel) = tree.at(&path) else {
            continue;
        };
        let prefix = tree.prefix(&path)?;
        let conflicts = conflicts(kernel, &prefix, accesses, grid)?;
        if conflicts.is_empty()? {
            continue;
        }
        let none = conflicts.subtract(&conflicts)?;
        tree.try_replace_at(&path, |node| {
            let pairs = Pairs {
                equal: conflicts,
                carried: none,
            };
            barriers.place(node, &prefix, pairs, &path)
        })?;
    }
    Ok(Synchronized {
        tree,
        barriers: barriers.made,
    })
}

/// All pairs of instances of a kernel that need a barrier between them, in both directions.
fn conflicts(
    kernel: &Tree,
    prefix: &Prefix,
    accesses: &VisibleAccesses,
    grid: [i64; 3],
) -> Result<UnionMap, Refusal> {
    let place = Placement::of_kernel(kernel, prefix, grid)?;
    let same_thread = place.threads.apply_range(&place.threads.reverse()?)?;
    let same_block = place.blocks.apply_range(&place.blocks.reverse()?)?;
    // Blocks touch different elements of the arrays that they have in common, or the mapping to blocks was not legal.
    let shared = accesses
        .shared
        .conflicts(&place.active)?
        .intersect(&same_block)?;
    let touching = accesses.global.conflicts(&place.active)?.union(&shared)?;
    Ok(touching.subtract(&same_thread)?.coalesce()?)
}

/// Where each instance of a kernel runs.
struct Placement {
    active: UnionSet,
    /// To the coordinates on the thread axes: equal ones are on one thread.
    threads: UnionMap,
    /// To the number of the block.
    blocks: UnionMap,
}

impl Placement {
    fn of_kernel(kernel: &Tree, prefix: &Prefix, grid: [i64; 3]) -> Result<Placement, Refusal> {
        let isl = prefix.active.context();
        let mut place = Placement {
            active: UnionSet::none(isl)?,
            threads: UnionMap::none(isl)?,
            blocks: UnionMap::none(isl)?,
        };
        place.add(kernel, prefix, [1; 3], grid)?;
        Ok(place)
    }

    /// Adds the leaves below a node. `tiles` are the tile sizes of the members on blocks above.
    fn add(
        &mut self,
        node: &Tree,
        prefix: &Prefix,
        mut tiles: [i64; 3],
        grid: [i64; 3],
    ) -> Result<(), Refusal> {
        let below = prefix.enter(node)?;
        if let Some(band) = node.as_band() {
            for (position, member) in band.members.iter().enumerate() {
                if let Some(axis) = member.kind.block_axis() {
                    tiles[axis.index()] = band.tile_size(position);
                }
            }
        }
        if matches!(node, Tree::Leaf) {
            let coordinate = |kind: MemberKind| below.kinds.iter().position(|other| *other == kind);
            let threads = Axis::ALL.map(|axis| match coordinate(MemberKind::Thread(axis)) {
                Some(position) => format!("c{position}"),
                None => "0".to_owned(),
            });
            let blocks = Axis::ALL.map(|axis| match coordinate(MemberKind::Block(axis)) {
                Some(position) => format!(
                    "(floor(c{position}/{})) mod {}",
                    tiles[axis.index()],
                    grid[axis.index()]
                ),
                None => "0".to_owned(),
            });
            self.active = self.active.union(&below.active)?;
            self.threads = self.threads.union(&select(&below, &threads)?)?;
            self.blocks = self.blocks.union(&select(&below, &blocks)?)?;
        }
        node.children()
            .iter()
            .try_for_each(|child| self.add(child, &below, tiles, grid))
    }
}

/// From instances to expressions in their coordinates `c0`, `c1`, ...
fn select(prefix: &Prefix, expressions: &[String]) -> Result<UnionMap, Refusal> {
    let names: Vec<String> = (0..prefix.depth())
        .map(|number| format!("c{number}"))
        .collect();
    let text = format!(
        "{{ [{}] -> [{}] }}",
        names.join(", "),
        expressions.join(", ")
    );
    Ok(prefix
        .relation
        .apply_range(&UnionMap::parse(prefix.active.context(), &text)?)?)
}

/// The pairs that are to be separated below a node.
struct Pairs {
    /// Pairs with equal outer coordinates.
    equal: UnionMap,
    /// Pairs in different iterations of a loop above, with nothing but loops in between.
    carried: UnionMap,
}

struct Barriers {
    taken: BTreeSet<String>,
    made: Vec<String>,
}

impl Barriers {
    fn place(
        &mut self,
        node: Tree,
        prefix: &Prefix,
        pairs: Pairs,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        if pairs.equal.is_empty()? && pairs.carried.is_empty()? {
            return Ok(node);
        }
        match node {
            Tree::Band { band, child } => self.band(band, *child, prefix, pairs, path),
            Tree::Sequence { .. } | Tree::Set { .. } => self.sequence(node, prefix, pairs, path),
            Tree::Leaf => self.at_the_end(node, prefix, pairs, path),
            Tree::Extension { .. } => self.extension(node, prefix, pairs, path),
            node => self.only_child(node, prefix, pairs, path),
        }
    }

    fn band(
        &mut self,
        band: Band,
        child: Tree,
        prefix: &Prefix,
        pairs: Pairs,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        if band
            .members
            .iter()
            .any(|member| member.kind.thread_axis().is_some())
        {
            return self.at_the_end(child.below_band(band), prefix, pairs, path);
        }
        let depth = prefix.depth() + band.members.len();
        let node = child.below_band(band);
        let outer = outer_coordinates(&node, prefix, depth)?;
        let same_iteration = outer.apply_range(&outer.reverse()?)?;
        let later_iteration = outer.lex_lt_union_map(&outer)?;
        let below = Pairs {
            equal: pairs.equal.intersect(&same_iteration)?,
            carried: pairs
                .carried
                .union(&pairs.equal.intersect(&later_iteration)?)?,
        };
        self.only_child(node, prefix, below, path)
    }

    /// Goes on below a node with one child.
    fn only_child(
        &mut self,
        node: Tree,
        prefix: &Prefix,
        pairs: Pairs,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        let below = prefix.enter(&node)?;
        let mut pairs = Some(pairs);
        node.try_map_children(|position, child| match pairs.take() {
            Some(pairs) => self.place(child, &below, pairs, &path.child(position)),
            None => Ok(child),
        })
    }

    /// Like [`Self::only_child`]; an extension of barriers directly below joins the extension.
    fn extension(
        &mut self,
        node: Tree,
        prefix: &Prefix,
        pairs: Pairs,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        Ok(match self.only_child(node, prefix, pairs, path)? {
            Tree::Extension { extension, child } => match *child {
                Tree::Extension {
                    extension: added,
                    child,
                } => child.below_extension(extension.union(&added)?),
                child => child.below_extension(extension),
            },
            node => node,
        })
    }

    /// A subtree in which no barrier can stand: one goes behind it when a loop above needs it.
    fn at_the_end(
        &mut self,
        node: Tree,
        prefix: &Prefix,
        pairs: Pairs,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        if let Some(pair) = example(&pairs.equal)? {
            return Err(Refusal::new(format!("different threads touch the same element without an order: {pair}"))
                .at(path)
                .note("a barrier between them would stand below a loop on threads, where not all threads reach it"));
        }
        if pairs.carried.is_empty()? {
            return Ok(node);
        }
        let children = vec![node.below_filter(prefix.active.universe()?)];
        self.with_barriers(children, &[1], prefix)
    }

    fn sequence(
        &mut self,
        node: Tree,
        prefix: &Prefix,
        pairs: Pairs,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        let filters: Vec<UnionSet> = node
            .children()
            .iter()
            .map(|child| instances(child, prefix))
            .collect::<Result<_, _>>()?;
        let gaps = gaps(&filters, &pairs)?;
        let node = node.try_map_children(|position, child| {
            let own = |pairs: &UnionMap| -> Result<UnionMap, Refusal> {
                Ok(pairs
                    .intersect_domain(&filters[position])?
                    .intersect_range(&filters[position])?)
            };
            // A barrier anywhere in the sequence lies on the way from one iteration of a child to the next.
            let carried = own(&pairs.carried)?;
            let carried = if gaps.is_empty() {
                carried
            } else {
                carried.subtract(&carried)?
            };
            let below = Pairs {
                equal: own(&pairs.equal)?,
                carried,
            };
            self.place(child, prefix, below, &path.child(position))
        })?;
        match node {
            Tree::Sequence { children } | Tree::Set { children } if !gaps.is_empty() => {
                self.with_barriers(children, &gaps, prefix)
            }
            node => Ok(node),
        }
    }

    /// A sequence of the children with a barrier before each child that `gaps` names, or behind the last.
    fn with_barriers(
        &mut self,
        children: Vec<Tree>,
        gaps: &[usize],
        prefix: &Prefix,
    ) -> Result<Tree, Refusal> {
        let reached = prefix.coordinates()?;
        let mut extension = UnionMap::none(reached.context())?;
        let mut ordered = Vec::new();
        let count = children.len();
        let mut children = children.into_iter();
        for gap in 0..=count {
            if gaps.contains(&gap) {
                let barrier =
                    UnionSet::parse(reached.context(), &format!("{{ {}[] }}", self.fresh_name()))?;
                extension =
                    extension.union(&UnionMap::from_domain_and_range(&reached, &barrier)?)?;
                ordered.push(Tree::Leaf.below_filter(barrier));
            }
            ordered.extend(children.next());
        }
        Ok(Tree::Sequence { children: ordered }.below_extension(extension))
    }

    fn fresh_name(&mut self) -> String {
        let mut number = self.made.len();
        while self.taken.contains(&format!("sync{number}")) {
            number += 1;
        }
        let name = format!("sync{number}");
        self.taken.insert(name.clone());
        self.made.push(name.clone());
        name
    }
}

/// The first `depth` coordinates of all instances below a node, those that extensions add included.
fn outer_coordinates(node: &Tree, prefix: &Prefix, depth: usize) -> Result<UnionMap, Refusal> {
    let below = prefix.enter(node)?;
    let mut outer = UnionMap::none(below.active.context())?;
    if matches!(node, Tree::Leaf) {
        for map in below.relation.maps()? {
            let map = map.project_out(Dim::Out, depth, below.depth() - depth)?;
            outer = outer.union(&map.to_union_map()?)?;
        }
    }
    for child in node.children() {
        outer = outer.union(&outer_coordinates(child, &below, depth)?)?;
    }
    Ok(outer)
}

/// All instances below a node, those that extensions add included.
fn instances(node: &Tree, prefix: &Prefix) -> Result<UnionSet, Refusal> {
    Ok(outer_coordinates(node, prefix, 0)?.domain()?.coalesce()?)
}

/// Before which children of a sequence barriers go; the number of children stands for the end.
fn gaps(filters: &[UnionSet], pairs: &Pairs) -> Result<Vec<usize>, Refusal> {
    let between = |pairs: &UnionMap, from: usize, to: usize| -> Result<bool, Refusal> {
        Ok(!pairs
            .intersect_domain(&filters[from])?
            .intersect_range(&filters[to])?
            .is_empty()?)
    };
    let count = filters.len();
    let mut gaps: Vec<usize> = Vec::new();
    // The latest place for the pair that ends first; pairs that it separates need no other.
    for to in 1..count {
        let last = gaps.last().copied().unwrap_or(0);
        for from in last..to {
            if between(&pairs.equal, from, to)? {
                gaps.push(to);
                break;
            }
        }
    }
    // From child `from` of one iteration to child `to` of a later one: behind `from`, or not behind `to`.
    for from in 0..count {
        for to in 0..count {
            let served = gaps.iter().any(|&gap| gap > from || gap <= to);
            // What meets itself in a later iteration is left to the child.
            if from != to && !served && between(&pairs.carried, from, to)? {
                gaps.push(count);
            }
        }
    }
    Ok(gaps)
}

/// One pair of a relation, for a message.
fn example(pairs: &UnionMap) -> Result<Option<String>, Refusal> {
    if pairs.is_empty()? {
        return Ok(None);
    }
    Ok(Some(pairs.sample()?.to_string()))
}

impl VisibleAccesses {
    /// What the statements of a scop touch, private arrays left out.
    pub fn of_scop(isl: &isl::Context, scop: &ScopAccesses) -> Result<VisibleAccesses, Refusal> {
        let none = UnionMap::none(isl)?;
        let nothing = Touched {
            reads: none.clone(),
            writes: none,
        };
        let mut visible = VisibleAccesses {
            global: nothing.clone(),
            shared: nothing,
        };
        for access in scop
            .statements
            .iter()
            .flat_map(|statement| &statement.accesses)
        {
            let array = scop.arrays.iter().find(|array| array.name == access.array);
            let touched = match array.map(|array| array.place) {
                Some(ArrayPlace::Private) => continue,
                Some(ArrayPlace::Shared) => &mut visible.shared,
                _ => &mut visible.global,
            };
            let relation = match access.kind {
                AccessKind::Read => &mut touched.reads,
                AccessKind::Write => &mut touched.writes,
            };
            *relation = relation.union(&access.relation)?;
        }
        Ok(visible)
    }
}

pass! {
    /// Adds barriers so that threads of a block which touch the same element, one of them writing, do it in the order of
    /// the schedule.
    pub struct ScheduleSync {
        name: "schedule-sync",
        anchor: "schedule.scop",
        summary: "barriers between threads of a block that touch the same element",
        dialects: ["gpu"],
        statistics: {
            /// barriers that were added
            barriers,
        },
    }
}

impl Pass for ScheduleSync {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let isl = thread_context();
        let accesses = accesses::of_scop(&isl, operation)?;
        let taken = accesses
            .statements
            .iter()
            .map(|statement| statement.name.clone())
            .collect();
        let barriers = transform(operation, ctx, |mut scop| {
            let visible = VisibleAccesses::of_scop(&isl, &accesses)?;
            let result = sync(scop.tree, &visible, scop.grid.unwrap_or([1; 3]), &taken)?;
            scop.tree = result.tree;
            Ok((scop, result.barriers))
        })?;
        let edit = ScopEdit::new(ctx.context(), operation)?;
        barriers
            .iter()
            .try_for_each(|name| edit.add_barrier(name))?;
        self.barriers.add(barriers.len());
        Ok(())
    }
}
