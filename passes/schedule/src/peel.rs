//! `schedule-peel`: the first and the last iterations of a loop apart from the others.
//!
//! ```text
//! band                        sequence
//!   | S[i] -> i      ==>        filter { S[i] : i = 0 }
//!                                 band
//!                                   | S[i] -> i
//!                               filter { S[i] : i > 0 }
//!                                 band
//!                                   | S[i] -> i
//! ```
//!
//! The code of the others then needs no condition that only the first or last iterations need, and
//! each part can be scheduled for itself.
//!
//! **Which bands.** Those of the `target` ([`tc_scop::select`]). `member` is the position of the
//! loop, which becomes the first one of its band: the loops in front of it stay around the
//! sequence. `first` and `last` are numbers of iterations; they count from the least and the
//! greatest value that the loop has anywhere, so that a loop whose bounds depend on outer loops has
//! fewer of them in some places.
//! **Legal** always: the parts run in the order of the loop. That is checked all the same
//! ([`tc_scop::legality`]).
//! **Flags** of the bands are computed again. **Cost**: a copy of the code for each part.

use tc_dialects::schedule::tree::{Path, Refusal, Tree};
use tc_isl::{UnionMap, UnionPwAff, UnionSet};

use super::distribute::splice;
use tc_pass_host::*;
use tc_scop::legality::{Target, member, plain_loops, rewrite};
use tc_scop::select::Kind;

/// Peels iterations off a loop of a band.
fn peel(tree: &mut Tree, path: &Path, options: &SchedulePeel) -> Result<Path, Refusal> {
    let active = tree.prefix(path)?.active;
    let mut below = path.clone();
    tree.try_replace_at(path, |node| {
        let Tree::Band { band, child } = node else {
            return Ok(node);
        };
        plain_loops(&band)?;
        let filters = parts(&member(&band, options.member)?.schedule, &active, options)?;
        let all: Vec<usize> = (0..band.members.len()).collect();
        let (outer, inner) = all.split_at(options.member);
        let inner = band.select(inner);
        let part = child.below_band(inner);
        let children = filters.into_iter();
        let children = children.map(|filter| part.clone().below_filter(filter));
        let children = children.collect();
        if !outer.is_empty() {
            below = path.child(0);
        }
        Ok::<Tree, Refusal>(Tree::Sequence { children }.below_band(band.select(outer)))
    })?;
    let top = splice(tree, &below)?;
    Ok(if path.contains(&top) {
        path.clone()
    } else {
        top
    })
}

/// The instances of the first iterations, of those between, and of the last ones.
fn parts(
    schedule: &UnionPwAff,
    active: &UnionSet,
    options: &SchedulePeel,
) -> Result<Vec<UnionSet>, Refusal> {
    let context = schedule.context();
    let map = |text: &str| UnionMap::parse(context, text);
    let values = UnionMap::from_union_pw_aff(&schedule.intersect_domain(active)?)?.range()?;
    let back = map("{ [v] -> [-v] }")?;
    let least = values.lexmin()?;
    let greatest = values.apply(&back)?.lexmin()?.apply(&back)?;
    let first = least.apply(&map(&format!(
        "{{ [v] -> [w] : v <= w < v + {} }}",
        options.first
    ))?)?;
    let last = greatest.apply(&map(&format!(
        "{{ [v] -> [w] : v - {} < w <= v }}",
        options.last
    ))?)?;
    let last = last.subtract(&first)?;
    let between = values.subtract(&first)?.subtract(&last)?;
    if between.is_empty()? {
        let message = format!(
            "expected a loop of more than {} iterations to peel",
            options.first.saturating_add(options.last)
        );
        return Err(Refusal::new(message));
    }
    let whole = UnionMap::from_union_pw_aff(schedule)?;
    let mut filters = Vec::new();
    for (part, wanted) in [
        (first, options.first > 0),
        (between, true),
        (last, options.last > 0),
    ] {
        if wanted {
            filters.push(whole.intersect_range(&part)?.domain()?.coalesce()?);
        }
    }
    Ok(filters)
}

pass! {
    /// Splits the first and the last iterations of a loop of the selected bands off, into a
    /// sequence of up to three parts.
    pub struct SchedulePeel {
        name: "schedule-peel",
        anchor: "schedule.scop",
        summary: "the first and the last iterations of a loop apart from the others",
        options: {
            /// position of the loop in its band
            member: usize = 0,
            /// how many iterations at the begin
            first: usize = 0,
            /// how many iterations at the end
            last: usize = 0,
            /// a mark, a tag, or a path such as `S1/band[1]`; the outermost band of every kernel if
            /// empty
            target: Option<String> = None,
        },
        statistics: {
            /// bands with a peeled loop
            bands,
        },
    }
}

impl Pass for SchedulePeel {
    fn check(&self) -> Result<(), String> {
        match (self.first, self.last) {
            (0, 0) => Err("expected first=N or last=N, found no iteration to peel".to_string()),
            _ => Ok(()),
        }
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = Target {
            target: self.target.as_deref(),
            kind: Kind::Band,
            what: "peel the loop",
        };
        let change = |tree: &mut Tree, path: &Path| peel(tree, path, self);
        self.bands.add(rewrite(operation, ctx, target, change)?);
        Ok(())
    }
}
