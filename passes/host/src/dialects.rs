//! The dialects of a tool, upstream's and ours.

use super::ffi::tc_append_llvm_translations;
use melior::dialect::DialectRegistry;
use mlir_sys::*;

/// The dialects of the operations that TC's own code creates.
pub(super) const LOADED: [&str; 16] = [
    "affine", "arith", "cf", "func", "gpu", "index", "llvm", "math", "memref", "nvgpu", "nvvm",
    "scf", "schedule", "tc", "ub", "vector",
];

/// All dialects of the operations that passes may create, upstream's and ours.
pub fn dialect_registry() -> DialectRegistry {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    tc_dialects::register(&registry);
    // SAFETY: the registry is alive.
    unsafe { tc_append_llvm_translations(registry.to_raw()) };
    registry
}

/// Whether the dialect is one of ours, which [`tc_dialects::register`] registers together.
pub(super) fn is_ours(name: &str) -> bool {
    matches!(name, "tc" | "schedule")
}

/// The upstream dialect of that name, for passes that create its operations.
pub(super) fn dialect_handle(name: &str) -> Option<MlirDialectHandle> {
    // SAFETY: the functions have no preconditions.
    let handle = unsafe {
        match name {
            "affine" => mlirGetDialectHandle__affine__(),
            "arith" => mlirGetDialectHandle__arith__(),
            "cf" => mlirGetDialectHandle__cf__(),
            "func" => mlirGetDialectHandle__func__(),
            "gpu" => mlirGetDialectHandle__gpu__(),
            "index" => mlirGetDialectHandle__index__(),
            "llvm" => mlirGetDialectHandle__llvm__(),
            "math" => mlirGetDialectHandle__math__(),
            "memref" => mlirGetDialectHandle__memref__(),
            "nvgpu" => mlirGetDialectHandle__nvgpu__(),
            "nvvm" => mlirGetDialectHandle__nvvm__(),
            "scf" => mlirGetDialectHandle__scf__(),
            "ub" => mlirGetDialectHandle__ub__(),
            "vector" => mlirGetDialectHandle__vector__(),
            _ => return tc_dialects::dialect_handle(name),
        }
    };
    Some(handle)
}
