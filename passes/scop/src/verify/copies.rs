//! Asynchronous copies are complete where something touches what they write.
//!
//! A statement that is `async` copies one element to shared memory. It reads and writes at some
//! time between its place in the tree, where it begins, and the wait that covers it:
//!
//! ```text
//! band "tile"  { T[m, n, k] -> floor(k/16);  A_in[t, ..] -> t - 2;  wait0[t] -> t;  sync0[t] -> t }
//!   sequence
//!     filter wait0   leaves one group: behind it, tile t is complete for the thread that copied it
//!     filter sync0   and here for the others
//!     filter A_in    begins to copy tile t + 2
//!     filter T       reads tile t
//! ```
//!
//! The order of the tree, and all other proofs, take a copy to happen at its place. This one shows
//! that it makes no difference that the copy happens later:
//!
//! 1. Copies that a thread begins between two waits are a group; `schedule.wait n` completes all
//!    groups but the newest n. So the copies before a wait are complete behind the wait that is the
//!    (n+1)-th from there on, whatever other waits are between.
//! 2. What touches an element behind the copy in the order of the tree, must be behind a barrier of
//!    the block behind that wait. That holds for threads other than the copying one, and is asked
//!    for that one too.
//! 3. Two copies between two such points do not write one element.
//! 4. Nothing in the kernel writes the array that is copied from.
//!
//! A point in time is a tuple of the loops' coordinates at the sequence and the child of the
//! sequence. Waits and barriers are children of the sequence that has the copies in another one:
//! they run at each of their points, for all threads.
//! **Cost**: a few lexicographic minima in the coordinates of the loops around the sequence.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{ArrayKind, Path, Refusal, Tree};
use tc_isl::{Context, Map, UnionMap, UnionSet};

use super::super::leaves::{Leaf, Leaves};
use super::witness::{instance, pair};
use crate::accesses::{Access, AccessKind, ScopAccesses, StatementAccesses};
use crate::barriers::Level;

/// The check of the asynchronous copies of one scop.
pub struct Copies<'a> {
    /// The place of each statement.
    pub leaves: &'a Leaves,
    /// The constraints on the sizes.
    pub context: &'a Context,
    /// The accesses that are executed.
    pub accesses: &'a ScopAccesses,
}

/// The sequence in which a copy runs beside waits for it.
struct Place<'a> {
    path: Path,
    /// The number of coordinates of the loops around it.
    depth: usize,
    /// The leaves of its children that are barriers or waits, with the number of the child.
    stops: Vec<(usize, &'a Leaf, &'a StatementAccesses)>,
}

