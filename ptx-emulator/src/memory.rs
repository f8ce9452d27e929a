//! The global memory of the emulated device: named arrays, far apart.
//!
//! Each array starts at a multiple of 4 GiB, so that a shift gives the array of an address and an
//! access that misses its array by less than 4 GiB hits no other. Contents are atomic words: blocks
//! run on several host threads, and a race of the kernel must not be a race of the emulator. A bit
//! per byte tells whether it was ever written.
//!
//! Memory of the process can be an array too ([`Memory::map_host`]): it keeps its address and is
//! used in place. A memory that has such arrays is made by [`Memory::beside_host`], whose own
//! arrays lie above all addresses of a process.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::words::Words;

/// Generic addresses of shared memory start here.
pub(super) const SHARED_WINDOW: u64 = 1 << 56;
/// Generic addresses of local memory start here.
pub(super) const LOCAL_WINDOW: u64 = 2 << 56;
/// Generic addresses of kernel parameters start here.
pub(super) const PARAMETER_WINDOW: u64 = 3 << 56;
/// Functions have addresses from here on.
pub(super) const FUNCTION_WINDOW: u64 = 5 << 56;

/// The address of function number `index` of a module.
pub(super) fn function_address(index: usize) -> u64 {
    FUNCTION_WINDOW + 16 * (index as u64 + 1)
}

/// Size of each window.
pub(super) const WINDOW_BYTES: u64 = 1 << 32;
/// Global addresses lie below.
pub(super) const GLOBAL_END: u64 = 1 << 56;

const GLOBAL_BASE: u64 = 1 << 40;
/// The same beside memory of the process, whose addresses are below.
const BESIDE_HOST: u64 = 1 << 48;
const SLOT_BITS: u32 = 32;
/// A slot whose array was freed.
const FREED: usize = usize::MAX;
/// So many freed arrays keep their names, for messages on late accesses.
const REMEMBERED: usize = 256;

/// An array in global memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayId(pub(super) usize);

/// The contents of an array before the launch.
#[derive(Debug, Clone)]
pub enum Initial {
    /// These bytes.
    Data(Vec<u8>),
    /// Uninitialised: a read before a write is a finding.
    Uninitialised,
}

pub(super) struct Array {
    pub name: String,
    pub base: u64,
    pub bytes: u64,
    /// Bytes before the first: memory of the process need not begin at a word.
    pub lead: u64,
    pub element_bytes: u64,
    pub shape: Vec<u64>,
    words: Words,
    /// One bit for each byte that holds a value; empty if all do.
    written: Vec<AtomicU32>,
}

/// The global memory of the device.
pub struct Memory {
    pub(super) arrays: Vec<Array>,
    /// The address of the first slot.
    base: u64,
    /// The array of each 4 GiB slot.
    slots: Vec<usize>,
    /// The arrays in memory of the process, by their addresses.
    host: BTreeMap<u64, usize>,
    /// Arrays that were freed, the oldest first.
    freed: VecDeque<usize>,
    /// Arrays made for variables of modules: module identity and variable number.
    pub(super) module_variables: std::collections::HashMap<(u64, usize), ArrayId>,
    /// The memory of `malloc`, if a kernel has used it.
    heap: Option<Heap>,
}

/// Bytes of the heap: what a GPU has by default.
const HEAP_BYTES: usize = 8 << 20;

/// The memory of `malloc` in kernels. What was freed is not given out again, so that an access of
/// it is found.
struct Heap {
    array: usize,
    allocations: Mutex<Vec<Allocation>>,
}

#[derive(Debug, Clone, Copy)]
struct Allocation {
    start: u64,
    bytes: u64,
    in_use: bool,
}

/// All contents, to run a launch again from the same state.
pub(super) struct Snapshot {
    arrays: Vec<(Vec<u32>, Vec<u32>)>,
    heap: Vec<Allocation>,
}

impl Default for Memory {
    fn default() -> Self {
        Memory::at(GLOBAL_BASE)
    }
}

impl Memory {
    /// An empty memory.
    pub fn new() -> Self {
        Memory::default()
    }

    /// An empty memory whose arrays have other addresses than all memory of the process, so that
    /// [`Memory::map_host`] can add some of it.
    pub fn beside_host() -> Self {
        Memory::at(BESIDE_HOST)
    }

