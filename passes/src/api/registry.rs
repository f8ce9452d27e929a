//! Which passes, pipelines and dialects a tool has.

use super::{
    catalogue,
    declaration::{Pass, Pipeline},
    ffi::tc_append_llvm_translations,
    host,
};
use melior::dialect::DialectRegistry;
use mlir_sys::*;

/// Registers passes and pipelines with MLIR, each once per process.
#[derive(Default)]
pub struct Registry {
    _private: (),
}

impl Registry {
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers a pass.
    pub fn add<P: Pass>(&mut self) -> &mut Self {
        if catalogue::add::<P>() {
            host::register_pass::<P>();
        }
        self
    }

    /// Registers a named pipeline.
    pub fn add_pipeline<P: Pipeline>(&mut self) -> &mut Self {
        if catalogue::add::<P>() {
            host::register_pipeline::<P>();
        }
        self
    }
}

/// All dialects that passes may create operations of, upstream's and ours.
pub fn dialect_registry() -> DialectRegistry {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    tc_dialects::register(&registry);
    unsafe { tc_append_llvm_translations(registry.to_raw()) };
    registry
}

/// The dialect of that name, for passes that create its operations.
pub(super) fn dialect_handle(name: &str) -> Option<MlirDialectHandle> {
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
