//! `schedule-to-cpu`: a scop becomes a function of loops.
//!
//! ```mlir
//! schedule.scop @copy(%A: memref<8xf32>, out %B: memref<8xf32>) {      func.func @copy(%A: memref<8xf32>, %B: memref<8xf32>) {
//!   schedule.statement @S0(%i) { ... }                                   scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
//!   schedule.domain "{ S0[i] : 0 <= i < 8 }" {                 ==>         %0 = memref.load %A[%i]
//!     schedule.band (parallel coincident "{ S0[i] -> [i] }") {}            memref.store %0, %B[%i]
//!   }                                                                    }
//! }                                                                    }
//! ```
//!
//! isl generates the loops (`generate`); the outermost `parallel` loops become
//! `scf.parallel`, each iteration of which has its own private and shared arrays. Temporaries are
//! allocated for the duration of the call. Arguments are inputs, then returns, as in the scop. With
//! `alignment` they carry the promise `llvm.align`, which whoever calls the function must keep.
//! Sizes without a value are arguments behind these ([`super::sizes`]).
//!
//! **Refused**: extents that no size tells; members mapped to blocks or threads of a GPU; a
//! parallel member that is not coincident. **Cost**: isl's AST generation, a few milliseconds for a
//! kernel.

use melior::dialect::{func, memref};
use melior::ir::Identifier;
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute};
use melior::ir::r#type::FunctionType;
use tc_dialects::op::{self, Recipe, build, create};
use tc_dialects::schedule::tree::{Refusal, Tree};
use tc_isl::thread_context;

use tc_pass_host::*;
use tc_scop::scop_pass::{BUDGET, failure};
use tc_scop::verify::BUDGET as PROOF_BUDGET;

use super::ast::Ast;
use super::builder::Builder;
use super::emit::{Binding, Emitter, LocalArray};
use super::generate::generate;
use super::mapping::no_context;
use super::proof::with_proof;
use super::scop::{ArrayValue, ScopParts};
use super::sizes::{self, SIZES, Sizes};
use super::verify::ORIGIN;

pass! {
    /// Turns each scop into a function of loops: isl generates loops and conditions from the tree,
    /// the bodies of the statements become their innermost parts, loops of the kind `parallel`
    /// become `scf.parallel`.
    pub struct ScheduleToCpu {
        name: "schedule-to-cpu",
        anchor: "builtin.module",
        summary: "from schedule trees to functions of loops",
        dialects: ["func", "scf", "arith", "memref"],
        options: {
            /// the isl operations allowed for one scop
            budget: u64 = BUDGET,
            /// prove the schedule, as schedule-verify does, while loops are generated
            verify: bool = true,
            /// isl operations before that proof counts as undecided; 0: any number
            proof_budget: u64 = PROOF_BUDGET,
            /// what the caller promises: the address of each argument is a multiple of so many
            /// bytes, a power of two; 0: no promise
            alignment: u64 = 0,
            /// leave the scop beside the loops, which say the instance of each body: for
            /// loops-verify
            origin: bool = false,
        },
        statistics: {
            /// functions made
            functions,
            /// loops made
            loops,
            /// conditions made
            conditions,
            /// isl operations for generating loops
            isl_operations,
            /// with `verify`: dependence relations proved to run forwards
            dependences,
            /// with `verify`: accesses proved to stay inside their array
            accesses,
        },
    }
}

impl Pass for ScheduleToCpu {
    fn run<'c>(&self, module: OperationRef<'c, '_>, _ctx: &PassContext<'c>) -> Result<(), Failure> {
        if self.alignment != 0 && !self.alignment.is_power_of_two() {
            let found = self.alignment;
            return Err(Failure::new(format!(
                "expected a power of two as the alignment, found {found}"
            ))
            .note("0 promises nothing; tensors of tc-run are aligned to 64 bytes"));
        }
        for op in scops(module) {
            let isl = thread_context();
            let limited = || isl.with_budget(self.budget, || plan(&isl, op, self.origin));
            let loops = || self.isl_operations.count_isl(&isl, limited);
            let found = with_proof(
                op,
                self.verify.then_some(self.proof_budget),
                |_| Ok(()),
                loops,
            )?;
            self.dependences.add(found.proof.dependences);
            self.accesses.add(found.proof.accesses);
            let made = lower(&found.loops, self.alignment, self.origin)
                .map_err(|refusal| failure(op, refusal))?;
            self.functions.add(1);
            self.loops.add(made.loops);
            self.conditions.add(made.conditions);
        }
        Ok(())
    }
}

