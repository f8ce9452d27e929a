//! The engine for programs in Python: the module `tensorcomp._engine`, below the package in
//! `python/tensorcomp`.
//!
//! ```text
//! Source ──► Operator ──call──► arrays ──► kernel for their types and shapes ──► outputs
//! text       one definition     held,      compiled once, then found             of the caller's
//!                               checked    by a key                              framework
//! ```
//!
//! What is called often is here: a call takes arrays (`arrays`), finds its kernel (`operators`),
//! which is compiled once (`compiled`), and makes outputs (`outputs`). Arrays may be in memory of a
//! CUDA device (`device`). A search for mapping options is in `tune`. What is for reading, such as
//! displays and the builder of options, is Python. The interpreter's lock is released while the
//! engine works (`threads`), and the main thread hears signals meanwhile (`signals`). The command
//! line tools are here too (`tools`).

mod arrays;
mod cache;
mod call;
mod compiled;
mod device;
mod exchange;
mod failure;
mod frameworks;
mod given;
mod held;
mod kept;
mod kernels;
mod knobs;
mod numbers;
mod operators;
mod outputs;
mod process;
mod recipe;
mod signals;
mod threads;
mod tools;
mod tune;

use pyo3::prelude::*;

/// The engine; `import tensorcomp`, which is made on top of it.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::{
        cache::{cache_clear, cache_opens, cache_path, cache_stats},
        failure::{compilations_wait, panic_in_next_compilation},
        kernels::Kernel,
        knobs::{knob, set_knob},
        operators::{
            Operator, Source, check_option, library, library_modules, mapping_options, pictures,
        },
        signals::works,
        threads::forked,
        tools::run_tool,
        tune::serve_trial,
    };
}
