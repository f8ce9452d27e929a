//! A text of an attribute that does not parse.

/// Why a text was refused, and at which byte.
pub(crate) struct Malformed {
    pub reason: String,
    pub offset: usize,
}
