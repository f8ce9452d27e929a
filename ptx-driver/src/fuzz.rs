//! Random calls of the C boundary: each returns a code, whatever the handles, sizes and orders.
//!
//! A pointer is null, no pointer at all, or one to memory that is large enough for what `cuda.h`
//! says of it; its contents are random. Functions that call back are not called: an address of
//! code is the caller's promise.

use std::collections::BTreeSet;

use crate::api::FUNCTIONS;
use crate::image;
use crate::pointer::In;

/// Functions that take an address of code, or a node that may have one, or of which a size is all
/// that says how much memory of the process there is.
const PROMISES: [&str; 14] = [
    "cuUserObjectCreate",
    "cuStreamAddCallback",
    "cuLaunchHostFunc",
    "cuGraphAddHostNode",
    "cuGraphHostNodeSetParams",
    "cuGraphExecHostNodeSetParams",
    "cuGraphAddNode",
    "cuGraphNodeSetParams",
    "cuGraphExecNodeSetParams",
    "cuOccupancyMaxPotentialBlockSize",
    "cuOccupancyMaxPotentialBlockSizeWithFlags",
    "cuMemcpy",
    "cuMemcpyAsync",
    "cuMemHostRegister",
];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ value >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

const PTX: &str = ".version 8.0\n.target sm_70\n.address_size 64
.visible .global .align 4 .b32 v[4];
.visible .entry k(.param .u64 x, .param .u32 n) { ret; }
.visible .entry none() { ret; }";

/// Words of each of the places that pointers point to.
const WORDS: usize = 1 << 18;
const PLACES: usize = 4;

/// Numbers that are sizes, counts, flags, or none of these.
const NUMBERS: [u64; 12] = [0, 1, 2, 3, 4, 7, 8, 16, 33, 64, 1 << 48, u64::MAX];

struct Caller {
    random: Random,
    places: Vec<Vec<u64>>,
    /// Values that calls gave: handles and addresses.
    known: BTreeSet<u64>,
    /// Places with these texts.
    texts: Vec<(Vec<u8>, String)>,
}

impl Caller {
    /// A value of the pool.
    fn value(&mut self) -> u64 {
        match self.random.below(5) {
            0 | 1 => NUMBERS[self.random.below(NUMBERS.len())],
            2 | 3 if !self.known.is_empty() => {
                let place = self.random.below(self.known.len());
                self.known.iter().nth(place).copied().unwrap_or(0)
            }
            2 => {
                let place = self.random.below(self.texts.len());
                self.texts[place].0.as_ptr() as u64
            }
            _ => {
                let place = self.random.below(PLACES);
                self.places[place].as_ptr() as u64
            }
        }
    }

    /// Fills the beginnings of the places, calls a function, and keeps what it wrote there.
    fn call(&mut self, function: usize) -> u32 {
        for place in 0..PLACES {
            for word in 0..32 {
                self.places[place][word] = self.value();
            }
        }
        for (place, text) in &mut self.texts {
            place[..text.len()].copy_from_slice(text.as_bytes());
        }
        let before: Vec<Vec<u64>> = self
            .places
            .iter()
            .map(|place| place[..4].to_vec())
            .collect();
        let mut values = [0; 11];
        for value in &mut values {
            *value = self.value();
        }
        let [a, b, c, d, e, f, g, h, i, j, k] = values;
        type Any = extern "C" fn(u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64) -> u32;
        // SAFETY: all functions of the table take whole numbers and pointers, at most 11; more than
        // they take are not looked at.
        let function: Any = unsafe { std::mem::transmute(function) };
        let code = function(a, b, c, d, e, f, g, h, i, j, k);
        if code == 0 {
            for (place, before) in self.places.iter().zip(before) {
                for (word, before) in place[..4].iter().zip(before) {
                    // Memory of the process may be freed by the next call.
                    let in_process = (4096..1 << 47).contains(word);
                    if *word != before && !in_process && self.known.len() < 500 {
                        self.known.insert(*word);
                    }
                }
            }
        }
        code
    }
}

#[test]
fn random_calls_return_codes() {
    let mut caller = Caller {
        random: Random(46),
        places: vec![vec![0; WORDS]; PLACES],
        known: BTreeSet::new(),
        texts: ["k", "v", "none", "", "cuMemAlloc", "/dev/null", PTX]
            .map(|text| (vec![0; 8 * WORDS], format!("{text}\0")))
            .into(),
    };
    let fuzzed: Vec<_> = FUNCTIONS
        .iter()
        .filter(|function| !PROMISES.contains(&function.name))
        .map(|function| (function.plain)())
        .collect();
    assert_eq!(
        crate::api::FUNCTIONS
            .iter()
            .filter(|one| one.name == "cuInit")
            .count(),
        1
    );
    let init = FUNCTIONS.iter().find(|function| function.name == "cuInit");
    let init = init.map(|function| (function.plain)()).expect("cuInit");
    // Some call gives 0 flags.
    while caller.call(init) != 0 {}
    let mut codes = BTreeSet::new();
    let mut succeeded = BTreeSet::new();
    for _ in 0..300_000 {
        let place = caller.random.below(fuzzed.len());
        let code = caller.call(fuzzed[place]);
        codes.insert(code);
        if code == 0 {
            succeeded.insert(place);
        }
    }
    // No panic, which is CUDA_ERROR_UNKNOWN, and calls that got somewhere.
    assert!(!codes.contains(&999), "{codes:?}");
    assert!(codes.len() > 10, "{codes:?}");
    assert!(
        succeeded.len() > 80,
        "{} functions succeeded",
        succeeded.len()
    );
}

#[test]
fn changed_images_are_refused_or_loaded() {
    let mut random = Random(7);
    let container = ptx_emulator::contain(PTX);
    assert_eq!(image::text_of(&container).as_deref(), Ok(PTX));
    let mut loaded = 0;
    for _ in 0..20_000 {
        let mut bytes = container.clone();
        for _ in 0..=random.below(3) {
            let place = random.below(24);
            bytes[place] = random.next() as u8;
        }
        bytes.truncate(random.below(2 * bytes.len()).max(1));
        loaded += u32::from(image::text_of(&bytes).is_ok());
    }
    assert!(loaded > 0);
    assert!(image::text(In::at(0)).is_err());
}
