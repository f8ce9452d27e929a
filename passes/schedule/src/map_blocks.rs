//! `schedule-map-blocks`: the outer parallel loops of each kernel run on the blocks of a grid.
//!
//! ```text
//! band "tile" permutable tiles 32, 32              band "tile" permutable tiles 32, 32
//!   | coincident S[i, j] -> 32*floor(i/32)   ==>     | block.y coincident S[i, j] -> 32*floor(i/32)
//!   | coincident S[i, j] -> 32*floor(j/32)           | block.x coincident S[i, j] -> 32*floor(j/32)
//! ```
//!
//! **Which loops.** A kernel is a child of the sequence at the top of the tree, or the whole tree.
//! In the outermost band of each kernel the first coincident members are mapped, at most as many as
//! the grid has dimensions; **the last of them gets `x`**, the one before `y`, then `z`:
//! neighbouring blocks work on neighbouring elements of rows. `grid` is written in that order too,
//! `x` last; sizes without a member are not used. A block runs the tiles whose number is its own
//! modulo the size of the grid, so every grid size is right; without `grid` the grid is made as
//! large as the number of tiles (at most as many as the machine has along an axis); where sizes
//! leave that number open, 256 blocks take several tiles each, or 16 x 16, or 8 x 8 x 8. Where
//! there are more coincident members than axes, the blocks along `x` are numbered over the third
//! and all further ones:
//!
//! ```text
//! band "tile" permutable                           band "tile" permutable
//!   | coincident S[n, c, h, w] -> n                  | block.z coincident S[n, c, h, w] -> n
//!   | coincident S[n, c, h, w] -> c         ==>      | block.y coincident S[n, c, h, w] -> c
//!   | coincident S[n, c, h, w] -> h      (of 7)      | block.x coincident S[n, c, h, w] -> 7*h + w
//!   | coincident S[n, c, h, w] -> w      (of 7)      | coincident S[n, c, h, w] -> h
//! ```
//!
//! **Legal when** the members are coincident in the outermost band: no dependence inside the kernel
//! then leads from one block to another, and blocks need no order. In a band that is not permutable
//! only the members before the first one that is not coincident are taken. **Refused when** a
//! kernel has no such member, unless `allow-sequential` is set; then the kernel runs on one block.
//!
//! **Flags** are taken as they stand: `permutable` and `coincident` are claims, which
//! [`tc_scop::verify`] proves of the tree that comes out.

use tc_dialects::schedule::tree::{Axis, Band, MemberKind, Path, Refusal, Tree};
use tc_isl::{UnionPwAff, Val};
use tc_pass_host::*;
use tc_scop::values::bounds;

use super::tile::floor_and_mod;
use tc_dialects::target::Limits;
use tc_scop::scop_pass::transform;
use tc_scop::verify::limits::check_grid;

/// Axes of a grid.
const AXES: usize = 3;

/// What mapping to blocks did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapBlocksReport {
    /// Kernels of which a loop was mapped.
    pub kernels: usize,
    /// Members that were mapped.
    pub members: usize,
    /// Kernels that run on one block.
    pub sequential: usize,
    /// What was decided, for each kernel.
    pub decisions: Vec<Decision>,
}

/// A tree that is mapped to blocks.
#[derive(Debug)]
pub struct MappedToBlocks {
    /// The tree, whose outer band has members of the kinds `block.x` to `block.z`.
    pub tree: Tree,
    /// Blocks along `x`, `y`, `z`.
    pub grid: [i64; 3],
    /// What was mapped and what was not.
    pub report: MapBlocksReport,
}

/// Maps the outer parallel loops of each kernel to blocks of a machine with these limits.
pub fn map_blocks(
    mut tree: Tree,
    options: &ScheduleMapBlocks,
    limits: &Limits,
) -> Result<MappedToBlocks, Refusal> {
    let most = match options.grid.len() {
        0 => AXES,
        sizes => sizes,
    };
    let given = match options.grid.len() {
        0 => &[],
        // More are refused below.
        4.. => &options.grid[..],
        sizes => &options.grid[..mapped_members(&tree, sizes).min(sizes)],
    };
    let mut grid = given_grid(given, limits)?;
    let mut report = MapBlocksReport::default();
    for (number, kernel) in tree.kernels().into_iter().enumerate() {
        let path = outermost(&tree, &kernel);
        let linear = options.grid.is_empty() && linearise(&mut tree, &path, limits)?;
        let members = match tree.at(&path).and_then(Tree::as_band) {
            Some(_) if linear => Ok(vec![0, 1, 2]),
            Some(band) => parallel_members(band, most, &path),
            None => Err(no_band(&tree, &path)),
        };
        let members = match members {
            Ok(members) => members,
            Err(refusal) if options.allow_sequential => {
                report.sequential += 1;
                report.decisions.push(on_one_block(number, &refusal));
                continue;
            }
            Err(refusal) => return Err(refusal),
        };
        report.kernels += 1;
        report.members += members.len();
        let mut tiles = Vec::new();
        let active = tree.prefix(&path)?.active;
        if let Some(Tree::Band { band, .. }) = tree.at_mut(&path) {
            for (from_last, &member) in members.iter().rev().enumerate() {
                band.members[member].kind = MemberKind::Block(Axis::ALL[from_last]);
                if options.grid.is_empty() {
                    let schedule = band.members[member].schedule.intersect_domain(&active)?;
                    tiles.push(number_of_tiles(&schedule, band.tile_size(member))?);
                }
            }
            let unknown = tiles.iter().filter(|blocks| blocks.is_none()).count();
            for (from_last, blocks) in tiles.iter().enumerate() {
                let blocks = blocks.unwrap_or_else(|| blocks_for_any(unknown));
                let most = limits.grid[from_last];
                grid[from_last] = grid[from_last].max(blocks.min(most));
            }
            report
                .decisions
                .push(on_blocks(number, band, &members, &tiles));
        }
    }
    Ok(MappedToBlocks { tree, grid, report })
}

