//! `schedule-to-nvvm`: operations of ours on a GPU get NVIDIA's spelling.
//!
//! ```mlir
//! schedule.warp_barrier                     ==>      %all = arith.constant -1 : i32
//!                                                    nvvm.bar.warp.sync %all : i32
//! schedule.async_copy %A[%i], %S[%j], 4     ==>      nvgpu.device_async_copy %A[%i], %S[%j], 4 {bypassL1}
//! schedule.wait 1                           ==>      nvvm.cp.async.commit.group
//!                                                    nvvm.cp.async.wait.group 1
//! ```
//!
//! Trees and loops name no machine; this folder does. Copies of 16 bytes pass by the first cache:
//! what is read once is not kept there. **Legal** always: all lanes of a warp reach a barrier of a
//! schedule (`schedule-to-gpu`), so the mask names them all; the copies since the last wait are a
//! group, as `schedule.wait` says. **Cost**: one walk.

use melior::ir::attribute::{DenseI32ArrayAttribute, IntegerAttribute};
use melior::ir::r#type::{IntegerType, MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, Recipe, create};
use tc_dialects::schedule::{ASYNC_COPY, WAIT, WARP_BARRIER};
use tc_pass_host::*;
use tc_scop::extents::bytes_of;

pass! {
    /// Gives barriers of a warp the operation that NVIDIA's GPUs have for them, with the mask of
    /// all lanes, and copies that go on by themselves theirs, with a group of copies for each wait.
    pub struct ScheduleToNvvm {
        name: "schedule-to-nvvm",
        anchor: "any",
        summary: "barriers of a warp, asynchronous copies and waits in NVIDIA's spelling",
        dialects: ["arith", "nvgpu", "nvvm"],
        statistics: {
            /// barriers of a warp that were converted
            warp_barriers,
            /// asynchronous copies that were converted
            async_copies,
            /// waits for copies that were converted
            waits,
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
