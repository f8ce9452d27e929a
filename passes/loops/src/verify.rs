//! `loops-verify`: generated loops are what their schedule tree says.
//!
//! ```mlir
//! func.func @copy(%A: memref<64xf32>, %B: memref<64xf32>) {          func.func @copy(%A: memref<64xf32>, %B: memref<64xf32>) {
//!   scf.for %i = %c0 to %c64 step %c1 {                                scf.for %i = %c0 to %c64 step %c1 {
//!     schedule.instance @S0(%i) at(%i)                          ==>      %0 = memref.load %A[%i]
//!     %0 = memref.load %A[%i]                                            memref.store %0, %B[%i]
//!     memref.store %0, %B[%i]                                          }
//!   }                                                                }
//! }
//! module attributes {tc.origin} { schedule.scop @copy(..) { .. } }
//! ```
//!
//! `schedule-to-cpu` and `schedule-to-gpu` prove the tree; this pass proves their loops, directly
//! behind them and before any pass over loops. With `origin` they leave the scop in a module beside
//! the loops, and propose before each body which instance it runs. The loops are read back: bounds,
//! steps and conditions as sets of points ([`read`], [`index`]), memrefs as arrays ([`arrays`]).
//! Accepted is only what runs exactly the executions of the tree:
//!
//! | shown | in |
//! | --- | --- |
//! | each body is its statement at the proposed instance: operations, subscripts, values, arrays | [`body`] |
//! | each body runs instances of the tree, at its coordinates, on its block and thread; together all of them | [`executions`] |
//! | all threads of a block reach each barrier | [`executions`] |
//! | all blocks count themselves at the counter of their group, and what the last one runs is the tree's | `arrival`, `executions` |
//! | each thread runs in the order of the tree, each execution once; parallel loops and lanes are those of the tree | [`order`] |
//!
//! Nothing is believed: a proposal that is wrong is refused, whether or not the loops are right.
//! What the pass does not understand is refused as undecided. It shares with the generator what an
//! execution of a tree is (`schedule/leaves.rs`), and no code of it. Taken for
//! granted are that arguments do not overlap, and that indices do not overflow, as the proof of the
//! tree does. **Cost**: some isl operations for each body, and a comparison of sums for each pair.

pub mod arrays;
mod arrival;
pub mod body;
pub mod executions;
pub mod index;
pub mod order;
pub mod points;
pub mod program;
pub mod read;
pub mod source;
#[cfg(test)]
mod tests;
pub mod witness;

use tc_dialects::op;
use tc_dialects::schedule::tree::{Refusal, RefusalKind};
use tc_isl::{Set, Space, thread_context};

use tc_pass_host::*;
use tc_scop::verify::BUDGET;

use executions::Executions;
use index::Indices;
use order::Order;
use program::is_silent;
use read::{Reader, depth_of, kernel_of};
use source::Source;

/// The operation in front of a body that says which instance it runs.
pub const INSTANCE: &str = "schedule.instance";

/// The attribute of such an operation with the numbers of the loops of the tree whose values it
/// has; without it, they are the first ones.
pub const LOOPS: &str = "loops";

/// The attribute of a module that holds the scop that loops were made from.
pub const ORIGIN: &str = "tc.origin";

pass! {
    /// Proves that generated loops run exactly the executions of the schedule tree that they were
    /// made from, in an order that it allows, with its accesses, on its blocks and threads, between
    /// its barriers; removes the tree and the proposals that `origin` of the generating pass left.
    pub struct LoopsVerify {
        name: "loops-verify",
        anchor: "builtin.module",
        summary: "prove that generated loops are what their schedule tree says",
        options: {
            /// isl operations for one scop before its loops count as undecided; 0: any number
            budget: u64 = BUDGET,
        },
        statistics: {
            /// scops whose loops are proved
            scops,
            /// bodies compared with their statements
            bodies,
            /// isl operations for the proof
            isl_operations,
        },
    }
}

impl Pass for LoopsVerify {
    fn run<'c>(&self, module: OperationRef<'c, '_>, _ctx: &PassContext<'c>) -> Result<(), Failure> {
        for origin in origins(module) {
            for scop in op::children(origin) {
                let isl = thread_context();
                let work = || validate(&isl, module, scop);
                let limited = || match self.budget {
                    0 => work(),
                    budget => isl.with_budget(budget, work),
                };
                let bodies = self.isl_operations.count_isl(&isl, limited)?;
                self.scops.add(1);
                self.bodies.add(bodies);
            }
            op::erase(origin);
        }
        remove_proposals(module);
        Ok(())
    }
}

/// The modules that hold scops beside their loops.
fn origins<'c, 'a>(module: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let children = op::children(module).into_iter();
    let is_origin =
        |one: &OperationRef| op::is(*one, "builtin.module") && one.has_attribute(ORIGIN);
    children.filter(is_origin).collect()
}

