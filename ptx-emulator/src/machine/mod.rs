//! Runs a decoded kernel: blocks over host threads, warps in a block, lanes in a warp.

mod access;
mod asynchronous;
mod atomic;
mod block;
mod call;
mod collective;
mod format;
mod guess;
mod matrix;
mod memory_barrier;
mod resident;
mod state;
mod system;
mod undefined;
mod warp;
mod wmma;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::context::Context;
use crate::error::{Error, ErrorKind};
use crate::launch::Launch;
use crate::limits::Limits;
use crate::operation::{Code, LOCAL_BASE, Operation, SHARED_BASE};
use crate::profile::{Profile, ProfileReport};
use crate::sanitizer::Findings;
use crate::types::Space;
use block::Worker;

/// A small generator for the order of blocks and warps: splitmix64.
pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ value >> 31
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        (self.next() % u64::from(limit.max(1))) as u32
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, (self.next() % (last as u64 + 1)) as usize);
        }
    }
}

/// True when results may depend on the order of blocks: atomics and other strong accesses of global
/// memory, functions of the system.
fn order_matters(code: &Code) -> bool {
    code.instructions
        .iter()
        .any(|decoded| match &decoded.operation {
            Operation::Atomic(access) => access.space != Space::Shared,
            Operation::System(_) => true,
            Operation::Load(access) | Operation::Store(access) => {
                access.sync.scope.is_some() && access.space != Space::Shared
            }
            _ => false,
        })
}

/// Local memory of a thread (CUDA C Programming Guide, technical specifications).
const LOCAL_BYTES: u64 = 512 << 10;

/// The results of the workers.
struct Outcome {
    findings: Findings,
    profile: Profile,
}

/// Runs all blocks.
pub(super) fn run(context: &Context, memory_may_race: bool) -> (Findings, ProfileReport) {
    let threads = if memory_may_race || order_matters(context.code) {
        1
    } else {
        context
            .options
            .threads
            .unwrap_or_else(rayon::current_num_threads)
    };
    let outcome = run_blocks(context, threads.max(1));
    let report = ProfileReport::new(context, &outcome.profile);
    (outcome.findings, report)
}

fn run_blocks(context: &Context, threads: usize) -> Outcome {
    let all = context.block_count();
    let count = context
        .options
        .sample_blocks
        .map_or(all, |sample| sample.clamp(1, all));
    let block_at =
        |position: u64| (u128::from(position) * u128::from(all) / u128::from(count)) as u64;
    let order = context.options.seed.map(|seed| {
        let mut order: Vec<u64> = (0..count).map(block_at).collect();
        Random::new(seed).shuffle(&mut order);
        order
    });
    if threads == 1 && resident::may_wait(context.code) {
        let block = |position: u64| {
            let placed = order.as_ref().map(|order| order[position as usize]);
            placed.unwrap_or_else(|| block_at(position))
        };
        return resident::run(context, count, block);
    }
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let work = || {
        let mut worker = Worker::new(context);
        while !stop.load(Relaxed) {
            let position = next.fetch_add(1, Relaxed);
            if position >= count {
                break;
            }
            worker.run(
                order
                    .as_ref()
                    .map_or_else(|| block_at(position), |order| order[position as usize]),
            );
            if worker.stopped() {
                stop.store(true, Relaxed);
            }
        }
        Outcome {
            findings: worker.environment.findings,
            profile: worker.environment.profile,
        }
    };
    let threads = threads.min(count.max(1) as usize);
    let mut outcomes = if threads == 1 {
        vec![work()]
    } else {
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            handles
                .into_iter()
                .map(|handle| {
                    handle
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect()
        })
    };
    let mut first = outcomes.remove(0);
    for outcome in outcomes {
        first.findings.merge(outcome.findings);
        first.profile.merge(&outcome.profile);
    }
    first
}

/// Checks before the first instruction: the shape of the launch and its shared memory.
pub(super) fn check_launch(code: &Code, launch: &Launch, limits: &Limits) -> Result<(), Error> {
    let refuse = |message: String| Err(Error::new(ErrorKind::Launch, message));
    if launch.block.contains(&0) || launch.grid.contains(&0) {
        return refuse(format!(
            "expected a grid and a block without empty dimensions, found {:?} and {:?}",
            launch.grid, launch.block
        ));
    }
    let checked = limits
        .check_grid(launch.grid)
        .and_then(|()| limits.check_block(launch.block));
    if let Err(message) = checked {
        return refuse(message);
    }
    let threads: u64 = launch
        .block
        .iter()
        .map(|extent| u64::from(*extent))
        .product();
    for (name, values) in &code.bounds {
        let bound: u64 = values.iter().map(|value| u64::from(*value)).product();
        match name.as_str() {
            "maxntid" if threads > bound => {
                return refuse(format!(
                    "the kernel allows {bound} threads a block (`.maxntid`), found {threads}"
                ));
            }
            "reqntid" if threads != bound => {
                return refuse(format!(
                    "the kernel requires {bound} threads a block (`.reqntid`), found {threads}"
                ));
            }
            "reqnctapercluster" if bound > 1 => {
                return refuse(format!("clusters of {bound} blocks are not emulated"));
            }
            _ => {}
        }
    }
    let fixed = code.dynamic_base - code.shared_gaps - SHARED_BASE;
    let shared = fixed.saturating_add(launch.dynamic_shared as u64);
    let machine = limits.machine_text();
    let most = limits.shared_bytes_with_dynamic;
    if shared > most {
        let message = format!(
            "the block needs {shared} bytes of shared memory ({} of them dynamic), the limit on {machine} is {most}",
            launch.dynamic_shared
        );
        return Err(Error::new(ErrorKind::SharedMemoryLimit, message));
    }
    let most = limits.shared_bytes_per_block;
    if fixed > most {
        let message = format!(
            "the block needs {fixed} bytes of shared memory that is not dynamic, the limit on {machine} is {most}"
        );
        return Err(Error::new(ErrorKind::SharedMemoryLimit, message));
    }
    if code.local_bytes > LOCAL_BYTES {
        return refuse(format!(
            "a thread needs {} bytes of local memory, the limit is {LOCAL_BYTES}",
            code.local_bytes
        ));
    }
    const { assert!(LOCAL_BASE > 0) };
    Ok(())
}
