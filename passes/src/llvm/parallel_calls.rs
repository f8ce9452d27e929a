//! `llvm-parallel-calls`: calls of outlined parallel bodies become calls of the thread pool.
//!
//! Runs on the `llvm` dialect, after `func` and `memref` are gone. A call of a `tc.parallel_body` function
//! ```mlir
//! llvm.call @f_parallel0(%lo, %hi, %s, %A, %n) {tc.parallel_body}
//! ```
//! becomes
//! ```mlir
//! store %A, %n, %s to a struct on the stack            // the context
//! llvm.call @tc_parallel_for(@f_parallel0_part, %context, %lo, %hi, %s)
//! llvm.func @f_parallel0_part(%context: !llvm.ptr, %lo: i64, %hi: i64)   // loads the struct, calls @f_parallel0
//! ```
//! `tc_parallel_for(part, context, lo, hi, step)` is a function of the CPU runtime: it cuts `[lo, hi)` at multiples of `step`, calls `part` for
//! every piece on the threads of the pool and returns when all are done.

use crate::api::{Failure, OperationRef, Pass, PassContext, pass};
use crate::loops::outline_parallel::BODY;
use crate::raw::*;
use mlir_sys::*;

pass! {
    /// Turns each call of a function that `loops-outline-parallel` made into a call of the runtime's `tc_parallel_for`, which runs
    /// the function's parts on a thread pool. Runs on the `llvm` dialect.
    pub struct LlvmParallelCalls {
        name: "llvm-parallel-calls",
        anchor: "builtin.module",
        summary: "run outlined parallel bodies on the thread pool",
        dialects: ["llvm"],
        statistics: {
            /// calls that go to the thread pool
            calls,
        },
    }
}

impl Pass for LlvmParallelCalls {
    fn run<'c>(&self, module: OperationRef<'c, '_>, _ctx: &PassContext<'c>) -> Result<(), Failure> {
        self.calls.add(parallel_calls(module.to_raw()));
        Ok(())
    }
}

/// The symbol that the runtime registers.
pub const PARALLEL_FOR: &str = "tc_parallel_for";

/// Rewrites every call in `module`; returns how many.
pub fn parallel_calls(module: MlirOperation) -> usize {
    let context = unsafe { mlirOperationGetContext(module) };
    let calls: Vec<MlirOperation> = nested(module)
        .into_iter()
        .filter(|op| name(*op) == "llvm.call" && attribute(*op, BODY).is_some())
        .collect();
    if calls.is_empty() {
        return 0;
    }
    let body = blocks(module)[0];
    declare_parallel_for(context, body);
    for function in operations(body) {
        if name(function) == "llvm.func" && attribute(function, BODY).is_some() {
            keep_out_of_line(context, function);
        }
    }
    for call in &calls {
        rewrite(context, body, *call);
    }
    calls.len()
}

struct Types {
    pointer: MlirType,
    i64: MlirType,
}

fn types(context: MlirContext) -> Types {
    unsafe {
        Types {
            pointer: mlirLLVMPointerTypeGet(context, 0),
            i64: mlirIntegerTypeGet(context, 64),
        }
    }
}

fn function(
    context: MlirContext,
    location: MlirLocation,
    function_name: &str,
    inputs: &[MlirType],
    region: MlirRegion,
) -> MlirOperation {
    unsafe {
        let function_type = mlirLLVMFunctionTypeGet(
            mlirLLVMVoidTypeGet(context),
            inputs.len() as isize,
            inputs.as_ptr(),
            false,
        );
        create(
            "llvm.func",
            location,
            Recipe {
                attributes: &[
                    named(
                        context,
                        "sym_name",
                        mlirStringAttrGet(context, string(function_name)),
                    ),
                    named(context, "function_type", mlirTypeAttrGet(function_type)),
                    named(
                        context,
                        "linkage",
                        parse_attribute(context, "#llvm.linkage<external>"),
                    ),
                ],
                regions: vec![region],
                ..Recipe::default()
            },
        )
    }
}

fn declare_parallel_for(context: MlirContext, module_body: MlirBlock) {
    let Types { pointer, i64 } = types(context);
    unsafe {
        let location = mlirLocationUnknownGet(context);
        let inputs = [pointer, pointer, i64, i64, i64];
        let declaration = function(context, location, PARALLEL_FOR, &inputs, mlirRegionCreate());
        mlirBlockInsertOwnedOperation(module_body, 0, declaration);
    }
}

/// A body is called from its part, and from the wrapper that MLIR's engine makes of each function: inlined into all of them it would be
/// compiled four times over.
fn keep_out_of_line(context: MlirContext, function: MlirOperation) {
    unsafe {
        mlirOperationSetAttributeByName(function, string("no_inline"), mlirUnitAttrGet(context))
    };
}

