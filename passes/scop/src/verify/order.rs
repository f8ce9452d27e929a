//! Every dependence runs forwards, and no parallel loop carries one.
//!
//! The tree is walked from the root with the pairs of dependent instances that no node above has
//! ordered. A band member orders a pair if the first instance has the smaller value, breaks it if
//! it has the larger one, and passes it down if the values are equal. Members with iterations that
//! run at the same time (`block`, `parallel`, `vector`) order nothing. A sequence orders the pairs
//! whose first instance is in an earlier child. At a leaf, instances of one statement run in the
//! order of their indices, which is the original one; different statements are not ordered.
//!
//! The flags of a band are proved on the way, for the pairs that no node above has ordered:
//!
//! - `permutable`: for no pair and no member is the value of the first instance larger. Updates of
//!   a reduction may be reordered.
//! - `coincident`: no pair, including pairs of updates, has different values at the member.
//!
//! Members that are distributed over threads count as ordered here: each thread runs its iterations
//! in order, and [`super::threads`] checks the pairs on different threads.

use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree};
use tc_isl::{Context, MultiUnionPwAff, UnionMap, UnionSet};

use super::super::leaves::Leaves;
use super::explain::{Broken, Explainer};
use crate::dependences::{DependenceKind, Dependences};

/// The constraint on a pair of dependent instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// The first one runs before the second: flow, anti and output dependences, which are examined
    /// together.
    Before,
    /// Both run at different times: two updates of a reduction.
    Apart,
}

/// Pairs of dependent instances.
type Pairs = Vec<(Need, UnionMap)>;

/// The order check of one tree.
pub struct Order<'a> {
    /// The place of each statement.
    pub leaves: &'a Leaves,
    /// Explains a refusal.
    pub explainer: &'a Explainer<'a>,
    /// The constraints on the sizes.
    pub context: &'a Context,
    /// The dependences to respect.
    pub found: &'a Dependences,
}

/// A member of a band, and the kind of pairs examined there.
#[derive(Clone, Copy)]
struct Place<'a> {
    band: &'a Band,
    path: &'a Path,
    need: Need,
    number: usize,
}

