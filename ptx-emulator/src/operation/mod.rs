//! Decoded instructions as data: the only module that both `decode` and `machine` use.
//!
//! ```text
//! syntax ──► decode ──► operation (Code, Decoded, Operation) ◄── machine, profile, sanitizer
//! ```
//!
//! `decode` turns a kernel's syntax tree into a [`Code`], `machine` runs it, and neither uses the
//! other: the machine does not depend on the syntax of an instruction, nor the decoder on its
//! execution. This module uses registers, types and source locations only; the test in `layers.rs`
//! checks that. An instruction that only computes on registers is a closure over 32 lanes
//! ([`Operation::Lanes`]), which the decoder chooses; every other one is a variant with its
//! operands.

mod call;
mod class;
mod code;
mod constant;
mod matrix;

use crate::registers::{LaneOperation, Register, Registers};
use crate::types::{ScalarType, Space};

pub(crate) use call::{Call, Routine, STACK_BYTES, SystemCall, Transfer};
pub use class::Class;
pub(crate) use code::{
    Choice, Code, DataFlow, Decoded, LOCAL_BASE, Named, RESERVED_NAME, SHARED_BASE,
};
pub(crate) use constant::{Constant, Special};
pub(crate) use matrix::{Element, Shape};

/// A predicate operand, possibly negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PredicateOperand {
    pub register: Register,
    pub negated: bool,
}

impl PredicateOperand {
    /// One bit for each lane.
    pub fn value(self, registers: &Registers) -> u32 {
        let bits = registers.predicate(self.register);
        if self.negated { !bits } else { bits }
    }
}

/// `[base + offset]`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Address {
    pub base: Register,
    pub offset: i64,
}

/// Which threads an ordering or a strong access is for. A cluster is one block here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Scope {
    Block,
    Device,
}

/// How an access takes part in the order of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sync {
    /// The scope of a strong access (`.relaxed`, `.acquire`, `.volatile`, an atomic, ...); `None`
    /// for a weak one.
    pub scope: Option<Scope>,
    pub acquires: bool,
    pub releases: bool,
}

impl Sync {
    pub const WEAK: Sync = Sync {
        scope: None,
        acquires: false,
        releases: false,
    };

    /// A strong access that orders no others.
    pub const fn relaxed(scope: Scope) -> Sync {
        Sync {
            scope: Some(scope),
            ..Sync::WEAK
        }
    }
}

/// A load or a store of one element or a vector.
#[derive(Debug, Clone)]
pub(crate) struct Access {
    pub sync: Sync,
    pub space: Space,
    pub address: Address,
    /// Bytes of one element, at most 8.
    pub element: u8,
    /// Bytes of the whole access, which is also its alignment.
    pub bytes: u8,
    pub signed: bool,
    /// One register for each element; `None` where the element is dropped.
    pub registers: Box<[Option<Register>]>,
    /// The bytes whose values matter, one bit each; those of dropped elements do not.
    pub used: u32,
    /// From the first to the last byte that has to exist.
    pub within: (u64, u64),
}

impl Access {
    /// One bit for each byte of an element.
    pub fn element_mask(&self, index: usize) -> u32 {
        let element = u32::from(self.element);
        (u32::MAX >> (32 - element)) << (element * index as u32)
    }

    /// The runs of adjacent bytes that matter: bytes before each, and its bytes.
    pub fn runs(&self) -> impl Iterator<Item = (u64, u64)> + use<> {
        runs(self.used)
    }
}

/// The runs of ones in a mask: the first bit of each, and its length.
pub(crate) fn runs(mask: u32) -> impl Iterator<Item = (u64, u64)> {
    let mut left = u64::from(mask);
    std::iter::from_fn(move || {
        let start = (left != 0).then(|| left.trailing_zeros())?;
        let bits = (left >> start).trailing_ones();
        left &= !(((1 << bits) - 1) << start);
        Some((u64::from(start), u64::from(bits)))
    })
}

