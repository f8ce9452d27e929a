//! `schedule-register-tile`: moves a small tile of the parallel loops inside the other loops of a
//! tile.
//!
//! ```text
//! band "point" permutable                    band "register" permutable
//!   | coincident S[i, j, k] -> i mod 32        | coincident S[i, j, k] -> floor((i mod 32)/2)
//!   | coincident S[i, j, k] -> j mod 256  ==>  | coincident S[i, j, k] -> floor((j mod 256)/64)
//!   | S[i, j, k] -> k mod 64                 band "point" permutable
//!                                              | S[i, j, k] -> k mod 64
//!                                            band "micro" permutable
//!                                              | coincident S[i, j, k] -> i mod 2
//!                                              | coincident S[i, j, k] -> j mod 64
//! ```
//!
//! The sums of a micro tile stay in registers over all of `k`, and each loaded element serves
//! several of them.
//!
//! **Which loops.** A band with the tag `band` directly above a leaf that has coincident and other
//! members: its last coincident members are tiled, as many as there are sizes. Further coincident
//! members stay outside.
//! **When it pays, and how.** Vectors along a loop are contiguous if, when the loop advances by
//! one, each access stays on its element or moves to the next one of the row.
//!
//! | example | contiguous vectors | the micro tile |
//! | --- | --- | --- |
//! | `C(i,j) +=! A(i,k) * B(k,j)` | along `j`, the last coincident loop | `sizes`; its last loop becomes the vector |
//! | `C(i,j) +=! A(i,k) * B(j,k)` | along `k`, the last sequential loop | `sums`; unrolled, one sum for each, and `k` becomes the vector |
//! | `C(i,j) +=! A(k,i) * B(j,k)` | along none | none, the band stays as it is |
//! | `Y(i) +=! X(i + k) * W(k)` | along both | none: LLVM unrolls one and makes a vector of the other |
//!
//! Code for full tiles is separate from that for partial ones (isl's option `isolate`), and has no
//! conditions.
//!
//! **Legal** if the band is permutable. **Cost**: one isl composition for each access of such a
//! band.
//!
//! **Flags** are not checked here: `permutable` and `coincident` are claims, which
//! [`super::verify`] proves of the resulting tree.

use crate::analysis::accesses::{self, ScopAccesses};
use crate::api::*;
use tc_dialects::schedule::tree::{Band, Member, MemberKind, Path, Prefix, Refusal, Tree};
use tc_isl::{UnionMap, UnionSet, thread_context};

use super::scop_pass::transform_tree;
use super::steps::Step;
use super::tile::floor_and_mod;
use super::unroll::values;
use crate::target::{Cpu, cpu_of};

/// The tags of the bands that the pass creates outside and inside of the remaining loops.
const OUTER_TAG: &str = "register";
const INNER_TAG: &str = "micro";

/// The isl operations allowed for determining the full tiles.
const ISOLATION_BUDGET: u64 = 300_000;

/// Statistics of the tiling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterTileReport {
    /// Bands that have a micro tile now.
    pub tiled: usize,
    /// Bands that were left unchanged, because they would not gain.
    pub left: usize,
    /// What was decided, for each band.
    pub decisions: Vec<Decision>,
}

/// Gives each band that gains from it a micro tile.
pub fn register_tile(
    mut tree: Tree,
    accesses: &ScopAccesses,
    options: &ScheduleRegisterTile,
    cpu: &Cpu,
) -> Result<(Tree, RegisterTileReport), Refusal> {
    let number = |value: &u64| i64::try_from(*value).unwrap_or(i64::MAX);
    let given = |sizes: &Vec<i64>, machine: &[u64]| match sizes.is_empty() {
        true => machine.iter().map(number).collect(),
        false => sizes.clone(),
    };
    let parallel: Vec<i64> = given(&options.sizes, &cpu.register_tile);
    let sums: Vec<i64> = given(&options.sums, &cpu.register_tile_of_sums);
    let lanes = number(&cpu.vector_lanes);
    let mut sizes = parallel.iter().chain(&sums);
    if let Some(size) = sizes.find(|size| **size < 1) {
        return Err(Refusal::new(format!(
            "expected positive tile sizes, found {size}"
        )));
    }
    let mut report = RegisterTileReport::default();
    let bands: Vec<Path> = tree
        .walk()
        .into_iter()
        .filter(|(_, node)| is_candidate(node, &options.band))
        .map(|(path, _)| path)
        .collect();
    for path in bands {
        let band = tree.at(&path).and_then(Tree::as_band);
        let band = band.map_or(String::new(), |band| band.members[0].schedule.to_string());
        let (sizes, kind, reason) = match vectors(&tree, &path, accesses, lanes)? {
            Vectors::Parallel => (&parallel, MemberKind::Sequential, ALONG_PARALLEL),
            Vectors::Sum => (&sums, MemberKind::Unroll, ALONG_SUM),
            Vectors::None(reason) => {
                report.left += 1;
                report.decisions.push(left(&band, reason, lanes));
                continue;
            }
        };
        report.tiled += 1;
        report.decisions.push(tiled(&band, sizes, reason));
        let mut inside = Vec::new();
        tree.try_replace_at(&path, |node| match node {
            Tree::Band { band, child } => [INNER_TAG, "", OUTER_TAG]
                .into_iter()
                .zip(cut(&band, sizes, kind, &mut inside)?)
                .filter(|(_, band)| !band.members.is_empty())
                .try_fold(*child, |below, (tag, band)| {
                    let tag = if tag.is_empty() { &options.band } else { tag };
                    Ok(below.below_band(band.with_tag(tag)))
                }),
            node => Ok::<Tree, Refusal>(node),
        })?;
        let options = isolation(&tree, &path, &inside)?;
        if let Some(Tree::Band { band, .. }) = tree.at_mut(&path) {
            band.ast_options = options;
        }
    }
    Ok((tree, report))
}

