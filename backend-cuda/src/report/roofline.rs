//! Lower bounds on the time of a kernel, resource by resource, and the resource that limits it.
//!
//! | resource | time |
//! | --- | --- |
//! | memory | bytes that must move / bandwidth of global memory |
//! | ffma | float operations / rate of the units |
//! | matrix | matrix operations that run, by type / rates of the units |
//! | functions, integer | `ex2` and others; integer sums or products / their units |
//! | shared | 128-byte passes through shared memory and L1, without conflicts |
//! | issue | instructions / instructions that are issued in a clock |
//! | warp | for each wave, the instructions of the longest warp of a block, one in a clock |
//! | latency | one trip to memory for each wave, and the longest chain of dependent multiply-adds |
//! | launch | the time from one launch to the next |
//!
//! An uneven grid stretches the times of what each multiprocessor has: from `ffma` to `issue`.
//! Operations and bytes that a kernel must do at least are those of the schedule tree. What it does
//! beyond them is counted in the machine code, with the trip count of each loop (`sass/walk.rs`).
//! Where these are not known, the main loop is scaled to the float operations of the tree instead.
//! All are lower bounds, made from the figures of the target description; the greatest is the bound
//! of the kernel.
//!
//! Beside them stands the time of *uncovered* trips to memory (`sass/waiting.rs`): no warp of a
//! block has anything to do then, and only another block of the multiprocessor can fill it. It is
//! no lower bound, since other blocks may use the other resources meanwhile, so it is no part of
//! it.

use serde::Serialize;
use tc_dialects::target::Gpu;
use tc_schedule::work::KernelWork;

use super::occupancy::Occupancy;
use super::sass::{Executed, Mix, Sass};

/// A resource that can limit a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Resource {
    /// Bandwidth of global memory.
    Memory,
    /// Float arithmetic outside of matrix instructions.
    Ffma,
    /// Matrix instructions.
    Matrix,
    /// Functions such as `ex2`, which have units of their own.
    Functions,
    /// Integer arithmetic.
    Integer,
    /// Loads and stores of shared and global memory, as instructions.
    Shared,
    /// The issue of instructions of all kinds.
    Issue,
    /// The issue of the instructions of the longest warp of a block, which other warps cannot help.
    Warp,
    /// The dependence of one instruction on the one before.
    Latency,
    /// The start of a kernel.
    Launch,
}

impl Resource {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Resource::Memory => "memory",
            Resource::Ffma => "ffma",
            Resource::Matrix => "matrix",
            Resource::Functions => "functions",
            Resource::Integer => "integer",
            Resource::Shared => "shared",
            Resource::Issue => "issue",
            Resource::Warp => "warp",
            Resource::Latency => "latency",
            Resource::Launch => "launch",
        }
    }

    /// The meaning of this resource as the limit, and possible improvements.
    pub fn words(self) -> &'static str {
        match self {
            Resource::Memory => {
                "the bytes that must move take longest: only moving fewer helps, by fusing with a neighbour or a narrower type"
            }
            Resource::Ffma => {
                "the float operations take longest: this is as good as it gets without matrix instructions"
            }
            Resource::Matrix => "the matrix instructions take longest: this is as good as it gets",
            Resource::Functions => {
                "functions such as exp take longest: compute fewer of them, or some by multiply-adds"
            }
            Resource::Integer => {
                "integer arithmetic takes longest: hoist addresses, more outputs for each thread, or matrix instructions for narrow types"
            }
            Resource::Shared => {
                "loads and stores take longest: more outputs for each thread, or 128 bits at a time"
            }
            Resource::Issue => {
                "instructions other than multiply-adds take longest: unroll, hoist addresses, more outputs for each thread"
            }
            Resource::Warp => {
                "one warp of a block takes longest: spread its work over more warps, or launch more and smaller blocks"
            }
            Resource::Latency => {
                "waiting takes longest: more blocks, or more independent work in each thread"
            }
            Resource::Launch => {
                "the launch takes longer than the kernel: fuse it with a neighbour, or give it more to do"
            }
        }
    }
}

/// Lower bounds on the time, in microseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Roofline {
    /// The times of all resources that could be computed.
    pub times: Vec<Time>,
    /// The greatest of the times.
    pub microseconds: f64,
    /// The resource with the greatest time.
    pub bound: Resource,
    /// The time of trips to memory in which a multiprocessor has nothing to do, not part of the
    /// bound; `None` where the way through the code is not known.
    pub uncovered_microseconds: Option<f64>,
}

