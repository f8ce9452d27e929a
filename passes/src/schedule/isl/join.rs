//! Statements that were scheduled separately share parallel loops: the strategies `parallel`,
//! `rows`, `preserve3` and `max`.
//!
//! ```text
//! sequence                                     band
//!   filter { S0[n, m] }                          | coincident S0[n, m] -> n; S1[n, m, k] -> n
//!     band coincident S0 -> n, m                 | coincident S0[n, m] -> m; S1[n, m, k] -> m
//!   filter { S1[n, m, k] }              ==>      sequence
//!     band coincident S1 -> n, m                   filter { S0[n, m] }
//!          sequential S1 -> k                      filter { S1[n, m, k] }
//!                                                    band sequential S1 -> k
//! ```
//!
//! With `parallel`, a statement joins its predecessor if
//!
//! - it depends on it,
//! - it has the same number of outermost parallel loops, so that neither loses one, and
//! - no dependence between them crosses an iteration of these loops.
//!
//! With the strategy `rows` two nests with different numbers of parallel loops are joined too,
//! where the deeper one is elementwise: the loops that the other one does not have go inside. That
//! pays where there are enough rows for the machine, or rows are short ([`ROWS`], [`SHORT`]).
//!
//! ```text
//! sequence                                        band coincident S1 -> n; S2 -> n
//!   filter { S1[n, k] }                             sequence
//!     band coincident S1 -> n                         filter { S1[n, k] }
//!       band sequential S1 -> k              ==>        band sequential S1 -> k
//!   filter { S2[n, c] }                               filter { S2[n, c] }
//!     band coincident S2 -> n, c                        band coincident S2 -> c
//! ```
//!
//! With `max` and `preserve3`, what stays apart then is tried again: two nests share the loops that
//! no dependence crosses, those with the most of them first, and each keeps its others inside. A
//! loop may be shifted, where all dependences cross the same number of its iterations:
//! `U(i) = T(i + 3)` runs three iterations after `T`. With `max`, nests that no dependence connects
//! share all of their loops if these have the same values.
//!
//! Either of them may move past the statements in between if no dependence connects them.
//! **Legal**: dependences between the joined statements are within one iteration, where the
//! sequence keeps their order. **Cost**: a few queries for each pair of nests with a dependence.

use std::collections::HashMap;

use tc_dialects::schedule::tree::{Band, Member, Refusal, Tree};
use tc_isl::{Dim, UnionMap, UnionPwAff, UnionSet, Val};

use crate::analysis::values::{bounds, distance};

use super::scheduler::{Group, statements_of};
use super::strategy::{apart, parts};
use crate::api::Decision;

/// So many rows keep a GPU busy, each with a block.
const ROWS: i64 = 128;
/// So few elements of a row take no longer than a launch.
const SHORT: i64 = 8192;
/// The furthest that a nest is shifted against another one.
const SHIFT: i64 = 64;

/// Statements that share loops, while joining.
#[derive(Clone)]
struct Nest {
    instances: UnionSet,
    /// The names of its statements.
    names: Vec<String>,
    /// The parallel loops; `None` if there are none, in which case nothing joins.
    common: Vec<Member>,
    /// Filters with the remaining members below the loops.
    parts: Vec<Tree>,
    /// The original filter, for the case that nothing joins it.
    alone: Tree,
    /// Why it did not join a statement that it depends on.
    apart: Option<Decision>,
}

/// The dependences of a group by the names of the two statements. Most pairs of statements have
/// none and cost nothing; a query on the whole relation for each pair would cost the cube of the
/// number of statements.
pub(super) struct Links(HashMap<[String; 2], UnionMap>);

impl Links {
    /// The dependences of a group that are relevant to common loops.
    pub fn of(group: &Group) -> tc_isl::Result<Links> {
        let mut links: HashMap<[String; 2], UnionMap> = HashMap::new();
        for map in group.dependences()?.maps()? {
            let names = [Dim::In, Dim::Out].map(|side| map.tuple_name(side).unwrap_or_default());
            let all = match links.remove(&names) {
                Some(others) => others.add_map(&map)?,
                None => map.to_union_map()?,
            };
            links.insert(names, all);
        }
        Ok(Links(links))
    }

