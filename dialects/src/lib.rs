//! tc-dialects

pub mod diagnostic;
pub mod tensor;
pub mod tc {
    //! The `tc` dialect.
    pub mod expr;
}
pub mod isl;
pub mod schedule;
