//! `schedule-register-tile`: one loop of each innermost band becomes the vector of a CPU, and a
//! small tile of the parallel loops goes inside the loops of the sum.
//!
//! ```text
//! band permutable                            band "tile" permutable
//!   | coincident S[i, j, k] -> i               | coincident S[i, j, k] -> floor(j/128)
//!   | coincident S[i, j, k] -> j        ==>    | S[i, j, k] -> floor(k/512)
//!   | S[i, j, k] -> k                        band "register" permutable
//!                                              | coincident S[i, j, k] -> floor(i/6)
//!                                              | coincident S[i, j, k] -> floor((j mod 128)/64)
//!                                            band "point" permutable
//!                                              | S[i, j, k] -> k mod 512
//!                                            band "micro" permutable
//!                                              | unroll coincident S[i, j, k] -> i mod 6
//!                                              | vector coincident S[i, j, k] -> j mod 64
//! ```
//!
//! The sums of a micro tile stay in registers over all of `k`, and each loaded element serves
//! several of them.
//!
//! **Which loop is the vector.** The one with the least work (`model.rs`): along it, accesses stay
//! on their element or go to the next one of a row; what many rows read may be scattered, since a
//! block of it can be packed into panels (`schedule-promote{space=packed}`).
//!
//! | example | the vector | inside the loops of the sum |
//! | --- | --- | --- |
//! | `C(i,j) +=! A(i,k) * B(k,j)` | `j` | rows of `i`, vectors of `j` |
//! | `C(i,j) +=! A(i,k) * B(j,k)` | `k`, of kind `vector.reduce`: each sum has a vector of partial results | sums of `i` and `j` |
//! | `Y(i) +=! X(i + k) * W(k)` | `i` | vectors of `i` |
//! | `C(i,j) = A(i,j)` | `j` | nothing |
//!
//! **Blocks for caches and threads** go outermost, in a band with the tag `tile`: of the operands
//! of a product that are larger than half of a cache, of matrices of which lines of memory would be
//! used in part, and of a single loop, so that threads share it.
//!
//! **Which bands.** Those directly above a leaf. A product that shares loops with other statements
//! gets loops of its own first (`products.rs`). Statements that pass on more than the cache holds
//! then share blocks of their outer loops with `chains` (`chains.rs`).
//!
//! **Loops of the program** around a product join its band where that is permutable (`loops.rs`):
//! each of their iterations has rows of its own, as in a product in place.
//!
//! **Initial values** move into the tiles of the sums that begin with them (`first.rs`).
//!
//! Code for full tiles is separate from that for partial ones (isl's option `isolate`), and has no
//! conditions. Of a triangle, so are the terms that all rows of a tile have.
//!
//! **Legal** if the band is permutable. **Cost**: a few isl compositions for each access of such a
//! band and each of its loops.
//!
//! **Flags** are not checked here: `permutable` and `coincident` are claims, which
//! [`tc_scop::verify`] proves of the resulting tree.

mod blocks;
mod chains;
mod first;
mod loops;
mod model;
mod products;

use tc_dialects::schedule::tree::{Band, Member, MemberKind, Path, Prefix, Refusal, Scop, Tree};
use tc_isl::{UnionMap, UnionSet, thread_context};
use tc_pass_host::*;
use tc_scop::accesses::{self, ScopAccesses};

use super::tile::floor_and_mod;
use chains::share_blocks;
use first::join_first_values;
use loops::join_loops;
use model::{Choice, Distances, Loop, Move, Nest, OF_ACCESS};
use products::separate_products;
use tc_dialects::target::{Cpu, cpu_of};
use tc_scop::scop_pass::{failure, transform_tree};

/// The tags of the bands that the pass creates: blocks for the cache, and tiles outside and inside
/// of the remaining loops.
const BLOCK_TAG: &str = "tile";
const OUTER_TAG: &str = "register";
pub(super) const INNER_TAG: &str = "micro";

/// The isl operations allowed for determining the full tiles.
const ISOLATION_BUDGET: u64 = 300_000;

/// Statistics of the tiling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterTileReport {
    /// Products that have loops of their own now.
    pub separated: usize,
    /// Loops of the program that are in the bands of products now.
    pub loops: usize,
    /// Chains of statements that share blocks of their outer loops now.
    pub blocks: usize,
    /// Bands that have a micro tile now.
    pub tiled: usize,
    /// Bands that were left unchanged, because they would not gain.
    pub left: usize,
    /// Initial values that are set in the tiles of the sums.
    pub joined: usize,
    /// Accesses that are taken as scattered, since isl would take too long to say.
    pub undecided: usize,
    /// What was decided, for each band.
    pub decisions: Vec<Decision>,
}

