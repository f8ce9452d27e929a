//! Calls that stay calls: of functions that call themselves, and of the system.

use crate::registers::Register;

/// Bytes of local memory of a thread for the frames of functions that call themselves.
pub(crate) const STACK_BYTES: u64 = 16 << 10;

/// An argument or a result on its way between caller and function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transfer {
    Register {
        caller: Register,
        function: Register,
    },
    /// Bytes of local memory: at an address that the caller knows, and in the frame.
    Bytes {
        caller: Register,
        frame: u64,
        bytes: u64,
    },
}

/// A call of a routine.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub routine: u32,
    pub arguments: Box<[Transfer]>,
    pub results: Box<[Transfer]>,
}

/// A function that calls itself, directly or through others. Its registers belong to one activation
/// at a time: a call saves those of the activation before, and its return brings them back.
#[derive(Debug, Clone, Default)]
pub(crate) struct Routine {
    pub name: String,
    pub entry: u32,
    /// Bytes of its frame.
    pub bytes: u64,
    /// Registers that hold addresses in its frame, with the offset.
    pub addresses: Vec<(Register, i64)>,
    /// Its registers, by file: words, wides, predicates.
    pub registers: [std::ops::Range<usize>; 3],
    /// Parameters and results that are in registers.
    pub in_registers: Vec<Option<Register>>,
}

impl Routine {
    pub fn parameters(&self) -> Vec<Option<Register>> {
        self.in_registers.clone()
    }
}

/// A function of the system, which CUDA defines for device code.
#[derive(Debug, Clone)]
pub(crate) enum SystemCall {
    /// `vprintf(format, arguments)`
    Print {
        format: Register,
        arguments: Register,
        result: Option<Register>,
    },
    /// `__assertfail(message, file, line, function, char size)`
    Assert {
        message: Register,
        file: Register,
        line: Register,
        function: Register,
    },
    /// `malloc(size)`
    Allocate {
        size: Register,
        result: Option<Register>,
    },
    /// `free(pointer)`
    Free { pointer: Register },
    /// A call through a register that holds no function of the type.
    Stray { target: Register },
}
