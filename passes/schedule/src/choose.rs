//! `schedule-choose`: tiles each kernel by sizes that follow from extents, footprints, reuse and
//! the machine.
//!
//! ```text
//! band permutable                                  band "tile" permutable
//!   | coincident S[i, j, k] -> i     4096            | coincident S[i, j, k] -> floor(i/128)
//!   | coincident S[i, j, k] -> j     4096    ==>     | coincident S[i, j, k] -> floor(j/128)
//!   | S[i, j, k] -> k                              | S[i, j, k] -> floor(k/16)
//!                                                    band "point" permutable ...
//! ```
//!
//! The sizes are those of `schedule-tile`, which does the tiling; [`cost`] says where they come
//! from. The kernels of a scop have one block: that of the kernel that takes longest, or another
//! one that some kernel would take by itself, if all kernels together gain a tenth by it
//! (`GAIN`). `schedule-map-threads` keeps it.
//!
//! **Legal when** `schedule-tile` is: members of a band that is not permutable are left alone, as
//! are kernels whose sizes are not known, and loops of the program that carry dependences.

pub mod cost;
pub mod nest;
pub mod rows;

use std::collections::BTreeMap;

use tc_dialects::schedule::tree::{Path, Refusal, Scop, Tree};
use tc_isl::thread_context;

use super::tile::{ScheduleTile, tile};
use cost::{Choice, Clocks, Machine, filling};
use nest::Nest;
use rows::{Rows, rows};
use tc_dialects::target::{Gpu, Target, find};
use tc_pass_host::*;
use tc_scop::accesses::{self, ScopAccesses};
use tc_scop::extents::bytes_of;
use tc_scop::scop_pass::transform;

pass! {
    /// Tiles the bands of each kernel by sizes that it derives from extents, footprints, reuse and
    /// the machine, and gives the scop its block. The machine is the `tc.target` of the module;
    /// without one `sm_90a`.
    pub struct ScheduleChoose {
        name: "schedule-choose",
        anchor: "schedule.scop",
        summary: "tile sizes and the block from extents, reuse and the machine",
        statistics: {
            /// kernels that were tiled
            kernels,
            /// kernels that were left as they are
            left,
        },
    }
}

/// What a multiprocessor gets from the second-level cache, as a multiple of its part of memory's
/// bandwidth. No description has the cache's own, so this is an estimate of the model for all
/// machines.
pub(crate) const CACHE_OVER_MEMORY: f64 = 2.0;

/// What all kernels together must take with another block than that of the kernel that takes
/// longest, as a share of what they take with that. The model does not see how often a row is read
/// again: covariance would gain 0.4 % by it, and its product would read 1.8 times as much.
const GAIN: f64 = 0.9;

impl From<&Gpu> for Machine {
    fn from(gpu: &Gpu) -> Machine {
        let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        let clocks = gpu.clock_ghz * gpu.multiprocessors as f64;
        Machine {
            multiprocessors: number(gpu.multiprocessors),
            lanes: gpu.fp32_tflops * 1e3 / 2.0 / clocks,
            shared_bytes: gpu.shared_bytes_per_clock as f64,
            memory_bytes: CACHE_OVER_MEMORY * gpu.memory_gb_per_s / clocks,
            warp: number(gpu.warp),
            threads_per_block: number(gpu.max_threads_per_block),
            threads_per_multiprocessor: number(gpu.max_threads_per_multiprocessor),
            shared_limit: number(gpu.shared_bytes_per_block),
            registers: number(gpu.registers_per_multiprocessor),
            registers_per_thread: number(gpu.max_registers_per_thread),
            blocks: number(gpu.max_blocks_per_multiprocessor),
            latency: gpu.memory_latency_ns * gpu.clock_ghz,
            launch: gpu.launch_us * 1e3 * gpu.clock_ghz,
            fma_latency: number(gpu.fma_latency_clocks),
            access_bytes: number(gpu.access_bytes),
            sector_bytes: number(gpu.sector_bytes),
        }
    }
}

/// What was chosen for a scop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chosen {
    /// For each kernel; none where it was left as it is.
    pub kernels: Vec<Option<Choice>>,
    /// For each kernel the rows that a block takes one after another, if several.
    pub rows: Vec<Option<Rows>>,
    /// The blocks among which kernels had to agree, the one that was taken first, then by clocks.
    pub agreed: Vec<Agreement>,
}

/// A block for all kernels of a scop.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// Threads of a block, outermost first.
    pub block: Vec<i64>,
    /// The kernel that would take it by itself.
    pub kernel: usize,
    /// Clocks of all launches of all kernels, none of them less than a launch.
    pub clocks: f64,
    /// Whether that kernel takes longest.
    pub heaviest: bool,
}

