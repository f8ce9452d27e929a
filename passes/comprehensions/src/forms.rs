//! Which forms of statements a pass takes: it refuses others, or leaves alone the defs that have
//! them.

use tc_dialects::tc::{
    Comprehension, Def,
    forms::{self, Form},
};
use tc_pass_host::*;

/// Refuses a def with a statement that is neither plain nor of the forms in `taken`; `what` takes
/// them.
pub fn require(def: Def<'_, '_>, taken: &[Form], what: &str) -> Result<(), Failure> {
    let Some((operation, form)) = forms::other_than(def, taken) else {
        return Ok(());
    };
    let message = format!("{what} does not take {form} yet");
    Err(Failure::new(message).at(operation.location()))
}

/// Whether a statement is plain: outside of loops, in a box, one target at its indices.
pub fn is_plain(statement: Comprehension<'_, '_>) -> bool {
    forms::of(statement).is_empty()
}
