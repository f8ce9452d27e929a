//! The error for a text of an attribute that does not parse.

/// The reason why a text was refused, and the byte offset.
pub(crate) struct Malformed {
    pub reason: String,
    pub offset: usize,
}
