//! The loops inside of a tile, scheduled anew with options of their own, while everything above
//! stays.
//!
//! ```text
//! band "tile"                               band "tile"
//!   | S0 -> floor(i/32); S1 -> floor(i/32)    | S0 -> floor(i/32); S1 -> floor(i/32)
//!   band "point"                              sequence
//!     | S0 -> i mod 32; S1 -> i mod 32  ==>     filter { S0[i] }
//!     sequence                                    band "point"
//!       filter { S0[i] }                            | S0 -> i mod 32
//!       filter { S1[i] }                        filter { S1[i] }
//!                                                 band "point"
//!                                                   | S1 -> i mod 32
//! ```
//!
//! This is the second run of the scheduler in the Tensor Comprehensions compiler, by
//! `schedule-isl{target=point fusion=min}`; the mapping options `intra_fusion`, `intra_skewing` and
//! `intra_nonnegative` put it behind `schedule-tile`.
//!
//! **What is scheduled.** The instances that reach the node. Of the dependences those whose two
//! instances reach it together count, with equal values in all loops above: the loops and sequences
//! above put all others in order. The old subtree is discarded; the new loops count as its loops
//! did (`points`).
//!
//! **Refused** where more than loops and sequences would be discarded, or where other parts of the
//! schedule rely on the order: loops that are mapped, lanes, copies, and all that is below copies
//! or below loops of threads.
//!
//! **Legal** by construction, and proved: the order of the whole tree is checked, as by the
//! transformations of [`tc_scop::legality`], which also says what flags the bands have.

use tc_dialects::schedule::tree::{Path, Refusal, Scop, Tree};
use tc_isl::{Dim, UnionSet, thread_context};

use super::points::{Points, is_of_tiles};
use super::scheduler::{Group, statements_of};
use super::{Program, ScheduleIsl};
use crate::promote::TAG;
use tc_pass_host::*;
use tc_scop::accesses;
use tc_scop::legality::Legality;
use tc_scop::scop_pass::{BUDGET, failure};
use tc_scop::select;

/// What is done with the node, in refusals.
const WHAT: &str = "schedule anew";

/// What gives loops inside of tiles.
const NO_TILES: &str = "the mapping option tile with sizes, or `auto` on a GPU, tiles loops before they are scheduled anew";

/// Schedules the nodes of a target anew.
pub(super) fn run<'c>(
    pass: &ScheduleIsl,
    operation: OperationRef<'c, '_>,
    ctx: &PassContext<'c>,
    target: &str,
) -> Result<(), Failure> {
    if !select::is_here(operation, Some(target))? {
        return Ok(());
    }
    let isl = thread_context();
    let before = isl.operations();
    let accesses = accesses::of_scop(&isl, operation)?;
    let work = || {
        let mut scop = Scop::from_op(&isl, operation)?;
        let mut decisions = Vec::new();
        let places = match places(&scop.tree, target) {
            Ok(places) => places,
            Err(refusal) if pass.optional => {
                let why = Refusal::new(refusal.message).note(NO_TILES);
                decisions.push(left("loops inside of tiles", &why));
                return Ok(decisions);
            }
            Err(refusal) => return Err(refusal),
        };
        let again = Again {
            pass,
            legality: isl.with_budget(BUDGET, || Legality::of(&scop, &accesses))?,
            program: Program::of(&accesses)?,
        };
        for path in places {
            let names = again.names(&scop.tree, &path)?;
            let checked = if pass.optional {
                has_known_sizes(pass, &scop.tree)
            } else {
                Ok(())
            };
            match checked.and_then(|()| check(&scop.tree, &path)) {
                Err(refusal) if pass.optional => {
                    let subject = format!("loops inside of tiles of {}", names.join(", "));
                    decisions.push(left(subject, &refusal));
                }
                Err(refusal) => return Err(refusal.at(&path)),
                Ok(tag) => decisions.extend(again.place(&mut scop, &path, tag, &names)?),
            }
        }
        scop.write(ctx.context(), operation)?;
        Ok(decisions)
    };
    let decisions = work().map_err(|refusal| failure(operation, refusal))?;
    pass.isl_operations
        .add((isl.operations() - before) as usize);
    for decision in decisions {
        ctx.decided(operation, decision);
    }
    Ok(())
}

/// The outermost nodes that a target names: what is below one of them is scheduled with it.
fn places(tree: &Tree, target: &str) -> Result<Vec<Path>, Refusal> {
    let all = select::nodes(tree, Some(target), select::kind_of(target), WHAT)?;
    let inside = |path: &Path| {
        let mut others = all.iter();
        others.any(|other| other != path && other.contains(path))
    };
    Ok(all.iter().filter(|path| !inside(path)).cloned().collect())
}

/// A place stays as it is.
fn left(subject: impl Into<String>, refusal: &Refusal) -> Decision {
    Decision::missed(subject, "they stay as they are")
        .because(refusal.message.clone())
        .unless(refusal.notes.join("; "))
}

