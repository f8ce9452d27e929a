//! `loops-keep-roundings`: a product and a sum are rounded one after the other.
//!
//! ```mlir
//! %p = arith.mulf %x, %x {fastmath = contract}     ==>   %p = arith.mulf %x, %x
//! %s = arith.addf %s0, %p {fastmath = reassoc,contract}  %s = arith.addf %s0, %p {fastmath = reassoc}
//! ```
//!
//! Machines have an instruction that computes `a*b + c` with one rounding, and the flag `contract`,
//! which `schedule-to-cpu` and `schedule-to-gpu` set, lets them use it. It is faster, and nearer to
//! the exact value; but `x*x - y*y` of equal numbers is then the rounding error of `y*y` and not 0.
//! Without the flag no later level joins the two. `math.fma` stays what it is, as the program asks
//! for it. The mapping option `contract=false` runs this pass.
//!
//! **Legal** always: a flag is a permission. **Cost**: one walk.

use tc_dialects::op::{self, build};

use tc_pass_host::*;

pass! {
    /// Removes the permission to compute a product and a sum with one rounding.
    pub struct LoopsKeepRoundings {
        name: "loops-keep-roundings",
        anchor: "any",
        summary: "round products and sums one after the other",
        dialects: ["arith"],
        statistics: {
            /// operations whose flag is removed
            changed,
        },
    }
}

/// The attribute with the flags, and the flag.
const FLAGS: &str = "fastmath";
const CONTRACT: &str = "contract";

impl Pass for LoopsKeepRoundings {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        for inner in op::nested(operation) {
            let Ok(flags) = inner.attribute(FLAGS) else {
                continue;
            };
            let text = flags.to_string();
            let Some((before, rest)) = text.split_once('<') else {
                continue;
            };
            let Some((list, _)) = rest.split_once('>') else {
                continue;
            };
            let kept: Vec<&str> = list
                .split(',')
                .map(str::trim)
                .filter(|flag| *flag != CONTRACT)
                .collect();
            if kept.len() == list.split(',').count() {
                continue;
            }
            let list = if kept.is_empty() {
                "none".to_owned()
            } else {
                kept.join(",")
            };
            let new = build::parsed(ctx.context(), &format!("{before}<{list}>"));
            op::set_attribute(inner, FLAGS, Some(new));
            self.changed.add(1);
        }
        Ok(())
    }
}
