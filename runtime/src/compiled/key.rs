//! What the keys of stored programs and of stored options have in common: the program, and its
//! call.

use crate::program::entries::Entry;
use melior::ir::Module;
use serde_json::{Value, json};
use tc_pipelines::Bindings;

/// The canonical form of a program at the `tc` level, if it has one.
pub(super) fn form(module: &Module, entry: &Entry) -> Option<String> {
    let raised = tc_translation::raise(module, Some(&entry.name)).ok()?;
    tc_frontend::canonical(raised.first()?).ok()
}

/// The types, shapes, sizes and integer scalars of a call, as JSON.
pub(super) fn call(entry: &Entry, bindings: &Bindings, open: &[String]) -> Value {
    let shapes = entry.parameters.iter();
    // Where sizes are open, the extents follow from the form and the other sizes.
    let shapes: Vec<_> = shapes
        .map(|one| {
            if open.is_empty() {
                json!([one.element.to_string(), one.shape])
            } else {
                json!([one.element.to_string(), one.shape.len()])
            }
        })
        .collect();
    let scalars = bindings.scalars.iter().map(|(name, value)| {
        let place = entry.parameters.iter().position(|one| one.name == *name);
        json!([place, value])
    });
    let sizes = entry.sizes.iter();
    let sizes = sizes.map(|(name, value)| (!open.contains(name)).then_some(*value));
    json!({
        "shapes": shapes,
        "sizes": sizes.collect::<Vec<Option<i64>>>(),
        "scalars": scalars.collect::<Vec<_>>(),
        // Buffers are allocated here: rows follow each other without gaps.
        "strides": "row-major",
    })
}
