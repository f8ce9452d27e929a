//! `schedule-verify`: proves that a schedule tree preserves the semantics of the statements in text
//! order.
//!
//! Nothing is changed. From the bodies of the statements the pass computes their accesses and
//! dependences ([`crate`]), and proves with isl, for all sizes that the context allows:
//!
//! | property | module |
//! | --- | --- |
//! | every instance of the domain runs exactly once, or copies of it do | `super::leaves` |
//! | nodes mean to the code what they mean here | [`super::execution`] |
//! | integers fit in their types | [`integers`] |
//! | every access stays inside its array | [`bounds`] |
//! | accesses to tiles state their original element, and extensions add only copies and barriers | [`promotion`] |
//! | what is computed again, in the tiles that need it, has the values of the program | [`recompute`] |
//! | every dependence runs forwards; no parallel, vector or block loop carries one; `permutable` and `coincident` are true | [`order`] |
//! | dependent instances do not run in different blocks of a kernel | [`blocks`] |
//! | tiles hold the elements that accesses stand for, and written elements are copied back to arrays | [`tiles`], [`whole`], [`ring`], [`dataflow`] |
//! | iterations that run at the same time share no storage | [`storage`] |
//! | no two threads of a block access an element, one of them writing, without a barrier in between | [`threads`] |
//! | asynchronous copies are complete where something touches what they write | [`copies`] |
//! | bands with a unit are what its matrix operation computes, and all lanes of a warp run it together | [`units`] |
//! | no kernel needs more threads, blocks or shared memory than the machine has | [`limits`] |
//!
//! Updates of a reduction may be reordered, but may not run at the same time.
//!
//! **Refused** with the smallest pair of instances as a witness, at the node at fault:
//!
//! ```text
//! error[TC0402]: the flow dependence S0[0, 0] -> S1[0, 0, 0] on `C` is broken: the sequence runs the second instance first
//! ```
//!
//! There are three verdicts: legal, illegal with a witness, and undecided if isl needs more
//! operations than `budget` or fails. The proof is conservative: accesses that are not affine
//! conflict with every element that they may touch. It does not depend on what the process did
//! before: each proof has its own isl context.
//! **Cost**: isl operations quadratic in the number of statements; about 20 ms for a tiled matrix
//! product.

pub mod blocks;
pub mod bounds;
pub mod copies;
pub mod dataflow;
pub mod explain;
pub mod fences;
pub mod integers;
pub mod limits;
pub mod order;
pub mod promotion;
pub mod recompute;
pub mod ring;
pub mod storage;
pub mod threads;
pub mod tiles;
pub mod units;
pub mod whole;
pub mod witness;

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{Refusal, RefusalKind, Scop, Tree};

use tc_isl::UnionSet;

use super::execution::{Execution, names};
use super::failure;
use super::leaves::Leaves;
use super::warps::lanes;
use crate::accesses::{self, ScopAccesses};
use crate::barriers::Level;
use crate::dependences::{self, DependenceKind, Dependences};
use blocks::Blocks;
use copies::Copies;
use explain::Explainer;
use order::Order;
use promotion::{Promotion, Use};
use recompute::Recompute;
use storage::{Places, Storage};
use tc_dialects::target::Target;
use tc_pass_host::*;
use threads::Threads;

/// The isl operations allowed for a proof by default.
pub const BUDGET: u64 = 2_000_000_000;

pass! {
    /// Proves that a scop's tree respects all dependences, has no races, and keeps accesses inside
    /// arrays. A failed proof names the smallest pair of instances as a witness.
    pub struct ScheduleVerify {
        name: "schedule-verify",
        anchor: "schedule.scop",
        summary: "prove that a schedule respects dependences, has no races and stays in bounds",
        options: {
            /// isl operations before the proof counts as undecided; 0: any number
            budget: u64 = BUDGET,
        },
        statistics: {
            /// scops proved
            scops,
            /// dependence relations proved to run forwards
            dependences,
            /// accesses proved to stay inside their array
            accesses,
        },
    }
}

impl Pass for ScheduleVerify {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let proof = prove(operation, self.budget, "budget")?;
        self.scops.add(1);
        self.dependences.add(proof.dependences);
        self.accesses.add(proof.accesses);
        ctx.preserve_analyses();
        Ok(())
    }
}

/// Proves a `schedule.scop` with so many isl operations; 0: any number. MLIR is only read. `option`
/// is the name of the pass option that raises the budget.
pub fn prove(operation: OperationRef<'_, '_>, budget: u64, option: &str) -> Result<Proof, Failure> {
    with_own_isl(|isl| {
        let accesses = accesses::of_scop(isl, operation)?;
        let target = Target::of_operation(operation);
        let work = || {
            let scop = Scop::from_op(isl, operation)?;
            limits::check(&scop, &accesses, target.as_ref())?;
            verify(&scop, &accesses, lanes(target.as_ref()))
        };
        let result = match budget {
            0 => work(),
            _ => isl.with_budget(budget, work),
        };
        result.map_err(|refusal| failure::plain(operation, verdict(refusal, budget, option)))
    })
}

/// Reports an unfinished proof as undecided, with the option that raises its budget.
fn verdict(refusal: Refusal, budget: u64, option: &str) -> Refusal {
    match refusal.kind {
        RefusalKind::Budget { operations } if operations == budget => Refusal::new(format!(
            "undecided: no proof was found within {budget} isl operations"
        ))
        .of_kind(refusal.kind)
        .note(format!(
            "raise the option `{option}`, or bind sizes with `tc-specialize`"
        )),
        RefusalKind::Budget { .. } | RefusalKind::Undecided => Refusal {
            message: format!("undecided: {}", refusal.message),
            ..refusal
        },
        RefusalKind::Illegal | RefusalKind::Dependence => refusal,
    }
}