const ALONG_PARALLEL: &str =
    "accesses are contiguous along the last parallel loop, which becomes the vector";
const ALONG_SUM: &str =
    "accesses are contiguous along the loop of the sum, which becomes the vector";

fn tiled(band: &str, sizes: &[i64], reason: &str) -> Decision {
    let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
    Decision::passed(
        format!("register tile of {band}"),
        format!("tiles of {} inside the other loops", sizes.join(" x ")),
    )
    .because(reason)
    .unless("`sizes` and `sums` of schedule-register-tile, or a machine with another register_tile; the mapping option private=false makes none")
}

fn left(band: &str, reason: &str, lanes: i64) -> Decision {
    Decision::missed(format!("register tile of {band}"), "none")
        .because(reason)
        .unless(format!("at least {} iterations of the last parallel loop or {lanes} of the sum, with neighbouring elements", 2 * lanes))
}

/// isl's option to generate separate code without conditions for the full tiles of the band at a
/// path; `None` if all tiles are full or none is, or if isl does not determine them within its
/// budget. `sizes` are those of the inner loops.
fn isolation(tree: &Tree, path: &Path, sizes: &[i64]) -> Result<Option<UnionSet>, Refusal> {
    let mut leaf = path.child(0);
    while let Some(Tree::Band { .. }) = tree.at(&leaf) {
        leaf = leaf.child(0);
    }
    let outer = tree.prefix(path)?.depth();
    let (tiles, points) = (tree.prefix(&path.child(0))?, tree.prefix(&leaf)?);
    let isl = tiles.active.context();
    let work = || {
        let Some(whole) = whole_tiles(&tiles, &points, sizes)? else {
            return Ok(None);
        };
        let (above, own) = (names(0..outer), names(outer..tiles.depth()));
        let all = names(0..tiles.depth());
        let text = format!("{{ [{all}] -> isolate[[{above}] -> [{own}]] }}");
        Ok(Some(whole.apply(&UnionMap::parse(isl, &text)?)?))
    };
    match isl.with_budget(ISOLATION_BUDGET, work) {
        Err(tc_isl::Error::Budget { .. }) => Ok(None),
        found => Ok(found?),
    }
}

/// The coordinates of the full tiles, which have a point for each value of the inner loops, if that
/// is a convex set, as isl requires; `None` if all tiles are full, or none is.
fn whole_tiles(tiles: &Prefix, points: &Prefix, sizes: &[i64]) -> tc_isl::Result<Option<UnionSet>> {
    let isl = tiles.active.context();
    if sizes.is_empty() {
        return Ok(None);
    }
    let inside = points.depth() - sizes.len()..points.depth();
    let (all, last) = (names(0..points.depth()), names(inside.clone()));
    let last_of = UnionMap::parse(isl, &format!("{{ [{all}] -> [{last}] }}"))?;
    // From the coordinates of a tile to those of its points, without the loops in between.
    let present = tiles
        .relation()?
        .reverse()?
        .apply_range(&points.relation()?.apply_range(&last_of)?)?;
    let bounds: Vec<String> = inside
        .zip(sizes)
        .map(|(at, size)| format!("0 <= c{at} < {size}"))
        .collect();
    let wanted = UnionSet::parse(isl, &format!("{{ [{last}] : {} }}", bounds.join(" and ")))?;
    let coordinates = tiles.relation()?.range()?;
    let missing = UnionMap::from_domain_and_range(&coordinates, &wanted)?.subtract(&present)?;
    if missing.is_empty()? {
        return Ok(None);
    }
    let whole = coordinates.subtract(&missing.domain()?)?;
    if whole.is_empty()? {
        return Ok(None);
    }
    let hull = whole.polyhedral_hull()?;
    Ok(hull.is_equal(&whole)?.then_some(hull))
}

/// `c0, c1, ...`
fn names(positions: std::ops::Range<usize>) -> String {
    let names: Vec<String> = positions.map(|at| format!("c{at}")).collect();
    names.join(", ")
}