fn rewrite(context: MlirContext, module_body: MlirBlock, call: MlirOperation) {
    let Types { pointer, i64 } = types(context);
    let location = unsafe { mlirOperationGetLocation(call) };
    let callee = attribute(call, "callee").expect("a direct call has a callee");
    let callee_name = unsafe { text(mlirFlatSymbolRefAttrGetValue(callee)) }.to_owned();
    let operands: Vec<MlirValue> = (0..unsafe { mlirOperationGetNumOperands(call) })
        .map(|index| unsafe { mlirOperationGetOperand(call, index) })
        .collect();
    // Everything but lo and hi travels in the context.
    let packed = &operands[2..];
    let packed_types: Vec<MlirType> = packed
        .iter()
        .map(|value| unsafe { mlirValueGetType(*value) })
        .collect();
    let record = unsafe {
        mlirLLVMStructTypeLiteralGet(
            context,
            packed_types.len() as isize,
            packed_types.as_ptr(),
            false,
        )
    };
    let part_name = format!("{callee_name}_part");
    let part = part_function(
        context,
        location,
        &part_name,
        &callee_name,
        record,
        &packed_types,
    );
    unsafe { mlirBlockAppendOwnedOperation(module_body, part) };

    let block = unsafe { mlirOperationGetBlock(call) };
    let insert = |op: MlirOperation| unsafe {
        mlirBlockInsertOwnedOperationBefore(block, call, op);
        op
    };
    let result = |op: MlirOperation| unsafe { mlirOperationGetResult(op, 0) };
    let one = result(insert(create(
        "llvm.mlir.constant",
        location,
        Recipe {
            results: &[i64],
            attributes: &[named(context, "value", unsafe {
                mlirIntegerAttrGet(i64, 1)
            })],
            ..Recipe::default()
        },
    )));
    let frame = result(insert(create(
        "llvm.alloca",
        location,
        Recipe {
            operands: &[one],
            results: &[pointer],
            attributes: &[named(context, "elem_type", unsafe {
                mlirTypeAttrGet(record)
            })],
            ..Recipe::default()
        },
    )));
    for (index, value) in packed.iter().enumerate() {
        let slot = result(insert(field(context, location, record, frame, index)));
        insert(create(
            "llvm.store",
            location,
            Recipe {
                operands: &[*value, slot],
                ..Recipe::default()
            },
        ));
    }
    let symbol_ref = unsafe { mlirFlatSymbolRefAttrGet(context, string(&part_name)) };
    let part_address = result(insert(create(
        "llvm.mlir.addressof",
        location,
        Recipe {
            results: &[pointer],
            attributes: &[named(context, "global_name", symbol_ref)],
            ..Recipe::default()
        },
    )));
    insert(direct_call(
        context,
        location,
        PARALLEL_FOR,
        &[part_address, frame, operands[0], operands[1], operands[2]],
    ));
    unsafe { mlirOperationDestroy(call) };
}

/// `llvm.getelementptr frame[0, index]`.
fn field(
    context: MlirContext,
    location: MlirLocation,
    record: MlirType,
    frame: MlirValue,
    index: usize,
) -> MlirOperation {
    let indices = parse_attribute(context, &format!("array<i32: 0, {index}>"));
    create(
        "llvm.getelementptr",
        location,
        Recipe {
            operands: &[frame],
            results: &[types(context).pointer],
            attributes: &[
                named(context, "elem_type", unsafe { mlirTypeAttrGet(record) }),
                named(context, "rawConstantIndices", indices),
            ],
            ..Recipe::default()
        },
    )
}

fn direct_call(
    context: MlirContext,
    location: MlirLocation,
    callee: &str,
    operands: &[MlirValue],
) -> MlirOperation {
    let sizes = parse_attribute(context, &format!("array<i32: {}, 0>", operands.len()));
    create(
        "llvm.call",
        location,
        Recipe {
            operands,
            attributes: &[
                named(context, "callee", unsafe {
                    mlirFlatSymbolRefAttrGet(context, string(callee))
                }),
                named(context, "operandSegmentSizes", sizes),
                named(
                    context,
                    "op_bundle_sizes",
                    parse_attribute(context, "array<i32>"),
                ),
            ],
            ..Recipe::default()
        },
    )
}

fn part_function(
    context: MlirContext,
    location: MlirLocation,
    part_name: &str,
    callee: &str,
    record: MlirType,
    fields: &[MlirType],
) -> MlirOperation {
    let Types { pointer, i64 } = types(context);
    let inputs = [pointer, i64, i64];
    let (region, block) = unsafe {
        let region = mlirRegionCreate();
        let block = mlirBlockCreate(3, inputs.as_ptr(), [location; 3].as_ptr());
        mlirRegionAppendOwnedBlock(region, block);
        (region, block)
    };
    let append = |op: MlirOperation| unsafe {
        mlirBlockAppendOwnedOperation(block, op);
        op
    };
    let argument = |index: isize| unsafe { mlirBlockGetArgument(block, index) };
    let mut operands = vec![argument(1), argument(2)];
    for (index, ty) in fields.iter().enumerate() {
        let slot = append(field(context, location, record, argument(0), index));
        let slot = unsafe { mlirOperationGetResult(slot, 0) };
        let load = append(create(
            "llvm.load",
            location,
            Recipe {
                operands: &[slot],
                results: &[*ty],
                ..Recipe::default()
            },
        ));
        operands.push(unsafe { mlirOperationGetResult(load, 0) });
    }
    append(direct_call(context, location, callee, &operands));
    append(create("llvm.return", location, Recipe::default()));
    function(context, location, part_name, &inputs, region)
}
