//! `schedule-sync`: adds barriers between threads of a block that access the same element.
//!
//! A barrier is of the *block* (`gpu.barrier`), or of a *warp* (`schedule.warp_barrier`) if all
//! that it orders is between lanes of one warp.
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
//! **What needs a barrier.** Two instances of one block that access the same element, one of them
//! writing, and that run on different threads. The thread members determine the thread of an
//! instance: two instances with equal coordinates on each thread axis are on one thread; an axis
//! without a member is thread 0. Two leaves of the tree *contest* an array if one of them writes it
//! and its elements do not determine the thread that accesses them; where they meet, in the same
//! iteration of the enclosing loops or in two, is then decided without regard to threads. Blocks
//! that run several tiles reuse their shared arrays, so different tiles of one block count too.
//!
//! **Which level.** Thread (x, y, z) of a block of bx by by by bz threads is number `x + bx * (y +
//! by * z)`, and its warp is that number divided by the lanes of a warp. If the elements of a
//! contest determine the warp that accesses them, the barrier of a warp is sufficient. All lanes
//! must exist: in a block with a warp that is not full, all barriers are of the block.
//!
//! **Where barriers go.** Pairs in different children of a sequence need one between the children:
//! as few of the block as possible, then as few of warps as possible, as late as possible. In a
//! sequence of up to eight children all choices are compared; in a longer one the latest place for
//! the pair that ends first is taken. Pairs in different iterations of a loop need one
//! between the iterations: an existing barrier in the loop serves, otherwise one is added at the
//! end of the body of the innermost such loop.
//!
//! **Refused** if a pair meets below a loop on threads: not all threads would reach a barrier
//! there. Such a pair means that the mapping is illegal or that the loops must be sunk first.
//! **Cost**: one pass over the tree with a few isl operations for each sequence and loop.

mod by_statement;
mod contest;
mod gaps;

use std::collections::{BTreeMap, BTreeSet};

use tc_dialects::schedule::tree::{Band, Path, Prefix, Refusal, Tree, Units};
use tc_dialects::target::Target;
use tc_isl::{UnionMap, UnionSet, thread_context};
use tc_pass_host::*;
use tc_scop::accesses::{self, AccessKind, ScopAccesses};
use tc_scop::barriers::Level;

use by_statement::ByStatement;
use contest::{Contest, Side, contests};
use gaps::{Need, fewest};
use tc_scop::leaves::Leaves;
use tc_scop::scop_edit::ScopEdit;
use tc_scop::scop_pass::transform;
use tc_scop::warps::{Warps, lanes};

/// The accesses of instances to some arrays.
#[derive(Clone, Debug)]
pub struct Touched {
    /// From instances to the elements that they may read.
    pub reads: UnionMap,
    /// From instances to the elements that they may write.
    pub writes: UnionMap,
}

/// The accesses of instances, as far as several threads can observe them.
#[derive(Clone, Debug)]
pub struct VisibleAccesses {
    /// Arrays shared by all blocks.
    pub global: Touched,
    /// Arrays of which each block has its own.
    pub shared: Touched,
    /// Statements whose updates are atomic: their instances need no order among themselves.
    pub atomic: BTreeSet<String>,
}

impl Touched {
    /// The arrays that some instance writes.
    fn written(&self) -> Result<Vec<UnionSet>, Refusal> {
        let arrays = self.writes.range()?.universe()?.sets()?;
        Ok(arrays
            .iter()
            .map(|array| array.to_union_set())
            .collect::<tc_isl::Result<_>>()?)
    }
}

/// How the threads of a kernel are launched.
#[derive(Clone, Copy, Debug)]
pub struct Launch {
    /// Blocks along x, y, z.
    pub grid: [i64; 3],
    /// Threads of a block along x, y, z, if they are known.
    pub block: Option<[i64; 3]>,
    /// Threads of a warp.
    pub lanes: i64,
}

/// A tree with barriers.
#[derive(Debug)]
pub struct Synchronized {
    /// The tree, with barrier instances inserted.
    pub tree: Tree,
    /// The barriers, which become statements without indices, by their names.
    pub barriers: Vec<(String, Level)>,
    /// Why each barrier is there, and which kernels need none.
    pub decisions: Vec<Decision>,
}