/// The time that one resource needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Time {
    /// The resource.
    pub resource: Resource,
    /// Its minimum, for one launch.
    pub microseconds: f64,
}

/// The roofline of one launch of a kernel; `None` if neither its work nor its instructions are
/// known.
pub fn of(
    gpu: &Gpu,
    work: Option<&KernelWork>,
    sass: Option<&Sass>,
    occupancy: &Occupancy,
    block_threads: u64,
) -> Option<Roofline> {
    // The busiest multiprocessor is the limit, so an uneven grid stretches the times of resources
    // that each multiprocessor has.
    let machine = Machine {
        gpu,
        occupancy,
        stretch: occupancy.grid.as_ref().map_or(1.0, |grid| {
            let blocks = grid.blocks.max(1);
            let rounds = blocks.div_ceil(gpu.multiprocessors) * gpu.multiprocessors;
            rounds as f64 / blocks as f64
        }),
    };
    let executed = sass.and_then(|sass| sass.executed.as_ref());
    // A loop whose trips are data says nothing, where the tree says how much there is to do.
    let has_ffma = sass
        .and_then(|sass| sass.main_loop.as_ref())
        .is_some_and(|one| one.ffma > 0);
    let executed = executed.filter(|one| one.exact || work.is_none() || !has_ffma);
    if work.is_none() && executed.is_none() {
        return None;
    }
    let mut times = Vec::new();
    if let Some(work) = work {
        let bytes = (work.read_bytes() + work.written_bytes()) as f64;
        times.push((Resource::Memory, bytes / gpu.memory_gb_per_s / 1e3));
    }
    let matrix = sass.is_some_and(|sass| sass.kernel.matrix > 0);
    match (work, executed) {
        (Some(work), _) if !matrix => {
            let rate = if work.double {
                gpu.fp64_tflops
            } else {
                gpu.fp32_tflops
            };
            let time = work.flops as f64 / rate / 1e6 * machine.stretch;
            times.push((Resource::Ffma, time));
        }
        (_, Some(executed)) => times.extend(machine.arithmetic(executed)),
        (work, None) => times.extend(work.map(|work| machine.matrix_of_type(work, sass))),
    }
    match (executed, work) {
        (Some(executed), _) => times.extend(machine.counted(executed, sass)),
        (None, Some(work)) => times.extend(machine.scaled(work, sass, block_threads)),
        (None, None) => {}
    }
    times.push((Resource::Launch, gpu.launch_us));
    let (bound, microseconds) = greatest(&times).unwrap_or((Resource::Launch, gpu.launch_us));
    let times = times.into_iter().map(|(resource, microseconds)| Time {
        resource,
        microseconds,
    });
    Some(Roofline {
        times: times.collect(),
        microseconds,
        bound,
        uncovered_microseconds: executed.map(|executed| machine.uncovered(executed)),
    })
}

/// The resource that takes longest. With one warp for each scheduler, its own time is that of the
/// issue, which is the cause then.
fn greatest(times: &[(Resource, f64)]) -> Option<(Resource, f64)> {
    let weight = |(resource, time): &(Resource, f64)| match resource {
        Resource::Warp => time * 0.999,
        _ => *time,
    };
    let all = times.iter().copied();
    all.max_by(|one, other| weight(one).total_cmp(&weight(other)))
}

struct Machine<'g> {
    gpu: &'g Gpu,
    occupancy: &'g Occupancy,
    stretch: f64,
}

