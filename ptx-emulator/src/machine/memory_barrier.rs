//! `mbarrier`: a barrier that lives in shared memory and counts arrivals and bytes.
//!
//! Its state is kept outside of the bytes, by address. The token of an arrival is the number of the
//! phase. An arrival makes the accesses of the warp visible to those that see the phase complete.

use super::state::{BarrierWord, Environment, Warp};
use crate::operation::{MemoryBarrier, MemoryBarrierKind, Scope, Sync};
use crate::registers::lanes;
use crate::request::Request;
use crate::sanitizer::Use;
use crate::types::Space;

impl BarrierWord {
    /// A barrier that waits for so many arrivals in each phase.
    fn new(count: u32) -> Self {
        Self {
            expected: i64::from(count),
            pending: i64::from(count),
            ..Self::default()
        }
    }

    /// Counts an arrival: as `count` arrivals, or as one that expects so many bytes.
    fn arrive(&mut self, count: Option<i64>, expects: bool, drops: bool) {
        if expects {
            self.transactions += count.unwrap_or(0);
        }
        if drops {
            self.expected -= 1;
        }
        self.pending -= if expects { 1 } else { count.unwrap_or(1) };
    }
}

impl Environment<'_> {
    /// Runs the operation for each lane; true if a wait is not over.
    pub fn memory_barrier(&mut self, warp: &mut Warp, barrier: &MemoryBarrier, mask: u32) -> bool {
        let addresses = self.addresses(warp, barrier.address);
        let space = if barrier.address.base.file == crate::registers::File::Word
            || addresses[mask.trailing_zeros() as usize] >> 56 == 0
        {
            Space::Shared
        } else {
            Space::Generic
        };
        let mut waiting = false;
        self.for_each_request(
            warp,
            space,
            addresses,
            mask,
            8,
            |environment, warp, request| {
                if environment.turns_away(warp, barrier, request) {
                    waiting = true;
                    return;
                }
                for lane in lanes(request.mask) {
                    let address = request.offsets[lane];
                    waiting |= environment.one_lane(warp, &barrier.kind, lane, address);
                }
            },
        );
        waiting
    }

    /// On hardware a wait may fail at any time. With the sanitizer the first wait of each warp and
    /// phase does, so that a kernel that does not retry is found in every order.
    fn turns_away(&mut self, warp: &mut Warp, barrier: &MemoryBarrier, request: &Request) -> bool {
        let MemoryBarrierKind::Wait { done, .. } = barrier.kind else {
            return false;
        };
        let address = request.offsets[request.mask.trailing_zeros() as usize];
        let Some(word) = self.words.get_mut(&address) else {
            return false;
        };
        let first = self.context.options.sanitize && word.refused.insert((warp.index, word.phase));
        if first {
            warp.registers.set_predicate(done, request.mask, 0);
        }
        first
    }

    /// Runs an operation in one lane; whether the lane has to wait.
    fn one_lane(
        &mut self,
        warp: &mut Warp,
        kind: &MemoryBarrierKind,
        lane: usize,
        address: u64,
    ) -> bool {
        if let MemoryBarrierKind::Initialise { count } = kind {
            let count = warp.registers.lane(*count, lane) as u32;
            self.words.insert(address, BarrierWord::new(count));
            self.touch_word(warp, lane, address, Use::write(0));
            return false;
        }
        if !self.words.contains_key(&address) {
            let message = format!("no `mbarrier` is initialised at shared address 0x{address:x}");
            self.invalid(warp, lane, message);
            return false;
        }
        // Initialisation must be visible: a barrier or a fence is needed between it and the first
        // use.
        let atomic = Use::Atomic {
            returns: false,
            sync: Sync::relaxed(Scope::Block),
        };
        self.touch_word(warp, lane, address, atomic);
        self.use_word(warp, kind, lane, address)
    }

    /// Runs an operation on an initialised barrier; whether the lane has to wait.
    fn use_word(
        &mut self,
        warp: &mut Warp,
        kind: &MemoryBarrierKind,
        lane: usize,
        address: u64,
    ) -> bool {
        let number = |register| warp.registers.lane(register, lane);
        let index = warp.index as usize;
        match kind {
            MemoryBarrierKind::Initialise { .. } => {}
            MemoryBarrierKind::Invalidate => {
                self.words.remove(&address);
            }
            MemoryBarrierKind::Arrive {
                state,
                number: count,
                expects,
                drops,
            } => {
                let count = count.map(|register| i64::from(number(register) as u32));
                let phase = self.words[&address].phase;
                if let Some(state) = state {
                    warp.registers.set_lane(*state, lane, phase);
                }
                self.release_to(index, address);
                if let Some(word) = self.words.get_mut(&address) {
                    word.arrive(count, *expects, *drops);
                }
                self.complete_phase(warp, lane, address);
            }
            MemoryBarrierKind::Transaction { bytes, expects } => {
                let bytes = number(*bytes) as u32;
                if let Some(word) = self.words.get_mut(&address) {
                    word.transactions += if *expects {
                        i64::from(bytes)
                    } else {
                        -i64::from(bytes)
                    };
                }
                self.complete_phase(warp, lane, address);
            }
            MemoryBarrierKind::CopyArrive { increments } => {
                let copies = warp.copies.take_lane(lane);
                let sanitizer = self.sanitizer.as_mut();
                let clock = sanitizer.map(|sanitizer| sanitizer.now(index));
                self.release_to(index, address);
                if let Some(word) = self.words.get_mut(&address) {
                    word.copies.push((warp.index, clock, copies));
                    word.pending -= i64::from(!increments);
                }
                self.complete_phase(warp, lane, address);
            }
            MemoryBarrierKind::Wait {
                done,
                state,
                parity,
            } => {
                let asked = number(*state);
                let phase = self.words[&address].phase;
                let over = if *parity {
                    phase & 1 != asked & 1
                } else {
                    phase > asked
                };
                warp.registers
                    .set_predicate(*done, 1 << lane, if over { u32::MAX } else { 0 });
                if over && let Some(sanitizer) = &mut self.sanitizer {
                    sanitizer.acquire_word(index, address);
                }
                return !over;
            }
        }
        false
    }

    fn touch_word(&mut self, warp: &Warp, lane: usize, address: u64, kind: Use) {
        let mut request = Request::single(Space::Shared, lane, address, 8);
        request.offsets[lane] = address;
        self.observe(warp, &request, kind);
    }

    fn release_to(&mut self, warp: usize, address: u64) {
        if let Some(sanitizer) = &mut self.sanitizer {
            sanitizer.release_word(warp, address);
        }
    }

    fn complete_phase(&mut self, warp: &Warp, lane: usize, address: u64) {
        let Some(word) = self.words.get_mut(&address) else {
            return;
        };
        if word.pending < 0 {
            let message = format!(
                "more arrivals than the {} that the `mbarrier` at 0x{address:x} was initialised for",
                word.expected
            );
            self.invalid(warp, lane, message);
            return;
        }
        if word.pending > 0 || word.transactions != 0 {
            return;
        }
        word.phase += 1;
        word.pending = word.expected;
        let copies = std::mem::take(&mut word.copies);
        for (warp, clock, landed) in copies {
            self.land(warp, &landed, clock);
        }
        if let Some(sanitizer) = &mut self.sanitizer {
            sanitizer.complete_word(address);
        }
    }
}
