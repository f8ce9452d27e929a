//! Times of a plan on a device: its launches, again and again, between two events of one stream.
//!
//! Three times are taken, since each answers another question:
//!
//! - `warm`: the second-level cache holds what the previous run left there;
//! - `cold`: a buffer twice as large as that cache is written before each run, outside of the
//!   measured span;
//! - `graph`: runs that follow each other in one CUDA graph, over their number. The host takes no
//!   part, so that a kernel of a few microseconds is not hidden by its launch.
//!
//! The launches are enqueued without waiting for each other, and every other run is started while
//! the device is busy. Each run writes what the run before wrote; a tensor that is read and written
//! keeps its last contents, so that the values are not those of one run.

use super::{Device, Error, GRAPH_LAUNCHES, Prepared, PreparedLaunch, run};
use crate::ptx::Plan;
use cudarc::driver::{CudaEvent, CudaGraph, result, sys};
use serde::Serialize;

/// Runs before the first measured one.
const WARM_UP: usize = 3;
/// Microseconds that the measured runs of one kind may take together; fewer are made of a slow one.
const SPAN: f64 = 5e6;
/// The fewest measured runs of one kind.
const FEWEST: usize = 5;
/// Microseconds that one graph should take: much more than its launch.
const GRAPH_SPAN: f64 = 1e3;
/// The most runs in one graph.
const GRAPH_RUNS: usize = 20;

/// Microseconds of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Times {
    /// The least.
    pub least: f64,
    /// The median; the upper one of an even number.
    pub median: f64,
    /// How many were measured.
    pub runs: usize,
}

impl Times {
    /// Of at least one run.
    fn of(mut microseconds: Vec<f64>) -> Times {
        microseconds.sort_by(f64::total_cmp);
        Times {
            least: microseconds[0],
            median: microseconds[microseconds.len() / 2],
            runs: microseconds.len(),
        }
    }
}

/// What the driver's compiler made of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Its name.
    pub kernel: String,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Registers of a thread.
    pub registers: i32,
    /// Bytes of local memory of a thread: spilled registers, and arrays that are indexed.
    pub local_bytes: i32,
    /// Bytes of shared memory of a block.
    pub shared_bytes: i32,
    /// Blocks that a multiprocessor holds at a time.
    pub blocks_per_multiprocessor: i32,
}

/// The times of all launches of a plan together, in microseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// With what the previous run left in the cache.
    pub warm: Times,
    /// With nothing of the kernel in the cache.
    pub cold: Times,
    /// In a CUDA graph; `warm` where there are too many launches for one.
    pub graph: Times,
    /// The runs in one graph; 0 where there is none.
    pub graph_runs: usize,
    /// The written bytes that empty the cache before each cold run.
    pub flushed_bytes: usize,
    /// The kernels, in the order of their first launches.
    pub kernels: Vec<Figures>,
}

impl Device {
    /// Measures the plan `count` times in each way, or as often as five seconds allow.
    ///
    /// # Errors
    /// As [`Device::run`].
    pub fn time(&self, plan: &Plan, arguments: &[&[u8]], count: usize) -> Result<Timing, Error> {
        let mut memory =
            self.allocate_for(plan, arguments.iter().map(|argument| argument.len()))?;
        self.fill(&mut memory, arguments.iter().copied())?;
        let launches = self.prepare(plan, |buffer| memory.address(buffer, &self.stream))?;
        for _ in 0..WARM_UP {
            self.start(&launches)?;
        }
        let estimate = self.measure(1, || Ok(()), || self.start(&launches))?.least;
        let count = runs_within(count, estimate);
        let warm = self.measure(count, || Ok(()), || self.start(&launches))?;
        let flushed_bytes = self.flushed_bytes()?;
        let cold = self.cold(&launches, count, flushed_bytes)?;
        let graph_runs = ((GRAPH_SPAN / warm.median.max(1.0)) as usize).clamp(1, GRAPH_RUNS);
        let most = usize::try_from(GRAPH_LAUNCHES / plan.count().max(1)).unwrap_or(1);
        let graph_runs = graph_runs.min(most);
        let graph = match graph_runs {
            // Too many for a graph.
            0 => warm,
            runs => self.replayed(&launches, count, runs)?,
        };
        Ok(Timing {
            warm,
            cold,
            graph,
            graph_runs,
            flushed_bytes,
            kernels: Prepared::launches(&launches)
                .into_iter()
                .map(figures_of)
                .collect::<Result<_, _>>()?,
        })
    }

