//! A kernel ready to run.

use super::{Class, Constant, Operation, PredicateOperand};
use crate::registers::Register;
use crate::syntax::SourceLocation;

/// Where shared memory starts: address 0 stays invalid, and the first kilobyte belongs to the system on sm_90.
pub(crate) const SHARED_BASE: u64 = 1024;
/// Where the local memory of a thread starts.
pub(crate) const LOCAL_BASE: u64 = 256;

/// Which registers an instruction reads and writes, but for its guard.
#[derive(Default)]
pub(crate) struct DataFlow {
    pub reads: Vec<Register>,
    pub writes: Vec<Register>,
    /// Where the result does not depend on all that is read.
    pub choice: Option<Choice>,
}

/// A result that depends on some of its operands only.
pub(crate) enum Choice {
    Select {
        values: [Register; 2],
        by: PredicateOperand,
    },
    /// A conjunction of predicates, or else a disjunction.
    Logic {
        operands: [PredicateOperand; 2],
        and: bool,
    },
}

/// One instruction ready to run.
pub(crate) struct Decoded {
    pub guard: Option<(Register, bool)>,
    pub operation: Operation,
    pub flow: DataFlow,
    pub class: Class,
    /// Line of the PTX text, counted from 1.
    pub line: u32,
    pub source: Option<SourceLocation>,
}

/// A named range of bytes in shared, local or parameter space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub name: String,
    pub offset: u64,
    pub bytes: u64,
}

/// A kernel ready to run.
pub(crate) struct Code {
    pub name: String,
    pub instructions: Vec<Decoded>,
    /// Registers to fill before a warp starts, with what.
    pub constants: Vec<(Register, Constant)>,
    pub words: usize,
    pub wides: usize,
    pub predicates: usize,
    pub parameters: Vec<Named>,
    pub parameter_bytes: u64,
    /// Static shared variables; offsets are addresses in shared space.
    pub shared: Vec<Named>,
    /// First address behind the static variables, aligned for the dynamic ones.
    pub dynamic_base: u64,
    /// Bytes in front of it that belong to no variable, and that no machine has.
    pub shared_gaps: u64,
    /// Name of the array that dynamic shared memory belongs to.
    pub dynamic_name: Option<String>,
    pub locals: Vec<Named>,
    /// Bytes of local memory of a thread, from `LOCAL_BASE` on.
    pub local_bytes: u64,
    /// `.maxntid`, `.reqntid` and others.
    pub bounds: Vec<(String, Vec<u32>)>,
}

impl Code {
    /// Whether some barrier may order a part of the block only.
    pub fn has_partial_barriers(&self) -> bool {
        self.instructions
            .iter()
            .any(|decoded| match &decoded.operation {
                Operation::Barrier(barrier) => barrier.count.is_some(),
                Operation::MemoryBarrier(_) => true,
                _ => false,
            })
    }
}
