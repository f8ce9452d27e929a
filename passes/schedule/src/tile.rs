//! `schedule-tile`: from the loops of a band to loops over tiles and loops inside a tile.
//!
//! ```text
//! band permutable                          band "tile" permutable tiles 32, 32
//!   | coincident S[i, j] -> i                | coincident S[i, j] -> 32*floor(i/32)
//!   | coincident S[i, j] -> j      ==>       | coincident S[i, j] -> 32*floor(j/32)
//!                                            band "point" permutable
//!                                              | coincident S[i, j] -> i mod 32
//!                                              | coincident S[i, j] -> j mod 32
//! ```
//!
//! **Which loops.** Sizes are given for loops, outermost first: the first band on the way from the
//! root takes as many as it has members, the bands below it the next ones, so `sizes=32,32,32`
//! tiles the `i`, `j` of a matrix product and then its reduction `k`, whether they are in one band
//! or in two. Loops without a size, or with size 0, stay inside the tile; a size for which no
//! branch has a loop is an error, or not used if tiling is `optional`. Every branch of a sequence
//! counts for itself. With a `target` ([`tc_scop::select`]) only these bands take part, so
//! `target=point` tiles a second time; without it, all bands that have no tag.
//!
//! **Legal when** the band is permutable, or has one member: tile loops run members in an order
//! that the band did not say.
//! **Cost**: none at compile time; the new loops visit the same instances.
//!
//! **Flags** are taken as they stand: `permutable` and `coincident` are claims, which
//! [`tc_scop::verify`] proves of the tree that comes out.

use tc_dialects::schedule::tree::{Band, Flag, Member, Path, Refusal, Tree};
use tc_isl::{UnionPwAff, Val};
use tc_pass_host::*;

use tc_scop::scop_pass::transform_target;
use tc_scop::select::{self, Kind};

/// What tiling did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileReport {
    /// Bands that became two.
    pub bands: usize,
    /// Members that became two.
    pub members: usize,
}

/// Tiles the selected bands of a tree.
pub fn tile(tree: Tree, options: &ScheduleTile) -> Result<(Tree, TileReport), Refusal> {
    check(options)?;
    let target = options.target.as_deref();
    let selected = match target.map(|_| select::nodes(&tree, target, Kind::Band, "tile")) {
        Some(Err(_)) if options.optional => Some(Vec::new()),
        selected => selected.transpose()?,
    };
    let mut tiling = Tiling {
        options,
        selected,
        report: TileReport::default(),
        loops: 0,
    };
    let tree = tiling.node(tree, &Path::root(), 0)?;
    if tiling.report.bands == 0 && !options.optional {
        return Err(Refusal::new("there is no band without a tag to tile")
            .note("name the bands to tile with target=TAG"));
    }
    if tiling.loops < options.sizes.len() && !options.optional {
        let (sizes, loops) = (options.sizes.len(), tiling.loops);
        let message = format!(
            "expected at most {loops} tile sizes, one for each loop, found {sizes}: size {} has no loop",
            options.sizes[loops]
        );
        return Err(Refusal::new(message)
            .note("leave it out, or write optional=true to use as many sizes as there are loops"));
    }
    Ok((tree, tiling.report))
}

fn check(options: &ScheduleTile) -> Result<(), Refusal> {
    if options.sizes.is_empty() {
        return Err(
            Refusal::new("expected at least one tile size, found none").note("write sizes=32,32")
        );
    }
    match options.sizes.iter().position(|&size| size < 0) {
        None => Ok(()),
        Some(loop_number) => {
            let size = options.sizes[loop_number];
            let message =
                format!("expected a positive tile size for loop {loop_number}, found {size}");
            Err(Refusal::new(message).note("0 keeps the whole loop inside the tile"))
        }
    }
}

struct Tiling<'options> {
    options: &'options ScheduleTile,
    /// The bands that are tiled; all bands without a tag if none.
    selected: Option<Vec<Path>>,
    report: TileReport,
    /// Loops of the branch that has most of them, as far as there are sizes.
    loops: usize,
}

