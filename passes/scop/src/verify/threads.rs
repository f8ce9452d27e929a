//! No two threads of a block access one element, one of them writing, without a barrier in between.
//!
//! A thread runs the instances whose thread members have its coordinates: `f mod block.x` for a
//! member on `thread.x`, 0 on an axis without a member. Two instances conflict if they access the
//! same element and one of them writes; only conflicts inside one block of one launch count, since
//! [`super::order`] excludes those between blocks, and launches follow each other. For two conflicting instances on different
//! threads, a barrier must follow the earlier one in the tree before the later one:
//!
//! - in a sequence: after it in its own child, before the other one in that child, or in a child in
//!   between;
//! - around a loop: after it in its own iteration, or before the other one in that one;
//! - below a loop on threads there is no barrier at all, since not all threads would reach it.
//!
//! A warp barrier orders the threads of each warp only. If there are any, conflicts between warps
//! and conflicts inside of a warp are examined one after the other: barriers of the block order the
//! first, all barriers order the second.
//!
//! Most of the cost of a proof would be the computation of all conflicts, which few arrays need:
//! each array is first examined as a whole ([`Threads::check`]), with the barriers that the shape
//! of the tree guarantees ([`super::fences`]).

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree, Units};
use tc_isl::{Context, MultiUnionPwAff, UnionMap, UnionSet};

use super::super::leaves::{Leaf, Leaves, projection};
use super::super::warps::Warps;
use super::explain::{Broken, Explainer};
use super::fences::{Fences, Separated};
use crate::accesses::{Access, AccessKind, ArrayInfo, ScopAccesses, StatementAccesses};
use crate::barriers::Level;
use crate::dependences::DependenceKind;

/// The race check of one scop.
#[derive(Clone, Copy)]
pub struct Threads<'a> {
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
    /// Threads of a block along x, y, z, if the tree is mapped to a GPU.
    pub block: Option<[i64; 3]>,
    /// Threads of a warp.
    pub lanes: i64,
    /// The weakest barriers that order the conflicts under examination.
    pub least: Level,
}

/// The conflicts that are examined together.
struct Round<'a> {
    /// The barriers that order them.
    fences: &'a Fences<'a>,
    /// From instances to their threads, or to their warps: two in one place do not conflict.
    places: UnionMap,
    /// From instances to warps, if only the conflicts inside of one warp are examined.
    within: Option<UnionMap>,
}

/// A leaf with the statements that run there.
struct Running<'a> {
    leaf: &'a Leaf,
    statements: Vec<&'a StatementAccesses>,
}

impl<'a> Running<'a> {
    /// The leaves of a tree. Each kernel considers its own leaves and the arrays that they access,
    /// so that in a program of many kernels each array is examined only in the kernels that access
    /// it.
    fn all(leaves: &'a Leaves, accesses: &'a ScopAccesses) -> Result<Vec<Running<'a>>, Refusal> {
        let named = accesses.statements.iter();
        let named: HashMap<&str, _> = named.map(|one| (one.name.as_str(), one)).collect();
        let mut all = Vec::new();
        for leaf in &leaves.0 {
            let sets = leaf.instances.sets()?;
            let names = sets.iter().filter_map(|set| set.name());
            all.push(Running {
                leaf,
                statements: names
                    .filter_map(|name| named.get(name.as_str()).copied())
                    .collect(),
            });
        }
        Ok(all)
    }

    fn accesses(&self) -> impl Iterator<Item = &'a Access> {
        self.statements.iter().flat_map(|one| &one.accesses)
    }

    /// The accesses to one array.
    fn to(&self, array: &ArrayInfo) -> impl Iterator<Item = &'a Access> {
        self.accesses().filter(|access| access.array == array.name)
    }

    /// Whether a single statement accesses an array, by atomic updates only.
    fn is_atomic(&self, array: &ArrayInfo) -> bool {
        let touches = |one: &&&StatementAccesses| {
            let mut accesses = one.accesses.iter();
            accesses.any(|access| access.array == array.name)
        };
        let mut statements = self.statements.iter().filter(touches);
        let (Some(only), None) = (statements.next(), statements.next()) else {
            return false;
        };
        let updates = only.atomic.as_ref();
        updates.is_some_and(|updates| updates.array == array.name)
    }
}