/// Gives each band that gains from it a vector and a micro tile.
pub fn register_tile(
    mut tree: Tree,
    scop: &Scop,
    accesses: &ScopAccesses,
    options: &ScheduleRegisterTile,
    cpu: &Cpu,
) -> Result<(Tree, RegisterTileReport), Refusal> {
    let mut sizes = options.sizes.iter().chain(&options.sums);
    if let Some(size) = sizes.find(|size| **size < 1) {
        return Err(Refusal::new(format!(
            "expected positive tile sizes, found {size}"
        )));
    }
    let mut report = RegisterTileReport {
        separated: separate_products(&mut tree, &Distances::of(accesses), cpu)?,
        loops: join_loops(&mut tree, scop, accesses, cpu)?,
        ..RegisterTileReport::default()
    };
    let blocks = if options.chains {
        share_blocks(&mut tree, accesses, cpu)?
    } else {
        Vec::new()
    };
    report.blocks = blocks.len();
    report.decisions.extend(blocks);
    let bands: Vec<Path> = tree
        .walk()
        .into_iter()
        .filter(|(_, node)| is_candidate(node))
        .map(|(path, _)| path)
        .collect();
    let distances = Distances::of(accesses);
    for path in bands {
        let Some(nest) = Nest::of(&tree, &path, &distances)? else {
            continue;
        };
        let band = tree.at(&path).and_then(Tree::as_band);
        let subject = band.map_or(String::new(), |band| band.members[0].schedule.to_string());
        if nest.undecided > 0 {
            report.undecided += nest.undecided;
            report.decisions.push(undecided(&subject, &nest));
        }
        let Some(choice) = nest.choose(cpu) else {
            report.left += 1;
            report.decisions.push(left(&subject));
            continue;
        };
        let choice = with_options(&nest, choice, options);
        report.tiled += 1;
        report.decisions.push(tiled(&subject, &nest, &choice));
        rewrite(&mut tree, &path, &nest, &choice, options)?;
    }
    for statement in join_first_values(&mut tree, accesses)? {
        report.joined += 1;
        report.decisions.push(joined(&statement));
    }
    Ok((tree, report))
}

/// The choice with the sizes that a person gave for the last coincident loops.
fn with_options(nest: &Nest, choice: Choice, options: &ScheduleRegisterTile) -> Choice {
    let given = if nest.loops[choice.vector].coincident {
        &options.sizes
    } else {
        &options.sums
    };
    if given.is_empty() {
        return choice;
    }
    let coincident = (0..nest.loops.len()).filter(|at| nest.loops[*at].coincident);
    let coincident: Vec<usize> = coincident.collect();
    let mut tile = vec![1; nest.loops.len()];
    for (at, size) in coincident.iter().rev().zip(given.iter().rev()) {
        tile[*at] = *size;
    }
    let cache = vec![0; nest.loops.len()];
    Choice {
        tile,
        cache,
        ..choice
    }
}

/// Cuts the band at a path as chosen.
fn rewrite(
    tree: &mut Tree,
    path: &Path,
    nest: &Nest,
    choice: &Choice,
    options: &ScheduleRegisterTile,
) -> Result<(), Refusal> {
    let mut inside = Vec::new();
    tree.try_replace_at(path, |node| match node {
        Tree::Band { band, child } => [INNER_TAG, "", OUTER_TAG, BLOCK_TAG]
            .into_iter()
            .zip(cut(&band, nest, choice, &mut inside)?)
            .filter(|(_, band)| !band.members.is_empty())
            .try_fold(*child, |below, (tag, band)| {
                let tag = if tag.is_empty() { &options.band } else { tag };
                Ok(below.below_band(band.with_tag(tag)))
            }),
        node => Ok::<Tree, Refusal>(node),
    })?;
    // The full tiles are those of the loops outside of the remaining ones.
    let outer = if choice.cache.iter().any(|size| *size > 0) {
        path.child(0)
    } else {
        path.clone()
    };
    let options = isolation(tree, &outer, &inside)?;
    if let Some(Tree::Band { band, .. }) = tree.at_mut(&outer) {
        band.ast_options = options;
    }
    isolate_terms(tree, &outer, &inside)
}

/// Separates the terms that all rows of a tile have from those of some of them, where the sums of a
/// triangle differ in length: below the tile loops at `outer`, in the loops that stay.
fn isolate_terms(tree: &mut Tree, outer: &Path, inside: &[i64]) -> Result<(), Refusal> {
    let terms = outer.child(0);
    let is_inner = matches!(tree.at(&terms.child(0)), Some(Tree::Band { .. }));
    if !is_inner {
        return Ok(());
    }
    let Some(options) = isolation(tree, &terms, inside)? else {
        return Ok(());
    };
    if differs_among_terms(tree, &terms, &options)?
        && let Some(Tree::Band { band, .. }) = tree.at_mut(&terms)
    {
        band.ast_options = Some(options);
    }
    Ok(())
}

