//! `llvm-extrema`: minima and maxima become the operations of LLVM that order zeros.
//!
//! ```mlir
//! %m = arith.maximumf %x, %y : vector<16xf32>   ==>   %m = llvm.intr.maximum(%x, %y) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
//! ```
//!
//! `arith-expand`, which must run for bf16, would make them a comparison and a choice: then the
//! larger one of 0 and -0 is the second one, whichever it is. Numbers of 16 bits are compared as
//! f32, which is exact. **Legal** always. **Cost**: one walk.

use melior::ir::Type;
use tc_dialects::op::{self, create_value};
use tc_loops::math::types::{element, float_name, vector_of, vector_shape};
use tc_pass_host::{
    Context, Failure, OperationLike, OperationRef, Pass, PassContext, Value, ValueLike, pass,
};

pass! {
    /// Replaces `arith.minimumf` and `arith.maximumf` by LLVM's operations, for which -0 is less
    /// than 0; in front of `arith-expand`, whose result for zeros is the second operand.
    pub struct LlvmExtrema {
        name: "llvm-extrema",
        anchor: "any",
        summary: "minima and maxima in which -0 is less than 0",
        dialects: ["arith", "llvm"],
        statistics: {
            /// operations replaced
            replaced,
        },
    }
}

impl Pass for LlvmExtrema {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        for inner in op::nested(op) {
            let name = match op::name(inner) {
                "arith.minimumf" => "llvm.intr.minimum",
                "arith.maximumf" => "llvm.intr.maximum",
                _ => continue,
            };
            replace(ctx.context(), inner, name);
            self.replaced.add(1);
        }
        Ok(())
    }
}

fn replace<'c: 'a, 'a>(context: &'c Context, operation: OperationRef<'c, 'a>, name: &str) {
    let make = |name: &str, operands: &[Value<'c, 'a>], ty: Type<'c>| {
        let made = create_value(name, operation.location(), operands, ty, &[]);
        op::result(op::insert_before(operation, made))
    };
    let old = op::result(operation);
    let (ty, mut operands) = (old.r#type(), op::operands(operation));
    let is_half = matches!(float_name(element(ty)), Some("f16" | "bf16"));
    let f32 = Type::float32(context);
    let computed = match (is_half, vector_shape(ty)) {
        (false, _) => ty,
        (true, None) => f32,
        (true, Some(sizes)) => vector_of(&sizes, f32),
    };
    if is_half {
        for operand in &mut operands {
            *operand = make("arith.extf", &[*operand], computed);
        }
    }
    let mut value = make(name, &operands, computed);
    if is_half {
        value = make("arith.truncf", &[value], ty);
    }
    op::replace_uses(old, value);
    op::erase(operation);
}
