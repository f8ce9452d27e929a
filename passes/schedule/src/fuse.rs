//! `schedule-fuse`: two neighbours of a sequence share their loops.
//!
//! ```text
//! sequence                       band
//!   filter { S[i] }                | S[i] -> i; T[i, j] -> i
//!     band                         sequence
//!       | S[i] -> i                  filter { S[i] }
//!   filter { T[i, j] }     ==>       filter { T[i, j] }
//!     band                             band
//!       | T[i, j] -> i                   | T[i, j] -> j
//!       | T[i, j] -> j
//! ```
//!
//! **Which sequences.** Those of the `target` ([`tc_scop::select`]), or the outermost one of the
//! tree. `at` is the position of the first of the two children, `members` how many loops they
//! share: as many as both have if it is 0. Loops that are not shared get a band of their own.
//! **Legal when** no dependence runs backwards in the new order ([`tc_scop::legality`]): an
//! iteration of the first child may not need what is now behind it. `schedule-shift` of the second
//! one, before or behind, often helps.
//! **Flags** of the bands are computed again; tags stay where both bands have the same. **Cost**:
//! none.

use tc_dialects::schedule::tree::{Band, Member, Path, Refusal, Tree};
use tc_isl::UnionSet;

use tc_pass_host::*;
use tc_scop::legality::{Target, plain_loops, rewrite};
use tc_scop::select::Kind;

/// A child of a sequence that begins with a band.
struct Part {
    filter: UnionSet,
    band: Band,
    child: Tree,
}

/// Fuses two children of a sequence.
fn fuse(tree: &mut Tree, path: &Path, options: &ScheduleFuse) -> Result<Path, Refusal> {
    tree.try_replace_at(path, |node| {
        let Tree::Sequence { mut children } = node else {
            return Ok(node);
        };
        let (at, count) = (options.at, children.len());
        if at + 1 >= count {
            let message = format!(
                "expected the position of a child that has one behind it, found {at} in a sequence of {count}"
            );
            return Err(Refusal::new(message));
        }
        let second = part(children.remove(at + 1), at + 1)?;
        let first = part(children.remove(at), at)?;
        let (filter, fused) = fused(first, second, options.members)?;
        if children.is_empty() {
            return Ok(fused);
        }
        children.insert(at, fused.below_filter(filter));
        Ok(Tree::Sequence { children })
    })?;
    Ok(path.clone())
}

/// A child of the sequence as filter, band and what is below.
fn part(child: Tree, position: usize) -> Result<Part, Refusal> {
    let found = child.children().first().map_or("leaf", Tree::kind);
    if let Tree::Filter { filter, child } = child
        && let Tree::Band { band, child } = *child
    {
        plain_loops(&band)?;
        return Ok(Part {
            filter,
            band,
            child: *child,
        });
    }
    Err(Refusal::new(format!(
        "expected a band in child {position} of the sequence, found a {found}"
    )))
}

/// The instances of both, and the band that they share.
fn fused(first: Part, second: Part, members: usize) -> Result<(UnionSet, Tree), Refusal> {
    let counts = [&first, &second].map(|part| part.band.members.len());
    let most = counts[0].min(counts[1]);
    let shared = match members {
        0 => most,
        wanted if wanted <= most => wanted,
        wanted => {
            let message = format!(
                "expected no more members to share than both bands have, {} and {}, found {wanted}",
                counts[0], counts[1]
            );
            return Err(Refusal::new(message));
        }
    };
    let mut band = Band::new(Vec::new(), false);
    for number in 0..shared {
        let (one, other) = (&first.band.members[number], &second.band.members[number]);
        if one.kind != other.kind {
            let message = format!(
                "expected loops of one kind to share, found {} and {} at member {number}",
                one.kind, other.kind
            );
            return Err(Refusal::new(message));
        }
        let ours = one.schedule.intersect_domain(&first.filter)?;
        let theirs = other.schedule.intersect_domain(&second.filter)?;
        band.members.push(Member {
            kind: one.kind,
            ..Member::new(ours.union_add(&theirs)?)
        });
    }
    band.tag = first
        .band
        .tag
        .clone()
        .filter(|tag| second.band.tag.as_ref() == Some(tag));
    let filter = first.filter.union(&second.filter)?.coalesce()?;
    let mut children = below(first, shared)?;
    children.extend(below(second, shared)?);
    Ok((filter, Tree::Sequence { children }.below_band(band)))
}

/// What a part has below the shared loops, as children of a sequence.
fn below(part: Part, shared: usize) -> Result<Vec<Tree>, Refusal> {
    let own: Vec<usize> = (shared..part.band.members.len()).collect();
    match part.child {
        // A sequence in a sequence says nothing more.
        Tree::Sequence { children } if own.is_empty() => children
            .into_iter()
            .map(|child| match child {
                Tree::Filter { filter, child } => {
                    Ok(child.below_filter(filter.intersect(&part.filter)?))
                }
                child => Ok(child.below_filter(part.filter.clone())),
            })
            .collect(),
        child => Ok(vec![
            child
                .below_band(part.band.select(&own))
                .below_filter(part.filter),
        ]),
    }
}

pass! {
    /// Makes one band of the bands of two neighbours in the selected sequences. Refused with a pair
    /// of instances where a dependence forbids it.
    pub struct ScheduleFuse {
        name: "schedule-fuse",
        anchor: "schedule.scop",
        summary: "two neighbours of a sequence share their loops",
        options: {
            /// position of the first of the two children
            at: usize = 0,
            /// how many loops they share; 0: as many as both have
            members: usize = 0,
            /// a mark, a tag, or a path such as `S1/sequence[0]`; the outermost sequence of the
            /// tree if empty
            target: Option<String> = None,
        },
        statistics: {
            /// pairs of bands that became one
            pairs,
        },
    }
}

impl Pass for ScheduleFuse {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = Target {
            target: self.target.as_deref(),
            kind: Kind::Sequence,
            what: "fuse",
        };
        let change = |tree: &mut Tree, path: &Path| fuse(tree, path, self);
        self.pairs.add(rewrite(operation, ctx, target, change)?);
        Ok(())
    }
}