impl Order<'_> {
    /// Checks all dependences.
    pub fn check(&self, tree: &Tree) -> Result<(), Refusal> {
        let pairs = vec![
            (Need::Before, self.found.validity()?),
            (Need::Apart, self.found.reduction.clone()),
        ];
        self.node(tree, &Path::root(), pairs)
    }

    /// Refuses with the first kind of dependence in a relation.
    fn refuse(&self, path: &Path, relation: &UnionMap, how: Broken) -> Result<(), Refusal> {
        if relation.is_empty()? {
            return Ok(());
        }
        for kind in DependenceKind::ALL {
            let of_kind = relation.intersect(self.found.of_kind(kind))?;
            self.explainer.refuse_if(path, kind, &of_kind, how)?;
        }
        Ok(())
    }

    fn node(&self, node: &Tree, path: &Path, mut pairs: Pairs) -> Result<(), Refusal> {
        pairs.retain(|(_, relation)| !relation.plain_is_empty().unwrap_or(false));
        if pairs.is_empty() {
            return Ok(());
        }
        match node {
            Tree::Band { band, child } => {
                let below = self.band(band, path, pairs)?;
                self.node(child, &path.child(0), below)
            }
            Tree::Sequence { children } => self.children(children, path, &pairs, true),
            Tree::Set { children } => self.children(children, path, &pairs, false),
            Tree::Leaf => self.leaf(path, &pairs),
            _ => node
                .children()
                .iter()
                .enumerate()
                .try_for_each(|(position, child)| {
                    self.node(child, &path.child(position), pairs.clone())
                }),
        }
    }

    fn band(&self, band: &Band, path: &Path, pairs: Pairs) -> Result<Pairs, Refusal> {
        let mut below = Pairs::new();
        for (need, entering) in pairs {
            let mut relation = entering.clone();
            // Whether the members so far have ordered no pair.
            let mut whole = true;
            for number in 0..band.members.len() {
                let at = Place {
                    band,
                    path,
                    need,
                    number,
                };
                let equal = self.member(at, &relation)?;
                self.claims(at, &entering, whole, equal.is_none())?;
                if let Some(equal) = equal {
                    relation = equal;
                    whole = false;
                }
            }
            below.push((need, relation));
        }
        Ok(below)
    }

    /// Checks the pairs that reach a member, and returns those that it does not order; `None` if it
    /// orders none of them.
    fn member(&self, at: Place<'_>, relation: &UnionMap) -> Result<Option<UnionMap>, Refusal> {
        let (number, member) = (at.number, &at.band.members[at.number]);
        let value = MultiUnionPwAff::from_union_pw_aff(&member.schedule)?;
        let equal = relation.eq_at_multi_union_pw_aff(&value)?;
        // Most parallel loops are of this kind: they break nothing and order nothing.
        if relation.is_subset(&equal)? {
            return Ok(None);
        }
        let backwards = relation.lex_gt_at_multi_union_pw_aff(&value)?;
        if at.need == Need::Before {
            self.refuse(at.path, &backwards, Broken::Backwards { member: number })?;
        }
        if !member.kind.is_ordered() {
            let forwards = relation.lex_lt_at_multi_union_pw_aff(&value)?;
            let how = Broken::Parallel {
                member: number,
                kind: member.kind,
            };
            self.refuse(at.path, &forwards.union(&backwards)?, how)?;
        }
        Ok(Some(equal.coalesce()?))
    }

    /// Checks the flags of a member, given the pairs that enter the band; `whole` if these all
    /// reach the member, and `equal` if it orders none of the pairs that reach it.
    fn claims(
        &self,
        at: Place<'_>,
        entering: &UnionMap,
        whole: bool,
        equal: bool,
    ) -> Result<(), Refusal> {
        let (number, member) = (at.number, &at.band.members[at.number]);
        let value = MultiUnionPwAff::from_union_pw_aff(&member.schedule)?;
        if at.band.permutable && !whole && at.need == Need::Before {
            let backwards = entering.lex_gt_at_multi_union_pw_aff(&value)?;
            self.refuse(
                at.path,
                &backwards,
                Broken::NotPermutable { member: number },
            )?;
        }
        if member.coincident && !(whole && equal) {
            let apart = entering.subtract(&entering.eq_at_multi_union_pw_aff(&value)?)?;
            self.refuse(at.path, &apart, Broken::NotCoincident { member: number })?;
        }
        Ok(())
    }

    fn children(
        &self,
        children: &[Tree],
        path: &Path,
        pairs: &Pairs,
        in_order: bool,
    ) -> Result<(), Refusal> {
        let parts: Vec<UnionSet> = (0..children.len())
            .map(|position| self.leaves.instances(&path.child(position), self.context))
            .collect::<Result<_, _>>()?;
        for (position, child) in children.iter().enumerate() {
            let here = &parts[position];
            for (need, relation) in pairs {
                let from_here = relation.intersect_domain(here)?;
                for (other, part) in parts
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != position)
                {
                    let how = match in_order {
                        true if other > position || *need == Need::Apart => continue,
                        true => Broken::SequenceReversed,
                        false => Broken::SetUnordered,
                    };
                    self.refuse(path, &from_here.intersect_range(part)?, how)?;
                }
            }
            let inside: Pairs = pairs
                .iter()
                .map(|(need, relation)| {
                    Ok((
                        *need,
                        relation.intersect_domain(here)?.intersect_range(here)?,
                    ))
                })
                .collect::<Result<_, Refusal>>()?;
            self.node(child, &path.child(position), inside)?;
        }
        Ok(())
    }

    /// Instances of one statement run in their original order; different statements are not
    /// ordered.
    fn leaf(&self, path: &Path, pairs: &Pairs) -> Result<(), Refusal> {
        for (_, relation) in pairs {
            for map in relation.maps()? {
                if map.domain()?.name() != map.range()?.name() {
                    self.refuse(path, &UnionMap::from_map(&map)?, Broken::SameTime)?;
                }
            }
        }
        Ok(())
    }
}