/// Adds the barriers that a tree needs. `taken` are the names of the existing statements.
pub fn sync(
    mut tree: Tree,
    accesses: &VisibleAccesses,
    launch: Launch,
    taken: &BTreeSet<String>,
) -> Result<Synchronized, Refusal> {
    let leaves = Leaves::of(&tree)?;
    let by_statement = ByStatement::of(accesses)?;
    let mut barriers = Barriers {
        grid: launch.grid,
        contests: Vec::new(),
        taken: taken.clone(),
        made: Vec::new(),
        decisions: Vec::new(),
    };
    for (number, path) in tree.kernels().into_iter().enumerate() {
        let warps = Warps::of(&tree, &path, launch.block, launch.lanes);
        let accesses = by_statement.below(&leaves, &path)?;
        barriers.contests = contests(&leaves, &path, &accesses, warps)?;
        if barriers.contests.is_empty() {
            barriers.decisions.push(no_barriers(number));
            continue;
        }
        let before = barriers.made.len();
        let prefix = tree.prefix(&path)?;
        let pairs: Vec<Pair> = (0..barriers.contests.len())
            .map(|contest| Pair {
                contest,
                equal: true,
                one_first: false,
                other_first: false,
            })
            .collect();
        tree.try_replace_at(&path, |node| barriers.place(node, &prefix, pairs, &path))?;
        if barriers.made.len() == before {
            barriers.decisions.push(no_barriers(number));
        }
    }
    Ok(Synchronized {
        tree,
        barriers: barriers.made,
        decisions: barriers.decisions,
    })
}

fn no_barriers(kernel: usize) -> Decision {
    Decision::analysis(format!("barriers of kernel {kernel}"), "none are needed").because(
        "no two threads of a block touch one element that one of them writes, where they could meet",
    )
}

/// Where the leaves of a contest meet below a node, if no node above has separated them.
#[derive(Clone, Copy)]
struct Pair {
    contest: usize,
    /// In one iteration of all loops above.
    equal: bool,
    /// In two iterations of a loop above, with only loops in between, the first leaf in the earlier
    /// one.
    one_first: bool,
    /// The second leaf in the earlier one.
    other_first: bool,
}

impl Pair {
    fn carried(&self) -> bool {
        self.one_first || self.other_first
    }
}

struct Barriers<'a> {
    grid: [i64; 3],
    /// The contests of the current kernel.
    contests: Vec<Contest<'a>>,
    taken: BTreeSet<String>,
    made: Vec<(String, Level)>,
    decisions: Vec<Decision>,
}

/// A barrier to place.
#[derive(Clone, Copy)]
struct Gap {
    level: Level,
    /// The contest that needs it, and serves as its reason.
    contest: usize,
}

