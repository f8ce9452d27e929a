//! Changes of a tree that the dependences decide on.
//!
//! ```text
//! tree ── change ──> tree ── flags of its bands from the dependences ──> order proved ──> schedule.scop op
//!                                                                            │
//!                                                                            └──> refused, with the pair of instances
//! ```
//!
//! A user-directed transformation (`schedule-reverse`, `schedule-skew`, `schedule-fuse`, ...) says
//! how the tree changes at a node, and [`rewrite`] does the rest: it finds the nodes, computes the
//! dependences from the order of the statements, as [`super::verify`] does, and refuses the change
//! if some dependence would run backwards. `permutable` and `coincident` of the bands at and below
//! the node are what the dependences say, so that a band becomes permutable by skewing, and loses a
//! flag that it cannot keep.
//!
//! A pass that relies on the flags (`schedule-tile`, `schedule-interchange`, `schedule-sink`) shows
//! by [`explain`] which dependence a missing flag stands for.
//! **Cost**: the dependences of the scop and the order check of `schedule-verify`, for each node
//! that changes.

use tc_dialects::schedule::tree::{Band, Flag, Member, Path, Refusal, Scop, Tree};
use tc_isl::{Context, MultiUnionPwAff, UnionMap, UnionPwAff, UnionSet, thread_context};

use super::failure;
use super::leaves::{Leaves, known_domain};
use super::select::{self, Kind};
use super::verify::explain::Explainer;
use super::verify::order::Order;
use super::verify::promotion::Promotion;
use super::verify::{BUDGET, dependences_of};
use crate::accesses::{self, ScopAccesses};
use crate::dependences::{DependenceKind, Dependences};
use tc_pass_host::{Decision, Failure, OperationRef, PassContext};

/// What a user-directed transformation works on.
#[derive(Clone, Copy, Debug)]
pub struct Target<'t> {
    /// The option `target`.
    pub target: Option<&'t str>,
    /// The kind of node.
    pub kind: Kind,
    /// What is done with it, as in "cannot `skew`: ...".
    pub what: &'t str,
}

/// Changes the nodes of a target where the dependences allow it; says how many they are. `change`
/// changes the node at a path and returns the path of the topmost node that it touched.
///
/// # Errors
/// What `change` refuses, and an order that breaks a dependence, with the pair of instances, at the
/// first such node in the order of the text. The op is as it was then.
pub fn rewrite<'c>(
    op: OperationRef<'c, '_>,
    ctx: &PassContext<'c>,
    target: Target<'_>,
    change: impl Fn(&mut Tree, &Path) -> Result<Path, Refusal>,
) -> Result<usize, Failure> {
    if !select::is_here(op, target.target)? {
        return Ok(0);
    }
    let isl = thread_context();
    let accesses = accesses::of_scop(&isl, op)?;
    let work = || {
        let mut scop = Scop::from_op(&isl, op)?;
        let paths = select::nodes(&scop.tree, target.target, target.kind, target.what)?;
        let legality = Legality::of(&scop, &accesses)?;
        let decisions = decisions(&scop.tree, &paths, target)?;
        let mut refused = None;
        // The last one first: a change moves only what is below and behind it.
        for path in paths.iter().rev() {
            match legality.changed(&scop.tree, path, target.what, &change) {
                Ok(tree) => scop.tree = tree,
                Err(refusal) => refused = Some(refusal),
            }
        }
        match refused {
            Some(refusal) => Err(refusal),
            None => {
                scop.write(ctx.context(), op)?;
                Ok(decisions)
            }
        }
    };
    let decisions = isl
        .with_budget(BUDGET, work)
        .map_err(|refusal| failure::plain(op, explain(op, refusal)))?;
    let count = decisions.len();
    for decision in decisions {
        ctx.decided(op, decision);
    }
    Ok(count)
}