    /// All dependences from the instances of a nest to those of another one; `None` if there are
    /// none.
    fn between(&self, from: &Nest, to: &Nest) -> tc_isl::Result<Option<UnionMap>> {
        let mut all: Option<UnionMap> = None;
        for first in &from.names {
            for second in &to.names {
                if let Some(some) = self.0.get(&[first.clone(), second.clone()]) {
                    all = Some(match all {
                        Some(others) => others.union(some)?,
                        None => some.clone(),
                    });
                }
            }
        }
        let Some(all) = all else { return Ok(None) };
        let inside = all.intersect_domain(&from.instances)?;
        let inside = inside.intersect_range(&to.instances)?;
        Ok((!inside.is_empty()?).then_some(inside))
    }
}

/// Joins statements that were scheduled separately.
pub(super) struct Join<'a, P> {
    pub links: Links,
    /// The names of all statements in text order.
    pub statements: &'a [String],
    /// The number of leading parallel members of a band.
    pub parallel: P,
    /// Whether elementwise statements share the loops over rows of others.
    pub rows: bool,
    /// With how few common loops two nests are joined though one of them has more; none: never.
    pub fewest: Option<usize>,
    /// All instances.
    pub domain: UnionSet,
}

/// A tree in which statements share loops.
pub(super) struct Joined {
    pub tree: Tree,
    /// The bands of several statements.
    pub bands: Vec<Band>,
    /// Why the others are not joined, one sentence each.
    pub apart: Vec<Decision>,
}

