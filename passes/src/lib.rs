//! What a pass outside of this repository uses: `use tc_passes::api::*;`.
//!
//! The passes themselves are in the crates below: `passes/host` has the pass API, `passes/scop` the
//! accesses, dependences and proofs, `passes/comprehensions`, `passes/schedule` and `passes/loops`
//! the passes of each level, and `passes/pipelines` names them all.

/// The pass API, with every pass of this repository known by name.
pub mod api {
    pub use tc_pass_host::*;
    pub use tc_pipelines::{new_context, opt_main, register_everything, register_with};
}

/// The frame of a pass on schedule trees: `docs/a-schedule-pass-in-60-lines.md`.
pub mod schedule {
    pub use tc_scop::{legality, scop_pass, select, verify};
}