/// A scop, and its loops as isl has them.
struct Plan<'c, 'a> {
    parts: ScopParts<'c, 'a>,
    ast: Ast,
}

/// The scops of a module.
pub fn scops<'c, 'a>(module: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let ops = op::children(module).into_iter();
    ops.filter(|op| op::is(*op, "schedule.scop")).collect()
}

/// Generates the loops of a scop. MLIR is only read.
fn plan<'c, 'a>(
    isl: &tc_isl::Context,
    op: OperationRef<'c, 'a>,
    origin: bool,
) -> Result<Plan<'c, 'a>, Failure> {
    let parts = ScopParts::read(isl, op)?;
    let ast = generate_loops(isl, &parts, origin).map_err(|refusal| failure(op, refusal))?;
    Ok(Plan { parts, ast })
}

fn generate_loops(
    isl: &tc_isl::Context,
    parts: &ScopParts<'_, '_>,
    origin: bool,
) -> Result<Ast, Refusal> {
    check_kinds(&parts.scop.tree)?;
    let context = match &parts.scop.context {
        Some(context) => context.clone(),
        None => no_context(isl)?,
    };
    let tree = &parts.scop.tree;
    generate(isl, &context, tree, &parts.statements, origin)
}

/// Replaces a scop by a function whose arguments are aligned.
fn lower<'c, 'a>(
    plan: &Plan<'c, 'a>,
    alignment: u64,
    origin: bool,
) -> Result<Builder<'c, 'a>, Refusal> {
    let Plan { parts, ast } = plan;
    let (function, entry) = host_function(parts, alignment);
    let mut builder = Builder::new(op::context(parts.op), parts.op.location(), entry);
    let mut arrays = Vec::new();
    let mut locals = Vec::new();
    let mut freed = Vec::new();
    let (mut given, sizes) = taken(parts, entry);
    for array in &parts.arrays {
        let value = if array.kind.is_argument() {
            let memory = given.next();
            let view = |memory| sizes.view(&mut builder, memory, array);
            memory.map(view).transpose()?
        } else if array.kind.is_local() {
            let local = LocalArray::new(array.value, array.ty);
            let value = local.make(&builder);
            freed.extend(local.heap.then_some(value));
            locals.push(local);
            Some(value)
        } else {
            let extents = sizes.unknown_extents(&mut builder, array)?;
            let heap = LocalArray::on_heap(array.value, array.ty);
            let value = heap.make_of(&builder, &extents);
            freed.push(value);
            Some(value)
        };
        arrays.extend(value.map(|value| (array.value, value)));
    }
    let free = |_: &mut Builder<'c, 'a>, name: &str| sizes.get(name).map(Binding::of_all);
    let mut emitter = Emitter::new(builder, ast, &parts.statements, &arrays, locals, &free);
    emitter.run()?;
    let builder = emitter.builder;
    for array in freed {
        builder.append(memref::dealloc(array, builder.location));
    }
    builder.append(func::r#return(&[], builder.location));
    replace(parts.op, function, origin);
    Ok(builder)
}

/// Refuses members that a CPU does not have, and parallel members that are not coincident.
fn check_kinds(tree: &Tree) -> Result<(), Refusal> {
    for (path, node) in tree.walk() {
        for (position, member) in node
            .as_band()
            .map_or(&[][..], |band| &band.members)
            .iter()
            .enumerate()
        {
            if member.kind.is_mapped() {
                let message = format!(
                    "band member {position} is mapped to {}, which a CPU does not have",
                    member.kind
                );
                return Err(Refusal::new(message)
                    .at(&path)
                    .note("lower it with schedule-to-gpu"));
            }
            if member.kind.is_parallel() && !member.coincident {
                let message = format!(
                    "band member {position} is parallel but not coincident: {}",
                    member.schedule
                );
                return Err(Refusal::new(message)
                    .at(&path)
                    .note("iterations run without order, so only a loop that carries no dependence can be parallel"));
            }
        }
    }
    Ok(())
}

/// The attribute of a scop's function that describes its arguments.
pub const ARGUMENTS: &str = "tc.arguments";

/// Name, role and type of each argument, which argument types do not express and the `llvm` dialect
/// does not keep: `[{name = "A", role = "in", type = memref<4xf32>}]`.
fn noted_arguments<'c>(parts: &ScopParts<'c, '_>) -> Attribute<'c> {
    let arrays = parts.scop.arrays.iter().zip(&parts.arrays);
    let roles =
        arrays.filter_map(|(array, value)| Some((&array.name, array.kind.role()?, value.ty)));
    let context = op::context(parts.op);
    let key = |key: &str| Identifier::new(context, key);
    let noted = roles.map(|(name, role, ty)| {
        let entries = [
            (key("name"), build::text(context, name)),
            (key("role"), build::text(context, &role.to_string())),
            (key("type"), build::type_attribute(ty)),
        ];
        DictionaryAttribute::new(context, &entries).into()
    });
    let noted: Vec<Attribute> = noted.collect();
    ArrayAttribute::new(context, &noted).into()
}

/// A function with the scop's name that takes its arguments, then its sizes, and its empty entry
/// block. Arguments do not overlap and, if `alignment` is not 0, are aligned.
pub fn host_function<'c, 'a>(
    parts: &ScopParts<'c, 'a>,
    alignment: u64,
) -> (Operation<'c>, BlockRef<'c, 'a>) {
    let (context, location) = (op::context(parts.op), parts.op.location());
    let is_argument = |array: &&ArrayValue| array.kind.is_argument();
    let arrays = parts.arrays.iter().filter(is_argument).map(sizes::passed);
    let arrays: Vec<Type> = arrays.collect();
    let names: Vec<&str> = parts
        .scop
        .sizes
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    let mut types = arrays.clone();
    types.resize(arrays.len() + names.len(), Type::index(context));
    let (region, block) = build::open_region(&types, location);
    let function_type = FunctionType::new(context, &types, &[]).into();
    let promised = match alignment {
        0 => "{llvm.noalias}".to_owned(),
        _ => format!("{{llvm.align = {alignment} : i64, llvm.noalias}}"),
    };
    let mut promised = vec![promised; arrays.len()];
    promised.resize(types.len(), "{}".to_owned());
    let promised = promised.join(", ");
    let mut attributes = vec![
        ("sym_name", build::text(context, &parts.scop.name)),
        ("function_type", build::type_attribute(function_type)),
        (
            "arg_attrs",
            build::parsed(context, &format!("[{promised}]")),
        ),
        (ARGUMENTS, noted_arguments(parts)),
    ];
    if !names.is_empty() {
        let names: Vec<Attribute> = names
            .iter()
            .map(|name| build::text(context, name))
            .collect();
        attributes.push((SIZES, ArrayAttribute::new(context, &names).into()));
    }
    let recipe = Recipe {
        attributes: &attributes,
        regions: vec![region],
        ..Recipe::default()
    };
    (create("func.func", location, recipe), block)
}

/// The arrays that such a function takes, and the sizes.
pub fn taken<'c, 'a>(
    parts: &ScopParts<'c, 'a>,
    entry: BlockRef<'c, 'a>,
) -> (std::vec::IntoIter<Value<'c, 'a>>, Sizes<'c, 'a>) {
    let mut arrays = op::arguments(entry);
    let names = parts.scop.sizes.iter().map(|size| size.name.clone());
    let values = arrays.split_off(arrays.len() - parts.scop.sizes.len());
    (arrays.into_iter(), Sizes::new(names, values))
}

/// Replaces a scop by an operation; a scop has no uses. With `origin` a module behind it holds the
/// scop from then on.
pub fn replace<'c, 'a>(scop: OperationRef<'c, 'a>, by: Operation<'c>, origin: bool) {
    op::insert_before(scop, by);
    if origin {
        let (context, location) = (op::context(scop), scop.location());
        let (region, block) = build::open_region(&[], location);
        op::append(block, Operation::clone(&scop));
        let recipe = Recipe {
            attributes: &[(ORIGIN, Attribute::unit(context))],
            regions: vec![region],
            ..Recipe::default()
        };
        op::insert_before(scop, create("builtin.module", location, recipe));
    }
    op::erase(scop);
}
