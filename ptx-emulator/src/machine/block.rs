//! One block: its warps take turns until all have returned; barriers release them.

use super::Random;
use super::state::{BarrierWords, Environment, Warp};
use super::warp::{Stop, TURN};
use crate::context::Context;
use crate::finding::FindingKind;
use crate::operation::{Barrier, BarrierKind, ClockKind, Fence, Operation};
use crate::operation::{LOCAL_BASE, SHARED_BASE, Special};
use crate::profile::Profile;
use crate::registers::{File, LANES, Register, lanes};
use crate::sanitizer::{BlockSanitizer, Detected, Findings};

/// Named barriers of a block.
const BARRIERS: usize = 16;

/// A worker's state, reused for its blocks.
pub(super) struct Worker<'a> {
    pub environment: Environment<'a>,
    warps: Vec<Warp>,
    states: Vec<State>,
    barriers: Vec<BarrierState>,
    /// The order in which warps take turns, and what draws the lengths of the turns.
    order: Vec<usize>,
    random: Option<Random>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Ready,
    /// Waits at a barrier since the instruction `pc`.
    Waiting {
        barrier: usize,
        pc: u32,
    },
    Finished,
}

/// Who has arrived at a barrier.
#[derive(Debug, Clone, Default)]
struct BarrierState {
    /// Warps that arrived, in order, with the instruction.
    arrived: Vec<(usize, u32)>,
    /// Number of warps that must arrive; `None` for all.
    expected: Option<usize>,
    count: u32,
    all: bool,
    any: bool,
}