impl Tiling<'_> {
    /// Tiles below `node`, where the first `used` sizes have gone to the loops above.
    fn node(&mut self, node: Tree, path: &Path, used: usize) -> Result<Tree, Refusal> {
        let sizes = &self.options.sizes[used.min(self.options.sizes.len())..];
        if sizes.is_empty() {
            return Ok(node);
        }
        match node {
            Tree::Band { band, child } if self.selects(&band, path) => {
                let count = band.members.len();
                self.loops = self.loops.max(used + count);
                let (outer, inner) = self.split(&band, &sizes[..count.min(sizes.len())], path)?;
                let child = self.node(*child, &path.child(0), used + count)?;
                let child = child.below_band(inner);
                Ok(if outer.members.is_empty() {
                    child
                } else {
                    child.below_band(outer)
                })
            }
            node => node
                .try_map_children(|position, child| self.node(child, &path.child(position), used)),
        }
    }

    fn selects(&self, band: &Band, path: &Path) -> bool {
        match &self.selected {
            Some(paths) => paths.contains(path),
            None => band.tag.is_none(),
        }
    }

    /// The tile band and the point band of a band.
    fn split(&mut self, band: &Band, sizes: &[i64], path: &Path) -> Result<(Band, Band), Refusal> {
        if !band.permutable && band.members.len() > 1 {
            let count = band.members.len();
            let member = &band.members[1].schedule;
            let message = format!(
                "the band is not permutable, so its {count} members cannot be tiled together"
            );
            return Err(Refusal::new(message)
                .at(path)
                .for_lack_of(Flag::Permutable)
                .note(format!(
                    "tile loops would move band member 1 ({member}) out of the loop of member 0"
                ))
                .note("split the band with schedule-split and tile the bands one by one"));
        }
        let mut outer = Band::new(Vec::new(), band.permutable).with_tag(&self.options.tile_tag);
        let mut inner = Band::new(Vec::new(), band.permutable).with_tag(&self.options.point_tag);
        for (position, member) in band.members.iter().enumerate() {
            match sizes.get(position) {
                None | Some(0) => inner.members.push(member.clone()),
                Some(&size) => {
                    let (tile, point) = split_member(member, size, self.options.scale)?;
                    outer.members.push(tile);
                    // Inside a tile of one element there is nothing left to iterate over.
                    inner.members.extend((size > 1).then_some(point));
                }
            }
        }
        let cut = sizes.iter().copied().filter(|&size| size > 0);
        self.report.members += cut.clone().count();
        if self.options.scale {
            outer.tile_sizes = cut.collect();
        }
        self.report.bands += usize::from(!outer.members.is_empty());
        Ok((outer, inner))
    }
}

/// The tile loop and the point loop of a member. Both are coincident when the member is: instances
/// that have one coordinate in common have its tile and its place in the tile in common.
fn split_member(member: &Member, size: i64, scale: bool) -> Result<(Member, Member), Refusal> {
    let (tile, point) = floor_and_mod(&member.schedule, size)?;
    let size = Val::new(tile.context(), size)?;
    let tile = if scale { tile.scale_val(&size)? } else { tile };
    Ok((member.with_schedule(tile), member.with_schedule(point)))
}

/// `floor(f/size)` and `f mod size`.
pub(crate) fn floor_and_mod(
    schedule: &UnionPwAff,
    size: i64,
) -> Result<(UnionPwAff, UnionPwAff), Refusal> {
    let size = Val::new(schedule.context(), size)?;
    let floor = schedule.scale_down_val(&size)?.floor()?;
    Ok((floor, schedule.mod_val(&size)?))
}

pass! {
    /// Splits each loop of a permutable band into a loop over tiles and a loop inside a tile. The
    /// tile loops become a band of their own around the point loops; sizes are given for loops,
    /// outermost first.
    pub struct ScheduleTile {
        name: "schedule-tile",
        anchor: "schedule.scop",
        summary: "from the loops of a band to loops over tiles and loops inside a tile",
        options: {
            /// leave a tree without such a band as it is, and sizes without a loop unused
            optional: bool = false,
            /// whether tile loops count in elements and not in tiles
            scale: bool = true,
            /// tile sizes of the loops, outermost first; 0 keeps a loop inside the tile
            sizes: Vec<i64> = Vec::new(),
            /// a mark, a tag, or a path such as `S1/band[1]`; all bands without a tag if empty
            target: Option<String> = None,
            /// tag of the bands of tile loops
            tile_tag: String = "tile".to_owned(),
            /// tag of the bands of loops inside a tile
            point_tag: String = "point".to_owned(),
        },
        statistics: {
            /// bands that were tiled
            bands,
            /// loops that were tiled
            loops,
        },
    }
}

impl Pass for ScheduleTile {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = self.target.as_deref();
        let report = transform_target(operation, ctx, target, |tree| tile(tree, self))?;
        self.bands.add(report.bands);
        self.loops.add(report.members);
        if report.bands > 0 {
            let sizes: Vec<String> = self.sizes.iter().map(i64::to_string).collect();
            let what = format!(
                "the sizes {} are those of {} of the loops",
                sizes.join(","),
                report.members
            );
            let decision = Decision::passed("tiles", what)
                .because("the sizes are given, and the loops of each band may be interchanged")
                .unless("the mapping option tile, or `target` of schedule-tile");
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
