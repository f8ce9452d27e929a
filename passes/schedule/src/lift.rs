//! `schedule-lift`: parallel loops that carry nothing of a loop around them go outside of it.
//!
//! ```text
//! sequence                                        band permutable
//!   filter S0[i]                                    | coincident S0[i] -> i; S1[t, i] -> i; S2[t, i] -> i
//!     band | coincident S0[i] -> i                  sequence
//!   filter S1[t, i]; S2[t, i]                         filter S0[i]
//!     band | S1[t, i] -> t; S2[t, i] -> t   ==>       filter S1[t, i]; S2[t, i]
//!       sequence                                        band | S1[t, i] -> t; S2[t, i] -> t
//!         filter S1[t, i]                                 sequence
//!           band | coincident S1[t, i] -> i                 filter S1[t, i]
//!         filter S2[t, i]                                   filter S2[t, i]
//!           band | coincident S2[t, i] -> i
//! ```
//! Blocks and threads then have rows `i` of their own, and each runs the loop over `t` by itself:
//! one launch in place of one for each `t` ([`super::launches`]). What the iterations of `t` leave
//! for each other is left by a thread for itself, or by a block.
//!
//! **Which.** Loops that stand outside of all others, are one band without a coincident member, and
//! have statements below; the rows are the indices that all dependences of these statements keep.
//! They are found along the dependences: an index of one statement says which index of the next
//! one is the same row. Statements in front of the loop and behind it come along, as long as that
//! costs no row.
//!
//! With `when=auto` it is done where the model finds it cheaper: blocks have `ROWS` rows each,
//! perhaps fewer of them than there are multiprocessors, and there is one launch; against all
//! multiprocessors and a launch for each iteration.
//!
//! **Legal**: instances of different rows depend on each other in no way, which is checked for
//! every dependence; those of one row keep their order. **Cost**: for each index of a statement a
//! query on each pair of statements that depend on each other.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use tc_dialects::schedule::tree::{Band, Member, Prefix, Refusal, Scop, Tree};
use tc_isl::{Context, Dim, Map, MultiUnionPwAff, UnionMap, UnionPwAff, UnionSet, thread_context};

use super::choose::cost::Machine;
use super::choose::machine;
use super::launches::{ELEMENT, instances, width};
use tc_pass_host::*;
use tc_scop::accesses;
use tc_scop::dependences;
use tc_scop::leaves::known_domain;
use tc_scop::scop_pass;

/// The rows that a block has.
const ROWS: i64 = 32;

/// The most isl operations.
const BUDGET: u64 = 100_000_000;

choices! {
    /// Which parallel loops go outside.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Lift {
        /// Those of loops that become faster by it.
        Auto = "auto",
        /// All.
        Always = "always",
        /// None.
        Never = "never",
    }
}

pass! {
    /// Moves parallel loops outside of the loop over time or tiles that they stand in, where no
    /// dependence crosses them. Blocks then run the loop themselves, without launches for its
    /// iterations.
    pub struct ScheduleLift {
        name: "schedule-lift",
        anchor: "schedule.scop",
        summary: "parallel loops that carry nothing of a loop around them go outside of it",
        dialects: ["schedule"],
        options: {
            /// the loops: those that gain from it, all, or none
            when: Lift = Lift::Auto,
        },
        statistics: {
            /// loops that parallel ones went outside of
            loops,
            /// loops that stay outside
            left,
        },
    }
}

impl Pass for ScheduleLift {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        if self.when == Lift::Never {
            return Ok(());
        }
        let isl = thread_context();
        let refused = |refusal| scop_pass::failure(operation, refusal);
        let mut scop = Scop::from_op(&isl, operation).map_err(refused)?;
        if !has_sequential_loop(&scop.tree) {
            return Ok(());
        }
        let accesses = accesses::of_scop(&isl, operation)?;
        let domain = known_domain(&scop).map_err(refused)?;
        let Ok(dependences) = dependences::compute(&domain, &accesses, BUDGET) else {
            return Ok(());
        };
        let machine = machine(ctx.target().as_ref()).map_err(refused)?;
        let all = dependences.coincidence();
        let all = all.map_err(|error| Failure::new(error.to_string()).at_operation(&operation))?;
        let mut search = Search {
            isl: &isl,
            when: self.when,
            machine: &machine,
            dependences: all,
            decisions: Vec::new(),
            number: 0,
            lifted: 0,
        };
        let above = Prefix::of_domain(&domain);
        let tree = isl.with_budget(BUDGET, || search.host(scop.tree.clone(), &above));
        scop.tree = tree.map_err(refused)?;
        self.loops.add(search.lifted);
        self.left.add(search.number - search.lifted);
        let is_changed = search.lifted > 0;
        for decision in search.decisions {
            ctx.decided(operation, decision);
        }
        if is_changed {
            scop.write(ctx.context(), operation).map_err(refused)?;
        }
        Ok(())
    }
}

