//! The contents of registers before the first instruction.

/// The contents of a register before the first instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Constant {
    Bits(u64),
    Special(Special),
    /// An address in shared space.
    Shared(u64),
    /// The start of dynamic shared memory.
    DynamicShared,
    /// An address in local space.
    Local(u64),
    /// An offset in the frame of a function that calls itself.
    Frame(i64),
    /// The address of a function of the module, by its number.
    Function(usize),
    /// An address in the parameter space of the kernel.
    Parameter(u64),
    /// The address of a variable of the module, by its number.
    Module(usize),
    /// As above plus an offset.
    ModuleOffset(usize, i64),
    /// Start of dynamic shared memory plus an offset.
    DynamicSharedOffset(i64),
}

/// A special register that does not change while a warp runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub(crate) enum Special {
    ThreadIndex(usize),
    BlockSize(usize),
    BlockIndex(usize),
    GridSize(usize),
    Lane,
    Warp,
    WarpCount,
    LaneMaskEqual,
    LaneMaskLess,
    LaneMaskLessEqual,
    LaneMaskGreater,
    LaneMaskGreaterEqual,
    DynamicSharedBytes,
    TotalSharedBytes,
    /// A register that reads as this value without clusters and with one multiprocessor.
    Fixed(u32),
}
