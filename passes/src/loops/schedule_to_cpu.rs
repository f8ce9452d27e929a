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
//! isl generates the loops ([`super::generate`]); the outermost `parallel` loops become `scf.parallel`, whose private
//! and shared arrays each iteration has for itself. Temporaries are allocated for the time of the call. Arguments are
//! inputs, then returns, as in the scop.
//!
//! **Refused**: extents that are not known; members mapped to blocks or threads of a GPU; a parallel member that is not
//! coincident. **Cost**: isl's AST generation, some milliseconds for a kernel.

use mlir_sys::*;

use tc_dialects::isl::{Context, thread_context};
use tc_dialects::schedule::tree::{ArrayKind, MemberKind, Refusal, Role, Tree};

use crate::api::*;
use crate::raw::{self, Recipe, create, named};
use crate::schedule::scop_pass::{BUDGET, failure};
use crate::schedule::verify::BUDGET as PROOF_BUDGET;

use super::builder::{Builder, arguments};
use super::emit::{Emitter, LocalArray};
use super::generate::{Ast, generate};
use super::mapping::no_context;
use super::proof::with_proof;
use super::scop::ScopParts;

pass! {
    /// Makes a function of loops of each scop: isl generates loops and conditions from the tree, the bodies of the
    /// statements become their innermost parts, loops of the kind `parallel` become `scf.parallel`.
    pub struct ScheduleToCpu {
        name: "schedule-to-cpu",
        anchor: "builtin.module",
        summary: "from schedule trees to functions of loops",
        dialects: ["func", "scf", "arith", "memref"],
        options: {
            /// isl operations that may be used for one scop
            budget: u64 = BUDGET,
            /// prove the schedule, as schedule-verify does, while loops are made of it
            verify: bool = true,
            /// isl operations before that proof counts as undecided; 0: any number
            proof_budget: u64 = PROOF_BUDGET,
        },
        statistics: {
            /// functions made
            functions,
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

impl Pass for ScheduleToCpu {
    fn run<'c>(&self, module: OperationRef<'c, '_>, _ctx: &PassContext<'c>) -> Result<(), Failure> {
        for op in scops(module) {
            let isl = thread_context();
            let limited = || isl.with_budget(self.budget, || plan(&isl, op));
            let loops = || self.isl_operations.count_isl(&isl, limited);
            let found = with_proof(
                op,
                self.verify.then_some(self.proof_budget),
                |_| Ok(()),
                loops,
            )?;
            self.dependences.add(found.proof.dependences);
            self.accesses.add(found.proof.accesses);
            let made = lower(&found.loops).map_err(|refusal| failure(op, refusal))?;
            self.functions.add(1);
            self.loops.add(made.loops);
            self.conditions.add(made.conditions);
        }
        Ok(())
    }
}

/// A scop, and its loops as isl has them.
struct Plan {
    parts: ScopParts,
    ast: Ast,
}

/// The scops of a module.
pub fn scops<'c>(module: OperationRef<'c, '_>) -> Vec<OperationRef<'c, 'c>> {
    let body = raw::blocks(module.to_raw());
    let ops = body
        .first()
        .map_or_else(Vec::new, |body| raw::operations(*body));
    let scops = ops
        .into_iter()
        .filter(|op| raw::name(*op) == "schedule.scop");
    // SAFETY: the ops are in the module, which the pass alone changes.
    scops
        .map(|op| unsafe { OperationRef::from_raw(op) })
        .collect()
}

/// The loops of a scop. MLIR is only read.
fn plan(isl: &Context, op: OperationRef<'_, '_>) -> Result<Plan, Failure> {
    let parts = ScopParts::read(isl, op)?;
    let ast = generate_loops(isl, &parts).map_err(|refusal| failure(op, refusal))?;
    Ok(Plan { parts, ast })
}

fn generate_loops(isl: &Context, parts: &ScopParts) -> Result<Ast, Refusal> {
    check_kinds(&parts.scop.tree)?;
    let context = match &parts.scop.context {
        Some(context) => context.clone(),
        None => no_context(isl)?,
    };
    generate(isl, &context, &parts.scop.tree, &parts.statements)
}

/// Puts a function in the place of a scop.
fn lower(Plan { parts, ast }: &Plan) -> Result<Builder, Refusal> {
    let (function, entry) = function(parts);
    // SAFETY: the scop is alive and in the module.
    let (ctx, location) = unsafe {
        (
            mlirOperationGetContext(parts.op),
            mlirOperationGetLocation(parts.op),
        )
    };
    let builder = Builder::new(ctx, location, entry);
    let mut arrays = Vec::new();
    let mut locals = Vec::new();
    let mut freed = Vec::new();
    let mut given = arguments(entry).into_iter();
    for array in &parts.arrays {
        let value = match array.kind {
            ArrayKind::Argument(_) => given.next(),
            ArrayKind::Temporary => {
                let value = LocalArray::on_heap(array.value, array.ty).make(&builder);
                freed.push(value);
                Some(value)
            }
            ArrayKind::Shared | ArrayKind::Private => {
                let local = LocalArray::new(array.value, array.ty);
                let value = local.make(&builder);
                freed.extend(local.heap.then_some(value));
                locals.push(local);
                Some(value)
            }
        };
        arrays.extend(value.map(|value| (array.value, value)));
    }
    let mut emitter = Emitter::new(builder, ast, &parts.statements, &arrays, locals, &|_, _| {
        None
    });
    if let Err(refusal) = emitter.run() {
        // SAFETY: the function is in no module yet.
        unsafe { mlirOperationDestroy(function) };
        return Err(refusal);
    }
    for array in freed {
        let operands = [array];
        emitter.builder.operation(
            "memref.dealloc",
            Recipe {
                operands: &operands,
                ..Recipe::default()
            },
        );
    }
    emitter.builder.operation("func.return", Recipe::default());
    replace(parts.op, function);
    Ok(emitter.builder)
}

/// Members that no CPU has, and parallel members that are not proved to be so.
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
            if member.kind == MemberKind::Parallel && !member.coincident {
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

/// The function of a scop, without its body.
fn function(parts: &ScopParts) -> (MlirOperation, MlirBlock) {
    let arguments = parts
        .arrays
        .iter()
        .filter(|array| matches!(array.kind, ArrayKind::Argument(_)));
    let types: Vec<MlirType> = arguments.map(|array| array.ty).collect();
    host_function(parts, &types)
}

/// The attribute of a function made of a scop that says what its arguments are.
pub const ARGUMENTS: &str = "tc.arguments";

/// Name, role and type of each argument, which types alone do not say and the `llvm` dialect has not:
/// `[{name = "A", role = "in", type = memref<4xf32>}]`.
fn noted_arguments(parts: &ScopParts, types: &[MlirType]) -> MlirAttribute {
    let arrays = parts.scop.arrays.iter();
    let roles = arrays.filter_map(|array| match array.kind {
        ArrayKind::Argument(role) => Some((&array.name, role)),
        _ => None,
    });
    // SAFETY: the scop and the types are alive, and so is their context.
    unsafe {
        let ctx = mlirOperationGetContext(parts.op);
        let text = |text: &str| mlirStringAttrGet(ctx, raw::string(text));
        let all: Vec<MlirAttribute> = roles
            .zip(types)
            .map(|((name, role), ty)| {
                let role = match role {
                    Role::In => "in",
                    Role::Out => "out",
                    Role::InOut => "inout",
                };
                let entries = [
                    named(ctx, "name", text(name)),
                    named(ctx, "role", text(role)),
                    named(ctx, "type", mlirTypeAttrGet(*ty)),
                ];
                mlirDictionaryAttrGet(ctx, entries.len() as isize, entries.as_ptr())
            })
            .collect();
        mlirArrayAttrGet(ctx, all.len() as isize, all.as_ptr())
    }
}

/// A function with the scop's name and these argument types, which do not overlap, and its empty entry block.
pub fn host_function(parts: &ScopParts, types: &[MlirType]) -> (MlirOperation, MlirBlock) {
    // SAFETY: the scop and the types are alive; the function owns its region.
    unsafe {
        let ctx = mlirOperationGetContext(parts.op);
        let location = mlirOperationGetLocation(parts.op);
        let region = mlirRegionCreate();
        let locations = vec![location; types.len()];
        let block = mlirBlockCreate(types.len() as isize, types.as_ptr(), locations.as_ptr());
        mlirRegionAppendOwnedBlock(region, block);
        let function_type = mlirFunctionTypeGet(
            ctx,
            types.len() as isize,
            types.as_ptr(),
            0,
            std::ptr::null(),
        );
        let no_overlap = vec!["{llvm.noalias}"; types.len()].join(", ");
        let attributes = [
            named(
                ctx,
                "sym_name",
                mlirStringAttrGet(ctx, raw::string(&parts.scop.name)),
            ),
            named(ctx, "function_type", mlirTypeAttrGet(function_type)),
            named(
                ctx,
                "arg_attrs",
                raw::parse_attribute(ctx, &format!("[{no_overlap}]")),
            ),
            named(ctx, ARGUMENTS, noted_arguments(parts, types)),
        ];
        let recipe = Recipe {
            attributes: &attributes,
            regions: vec![region],
            ..Recipe::default()
        };
        (create("func.func", location, recipe), block)
    }
}

/// Puts an operation in the place of a scop.
pub fn replace(scop: MlirOperation, by: MlirOperation) {
    // SAFETY: the scop is in a block and nothing refers to it.
    unsafe {
        mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(scop), scop, by);
        mlirOperationDestroy(scop);
    }
}