    /// `count` runs, each after a preparation that is not measured.
    fn measure(
        &self,
        count: usize,
        mut prepare: impl FnMut() -> Result<(), Error>,
        start: impl Fn() -> Result<(), Error>,
    ) -> Result<Times, Error> {
        let stream = &self.stream;
        let mut spans: Vec<(CudaEvent, CudaEvent)> = Vec::new();
        for _ in 0..count {
            spans.push((self.event()?, self.event()?));
        }
        for (begin, end) in &spans {
            prepare()?;
            begin.record(stream).map_err(run("event"))?;
            start()?;
            end.record(stream).map_err(run("event"))?;
        }
        stream.synchronize().map_err(run("while the kernels ran"))?;
        let mut microseconds = Vec::new();
        for (begin, end) in &spans {
            microseconds.push(f64::from(begin.elapsed_ms(end).map_err(run("event"))?) * 1e3);
        }
        Ok(Times::of(microseconds))
    }

    fn cold(&self, launches: &[Prepared], count: usize, bytes: usize) -> Result<Times, Error> {
        let mut flushed = self.allocate(bytes)?;
        let flush = || {
            self.stream
                .memset_zeros(&mut flushed)
                .map_err(run("write to the device"))
        };
        self.measure(count, flush, || self.start(launches))
    }

    /// Twice the second-level cache.
    fn flushed_bytes(&self) -> Result<usize, Error> {
        let cache = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE;
        let bytes = self.stream.context().attribute(cache);
        let bytes = bytes.map_err(run("size of the cache"))?;
        Ok(2 * usize::try_from(bytes).unwrap_or(0).max(1 << 20))
    }

    fn replayed(&self, launches: &[Prepared], count: usize, runs: usize) -> Result<Times, Error> {
        let graph = self.captured(launches, runs)?;
        let replay = || match &graph {
            Some(graph) => graph.launch().map_err(run("launch of a graph")),
            None => Ok(()),
        };
        replay()?;
        let all = self.measure(count, || Ok(()), replay)?;
        Ok(Times {
            least: all.least / runs as f64,
            median: all.median / runs as f64,
            ..all
        })
    }

    /// The launches, `runs` times; nothing if there are none.
    pub(super) fn captured(
        &self,
        launches: &[Prepared],
        runs: usize,
    ) -> Result<Option<CudaGraph>, Error> {
        let mode = sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        let capture = run("capture of a graph");
        self.stream.begin_capture(mode).map_err(&capture)?;
        let started = (0..runs).try_for_each(|_| self.start(launches));
        // The capture ends in any case.
        let graph = self.stream.end_capture(sys::CUgraphInstantiate_flags(0));
        started?;
        graph.map_err(capture)
    }
}

/// How many of `count` runs of so many microseconds are made.
fn runs_within(count: usize, microseconds: f64) -> usize {
    let most = (SPAN / microseconds.max(1e-3)) as usize;
    count.min(most.max(FEWEST)).max(1)
}

fn figures_of(prepared: &PreparedLaunch<'_>) -> Result<Figures, Error> {
    use sys::CUfunction_attribute::*;
    let function = prepared.function;
    let attribute = |one| {
        // SAFETY: the module of the function is loaded.
        unsafe { result::function::get_function_attribute(function, one) }
            .map_err(run("attribute of a kernel"))
    };
    let launch = prepared.launch;
    let threads = launch.block.iter().product::<u32>();
    // SAFETY: as above.
    let blocks = unsafe {
        result::occupancy::max_active_block_per_multiprocessor(
            function,
            threads as i32,
            launch.dynamic_shared as usize,
        )
    };
    Ok(Figures {
        kernel: launch.kernel.clone(),
        grid: launch.grid,
        block: launch.block,
        registers: attribute(CU_FUNC_ATTRIBUTE_NUM_REGS)?,
        local_bytes: attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)?,
        shared_bytes: attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?
            + launch.dynamic_shared as i32,
        blocks_per_multiprocessor: blocks.map_err(run("occupancy of a kernel"))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_the_least_and_the_median() {
        let times = Times::of(vec![3.0, 1.0, 2.0, 10.0]);
        let expected = Times {
            least: 1.0,
            median: 3.0,
            runs: 4,
        };
        assert_eq!(times, expected);
    }

    #[test]
    fn slow_runs_are_measured_less_often_and_none_never() {
        assert_eq!(runs_within(200, 10.0), 200);
        assert_eq!(runs_within(200, 100e3), 50);
        assert_eq!(runs_within(200, 60e6), FEWEST);
        assert_eq!(runs_within(3, 60e6), 3);
        assert_eq!(runs_within(0, 0.0), 1);
    }
}
