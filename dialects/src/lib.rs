//! tc-dialects

pub mod diagnostic;
pub mod tc {
    //! The `tc` dialect.
    pub mod expr;
}
