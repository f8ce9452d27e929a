//! `schedule-unroll`: innermost loops become straight-line code.
//!
//! ```text
//! band permutable                                     band permutable
//!   | S[i, k] -> k mod 32       { factor = 8 }  ==>      | S[i, k] -> 8*floor((k mod 32)/8)
//!                                                       band permutable tag "unrolled"
//!                                                         | unroll S[i, k] -> k mod 8
//! ```
//!
//! **Which loops.** From each leaf outwards, sequential members of the bands directly above it,
//! innermost first, as long as at most `factor` copies of the body result, those of outer loops
//! that are unrolled already included (the `unroll` of the paper's mapping options, section 5.1: a
//! bound on the statements that are copied out, not on one loop). A loop with a constant number of
//! iterations that fits is unrolled whole. The first one that does not fit is cut into strips: of
//! the divisors of its length the largest that fits is unrolled, so that no strip is cut short; and
//! there it ends. Loops on blocks and lanes end the search.
//!
//! A loop on threads that is longer than the block runs several times on each thread. These runs
//! are copied out too, if they fit, next to each other: with an accumulator in each, they are the
//! register tile of a matrix product.
//!
//! ```text
//! band permutable                                     band permutable
//!   | thread.y S[i, k] -> i mod 32   { block 8 }  ==>   | thread.y S[i, k] -> i mod 8
//!                                                       | unroll   S[i, k] -> floor((i mod 32)/8)
//! ```
//!
//! **Legal** always: strips of one loop, next to each other, run in the order of the loop, and each
//! thread runs the same instances in the same order as before; behind the other members of its band
//! they go only where it is permutable.
//! **Cost**: code grows by `factor` at most; one isl bound for each loop.

use std::collections::BTreeMap;

use tc_dialects::schedule::tree::{Band, Member, MemberKind, Path, Prefix, Refusal, Tree};
use tc_isl::Val;
use tc_pass_host::*;
use tc_scop::values::bounds;

use super::promote::COPY_TAG;
use super::tile::floor_and_mod;
use tc_scop::scop_pass::transform;

/// The tag of the bands that hold the strips.
pub(super) const TAG: &str = "unrolled";

/// What unrolling did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnrollReport {
    /// Loops that are unrolled whole.
    pub whole: usize,
    /// Loops that are unrolled in strips.
    pub strips: usize,
    /// Loops on threads whose runs on one thread are unrolled.
    pub thread_loops: usize,
    /// What was decided, for each loop that was looked at.
    pub decisions: Vec<Decision>,
}

/// Unrolls innermost loops so that at most `factor` copies of each body result. `block`: the
/// threads along x, y, z, if they are known.
pub fn unroll(
    mut tree: Tree,
    options: &ScheduleUnroll,
    block: Option<[i64; 3]>,
) -> Result<(Tree, UnrollReport), Refusal> {
    let factor = options.factor;
    if factor < 1 {
        let message = format!("expected a positive number of copies, found {factor}");
        return Err(Refusal::new(message).note("factor=1 unrolls nothing"));
    }
    let mut unrolling = Unrolling {
        factor,
        block,
        report: UnrollReport::default(),
    };
    let bands: Vec<Path> = tree
        .walk()
        .into_iter()
        .filter(|(_, node)| match node {
            Tree::Band { band, child } => {
                let wanted = if band.tag.as_deref() == Some(COPY_TAG) {
                    options.copies
                } else {
                    options.points
                };
                wanted && matches!(**child, Tree::Leaf)
            }
            _ => false,
        })
        .map(|(path, _)| path)
        .collect();
    // What changes below a band does not change what reaches it.
    let prefixes = tree.prefixes()?;
    for innermost in bands {
        let mut copies = copies_around(&tree, &innermost, &prefixes)?;
        let mut next = Some(innermost);
        while let Some(path) = next.take() {
            let prefix = &prefixes[&path];
            tree.try_replace_at(&path, |node| match node {
                Tree::Band { band, child } => {
                    let (outer, inner, whole) = unrolling.band(band, prefix, &mut copies)?;
                    // Only a band that is unrolled from its first member on lets the one above be
                    // the innermost loop.
                    next = whole.then(|| path.parent()).flatten();
                    Ok::<Tree, Refusal>(
                        [inner, outer]
                            .into_iter()
                            .flatten()
                            .fold(*child, Tree::below_band),
                    )
                }
                node => Ok(node),
            })?;
        }
    }
    Ok((tree, unrolling.report))
}