/// Tiles each kernel of a scop, and sets its block.
pub fn choose(
    mut scop: Scop,
    accesses: &ScopAccesses,
    machine: &Machine,
) -> Result<(Scop, Chosen), Refusal> {
    let kernels = scop.tree.kernels();
    let mut nests = Vec::new();
    for kernel in &kernels {
        nests.push(if is_loop(&scop.tree, kernel) {
            None
        } else {
            nest_of(&scop, accesses, kernel)?
        });
    }
    let mut chosen = choices(&nests, machine);
    let kernels_and_nests = chosen.kernels.iter().zip(&nests);
    let rows_of = |(choice, nest): (&Option<Choice>, &Option<Nest>)| {
        rows(nest.as_ref()?, machine, choice.as_ref()?)
    };
    chosen.rows = kernels_and_nests.map(rows_of).collect();
    // Kernels without a parallel loop have the threads of their lanes alone.
    let lanes = nests
        .iter()
        .flatten()
        .map(|nest| &nest.lanes)
        .max_by_key(|lanes| lanes.iter().product::<i64>());
    let threads = match (chosen.agreed.first(), lanes) {
        (Some(agreed), _) => Some(&agreed.block),
        (None, lanes) => lanes.filter(|lanes| !lanes.is_empty()),
    };
    if let Some(threads) = threads {
        let mut block = [1; 3];
        for (axis, &size) in threads.iter().rev().enumerate() {
            block[axis] = size;
        }
        scop.block = Some(block);
    }
    for ((kernel, choice), rows) in kernels.iter().zip(&chosen.kernels).zip(&chosen.rows) {
        let Some(choice) = choice else { continue };
        let options = ScheduleTile {
            sizes: rows.map_or_else(|| choice.tile.clone(), |rows| vec![rows.count]),
            scale: false,
            optional: true,
            ..ScheduleTile::default()
        };
        scop.tree
            .try_replace_at(kernel, |node| tile(node, &options).map(|(node, _)| node))?;
        if rows.is_some() {
            one_after_another(&mut scop.tree, kernel, &options.point_tag);
        }
    }
    Ok((scop, chosen))
}

/// Gives up that the rows of a block need no order: its threads are the lanes of one row.
fn one_after_another(tree: &mut Tree, kernel: &Path, points: &str) {
    let band = tree.walk().into_iter().find_map(|(path, node)| {
        let tag = node.as_band().and_then(|band| band.tag.as_deref());
        (kernel.contains(&path) && tag == Some(points)).then_some(path)
    });
    if let Some(band) = band {
        tree.replace_at(&band, |node| match node {
            Tree::Band { mut band, child } => {
                band.members
                    .iter_mut()
                    .for_each(|one| one.coincident = false);
                Tree::Band { band, child }
            }
            node => node,
        });
    }
}

/// Whether a kernel is a loop of the program that carries dependences: one block runs it, so that
/// tiles of what it runs gain nothing. (A band of a sum alone is permutable.)
fn is_loop(tree: &Tree, kernel: &Path) -> bool {
    let mut node = tree.at(kernel);
    while let Some(Tree::Filter { child, .. }) = node {
        node = Some(child);
    }
    matches!(node, Some(Tree::Band { band, child })
        if band.members.len() == 1
            && !band.permutable
            && !band.members[0].coincident
            && !matches!(**child, Tree::Leaf))
}