/// One for each node that is changed.
fn decisions(tree: &Tree, paths: &[Path], target: Target<'_>) -> Result<Vec<Decision>, Refusal> {
    let mut decisions = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        let sets = tree.prefix(path)?.active.sets()?;
        let names: Vec<String> = sets.iter().filter_map(|set| set.name()).collect();
        let number = match paths.len() {
            1 => String::new(),
            _ => format!(" {number}"),
        };
        let subject = format!("{}{number} above {}", target.kind.name(), names.join(", "));
        decisions.push(
            Decision::passed(subject, format!("changed: {}", target.what))
                .because("it is asked for, and every dependence keeps its order")
                .unless("the option `target` names other nodes"),
        );
    }
    Ok(decisions)
}

/// The same refusal, with the dependence because of which the band may not have the flag that it
/// lacks; or with the advice to set it.
pub fn explain(op: OperationRef<'_, '_>, refusal: Refusal) -> Refusal {
    let (Some(flag), Some(path)) = (refusal.lacks, refusal.at.clone()) else {
        return refusal;
    };
    let isl = thread_context();
    let shown = || -> Result<Option<Refusal>, Refusal> {
        let Ok(accesses) = accesses::of_scop(&isl, op) else {
            return Ok(None);
        };
        let scop = Scop::from_op(&isl, op)?;
        let Some(band) = scop.tree.at(&path).and_then(Tree::as_band) else {
            return Ok(None);
        };
        let legality = Legality::of(&scop, &accesses)?;
        let entering = legality.entering(&scop.tree, &path)?;
        legality.why_not(&entering, band, flag).map(Some)
    };
    // What cannot be found out has nothing to add to the refusal.
    match isl.with_budget(BUDGET, shown) {
        Ok(Some(why)) => refusal.shown_by(why.instances).note(why.message),
        Ok(None) | Err(_) => refusal,
    }
}