/// Whether a node is a band in which a sum may run inside a tile of parallel loops.
fn is_candidate(node: &Tree, tag: &str) -> bool {
    let Tree::Band { band, child } = node else {
        return false;
    };
    let coincident = band.members.iter().filter(|member| member.coincident);
    let coincident = coincident.count();
    matches!(**child, Tree::Leaf)
        && band.tag.as_deref() == Some(tag)
        && band.permutable
        && band.tile_sizes.is_empty()
        && band.ast_options.is_none()
        && band.members.iter().all(|member| !member.kind.is_mapped())
        && (1..band.members.len()).contains(&coincident)
}

/// The loop of a band along which vectors are contiguous.
enum Vectors {
    /// The last coincident one.
    Parallel,
    /// The last sequential one.
    Sum,
    /// None that would gain, for a reason.
    None(&'static str),
}

fn vectors(
    tree: &Tree,
    path: &Path,
    accesses: &ScopAccesses,
    lanes: i64,
) -> Result<Vectors, Refusal> {
    let (Some(Tree::Band { band, .. }), prefix) = (tree.at(path), tree.prefix(path)?) else {
        return Ok(Vectors::None("it is no band"));
    };
    let leaf = tree.prefix(&path.child(0))?;
    let last = |coincident: bool| {
        let is_it = |member: &Member| member.coincident == coincident;
        band.members.iter().rposition(is_it)
    };
    // The iterations of the loop at a position of the band, if each access of a vector along it is
    // contiguous.
    let vector = |position: Option<usize>| {
        let Some(position) = position else {
            return Ok(0);
        };
        let coordinate = prefix.depth() + position;
        for access in accesses
            .statements
            .iter()
            .flat_map(|statement| &statement.accesses)
        {
            let relation = access.relation.intersect_domain(&leaf.active)?;
            if !relation.is_empty()?
                && !Step::along(&leaf, coordinate, &relation)?.is_coalesced()?
            {
                return Ok(0);
            }
        }
        let iterations = values(&band.members[position], &prefix)?;
        Ok::<i64, Refusal>(iterations.map_or(i64::MAX, |(_, count)| count))
    };
    Ok(match (vector(last(true))?, vector(last(false))?) {
        (parallel, sum) if parallel >= lanes && sum >= lanes => Vectors::None(
            "accesses are contiguous along both loops: LLVM unrolls one and makes a vector of the other",
        ),
        (_, sum) if sum >= lanes => Vectors::Sum,
        (parallel, _) if parallel >= 2 * lanes => Vectors::Parallel,
        _ => Vectors::None("no loop with enough iterations has contiguous accesses"),
    })
}

/// The inner loops, the remaining ones, and the tile loops; and the sizes of the inner ones.
fn cut(
    band: &Band,
    sizes: &[i64],
    kind: MemberKind,
    inside: &mut Vec<i64>,
) -> Result<[Band; 3], Refusal> {
    let (mut inner, mut stay, mut outer) = (Vec::new(), Vec::new(), Vec::new());
    let coincident = band.members.iter().filter(|member| member.coincident);
    let coincident = coincident.count();
    let whole = coincident.saturating_sub(sizes.len());
    let skipped = sizes.len().saturating_sub(coincident);
    let mut seen = 0;
    for member in &band.members {
        if !member.coincident {
            stay.push(member.clone());
            continue;
        }
        seen += 1;
        if seen <= whole {
            outer.push(member.clone());
            continue;
        }
        let size = sizes[skipped + seen - whole - 1];
        let (tile, point) = floor_and_mod(&member.schedule, size)?;
        outer.push(member.with_schedule(tile));
        inside.extend((size > 1).then_some(size));
        inner.extend((size > 1).then(|| Member {
            kind,
            ..member.with_schedule(point)
        }));
    }
    Ok([inner, stay, outer].map(|members| Band::new(members, true)))
}

pass! {
    /// Moves a small tile of the last parallel loops of a band inside its sequential loops, if that
    /// makes each access a vector. The `tc.target` of the module gives the length of vectors and
    /// the largest tile that fits the registers; without a target they are those that all built-in
    /// CPUs have in common.
    pub struct ScheduleRegisterTile {
        name: "schedule-register-tile",
        anchor: "schedule.scop",
        summary: "a small tile of the parallel loops inside the sequential loops",
        dialects: ["schedule"],
        options: {
            /// tile sizes of the last coincident loops, outermost first, if the last one is
            /// vectorised; those of the machine if empty
            sizes: Vec<i64> = Vec::new(),
            /// tile sizes of the last coincident loops, outermost first, if the loop of the sum is
            /// vectorised; those of the machine if empty
            sums: Vec<i64> = Vec::new(),
            /// the tag of the bands to tile
            band: String = "point".to_owned(),
        },
        statistics: {
            /// bands that have an inner tile now
            tiled,
            /// bands that were left unchanged, because they would not gain
            left,
        },
    }
}

impl Pass for ScheduleRegisterTile {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = ctx.target();
        let accesses = accesses::of_scop(&thread_context(), operation)?;
        let report = transform_tree(operation, ctx, |tree| {
            register_tile(tree, &accesses, self, &cpu_of(target.as_ref())?)
        })?;
        self.tiled.add(report.tiled);
        self.left.add(report.left);
        for decision in report.decisions {
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