    fn at(base: u64) -> Self {
        Memory {
            arrays: Vec::new(),
            base,
            slots: Vec::new(),
            host: BTreeMap::new(),
            freed: VecDeque::new(),
            module_variables: std::collections::HashMap::new(),
            heap: None,
        }
    }

    /// A new array of `bytes` bytes. `Initial::Data` shorter than that leaves the rest
    /// uninitialised.
    ///
    /// # Panics
    /// The process has no memory left.
    pub fn allocate(&mut self, name: &str, bytes: usize, initial: Initial) -> ArrayId {
        let id = self.try_allocate(name, bytes, initial);
        id.unwrap_or_else(|| panic!("no memory for the {bytes} bytes of `{name}`"))
    }

    /// The same; none if the process has no memory left. The pages of a large array are taken when
    /// they are used.
    pub fn try_allocate(&mut self, name: &str, bytes: usize, initial: Initial) -> Option<ArrayId> {
        let words = Words::zeroed(bytes.div_ceil(4))?;
        let base = self.base + ((self.slots.len() as u64) << SLOT_BITS);
        let data = match initial {
            Initial::Data(data) => data,
            Initial::Uninitialised => Vec::new(),
        };
        let valid = data.len().min(bytes);
        let mut array = Array {
            name: name.to_owned(),
            base,
            bytes: bytes as u64,
            lead: 0,
            element_bytes: 0,
            shape: Vec::new(),
            words,
            written: Vec::new(),
        };
        if valid < bytes {
            array.written = written_bits(valid, bytes);
        }
        array.words.write(0, &data[..valid]);
        let id = self.add(array);
        let slot_count = (bytes as u64 >> SLOT_BITS) + 1;
        self.slots.extend((0..slot_count).map(|_| id));
        Some(ArrayId(id))
    }

    fn add(&mut self, array: Array) -> usize {
        if self.freed.len() > REMEMBERED
            && let Some(id) = self.freed.pop_front()
        {
            self.arrays[id] = array;
            return id;
        }
        self.arrays.push(array);
        self.arrays.len() - 1
    }

    /// An array that is `bytes` bytes of the process, from `start` on: it has the address that it
    /// has in the process, and is used in place. All of it counts as written. None if `bytes` is 0
    /// or a part of it is an array already.
    ///
    /// # Safety
    /// The bytes can be read and written until the array is freed, and whoever uses them meanwhile
    /// expects that they change.
    pub unsafe fn map_host(&mut self, name: &str, start: u64, bytes: usize) -> Option<ArrayId> {
        let end = start.checked_add(bytes as u64)?;
        let last = self.host.range(..end).next_back();
        let overlaps = last.is_some_and(|(_, id)| {
            let array = &self.arrays[*id];
            array.base + array.bytes > start
        });
        if bytes == 0 || overlaps || start == 0 || end > BESIDE_HOST {
            return None;
        }
        let lead = start % 4;
        let base = start - lead;
        let words = (end - base).div_ceil(4) as usize;
        let id = self.add(Array {
            name: name.to_owned(),
            base,
            bytes: end - base,
            lead,
            element_bytes: 0,
            shape: Vec::new(),
            // SAFETY: by the promise of the caller; words at the ends are in the same pages.
            words: unsafe { Words::of_process(base, words) },
            written: Vec::new(),
        });
        self.host.insert(start, id);
        Some(ArrayId(id))
    }

    /// Ends an array. An access of its addresses is out of bounds from now on, and messages call it
    /// freed. An array that has ended already is left as it is.
    pub fn free(&mut self, array: ArrayId) {
        let id = array.0;
        let Array { base, lead, .. } = self.arrays[id];
        if self.host.get(&(base + lead)) == Some(&id) {
            self.host.remove(&(base + lead));
        } else {
            let first = (base.wrapping_sub(self.base) >> SLOT_BITS) as usize;
            let slots = self.slots.iter_mut().skip(first);
            let mut own = slots.take_while(|slot| **slot == id).peekable();
            if own.peek().is_none() {
                return;
            }
            own.for_each(|slot| *slot = FREED);
        }
        let array = &mut self.arrays[id];
        array.name += " (freed)";
        array.bytes = 0;
        array.words = Words::default();
        array.written = Vec::new();
        self.freed.push_back(id);
        self.module_variables.retain(|_, variable| variable.0 != id);
    }

