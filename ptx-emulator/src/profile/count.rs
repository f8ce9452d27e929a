//! The counters, and the rules that map addresses to sectors and bank conflicts.

use crate::context::Context;
use crate::registers::{LANES, lanes};
use crate::request::Request;
use crate::sanitizer::Use;
use crate::types::Space;

/// Bytes of a sector, the unit in which memory is read.
pub(super) const SECTOR: u64 = 32;
const BANKS: usize = 32;

/// Counters of one instruction.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counters {
    /// Times a warp issued it.
    pub warps: u64,
    /// Lanes that took part, summed.
    pub lanes: u64,
    /// Branches that split a warp.
    pub diverged: u64,
    /// Memory requests, one for each warp and space.
    pub requests: u64,
    pub bytes: u64,
    pub sectors: u64,
    pub ideal_sectors: u64,
    /// Shared memory passes, by the rule of fixed phases.
    pub wavefronts: u64,
    /// As above, with pairs of lanes that read the same 16 bytes merged first.
    pub merged_wavefronts: u64,
    pub ideal_wavefronts: u64,
}

impl Counters {
    pub fn add(&mut self, other: &Counters) {
        self.warps += other.warps;
        self.lanes += other.lanes;
        self.diverged += other.diverged;
        self.requests += other.requests;
        self.bytes += other.bytes;
        self.sectors += other.sectors;
        self.ideal_sectors += other.ideal_sectors;
        self.wavefronts += other.wavefronts;
        self.merged_wavefronts += other.merged_wavefronts;
        self.ideal_wavefronts += other.ideal_wavefronts;
    }
}

/// The words of one array that were touched.
#[derive(Debug, Clone, Default)]
struct Touched {
    read: Vec<u64>,
    written: Vec<u64>,
}

/// All counters of a launch, or of the part of it that one host thread ran.
pub(crate) struct Profile {
    pub counters: Vec<Counters>,
    touched: Vec<Touched>,
    pub blocks: u64,
    /// The longest warp of each block, summed.
    pub critical_instructions: u64,
    detailed: bool,
}

impl Profile {
    pub fn new(context: &Context) -> Self {
        Profile {
            counters: vec![Counters::default(); context.code.instructions.len()],
            touched: vec![Touched::default(); context.memory.arrays.len()],
            blocks: 0,
            critical_instructions: 0,
            detailed: context.options.profile,
        }
    }

    #[inline(always)]
    pub fn count(&mut self, pc: u32, mask: u32) {
        let counters = &mut self.counters[pc as usize];
        counters.warps += 1;
        counters.lanes += u64::from(mask.count_ones());
    }

    pub fn diverged(&mut self, pc: u32) {
        self.counters[pc as usize].diverged += 1;
    }

    pub fn end_block(&mut self, longest: u64) {
        self.blocks += 1;
        self.critical_instructions += longest;
    }

    pub fn merge(&mut self, other: &Profile) {
        for (mine, theirs) in self.counters.iter_mut().zip(&other.counters) {
            mine.add(theirs);
        }
        for (mine, theirs) in self.touched.iter_mut().zip(&other.touched) {
            merge_bits(&mut mine.read, &theirs.read);
            merge_bits(&mut mine.written, &theirs.written);
        }
        self.blocks += other.blocks;
        self.critical_instructions += other.critical_instructions;
    }

    /// Bytes of distinct words read and written: the least that the kernel must move.
    pub fn minimum_bytes(&self) -> (u64, u64) {
        let count = |bits: &Vec<u64>| {
            bits.iter()
                .map(|word| u64::from(word.count_ones()) * 4)
                .sum::<u64>()
        };
        (
            self.touched
                .iter()
                .map(|touched| count(&touched.read))
                .sum(),
            self.touched
                .iter()
                .map(|touched| count(&touched.written))
                .sum(),
        )
    }

    /// Counts one memory request.
    pub fn request(&mut self, pc: u32, request: &Request, kind: Use) {
        if !self.detailed {
            return;
        }
        match request.space {
            Space::Shared => self.shared_request(pc, request),
            Space::Global => self.global_request(pc, request, kind),
            _ => {
                let counters = &mut self.counters[pc as usize];
                counters.requests += 1;
                counters.bytes += request.bytes * u64::from(request.mask.count_ones());
            }
        }
    }

    fn global_request(&mut self, pc: u32, request: &Request, kind: Use) {
        let mut addresses = [0; LANES];
        let mut count = 0;
        for lane in lanes(request.mask) {
            addresses[count] = request.addresses[lane];
            count += 1;
            self.touch(request, lane, kind);
        }
        let addresses = &mut addresses[..count];
        addresses.sort_unstable();
        let distinct = count_distinct(addresses, |address| address);
        // An access is aligned and at most a sector long, so it lies in one sector.
        let sectors = count_distinct(addresses, |address| address / SECTOR);
        let counters = &mut self.counters[pc as usize];
        counters.requests += 1;
        counters.bytes += request.bytes * count as u64;
        counters.sectors += sectors;
        counters.ideal_sectors += (distinct * request.bytes).div_ceil(SECTOR);
    }

