//! Whether tiles in time pay on a GPU, and their sizes.
//!
//! A tile of `T` steps of `S` points is for one block, which reads it into shared memory, does the
//! steps there and writes it back. With `f`, the elements by which a tile moves with each step, and
//! `R`, a point more on each side, in microseconds for all steps `K`:
//!
//! ```text
//! without tiles  K * min(statements * launch + points * moved / rate(bytes of the arrays),
//!                        work of all points on one block)
//! with tiles     waves * launch + max(traffic / rate, work / issue) / busy
//! waves          K/T + sum over dimensions (extent + f*K) / S
//! traffic        tiles * held * (union of T boxes of R, each moved by f, and the same of S)
//! busy           tiles of a wave on average over multiprocessors, at most 1
//! ```
//!
//! `moved` and `held` are those of the model for a CPU. What fits the second-level cache moves
//! faster, by the estimate of `schedule-choose`. Of the tiles that take about as long, the one that
//! moves least is taken.

use super::model::{GAIN, STEPS, Sizes, Sweep, joined};
use crate::choose::CACHE_OVER_MEMORY;
use tc_dialects::target::Gpu;

/// Instructions of an access: its address, a condition and the arithmetic with it.
const ACCESS: f64 = 4.0;
/// Dimensions that can be cut: what a tile holds that moves along three takes isl too long to say.
const DIMENSIONS: usize = 2;
/// What a tile may take, as a multiple of the fastest one, if it moves fewer bytes: the model knows
/// traffic better than time.
const NEAR: f64 = 1.1;
/// Statements of a step: the three of `fdtd_2d` take isl a minute.
const STATEMENTS: i64 = 2;
/// Elements that neighbours of a point are away, at most, by the estimate.
const HALO: i64 = 1;

/// Why tiles in time cannot pay, whatever their sizes.
pub(super) fn needs_none(sweep: &Sweep) -> Option<String> {
    if sweep.steps < STEPS {
        return Some(format!("it has {} steps only", sweep.steps));
    }
    let statements = sweep.statements.round() as i64;
    if statements > STATEMENTS {
        return Some(format!(
            "what its tiles hold of {statements} statements takes isl too long to say; it does of {STATEMENTS}"
        ));
    }
    let dimensions = sweep.extents.len();
    (dimensions > DIMENSIONS).then(|| {
        format!("it sweeps over {dimensions} dimensions, whose tiles would be cut along {DIMENSIONS} only")
    })
}

/// The best sizes for tiles that move by these elements in each step, and why; or why none pay.
pub(super) fn best(
    sweep: &Sweep,
    factors: &[Option<i64>],
    machine: &Gpu,
) -> Result<(Sizes, String), String> {
    let Some(factors) = factors.iter().copied().collect::<Option<Vec<i64>>>() else {
        return Err(format!(
            "tiles cannot be cut along all dimensions: each step moves them by {} elements",
            joined(factors)
        ));
    };
    let without = without_tiles(sweep, machine);
    let mut all: Vec<(Cost, Sizes)> = Vec::new();
    for time in [4, 8, 16, 32] {
        for space in candidates(sweep.extents.len(), machine.warp as i64) {
            let sizes = Sizes { time, space };
            let fits = tile_bytes(sweep, &sizes, &factors) <= machine.shared_bytes_per_block as f64;
            let cost = with_tiles(sweep, &sizes, &factors, machine);
            // Few tiles stay on one block (`schedule-launches`).
            if sizes.time <= sweep.steps && fits && cost.in_a_wave > machine.warp as f64 {
                all.push((cost, sizes));
            }
        }
    }
    let least = all
        .iter()
        .map(|(cost, _)| cost.time)
        .fold(f64::MAX, f64::min);
    all.retain(|(cost, _)| cost.time <= NEAR * least);
    let best = all
        .into_iter()
        .min_by(|(one, _), (other, _)| one.traffic.total_cmp(&other.traffic));
    let Some((cost, sizes)) = best else {
        return Err("no tile fits shared memory, with tiles enough in a wave".to_owned());
    };
    let steps = sweep.steps as f64;
    let model = format!(
        "a step takes about {:.1} us, with tiles of {:.0} kB in shared memory {:.1} us and {:.0} kB of traffic",
        without / steps,
        tile_bytes(sweep, &sizes, &factors) / 1e3,
        cost.time / steps,
        cost.traffic / steps / 1e3,
    );
    if cost.time <= (1.0 - GAIN) * without {
        Ok((sizes, model))
    } else {
        Err(model)
    }
}

