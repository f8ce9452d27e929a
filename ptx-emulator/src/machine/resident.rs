//! Blocks that wait for each other: they take turns, as far as there is room.
//!
//! A kernel with a strong read in a loop may spin until another block writes: a barrier of the
//! grid, a scan that looks back, a lock. Its blocks start one after the other; one that has not
//! ended after some turns is set aside, and the next one starts. When all have started, or memory
//! ends, they go round. On a GPU too only so many blocks are resident: a kernel that waits for more
//! than that never ends there, and here it exceeds its budget (`infinite-loop`). **Cost**: the
//! registers and the shared memory of the blocks that wait, and the turns for which they spin.

use super::block::Worker;
use super::{Outcome, Random};
use crate::context::Context;
use crate::operation::Code;
use crate::profile::Profile;
use crate::registers::LANES;
use crate::sanitizer::Findings;
use crate::types::Space;

/// Turns of a block before the next one starts.
const TURNS: u32 = 16;
/// The most blocks that take turns; a large GPU holds as many.
const MOST_BLOCKS: u64 = 4096;
/// The memory for blocks that take turns.
const MOST_BYTES: u64 = 1 << 30;

/// Whether a block of the kernel may wait for another one: it reads a word of global memory in a
/// loop, with an access that sees what others write.
pub(super) fn may_wait(code: &Code) -> bool {
    let spins = code.spins(|space| space != Space::Shared);
    spins.into_iter().any(|spins| spins)
}

/// The blocks for which there is room.
fn room(context: &Context) -> u64 {
    let code = context.code;
    let lane = code.words * 4 + code.wides * 8 + code.local_bytes as usize;
    let block = (lane * LANES * context.warp_count()) as u64 + 8 * context.shared_end;
    (MOST_BYTES / block.max(1)).clamp(1, MOST_BLOCKS)
}

/// Runs so many blocks, whose numbers `block` gives.
pub(super) fn run(context: &Context, count: u64, block: impl Fn(u64) -> u64) -> Outcome {
    let room = room(context);
    let mut random = context.options.seed.map(Random::new);
    let mut findings = Findings::new(context.options.max_findings);
    let mut profile = Profile::new(context);
    let mut running: Vec<Worker> = Vec::new();
    let mut free: Vec<Worker> = Vec::new();
    let (mut started, mut place) = (0, 0);
    while started < count || !running.is_empty() {
        let may_start = started < count && (running.len() as u64) < room;
        let starts = match &mut random {
            Some(random) => may_start && (running.is_empty() || random.below(2) == 0),
            None => may_start,
        };
        if starts {
            let mut worker = free.pop().unwrap_or_else(|| Worker::new(context));
            worker.start(block(started));
            started += 1;
            running.push(worker);
            place = running.len() - 1;
        } else if let Some(random) = &mut random {
            place = random.below(running.len() as u32) as usize;
        } else {
            place = (place + 1) % running.len();
        }
        let turns = random.as_mut().map_or(TURNS, |random| 1 + random.below(4));
        let worker = &mut running[place];
        // One profile and one list of findings go from block to block.
        std::mem::swap(&mut worker.environment.findings, &mut findings);
        std::mem::swap(&mut worker.environment.profile, &mut profile);
        let ended = worker.step(turns);
        std::mem::swap(&mut worker.environment.findings, &mut findings);
        std::mem::swap(&mut worker.environment.profile, &mut profile);
        if worker.stopped() {
            break;
        }
        if ended {
            free.push(running.swap_remove(place));
        }
    }
    Outcome { findings, profile }
}
