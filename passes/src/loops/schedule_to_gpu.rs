//! `schedule-to-gpu`: a scop that is mapped to blocks and threads becomes kernels and a function that launches them.
//!
//! ```mlir
//! schedule.scop @copy(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2) block(32) {
//!   schedule.statement @S0(%i) { ... }
//!   schedule.domain "{ S0[i] : 0 <= i < 64 }" {
//!     schedule.band tiles(32) (block.x coincident "{ S0[i] -> [32*floor(i/32)] }") {
//!       schedule.band (thread.x coincident "{ S0[i] -> [i mod 32] }") {}
//! ```
//! becomes
//! ```mlir
//! gpu.module @copy_k0 {
//!   gpu.func @copy_k0(%A: memref<64xf32>, %B: memref<64xf32>) kernel attributes {known_block_size = ..., known_grid_size = ...} {
//!     %b = gpu.block_id x upper_bound 2
//!     %t = gpu.thread_id x upper_bound 32
//!     %0 = %b * 32 + %t
//!     memref.store (memref.load %A[%0]), %B[%0]
//! }
//! func.func @copy(%A: memref<64xf32>, %B: memref<64xf32>) { gpu.launch_func @copy_k0::@copy_k0 ... }
//! ```
//!
//! Each kernel stands in a module of its own, so that MLIR and LLVM work on several at a time.
//!
//! [`super::mapping`] makes a plain tree for each kernel, isl generates its loops ([`super::generate`]), shared arrays
//! become workgroup memory, private ones buffers of each thread. A kernel's arguments are the arrays that it touches.
//! Temporaries are allocated by the function. Arrays are taken not to overlap; what a kernel only reads is marked so.
//!
//! **Refused**: what the machine cannot launch ([`limits`]), also without `verify`; extents that are not known; a tree that is not mapped; a barrier that not all threads reach;
//! parallel members. **Cost**: isl's AST generation, some milliseconds for a kernel.

use mlir_sys::*;

use tc_dialects::isl::{Context, thread_context};
use tc_dialects::schedule::tree::{ArrayKind, MemberKind, Refusal, Scop};

use crate::api::*;
use crate::raw::{self, Recipe, create, named};
use crate::schedule::scop_pass::{BUDGET, failure};
use crate::schedule::verify::BUDGET as PROOF_BUDGET;
use crate::schedule::verify::limits;
use crate::target::Limits;

use super::builder::{Builder, arguments, set_attribute};
use super::emit::{Binding, Emitter, LocalArray};
use super::generate::{Ast, generate};
use super::mapping::{BLOCK_PARAMETERS, Kernel, THREAD_PARAMETERS, kernels, no_context};
use super::proof::with_proof;
use super::schedule_to_cpu::{host_function, replace, scops};
use super::scop::ScopParts;
use super::thread_private::thread_private;

pass! {
    /// Makes GPU kernels and a function that launches them of each scop that is mapped to blocks and threads. Each child
    /// of a sequence at the root of the tree is a kernel, launched in order.
    pub struct ScheduleToGpu {
        name: "schedule-to-gpu",
        anchor: "builtin.module",
        summary: "from mapped schedule trees to GPU kernels and their launches",
        dialects: ["func", "gpu", "scf", "arith", "memref"],
        options: {
            /// isl operations that may be used for one scop
            budget: u64 = BUDGET,
            /// prove the schedule, as schedule-verify does, while loops are made of it
            verify: bool = true,
            /// isl operations before that proof counts as undecided; 0: any number
            proof_budget: u64 = PROOF_BUDGET,
        },
        statistics: {
            /// kernels made
            kernels,
            /// loops made
            loops,
            /// conditions made
            conditions,
            /// operations that isl used to make loops
            isl_operations,
            /// with `verify`: dependence relations proved to run forwards
            dependences,
            /// with `verify`: accesses proved to stay inside their array
            accesses,
        },
    }
}

