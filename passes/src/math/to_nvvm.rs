//! `math-to-nvvm`: `math` operations that are one instruction of the GPU become intrinsics that NVPTX selects.
//!
//! ```mlir
//! %y = math.fma %a, %b, %c : f32      ==>      %y = llvm.call_intrinsic "llvm.fma.f32"(%a, %b, %c) : (f32, f32, f32) -> f32
//! ```
//!
//! Upstream's `convert-gpu-to-nvvm` makes a call into NVIDIA's bitcode library of each of these instead. Square roots and quotients are
//! correctly rounded (`sqrt.rn`, `div.rn`).
//!
//! **Legal** for what the table lists. Any other `math` operation is refused by name here, because LLVM ends the process where
//! an instruction cannot be selected. **Cost**: one walk.

use mlir_sys::*;

use super::library;
use crate::api::*;
use crate::loops::builder::{operands, result};
use crate::raw::{self, Recipe, create, named};

pass! {
    /// Turns the `math` operations that `math-expand` leaves into LLVM intrinsics that NVPTX selects as one instruction each. Refuses all others.
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
            let name = raw::name(inner.to_raw());
            if !name.starts_with("math.") && name != "arith.remf" {
                continue;
            }
            if self.keep_functions && library::has_function(name) {
                continue;
            }
            match convert(inner.to_raw()) {
                true => self.converted.add(1),
                false => {
                    let next = match library::has_function(name) {
                        true => "run math-expand before math-to-nvvm".to_owned(),
                        false => format!("expected {}, or one that math-expand replaces", known()),
                    };
                    let message = format!("`{name}` has no instruction on a GPU: {next}");
                    ctx.error(inner.location(), &message);
                    refused = true;
                }
            }
        }
        match refused {
            true => Err(Failure::already_reported()),
            false => Ok(()),
        }
    }
}

/// The operations that have an instruction.
fn known() -> String {
    let names: Vec<&str> = INTRINSICS.iter().map(|(name, _)| *name).collect();
    format!("math.absi, {}", names.join(", "))
}

/// Replaces an operation; false if it is none of those that are known.
fn convert(op: MlirOperation) -> bool {
    let name = raw::name(op);
    let ty = unsafe { mlirValueGetType(result(op)) };
    let value = match INTRINSICS.iter().find(|(ours, _)| *ours == name) {
        Some((_, intrinsic)) => match suffix(ty) {
            Some(suffix) => call(op, &format!("llvm.{intrinsic}.{suffix}"), ty),
            None => return false,
        },
        None if name == "math.absi" => absolute(op, ty),
        None => return false,
    };
    // SAFETY: the new value has the type of the old one, whose operation has no other result.
    unsafe {
        mlirValueReplaceAllUsesOfWith(result(op), value);
        mlirOperationDestroy(op);
    }
    true
}

/// How LLVM spells the type in an intrinsic's name: `f32`, `v4f32`.
fn suffix(ty: MlirType) -> Option<String> {
    // SAFETY: the type is alive.
    unsafe {
        if mlirTypeIsAVector(ty) {
            let fixed = mlirShapedTypeGetRank(ty) == 1 && !mlirVectorTypeIsScalable(ty);
            let element = suffix(mlirShapedTypeGetElementType(ty))?;
            return fixed.then(|| format!("v{}{element}", mlirShapedTypeGetDimSize(ty, 0)));
        }
        let scalar = match () {
            _ if mlirTypeIsAF16(ty) => "f16",
            _ if mlirTypeIsABF16(ty) => "bf16",
            _ if mlirTypeIsAF32(ty) => "f32",
            _ if mlirTypeIsAF64(ty) => "f64",
            _ => return None,
        };
        Some(scalar.to_owned())
    }
}

/// Makes an operation in front of another one.
fn make(
    anchor: MlirOperation,
    name: &str,
    operands: &[MlirValue],
    ty: MlirType,
    attributes: &[MlirNamedAttribute],
) -> MlirValue {
    let recipe = Recipe {
        operands,
        results: &[ty],
        attributes,
        ..Recipe::default()
    };
    // SAFETY: the anchor is in a block, and the new operation in none.
    unsafe {
        let made = create(name, mlirOperationGetLocation(anchor), recipe);
        mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(anchor), anchor, made);
        result(made)
    }
}

fn call(op: MlirOperation, intrinsic: &str, ty: MlirType) -> MlirValue {
    // SAFETY: the operation is alive.
    let context = unsafe { mlirOperationGetContext(op) };
    let given = operands(op);
    let segments = format!("array<i32: {}, 0>", given.len());
    let attribute =
        |name: &str, text: &str| named(context, name, raw::parse_attribute(context, text));
    let attributes = [
        attribute("intrin", &format!("\"{intrinsic}\"")),
        attribute("operandSegmentSizes", &segments),
        attribute("op_bundle_sizes", "array<i32>"),
    ];
    make(op, "llvm.call_intrinsic", &given, ty, &attributes)
}

/// `max(x, 0 - x)`; the least integer stays what it is.
fn absolute(op: MlirOperation, ty: MlirType) -> MlirValue {
    let x = operands(op)[0];
    let context = unsafe { mlirOperationGetContext(op) };
    // SAFETY: the type is that of an integer or a vector of integers.
    let zero = unsafe {
        match mlirTypeIsAVector(ty) {
            true => mlirDenseElementsAttrSplatGet(
                ty,
                mlirIntegerAttrGet(mlirShapedTypeGetElementType(ty), 0),
            ),
            false => mlirIntegerAttrGet(ty, 0),
        }
    };
    let zero = make(
        op,
        "arith.constant",
        &[],
        ty,
        &[named(context, "value", zero)],
    );
    let negated = make(op, "arith.subi", &[zero, x], ty, &[]);
    make(op, "arith.maxsi", &[x, negated], ty, &[])
}
