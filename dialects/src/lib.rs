//! The dialects of the framework, and what every other crate needs to use them.
//!
//! * [`tc`] and [`schedule`]: typed views of the operations, attributes and types that `td/`
//!   declares;
//! * [`location`], [`message`]: places and diagnostics as MLIR has them;
//! * [`op`] and [`report`]: queries on operations, errors at their locations;
//! * [`target`]: the machine as data, in files and on modules;
//! * [`input`]: files within a limit of bytes;
//! * [`tensor`]: tensors in host memory.
//!
//! [`register`] makes both dialects known to a context.

mod callbacks;
pub mod elements;
mod enumeration;
mod errors;
pub mod evaluator;
pub mod input;
pub mod location;
mod malformed;
pub mod message;
pub mod op;
pub mod report;
pub mod schedule;
mod sys;
pub mod target;
pub mod tc;
pub mod tensor;
mod verify;

use melior::dialect::DialectRegistry;
use mlir_sys::MlirDialectHandle;

/// Adds the `tc` and the `schedule` dialect to a registry.
pub fn register(registry: &DialectRegistry) {
    // SAFETY: the registry is valid.
    unsafe { register_raw(registry.to_raw()) }
}

/// Adds both dialects to a registry that MLIR owns.
///
/// # Safety
/// The registry is alive.
pub unsafe fn register_raw(registry: mlir_sys::MlirDialectRegistry) {
    // SAFETY: as promised by the caller.
    unsafe { sys::tc_register_dialects(registry) }
}

/// MLIR's handle on one of our dialects, `tc` or `schedule`.
pub fn dialect_handle(name: &str) -> Option<MlirDialectHandle> {
    // SAFETY: the functions have no preconditions.
    unsafe {
        match name {
            "tc" => Some(sys::mlirGetDialectHandle__tc__()),
            "schedule" => Some(sys::mlirGetDialectHandle__schedule__()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
