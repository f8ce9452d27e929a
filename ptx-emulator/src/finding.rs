//! Findings of the sanitizer: one mistake of a kernel, with everything needed to locate it in the
//! source.

use std::fmt;

use serde::Serialize;

/// The kind of a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// An access outside every array, or outside shared, local or parameter memory.
    OutOfBounds,
    /// An address that is not a multiple of the size of the access.
    Misaligned,
    /// A read of bytes that were never written, if the value matters.
    UninitialisedRead,
    /// Two threads of a block use the same bytes of shared memory, one writing, without a barrier
    /// between. A load counts where its value matters.
    SharedRace,
    /// Two threads use the same bytes of global memory, one writing, and nothing orders them. A
    /// load counts where its value matters.
    GlobalRace,
    /// A barrier that only part of the block reaches.
    DivergentBarrier,
    /// A warp collective that not all lanes of its mask reach.
    DivergentCollective,
    /// The destination of an asynchronous copy is used before the wait, or written twice.
    MissingAsyncWait,
    /// More shared memory than the limit.
    SharedMemoryLimit,
    /// A warp exceeded its budget of instructions.
    InfiniteLoop,
    /// Warps wait for an event that can never happen.
    Deadlock,
    /// `trap`
    Trap,
    /// A misuse of an instruction that the other kinds do not cover.
    InvalidOperation,
}

impl FindingKind {
    /// The name in reports: `out-of-bounds`.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::OutOfBounds => "out-of-bounds",
            FindingKind::Misaligned => "misaligned",
            FindingKind::UninitialisedRead => "uninitialised-read",
            FindingKind::SharedRace => "shared-race",
            FindingKind::GlobalRace => "global-race",
            FindingKind::DivergentBarrier => "divergent-barrier",
            FindingKind::DivergentCollective => "divergent-collective",
            FindingKind::MissingAsyncWait => "missing-async-wait",
            FindingKind::SharedMemoryLimit => "shared-memory-limit",
            FindingKind::InfiniteLoop => "infinite-loop",
            FindingKind::Deadlock => "deadlock",
            FindingKind::Trap => "trap",
            FindingKind::InvalidOperation => "invalid-operation",
        }
    }
}

/// One thread at one instruction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Actor {
    /// Block index.
    pub block: [u32; 3],
    /// Thread index in the block.
    pub thread: [u32; 3],
    /// PTX line, counted from 1.
    pub line: u32,
    /// The text of that line.
    pub text: String,
    /// `file:line:column` of the program that the PTX was made from, if `.loc` gives it.
    pub source: Option<String>,
}

/// A place in memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// `global`, `shared`, `local`, `param` or `generic`.
    pub space: String,
    /// The address inside that space.
    pub address: u64,
    /// Bytes of the access.
    pub bytes: u64,
    /// The array at or nearest to the address.
    pub array: Option<String>,
    /// Bytes from the start of the array; negative before it.
    pub offset: Option<i64>,
    /// The element, as `[3, 5]`.
    pub index: Option<String>,
    /// Size of the array in bytes.
    pub array_bytes: Option<u64>,
}

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What is wrong.
    pub kind: FindingKind,
    /// The kernel.
    pub kernel: String,
    /// One sentence: what happened, and what to do if that is known.
    pub message: String,
    /// The thread that made the mistake, if it was one thread.
    pub actor: Option<Actor>,
    /// The other thread of a race or the place of an unfinished copy.
    pub other: Option<Actor>,
    /// The place in memory.
    pub place: Option<Place>,
    /// How often the same instruction made the same mistake.
    pub count: u64,
}

impl fmt::Display for Actor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [bx, by, bz] = self.block;
        let [tx, ty, tz] = self.thread;
        write!(
            formatter,
            "block ({bx}, {by}, {bz}) thread ({tx}, {ty}, {tz}) at ptx line {}: {}",
            self.line,
            self.text.trim()
        )?;
        match &self.source {
            Some(source) => write!(formatter, "  [{source}]"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} bytes at {} address 0x{:x}",
            self.bytes, self.space, self.address
        )?;
        let (Some(array), Some(offset)) = (&self.array, self.offset) else {
            return Ok(());
        };
        let index = self.index.as_deref().unwrap_or_default();
        write!(formatter, ", {array}{index}: byte {offset}")?;
        match self.array_bytes {
            Some(bytes) => write!(formatter, " of {bytes}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} in kernel `{}`: {}",
            self.kind.name(),
            self.kernel,
            self.message
        )?;
        if let Some(actor) = &self.actor {
            write!(formatter, "\n  {actor}")?;
        }
        if let Some(place) = &self.place {
            write!(formatter, "\n  {place}")?;
        }
        if let Some(other) = &self.other {
            write!(formatter, "\n  other: {other}")?;
        }
        if self.count > 1 {
            write!(formatter, "\n  {} times", self.count)?;
        }
        Ok(())
    }
}