    fn touch(&mut self, request: &Request, lane: usize, kind: Use) {
        let touched = &mut self.touched[request.arrays[lane] as usize];
        let first = request.offsets[lane] / 4;
        let words = request.bytes.div_ceil(4);
        // Aligned accesses of up to 8 words stay inside one word of 64 bits.
        let bits = (u64::MAX >> (64 - words)) << (first % 64);
        let place = (first / 64) as usize;
        let set = |map: &mut Vec<u64>| {
            if map.len() <= place {
                map.resize((place + 1).next_power_of_two(), 0);
            }
            map[place] |= bits;
        };
        if !matches!(kind, Use::Write { .. }) {
            set(&mut touched.read);
        }
        if kind.writes() {
            set(&mut touched.written);
        }
    }

    fn shared_request(&mut self, pc: u32, request: &Request) {
        let [phases, merged, ideal] = wavefronts(&request.addresses, request.mask, request.bytes);
        let counters = &mut self.counters[pc as usize];
        counters.requests += 1;
        counters.bytes += request.bytes * u64::from(request.mask.count_ones());
        counters.wavefronts += phases;
        counters.merged_wavefronts += merged;
        counters.ideal_wavefronts += ideal;
    }
}

fn merge_bits(mine: &mut Vec<u64>, theirs: &[u64]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine |= theirs;
    }
}

/// Distinct values of `key` over sorted addresses.
fn count_distinct(addresses: &[u64], key: impl Fn(u64) -> u64) -> u64 {
    let mut count = 0;
    let mut last = None;
    for address in addresses {
        let value = key(*address);
        count += u64::from(last != Some(value));
        last = Some(value);
    }
    count
}

/// The passes of a shared access: by fixed phases, with merging, and at best.
///
/// Lanes go in phases of 32, 16 or 8 for accesses of 4, 8 or 16 bytes; a phase takes as many passes
/// as the fullest bank has distinct words. With merging, a 16-byte access whose lanes pair up on
/// equal addresses (lane and lane^1, or lane and lane^2) goes in phases of 16.
pub(super) fn wavefronts(addresses: &[u64; LANES], mask: u32, bytes: u64) -> [u64; 3] {
    let phase = (128 / bytes.max(4)) as usize;
    let fixed = passes(addresses, mask, bytes, phase);
    let mergeable = bytes == 16
        && [1, 2].into_iter().any(|bit| {
            lanes(mask).all(|lane| {
                let other = lane ^ bit;
                mask >> other & 1 == 0 || addresses[other] == addresses[lane]
            })
        });
    let merged = if mergeable {
        passes(addresses, mask, bytes, phase * 2)
    } else {
        fixed
    };
    let mut sorted = [0; LANES];
    let mut count = 0;
    for lane in lanes(mask) {
        sorted[count] = addresses[lane];
        count += 1;
    }
    sorted[..count].sort_unstable();
    let distinct = count_distinct(&sorted[..count], |address| address / bytes.max(4));
    [fixed, merged, (distinct * bytes.max(4)).div_ceil(128)]
}

fn passes(addresses: &[u64; LANES], mask: u32, bytes: u64, phase: usize) -> u64 {
    let words = bytes.div_ceil(4);
    let mut total = 0;
    for first in (0..LANES).step_by(phase) {
        let part = mask >> first & (u32::MAX >> (LANES - phase));
        if part == 0 {
            continue;
        }
        let mut accessed = [0_u64; LANES * 2];
        let mut count = 0;
        for lane in lanes(part) {
            for word in 0..words {
                if count < accessed.len() {
                    accessed[count] = addresses[first + lane] / 4 + word;
                    count += 1;
                }
            }
        }
        let accessed = &mut accessed[..count];
        accessed.sort_unstable();
        let mut depth = [0_u64; BANKS];
        let mut last = None;
        for word in accessed.iter() {
            if last != Some(*word) {
                depth[(*word % BANKS as u64) as usize] += 1;
            }
            last = Some(*word);
        }
        total += depth.iter().max().copied().unwrap_or(0);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::wavefronts;

    fn lanes(f: impl Fn(u64) -> u64) -> [u64; 32] {
        std::array::from_fn(|lane| f(lane as u64))
    }

    #[test]
    fn conflicts_follow_the_phases_of_each_width() {
        let full = u32::MAX;
        assert_eq!(wavefronts(&lanes(|lane| lane * 4), full, 4), [1, 1, 1]);
        // A column of a 32 wide tile: every lane in one bank; padded by one word: none.
        assert_eq!(wavefronts(&lanes(|lane| lane * 128), full, 4), [32, 32, 1]);
        assert_eq!(wavefronts(&lanes(|lane| lane * 132), full, 4), [1, 1, 1]);
        // All lanes read one word.
        assert_eq!(wavefronts(&lanes(|_| 64), full, 4), [1, 1, 1]);
        assert_eq!(wavefronts(&lanes(|lane| lane * 8), full, 8), [2, 2, 2]);
        assert_eq!(wavefronts(&lanes(|lane| lane * 16), full, 16), [4, 4, 4]);
        // Rows of 16 bytes 128 apart: 8 lanes of a phase in the same four banks.
        assert_eq!(wavefronts(&lanes(|lane| lane * 128), full, 16)[0], 32);
        // Pairs of lanes on the same 16 bytes: half the passes when merged.
        assert_eq!(
            wavefronts(&lanes(|lane| lane / 2 * 16), full, 16),
            [4, 2, 2]
        );
        // 16 lanes only.
        assert_eq!(wavefronts(&lanes(|lane| lane * 8), 0xffff, 8), [1, 1, 1]);
    }
}