/// The accesses of a leaf to one array.
struct Touching<'a> {
    leaf: &'a Leaf,
    /// From the leaf's instances to the elements that they write.
    written: UnionMap,
    /// Whether all that happens to the array there are atomic updates by one statement.
    atomic: bool,
    /// From the leaf's instances to the elements that they access.
    relation: UnionMap,
}

/// Two leaves, or one twice, whose instances may access an element of an array on two threads, one
/// of them writing.
struct Meeting<'t, 'a>(&'t Touching<'a>, &'t Touching<'a>);

impl<'a> Touching<'a> {
    /// Whether both may touch an element in one iteration of the outer loops, which are so many;
    /// one of them writes it.
    fn meets(&self, other: &Touching<'a>, depth: usize) -> Result<bool, Refusal> {
        let at = |one: &Touching<'_>, elements: &UnionMap| -> Result<UnionMap, Refusal> {
            let coordinates = one.leaf.coordinates(0..depth)?.reverse()?;
            Ok(coordinates.apply_range(elements)?)
        };
        let meet = |one: UnionMap, other: UnionMap| -> Result<bool, Refusal> {
            Ok(!one.intersect(&other)?.is_empty()?)
        };
        Ok(meet(at(self, &self.written)?, at(other, &other.relation)?)?
            || meet(at(self, &self.relation)?, at(other, &other.written)?)?)
    }

    /// `None` if the leaf does not access the array.
    fn of(running: &Running<'a>, array: &ArrayInfo) -> Result<Option<Touching<'a>>, Refusal> {
        let leaf = running.leaf;
        let mut relation = UnionMap::none(leaf.instances.context())?;
        let mut written = relation.clone();
        for access in running.to(array) {
            let own = access.relation.restricted_to(&leaf.instances)?;
            relation = relation.union(&own)?;
            if access.kind == AccessKind::Write {
                written = written.union(&own)?;
            }
        }
        Ok(if relation.plain_is_empty()? {
            None
        } else {
            Some(Touching {
                leaf,
                written,
                atomic: running.is_atomic(array),
                relation,
            })
        })
    }
}

/// Instances of one execution of a node that a barrier of the same execution follows or precedes.
#[derive(Clone)]
struct Fenced {
    followed: UnionSet,
    preceded: UnionSet,
}

/// What was found out about the nodes of a kernel, each asked for once: for a band one entry for
/// each member and one for an iteration of all of them, for another node one.
type Known = RefCell<HashMap<Path, Rc<Vec<Fenced>>>>;

