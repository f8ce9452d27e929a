//! Loads and stores: resolves generic addresses, checks, then moves the values.

use super::state::{Environment, Warp};
use crate::finding::FindingKind;
use crate::memory::{LOCAL_WINDOW, PARAMETER_WINDOW, SHARED_WINDOW};
use crate::operation::LOCAL_BASE;
use crate::operation::{Access, Address, runs};
use crate::registers::{File, LANES, Register, lanes};
use crate::request::Request;
use crate::sanitizer::{Detected, Problem, Use};
use crate::types::Space;

/// The bytes of a lane's request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// How many the machine moves; the address is a multiple of it.
    bytes: u64,
    /// The part of them that has to exist.
    start: u64,
    end: u64,
}

impl From<u64> for Extent {
    fn from(bytes: u64) -> Self {
        Extent {
            bytes,
            start: 0,
            end: bytes,
        }
    }
}

impl Environment<'_> {
    pub fn addresses(&self, warp: &Warp, address: Address) -> [u64; LANES] {
        let offset = address.offset as u64;
        let mut addresses = warp.registers.bits(address.base);
        if offset != 0 {
            for value in &mut addresses {
                *value = value.wrapping_add(offset);
            }
        }
        if address.base.file == File::Word {
            for value in &mut addresses {
                *value &= 0xffff_ffff;
            }
        }
        addresses
    }

    /// Runs `f` for each space that the lanes address; generic addresses may be in several.
    pub fn for_each_request(
        &mut self,
        warp: &mut Warp,
        space: Space,
        addresses: [u64; LANES],
        mask: u32,
        extent: impl Into<Extent>,
        mut f: impl FnMut(&mut Self, &mut Warp, &Request),
    ) {
        let extent = extent.into();
        let mut one = |environment: &mut Self, space, addresses, mask| {
            if let Some(request) = environment.check(warp, space, addresses, mask, extent) {
                f(environment, warp, &request);
            }
        };
        match space {
            Space::Generic => {
                for (window, space) in [
                    (0, Space::Global),
                    (SHARED_WINDOW, Space::Shared),
                    (LOCAL_WINDOW, Space::Local),
                    (PARAMETER_WINDOW, Space::Parameter),
                ] {
                    let part = lanes(mask)
                        .filter(|lane| addresses[*lane] >> 56 == window >> 56)
                        .fold(0, |part, lane| part | 1 << lane);
                    if part != 0 {
                        one(
                            self,
                            space,
                            addresses.map(|value| value.wrapping_sub(window)),
                            part,
                        );
                    }
                }
                let strange = lanes(mask)
                    .filter(|lane| addresses[*lane] >> 56 > PARAMETER_WINDOW >> 56)
                    .fold(0, |part, lane| part | 1 << lane);
                if strange != 0 {
                    one(self, Space::Global, addresses, strange);
                }
            }
            Space::Constant => one(self, Space::Global, addresses, mask),
            space => one(self, space, addresses, mask),
        }
    }

    /// Alignment and bounds; lanes that fail are reported and skipped.
    fn check(
        &mut self,
        warp: &Warp,
        space: Space,
        addresses: [u64; LANES],
        mask: u32,
        extent: Extent,
    ) -> Option<Request> {
        let Extent { bytes, start, end } = extent;
        let needed = end - start;
        let mut request = Request {
            space,
            addresses,
            mask: 0,
            bytes,
            arrays: [0; LANES],
            offsets: [0; LANES],
        };
        let memory = self.context.memory;
        let meant = match space {
            Space::Global | Space::Generic => self.context.meant[self.pc as usize],
            _ => None,
        };
        // The last array found: lanes mostly access the same one.
        let (mut first, mut last, mut known, mut base) = (1, 0, 0, 0);
        for lane in lanes(mask) {
            let address = addresses[lane];
            if !address.is_multiple_of(bytes) {
                self.misaligned(warp, lane, space, address, bytes);
                continue;
            }
            let begin = address.wrapping_add(start);
            let end = begin.wrapping_add(needed);
            let offset = match space {
                Space::Shared if begin >= first && end <= last => Some(begin),
                Space::Shared => self.context.shared_array(begin, end).map(|array| {
                    (first, last) = array;
                    begin
                }),
                Space::Local => (begin >= LOCAL_BASE
                    && end <= LOCAL_BASE + self.context.code.local_bytes)
                    .then(|| self.local_range(warp, lane, begin) as u64),
                Space::Parameter => (end <= self.context.parameters.len() as u64).then_some(begin),
                _ if begin >= first && end <= last => Some(begin - base),
                _ => memory
                    .locate(begin, needed)
                    .filter(|(array, _)| meant.is_none_or(|meant| meant == *array as u32))
                    .map(|(array, offset)| {
                        known = array as u32;
                        base = memory.arrays[array].base;
                        let bounds = memory.bounds(array, offset).unwrap_or((0, 0));
                        (first, last) = (base + bounds.0, base + bounds.1);
                        offset
                    }),
            };
            match offset {
                Some(offset) => {
                    request.arrays[lane] = known;
                    // A byte before the array is not among those that are needed.
                    request.offsets[lane] = offset.wrapping_sub(start);
                    request.mask |= 1 << lane;
                }
                None => self.out_of_bounds(warp, lane, space, meant, begin, needed),
            }
        }
        (request.mask != 0).then_some(request)
    }

    fn misaligned(&mut self, warp: &Warp, lane: usize, space: Space, address: u64, bytes: u64) {
        let message =
            format!("address 0x{address:x} is not a multiple of the {bytes} bytes of the access");
        let detected = Detected::new(FindingKind::Misaligned, message)
            .at_lane(lane)
            .at_place(self.context.place(space, address, bytes));
        self.detect(warp, detected);
    }

    fn out_of_bounds(
        &mut self,
        warp: &Warp,
        lane: usize,
        space: Space,
        meant: Option<u32>,
        address: u64,
        bytes: u64,
    ) {
        let place = match meant {
            Some(array) => self.context.place_in(array, address, bytes),
            None => self.context.place(space, address, bytes),
        };
        let message = match (&place.array, place.offset, place.array_bytes) {
            (Some(array), Some(offset), Some(size)) if offset < 0 => {
                format!("{} bytes before `{array}` of {size} bytes", -offset)
            }
            (Some(array), Some(offset), Some(size)) => {
                format!("byte {offset} of `{array}`, which has {size} bytes")
            }
            _ => format!("nothing is allocated at {space} address 0x{address:x}"),
        };
        let detected = Detected::new(FindingKind::OutOfBounds, message)
            .at_lane(lane)
            .at_place(place);
        self.detect(warp, detected);
    }

    /// One element of a lane.
    pub fn read_element(&self, request: &Request, lane: usize, skip: u64, bytes: u64) -> u64 {
        let offset = request.offsets[lane].wrapping_add(skip);
        match request.space {
            Space::Shared => read_bytes(&self.shared, offset as usize, bytes as usize),
            Space::Local => read_bytes(&self.local, offset as usize, bytes as usize),
            Space::Parameter => {
                read_bytes(&self.context.parameters, offset as usize, bytes as usize)
            }
            _ => self.context.memory.arrays[request.arrays[lane] as usize].load(offset, bytes),
        }
    }

    /// The write that corresponds to [`Environment::read_element`].
    pub fn write_element(
        &mut self,
        request: &Request,
        lane: usize,
        skip: u64,
        bytes: u64,
        value: u64,
    ) {
        let offset = request.offsets[lane] + skip;
        match request.space {
            Space::Shared => write_bytes(&mut self.shared, offset as usize, bytes as usize, value),
            Space::Local => write_bytes(&mut self.local, offset as usize, bytes as usize, value),
            Space::Parameter => {}
            _ => {
                let array = request.arrays[lane] as usize;
                self.context.memory.arrays[array].store(offset, bytes, value);
            }
        }
    }

    /// Reports a request to the profiler and the sanitizer.
    pub fn observe(&mut self, warp: &Warp, request: &Request, kind: Use) {
        self.profile.request(self.pc, request, kind);
        for (lane, problem) in self.problems(warp, request, (0, request.bytes), kind) {
            self.report(warp, request, lane, problem);
        }
    }

    /// As [`Environment::observe`], for a read into registers: returns the lanes that read
    /// unwritten bytes, which is a mistake only if the value matters. Elements that the load drops
    /// are not read.
    fn observe_load(&mut self, warp: &Warp, request: &Request, access: &Access) -> u32 {
        let mut undefined = 0;
        let dropped = self.dropped(warp);
        let kind = Use::Read {
            dropped,
            sync: access.sync,
        };
        self.profile.request(self.pc, request, kind);
        for run in access.runs() {
            for (lane, problem) in self.problems(warp, request, run, kind) {
                match problem.kind {
                    FindingKind::UninitialisedRead => undefined |= 1 << lane,
                    _ => self.report(warp, request, lane, problem),
                }
            }
        }
        undefined
    }

    /// The sanitizer's check of some bytes of each lane: how many it skips, and their number.
    fn problems(
        &mut self,
        warp: &Warp,
        request: &Request,
        (skip, bytes): (u64, u64),
        kind: Use,
    ) -> Vec<(usize, Problem)> {
        let mut problems = Vec::new();
        if !matches!(request.space, Space::Global | Space::Shared) {
            return problems;
        }
        let Some(sanitizer) = &mut self.sanitizer else {
            return problems;
        };
        let context = self.context;
        if kind.sync().scope.is_some() {
            for lane in lanes(request.mask) {
                let word = request.addresses[lane].wrapping_add(skip);
                sanitizer.order(context, warp.index as usize, request.space, word, kind);
            }
        }
        for lane in lanes(request.mask) {
            let offset = request.offsets[lane].wrapping_add(skip);
            let problem = match request.space {
                Space::Shared => sanitizer.shared(
                    context,
                    warp.index as usize,
                    lane,
                    self.pc,
                    offset,
                    bytes,
                    kind,
                ),
                _ => sanitizer.global(
                    context,
                    warp.index as usize,
                    lane,
                    self.pc,
                    (request.arrays[lane] as usize, offset),
                    bytes,
                    kind,
                ),
            };
            problems.extend(problem.map(|problem| (lane, problem)));
        }
        problems
    }

    fn report(&mut self, warp: &Warp, request: &Request, lane: usize, problem: Problem) {
        let context = self.context;
        let place = context.place(request.space, request.addresses[lane], request.bytes);
        let other = problem
            .other
            .map(|record| context.actor_of(record, self.block));
        self.note_racing_loads(&problem);
        let mut detected = Detected::new(problem.kind, problem.message)
            .at_lane(lane)
            .at_place(place);
        detected.other = other;
        self.detect(warp, detected);
    }

    pub fn load(&mut self, warp: &mut Warp, access: &Access, mask: u32) {
        let addresses = self.addresses(warp, access.address);
        let extent = Extent {
            bytes: u64::from(access.bytes),
            start: access.within.0,
            end: access.within.1,
        };
        self.for_each_request(
            warp,
            access.space,
            addresses,
            mask,
            extent,
            |environment, warp, request| {
                let undefined = environment.observe_load(warp, request, access);
                environment.mark_load(warp, request, undefined, access);
                for (index, register) in access.registers.iter().enumerate() {
                    if let Some(register) = register {
                        environment.load_element(warp, request, *register, index, access);
                    }
                }
            },
        );
    }

    fn load_element(
        &self,
        warp: &mut Warp,
        request: &Request,
        register: Register,
        index: usize,
        access: &Access,
    ) {
        let bytes = u64::from(access.element);
        let unused = 64 - 8 * bytes;
        let first = index as u64 * bytes;
        let used = access.used & access.element_mask(index);
        for lane in lanes(request.mask) {
            let read = |(skip, bytes)| {
                let part = self.read_element(request, lane, skip, bytes);
                part << (8 * (skip - first))
            };
            let mut value = runs(used).map(read).fold(0, |value, part| value | part);
            if access.signed {
                value = ((value << unused) as i64 >> unused) as u64;
            }
            warp.registers.set_lane(register, lane, value);
        }
    }

    pub fn store(&mut self, warp: &mut Warp, access: &Access, mask: u32) {
        let addresses = self.addresses(warp, access.address);
        let bytes = u64::from(access.bytes);
        self.for_each_request(
            warp,
            access.space,
            addresses,
            mask,
            bytes,
            |environment, warp, request| {
                if request.space == Space::Parameter {
                    let lane = request.mask.trailing_zeros() as usize;
                    environment.invalid(
                        warp,
                        lane,
                        "kernel parameters cannot be written".to_owned(),
                    );
                    return;
                }
                let same = environment.stores_same_value(warp, request, access);
                let sync = access.sync;
                environment.observe(warp, request, Use::Write { same, sync });
                let element = u64::from(access.element);
                for (index, register) in access.registers.iter().enumerate() {
                    if let Some(register) = register {
                        for lane in lanes(request.mask) {
                            let value = warp.registers.lane(*register, lane);
                            let skip = index as u64 * element;
                            environment.write_element(request, lane, skip, element, value);
                        }
                    }
                }
            },
        );
    }

    /// The lanes whose bytes already hold what they store, or that store what a lower lane of the
    /// same instruction stores at the same place: two such writes are not a race.
    fn stores_same_value(&self, warp: &Warp, request: &Request, access: &Access) -> u32 {
        if self.sanitizer.is_none() {
            return 0;
        }
        let element = u64::from(access.element);
        let value = |lane: usize, index: usize| {
            let register = access.registers[index]?;
            let kept = u64::MAX >> (64 - 8 * element);
            Some(warp.registers.lane(register, lane) & kept)
        };
        let mut same = 0;
        for lane in lanes(request.mask) {
            let held = (0..access.registers.len()).all(|index| {
                value(lane, index).is_none_or(|value| {
                    value == self.read_element(request, lane, index as u64 * element, element)
                })
            });
            let twin = lanes(request.mask)
                .take_while(|other| *other < lane)
                .find(|other| request.addresses[*other] == request.addresses[lane]);
            let repeated = twin.map(|other| {
                (0..access.registers.len()).all(|index| value(other, index) == value(lane, index))
            });
            same |= u32::from(repeated.unwrap_or(held)) << lane;
        }
        same
    }
}

fn read_bytes(bytes: &[u8], offset: usize, count: usize) -> u64 {
    let mut value = [0; 8];
    value[..count].copy_from_slice(&bytes[offset..offset + count]);
    u64::from_le_bytes(value)
}

pub(super) fn write_bytes(bytes: &mut [u8], offset: usize, count: usize, value: u64) {
    bytes[offset..offset + count].copy_from_slice(&value.to_le_bytes()[..count]);
}