impl<'a> Worker<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        let warp_count = context.warp_count();
        let thread_count = warp_count * LANES;
        Worker {
            environment: Environment {
                context,
                block: 0,
                block_index: [0; 3],
                shared: vec![0; context.shared_end as usize],
                local: vec![0; thread_count * context.code.local_bytes as usize],
                profile: Profile::new(context),
                sanitizer: BlockSanitizer::new(context),
                findings: Findings::new(context.options.max_findings),
                words: BarrierWords::new(),
                pc: 0,
                abort: false,
                endless: false,
            },
            warps: (0..warp_count)
                .map(|index| Warp::new(index as u32))
                .collect(),
            states: Vec::new(),
            barriers: Vec::new(),
            order: Vec::new(),
            random: None,
        }
    }

    /// True after a fault that ends the whole launch; others would wait as long as an endless loop.
    pub fn stopped(&self) -> bool {
        let sanitizes = self.environment.context.options.sanitize;
        self.environment.abort && (!sanitizes || self.environment.endless)
    }

    /// Runs block number `block` to its end.
    pub fn run(&mut self, block: u64) {
        self.start(block);
        while !self.step(u32::MAX) {}
    }

    /// Begins block number `block`.
    pub fn start(&mut self, block: u64) {
        self.prepare(block);
        self.order = (0..self.warps.len()).collect();
        self.random = self.environment.context.options.seed.map(|seed| {
            let mut random = Random::new(seed ^ block.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            random.shuffle(&mut self.order);
            random
        });
    }

    /// Gives each warp so many turns; whether the block has ended.
    pub fn step(&mut self, turns: u32) -> bool {
        for _ in 0..turns {
            match self.one_round() {
                None => {}
                Some(true) => {
                    self.environment.finish_block(&self.warps);
                    return true;
                }
                Some(false) => {
                    self.environment.findings.loads.cut_short = true;
                    return true;
                }
            }
        }
        false
    }

    /// A turn of each warp; whether all have returned, or false if the block ends before. With a
    /// seed the turns are of different lengths, so that warps meet at different places.
    fn one_round(&mut self) -> Option<bool> {
        let mut progressed = false;
        for place in 0..self.order.len() {
            let index = self.order[place];
            if self.states[index] != State::Ready {
                continue;
            }
            progressed = true;
            let turn = match &mut self.random {
                Some(random) => 1 << random.below(TURN.ilog2() + 1),
                None => TURN,
            };
            let stop = self.warps[index].run(&mut self.environment, turn);
            if !self.stop(index, stop) {
                return Some(false);
            }
        }
        if self.states.iter().all(|state| *state == State::Finished) {
            return Some(true);
        }
        (!progressed && !self.release_stuck()).then_some(false)
    }

    fn prepare(&mut self, block: u64) {
        let environment = &mut self.environment;
        environment.block = block;
        environment.block_index = environment.context.block_index(block);
        environment.abort = false;
        environment.words.clear();
        environment.shared.fill(0);
        environment.local.fill(0);
        if let Some(sanitizer) = &mut environment.sanitizer {
            sanitizer.start_block(block);
        }
        self.states = vec![State::Ready; self.warps.len()];
        self.barriers = vec![BarrierState::default(); BARRIERS];
        let block_threads = environment.context.block_threads();
        for warp in &mut self.warps {
            let left = block_threads - warp.index as usize * LANES;
            let mask = match left {
                LANES.. => u32::MAX,
                _ => (1 << left) - 1,
            };
            warp.restart(mask, super::call::stack_base(environment));
            environment.fill_registers(warp);
        }
    }

    /// Handles the reason why a warp stopped; false ends the block.
    fn stop(&mut self, index: usize, stop: Stop) -> bool {
        match stop {
            Stop::Turn => true,
            Stop::Finished => {
                self.states[index] = State::Finished;
                self.complete_barriers();
                !self.environment.abort
            }
            Stop::Abort => false,
            Stop::Barrier { pc, mask } => {
                let code = self.environment.context.code;
                let Operation::Barrier(barrier) = &code.instructions[pc as usize].operation else {
                    return true;
                };
                self.arrive(index, barrier, pc, mask)
            }
        }
    }

    fn arrive(&mut self, index: usize, barrier: &Barrier, pc: u32, mask: u32) -> bool {
        let context = self.environment.context;
        if !context.options.sanitize {
            self.warps[index].let_exit(context.code);
        }
        let warp = &self.warps[index];
        self.environment.pc = pc;
        let absent = warp.live & !mask;
        if absent != 0 && !barrier.any_lanes {
            let lane = absent.trailing_zeros();
            self.environment.divergent_barrier(warp, mask, lane);
            return false;
        }
        let first = mask.trailing_zeros() as usize;
        let identifier = warp.registers.lane(barrier.identifier, first) as usize;
        if identifier >= BARRIERS {
            self.environment.invalid(
                warp,
                first,
                format!("barrier {identifier} does not exist, there are {BARRIERS}"),
            );
            return false;
        }
        let expected = barrier
            .count
            .map(|count| (warp.registers.lane(count, first) as usize).div_ceil(LANES));
        let state = &mut self.barriers[identifier];
        if state.arrived.is_empty() {
            *state = BarrierState {
                all: true,
                ..BarrierState::default()
            };
        }
        state.expected = expected;
        state.arrived.push((index, pc));
        if let Some((_, _, predicate)) = barrier.reduction {
            let bits = predicate.value(&warp.registers);
            state.count += (bits & mask).count_ones();
            state.all &= !bits & mask == 0;
            state.any |= bits & mask != 0;
        }
        if let Some(sanitizer) = &mut self.environment.sanitizer {
            sanitizer.barrier_arrive(index, identifier);
        }
        if barrier.kind == BarrierKind::Wait {
            self.states[index] = State::Waiting {
                barrier: identifier,
                pc,
            };
        }
        self.complete_barriers();
        !self.environment.abort
    }

    /// Releases every barrier whose warps have all arrived.
    fn complete_barriers(&mut self) {
        for identifier in 0..BARRIERS {
            let state = &self.barriers[identifier];
            if state.arrived.is_empty() {
                continue;
            }
            let running = self
                .states
                .iter()
                .filter(|state| **state != State::Finished)
                .count();
            let complete = match state.expected {
                Some(expected) => state.arrived.len() >= expected,
                None => state.arrived.len() >= running,
            };
            if complete {
                self.release(identifier);
            }
        }
    }

    fn release(&mut self, identifier: usize) {
        let state = std::mem::take(&mut self.barriers[identifier]);
        // On a GPU, from sm_70 on, threads that have returned are not waited for.
        if state.expected.is_none() && self.environment.context.options.sanitize {
            self.check_all_present(&state);
        }
        let code = self.environment.context.code;
        for &(index, pc) in &state.arrived {
            if self.states[index]
                == (State::Waiting {
                    barrier: identifier,
                    pc,
                })
            {
                self.states[index] = State::Ready;
                if let Some(sanitizer) = &mut self.environment.sanitizer {
                    sanitizer.barrier_leave(index, identifier);
                }
            }
            if let Operation::Barrier(barrier) = &code.instructions[pc as usize].operation
                && let Some((operation, target, _)) = barrier.reduction
            {
                let Warp {
                    registers, live, ..
                } = &mut self.warps[index];
                let mask = *live;
                match operation {
                    0 => lanes(mask).for_each(|lane| {
                        registers.set_lane(target, lane, u64::from(state.count));
                    }),
                    1 => registers.set_predicate(target, mask, spread(state.all)),
                    _ => registers.set_predicate(target, mask, spread(state.any)),
                }
            }
        }
        if let Some(sanitizer) = &mut self.environment.sanitizer {
            sanitizer.barrier_done(identifier);
        }
    }

    /// A barrier for the whole block that a returned thread cannot reach.
    fn check_all_present(&mut self, state: &BarrierState) {
        let gone = self
            .warps
            .iter()
            .find(|warp| warp.live != warp.existing)
            .map(|warp| (warp.index, (warp.existing & !warp.live).trailing_zeros()));
        if let (Some((warp_index, lane)), Some(&(arrived, pc))) = (gone, state.arrived.first()) {
            self.environment.pc = pc;
            let (warp, missing) = (&self.warps[arrived], &self.warps[warp_index as usize]);
            self.environment.exited_before_barrier(warp, missing, lane);
        }
    }

    /// All warps wait for each other: a deadlock. Reports it; false ends the block.
    fn release_stuck(&mut self) -> bool {
        let waiting = self
            .states
            .iter()
            .enumerate()
            .find_map(|(index, state)| match state {
                State::Waiting { barrier, pc } => Some((index, *barrier, *pc)),
                _ => None,
            });
        if let Some((index, barrier, pc)) = waiting {
            let places: Vec<String> = self
                .states
                .iter()
                .enumerate()
                .map(|(warp, state)| match state {
                    State::Waiting { barrier, pc } => format!(
                        "warp {warp} at barrier {barrier}, line {}",
                        self.environment.context.code.instructions[*pc as usize].line
                    ),
                    _ => format!("warp {warp} has returned"),
                })
                .collect();
            let expected = self.barriers[barrier].expected.unwrap_or(self.warps.len());
            let arrived = self.barriers[barrier].arrived.len();
            self.environment.pc = pc;
            let message = format!(
                "barrier {barrier} waits for {expected} warps and {arrived} arrived; {}",
                places.join(", ")
            );
            let warp = &self.warps[index];
            self.environment
                .detect(warp, Detected::new(FindingKind::Deadlock, message));
        }
        false
    }
}

