//! The registers of one warp, lane by lane.
//!
//! A register is an array of 32 lanes, so that an instruction is one loop over lanes that the
//! host's vector units can run. Registers up to 32 bits live in the word file, wider ones in the
//! wide file, a predicate is one bit per lane. Immediates, special registers and addresses of
//! variables are registers too, filled before the warp starts: an operand is always an index.

/// Threads in a warp.
pub(super) const LANES: usize = 32;

/// All lanes.
pub(super) const FULL_MASK: u32 = u32::MAX;

/// Which file a register lives in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum File {
    /// Up to 32 bits.
    Word,
    /// 64 bits.
    Wide,
    /// 128 bits: two consecutive registers of the wide file.
    Double,
    Predicate,
}

/// A register after decoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Register {
    pub file: File,
    pub index: u32,
}

/// The register files of a warp.
#[derive(Debug, Clone, Default)]
pub(super) struct Registers {
    pub words: Vec<[u32; LANES]>,
    pub wides: Vec<[u64; LANES]>,
    pub predicates: Vec<u32>,
}

impl Registers {
    pub fn predicate(&self, register: Register) -> u32 {
        self.predicates[register.index as usize]
    }

    pub fn set_predicate(&mut self, register: Register, mask: u32, value: u32) {
        let lanes = &mut self.predicates[register.index as usize];
        *lanes = (*lanes & !mask) | (value & mask);
    }

    /// The lanes of a word or wide register as 64-bit values, zero-extended.
    pub fn bits(&self, register: Register) -> [u64; LANES] {
        match register.file {
            File::Word => self.words[register.index as usize].map(u64::from),
            _ => self.wides[register.index as usize],
        }
    }

    /// Sets one lane of a word or wide register.
    pub fn set_lane(&mut self, register: Register, lane: usize, value: u64) {
        match register.file {
            File::Word => self.words[register.index as usize][lane] = value as u32,
            _ => self.wides[register.index as usize][lane] = value,
        }
    }

    /// One lane of a word or wide register.
    pub fn lane(&self, register: Register, lane: usize) -> u64 {
        match register.file {
            File::Word => u64::from(self.words[register.index as usize][lane]),
            _ => self.wides[register.index as usize][lane],
        }
    }
}

/// A type that the lanes of a register can be read and written as.
pub(super) trait Value: Copy + Send + Sync + 'static {
    /// Reads all lanes.
    fn read(registers: &Registers, register: u32) -> [Self; LANES];
    /// Writes the lanes of `mask`.
    fn write(registers: &mut Registers, register: u32, mask: u32, lanes: [Self; LANES]);
}

fn blend<T: Copy>(target: &mut [T; LANES], mask: u32, lanes: [T; LANES]) {
    if mask == FULL_MASK {
        *target = lanes;
        return;
    }
    for (lane, (slot, value)) in target.iter_mut().zip(lanes).enumerate() {
        if mask >> lane & 1 == 1 {
            *slot = value;
        }
    }
}

macro_rules! value {
    ($ty:ty, $file:ident, $raw:ty, $from:expr, $to:expr) => {
        impl Value for $ty {
            #[inline(always)]
            fn read(registers: &Registers, register: u32) -> [Self; LANES] {
                registers.$file[register as usize].map($from)
            }
            #[inline(always)]
            fn write(registers: &mut Registers, register: u32, mask: u32, lanes: [Self; LANES]) {
                blend(
                    &mut registers.$file[register as usize],
                    mask,
                    lanes.map($to),
                );
            }
        }
    };
}

value!(u8, words, u32, |raw| raw as u8, u32::from);
value!(i8, words, u32, |raw| raw as i8, |value| value as i32 as u32);
value!(u16, words, u32, |raw| raw as u16, u32::from);
value!(i16, words, u32, |raw| raw as i16, |value| value as i32
    as u32);
value!(u32, words, u32, |raw| raw, |value| value);
value!(i32, words, u32, |raw| raw as i32, |value| value as u32);
value!(f32, words, u32, f32::from_bits, f32::to_bits);
value!(u64, wides, u64, |raw| raw, |value| value);
value!(i64, wides, u64, |raw| raw as i64, |value| value as u64);
value!(f64, wides, u64, f64::from_bits, f64::to_bits);

/// An operation on registers alone: it reads all lanes and writes those of the mask.
pub(super) type LaneOperation = Box<dyn Fn(&mut Registers, u32) + Send + Sync>;

/// `d = f(a)` for every lane.
pub(super) fn unary<A: Value, R: Value>(
    [d, a]: [Register; 2],
    f: impl Fn(A) -> R + Send + Sync + 'static,
) -> LaneOperation {
    Box::new(move |registers, mask| {
        let a = A::read(registers, a.index);
        R::write(registers, d.index, mask, a.map(&f));
    })
}

/// `d = f(a, b)` for every lane.
pub(super) fn binary<A: Value, B: Value, R: Value>(
    [d, a, b]: [Register; 3],
    f: impl Fn(A, B) -> R + Send + Sync + 'static,
) -> LaneOperation {
    Box::new(move |registers, mask| {
        let a = A::read(registers, a.index);
        let b = B::read(registers, b.index);
        let result = std::array::from_fn(|lane| f(a[lane], b[lane]));
        R::write(registers, d.index, mask, result);
    })
}

/// `d = f(a, b, c)` for every lane.
pub(super) fn ternary<A: Value, B: Value, C: Value, R: Value>(
    [d, a, b, c]: [Register; 4],
    f: impl Fn(A, B, C) -> R + Send + Sync + 'static,
) -> LaneOperation {
    Box::new(move |registers, mask| {
        let a = A::read(registers, a.index);
        let b = B::read(registers, b.index);
        let c = C::read(registers, c.index);
        let result = std::array::from_fn(|lane| f(a[lane], b[lane], c[lane]));
        R::write(registers, d.index, mask, result);
    })
}

/// A comparison: the bits of the lanes where `f` holds.
pub(super) fn compare<A: Value>(
    [a, b]: [Register; 2],
    f: impl Fn(A, A) -> bool + Send + Sync + 'static,
) -> Box<dyn Fn(&Registers) -> u32 + Send + Sync> {
    Box::new(move |registers| {
        let a = A::read(registers, a.index);
        let b = A::read(registers, b.index);
        let mut bits = 0;
        for lane in 0..LANES {
            bits |= u32::from(f(a[lane], b[lane])) << lane;
        }
        bits
    })
}

/// The lanes of `mask`, lowest first.
pub(super) fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            lane
        })
    })
}
