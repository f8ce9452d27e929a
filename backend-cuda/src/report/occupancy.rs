//! How many blocks of a kernel a multiprocessor holds, the resource that limits them, and how the
//! grid fills the machine.
//!
//! The rules are those of NVIDIA's occupancy calculator. Registers are given to a warp in units and
//! come from one of the parts of the register file; a block takes some shared memory beyond what it
//! asks for, in units too. The sizes are those of the target.

use serde::Serialize;
use tc_dialects::target::Gpu;

/// How a kernel fills the machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Occupancy {
    /// Blocks that a multiprocessor holds at the same time.
    pub blocks: u64,
    /// Warps of these blocks.
    pub warps: u64,
    /// Warps that a multiprocessor can hold.
    pub max_warps: u64,
    /// `registers`, `shared memory`, `threads` or `blocks`.
    pub limiter: &'static str,
    /// Whether registers were known.
    pub registers_known: bool,
    /// The grid, if it is known.
    pub grid: Option<Waves>,
}

/// The distribution of a grid over the machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Waves {
    /// Blocks of the whole grid.
    pub blocks: u64,
    /// Blocks divided by the number that the machine holds at once.
    pub waves: f64,
    /// Share of the machine that the last wave uses.
    pub tail: f64,
    /// Blocks divided by the number of multiprocessors.
    pub per_multiprocessor: f64,
    /// Multiprocessors that never get a block.
    pub idle: u64,
}

/// The resources of one block.
#[derive(Clone, Copy, Debug)]
pub struct Demand {
    pub threads: u64,
    /// Per thread, if known.
    pub registers: Option<u64>,
    /// Static and dynamic bytes of a block.
    pub shared_bytes: u64,
    /// Blocks of the grid, if known.
    pub grid_blocks: Option<u64>,
}

/// The occupancy of a kernel on a GPU.
pub fn of(gpu: &Gpu, demand: Demand) -> Occupancy {
    let warps = demand.threads.div_ceil(gpu.warp).max(1);
    let shared = (demand.shared_bytes + gpu.shared_bytes_reserved_per_block)
        .max(1)
        .next_multiple_of(gpu.shared_granularity);
    let parts = gpu.parts_per_multiprocessor;
    let by_registers = demand.registers.map(|registers| {
        let warp = (registers.max(1) * gpu.warp).next_multiple_of(gpu.register_granularity);
        gpu.registers_per_multiprocessor / parts / warp * parts / warps
    });
    let limits = [
        (
            "threads",
            gpu.max_threads_per_multiprocessor / gpu.warp / warps,
        ),
        ("blocks", gpu.max_blocks_per_multiprocessor),
        (
            "shared memory",
            gpu.shared_bytes_per_multiprocessor / shared,
        ),
        ("registers", by_registers.unwrap_or(u64::MAX)),
    ];
    let (limiter, blocks) = limits
        .into_iter()
        .min_by_key(|(_, blocks)| *blocks)
        .unwrap_or(("blocks", 0));
    Occupancy {
        blocks,
        warps: blocks * warps,
        max_warps: gpu.max_threads_per_multiprocessor / gpu.warp,
        limiter,
        registers_known: demand.registers.is_some(),
        grid: demand.grid_blocks.map(|grid| waves(gpu, grid, blocks)),
    }
}

fn waves(gpu: &Gpu, grid: u64, resident: u64) -> Waves {
    let at_once = (resident * gpu.multiprocessors).max(1);
    let last = match grid % at_once {
        0 => at_once.min(grid),
        rest => rest,
    };
    Waves {
        blocks: grid,
        waves: grid as f64 / at_once as f64,
        tail: last as f64 / at_once as f64,
        per_multiprocessor: grid as f64 / gpu.multiprocessors.max(1) as f64,
        idle: gpu.multiprocessors.saturating_sub(grid),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_dialects::target;

    fn occupancy(threads: u64, registers: u64, shared_bytes: u64) -> (u64, u64, &'static str) {
        let target = target::find("sm_90a").unwrap();
        let gpu = target.as_gpu().unwrap();
        let demand = Demand {
            threads,
            registers: Some(registers),
            shared_bytes,
            grid_blocks: Some(4 * 132 + 66),
        };
        let found = of(gpu, demand);
        (found.blocks, found.warps, found.limiter)
    }

    #[test]
    fn each_resource_limits_in_its_turn() {
        assert_eq!(occupancy(256, 32, 0), (8, 64, "threads"));
        assert_eq!(occupancy(32, 32, 0), (32, 32, "blocks"));
        // 33 registers are 40 with their granularity: 12 warps in each part.
        assert_eq!(occupancy(256, 33, 0), (6, 48, "registers"));
        assert_eq!(occupancy(256, 255, 0), (1, 8, "registers"));
        // 48 KiB and 1 KiB for the system: 4 times into 228 KiB.
        assert_eq!(occupancy(128, 32, 48 * 1024), (4, 16, "shared memory"));
    }

    #[test]
    fn waves_say_how_full_the_last_one_is() {
        let target = target::find("sm_90a").unwrap();
        let gpu = target.as_gpu().unwrap();
        let found = waves(gpu, 4 * 132 + 66, 1);
        assert_eq!((found.waves, found.tail, found.idle), (4.5, 0.5, 0));
        let found = waves(gpu, 32, 2);
        assert_eq!((found.idle, found.per_multiprocessor), (100, 32.0 / 132.0));
        assert_eq!(waves(gpu, 264, 2).tail, 1.0);
    }
}
