//! One instance of a statement: its body with other operands.
//!
//! ```mlir
//! %0 = affine.load %A[%n, %k]      memref.load %A[%4, %c2]       subscripts made by isl for this place
//! %1 = arith.mulf %0, %b     ==>   arith.mulf %0, %b fastmath<contract>
//! ```
//!
//! Floating point operations may be contracted (`a*b + c` in one rounding); the operation that combines a reduction may
//! also be reordered, as the schedule already does. Flags that are there stay.

use std::collections::{HashMap, HashSet};

use mlir_sys::*;

use tc_dialects::schedule::tree::Refusal;

use crate::analysis::accesses::STANDS_FOR;
use crate::raw::{self, Recipe};

use super::builder::{
    Builder, arguments, attributes, operands, result, results, set_attribute, types,
};
use super::generate::key;
use super::memory::THREAD_PRIVATE;
use super::scop::Statement;

/// The body of a statement and what its values are at one place.
pub struct Body<'a> {
    pub statement: &'a Statement,
    /// The results of the affine maps of its ops.
    pub affine: HashMap<usize, Vec<MlirValue>>,
    /// What stands for a value of the body or of the scop.
    pub values: HashMap<usize, MlirValue>,
    /// Arrays of the scop of which each thread touches elements of its own.
    pub thread_private: &'a HashSet<usize>,
}

impl Body<'_> {
    /// Writes the body at the end of the builder's block.
    pub fn emit(mut self, builder: &mut Builder) -> Result<(), Refusal> {
        let location = builder.location;
        let combines = self
            .statement
            .reduces
            .then(|| combining_operation(self.statement.body))
            .flatten();
        for op in raw::operations(self.statement.body) {
            self.operation(builder, op, combines)?;
        }
        builder.location = location;
        Ok(())
    }

    fn operation(
        &mut self,
        builder: &mut Builder,
        op: MlirOperation,
        combines: Option<MlirOperation>,
    ) -> Result<(), Refusal> {
        // SAFETY: the op is alive.
        builder.location = unsafe { mlirOperationGetLocation(op) };
        let name = raw::name(op);
        let given = self.mapped(&operands(op))?;
        match name {
            "affine.apply" => {
                let value = self.subscripts(op)?[0];
                self.values.insert(result(op).ptr as usize, value);
                return Ok(());
            }
            "affine.load" => {
                let result_types = types(&results(op));
                let made = access(
                    builder,
                    "memref.load",
                    &given[..1],
                    self.subscripts(op)?,
                    &result_types,
                );
                self.mark(made, operands(op)[0]);
                self.values.insert(result(op).ptr as usize, result(made));
                return Ok(());
            }
            "affine.store" => {
                let made = access(
                    builder,
                    "memref.store",
                    &given[..2],
                    self.subscripts(op)?,
                    &[],
                );
                self.mark(made, operands(op)[1]);
                return Ok(());
            }
            _ => {}
        }
        let made = if raw::blocks(op).is_empty() {
            self.without_regions(builder, op, &given)
        } else {
            self.with_regions(builder, op, &given, combines)?
        };
        let is_combine = combines.is_some_and(|combines| combines.ptr == op.ptr);
        if let Some(flags) = fast_math(made, is_combine) {
            set_attribute(made, "fastmath", flags);
        }
        for (from, to) in results(op).into_iter().zip(results(made)) {
            self.values.insert(from.ptr as usize, to);
        }
        Ok(())
    }

    /// Says of an access that no other thread touches its element.
    fn mark(&self, access: MlirOperation, array: MlirValue) {
        if self.thread_private.contains(&(array.ptr as usize)) {
            set_attribute(access, THREAD_PRIVATE, "unit");
        }
    }

    fn without_regions(
        &self,
        builder: &mut Builder,
        op: MlirOperation,
        given: &[MlirValue],
    ) -> MlirOperation {
        // SAFETY: the clone is ours and has as many operands.
        let clone = unsafe { mlirOperationClone(op) };
        // What an access stands for is for the proof alone.
        let stands_for = melior::StringRef::new(STANDS_FOR).to_raw();
        unsafe { mlirOperationRemoveAttributeByName(clone, stands_for) };
        for (position, operand) in given.iter().enumerate() {
            unsafe { mlirOperationSetOperand(clone, position as isize, *operand) };
        }
        builder.append(clone)
    }

    fn with_regions(
        &mut self,
        builder: &mut Builder,
        op: MlirOperation,
        given: &[MlirValue],
        combines: Option<MlirOperation>,
    ) -> Result<MlirOperation, Refusal> {
        let mut regions = Vec::new();
        let mut pending = Vec::new();
        // SAFETY: the op is alive.
        for position in 0..unsafe { mlirOperationGetNumRegions(op) } {
            let old = unsafe { mlirRegionGetFirstBlock(mlirOperationGetRegion(op, position)) };
            if old.ptr.is_null() {
                // SAFETY: the new operation owns the empty region.
                regions.push(unsafe { mlirRegionCreate() });
                continue;
            }
            if !unsafe { mlirBlockGetNextInRegion(old) }.ptr.is_null() {
                let message = format!(
                    "expected regions of one block in a statement, found more in `{}`",
                    raw::name(op)
                );
                return Err(Refusal::new(message));
            }
            let (region, block) = builder.region(&types(&arguments(old)));
            for (from, to) in arguments(old).into_iter().zip(arguments(block)) {
                self.values.insert(from.ptr as usize, to);
            }
            regions.push(region);
            pending.push((old, block));
        }
        let (result_types, attributes) = (types(&results(op)), attributes(op));
        let recipe = Recipe {
            operands: given,
            results: &result_types,
            attributes: &attributes,
            regions,
        };
        let made = builder.operation(raw::name(op), recipe);
        for (old, block) in pending {
            let outer = builder.enter(block);
            let done = raw::operations(old)
                .into_iter()
                .try_for_each(|inner| self.operation(builder, inner, combines));
            builder.leave(outer);
            done?;
        }
        Ok(made)
    }

    fn subscripts(&self, op: MlirOperation) -> Result<&[MlirValue], Refusal> {
        let found = self.affine.get(&key(op)).map(Vec::as_slice);
        found.ok_or_else(|| Refusal::new("an affine operation has no subscripts"))
    }

    fn mapped(&self, values: &[MlirValue]) -> Result<Vec<MlirValue>, Refusal> {
        // Indices that only affine maps use have no value of their own and need none.
        Ok(values
            .iter()
            .map(|value| {
                self.values
                    .get(&(value.ptr as usize))
                    .copied()
                    .unwrap_or(*value)
            })
            .collect())
    }
}