/// Whether a loop over the values of a function, around the band at a path, carries no dependence.
/// What cannot be found out within a budget counts as one.
pub fn carries_none(op: OperationRef<'_, '_>, path: &Path, value: &UnionPwAff) -> bool {
    let isl = thread_context();
    let shown = || -> Result<bool, Refusal> {
        let Ok(accesses) = accesses::of_scop(&isl, op) else {
            return Ok(false);
        };
        let scop = Scop::from_op(&isl, op)?;
        let legality = Legality::of(&scop, &accesses)?;
        let entering = legality.entering(&scop.tree, path)?;
        let value = MultiUnionPwAff::from_union_pw_aff(value)?;
        for pairs in [&entering.before, &entering.apart] {
            if !pairs.is_subset(&pairs.eq_at_multi_union_pw_aff(&value)?)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    isl.with_budget(BUDGET, shown).unwrap_or(false)
}

/// The pairs of instances that reach the node at a path, and of which the first has to run before
/// the second.
pub fn entering_before(
    scop: &Scop,
    accesses: &ScopAccesses,
    path: &Path,
) -> Result<UnionMap, Refusal> {
    let legality = Legality::of(scop, accesses)?;
    Ok(legality.entering(&scop.tree, path)?.before)
}

/// The dependences of a scop.
pub struct Legality {
    found: Dependences,
    accesses: ScopAccesses,
    domain: UnionSet,
    context: Context,
}

/// The dependent pairs that no node above has put in order.
#[derive(Clone)]
struct Entering {
    /// The first instance has to run before the second.
    before: UnionMap,
    /// They have to run at different times: updates of a reduction.
    apart: UnionMap,
}

impl Entering {
    fn try_map<E>(&self, change: impl Fn(&UnionMap) -> Result<UnionMap, E>) -> Result<Self, E> {
        Ok(Entering {
            before: change(&self.before)?,
            apart: change(&self.apart)?,
        })
    }

    /// Those that reach the child of a node.
    fn below(&self, node: &Tree) -> tc_isl::Result<Self> {
        self.try_map(|pairs| below(pairs, node))
    }
}

/// The pairs that reach the child of a node together, and that it does not put in order.
fn below(pairs: &UnionMap, node: &Tree) -> tc_isl::Result<UnionMap> {
    match node {
        Tree::Filter { filter, .. } => pairs.intersect_domain(filter)?.intersect_range(filter),
        Tree::Band { band, .. } => band.members.iter().try_fold(pairs.clone(), |left, member| {
            left.eq_at_multi_union_pw_aff(&MultiUnionPwAff::from_union_pw_aff(&member.schedule)?)
        }),
        _ => Ok(pairs.clone()),
    }
}

impl Legality {
    /// The dependences of a scop in the order of its tree.
    pub fn of(scop: &Scop, accesses: &ScopAccesses) -> Result<Self, Refusal> {
        let domain = known_domain(scop)?;
        let context = domain.context().clone();
        let tree = below_domain(&scop.tree, &domain);
        let leaves = Leaves::of(&tree)?;
        let promotion = Promotion::of(&tree, &leaves, accesses, &context)?;
        let resolved = promotion.resolved(&tree)?;
        let found = dependences_of(&domain, &promotion.visible(&resolved))?;
        Ok(Legality {
            found,
            accesses: resolved,
            domain,
            context,
        })
    }

    /// The tree after a change, with the flags that its bands have then.
    pub fn changed(
        &self,
        old: &Tree,
        path: &Path,
        what: &str,
        change: impl Fn(&mut Tree, &Path) -> Result<Path, Refusal>,
    ) -> Result<Tree, Refusal> {
        let mut new = old.clone();
        let touched = change(&mut new, path).map_err(|refusal| refusal.at(path))?;
        let entering = self.entering(&new, &touched)?;
        if let Some(node) = new.at_mut(&touched) {
            self.set_flags(node, &entering)?;
        }
        if let Err(refusal) = self.check(&new) {
            // The change is not to blame for an order that was wrong before.
            self.check(old).map_err(|before| Refusal {
                message: format!(
                    "cannot {what} in a tree that is illegal: {}",
                    before.message
                ),
                ..before
            })?;
            return Err(Refusal {
                message: format!("cannot {what}: {}", refusal.message),
                notes: Vec::new(),
                ..refusal
            }
            .at(path));
        }
        Ok(new)
    }

    /// Refuses a tree that breaks a dependence.
    fn check(&self, tree: &Tree) -> Result<(), Refusal> {
        let tree = below_domain(tree, &self.domain);
        let leaves = Leaves::of(&tree)?;
        leaves.check_domain(&tree, &self.accesses)?;
        Order {
            leaves: &leaves,
            explainer: &Explainer {
                accesses: &self.accesses,
            },
            context: &self.context,
            found: &self.found,
        }
        .check(&tree)
    }

    /// The pairs that reach a node.
    fn entering(&self, tree: &Tree, path: &Path) -> tc_isl::Result<Entering> {
        let all = Entering {
            before: self.found.validity()?,
            apart: self.found.reduction.clone(),
        };
        let nodes = tree.along(path);
        let above = nodes.iter().take(path.0.len());
        above
            .copied()
            .try_fold(all, |pairs, node| pairs.below(node))
    }

    /// The dependences between instances that reach a node together: those that no node above it
    /// puts in order.
    pub fn inside(&self, tree: &Tree, path: &Path) -> tc_isl::Result<Dependences> {
        let nodes = tree.along(path);
        let reaching = |pairs: &UnionMap| {
            let mut above = nodes.iter().take(path.0.len());
            above.try_fold(pairs.clone(), |pairs, node| below(&pairs, node))
        };
        Ok(Dependences {
            flow: reaching(&self.found.flow)?,
            anti: reaching(&self.found.anti)?,
            output: reaching(&self.found.output)?,
            reduction: reaching(&self.found.reduction)?,
            every_pair: self.found.every_pair,
        })
    }

    /// Gives all bands of a subtree the flags that hold.
    fn set_flags(&self, node: &mut Tree, entering: &Entering) -> Result<(), Refusal> {
        let below = entering.below(node)?;
        if let Tree::Band { band, .. } = node {
            band.permutable = self.backwards(entering, band)?.is_none();
            for number in 0..band.members.len() {
                let apart = self.different(entering, band, number)?;
                band.members[number].coincident = apart.is_empty()?;
            }
        }
        let mut children = node.children_mut().iter_mut();
        children.try_for_each(|child| self.set_flags(child, &below))
    }

    /// The first member that has a larger value for the first instance of some pair, with these
    /// pairs.
    fn backwards(
        &self,
        entering: &Entering,
        band: &Band,
    ) -> tc_isl::Result<Option<(usize, UnionMap)>> {
        for (number, member) in band.members.iter().enumerate() {
            let value = MultiUnionPwAff::from_union_pw_aff(&member.schedule)?;
            let backwards = entering.before.lex_gt_at_multi_union_pw_aff(&value)?;
            if !backwards.is_empty()? {
                return Ok(Some((number, backwards)));
            }
        }
        Ok(None)
    }

    /// The pairs that have different values at a member.
    fn different(
        &self,
        entering: &Entering,
        band: &Band,
        number: usize,
    ) -> tc_isl::Result<UnionMap> {
        let value = MultiUnionPwAff::from_union_pw_aff(&band.members[number].schedule)?;
        let all = entering.before.union(&entering.apart)?;
        all.subtract(&all.eq_at_multi_union_pw_aff(&value)?)
    }

    /// Why a band that lacks a flag may not have it, or that it may.
    fn why_not(&self, entering: &Entering, band: &Band, flag: Flag) -> Result<Refusal, Refusal> {
        let (found, how, advice) = match flag {
            Flag::Permutable => (
                self.backwards(entering, band)?,
                "runs backwards along",
                "no dependence runs backwards along a member: the band may be marked `permutable`"
                    .to_owned(),
            ),
            Flag::Coincident(number) => (
                Some((number, self.different(entering, band, number)?)),
                "has different values at",
                format!(
                    "no dependence has different values at band member {number}: it may be marked `coincident`"
                ),
            ),
        };
        if let Some((number, pairs)) = found {
            let explainer = Explainer {
                accesses: &self.accesses,
            };
            for kind in DependenceKind::ALL {
                let of_kind = pairs.intersect(self.found.of_kind(kind))?;
                if let Some(shown) = explainer.show(kind, &of_kind)? {
                    let (dependence, sizes) = (shown.dependence, shown.sizes);
                    let message = format!("{dependence} {how} band member {number}{sizes}");
                    return Ok(Refusal::new(message).shown_by(shown.instances));
                }
            }
        }
        Ok(Refusal::new(advice))
    }
}

/// The tree with what is known of the sizes in its domain.
fn below_domain(tree: &Tree, domain: &UnionSet) -> Tree {
    match tree.clone() {
        Tree::Domain { child, .. } => child.below_domain(domain.clone()),
        tree => tree,
    }
}

/// Refuses a band that is tiled or mapped already: its members no longer are loops of the
/// statements.
pub fn plain_loops(band: &Band) -> Result<(), Refusal> {
    if !band.tile_sizes.is_empty() {
        return Err(
            Refusal::new("expected a band of loops, found a band of tile loops")
                .note("change the loops before schedule-tile"),
        );
    }
    unmapped(band)
}

/// Refuses a band with a loop that is mapped already.
pub fn unmapped(band: &Band) -> Result<(), Refusal> {
    let mapped = band
        .members
        .iter()
        .position(|member| member.kind.is_mapped());
    match mapped {
        None => Ok(()),
        Some(number) => {
            let kind = band.members[number].kind;
            let message =
                format!("expected a band of loops, found the mapped member {number} ({kind})");
            Err(Refusal::new(message).note("change the loops before they are mapped"))
        }
    }
}

/// Refuses a number that is no member of a band.
pub fn member(band: &Band, number: usize) -> Result<&Member, Refusal> {
    band.members.get(number).ok_or_else(|| {
        let count = band.members.len();
        let message = match count {
            1 => format!("expected member 0 of a band of one member, found {number}"),
            _ => format!(
                "expected a member from 0 to {} of the band, found {number}",
                count - 1
            ),
        };
        Refusal::new(message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependences;
    use crate::examples::{Line, program};

    const INDICES: [&str; 3] = ["i", "j", "k"];

    /// A program of one statement, with the loops around it as bands of one member each.
    struct Nest {
        legality: Legality,
        members: Vec<Member>,
    }

    impl Nest {
        fn new(reads: &[&str], write: &str, members: &[&str]) -> Nest {
            let box_of_four = "0 <= i < 4 and 0 <= j < 4 and 0 <= k < 4";
            let line = Line("S[i, j, k]", box_of_four, reads, write, false);
            let example = program("", &[line]);
            let context = example.domain.context().clone();
            let members = members.iter().map(|index| {
                let text = format!("{{ S[i, j, k] -> [({index})] }}");
                Member::new(UnionPwAff::parse(&context, &text).unwrap())
            });
            Nest {
                members: members.collect(),
                legality: Legality {
                    found: dependences::compute(&example.domain, &example.accesses, 0).unwrap(),
                    accesses: example.accesses,
                    context,
                    domain: example.domain,
                },
            }
        }

        fn tree(&self, order: &[usize]) -> Tree {
            let nest = order.iter().rev().fold(Tree::Leaf, |tree, &number| {
                tree.below_band(Band::new(vec![self.members[number].clone()], false))
            });
            nest.below_domain(self.legality.domain.clone())
        }

        /// Which of the loops are parallel, from the outermost to the innermost.
        fn parallel(&self, order: &[usize]) -> Vec<bool> {
            let mut tree = self.tree(order);
            let path = Path::root().child(0);
            let entering = self.legality.entering(&tree, &path).unwrap();
            let outermost = tree.at_mut(&path).unwrap();
            self.legality.set_flags(outermost, &entering).unwrap();
            let walked = tree.walk();
            let bands = walked.iter().filter_map(|(_, node)| node.as_band());
            bands.map(|band| band.members[0].coincident).collect()
        }

        fn is_legal(&self, order: &[usize]) -> bool {
            self.legality.check(&self.tree(order)).is_ok()
        }
    }

    /// The order with the loop at a position moved below the one at a later position.
    fn sunk(order: &[usize], from: usize, below: usize) -> Vec<usize> {
        let mut order = order.to_vec();
        let moved = order.remove(from);
        order.insert(below, moved);
        order
    }

    /// Claim F31, on random legal trees: interchanged and skewed loops around a statement that
    /// reads two neighbours of the element that it writes, or of one in the same row.
    #[test]
    fn a_parallel_loop_may_be_sunk_below_any_other() {
        let mut state = 20_261_125_u64;
        let mut draw = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let subscripts = [
            ["i", "i", "i - 1", "1"],
            ["j", "j", "j - 1", "j + 1"],
            ["k", "k", "k - 1", "k + 1"],
        ];
        let orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        let (mut trees, mut moves, mut refused) = (0, 0, 0);
        for _ in 0..200 {
            let mut element = || {
                let drawn = subscripts.map(|own| own[draw(4)]);
                format!("A[{}]", drawn.join(", "))
            };
            let (read, other, write) = (element(), element(), "A[i, j, k]");
            let skewed = ["k", "k + i", "k + j"][draw(3)];
            let members = [INDICES[0], INDICES[1], skewed];
            let nest = Nest::new(&[&read, &other], write, &members);
            let order = orders[draw(orders.len())];
            if !nest.is_legal(&order) {
                continue;
            }
            trees += 1;
            let parallel = nest.parallel(&order);
            for from in 0..3 {
                for below in from + 1..3 {
                    let legal = nest.is_legal(&sunk(&order, from, below));
                    let what = format!(
                        "{write} = {read} {other}: {members:?} by {order:?}, {from} below {below}"
                    );
                    assert!(legal || !parallel[from], "{what}");
                    moves += usize::from(parallel[from]);
                    refused += usize::from(!legal);
                }
            }
        }
        assert!(
            trees > 60 && moves > 40 && refused > 40,
            "{trees} {moves} {refused}"
        );
    }

    /// The loop over `i` carries the distance (1, -1, 0), that over `k` none.
    #[test]
    fn a_loop_that_carries_a_dependence_may_not() {
        let nest = Nest::new(&["A[i - 1, j + 1]"], "A[i, j]", &INDICES);
        assert_eq!(nest.parallel(&[2, 0, 1]), [false, false, true]);
        assert!(nest.is_legal(&[0, 1, 2]) && !nest.is_legal(&sunk(&[0, 1, 2], 0, 1)));
    }
}
