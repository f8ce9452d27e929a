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
//! Nests that no dependence connects share their loops with `rows` if an iteration of one reads the
//! elements of an array that the same iteration of the other one reads, and no other: sums over
//! the same rows read these once.
//!
//! Other nests share rows with `rows` where these are short: where all of them, each in a block of
//! its own, take no longer than the launch that is saved (`clocks_of_rows`). Layers of a network
//! are then one kernel, since a row of a layer reads one row of the layer before, and so are nests
//! that no dependence connects, if their loops have the same values.
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

use tc_dialects::schedule::tree::{Band, Refusal, Tree};
use tc_isl::{Dim, UnionMap, UnionSet};

use super::nest::{Nest, apart, parts};
use super::reads::Reads;
use super::scheduler::{Group, statements_of};
use crate::choose::cost::Machine;
use tc_pass_host::Decision;

/// So many rows keep a GPU busy, each with a block.
const ROWS: i64 = 128;
/// So few elements of a row take no longer than a launch.
const SHORT: i64 = 8192;
/// Threads that a row is dealt to.
const THREADS: i64 = 256;
/// Bytes of an operand.
const OPERAND: f64 = 4.0;
/// The furthest that a nest is shifted against another one.
const SHIFT: i64 = 64;

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

/// Which nests are joined, in rounds.
#[derive(Clone, Copy)]
enum Round<'m> {
    /// Those that keep all of their parallel loops.
    All,
    /// Those with so many loops in common at least.
    Some(usize),
    /// As before, without shifts, where it takes no longer than the launch that it saves.
    Short(usize, &'m Machine),
}

/// Joins statements that were scheduled separately.
pub(super) struct Join<'a, P> {
    pub links: Links,
    pub reads: &'a Reads,
    /// The names of all statements in text order.
    pub statements: &'a [String],
    /// The number of leading parallel members of a band.
    pub parallel: P,
    /// Whether elementwise statements share the loops over rows of others.
    pub rows: bool,
    /// With how few common loops two nests are joined though one of them has more; none: never.
    pub fewest: Option<usize>,
    /// The machine whose launches short rows save; none: all rows are long.
    pub machine: Option<&'a Machine>,
    /// All instances.
    pub domain: UnionSet,
}

/// A tree in which statements share loops.
pub(super) struct Joined {
    pub tree: Tree,
    /// The bands of several statements, with the figures that decided on them, if any did.
    pub bands: Vec<(Band, Option<String>)>,
    /// Why the others are not joined, one sentence each.
    pub apart: Vec<Decision>,
}

