//! `schedule-map-threads`: in each branch of a kernel the innermost parallel loops run on the
//! threads of a block.
//!
//! ```text
//! sequence                                         sequence
//!   filter S[i, j]                                   filter S[i, j]
//!     band "point" permutable                          band "point" permutable
//!       | coincident S[i, j] -> i mod 32      ==>        | thread.y coincident S[i, j] -> i mod 32
//!       | coincident S[i, j] -> j mod 32                 | thread.x coincident S[i, j] -> j mod 32
//!   filter T[i, j, k]                                filter T[i, j, k]
//!     band                                             band
//!       | T[i, j, k] -> k                                | T[i, j, k] -> k
//!       band "point" permutable                          band "point" permutable
//!         | coincident T[i, j, k] -> i mod 32              | thread.y coincident T[i, j, k] -> i mod 32
//!         | coincident T[i, j, k] -> j mod 32              | thread.x coincident T[i, j, k] -> j mod 32
//! ```
//!
//! **Which loops.** From the leaves upwards, the first band with coincident members that are not
//! mapped to blocks: its last coincident member gets `thread.x`, so that neighbouring threads touch
//! neighbouring elements of rows, the one before `thread.y`, then `thread.z`, as far as the block
//! has dimensions; further members stay loops. Dimensions that are left go to a band directly
//! above. `block` is written outermost first too, `x` last; sizes without a member are not used. A
//! thread runs the coordinates that equal its own number modulo the size of the block, so every
//! block size is right. A branch without a parallel loop runs on thread 0, unless a band above the
//! whole sequence is parallel: then that band is mapped and every branch has all threads.
//!
//! **Legal when** the members are coincident: what depends on each other below then runs on one
//! thread. What other loops and sequences order between threads is the task of `schedule-sync`; no
//! dimension is given to a band above a sequential band or a sequence that already has threads
//! below, so that barriers can stand there.
//! **Refused when** a kernel has no such member at all, unless `allow-sequential` is set, and when
//! the machine has no blocks of this size.
//!
//! **Flags** are taken as they stand: `permutable` and `coincident` are claims, which
//! [`tc_scop::verify`] proves of the tree that comes out.

use tc_dialects::schedule::tree::{Axis, Band, MemberKind, Path, Refusal, Tree};
use tc_pass_host::*;

use tc_dialects::target::Limits;
use tc_scop::scop_pass::transform;
use tc_scop::units::bands;
use tc_scop::verify::limits::check_block;

/// The threads of a block where none are asked for: a warp along `x`, and up to eight of them.
fn default_block(limits: &Limits) -> Vec<i64> {
    let x = limits
        .warp
        .min(limits.block[0])
        .min(limits.threads_per_block);
    let y = (limits.threads_per_block / x).min(limits.block[1]);
    vec![y.min(8), x]
}

/// What mapping to threads did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapThreadsReport {
    /// Bands of which members were mapped.
    pub bands: usize,
    /// Members that were mapped.
    pub members: usize,
    /// Kernels that run on one thread of each block.
    pub sequential: usize,
    /// What was decided, for each kernel.
    pub decisions: Vec<Decision>,
}

/// A tree that is mapped to threads.
#[derive(Debug)]
pub struct MappedToThreads {
    /// The tree, whose bands have members of the kinds `thread.x` to `thread.z`.
    pub tree: Tree,
    /// Threads along `x`, `y`, `z`.
    pub block: [i64; 3],
    /// What was mapped and what was not.
    pub report: MapThreadsReport,
}

/// Maps the inner parallel loops of each kernel to threads of a machine with these limits.
pub fn map_threads(
    mut tree: Tree,
    options: &ScheduleMapThreads,
    limits: &Limits,
) -> Result<MappedToThreads, Refusal> {
    let sizes = if options.block.is_empty() {
        &default_block(limits)
    } else {
        &options.block
    };
    let block = given_block(sizes, limits)?;
    let mut report = MapThreadsReport::default();
    for (number, kernel) in tree.kernels().into_iter().enumerate() {
        // The lanes of its operations are threads already.
        if has_units(&tree, &kernel) {
            continue;
        }
        let (mut used, mut members) = (0, 0);
        tree.try_replace_at(&kernel, |node| {
            let mapped = map_node(node, &kernel, sizes.len(), false)?;
            used = mapped.used;
            members = mapped.members;
            report.bands += mapped.bands;
            report.members += mapped.members;
            Ok::<Tree, Refusal>(mapped.node)
        })?;
        if used == 0 {
            let refusal = nothing_parallel(&tree, &kernel);
            if !options.allow_sequential {
                return Err(refusal);
            }
            report.sequential += 1;
            report.decisions.push(on_one_thread(number, &refusal));
        } else {
            report.decisions.push(on_threads(number, members, block));
        }
    }
    Ok(MappedToThreads {
        tree,
        block,
        report,
    })
}

