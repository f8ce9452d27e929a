//! What is submitted to a stream, or is a node of a graph.

use crate::table::Handle;

/// One piece of work.
#[derive(Clone)]
pub enum Task {
    Empty,
    Launch(Launch),
    Copy(Copy),
    Fill(Fill),
    /// A function of the program, with its argument.
    Host {
        function: u64,
        data: u64,
    },
    Record(Handle),
    Wait(Handle),
    /// Memory of a graph: the address, and the bytes.
    Allocate {
        address: u64,
        bytes: usize,
    },
    Free(u64),
    /// A graph of its own.
    Child(Handle),
}

impl Task {
    /// The number of the kind in `CUgraphNodeType`.
    pub fn kind(&self) -> u32 {
        match self {
            Task::Launch(_) => 0,
            Task::Copy(_) => 1,
            Task::Fill(_) => 2,
            Task::Host { .. } => 3,
            Task::Child(_) => 4,
            Task::Empty => 5,
            Task::Wait(_) => 6,
            Task::Record(_) => 7,
            Task::Allocate { .. } => 10,
            Task::Free(_) => 11,
        }
    }
}

/// A launch.
#[derive(Clone, Debug)]
pub struct Launch {
    pub function: Handle,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub dynamic_shared: u32,
    pub cluster: [u32; 3],
    /// The bytes of each argument.
    pub arguments: Vec<Vec<u8>>,
}

/// Where the bytes of a copy must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Device,
    Host,
    /// Where the address says.
    Any,
}

/// One side of a copy: the rows of a box in memory.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    pub side: Side,
    pub address: u64,
    /// Bytes from one row to the next.
    pub pitch: usize,
    /// Bytes from one plane to the next.
    pub plane: usize,
}

impl Rows {
    /// Bytes in a row.
    pub fn plain(side: Side, address: u64) -> Rows {
        Rows {
            side,
            address,
            pitch: 0,
            plane: 0,
        }
    }
}

/// A copy of `width` bytes, in so many rows and planes.
#[derive(Clone, Copy, Debug)]
pub struct Copy {
    pub to: Rows,
    pub from: Rows,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}

impl Copy {
    /// A copy of bytes in a row.
    pub fn plain(to: (Side, u64), from: (Side, u64), bytes: usize) -> Copy {
        Copy {
            to: Rows::plain(to.0, to.1),
            from: Rows::plain(from.0, from.1),
            width: bytes,
            height: 1,
            depth: 1,
        }
    }
}

/// Rows that get one value.
#[derive(Clone, Copy, Debug)]
pub struct Fill {
    pub address: u64,
    pub pitch: usize,
    /// Bytes of the value: 1, 2 or 4.
    pub element: usize,
    pub value: u32,
    /// Values in a row.
    pub width: usize,
    pub height: usize,
}