    /// The array that has a byte at `address`, its start and its bytes.
    pub fn array_at(&self, address: u64) -> Option<(ArrayId, u64, u64)> {
        let (id, _) = self.locate(address, 1)?;
        let array = &self.arrays[id];
        Some((
            ArrayId(id),
            array.base + array.lead,
            array.bytes - array.lead,
        ))
    }

    /// Sets the extents of an array, so that reports name an element (`A[3, 5]`) rather than an
    /// offset.
    pub fn describe(&mut self, array: ArrayId, element_bytes: usize, shape: &[usize]) {
        let array = &mut self.arrays[array.0];
        array.element_bytes = element_bytes as u64;
        array.shape = shape.iter().map(|extent| *extent as u64).collect();
    }

    /// Gives an array another name in messages.
    pub fn rename(&mut self, array: ArrayId, name: &str) {
        let array = &mut self.arrays[array.0];
        name.clone_into(&mut array.name);
    }

    /// The bytes of an array.
    pub fn read(&self, array: ArrayId) -> Vec<u8> {
        let array = &self.arrays[array.0];
        let mut bytes = vec![0; (array.bytes - array.lead) as usize];
        array.words.read(array.lead as usize, &mut bytes);
        bytes
    }

    /// Fills `bytes` with those at `offset` of an array; nothing behind its end.
    pub fn read_at(&self, array: ArrayId, offset: usize, bytes: &mut [u8]) {
        let array = &self.arrays[array.0];
        let (start, end) = array.range(offset, bytes.len());
        array.words.read(start, &mut bytes[..end - start]);
    }

    /// The elements of an array of `f32`.
    pub fn read_f32(&self, array: ArrayId) -> Vec<f32> {
        let words = self.read_u32(array);
        words.into_iter().map(f32::from_bits).collect()
    }

    /// The elements of an array of `u32`.
    pub fn read_u32(&self, array: ArrayId) -> Vec<u32> {
        let words = &self.arrays[array.0].words;
        words.iter().map(|word| word.load(Relaxed)).collect()
    }

    /// The device address of an array.
    pub fn address(&self, array: ArrayId) -> u64 {
        let array = &self.arrays[array.0];
        array.base + array.lead
    }

    /// Writes `bytes` at `offset` of an array, as a copy from the host does; nothing behind its
    /// end.
    pub fn write(&mut self, array: ArrayId, offset: usize, bytes: &[u8]) {
        let array = &mut self.arrays[array.0];
        let (start, end) = array.range(offset, bytes.len());
        array.words.write(start, &bytes[..end - start]);
        array.mark_range(start, end);
    }

    /// Copies `bytes` bytes between arrays, or inside of one, as a copy on the device does: bytes
    /// that were never written remain so.
    pub fn copy(&mut self, to: (ArrayId, usize), from: (ArrayId, usize), bytes: usize) {
        let source = &self.arrays[from.0.0];
        let (first, last) = source.range(from.1, bytes);
        let mut data = vec![0; last - first];
        source.words.read(first, &mut data);
        let known = source.written.is_empty();
        let unwritten = |at: &usize| !source.is_written(*at as u64, 1);
        let holes: Vec<usize> = if known {
            Vec::new()
        } else {
            (first..last)
                .filter(unwritten)
                .map(|at| at - first)
                .collect()
        };
        self.write(to.0, to.1, &data);
        let target = &self.arrays[to.0.0];
        for hole in holes {
            target.mark_unwritten(to.1 + target.lead as usize + hole);
        }
    }

    /// The array and offset of an access that lies inside one array.
    pub(super) fn locate(&self, address: u64, bytes: u64) -> Option<(usize, u64)> {
        let slot = address.wrapping_sub(self.base) >> SLOT_BITS;
        let id = match self.slots.get(usize::try_from(slot).ok()?) {
            Some(&FREED) => return None,
            Some(id) => *id,
            None => *self.host.range(..=address).next_back()?.1,
        };
        let array = &self.arrays[id];
        let offset = address - array.base;
        let (start, end) = self.bounds(id, offset)?;
        (offset >= start && offset + bytes <= end).then_some((id, offset))
    }