/// Whether a loop without coincident members stands outside of all others.
fn has_sequential_loop(tree: &Tree) -> bool {
    match tree {
        Tree::Band { band, .. } => is_sequential(band),
        Tree::Leaf => false,
        other => other.children().iter().any(has_sequential_loop),
    }
}

fn is_sequential(band: &Band) -> bool {
    let free = |member: &Member| !member.coincident && member.kind.is_plain();
    band.members.iter().all(free) && band.tile_sizes.is_empty() && band.tag.is_none()
}

struct Search<'m> {
    isl: &'m Context,
    when: Lift,
    machine: &'m Machine,
    dependences: UnionMap,
    decisions: Vec<Decision>,
    /// The number of the next loop.
    number: usize,
    lifted: usize,
}

/// A row: an index of each statement.
type Row = HashMap<String, usize>;

impl Search<'_> {
    /// Looks for loops below nodes that stand above all of them.
    fn host(&mut self, node: Tree, prefix: &Prefix) -> Result<Tree, Refusal> {
        match node {
            Tree::Sequence { children } => self.sequence(children, prefix),
            Tree::Band { ref band, .. } if is_sequential(band) => {
                let whole = prefix.active.universe()?;
                self.sequence(vec![node.below_filter(whole)], prefix)
            }
            Tree::Band { .. } | Tree::Leaf => Ok(node),
            other => {
                let below = prefix.enter(&other)?;
                other.try_map_children(|_, child| self.host(child, &below))
            }
        }
    }

    fn sequence(&mut self, children: Vec<Tree>, prefix: &Prefix) -> Result<Tree, Refusal> {
        let mut children = children;
        let mut at = 0;
        while at < children.len() {
            if !starts_with_loop(&children[at]) {
                at += 1;
                continue;
            }
            let number = self.number;
            self.number += 1;
            let mut rows = self.rows(&children[at..=at], at, &children, prefix)?;
            let (mut first, mut last) = (at, at);
            while !rows.is_empty() && last + 1 < children.len() {
                let more = self.rows(&children[first..=last + 1], at, &children, prefix)?;
                if more.len() < rows.len() {
                    break;
                }
                (rows, last) = (more, last + 1);
            }
            while !rows.is_empty() && first > 0 {
                let more = self.rows(&children[first - 1..=last], at, &children, prefix)?;
                if more.len() < rows.len() {
                    break;
                }
                (rows, first) = (more, first - 1);
            }
            let group: Vec<Tree> = children[first..=last].to_vec();
            match self.judge(number, &children[at], &rows, &group, prefix)? {
                Ok((band, decision)) => {
                    self.decisions.push(decision);
                    self.lifted += 1;
                    let tree =
                        lifted(group.clone(), band)?.below_filter(filter_of(self.isl, &group)?);
                    children.splice(first..=last, [tree]);
                    at = first + 1;
                }
                Err(decision) => {
                    self.decisions.push(decision);
                    at += 1;
                }
            }
        }
        if children.len() == 1
            && let Some(Tree::Filter { child, .. }) = children.first()
        {
            return Ok((**child).clone());
        }
        Ok(Tree::Sequence { children })
    }

    /// The rows that all dependences between the statements of a group keep.
    fn rows(
        &self,
        group: &[Tree],
        at: usize,
        children: &[Tree],
        prefix: &Prefix,
    ) -> Result<Vec<Row>, Refusal> {
        let instances = prefix.active.intersect(&filter_of(self.isl, group)?)?;
        let inside = self.dependences.intersect_domain(&instances)?;
        let inside = inside.intersect_range(&instances)?;
        let mut edges = Vec::new();
        for map in inside.maps()? {
            let space = map.space()?;
            let names = [Dim::In, Dim::Out].map(|dim| space.tuple_name(dim));
            if let [Some(from), Some(to)] = names {
                edges.push((from, to, map));
            }
        }
        let mut statements: Vec<(String, usize)> = Vec::new();
        for set in instances.sets()? {
            if let Some(name) = set.name() {
                statements.push((name, set.dim(Dim::SET)?));
            }
        }
        // The statement of the loop with the fewest indices has all rows.
        let of_loop = prefix
            .active
            .intersect(&filter_of(self.isl, &children[at..=at])?)?;
        let mut seed: Option<(String, usize)> = None;
        for set in of_loop.sets()? {
            let count = set.dim(Dim::SET)?;
            if let Some(name) = set.name()
                && seed.as_ref().is_none_or(|(_, fewest)| count < *fewest)
            {
                seed = Some((name, count));
            }
        }
        let Some((seed, count)) = seed else {
            return Ok(Vec::new());
        };
        let mut rows = Vec::new();
        for index in 0..count {
            let row = self.row(&seed, index, &statements, &edges)?;
            if let Some(row) = row
                && inside.is_subset(&self.same_row(&row, &statements, &inside)?)?
            {
                rows.push(row);
            }
        }
        Ok(rows)
    }

    /// The row that begins with an index of a statement; none where a dependence crosses it, or
    /// nothing connects a statement.
    fn row(
        &self,
        seed: &str,
        index: usize,
        statements: &[(String, usize)],
        edges: &[(String, String, Map)],
    ) -> Result<Option<Row>, Refusal> {
        let count_of = |name: &str| {
            let mut all = statements.iter();
            all.find(|(known, _)| known == name)
                .map_or(0, |(_, count)| *count)
        };
        let mut row: Row = HashMap::from([(seed.to_owned(), index)]);
        let mut pending = vec![seed.to_owned()];
        while let Some(name) = pending.pop() {
            let own = row[&name];
            for (from, to, map) in edges {
                let (other, is_source) = match (*from == name, *to == name) {
                    (true, _) => (to, true),
                    (_, true) => (from, false),
                    _ => continue,
                };
                if row.contains_key(other) {
                    continue;
                }
                let counts = if is_source {
                    [count_of(&name), count_of(other)]
                } else {
                    [count_of(other), count_of(&name)]
                };
                let mut found = None;
                for candidate in 0..count_of(other) {
                    let pair = if is_source {
                        [own, candidate]
                    } else {
                        [candidate, own]
                    };
                    if self.is_kept([from, to], map, counts, pair)? {
                        found = Some(candidate);
                        break;
                    }
                }
                let Some(found) = found else {
                    return Ok(None);
                };
                row.insert(other.clone(), found);
                pending.push(other.clone());
            }
        }
        Ok((row.len() == statements.len()).then_some(row))
    }

    /// Whether two indices are equal in all pairs of a relation.
    fn is_kept(
        &self,
        names: [&String; 2],
        map: &Map,
        counts: [usize; 2],
        pair: [usize; 2],
    ) -> Result<bool, Refusal> {
        let tuple = |name: &str, letter: &str, count: usize| {
            let indices: Vec<String> = (0..count).map(|at| format!("{letter}{at}")).collect();
            format!("{name}[{}]", indices.join(", "))
        };
        let text = format!(
            "{{ {} -> {} : i{} = o{} }}",
            tuple(names[0], "i", counts[0]),
            tuple(names[1], "o", counts[1]),
            pair[0],
            pair[1]
        );
        let same = UnionMap::parse(self.isl, &text)?;
        Ok(map.to_union_map()?.is_subset(&same)?)
    }

    /// The pairs of a relation whose instances are of one row.
    fn same_row(
        &self,
        row: &Row,
        statements: &[(String, usize)],
        pairs: &UnionMap,
    ) -> Result<UnionMap, Refusal> {
        let value = MultiUnionPwAff::from_union_pw_aff(&self.value(row, statements)?)?;
        Ok(pairs.eq_at_multi_union_pw_aff(&value)?)
    }

    /// A row as a function of the instances.
    fn value(&self, row: &Row, statements: &[(String, usize)]) -> Result<UnionPwAff, Refusal> {
        let mut parts = Vec::new();
        for (name, count) in statements {
            let indices: Vec<String> = (0..*count).map(|at| format!("i{at}")).collect();
            let index = &indices[row[name]];
            parts.push(format!("{name}[{}] -> [({index})]", indices.join(", ")));
        }
        Ok(UnionPwAff::parse(
            self.isl,
            &format!("{{ {} }}", parts.join("; ")),
        )?)
    }

    /// The band of the rows, if it pays to have it outside.
    fn judge(
        &self,
        number: usize,
        of_loop: &Tree,
        rows: &[Row],
        group: &[Tree],
        prefix: &Prefix,
    ) -> Result<Result<(Band, Decision), Decision>, Refusal> {
        let subject = format!("rows of loop {number}");
        let left = |reason: String, change: &str| {
            let what = "the loop stays outside of all others";
            let decision = Decision::missed(subject.clone(), what).because(reason);
            Ok(Err(decision.unless(change)))
        };
        if rows.is_empty() {
            return left(
                "a dependence crosses each of its parallel loops".to_owned(),
                "other loops",
            );
        }
        let instances_of = prefix.active.intersect(&filter_of(self.isl, group)?)?;
        let mut statements = Vec::new();
        for set in instances_of.sets()? {
            statements.extend(set.name().zip(Some(set.dim(Dim::SET)?)));
        }
        let mut members = Vec::new();
        for row in rows {
            members.push(Member {
                coincident: true,
                ..Member::new(self.value(row, &statements)?)
            });
        }
        let band = Band::new(members, true);
        let below = prefix.enter(&Tree::Leaf.below_filter(filter_of(self.isl, group)?))?;
        let of_loop = prefix.enter(of_loop)?;
        let all: Vec<usize> = (0..band.members.len()).collect();
        let count = width(&band, &all, &below)?;
        let outer = loop_below(group).map(|outer| {
            let all: Vec<usize> = (0..outer.members.len()).collect();
            width(outer, &all, &of_loop)
        });
        let iterations = outer.transpose()?.flatten();
        let figures = count.zip(iterations).zip(instances(&of_loop)?);
        let Some(((count, iterations), instances)) = figures else {
            let change = "give sizes, by tc-specialize or --size";
            return left("sizes are not known".to_owned(), change);
        };
        let blocks = ((count + ROWS - 1) / ROWS).clamp(1, self.machine.multiprocessors);
        let work = instances * ELEMENT / self.machine.memory_bytes;
        let inside = work / blocks as f64 + self.machine.launch;
        let hosted =
            work / self.machine.multiprocessors as f64 + iterations as f64 * self.machine.launch;
        let model = format!(
            "its {count} rows take about {inside:.0} clocks on {blocks} multiprocessors, and {hosted:.0} in {iterations} launches"
        );
        if self.when == Lift::Auto && inside > hosted {
            return left(model, "larger sizes");
        }
        let decision = Decision::passed(subject.clone(), "its parallel loops are outside of it")
            .because(format!("no dependence crosses them; {model}"))
            .unless("options of passes: tc-run --schedule")
            .figure("Rows", count)
            .figure("Iterations", iterations);
        Ok(Ok((band, decision)))
    }
}

