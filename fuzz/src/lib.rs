//! Generated programs and texts against the compiler.
//!
//! | module | does |
//! | --- | --- |
//! | [`loops`] | an interpreter of generated loops, against the statements of the scop |
//! | [`program`] | valid programs by a proptest strategy, with the results of a correct run |
//! | [`red_zones`] | detects writes outside of tensors |
//! | [`run`] | compiles and runs them in worker processes, and compares |
//! | [`sac`] | programs in the notation of SaC against their interpreter |
//! | [`schedules`] | legal mapped trees with one edit; the proof must refuse those that compute wrong results |
//! | [`text`] | properties that hold for any text |

#![allow(missing_docs)]

pub mod loops;
pub mod program;
pub mod red_zones;
pub mod run;
pub mod sac;
pub mod schedules;
pub mod text;