    /// The part of an array that an access at `offset` may touch: all of it, or one allocation of
    /// the heap.
    pub(super) fn bounds(&self, array: usize, offset: u64) -> Option<(u64, u64)> {
        match &self.heap {
            Some(heap) if heap.array == array => {
                let all = heap.allocations.lock();
                let all = all.unwrap_or_else(PoisonError::into_inner);
                let before = all.partition_point(|one| one.start <= offset);
                let one = all.get(before.checked_sub(1)?)?;
                one.in_use.then_some((one.start, one.start + one.bytes))
            }
            _ => Some((self.arrays[array].lead, self.arrays[array].bytes)),
        }
    }

    /// Makes room for `malloc`.
    pub(super) fn make_heap(&mut self) {
        if self.heap.is_none() {
            let id = self.allocate("malloc", HEAP_BYTES, Initial::Uninitialised);
            self.heap = Some(Heap {
                array: id.0,
                allocations: Mutex::default(),
            });
        }
    }

    /// `malloc`: an address, or 0 if there is no room.
    pub(super) fn heap_allocate(&self, bytes: u64) -> u64 {
        let Some(heap) = &self.heap else {
            return 0;
        };
        let mut all = heap
            .allocations
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let end = all.last().map_or(0, |last| last.start + last.bytes);
        let start = end.next_multiple_of(16);
        let room = HEAP_BYTES as u64 - start.min(HEAP_BYTES as u64);
        if bytes == 0 || bytes > room {
            return 0;
        }
        all.push(Allocation {
            start,
            bytes,
            in_use: true,
        });
        self.arrays[heap.array].base + start
    }

    /// `free`; whether the address is 0 or one that `malloc` gave.
    pub(super) fn heap_free(&self, address: u64) -> bool {
        let Some(heap) = &self.heap else {
            return address == 0;
        };
        let start = address.wrapping_sub(self.arrays[heap.array].base);
        let mut all = heap
            .allocations
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut same = all.iter_mut();
        match same.find(|one| one.start == start && one.in_use) {
            Some(one) => {
                one.in_use = false;
                true
            }
            None => address == 0,
        }
    }

    /// The array nearest to an address, with the distance from its start.
    pub(super) fn nearest(&self, address: u64) -> Option<(&Array, i64)> {
        self.arrays
            .iter()
            .min_by_key(|array| {
                let end = array.base + array.bytes;
                if address < array.base {
                    array.base - address
                } else {
                    address.saturating_sub(end)
                }
            })
            .map(|array| (array, address.wrapping_sub(array.base) as i64))
    }

    /// A copy of all contents.
    pub(super) fn snapshot(&self) -> Snapshot {
        let copy = |words: &[AtomicU32]| words.iter().map(|word| word.load(Relaxed)).collect();
        let arrays = self.arrays.iter();
        let heap = self.heap.as_ref().map(|heap| heap.allocations.lock());
        Snapshot {
            arrays: arrays
                .map(|array| (copy(&array.words), copy(&array.written)))
                .collect(),
            heap: heap.map_or_else(Vec::new, |all| {
                all.unwrap_or_else(PoisonError::into_inner).clone()
            }),
        }
    }

    /// Restores what [`Memory::snapshot`] saved.
    pub(super) fn restore(&mut self, snapshot: &Snapshot) {
        for (array, (words, written)) in self.arrays.iter_mut().zip(&snapshot.arrays) {
            for (word, saved) in array.words.iter().zip(words) {
                word.store(*saved, Relaxed);
            }
            array.written = written.iter().copied().map(AtomicU32::new).collect();
        }
        if let Some(heap) = &mut self.heap {
            heap.allocations = Mutex::new(snapshot.heap.clone());
        }
    }
}

/// Bits for `total` bytes of which the first `valid` hold a value.
fn written_bits(valid: usize, total: usize) -> Vec<AtomicU32> {
    (0..total.div_ceil(32))
        .map(|word| {
            let bits = valid.saturating_sub(word * 32).min(32);
            AtomicU32::new(if bits == 32 {
                u32::MAX
            } else {
                (1 << bits) - 1
            })
        })
        .collect()
}

impl Array {
    /// Where bytes at an offset are in the words, cut at the end of the array.
    fn range(&self, offset: usize, bytes: usize) -> (usize, usize) {
        let start = (offset + self.lead as usize).min(self.bytes as usize);
        (start, start.saturating_add(bytes).min(self.bytes as usize))
    }