fn on_blocks(kernel: usize, band: &Band, members: &[usize], tiles: &[Option<i64>]) -> Decision {
    let kinds = members.iter().map(|&member| band.members[member].kind);
    let kinds: Vec<String> = kinds.map(|kind| kind.to_string()).collect();
    let what = format!(
        "{} of {} loops of the outermost band run on blocks: {}",
        members.len(),
        band.members.len(),
        kinds.join(", ")
    );
    let count = |tiles: &Option<i64>| tiles.map_or("?".to_owned(), |tiles| tiles.to_string());
    let counts: Vec<String> = tiles.iter().rev().map(count).collect();
    let all: Option<i64> = tiles
        .iter()
        .try_fold(1_i64, |all, tiles| Some(all.saturating_mul((*tiles)?)));
    let reason = "they carry no dependence inside the kernel";
    let decision = Decision::passed(format!("blocks of kernel {kernel}"), what)
        .unless("the mapping option grid, or other tile sizes");
    match (tiles, all) {
        ([], _) => decision.because(format!("{reason}; the grid was given")),
        (_, Some(all)) => decision
            .because(format!("{reason}; there are {} tiles", counts.join(" x ")))
            .figure("Tiles", all),
        (_, None) => decision.because(format!(
            "{reason}; how many tiles there are is not known, so that blocks take several: {}",
            counts.join(" x ")
        )),
    }
}

fn on_one_block(kernel: usize, refusal: &Refusal) -> Decision {
    Decision::missed(format!("blocks of kernel {kernel}"), "it runs on one block")
        .because(refusal.message.as_str())
        .unless(refusal.notes.join("; "))
}

/// How many members of a kernel go to blocks, at most `most`: that many sizes of a grid are used,
/// from the first one on.
fn mapped_members(tree: &Tree, most: usize) -> usize {
    let mapped = tree.kernels().into_iter().map(|kernel| {
        let path = outermost(tree, &kernel);
        let band = tree.at(&path).and_then(Tree::as_band);
        band.and_then(|band| parallel_members(band, most, &path).ok())
            .map_or(0, |members| members.len())
    });
    mapped.max().unwrap_or(0)
}

/// Where more members could go to blocks than a grid has axes: makes the third one the number of
/// the tile in all from there on, counted with the last member fastest. Those behind it then have
/// one value in each block. Says whether that was so.
fn linearise(tree: &mut Tree, path: &Path, limits: &Limits) -> Result<bool, Refusal> {
    let active = tree.prefix(path)?.active;
    let Some(Tree::Band { band, .. }) = tree.at_mut(path) else {
        return Ok(false);
    };
    let coincident = band.members.iter().take_while(|member| member.coincident);
    let all = coincident.count();
    let plain =
        |member: usize| !band.members[member].kind.is_mapped() && band.tile_size(member) == 1;
    if all <= AXES || !(0..all).all(plain) {
        return Ok(false);
    }
    let mut number: Option<UnionPwAff> = None;
    let mut blocks: i64 = 1;
    for member in &band.members[AXES - 1..all] {
        let schedule = member.schedule.intersect_domain(&active)?;
        let Some((0.., last)) = bounds(&schedule)? else {
            return Ok(false);
        };
        blocks = blocks.saturating_mul(last + 1);
        number = Some(match number {
            None => member.schedule.clone(),
            Some(outer) => {
                let count = Val::new(outer.context(), last + 1)?;
                outer.scale_val(&count)?.union_add(&member.schedule)?
            }
        });
    }
    let (Some(number), true) = (number, blocks <= limits.grid[0]) else {
        return Ok(false);
    };
    // The last member follows from the number and the others.
    let number = band.members[AXES - 1].with_schedule(number);
    band.members.remove(all - 1);
    band.members.insert(AXES - 1, number);
    Ok(true)
}