impl Machine<'_> {
    /// Matrix operations and those of other units for floats, as they run.
    fn arithmetic(&self, executed: &Executed) -> Vec<(Resource, f64)> {
        let (gpu, total) = (self.gpu, &executed.total);
        let scale = executed.of_grid(1) * self.stretch;
        let matrix = total.matrix_flops.microseconds(gpu) * scale;
        // Two operations of each lane, as many as a multiply-add has.
        let of_warp = 2.0 * gpu.warp as f64 / 1e6;
        let single = (total.ffma + total.sums) as f64 * of_warp / gpu.fp32_tflops;
        let double = total.double as f64 * of_warp / gpu.fp64_tflops;
        let mut times = vec![(Resource::Ffma, (single + double) * scale)];
        if total.matrix > 0 {
            times.insert(0, (Resource::Matrix, matrix));
        }
        times
    }

    /// All operations of the tree as matrix operations of the type that the code has: what is left
    /// where it is not known how often the code runs.
    fn matrix_of_type(&self, work: &KernelWork, sass: Option<&Sass>) -> (Resource, f64) {
        let types = sass.map(|sass| &sass.kernel.matrix_flops);
        let of_unit = types.map_or(0.0, |types| {
            types.microseconds(self.gpu) / types.sum().max(1) as f64
        });
        (Resource::Matrix, work.flops as f64 * of_unit * self.stretch)
    }

    /// The times that follow from the instructions that run.
    fn counted(&self, executed: &Executed, sass: Option<&Sass>) -> Vec<(Resource, f64)> {
        let (gpu, total) = (self.gpu, &executed.total);
        let lanes = |count: u64| executed.of_grid(count) * gpu.warp as f64;
        let mut times = Vec::new();
        if let Some(rate) = gpu.functions_per_clock.filter(|_| total.functions > 0) {
            times.push((
                Resource::Functions,
                self.clocks(lanes(total.functions) / rate),
            ));
        }
        if let Some(rate) = gpu.integers_per_clock.filter(|_| total.integer > 0) {
            // Sums and products are computed beside each other.
            let products = total.integer_products;
            let most = products.max(total.integer - products);
            times.push((Resource::Integer, self.clocks(lanes(most) / rate)));
        }
        let passes = executed.of_grid(1) * self.pass_clocks(total.passes);
        times.push((Resource::Shared, self.clocks(passes)));
        let issued = executed.of_grid(total.instructions) / gpu.issue_per_clock as f64;
        times.push((Resource::Issue, self.clocks(issued)));
        let main_loop = sass.and_then(|sass| sass.main_loop.as_ref());
        let chain = main_loop.map_or(0.0, |one| {
            let sums = one.ffma as f64 / one.accumulators.max(1) as f64;
            sums * executed.main_loop_trips * gpu.fma_latency_clocks as f64
        });
        let longest = Some(executed.longest as f64);
        times.extend(self.of_waves(longest, chain));
        times
    }

    /// The main loop, scaled to the float operations of the tree.
    fn scaled(
        &self,
        work: &KernelWork,
        sass: Option<&Sass>,
        block_threads: u64,
    ) -> Vec<(Resource, f64)> {
        let (gpu, flops, grid) = (self.gpu, work.flops as f64, self.occupancy.grid.as_ref());
        let mut times = Vec::new();
        // Multiply-adds of a lane of the longest warp, or of each thread if all have one share.
        let even = grid.map(|grid| flops / (grid.blocks * block_threads).max(1) as f64);
        let longest = work.longest_warp_flops.map(|flops| flops as f64).or(even);
        let own = longest.unwrap_or(0.0) / 2.0;
        // A matrix instruction does many operations.
        let matrix = sass.is_some_and(|sass| sass.kernel.matrix > 0);
        let with_sums = |mix: &&Mix| mix.ffma > 0 && !matrix;
        let main_loop = sass.and_then(|sass| sass.main_loop.as_ref());
        let (mut chain, mut steps) = (0.0, 1.0);
        if let Some(main_loop) = main_loop.filter(with_sums) {
            let (ffma, all) = (main_loop.ffma as f64, main_loop.instructions as f64);
            // Rounds of the main loop, summed over all warps.
            let rounds = flops / 2.0 / gpu.warp as f64 / ffma;
            let passes = self.pass_clocks(main_loop.passes);
            times.push((Resource::Shared, self.clocks(rounds * passes)));
            let issued = all / gpu.issue_per_clock as f64;
            times.push((Resource::Issue, self.clocks(rounds * issued)));
            steps = all / ffma;
            chain = own / main_loop.accumulators.max(1) as f64 * gpu.fma_latency_clocks as f64;
        }
        let own = (own > 0.0 && !matrix).then_some(own * steps);
        times.extend(self.of_waves(own, chain));
        times
    }

    /// The times of one warp in each wave: its instructions, a trip to memory, a chain of
    /// multiply-adds.
    fn of_waves(&self, longest: Option<f64>, chain: f64) -> Vec<(Resource, f64)> {
        let Some(grid) = &self.occupancy.grid else {
            return Vec::new();
        };
        let waves = grid.waves.ceil();
        let microseconds = |clocks: f64| clocks / self.gpu.clock_ghz / 1e3;
        let mut times = Vec::new();
        times.extend(longest.map(|longest| (Resource::Warp, waves * microseconds(longest))));
        let wave = self.gpu.memory_latency_ns / 1e3 + microseconds(chain);
        times.push((Resource::Latency, waves * wave));
        times
    }

    /// Waits of the blocks that a multiprocessor runs, shared by those that it runs at once.
    fn uncovered(&self, executed: &Executed) -> f64 {
        let Some(grid) = &self.occupancy.grid else {
            return 0.0;
        };
        let tile = executed.tile.as_ref();
        let of_block = tile.map_or(0.0, |tile| tile.trips * tile.uncovered_clocks);
        let own = grid.blocks.div_ceil(self.gpu.multiprocessors) as f64;
        let together = own.min(self.occupancy.blocks.max(1) as f64);
        of_block * own / together / self.gpu.clock_ghz / 1e3
    }

    /// Microseconds for clocks of one multiprocessor that are spread evenly over all of them.
    fn clocks(&self, clocks: f64) -> f64 {
        clocks / self.gpu.multiprocessors as f64 / self.gpu.clock_ghz / 1e3 * self.stretch
    }

    fn pass_clocks(&self, passes: u64) -> f64 {
        let bytes = (self.gpu.warp * self.gpu.shared_bank_bytes) as f64;
        passes as f64 * bytes / self.gpu.shared_bytes_per_clock as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::{occupancy, sass};
    use super::*;
    use tc_dialects::target;
    use tc_schedule::work::ArrayWork;

    fn bound(flops: u64, bytes: u64, grid: u64, sass: Option<&Sass>) -> (Resource, f64) {
        let found = roofline(flops, bytes, grid, sass, None);
        (found.bound, found.microseconds)
    }

    fn roofline(
        flops: u64,
        bytes: u64,
        grid: u64,
        sass: Option<&Sass>,
        longest: Option<u64>,
    ) -> Roofline {
        let target = target::find("sm_90a").unwrap();
        let gpu = target.as_gpu().unwrap();
        let work = KernelWork {
            kernel: "k".to_owned(),
            flops,
            functions: 0,
            double: false,
            arrays: vec![ArrayWork {
                name: "A".to_owned(),
                read_bytes: bytes,
                written_bytes: 0,
            }],
            exact: true,
            longest_warp_flops: longest,
            footprints: Vec::new(),
        };
        let demand = occupancy::Demand {
            threads: 256,
            registers: Some(32),
            shared_bytes: 0,
            grid_blocks: Some(grid),
        };
        of(gpu, Some(&work), sass, &occupancy::of(gpu, demand), 256).unwrap()
    }

    #[test]
    fn the_slowest_resource_is_the_bound() {
        // 48 MB at 4800 GB/s are 10 us.
        assert_eq!(
            bound(1_000_000, 48_000_000, 1320, None),
            (Resource::Memory, 10.0)
        );
        // 670 Mflop at 67 Tflop/s are 10 us, and twice that when half of the machine is idle.
        let (resource, time) = bound(670_000_000, 1_000_000, 1320, None);
        assert_eq!(resource, Resource::Ffma);
        assert!((time - 10.0).abs() < 1e-9);
        let (_, time) = bound(670_000_000, 1_000_000, 66, None);
        assert!((time - 20.0).abs() < 1e-9);
        assert_eq!(bound(1000, 1000, 1, None), (Resource::Launch, 2.0));
    }

    #[test]
    fn the_main_loop_shows_what_the_flops_hide() {
        let main_loop = sass::Mix {
            instructions: 4,
            ffma: 1,
            accumulators: 1,
            passes: 2,
            ..sass::Mix::default()
        };
        let code = Sass {
            kernel: main_loop.clone(),
            main_loop: Some(main_loop),
            executed: None,
        };
        // 2 passes for 32 multiply-adds, where the units do 128 in a clock: 8 times their time.
        let (resource, time) = bound(670_000_000, 1_000_000, 1320, Some(&code));
        assert_eq!(resource, Resource::Shared);
        assert!((time / 80.0 - 1.0).abs() < 0.01, "{time}");
        // One block, one accumulator: a chain of 4 clocks for each multiply-add of a thread.
        let (resource, _) = bound(6_700_000, 1000, 1, Some(&sass_of(1)));
        assert_eq!(resource, Resource::Latency);
    }

    #[test]
    fn one_warp_of_eight_is_the_bound() {
        let time = |longest| {
            let found = roofline(33_792_000, 1000, 132, Some(&sass_of(64)), longest);
            let mut times = found.times.into_iter();
            let warp = times.find(|time| time.resource == Resource::Warp).unwrap();
            (found.bound, warp.microseconds)
        };
        // 132 blocks of 256 threads: 1000 flop each, so 500 instructions at 1.98 GHz.
        let (bound, even) = time(None);
        assert_eq!(bound, Resource::Launch);
        assert!((even - 500.0 / 1980.0).abs() < 1e-9, "{even}");
        // One warp does the work of all eight.
        let (bound, alone) = time(Some(8000));
        assert_eq!(bound, Resource::Warp);
        assert!((alone - 8.0 * even).abs() < 1e-9, "{alone}");
    }

    /// Three products of 4096^3 in tf32 on 1024 blocks of 8 warps, of which one block was
    /// followed: 128 tiles with 100 clocks of waiting, and some functions and integers.
    fn three_products() -> Sass {
        let total = sass::Mix {
            instructions: 8 * 50_000,
            matrix: 1,
            matrix_flops: sass::MatrixFlops {
                tf32: 3 * 2 * 4096_u64.pow(3) / 1024,
                ..sass::MatrixFlops::default()
            },
            functions: 8 * 1000,
            integer: 8 * 3000,
            integer_products: 8 * 1000,
            passes: 8 * 10_000,
            ..sass::Mix::default()
        };
        let tile = sass::Tile {
            trips: 128.0,
            instructions: 0.0,
            ffma: 0.0,
            matrix: 0.0,
            barriers: 1.0,
            uncovered_clocks: 100.0,
        };
        Sass {
            kernel: total.clone(),
            main_loop: None,
            executed: Some(Executed {
                warps: 8 * 1024,
                followed: 8,
                total,
                longest: 50_000,
                exact: true,
                main_loop_trips: 128.0,
                tile: Some(tile),
            }),
        }
    }

    #[test]
    fn what_runs_is_counted_by_its_units() {
        let target = target::find("sm_90a").unwrap();
        let gpu = target.as_gpu().unwrap();
        let code = three_products();
        let demand = occupancy::Demand {
            threads: 256,
            registers: Some(128),
            shared_bytes: 0,
            grid_blocks: Some(1024),
        };
        let occupancy = occupancy::of(gpu, demand);
        let found = of(gpu, None, Some(&code), &occupancy, 256).unwrap();
        let time = |resource| {
            let mut times = found.times.iter();
            times
                .find(|time| time.resource == resource)
                .unwrap()
                .microseconds
        };
        // 8 rounds of 132 blocks for 1024.
        let stretch = 1056.0 / 1024.0;
        let near =
            |one: f64, other: f64| assert!((one / other - 1.0).abs() < 1e-9, "{one} {other}");
        near(
            time(Resource::Matrix),
            3.0 * 2.0 * 4096_f64.powi(3) / 495e6 * stretch,
        );
        assert_eq!(
            (found.bound, found.microseconds),
            (Resource::Matrix, time(Resource::Matrix))
        );
        // Clocks of 8 blocks, on each of 132 multiprocessors at 1.98 GHz.
        let of_clocks = |clocks: f64| 8.0 * clocks / 1980.0;
        near(
            time(Resource::Functions),
            of_clocks(8.0 * 1000.0 * 32.0 / 16.0),
        );
        near(
            time(Resource::Integer),
            of_clocks(8.0 * 2000.0 * 32.0 / 64.0),
        );
        near(time(Resource::Shared), of_clocks(8.0 * 10_000.0));
        near(time(Resource::Issue), of_clocks(8.0 * 50_000.0 / 4.0));
        // Two blocks at once: each covers the other's waits.
        assert_eq!(occupancy.blocks, 2);
        near(
            found.uncovered_microseconds.unwrap(),
            of_clocks(128.0 * 100.0 / 2.0),
        );
    }

    /// A loop of 64 multiply-adds and nothing else.
    fn sass_of(accumulators: u64) -> Sass {
        let main_loop = sass::Mix {
            instructions: 64,
            ffma: 64,
            accumulators,
            ..sass::Mix::default()
        };
        Sass {
            kernel: main_loop.clone(),
            main_loop: Some(main_loop),
            executed: None,
        }
    }
}