    fn mark_range(&self, start: usize, end: usize) {
        if self.written.is_empty() {
            return;
        }
        for word in start / 32..end.div_ceil(32) {
            let from = start.saturating_sub(word * 32).min(32);
            let to = (end - word * 32).min(32);
            let bits = (u64::MAX << from) & !(u64::MAX << to);
            self.written[word].fetch_or(bits as u32, Relaxed);
        }
    }

    fn mark_unwritten(&self, offset: usize) {
        if let Some(word) = self.written.get(offset / 32) {
            word.fetch_and(!(1 << (offset % 32)), Relaxed);
        }
    }

    /// `bytes` (1, 2, 4 or 8) at a multiple of `bytes`.
    pub fn load(&self, offset: u64, bytes: u64) -> u64 {
        let word = (offset / 4) as usize;
        let low = u64::from(self.words[word].load(Relaxed));
        match bytes {
            4 => low,
            8 => low | u64::from(self.words[word + 1].load(Relaxed)) << 32,
            _ => low >> (offset % 4 * 8) & ((1 << (bytes * 8)) - 1),
        }
    }

    /// The store that corresponds to [`Array::load`].
    pub fn store(&self, offset: u64, bytes: u64, value: u64) {
        let word = (offset / 4) as usize;
        match bytes {
            4 => self.words[word].store(value as u32, Relaxed),
            8 => {
                self.words[word].store(value as u32, Relaxed);
                self.words[word + 1].store((value >> 32) as u32, Relaxed);
            }
            _ => {
                let shift = offset % 4 * 8;
                let field = (((1_u64 << (bytes * 8)) - 1) << shift) as u32;
                let bits = (value << shift) as u32 & field;
                // Other threads may write the other bytes of the word.
                let merge = |old: u32| Some(old & !field | bits);
                // The closure never refuses, so neither does the update.
                let _ = self.words[word].fetch_update(Relaxed, Relaxed, merge);
            }
        }
        self.mark_written(offset, bytes);
    }

    fn mark_written(&self, offset: u64, bytes: u64) {
        if self.written.is_empty() {
            return;
        }
        let bits = (((1_u64 << bytes) - 1) << (offset % 32)) as u32;
        let word = &self.written[(offset / 32) as usize];
        if word.load(Relaxed) & bits != bits {
            word.fetch_or(bits, Relaxed);
        }
    }

    /// Whether all of `bytes` bytes, aligned like an access, hold a value.
    pub fn is_written(&self, offset: u64, bytes: u64) -> bool {
        if self.written.is_empty() {
            return true;
        }
        let bits = (((1_u64 << bytes) - 1) << (offset % 32)) as u32;
        self.written[(offset / 32) as usize].load(Relaxed) & bits == bits
    }