/// Sizes along all dimensions to compare: a warp or two along the last one.
fn candidates(dimensions: usize, warp: i64) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for dimension in 0..dimensions {
        let sizes: &[i64] = if dimension + 1 == dimensions {
            &[warp, 2 * warp, 4 * warp, 8 * warp, 16 * warp]
        } else {
            &[8, 16, 32, 64]
        };
        all = all
            .iter()
            .flat_map(|before| sizes.iter().map(|size| [&before[..], &[*size]].concat()))
            .collect();
    }
    all
}

/// Microseconds of all steps: each is a launch of its own for each statement, or all of them run on
/// one block.
fn without_tiles(sweep: &Sweep, machine: &Gpu) -> f64 {
    let launches = sweep.statements.max(1.0) * machine.launch_us;
    let moved = points(sweep) * (sweep.moved + sweep.kept) / rate(sweep, machine);
    let on_one_block = work(sweep, points(sweep)) / issue(machine);
    sweep.steps as f64 * (launches + moved).min(on_one_block)
}

/// What tiles cost.
struct Cost {
    /// Microseconds of all steps.
    time: f64,
    /// Bytes that all steps move.
    traffic: f64,
    /// Tiles that run at the same time, on average.
    in_a_wave: f64,
}

/// What tiles of these sizes cost.
fn with_tiles(sweep: &Sweep, sizes: &Sizes, factors: &[i64], machine: &Gpu) -> Cost {
    let steps = sweep.steps as f64;
    let rows = steps / sizes.time as f64;
    let mut waves = rows;
    let mut tiles = rows;
    for ((extent, size), factor) in sweep.extents.iter().zip(&sizes.space).zip(factors) {
        waves += (*extent as f64 + *factor as f64 * steps) / *size as f64;
        tiles *= (*extent as f64 / *size as f64).ceil() + 1.0;
    }
    let swept = |margin: i64| -> f64 {
        let all = |less: i64| -> f64 {
            let sides = sizes.space.iter().zip(factors);
            sides
                .map(|(size, factor)| (size + 2 * margin - less * factor).max(0) as f64)
                .product()
        };
        all(0) + (sizes.time - 1) as f64 * (all(0) - all(1))
    };
    let traffic =
        tiles * sweep.held * (swept(HALO) + swept(0)) + steps * points(sweep) * sweep.kept;
    let of_tile: f64 = sizes.space.iter().map(|size| *size as f64).product();
    let work = tiles * sizes.time as f64 * work(sweep, of_tile);
    let in_a_wave = tiles / waves;
    let busy = (in_a_wave / machine.multiprocessors as f64).min(1.0);
    let issue = machine.multiprocessors as f64 * issue(machine);
    let took = (traffic / rate(sweep, machine)).max(work / issue) / busy;
    Cost {
        time: waves * machine.launch_us + took,
        traffic,
        in_a_wave,
    }
}

/// Bytes that a tile takes of shared memory.
fn tile_bytes(sweep: &Sweep, sizes: &Sizes, factors: &[i64]) -> f64 {
    let sides = sizes.space.iter().zip(factors);
    let side = |(size, factor): (&i64, &i64)| (size + factor * (sizes.time - 1) + 2 * HALO) as f64;
    sweep.held * sides.map(side).product::<f64>()
}

/// Instructions of threads for one step of so many points.
fn work(sweep: &Sweep, points: f64) -> f64 {
    points * ACCESS * sweep.accesses
}

/// Instructions of threads that a multiprocessor starts in a microsecond.
fn issue(machine: &Gpu) -> f64 {
    (machine.issue_per_clock * machine.warp) as f64 * machine.clock_ghz * 1e3
}

/// Bytes in a microsecond from where the arrays are.
fn rate(sweep: &Sweep, machine: &Gpu) -> f64 {
    let memory = machine.memory_gb_per_s * 1e3;
    if sweep.bytes() <= machine.l2_bytes as f64 {
        CACHE_OVER_MEMORY * memory
    } else {
        memory
    }
}

fn points(sweep: &Sweep) -> f64 {
    sweep.extents.iter().map(|extent| *extent as f64).product()
}