impl Pass for ScheduleToGpu {
    fn run<'c>(&self, module: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let scops = scops(module);
        let target = ctx.target();
        if !scops.is_empty() {
            set_attribute(module.to_raw(), "gpu.container_module", "unit");
        }
        for op in scops {
            let machine =
                Limits::of_gpu(target.as_ref()).map_err(|refusal| failure(op, refusal))?;
            let facts = |op: OperationRef<'_, '_>| {
                let isl = thread_context();
                isl.with_budget(self.budget, || private(&isl, op))
            };
            let isl = thread_context();
            let limited = || isl.with_budget(self.budget, || plan(&isl, op, &machine));
            let loops = || self.isl_operations.count_isl(&isl, limited);
            let found = with_proof(op, self.verify.then_some(self.proof_budget), facts, loops)?;
            self.dependences.add(found.proof.dependences);
            self.accesses.add(found.proof.accesses);
            let made = lower(&found.loops, &found.facts).map_err(|refusal| failure(op, refusal))?;
            self.kernels.add(made.len());
            for builder in made {
                self.loops.add(builder.loops);
                self.conditions.add(builder.conditions);
            }
        }
        Ok(())
    }
}

/// A scop, and the loops of its kernels as isl has them.
struct Plan {
    parts: ScopParts,
    kernels: Vec<(Kernel, Ast)>,
}

/// A kernel as an operation, and how it is launched.
struct Made {
    /// Its name, which is that of its module as well.
    name: String,
    module: MlirOperation,
    /// Which arrays it takes, by position.
    arrays: Vec<usize>,
    grid: [i64; 3],
    block: [i64; 3],
    builder: Builder,
}

/// The kernels of a scop. MLIR is only read.
fn plan(isl: &Context, op: OperationRef<'_, '_>, machine: &Limits) -> Result<Plan, Failure> {
    let parts = ScopParts::read(isl, op)?;
    let kernels = generate_all(isl, &parts, machine).map_err(|refusal| failure(op, refusal))?;
    Ok(Plan { parts, kernels })
}

/// The arrays of each kernel of which every thread has parts for itself. MLIR is only read.
fn private(isl: &Context, op: OperationRef<'_, '_>) -> Result<Vec<Vec<usize>>, Failure> {
    let parts = ScopParts::read(isl, op)?;
    thread_private(isl, &parts).map_err(|refusal| failure(op, refusal))
}

fn generate_all(
    isl: &Context,
    parts: &ScopParts,
    machine: &Limits,
) -> Result<Vec<(Kernel, Ast)>, Refusal> {
    let scop = &parts.scop;
    check_kinds(scop)?;
    let context = match &scop.context {
        Some(context) => context.clone(),
        None => no_context(isl)?,
    };
    let (grid, block) = (scop.grid.unwrap_or([1; 3]), scop.block.unwrap_or([1; 3]));
    let kernels = kernels(&scop.tree, &context, grid, block, &parts.barriers())?;
    let generated = kernels.into_iter().map(|kernel| {
        let ast = generate(isl, &kernel.context, &kernel.tree, &parts.statements)?;
        check_launch(parts, &kernel, &ast, machine)?;
        Ok((kernel, ast))
    });
    generated.collect()
}

/// Refuses what cannot be launched, whether the schedule is proved or not. A kernel that has nothing to do is none.
fn check_launch(
    parts: &ScopParts,
    kernel: &Kernel,
    ast: &Ast,
    machine: &Limits,
) -> Result<(), Refusal> {
    if ast.instances.is_empty() {
        return Ok(());
    }
    limits::check_grid(machine, kernel.grid)?;
    limits::check_block(machine, kernel.block)?;
    let touched = touched(parts, ast);
    limits::check_shared(
        machine,
        touched.iter().map(|array| &parts.scop.arrays[*array]),
    )
}

/// Puts modules of kernels and a function in the place of a scop. `private` has the arrays of each kernel of which every thread has
/// parts for itself.
fn lower(plan: &Plan, private: &[Vec<usize>]) -> Result<Vec<Builder>, Refusal> {
    let parts = &plan.parts;
    let mut made: Vec<Made> = Vec::new();
    for ((kernel, ast), private) in plan.kernels.iter().zip(private) {
        // A kernel that has nothing to do is none.
        if ast.instances.is_empty() {
            continue;
        }
        let name = format!("{}_k{}", parts.identifier(), made.len());
        match make(parts, kernel, ast, private, name) {
            Ok(kernel) => made.push(kernel),
            Err(refusal) => {
                // SAFETY: the modules are in no other one yet.
                made.iter()
                    .for_each(|kernel| unsafe { mlirOperationDestroy(kernel.module) });
                return Err(refusal);
            }
        }
    }
    let host = host(parts, &made);
    for kernel in &made {
        // SAFETY: the scop is in a block; the modules of kernels stand before their hosts.
        unsafe {
            let block = mlirOperationGetBlock(parts.op);
            mlirBlockInsertOwnedOperationBefore(block, parts.op, kernel.module);
        }
    }
    replace(parts.op, host);
    Ok(made.into_iter().map(|kernel| kernel.builder).collect())
}

