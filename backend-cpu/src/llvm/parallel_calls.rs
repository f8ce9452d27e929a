//! `llvm-parallel-calls`: calls of outlined parallel bodies become calls of the thread pool.
//!
//! Runs on the `llvm` dialect, after `func` and `memref` are lowered. A call of a
//! `tc.parallel_body` function
//! ```mlir
//! llvm.call @f_parallel0(%lo, %hi, %s, %A, %n) {tc.parallel_body}
//! ```
//! becomes
//! ```mlir
//! store %A, %n, %s to a struct on the stack            // the context
//! llvm.call @tc_parallel_for(@f_parallel0_part, %context, %lo, %hi, %s)
//! llvm.func @f_parallel0_part(%context: !llvm.ptr, %lo: i64, %hi: i64)   // loads the struct, calls @f_parallel0
//! ```
//! The struct is allocated at the beginning of the function: one in a loop serves all its calls,
//! one after another. `tc_parallel_for(part, context, lo, hi, step)` is a function of the CPU
//! runtime: it cuts `[lo, hi)` at multiples of `step`, calls `part` for every piece on the threads
//! of the pool and returns after the last.

use crate::loops::outline_parallel::BODY;
use melior::dialect::llvm;
use melior::ir::BlockRef;
use melior::ir::attribute::{FlatSymbolRefAttribute, IntegerAttribute};
use melior::ir::r#type::IntegerType;
use tc_dialects::op::{self, Recipe, build, create};
use tc_pass_host::{
    Attribute, BlockLike, Context, Failure, Location, Operation, OperationLike, OperationRef, Pass,
    PassContext, Region, RegionLike, Type, Value, ValueLike, pass,
};

pass! {
    /// Turns each call of a function from `loops-outline-parallel` into a call of the runtime's
    /// `tc_parallel_for`, which runs the function's parts on a thread pool. Runs on the `llvm`
    /// dialect.
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
    fn run<'c>(&self, module: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let (calls, make) = (calls(module), Maker::new(ctx.context()));
        let Some(body) = op::body(module).filter(|_| !calls.is_empty()) else {
            return Ok(());
        };
        make.declare_parallel_for(body);
        for function in op::operations(body) {
            if op::is(function, "llvm.func") && function.has_attribute(BODY) {
                // A body is called from its part, and from the wrapper that MLIR's engine adds to
                // each function: if it were inlined everywhere, it would be compiled four times.
                op::set_attribute(function, "no_inline", Some(Attribute::unit(ctx.context())));
            }
        }
        for call in &calls {
            make.rewrite(body, *call)?;
        }
        self.calls.add(calls.len());
        Ok(())
    }
}

/// The symbol that the runtime registers.
pub const PARALLEL_FOR: &str = "tc_parallel_for";

/// The calls of outlined bodies.
fn calls<'c: 'a, 'a>(module: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut found = op::nested(module);
    found.retain(|call| op::is(*call, "llvm.call") && call.has_attribute(BODY));
    found
}

/// Builds the operations, with their common types.
struct Maker<'c> {
    context: &'c Context,
    pointer: Type<'c>,
    i64: Type<'c>,
}

impl<'c> Maker<'c> {
    fn new(context: &'c Context) -> Self {
        Maker {
            context,
            pointer: llvm::r#type::pointer(context, 0),
            i64: IntegerType::new(context, 64).into(),
        }
    }

    fn function(
        &self,
        location: Location<'c>,
        name: &str,
        inputs: &[Type<'c>],
        region: Region<'c>,
    ) -> Operation<'c> {
        let ty = llvm::r#type::function(llvm::r#type::void(self.context), inputs, false);
        let linkage = build::parsed(self.context, "#llvm.linkage<external>");
        let attributes = [
            ("sym_name", build::text(self.context, name)),
            ("function_type", build::type_attribute(ty)),
            ("linkage", linkage),
        ];
        let function = Recipe {
            attributes: &attributes,
            regions: vec![region],
            ..Recipe::default()
        };
        create("llvm.func", location, function)
    }

    fn declare_parallel_for(&self, module_body: BlockRef<'c, '_>) {
        let inputs = [self.pointer, self.pointer, self.i64, self.i64, self.i64];
        let unknown = Location::unknown(self.context);
        let declaration = self.function(unknown, PARALLEL_FOR, &inputs, Region::new());
        module_body.insert_operation(0, declaration);
    }

