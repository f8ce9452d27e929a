//! The dialects of the framework, and what every other crate needs to talk about them.
//!
//! * [`tc`] and [`schedule`]: typed views of the operations, attributes and types that `td/` declares;
//! * [`isl`]: the integer set library, safe;
//! * [`diagnostic`]: the one type that errors are reported with;
//! * [`tensor`]: tensors in host memory.
//!
//! [`register`] makes both dialects known to a context.

mod callbacks;
pub mod diagnostic;
pub mod isl;
pub mod schedule;
mod sys;
pub mod tc;
pub mod tensor;

use melior::dialect::DialectRegistry;

/// Adds the `tc` and the `schedule` dialect to a registry.
pub fn register(registry: &DialectRegistry) {
    // SAFETY: the registry is valid.
    unsafe { sys::tc_register_dialects(registry.to_raw()) }
}

#[cfg(test)]
mod tests;
