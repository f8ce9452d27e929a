//! `loops-outline-parallel`: the body of each outermost `scf.parallel` becomes a function of its own.
//!
//! ```mlir
//! scf.parallel (%i) = (%lo) to (%hi) step (%s) { body(%i, %A, %n) }
//! ```
//! becomes
//! ```mlir
//! func.call @f_parallel0(%lo, %hi, %s, %A, %n)      // in @f
//! func.func private @f_parallel0(%lo: index, %hi: index, %s: index, %A: memref<..>, %n: index) attributes {tc.parallel_body} {
//!   scf.parallel (%i) = (%lo) to (%hi) step (%s) { body(%i, %A, %n) }
//! }
//! ```
//! The function runs any part `[lo, hi)` of the iterations, so a thread pool may call it once per part: that is what
//! [`crate::llvm::parallel_calls`] makes of the call. Further dimensions of the loop, and parallel loops inside, stay in the function and run
//! one after another. Constants that the body uses are copied into it; other values become arguments.
//!
//! Legal always: `scf.parallel` already says that its iterations may run in any order and at the same time. A loop with reduction results
//! is left as it is.

use crate::api::{Failure, OperationRef, Pass, PassContext, pass};
use crate::raw::*;
use mlir_sys::*;

pass! {
    /// Moves the body of each outermost `scf.parallel` without results into a private function that runs any part of its iterations,
    /// and calls that function in its place. Nothing is proved here: the operation already says that its iterations are independent.
    pub struct LoopsOutlineParallel {
        name: "loops-outline-parallel",
        anchor: "builtin.module",
        summary: "make functions of the bodies of parallel loops",
        dialects: ["func"],
        statistics: {
            /// parallel loops outlined
            outlined,
        },
    }
}

impl Pass for LoopsOutlineParallel {
    fn run<'c>(&self, module: OperationRef<'c, '_>, _ctx: &PassContext<'c>) -> Result<(), Failure> {
        self.outlined.add(outline_parallel(module.to_raw()));
        Ok(())
    }
}

/// Marks a function made here, and the calls to it.
pub const BODY: &str = "tc.parallel_body";

/// Outlines in every function of `module`; returns how many loops were outlined.
pub fn outline_parallel(module: MlirOperation) -> usize {
    let body = blocks(module)[0];
    let mut count = 0;
    for function in operations(body) {
        if name(function) != "func.func" || attribute(function, BODY).is_some() {
            continue;
        }
        for (index, parallel) in outermost_parallel(function).into_iter().enumerate() {
            outline(
                function,
                parallel,
                &format!("{}_parallel{index}", symbol(function)),
            );
            count += 1;
        }
    }
    count
}

fn outermost_parallel(op: MlirOperation) -> Vec<MlirOperation> {
    let mut found = Vec::new();
    for inner in blocks(op).into_iter().flat_map(operations) {
        let without_results = unsafe { mlirOperationGetNumResults(inner) } == 0;
        if name(inner) == "scf.parallel" && without_results {
            found.push(inner);
        } else {
            found.extend(outermost_parallel(inner));
        }
    }
    found
}

