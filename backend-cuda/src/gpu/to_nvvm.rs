//! `schedule-to-nvvm`: operations of ours on a GPU get NVIDIA's spelling.
//!
//! ```mlir
//! schedule.warp_barrier                     ==>      %all = arith.constant -1 : i32
//!                                                    nvvm.bar.warp.sync %all : i32
//! schedule.async_copy %A[%i], %S[%j], 4     ==>      nvgpu.device_async_copy %A[%i], %S[%j], 4 {bypassL1}
//! schedule.wait 1                           ==>      nvvm.cp.async.commit.group
//!                                                    nvvm.cp.async.wait.group 1
//! %last = schedule.arrive %n[%g] of 4       ==>      gpu.barrier
//!                                                    %mine = scf.if %first -> i32 {
//!                                                      llvm.fence syncscope("device") acq_rel
//!                                                      %old = memref.atomic_rmw addi %c1, %n[%g]
//!                                                      %is = arith.cmpi eq, %old, %c3
//!                                                      scf.if %is { llvm.fence ..; memref.store %c0, %n[%g] }
//!                                                      scf.yield %is
//!                                                    } else { scf.yield %c0 }
//!                                                    %any = nvvm.barrier #nvvm.reduction<or> %mine
//!                                                    %last = arith.cmpi ne, %any, %c0
//! ```
//!
//! A block is counted by one thread, behind a barrier of all of them. Its fence makes what the
//! whole block has written visible before the count; the fence of the last one makes what the
//! others have counted visible to it, and the second barrier, which tells all threads whether they
//! are in the last block, to its threads. Nobody counts any more then, so the counter becomes zero
//! again.
//!
//! Trees and loops name no machine; this folder does. Copies of 16 bytes pass by the first cache:
//! what is read once is not kept there. **Legal** always: all lanes of a warp reach a barrier of a
//! schedule (`schedule-to-gpu`), so the mask names them all; the copies since the last wait are a
//! group, as `schedule.wait` says. **Cost**: one walk.

use melior::dialect::arith::CmpiPredicate;
use melior::dialect::scf;
use melior::ir::attribute::{DenseI32ArrayAttribute, IntegerAttribute};
use melior::ir::r#type::{IntegerType, MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, Recipe, build, create};
use tc_dialects::schedule::{ARRIVE, ASYNC_COPY, FRAGMENT, MULTIPLY_ADD, WAIT, WARP_BARRIER};
use tc_pass_host::*;
use tc_scop::extents::bytes_of;

use super::matrix::{fragment, multiply_add};

pass! {
    /// Gives barriers of a warp the operation that NVIDIA's GPUs have for them, with the mask of
    /// all lanes, copies that go on by themselves theirs, with a group of copies for each wait, a
    /// block that counts itself a fence, an atomic operation and a barrier that tells the result,
    /// and matrix operations `ldmatrix` and `mma`.
    pub struct ScheduleToNvvm {
        name: "schedule-to-nvvm",
        anchor: "any",
        summary: "barriers of a warp, asynchronous copies, waits, counts of blocks and matrix operations in NVIDIA's spelling",
        dialects: ["arith", "gpu", "llvm", "memref", "nvgpu", "nvvm", "scf", "ub", "vector"],
        statistics: {
            /// barriers of a warp that were converted
            warp_barriers,
            /// asynchronous copies that were converted
            async_copies,
            /// waits for copies that were converted
            waits,
            /// counts of blocks that were converted
            arrivals,
            /// factors and matrix operations that were converted
            matrix_operations,
        },
    }
}

/// The bytes of the copies that pass by the first cache.
const PAST_THE_CACHE: i64 = 16;