    /// Replaces the call of a body by a call of the pool.
    fn rewrite<'a>(
        &self,
        module_body: BlockRef<'c, 'a>,
        call: OperationRef<'c, 'a>,
    ) -> Result<(), Failure>
    where
        'c: 'a,
    {
        let location = call.location();
        let callee = call.attribute("callee").ok();
        let callee = callee.and_then(|callee| FlatSymbolRefAttribute::try_from(callee).ok());
        let operands = op::operands(call);
        let (Some(callee), [low, high, step, ..]) = (callee, operands.as_slice()) else {
            let message = "expected a direct call with the ends and the step of a loop";
            return Err(Failure::new(message).at_operation(&call));
        };
        // Everything but the ends is passed in the context.
        let packed = &operands[2..];
        let types: Vec<Type> = packed.iter().map(|value| value.r#type()).collect();
        let record = llvm::r#type::r#struct(self.context, &types, false);
        let part_name = format!("{}_part", callee.value());
        let part = self.part_function(location, &part_name, callee.value(), record, &types);
        op::append(module_body, part);

        let insert = |new: Operation<'c>| op::insert_before(call, new);
        // Not at the call: a call in a loop would take more of the stack each time.
        let caller = call.parent_operation();
        let Some(entry) = caller.and_then(|caller| op::blocks(caller).into_iter().next()) else {
            unreachable!("a call is in a block");
        };
        let one = op::result(entry.insert_operation(0, self.one(location)));
        let frame = op::result(entry.insert_operation(1, self.frame(location, one, record)));
        for (index, value) in packed.iter().enumerate() {
            let slot = op::result(insert(self.field(location, record, frame, index)));
            let store = Recipe {
                operands: &[*value, slot],
                ..Recipe::default()
            };
            insert(create("llvm.store", location, store));
        }
        let address = op::result(insert(self.address_of(location, &part_name)));
        let arguments = [address, frame, *low, *high, *step];
        insert(self.direct_call(location, PARALLEL_FOR, &arguments));
        op::erase(call);
        Ok(())
    }

    fn one(&self, location: Location<'c>) -> Operation<'c> {
        let constant = Recipe {
            results: &[self.i64],
            attributes: &[("value", IntegerAttribute::new(self.i64, 1).into())],
            ..Recipe::default()
        };
        create("llvm.mlir.constant", location, constant)
    }

    /// The record on the stack.
    fn frame(&self, location: Location<'c>, one: Value<'c, '_>, record: Type<'c>) -> Operation<'c> {
        let alloca = Recipe {
            operands: &[one],
            results: &[self.pointer],
            attributes: &[("elem_type", build::type_attribute(record))],
            ..Recipe::default()
        };
        create("llvm.alloca", location, alloca)
    }

    fn address_of(&self, location: Location<'c>, name: &str) -> Operation<'c> {
        let address = Recipe {
            results: &[self.pointer],
            attributes: &[("global_name", build::symbol_reference(self.context, name))],
            ..Recipe::default()
        };
        create("llvm.mlir.addressof", location, address)
    }

    /// `llvm.getelementptr frame[0, index]`.
    fn field(
        &self,
        location: Location<'c>,
        record: Type<'c>,
        frame: Value<'c, '_>,
        index: usize,
    ) -> Operation<'c> {
        let indices = build::parsed(self.context, &format!("array<i32: 0, {index}>"));
        let attributes = [
            ("elem_type", build::type_attribute(record)),
            ("rawConstantIndices", indices),
        ];
        let element = Recipe {
            operands: &[frame],
            results: &[self.pointer],
            attributes: &attributes,
            ..Recipe::default()
        };
        create("llvm.getelementptr", location, element)
    }

    fn direct_call(
        &self,
        location: Location<'c>,
        callee: &str,
        operands: &[Value<'c, '_>],
    ) -> Operation<'c> {
        let sizes = build::parsed(self.context, &format!("array<i32: {}, 0>", operands.len()));
        let attributes = [
            ("callee", build::symbol_reference(self.context, callee)),
            ("operandSegmentSizes", sizes),
            ("op_bundle_sizes", build::parsed(self.context, "array<i32>")),
        ];
        let call = Recipe {
            operands,
            attributes: &attributes,
            ..Recipe::default()
        };
        create("llvm.call", location, call)
    }

    /// The function that the pool calls: it unpacks the record and calls the body.
    fn part_function(
        &self,
        location: Location<'c>,
        part_name: &str,
        callee: &str,
        record: Type<'c>,
        fields: &[Type<'c>],
    ) -> Operation<'c> {
        let inputs = [self.pointer, self.i64, self.i64];
        let region = build::region(&inputs, location);
        let Some(block) = region.first_block() else {
            unreachable!("the region has a block");
        };
        let [frame, low, high] = op::arguments(block)[..] else {
            unreachable!("the block has three arguments");
        };
        let mut operands = vec![low, high];
        for (index, ty) in fields.iter().enumerate() {
            let slot = op::append(block, self.field(location, record, frame, index));
            let load = Recipe {
                operands: &[op::result(slot)],
                results: &[*ty],
                ..Recipe::default()
            };
            operands.push(op::result(op::append(
                block,
                create("llvm.load", location, load),
            )));
        }
        op::append(block, self.direct_call(location, callee, &operands));
        op::append(block, create("llvm.return", location, Recipe::default()));
        self.function(location, part_name, &inputs, region)
    }
}