/// Whether some tile has both terms that are isolated and others.
fn differs_among_terms(tree: &Tree, terms: &Path, isolated: &UnionSet) -> Result<bool, Refusal> {
    let outer = tree.prefix(terms)?.depth();
    let all = tree.prefix(&terms.child(0))?;
    let isl = all.active.context();
    let work = || {
        let (above, own) = (names(0..outer), names(outer..all.depth()));
        let text = format!("{{ isolate[[{above}] -> [{own}]] -> [{above}, {own}] }}");
        let isolated = isolated.apply(&UnionMap::parse(isl, &text)?)?;
        let others = all.relation()?.range()?.subtract(&isolated)?;
        let text = format!("{{ [{above}, {own}] -> [{above}] }}");
        let tiles = UnionMap::parse(isl, &text)?;
        let both = isolated.apply(&tiles)?.intersect(&others.apply(&tiles)?)?;
        Ok(!both.is_empty()?)
    };
    match isl.with_budget(ISOLATION_BUDGET, work) {
        Err(tc_isl::Error::Budget { .. }) => Ok(false),
        found => Ok(found?),
    }
}

fn tiled(band: &str, nest: &Nest, choice: &Choice) -> Decision {
    let sizes = choice.tile.iter().filter(|size| **size > 1);
    let sizes: Vec<String> = sizes.map(i64::to_string).collect();
    let what = if sizes.is_empty() {
        format!("loop {} becomes the vector", choice.vector)
    } else {
        format!(
            "loop {} becomes the vector, with tiles of {} inside the other loops",
            choice.vector,
            sizes.join(" x ")
        )
    };
    let far = |of: &Loop| {
        of.moves
            .iter()
            .filter(|motion| **motion == Move::Far)
            .count()
    };
    let scattered = far(&nest.loops[choice.vector]);
    let reason = match (scattered, nest.loops[choice.vector].coincident) {
        (0, true) => "all accesses are contiguous along it".to_owned(),
        (0, false) => "all accesses are contiguous along it, a loop of the sum".to_owned(),
        (some, _) => format!("{some} of its accesses are scattered, fewer than along the others"),
    };
    Decision::passed(format!("register tile of {band}"), what)
        .because(reason)
        .unless("`sizes` and `sums` of schedule-register-tile, or a machine with other vectors; the mapping option private=false makes none")
}

fn undecided(band: &str, nest: &Nest) -> Decision {
    let what = format!(
        "{} of {} accesses are taken as scattered",
        nest.undecided,
        nest.sums.len()
    );
    Decision::missed(format!("distances of accesses in {band}"), what)
        .because(format!(
            "isl would need more than {OF_ACCESS} operations for one"
        ))
        .unless("sizes with values in place of open ones, or subscripts without `min` and `max`")
}

fn joined(statement: &str) -> Decision {
    Decision::passed(
        format!("initial values of {statement}"),
        "they are set in the tiles of the sums",
    )
    .because("a tile has all sums of its elements, so it begins with them in registers")
    .unless("blocks of the sums for caches, which come back to a tile")
}

fn left(band: &str) -> Decision {
    Decision::missed(format!("register tile of {band}"), "none")
        .because("along each loop that could be a vector, accesses are scattered or iterations few")
        .unless("a layout with neighbouring elements along a parallel loop or one of the sum")
}