impl Pass for ScheduleToNvvm {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        for inner in op::nested(op) {
            match op::name(inner) {
                WARP_BARRIER => {
                    warp_barrier(inner, ctx.context());
                    self.warp_barriers.add(1);
                }
                ASYNC_COPY => {
                    async_copy(inner, ctx.context())?;
                    self.async_copies.add(1);
                }
                WAIT => {
                    wait(inner, ctx.context());
                    self.waits.add(1);
                }
                ARRIVE => {
                    let last = arrive(inner, ctx.context());
                    op::replace_uses(op::result(inner), last);
                    self.arrivals.add(1);
                }
                FRAGMENT => {
                    let registers = fragment(inner, ctx.context())?;
                    op::replace_uses(op::result(inner), registers);
                    self.matrix_operations.add(1);
                }
                MULTIPLY_ADD => {
                    let result = multiply_add(inner, ctx.context())?;
                    op::replace_uses(op::result(inner), result);
                    self.matrix_operations.add(1);
                }
                _ => continue,
            }
            op::erase(inner);
        }
        Ok(())
    }
}

fn warp_barrier<'c>(barrier: OperationRef<'c, '_>, context: &'c Context) {
    let location = barrier.location();
    let all_lanes = IntegerAttribute::new(IntegerType::new(context, 32).into(), -1);
    let mask = melior::dialect::arith::constant(context, all_lanes.into(), location);
    let mask = op::result(op::insert_before(barrier, mask));
    let recipe = Recipe {
        operands: &[mask],
        ..Recipe::default()
    };
    op::insert_before(barrier, create("nvvm.bar.warp.sync", location, recipe));
}

fn async_copy<'c>(copy: OperationRef<'c, '_>, context: &'c Context) -> Result<(), Failure> {
    let operands = op::operands(copy);
    let of_source = MemRefType::try_from(operands[0].r#type())?;
    let rank = of_source.rank();
    let (source, target) = operands.split_at(1 + rank);
    let elements = op::integer(copy, "elements").unwrap_or(1);
    let bytes = elements * bytes_of(&of_source.element().to_string());
    let number = IntegerAttribute::new(Type::index(context), elements);
    let mut attributes = vec![
        ("dstElements", number.into()),
        (
            "operandSegmentSizes",
            segments(context, target.len() - 1, rank),
        ),
    ];
    if bytes == PAST_THE_CACHE {
        attributes.push(("bypassL1", Attribute::unit(context)));
    }
    let token = Type::parse(context, "!nvgpu.device.async.token");
    let token = token.expect("the pass declares the dialect `nvgpu`");
    let recipe = Recipe {
        operands: &[target, source].concat(),
        results: &[token],
        attributes: &attributes,
        ..Recipe::default()
    };
    op::insert_before(
        copy,
        create("nvgpu.device_async_copy", copy.location(), recipe),
    );
    Ok(())
}

/// The operands of a copy: the target, its indices, the source, its indices, no size.
fn segments<'c>(context: &'c Context, target: usize, source: usize) -> Attribute<'c> {
    let counts = [1, target, 1, source, 0].map(|count| i32::try_from(count).unwrap_or(0));
    DenseI32ArrayAttribute::new(context, &counts).into()
}

fn wait<'c>(wait: OperationRef<'c, '_>, context: &'c Context) {
    let location = wait.location();
    let commit = create("nvvm.cp.async.commit.group", location, Recipe::default());
    op::insert_before(wait, commit);
    let groups = op::integer(wait, "count").unwrap_or(0);
    let groups = IntegerAttribute::new(IntegerType::new(context, 32).into(), groups);
    let recipe = Recipe {
        attributes: &[("n", groups.into())],
        ..Recipe::default()
    };
    op::insert_before(wait, create("nvvm.cp.async.wait.group", location, recipe));
}

