//! Programs and texts that nobody would write, and what the compiler makes of them.
//!
//! | module | does |
//! | --- | --- |
//! | [`program`] | valid programs by a proptest strategy, with what a correct run must give |
//! | [`red_zones`] | makes writes outside of tensors visible |
//! | [`run`] | compiles and runs them in worker processes, and compares |
//! | [`schedules`] | legal mapped trees with one edit, which the proof must refuse where they are wrong |
//! | [`text`] | what must hold of any text |

#![allow(missing_docs)]

pub mod program;
pub mod red_zones;
pub mod run;
pub mod schedules;
pub mod text;