impl Threads<'_> {
    /// Checks all kernels of a tree.
    pub fn check(&self, tree: &Tree) -> Result<(), Refusal> {
        self.check_barriers(tree)?;
        let mut statements = self.accesses.statements.iter();
        let warp_barriers = statements.any(|one| one.barrier == Some(Level::Warp));
        let running = Running::all(self.leaves, self.accesses)?;
        let of_blocks = Fences::of(tree, self.leaves, self.grid, self.accesses, Level::Block)?;
        let of_warps = if warp_barriers {
            Some(Fences::of(
                tree,
                self.leaves,
                self.grid,
                self.accesses,
                Level::Warp,
            )?)
        } else {
            None
        };
        for path in tree.kernels() {
            let running = running.iter();
            let below: Vec<&Running> = running
                .filter(|one| path.contains(&one.leaf.path))
                .collect();
            let threads = self
                .leaves
                .places(&path, Units::Threads, self.block, self.context)?;
            let warps = Warps::of(tree, &path, self.block, self.lanes);
            let (Some(of_warps), Some(warps)) = (&of_warps, warps) else {
                let round = Round {
                    fences: &of_blocks,
                    places: threads,
                    within: None,
                };
                self.check_kernel(tree, &path, &below, &round)?;
                continue;
            };
            let warps = threads.followed_by(&warps.of_threads(self.context)?)?;
            let between = Round {
                fences: &of_blocks,
                places: warps.clone(),
                within: None,
            };
            self.check_kernel(tree, &path, &below, &between)?;
            let inside = Round {
                fences: of_warps,
                places: threads,
                within: Some(warps),
            };
            let own = Threads {
                least: Level::Warp,
                ..*self
            };
            own.check_kernel(tree, &path, &below, &inside)?;
        }
        Ok(())
    }

    fn check_kernel(
        &self,
        tree: &Tree,
        path: &Path,
        below: &[&Running<'_>],
        round: &Round<'_>,
    ) -> Result<(), Refusal> {
        let Some(kernel) = tree.at(path) else {
            return Ok(());
        };
        let touched = below.iter().flat_map(|one| one.accesses());
        let touched: HashSet<&str> = touched.map(|access| access.array.as_str()).collect();
        let mut conflicts = UnionMap::none(self.context)?;
        let mut within = None;
        let arrays = self.accesses.arrays.iter();
        for array in arrays.filter(|array| touched.contains(array.name.as_str())) {
            // Each thread has its own private arrays; the dataflow analysis proves their
            // contents.
            if array.kind.is_private() {
                continue;
            }
            let mut touching: Vec<Touching<'_>> = Vec::new();
            for running in below {
                touching.extend(Touching::of(running, array)?);
            }
            for meeting in self.meetings(path, &touching, round)? {
                let within = match &within {
                    Some(within) => within,
                    None => within.insert(self.within(path, round)?),
                };
                conflicts = conflicts.union(&self.conflicts(&meeting, within, round)?)?;
            }
        }
        let known = Known::default();
        let conflicts = conflicts.coalesce()?;
        self.node(kernel, path, tree.depth(path), conflicts, &known)
    }

    /// The pairs of leaves below a kernel that access an array, one writing it, and that neither
    /// the fences separate, nor the element alone determines the thread that accesses it.
    fn meetings<'t, 'a>(
        &self,
        kernel: &Path,
        touching: &'t [Touching<'a>],
        round: &Round<'_>,
    ) -> Result<Vec<Meeting<'t, 'a>>, Refusal> {
        let mut found = Vec::new();
        for (number, one) in touching.iter().enumerate() {
            for other in &touching[number..] {
                let same = one.leaf.path == other.leaf.path;
                let writes = !one.written.plain_is_empty()? || !other.written.plain_is_empty()?;
                if !writes || one.atomic && same {
                    continue;
                }
                let apart = (round.fences).separate(kernel, &one.leaf.path, &other.leaf.path)?;
                let meet = match apart {
                    Separated::Always => false,
                    Separated::InTwoIterations { depth } => one.meets(other, depth)?,
                    Separated::Unknown => true,
                };
                if meet {
                    found.push(Meeting(one, other));
                }
            }
        }
        let owned = |meetings: &[Meeting<'_, '_>]| -> Result<bool, Refusal> {
            let mut owners = UnionMap::none(self.context)?;
            for one in meetings.iter().flat_map(|Meeting(one, other)| [one, other]) {
                owners = owners.union(&one.relation.reverse()?.followed_by(&round.places)?)?;
            }
            Ok(owners.coalesce()?.is_single_valued()?)
        };
        if found.is_empty() || owned(&found)? {
            return Ok(Vec::new());
        }
        let mut open = Vec::new();
        for meeting in found {
            let meeting = [meeting];
            if !owned(&meeting)? {
                open.extend(meeting);
            }
        }
        Ok(open)
    }

    /// A barrier that only some threads reach is an error, and so is a warp barrier in a block with
    /// a warp that is not full.
    fn check_barriers(&self, tree: &Tree) -> Result<(), Refusal> {
        for path in tree.kernels() {
            if Warps::of(tree, &path, self.block, self.lanes).is_some() {
                continue;
            }
            for leaf in self.leaves.below(&path) {
                let all = leaf.barriers(self.accesses, Level::Warp)?;
                let of_blocks = leaf.barriers(self.accesses, Level::Block)?;
                if !all.is_subset(&of_blocks)? {
                    let found = match self.block {
                        Some([x, y, z]) => format!("{x} x {y} x {z} threads"),
                        None => "no block".to_owned(),
                    };
                    return Err(Refusal::new(format!(
                        "a warp barrier names all {} lanes of a warp: expected a block of full warps, found {found}",
                        self.lanes
                    ))
                    .at(&leaf.path)
                    .note("use `gpu.barrier` here"));
                }
            }
        }
        for leaf in &self.leaves.0 {
            let fixed = leaf
                .prefix
                .kinds
                .iter()
                .find(|kind| kind.thread_axis().is_some());
            if let (Some(kind), false) = (
                fixed,
                leaf.barriers(self.accesses, Level::Warp)?.is_empty()?,
            ) {
                return Err(Refusal::new(format!(
                    "the barrier is below a loop on {kind}: not all threads reach it"
                ))
                .at(&leaf.path)
                .note("put it into a sequence above the loops on threads"));
            }
        }
        Ok(())
    }

    /// From the instances below a kernel to where those that conflict run together: their block,
    /// and their warp if the round is about the threads of warps.
    fn within(&self, path: &Path, round: &Round<'_>) -> Result<UnionMap, Refusal> {
        let block = self.leaves.blocks(path, self.grid, self.context)?;
        Ok(match &round.within {
            Some(warps) => block.range_product(warps)?,
            None => block,
        })
    }

    /// Pairs of instances of two leaves, on different threads of one block, that access
    /// the same element of an array, one of them writing: on different warps if the round is about
    /// warps, and only those of one warp if it is about the threads of warps.
    fn conflicts(
        &self,
        Meeting(one, other): &Meeting<'_, '_>,
        within: &UnionMap,
        round: &Round<'_>,
    ) -> Result<UnionMap, Refusal> {
        // One composition of the accesses of each statement compares elements and blocks, and also
        // threads: it has far fewer pairs than all instances of a block, or of a thread.
        let mut pairs = UnionMap::none(self.context)?;
        let same = one.leaf.path == other.leaf.path;
        for (writes, accesses) in [(one, other), (other, one)] {
            let writes = writes.written.range_product(within)?;
            let accesses = accesses.relation.range_product(within)?;
            let in_one_place = writes
                .range_product(&round.places)?
                .apply_range(&accesses.range_product(&round.places)?.reverse()?)?;
            let meeting = writes.apply_range(&accesses.reverse()?)?;
            pairs = pairs.union(&meeting.subtract(&in_one_place)?)?;
            if same {
                break;
            }
        }
        let together = pairs.union(&pairs.reverse()?)?;
        let unordered = self.accesses.unordered(self.context)?;
        Ok(if unordered.plain_is_empty()? {
            together
        } else {
            together.subtract(&unordered)?
        })
    }

    /// The first `count` coordinates of the barriers below a node, without those of a loop on
    /// blocks further down: of its iterations a block passes only its own.
    fn barriers(&self, path: &Path, count: usize) -> Result<UnionSet, Refusal> {
        let mut times = UnionSet::none(self.context)?;
        for leaf in self.leaves.below(path) {
            let mut below = leaf.prefix.kinds.iter().skip(count);
            if below.any(|kind| kind.block_axis().is_some()) {
                continue;
            }
            let barriers = leaf.barriers(self.accesses, self.least)?;
            if !barriers.plain_is_empty()? {
                let map = projection(leaf.prefix.depth(), &|position| position < count);
                times = times.union(
                    &barriers
                        .range()?
                        .apply(&UnionMap::parse(self.context, &map)?)?,
                )?;
            }
        }
        Ok(times)
    }

    /// The instances below a node whose first coordinates are among those of barriers below another
    /// one.
    fn at_barriers(&self, path: &Path, other: &Path, depth: usize) -> Result<UnionSet, Refusal> {
        let barriers = self.barriers(other, depth)?;
        Ok(self
            .leaves
            .coordinates(path, 0..depth, self.context)?
            .intersect_range(&barriers)?
            .domain()?)
    }

    fn none(&self) -> Result<Fenced, Refusal> {
        let none = UnionSet::none(self.context)?;
        Ok(Fenced {
            followed: none.clone(),
            preceded: none,
        })
    }

    /// The instances below a node that a barrier of the same execution of the node follows or
    /// precedes.
    fn fenced(
        &self,
        node: &Tree,
        path: &Path,
        depth: usize,
        known: &Known,
    ) -> Result<Fenced, Refusal> {
        let levels = self.levels(node, path, depth, known)?;
        levels.first().cloned().map_or_else(|| self.none(), Ok)
    }

    /// For a band, for each member the instances that its loop fences, and last those that one
    /// iteration of all of them fences; for another node one entry.
    fn levels(
        &self,
        node: &Tree,
        path: &Path,
        depth: usize,
        known: &Known,
    ) -> Result<Rc<Vec<Fenced>>, Refusal> {
        if let Some(levels) = known.borrow().get(path) {
            return Ok(levels.clone());
        }
        let levels = Rc::new(match node {
            Tree::Band { band, child } => self.band_levels(band, child, path, depth, known)?,
            Tree::Sequence { children } | Tree::Set { children } => {
                let ordered = matches!(node, Tree::Sequence { .. });
                let mut all = self.none()?;
                for (position, child) in children.iter().enumerate() {
                    let own = path.child(position);
                    let inner = self.fenced(child, &own, depth, known)?;
                    all.followed = all.followed.union(&inner.followed)?;
                    all.preceded = all.preceded.union(&inner.preceded)?;
                    for other in (0..children.len()).filter(|other| ordered && *other != position) {
                        let met = self.at_barriers(&own, &path.child(other), depth)?;
                        if other > position {
                            all.followed = all.followed.union(&met)?
                        } else {
                            all.preceded = all.preceded.union(&met)?
                        }
                    }
                }
                vec![all]
            }
            Tree::Leaf => vec![self.none()?],
            _ => vec![self.fenced(&node.children()[0], &path.child(0), depth, known)?],
        });
        known.borrow_mut().insert(path.clone(), levels.clone());
        Ok(levels)
    }

    fn band_levels(
        &self,
        band: &Band,
        child: &Tree,
        path: &Path,
        depth: usize,
        known: &Known,
    ) -> Result<Vec<Fenced>, Refusal> {
        let below = depth + band.members.len();
        let mut levels = vec![self.fenced(child, &path.child(0), below, known)?];
        for (number, member) in band.members.iter().enumerate().rev() {
            let inner = &levels[levels.len() - 1];
            let mut outer = inner.clone();
            // If the loop is distributed over threads or blocks, the barrier of another iteration
            // belongs to another thread or block.
            if !member.kind.is_mapped() {
                let time = depth + number;
                let barriers = self.barriers(path, time + 1)?;
                if !barriers.is_empty()? {
                    let own = self.leaves.coordinates(path, 0..time + 1, self.context)?;
                    let met = |comparison| -> Result<UnionSet, Refusal> {
                        let later = UnionMap::parse(self.context, &same_then(time, comparison))?;
                        // From the times of barriers to those that they follow.
                        let times = barriers.apply(&later.reverse()?)?;
                        Ok(own.intersect_range(&times)?.domain()?)
                    };
                    outer.followed = outer.followed.union(&met("<")?)?;
                    outer.preceded = outer.preceded.union(&met(">")?)?;
                }
            }
            levels.push(outer);
        }
        levels.reverse();
        Ok(levels)
    }

    /// Checks the conflicts that no node above has separated.
    fn node(
        &self,
        node: &Tree,
        path: &Path,
        depth: usize,
        conflicts: UnionMap,
        known: &Known,
    ) -> Result<(), Refusal> {
        if conflicts.is_empty()? {
            return Ok(());
        }
        match node {
            Tree::Band { band, child } => {
                let rest = self.band(node, band, path, depth, conflicts, known)?;
                let below = depth + band.members.len();
                self.node(child, &path.child(0), below, rest, known)
            }
            Tree::Sequence { children } | Tree::Set { children } => {
                self.children(children, path, depth, &conflicts, known)
            }
            Tree::Leaf => self.refuse(path, &conflicts, None),
            _ => {
                let (child, path) = (&node.children()[0], path.child(0));
                self.node(child, &path, depth, conflicts, known)
            }
        }
    }

    fn band(
        &self,
        node: &Tree,
        band: &Band,
        path: &Path,
        depth: usize,
        mut conflicts: UnionMap,
        known: &Known,
    ) -> Result<UnionMap, Refusal> {
        let instances = conflicts.domain()?.union(&conflicts.range()?)?.universe()?;
        for (number, member) in band.members.iter().enumerate() {
            // Each instance that accesses something runs once, so a coordinate is a function.
            let time = depth + number;
            let value = self
                .leaves
                .coordinates(path, time..time + 1, self.context)?
                .intersect_domain(&instances)?;
            let value = MultiUnionPwAff::from_union_map(&value)?;
            let mut carried = conflicts.lex_lt_at_multi_union_pw_aff(&value)?;
            if member.kind.thread_axis().is_none() && !carried.is_empty()? {
                let levels = self.levels(node, path, depth, known)?;
                let iteration = &levels[number + 1];
                carried = carried
                    .subtract_domain(&iteration.followed)?
                    .subtract_range(&iteration.preceded)?;
            }
            self.refuse(path, &carried, Some(number))?;
            conflicts = conflicts.eq_at_multi_union_pw_aff(&value)?;
        }
        Ok(conflicts)
    }

    fn children(
        &self,
        children: &[Tree],
        path: &Path,
        depth: usize,
        conflicts: &UnionMap,
        known: &Known,
    ) -> Result<(), Refusal> {
        let mut parts = Vec::new();
        for position in 0..children.len() {
            let own = path.child(position);
            parts.push((self.leaves.instances(&own, self.context)?, own));
        }
        for (first, (here, own)) in parts.iter().enumerate() {
            let from_here = conflicts.intersect_domain(here)?;
            for (other, (there, other_own)) in parts.iter().enumerate().skip(first + 1) {
                let crossing = from_here.intersect_range(there)?;
                if crossing.is_empty()? {
                    continue;
                }
                let before = self.fenced(&children[first], own, depth, known)?.followed;
                let mut fenced = before;
                for (_, middle) in &parts[first + 1..other] {
                    fenced = fenced.union(&self.at_barriers(own, middle, depth)?)?;
                }
                let after = self.fenced(&children[other], other_own, depth, known)?;
                let open = crossing
                    .subtract_domain(&fenced)?
                    .subtract_range(&after.preceded)?;
                self.refuse(path, &open, None)?;
            }
        }
        for (child, (here, own)) in children.iter().zip(&parts) {
            let inside = conflicts.intersect_domain(here)?.intersect_range(here)?;
            self.node(child, own, depth, inside, known)?;
        }
        Ok(())
    }

    fn refuse(
        &self,
        path: &Path,
        conflicts: &UnionMap,
        member: Option<usize>,
    ) -> Result<(), Refusal> {
        if conflicts.is_empty()? {
            return Ok(());
        }
        let how = Broken::NoBarrier { member };
        for kind in [
            DependenceKind::Flow,
            DependenceKind::Anti,
            DependenceKind::Output,
        ] {
            let of_kind = self.explainer.of_kind(conflicts, kind)?;
            self.explainer.refuse_if(path, kind, &of_kind, how)?;
        }
        Ok(())
    }
}

/// `{ [c0, c1] -> [c0, d] : c1 < d }`
fn same_then(depth: usize, comparison: &str) -> String {
    let same: Vec<String> = (0..depth).map(|position| format!("c{position}")).collect();
    let with = |last: &str| {
        same.iter()
            .cloned()
            .chain([last.to_owned()])
            .collect::<Vec<_>>()
            .join(", ")
    };
    format!(
        "{{ [{}] -> [{}] : a {comparison} b }}",
        with("a"),
        with("b")
    )
}