fn on_threads(kernel: usize, members: usize, block: [i64; 3]) -> Decision {
    let [x, y, z] = block;
    let plural = if members == 1 { "loop" } else { "loops" };
    Decision::passed(
        format!("threads of kernel {kernel}"),
        format!("{members} {plural} on a block of {x} x {y} x {z} threads along x, y, z"),
    )
    .because("they are the innermost loops of their branches that carry no dependence")
    .unless("the mapping option block")
    .figure("Threads", block.into_iter().fold(1, i64::saturating_mul))
}

fn on_one_thread(kernel: usize, refusal: &Refusal) -> Decision {
    Decision::missed(
        format!("threads of kernel {kernel}"),
        "it runs on one thread of each block",
    )
    .because(refusal.message.as_str())
    .unless(refusal.notes.join("; "))
}

/// How many members of a branch go to threads, at most `most`: that many sizes of a block are used,
/// from the first one on.
fn mapped_members(tree: &Tree, most: usize) -> Result<usize, Refusal> {
    // More is refused with the block.
    if most > 3 {
        return Ok(most);
    }
    let mut used = 0;
    for kernel in tree.kernels() {
        if has_units(tree, &kernel) {
            continue;
        }
        if let Some(node) = tree.at(&kernel) {
            used = used.max(map_node(node.clone(), &kernel, most, false)?.used);
        }
    }
    Ok(used.max(1).min(most))
}

/// Whether a kernel has matrix operations.
fn has_units(tree: &Tree, kernel: &Path) -> bool {
    bands(tree).iter().any(|(path, _)| kernel.contains(path))
}

/// A block along x, y, z as the option has it: without the outer axes that have one thread.
fn outermost_first(block: [i64; 3]) -> Vec<i64> {
    let axes = block.iter().rposition(|&size| size > 1).unwrap_or(0) + 1;
    block[..axes].iter().rev().copied().collect()
}

/// The sizes of the block that were asked for, 1 for the dimensions without one.
fn given_block(sizes: &[i64], limits: &Limits) -> Result<[i64; 3], Refusal> {
    if sizes.len() > 3 {
        let message = format!("expected 1 to 3 block sizes, found {}", sizes.len());
        return Err(Refusal::new(message));
    }
    let mut block = [1; 3];
    for (axis, &size) in sizes.iter().rev().enumerate() {
        if size < 1 {
            let name = Axis::ALL[axis];
            return Err(Refusal::new(format!(
                "expected a block size of at least 1 along {name}, found {size}"
            )));
        }
        block[axis] = size;
    }
    check_block(limits, block)?;
    Ok(block)
}

/// A subtree with its parallel loops mapped.
struct Mapped {
    node: Tree,
    /// How many dimensions of the block some branch uses.
    used: usize,
    /// Whether a band above may use the dimensions that are left.
    open: bool,
    bands: usize,
    members: usize,
}

/// Maps what is below and at `node`. `parallel_above` says whether a band between the blocks and
/// `node` could be mapped.
fn map_node(node: Tree, path: &Path, dims: usize, parallel_above: bool) -> Result<Mapped, Refusal> {
    match node {
        Tree::Leaf => Ok(Mapped {
            node,
            used: 0,
            open: true,
            bands: 0,
            members: 0,
        }),
        Tree::Band { band, child } => map_band(band, *child, path, dims, parallel_above),
        Tree::Sequence { .. } | Tree::Set { .. } => map_branches(node, path, dims, parallel_above),
        node => {
            let mut below = None;
            let node = node.try_map_children(|position, child| {
                let mapped = map_node(child, &path.child(position), dims, parallel_above)?;
                below = Some((mapped.used, mapped.open, mapped.bands, mapped.members));
                Ok::<Tree, Refusal>(mapped.node)
            })?;
            let (used, open, bands, members) = below.unwrap_or((0, true, 0, 0));
            Ok(Mapped {
                node,
                used,
                open,
                bands,
                members,
            })
        }
    }
}

fn map_band(
    mut band: Band,
    child: Tree,
    path: &Path,
    dims: usize,
    parallel_above: bool,
) -> Result<Mapped, Refusal> {
    if let Some(member) = band
        .members
        .iter()
        .position(|member| member.kind.thread_axis().is_some())
    {
        let kind = band.members[member].kind;
        return Err(
            Refusal::new(format!("band member {member} is already mapped to {kind}")).at(path),
        );
    }
    let has_blocks = band
        .members
        .iter()
        .any(|member| member.kind.block_axis().is_some());
    let candidates = parallel_members(&band);
    let parallel = !candidates.is_empty() || (parallel_above && !has_blocks);
    let mut mapped = map_node(child, &path.child(0), dims, parallel)?;
    if mapped.used == 0 || mapped.open {
        let left = dims - mapped.used;
        let taken = &candidates[candidates.len() - left.min(candidates.len())..];
        for (from_last, &member) in taken.iter().rev().enumerate() {
            band.members[member].kind = MemberKind::Thread(Axis::ALL[mapped.used + from_last]);
        }
        mapped.bands += usize::from(!taken.is_empty());
        mapped.members += taken.len();
        mapped.open = mapped.used == 0 || !taken.is_empty();
        mapped.used += taken.len();
    }
    mapped.node = mapped.node.below_band(band);
    Ok(mapped)
}

