//! Every dependence runs forwards, and no parallel loop carries one.
//!
//! The tree is walked from the root with the pairs of dependent instances that no node above has put in order. A band
//! member puts a pair in order if the first instance has the smaller value, breaks it if it has the larger one, and
//! hands it down if the values are equal. Iterations of members that run at the same time (`block`, `parallel`,
//! `vector`) put nothing in order. A sequence puts pairs in order whose first instance is in an earlier child. At a leaf,
//! instances of one statement run in the order of their indices, which is the original one; different statements run in
//! no order at all.
//!
//! What a band says of itself is proved on the way, for the pairs that no node above has put in order:
//!
//! - `permutable`: no pair has a larger value first at any member. The updates of a reduction may change their order.
//! - `coincident`: no pair, of two updates neither, has different values at the member.
//!
//! Members that are spread over threads count as ordered here: one thread runs its iterations in order, and what lies
//! between threads is for [`super::threads`].

use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree};
use tc_isl::{Context, MultiUnionPwAff, UnionMap, UnionSet};

use super::super::leaves::{Leaves, is_ordered};
use super::explain::{Broken, Explainer};
use crate::analysis::dependences::{DependenceKind, Dependences};

/// What must hold of a pair of dependent instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// The first one runs before: flow, anti and output dependences, which are looked at together.
    Before,
    /// Both run at different times: two updates of a reduction.
    Apart,
}

/// Pairs of dependent instances.
type Pairs = Vec<(Need, UnionMap)>;

/// The order check of one tree.
pub struct Order<'a> {
    /// Where each statement runs.
    pub leaves: &'a Leaves,
    /// Finds the words for a refusal.
    pub explainer: &'a Explainer<'a>,
    /// What is known of the sizes.
    pub context: &'a Context,
    /// What must stay in order.
    pub found: &'a Dependences,
}

/// A member of a band, and the kind of pairs that are looked at there.
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

    /// Refuses with the first kind of dependence that a relation holds.
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
            // Whether the members so far have put no pair in order.
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

    /// Checks the pairs that reach a member, and gives those that it does not put in order; none where that is all of them.
    fn member(&self, at: Place<'_>, relation: &UnionMap) -> Result<Option<UnionMap>, Refusal> {
        let (number, member) = (at.number, &at.band.members[at.number]);
        let value = MultiUnionPwAff::from_union_pw_aff(&member.schedule)?;
        let equal = relation.eq_at_multi_union_pw_aff(&value)?;
        // A parallel loop is mostly of this kind: it breaks nothing and puts nothing in order.
        if relation.is_subset(&equal)? {
            return Ok(None);
        }
        let backwards = relation.lex_gt_at_multi_union_pw_aff(&value)?;
        if at.need == Need::Before {
            self.refuse(at.path, &backwards, Broken::Backwards { member: number })?;
        }
        if !is_ordered(member.kind) {
            let forwards = relation.lex_lt_at_multi_union_pw_aff(&value)?;
            let how = Broken::Parallel {
                member: number,
                kind: member.kind,
            };
            self.refuse(at.path, &forwards.union(&backwards)?, how)?;
        }
        Ok(Some(equal.coalesce()?))
    }

    /// Checks what a band says of a member, given the pairs that enter the band; `whole` if these all reach the member, and
    /// `equal` if it puts none of those that reach it in order.
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

    /// Instances of one statement run in their original order; nothing orders different statements.
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
