//! `schedule-to-gpu`: a scop that is mapped to blocks and threads becomes kernels and a function
//! that launches them.
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
//! Loops of launches become loops of the function, and their coordinates the last arguments of the
//! kernels below:
//!
//! ```mlir
//! scf.for %t = %c0 to %c100 step %c1 {
//!   gpu.launch_func @heat_k0::@heat_k0 ... args(%A : memref<64xf32>, %t : index)
//! }
//! ```
//!
//! `mapping` makes a plain tree for each kernel, isl generates its loops
//! (`generate`), shared arrays become workgroup memory, private ones buffers of each
//! thread. Shared arrays beyond what a kernel can declare are views of dynamic shared memory, which
//! the launch asks for. A kernel's arguments are the arrays that it touches, behind them the
//! sizes without a value ([`super::sizes`]), then the coordinates of loops of launches. Temporaries
//! are allocated by the function. What the last block of a group runs stands behind a
//! `schedule.arrive`, whose counters the function allocates as zeros. Arrays are taken not to overlap; what a kernel only reads is
//! marked so.
//!
//! **Refused**: what the machine cannot launch ([`limits`]), also without `verify`; extents that no
//! size tells; a tree that is not mapped; a barrier that not all threads reach; parallel
//! members; loops of launches whose bounds are not known. **Cost**: isl's AST generation, some
//! milliseconds for a kernel.

use melior::dialect::{func, memref, scf};
use melior::ir::attribute::{DenseI32ArrayAttribute, IntegerAttribute};
use melior::ir::r#type::{FunctionType, IntegerType};
use tc_dialects::op::{self, Recipe, build, create};
use tc_dialects::schedule::tree::{ArrayKind, Last, Refusal, Scop};
use tc_dialects::schedule::{ARRIVE, ZEROED};
use tc_isl::thread_context;

use tc_dialects::target::Limits;
use tc_pass_host::*;
use tc_scop::scop_pass::{BUDGET, failure};
use tc_scop::verify::BUDGET as PROOF_BUDGET;
use tc_scop::verify::limits::{self, SharedLayout};

use super::alignments::{alignment, alignments};
use super::ast::{Ast, Instance};
use super::builder::Builder;
use super::emit::{Binding, Emitter, FreeName, LocalArray, UnitCode};
use super::generate::generate;
use super::mapping::{BLOCK_PARAMETERS, Kernel, kernels, no_context};
use super::proof::with_proof;
use super::schedule_to_cpu::{host_function, replace, scops, taken};
use super::scop::{ArrayValue, ScopParts};
use super::sizes::{self, Sizes};
use super::thread_private::{Private, thread_private};
use tc_scop::launch_loops::{LaunchLoop, launch_parameter};

use numbers::number_of;

mod numbers;

pass! {
    /// Makes GPU kernels and a function that launches them of each scop that is mapped to blocks
    /// and threads. Each child of a sequence at the root of the tree is a kernel, launched in
    /// order; loops of launches are loops around these.
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
            /// leave the scop beside the loops, which say the instance of each body: for
            /// loops-verify
            origin: bool = false,
        },
        statistics: {
            /// kernels made
            kernels,
            /// loops made
            loops,
            /// loops made around launches
            launch_loops,
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
            let unit = Attribute::unit(ctx.context());
            op::set_attribute(module, "gpu.container_module", Some(unit));
        }
        for op in scops {
            let machine =
                Limits::of_gpu(target.as_ref()).map_err(|refusal| failure(op, refusal))?;
            let facts = |op: OperationRef<'_, '_>| {
                let isl = thread_context();
                isl.with_budget(self.budget, || private(&isl, op))
            };
            let isl = thread_context();
            let limited = || isl.with_budget(self.budget, || plan(&isl, op, &machine, self.origin));
            let loops = || self.isl_operations.count_isl(&isl, limited);
            let found = with_proof(op, self.verify.then_some(self.proof_budget), facts, loops)?;
            self.dependences.add(found.proof.dependences);
            self.accesses.add(found.proof.accesses);
            let made = lower(&found.loops, &found.facts).map_err(|refusal| failure(op, refusal))?;
            self.kernels.add(made.kernels.len());
            self.launch_loops.add(made.launch_loops);
            for builder in made.kernels {
                self.loops.add(builder.loops);
                self.conditions.add(builder.conditions);
            }
        }
        Ok(())
    }
}