/// The cheapest tiles of all kernels of a scop, which have one block.
///
/// The candidates are the cheapest block of each kernel and its second, those of the kernel that
/// takes longest first; the others are judged for each of them. The least sum counts, if it is
/// [`GAIN`] of the first one's or less.
fn choices(nests: &[Option<Nest>], machine: &Machine) -> Chosen {
    let alone = |nest: &Option<Nest>| filling(nest.as_ref()?, machine, None);
    let alone: Vec<Option<Choice>> = nests.iter().map(alone).collect();
    let launches = |kernel: usize| nests[kernel].as_ref().map_or(1, |nest| nest.launches) as f64;
    let mut heaviest_first: Vec<(usize, &Choice)> = alone
        .iter()
        .enumerate()
        .filter_map(|(kernel, choice)| Some((kernel, choice.as_ref()?)))
        .collect();
    heaviest_first.sort_by(|(one, first), (other, second)| {
        let first = first.clocks.total() * launches(*one);
        let second = second.clocks.total() * launches(*other);
        second.total_cmp(&first)
    });
    let mut candidates: Vec<(Agreement, Vec<Option<Choice>>)> = Vec::new();
    let seconds = heaviest_first
        .iter()
        .filter_map(|(kernel, choice)| Some((*kernel, choice.next.as_deref()?)));
    let seconds: Vec<(usize, &Choice)> = match heaviest_first.len() {
        1 => Vec::new(),
        _ => seconds.collect(),
    };
    for (kernel, Choice { block, .. }) in heaviest_first.iter().copied().chain(seconds) {
        if candidates.iter().any(|(known, _)| known.block == *block) {
            continue;
        }
        let given = |(nest, own): (&Option<Nest>, &Option<Choice>)| match own {
            Some(own) if own.block == *block => Some(own.clone()),
            _ => filling(nest.as_ref()?, machine, Some(block)),
        };
        let all: Vec<Option<Choice>> = nests.iter().zip(&alone).map(given).collect();
        // A kernel that has no tiles for the block would be left as it is.
        if all.iter().flatten().count() < heaviest_first.len() {
            continue;
        }
        let clocks = all.iter().enumerate().filter_map(|(kernel, choice)| {
            let one = choice.as_ref()?.clocks.total().max(machine.launch);
            Some(one * launches(kernel))
        });
        let agreement = Agreement {
            block: block.clone(),
            kernel,
            clocks: clocks.sum(),
            heaviest: candidates.is_empty()
                && Some(kernel) == heaviest_first.first().map(|one| one.0),
        };
        candidates.push((agreement, all));
    }
    let own = candidates.first().map(|(first, _)| first.clocks);
    // The sort keeps the order of those that take as long.
    candidates.sort_by(|(one, _), (other, _)| one.clocks.total_cmp(&other.clocks));
    let least = candidates.first().map(|(least, _)| least.clocks);
    let heaviest = candidates.iter().position(|(one, _)| one.heaviest);
    if let (Some(own), Some(least), Some(heaviest)) = (own, least, heaviest)
        && least > GAIN * own
    {
        candidates[..=heaviest].rotate_right(1);
    }
    let (agreed, mut kernels): (Vec<_>, Vec<_>) = candidates.into_iter().unzip();
    if kernels.is_empty() {
        Chosen {
            kernels: vec![None; nests.len()],
            rows: Vec::new(),
            agreed,
        }
    } else {
        Chosen {
            kernels: kernels.swap_remove(0),
            rows: Vec::new(),
            agreed,
        }
    }
}

/// The nest of a kernel of a scop.
pub(super) fn nest_of(
    scop: &Scop,
    accesses: &ScopAccesses,
    kernel: &Path,
) -> Result<Option<Nest>, Refusal> {
    let arrays = accesses.arrays.iter().zip(&scop.arrays);
    let bytes: BTreeMap<String, i64> = arrays
        .map(|(info, array)| (info.name.clone(), bytes_of(&array.element)))
        .collect();
    let element_bytes = |name: &str| bytes.get(name).copied().unwrap_or(8);
    Nest::of(&scop.tree, kernel, accesses, &element_bytes)
}

/// The nests of the kernels of a scop that is scheduled and not tiled, for a search over tile
/// sizes; kernels whose sizes are not known have none.
pub fn nests(operation: OperationRef<'_, '_>) -> Vec<Nest> {
    let isl = thread_context();
    let of_scop = || -> Option<Vec<Nest>> {
        let accesses = accesses::of_scop(&isl, operation).ok()?;
        let scop = Scop::from_op(&isl, operation).ok()?;
        let kernels = scop.tree.kernels().into_iter();
        let nests = kernels.filter_map(|kernel| nest_of(&scop, &accesses, &kernel).ok()?);
        Some(nests.collect())
    };
    of_scop().unwrap_or_default()
}

impl Pass for ScheduleChoose {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let accesses = accesses::of_scop(&thread_context(), operation)?;
        let target = ctx.target();
        let chosen = transform(operation, ctx, |scop| {
            choose(scop, &accesses, &machine(target.as_ref())?)
        })?;
        if let Some(agreement) = agreement(&chosen.agreed) {
            ctx.decided(operation, agreement);
        }
        let all = chosen.kernels;
        for (kernel, choice) in all.iter().enumerate() {
            match choice {
                Some(choice) => {
                    ctx.decided(operation, figures(kernel, choice));
                    ctx.decided(operation, explanation(kernel, choice));
                    if let Some(rows) = &chosen.rows[kernel] {
                        ctx.decided(operation, rows_explained(kernel, rows));
                    }
                }
                None => ctx.decided(operation, left(kernel)),
            }
        }
        let kernels = all.iter().flatten().count();
        self.kernels.add(kernels);
        self.left.add(all.len() - kernels);
        Ok(())
    }
}