/// Counts a block; whether it is the last one, as a condition.
fn arrive<'c: 'a, 'a>(arrive: OperationRef<'c, 'a>, context: &'c Context) -> Value<'c, 'a> {
    let location = arrive.location();
    let word: Type<'c> = IntegerType::new(context, 32).into();
    let before = |operation| op::result(op::insert_before(arrive, operation));
    let number = |number: i64| {
        let value = IntegerAttribute::new(word, number).into();
        before(melior::dialect::arith::constant(context, value, location))
    };
    let (zero, one) = (number(0), number(1));
    let most = number(op::integer(arrive, "arrivals").unwrap_or(1) - 1);
    op::insert_before(arrive, create("gpu.barrier", location, Recipe::default()));
    let first = before_first_thread(arrive, context);
    let operands = op::operands(arrive);
    let (then, block) = build::open_region(&[], location);
    op::append(block, fence(context, location));
    let kind = IntegerAttribute::new(IntegerType::new(context, 64).into(), ADD).into();
    let recipe = Recipe {
        operands: &[one, operands[0], operands[1]],
        results: &[word],
        attributes: &[("kind", kind)],
        ..Recipe::default()
    };
    let old = op::result(op::append(
        block,
        create("memref.atomic_rmw", location, recipe),
    ));
    let is = compare(context, CmpiPredicate::Eq, old, most, location);
    let is = op::result(op::append(block, is));
    let (reset, inner) = build::open_region(&[], location);
    op::append(inner, fence(context, location));
    let store = melior::dialect::memref::store(zero, operands[0], &operands[1..], location);
    op::append(inner, store);
    op::append(inner, scf::r#yield(&[], location));
    let reset = scf::r#if(is, &[], reset, Region::new(), location);
    op::append(block, reset);
    let is = op::append(block, melior::dialect::arith::extui(is, word, location));
    op::append(block, scf::r#yield(&[op::result(is)], location));
    let (other, block) = build::open_region(&[], location);
    op::append(block, scf::r#yield(&[zero], location));
    let mine = before(scf::r#if(first, &[word], then, other, location));
    let recipe = Recipe {
        operands: &[mine],
        results: &[word],
        attributes: &[
            ("reductionOp", build::parsed(context, "#nvvm.reduction<or>")),
            (
                "operandSegmentSizes",
                DenseI32ArrayAttribute::new(context, &[0, 0, 1]).into(),
            ),
        ],
        ..Recipe::default()
    };
    let any = before(create("nvvm.barrier", location, recipe));
    before(compare(context, CmpiPredicate::Ne, any, zero, location))
}

/// `addi`, in the numbers of `arith`.
const ADD: i64 = 1;

fn compare<'c>(
    context: &'c Context,
    how: CmpiPredicate,
    one: Value<'c, '_>,
    other: Value<'c, '_>,
    location: Location<'c>,
) -> Operation<'c> {
    melior::dialect::arith::cmpi(context, how, one, other, location)
}

/// Orders memory accesses of this thread for all threads of the device.
fn fence<'c>(context: &'c Context, location: Location<'c>) -> Operation<'c> {
    /// `acq_rel`, in the numbers of `llvm`.
    const ACQUIRE_AND_RELEASE: i64 = 6;
    let ordering = IntegerAttribute::new(IntegerType::new(context, 64).into(), ACQUIRE_AND_RELEASE);
    let recipe = Recipe {
        attributes: &[
            ("ordering", ordering.into()),
            ("syncscope", build::text(context, "device")),
        ],
        ..Recipe::default()
    };
    create("llvm.fence", location, recipe)
}

/// Whether this is the first thread of its block, made before an operation.
fn before_first_thread<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    context: &'c Context,
) -> Value<'c, 'a> {
    let location = operation.location();
    let index = Type::index(context);
    let before = |made| op::result(op::insert_before(operation, made));
    let zero = IntegerAttribute::new(index, 0).into();
    let zero = before(melior::dialect::arith::constant(context, zero, location));
    let mut number: Option<Value> = None;
    for axis in ["x", "y", "z"] {
        let dimension = build::parsed(context, &format!("#gpu<dim {axis}>"));
        let recipe = Recipe {
            results: &[index],
            attributes: &[("dimension", dimension)],
            ..Recipe::default()
        };
        let id = before(create("gpu.thread_id", location, recipe));
        number = Some(match number {
            None => id,
            Some(number) => before(melior::dialect::arith::ori(number, id, location)),
        });
    }
    let number = number.unwrap_or(zero);
    before(compare(context, CmpiPredicate::Eq, number, zero, location))
}