/// The sizes of the grid that were asked for, 1 for the dimensions without one.
fn given_grid(sizes: &[i64], limits: &Limits) -> Result<[i64; 3], Refusal> {
    if sizes.len() > 3 {
        let message = format!("expected at most 3 grid sizes, found {}", sizes.len());
        return Err(Refusal::new(message));
    }
    let mut grid = [1; 3];
    for (axis, &size) in sizes.iter().rev().enumerate() {
        if size < 1 {
            let name = Axis::ALL[axis];
            return Err(Refusal::new(format!(
                "expected a grid size of at least 1 along {name}, found {size}"
            )));
        }
        grid[axis] = size;
    }
    check_grid(limits, grid)?;
    Ok(grid)
}

/// The first node of a kernel that is not a filter, context or mark.
fn outermost(tree: &Tree, kernel: &Path) -> Path {
    let mut path = kernel.clone();
    while let Some(
        Tree::Domain { .. } | Tree::Filter { .. } | Tree::Context { .. } | Tree::Mark { .. },
    ) = tree.at(&path)
    {
        path = path.child(0);
    }
    path
}

fn no_band(tree: &Tree, path: &Path) -> Refusal {
    let found = tree.at(path).map_or("nothing", Tree::kind);
    Refusal::new(format!("expected a band with a coincident member as the outermost node of the kernel, found a {found}"))
        .at(path)
        .note("only one band of a kernel is mapped to blocks; fuse the statements, or allow a sequential kernel")
}

/// The members of the outermost band that go to blocks, at most `most`.
fn parallel_members(band: &Band, most: usize, path: &Path) -> Result<Vec<usize>, Refusal> {
    let coincident = |&member: &usize| band.members[member].coincident;
    let members = 0..band.members.len();
    let found: Vec<usize> = if band.permutable {
        members.filter(coincident).take(most).collect()
    } else {
        members.take_while(coincident).take(most).collect()
    };
    if let Some(member) = found
        .iter()
        .map(|&member| &band.members[member])
        .find(|member| member.kind.is_mapped())
    {
        return Err(Refusal::new(format!(
            "the outermost band is already mapped to {}",
            member.kind
        ))
        .at(path));
    }
    if found.is_empty() {
        let member = &band.members[0].schedule;
        return Err(Refusal::new(format!("band member 0 of the outermost band is not coincident: {member}"))
            .at(path)
            .note("blocks run without order, so only loops that carry no dependence can be mapped to them"));
    }
    Ok(found)
}

/// How many tiles of `size` a member visits, counted from coordinate zero, if that is known.
fn number_of_tiles(schedule: &UnionPwAff, size: i64) -> Result<Option<i64>, Refusal> {
    let (tile, _) = floor_and_mod(schedule, size)?;
    if tile.domain()?.is_empty()? {
        return Ok(Some(1));
    }
    Ok(bounds(&tile)?.map(|(_, last)| (last + 1).max(1)))
}

/// The blocks along each of so many axes along which the number of tiles is not known: enough for
/// all processors of a large GPU.
fn blocks_for_any(axes: usize) -> i64 {
    match axes {
        0 | 1 => 256,
        2 => 16,
        _ => 8,
    }
}

pass! {
    /// Runs the coincident members of the outermost band of each kernel on the blocks of a grid,
    /// the last of them on x. How many there may be says the `tc.target` of the module; without one
    /// the limits are those that all built-in GPUs share.
    pub struct ScheduleMapBlocks {
        name: "schedule-map-blocks",
        anchor: "schedule.scop",
        summary: "the outer parallel loops of each kernel run on the blocks of a grid",
        options: {
            /// run a kernel without a parallel outer loop on one block instead of refusing it
            allow_sequential: bool = false,
            /// blocks for the mapped loops, outermost first, x last; if empty as many as there are
            /// tiles, or 256 where that is not known
            grid: Vec<i64> = Vec::new(),
        },
        statistics: {
            /// kernels of which a loop was mapped
            kernels,
            /// loops that were mapped
            loops,
            /// kernels that run on one block
            sequential,
        },
    }
}

impl Pass for ScheduleMapBlocks {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = ctx.target();
        let report = transform(operation, ctx, |mut scop| {
            let limits = Limits::of_gpu(target.as_ref())?;
            let mapped = map_blocks(scop.tree, self, &limits)?;
            scop.tree = mapped.tree;
            scop.grid = Some(mapped.grid);
            Ok((scop, mapped.report))
        })?;
        self.kernels.add(report.kernels);
        self.loops.add(report.members);
        self.sequential.add(report.sequential);
        for decision in report.decisions {
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