fn access(
    builder: &Builder,
    name: &str,
    first: &[MlirValue],
    subscripts: &[MlirValue],
    result_types: &[MlirType],
) -> MlirOperation {
    let operands: Vec<MlirValue> = first.iter().chain(subscripts).copied().collect();
    builder.operation(
        name,
        Recipe {
            operands: &operands,
            results: result_types,
            ..Recipe::default()
        },
    )
}

/// The operation that combines the accumulator with a new value: what the last store writes, seen through roundings.
fn combining_operation(body: MlirBlock) -> Option<MlirOperation> {
    let stores = raw::operations(body)
        .into_iter()
        .filter(|op| raw::name(*op) == "affine.store");
    let mut value = operands(stores.last()?)[0];
    loop {
        // SAFETY: the value is alive.
        let op = unsafe { mlirValueIsAOpResult(value).then(|| mlirOpResultGetOwner(value)) }?;
        match raw::name(op) {
            "arith.truncf" | "arith.extf" | "arith.trunci" => value = operands(op)[0],
            _ => return Some(op),
        }
    }
}

/// The flags that a floating point operation without flags gets.
fn fast_math(op: MlirOperation, combines: bool) -> Option<&'static str> {
    const OPERATIONS: [&str; 9] = [
        "arith.addf",
        "arith.subf",
        "arith.mulf",
        "arith.divf",
        "arith.negf",
        "arith.maximumf",
        "arith.minimumf",
        "arith.maxnumf",
        "arith.minnumf",
    ];
    if !OPERATIONS.contains(&raw::name(op)) {
        return None;
    }
    let present = raw::attribute(op, "fastmath");
    // SAFETY: both attributes are alive; attributes are unique in a context.
    let none = present.is_none_or(|present| unsafe {
        let none = raw::parse_attribute(mlirOperationGetContext(op), "#arith.fastmath<none>");
        mlirAttributeEqual(present, none)
    });
    let flags = if combines {
        "#arith.fastmath<reassoc,contract>"
    } else {
        "#arith.fastmath<contract>"
    };
    none.then_some(flags)
}
