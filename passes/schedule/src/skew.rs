//! `schedule-skew`: a loop that runs askew to another one.
//!
//! ```text
//! band                          band permutable
//!   | S[t, i] -> t     ==>        | S[t, i] -> t
//!   | S[t, i] -> i                | S[t, i] -> i + t
//! ```
//!
//! In a stencil with time, the new value of a cell needs its neighbours one step before: distances
//! `(1, -1)`, `(1, 0)`, `(1, 1)`. The second one is negative at `i`, so the loops can neither
//! change places nor be tiled. Along `i + t` the distances are `0`, `1` and `2`, and they can.
//!
//! **Which bands.** Those of the `target` ([`tc_scop::select`]). `member` is the position of the
//! loop that changes, `by` that of the loop whose `factor`-fold value is added to it.
//! **Legal when** no dependence runs backwards in the new order ([`tc_scop::legality`]). That
//! always holds where `by` stands outside of `member`.
//! **Flags** of the band and of those below it are computed again: skewing is what makes a band
//! permutable. **Cost**: bounds of the loop that depend on the other one.

use tc_dialects::schedule::tree::{Path, Refusal, Tree};
use tc_isl::Val;

use tc_pass_host::*;
use tc_scop::legality::{Target, member, plain_loops, rewrite};
use tc_scop::select::Kind;

/// Skews a loop of a band.
fn skew(tree: &mut Tree, path: &Path, options: &ScheduleSkew) -> Result<Path, Refusal> {
    if let Some(Tree::Band { band, .. }) = tree.at_mut(path) {
        plain_loops(band)?;
        let by = &member(band, options.by)?.schedule;
        let shift = by.scale_val(&Val::new(by.context(), options.factor)?)?;
        let new = member(band, options.member)?.schedule.union_add(&shift)?;
        band.members[options.member].schedule = new;
        band.ast_options = None;
    }
    Ok(path.clone())
}

pass! {
    /// Adds a multiple of one loop of the selected bands to another one. Refused with a pair of
    /// instances where a dependence forbids it.
    pub struct ScheduleSkew {
        name: "schedule-skew",
        anchor: "schedule.scop",
        summary: "a loop that runs askew to another one",
        options: {
            /// position of the loop that changes
            member: usize = 1,
            /// position of the loop that is added to it
            by: usize = 0,
            /// how often it is added; not 0
            factor: i64 = 1,
            /// a mark, a tag, or a path such as `S1/band[1]`; the outermost band of every kernel if
            /// empty
            target: Option<String> = None,
        },
        statistics: {
            /// bands with a skewed loop
            bands,
        },
    }
}

impl Pass for ScheduleSkew {
    fn check(&self) -> Result<(), String> {
        match (self.factor, self.member == self.by) {
            (0, _) => Err("expected a factor other than 0, found 0".to_string()),
            (_, true) => Err(format!(
                "expected two different loops, found {} for both `member` and `by`",
                self.by
            )),
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
            what: "skew the loop",
        };
        let change = |tree: &mut Tree, path: &Path| skew(tree, path, self);
        self.bands.add(rewrite(operation, ctx, target, change)?);
        Ok(())
    }
}
