//! `schedule-to-nvvm`: operations of ours on a GPU get NVIDIA's spelling.
//!
//! ```mlir
//! schedule.warp_barrier      ==>      %all = arith.constant -1 : i32
//!                                     nvvm.bar.warp.sync %all : i32
//! ```
//!
//! Trees and loops name no machine; this folder does. **Legal** always: all lanes of a warp reach a
//! barrier of a schedule (`schedule-to-gpu`), so the mask names them all. **Cost**: one walk.

use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;
use tc_dialects::op::{self, Recipe, create};
use tc_dialects::schedule::WARP_BARRIER;
use tc_pass_host::*;

pass! {
    /// Gives barriers of a warp the operation that NVIDIA's GPUs have for them, with the mask of
    /// all lanes.
    pub struct ScheduleToNvvm {
        name: "schedule-to-nvvm",
        anchor: "any",
        summary: "barriers of a warp in NVIDIA's spelling",
        dialects: ["arith", "nvvm"],
        statistics: {
            /// barriers of a warp that were converted
            warp_barriers,
        },
    }
}

impl Pass for ScheduleToNvvm {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let word = IntegerType::new(ctx.context(), 32).into();
        let all_lanes = IntegerAttribute::new(word, -1);
        for barrier in op::nested(op) {
            if !op::is(barrier, WARP_BARRIER) {
                continue;
            }
            let location = barrier.location();
            let mask = melior::dialect::arith::constant(ctx.context(), all_lanes.into(), location);
            let mask = op::result(op::insert_before(barrier, mask));
            let recipe = Recipe {
                operands: &[mask],
                ..Recipe::default()
            };
            op::insert_before(barrier, create("nvvm.bar.warp.sync", location, recipe));
            op::erase(barrier);
            self.warp_barriers.add(1);
        }
        Ok(())
    }
}