/// The counts of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Relations between two statements.
    pub dependences: usize,
    /// Accesses that were proved to be in bounds.
    pub accesses: usize,
}

/// Proves a scop for a machine with so many threads in a warp; the refusal shows the smallest
/// instances for which the proof fails.
pub fn verify(scop: &Scop, accesses: &ScopAccesses, lanes: i64) -> Result<Proof, Refusal> {
    check_nodes(&scop.tree)?;
    let execution = Execution::of(scop, accesses)?;
    integers::check(&execution.tree, &execution.leaves, accesses)?;
    let (execution, accesses) = execution.of_runs(accesses)?;
    let proof = verify_runs(scop, &execution, &accesses, lanes);
    proof.map_err(names::about_statements)
}

/// The same, where each instance runs once.
fn verify_runs(
    scop: &Scop,
    execution: &Execution,
    accesses: &ScopAccesses,
    lanes: i64,
) -> Result<Proof, Refusal> {
    let Execution { tree, leaves } = execution;
    let domain = tree.domain()?;
    let context = domain.context().clone();
    let absent = leaves.check_domain(tree, accesses)?;
    let proved = bounds::check(leaves, accesses, &context)?;
    units::check(tree, accesses)?;
    let promotion = Promotion::of(tree, leaves, accesses, &context)?;
    let resolved = promotion.resolved(tree)?;
    let recompute = Recompute {
        promotion: &promotion,
        resolved: &resolved,
        domain,
        absent: &absent,
    };
    let running = recompute.check()?;
    let found = dependences_of(&running, &promotion.visible(&resolved))?;
    let explainer = Explainer {
        accesses: &resolved,
    };
    check_order(tree, &recompute, &explainer, &found)?;
    Blocks {
        leaves,
        explainer: &explainer,
        context: &context,
        accesses,
        grid: scop.grid,
        arrays: &scop.arrays,
    }
    .check(tree, &found)?;
    check_storage(scop, tree, &recompute, &found)?;
    let explainer = Explainer { accesses };
    let threads = Threads {
        leaves,
        explainer: &explainer,
        context: &context,
        accesses,
        grid: scop.grid,
        block: scop.block,
        lanes,
        least: Level::Block,
    };
    threads.check(tree)?;
    Copies {
        leaves,
        context: &context,
        accesses,
    }
    .check(tree)?;
    let mut dependences = 0;
    for kind in DependenceKind::ALL {
        dependences += found.of_kind(kind).n_map()?;
    }
    Ok(Proof {
        dependences,
        accesses: proved,
    })
}

/// Proves that dependent instances are in order, those included that are computed again.
fn check_order(
    tree: &Tree,
    recompute: &Recompute<'_>,
    explainer: &Explainer<'_>,
    found: &Dependences,
) -> Result<(), Refusal> {
    let Promotion {
        leaves, context, ..
    } = recompute.promotion;
    let order = |leaves: &Leaves, tree: &Tree| {
        let order = Order {
            leaves,
            explainer,
            context,
            found,
        };
        order.check(tree)
    };
    if recompute.promotion.recomputing.is_empty() {
        return order(leaves, tree);
    }
    let tree = recompute.in_domain(tree)?;
    order(&Leaves::of(&tree)?, &tree)
}

/// The dependences between the instances of a domain; those that cannot be found are undecided.
pub(super) fn dependences_of(
    domain: &UnionSet,
    visible: &ScopAccesses,
) -> Result<Dependences, Refusal> {
    dependences::compute(domain, visible, 0).map_err(|error| match error {
        dependences::DependenceError::Isl(error) => Refusal::from(error),
        other => Refusal::new(other.to_string()).of_kind(RefusalKind::Undecided),
    })
}

/// Proves that accesses find their original elements in arrays and tiles, given that the order is
/// legal.
fn check_storage(
    scop: &Scop,
    tree: &Tree,
    recompute: &Recompute<'_>,
    found: &Dependences,
) -> Result<(), Refusal> {
    let promotion = recompute.promotion;
    let all = promotion.uses(recompute.resolved)?;
    let kept = all.iter();
    let uses: Vec<Use> = kept
        .filter(|one| !promotion.scratch.contains(&one.array))
        .cloned()
        .collect();
    let places = Places {
        leaves: promotion.leaves,
        context: promotion.context,
        kernels: tree.kernels(),
        grid: scop.grid,
        block: scop.block,
    };
    let mut open = BTreeSet::new();
    for tile in &promotion.tiles {
        if !whole::is_whole(promotion, &places, &uses, tile, found)?
            && !tiles::is_current(tree, promotion, &uses, tile, found)?
            && !ring::is_ring(tree, promotion, &uses, tile)?
        {
            let of_tile = uses.iter().filter(|one| one.array == *tile);
            open.extend(of_tile.map(|one| one.element_array.clone()));
        }
    }
    if !open.is_empty() {
        let open: Vec<String> = open.into_iter().collect();
        dataflow::check(tree, promotion, &places, &uses, &open)?;
    }
    for array in promotion.locals() {
        dataflow::check_local(tree, promotion, &places, &uses, array)?;
    }
    recompute.check_scratch(tree, &places, &all)?;
    Storage {
        promotion,
        places: &places,
        uses: &all,
    }
    .check(tree)
}

/// Refuses expansions.
fn check_nodes(tree: &Tree) -> Result<(), Refusal> {
    for (path, node) in tree.walk() {
        if let Tree::Expansion { .. } = node {
            return Err(Refusal::new("expansion nodes are not verified yet")
                .at(&path)
                .note("schedule the expanded statements"));
        }
    }
    Ok(())
}
