//! The memory accesses of a loop, and which of them may touch the same element.
//!
//! Two arrays are distinct if both are of a known kind: an array allocated in the function, shared
//! memory of a kernel, an argument marked as not overlapping others (`llvm.noalias`). Views of
//! dynamic shared memory are distinct if their bytes are. All others may overlap. An operation with
//! unknown effects may access everything.

use melior::ir::attribute::TypeAttribute;
use melior::ir::r#type::FunctionType;
use tc_dialects::op::{self, block_argument, defining_operation, same_value};

use tc_pass_host::*;

use super::index_forms::{Linear, LoopBounds, constant};
use super::scop::bytes;
use crate::math::types::vector_shape;
use tc_dialects::schedule::{ARRIVE, MULTIPLY_ADD, WAIT, WARP_BARRIER};

/// The attribute of an access to an element that no other thread of the block accesses in the
/// kernel.
pub const THREAD_PRIVATE: &str = "tc.thread_private";

/// The attribute of a store of a copy to shared memory that may go on by itself until a
/// `schedule.wait`.
pub const MAY_BE_ASYNC: &str = "tc.async";

/// A load or store of one element, or of a vector of neighbours in a row.
#[derive(Clone, Debug)]
pub struct Access<'c, 'a> {
    /// The load or store.
    pub op: OperationRef<'c, 'a>,
    /// The accessed array.
    pub memref: Value<'c, 'a>,
    /// One for each dimension of the array: those of the first element.
    pub subscripts: Vec<Linear>,
    /// The number of elements; 1 if it is no vector.
    pub lanes: i64,
    /// Which of them are accessed, if not all.
    pub mask: Option<Value<'c, 'a>>,
    /// Whether it is a store.
    pub is_store: bool,
    /// The operations with regions between the loop and the access, each with the number of the
    /// region, outermost first.
    pub around: Vec<(OperationRef<'c, 'a>, usize)>,
}

/// The memory effects of a loop.
#[derive(Debug, Default)]
pub struct Effects<'c, 'a> {
    /// Loads and stores of elements and vectors, in text order.
    pub accesses: Vec<Access<'c, 'a>>,
    /// Arrays that other operations access, at any element.
    pub others: Vec<Value<'c, 'a>>,
    /// Whether other threads may access memory in between.
    pub barrier: bool,
    /// Whether an operation has unknown effects.
    pub unknown: bool,
}

impl<'c, 'a> Effects<'c, 'a> {
    /// The effects of all operations nested in a loop.
    pub fn of_loop(op: OperationRef<'c, 'a>) -> Self {
        let mut effects = Effects::default();
        effects.regions(op, &mut Vec::new(), true);
        effects
    }

    /// The effects of an operation and all that is nested in it.
    pub fn of(op: OperationRef<'c, 'a>) -> Self {
        let mut effects = Effects::default();
        effects.operation(op, &mut Vec::new());
        effects
    }

    fn regions(
        &mut self,
        op: OperationRef<'c, 'a>,
        around: &mut Vec<(OperationRef<'c, 'a>, usize)>,
        outermost: bool,
    ) {
        for (number, region) in op.regions().enumerate() {
            let blocks =
                std::iter::successors(region.first_block(), |block| block.next_in_region());
            if !outermost {
                around.push((op, number));
            }
            for block in blocks {
                op::operations(block)
                    .into_iter()
                    .for_each(|inner| self.operation(inner, around));
            }
            if !outermost {
                around.pop();
            }
        }
    }

    fn operation(
        &mut self,
        op: OperationRef<'c, 'a>,
        around: &mut Vec<(OperationRef<'c, 'a>, usize)>,
    ) {
        let operands = op::operands(op);
        let name = op::name(op);
        match name {
            _ if is_access(op) => self.accesses.push(Access::new(op, around)),
            "gpu.barrier"
            | ARRIVE
            | WARP_BARRIER
            | "nvgpu.device_async_create_group"
            | "nvgpu.device_async_wait"
            | WAIT => self.barrier = true,
            "memref.alloca" | "memref.alloc" | "memref.dim" | "memref.reinterpret_cast" => {}
            "scf.if" | "scf.for" | "scf.parallel" | "scf.yield" | "scf.reduce" => {
                self.regions(op, around, false)
            }
            _ => {
                let arrays = operands.into_iter().filter(|operand| is_memref(*operand));
                let before = self.others.len();
                self.others.extend(arrays);
                self.unknown |= self.others.len() == before && !is_without_effects(name);
                self.unknown |= op::blocks(op)
                    .iter()
                    .any(|block| block.first_operation().is_some());
            }
        }
    }
}

