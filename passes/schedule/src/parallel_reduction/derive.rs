//! Which reductions are split, and over how many lanes.

use tc_dialects::schedule::tree::Refusal;
use tc_isl::Dim;

use super::cut::{Cut, Lane, Run};
use super::reduction::Reduction;
use crate::choose::cost::{Machine, cheapest};
use crate::choose::nest::Nest;
use tc_scop::accesses::{Access, AccessKind};

/// Threads of a multiprocessor that hide the latency of its memory.
const THREADS: i64 = 256;
/// The terms of a lane, where there are lanes for all.
const TERMS: i64 = 32;
/// The most lanes of one element.
const LANES: i64 = 256;
/// The most lanes of one element where neighbouring threads work on neighbouring elements.
const WARPS: i64 = 32;
/// The least extent of a loop along which reuse pays.
const REUSED: i64 = 16;
/// With this many elements of a product its operands are better reused than its sums split.
const PRODUCT: i64 = 4096;
/// The terms that one lane folds at most before they are split again, and into how many lanes.
const FOLDED: i64 = 64;
const FOLD_LANES: i64 = 16;
/// Elements for each multiprocessor below which larger tiles with runs may pay.
const TILE: i64 = 64 * 64;
/// The least terms of a run, and the steps of a tile that it has whole.
const RUN: i64 = 64;
const STEPS: i64 = 8;
/// The most runs of a reduction.
const RUNS: i64 = 16;
/// What runs must gain to be worth another kernel.
const GAIN: f64 = 0.9;
/// A sum that takes as long as so many launches gets several blocks.
const LAUNCHES: f64 = 8.0;
/// Axes of a block that lanes take at most.
const AXES: usize = 2;

/// What is known of a reduction besides its indices.
pub struct Known<'a> {
    /// What its instances access.
    pub accesses: &'a [Access],
    /// The size of an element of the result.
    pub bytes: i64,
    /// The widest access of memory.
    pub vector_bytes: i64,
    /// The machine.
    pub machine: &'a Machine,
    /// The kernel, if the model can judge it and the reduction may become a kernel of its own.
    pub nest: Option<&'a Nest>,
    /// Fewer terms than this are summed by one thread.
    pub terms: i64,
}

/// The lanes or runs that a reduction gains from, or why it is left as it is.
pub fn derive(reduction: &Reduction, known: &Known<'_>) -> Result<Cut, Refusal> {
    let lanes = lanes(reduction, known);
    let run = match &lanes {
        Ok(cut) => long_runs(reduction, cut, known)?,
        Err(_) => None,
    };
    match (lanes, run) {
        (Ok(cut), run) => Ok(Cut { run, ..cut }),
        (Err(why), _) => match runs(reduction, known)? {
            Some(run) => Ok(Cut {
                run: Some(run),
                ..Cut::default()
            }),
            None => Err(why),
        },
    }
}

/// The runs of a reduction whose operands are reused, as the model of `schedule-choose` has it:
/// larger tiles for as many blocks, against one more kernel and the traffic of the partial
/// results.
fn runs(reduction: &Reduction, known: &Known<'_>) -> Result<Option<Run>, Refusal> {
    let (Some(nest), machine) = (known.nest, known.machine) else {
        return Ok(None);
    };
    // Its rows share a kernel with other statements, which saves the launch that runs would take.
    if nest.loops.iter().any(|one| one.parallel && !one.on_grid) {
        return Ok(None);
    }
    let extents = extents(reduction)?;
    let elements = reduction.kept.iter().map(|&index| extents[index].1);
    let elements = elements.fold(1, i64::saturating_mul);
    let summed = reduction.summed()?;
    let serial = (0..nest.members).filter(|&at| {
        let one = &nest.loops[at];
        !one.parallel && one.step == 1 && summed.contains(&one.index)
    });
    let Some(at) = serial.max_by_key(|&at| nest.loops[at].extent) else {
        return Ok(None);
    };
    let (index, terms) = (nest.loops[at].index, nest.loops[at].extent);
    if elements > machine.multiprocessors * TILE || terms < 2 * RUN {
        return Ok(None);
    }
    let Some(whole) = cheapest(nest, machine, None) else {
        return Ok(None);
    };
    let mut best = (whole.clocks.total() * GAIN, None);
    for (count, length) in lengths(terms) {
        let Some(cut) = cheapest(&nest.with_runs(at, count, length), machine, None) else {
            continue;
        };
        let moved = ((count + 1) * elements * known.bytes) as f64;
        let fold = moved / (machine.memory_bytes * machine.multiprocessors as f64);
        let clocks = cut.clocks.total() + machine.launch + machine.latency + fold;
        if clocks < best.0 {
            let first = extents[index].0;
            best = (
                clocks,
                Some(Run {
                    index,
                    first,
                    count,
                    length,
                }),
            );
        }
    }
    Ok(best.1)
}

