//! `math-to-nvvm`: `math` operations that are one instruction of the GPU become intrinsics that
//! NVPTX selects.
//!
//! ```mlir
//! %y = math.fma %a, %b, %c : f32      ==>      %y = llvm.call_intrinsic "llvm.fma.f32"(%a, %b, %c) : (f32, f32, f32) -> f32
//! ```
//!
//! Minima and maxima get the order of zeros that PTX does not have (`extrema.rs`).
//!
//! Upstream's `convert-gpu-to-nvvm` turns each of these into a call into NVIDIA's bitcode library
//! instead. Square roots and quotients are correctly rounded (`sqrt.rn`, `div.rn`).
//!
//! **Legal** for the operations in the table. Any other `math` operation is refused by name here,
//! because LLVM ends the process if it cannot select an instruction. **Cost**: one walk.

mod extrema;

use melior::ir::attribute::{DenseElementsAttribute, IntegerAttribute};
use tc_dialects::op::{self, build, create_value};
use tc_loops::math::has_function;
use tc_loops::math::types::{element, float_name, is_scalable, vector_shape};
use tc_pass_host::*;

pass! {
    /// Turns the `math` operations that `math-expand` leaves into LLVM intrinsics that NVPTX
    /// selects as one instruction each, and minima and maxima into operations that order zeros.
    /// Refuses all other operations of `math`.
    pub struct MathToNvvm {
        name: "math-to-nvvm",
        anchor: "any",
        summary: "turn math operations that are one instruction into intrinsics for a GPU",
        dialects: ["arith", "llvm"],
        options: {
            /// leave functions, such as math.exp, to a library that is linked later
            keep_functions: bool = false,
        },
        statistics: {
            /// operations turned into intrinsics
            converted,
        },
    }
}

/// Operations and their intrinsics.
const INTRINSICS: [(&str, &str); 8] = [
    ("math.absf", "fabs"),
    ("math.ceil", "ceil"),
    ("math.copysign", "copysign"),
    ("math.floor", "floor"),
    ("math.fma", "fma"),
    ("math.roundeven", "roundeven"),
    ("math.sqrt", "sqrt"),
    ("math.trunc", "trunc"),
];

impl Pass for MathToNvvm {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let mut refused = false;
        for inner in nested(op) {
            let name = op::name(inner);
            if extrema::EXTREMA.contains(&name) {
                extrema::convert(ctx.context(), inner);
                self.converted.add(1);
                continue;
            }
            if !name.starts_with("math.") && name != "arith.remf" {
                continue;
            }
            if self.keep_functions && has_function(name) {
                continue;
            }
            if convert(ctx.context(), inner, name) {
                self.converted.add(1)
            } else {
                let next = if has_function(name) {
                    "run math-expand before math-to-nvvm".to_owned()
                } else {
                    format!("expected {}, or one that math-expand replaces", known())
                };
                let message = format!("`{name}` has no instruction on a GPU: {next}");
                ctx.error(inner.location(), &message);
                refused = true;
            }
        }
        if refused {
            Err(Failure::already_reported())
        } else {
            Ok(())
        }
    }
}

/// The operations that are one instruction.
fn known() -> String {
    let names: Vec<&str> = INTRINSICS.iter().map(|(name, _)| *name).collect();
    format!("math.absi, {}", names.join(", "))
}

/// Replaces an operation; false if the table does not list it.
fn convert<'c: 'a, 'a>(context: &'c Context, operation: OperationRef<'c, 'a>, name: &str) -> bool {
    let ty = op::result(operation).r#type();
    let value = match INTRINSICS.iter().find(|(ours, _)| *ours == name) {
        Some((_, intrinsic)) => match suffix(ty) {
            Some(suffix) => call(
                context,
                operation,
                &format!("llvm.{intrinsic}.{suffix}"),
                ty,
            ),
            None => return false,
        },
        None if name == "math.absi" => absolute(operation, ty),
        None => return false,
    };
    op::edit::replace_uses(op::result(operation), value);
    erase(operation);
    true
}

/// LLVM's spelling of the type in an intrinsic's name: `f32`, `v4f32`.
fn suffix(ty: Type<'_>) -> Option<String> {
    match vector_shape(ty) {
        Some(shape) => match shape[..] {
            [size] if !is_scalable(ty) => Some(format!("v{size}{}", float_name(element(ty))?)),
            _ => None,
        },
        None => float_name(ty).map(str::to_owned),
    }
}

/// Inserts an operation before another one.
fn make<'c: 'a, 'a>(
    anchor: OperationRef<'c, 'a>,
    name: &str,
    operands: &[Value<'c, 'a>],
    ty: Type<'c>,
    attributes: &[(&str, Attribute<'c>)],
) -> Value<'c, 'a> {
    let made = create_value(name, anchor.location(), operands, ty, attributes);
    op::result(op::insert_before(anchor, made))
}

fn call<'c: 'a, 'a>(
    context: &'c Context,
    operation: OperationRef<'c, 'a>,
    intrinsic: &str,
    ty: Type<'c>,
) -> Value<'c, 'a> {
    let given = op::operands(operation);
    let segments = format!("array<i32: {}, 0>", given.len());
    let attributes = [
        ("intrin", build::text(context, intrinsic)),
        ("operandSegmentSizes", build::parsed(context, &segments)),
        ("op_bundle_sizes", build::parsed(context, "array<i32>")),
    ];
    make(operation, "llvm.call_intrinsic", &given, ty, &attributes)
}

/// `max(x, 0 - x)`; the least integer stays what it is.
fn absolute<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, ty: Type<'c>) -> Value<'c, 'a> {
    let x = op::operands(operation)[0];
    let zero: Attribute = IntegerAttribute::new(element(ty), 0).into();
    let zero = match vector_shape(ty) {
        Some(_) => DenseElementsAttribute::splat(ty, zero).into(),
        None => zero,
    };
    let zero = make(operation, "arith.constant", &[], ty, &[("value", zero)]);
    let negated = make(operation, "arith.subi", &[zero, x], ty, &[]);
    make(operation, "arith.maxsi", &[x, negated], ty, &[])
}