/// Members that may be spread over threads: coincident, not on blocks or unrolled, no tile loops
/// (whose coordinates, multiples of the tile size, would all fall on few threads), and in a band
/// that is not permutable before the first one that is not coincident.
fn parallel_members(band: &Band) -> Vec<usize> {
    let members = 0..band.members.len();
    let coincident = |&member: &usize| band.members[member].coincident;
    let free =
        |&member: &usize| band.members[member].kind.is_plain() && band.tile_size(member) == 1;
    if band.permutable {
        members.filter(coincident).filter(free).collect()
    } else {
        members.take_while(coincident).filter(free).collect()
    }
}

fn map_branches(
    node: Tree,
    path: &Path,
    dims: usize,
    parallel_above: bool,
) -> Result<Mapped, Refusal> {
    let unmapped = node.clone();
    let mut branches = Vec::new();
    let node = node.try_map_children(|position, child| {
        let mapped = map_node(child, &path.child(position), dims, parallel_above)?;
        branches.push((mapped.used, mapped.bands, mapped.members));
        Ok::<Tree, Refusal>(mapped.node)
    })?;
    let used = branches.iter().map(|branch| branch.0).max().unwrap_or(0);
    let idle = branches.iter().any(|branch| branch.0 == 0);
    if used == 0 || (idle && parallel_above) {
        return Ok(Mapped {
            node: unmapped,
            used: 0,
            open: true,
            bands: 0,
            members: 0,
        });
    }
    let bands = branches.iter().map(|branch| branch.1).sum();
    let members = branches.iter().map(|branch| branch.2).sum();
    Ok(Mapped {
        node,
        used,
        open: false,
        bands,
        members,
    })
}

/// Names the innermost band of a kernel without a parallel loop.
fn nothing_parallel(tree: &Tree, kernel: &Path) -> Refusal {
    let nodes = tree.walk();
    let mut bands = nodes
        .iter()
        .filter(|(path, node)| kernel.contains(path) && node.as_band().is_some());
    let refusal = match bands.next_back() {
        Some((path, node)) => {
            let member = node
                .as_band()
                .and_then(|band| band.members.first())
                .map(|member| member.schedule.to_string());
            let member = member.unwrap_or_default();
            Refusal::new(format!(
                "band member 0 of the innermost band is not coincident: {member}"
            ))
            .at(path)
        }
        None => {
            Refusal::new("expected a band with a coincident member in the kernel, found no band")
                .at(kernel)
        }
    };
    refusal.note(
        "threads run without order, so only loops that carry no dependence can be mapped to them",
    )
}

pass! {
    /// Runs the innermost coincident members of each branch on the threads of a block, the last of
    /// them on x. How many there may be, and how many a warp has, says the `tc.target` of the
    /// module; without one the limits are those that all built-in GPUs share.
    pub struct ScheduleMapThreads {
        name: "schedule-map-threads",
        anchor: "schedule.scop",
        summary: "in each branch of a kernel the innermost parallel loops run on the threads of a block",
        options: {
            /// run a kernel without a parallel loop on one thread instead of refusing it
            allow_sequential: bool = false,
            /// threads for the mapped loops, outermost first, x last; up to eight warps, a warp
            /// along x, if empty
            block: Vec<i64> = Vec::new(),
        },
        statistics: {
            /// bands of which a loop was mapped
            bands,
            /// loops that were mapped
            loops,
            /// kernels that run on one thread of each block
            sequential,
        },
    }
}

impl Pass for ScheduleMapThreads {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = ctx.target();
        let mut source = "";
        let report = transform(operation, ctx, |mut scop| {
            source = match (&self.block[..], scop.block) {
                ([], None) => "the block is a warp along x, and up to eight of them",
                ([], Some(_)) => "the scop had the block before, from schedule-choose for instance",
                _ => "the block was given",
            };
            let limits = Limits::of_gpu(target.as_ref())?;
            let block = match (&self.block[..], scop.block) {
                ([], Some(chosen)) => outermost_first(chosen),
                (given, _) => given[..mapped_members(&scop.tree, given.len())?].to_vec(),
            };
            let options = ScheduleMapThreads {
                block,
                allow_sequential: self.allow_sequential,
                ..ScheduleMapThreads::default()
            };
            let mapped = map_threads(scop.tree, &options, &limits)?;
            scop.tree = mapped.tree;
            scop.block = Some(mapped.block);
            Ok((scop, mapped.report))
        })?;
        self.bands.add(report.bands);
        self.loops.add(report.members);
        self.sequential.add(report.sequential);
        for mut decision in report.decisions {
            if decision.outcome == Outcome::Passed {
                decision.reason += "; ";
                decision.reason += source;
            }
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