fn spread(value: bool) -> u32 {
    if value { u32::MAX } else { 0 }
}

impl Environment<'_> {
    /// True when the block must stop.
    pub fn aborted(&self) -> bool {
        self.abort
    }

    /// Records a finding; without the sanitizer it also ends the launch.
    pub fn detect(&mut self, warp: &Warp, detected: Detected) {
        let lane = detected
            .lane
            .unwrap_or(warp.top.mask.trailing_zeros() as usize & 31);
        let finding = self.context.finding(
            detected,
            self.pc,
            self.block_index,
            warp.index as usize * LANES + lane,
        );
        self.findings.add(finding, self.block);
        if !self.context.options.sanitize {
            self.abort = true;
        }
    }

    /// As [`Environment::detect`], and ends the block.
    pub fn detect_fatal(&mut self, warp: &Warp, detected: Detected) {
        self.detect(warp, detected);
        self.abort = true;
    }

    pub fn invalid(&mut self, warp: &Warp, lane: usize, message: String) {
        let detected = Detected::new(FindingKind::InvalidOperation, message).at_lane(lane);
        self.detect_fatal(warp, detected);
    }

    pub fn trap(&mut self, warp: &Warp, mask: u32) {
        let detected = Detected::new(FindingKind::Trap, "the kernel trapped".to_owned())
            .at_lane(mask.trailing_zeros() as usize);
        self.detect_fatal(warp, detected);
    }

    pub fn infinite_loop(&mut self, warp: &Warp) {
        self.pc = self.loop_around(warp.top.pc);
        self.endless = true;
        let message = format!(
            "a warp ran {} instructions and did not return; raise the budget if the kernel is meant to run that long",
            warp.executed
        );
        self.detect_fatal(warp, Detected::new(FindingKind::InfiniteLoop, message));
    }

    /// The branch that closes the innermost loop around an instruction, or the instruction itself.
    fn loop_around(&self, pc: u32) -> u32 {
        let instructions = &self.context.code.instructions;
        instructions
            .iter()
            .enumerate()
            .skip(pc as usize)
            .filter_map(|(end, decoded)| {
                let start = *decoded.operation.branch()?.targets.iter().min()?;
                (start <= pc).then_some((end as u32 - start, end as u32))
            })
            .min()
            .map_or(pc, |(_, end)| end)
    }

    fn divergent_barrier(&mut self, warp: &Warp, mask: u32, absent: u32) {
        let other = self.context.actor(
            warp.stack.last().map_or(warp.top.pc, |path| path.pc),
            self.block_index,
            warp.index as usize * LANES + absent as usize,
        );
        let message = format!(
            "{} of {} live lanes of warp {} reach the barrier; move it out of the divergent branch",
            mask.count_ones(),
            warp.live.count_ones(),
            warp.index
        );
        let detected = Detected::new(FindingKind::DivergentBarrier, message)
            .at_lane(mask.trailing_zeros() as usize)
            .with_other(other);
        self.detect_fatal(warp, detected);
    }

    fn exited_before_barrier(&mut self, warp: &Warp, missing: &Warp, lane: u32) {
        let thread = missing.index as usize * LANES + lane as usize;
        let message = format!(
            "thread {:?} returned before this barrier of the whole block",
            self.context.thread_index(thread)
        );
        let detected = Detected::new(FindingKind::DivergentBarrier, message);
        self.detect_fatal(warp, detected);
    }

    pub fn clock(&self, kind: ClockKind, executed: u64) -> u64 {
        match kind {
            ClockKind::Cycles | ClockKind::Nanoseconds => executed,
            ClockKind::CyclesHigh | ClockKind::NanosecondsHigh => executed >> 32,
        }
    }

    pub fn fence(&mut self, warp: &Warp, fence: Fence) {
        if let Some(sanitizer) = &mut self.sanitizer {
            let mut sequential = self.context.sequential.lock();
            let all = sequential.as_deref_mut().ok().filter(|_| fence.sequential);
            sanitizer.fence(all, warp.index as usize, fence);
        }
    }

    fn finish_block(&mut self, warps: &[Warp]) {
        for warp in warps {
            self.check_landed(warp);
        }
        self.profile
            .end_block(warps.iter().map(|warp| warp.executed).max().unwrap_or(0));
    }

    /// Immediates and special registers of a warp.
    fn fill_registers(&self, warp: &mut Warp) {
        let context = self.context;
        warp.registers.clone_from(&context.template);
        for &(register, special) in &context.specials {
            let index = register.index as usize;
            match register.file {
                File::Predicate | File::Double => {}
                File::Word => {
                    for lane in 0..LANES {
                        let value = self.special(special, warp.index, lane);
                        warp.registers.words[index][lane] = value;
                    }
                }
                File::Wide => {
                    for lane in 0..LANES {
                        let value = self.special(special, warp.index, lane);
                        warp.registers.wides[index][lane] = u64::from(value);
                    }
                }
            }
        }
    }

    fn special(&self, special: Special, warp: u32, lane: usize) -> u32 {
        let context = self.context;
        let thread = warp as usize * LANES + lane;
        let bit = 1_u32 << lane;
        match special {
            Special::ThreadIndex(dimension) => context.thread_index(thread)[dimension],
            Special::BlockSize(dimension) => context.block[dimension],
            Special::BlockIndex(dimension) => self.block_index[dimension],
            Special::GridSize(dimension) => context.grid[dimension],
            Special::Lane => lane as u32,
            Special::Warp => warp,
            Special::WarpCount => context.warp_count() as u32,
            Special::LaneMaskEqual => bit,
            Special::LaneMaskLess => bit - 1,
            Special::LaneMaskLessEqual => (bit - 1) | bit,
            Special::LaneMaskGreater => !((bit - 1) | bit),
            Special::LaneMaskGreaterEqual => !(bit - 1),
            Special::DynamicSharedBytes => context.dynamic_bytes as u32,
            Special::TotalSharedBytes => {
                (context.shared_end - context.code.shared_gaps - SHARED_BASE) as u32
            }
            Special::Fixed(value) => value,
        }
    }

    /// The bytes of local memory of a lane.
    pub fn local_range(&self, warp: &Warp, lane: usize, address: u64) -> usize {
        let thread = warp.index as usize * LANES + lane;
        thread * self.context.code.local_bytes as usize + (address - LOCAL_BASE) as usize
    }

    /// `bar.warp.sync`: all lanes of the mask must be here.
    pub fn warp_barrier(&mut self, warp: &Warp, members: Register, mask: u32) {
        self.groups(warp, members, mask, "bar.warp.sync");
        if let Some(sanitizer) = &mut self.sanitizer {
            sanitizer.warp_barrier(warp.index as usize);
        }
    }

    /// The groups of lanes that take part in a collective: those that name the same mask. A finding
    /// if a lane of a mask is elsewhere, or names another one.
    pub fn groups(&mut self, warp: &Warp, members: Register, mask: u32, name: &str) -> Vec<u32> {
        let masks = warp.registers.bits(members);
        let mut groups = Vec::new();
        let mut left = mask;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let named = masks[first] as u32;
            let alike = lanes(left)
                .filter(|lane| masks[*lane] as u32 == named)
                .fold(0, |bits, lane| bits | 1 << lane);
            left &= !alike;
            self.check_group(warp, [named, alike, mask], name);
            if named & alike != 0 {
                groups.push(named & alike);
            }
        }
        groups
    }

    fn check_group(&mut self, warp: &Warp, [named, alike, mask]: [u32; 3], name: &str) {
        let absent = named & warp.live & !mask;
        let others = named & mask & !alike;
        let uninvited = alike & !named;
        let message = if absent != 0 {
            format!("`{name}` names lanes 0x{absent:08x} in its mask, which are on another path")
        } else if uninvited != 0 {
            format!("`{name}` is run by lanes 0x{uninvited:08x}, which are not in its mask")
        } else if others != 0 {
            format!("`{name}` names lanes 0x{others:08x} in its mask, which name another mask")
        } else {
            return;
        };
        if self.context.options.sanitize {
            let lane = alike.trailing_zeros() as usize;
            let detected = Detected::new(FindingKind::DivergentCollective, message).at_lane(lane);
            self.detect(warp, detected);
        }
    }
}
