//! `schedule-fuse-tiles`: the values of a producer that a tile of its consumer needs are computed
//! in the tile, Halide's `compute_at`.
//!
//! ```text
//! sequence                                   filter T[i]
//!   filter S[i]   B[i] = f(A[i])               band "tile" T[i] -> 32*floor(i/32)
//!   filter T[i]                        ==>       extension [c] -> S_t[c, i] : c <= i < c + 34
//!     band "tile" T[i] -> 32*floor(i/32)           sequence
//!       T:  C[i] = g(B[i .. i + 2])                  filter S_t   B_t[i - c] = f(A[i])
//!                                                    filter T     C[i] = g(B_t[i mod 32 ..])
//! ```
//!
//! **Which instances.** What the tile reads of the array that the producer writes, its footprint,
//! has a box of constant size around it: that is `B_t`, an array of the tile. All statements that
//! write these elements are copied, a sum with its start and all its terms, in the order of the
//! program. Two tiles that need an element both compute it. A producer of a producer is named in a
//! second run of the pass, with the same target: `S_t` is then its consumer.
//!
//! **What remains.** A statement that is no longer read through memory, and writes a temporary, no
//! longer runs itself; one whose values are returned or read elsewhere stays where it is. Loops
//! that it leaves to others get the flags that they have without it (`flags.rs`).
//!
//! **Loops of the copies.** On a CPU those over the elements of the box, then those of a sum; on a
//! GPU the elements are spread over the threads of a block as copies to shared memory are, and
//! `schedule-sync` puts the barriers.
//!
//! **Legal when** the proof says so ([`tc_scop::verify::recompute`]): the pass proves the new tree,
//! and refuses with the witness otherwise.
//! **Cost**: the overlaps of tiles are computed again; the figures of the remark say how often. A
//! proof.

mod flags;
mod plan;
mod remove;

use tc_dialects::op;
use tc_dialects::schedule::RECOMPUTES;
use tc_dialects::schedule::attributes::isl_attribute;
use tc_dialects::schedule::isl_text::IslKind;
use tc_dialects::schedule::tree::{Refusal, Scop};
use tc_dialects::target::{Limits, cpu_of};
use tc_isl::thread_context;

use melior::ir::attribute::FlatSymbolRefAttribute;
use plan::{Copy, Plan, Planner};
use tc_pass_host::*;
use tc_scop::accesses::{self, STANDS_FOR};
use tc_scop::scop_edit::{Element, ScopEdit};
use tc_scop::scop_pass::{BUDGET, failure};
use tc_scop::select::is_here;
use tc_scop::verify::{BUDGET as PROOF_BUDGET, prove};

pass! {
    /// Computes what each tile of a consumer needs of a producer inside of the tile, into an array
    /// of the tile. Elements that several tiles need are computed several times; a producer that
    /// nothing else reads no longer runs by itself.
    pub struct ScheduleFuseTiles {
        name: "schedule-fuse-tiles",
        anchor: "schedule.scop",
        summary: "tiles compute what they need of a producer, into arrays of their own",
        dialects: ["affine", "memref"],
        options: {
            /// a statement of the producer, such as S0
            compute: Option<String> = None,
            /// the band below which it is computed: a mark, a tag, or a path such as `S1/band[0]`;
            /// the outermost band of every kernel if empty
            target: Option<String> = None,
            /// how many bytes the array of a tile may take; what a block can have, or the
            /// second-level cache of a core, if empty
            limit: Option<i64> = None,
        },
        statistics: {
            /// statements that are computed in tiles
            statements,
            /// of these, those that no longer run by themselves
            removed,
            /// bytes of the arrays of tiles
            bytes,
        },
    }
}

impl Pass for ScheduleFuseTiles {
    fn check(&self) -> Result<(), String> {
        match (&self.compute, self.limit) {
            (None, _) => Err("expected `compute`, a statement of the producer".to_owned()),
            (_, Some(limit)) if limit < 1 => {
                Err(format!("expected a positive limit, found {limit}"))
            }
            _ => Ok(()),
        }
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = self.target.as_deref();
        if !is_here(operation, target)? {
            return Ok(());
        }
        let isl = thread_context();
        let accesses = accesses::of_scop(&isl, operation)?;
        let (scop, plan) = isl
            .with_budget(BUDGET, || {
                let scop = Scop::from_op(&isl, operation)?;
                let planner = Planner {
                    scop: &scop,
                    accesses: &accesses,
                    limit: self.bytes(ctx, &scop)?,
                };
                let compute = self.compute.as_deref().unwrap_or_default();
                let plan = planner.plan(compute, target)?;
                Ok((scop, plan))
            })
            .map_err(|refusal: Refusal| failure(operation, refusal))?;
        write(operation, ctx, &scop, &plan)?;
        prove(operation, PROOF_BUDGET, "budget")?;
        if !plan.removed.is_empty() {
            give_flags(operation, ctx)?;
        }
        self.statements.add(plan.copies.len());
        self.removed.add(plan.removed.len());
        self.bytes.add(usize::try_from(plan.bytes).unwrap_or(0));
        ctx.decided(operation, plan.decision());
        Ok(())
    }
}

