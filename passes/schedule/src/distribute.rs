//! `schedule-distribute`: each child of a sequence gets the loops around it for itself.
//!
//! ```text
//! band                                   sequence
//!   | S[i] -> i; T[i, j] -> i              filter { S[i] }
//!   sequence                                 band
//!     filter { S[i] }                          | S[i] -> i
//!     filter { T[i, j] }          ==>      filter { T[i, j] }
//!       band                                 band
//!         | T[i, j] -> j                       | T[i, j] -> i
//!                                            band
//!                                              | T[i, j] -> j
//! ```
//!
//! **Which bands.** Those of the `target` ([`tc_scop::select`]) that stand directly above a
//! sequence. `at` cuts the sequence in two, the children before that position and the others; 0
//! gives each child loops of its own.
//! **Legal when** no dependence runs backwards in the new order ([`tc_scop::legality`]): no
//! iteration may need a later part of an earlier one.
//! **Flags** of the bands are computed again. **Cost**: none; a sequence below a child of a
//! sequence becomes part of it, so that parts of a kernel become kernels where the outermost band
//! of a kernel is distributed.

use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree};
use tc_isl::UnionSet;

use super::sink::restrict;
use tc_pass_host::*;
use tc_scop::legality::{Target, rewrite};
use tc_scop::select::Kind;

/// Distributes a band over the sequence below it.
fn distribute(tree: &mut Tree, path: &Path, at: usize) -> Result<Path, Refusal> {
    tree.try_replace_at(path, |node| match node {
        Tree::Band { band, child } => {
            let found = child.kind();
            match *child {
                Tree::Sequence { children } => over(&band, children, at),
                _ => Err(Refusal::new(format!(
                    "expected a band directly above a sequence, found one above a {found}"
                ))),
            }
        }
        node => Ok(node),
    })?;
    splice(tree, path)
}

/// The sequence of bands.
fn over(band: &Band, children: Vec<Tree>, at: usize) -> Result<Tree, Refusal> {
    let count = children.len();
    if at >= count {
        let message = format!(
            "expected a position below {count} in a sequence of {count} children, found {at}"
        );
        return Err(Refusal::new(message));
    }
    let parts: Vec<Vec<Tree>> = match at {
        0 => children.into_iter().map(|child| vec![child]).collect(),
        _ => {
            let mut first = children;
            let second = first.split_off(at);
            vec![first, second]
        }
    };
    let children: Result<Vec<Tree>, Refusal> =
        parts.into_iter().map(|part| around(band, part)).collect();
    Ok(Tree::Sequence {
        children: children?,
    })
}

/// A part of the sequence in loops of its own.
pub(super) fn around(band: &Band, mut part: Vec<Tree>) -> Result<Tree, Refusal> {
    let mut filter = UnionSet::none(band.members[0].schedule.context())?;
    for child in &part {
        if let Tree::Filter { filter: own, .. } = child {
            filter = filter.union(own)?;
        }
    }
    let filter = filter.coalesce()?;
    let below = match part.len() {
        1 => match part.remove(0) {
            Tree::Filter { child, .. } => *child,
            child => child,
        },
        _ => Tree::Sequence { children: part },
    };
    Ok(below
        .below_band(restrict(band, &filter)?)
        .below_filter(filter))
}

/// Makes the children of a sequence that is below a child of a sequence children of the outer one.
/// Returns the path of the sequence that is left.
pub(super) fn splice(tree: &mut Tree, path: &Path) -> Result<Path, Refusal> {
    let above = path.parent().and_then(|filter| filter.parent());
    let (Some(outer), Some(&[position, _])) = (above, path.0.last_chunk::<2>()) else {
        return Ok(path.clone());
    };
    let mut spliced = false;
    tree.try_replace_at(&outer, |node| {
        let Tree::Sequence { mut children } = node else {
            return Ok(node);
        };
        spliced = true;
        if let Tree::Filter { filter, child } = children.remove(position)
            && let Tree::Sequence { children: inner } = *child
        {
            for (number, child) in inner.into_iter().enumerate() {
                let child = match child {
                    Tree::Filter { filter: own, child } => {
                        child.below_filter(own.intersect(&filter)?)
                    }
                    child => child.below_filter(filter.clone()),
                };
                children.insert(position + number, child);
            }
        }
        Ok::<Tree, Refusal>(Tree::Sequence { children })
    })?;
    Ok(if spliced { outer } else { path.clone() })
}

pass! {
    /// Gives the parts of the sequence below a band loops of their own. Refused with a pair of
    /// instances where a dependence forbids it.
    pub struct ScheduleDistribute {
        name: "schedule-distribute",
        anchor: "schedule.scop",
        summary: "each child of a sequence gets the loops around it for itself",
        options: {
            /// position in the sequence at which it is cut in two; 0: at every position
            at: usize = 0,
            /// a mark, a tag, or a path such as `S1/band[1]`; the outermost band of every kernel if
            /// empty
            target: Option<String> = None,
        },
        statistics: {
            /// bands that were distributed
            bands,
        },
    }
}

impl Pass for ScheduleDistribute {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = Target {
            target: self.target.as_deref(),
            kind: Kind::Band,
            what: "distribute the band",
        };
        let change = |tree: &mut Tree, path: &Path| distribute(tree, path, self.at);
        self.bands.add(rewrite(operation, ctx, target, change)?);
        Ok(())
    }
}