fn outline(function: MlirOperation, parallel: MlirOperation, body_name: &str) {
    let location = unsafe { mlirOperationGetLocation(parallel) };
    let context = unsafe { mlirOperationGetContext(parallel) };
    let operands: Vec<MlirValue> = (0..unsafe { mlirOperationGetNumOperands(parallel) })
        .map(|index| unsafe { mlirOperationGetOperand(parallel, index) })
        .collect();
    // Operands are the lower bounds, the upper bounds, the steps: one of each per dimension.
    let dimensions = operands.len() / 3;
    let first = [operands[0], operands[dimensions], operands[2 * dimensions]];
    let others = operands
        .iter()
        .enumerate()
        .filter(|(index, _)| index % dimensions != 0)
        .map(|(_, value)| *value);
    let mut captured = captures(parallel);
    for value in others {
        if captured.iter().all(|c| c.ptr != value.ptr) {
            captured.push(value);
        }
    }
    let (constants, arguments): (Vec<_>, Vec<_>) =
        captured.into_iter().partition(|value| is_constant(*value));

    let call_operands: Vec<MlirValue> = first.iter().chain(&arguments).copied().collect();
    let types: Vec<MlirType> = call_operands
        .iter()
        .map(|value| unsafe { mlirValueGetType(*value) })
        .collect();
    let body = new_function(context, location, body_name, &types);
    unsafe { mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(function), function, body) };
    let block = blocks(body)[0];

    let clone = unsafe { mlirOperationClone(parallel) };
    unsafe { mlirBlockAppendOwnedOperation(block, clone) };
    let replace = |from: MlirValue, to: MlirValue| {
        replace_uses_inside(clone, from, to);
        for index in 0..operands.len() {
            if operands[index].ptr == from.ptr && index % dimensions != 0 {
                unsafe { mlirOperationSetOperand(clone, index as isize, to) };
            }
        }
    };
    for (index, argument) in arguments.iter().enumerate() {
        replace(*argument, unsafe {
            mlirBlockGetArgument(block, index as isize + 3)
        });
    }
    for constant in constants {
        let copy = unsafe { mlirOperationClone(mlirOpResultGetOwner(constant)) };
        unsafe { mlirBlockInsertOwnedOperationBefore(block, clone, copy) };
        replace(constant, unsafe { mlirOperationGetResult(copy, 0) });
    }
    for part in 0..3 {
        let argument = unsafe { mlirBlockGetArgument(block, part as isize) };
        unsafe { mlirOperationSetOperand(clone, (part * dimensions) as isize, argument) };
    }
    unsafe {
        mlirBlockAppendOwnedOperation(block, create("func.return", location, Recipe::default()))
    };

    let callee = unsafe { mlirFlatSymbolRefAttrGet(context, string(body_name)) };
    let call = create(
        "func.call",
        location,
        Recipe {
            operands: &call_operands,
            attributes: &[
                named(context, "callee", callee),
                named(context, BODY, unsafe { mlirUnitAttrGet(context) }),
            ],
            ..Recipe::default()
        },
    );
    unsafe {
        mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(parallel), parallel, call);
        mlirOperationDestroy(parallel);
    }
}

fn is_constant(value: MlirValue) -> bool {
    let defined_by_op = unsafe { mlirValueIsAOpResult(value) };
    defined_by_op && name(unsafe { mlirOpResultGetOwner(value) }) == "arith.constant"
}

fn new_function(
    context: MlirContext,
    location: MlirLocation,
    function_name: &str,
    types: &[MlirType],
) -> MlirOperation {
    unsafe {
        let region = mlirRegionCreate();
        let locations = vec![location; types.len()];
        mlirRegionAppendOwnedBlock(
            region,
            mlirBlockCreate(types.len() as isize, types.as_ptr(), locations.as_ptr()),
        );
        let function_type = mlirFunctionTypeGet(
            context,
            types.len() as isize,
            types.as_ptr(),
            0,
            std::ptr::null(),
        );
        // Tensors of one call never overlap (the runtime checks it), so no two buffers alias.
        let attributes: Vec<MlirAttribute> = types
            .iter()
            .map(|ty| {
                let noalias = if mlirTypeIsAMemRef(*ty) {
                    "{llvm.noalias}"
                } else {
                    "{}"
                };
                parse_attribute(context, noalias)
            })
            .collect();
        create(
            "func.func",
            location,
            Recipe {
                attributes: &[
                    named(
                        context,
                        "sym_name",
                        mlirStringAttrGet(context, string(function_name)),
                    ),
                    named(
                        context,
                        "sym_visibility",
                        mlirStringAttrGet(context, string("private")),
                    ),
                    named(context, "function_type", mlirTypeAttrGet(function_type)),
                    named(
                        context,
                        "arg_attrs",
                        mlirArrayAttrGet(context, attributes.len() as isize, attributes.as_ptr()),
                    ),
                    named(context, BODY, mlirUnitAttrGet(context)),
                ],
                regions: vec![region],
                ..Recipe::default()
            },
        )
    }
}