/// Which block the kernels of a scop share, where they would take several.
fn agreement(agreed: &[Agreement]) -> Option<Decision> {
    let (taken, others) = agreed.split_first()?;
    let own = others.iter().find(|other| other.heaviest);
    let other = own.or_else(|| others.first())?;
    let (block, next) = (list(&taken.block), list(&other.block));
    let (clocks, more, of) = (taken.clocks, other.clocks, other.kernel);
    let whose = match (taken.heaviest, own) {
        (true, _) => {
            "it is that of the kernel that takes longest, and no other saves a tenth".to_owned()
        }
        (false, Some(_)) => format!(
            "it saves {:.0} % over that of the kernel that takes longest",
            100.0 * (1.0 - clocks / more)
        ),
        (false, None) => "that of the kernel that takes longest suits not all of them".to_owned(),
    };
    let decision = Decision::passed("block of all kernels", format!("block={block}"))
        .because(format!(
            "{whose}; all of them take {clocks:.0} clocks with it, with that of kernel {of}, block={next}, {more:.0}"
        ))
        .unless("the mapping option block, or tc-partition, which makes defs of its own of the statements");
    Some(decision.figure("Clocks", clocks.round() as i64))
}

/// What was chosen for a kernel, and against what.
fn explanation(kernel: usize, choice: &Choice) -> Decision {
    let total = choice.clocks.total();
    let mut reason = format!(
        "the cheapest of {} candidates{} by the model, {total:.0} clocks",
        choice.candidates,
        if choice.given {
            " for the block that all kernels share"
        } else {
            ""
        }
    );
    if choice.fills {
        reason = format!(
            "the cheapest with a block for each multiprocessor by the model, {total:.0} clocks"
        );
    }
    if let Some(next) = choice.next.as_ref().filter(|_| choice.fills) {
        let (tile, block) = (list(&next.tile), list(&next.block));
        reason += &format!(
            "; the cheapest of all {} candidates, tile={tile} block={block}, has only {} blocks and takes {:.0} clocks, as many of them for multiply-adds",
            choice.candidates,
            next.blocks,
            next.clocks.total()
        );
    } else if let Some(next) = &choice.next {
        let more = 100.0 * (next.clocks.total() / total - 1.0);
        let (tile, block) = (list(&next.tile), list(&next.block));
        let than = if more < 0.05 {
            "as long".to_owned()
        } else {
            format!("{more:.1} % more")
        };
        reason += &format!("; the next, tile={tile} block={block}, takes {than}");
    }
    Decision::passed(
        format!("tile sizes of kernel {kernel}"),
        format!(
            "tile={} block={}: {} blocks",
            list(&choice.tile),
            list(&choice.block),
            choice.blocks
        ),
    )
    .because(reason)
    .unless(format!(
        "other extents, {}; or give sizes: the mapping options tile and block",
        match choice.clocks.bound() {
            "memory" => "or a machine with another memory_gb_per_s",
            "shared memory" => "or a machine with another shared_bytes_per_clock",
            _ => "or a machine with another fp32_tflops",
        }
    ))
    .figure("Blocks", choice.blocks)
    .figure(
        "Candidates",
        i64::try_from(choice.candidates).unwrap_or(i64::MAX),
    )
}

/// Why a block takes several rows.
fn rows_explained(kernel: usize, rows: &Rows) -> Decision {
    let Rows {
        count,
        blocks,
        bytes,
    } = rows;
    Decision::passed(
        format!("rows of kernel {kernel}"),
        format!("{count} of them one after another in each of {blocks} blocks"),
    )
    .because(format!(
        "each moves {} bytes of its own and {} that all rows read, which a block loads once; the blocks still fill the machine",
        bytes.own, bytes.common
    ))
    .unless("other extents; or give sizes: the mapping options tile and block")
    .figure("Rows", *count)
    .figure("Blocks", *blocks)
}

/// What the model says of the choice.
fn figures(kernel: usize, choice: &Choice) -> Decision {
    let Clocks {
        issue,
        shared,
        memory,
        latency,
    } = choice.clocks;
    Decision::analysis(
        format!("cost of kernel {kernel}"),
        format!(
            "{issue:.0} clocks for multiply-adds, {shared:.0} for shared memory, {memory:.0} for global memory, {latency:.0} for the first loads of blocks; so {} bounds it",
            choice.clocks.bound()
        ),
    )
    .figure("MultiplyAddClocks", issue.round() as i64)
    .figure("SharedClocks", shared.round() as i64)
    .figure("MemoryClocks", memory.round() as i64)
    .figure("LatencyClocks", latency.round() as i64)
}

fn left(kernel: usize) -> Decision {
    Decision::missed(format!("tile sizes of kernel {kernel}"), "left as it is")
        .because("it has no parallel loop, or its sizes are not known")
        .unless("give sizes, by tc-specialize or --size, or tile with schedule-tile")
}

fn list(sizes: &[i64]) -> String {
    let texts: Vec<String> = sizes.iter().map(i64::to_string).collect();
    texts.join(",")
}

/// What the model knows of a target; `sm_90a` without one.
pub(super) fn machine(target: Option<&Target>) -> Result<Machine, Refusal> {
    let target = target.cloned().map_or_else(|| find("sm_90a"), Ok);
    let target = target.map_err(|error| Refusal::new(error.to_string()))?;
    target.expect_gpu().map(Machine::from)
}
