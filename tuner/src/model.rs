//! What a candidate should cost, before it is compiled: the prior of the search by the model.
//!
//! **GPU**: the clocks of `schedule-choose` for its tiles and block, where it has both; times a
//! factor for each pass that an option leaves out.
//!
//! **CPU**: a roofline of one core, for each nest with tiles `T` in loops with extents `E`
//!
//! ```text
//! operations = product of E / lanes                lanes: 1 where nothing is a vector
//! bytes      = product of ceil(E / T) * footprint of a tile        if a tile fits the second cache
//!              instances * bytes of its accesses                   otherwise
//! cost       = operations + bytes / 8
//! ```
//!
//! It knows neither registers nor the passes that find tiles themselves; costs of trials correct
//! it (`crate::search::model`). Only ratios of priors mean something.

use crate::space::{Candidate, Space};
use tc_dialects::target::{Cpu, Gpu, Target};
use tc_schedule::choose::cost::{self, Machine};
use tc_schedule::choose::nest::Nest;

/// Bytes that a core gets from beyond its caches in the time of a vector operation.
const BYTES: f64 = 8.0;

/// The prior of a candidate.
pub(crate) fn prior(space: &Space, candidate: &Candidate) -> f64 {
    let tile = space.numbers(candidate, "tile");
    let block = space.numbers(candidate, "block").unwrap_or_default();
    let is = |name: &str, value: &str| {
        space
            .options(candidate)
            .get(name)
            .is_some_and(|one| one == value)
    };
    let off = |name: &str, factor: f64| if is(name, "false") { factor } else { 1.0 };
    match space.target() {
        Target::Gpu(gpu) => {
            let without = off("shared", 2.0) * off("private", 3.0) * off("vector", 1.2);
            let nests = space.nests().iter();
            nests
                .map(|nest| on_gpu(nest, gpu, tile.as_deref(), &block))
                .sum::<f64>()
                * without
        }
        Target::Cpu(cpu) => {
            let lanes = if is("vector", "false") {
                1
            } else {
                cpu.vector_lanes
            };
            let nests = space.nests().iter();
            let all = nests.map(|nest| on_cpu(nest, cpu, tile.as_deref(), lanes as f64));
            all.sum::<f64>() * off("private", 2.0)
        }
    }
}

fn on_gpu(nest: &Nest, gpu: &Gpu, tile: Option<&[i64]>, block: &[i64]) -> f64 {
    let machine = Machine::from(gpu);
    let clocks = match tile {
        None => cost::filling(nest, &machine, None).map(|one| one.clocks),
        Some(tile) => {
            let eight_warps = [8, machine.warp];
            let block = if block.is_empty() {
                &eight_warps[..]
            } else {
                block
            };
            cost::clocks_of(nest, &machine, tile, block)
        }
    };
    let instances: f64 = nest.loops.iter().map(|one| one.extent as f64).product();
    let clocks = clocks.map_or(instances, |clocks| clocks.total());
    clocks.max(machine.launch)
}

fn on_cpu(nest: &Nest, cpu: &Cpu, tile: Option<&[i64]>, lanes: f64) -> f64 {
    let instances: f64 = nest.loops.iter().map(|one| one.extent as f64).product();
    let footprint = |size: &dyn Fn(usize) -> i64| -> f64 {
        let all = nest.references.iter();
        all.map(|one| one.footprint_bytes(size, 64)).sum()
    };
    let extent = |at: usize| nest.loops[at].extent;
    let whole = footprint(&extent);
    let (bytes, lanes) = match tile {
        // Blocks and register tiles are chosen so that caches serve them.
        None => (whole, lanes),
        Some(tile) => {
            let size = |at: usize| match tile.get(at) {
                Some(&size) if size > 0 => size.min(extent(at)),
                _ => extent(at),
            };
            let tiles =
                (0..nest.loops.len()).map(|at| (extent(at) as f64 / size(at) as f64).ceil());
            let once = footprint(&size);
            let bytes = if once <= cpu.l2_bytes as f64 {
                tiles.product::<f64>() * once
            } else {
                instances * 4.0 * nest.references.len() as f64
            };
            let row = (0..nest.members).next_back().map_or(1, size);
            (bytes.max(whole), lanes.min(row as f64).max(1.0))
        }
    };
    instances / lanes + bytes / BYTES
}
