//! The parameters of a run.

use crate::limits::Limits;
use crate::memory::{ArrayId, Memory};

/// An argument of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// The start of an array.
    Pointer(ArrayId),
    /// A place inside an array, in bytes from its start.
    PointerOffset(ArrayId, u64),
    /// An 8-bit integer.
    U8(u8),
    /// A 16-bit integer, or the bits of a half.
    U16(u16),
    /// A 32-bit integer.
    U32(u32),
    /// A 64-bit integer.
    U64(u64),
    /// A signed 32-bit integer.
    I32(i32),
    /// A signed 64-bit integer.
    I64(i64),
    /// A float.
    F32(f32),
    /// A double.
    F64(f64),
    /// A structure passed by value.
    Bytes(Vec<u8>),
}

/// The shape of a launch and its arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct Launch {
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: usize,
    /// One value for each parameter.
    pub arguments: Vec<Argument>,
}

/// How to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Detect races, uninitialised reads and other mistakes, and continue after each.
    pub sanitize: bool,
    /// Count sectors, bank conflicts and traffic; instructions are always counted.
    pub profile: bool,
    /// Shuffles the order of blocks and warps.
    pub seed: Option<u64>,
    /// Runs this many blocks only, spread evenly over the grid: for a profile of a kernel that
    /// takes too long; its results are incomplete.
    pub sample_blocks: Option<u64>,
    /// Instructions that one warp may run.
    pub budget: u64,
    /// Warps that one launch may run: a larger grid is refused, since it would take hours.
    pub max_warps: u64,
    /// Host threads; all by default.
    pub threads: Option<usize>,
    /// The launch limits of the machine; by default those of the processor in the `.target` of the
    /// text.
    pub limits: Option<Limits>,
    /// The most distinct findings that a report holds.
    pub max_findings: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            sanitize: true,
            profile: true,
            seed: None,
            sample_blocks: None,
            budget: 100_000_000,
            max_warps: 1 << 24,
            threads: None,
            limits: None,
            max_findings: 100,
        }
    }
}

impl Argument {
    pub(crate) fn encode(&self, memory: &Memory) -> Vec<u8> {
        match self {
            Argument::Pointer(array) => memory.address(*array).to_le_bytes().to_vec(),
            Argument::PointerOffset(array, offset) => memory
                .address(*array)
                .wrapping_add(*offset)
                .to_le_bytes()
                .to_vec(),
            Argument::U8(value) => vec![*value],
            Argument::U16(value) => value.to_le_bytes().to_vec(),
            Argument::U32(value) => value.to_le_bytes().to_vec(),
            Argument::U64(value) => value.to_le_bytes().to_vec(),
            Argument::I32(value) => value.to_le_bytes().to_vec(),
            Argument::I64(value) => value.to_le_bytes().to_vec(),
            Argument::F32(value) => value.to_le_bytes().to_vec(),
            Argument::F64(value) => value.to_le_bytes().to_vec(),
            Argument::Bytes(bytes) => bytes.clone(),
        }
    }
}