/// Numbers of runs and their length: runs of whole tiles, of which the last one may have fewer.
fn lengths(terms: i64) -> Vec<(i64, i64)> {
    let lengths = (2..=RUNS).map(|count| ceil_div(ceil_div(terms, count), STEPS) * STEPS);
    let mut all: Vec<(i64, i64)> = lengths
        .map(|length| (ceil_div(terms, length), length))
        .filter(|&(count, length)| count > 1 && length >= RUN)
        .collect();
    all.dedup();
    all
}

/// The runs of a reduction with so many terms for so few elements that one block each would take
/// much longer than a launch.
fn long_runs(reduction: &Reduction, cut: &Cut, known: &Known<'_>) -> Result<Option<Run>, Refusal> {
    let machine = known.machine;
    let extents = extents(reduction)?;
    let count = |indices: &[usize]| -> i64 {
        let extents = indices.iter().map(|&index| extents[index].1);
        extents.fold(1, i64::saturating_mul)
    };
    let summed = reduction.summed()?;
    let (elements, terms) = (count(&reduction.kept), count(&summed));
    let blocks = machine.multiprocessors / elements.max(1);
    let alone = (terms * known.bytes) as f64 / machine.memory_bytes;
    if known.nest.is_none() || blocks < 2 || alone < LAUNCHES * machine.launch {
        return Ok(None);
    }
    // The turns of all lanes along an index, which a run has as a whole.
    let turn = |index: usize| {
        let lane = cut.lanes.iter().find(|lane| lane.index == index);
        lane.map_or(1, |lane| lane.lanes * lane.width)
    };
    let turns = |&index: &usize| ceil_div(extents[index].1, turn(index));
    let Some(index) = summed.into_iter().max_by_key(turns) else {
        return Ok(None);
    };
    let length = ceil_div(turns(&index), blocks) * turn(index);
    let (first, extent) = extents[index];
    let count = ceil_div(extent, length);
    Ok((count > 1).then_some(Run {
        index,
        first,
        count,
        length,
    }))
}

/// The lanes that a reduction gains from, or why it has none.
fn lanes(reduction: &Reduction, known: &Known<'_>) -> Result<Cut, Refusal> {
    let Known {
        accesses,
        bytes,
        vector_bytes,
        machine,
        ..
    } = *known;
    let extents = extents(reduction)?;
    let count = |indices: &[usize]| -> i64 {
        let extents = indices.iter().map(|&index| extents[index].1);
        extents.fold(1, i64::saturating_mul)
    };
    let summed = reduction.summed()?;
    let (elements, terms) = (count(&reduction.kept), count(&summed));
    let threads = machine.multiprocessors * THREADS;
    if elements >= threads {
        return Err(Refusal::new(format!(
            "its {elements} elements are enough for {threads} threads"
        )));
    }
    if terms < known.terms {
        return Err(Refusal::new(format!("it has only {terms} terms")));
    }
    let reads: Vec<Vec<Vec<i64>>> = steps(accesses, extents.len())?;
    let reused = |&&index: &&usize| {
        let stays = |read: &Vec<Vec<i64>>| read.iter().all(|dim| dim[index] == 0);
        extents[index].1 >= REUSED && reads.iter().any(stays)
    };
    if elements >= PRODUCT && reduction.kept.iter().filter(reused).count() > 1 {
        return Err(Refusal::new("its operands are reused along several loops"));
    }
    // The largest operand says where neighbours in memory are.
    let size = |read: &&Vec<Vec<i64>>| -> i64 {
        let moves = (0..extents.len()).filter(|&index| read.iter().any(|dim| dim[index] != 0));
        count(&moves.collect::<Vec<_>>())
    };
    let largest = reads.iter().max_by_key(size);
    let row_of = |read: &Vec<Vec<i64>>| {
        let dim = read.last()?;
        summed.iter().copied().rev().find(|&index| dim[index] != 0)
    };
    let row = largest.and_then(row_of);
    let wanted = power_of_two(threads / elements.max(1));
    let Some(row) = row else {
        let wanted = wanted.clamp(2, WARPS);
        let longest = summed.into_iter().max_by_key(|&index| extents[index].1);
        let lanes = longest.map(|index| deal(index, extents[index], wanted, 1));
        return Ok(Cut {
            run: None,
            lanes: lanes.into_iter().collect(),
            outermost: true,
        });
    };
    let wanted = wanted
        .max(power_of_two(terms / TERMS))
        .clamp(machine.warp.min(LANES), LANES);
    let vector = (vector_bytes / bytes.max(1)).max(1);
    let width = match extents[row].1 {
        extent if extent % vector == 0 && extent / vector >= machine.warp => vector,
        _ => 1,
    };
    let mut order: Vec<usize> = summed.into_iter().filter(|&index| index != row).collect();
    order.push(row);
    Ok(Cut {
        run: None,
        lanes: neighbours(&order, &extents, wanted, width),
        outermost: false,
    })
}