impl<P: Fn(&Band) -> Result<usize, Refusal>> Join<'_, P> {
    /// Joins the children of the outermost sequences of a tree.
    pub fn tree(&self, tree: Tree) -> Result<Joined, Refusal> {
        match tree {
            Tree::Sequence { children } => self.sequence(children),
            Tree::Set { children } if self.fewest == Some(1) => {
                self.sequence(children.into_iter().flat_map(parts).collect())
            }
            Tree::Set { .. } => {
                let (mut bands, mut apart) = (Vec::new(), Vec::new());
                let tree = tree.try_map_children(|_, child| {
                    let Tree::Filter { filter, child } = child else {
                        return Ok(child);
                    };
                    let joined = self.tree(*child)?;
                    bands.extend(joined.bands);
                    apart.extend(joined.apart);
                    Ok::<_, Refusal>(joined.tree.below_filter(filter))
                })?;
                Ok(Joined { tree, bands, apart })
            }
            tree => Ok(Joined {
                tree,
                bands: Vec::new(),
                apart: Vec::new(),
            }),
        }
    }

    /// Joins the children of a sequence: first those that lose no loop, then those that lose the
    /// fewest, at last those that no dependence connects.
    fn sequence(&self, children: Vec<Tree>) -> Result<Joined, Refusal> {
        let nests = children.into_iter();
        let mut nests: Vec<Nest> = nests
            .map(|child| Nest::of(child, &self.parallel))
            .collect::<Result<_, _>>()?;
        nests = self.placed(nests, None)?;
        if let Some(fewest) = self.fewest {
            let deepest = nests.iter().map(|nest| nest.common.len()).max();
            for count in (fewest..=deepest.unwrap_or(0)).rev() {
                nests = self.placed(nests, Some(count))?;
            }
        }
        if self.fewest == Some(1) {
            nests = self.side_by_side(nests)?;
        }
        let shared = nests.iter().filter(|nest| nest.parts.len() > 1);
        let bands = shared.map(Nest::band).collect();
        let apart = nests.iter().filter_map(|nest| nest.apart.clone()).collect();
        Ok(Joined {
            tree: sequence(nests),
            bands,
            apart,
        })
    }

    /// The nests of one round, each joined with an earlier one where that is possible.
    fn placed(&self, nests: Vec<Nest>, fewest: Option<usize>) -> Result<Vec<Nest>, Refusal> {
        let mut placed = Vec::new();
        for nest in nests {
            let nest = Nest {
                apart: None,
                ..nest
            };
            self.place(&mut placed, nest, fewest)?;
        }
        Ok(placed)
    }

    /// Joins nests that no dependence connects, if their loops have the same values.
    fn side_by_side(&self, nests: Vec<Nest>) -> Result<Vec<Nest>, Refusal> {
        let mut placed: Vec<Nest> = Vec::new();
        for nest in nests {
            let mut found = None;
            for (position, earlier) in placed.iter().enumerate().rev() {
                if self.links.between(earlier, &nest)?.is_some() {
                    break;
                }
                if earlier.has_values_of(&nest, &self.domain)? {
                    found = Some(position);
                    break;
                }
            }
            match found {
                Some(position) => {
                    let order: Vec<usize> = (0..nest.common.len()).collect();
                    let earlier = placed.remove(position);
                    placed.insert(position, earlier.with(nest, &order)?);
                }
                None => placed.push(nest),
            }
        }
        Ok(placed)
    }

    /// Adds a nest to the last one that it may join, or at the end. The result of two may join a
    /// third.
    fn place(
        &self,
        nests: &mut Vec<Nest>,
        mut nest: Nest,
        fewest: Option<usize>,
    ) -> Result<(), Refusal> {
        // Why it is not joined with the last nest that it depends on; it then stays after that one.
        let mut held = None;
        for position in (0..nests.len()).rev() {
            let earlier = &nests[position];
            let Some(between) = self.links.between(earlier, &nest)? else {
                continue;
            };
            let joined = match fewest {
                None => self.with_all_loops(earlier, &nest, &between)?,
                Some(fewest) => earlier.with_some_loops(&nest, &between, fewest)?,
            };
            match joined {
                Ok(joined) if held.is_none() => {
                    let behind = nests.split_off(position + 1);
                    nests.truncate(position);
                    self.place(nests, joined, fewest)?;
                    nests.extend(behind);
                    return Ok(());
                }
                Ok(joined) if self.nothing_waits(nests, position)? => {
                    nests.remove(position);
                    return self.place(nests, joined, fewest);
                }
                Ok(_) => {}
                Err(reason) if held.is_none() => held = Some((position, reason)),
                Err(_) => {}
            }
        }
        if let Some((position, reason)) = held {
            let mut names = statements_of(&nests[position].instances, self.statements)?;
            names.extend(statements_of(&nest.instances, self.statements)?);
            nest.apart = Some(apart(&names, "they share no loop", reason));
        }
        nests.push(nest);
        Ok(())
    }

    /// Both nests with all of their parallel loops in common, or why that is impossible.
    fn with_all_loops(
        &self,
        earlier: &Nest,
        nest: &Nest,
        between: &UnionMap,
    ) -> Result<Result<Nest, String>, Refusal> {
        let [first, second] = self.by_rows(earlier, nest, between)?;
        match first.matching(&second, between)? {
            Ok(order) => Ok(Ok(first.with(second, &order)?)),
            Err(reason) => Ok(Err(reason)),
        }
    }

    /// Both nests, the deeper one without the parallel loops that the other one does not have, if
    /// it is elementwise and it pays.
    fn by_rows(
        &self,
        first: &Nest,
        second: &Nest,
        between: &UnionMap,
    ) -> Result<[Nest; 2], Refusal> {
        let both = [first.clone(), second.clone()];
        let counts = [first, second].map(|nest| nest.common.len());
        if !self.rows || counts[0] == counts[1] || counts.contains(&0) {
            return Ok(both);
        }
        let (deeper, other) = match counts[0] > counts[1] {
            true => (first, second),
            false => (second, first),
        };
        let between = match counts[0] > counts[1] {
            true => between.reverse()?,
            false => between.clone(),
        };
        if !deeper.is_elementwise() {
            return Ok(both);
        }
        let Ok(rows) = deeper.members_like(other, &between)? else {
            return Ok(both);
        };
        let inside = (0..deeper.common.len()).filter(|member| !rows.contains(member));
        let inside: Vec<usize> = inside.collect();
        let few = |members: &[usize]| deeper.iterations(members, &self.domain);
        match (few(&rows)?, few(&inside)?) {
            (Some(rows), Some(short)) if rows >= ROWS || short <= SHORT => {}
            _ => return Ok(both),
        }
        let deeper = deeper.below(&rows, &inside);
        Ok(match counts[0] > counts[1] {
            true => [deeper, other.clone()],
            false => [other.clone(), deeper],
        })
    }

    /// Whether no nest after this one depends on it.
    fn nothing_waits(&self, nests: &[Nest], position: usize) -> Result<bool, Refusal> {
        for later in &nests[position + 1..] {
            if self.links.between(&nests[position], later)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn sequence(mut nests: Vec<Nest>) -> Tree {
    if nests.len() == 1 {
        return nests.remove(0).tree();
    }
    let children = nests.into_iter().map(|nest| {
        let instances = nest.instances.clone();
        match nest.tree() {
            filter @ Tree::Filter { .. } => filter,
            band => band.below_filter(instances),
        }
    });
    Tree::Sequence {
        children: children.collect(),
    }
}

impl Nest {
    /// A child of a sequence by itself.
    fn of(
        child: Tree,
        parallel: &impl Fn(&Band) -> Result<usize, Refusal>,
    ) -> Result<Nest, Refusal> {
        let alone = child.clone();
        let Tree::Filter { filter, child } = child else {
            return Err(Refusal::new("expected filters below a sequence"));
        };
        let instances = filter.clone();
        let (common, below) = match *child {
            Tree::Band { band, child } => match parallel(&band)? {
                0 => (Vec::new(), child.below_band(band)),
                count => (band.members[..count].to_vec(), rest(&band, count, *child)),
            },
            tree => (Vec::new(), tree),
        };
        let sets = instances.sets()?;
        Ok(Nest {
            names: sets.iter().filter_map(|set| set.name()).collect(),
            instances,
            common,
            parts: vec![below.below_filter(filter)],
            alone,
            apart: None,
        })
    }

    /// The member of `other` that each common loop is joined with, or why that is impossible.
    ///
    /// The outermost parallel loops may be interchanged, so their order does not matter.
    fn matching(
        &self,
        other: &Nest,
        between: &UnionMap,
    ) -> Result<Result<Vec<usize>, String>, Refusal> {
        let (own, theirs) = (self.common.len(), other.common.len());
        if own == 0 || own != theirs {
            return Ok(Err(format!(
                "they have {theirs} and {own} parallel loops outermost"
            )));
        }
        other.members_like(self, between)
    }

    /// Its own member for each common loop of another nest, such that the dependences from there
    /// stay within an iteration; or why there is none.
    fn members_like(
        &self,
        other: &Nest,
        between: &UnionMap,
    ) -> Result<Result<Vec<usize>, String>, Refusal> {
        let mut order = Vec::new();
        for member in &other.common {
            let theirs = UnionMap::from_union_pw_aff(&member.schedule)?;
            let mut found = None;
            for position in (0..self.common.len()).filter(|at| !order.contains(at)) {
                let own = UnionMap::from_union_pw_aff(&self.common[position].schedule)?;
                if between.is_subset(&theirs.apply_range(&own.reverse()?)?)? {
                    found = Some(position);
                    break;
                }
            }
            match found {
                Some(position) => order.push(position),
                None => return Ok(Err("a dependence crosses their iterations".to_owned())),
            }
        }
        Ok(Ok(order))
    }

    /// Both with the parallel loops in common that no dependence crosses, the others inside; or why
    /// these are too few.
    fn with_some_loops(
        &self,
        other: &Nest,
        between: &UnionMap,
        fewest: usize,
    ) -> Result<Result<Nest, String>, Refusal> {
        let mut other = other.clone();
        let (mut own, mut theirs) = (Vec::new(), Vec::new());
        for (position, member) in self.common.iter().enumerate() {
            for candidate in (0..other.common.len()).filter(|at| !theirs.contains(at)) {
                let schedule = &other.common[candidate].schedule;
                if let Some(schedule) = beside(&member.schedule, schedule, between)? {
                    other.common[candidate].schedule = schedule;
                    own.push(position);
                    theirs.push(candidate);
                    break;
                }
            }
        }
        if own.len() < fewest {
            let loops = if own.len() == 1 { "loop" } else { "loops" };
            let reason = match own.len() {
                0 => "a dependence crosses the iterations of each parallel loop".to_owned(),
                count => format!("{count} common {loops} would be parallel, fewer than {fewest}"),
            };
            return Ok(Err(reason));
        }
        let order: Vec<usize> = (0..own.len()).collect();
        let joined = self.keeping(&own).with(other.keeping(&theirs), &order)?;
        Ok(Ok(joined))
    }

    /// The same nest with these common loops, and the others inside.
    fn keeping(&self, common: &[usize]) -> Nest {
        let inside = (0..self.common.len()).filter(|member| !common.contains(member));
        let inside: Vec<usize> = inside.collect();
        match inside.is_empty() {
            true => Nest {
                common: self.band().select(common).members,
                ..self.clone()
            },
            false => self.below(common, &inside),
        }
    }

    /// Whether its common loops have the same values as those of another nest.
    fn has_values_of(&self, other: &Nest, domain: &UnionSet) -> Result<bool, Refusal> {
        if self.common.is_empty() || self.common.len() != other.common.len() {
            return Ok(false);
        }
        for (own, theirs) in self.common.iter().zip(&other.common) {
            let [own, theirs] = [(self, own), (other, theirs)].map(|(nest, member)| {
                let instances = nest.instances.intersect(domain)?;
                let values = member.schedule.intersect_domain(&instances)?;
                UnionMap::from_union_pw_aff(&values)?.range()
            });
            if !own?.is_equal(&theirs?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether all loops are parallel.
    fn is_elementwise(&self) -> bool {
        let leaf = |part: &Tree| matches!(part.children(), [Tree::Leaf]);
        self.parts.iter().all(leaf)
    }

    /// How many iterations some common loops have together; none if sizes are not known.
    fn iterations(&self, members: &[usize], domain: &UnionSet) -> Result<Option<i64>, Refusal> {
        let instances = self.instances.intersect(domain)?;
        let mut count: i64 = 1;
        for &member in members {
            let values = self.common[member].schedule.intersect_domain(&instances)?;
            match bounds(&values)? {
                Some((first, last)) => count = count.saturating_mul(last - first + 1),
                None => return Ok(None),
            }
        }
        Ok(Some(count))
    }

    /// The same nest with some of its common loops inside of the others.
    fn below(&self, common: &[usize], inside: &[usize]) -> Nest {
        let whole = self.band();
        let parts = match &self.parts[..] {
            [Tree::Filter { child, .. }] => (**child).clone(),
            parts => Tree::Sequence {
                children: parts.to_vec(),
            },
        };
        let parts = parts.below_band(whole.select(inside));
        Nest {
            common: whole.select(common).members,
            parts: vec![parts.below_filter(self.instances.clone())],
            ..self.clone()
        }
    }

    /// Both, the other one second, with its loops in this order.
    fn with(mut self, other: Nest, order: &[usize]) -> Result<Nest, Refusal> {
        for (member, &position) in self.common.iter_mut().zip(order) {
            let both = member
                .schedule
                .union_add(&other.common[position].schedule)?;
            *member = member.with_schedule(both);
        }
        self.instances = self.instances.union(&other.instances)?;
        self.names.extend(other.names);
        self.parts.extend(other.parts);
        Ok(self)
    }

    fn band(&self) -> Band {
        Band::new(self.common.clone(), true)
    }

    /// The common band above a sequence; for a single statement, its original filter.
    fn tree(self) -> Tree {
        if self.parts.len() == 1 {
            return self.alone;
        }
        let band = self.band();
        let children = self.parts;
        Tree::Sequence { children }.below_band(band)
    }
}

/// A loop that starts as far from another one as all dependences between them go, so that none
/// crosses an iteration; none if there is no such distance, or it is too far.
fn beside(
    first: &UnionPwAff,
    second: &UnionPwAff,
    between: &UnionMap,
) -> Result<Option<UnionPwAff>, Refusal> {
    let [from, to] = [first, second].map(UnionMap::from_union_pw_aff);
    let (from, to) = (from?, to?);
    if between.is_subset(&from.apply_range(&to.reverse()?)?)? {
        return Ok(Some(second.clone()));
    }
    match distance(&between.apply_domain(&from)?.apply_range(&to)?)? {
        Some(distance) if distance.abs() <= SHIFT => {
            let back = Val::new(second.context(), -distance)?;
            let back = UnionPwAff::val_on_domain(&second.domain()?, &back)?;
            Ok(Some(second.union_add(&back)?))
        }
        _ => Ok(None),
    }
}

/// A band without its first members.
fn rest(band: &Band, count: usize, child: Tree) -> Tree {
    match band.members.len() - count {
        0 => child,
        _ => child.below_band(band.select(&(count..band.members.len()).collect::<Vec<_>>())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::strategy::schedule;
    use super::super::{Fusion, ScheduleIsl};
    use super::*;
    use crate::analysis::dependences;
    use crate::analysis::examples::{Example, Line, mlp2, program, softmax, two_stencils};

    /// The statements that share loops, with the order of their nests: `S0 S1; S2`.
    fn nests(example: &Example) -> String {
        nests_of(&scheduled(example, Fusion::Parallel))
    }

    fn scheduled(example: &Example, fusion: Fusion) -> Tree {
        let statements = &example.accesses.statements;
        let names: Vec<String> = statements.iter().map(|one| one.name.clone()).collect();
        let dependences =
            dependences::compute(&example.domain, &example.accesses, 0).expect("dependences");
        let group = Group::new(&example.domain, None, &dependences).expect("isl works");
        let options = ScheduleIsl {
            fusion,
            ..Default::default()
        };
        let done = schedule(&group, &names, &options);
        done.expect("a schedule").tree
    }

    fn nests_of(tree: &Tree) -> String {
        let nests = match tree {
            Tree::Sequence { children } => &children[..],
            other => std::slice::from_ref(other),
        };
        let names = |nest: &Tree| {
            let filters = nest.walk().into_iter().filter_map(|(_, node)| match node {
                Tree::Filter { filter, .. } => Some(filter.sets().expect("isl works")),
                _ => None,
            });
            let mut order: Vec<String> = Vec::new();
            for sets in filters.filter(|sets| sets.len() == 1) {
                let name = sets[0].name().expect("a statement");
                if !order.contains(&name) {
                    order.push(name);
                }
            }
            order.join(" ")
        };
        nests.iter().map(names).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn no_statement_loses_a_parallel_loop() {
        // Rows share loops up to the quotients, which have two parallel loops.
        assert_eq!(nests(&softmax()), "S0 S1 S2 S3; S4");
        // A layer reads all of the one before it.
        assert_eq!(nests(&mlp2()), "S0 S1 S2; S3 S4 S5");
        // A stencil reads its neighbours in other iterations.
        assert_eq!(nests(&two_stencils()), "S0; S1");
    }

    #[test]
    fn loops_match_in_any_order() {
        let transposed = program(
            "N, M",
            &[
                Line(
                    "S0[n, m]",
                    "0 <= n < N and 0 <= m < M",
                    &[],
                    "A[n, m]",
                    false,
                ),
                Line(
                    "S1[m, n]",
                    "0 <= n < N and 0 <= m < M",
                    &["A[n, m]"],
                    "B[m, n]",
                    false,
                ),
            ],
        );
        assert_eq!(nests(&transposed), "S0 S1");
    }

    /// `T = A B; D = b D; D += T C`: the scaling depends on nothing, so isl puts it first; here it
    /// is moved behind the product.
    #[test]
    fn what_stands_between_is_passed_where_nothing_depends_on_it() {
        let square = "0 <= i < N and 0 <= j < N";
        let cube = "0 <= i < N and 0 <= j < N and 0 <= k < N";
        let lines = [
            Line("S0[i, j]", square, &["D[i, j]"], "D[i, j]", false),
            Line("S1[i, j]", square, &[], "T[i, j]", false),
            Line(
                "S2[i, j, k]",
                cube,
                &["T[i, j]", "A[i, k]"],
                "T[i, j]",
                true,
            ),
            Line(
                "S3[i, j, k]",
                cube,
                &["D[i, j]", "T[i, k]"],
                "D[i, j]",
                true,
            ),
        ];
        assert_eq!(nests(&program("N", &lines)), "S1 S2; S0 S3");
        // The product reads the scaled elements of another row: neither can be moved.
        let [scale, begin, Line(tuple, condition, _, write, reduces), end] = lines;
        let product = Line(tuple, condition, &["T[i, j]", "D[k, j]"], write, reduces);
        let bound = program("N", &[scale, begin, product, end]);
        assert_eq!(nests(&bound), "S0; S1 S2; S3");
    }

    /// The values of the members of the outermost band.
    fn members(tree: &Tree) -> Vec<String> {
        let members = tree.as_band().map_or(&[][..], |band| &band.members);
        let texts = members.iter().map(|member| {
            let text = member.schedule.to_string();
            let mut values: Vec<&str> = text.trim_matches(['{', '}', ' ']).split("; ").collect();
            values.sort_unstable();
            values.join("; ")
        });
        texts.collect()
    }

    /// Each layer shares two loops; both layers have only the rows in common.
    #[test]
    fn layers_share_rows_and_keep_their_other_loops_inside() {
        let tree = scheduled(&mlp2(), Fusion::Max);
        let layers = "S0[b, o] -> [(b)]; S1[b, o, n] -> [(b)]; S2[b, o] -> [(b)]; \
                      S3[b, p] -> [(b)]; S4[b, p, o] -> [(b)]; S5[b, p] -> [(b)]";
        assert_eq!(members(&tree), [layers]);
        let parts = tree.children()[0].children();
        let inside: Vec<Vec<String>> = parts
            .iter()
            .map(|filter| members(&filter.children()[0]))
            .collect();
        let first = "S0[b, o] -> [(o)]; S1[b, o, n] -> [(o)]; S2[b, o] -> [(o)]";
        let second = "S3[b, p] -> [(p)]; S4[b, p, o] -> [(p)]; S5[b, p] -> [(p)]";
        assert_eq!(inside, [[first], [second]]);
        let few = nests_of(&scheduled(&mlp2(), Fusion::Preserve3));
        assert_eq!(few, "S0 S1 S2; S3 S4 S5", "fewer than three are in common");
    }

    #[test]
    fn a_loop_is_shifted_where_all_dependences_go_equally_far() {
        let reads = |element| {
            let all = "0 <= i < N and 0 <= j < N";
            program(
                "N",
                &[
                    Line("S[i, j]", all, &[], "A[i, j]", false),
                    Line("T[i, j]", all, &[element], "B[i, j]", false),
                ],
            )
        };
        let shifted = scheduled(&reads("A[i + 3, j]"), Fusion::Max);
        assert_eq!(
            members(&shifted),
            [
                "S[i, j] -> [(i)]; T[i, j] -> [(3 + i)]",
                "S[i, j] -> [(j)]; T[i, j] -> [(j)]"
            ]
        );
        for fusion in [Fusion::Parallel, Fusion::Rows] {
            let apart = scheduled(&reads("A[i + 3, j]"), fusion);
            assert_eq!(nests_of(&apart), "S; T", "{fusion:?} does not shift");
        }
        let far = scheduled(&reads("A[i + 65, j]"), Fusion::Max);
        assert_eq!(members(&far), ["S[i, j] -> [(j)]; T[i, j] -> [(j)]"]);
    }

    #[test]
    fn nests_that_nothing_connects_share_loops_with_equal_values() {
        let beside = |size| {
            let second = format!("0 <= i < {size}");
            let lines = [
                Line("S[i]", "0 <= i < N", &[], "A[i]", false),
                Line("T[i]", &second, &[], "B[i]", false),
            ];
            program("N", &lines)
        };
        assert_eq!(nests_of(&scheduled(&beside("N"), Fusion::Max)), "S T");
        let few = members(&scheduled(&beside("N - 1"), Fusion::Max));
        assert!(few.is_empty(), "they have other values: {few:?}");
        let kept = members(&scheduled(&beside("N"), Fusion::Preserve3));
        assert!(kept.is_empty(), "nothing connects them: {kept:?}");
    }
}