/// A kernel, and its loops as isl has them.
struct Code {
    kernel: Kernel,
    /// What all blocks run.
    ast: Ast,
    /// What the last block of each group runs behind that, and where the groups are counted.
    finish: Option<Finish>,
    /// What the bands with a unit run.
    units: Vec<UnitCode>,
}

/// What the last block of each group runs.
struct Finish {
    ast: Ast,
    last: Last,
    /// The array of counters, by position.
    counter: usize,
}

impl Code {
    /// The places where instances of statements run.
    fn instances(&self) -> impl Iterator<Item = &Instance> {
        let behind = self.finish.iter().flat_map(|finish| &finish.ast.instances);
        self.ast.instances.iter().chain(behind)
    }
}

/// A scop, and the loops of its kernels as isl has them.
struct Plan<'c, 'a> {
    parts: ScopParts<'c, 'a>,
    kernels: Vec<Code>,
    machine: Limits,
    /// Whether the scop stays beside the loops.
    origin: bool,
}

/// A kernel as an operation, and how it is launched.
struct Made<'c, 'a> {
    /// Its name, which is that of its module as well.
    name: String,
    module: Operation<'c>,
    /// Which arrays it takes, by position.
    arrays: Vec<usize>,
    /// The loops around its launch.
    launches: Vec<LaunchLoop>,
    grid: [i64; 3],
    block: [i64; 3],
    /// Bytes of shared memory that the launch asks for.
    dynamic_shared: i64,
    /// The array that is zero when it starts, and when it ends, by position.
    zeroed: Option<usize>,
    builder: Builder<'c, 'a>,
}

/// The kernels of a scop. MLIR is only read.
fn plan<'c, 'a>(
    isl: &tc_isl::Context,
    op: OperationRef<'c, 'a>,
    machine: &Limits,
    origin: bool,
) -> Result<Plan<'c, 'a>, Failure> {
    let parts = ScopParts::read(isl, op)?;
    let kernels = generate_all(isl, &parts, machine, origin);
    let kernels = kernels.map_err(|refusal| failure(op, refusal))?;
    Ok(Plan {
        parts,
        kernels,
        origin,
        machine: machine.clone(),
    })
}

/// The arrays of each kernel of which every thread has parts for itself. MLIR is only read.
fn private(isl: &tc_isl::Context, op: OperationRef<'_, '_>) -> Result<Vec<Private>, Failure> {
    let parts = ScopParts::read(isl, op)?;
    thread_private(isl, &parts).map_err(|refusal| failure(op, refusal))
}

fn generate_all(
    isl: &tc_isl::Context,
    parts: &ScopParts<'_, '_>,
    machine: &Limits,
    origin: bool,
) -> Result<Vec<Code>, Refusal> {
    let scop = &parts.scop;
    check_kinds(scop)?;
    let context = match &scop.context {
        Some(context) => context.clone(),
        None => no_context(isl)?,
    };
    let (grid, block) = (scop.grid.unwrap_or([1; 3]), scop.block.unwrap_or([1; 3]));
    let kernels = kernels(&scop.tree, &context, grid, block, &parts.barriers())?;
    let generated = kernels.into_iter().map(|kernel| {
        let of = |tree| generate(isl, &kernel.context, tree, &parts.statements, origin);
        let ast = of(&kernel.tree)?;
        let finish = match &kernel.finish {
            None => None,
            Some(finish) => Some(Finish {
                ast: of(&finish.tree)?,
                last: finish.last.clone(),
                counter: counter(scop, &finish.last, kernel.grid)?,
            }),
        };
        let units = kernel.units.iter();
        let units = units.map(|one| UnitCode::of(one, &parts.statements));
        let code = Code {
            units: units.collect::<Result<_, Refusal>>()?,
            kernel,
            ast,
            finish,
        };
        check_launch(parts, &code, machine)?;
        Ok(code)
    });
    generated.collect()
}

