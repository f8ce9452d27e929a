//! `loops-outline-parallel`: the body of each outermost `scf.parallel` becomes a function of its
//! own.
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
//! The function runs any part `[lo, hi)` of the iterations, so a thread pool may call it once per
//! part: [`crate::llvm::parallel_calls`] rewrites the call to do so. Further dimensions of the
//! loop, and parallel loops inside, stay in the function and run one after another. Constants that
//! the body uses are copied into it; other values become arguments, which keep the alignment that
//! is known of them. An array with extents that are not known becomes its first element and these
//! extents.
//!
//! Legal always: `scf.parallel` states that its iterations may run in any order and at the
//! same time. A loop with reduction results is not changed.

use melior::ir::BlockLike;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::r#type::{FunctionType, MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, Recipe, build, create};
use tc_loops::views::Views;
use tc_pass_host::{
    Attribute, Context, Failure, Location, Operation, OperationLike, OperationRef, Pass,
    PassContext, Type, TypeLike, Value, ValueLike, pass,
};

pass! {
    /// Moves the body of each outermost `scf.parallel` without results into a private function that
    /// runs any part of its iterations, and replaces the loop by a call of that function. Nothing
    /// is proved here: the operation states that its iterations are independent.
    pub struct LoopsOutlineParallel {
        name: "loops-outline-parallel",
        anchor: "builtin.module",
        summary: "outline the bodies of parallel loops as functions",
        dialects: ["func"],
        statistics: {
            /// parallel loops outlined
            outlined,
        },
    }
}

impl Pass for LoopsOutlineParallel {
    fn run<'c>(&self, module: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        self.outlined.add(outline_parallel(ctx.context(), module));
        Ok(())
    }
}

/// The attribute of an outlined function and of the calls to it.
pub const BODY: &str = "tc.parallel_body";

/// Outlines in every function of `module`; returns how many loops were outlined.
fn outline_parallel<'c: 'a, 'a>(context: &'c Context, module: OperationRef<'c, 'a>) -> usize {
    let mut count = 0;
    for function in op::children(module) {
        if !op::is(function, "func.func") || function.has_attribute(BODY) {
            continue;
        }
        for (index, parallel) in outermost_parallel(function).into_iter().enumerate() {
            let name = format!("{}_parallel{index}", op::symbol(function));
            outline(context, function, parallel, &name);
            count += 1;
        }
    }
    count
}

fn outermost_parallel<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut found = Vec::new();
    for inner in op::blocks(operation).into_iter().flat_map(op::operations) {
        if op::is(inner, "scf.parallel") && inner.result_count() == 0 {
            found.push(inner);
        } else {
            found.extend(outermost_parallel(inner));
        }
    }
    found
}

fn outline<'c: 'a, 'a>(
    context: &'c Context,
    function: OperationRef<'c, 'a>,
    parallel: OperationRef<'c, 'a>,
    body_name: &str,
) {
    let location = parallel.location();
    let operands = op::operands(parallel);
    // Operands are the lower bounds, the upper bounds, the steps: one of each per dimension.
    let dimensions = operands.len() / 3;
    let first = [operands[0], operands[dimensions], operands[2 * dimensions]];
    let others = operands
        .iter()
        .enumerate()
        .filter(|(index, _)| index % dimensions != 0)
        .map(|(_, value)| *value);
    let mut captured = op::captures(parallel);
    for value in others {
        if !captured.contains(&value) {
            captured.push(value);
        }
    }
    let (constants, arguments): (Vec<_>, Vec<_>) =
        captured.into_iter().partition(|value| is_constant(*value));
    let (open, arguments): (Vec<_>, Vec<_>) =
        arguments.into_iter().partition(|value| is_open(*value));
    let passed: Vec<Vec<Value>> = open
        .iter()
        .map(|array| {
            views(parallel, |views| {
                let first = [views.first(*array)].into_iter();
                first.chain(views.unknown(*array)).collect()
            })
        })
        .collect();

    let of_open = passed.iter().flatten();
    let all = first.iter().chain(&arguments).chain(of_open);
    let call_operands: Vec<Value> = all.copied().collect();
    let body = new_function(context, location, body_name, &call_operands);
    let body = op::insert_before(function, body);
    let block = op::blocks(body)[0];

    let clone = op::append(block, (*parallel).clone());
    let replace = |from: Value<'c, 'a>, to: Value<'c, 'a>| {
        op::replace_uses_inside(clone, from, to);
        for (index, operand) in operands.iter().enumerate() {
            if *operand == from && index % dimensions != 0 {
                op::set_operand(clone, index, to);
            }
        }
    };
    let parameters = op::arguments(block);
    for (argument, parameter) in arguments.iter().zip(&parameters[3..]) {
        replace(*argument, *parameter);
    }
    let mut behind = &parameters[3 + arguments.len()..];
    for (array, passed) in open.iter().zip(&passed) {
        let (own, others) = behind.split_at(passed.len());
        behind = others;
        let ty = array.r#type();
        let rebuilt = views(clone, |views| views.of_rows(own[0], ty, &own[1..]));
        replace(*array, rebuilt);
    }
    for constant in constants {
        let Some(defining) = op::defining_operation(constant) else {
            continue;
        };
        let copy = op::insert_before(clone, (*defining).clone());
        replace(constant, op::result(copy));
    }
    for (part, parameter) in parameters[..3].iter().enumerate() {
        op::set_operand(clone, part * dimensions, *parameter);
    }
    op::append(block, create("func.return", location, Recipe::default()));
    call(context, parallel, body_name, &call_operands);
    op::erase(parallel);
}

