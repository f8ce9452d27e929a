//! `gpu-keep-registers`: kernels with many sums in registers may have as many as they need.
//!
//! ```mlir
//! gpu.func @k(...) kernel { ... scf.for ... iter_args(64 sums) ... }
//!   ==>
//! gpu.func @k(...) kernel attributes {nvvm.minctasm = 1 : i32} { ... }      // .minnctapersm 1
//! ```
//!
//! Without `.minnctapersm`, NVIDIA's assembler weighs registers of a thread against blocks of a
//! multiprocessor, and stops at 128 registers for some kernels, although these then store sums to
//! memory and load them back. A kernel whose threads carry many sums has its parallelism in them:
//! it needs the registers more than another block.
//!
//! **Legal** always: it is a hint, and one block of a kernel always has to fit. **Which kernels**:
//! those with a loop that carries at least `carried` numbers, elements of vectors counted.
//! **Cost**: one walk.

use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;
use tc_dialects::op;
use tc_passes::api::*;
use tc_passes::math::types::{element, vector_shape};

pass! {
    /// Tells NVIDIA's assembler that one block on a multiprocessor is enough for kernels whose
    /// loops carry many sums, so that it does not store these to memory in order to fit another
    /// block.
    pub struct GpuKeepRegisters {
        name: "gpu-keep-registers",
        anchor: "any",
        summary: "kernels with many sums keep them in registers",
        dialects: ["nvvm"],
        options: {
            /// how many floating-point numbers a loop has to carry
            carried: u64 = 32,
        },
        statistics: {
            /// kernels that may have fewer blocks on a multiprocessor
            kernels,
        },
    }
}

impl Pass for GpuKeepRegisters {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        for kernel in op::nested(op) {
            let is_kernel =
                op::name(kernel) == "gpu.func" && kernel.attribute("gpu.kernel").is_ok();
            if is_kernel && most_carried(kernel) >= self.carried {
                let i32 = IntegerType::new(ctx.context(), 32).into();
                let one = IntegerAttribute::new(i32, 1);
                op::set_attribute(kernel, "nvvm.minctasm", Some(one.into()));
                self.kernels.add(1);
            }
        }
        Ok(())
    }
}

/// The most floating-point numbers that a loop of a kernel carries.
fn most_carried(kernel: OperationRef) -> u64 {
    let loops = op::nested(kernel).into_iter();
    let loops = loops.filter(|inner| op::name(*inner) == "scf.for");
    let carried = loops.map(|inner| inner.results().map(numbers).sum());
    carried.max().unwrap_or(0)
}

fn numbers<'c>(value: impl ValueLike<'c>) -> u64 {
    let ty = value.r#type();
    let lanes = vector_shape(ty).map_or(1, |sizes| sizes.iter().product::<i64>());
    match element(ty).is_float() {
        true => u64::try_from(lanes).unwrap_or(0),
        false => 0,
    }
}