impl ScheduleFuseTiles {
    /// What the array of a tile may take.
    fn bytes(&self, ctx: &PassContext<'_>, scop: &Scop) -> Result<i64, Refusal> {
        if let Some(limit) = self.limit {
            return Ok(limit);
        }
        let target = ctx.target();
        if on_gpu(ctx, scop) {
            return Ok(Limits::of_gpu(target.as_ref())?.shared_bytes);
        }
        let cache = cpu_of(target.as_ref())?.l2_bytes;
        Ok(i64::try_from(cache).unwrap_or(i64::MAX))
    }
}

/// Gives bands the flags that they may have now; those that they have stay if there is no proof.
fn give_flags<'c>(operation: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
    let isl = thread_context();
    let accesses = accesses::of_scop(&isl, operation)?;
    let of_isl = |refusal: Refusal| failure(operation, refusal);
    let write = |scop: &Scop| scop.write(ctx.context(), operation).map_err(of_isl);
    let scop = Scop::from_op(&isl, operation).map_err(of_isl)?;
    let Ok(tree) = isl.with_budget(BUDGET, || flags::improved(&scop, &accesses)) else {
        return Ok(());
    };
    if tree == scop.tree {
        return Ok(());
    }
    write(&Scop {
        tree,
        ..scop.clone()
    })?;
    match prove(operation, PROOF_BUDGET, "budget") {
        Ok(_) => Ok(()),
        Err(_) => write(&scop),
    }
}

/// Whether tiles are blocks of a GPU.
fn on_gpu(ctx: &PassContext<'_>, scop: &Scop) -> bool {
    let target = ctx.target();
    scop.block.is_some() || target.is_some_and(|target| target.as_gpu().is_some())
}

/// Writes the array of the tile, the copies, what reads them, and the tree.
fn write<'c>(
    operation: OperationRef<'c, '_>,
    ctx: &PassContext<'c>,
    scop: &Scop,
    plan: &Plan,
) -> Result<(), Failure> {
    let edit = ScopEdit::new(ctx.context(), operation)?;
    let shape: Vec<String> = plan.shape.iter().map(i64::to_string).collect();
    let memory = match on_gpu(ctx, scop) {
        true => ", #gpu.address_space<workgroup>",
        false => "",
    };
    let memref = format!("memref<{}x{}{memory}>", shape.join("x"), plan.element);
    let array = edit.add_array(&plan.array, "shared", &memref)?;
    for copy in &plan.copies {
        add_copy(ctx, &edit, copy)?;
    }
    for access in &plan.accesses {
        let to = Element {
            array,
            subscripts: &access.subscripts,
        };
        let means = access.means.to_string();
        edit.redirect(&access.statement, access.position, &to, Some(&means))?;
    }
    let written = Scop {
        tree: plan.tree.clone(),
        ..scop.clone()
    }
    .write(ctx.context(), operation);
    written.map_err(|refusal| failure(operation, refusal))
}

/// Adds a copy of a statement, with more indices in front.
fn add_copy<'c: 'a, 'a>(
    ctx: &PassContext<'c>,
    edit: &ScopEdit<'c, 'a>,
    copy: &Copy,
) -> Result<(), Failure> {
    let context = ctx.context();
    let added = edit.add_clone(&copy.original, &copy.name, &copy.outer)?;
    let original = FlatSymbolRefAttribute::new(context, &copy.original);
    op::set_attribute(added, "at", None);
    op::set_attribute(added, RECOMPUTES, Some(original.into()));
    let operations = op::nested(added);
    for (position, means) in &copy.stands_for {
        let means = isl_attribute(context, IslKind::Map, &means.to_string());
        let means = means.map_err(Failure::new)?;
        if let Some(access) = operations.get(*position) {
            op::set_attribute(*access, STANDS_FOR, Some(means));
        }
    }
    Ok(())
}
