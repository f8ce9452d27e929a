//! `math-verify-nvptx`: refuses operations for which LLVM's NVPTX backend has no instruction, at
//! their lines.
//!
//! ```mlir
//! %y = arith.addf %a, %b : f128      ==>      error: `arith.addf` on `f128` has no instruction on a GPU: expected f16, bf16, f32 or f64
//! ```
//!
//! LLVM itself ends the process on these ("Cannot select", "no libcall available") without naming
//! the line of the program. The pass runs twice: before a `gpu.module` is lowered, while operations
//! still have the names that a person wrote, and right before PTX is generated, which covers what
//! was written in the `llvm` dialect.
//!
//! **Refused**: arithmetic on floating types other than f16, bf16, f32 and f64; conversions between
//! these and integers of more than 64 bits; vectors of scalable size; LLVM intrinsics that would
//! become library calls; calls of NVIDIA functions (`__nv_...`) that the linked library does not
//! define. The tables describe LLVM 22; `scripts/test_selection.py` tries every operation on every
//! type. **Cost**: one walk; the library is read once.

use std::collections::HashSet;

use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::r#type::IntegerType;
use tc_dialects::op;
use tc_loops::math::types::{element, float_name, is_float, is_scalable};
use tc_pass_host::*;

use tc_loops::math::bitcode::defined_functions;

pass! {
    /// Refuses arithmetic that LLVM's NVPTX backend cannot select, which would end the process, and
    /// calls of NVIDIA functions (`__nv_...`) that the library lacks. Runs on a `gpu.module`;
    /// changes nothing.
    pub struct MathVerifyNvptx {
        name: "math-verify-nvptx",
        anchor: "any",
        summary: "refuse operations without an instruction on a GPU",
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
            let reason = refusal(inner).or_else(|| {
                let callee = callee(inner).filter(|callee| missing.contains(callee))?;
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
        if refused {
            Err(Failure::already_reported())
        } else {
            Ok(())
        }
    }
}

/// The NVIDIA functions that are declared, and defined neither here nor in the library.
fn missing_functions<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    library: Option<&HashSet<String>>,
) -> HashSet<String> {
    let functions = nested(op).into_iter().filter(|inner| {
        (is(*inner, "llvm.func") || is(*inner, "func.func")) && op::blocks(*inner).is_empty()
    });
    functions
        .map(op::symbol)
        .filter(|name| name.starts_with("__nv_"))
        .filter(|name| !library.is_some_and(|defined| defined.contains(name)))
        .collect()
}

fn callee<'c: 'a, 'a>(call: OperationRef<'c, 'a>) -> Option<String> {
    if !is(call, "llvm.call") && !is(call, "func.call") {
        return None;
    }
    let callee = FlatSymbolRefAttribute::try_from(call.attribute("callee").ok()?).ok()?;
    Some(callee.value().to_owned())
}

/// Operations that move values without computing: they accept any type.
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

/// Intrinsics for which LLVM has no instruction, on any type.
const LIBRARY_CALLS: [&str; 21] = [
    "acos", "asin", "atan", "atan2", "cosh", "exp", "exp10", "llrint", "llround", "log", "log10",
    "log2", "lrint", "lround", "modf", "pow", "powi", "sincos", "sincospi", "sinh", "tan",
];

/// Intrinsics that are an approximate instruction, if the operation allows approximations.
const APPROXIMATIONS: [&str; 3] = ["cos", "sin", "tanh"];

/// Why the operation cannot be compiled; `None` if it can.
fn refusal<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<String> {
    let name = op::name(operation);
    let results = operation.results().map(Value::from);
    let values = op::operands(operation).into_iter().chain(results);
    let types: Vec<Type> = values.map(|value| value.r#type()).collect();
    let refuse = |ty: Type, expected: &str| {
        Some(format!(
            "`{name}` on `{ty}` has no instruction on a GPU: expected {expected}"
        ))
    };
    if let Some(&ty) = types.iter().find(|ty| is_scalable(**ty)) {
        return refuse(ty, "vectors of fixed size");
    }
    let intrinsic = intrinsic(operation, name);
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
    let wide = |ty: &&Type| integer_bits(**ty).is_some_and(|bits| bits > 64);
    if has_float && let Some(&ty) = types.iter().find(wide) {
        return refuse(
            ty,
            "integers of at most 64 bits where numbers are converted",
        );
    }
    let function = intrinsic?;
    let ty = *types.first()?;
    let wide = float_bits(ty) == Some(64);
    let has_instruction = match function.as_str() {
        function if LIBRARY_CALLS.contains(&function) => false,
        function if APPROXIMATIONS.contains(&function) => !wide && allows_approximation(operation),
        "exp2" => !wide,
        "canonicalize" => float_name(element(ty)) != Some("bf16"),
        "frexp" => element(ty) == ty,
        _ => true,
    };
    if has_instruction {
        None
    } else {
        let next = "an operation of the `math` dialect, which math-expand replaces by arithmetic";
        refuse(ty, next)
    }
}

/// The name of an intrinsic without its types, such as `exp` for `llvm.intr.exp` and for a call of
/// `llvm.exp.f32`.
fn intrinsic<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, name: &str) -> Option<String> {
    if let Some(intrinsic) = name.strip_prefix("llvm.intr.") {
        return Some(intrinsic.to_owned());
    }
    if name != "llvm.call_intrinsic" {
        return None;
    }
    let called = op::string(operation, "intrin")?;
    let called = called.strip_prefix("llvm.")?;
    Some(called.split('.').next().unwrap_or(called).to_owned())
}

fn allows_approximation<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> bool {
    operation.attribute("fastmathFlags").is_ok_and(|flags| {
        let flags = flags.to_string();
        flags.contains("afn") || flags.contains("fast>")
    })
}

/// The width in bits of a floating type or of a vector's elements; 0 for one that no GPU computes
/// with, `None` for other types.
fn float_bits(ty: Type<'_>) -> Option<u32> {
    let ty = element(ty);
    match float_name(ty) {
        Some("f16" | "bf16") => Some(16),
        Some("f32") => Some(32),
        Some("f64") => Some(64),
        _ if is_float(ty) || ty.to_string() == "!llvm.ppc_fp128" => Some(0),
        _ => None,
    }
}

fn integer_bits(ty: Type<'_>) -> Option<u32> {
    IntegerType::try_from(element(ty)).ok().map(|ty| ty.width())
}