/// Whether a value is an array of which some extents are not known.
fn is_open(value: Value<'_, '_>) -> bool {
    let ty = MemRefType::try_from(value.r#type());
    ty.is_ok_and(|ty| !ty.has_static_shape())
}

/// Makes views in front of an operation.
fn views<'c: 'a, 'a, R>(
    place: OperationRef<'c, 'a>,
    make: impl FnOnce(&Views<'_, 'c, 'a>) -> R,
) -> R {
    make(&Views {
        context: op::context(place),
        location: place.location(),
        put: &|operation| op::insert_before(place, operation),
    })
}

/// Calls the body before the loop that it was outlined from.
fn call<'c: 'a, 'a>(
    context: &'c Context,
    parallel: OperationRef<'c, 'a>,
    body_name: &str,
    operands: &[Value<'c, 'a>],
) {
    let callee = build::symbol_reference(context, body_name);
    let attributes = [("callee", callee), (BODY, Attribute::unit(context))];
    let call = Recipe {
        operands,
        attributes: &attributes,
        ..Recipe::default()
    };
    op::insert_before(parallel, create("func.call", parallel.location(), call));
}

/// Whether the value is the same in every run. A mask that became an argument would be unknown
/// to LLVM, which then tests each of its bits.
fn is_constant(value: Value<'_, '_>) -> bool {
    const CONSTANTS: [&str; 4] = [
        "arith.constant",
        "ub.poison",
        "vector.constant_mask",
        "vector.step",
    ];
    op::defining_operation(value)
        .is_some_and(|defining| CONSTANTS.iter().any(|name| op::is(defining, name)))
}

/// What the address of an array is known to be a multiple of: what an argument of the function
/// promises, or what an allocation asks for.
fn alignment(array: Value<'_, '_>) -> Option<i64> {
    match op::block_argument(array) {
        None => {
            let allocation = op::defining_operation(array)?;
            if op::is(allocation, "memref.reinterpret_cast") {
                return alignment(op::operands(allocation)[0]);
            }
            let is_new = op::is(allocation, "memref.alloc") || op::is(allocation, "memref.alloca");
            op::integer(allocation, "alignment").filter(|_| is_new)
        }
        Some((block, argument)) => {
            let function = block.parent_operation()?;
            op::integer_of(op::argument_attribute(function, argument, "llvm.align")?)
        }
    }
}

/// A function that takes these values.
fn new_function<'c: 'a, 'a>(
    context: &'c Context,
    location: Location<'c>,
    function_name: &str,
    values: &[Value<'c, 'a>],
) -> Operation<'c> {
    let types: Vec<Type> = values.iter().map(|value| value.r#type()).collect();
    // Tensors of one call never overlap (the runtime checks it), so no two buffers alias.
    let promised = |value: &Value<'c, 'a>| match (value.r#type().is_mem_ref(), alignment(*value)) {
        (false, _) => "{}".to_owned(),
        (true, None) => "{llvm.noalias}".to_owned(),
        (true, Some(bytes)) => format!("{{llvm.align = {bytes} : i64, llvm.noalias}}"),
    };
    let arguments: Vec<Attribute> = values
        .iter()
        .map(|value| build::parsed(context, &promised(value)))
        .collect();
    let function_type = FunctionType::new(context, &types, &[]);
    let attributes = [
        ("sym_name", build::text(context, function_name)),
        ("sym_visibility", build::text(context, "private")),
        ("function_type", build::type_attribute(function_type.into())),
        ("arg_attrs", ArrayAttribute::new(context, &arguments).into()),
        (BODY, Attribute::unit(context)),
    ];
    let function = Recipe {
        attributes: &attributes,
        regions: vec![build::region(&types, location)],
        ..Recipe::default()
    };
    create("func.func", location, function)
}