/// Proves the loops of a scop; returns how many bodies they have. MLIR is only read.
fn validate<'c, 'a>(
    isl: &tc_isl::Context,
    module: OperationRef<'c, 'a>,
    scop: OperationRef<'c, 'a>,
) -> Result<usize, Failure> {
    let source = Source::read(isl, scop)?;
    let name = &source.scop.name;
    let mut functions = op::children(module).into_iter();
    let function = functions.find(|one| op::is(*one, "func.func") && op::symbol(*one) == *name);
    let function = function.ok_or_else(|| {
        Failure::new(format!("there is no function @{name} made from this scop"))
            .at_operation(&scop)
            .note("loops-verify runs directly behind schedule-to-cpu or schedule-to-gpu")
    })?;
    let refused = |refusal: Refusal| at(function, refusal);
    let (mut indices, host_dims) =
        space(isl, module, &source, function).map_err(|error| refused(error.into()))?;
    let context = match &source.scop.context {
        Some(context) => Ok(context.clone()),
        None => Space::unit(isl).and_then(|space| Set::universe(&space)),
    };
    let context = context.map_err(|error| refused(error.into()))?;
    let program = Reader::read(module, &source, &mut indices, function, &context, host_dims)?;
    let executions = Executions::of(&source).map_err(refused)?;
    let placed = executions.place(&mut indices, &program)?;
    let accesses = accesses(&source);
    Order::new(&mut indices, &program, &placed, &executions, &accesses).check()?;
    Ok(program.bodies.len())
}

/// The points of all loops of a function and the kernels that it launches, and how many dimensions
/// the loops of the function have.
fn space(
    isl: &tc_isl::Context,
    module: OperationRef<'_, '_>,
    source: &Source<'_, '_>,
    function: OperationRef<'_, '_>,
) -> tc_isl::Result<(Indices, usize)> {
    let host_dims = depth_of(function);
    let launches = op::nested(function).into_iter();
    let launches = launches.filter(|one| op::is(*one, "gpu.launch_func"));
    let kernels = launches.filter_map(|launch| kernel_of(module, launch));
    let deepest = kernels.map(depth_of).max();
    let ids = deepest.map(|_| host_dims);
    let dims = host_dims + deepest.map_or(0, |deepest| 6 + deepest);
    let sizes = source.scop.sizes.iter().map(|size| size.name.clone());
    Ok((Indices::new(isl, dims, sizes.collect(), ids)?, host_dims))
}

/// The arrays that each statement accesses, and whether it writes them.
fn accesses(source: &Source<'_, '_>) -> Vec<Vec<(usize, bool)>> {
    let of_statement = |statement: &source::SourceStatement<'_, '_>| {
        let operations = op::operations(statement.body).into_iter();
        let nested = operations.flat_map(|one| [vec![one], op::nested(one)].concat());
        nested
            .flat_map(|one| {
                let writes = !op::name(one).ends_with(".load");
                let operands = op::operands(one).into_iter();
                operands.filter_map(move |operand| Some((source.array_of(operand)?, writes)))
            })
            .collect()
    };
    source.statements.iter().map(of_statement).collect()
}

/// Removes the proposals, and the arithmetic that only they used.
fn remove_proposals(module: OperationRef<'_, '_>) {
    let proposals = op::nested(module).into_iter();
    let mut unused = Vec::new();
    for proposal in proposals.filter(|one| op::is(*one, INSTANCE)) {
        unused.extend(op::operands(proposal));
        op::erase(proposal);
    }
    let mut gone = std::collections::HashSet::new();
    while let Some(value) = unused.pop() {
        let key = op::ValueKey::of(value);
        if gone.contains(&key) || op::is_used(value) {
            continue;
        }
        let Some(made) = op::defining_operation(value) else {
            continue;
        };
        if is_silent(op::name(made)) {
            gone.insert(key);
            unused.extend(op::operands(made));
            op::erase(made);
        }
    }
}

/// The failure at an operation of the loops.
pub fn at(operation: OperationRef<'_, '_>, refusal: Refusal) -> Failure {
    at_place(operation.location(), refusal)
}

/// The failure at a place of the loops.
pub fn at_place(location: Location<'_>, refusal: Refusal) -> Failure {
    let message = match refusal.kind {
        RefusalKind::Illegal | RefusalKind::Dependence => refusal.message,
        RefusalKind::Budget { operations } => {
            format!("undecided: the loops are not proved within {operations} isl operations")
        }
        RefusalKind::Undecided => format!("undecided: {}", refusal.message),
    };
    let failure = Failure::new(message).at(location);
    let failure = refusal.notes.into_iter().fold(failure, Failure::note);
    failure.note("loops-verify compares generated loops with their schedule tree")
}