/// The array of counters of the groups of a grid, by position.
fn counter(scop: &Scop, last: &Last, grid: [i64; 3]) -> Result<usize, Refusal> {
    let mut arrays = scop.arrays.iter();
    let found = arrays.position(|array| array.name == last.counter);
    let (_, groups) = last.groups(grid);
    let fits = |at: &usize| scop.arrays[*at].shape.first().copied().flatten() >= Some(groups);
    found.filter(fits).ok_or_else(|| {
        Refusal::new(format!(
            "expected {groups} counters at `{}`, one for each group of blocks",
            last.counter
        ))
    })
}

/// Refuses what cannot be launched, whether the schedule is proved or not. A kernel that has
/// nothing to do is none.
fn check_launch(parts: &ScopParts<'_, '_>, code: &Code, machine: &Limits) -> Result<(), Refusal> {
    if code.instances().next().is_none() {
        return Ok(());
    }
    limits::check_grid(machine, code.kernel.grid)?;
    limits::check_block(machine, code.kernel.block)?;
    shared_layout(parts, code, machine).map(|_| ())
}

/// The layout of the shared arrays that the instances of a kernel touch.
fn shared_layout(
    parts: &ScopParts<'_, '_>,
    code: &Code,
    machine: &Limits,
) -> Result<SharedLayout, Refusal> {
    let touched = touched(parts, code);
    let arrays = touched.iter().map(|array| &parts.scop.arrays[*array]);
    limits::check_shared(machine, arrays)
}

/// What was made of a scop.
struct Lowered<'c, 'a> {
    kernels: Vec<Builder<'c, 'a>>,
    launch_loops: usize,
}

/// Puts modules of kernels and a function in the place of a scop. `private` has the arrays of each
/// kernel of which every thread has parts for itself.
fn lower<'c, 'a>(plan: &Plan<'c, 'a>, private: &[Private]) -> Result<Lowered<'c, 'a>, Refusal> {
    let parts = &plan.parts;
    let mut made: Vec<Made> = Vec::new();
    for (code, private) in plan.kernels.iter().zip(private) {
        // A kernel that has nothing to do is none.
        if code.instances().next().is_none() {
            continue;
        }
        let name = format!("{}_k{}", parts.identifier(), made.len());
        made.push(make(plan, code, private, name)?);
    }
    let (host, launch_loops) = host(parts, &made)?;
    // The modules of kernels stand before their hosts.
    let place = |kernel: Made<'c, 'a>| {
        op::insert_before(parts.op, kernel.module);
        kernel.builder
    };
    let kernels = made.into_iter().map(place).collect();
    replace(parts.op, host, plan.origin);
    Ok(Lowered {
        kernels,
        launch_loops,
    })
}

