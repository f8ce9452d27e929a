//! `math-round-integers`: integers become bf16 by the roundings that the program states.
//!
//! ```mlir
//!                                            %f = arith.sitofp %i : i32 to f32
//! %f = arith.sitofp %i : i32 to f32          %b = arith.bitcast %f : f32 to i32
//! %y = arith.truncf %f : f32 to bf16   ==>   %r = (%b + 0x7fff + ((%b >> 16) & 1)) >> 16
//!                                            %t = arith.trunci %r : i32 to i16
//!                                            %y = arith.bitcast %t : i16 to bf16
//! ```
//!
//! `canonicalize` joins the two operations on the left to one conversion of i32 to bf16. An integer
//! with more than 24 bits is rounded twice by the two, once by the one: 2^30 + 2^22 + 1 is 2^30 or
//! 2^30 + 2^23. So this pass stands in front of `canonicalize`. LLVM has no conversion to bf16 for
//! most processors either. A conversion that is written as one, `arith.sitofp %i : i32 to bf16`,
//! goes through f64, whose 53 bits are rounded to 8 in the same way.
//!
//! No integer is infinite, subnormal or no number, so that the addition carries into the exponent
//! at most. **Legal** always. **Cost**: one walk; six operations for each conversion.

use melior::ir::r#type::IntegerType;
use tc_dialects::op::{self, build, create_value};

use super::types::{element, float_name, vector_of, vector_shape};
use tc_pass_host::*;

pass! {
    /// Computes conversions of integers to bf16 on the bits of f32 or f64, with the roundings that
    /// the program states: `canonicalize` would join a conversion to f32 with the rounding behind
    /// it.
    pub struct MathRoundIntegers {
        name: "math-round-integers",
        anchor: "any",
        summary: "convert integers to bf16 by integer arithmetic",
        dialects: ["arith"],
        statistics: {
            /// conversions replaced
            converted,
        },
    }
}

impl Pass for MathRoundIntegers {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        for inner in op::nested(op) {
            let result = match op::name(inner) {
                "arith.truncf" | "arith.sitofp" | "arith.uitofp" => op::result(inner),
                _ => continue,
            };
            if float_name(element(result.r#type())) != Some("bf16") {
                continue;
            }
            let operand = op::operands(inner)[0];
            let at = At {
                context: ctx.context(),
                before: inner,
                shape: vector_shape(result.r#type()),
            };
            let number = match op::name(inner) {
                "arith.truncf" if comes_from_integer(operand) => operand,
                "arith.truncf" => continue,
                convert => at.make(convert, operand, Type::float64(ctx.context())),
            };
            let rounded = at.rounded(number, result.r#type());
            op::replace_uses(result, rounded);
            op::erase(inner);
            self.converted.add(1);
        }
        Ok(())
    }
}

fn comes_from_integer(value: Value) -> bool {
    op::defining_operation(value)
        .is_some_and(|convert| matches!(op::name(convert), "arith.sitofp" | "arith.uitofp"))
}

/// Where operations on numbers, or on vectors of a shape, are made.
struct At<'c, 'a> {
    context: &'c Context,
    before: OperationRef<'c, 'a>,
    shape: Option<Vec<i64>>,
}

impl<'c: 'a, 'a> At<'c, 'a> {
    fn value(&self, name: &str, operands: &[Value<'c, 'a>], ty: Type<'c>) -> Value<'c, 'a> {
        let made = create_value(name, self.before.location(), operands, ty, &[]);
        op::result(op::insert_before(self.before, made))
    }

    /// A conversion to another type of elements.
    fn make(&self, name: &str, operand: Value<'c, 'a>, element: Type<'c>) -> Value<'c, 'a> {
        let ty = match &self.shape {
            None => element,
            Some(sizes) => vector_of(sizes, element),
        };
        self.value(name, &[operand], ty)
    }

    fn integer(&self, width: u32) -> Type<'c> {
        IntegerType::new(self.context, width).into()
    }

    /// An integer operation with a constant on the right.
    fn with(&self, name: &str, left: Value<'c, 'a>, right: i64) -> Value<'c, 'a> {
        let ty = left.r#type();
        let text = match self.shape {
            None => format!("{right} : {ty}"),
            Some(_) => format!("dense<{right}> : {ty}"),
        };
        let value = [("value", build::parsed(self.context, &text))];
        let location = self.before.location();
        let constant = create_value("arith.constant", location, &[], ty, &value);
        let constant = op::result(op::insert_before(self.before, constant));
        self.value(name, &[left, constant], ty)
    }

    /// A number in f32 or f64, rounded to bf16: to nearest, ties to even.
    fn rounded(&self, number: Value<'c, 'a>, to: Type<'c>) -> Value<'c, 'a> {
        let half = IntegerType::new(self.context, 16).into();
        let is_double = float_name(element(number.r#type())) == Some("f64");
        let (width, dropped) = if is_double { (64, 45) } else { (32, 16) };
        let bits = self.make("arith.bitcast", number, self.integer(width));
        let last = self.with("arith.shrui", bits, dropped);
        let odd = self.with("arith.andi", last, 1);
        let sum = self.value("arith.addi", &[bits, odd], bits.r#type());
        let mut sum = self.with("arith.addi", sum, (1 << (dropped - 1)) - 1);
        if is_double {
            // The bits that remain are those of a number in bf16, so that f32 holds it.
            let kept = self.with("arith.andi", sum, -1 << dropped);
            let kept = self.make("arith.bitcast", kept, Type::float64(self.context));
            let kept = self.make("arith.truncf", kept, Type::float32(self.context));
            sum = self.make("arith.bitcast", kept, self.integer(32));
        }
        let high = self.with("arith.shrui", sum, 16);
        let short = self.make("arith.trunci", high, half);
        self.value("arith.bitcast", &[short], to)
    }
}