/// So many lanes along the last indices; those along the last one take vectors.
fn neighbours(order: &[usize], extents: &[(i64, i64)], wanted: i64, width: i64) -> Vec<Lane> {
    let mut lanes = Vec::new();
    let mut left = wanted;
    for (position, &index) in order.iter().rev().enumerate().take(AXES) {
        let width = if position == 0 { width } else { 1 };
        let lane = deal(index, extents[index], left, width);
        left /= lane.lanes;
        lanes.insert(0, lane);
        if left < 2 {
            break;
        }
    }
    lanes.retain(|lane| lane.lanes > 1);
    lanes
}

/// The lanes over which a statement that folds partial results is split again; none if there are
/// few.
pub fn fold(reduction: &Reduction) -> Result<Option<Vec<Lane>>, Refusal> {
    let extents = extents(reduction)?;
    let summed = reduction.summed()?;
    let terms = summed.iter().map(|&index| extents[index].1);
    if terms.fold(1, i64::saturating_mul) <= FOLDED {
        return Ok(None);
    }
    let last = summed.last().copied();
    Ok(last.map(|index| vec![deal(index, extents[index], FOLD_LANES, 1)]))
}

/// What a person asked for: so many lanes for each of the last indices of the sum, and runs of the
/// first one.
pub fn given(
    reduction: &Reduction,
    lanes: &[i64],
    width: i64,
    blocks: i64,
) -> Result<Cut, Refusal> {
    let summed = reduction.summed()?;
    if lanes.len() > summed.len() {
        return Err(Refusal::new(format!(
            "expected lanes for at most {} indices of the sum of {}, found {}",
            summed.len(),
            reduction.statement,
            lanes.len()
        )));
    }
    let indices = &summed[summed.len() - lanes.len()..];
    let mut dealt = Vec::new();
    for (position, (&index, &lanes)) in indices.iter().zip(lanes).enumerate() {
        let (first, last) = reduction.range(index)?;
        let extent = last - first + 1;
        let width = if position + 1 == indices.len() {
            width
        } else {
            1
        };
        dealt.push(Lane {
            index,
            first,
            extent,
            lanes: lanes.min(ceil_div(extent, width)).max(1),
            width,
        });
    }
    let run = match summed.first() {
        Some(&index) if blocks > 1 => {
            let (first, last) = reduction.range(index)?;
            let own = dealt.iter().find(|lane| lane.index == index);
            let turn = own.map_or(1, |lane| lane.lanes * lane.width);
            let turns = ceil_div(last - first + 1, turn);
            let length = ceil_div(turns, blocks) * turn;
            Some(Run {
                index,
                first,
                count: ceil_div(last - first + 1, length),
                length,
            })
        }
        _ => None,
    };
    Ok(Cut {
        run: run.filter(|run| run.count > 1),
        lanes: dealt,
        outermost: false,
    })
}

fn ceil_div(value: i64, by: i64) -> i64 {
    (value + by - 1) / by
}

/// The first value and the number of values of each index.
fn extents(reduction: &Reduction) -> Result<Vec<(i64, i64)>, Refusal> {
    let all = 0..reduction.instances.tuple_dim()?;
    all.map(|index| {
        let (first, last) = reduction.range(index)?;
        Ok(if index < reduction.launches.min(reduction.loops) {
            (first, 1)
        } else {
            (first, last - first + 1)
        })
    })
    .collect()
}

/// How far each subscript of each read moves with each index; a read whose subscripts are data
/// does not move.
fn steps(accesses: &[Access], rank: usize) -> Result<Vec<Vec<Vec<i64>>>, Refusal> {
    let mut reads = Vec::new();
    let loads = accesses.iter();
    for read in loads.filter(|access| access.kind == AccessKind::Read) {
        let mut dims = Vec::new();
        for map in read.relation.maps()?.into_iter().take(1) {
            if !map.is_single_valued()? {
                continue;
            }
            let function = map.as_pw_multi_aff()?;
            for dim in 0..map.dim(Dim::Out)? {
                let mut moves = vec![0; rank];
                if let Some((_, piece)) = function.at(dim)?.pieces()?.first() {
                    for (index, step) in moves.iter_mut().enumerate() {
                        let factor = piece.coefficient_val(Dim::In, index)?;
                        *step = factor.to_i64().unwrap_or(0);
                    }
                }
                dims.push(moves);
            }
        }
        reads.push(dims);
    }
    Ok(reads)
}

/// Deals an index to at most `wanted` lanes, to all of them the same number of values where some
/// number of at least half as many lanes does that.
fn deal(index: usize, (first, extent): (i64, i64), wanted: i64, width: i64) -> Lane {
    let units = ceil_div(extent, width);
    let lanes = if units <= wanted {
        units
    } else {
        let even = (1 + wanted / 2..=wanted).rev();
        even.into_iter()
            .find(|lanes| units % lanes == 0)
            .unwrap_or(wanted)
    };
    Lane {
        index,
        first,
        extent,
        lanes,
        width,
    }
}

/// The least power of two that is no less.
fn power_of_two(value: i64) -> i64 {
    u64::try_from(value.max(1)).map_or(1, |value| value.next_power_of_two() as i64)
}
