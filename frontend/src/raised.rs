//! What is known of a definition whose checked tree was made of IR.

use crate::model::Def;
use tc_syntax::diagnostic::Place;

/// A raised definition, and further information from its IR.
#[derive(Clone, Debug)]
pub struct Raised {
    /// The checked tree; its spans are empty.
    pub def: Def,
    /// Conditions on sizes that each call must satisfy, as the dialect prints them.
    pub preconditions: Vec<String>,
    /// The location of the definition.
    pub place: Option<Place>,
}