fn is_without_effects(name: &str) -> bool {
    const DIALECTS: [&str; 5] = ["arith.", "math.", "index.", "vector.", "ub."];
    const OPERATIONS: [&str; 10] = [
        MULTIPLY_ADD,
        "affine.apply",
        "affine.min",
        "affine.max",
        "gpu.thread_id",
        "gpu.block_id",
        "gpu.block_dim",
        "gpu.grid_dim",
        "gpu.lane_id",
        "gpu.shuffle",
    ];
    OPERATIONS.contains(&name) || DIALECTS.iter().any(|dialect| name.starts_with(dialect))
}

/// Whether an operation is an [`Access`]. A masked load is none if it defines the elements that it
/// does not access: then it is more than the elements in memory.
pub fn is_access(op: OperationRef) -> bool {
    match op::name(op) {
        "memref.load" | "memref.store" | "vector.load" | "vector.store" | "vector.maskedstore" => {
            true
        }
        "vector.maskedload" => {
            let others = op::operands(op).into_iter().next_back();
            let others = others.and_then(defining_operation);
            others.is_some_and(|others| op::is(others, "ub.poison"))
        }
        _ => false,
    }
}

impl<'c, 'a> Access<'c, 'a> {
    /// The access of such an operation.
    fn new(op: OperationRef<'c, 'a>, around: &[(OperationRef<'c, 'a>, usize)]) -> Self {
        let operands = op::operands(op);
        let name = op::name(op);
        let masked = name.starts_with("vector.masked");
        let is_store = name.ends_with("store");
        let array = usize::from(is_store && !masked);
        let end = operands.len() - 2 * usize::from(masked);
        let value = match (is_store, masked) {
            (false, _) => op::result(op),
            (true, false) => operands[0],
            (true, true) => operands[end + 1],
        };
        let lanes = vector_shape(value.r#type()).map_or(1, |shape| shape.iter().product());
        Access {
            op,
            memref: operands[array],
            subscripts: operands[array + 1..end]
                .iter()
                .map(|subscript| Linear::of(*subscript))
                .collect(),
            lanes,
            mask: masked.then(|| operands[end]),
            is_store,
            around: around.to_vec(),
        }
    }

    /// The values of the subscripts, and the mask if there is one.
    pub fn place(&self) -> Vec<Value<'c, 'a>> {
        let operands = op::operands(self.op);
        match self.mask {
            None => operands[1 + usize::from(self.is_store)..].to_vec(),
            Some(_) => operands[1..operands.len() - 1].to_vec(),
        }
    }

    /// The value that is loaded or stored.
    pub fn value(&self) -> Value<'c, 'a> {
        let operands = op::operands(self.op);
        match (self.is_store, self.mask) {
            (false, _) => op::result(self.op),
            (true, None) => operands[0],
            (true, Some(_)) => operands[operands.len() - 1],
        }
    }

    /// Whether both may access the same element at some time, if the subscripts of `self` are
    /// invariant.
    pub fn may_touch(&self, other: &Access<'_, '_>) -> bool {
        if !may_overlap(self.memref, other.memref) {
            return false;
        }
        let same_array = same_value(self.memref, other.memref);
        // Most subscripts differ by constants, for which no loop needs to be looked at.
        let apart = || {
            self.is_apart(other, &[])
                || self.is_apart(other, &LoopBounds::around_both(self.op, other.op))
        };
        !same_array || !apart()
    }

    /// Whether subscripts of the same array differ so that no element is the same, while these
    /// loops run: `A[i, k]` is not `A[i, j]` where `k` goes from 0 to before `j`.
    fn is_apart(&self, other: &Access<'_, '_>, loops: &[LoopBounds]) -> bool {
        let last = self.subscripts.len().wrapping_sub(1);
        let mut pairs = self.subscripts.iter().zip(&other.subscripts).enumerate();
        pairs.any(|(dimension, (mine, theirs))| {
            let lanes = if dimension == last {
                [self.lanes, other.lanes]
            } else {
                [1, 1]
            };
            let least = |one: &Linear, other: &Linear| one.least_above(other, loops);
            least(theirs, mine).is_some_and(|distance| distance >= lanes[0])
                || least(mine, theirs).is_some_and(|distance| distance >= lanes[1])
        })
    }

    /// Whether both are the same elements of the same array.
    pub fn is_same_element(&self, other: &Access<'_, '_>) -> bool {
        let same_mask = match (self.mask, other.mask) {
            (None, None) => true,
            (Some(mine), Some(theirs)) => same_value(mine, theirs),
            _ => false,
        };
        same_value(self.memref, other.memref)
            && self.subscripts == other.subscripts
            && self.value().r#type() == other.value().r#type()
            && same_mask
    }

    /// Whether no other thread accesses the element, even across barriers.
    pub fn is_thread_private(&self) -> bool {
        let local = defining_operation(self.memref).is_some_and(|op| op::is(op, "memref.alloca"));
        local || self.op.has_attribute(THREAD_PRIVATE)
    }
}

/// Whether a value is defined outside of an operation.
pub fn is_outside<'c, 'a>(value: Value<'c, 'a>, op: OperationRef<'c, 'a>) -> bool {
    let mut around = match block_argument(value) {
        Some((block, _)) => block.parent_operation(),
        None => defining_operation(value).and_then(|op| op.parent_operation()),
    };
    while let Some(outer) = around {
        if outer == op {
            return false;
        }
        around = outer.parent_operation();
    }
    true
}

/// Whether two arrays may have an element in common.
pub fn may_overlap(left: Value, right: Value) -> bool {
    if same_value(left, right) {
        return true;
    }
    let (left, right) = (Origin::of(left), Origin::of(right));
    if let (Origin::View(begin, end), Origin::View(other_begin, other_end)) = (left, right) {
        return begin < other_end && other_begin < end;
    }
    let (left, right) = (left.without_view(), right.without_view());
    !matches!(
        (left, right),
        (Origin::Own, Origin::Own | Origin::Apart | Origin::Argument)
            | (Origin::Apart | Origin::Argument, Origin::Own)
            | (Origin::Apart, Origin::Apart | Origin::Argument)
            | (Origin::Argument, Origin::Apart)
    )
}

/// The origin of an array.
#[derive(Clone, Copy)]
enum Origin {
    /// Allocated in the function.
    Own,
    /// An argument that overlaps no other one.
    Apart,
    /// Another argument.
    Argument,
    /// Bytes of dynamic shared memory, from the first to before the second.
    View(i64, i64),
    /// Unknown.
    Unknown,
}

impl Origin {
    /// A view of dynamic shared memory at a constant place; none for others.
    fn of_view(view: OperationRef) -> Option<Origin> {
        let operands = op::operands(view);
        let memory = defining_operation(*operands.first()?)?;
        let begin = constant(*operands.get(1)?)?;
        let dynamic = op::is(memory, "gpu.dynamic_shared_memory");
        let bytes = bytes(op::result(view).r#type());
        dynamic.then(|| Origin::View(begin, begin.saturating_add(bytes)))
    }

    /// Shared memory, seen from arrays elsewhere.
    fn without_view(self) -> Origin {
        match self {
            Origin::View(..) => Origin::Own,
            other => other,
        }
    }

    fn of(memref: Value) -> Origin {
        if let Some(op) = defining_operation(memref) {
            return match op::name(op) {
                "memref.alloc" | "memref.alloca" => Origin::Own,
                "memref.view" => Origin::of_view(op).unwrap_or(Origin::Unknown),
                "memref.reinterpret_cast" => Origin::of(op::operands(op)[0]),
                _ => Origin::Unknown,
            };
        }
        let Some((block, number)) = block_argument(memref) else {
            return Origin::Unknown;
        };
        let function = block.parent_operation();
        let Some(function) =
            function.filter(|op| matches!(op::name(*op), "func.func" | "gpu.func"))
        else {
            return Origin::Unknown;
        };
        if number >= argument_count(function) {
            // Workgroup and private memory of a kernel.
            return Origin::Own;
        }
        match op::argument_attribute(function, number, "llvm.noalias") {
            Some(_) => Origin::Apart,
            None => Origin::Argument,
        }
    }
}

/// Whether an array is an argument that a function only reads and nothing else writes:
/// `llvm.readonly` and `llvm.noalias`.
pub fn is_input(memref: Value<'_, '_>) -> bool {
    let Some((block, number)) = block_argument(memref) else {
        return false;
    };
    let function = block.parent_operation();
    let function = function.filter(|op| matches!(op::name(*op), "func.func" | "gpu.func"));
    function.is_some_and(|function| {
        let marked = |name| op::argument_attribute(function, number, name).is_some();
        number < argument_count(function) && marked("llvm.noalias") && marked("llvm.readonly")
    })
}

/// The arguments of a function; those of its entry block behind them are memory of a kernel.
pub fn argument_count(function: OperationRef) -> usize {
    let ty = function.attribute("function_type").ok();
    let ty = ty.and_then(|ty| TypeAttribute::try_from(ty).ok());
    let ty = ty.and_then(|ty| FunctionType::try_from(ty.value()).ok());
    ty.map_or(0, |ty| ty.input_count())
}

fn is_memref(value: Value) -> bool {
    let ty = value.r#type();
    ty.is_mem_ref() || ty.is_unranked_mem_ref()
}