/// A module that holds a kernel, which it owns from here on.
fn module_of(parts: &ScopParts, name: &str, kernel: MlirOperation) -> MlirOperation {
    // SAFETY: the scop is alive; the new module owns its region.
    unsafe {
        let ctx = mlirOperationGetContext(parts.op);
        let region = mlirRegionCreate();
        let block = mlirBlockCreate(0, std::ptr::null(), std::ptr::null());
        mlirBlockAppendOwnedOperation(block, kernel);
        mlirRegionAppendOwnedBlock(region, block);
        let attributes = [named(
            ctx,
            "sym_name",
            mlirStringAttrGet(ctx, raw::string(name)),
        )];
        let recipe = Recipe {
            attributes: &attributes,
            regions: vec![region],
            ..Recipe::default()
        };
        create("gpu.module", mlirOperationGetLocation(parts.op), recipe)
    }
}

/// Members that only a CPU has, and trees that are not mapped at all.
fn check_kinds(scop: &Scop) -> Result<(), Refusal> {
    let tree = &scop.tree;
    for (path, node) in tree.walk() {
        for (position, member) in node
            .as_band()
            .map_or(&[][..], |band| &band.members)
            .iter()
            .enumerate()
        {
            if member.kind == MemberKind::Parallel {
                let message =
                    format!("band member {position} is parallel, which is a loop kind of CPUs");
                return Err(Refusal::new(message)
                    .at(&path)
                    .note("map it with schedule-map-blocks or schedule-map-threads"));
            }
            let launch = match member.kind {
                MemberKind::Block(_) => scop.grid.map(|_| ()).ok_or("grid"),
                MemberKind::Thread(_) => scop.block.map(|_| ()).ok_or("block"),
                _ => Ok(()),
            };
            if let Err(missing) = launch {
                let message = format!(
                    "band member {position} is mapped to {}, but the scop has no {missing}",
                    member.kind
                );
                return Err(Refusal::new(message)
                    .at(&path)
                    .note(format!("write {missing}(...) in the head of the scop")));
            }
        }
    }
    if scop.grid.is_none() && scop.block.is_none() {
        return Err(Refusal::new("expected a tree that is mapped to blocks and threads, found neither a grid nor a block")
            .note("map it with schedule-map-blocks and schedule-map-threads"));
    }
    Ok(())
}

/// Makes a kernel in a module.
fn make(
    parts: &ScopParts,
    kernel: &Kernel,
    ast: &Ast,
    private: &[usize],
    name: String,
) -> Result<Made, Refusal> {
    let touched = touched(parts, ast);
    let of_kind = |kinds: &dyn Fn(ArrayKind) -> bool| -> Vec<usize> {
        touched
            .iter()
            .copied()
            .filter(|array| kinds(parts.arrays[*array].kind))
            .collect()
    };
    let global = of_kind(&|kind| matches!(kind, ArrayKind::Argument(_) | ArrayKind::Temporary));
    let shared = of_kind(&|kind| kind == ArrayKind::Shared);
    let on_stack = of_kind(&|kind| kind == ArrayKind::Private);

    let (function, entry) = kernel_function(parts, kernel, ast, &name, &global, &shared);
    let module = module_of(parts, &name, function);
    // SAFETY: the scop is alive.
    let (ctx, location) = unsafe {
        (
            mlirOperationGetContext(parts.op),
            mlirOperationGetLocation(parts.op),
        )
    };
    let builder = Builder::new(ctx, location, entry);
    let mut arrays: Vec<(MlirValue, MlirValue)> = global
        .iter()
        .chain(&shared)
        .map(|array| parts.arrays[*array].value)
        .zip(arguments(entry))
        .collect();
    for array in on_stack {
        let array = &parts.arrays[array];
        arrays.push((
            array.value,
            LocalArray::on_stack(array.value, array.ty).make(&builder),
        ));
    }
    let free = |builder: &mut Builder, name: &str| number_of(builder, name, kernel);
    let mut emitter = Emitter::new(builder, ast, &parts.statements, &arrays, Vec::new(), &free);
    emitter.mark_thread_private(private.iter().map(|array| parts.arrays[*array].value));
    if let Err(refusal) = emitter.run() {
        // SAFETY: the module is in no other one yet.
        unsafe { mlirOperationDestroy(module) };
        return Err(refusal);
    }
    emitter.builder.operation("gpu.return", Recipe::default());
    Ok(Made {
        name,
        module,
        arrays: global,
        grid: kernel.grid,
        block: kernel.block,
        builder: emitter.builder,
    })
}