    /// The element at `offset`: `[3, 5]` when the extents are known, a plain number otherwise.
    pub fn index_text(&self, offset: i64, access_bytes: u64) -> String {
        let element = if self.element_bytes > 0 {
            self.element_bytes
        } else {
            access_bytes.max(1)
        };
        let mut rest = offset.div_euclid(element as i64);
        if self.shape.is_empty() || rest < 0 {
            return format!("[{rest}]");
        }
        let mut indices = vec![0; self.shape.len()];
        for (place, extent) in self.shape.iter().enumerate().skip(1).rev() {
            let extent = (*extent).max(1) as i64;
            indices[place] = rest % extent;
            rest /= extent;
        }
        indices[0] = rest;
        let texts: Vec<String> = indices.iter().map(ToString::to_string).collect();
        format!("[{}]", texts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_stores_and_written_bits_agree() {
        let mut memory = Memory::new();
        let id = memory.allocate("A", 10, Initial::Uninitialised);
        let array = &memory.arrays[id.0];
        assert!(!array.is_written(0, 4));
        array.store(0, 4, 0x1122_3344);
        array.store(6, 2, 0xabcd);
        assert_eq!(array.load(0, 4), 0x1122_3344);
        assert_eq!(array.load(1, 1), 0x33);
        assert_eq!(array.load(6, 2), 0xabcd);
        assert!(array.is_written(0, 4) && array.is_written(6, 2) && !array.is_written(4, 2));
        assert_eq!(
            memory.read(id),
            [0x44, 0x33, 0x22, 0x11, 0, 0, 0xcd, 0xab, 0, 0]
        );
    }

    #[test]
    fn addresses_outside_name_the_nearest_array() {
        let mut memory = Memory::new();
        let a = memory.allocate("A", 64, Initial::Data(vec![0; 64]));
        let b = memory.allocate("B", 64, Initial::Data(vec![0; 64]));
        memory.describe(b, 4, &[4, 4]);
        let base = memory.address(b);
        assert_eq!(memory.locate(base + 60, 4), Some((b.0, 60)));
        assert_eq!(memory.locate(base + 61, 4), None);
        assert_eq!(memory.locate(0, 4), None);
        let (array, offset) = memory.nearest(base - 8).unwrap();
        assert_eq!((array.name.as_str(), offset), ("B", -8));
        assert_eq!(memory.arrays[b.0].index_text(24, 4), "[1, 2]");
        let (array, _) = memory.nearest(memory.address(a) + 100).unwrap();
        assert_eq!(array.name, "A");
    }

    #[test]
    fn memory_of_the_process_is_an_array_in_place() {
        let mut memory = Memory::beside_host();
        let own = memory.allocate("own", 8, Initial::Uninitialised);
        let mut host = [1_u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        let start = host.as_mut_ptr() as u64 + 1;
        // SAFETY: the bytes outlive the array.
        let id = unsafe { memory.map_host("host", start, 10) }.expect("an array");
        assert_eq!(memory.address(id), start);
        assert_eq!(memory.read(id), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        assert_eq!(memory.array_at(start + 9), Some((id, start, 10)));
        assert_eq!(memory.array_at(start + 10), None);
        assert_eq!(memory.locate(start - 1, 1), None);
        // SAFETY: as above; a part of it is mapped.
        assert_eq!(unsafe { memory.map_host("again", start + 4, 2) }, None);
        memory.write(id, 1, &[0, 0]);
        memory.copy((own, 0), (id, 0), 4);
        assert_eq!(memory.read(own)[..4], [2, 0, 0, 5]);
        assert!(memory.arrays[own.0].is_written(0, 4) && !memory.arrays[own.0].is_written(4, 4));
        memory.free(id);
        assert_eq!(memory.array_at(start), None);
        assert_eq!(host, [1, 2, 0, 0, 5, 6, 7, 8, 9, 10, 11, 12]);
    }

    #[test]
    fn a_freed_array_has_no_bytes_and_keeps_its_name() {
        let mut memory = Memory::new();
        let a = memory.allocate("A", 64, Initial::Data(vec![7; 64]));
        let b = memory.allocate("B", 8, Initial::Uninitialised);
        let place = memory.address(a);
        memory.copy((b, 0), (a, 60), 8);
        assert_eq!(memory.read(b), [7, 7, 7, 7, 0, 0, 0, 0]);
        memory.free(a);
        memory.free(a);
        assert_eq!(memory.locate(place, 4), None);
        let (array, offset) = memory.nearest(place + 4).expect("an array");
        assert_eq!((array.name.as_str(), offset), ("A (freed)", 4));
        // Another array has another address.
        let c = memory.allocate("C", 64, Initial::Uninitialised);
        assert!(memory.address(c) > memory.address(b));
        assert!(
            memory
                .try_allocate("D", usize::MAX / 8, Initial::Uninitialised)
                .is_none()
        );
    }

    #[test]
    fn ranges_are_written_bit_by_bit() {
        let mut memory = Memory::new();
        let id = memory.allocate("A", 100, Initial::Uninitialised);
        memory.write(id, 3, &[1; 70]);
        let written = |at: u64| memory.arrays[id.0].is_written(at, 1);
        assert_eq!(
            [2, 3, 31, 32, 72, 73].map(written),
            [false, true, true, true, true, false]
        );
        let other = memory.allocate("B", 100, Initial::Data(vec![0; 50]));
        memory.copy((other, 40), (id, 70), 6);
        let written = |at: u64| memory.arrays[other.0].is_written(at, 1);
        // It has a bit for each byte, and bytes that were not written are copied as such.
        assert_eq!(
            [42, 43, 45, 46, 50].map(written),
            [true, false, false, true, false]
        );
    }
}
