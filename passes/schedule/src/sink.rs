//! `schedule-sink`: moves parallel loops below all other loops.
//!
//! ```text
//! band "point" permutable                          sequence
//!   | coincident S[i, j] -> i; T[i, j, k] -> i       filter S[i, j]
//!   sequence                                           band "point" permutable
//!     filter S[i, j]                       ==>           | coincident S[i, j] -> i
//!     filter T[i, j, k]                              filter T[i, j, k]
//!       band                                           band
//!         | T[i, j, k] -> k                              | T[i, j, k] -> k
//!                                                        band "point" permutable
//!                                                          | coincident T[i, j, k] -> i
//! ```
//!
//! This is figure 3c to 3d of the Tensor Comprehensions paper: after tiling, the point loops move
//! to the bottom of each branch, where they are mapped to threads; the loops of the branch (a tiled
//! reduction) come between tile and point loops.
//!
//! **Which loops.** The coincident members of every band of the `target` ([`tc_scop::select`], by
//! default the tag `point`); other members stay in place, so a band of `i`, `j` and a reduction `k`
//! becomes `k` above `i`, `j`.
//!
//! Bands with the tag `lanes` ([`super::parallel_reduction`]) stay innermost: neighbouring lanes
//! are to be neighbouring threads.
//!
//! **Legal** if the members are coincident: they carry no dependence, so every dependence is
//! satisfied by other loops, and its distance along the moved members is zero. A tree with
//! extensions or expansions below the band is refused, because these nodes refer to the coordinates
//! above them: sink before promotion.
//! **Cost**: one copy of the band for each branch.
//!
//! **Flags** are not checked here: `permutable` and `coincident` are claims, which
//! [`tc_scop::verify`] proves of the resulting tree.

use tc_dialects::schedule::tree::{Band, Flag, Path, Refusal, Tree};
use tc_pass_host::*;

use super::parallel_reduction::cut::LANES_TAG;
use tc_scop::scop_pass::transform_target;
use tc_scop::select::{self, Kind};

/// Statistics of the transformation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SinkReport {
    /// Bands with members that moved below other nodes.
    pub bands: usize,
    /// Bands that arrived at the bottom of a branch.
    pub copies: usize,
}

/// Moves the coincident members of the selected bands to the bottom of each branch.
pub fn sink(tree: Tree, options: &ScheduleSink) -> Result<(Tree, SinkReport), Refusal> {
    let selected = match select::nodes(&tree, options.target.as_deref(), Kind::Band, "sink") {
        Ok(selected) => selected,
        Err(_) if options.optional => Vec::new(),
        Err(refusal) => return Err(refusal),
    };
    let mut sinking = Sinking {
        selected: &selected,
        report: SinkReport::default(),
        stuck: None,
    };
    let tree = sinking.node(tree, &Path::root())?;
    if options.optional {
        return Ok((tree, sinking.report));
    }
    match sinking.stuck {
        Some(refusal) if sinking.report.bands == 0 => Err(refusal),
        _ => Ok((tree, sinking.report)),
    }
}

struct Sinking<'a> {
    selected: &'a [Path],
    report: SinkReport,
    /// Why the first candidate band did not move.
    stuck: Option<Refusal>,
}

impl Sinking<'_> {
    /// Sinks the bands below `node` first, so that a band from further up arrives below them.
    fn node(&mut self, node: Tree, path: &Path) -> Result<Tree, Refusal> {
        let node =
            node.try_map_children(|position, child| self.node(child, &path.child(position)))?;
        match node {
            Tree::Band { band, child } if self.selected.contains(path) => {
                self.band(band, *child, path)
            }
            node => Ok(node),
        }
    }

    fn band(&mut self, band: Band, child: Tree, path: &Path) -> Result<Tree, Refusal> {
        let positions = 0..band.members.len();
        let (moving, staying): (Vec<usize>, Vec<usize>) =
            positions.partition(|&member| band.members[member].coincident);
        if matches!(child, Tree::Leaf) && staying.is_empty() {
            return Ok(child.below_band(band));
        }
        if moving.is_empty() {
            let member = &band.members[0].schedule;
            let refusal = Refusal::new(format!(
                "band member 0 is not coincident, so it cannot be sunk: {member}"
            ));
            self.stuck.get_or_insert(
                refusal
                    .at(path)
                    .for_lack_of(Flag::Coincident(0))
                    .note("only loops that carry no dependence may go below others"),
            );
            return Ok(child.below_band(band));
        }
        self.report.bands += 1;
        let mut down = band.select(&moving);
        down.permutable = true;
        let child = push(child, &down, path, &mut self.report.copies)?;
        Ok(child.below_band(band.select(&staying)))
    }
}

/// Puts `band` at the bottom of every branch of `node`, which is below the node at `path`; counts
/// the branches.
pub(super) fn push(
    node: Tree,
    band: &Band,
    path: &Path,
    copies: &mut usize,
) -> Result<Tree, Refusal> {
    match &node {
        Tree::Leaf => {
            *copies += 1;
            return Ok(node.below_band(band.clone()));
        }
        Tree::Band { band: lanes, .. } if lanes.tag.as_deref() == Some(LANES_TAG) => {
            *copies += 1;
            return Ok(node.below_band(band.clone()));
        }
        Tree::Filter { filter, .. } => {
            let filtered = restrict(band, filter)?;
            return node.try_map_children(|_, child| push(child, &filtered, path, copies));
        }
        Tree::Extension { .. } | Tree::Expansion { .. } | Tree::Guard { .. } => {
            let kind = node.kind();
            let message = format!(
                "cannot sink a band below a schedule.{kind}, which depends on the coordinates above it"
            );
            return Err(Refusal::new(message)
                .at(path)
                .note("sink before the pass that adds it (schedule-promote, schedule-sync)"));
        }
        _ => {}
    }
    node.try_map_children(|_, child| push(child, band, path, copies))
}

/// The band restricted to the instances of a filter.
pub(super) fn restrict(band: &Band, filter: &tc_isl::UnionSet) -> Result<Band, Refusal> {
    let mut band = band.clone();
    for member in &mut band.members {
        member.schedule = member.schedule.intersect_domain(filter)?;
    }
    Ok(band)
}

pass! {
    /// Moves the coincident members of the bands with a tag to the bottom of each branch, below all
    /// other loops.
    pub struct ScheduleSink {
        name: "schedule-sink",
        anchor: "schedule.scop",
        summary: "move parallel loops below all other loops",
        options: {
            /// a mark, a tag, or a path such as `S1/band[1]`
            target: Option<String> = Some("point".to_owned()),
            /// leave a tree unchanged if no such band can be sunk
            optional: bool = false,
        },
        statistics: {
            /// bands with members that were moved
            bands,
            /// bands that arrived at the bottom of a branch
            copies,
        },
    }
}

impl Pass for ScheduleSink {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = self.target.as_deref();
        let report = transform_target(operation, ctx, target, |tree| sink(tree, self))?;
        self.bands.add(report.bands);
        self.copies.add(report.copies);
        if report.bands > 0 {
            let what = "parallel loops are the innermost ones of their branches";
            let decision = Decision::passed("sunk loops", what)
                .because("they carry no dependence, and threads run the innermost loops")
                .unless("`target` of schedule-sink names other bands")
                .figure("Branches", report.copies as i64);
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
