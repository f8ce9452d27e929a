//! `math-verify-nvptx`: what LLVM's NVPTX backend has no instruction for is refused here, at its line.
//!
//! ```mlir
//! %y = arith.addf %a, %b : f128      ==>      error: `arith.addf` on `f128` has no instruction on a GPU: expected f16, bf16, f32 or f64
//! ```
//!
//! LLVM itself ends the process over these ("Cannot select", "no libcall available"), without saying which line of the program is meant.
//! It runs twice: before a `gpu.module` is lowered, where operations still have the names that a person wrote, and right before PTX is made,
//! where what was written in the `llvm` dialect goes by no other pass.
//!
//! **What is refused**: arithmetic on other floating types than f16, bf16, f32 and f64; conversions between these and integers of more than 64
//! bits; vectors of scalable size; LLVM's intrinsics for functions that it would call a library for; calls of NVIDIA's functions (`__nv_...`) that
//! the library which will be linked does not define. The tables are what LLVM 22 does; `scripts/test_selection.py` tries every operation on
//! every type. **Cost**: one walk; the library is read once.

use std::collections::HashSet;

use mlir_sys::*;

use super::bitcode::defined_functions;
use crate::api::*;
use crate::loops::builder::{operands, results};
use crate::raw;

pass! {
    /// Refuses arithmetic that LLVM's NVPTX backend cannot select, which would end the process, and calls of functions of NVIDIA's library that the
    /// library lacks. Runs on a `gpu.module`; changes nothing.
    pub struct MathVerifyNvptx {
        name: "math-verify-nvptx",
        anchor: "any",
        summary: "refuse what has no instruction on a GPU",
        options: {
            /// the bitcode library that will be linked; empty for none
            library: String = String::new(),
        },
    }
}

impl Pass for MathVerifyNvptx {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let library = match self.library.as_str() {
            "" => None,
            path => Some(defined_functions(path).map_err(Failure::new)?),
        };
        let missing = missing_functions(op, library.as_ref());
        let mut refused = false;
        for inner in nested(op) {
            let reason = refusal(inner.to_raw()).or_else(|| {
                let callee = callee(inner.to_raw()).filter(|callee| missing.contains(callee))?;
                Some(match library {
                    Some(_) => {
                        format!("function `{callee}` is not in the library `{}`", self.library)
                    }
                    None => format!(
                        "function `{callee}` is in NVIDIA's library: name its file with `math=libdevice:FILE`"
                    ),
                })
            });
            if let Some(reason) = reason {
                ctx.error(inner.location(), &reason);
                refused = true;
            }
        }
        ctx.preserve_analyses();
        match refused {
            true => Err(Failure::already_reported()),
            false => Ok(()),
        }
    }
}

/// The functions of NVIDIA's that are declared, and defined neither here nor in the library.
fn missing_functions<'a>(
    op: OperationRef<'_, 'a>,
    library: Option<&HashSet<String>>,
) -> HashSet<&'a str> {
    let functions = nested(op).into_iter().map(|inner| inner.to_raw());
    functions
        .filter(|function| {
            ["llvm.func", "func.func"].contains(&raw::name(*function))
                && raw::blocks(*function).is_empty()
        })
        .map(raw::symbol)
        .filter(|name| name.starts_with("__nv_"))
        .filter(|name| !library.is_some_and(|defined| defined.contains(*name)))
        .collect()
}

fn callee<'a>(op: MlirOperation) -> Option<&'a str> {
    let callee = raw::attribute(op, "callee")
        .filter(|_| ["llvm.call", "func.call"].contains(&raw::name(op)))?;
    // SAFETY: a call's callee is a symbol.
    Some(unsafe { raw::text(mlirFlatSymbolRefAttrGetValue(callee)) })
}

/// Operations that move values and compute nothing: any type will do.
const MOVES: [&str; 3] = ["arith.bitcast", "arith.constant", "arith.select"];

/// Operations of the `llvm` dialect that compute with floating-point numbers, besides intrinsics.
const LLVM_ARITHMETIC: [&str; 13] = [
    "llvm.fadd",
    "llvm.fcmp",
    "llvm.fdiv",
    "llvm.fmul",
    "llvm.fneg",
    "llvm.fpext",
    "llvm.fptosi",
    "llvm.fptoui",
    "llvm.fptrunc",
    "llvm.frem",
    "llvm.fsub",
    "llvm.sitofp",
    "llvm.uitofp",
];

/// Intrinsics that LLVM knows no instruction for, on any type.
const LIBRARY_CALLS: [&str; 21] = [
    "acos", "asin", "atan", "atan2", "cosh", "exp", "exp10", "llrint", "llround", "log", "log10",
    "log2", "lrint", "lround", "modf", "pow", "powi", "sincos", "sincospi", "sinh", "tan",
];

/// Intrinsics that are an approximate instruction, where the operation allows approximations.
const APPROXIMATIONS: [&str; 3] = ["cos", "sin", "tanh"];

