//! A kernel ready to run.

use super::{Class, Constant, Operation, PredicateOperand, Routine};
use crate::registers::Register;
use crate::syntax::SourceLocation;
use crate::types::Space;

/// Where shared memory starts: address 0 stays invalid, and the first kilobyte belongs to the
/// system on sm_90.
pub(crate) const SHARED_BASE: u64 = 1024;
/// The name of the shared memory that every block has for the system.
pub(crate) const RESERVED_NAME: &str = "reserved shared memory";
/// Where the local memory of a thread starts.
pub(crate) const LOCAL_BASE: u64 = 256;

/// The registers that an instruction reads and writes, without its guard.
#[derive(Default)]
pub(crate) struct DataFlow {
    pub reads: Vec<Register>,
    pub writes: Vec<Register>,
    /// How the result depends on the operands, if not on all of them.
    pub choice: Option<Choice>,
}

/// A result that depends on some of its operands only.
pub(crate) enum Choice {
    Select {
        values: [Register; 2],
        by: PredicateOperand,
    },
    /// Whether two values are equal.
    Equal { values: [Register; 2] },
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
    /// Registers to fill before a warp starts, with their values.
    pub constants: Vec<(Register, Constant)>,
    pub words: usize,
    pub wides: usize,
    pub predicates: usize,
    pub parameters: Vec<Named>,
    pub parameter_bytes: u64,
    /// Static shared variables; offsets are addresses in shared space.
    pub shared: Vec<Named>,
    /// First address after the static variables, aligned for the dynamic ones.
    pub dynamic_base: u64,
    /// Bytes before it that belong to no variable, and that hardware does not have.
    pub shared_gaps: u64,
    /// The name of the dynamic shared array.
    pub dynamic_name: Option<String>,
    pub locals: Vec<Named>,
    /// Bytes of local memory of a thread, from `LOCAL_BASE` on.
    pub local_bytes: u64,
    /// Functions that call themselves.
    pub routines: Vec<Routine>,
    /// Whether it calls `malloc`.
    pub allocates: bool,
    /// `.maxntid`, `.reqntid` and others.
    pub bounds: Vec<(String, Vec<u32>)>,
}

impl Code {
    /// The instructions in loops that may spin: those with a read that sees what other threads
    /// write, in one of these spaces.
    pub fn spins(&self, among: impl Fn(Space) -> bool) -> Vec<bool> {
        let reads = |decoded: &Decoded| match &decoded.operation {
            Operation::Load(access) => access.sync.scope.is_some() && among(access.space),
            Operation::Atomic(access) => !access.targets.is_empty() && among(access.space),
            Operation::MemoryBarrier(_) => among(Space::Shared),
            _ => false,
        };
        let mut spins = vec![false; self.instructions.len()];
        for (end, decoded) in self.instructions.iter().enumerate() {
            let branch = decoded.operation.branch();
            let start = branch.and_then(|branch| branch.targets.iter().min());
            let Some(start) = start
                .map(|start| *start as usize)
                .filter(|start| *start <= end)
            else {
                continue;
            };
            if self.instructions[start..=end].iter().any(reads) {
                spins[start..=end].fill(true);
            }
        }
        spins
    }

    /// Whether a barrier may order only a part of the block.
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
