//! Minima and maxima in which -0 is less than 0 and NaN wins.
//!
//! ```mlir
//!                                          %m = llvm.intr.maximum(%x, %y)          // max.NaN.f32
//! %m = arith.maximumf %x, %y : f32   ==>   %e = arith.cmpf oeq, %x, %y             // equal: the same bits, or zeros
//!                                          %b = arith.andi (bits of %x), (bits of %y)
//!                                          %r = arith.select %e, (%b as a number), %m
//! ```
//!
//! PTX takes zeros as equal, so its `max` of 0 and -0 is either. Of two equal numbers the common
//! bits are the larger one, and the united bits (`arith.ori`) the smaller one: they differ for
//! zeros only. f64 has no instruction for which NaN wins: it is a comparison and a choice. Numbers
//! of 16 bits are compared as f32, which is exact. A constant operand other than 0 needs no second
//! step. **Legal** always. **Cost**: three instructions more than the extremum alone.

use super::make;
use melior::ir::attribute::{DenseElementsAttribute, FloatAttribute, IntegerAttribute};
use melior::ir::r#type::IntegerType;
use tc_dialects::op;
use tc_loops::math::types::{element, float_name, vector_of, vector_shape};
use tc_pass_host::*;

/// Predicates of `arith.cmpf`.
#[derive(Clone, Copy)]
enum Compared {
    Equal = 1,
    GreaterOrUnordered = 9,
    LessOrUnordered = 11,
    Unordered = 14,
}

/// The operations that are replaced.
pub(super) const EXTREMA: [&str; 2] = ["arith.maximumf", "arith.minimumf"];

/// Replaces a minimum or maximum.
pub(super) fn convert<'c: 'a, 'a>(context: &'c Context, operation: OperationRef<'c, 'a>) {
    let old = op::result(operation);
    let (ty, mut operands) = (old.r#type(), op::operands(operation));
    let shape = vector_shape(ty);
    let shaped = |element: Type<'c>| match &shape {
        Some(sizes) => vector_of(sizes, element),
        None => element,
    };
    let is_half = matches!(float_name(element(ty)), Some("f16" | "bf16"));
    let computed = if is_half {
        shaped(Type::float32(context))
    } else {
        ty
    };
    let is_ordered = operands.iter().any(|operand| is_other_than_zero(*operand));
    if is_half {
        for operand in &mut operands {
            *operand = make(operation, "arith.extf", &[*operand], computed, &[]);
        }
    }
    let maker = Maker {
        context,
        anchor: operation,
        ty: computed,
        boolean: shaped(IntegerType::new(context, 1).into()),
        is_maximum: op::is(operation, "arith.maximumf"),
    };
    let [a, b] = [operands[0], operands[1]];
    let mut value = match float_name(element(computed)) {
        Some("f64") => maker.chosen(a, b),
        _ => maker.instruction(a, b),
    };
    if !is_ordered {
        let bits = if float_name(element(computed)) == Some("f64") {
            64
        } else {
            32
        };
        value =
            maker.with_ordered_zeros(value, a, b, shaped(IntegerType::new(context, bits).into()));
    }
    if is_half {
        value = make(operation, "arith.truncf", &[value], ty, &[]);
    }
    op::edit::replace_uses(old, value);
    erase(operation);
}

/// Whether a value is a constant that is not a zero.
fn is_other_than_zero<'c: 'a, 'a>(value: Value<'c, 'a>) -> bool {
    let Some(operation) = op::defining_operation(value) else {
        return false;
    };
    let Ok(constant) = operation.attribute("value") else {
        return false;
    };
    let scalar = match DenseElementsAttribute::try_from(constant) {
        Ok(_) => return false,
        Err(_) => FloatAttribute::try_from(constant),
    };
    op::is(operation, "arith.constant") && scalar.is_ok_and(|scalar| scalar.value() != 0.0)
}

/// Makes the operations of one extremum.
struct Maker<'c, 'a> {
    context: &'c Context,
    anchor: OperationRef<'c, 'a>,
    ty: Type<'c>,
    boolean: Type<'c>,
    is_maximum: bool,
}

impl<'c: 'a, 'a> Maker<'c, 'a> {
    fn compare(&self, predicate: Compared, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Value<'c, 'a> {
        let number = IntegerType::new(self.context, 64).into();
        let predicate: Attribute = IntegerAttribute::new(number, predicate as i64).into();
        let predicate = [("predicate", predicate)];
        make(self.anchor, "arith.cmpf", &[a, b], self.boolean, &predicate)
    }

    fn select(
        &self,
        condition: Value<'c, 'a>,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        make(
            self.anchor,
            "arith.select",
            &[condition, a, b],
            self.ty,
            &[],
        )
    }

    /// `max.NaN.f32`
    fn instruction(&self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Value<'c, 'a> {
        let name = if self.is_maximum {
            "llvm.intr.maximum"
        } else {
            "llvm.intr.minimum"
        };
        make(self.anchor, name, &[a, b], self.ty, &[])
    }

    /// The first operand if it is larger or one of both is NaN, then the second if it is NaN.
    fn chosen(&self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Value<'c, 'a> {
        let first = if self.is_maximum {
            Compared::GreaterOrUnordered
        } else {
            Compared::LessOrUnordered
        };
        let first = self.select(self.compare(first, a, b), a, b);
        self.select(self.compare(Compared::Unordered, b, b), b, first)
    }

    /// The value, but of equal operands the common or the united bits.
    fn with_ordered_zeros(
        &self,
        value: Value<'c, 'a>,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
        integer: Type<'c>,
    ) -> Value<'c, 'a> {
        let bits = |value| make(self.anchor, "arith.bitcast", &[value], integer, &[]);
        let name = if self.is_maximum {
            "arith.andi"
        } else {
            "arith.ori"
        };
        let joined = make(self.anchor, name, &[bits(a), bits(b)], integer, &[]);
        let joined = make(self.anchor, "arith.bitcast", &[joined], self.ty, &[]);
        self.select(self.compare(Compared::Equal, a, b), joined, value)
    }
}