/// A module that holds a kernel, which it owns from here on.
fn module_of<'c>(parts: &ScopParts<'c, '_>, name: &str, kernel: Operation<'c>) -> Operation<'c> {
    let (context, location) = (op::context(parts.op), parts.op.location());
    let (region, block) = build::open_region(&[], location);
    op::append(block, kernel);
    let recipe = Recipe {
        attributes: &[("sym_name", build::text(context, name))],
        regions: vec![region],
        ..Recipe::default()
    };
    create("gpu.module", location, recipe)
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
            if member.kind.is_parallel() {
                let message =
                    format!("band member {position} is parallel, which is a loop kind of CPUs");
                return Err(Refusal::new(message)
                    .at(&path)
                    .note("map it with schedule-map-blocks or schedule-map-threads"));
            }
            let units = member.kind.units().map(|(units, _)| units);
            if let Some(units) = units.filter(|units| scop.extents(*units).is_none()) {
                let missing = units.extents();
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
fn make<'c, 'a>(
    plan: &Plan<'c, 'a>,
    code: &Code,
    private: &Private,
    name: String,
) -> Result<Made<'c, 'a>, Refusal> {
    let (parts, kernel) = (&plan.parts, &code.kernel);
    let touched = touched(parts, code);
    let of_kind = |kinds: &dyn Fn(ArrayKind) -> bool| -> Vec<usize> {
        touched
            .iter()
            .copied()
            .filter(|array| kinds(parts.arrays[*array].kind))
            .collect()
    };
    let global = of_kind(&|kind| !kind.is_local());
    let shared = of_kind(&ArrayKind::is_shared);
    let on_stack = of_kind(&ArrayKind::is_private);

    let layout = shared_layout(parts, code, &plan.machine)?;
    let dynamic = layout.is_dynamic(&plan.machine);
    let declared = if dynamic { &[][..] } else { &shared };
    let exchanged = exchanged(parts, code, &private.whole);
    let (function, entry) = kernel_function(plan, code, &name, &global, declared, &exchanged);
    let module = module_of(parts, &name, function);
    let mut builder = Builder::new(op::context(parts.op), parts.op.location(), entry);
    let mut taken = op::arguments(entry);
    let coordinates = global.len() + parts.scop.sizes.len();
    let declared_values = taken.split_off(coordinates + kernel.launches.len());
    let coordinates = taken.split_off(coordinates);
    let names = parts.scop.sizes.iter().map(|size| size.name.clone());
    let sizes = Sizes::new(names, taken.split_off(global.len()));
    let mut arrays: Vec<(Value, Value)> = Vec::new();
    for (array, memory) in global.iter().zip(taken) {
        let array = &parts.arrays[*array];
        arrays.push((array.value, sizes.view(&mut builder, memory, array)?));
    }
    let declared_arrays = declared.iter().map(|array| parts.arrays[*array].value);
    arrays.extend(declared_arrays.zip(declared_values));
    if dynamic {
        let values = shared.iter().map(|array| &parts.arrays[*array]);
        arrays.extend(views(&mut builder, values, &layout));
    }
    for array in on_stack {
        let array = &parts.arrays[array];
        arrays.push((
            array.value,
            LocalArray::on_stack(array.value, array.ty).make(&builder),
        ));
    }
    let free = |builder: &mut Builder<'c, 'a>, name: &str| {
        let mut launches = coordinates.iter().enumerate();
        let launch = launches.find(|(number, _)| launch_parameter(*number) == name);
        let known = launch.map(|(_, value)| *value).or_else(|| sizes.get(name));
        let known = known.map(Binding::of_all);
        known.or_else(|| number_of(builder, name, kernel))
    };
    let builder = bodies(builder, (parts, code), private, &arrays, &free)?;
    builder.operation("gpu.return", Recipe::default());
    Ok(Made {
        name,
        module,
        arrays: global,
        launches: kernel.launches.clone(),
        grid: kernel.grid,
        block: kernel.block,
        dynamic_shared: if dynamic { layout.bytes } else { 0 },
        zeroed: code.finish.as_ref().map(|finish| finish.counter),
        builder,
    })
}

/// Writes what all blocks run, and behind it what the last one of each group runs.
fn bodies<'p, 'c, 'a>(
    builder: Builder<'c, 'a>,
    (parts, code): (&'p ScopParts<'c, 'a>, &'p Code),
    private: &Private,
    arrays: &[(Value<'c, 'a>, Value<'c, 'a>)],
    free: FreeName<'p, 'c, 'a>,
) -> Result<Builder<'c, 'a>, Refusal> {
    let kernel = &code.kernel;
    let emit = |builder: Builder<'c, 'a>, ast: &'p Ast, private: &[usize]| {
        let mut emitter = Emitter::new(builder, ast, &parts.statements, arrays, Vec::new(), free);
        emitter.mark_thread_private(private.iter().map(|array| parts.arrays[*array].value));
        emitter.set_coordinates(&kernel.coordinates);
        emitter.set_units(&code.units);
        emitter.run()?;
        Ok::<_, Refusal>(emitter.builder)
    };
    let mut builder = emit(builder, &code.ast, &private.before)?;
    if let Some(finish) = &code.finish {
        let counter = &parts.arrays[finish.counter];
        let mut known = arrays.iter();
        let counter = known.find(|(array, _)| *array == counter.value);
        let (_, counter) = *counter.expect("a kernel takes its counters");
        let last = arrive(&mut builder, kernel, &finish.last, counter);
        let (then, block) = builder.region(&[]);
        let location = builder.location;
        builder.append(scf::r#if(last, &[], then, Region::new(), location));
        let outer = builder.enter(block);
        builder = emit(builder, &finish.ast, &private.behind)?;
        builder.append(scf::r#yield(&[], location));
        builder.leave(outer);
    }
    Ok(builder)
}

/// Counts this block at the counter of its group; whether it is the last one.
fn arrive<'c, 'a>(
    builder: &mut Builder<'c, 'a>,
    kernel: &Kernel,
    last: &Last,
    counter: Value<'c, 'a>,
) -> Value<'c, 'a> {
    let (axes, _) = last.groups(kernel.grid);
    let mut group: Option<Value> = None;
    for (axis, step) in axes {
        if kernel.grid[axis.index()] == 1 {
            continue;
        }
        let Some(number) = number_of(builder, BLOCK_PARAMETERS[axis.index()], kernel) else {
            continue;
        };
        let (step, index) = (builder.constant(step), builder.index());
        let number = builder.value("arith.muli", &[number.value, step], index, &[]);
        group = Some(match group {
            None => number,
            Some(group) => builder.value("arith.addi", &[group, number], index, &[]),
        });
    }
    let group = group.unwrap_or_else(|| builder.constant(0));
    let word = IntegerType::new(builder.context, 64).into();
    let arrivals = IntegerAttribute::new(word, last.arrivals(kernel.grid)).into();
    let condition = builder.condition();
    builder.value(
        ARRIVE,
        &[counter, group],
        condition,
        &[("arrivals", arrivals)],
    )
}

/// Shared arrays as views of dynamic shared memory.
fn views<'p, 'c: 'p, 'a: 'p>(
    builder: &mut Builder<'c, 'a>,
    arrays: impl Iterator<Item = &'p ArrayValue<'c, 'a>>,
    layout: &SharedLayout,
) -> Vec<(Value<'c, 'a>, Value<'c, 'a>)> {
    let ty = "memref<?xi8, #gpu.address_space<workgroup>>";
    let ty = Type::parse(builder.context, ty).expect("a type of upstream");
    let memory = builder.value("gpu.dynamic_shared_memory", &[], ty, &[]);
    let view = |(array, begin): (&ArrayValue<'c, 'a>, &i64)| {
        let begin = builder.constant(*begin);
        let view = builder.value("memref.view", &[memory, begin], array.ty, &[]);
        (array.value, view)
    };
    arrays.zip(&layout.offsets).map(view).collect()
}

