//! `schedule-join`: a band and the band directly below it become one.
//!
//! ```text
//! band                                    band permutable
//!   | S[i, j, k] -> k                       | S[i, j, k] -> k
//!   band permutable               ==>       | coincident S[i, j, k] -> i
//!     | coincident S[i, j, k] -> i          | coincident S[i, j, k] -> j
//!     | coincident S[i, j, k] -> j
//! ```
//!
//! The opposite of [`super::split`]: loops that were tiled apart, or sunk below another one, are
//! tiled and interchanged together afterwards.
//!
//! **Which bands.** Those of the `target` ([`tc_scop::select`]), the outer ones of each pair. Both
//! have the same tag, or none; either both or none have tile sizes, which are put in a row.
//! **Legal** always: the loops stay in the same order. Loops that are mapped stay where they are.
//! **Flags** of the band and of those below it are computed again ([`tc_scop::legality`]): it is
//! permutable where no dependence runs backwards along any of its loops, and a loop is coincident
//! where it carries none, also of those that the loops outside of it carry.

use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree};

use tc_pass_host::*;
use tc_scop::legality::{Target, rewrite, unmapped};
use tc_scop::select::Kind;

/// The band with the members of two, the outer ones first.
fn joined(outer: &Band, inner: &Band) -> Result<Band, Refusal> {
    unmapped(outer)?;
    unmapped(inner)?;
    if outer.tag != inner.tag {
        let word = |band: &Band| match &band.tag {
            Some(tag) => format!("the tag \"{tag}\""),
            None => "no tag".to_owned(),
        };
        let (found, below) = (word(outer), word(inner));
        return Err(Refusal::new(format!(
            "expected two bands of one tag, found {found} above {below}"
        )));
    }
    if outer.tile_sizes.is_empty() != inner.tile_sizes.is_empty() {
        return Err(Refusal::new(
            "expected two bands of tile loops or none, found one",
        ));
    }
    let both = |outer: &[i64], inner: &[i64]| [outer, inner].concat();
    Ok(Band {
        members: [&outer.members[..], &inner.members[..]].concat(),
        permutable: false,
        tag: outer.tag.clone(),
        tile_sizes: both(&outer.tile_sizes, &inner.tile_sizes),
        ast_options: None,
        unit: None,
    })
}

/// Joins the band at a path with the one below it; where the result is.
pub(super) fn join(tree: &mut Tree, path: &Path) -> Result<Path, Refusal> {
    tree.try_replace_at(path, |node| match node {
        Tree::Band { band, child } => match *child {
            Tree::Band {
                band: inner,
                child: below,
            } => Ok(below.below_band(joined(&band, &inner)?)),
            other => Err(Refusal::new(format!(
                "expected a band directly below the band, found {}",
                match other.kind() {
                    "leaf" => "none".to_owned(),
                    kind => format!("a schedule.{kind}"),
                }
            ))),
        },
        node => Ok(node),
    })?;
    Ok(path.clone())
}

pass! {
    /// Joins the selected bands with the bands directly below them: the loops of both are members
    /// of one band, which is permutable if the dependences allow it.
    pub struct ScheduleJoin {
        name: "schedule-join",
        anchor: "schedule.scop",
        summary: "a band and the one below it become one",
        options: {
            /// a mark, a tag, or a path such as `S1/band[1]`; the outermost band of every kernel if
            /// empty
            target: Option<String> = None,
        },
        statistics: {
            /// bands that were made of two
            bands,
        },
    }
}

impl Pass for ScheduleJoin {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = Target {
            target: self.target.as_deref(),
            kind: Kind::Band,
            what: "join",
        };
        self.bands.add(rewrite(operation, ctx, target, join)?);
        Ok(())
    }
}
