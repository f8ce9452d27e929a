//! Statements that share loops, while they are joined ([`super::join`]).

use tc_dialects::schedule::tree::{Band, Member, Refusal, Tree};
use tc_isl::{UnionMap, UnionPwAff, UnionSet, Val};

use crate::choose::nest::box_of;
use tc_pass_host::Decision;
use tc_scop::values::{bounds, distance};

/// Statements that share loops, while joining.
#[derive(Clone)]
pub(super) struct Nest {
    pub instances: UnionSet,
    /// The names of its statements.
    pub names: Vec<String>,
    /// The parallel loops; `None` if there are none, in which case nothing joins.
    pub common: Vec<Member>,
    /// Filters with the remaining members below the loops.
    pub parts: Vec<Tree>,
    /// The original filter, for the case that nothing joins it.
    pub alone: Tree,
    /// How many instances its statements have in the bounds of their indices, if sizes are known.
    pub size: Option<i64>,
    /// Why its statements share loops, where figures decided that.
    pub reason: Option<String>,
    /// Why it did not join a statement that it depends on.
    pub apart: Option<Decision>,
}

impl Nest {
    /// A child of a sequence by itself.
    pub fn of(
        child: Tree,
        parallel: &impl Fn(&Band) -> Result<usize, Refusal>,
        domain: &UnionSet,
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
        let mut size = Some(0);
        for statement in instances.intersect(domain)?.sets()? {
            let both = size.zip(box_of(&statement)?);
            size = both.map(|(others, own): (i64, i64)| others.saturating_add(own));
        }
        Ok(Nest {
            names: sets.iter().filter_map(|set| set.name()).collect(),
            instances,
            common,
            parts: vec![below.below_filter(filter)],
            alone,
            size,
            reason: None,
            apart: None,
        })
    }

    /// The member of `other` that each common loop is joined with, or why that is impossible.
    ///
    /// The outermost parallel loops may be interchanged, so their order does not matter.
    pub fn matching(
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
    pub fn members_like(
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

    /// Both with the parallel loops in common that no dependence crosses after a shift by so much
    /// at most, the others inside; or why these are too few.
    pub fn with_some_loops(
        &self,
        other: &Nest,
        between: &UnionMap,
        fewest: usize,
        shift: i64,
    ) -> Result<Result<Nest, String>, Refusal> {
        let mut other = other.clone();
        let (mut own, mut theirs) = (Vec::new(), Vec::new());
        for (position, member) in self.common.iter().enumerate() {
            for candidate in (0..other.common.len()).filter(|at| !theirs.contains(at)) {
                let schedule = &other.common[candidate].schedule;
                if let Some(schedule) = beside(&member.schedule, schedule, between, shift)? {
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
        if inside.is_empty() {
            Nest {
                common: self.band().select(common).members,
                ..self.clone()
            }
        } else {
            self.below(common, &inside)
        }
    }

    /// Whether its common loops have the same values as those of another nest.
    pub fn has_values_of(&self, other: &Nest, domain: &UnionSet) -> Result<bool, Refusal> {
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
    pub fn is_elementwise(&self) -> bool {
        let leaf = |part: &Tree| matches!(part.children(), [Tree::Leaf]);
        self.parts.iter().all(leaf)
    }

    /// How many iterations some common loops have together; none if sizes are not known.
    pub fn iterations(&self, members: &[usize], domain: &UnionSet) -> Result<Option<i64>, Refusal> {
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
    pub fn below(&self, common: &[usize], inside: &[usize]) -> Nest {
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
    pub fn with(mut self, other: Nest, order: &[usize]) -> Result<Nest, Refusal> {
        for (member, &position) in self.common.iter_mut().zip(order) {
            let both = member
                .schedule
                .union_add(&other.common[position].schedule)?;
            *member = member.with_schedule(both);
        }
        self.instances = self.instances.union(&other.instances)?;
        self.names.extend(other.names);
        let both = self.size.zip(other.size);
        self.size = both.map(|(own, theirs)| own.saturating_add(theirs));
        self.parts.extend(other.parts);
        Ok(self)
    }

    pub fn band(&self) -> Band {
        Band::new(self.common.clone(), true)
    }

    /// The common band above a sequence; for a single statement, its original filter.
    pub fn tree(self) -> Tree {
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
    most: i64,
) -> Result<Option<UnionPwAff>, Refusal> {
    let [from, to] = [first, second].map(UnionMap::from_union_pw_aff);
    let (from, to) = (from?, to?);
    if between.is_subset(&from.apply_range(&to.reverse()?)?)? {
        return Ok(Some(second.clone()));
    }
    if most == 0 {
        return Ok(None);
    }
    match distance(&between.apply_domain(&from)?.apply_range(&to)?)? {
        Some(distance) if distance.abs() <= most => {
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

/// Statements do not share loops.
pub(super) fn apart(names: &[String], what: &str, reason: impl Into<String>) -> Decision {
    Decision::missed(format!("loops of {}", names.join(", ")), what)
        .because(reason)
        .unless("another value of the mapping option fusion: max, preserve3, parallel, rows or min")
}

/// The filters inside a filter, or the filter itself.
pub(super) fn parts(filter: Tree) -> Vec<Tree> {
    match filter {
        Tree::Filter { child, .. }
            if matches!(*child, Tree::Sequence { .. } | Tree::Set { .. }) =>
        {
            match *child {
                Tree::Sequence { children } | Tree::Set { children } => {
                    children.into_iter().flat_map(parts).collect()
                }
                _ => Vec::new(),
            }
        }
        other => vec![other],
    }
}