/// The arrays that a kernel touches, in the scop's order.
fn touched(parts: &ScopParts<'_, '_>, code: &Code) -> Vec<usize> {
    let mut arrays: Vec<usize> = code
        .instances()
        .flat_map(|instance| parts.statements[instance.statement].touched())
        .collect();
    arrays.extend(code.finish.as_ref().map(|finish| finish.counter));
    arrays.sort_unstable();
    arrays.dedup();
    arrays
}

/// The arrays by which threads exchange values. For LLVM the memory of a `noalias`
/// argument changes by the stores of the function alone: it would keep values in registers across
/// a barrier, after which other threads see the memory.
fn exchanged(parts: &ScopParts<'_, '_>, code: &Code, private: &[usize]) -> Vec<usize> {
    let statements = || {
        let instances = code.instances();
        instances.map(|instance| &parts.statements[instance.statement])
    };
    let waits = statements().any(|statement| statement.barrier.is_some());
    let waits = waits && code.kernel.block != [1, 1, 1];
    if !waits && code.finish.is_none() {
        return Vec::new();
    }
    let mut arrays: Vec<usize> = statements()
        .flat_map(|one| one.writes.iter().copied())
        .collect();
    arrays.retain(|array| !private.contains(array));
    arrays.extend(code.finish.as_ref().map(|finish| finish.counter));
    arrays
}

