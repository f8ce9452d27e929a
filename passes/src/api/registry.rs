//! Which passes, pipelines and dialects a tool has.

use super::{
    catalogue,
    declaration::{Pass, Pipeline},
    ffi::tc_append_llvm_translations,
    host,
};
use melior::{Context, dialect::DialectRegistry};
use mlir_sys::*;
use std::sync::{Mutex, Once, PoisonError};

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

/// The dialects that TC's own code creates operations of.
const LOADED: [&str; 16] = [
    "affine", "arith", "cf", "func", "gpu", "index", "llvm", "math", "memref", "nvgpu", "nvvm",
    "scf", "schedule", "tc", "ub", "vector",
];

/// Registers MLIR's and our own passes and pipelines with the process, once.
///
/// MLIR's registry has no lock of its own: a thread that reads a pipeline while another registers crashes. Callers on any thread
/// return when everything is registered.
pub fn register_everything() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        melior::utility::register_all_passes();
        crate::registry::register(&mut Registry::new());
    });
}

/// Registers, with what [`register_everything`] does, the passes of crates above this one, once. Call it before the first context is made.
pub fn register_with(more: fn(&mut Registry)) {
    static DONE: Mutex<Vec<fn(&mut Registry)>> = Mutex::new(Vec::new());
    register_everything();
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    if !done.iter().any(|known| std::ptr::fn_addr_eq(*known, more)) {
        more(&mut Registry::new());
        done.push(more);
    }
}

/// A context for a tool: all dialects registered, those of our own code loaded, all passes known by name.
pub fn new_context() -> Context {
    register_everything();
    let context = Context::new();
    context.append_dialect_registry(&dialect_registry());
    for name in LOADED {
        context.get_or_load_dialect(name);
    }
    context
}

/// All dialects that passes may create operations of, upstream's and ours.
pub fn dialect_registry() -> DialectRegistry {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    tc_dialects::register(&registry);
    unsafe { tc_append_llvm_translations(registry.to_raw()) };
    registry
}

/// Whether the dialect is one of ours, which [`tc_dialects::register`] makes known together.
pub(super) fn is_ours(name: &str) -> bool {
    matches!(name, "tc" | "schedule")
}

/// The upstream dialect of that name, for passes that create its operations.
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
