//! The memory accesses of a loop, and which of them may touch the same element.
//!
//! Two arrays are different when both are known: an array that is allocated in the function, shared memory of a kernel,
//! and an argument, of which one is said not to overlap others (`llvm.noalias`). Everything else may overlap. An
//! operation whose effects are not known may touch everything.

use mlir_sys::*;

use crate::raw;

use super::builder::operands;
use super::index_forms::{Linear, defining};

/// The attribute of an access to an element that no other thread of the block touches in the kernel.
pub const THREAD_PRIVATE: &str = "tc.thread_private";

/// A load or store of one element.
#[derive(Clone, Debug)]
pub struct Access {
    pub op: MlirOperation,
    pub memref: MlirValue,
    pub subscripts: Vec<Linear>,
    pub is_store: bool,
    /// The operations with regions between the loop and the access, and which region, outermost first.
    pub around: Vec<(MlirOperation, usize)>,
}

/// What a loop does to memory.
#[derive(Debug, Default)]
pub struct Effects {
    /// Loads and stores of single elements, in text order.
    pub accesses: Vec<Access>,
    /// Arrays that other operations touch, anywhere.
    pub others: Vec<MlirValue>,
    /// Whether other threads may look at memory in between.
    pub barrier: bool,
    /// Whether something has effects that are not known.
    pub unknown: bool,
}

impl Effects {
    /// The effects of all operations nested in a loop.
    pub fn of_loop(op: MlirOperation) -> Effects {
        let mut effects = Effects::default();
        effects.regions(op, &mut Vec::new(), true);
        effects
    }

    fn regions(
        &mut self,
        op: MlirOperation,
        around: &mut Vec<(MlirOperation, usize)>,
        outermost: bool,
    ) {
        // SAFETY: the operation is alive.
        for region in 0..unsafe { mlirOperationGetNumRegions(op) } {
            let mut block = unsafe { mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region)) };
            if !outermost {
                around.push((op, region as usize));
            }
            while !block.ptr.is_null() {
                raw::operations(block)
                    .into_iter()
                    .for_each(|inner| self.operation(inner, around));
                block = unsafe { mlirBlockGetNextInRegion(block) };
            }
            if !outermost {
                around.pop();
            }
        }
    }

    fn operation(&mut self, op: MlirOperation, around: &mut Vec<(MlirOperation, usize)>) {
        let operands = operands(op);
        let name = raw::name(op);
        match name {
            "memref.load" => self.access(op, &operands, 0, around),
            "memref.store" => self.access(op, &operands, 1, around),
            "gpu.barrier" | "nvgpu.device_async_create_group" | "nvgpu.device_async_wait" => {
                self.barrier = true
            }
            "memref.alloca" | "memref.alloc" | "memref.dim" => {}
            "scf.if" | "scf.for" | "scf.parallel" | "scf.yield" | "scf.reduce" => {
                self.regions(op, around, false)
            }
            _ => {
                let arrays = operands.into_iter().filter(|operand| is_memref(*operand));
                let before = self.others.len();
                self.others.extend(arrays);
                self.unknown |= self.others.len() == before && !is_without_effects(name);
                self.unknown |= raw::blocks(op)
                    .iter()
                    .any(|block| !raw::operations(*block).is_empty());
            }
        }
    }

    fn access(
        &mut self,
        op: MlirOperation,
        operands: &[MlirValue],
        array: usize,
        around: &[(MlirOperation, usize)],
    ) {
        self.accesses.push(Access {
            op,
            memref: operands[array],
            subscripts: operands[array + 1..]
                .iter()
                .map(|subscript| Linear::of(*subscript))
                .collect(),
            is_store: array == 1,
            around: around.to_vec(),
        });
    }
}

