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
//! it needs the registers more than another block. This holds where the sums reuse what is loaded.
//! A loop that loads about one number for each multiply-add waits for memory: with the hint the
//! assembler hoists loads over all registers (255 of them for `atax`, 108 without the hint), and
//! the other blocks that hide the latency are missing.
//!
//! **Legal** always: it is a hint, and one block of a kernel always has to fit. **Which kernels**:
//! those whose blocks are counted (`schedule.arrive`): what the last one adds up takes other
//! registers than the loop before it, and the assembler would take them from the loop. And those
//! with a loop that carries at least `carried` numbers and does at least `intensity`
//! floating-point operations for each number that it loads. Elements of vectors count, a
//! multiply-add is two operations, a loop inside counts as one iteration of it, and loads of the
//! same element, under a condition and beside it, are one. **Cost**: one
//! walk for each loop.

use std::collections::HashSet;

use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;
use tc_dialects::op::{self, ValueKey};
use tc_dialects::schedule::ARRIVE;
use tc_loops::math::types::{element, vector_shape};
use tc_pass_host::*;

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
            /// how many floating-point operations it has to do for each number that it loads
            intensity: u64 = 4,
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
            let loops = || op::nested(kernel).into_iter();
            let needs = |inner| op::is(inner, ARRIVE) || self.needs_registers(inner);
            if is_kernel && loops().any(needs) {
                let i32 = IntegerType::new(ctx.context(), 32).into();
                let one = IntegerAttribute::new(i32, 1);
                op::set_attribute(kernel, "nvvm.minctasm", Some(one.into()));
                self.kernels.add(1);
            }
        }
        Ok(())
    }
}

impl GpuKeepRegisters {
    /// Whether an operation is a loop that carries many sums, and reuses what it loads.
    fn needs_registers(&self, inner: OperationRef) -> bool {
        if op::name(inner) != "scf.for" || all_numbers(inner) < self.carried {
            return false;
        }
        let (mut operations, mut loaded) = (0, 0);
        let mut places: HashSet<Vec<ValueKey>> = HashSet::new();
        for one in op::nested(inner) {
            match op::name(one) {
                "memref.load" | "vector.load" | "vector.transfer_read" => {
                    if places.insert(one.operands().map(ValueKey::of).collect()) {
                        loaded += all_numbers(one);
                    }
                }
                "math.fma" | "vector.fma" => operations += 2 * all_numbers(one),
                "arith.constant" => {}
                name if name.starts_with("arith.") || name.starts_with("math.") => {
                    operations += all_numbers(one);
                }
                _ => {}
            }
        }
        operations >= self.intensity * loaded
    }
}

/// The floating-point numbers among the results of an operation.
fn all_numbers(one: OperationRef) -> u64 {
    one.results().map(numbers).sum()
}

fn numbers<'c>(value: impl ValueLike<'c>) -> u64 {
    let ty = value.r#type();
    let lanes = vector_shape(ty).map_or(1, |sizes| sizes.iter().product::<i64>());
    if element(ty).is_float() {
        u64::try_from(lanes).unwrap_or(0)
    } else {
        0
    }
}