/// The arrays that the instances of an AST touch, in the scop's order.
fn touched(parts: &ScopParts, ast: &Ast) -> Vec<usize> {
    let mut arrays: Vec<usize> = ast
        .instances
        .iter()
        .flat_map(|instance| parts.statements[instance.statement].touched())
        .collect();
    arrays.sort_unstable();
    arrays.dedup();
    arrays
}

/// The number of the block or thread on an axis, as a name of the AST.
fn number_of(builder: &mut Builder, name: &str, kernel: &Kernel) -> Option<Binding> {
    let position = |names: [&str; 3]| names.iter().position(|other| *other == name);
    let (op, axis, size, varying) = match (position(BLOCK_PARAMETERS), position(THREAD_PARAMETERS))
    {
        (Some(axis), _) => ("gpu.block_id", axis, kernel.grid[axis], false),
        (_, Some(axis)) => ("gpu.thread_id", axis, kernel.block[axis], true),
        _ => return None,
    };
    let text = format!("{op} {axis}");
    if let Some(value) = builder.known_at_head(&text) {
        return Some(Binding { value, varying });
    }
    let axis_name = ["x", "y", "z"][axis];
    let attributes = [
        builder.attribute("dimension", &format!("#gpu<dim {axis_name}>")),
        builder.attribute("upper_bound", &format!("{size} : index")),
    ];
    let index = builder.index();
    let value = builder.head_value(op, index, &attributes);
    builder.remember_at_head(text, value);
    Some(Binding { value, varying })
}

/// The function of a kernel, without its body.
fn kernel_function(
    parts: &ScopParts,
    kernel: &Kernel,
    ast: &Ast,
    name: &str,
    global: &[usize],
    shared: &[usize],
) -> (MlirOperation, MlirBlock) {
    let types_of = |arrays: &[usize]| -> Vec<MlirType> {
        arrays.iter().map(|array| parts.arrays[*array].ty).collect()
    };
    let (arguments, attributions) = (types_of(global), types_of(shared));
    let all: Vec<MlirType> = arguments.iter().chain(&attributions).copied().collect();
    let written = |array: &usize| {
        ast.instances
            .iter()
            .any(|instance| parts.statements[instance.statement].writes.contains(array))
    };
    let argument_attributes: Vec<&str> = global
        .iter()
        .map(|array| {
            if written(array) {
                "{llvm.noalias}"
            } else {
                "{llvm.noalias, llvm.readonly}"
            }
        })
        .collect();
    // SAFETY: the scop and the types are alive; the function owns its region.
    unsafe {
        let ctx = mlirOperationGetContext(parts.op);
        let location = mlirOperationGetLocation(parts.op);
        let region = mlirRegionCreate();
        let locations = vec![location; all.len()];
        let block = mlirBlockCreate(all.len() as isize, all.as_ptr(), locations.as_ptr());
        mlirRegionAppendOwnedBlock(region, block);
        let function_type = mlirFunctionTypeGet(
            ctx,
            arguments.len() as isize,
            arguments.as_ptr(),
            0,
            std::ptr::null(),
        );
        let attribute = |key: &str, text: &str| named(ctx, key, raw::parse_attribute(ctx, text));
        let sizes =
            |sizes: [i64; 3]| format!("array<i32: {}, {}, {}>", sizes[0], sizes[1], sizes[2]);
        let attributes = [
            named(ctx, "sym_name", mlirStringAttrGet(ctx, raw::string(name))),
            named(ctx, "function_type", mlirTypeAttrGet(function_type)),
            attribute(
                "arg_attrs",
                &format!("[{}]", argument_attributes.join(", ")),
            ),
            attribute("gpu.kernel", "unit"),
            attribute("known_block_size", &sizes(kernel.block)),
            attribute("known_grid_size", &sizes(kernel.grid)),
            attribute("workgroup_attributions", &format!("{} : i64", shared.len())),
            attribute(
                "workgroup_attrib_attrs",
                &alignments(&attributions[..shared.len()]),
            ),
        ];
        let recipe = Recipe {
            attributes: &attributes,
            regions: vec![region],
            ..Recipe::default()
        };
        (create("gpu.func", location, recipe), block)
    }
}