/// Why the operation cannot be compiled; none if it can.
fn refusal(op: MlirOperation) -> Option<String> {
    let name = raw::name(op);
    let types: Vec<MlirType> = operands(op)
        .into_iter()
        .chain(results(op))
        // SAFETY: the value is alive.
        .map(|value| unsafe { mlirValueGetType(value) })
        .collect();
    let refuse = |ty: MlirType, expected: &str| {
        let shown = shown(ty);
        Some(format!(
            "`{name}` on `{shown}` has no instruction on a GPU: expected {expected}"
        ))
    };
    if let Some(&ty) = types.iter().find(|ty| is_scalable(**ty)) {
        return refuse(ty, "vectors of fixed size");
    }
    let intrinsic = intrinsic(op);
    let is_arithmetic = (name.starts_with("arith.") && !MOVES.contains(&name))
        || name.starts_with("math.")
        || LLVM_ARITHMETIC.contains(&name)
        || intrinsic.is_some();
    if !is_arithmetic {
        return None;
    }
    if let Some(&ty) = types.iter().find(|ty| float_bits(**ty) == Some(0)) {
        return refuse(ty, "f16, bf16, f32 or f64");
    }
    let has_float = types.iter().any(|ty| float_bits(*ty).is_some());
    let wide = |ty: &&MlirType| integer_bits(**ty).is_some_and(|bits| bits > 64);
    if has_float && let Some(&ty) = types.iter().find(wide) {
        return refuse(
            ty,
            "integers of at most 64 bits where numbers are converted",
        );
    }
    let function = intrinsic?;
    let ty = *types.first()?;
    let wide = float_bits(ty) == Some(64);
    let has_instruction = match function {
        _ if LIBRARY_CALLS.contains(&function) => false,
        _ if APPROXIMATIONS.contains(&function) => !wide && allows_approximation(op),
        "exp2" => !wide,
        "canonicalize" => !shown(element(ty)).contains("bf16"),
        "frexp" => element(ty).ptr == ty.ptr,
        _ => true,
    };
    match has_instruction {
        true => None,
        false => {
            let next =
                "an operation of the `math` dialect, which math-expand replaces by arithmetic";
            refuse(ty, next)
        }
    }
}

/// The name of an intrinsic without its types, such as `exp` for `llvm.intr.exp` and for a call of `llvm.exp.f32`.
fn intrinsic<'a>(op: MlirOperation) -> Option<&'a str> {
    let name: &'a str = raw::name(op);
    if let Some(intrinsic) = name.strip_prefix("llvm.intr.") {
        return Some(intrinsic);
    }
    let called = raw::attribute(op, "intrin").filter(|_| name == "llvm.call_intrinsic")?;
    // SAFETY: the name of a called intrinsic is a text.
    let called = unsafe { raw::text(mlirStringAttrGetValue(called)) }.strip_prefix("llvm.")?;
    Some(called.split('.').next().unwrap_or(called))
}

fn allows_approximation(op: MlirOperation) -> bool {
    raw::attribute(op, "fastmathFlags").is_some_and(|flags| {
        // SAFETY: the attribute is alive.
        let flags = unsafe { Attribute::from_raw(flags) }.to_string();
        flags.contains("afn") || flags.contains("fast>")
    })
}

fn shown(ty: MlirType) -> String {
    // SAFETY: the type is alive.
    unsafe { Type::from_raw(ty) }.to_string()
}

fn is_scalable(ty: MlirType) -> bool {
    // SAFETY: the type is alive.
    unsafe { mlirTypeIsAVector(ty) && mlirVectorTypeIsScalable(ty) }
}

/// The type of a vector's elements, or the type itself.
fn element(ty: MlirType) -> MlirType {
    // SAFETY: only a vector is asked for its elements.
    unsafe {
        match mlirTypeIsAVector(ty) {
            true => mlirShapedTypeGetElementType(ty),
            false => ty,
        }
    }
}

/// The bits of a floating type, of a vector's elements too; 0 for one that no GPU computes with, none if it is none.
fn float_bits(ty: MlirType) -> Option<u32> {
    let ty = element(ty);
    // SAFETY: the type is alive.
    unsafe {
        match () {
            _ if mlirTypeIsAF16(ty) || mlirTypeIsABF16(ty) => Some(16),
            _ if mlirTypeIsAF32(ty) => Some(32),
            _ if mlirTypeIsAF64(ty) => Some(64),
            _ if mlirTypeIsAFloat(ty) || shown(ty) == "!llvm.ppc_fp128" => Some(0),
            _ => None,
        }
    }
}

fn integer_bits(ty: MlirType) -> Option<u32> {
    let ty = element(ty);
    // SAFETY: only an integer is asked for its width.
    unsafe { mlirTypeIsAInteger(ty).then(|| mlirIntegerTypeGetWidth(ty)) }
}
