//! The notation of SaC: its meaning on values, and what its specification says of examples.

pub mod examples;
pub mod interpret;