impl Barriers<'_> {
    fn place(
        &mut self,
        node: Tree,
        prefix: &Prefix,
        pairs: Vec<Pair>,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        if pairs.is_empty() {
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
        pairs: Vec<Pair>,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        if band
            .members
            .iter()
            .any(|member| member.kind.thread_axis().is_some())
        {
            return self.at_the_end(child.below_band(band), prefix, pairs, path);
        }
        let above = prefix.depth();
        let depth = above + band.members.len();
        let mut below = Vec::new();
        for mut pair in pairs {
            if pair.equal {
                let contest = &self.contests[pair.contest];
                let (one_first, other_first) =
                    contest.meet_in_two_iterations(above, depth, self.grid)?;
                pair.one_first |= one_first;
                pair.other_first |= other_first;
                pair.equal = contest.meet_in_one_iteration(depth)?;
            }
            if pair.equal || pair.carried() {
                below.push(pair);
            }
        }
        self.only_child(child.below_band(band), prefix, below, path)
    }

    /// Continues below a node with one child.
    fn only_child(
        &mut self,
        node: Tree,
        prefix: &Prefix,
        pairs: Vec<Pair>,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        let below = prefix.enter(&node)?;
        let mut pairs = Some(pairs);
        node.try_map_children(|position, child| match pairs.take() {
            Some(pairs) => self.place(child, &below, pairs, &path.child(position)),
            None => Ok(child),
        })
    }

    /// Like [`Self::only_child`]; an extension of barriers directly below is merged into the
    /// extension.
    fn extension(
        &mut self,
        node: Tree,
        prefix: &Prefix,
        pairs: Vec<Pair>,
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

    /// A subtree that cannot contain a barrier: one goes after it if a loop above needs it.
    fn at_the_end(
        &mut self,
        node: Tree,
        prefix: &Prefix,
        pairs: Vec<Pair>,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        for pair in pairs.iter().filter(|pair| pair.equal) {
            if let Some(example) = self.contests[pair.contest].example(prefix.depth())? {
                return Err(Refusal::new(format!("different threads touch the same element without an order: {example}"))
                    .at(path)
                    .note("a barrier between them would stand below a loop on threads, where not all threads reach it"));
            }
        }
        let carried = pairs.iter().filter(|pair| pair.carried());
        let gap = carried.map(|pair| Gap {
            level: self.contests[pair.contest].level,
            contest: pair.contest,
        });
        let Some(gap) = gap.max_by_key(|gap| gap.level) else {
            return Ok(node);
        };
        let children = vec![node.below_filter(prefix.active.universe()?)];
        self.with_barriers(children, &BTreeMap::from([(1, gap)]), prefix)
    }

    fn sequence(
        &mut self,
        node: Tree,
        prefix: &Prefix,
        pairs: Vec<Pair>,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        let needs = self.needs(&pairs, path);
        let all: Vec<Need> = needs.keys().copied().collect();
        let mut gaps = BTreeMap::new();
        for (place, level) in fewest(node.children().len(), &all) {
            let mut reasons = needs.iter();
            let reason = reasons.find(|(need, _)| need.level == level && need.served_by(place));
            let contest = reason.map_or(0, |(_, contest)| *contest);
            gaps.insert(place, Gap { level, contest });
        }
        let node = node.try_map_children(|position, child| {
            let own = path.child(position);
            let mut below = Vec::new();
            for mut pair in pairs.iter().copied() {
                if self.children_of(&pair, path) == (Some(position), Some(position)) {
                    // A barrier anywhere in the sequence separates an iteration of a child from the
                    // next one.
                    let level = self.contests[pair.contest].level;
                    let served = gaps.values().any(|gap| gap.level >= level);
                    pair.one_first &= !served;
                    pair.other_first &= !served;
                    below.push(pair);
                }
            }
            below.retain(|pair| pair.equal || pair.carried());
            self.place(child, prefix, below, &own)
        })?;
        match node {
            Tree::Sequence { children } | Tree::Set { children } if !gaps.is_empty() => {
                self.with_barriers(children, &gaps, prefix)
            }
            node => Ok(node),
        }
    }

    /// The children of a node that contain the two leaves of a pair.
    fn children_of(&self, pair: &Pair, path: &Path) -> (Option<usize>, Option<usize>) {
        let contest = &self.contests[pair.contest];
        let child = |side: &Side| side.leaf.path.0.get(path.0.len()).copied();
        (child(&contest.one), child(&contest.other))
    }

    /// What barriers in a sequence have to separate, with the contest of each. A child that meets
    /// itself in a later iteration handles that if there is nothing else.
    fn needs(&self, pairs: &[Pair], path: &Path) -> BTreeMap<Need, usize> {
        let mut needs = BTreeMap::new();
        for pair in pairs {
            let (Some(one), Some(other)) = self.children_of(pair, path) else {
                continue;
            };
            let level = self.contests[pair.contest].level;
            let mut add = |needed: bool, from: usize, to: usize, carried: bool| {
                let need = Need {
                    from,
                    to,
                    carried,
                    level,
                };
                if needed {
                    needs.entry(need).or_insert(pair.contest);
                }
            };
            add(
                pair.equal && one != other,
                one.min(other),
                one.max(other),
                false,
            );
            add(pair.one_first, one, other, true);
            add(pair.other_first, other, one, true);
        }
        let alone = needs.keys().all(|need| need.from == need.to)
            && needs
                .keys()
                .map(|need| need.from)
                .collect::<BTreeSet<_>>()
                .len()
                == 1;
        if alone { BTreeMap::new() } else { needs }
    }

    /// A sequence of the children with a barrier in each of the `gaps`.
    fn with_barriers(
        &mut self,
        children: Vec<Tree>,
        gaps: &BTreeMap<usize, Gap>,
        prefix: &Prefix,
    ) -> Result<Tree, Refusal> {
        let reached = prefix.coordinates()?.detect_equalities()?.coalesce()?;
        let mut extension = UnionMap::none(reached.context())?;
        let mut ordered = Vec::new();
        let count = children.len();
        let mut children = children.into_iter();
        for place in 0..=count {
            if let Some(gap) = gaps.get(&place) {
                let name = self.fresh_name(gap.level);
                self.explain(&name, gap, place == count)?;
                let barrier = UnionSet::parse(reached.context(), &format!("{{ {name}[] }}"))?;
                extension =
                    extension.union(&UnionMap::from_domain_and_range(&reached, &barrier)?)?;
                ordered.push(Tree::Leaf.below_filter(barrier));
            }
            ordered.extend(children.next());
        }
        Ok(Tree::Sequence { children: ordered }.below_extension(extension))
    }

    fn explain(&mut self, name: &str, gap: &Gap, at_the_end: bool) -> Result<(), Refusal> {
        let contest = &self.contests[gap.contest];
        let (one, other) = (contest.one.statements()?, contest.other.statements()?);
        let between = if one == other {
            format!("different threads of {one}")
        } else {
            format!("different threads of {one} and of {other}")
        };
        let who = if gap.level == Level::Block {
            "the threads of a block"
        } else {
            "the lanes of each warp"
        };
        let what = if at_the_end {
            format!("{who} meet at the end of each iteration")
        } else {
            format!("{who} meet")
        };
        let decision = Decision::passed(format!("barrier {name}"), what)
            .because(format!(
                "{between} touch the same elements of {}, and one of them writes",
                contest.array
            ))
            .unless("a mapping by which each element stays with one thread, or no copies in shared memory: the mapping option shared=false");
        self.decisions.push(decision);
        Ok(())
    }

    fn fresh_name(&mut self, level: Level) -> String {
        let mut number = self.made.len();
        while self.taken.contains(&format!("sync{number}")) {
            number += 1;
        }
        let name = format!("sync{number}");
        self.taken.insert(name.clone());
        self.made.push((name.clone(), level));
        name
    }
}

impl VisibleAccesses {
    /// The accesses of a scop's statements, without those to private arrays.
    pub fn of_scop(isl: &tc_isl::Context, scop: &ScopAccesses) -> Result<VisibleAccesses, Refusal> {
        let none = UnionMap::none(isl)?;
        let nothing = Touched {
            reads: none.clone(),
            writes: none,
        };
        let mut visible = VisibleAccesses {
            global: nothing.clone(),
            shared: nothing,
            atomic: BTreeSet::new(),
        };
        let atomic = scop.statements.iter().filter(|one| one.atomic.is_some());
        visible.atomic = atomic.map(|one| one.name.clone()).collect();
        for access in scop
            .statements
            .iter()
            .flat_map(|statement| &statement.accesses)
        {
            let array = scop.arrays.iter().find(|array| array.name == access.array);
            let touched = match array.and_then(|array| array.kind.owner()) {
                Some(Units::Threads) => continue,
                Some(Units::Blocks) => &mut visible.shared,
                None => &mut visible.global,
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
    /// Adds barriers so that threads of a block that access the same element, one of them writing,
    /// do so in the order of the schedule.
    pub struct ScheduleSync {
        name: "schedule-sync",
        anchor: "schedule.scop",
        summary: "add barriers between threads of a block that access the same element",
        dialects: ["arith", "gpu", "nvvm"],
        statistics: {
            /// barriers of all threads of a block added
            block_barriers,
            /// barriers of the lanes of a warp added
            warp_barriers,
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
        let (barriers, decisions) = transform(operation, ctx, |mut scop| {
            let visible = VisibleAccesses::of_scop(&isl, &accesses)?;
            let launch = Launch {
                grid: scop.grid.unwrap_or([1; 3]),
                block: scop.block,
                lanes: lanes(Target::of_operation(operation).as_ref()),
            };
            let result = sync(scop.tree, &visible, launch, &taken)?;
            scop.tree = result.tree;
            Ok((scop, (result.barriers, result.decisions)))
        })?;
        let edit = ScopEdit::new(ctx.context(), operation)?;
        barriers
            .iter()
            .try_for_each(|(name, level)| edit.add_barrier(name, &[], *level))?;
        let of = |wanted| {
            barriers
                .iter()
                .filter(|(_, level)| *level == wanted)
                .count()
        };
        self.block_barriers.add(of(Level::Block));
        self.warp_barriers.add(of(Level::Warp));
        for decision in decisions {
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
