//! `loops-hoist-stack`: an array on the stack is allocated once in a function, not once in each
//! iteration.
//!
//! ```mlir
//! scf.for %i = .. { %t = memref.alloca() : memref<72x26xf32>  body(%t) }
//! ```
//! becomes
//! ```mlir
//! %t = memref.alloca() : memref<72x26xf32>
//! scf.for %i = .. { body(%t) }
//! ```
//! An iteration of `scf.for` or `scf.parallel` frees what it allocated (the trait
//! `AutomaticAllocationScope`), but their lowering to branches does not: the stack would grow
//! with each iteration, until it overflows.
//!
//! Legal always: the extents are constants, an allocated array has no defined content, and a
//! function's iterations run one after another once [`super::outline_parallel`] has moved the
//! parallel ones into functions of their own.

use tc_dialects::op;
use tc_pass_host::{Failure, OperationLike, OperationRef, Pass, PassContext, pass};

pass! {
    /// Moves each `memref.alloca` of constant extents to the beginning of its function. The pass
    /// runs behind `loops-outline-parallel`, since a function that stays parallel would share the
    /// array between its threads.
    pub struct LoopsHoistStack {
        name: "loops-hoist-stack",
        anchor: "func.func",
        summary: "allocate arrays on the stack once in each function",
        statistics: {
            /// arrays moved out of loops and branches
            hoisted,
        },
    }
}

impl Pass for LoopsHoistStack {
    fn run<'c>(&self, function: OperationRef<'c, '_>, _: &PassContext<'c>) -> Result<(), Failure> {
        let Some(entry) = op::blocks(function).into_iter().next() else {
            return Ok(());
        };
        let Some(first) = op::operations(entry).into_iter().next() else {
            return Ok(());
        };
        for array in op::nested(function) {
            let constant = op::is(array, "memref.alloca") && op::operands(array).is_empty();
            if !constant || array.block() == Some(entry) {
                continue;
            }
            let hoisted = op::insert_before(first, (*array).clone());
            op::replace_uses(op::result(array), op::result(hoisted));
            op::erase(array);
            self.hoisted.add(1);
        }
        Ok(())
    }
}
