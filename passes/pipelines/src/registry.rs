//! All passes up to the loop level; each crate lists its own. A backend registers the passes of its
//! machine.

use melior::dialect::DialectRegistry;
use std::process::ExitCode;
use tc_pass_host::{Context, Registry, count_operations::CountOperations};

/// Adds the passes of all crates up to the loop level, in the order of the levels.
pub fn register(registry: &mut Registry) {
    registry.add::<CountOperations>();
    tc_comprehensions::register(registry);
    tc_schedule::register(registry);
    tc_scop::register(registry);
    tc_loops::register(registry);
}

/// Registers MLIR's and our own passes and pipelines with the process, once.
pub fn register_everything() {
    tc_pass_host::register_with(register);
}

/// Registers everything that [`register_everything`] does and the passes of crates above this one,
/// once. Call it before the first context is created.
pub fn register_with(more: fn(&mut Registry)) {
    register_everything();
    tc_pass_host::register_with(more);
}

/// A context for a tool: all dialects are registered, those that our code uses are loaded, all
/// passes are known by name.
pub fn new_context() -> Context {
    tc_pass_host::new_context(register)
}

/// The command line of a tool like `mlir-opt` with our dialects and passes: see
/// [`tc_pass_host::opt_main`].
pub fn opt_main(
    tool: &str,
    version: &str,
    extend: impl FnOnce(&DialectRegistry, &mut Registry),
) -> ExitCode {
    tc_pass_host::opt_main(tool, version, register, extend)
}
