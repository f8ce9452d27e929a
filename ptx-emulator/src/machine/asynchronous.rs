//! `cp.async`: the data is read when the copy is issued and appears in shared memory at the wait,
//! never before, so that a missing wait shows in the result as well as in the report.

use super::access::write_bytes;
use super::state::{Copies, Environment, Pending, Warp};
use crate::finding::FindingKind;
use crate::operation::{AsyncCopy, AsyncOperation};
use crate::registers::{LANES, lanes};
use crate::request::Request;
use crate::sanitizer::{Detected, Use};
use crate::types::Space;

impl Copies {
    pub fn clear(&mut self) {
        self.pending.clear();
        self.committed = [0; LANES];
    }

    /// Removes and returns the copies for which `lands` is true.
    fn take(&mut self, lands: impl Fn(&Pending) -> bool) -> Vec<Pending> {
        let (landed, left) = self.pending.drain(..).partition(lands);
        self.pending = left;
        landed
    }

    /// All copies of a lane, for a barrier that counts their arrival.
    pub fn take_lane(&mut self, lane: usize) -> Vec<Pending> {
        self.take(|copy| copy.lane == lane)
    }
}

impl Environment<'_> {
    pub fn asynchronous(&mut self, warp: &mut Warp, operation: &AsyncOperation, mask: u32) {
        let here = |lane: usize| mask >> lane & 1 == 1;
        let landed = match operation {
            AsyncOperation::Copy(copy) => return self.issue(warp, copy, mask),
            AsyncOperation::Commit => {
                lanes(mask).for_each(|lane| warp.copies.committed[lane] += 1);
                return;
            }
            AsyncOperation::WaitGroup(allowed) => {
                let committed = warp.copies.committed;
                warp.copies
                    .take(|copy| here(copy.lane) && copy.group + allowed < committed[copy.lane])
            }
            AsyncOperation::WaitAll => warp.copies.take(|copy| here(copy.lane)),
        };
        self.land(warp.index, &landed, None);
    }

    fn issue(&mut self, warp: &mut Warp, copy: &AsyncCopy, mask: u32) {
        let bytes = u64::from(copy.bytes);
        let destinations = self.addresses(warp, copy.destination);
        let sources = self.addresses(warp, copy.source);
        let limits = copy
            .source_bytes
            .map(|register| warp.registers.bits(register));
        let ignored = copy
            .ignore
            .map_or(0, |predicate| predicate.value(&warp.registers));
        let wanted = |lane: usize| match (ignored >> lane & 1, &limits) {
            (1, _) => 0,
            (_, Some(limits)) => limits[lane].min(bytes),
            _ => bytes,
        };
        let mut data = [[0_u64; 2]; LANES];
        // Lanes with full copies make one request; partial copies are read element by element.
        let whole = lanes(mask)
            .filter(|lane| wanted(*lane) == bytes)
            .fold(0, |bits, lane| bits | 1 << lane);
        if whole != 0 {
            self.for_each_request(
                warp,
                Space::Global,
                sources,
                whole,
                bytes,
                |environment, warp, request| {
                    environment.observe(warp, request, Use::READ);
                    for lane in lanes(request.mask) {
                        data[lane] = read_two(environment, request, lane, bytes);
                    }
                },
            );
        }
        for lane in lanes(mask & !whole) {
            for byte in 0..wanted(lane) {
                let addresses = sources.map(|address| address.wrapping_add(byte));
                self.for_each_request(
                    warp,
                    Space::Global,
                    addresses,
                    1 << lane,
                    1,
                    |environment, warp, request| {
                        environment.observe(warp, request, Use::READ);
                        let value = environment.read_element(request, lane, 0, 1);
                        data[lane][(byte / 8) as usize] |= value << (byte % 8 * 8);
                    },
                );
            }
        }
        self.for_each_request(
            warp,
            Space::Shared,
            destinations,
            mask,
            bytes,
            |environment, warp, request| {
                environment.observe(warp, request, Use::AsyncWrite);
                for lane in lanes(request.mask) {
                    let group = warp.copies.committed[lane];
                    warp.copies.pending.push(Pending {
                        lane,
                        group,
                        offset: request.offsets[lane],
                        bytes: copy.bytes,
                        data: data[lane],
                        pc: environment.pc,
                    });
                }
            },
        );
    }

    /// The data of copies appears in shared memory, as writes of their threads now, or at the clock
    /// at which they arrived at a barrier.
    pub fn land(&mut self, warp: u32, copies: &[Pending], clock: Option<u32>) {
        for copy in copies {
            let bytes = usize::from(copy.bytes);
            for (part, word) in copy.data.iter().enumerate().take(bytes.div_ceil(8)) {
                let at = copy.offset as usize + part * 8;
                write_bytes(&mut self.shared, at, bytes.min(8), *word);
            }
            if let Some(sanitizer) = &mut self.sanitizer {
                let thread = (warp as usize, copy.lane);
                sanitizer.land(thread, copy.pc, copy.offset, bytes as u64, clock);
            }
        }
    }

    /// A kernel that ends with copies in flight.
    pub fn check_landed(&mut self, warp: &Warp) {
        if let (true, Some(copy)) = (self.context.options.sanitize, warp.copies.pending.first()) {
            self.pc = copy.pc;
            let message = "the kernel ends while this copy is in flight; wait for it, or remove it"
                .to_owned();
            let detected = Detected::new(FindingKind::MissingAsyncWait, message)
                .at_lane(copy.lane)
                .at_place(
                    self.context
                        .place(Space::Shared, copy.offset, u64::from(copy.bytes)),
                );
            self.detect(warp, detected);
        }
    }
}

fn read_two(environment: &Environment, request: &Request, lane: usize, bytes: u64) -> [u64; 2] {
    let first = environment.read_element(request, lane, 0, bytes.min(8));
    let second = if bytes == 16 {
        environment.read_element(request, lane, 8, 8)
    } else {
        0
    };
    [first, second]
}