/// Refuses a place where more than an order of loops would be lost. Returns the tag of its loops.
fn check(tree: &Tree, path: &Path) -> Result<Option<String>, Refusal> {
    for node in tree.along(path).iter().take(path.0.len()) {
        let found = match node {
            Tree::Extension { .. } | Tree::Expansion { .. } => {
                format!("a schedule.{}", node.kind())
            }
            Tree::Band { band, .. } => {
                let mut kinds = band.members.iter().map(|member| member.kind);
                match kinds.find(|kind| kind.thread_axis().is_some()) {
                    Some(kind) => format!("loops of threads ({kind})"),
                    None => continue,
                }
            }
            _ => continue,
        };
        let message = format!("expected only loops of blocks, tiles and time above, found {found}");
        return Err(Refusal::new(message).note(
            "schedule loops anew behind `schedule-tile`, before they are mapped to threads",
        ));
    }
    let place = tree.at(path).unwrap_or(tree);
    let nodes = place.walk();
    let mut bands = nodes.iter().filter_map(|(_, node)| node.as_band());
    let tag = bands
        .find(|band| !is_of_tiles(band))
        .and_then(|band| band.tag.clone());
    for (_, node) in &nodes {
        let found = match node {
            Tree::Filter { .. } | Tree::Sequence { .. } | Tree::Set { .. } | Tree::Leaf => continue,
            Tree::Band { band, .. } => {
                let mut kinds = band.members.iter().map(|member| member.kind);
                let kind = kinds.find(|kind| !kind.is_plain());
                match (kind, &band.tag) {
                    (Some(kind), _) => format!("a loop of the kind {kind}"),
                    (None, Some(own)) if Some(own) != tag.as_ref() && own != TAG => {
                        format!("the tag \"{own}\"")
                    }
                    (None, _) if band.ast_options.is_some() => "options of code".to_owned(),
                    (None, _) => continue,
                }
            }
            node => format!("a schedule.{}", node.kind()),
        };
        let message = format!("expected only sequences and plain loops to {WHAT}, found {found}");
        return Err(Refusal::new(message)
            .note("another pass relies on it, and it would be lost: schedule loops anew before"));
    }
    Ok(tag)
}

/// Refuses to skew loops of sizes that are not known. Only a pipeline asks: the passes behind this
/// one need to know where such a loop begins.
fn has_known_sizes(pass: &ScheduleIsl, tree: &Tree) -> Result<(), Refusal> {
    if pass.skewing && tree.domain()?.space()?.dim(Dim::Param)? > 0 {
        Err(
            Refusal::new("expected known sizes to skew loops inside of tiles")
                .note("bind sizes with `tc-specialize`"),
        )
    } else {
        Ok(())
    }
}

/// A second run of the scheduler.
struct Again<'a> {
    pass: &'a ScheduleIsl,
    legality: Legality,
    program: Program,
}

impl Again<'_> {
    /// Schedules one place anew.
    fn place(
        &self,
        scop: &mut Scop,
        path: &Path,
        tag: Option<String>,
        names: &[String],
    ) -> Result<Vec<Decision>, Refusal> {
        let domain = self.domain(scop, path)?;
        let isl = domain.context().clone();
        let dependences = isl.with_budget(BUDGET, || self.legality.inside(&scop.tree, path))?;
        let group = Group::new(&domain, scop.context.as_ref(), &dependences)?;
        let scheduled = self.pass.schedule(&group, &self.program, None)?;
        let within = || {
            let points = Points::of(&scop.tree, path, &domain, tag)?;
            points.tree(scheduled.tree)
        };
        let (subtree, tiles) = self
            .pass
            .within_budget(&isl, within)
            .map_err(|refusal| self.pass.exhausted(refusal, names))?;
        let lost = tiles_of(scop.tree.at(path)).saturating_sub(tiles);
        scop.tree = isl.with_budget(BUDGET, || {
            self.legality.changed(&scop.tree, path, WHAT, |tree, path| {
                tree.replace_at(path, |_| subtree.clone());
                Ok(path.clone())
            })
        })?;
        let below = scop.tree.at(path).unwrap_or(&Tree::Leaf);
        self.pass.places.add(1);
        self.pass.count(below)?;
        let own = self.decision(below, names, lost);
        let others = scheduled.decisions.into_iter().map(inside);
        Ok([own].into_iter().chain(others).collect())
    }

    /// The instances that reach a place.
    fn domain(&self, scop: &Scop, path: &Path) -> Result<UnionSet, Refusal> {
        let active = scop.tree.prefix(path)?.active;
        Ok(match &scop.context {
            Some(context) => active.intersect_params(context)?,
            None => active,
        })
    }

    /// The statements that reach a place.
    fn names(&self, tree: &Tree, path: &Path) -> Result<Vec<String>, Refusal> {
        let active = tree.prefix(path)?.active;
        Ok(statements_of(&active, &self.program.names)?)
    }

    fn decision(&self, below: &Tree, names: &[String], lost: usize) -> Decision {
        let nodes = below.walk();
        let bands = nodes.iter().filter(|(_, node)| node.as_band().is_some());
        let ScheduleIsl {
            fusion,
            skewing,
            nonnegative,
            ..
        } = self.pass;
        let mut what = "scheduled anew".to_owned();
        if lost > 0 {
            let loops = if lost == 1 { "loop" } else { "loops" };
            what.push_str(&format!(", without tiles of {lost} {loops} inside"));
        }
        Decision::passed(
            format!("loops inside of tiles of {}", names.join(", ")),
            what,
        )
        .because(format!(
            "the options inside are fusion={} skewing={skewing} nonnegative={nonnegative}",
            fusion.spelling()
        ))
        .unless("the mapping options intra_fusion, intra_skewing and intra_nonnegative")
        .figure("Bands", bands.count() as i64)
    }
}

/// How many loops over tiles there are in a subtree.
fn tiles_of(subtree: Option<&Tree>) -> usize {
    let nodes = subtree.map(Tree::walk).unwrap_or_default();
    let bands = nodes.iter().filter_map(|(_, node)| node.as_band());
    bands
        .filter(|band| is_of_tiles(band))
        .map(|band| band.members.len())
        .sum()
}

/// A decision of a strategy, about loops inside of tiles.
fn inside(decision: Decision) -> Decision {
    Decision {
        subject: format!("{} inside of tiles", decision.subject),
        suggestion: decision.suggestion.replace(
            "the mapping option fusion",
            "the mapping option intra_fusion",
        ),
        ..decision
    }
}