/// isl's option to generate separate code without conditions for the full tiles of the band at a
/// path; `None` if all tiles are full or none is, or if isl does not determine them within its
/// budget. `sizes` are those of the inner loops.
pub(super) fn isolation(
    tree: &Tree,
    path: &Path,
    sizes: &[i64],
) -> Result<Option<UnionSet>, Refusal> {
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

/// Whether a node is a band above a leaf that may be cut and reordered.
fn is_candidate(node: &Tree) -> bool {
    let Tree::Band { band, child } = node else {
        return false;
    };
    let free = |member: &Member| member.kind.is_plain();
    matches!(**child, Tree::Leaf)
        && (band.permutable || band.members.len() == 1)
        && band.tile_sizes.is_empty()
        && band.ast_options.is_none()
        && band.members.iter().all(free)
}

/// The inner loops, the remaining ones, and the tile loops; and the sizes of the inner ones.
fn cut(
    band: &Band,
    nest: &Nest,
    choice: &Choice,
    inside: &mut Vec<i64>,
) -> Result<[Band; 4], Refusal> {
    let (mut inner, mut stay, mut outer) = (Vec::new(), Vec::new(), Vec::new());
    let mut blocks = Vec::new();
    let tiles = choice.tile.iter().any(|size| *size > 1);
    let order = (0..band.members.len()).filter(|at| *at != choice.vector);
    for at in order.chain([choice.vector]) {
        let (mut member, mut extent) = (band.members[at].clone(), nest.loops[at].extent);
        let (of, size) = (&nest.loops[at], choice.tile[at]);
        // Along the last loops around a block, what it reads moves to neighbours.
        let next = choice.cache[at] > 1 || of.moves.contains(&Move::Next);
        let rank = (!of.coincident, choice.cache[at] > 1, next);
        if choice.cache[at] == 1 {
            blocks.push((rank, member));
            continue;
        }
        if choice.cache[at] > 0 {
            let (block, point) = floor_and_mod(&member.schedule, choice.cache[at])?;
            blocks.push((rank, member.with_schedule(block)));
            member = member.with_schedule(point);
            extent = Some(choice.cache[at]);
        }
        let is_vector = at == choice.vector;
        let kind = match (is_vector, of.coincident) {
            (true, true) => MemberKind::Vector,
            (true, false) => MemberKind::VectorReduce,
            (false, _) => MemberKind::Unroll,
        };
        if of.is_of_sum() || !tiles {
            let kind = if is_vector { kind } else { member.kind };
            stay.push((at, member.with_kind(kind)));
        } else if size == 1 {
            outer.push((at, member));
        } else if extent.is_some_and(|extent| extent <= size) {
            inner.push(member.with_kind(kind));
        } else {
            let (tile, point) = floor_and_mod(&member.schedule, size)?;
            outer.push((at, member.with_schedule(tile)));
            inside.push(size);
            inner.push(member.with_schedule(point).with_kind(kind));
        }
    }
    // Terms next to each other go innermost; panels go around the rows that share them, and rows
    // that share lines of memory inside of other loops.
    stay.sort_by_key(|(at, _)| (*at == choice.vector, nest.has_row(*at, choice.vector)));
    outer.sort_by_key(|(at, _)| match choice.tile[*at] > 1 {
        true if *at == choice.vector => 3,
        true if nest.has_row(*at, choice.vector) => 2,
        false if nest.moves_with(*at, choice.vector) => 0,
        _ => 1,
    });
    let [stay, outer] = [stay, outer].map(|members| members.into_iter().map(|(_, member)| member));
    let (stay, outer) = (stay.collect(), outer.collect());
    // Blocks of the vector's loop are for threads; those of a reduction go inside.
    blocks.sort_by_key(|(rank, _)| *rank);
    let blocks = blocks.into_iter().map(|(_, member)| member).collect();
    Ok([inner, stay, outer, blocks].map(|members| Band::new(members, true)))
}

pass! {
    /// Makes one loop of each innermost band the vector, moves a small tile of the parallel loops
    /// inside of the loops of a sum, and cuts blocks for caches and threads. The `tc.target` of the
    /// module gives the length and number of vectors and the sizes of caches; without a target they
    /// are those that all built-in CPUs have in common.
    pub struct ScheduleRegisterTile {
        name: "schedule-register-tile",
        anchor: "schedule.scop",
        summary: "the vector of each band, a tile of sums in registers, blocks for caches",
        dialects: ["schedule"],
        options: {
            /// tile sizes of the last coincident loops, outermost first, if the last one is
            /// vectorised; those of the machine if empty
            sizes: Vec<i64> = Vec::new(),
            /// tile sizes of the last coincident loops, outermost first, if the loop of the sum is
            /// vectorised; those of the machine if empty
            sums: Vec<i64> = Vec::new(),
            /// the tag of the loops that stay between the tile loops and those of the tile
            band: String = "point".to_owned(),
            /// statements that pass on more than the cache holds share blocks of their outer loops
            chains: bool = false,
        },
        statistics: {
            /// products that shared loops with other statements, and no longer do
            separated,
            /// loops of the program that are in the bands of products now
            loops,
            /// chains of statements that share blocks of their outer loops now
            blocks,
            /// bands that have a vector now, perhaps an inner tile
            tiled,
            /// bands that were left unchanged, because they would not gain
            left,
            /// initial values that are set in the tiles of the sums
            joined,
            /// accesses that are taken as scattered, since isl would take too long to say
            undecided,
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
        let scop = Scop::from_op(&thread_context(), operation)
            .map_err(|refusal| failure(operation, refusal))?;
        let report = transform_tree(operation, ctx, |tree| {
            register_tile(tree, &scop, &accesses, self, &cpu_of(target.as_ref())?)
        })?;
        self.loops.add(report.loops);
        self.separated.add(report.separated);
        self.blocks.add(report.blocks);
        self.tiled.add(report.tiled);
        self.left.add(report.left);
        self.joined.add(report.joined);
        self.undecided.add(report.undecided);
        for decision in report.decisions {
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