/// The function of a kernel, without its body.
fn kernel_function<'c, 'a>(
    plan: &Plan<'c, 'a>,
    code: &Code,
    name: &str,
    global: &[usize],
    shared: &[usize],
    exchanged: &[usize],
) -> (Operation<'c>, BlockRef<'c, 'a>) {
    let (parts, widest) = (&plan.parts, plan.machine.access_bytes);
    let kernel = &code.kernel;
    let (context, location) = (op::context(parts.op), parts.op.location());
    let types_of = |arrays: &[usize]| -> Vec<Type<'c>> {
        let arrays = arrays.iter();
        arrays
            .map(|array| sizes::passed(&parts.arrays[*array]))
            .collect()
    };
    let (mut arguments, attributions) = (types_of(global), types_of(shared));
    let numbers = parts.scop.sizes.len() + kernel.launches.len();
    arguments.resize(global.len() + numbers, Type::index(context));
    let all: Vec<Type<'c>> = arguments.iter().chain(&attributions).copied().collect();
    let written = |array: &usize| {
        code.instances()
            .any(|instance| parts.statements[instance.statement].writes.contains(array))
    };
    let mut argument_attributes: Vec<String> = global
        .iter()
        .zip(&arguments)
        .map(|(array, ty)| {
            let align = alignment(*ty, widest);
            match written(array) {
                _ if exchanged.contains(array) => format!("{{llvm.align = {align} : i64}}"),
                true => format!("{{llvm.align = {align} : i64, llvm.noalias}}"),
                false => format!("{{llvm.align = {align} : i64, llvm.noalias, llvm.readonly}}"),
            }
        })
        .collect();
    argument_attributes.resize(arguments.len(), "{}".to_owned());
    let (region, block) = build::open_region(&all, location);
    let function_type = FunctionType::new(context, &arguments, &[]).into();
    let sizes = |sizes: [i64; 3]| {
        let sizes = format!("array<i32: {}, {}, {}>", sizes[0], sizes[1], sizes[2]);
        build::parsed(context, &sizes)
    };
    let shared_count =
        IntegerAttribute::new(IntegerType::new(context, 64).into(), shared.len() as i64);
    let argument_attributes = format!("[{}]", argument_attributes.join(", "));
    let attributes = [
        ("sym_name", build::text(context, name)),
        ("function_type", build::type_attribute(function_type)),
        ("arg_attrs", build::parsed(context, &argument_attributes)),
        ("gpu.kernel", Attribute::unit(context)),
        ("known_block_size", sizes(kernel.block)),
        ("known_grid_size", sizes(kernel.grid)),
        ("workgroup_attributions", shared_count.into()),
        (
            "workgroup_attrib_attrs",
            build::parsed(context, &alignments(&attributions, widest)),
        ),
    ];
    let recipe = Recipe {
        attributes: &attributes,
        regions: vec![region],
        ..Recipe::default()
    };
    (create("gpu.func", location, recipe), block)
}