/// How often the loops that are unrolled already copy out the bands directly above a leaf.
fn copies_around(
    tree: &Tree,
    innermost: &Path,
    prefixes: &BTreeMap<Path, Prefix>,
) -> Result<i64, Refusal> {
    let parents = std::iter::successors(innermost.parent(), Path::parent);
    let is_band = |path: &Path| tree.at(path).is_some_and(|node| node.as_band().is_some());
    let mut copies: i64 = 1;
    for path in parents.skip_while(is_band) {
        let Some(band) = tree.at(&path).and_then(Tree::as_band) else {
            continue;
        };
        for member in &band.members {
            if member.kind.is_unrolled()
                && let Some((_, count)) = values(member, &prefixes[&path])?
            {
                copies = copies.saturating_mul(count.max(1));
            }
        }
    }
    Ok(copies)
}

struct Unrolling {
    factor: i64,
    block: Option<[i64; 3]>,
    report: UnrollReport,
}

impl Unrolling {
    /// The band with its last loops unrolled, a second band inside it if a loop became strips, and
    /// whether all loops of the band are unrolled. `copies` is how often the body is copied out.
    fn band(
        &mut self,
        mut band: Band,
        prefix: &Prefix,
        copies: &mut i64,
    ) -> Result<(Option<Band>, Option<Band>, bool), Refusal> {
        for position in (0..band.members.len()).rev() {
            let member = &band.members[position];
            if member.kind.thread_axis().is_some() {
                let Some(threads) = self.block.and_then(|block| member.kind.count(block)) else {
                    continue;
                };
                let runs = runs(member, prefix, threads)?;
                if runs <= 1 {
                    continue;
                }
                if copies.saturating_mul(runs) > self.factor {
                    self.left(member, copies.saturating_mul(runs));
                } else if band.tile_sizes.is_empty() {
                    self.report.thread_loops += 1;
                    self.unrolled(
                        member,
                        format!("its {runs} runs on each thread"),
                        (*copies, runs),
                    );
                    *copies = copies.saturating_mul(runs);
                    unroll_runs(&mut band, position, threads)?;
                }
                continue;
            }
            let known = if member.kind.is_within_thread() && band.tile_size(position) == 1 {
                values(member, prefix)?
            } else {
                None
            };
            let Some((first, count)) = known else {
                if member.kind.is_plain() {
                    let left = self.decision(Decision::missed, member, "it stays a loop");
                    let reason = "its number of iterations is not a constant";
                    self.report.decisions.push(left.because(reason));
                }
                return Ok((Some(band), None, false));
            };
            if member.kind.is_unrolled() || copies.saturating_mul(count) <= self.factor {
                if member.kind.is_plain() {
                    self.report.whole += 1;
                    self.unrolled(member, format!("all {count} iterations"), (*copies, count));
                }
                *copies = copies.saturating_mul(count);
                band.members[position].kind = MemberKind::Unroll;
                continue;
            }
            let fits = |strip: &i64| count % strip == 0 && first % strip == 0;
            return Ok(match (2..=self.factor / *copies).rev().find(fits) {
                Some(strip) => {
                    self.report.strips += 1;
                    let what = format!("strips of {strip} of its {count} iterations");
                    self.unrolled(member, what, (*copies, strip));
                    let (outer, inner) = in_strips(&band, position, strip)?;
                    (Some(outer), Some(inner), false)
                }
                None => {
                    self.left(member, copies.saturating_mul(count));
                    (Some(band), None, false)
                }
            });
        }
        Ok((Some(band), None, true))
    }
}

impl Unrolling {
    fn decision(
        &self,
        outcome: fn(String, String) -> Decision,
        member: &Member,
        what: impl Into<String>,
    ) -> Decision {
        outcome(format!("unrolling of {}", member.schedule), what.into())
            .unless("the mapping option unroll, or tile sizes")
    }

