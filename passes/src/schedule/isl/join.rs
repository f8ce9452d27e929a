//! The strategy `parallel`: statements that were scheduled one by one share their parallel loops.
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
//! isl's scheduler finds common loops by integer programs over all statements, which takes minutes for a network of
//! three layers. Here each pair of neighbours is one question: a statement joins what stands before it if
//!
//! - it depends on it,
//! - it has as many parallel loops outermost, so that nobody loses one, and
//! - no dependence between them crosses an iteration of these loops.
//!
//! Either of them may pass what stands between where no dependence connects them. **Legal**: dependences between the
//! joined statements are within one iteration, where the sequence keeps their order.

use tc_dialects::isl::{UnionMap, UnionSet};
use tc_dialects::schedule::tree::{Band, Member, Refusal, Tree};

use super::scheduler::Group;

/// Statements that share loops, as they join.
struct Nest {
    instances: UnionSet,
    /// The parallel loops; none if there are none, and then nothing joins.
    common: Vec<Member>,
    /// Filters with what is left below the loops.
    parts: Vec<Tree>,
    /// The filter that it began as, for when nothing joins it.
    alone: Tree,
}

/// Joins the children of the sequences of a tree; `parallel` says how many members at the front of a band are parallel.
///
/// The second value are the bands of several statements that were made.
pub(super) fn join(
    tree: Tree,
    group: &Group,
    parallel: &impl Fn(&Band) -> Result<usize, Refusal>,
) -> Result<(Tree, Vec<Band>), Refusal> {
    match tree {
        Tree::Sequence { children } => {
            let mut nests: Vec<Nest> = Vec::new();
            for child in children {
                place(&mut nests, Nest::of(child, parallel)?, group)?;
            }
            let shared = |nest: &&Nest| nest.parts.len() > 1;
            let bands = nests.iter().filter(shared).map(Nest::band).collect();
            Ok((sequence(nests), bands))
        }
        Tree::Set { .. } => {
            let mut bands = Vec::new();
            let tree = tree.try_map_children(|_, child| {
                let Tree::Filter { filter, child } = child else {
                    return Ok(child);
                };
                let (child, more) = join(*child, group, parallel)?;
                bands.extend(more);
                Ok::<_, Refusal>(child.below_filter(filter))
            })?;
            Ok((tree, bands))
        }
        tree => Ok((tree, Vec::new())),
    }
}

/// Adds a nest to the last one that it may join, or behind all.
fn place(nests: &mut Vec<Nest>, nest: Nest, group: &Group) -> Result<(), Refusal> {
    // Whether it depends on one between the end and where it looks now.
    let mut held = false;
    for position in (0..nests.len()).rev() {
        let between = group.between(&nests[position].instances, &nest.instances)?;
        if between.is_empty()? {
            continue;
        }
        if let Some(order) = nests[position].matching(&nest, &between)? {
            if !held {
                return nests[position].take(nest, &order);
            }
            if nothing_waits(nests, position, group)? {
                let mut moved = nests.remove(position);
                moved.take(nest, &order)?;
                nests.push(moved);
                return Ok(());
            }
        }
        held = true;
    }
    nests.push(nest);
    Ok(())
}

/// Whether no nest behind this one depends on it.
fn nothing_waits(nests: &[Nest], position: usize, group: &Group) -> Result<bool, Refusal> {
    for later in &nests[position + 1..] {
        let between = group.between(&nests[position].instances, &later.instances)?;
        if !between.is_empty()? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn sequence(mut nests: Vec<Nest>) -> Tree {
    match nests.len() {
        1 => nests.remove(0).tree(),
        _ => {
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
        Ok(Nest {
            instances,
            common,
            parts: vec![below.below_filter(filter)],
            alone,
        })
    }

    /// The member of `other` that each common loop becomes one with; none if they cannot.
    ///
    /// Parallel loops outermost may be interchanged, so their order does not matter.
    fn matching(&self, other: &Nest, between: &UnionMap) -> Result<Option<Vec<usize>>, Refusal> {
        if self.common.is_empty() || self.common.len() != other.common.len() {
            return Ok(None);
        }
        let mut order = Vec::new();
        for member in &self.common {
            let own = UnionMap::from_union_pw_aff(&member.schedule)?;
            let mut found = None;
            for position in (0..other.common.len()).filter(|at| !order.contains(at)) {
                let theirs = UnionMap::from_union_pw_aff(&other.common[position].schedule)?;
                if between.is_subset(&own.apply_range(&theirs.reverse()?)?)? {
                    found = Some(position);
                    break;
                }
            }
            match found {
                Some(position) => order.push(position),
                None => return Ok(None),
            }
        }
        Ok(Some(order))
    }

    fn take(&mut self, other: Nest, order: &[usize]) -> Result<(), Refusal> {
        for (member, &position) in self.common.iter_mut().zip(order) {
            let both = member
                .schedule
                .union_add(&other.common[position].schedule)?;
            *member = member.with_schedule(both);
        }
        self.instances = self.instances.union(&other.instances)?;
        self.parts.extend(other.parts);
        Ok(())
    }

    fn band(&self) -> Band {
        Band::new(self.common.clone(), true)
    }

    /// The common band above a sequence; of a statement by itself, the filter that it was.
    fn tree(self) -> Tree {
        if self.parts.len() == 1 {
            return self.alone;
        }
        let band = self.band();
        let children = self.parts;
        Tree::Sequence { children }.below_band(band)
    }
}

/// What is left of a band without its first members.
fn rest(band: &Band, count: usize, child: Tree) -> Tree {
    match band.members.len() - count {
        0 => child,
        _ => child.below_band(band.select(&(count..band.members.len()).collect::<Vec<_>>())),
    }
}
