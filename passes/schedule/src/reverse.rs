//! `schedule-reverse`: a loop from its last iteration to its first.
//!
//! ```text
//! band                          band
//!   | S[i, j] -> i     ==>        | S[i, j] -> i
//!   | S[i, j] -> j                | S[i, j] -> -j
//! ```
//!
//! **Which bands.** Those of the `target` ([`tc_scop::select`]); `member` is the position of the
//! loop in its band.
//! **Legal when** no dependence runs backwards in the new order ([`tc_scop::legality`]): a loop
//! that carries a dependence stays as it is.
//! **Flags** of the band and of those below it are computed again. **Cost**: none in the code; a
//! loop without a dependence counts from `-n`.

use tc_dialects::schedule::tree::{Path, Refusal, Tree};
use tc_isl::Val;

use tc_pass_host::*;
use tc_scop::legality::{Target, member, plain_loops, rewrite};
use tc_scop::select::Kind;

/// Reverses the loop of a band.
fn reverse(tree: &mut Tree, path: &Path, number: usize) -> Result<Path, Refusal> {
    if let Some(Tree::Band { band, .. }) = tree.at_mut(path) {
        plain_loops(band)?;
        let old = &member(band, number)?.schedule;
        let new = old.scale_val(&Val::new(old.context(), -1)?)?;
        band.members[number].schedule = new;
        band.ast_options = None;
    }
    Ok(path.clone())
}

pass! {
    /// Runs a loop of the selected bands from its last iteration to its first. Refused with a pair
    /// of instances where a dependence forbids it.
    pub struct ScheduleReverse {
        name: "schedule-reverse",
        anchor: "schedule.scop",
        summary: "a loop from its last iteration to its first",
        options: {
            /// position of the loop in its band
            member: usize = 0,
            /// a mark, a tag, or a path such as `S1/band[1]`; the outermost band of every kernel if
            /// empty
            target: Option<String> = None,
        },
        statistics: {
            /// bands with a reversed loop
            bands,
        },
    }
}

impl Pass for ScheduleReverse {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = Target {
            target: self.target.as_deref(),
            kind: Kind::Band,
            what: "reverse the loop",
        };
        let change = |tree: &mut Tree, path: &Path| reverse(tree, path, self.member);
        self.bands.add(rewrite(operation, ctx, target, change)?);
        Ok(())
    }
}