/// The function that launches the kernels, and how many loops it has.
fn host<'c, 'a>(
    parts: &ScopParts<'c, 'a>,
    kernels: &[Made<'c, 'a>],
) -> Result<(Operation<'c>, usize), Refusal> {
    let (function, entry) = host_function(parts, 0);
    let context = op::context(parts.op);
    let mut builder = Builder::new(context, parts.op.location(), entry);
    let (mut given, sizes) = taken(parts, entry);
    let mut temporaries = Vec::new();
    let mut values: Vec<Option<Value>> = Vec::new();
    for (position, array) in parts.arrays.iter().enumerate() {
        let is_used = || {
            kernels
                .iter()
                .any(|kernel| kernel.arrays.contains(&position))
        };
        values.push(if array.kind.is_argument() {
            given.next()
        } else if array.kind.is_temporary() && is_used() {
            let extents = sizes.unknown_extents(&mut builder, array)?;
            let heap = LocalArray::on_heap(array.value, array.ty);
            let value = heap.make_of(&builder, &extents);
            let mut zeroed = kernels.iter().filter_map(|kernel| kernel.zeroed);
            if let (true, Some(alloc)) = (
                zeroed.any(|array| array == position),
                op::defining_operation(value),
            ) {
                op::set_attribute(alloc, ZEROED, Some(Attribute::unit(context)));
            }
            temporaries.push(value);
            Some(sizes::memory(&builder, value, array))
        } else {
            None
        });
    }
    let mut host = Host {
        builder,
        arrays: values,
        sizes: sizes.iter().map(|(_, value)| value).collect(),
    };
    host.launches(kernels, &[]);
    let builder = host.builder;
    for temporary in temporaries {
        builder.append(memref::dealloc(temporary, builder.location));
    }
    builder.append(func::r#return(&[], builder.location));
    Ok((function, builder.loops))
}

/// The body of the function that launches kernels.
struct Host<'c, 'a> {
    builder: Builder<'c, 'a>,
    /// By position; none for arrays that no kernel takes.
    arrays: Vec<Option<Value<'c, 'a>>>,
    sizes: Vec<Value<'c, 'a>>,
}

impl<'c, 'a> Host<'c, 'a> {
    /// Launches kernels in order, inside of loops with these coordinates.
    fn launches(&mut self, kernels: &[Made<'c, 'a>], coordinates: &[Value<'c, 'a>]) {
        let depth = coordinates.len();
        let same_loop = |one: &Made, other: &Made| {
            let of = |kernel: &Made| kernel.launches.get(depth).cloned();
            of(one).is_some() && of(one) == of(other)
        };
        for group in kernels.chunk_by(same_loop) {
            match group[0].launches.get(depth) {
                Some(launches) => self.around(launches, group, coordinates),
                None => self.launch(&group[0], coordinates),
            }
        }
    }

    /// A loop around launches of kernels.
    fn around(
        &mut self,
        launches: &LaunchLoop,
        kernels: &[Made<'c, 'a>],
        coordinates: &[Value<'c, 'a>],
    ) {
        let ends = [launches.first, launches.last + 1, 1];
        let [first, end, step] = ends.map(|end| self.builder.constant(end));
        let (region, block) = self.builder.region(&[self.builder.index()]);
        let location = self.builder.location;
        self.builder.loops += 1;
        self.builder
            .append(scf::r#for(first, end, step, region, location));
        let outer = self.builder.enter(block);
        let coordinate = op::arguments(block)[0];
        self.launches(kernels, &[coordinates, &[coordinate]].concat());
        self.builder.append(scf::r#yield(&[], location));
        self.builder.leave(outer);
    }

    fn launch(&mut self, kernel: &Made<'c, 'a>, coordinates: &[Value<'c, 'a>]) {
        let builder = &mut self.builder;
        let counts = kernel
            .grid
            .into_iter()
            .chain(kernel.block)
            .map(|size| builder.constant(size));
        let mut operands: Vec<Value> = counts.collect();
        let dynamic = i32::from(kernel.dynamic_shared > 0);
        if dynamic > 0 {
            operands.push(bytes_of_launch(builder, kernel.dynamic_shared));
        }
        let arrays = kernel.arrays.iter();
        operands.extend(arrays.filter_map(|array| self.arrays[*array]));
        operands.extend(&self.sizes);
        operands.extend(coordinates);
        let callee = format!("@{0}::@{0}", kernel.name);
        let count = kernel.arrays.len() + self.sizes.len() + coordinates.len();
        let segments = [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, dynamic, count as i32, 0];
        let segments = DenseI32ArrayAttribute::new(builder.context, &segments).into();
        let recipe = Recipe {
            operands: &operands,
            attributes: &[
                ("kernel", build::parsed(builder.context, &callee)),
                ("operandSegmentSizes", segments),
            ],
            ..Recipe::default()
        };
        builder.operation("gpu.launch_func", recipe);
    }
}

/// The number of bytes of dynamic shared memory of a launch, an `i32`.
fn bytes_of_launch<'c, 'a>(builder: &mut Builder<'c, 'a>, bytes: i64) -> Value<'c, 'a> {
    let ty = IntegerType::new(builder.context, 32).into();
    let value = IntegerAttribute::new(ty, bytes).into();
    builder.head_value("arith.constant", &[], ty, &[("value", value)])
}