/// Each shared array is aligned as its elements are. Without a word on it LLVM takes 16 bytes for granted where it joins loads,
/// but prints the variable with the alignment of an element; and it reads beyond the end of a row, up to the next 16 bytes.
fn alignments(arrays: &[MlirType]) -> String {
    let bytes = |array: &MlirType| {
        // SAFETY: attributions are memrefs of integers or floats.
        let bits = unsafe {
            let element = mlirShapedTypeGetElementType(*array);
            match mlirTypeIsAInteger(element) {
                true => mlirIntegerTypeGetWidth(element),
                false => mlirFloatTypeGetWidth(element),
            }
        };
        format!("{{llvm.align = {} : i64}}", bits.div_ceil(8))
    };
    format!(
        "[{}]",
        arrays.iter().map(bytes).collect::<Vec<_>>().join(", ")
    )
}

/// The function that launches the kernels.
fn host(parts: &ScopParts, kernels: &[Made]) -> MlirOperation {
    let is_argument =
        |array: &&super::scop::ArrayValue| matches!(array.kind, ArrayKind::Argument(_));
    let types: Vec<MlirType> = parts
        .arrays
        .iter()
        .filter(is_argument)
        .map(|array| array.ty)
        .collect();
    let (function, entry) = host_function(parts, &types);
    // SAFETY: the scop is alive.
    let (ctx, location) = unsafe {
        (
            mlirOperationGetContext(parts.op),
            mlirOperationGetLocation(parts.op),
        )
    };
    let mut builder = Builder::new(ctx, location, entry);
    let mut given = arguments(entry).into_iter();
    let mut temporaries = Vec::new();
    let values: Vec<Option<MlirValue>> = parts
        .arrays
        .iter()
        .enumerate()
        .map(|(position, array)| match array.kind {
            ArrayKind::Argument(_) => given.next(),
            ArrayKind::Temporary
                if kernels
                    .iter()
                    .any(|kernel| kernel.arrays.contains(&position)) =>
            {
                let value = LocalArray::on_heap(array.value, array.ty).make(&builder);
                temporaries.push(value);
                Some(value)
            }
            _ => None,
        })
        .collect();
    for kernel in kernels {
        let sizes = kernel
            .grid
            .into_iter()
            .chain(kernel.block)
            .map(|size| builder.constant(size));
        let mut operands: Vec<MlirValue> = sizes.collect();
        operands.extend(kernel.arrays.iter().filter_map(|array| values[*array]));
        let attributes = [
            builder.attribute("kernel", &format!("@{0}::@{0}", kernel.name)),
            builder.attribute(
                "operandSegmentSizes",
                &format!(
                    "array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, {}, 0>",
                    kernel.arrays.len()
                ),
            ),
        ];
        let recipe = Recipe {
            operands: &operands,
            attributes: &attributes,
            ..Recipe::default()
        };
        builder.operation("gpu.launch_func", recipe);
    }
    for temporary in temporaries {
        let operands = [temporary];
        builder.operation(
            "memref.dealloc",
            Recipe {
                operands: &operands,
                ..Recipe::default()
            },
        );
    }
    builder.operation("func.return", Recipe::default());
    function
}