/// The operation of an atomic access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum AtomicKind {
    Add,
    And,
    Or,
    Xor,
    Minimum,
    Maximum,
    Increment,
    Decrement,
    Exchange,
    CompareAndSwap,
}

/// `atom` or `red`.
#[derive(Debug, Clone)]
pub(crate) struct AtomicAccess {
    pub space: Space,
    pub address: Address,
    pub kind: AtomicKind,
    pub ty: ScalarType,
    pub sync: Sync,
    /// Registers for the old values; empty for `red`.
    pub targets: Box<[Register]>,
    pub values: Box<[Register]>,
    /// The new values of `cas`.
    pub swap: Box<[Register]>,
}

/// The target of a branch, and where its lanes reconverge.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Branch {
    pub targets: Vec<u32>,
    /// The immediate post-dominator; [`NEVER`] if lanes reconverge only at the end of the kernel.
    pub reconverge: u32,
}

/// No instruction.
pub(crate) const NEVER: u32 = u32::MAX;

/// Whether a barrier waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum BarrierKind {
    Wait,
    Arrive,
}

/// `bar.sync`, `bar.arrive`, `bar.red`.
#[derive(Debug, Clone)]
pub(crate) struct Barrier {
    pub kind: BarrierKind,
    pub identifier: Register,
    /// Number of threads that take part; by default all of the block.
    pub count: Option<Register>,
    /// `barrier` without `.aligned`: lanes of a warp may arrive separately.
    pub any_lanes: bool,
    /// 0 counts, 1 is and, 2 is or; with target and source.
    pub reduction: Option<(u8, Register, PredicateOperand)>,
}

/// `fence` or `membar`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fence {
    pub scope: Scope,
    pub acquires: bool,
    pub releases: bool,
    /// `fence.sc`: all of them are in one order.
    pub sequential: bool,
}

/// Which counter a clock register reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum ClockKind {
    Cycles,
    CyclesHigh,
    Nanoseconds,
    NanosecondsHigh,
}

/// How `shfl` chooses its source lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum ShuffleMode {
    Up,
    Down,
    Butterfly,
    Index,
}

/// How `redux` combines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Reduction {
    Add,
    Minimum,
    Maximum,
    And,
    Or,
    Xor,
}

/// A warp collective without its mask.
#[derive(Debug, Clone)]
pub(crate) enum CollectiveKind {
    Shuffle {
        mode: ShuffleMode,
        target: Register,
        in_range: Option<Register>,
        value: Register,
        lane: Register,
        clamp: Register,
    },
    /// 0 all, 1 any, 2 uniform; the target is a predicate.
    Vote {
        mode: u8,
        target: Register,
        value: PredicateOperand,
    },
    Ballot {
        target: Register,
        value: PredicateOperand,
    },
    MatchAny {
        target: Register,
        value: Register,
    },
    MatchAll {
        target: Register,
        all: Option<Register>,
        value: Register,
    },
    Reduce {
        operation: Reduction,
        ty: ScalarType,
        target: Register,
        value: Register,
    },
    Elect {
        target: Register,
        leader: Register,
    },
}

/// A warp collective with the lanes that must take part.
#[derive(Debug, Clone)]
pub(crate) struct Collective {
    pub kind: CollectiveKind,
    pub members: Register,
}

/// `cp.async` of a few bytes from global to shared memory.
#[derive(Debug, Clone)]
pub(crate) struct AsyncCopy {
    pub destination: Address,
    pub source: Address,
    pub bytes: u8,
    /// Bytes that are read; the rest is zero.
    pub source_bytes: Option<Register>,
    /// If it is true, nothing is read and all bytes are zero.
    pub ignore: Option<PredicateOperand>,
}

/// The `cp.async` family.
#[derive(Debug, Clone)]
pub(crate) enum AsyncOperation {
    Copy(AsyncCopy),
    Commit,
    /// All groups but this many of the latest.
    WaitGroup(u32),
    WaitAll,
}

