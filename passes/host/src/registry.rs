//! The passes and pipelines of a tool.

use super::{
    catalogue,
    declaration::{Pass, Pipeline},
    dialects::{LOADED, dialect_registry},
    host,
};
use melior::Context;
use std::sync::{Mutex, PoisonError};

/// Registers passes and pipelines with MLIR, each once per process.
#[derive(Default)]
pub struct Registry {
    _private: (),
}

impl Registry {
    /// A registry; passes registered by another one are not registered again.
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

/// Registers MLIR's passes and those of a list with the process, each list once.
///
/// MLIR's registry has no lock of its own: a thread that parses a pipeline while another one
/// registers a pass crashes. Calls on any thread return after everything is registered; call it
/// before the first context is created.
pub fn register_with(list: fn(&mut Registry)) {
    static DONE: Mutex<Vec<fn(&mut Registry)>> = Mutex::new(Vec::new());
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    if done.is_empty() {
        melior::utility::register_all_passes();
    }
    if !done.iter().any(|known| std::ptr::fn_addr_eq(*known, list)) {
        list(&mut Registry::new());
        done.push(list);
    }
}

/// A context in which all dialects are registered, those that our code uses are loaded, and the
/// passes of a list are known by name.
pub fn new_context(list: fn(&mut Registry)) -> Context {
    register_with(list);
    let context = Context::new();
    context.append_dialect_registry(&dialect_registry());
    for name in LOADED {
        context.get_or_load_dialect(name);
    }
    context
}