    /// A loop is copied out `count` times, what is inside it `copies` times.
    fn unrolled(&mut self, member: &Member, what: String, (copies, count): (i64, i64)) {
        let all = copies.saturating_mul(count);
        let decision = self
            .decision(Decision::passed, member, what + " are copied out")
            .because(format!("{all} copies of the body, at most {}", self.factor))
            .figure("Copies", all);
        self.report.decisions.push(decision);
    }

    /// A loop stays that would have given so many copies.
    fn left(&mut self, member: &Member, copies: i64) {
        let decision = self
            .decision(Decision::missed, member, "it stays a loop")
            .because(format!(
                "{copies} copies of the body would be more than {}, and no strips fit",
                self.factor
            ));
        self.report.decisions.push(decision);
    }
}

/// The smallest value of a loop and how many there are at most, if that is a constant.
pub(super) fn values(member: &Member, prefix: &Prefix) -> Result<Option<(i64, i64)>, Refusal> {
    let value = member.schedule.intersect_domain(&prefix.active)?;
    if value.domain()?.is_empty()? {
        return Ok(None);
    }
    Ok(bounds(&value)?.and_then(|(first, last)| {
        let count = last.checked_sub(first)?.checked_add(1)?;
        Some((first, count))
    }))
}

/// How often a loop on threads runs on one of them at most; 1 where that is not a constant.
fn runs(member: &Member, prefix: &Prefix, threads: i64) -> Result<i64, Refusal> {
    Ok(match values(member, prefix)? {
        Some((first, count)) => {
            (first + count - 1).div_euclid(threads) - first.div_euclid(threads) + 1
        }
        None => 1,
    })
}

/// Cuts a loop on threads into the thread's number and the unrolled runs on that thread.
fn unroll_runs(band: &mut Band, position: usize, threads: i64) -> Result<(), Refusal> {
    let member = &band.members[position];
    let (run, thread) = floor_and_mod(&member.schedule, threads)?;
    let run = member.with_schedule(run).unrolled();
    band.members[position] = member.with_schedule(thread);
    let place = if band.permutable {
        band.members.len()
    } else {
        position + 1
    };
    band.members.insert(place, run);
    band.ast_options = None;
    Ok(())
}

/// The band up to a member, which counts strips, and a band with what is inside a strip and the
/// members behind.
fn in_strips(band: &Band, position: usize, strip: i64) -> Result<(Band, Band), Refusal> {
    let member = &band.members[position];
    let (floor, point) = floor_and_mod(&member.schedule, strip)?;
    let strips = floor.scale_val(&Val::new(floor.context(), strip)?)?;
    let all: Vec<usize> = (0..band.members.len()).collect();
    let mut outer = band.select(&all[..=position]);
    let mut inner = band.select(&all[position..]);
    outer.members[position] = member.with_schedule(strips);
    inner.members[0] = member.with_schedule(point).unrolled();
    Ok((outer, inner.with_tag(TAG)))
}

pass! {
    /// Unrolls the innermost sequential loops, whole or in strips, and the runs of a loop on one
    /// thread, so that at most `factor` copies of each body result.
    pub struct ScheduleUnroll {
        name: "schedule-unroll",
        anchor: "schedule.scop",
        summary: "innermost loops as straight-line code",
        dialects: ["schedule"],
        options: {
            /// at most so many copies of a body; 1 unrolls nothing
            factor: i64 = 8,
            /// unroll loops that copy tiles of arrays
            copies: bool = true,
            /// unroll the other loops
            points: bool = true,
        },
        statistics: {
            /// loops that were unrolled whole
            whole,
            /// loops that were unrolled in strips
            strips,
            /// loops on threads whose runs on one thread were unrolled
            thread_loops,
        },
    }
}

impl Pass for ScheduleUnroll {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let report = transform(operation, ctx, |mut scop| {
            let (tree, report) = unroll(scop.tree, self, scop.block)?;
            scop.tree = tree;
            Ok((scop, report))
        })?;
        self.whole.add(report.whole);
        self.strips.add(report.strips);
        self.thread_loops.add(report.thread_loops);
        for decision in report.decisions {
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