impl<P: Fn(&Band) -> Result<usize, Refusal>> Join<'_, P> {
    /// Joins the children of the outermost sequences of a tree.
    pub fn tree(&self, tree: Tree) -> Result<Joined, Refusal> {
        match tree {
            Tree::Sequence { children } => self.sequence(children),
            Tree::Set { children } if self.rows || self.joins_strangers() => {
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
            .map(|child| Nest::of(child, &self.parallel, &self.domain))
            .collect::<Result<_, _>>()?;
        nests = self.placed(nests, Round::All)?;
        let deepest = nests.iter().map(|nest| nest.common.len()).max();
        let deepest = deepest.unwrap_or(0);
        let fewest = self.fewest.unwrap_or(deepest + 1);
        for count in (fewest..=deepest).rev() {
            nests = self.placed(nests, Round::Some(count))?;
        }
        if let Some(machine) = self.machine {
            for count in (1..=deepest).rev() {
                nests = self.placed(nests, Round::Short(count, machine))?;
            }
        }
        if self.joins_strangers() {
            nests = self.side_by_side(nests)?;
        }
        let shared = nests.iter().filter(|nest| nest.parts.len() > 1);
        let bands = shared.map(|nest| (nest.band(), nest.reason.clone()));
        let bands = bands.collect();
        let apart = nests.iter().filter_map(|nest| nest.apart.clone()).collect();
        Ok(Joined {
            tree: sequence(nests),
            bands,
            apart,
        })
    }

    /// Whether statements that no dependence connects may share loops.
    fn joins_strangers(&self) -> bool {
        self.fewest == Some(1) || self.machine.is_some()
    }

    /// The nests of one round, each joined with an earlier one where that is possible.
    fn placed(&self, nests: Vec<Nest>, round: Round<'_>) -> Result<Vec<Nest>, Refusal> {
        let mut placed = Vec::new();
        for nest in nests {
            let nest = Nest {
                apart: None,
                ..nest
            };
            self.place(&mut placed, nest, round)?;
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
                if !earlier.has_values_of(&nest, &self.domain)? {
                    continue;
                }
                let order: Vec<usize> = (0..nest.common.len()).collect();
                let joined = earlier.clone().with(nest.clone(), &order)?;
                let joined = match self.machine {
                    Some(machine) => self.short(joined, machine)?,
                    None => Ok(joined),
                };
                if let Ok(joined) = joined {
                    found = Some((position, joined));
                    break;
                }
            }
            match found {
                Some((position, joined)) => placed[position] = joined,
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
        round: Round<'_>,
    ) -> Result<(), Refusal> {
        // Why it is not joined with the last nest that it depends on; it then stays after that one.
        let mut held = None;
        for position in (0..nests.len()).rev() {
            let earlier = &nests[position];
            let joined = match (self.links.between(earlier, &nest)?, round) {
                (Some(between), Round::All) => self.with_all_loops(earlier, &nest, &between)?,
                (Some(between), Round::Some(fewest)) => {
                    earlier.with_some_loops(&nest, &between, fewest, SHIFT)?
                }
                (Some(between), Round::Short(fewest, machine)) => {
                    match earlier.with_some_loops(&nest, &between, fewest, 0)? {
                        Ok(joined) => self.short(joined, machine)?,
                        Err(reason) => Err(reason),
                    }
                }
                (None, Round::All) if self.rows => match self.same_rows(earlier, &nest)? {
                    Some(joined) => Ok(joined),
                    None => continue,
                },
                (None, _) => continue,
            };
            match joined {
                Ok(joined) if held.is_none() => {
                    let behind = nests.split_off(position + 1);
                    nests.truncate(position);
                    self.place(nests, joined, round)?;
                    nests.extend(behind);
                    return Ok(());
                }
                Ok(joined) if self.nothing_waits(nests, position)? => {
                    nests.remove(position);
                    return self.place(nests, joined, round);
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

    /// A joined nest, if its rows take no longer than the launch that it saves.
    fn short(&self, joined: Nest, machine: &Machine) -> Result<Result<Nest, String>, Refusal> {
        // The model of rows knows of sums whose operands are loaded ahead of their use.
        if self.reads.scatters(&joined) {
            return Ok(Err("one of them writes at computed places".to_owned()));
        }
        let all: Vec<usize> = (0..joined.common.len()).collect();
        let rows = joined.iterations(&all, &self.domain)?;
        let Some((rows, instances)) = rows.zip(joined.size) else {
            return Ok(Err("the sizes of their rows are not known".to_owned()));
        };
        let clocks = clocks_of_rows(rows, instances, machine);
        let figures = format!(
            "{clocks:.0} clocks in blocks with a row each, a launch {:.0}",
            machine.launch
        );
        if clocks > machine.launch {
            return Ok(Err(format!("all of their rows would take {figures}")));
        }
        let reason =
            format!("no dependence crosses these parallel loops, and all rows take {figures}");
        Ok(Ok(Nest {
            reason: Some(reason),
            ..joined
        }))
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

    /// Both nests with all of their parallel loops in common, if no dependence connects them and
    /// the same iterations read the same elements of an array.
    fn same_rows(&self, earlier: &Nest, nest: &Nest) -> Result<Option<Nest>, Refusal> {
        if earlier.common.is_empty() || earlier.common.len() != nest.common.len() {
            return Ok(None);
        }
        for (array, between) in self.reads.between(earlier, nest)? {
            if between.is_empty()? {
                continue;
            }
            if let Ok(order) = earlier.matching(nest, &between)? {
                let joined = earlier.clone().with(nest.clone(), &order)?;
                let reason = format!("an iteration of each reads the same elements of `{array}`");
                return Ok(Some(Nest {
                    reason: Some(reason),
                    ..joined
                }));
            }
        }
        Ok(None)
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
        let (deeper, other) = if counts[0] > counts[1] {
            (first, second)
        } else {
            (second, first)
        };
        let between = if counts[0] > counts[1] {
            between.reverse()?
        } else {
            between.clone()
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
        Ok(if counts[0] > counts[1] {
            [deeper, other.clone()]
        } else {
            [other.clone(), deeper]
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

/// What rows take with a block each: the instances of a row are dealt to its threads, each of which
/// has one sum under way, and each instance reads an operand that no other row has in its block.
fn clocks_of_rows(rows: i64, instances: i64, machine: &Machine) -> f64 {
    let turns = ((rows + machine.multiprocessors - 1) / machine.multiprocessors.max(1)) as f64;
    let row = instances as f64 / rows.max(1) as f64;
    let started = machine
        .lanes
        .min((THREADS / machine.fma_latency.max(1)) as f64);
    turns * (row / started).max(row * OPERAND / machine.memory_bytes)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isl::strategy::schedule;
    use crate::isl::{Fusion, ScheduleIsl};
    use tc_dialects::target::find;
    use tc_scop::dependences;
    use tc_testing::examples::{Example, Line, mlp2, program, softmax, two_stencils};

    /// The statements that share loops, with the order of their nests: `S0 S1; S2`.
    fn nests(example: &Example) -> String {
        nests_of(&scheduled(example, Fusion::Parallel))
    }

    fn scheduled(example: &Example, fusion: Fusion) -> Tree {
        scheduled_on(example, fusion, None)
    }

    fn scheduled_on(example: &Example, fusion: Fusion, machine: Option<&Machine>) -> Tree {
        let statements = &example.accesses.statements;
        let names: Vec<String> = statements.iter().map(|one| one.name.clone()).collect();
        let dependences =
            dependences::compute(&example.domain, &example.accesses, 0).expect("dependences");
        let group = Group::new(&example.domain, None, &dependences).expect("isl works");
        let options = ScheduleIsl {
            fusion,
            ..Default::default()
        };
        let reads = Reads::of(&example.accesses).expect("isl works");
        let done = schedule(&group, &names, &options, machine, &reads);
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

    /// Claim F23: two statements are two components, and the strategy decides whether they are
    /// clustered.
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
        assert_eq!(nests_of(&scheduled(&beside("N"), Fusion::Max)), "T S");
        let few = members(&scheduled(&beside("N - 1"), Fusion::Max));
        assert!(few.is_empty(), "they have other values: {few:?}");
        let kept = members(&scheduled(&beside("N"), Fusion::Preserve3));
        assert!(kept.is_empty(), "nothing connects them: {kept:?}");
    }

    /// Two layers, whose rows depend on nothing but the row before.
    #[test]
    fn short_rows_share_a_kernel_on_a_machine() {
        let machine = match find("sm_90a") {
            Ok(target) => Machine::from(target.as_gpu().unwrap()),
            _ => panic!("sm_90a is built in"),
        };
        let layers = |rows: i64| {
            let first = format!("0 <= b < {rows} and 0 <= o < 64 and 0 <= n < 128");
            let second = format!("0 <= b < {rows} and 0 <= p < 32 and 0 <= o < 64");
            let lines = [
                Line("S[b, o, n]", &first, &["X[b, n]"], "Y[b, o]", true),
                Line("T[b, p, o]", &second, &["Y[b, o]"], "Z[b, p]", true),
            ];
            program("N", &lines)
        };
        let nests = |rows, machine| nests_of(&scheduled_on(&layers(rows), Fusion::Rows, machine));
        assert_eq!(nests(128, Some(&machine)), "S T");
        assert_eq!(nests(128, None), "S; T", "no machine has launches to save");
        assert_eq!(
            nests(8192, Some(&machine)),
            "S; T",
            "the rows take longer than a launch"
        );
        let few = scheduled_on(&layers(128), Fusion::Parallel, Some(&machine));
        assert_eq!(nests_of(&few), "S; T", "both lose a parallel loop");
    }
}