fn starts_with_loop(child: &Tree) -> bool {
    match child {
        Tree::Filter { child, .. } => starts_with_loop(child),
        Tree::Band { band, .. } => is_sequential(band),
        _ => false,
    }
}

/// The band of the first loop of a group.
fn loop_below(group: &[Tree]) -> Option<&Band> {
    group.iter().find_map(|tree| match tree {
        Tree::Filter { child, .. } => loop_below(std::slice::from_ref(child)),
        Tree::Band { band, .. } => is_sequential(band).then_some(band),
        _ => None,
    })
}

/// The filters of a group together.
fn filter_of(isl: &Context, group: &[Tree]) -> Result<UnionSet, Refusal> {
    let mut all = UnionSet::none(isl)?;
    for tree in group {
        if let Tree::Filter { filter, .. } = tree {
            all = all.union(filter)?;
        }
    }
    Ok(all)
}

/// The group below the band, without its loops further down.
fn lifted(group: Vec<Tree>, band: Band) -> Result<Tree, Refusal> {
    let mut values = Vec::new();
    for member in &band.members {
        values.push(UnionMap::from_union_pw_aff(&member.schedule)?);
    }
    let mut children = Vec::new();
    for child in group {
        children.push(child.try_map(&mut |node| without(node, &values))?);
    }
    let inner = match children.len() {
        1 => match children.remove(0) {
            Tree::Filter { child, .. } => *child,
            other => other,
        },
        _ => Tree::Sequence { children },
    };
    Ok(inner.below_band(band))
}

/// A band without the members that have one of these values.
fn without(node: Tree, values: &[UnionMap]) -> Result<Tree, Refusal> {
    let Tree::Band { band, child } = node else {
        return Ok(node);
    };
    let mut kept = Vec::new();
    for (position, member) in band.members.iter().enumerate() {
        let own = UnionMap::from_union_pw_aff(&member.schedule)?;
        let mut is_outside = false;
        for value in values {
            is_outside |= own.is_subset(value)?;
        }
        if !is_outside {
            kept.push(position);
        }
    }
    Ok(match kept.len() {
        0 => *child,
        count if count == band.members.len() => child.below_band(band),
        _ => child.below_band(band.select(&kept)),
    })
}