fn is_without_effects(name: &str) -> bool {
    const DIALECTS: [&str; 5] = ["arith.", "math.", "index.", "vector.", "ub."];
    const OPERATIONS: [&str; 9] = [
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

impl Access {
    /// Whether both may touch the same element at some time, when the subscripts of `self` do not change.
    pub fn may_touch(&self, other: &Access) -> bool {
        if !may_overlap(self.memref, other.memref) {
            return false;
        }
        let same_array = self.memref.ptr == other.memref.ptr;
        let apart = self
            .subscripts
            .iter()
            .zip(&other.subscripts)
            .any(|(mine, theirs)| mine.never_equals(theirs));
        !(same_array && apart)
    }

    /// Whether both are the same element of the same array.
    pub fn is_same_element(&self, other: &Access) -> bool {
        self.memref.ptr == other.memref.ptr && self.subscripts == other.subscripts
    }

    /// Whether no other thread touches the element, barriers or not.
    pub fn is_thread_private(&self) -> bool {
        let local = defining(self.memref).is_some_and(|op| raw::name(op) == "memref.alloca");
        local || raw::attribute(self.op, THREAD_PRIVATE).is_some()
    }
}

/// Whether two arrays may have an element in common.
pub fn may_overlap(left: MlirValue, right: MlirValue) -> bool {
    if left.ptr == right.ptr {
        return true;
    }
    let (left, right) = (Place::of(left), Place::of(right));
    !matches!(
        (left, right),
        (Place::Own, Place::Own | Place::Apart | Place::Argument)
            | (Place::Apart | Place::Argument, Place::Own)
            | (Place::Apart, Place::Apart | Place::Argument)
            | (Place::Argument, Place::Apart)
    )
}

/// Where an array comes from.
#[derive(Clone, Copy)]
enum Place {
    /// Allocated in the function.
    Own,
    /// An argument that overlaps no other one.
    Apart,
    /// Another argument.
    Argument,
    /// Not known.
    Unknown,
}

impl Place {
    fn of(memref: MlirValue) -> Place {
        if let Some(op) = defining(memref) {
            return match raw::name(op) {
                "memref.alloc" | "memref.alloca" => Place::Own,
                _ => Place::Unknown,
            };
        }
        // SAFETY: the value is a block argument.
        let (function, number) = unsafe {
            let block = mlirBlockArgumentGetOwner(memref);
            (
                mlirBlockGetParentOperation(block),
                mlirBlockArgumentGetArgNumber(memref),
            )
        };
        if function.ptr.is_null() || !matches!(raw::name(function), "func.func" | "gpu.func") {
            return Place::Unknown;
        }
        if number >= argument_count(function) {
            // Workgroup and private memory of a kernel.
            return Place::Own;
        }
        if has_argument_attribute(function, number, "llvm.noalias") {
            Place::Apart
        } else {
            Place::Argument
        }
    }
}

fn argument_count(function: MlirOperation) -> isize {
    // SAFETY: the attribute of a function is a function type, which is checked.
    raw::attribute(function, "function_type").map_or(0, |attribute| unsafe {
        if !mlirAttributeIsAType(attribute) || !mlirTypeIsAFunction(mlirTypeAttrGetValue(attribute))
        {
            return 0;
        }
        mlirFunctionTypeGetNumInputs(mlirTypeAttrGetValue(attribute))
    })
}

fn has_argument_attribute(function: MlirOperation, number: isize, key: &str) -> bool {
    let Some(attributes) = raw::attribute(function, "arg_attrs") else {
        return false;
    };
    // SAFETY: the attributes are checked before they are read.
    unsafe {
        if !mlirAttributeIsAArray(attributes) || number >= mlirArrayAttrGetNumElements(attributes) {
            return false;
        }
        let dictionary = mlirArrayAttrGetElement(attributes, number);
        mlirAttributeIsADictionary(dictionary)
            && !mlirDictionaryAttrGetElementByName(dictionary, raw::string(key))
                .ptr
                .is_null()
    }
}

fn is_memref(value: MlirValue) -> bool {
    // SAFETY: the value is alive.
    unsafe {
        let ty = mlirValueGetType(value);
        mlirTypeIsAMemRef(ty) || mlirTypeIsAUnrankedMemRef(ty)
    }
}