/// The kind of an operation on an `mbarrier`.
#[derive(Debug, Clone)]
pub(crate) enum MemoryBarrierKind {
    Initialise {
        count: Register,
    },
    Invalidate,
    /// `number` counts arrivals, or bytes where `expects` is set.
    Arrive {
        state: Option<Register>,
        number: Option<Register>,
        expects: bool,
        drops: bool,
    },
    Transaction {
        bytes: Register,
        expects: bool,
    },
    /// The arrival happens when the copies of the thread have landed.
    CopyArrive {
        increments: bool,
    },
    Wait {
        done: Register,
        state: Register,
        parity: bool,
    },
}

/// An operation on an `mbarrier` in shared memory.
#[derive(Debug, Clone)]
pub(crate) struct MemoryBarrier {
    pub address: Address,
    pub kind: MemoryBarrierKind,
}

/// `mma`
#[derive(Debug, Clone)]
pub(crate) struct MatrixMultiply {
    pub shape: Shape,
    pub a_type: Element,
    pub b_type: Element,
    pub d_type: Element,
    pub saturate: bool,
    pub d: Box<[Register]>,
    pub a: Box<[Register]>,
    pub b: Box<[Register]>,
    pub c: Box<[Register]>,
}

/// `ldmatrix` or `stmatrix`
#[derive(Debug, Clone)]
pub(crate) struct MatrixAccess {
    pub address: Address,
    pub load: bool,
    pub transposed: bool,
    pub registers: Box<[Register]>,
}

/// A fragment of `wmma`.
#[derive(Debug, Clone)]
pub(crate) struct Tile {
    pub rows: usize,
    pub columns: usize,
    pub ty: Element,
    pub registers: Box<[Register]>,
}

/// `wmma.load`, `wmma.store`
#[derive(Debug, Clone)]
pub(crate) struct TileAccess {
    pub tile: Tile,
    pub load: bool,
    pub by_columns: bool,
    pub space: Space,
    pub address: Address,
    /// Elements from one row, or column, to the next.
    pub stride: Option<Register>,
}

/// `wmma.mma`
#[derive(Debug, Clone)]
pub(crate) struct TileMultiply {
    pub saturate: bool,
    pub d: Tile,
    pub a: Tile,
    pub b: Tile,
    pub c: Tile,
}

/// A decoded instruction.
pub(crate) enum Operation {
    /// Registers to registers.
    Lanes(LaneOperation),
    Nothing,
    Branch(Branch),
    IndexedBranch {
        index: Register,
        branch: Branch,
    },
    /// A call of a function that calls itself; others are copied into their callers.
    Call(Box<Call>),
    /// The first instruction of such a function: makes its frame.
    Enter {
        routine: u32,
    },
    /// Its last one.
    Return {
        routine: u32,
    },
    /// A function of the system.
    System(SystemCall),
    Exit,
    Trap,
    Clock {
        target: Register,
        kind: ClockKind,
    },
    Load(Access),
    Store(Access),
    Atomic(AtomicAccess),
    Fence(Fence),
    Barrier(Barrier),
    WarpBarrier {
        members: Register,
    },
    Collective(Collective),
    ActiveMask {
        target: Register,
    },
    Async(AsyncOperation),
    MemoryBarrier(MemoryBarrier),
    MatrixMultiply(Box<MatrixMultiply>),
    MatrixAccess(MatrixAccess),
    TileAccess(Box<TileAccess>),
    TileMultiply(Box<TileMultiply>),
}

impl Operation {
    /// The branch inside, if this is one.
    pub fn branch(&self) -> Option<&Branch> {
        match self {
            Operation::Branch(branch) | Operation::IndexedBranch { branch, .. } => Some(branch),
            _ => None,
        }
    }

    /// As [`Operation::branch`], mutable.
    pub fn branch_mut(&mut self) -> Option<&mut Branch> {
        match self {
            Operation::Branch(branch) | Operation::IndexedBranch { branch, .. } => Some(branch),
            _ => None,
        }
    }

    /// Adds a target to a branch.
    pub fn add_target(&mut self, target: u32) {
        if let Some(branch) = self.branch_mut() {
            branch.targets.push(target);
        }
    }
}
