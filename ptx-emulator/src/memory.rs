//! The global memory of the emulated device: named arrays, far apart.
//!
//! Each array starts at a multiple of 4 GiB, so that a shift gives the array of an address and an
//! access that misses its array by less than 4 GiB hits no other. Contents are atomic words: blocks
//! run on several host threads, and a race of the kernel must not be a race of the emulator. A bit
//! per byte tells whether it was ever written.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

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
const SLOT_BITS: u32 = 32;

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
    pub element_bytes: u64,
    pub shape: Vec<u64>,
    words: Vec<AtomicU32>,
    /// One bit for each byte that holds a value; empty if all do.
    written: Vec<AtomicU32>,
}

/// The global memory of the device.
#[derive(Default)]
pub struct Memory {
    pub(super) arrays: Vec<Array>,
    /// The array of each 4 GiB slot.
    slots: Vec<usize>,
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

impl Memory {
    /// An empty memory.
    pub fn new() -> Self {
        Memory::default()
    }

    /// A new array of `bytes` bytes. `Initial::Data` shorter than that leaves the rest
    /// uninitialised.
    pub fn allocate(&mut self, name: &str, bytes: usize, initial: Initial) -> ArrayId {
        let id = self.arrays.len();
        let base = GLOBAL_BASE + ((self.slots.len() as u64) << SLOT_BITS);
        let slot_count = (bytes as u64 >> SLOT_BITS) + 1;
        self.slots.extend((0..slot_count).map(|_| id));
        let word_count = bytes.div_ceil(4);
        let mut data = match initial {
            Initial::Data(data) => data,
            Initial::Uninitialised => Vec::new(),
        };
        data.truncate(bytes);
        let written = if data.len() == bytes {
            Vec::new()
        } else {
            written_bits(data.len(), bytes)
        };
        data.resize(word_count * 4, 0);
        let words = data
            .chunks_exact(4)
            .map(|word| AtomicU32::new(u32::from_le_bytes([word[0], word[1], word[2], word[3]])))
            .collect();
        self.arrays.push(Array {
            name: name.to_owned(),
            base,
            bytes: bytes as u64,
            element_bytes: 0,
            shape: Vec::new(),
            words,
            written,
        });
        ArrayId(id)
    }

    /// Sets the extents of an array, so that reports name an element (`A[3, 5]`) rather than an
    /// offset.
    pub fn describe(&mut self, array: ArrayId, element_bytes: usize, shape: &[usize]) {
        let array = &mut self.arrays[array.0];
        array.element_bytes = element_bytes as u64;
        array.shape = shape.iter().map(|extent| *extent as u64).collect();
    }

    /// The bytes of an array.
    pub fn read(&self, array: ArrayId) -> Vec<u8> {
        let array = &self.arrays[array.0];
        let mut bytes: Vec<u8> = array
            .words
            .iter()
            .flat_map(|word| word.load(Relaxed).to_le_bytes())
            .collect();
        bytes.truncate(array.bytes as usize);
        bytes
    }

    /// The elements of an array of `f32`.
    pub fn read_f32(&self, array: ArrayId) -> Vec<f32> {
        let words = &self.arrays[array.0].words;
        words
            .iter()
            .map(|word| f32::from_bits(word.load(Relaxed)))
            .collect()
    }

    /// The elements of an array of `u32`.
    pub fn read_u32(&self, array: ArrayId) -> Vec<u32> {
        let words = &self.arrays[array.0].words;
        words.iter().map(|word| word.load(Relaxed)).collect()
    }

    /// The device address of an array.
    pub fn address(&self, array: ArrayId) -> u64 {
        self.arrays[array.0].base
    }

    /// Writes `bytes` at `offset` of an array, as a copy from the host does.
    pub fn write(&mut self, array: ArrayId, offset: usize, bytes: &[u8]) {
        let array = &self.arrays[array.0];
        for (place, byte) in bytes.iter().enumerate() {
            if ((offset + place) as u64) < array.bytes {
                array.store((offset + place) as u64, 1, u64::from(*byte));
            }
        }
    }

    /// The array and offset of an access that lies inside one array.
    pub(super) fn locate(&self, address: u64, bytes: u64) -> Option<(usize, u64)> {
        let slot = address.wrapping_sub(GLOBAL_BASE) >> SLOT_BITS;
        let id = *self.slots.get(usize::try_from(slot).ok()?)?;
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
            _ => Some((0, self.arrays[array].bytes)),
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
        let wrap = |words: &[u32]| words.iter().copied().map(AtomicU32::new).collect();
        for (array, (words, written)) in self.arrays.iter_mut().zip(&snapshot.arrays) {
            array.words = wrap(words);
            array.written = wrap(written);
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
}
