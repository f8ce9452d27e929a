//! What loops do: loops, launches, and the bodies in them.

use std::collections::HashMap;

use tc_dialects::schedule::tree::Axis;
use tc_isl::{PwMultiAff, Set};
use tc_pass_host::Location;

use super::arrays::Scope;
use super::index::Meaning;

/// A part of the loops, in text order.
pub enum Node<'c> {
    /// A loop.
    Loop(Loop<'c>),
    /// A body, by its number.
    Body(usize),
    /// A kernel that is launched, by the number of the launch.
    Launch(usize, Vec<Node<'c>>),
}

/// A loop.
pub struct Loop<'c> {
    /// The dimension that it counts.
    pub dim: usize,
    /// How its iterations follow each other.
    pub kind: Kind,
    /// The points of its iterations; unknown in the dimensions of loops inside.
    pub domain: Set,
    /// The operation's location.
    pub location: Location<'c>,
    /// What it repeats.
    pub inside: Vec<Node<'c>>,
}

/// How the iterations of a loop follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One after the other.
    Ordered,
    /// One after the other, and promised to be lanes of a vector of this kind.
    Lanes(String),
    /// In no order.
    Parallel,
}

/// A launch of a kernel.
pub struct Launch<'c> {
    /// Blocks along x, y, z.
    pub grid: [i64; 3],
    /// Threads along x, y, z.
    pub block: [i64; 3],
    /// The operation's location.
    pub location: Location<'c>,
}

/// A place at which instances of a statement run.
pub struct Body<'c> {
    /// The number of the statement.
    pub statement: usize,
    /// The location of the proposal.
    pub location: Location<'c>,
    /// The points at which it runs; 0 in the dimensions of loops that are not around it.
    pub domain: Set,
    /// The indices of the instance.
    pub indices: Vec<Meaning>,
    /// The values of the loops of the tree, as far as they are proposed.
    pub coordinates: HashMap<usize, Meaning>,
    /// From points to the instance.
    pub instance: PwMultiAff,
    /// The launch and the parallel loop around it.
    pub scope: Scope,
    /// The arrays of which the loops say that each thread has its own elements.
    pub private: Vec<usize>,
    /// If only the last block of a group runs it, the axes across which the group is; it stands at
    /// the points of the block whose numbers along them are 0.
    pub last_across: Option<Vec<Axis>>,
}

/// All that loops do.
pub struct Program<'c> {
    /// The outermost nodes.
    pub nodes: Vec<Node<'c>>,
    /// The bodies by number, in text order.
    pub bodies: Vec<Body<'c>>,
    /// The launches by number.
    pub launches: Vec<Launch<'c>>,
    /// The number of dimensions for loops around launches, or for all loops of a CPU.
    pub host_dims: usize,
}

/// A body as executions of the tree.
pub struct Placed {
    /// The number of the leaf.
    pub leaf: usize,
    /// The values of the loops of the tree.
    pub coordinates: Vec<Meaning>,
}

/// Whether an operation has no effect but its results, which are read where they are used.
pub fn is_silent(name: &str) -> bool {
    const OPERATIONS: [&str; 8] = [
        "gpu.block_id",
        "gpu.thread_id",
        "gpu.dynamic_shared_memory",
        "memref.view",
        "memref.reinterpret_cast",
        "memref.alloc",
        "memref.alloca",
        "memref.dim",
    ];
    OPERATIONS.contains(&name) || name.starts_with("arith.") || name.starts_with("math.")
}
