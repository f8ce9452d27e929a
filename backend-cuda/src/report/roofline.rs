//! Lower bounds on the time of a kernel, resource by resource, and the resource that limits it.
//!
//! | resource | time |
//! | --- | --- |
//! | memory | bytes that must move / bandwidth of global memory |
//! | ffma, matrix | float operations / rate of the units; uneven waves stretch it |
//! | shared | 128-byte passes of the main loop through shared memory and L1, without conflicts |
//! | issue | instructions of the main loop / instructions that are issued in a clock |
//! | warp | for each wave, the instructions of the longest warp of a block, one in a clock |
//! | latency | one trip to memory for each wave, and the longest chain of dependent multiply-adds of a thread |
//! | launch | the time from one launch to the next |
//!
//! Shared, issue and latency scale the main loop to the float operations of the kernel, so they
//! need the machine code and a loop with multiply-adds. The longest warp's operations are counted
//! on the schedule tree; it runs them in the instructions of the main loop or, if that is without
//! multiply-adds, in one for two operations. All are lower bounds, made from the figures
//! of the target description; the greatest is the bound of the kernel.

use serde::Serialize;
use tc_dialects::target::Gpu;
use tc_schedule::work::KernelWork;

use super::occupancy::Occupancy;
use super::sass::Sass;

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
}

/// The time that one resource needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Time {
    /// The resource.
    pub resource: Resource,
    /// Its minimum, for one launch.
    pub microseconds: f64,
}

/// The roofline of one launch of a kernel.
pub fn of(
    gpu: &Gpu,
    work: &KernelWork,
    sass: Option<&Sass>,
    occupancy: &Occupancy,
    block_threads: u64,
) -> Roofline {
    let bytes = (work.read_bytes() + work.written_bytes()) as f64;
    let flops = work.flops as f64;
    // The busiest multiprocessor is the limit, so an uneven grid stretches the times of resources
    // that each multiprocessor has.
    let machine = Machine {
        gpu,
        stretch: occupancy.grid.as_ref().map_or(1.0, |grid| {
            let blocks = grid.blocks.max(1);
            let rounds = blocks.div_ceil(gpu.multiprocessors) * gpu.multiprocessors;
            rounds as f64 / blocks as f64
        }),
    };
    let matrix = sass.and_then(|sass| sass.matrix_type);
    let (resource, rate) = match (matrix, work.double) {
        (Some("tf32"), _) => (Resource::Matrix, gpu.tf32_tflops),
        (Some("f64"), _) => (Resource::Matrix, gpu.fp64_tflops * 2.0),
        (Some(_), _) => (Resource::Matrix, gpu.f16_tflops),
        (None, true) => (Resource::Ffma, gpu.fp64_tflops),
        (None, false) => (Resource::Ffma, gpu.fp32_tflops),
    };
    let mut times = vec![
        (Resource::Memory, bytes / gpu.memory_gb_per_s / 1e3),
        (resource, flops / rate / 1e6 * machine.stretch),
    ];
    times.extend(machine.instructions(work, sass, occupancy, block_threads));
    times.push((Resource::Launch, gpu.launch_us));
    let (bound, microseconds) = greatest(&times).unwrap_or((Resource::Launch, gpu.launch_us));
    let times = times.into_iter().map(|(resource, microseconds)| Time {
        resource,
        microseconds,
    });
    Roofline {
        times: times.collect(),
        microseconds,
        bound,
    }
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
    stretch: f64,
}

impl Machine<'_> {
    /// The times that follow from the instructions of the main loop, and from those of one warp.
    fn instructions(
        &self,
        work: &KernelWork,
        sass: Option<&Sass>,
        occupancy: &Occupancy,
        block_threads: u64,
    ) -> Vec<(Resource, f64)> {
        let (gpu, flops, grid) = (self.gpu, work.flops as f64, occupancy.grid.as_ref());
        let mut times = Vec::new();
        // Multiply-adds of a lane of the longest warp, or of each thread if all have one share.
        let even = grid.map(|grid| flops / (grid.blocks * block_threads).max(1) as f64);
        let longest = work.longest_warp_flops.map(|flops| flops as f64).or(even);
        let own = longest.unwrap_or(0.0) / 2.0;
        let (mut chain, mut steps) = (0.0, 1.0);
        let main_loop = sass.and_then(|sass| sass.main_loop.as_ref());
        if let Some(main_loop) = main_loop.filter(|main_loop| main_loop.ffma > 0) {
            let (ffma, all) = (main_loop.ffma as f64, main_loop.instructions as f64);
            // Iterations of the main loop, summed over all warps.
            let rounds = flops / 2.0 / gpu.warp as f64 / ffma;
            let passes = self.pass_clocks(main_loop.passes);
            times.push((Resource::Shared, self.clocks(rounds * passes)));
            let issued = all / gpu.issue_per_clock as f64;
            times.push((Resource::Issue, self.clocks(rounds * issued)));
            steps = all / ffma;
            chain = own / main_loop.accumulators.max(1) as f64 * gpu.fma_latency_clocks as f64;
        }
        if let Some(grid) = grid {
            let waves = grid.waves.ceil();
            let microseconds = |clocks: f64| clocks / gpu.clock_ghz / 1e3;
            // A matrix instruction does many operations.
            let has_matrix = sass.is_some_and(|sass| sass.matrix_type.is_some());
            if own > 0.0 && !has_matrix {
                times.push((Resource::Warp, waves * microseconds(own * steps)));
            }
            let wave = gpu.memory_latency_ns / 1e3 + microseconds(chain);
            times.push((Resource::Latency, waves * wave));
        }
        times
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
        };
        let demand = occupancy::Demand {
            threads: 256,
            registers: Some(32),
            shared_bytes: 0,
            grid_blocks: Some(grid),
        };
        of(gpu, &work, sass, &occupancy::of(gpu, demand), 256)
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
            matrix_type: None,
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
            matrix_type: None,
        }
    }
}
