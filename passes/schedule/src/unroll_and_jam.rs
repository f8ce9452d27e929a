//! `schedule-unroll-and-jam`: several iterations of an outer loop at once, inside the inner loops.
//!
//! ```text
//! band                                       band
//!   | S[i, j] -> i                             | S[i, j] -> 4*floor(i/4)
//!   | S[i, j] -> j     { factor = 4 }  ==>     | S[i, j] -> j
//!                                            band tag "unrolled"
//!                                              | unroll S[i, j] -> i mod 4
//! ```
//!
//! What the copies of a body have in common, such as an element that does not depend on `i`, is
//! then loaded once for all of them.
//!
//! **Which bands.** Those of the `target` ([`tc_scop::select`]); `member` is the position of the
//! loop in its band. The copies go to the bottom of each branch below.
//! **Legal when** no dependence runs backwards in the new order ([`tc_scop::legality`]): the inner
//! loops now run for several iterations of the outer one at a time. A band below which a tree has
//! extensions is refused, as by [`super::sink`].
//! **Flags** of the bands are computed again. **Cost**: code grows by `factor`; a loop whose length
//! is not a multiple of it has a condition in each copy, so peel the rest off first.

use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree};
use tc_isl::Val;

use super::sink::push;
use super::tile::floor_and_mod;
use super::unroll::TAG;
use tc_pass_host::*;
use tc_scop::legality::{Target, member, plain_loops, rewrite};
use tc_scop::select::Kind;

/// Unrolls a loop of a band and puts the copies below all other loops.
fn unroll_and_jam(
    tree: &mut Tree,
    path: &Path,
    options: &ScheduleUnrollAndJam,
) -> Result<Path, Refusal> {
    tree.try_replace_at(path, |node| {
        let Tree::Band { mut band, child } = node else {
            return Ok(node);
        };
        plain_loops(&band)?;
        let old = member(&band, options.member)?.clone();
        if !old.kind.is_plain() {
            let message = format!(
                "expected a sequential loop to unroll, found member {} ({})",
                options.member, old.kind
            );
            return Err(Refusal::new(message));
        }
        let (floor, copy) = floor_and_mod(&old.schedule, options.factor)?;
        let steps = floor.scale_val(&Val::new(floor.context(), options.factor)?)?;
        band.members[options.member] = old.with_schedule(steps);
        band.ast_options = None;
        let copies = old.with_schedule(copy).unrolled();
        let copies = Band::new(vec![copies], true).with_tag(TAG);
        Ok(push(*child, &copies, path, &mut 0)?.below_band(band))
    })?;
    Ok(path.clone())
}

pass! {
    /// Copies the body of an outer loop for several of its iterations, inside the loops below it.
    /// Refused with a pair of instances where a dependence forbids it.
    pub struct ScheduleUnrollAndJam {
        name: "schedule-unroll-and-jam",
        anchor: "schedule.scop",
        summary: "several iterations of an outer loop at once, inside the inner loops",
        options: {
            /// position of the loop in its band
            member: usize = 0,
            /// how many iterations at once; at least 2
            factor: i64 = 4,
            /// a mark, a tag, or a path such as `S1/band[1]`; the outermost band of every kernel if
            /// empty
            target: Option<String> = None,
        },
        statistics: {
            /// bands with an unrolled loop
            bands,
        },
    }
}

impl Pass for ScheduleUnrollAndJam {
    fn check(&self) -> Result<(), String> {
        match self.factor {
            ..2 => Err(format!(
                "expected a factor of at least 2, found {}",
                self.factor
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
            what: "unroll and jam the loop",
        };
        let change = |tree: &mut Tree, path: &Path| unroll_and_jam(tree, path, self);
        self.bands.add(rewrite(operation, ctx, target, change)?);
        Ok(())
    }
}
