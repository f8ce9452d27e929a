//! `llvm-masked-stores`: masked stores of 32-bit integers become those of floats with the same bits.
//!
//! ```mlir
//! llvm.intr.masked.store %x, %to, %mask : vector<8xi32>, ...
//!   ==>
//! %f = llvm.bitcast %x : vector<8xi32> to vector<8xf32>
//! llvm.intr.masked.store %f, %to, %mask : vector<8xf32>, ...
//! ```
//!
//! LLVM joins a truncation and the masked store of its result into one truncating store. Where the
//! mask is a constant with one lane, LLVM 22 then writes the element before the truncation: 8 bytes
//! in place of 4 for a vector of i64, over the next element. It finds such masks after unrolling,
//! so a mask made at run time is no protection. The cast stands between the two. **Legal** always.
//! **Cost**: one walk; the cast costs no instruction.

use melior::ir::Type;
use melior::ir::r#type::IntegerType;
use tc_dialects::op::{self, create_value};
use tc_loops::math::types::{element, vector_of, vector_shape};
use tc_pass_host::{Failure, OperationLike, OperationRef, Pass, PassContext, ValueLike, pass};

pass! {
    /// Stores vectors of 32-bit integers under a mask as vectors of floats: LLVM 22 writes too many
    /// bytes where it joins such a store with a truncation.
    pub struct LlvmMaskedStores {
        name: "llvm-masked-stores",
        anchor: "any",
        summary: "masked stores that LLVM does not join with truncations",
        dialects: ["llvm"],
        statistics: {
            /// stores that got a cast
            cast,
        },
    }
}

impl Pass for LlvmMaskedStores {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        for store in op::nested(op) {
            if op::name(store) != "llvm.intr.masked.store" {
                continue;
            }
            let value = op::operands(store)[0];
            let Some(sizes) = vector_shape(value.r#type()) else {
                continue;
            };
            if element(value.r#type()) != IntegerType::new(ctx.context(), 32).into() {
                continue;
            }
            let floats = vector_of(&sizes, Type::float32(ctx.context()));
            let cast = create_value("llvm.bitcast", store.location(), &[value], floats, &[]);
            op::set_operand(store, 0, op::result(op::insert_before(store, cast)));
            self.cast.add(1);
        }
        Ok(())
    }
}
