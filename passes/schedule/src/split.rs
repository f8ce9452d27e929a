//! `schedule-split`: splits one band into two, one inside the other.
//!
//! ```text
//! band permutable                       band permutable
//!   | coincident S[i, j, k] -> i          | coincident S[i, j, k] -> i
//!   | coincident S[i, j, k] -> j   ==>    | coincident S[i, j, k] -> j
//!   | S[i, j, k] -> k                     band permutable
//!                                           | S[i, j, k] -> k
//! ```
//!
//! **Which bands.** Those of the `target` ([`tc_scop::select`]). `at` is the number of members that
//! stay in the outer band; it must leave at least one member for each. Tag and tile sizes go to
//! both.
//! **Legal** always: the loops stay in the same order.
//! **Flags** of both bands are computed again ([`tc_scop::legality`]): a loop is coincident in a
//! band of its own where the loops outside of it carry all dependences.

use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree};
use tc_pass_host::*;

use tc_scop::legality::{Target, rewrite};
use tc_scop::select::Kind;

/// The two bands of a band, the outer one first.
pub fn split(band: &Band, at: usize) -> Result<[Band; 2], Refusal> {
    let count = band.members.len();
    if at == 0 || at >= count {
        let message = match count {
            1 => "a band of one member cannot be split".to_string(),
            _ => format!(
                "expected a position from 1 to {} to split a band of {count} members, found {at}",
                count - 1,
            ),
        };
        return Err(Refusal::new(message));
    }
    let members: Vec<usize> = (0..count).collect();
    let (outer, inner) = members.split_at(at);
    Ok([band.select(outer), band.select(inner)])
}

pass! {
    /// Splits bands in two: the first members stay in the outer band, the others form an inner
    /// band.
    pub struct ScheduleSplit {
        name: "schedule-split",
        anchor: "schedule.scop",
        summary: "one band becomes two, one inside the other",
        options: {
            /// the number of members that stay in the outer band
            at: usize = 1,
            /// a mark, a tag, or a path such as `S1/band[1]`; the outermost band of every kernel if
            /// empty
            target: Option<String> = None,
        },
        statistics: {
            /// bands that were split
            bands,
        },
    }
}

impl Pass for ScheduleSplit {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = Target {
            target: self.target.as_deref(),
            kind: Kind::Band,
            what: "split",
        };
        let change = |tree: &mut Tree, path: &Path| {
            tree.try_replace_at(path, |node| match node {
                Tree::Band { band, child } => {
                    let [outer, inner] = split(&band, self.at)?;
                    Ok::<Tree, Refusal>(child.below_band(inner).below_band(outer))
                }
                node => Ok(node),
            })?;
            Ok(path.clone())
        };
        self.bands.add(rewrite(operation, ctx, target, change)?);
        Ok(())
    }
}