impl Copies<'_> {
    /// Checks all asynchronous copies of a tree.
    ///
    /// # Errors
    /// A statement that cannot be asynchronous, a copy that no wait covers, and an access that does
    /// not wait for it.
    pub fn check(&self, tree: &Tree) -> Result<(), Refusal> {
        for copy in self.accesses.statements.iter().filter(|one| one.is_async) {
            let (read, write) = self.ends(copy)?;
            for kernel in tree.kernels() {
                for leaf in self.leaves.below(&kernel) {
                    let own = self.running(leaf, copy)?;
                    if !own.is_empty()? {
                        self.check_source(&kernel, copy, read)?;
                        self.check_copy(tree, &kernel, leaf, copy, write)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The load and the store of a copy.
    fn ends<'s>(&self, copy: &'s StatementAccesses) -> Result<(&'s Access, &'s Access), Refusal> {
        let of = |kind| copy.accesses.iter().find(move |one| one.kind == kind);
        let kind = |access: &Access| {
            let mut arrays = self.accesses.arrays.iter();
            arrays
                .find(|array| array.name == access.array)
                .map(|one| one.kind)
        };
        match (of(AccessKind::Read), of(AccessKind::Write)) {
            (Some(read), Some(write))
                if copy.moves
                    && kind(write).is_some_and(ArrayKind::is_shared)
                    && kind(read).is_some_and(|kind| !kind.is_local()) =>
            {
                Ok((read, write))
            }
            _ => Err(Refusal::new(format!(
                "{} cannot be `async`: expected a copy of one element from global to shared memory",
                copy.name
            ))),
        }
    }

    /// The instances of a statement at a leaf.
    fn running(&self, leaf: &Leaf, statement: &StatementAccesses) -> Result<UnionSet, Refusal> {
        let own = UnionSet::none(self.context)?;
        let sets = leaf.instances.sets()?;
        let mut sets = sets
            .iter()
            .filter(|set| set.name().as_ref() == Some(&statement.name));
        Ok(sets.try_fold(own, |all, set| all.add_set(set))?)
    }

    /// Nothing in the kernel writes the array that is copied from.
    fn check_source(
        &self,
        kernel: &Path,
        copy: &StatementAccesses,
        read: &Access,
    ) -> Result<(), Refusal> {
        for leaf in self.leaves.below(kernel) {
            for other in &self.accesses.statements {
                let mut accesses = other.accesses.iter();
                let writes =
                    accesses.any(|one| one.kind == AccessKind::Write && one.array == read.array);
                if writes && !self.running(leaf, other)?.is_empty()? {
                    return Err(Refusal::new(format!(
                        "{} copies from `{}` while the kernel goes on, and {} writes it there",
                        copy.name, read.array, other.name
                    ))
                    .at(&leaf.path)
                    .note("a copy that is not `async` reads at its place"));
                }
            }
        }
        Ok(())
    }

    fn check_copy(
        &self,
        tree: &Tree,
        kernel: &Path,
        leaf: &Leaf,
        copy: &StatementAccesses,
        write: &Access,
    ) -> Result<(), Refusal> {
        let Some(place) = self.place(tree, leaf)? else {
            let message = format!("no wait covers the copies of {}", copy.name);
            return Err(Refusal::new(message)
                .at(&leaf.path)
                .note("expected a statement with `schedule.wait` beside them in a sequence"));
        };
        let own = self.running(leaf, copy)?;
        let begun = place.times(leaf, &own)?;
        let complete = place.complete(self)?;
        let covered = begun.intersect_range(&complete.domain()?)?.domain()?;
        if let Some(lost) = instance(&own.subtract(&covered)?)? {
            let message = format!("no wait covers {lost}, or no barrier follows that wait");
            return Err(Refusal::new(message)
                .shown_by([lost.instance])
                .at(&leaf.path));
        }
        // From points to the elements that are written there.
        let written = write.relation.restricted_to(&own)?;
        let both = begun.range_product(&written)?;
        if !both.is_injective()? {
            let message = format!("two copies of {} write one element at one time", copy.name);
            return Err(Refusal::new(message).at(&leaf.path));
        }
        let later = place.later()?;
        let fits = complete.apply_range(&later)?;
        for other in self.leaves.below(kernel) {
            let touched = self.touched(other, write)?;
            if touched.is_empty()? {
                continue;
            }
            if !place.path.contains(&other.path) {
                let message = format!(
                    "`{}`, which {} fills while the loop goes on, is used outside of the loop",
                    write.array, copy.name
                );
                return Err(Refusal::new(message).at(&other.path));
            }
            let times = place.times(other, &touched.domain()?)?;
            let from = begun.reverse()?.apply_range(&written)?;
            let to = times.reverse()?.apply_range(&touched)?;
            let met = from.apply_range(&to.reverse()?)?.intersect(&later)?;
            let early = met.subtract(&fits)?;
            if early.is_empty()? {
                continue;
            }
            let instances = begun.apply_range(&early)?.apply_range(&times.reverse()?)?;
            let same = written.apply_range(&touched.reverse()?)?;
            let found = pair(&instances.intersect(&same)?)?;
            let found = found.map_or_else(
                || (copy.name.clone(), Vec::new()),
                |one| (one.text(), one.instances.to_vec()),
            );
            let message = format!(
                "{} on `{}`: the second one does not wait for the copy, which goes on after the first",
                found.0, write.array
            );
            return Err(Refusal::new(message).shown_by(found.1).at(&other.path).note(
                "between them must be the `schedule.wait` that covers the copy, then a barrier of the block",
            ));
        }
        Ok(())
    }

    /// From the instances at a leaf to the elements of an array that they touch.
    fn touched(&self, leaf: &Leaf, write: &Access) -> Result<UnionMap, Refusal> {
        let mut touched = UnionMap::none(self.context)?;
        let statements = self.accesses.statements.iter();
        for access in statements
            .flat_map(|one| &one.accesses)
            .filter(|one| one.array == write.array)
        {
            touched = touched.union(&access.relation.restricted_to(&leaf.instances)?)?;
        }
        Ok(touched)
    }

    /// The innermost sequence around a leaf that has a wait in another child.
    fn place(&self, tree: &Tree, leaf: &Leaf) -> Result<Option<Place<'_>>, Refusal> {
        for length in (0..leaf.path.0.len()).rev() {
            let path = Path(leaf.path.0[..length].to_vec());
            if !matches!(tree.at(&path), Some(Tree::Sequence { .. })) {
                continue;
            }
            let depth = tree.depth(&path);
            let mut stops = Vec::new();
            for stop in self.leaves.below(&path) {
                // Nothing between the sequence and the stop decides whether it runs.
                if stop.prefix.depth() != depth {
                    continue;
                }
                let names: BTreeSet<String> = stop
                    .instances
                    .sets()?
                    .iter()
                    .filter_map(|set| set.name())
                    .collect();
                let statements = self.accesses.statements.iter();
                let statements = statements.filter(|one| names.contains(&one.name));
                let stopping = statements.filter(|one| one.barrier.is_some());
                stops.extend(stopping.map(|one| (stop.path.0[length], stop, one)));
            }
            let waits = stops.iter().any(|(child, _, one)| {
                one.leaves_groups.is_some() && *child != leaf.path.0[length]
            });
            if waits {
                return Ok(Some(Place { path, depth, stops }));
            }
        }
        Ok(None)
    }
}

impl Place<'_> {
    /// `[c0, c1, at]` and `[d0, d1, to]`: the names of two points.
    fn names(&self) -> [Vec<String>; 2] {
        ["c", "d"].map(|letter| (0..=self.depth).map(|at| format!("{letter}{at}")).collect())
    }

    /// From instances at a leaf below to their points.
    fn times(&self, leaf: &Leaf, instances: &UnionSet) -> Result<UnionMap, Refusal> {
        let child = leaf.path.0[self.path.0.len()];
        let [mut names, _] = self.names();
        names.pop();
        let names = names.join(", ");
        let comma = if names.is_empty() { "" } else { ", " };
        let with = format!("{{ [{names}] -> [{names}{comma}{child}] }}");
        let with = UnionMap::parse(instances.context(), &with)?;
        let coordinates = leaf
            .coordinates(0..self.depth)?
            .intersect_domain(instances)?;
        Ok(coordinates.apply_range(&with)?)
    }

    /// From points to the later ones.
    fn later(&self) -> Result<UnionMap, Refusal> {
        let [one, other] = self.names();
        let later: Vec<String> = (0..=self.depth)
            .map(|at| {
                let equal = (0..at).map(|at| format!("{} = {} and ", one[at], other[at]));
                format!("({}{} < {})", equal.collect::<String>(), one[at], other[at])
            })
            .collect();
        let text = format!(
            "{{ [{}] -> [{}] : {} }}",
            one.join(", "),
            other.join(", "),
            later.join(" or ")
        );
        let context = self.stops[0].1.instances.context();
        Ok(UnionMap::parse(context, &text)?)
    }

    /// From points to the first of these that is later.
    fn next(&self, points: &UnionSet) -> Result<UnionMap, Refusal> {
        first(&self.later()?.intersect_range(points)?)
    }

    /// From points to that behind which the copies that were begun before are complete for all
    /// threads of the block.
    fn complete(&self, copies: &Copies<'_>) -> Result<UnionMap, Refusal> {
        let none = UnionMap::none(copies.context)?;
        let (mut waited, mut barriers) = (none, UnionSet::none(copies.context)?);
        for (_, leaf, stop) in &self.stops {
            let points = self.times(leaf, &copies.running(leaf, stop)?)?.range()?;
            if stop.barrier == Some(Level::Block) {
                barriers = barriers.union(&points)?;
            }
            if let Some(left) = stop.leaves_groups {
                let next = self.next(&points)?;
                let mut covering = next.clone();
                for _ in 0..left {
                    covering = covering.apply_range(&next)?;
                }
                waited = waited.union(&covering)?;
            }
        }
        Ok(first(&waited)?.apply_range(&self.next(&barriers)?)?)
    }
}

/// The first image of each point.
fn first(relation: &UnionMap) -> Result<UnionMap, Refusal> {
    let none = UnionMap::none(relation.context())?;
    let maps: Vec<Map> = relation.maps()?;
    Ok(maps
        .iter()
        .try_fold(none, |all, map| all.add_map(&map.lexmin()?))?)
}
