//! All passes and named pipelines, one line each.

use crate::{api::Registry, count_operations::CountOperations};

/// Registers everything that is listed here with MLIR.
pub fn register(registry: &mut Registry) {
    registry.add::<CountOperations>();
}
