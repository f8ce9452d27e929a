//! A function as a list of steps on registers, so that a thread can stop at a barrier and go on.

use super::number::{Kind, Operation, Value};
use tc_scop::barriers::Level;

/// The number of a register of a thread.
pub type Register = usize;

/// The extent of an array, known or computed.
#[derive(Clone, Copy, Debug)]
pub enum Extent {
    Known(i64),
    Given(Register),
}

/// An affine expression of the operands of a map.
#[derive(Clone, Debug)]
pub enum Affine {
    Constant(i64),
    Operand(usize),
    Sum(Box<[Affine; 2]>),
    Product(Box<[Affine; 2]>),
    Modulo(Box<[Affine; 2]>),
    Floor(Box<[Affine; 2]>),
    Ceiling(Box<[Affine; 2]>),
}

/// How the results of a map become one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    First,
    Least,
    Greatest,
}

/// Subscripts: registers, or affine functions of them.
#[derive(Clone, Debug)]
pub struct Subscripts {
    pub operands: Vec<Register>,
    /// Without a map, each operand is a subscript.
    pub map: Option<Vec<Affine>>,
}

/// What a number identifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Block,
    Thread,
    Blocks,
    Threads,
}

/// Loops whose iterations are in no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Free {
    /// Of `scf.parallel`.
    Parallel,
    /// Of a loop that becomes vectors.
    Lanes,
}

/// One step.
#[derive(Clone, Debug)]
pub enum Step {
    Constant {
        to: Register,
        value: Value,
    },
    Copy {
        from: Register,
        to: Register,
    },
    Apply {
        operation: Operation,
        operands: Vec<Register>,
        to: Register,
    },
    Affine {
        map: Vec<Affine>,
        choice: Choice,
        operands: Vec<Register>,
        to: Register,
    },
    Load {
        array: Register,
        at: Subscripts,
        to: Register,
        means: Option<usize>,
    },
    Store {
        value: Register,
        array: Register,
        at: Subscripts,
        means: Option<usize>,
    },
    /// Combines a value with an element, at once.
    Update {
        operation: Operation,
        value: Register,
        array: Register,
        at: Subscripts,
        to: Register,
    },
    /// A new array of a thread.
    Make {
        kind: Kind,
        extents: Vec<Extent>,
        to: Register,
    },
    Free {
        array: Register,
    },
    /// Part of a block's dynamic memory, from a byte on.
    Shared {
        begin: Register,
        kind: Kind,
        extents: Vec<Extent>,
        to: Register,
    },
    /// The elements of an array in rows of other lengths.
    Reshape {
        array: Register,
        extents: Vec<Extent>,
        strides: Vec<Extent>,
        to: Register,
    },
    Dim {
        array: Register,
        dim: Register,
        to: Register,
    },
    Number {
        what: Number,
        axis: usize,
        to: Register,
    },
    Jump(usize),
    /// Jumps if the condition does not hold.
    Unless {
        condition: Register,
        to: usize,
    },
    /// A loop without order begins, has a further iteration, ends.
    Enter(Free),
    Next(Free),
    Leave(Free),
    Barrier(Level),
    Launch {
        kernel: String,
        grid: [Register; 3],
        block: [Register; 3],
        arguments: Vec<Register>,
    },
    Return,
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub steps: Vec<Step>,
    /// The registers of its arguments.
    pub arguments: Vec<Register>,
    /// The arrays of a block that it declares: register, type, extents.
    pub declared: Vec<(Register, Kind, Vec<i64>)>,
    pub registers: usize,
}
