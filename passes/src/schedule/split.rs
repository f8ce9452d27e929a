//! `schedule-split`: one band becomes two, one inside the other.
//!
//! ```text
//! band permutable                       band permutable
//!   | coincident S[i, j, k] -> i          | coincident S[i, j, k] -> i
//!   | coincident S[i, j, k] -> j   ==>    | coincident S[i, j, k] -> j
//!   | S[i, j, k] -> k                     band permutable
//!                                           | S[i, j, k] -> k
//! ```
//!
//! **Which bands.** Those of the `target` ([`super::select`]). `at` is the number of members that
//! stay in the outer band; it must leave at least one member for each. Tag and tile sizes go to both.
//! **Legal** always: the loops stay in the same order.

use crate::api::*;
use tc_dialects::schedule::tree::{Refusal, Tree};

use super::scop_pass::transform_target;
use super::select::replace_bands;

/// Splits the selected bands; also says how many they were.
pub fn split(tree: Tree, options: &ScheduleSplit) -> Result<(Tree, usize), Refusal> {
    replace_bands(tree, options.target.as_deref(), "split", |band| {
        let count = band.members.len();
        if options.at == 0 || options.at >= count {
            let message = match count {
                1 => "a band of one member cannot be split".to_string(),
                _ => format!(
                    "expected a position from 1 to {} to split a band of {count} members, found {}",
                    count - 1,
                    options.at
                ),
            };
            return Err(Refusal::new(message));
        }
        let members: Vec<usize> = (0..count).collect();
        let (outer, inner) = members.split_at(options.at);
        Ok(vec![band.select(outer), band.select(inner)])
    })
}

pass! {
    /// Splits bands in two: the first members stay outside, the others get a band of their own inside.
    pub struct ScheduleSplit {
        name: "schedule-split",
        anchor: "schedule.scop",
        summary: "one band becomes two, one inside the other",
        options: {
            /// how many members stay in the outer band
            at: usize = 1,
            /// a mark, a tag, or a path such as S1/band[1]; the outermost band of every kernel if empty
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
        let target = self.target.as_deref();
        let bands = transform_target(operation, ctx, target, |tree| split(tree, self))?;
        self.bands.add(bands);
        Ok(())
    }
}
