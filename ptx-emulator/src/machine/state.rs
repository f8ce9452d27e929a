//! The state of a block and of its warps. What reads and changes it stands in the other files, each
//! with a part of the instructions.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::context::Context;
use crate::operation::Call;
use crate::profile::Profile;
use crate::registers::{LANES, Register, Registers};
use crate::sanitizer::{BlockSanitizer, Findings, Record};
use crate::types::Space;

/// The state of a block that a running warp uses.
pub(super) struct Environment<'a> {
    pub context: &'a Context<'a>,
    /// Number of the block in launch order, and its index.
    pub block: u64,
    pub block_index: [u32; 3],
    pub shared: Vec<u8>,
    /// Local memory of all threads, thread by thread.
    pub local: Vec<u8>,
    pub profile: Profile,
    pub sanitizer: Option<BlockSanitizer>,
    pub findings: Findings,
    pub words: BarrierWords,
    /// The instruction that is running.
    pub pc: u32,
    pub abort: bool,
    /// A warp exceeded its budget.
    pub endless: bool,
}

/// All barriers of a block, by address.
pub(super) type BarrierWords = HashMap<u64, BarrierWord>;

/// One barrier.
#[derive(Debug, Default)]
pub(super) struct BarrierWord {
    /// Phases completed.
    pub phase: u64,
    /// Arrivals that each phase needs.
    pub expected: i64,
    /// Arrivals that this phase still needs.
    pub pending: i64,
    /// Bytes that this phase still waits for.
    pub transactions: i64,
    /// Waits that have failed once: warp and phase.
    pub refused: HashSet<(u32, u64)>,
    /// Copies that land when this phase completes, with their warp and its clock at their arrival.
    pub copies: Vec<(u32, Option<u32>, Vec<Pending>)>,
}

/// The state of one warp.
pub(super) struct Warp {
    pub index: u32,
    pub registers: Registers,
    pub top: Path,
    pub stack: Vec<Path>,
    /// Lanes that exist and have not returned.
    pub live: u32,
    /// Lanes that exist.
    pub existing: u32,
    /// Instructions run so far.
    pub executed: u64,
    /// Asynchronous copies in flight.
    pub copies: Copies,
    /// Registers with uninitialised values.
    pub undefined: Undefined,
    /// Where the next frame of each lane begins.
    pub stack_pointer: [u64; LANES],
    /// What calls keep until they return, and how many there were.
    pub frames: HashMap<u32, Frame>,
    pub calls_so_far: u32,
}

/// A path: its current instruction, its end, and its lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Path {
    pub pc: u32,
    pub reconverge: u32,
    pub mask: u32,
    /// Where paths above it on the stack join, or return to: it does not run before them.
    pub joins: bool,
    /// The call that it belongs to; the kernel itself is 0.
    pub call: u32,
    /// The call whose lanes continue here when they return, or 0.
    pub child: u32,
}

/// What a call keeps until its lanes return.
pub(super) struct Frame {
    pub registers: [Vec<[u64; LANES]>; 2],
    pub predicates: Vec<u32>,
    /// The addresses at which the caller wants results.
    pub targets: Vec<[u64; LANES]>,
    pub call: Call,
}

/// One copy of one lane in flight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    pub lane: usize,
    /// The group it belongs to, counted by lane.
    pub group: u32,
    /// Address in shared space.
    pub offset: u64,
    pub bytes: u8,
    pub data: [u64; 2],
    pub pc: u32,
}

/// The copies of a warp.
#[derive(Debug, Default)]
pub(super) struct Copies {
    pub pending: Vec<Pending>,
    pub committed: [u32; LANES],
}

/// The registers of a warp that hold such a value.
#[derive(Default)]
pub(super) struct Undefined {
    pub registers: HashMap<Register, Lanes>,
    pub guesses: Guesses,
}

/// A read of uninitialised memory.
pub(super) struct Read {
    pub pc: u32,
    pub space: Space,
    pub addresses: [u64; LANES],
    pub bytes: u64,
}

/// The origin of a value that may not matter.
#[derive(Clone)]
pub(super) enum Origin {
    /// The memory was uninitialised.
    Unwritten(Arc<Read>),
    /// A load that is watched.
    Watched(Record),
}

/// Lanes with their origins: at most one uninitialised read per lane, and any number of watched
/// loads.
pub(super) type Lanes = Vec<(u32, Origin)>;

/// What a watched load read last: the word and its value, lane by lane.
pub(super) struct Guess {
    pub space: Space,
    pub bytes: u64,
    pub words: [Option<(u64, u64)>; LANES],
}

/// The watched loads of a warp as guesses, and the old values that refuted one.
#[derive(Default)]
pub(super) struct Guesses {
    pub loads: HashMap<Record, Guess>,
    pub refuted: Vec<(Register, Record, u32)>,
}
