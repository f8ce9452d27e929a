//! The pass API: one file declares a pass, one line registers it. Nothing here is about tensor
//! comprehensions.
//!
//! ```text
//! pass! { /// what it does ...                 the declaration: name, anchor, summary,
//!         pub struct ScheduleTile { ... } }     options with defaults, statistics
//! impl Pass for ScheduleTile {                  the function
//!     fn run(&self, op: OperationRef, ctx: &PassContext) -> Result<(), Failure> { ... }
//! }
//! registry.add::<ScheduleTile>();               the line in `register` of its crate
//! ```
//!
//! `--help`, `--dump-pass-pipeline`, crash reproducers, the checks of options and the statistics
//! all derive from the declaration. MLIR sees a C++ pass (`cpp/PassHost.cpp`) that calls the
//! function here. Invariants:
//! - A pass value lives for one run on one operation. Passes run on several threads; they share
//!   only counters.
//! - A panic inside a pass is a bug, but never an abort: it becomes a diagnostic at the operation.
//! - A failure is a value ([`Failure`]) that the host emits; the pass itself never prints.

mod catalogue;
mod context;
pub mod count_operations;
mod crash;
mod decision;
mod declaration;
mod dialects;
mod failure;
mod ffi;
mod host;
mod opt;
mod option;
mod pipeline;
mod records;
mod registry;
mod statistics;

pub use catalogue::{CatalogueEntry, catalogue};
pub use context::PassContext;
pub use crash::run_tool;
pub use decision::{Decision, Outcome};
#[doc(hidden)]
pub use declaration::{__is_written, __next_field};
pub use declaration::{Declaration, Pass, Pipeline, StatisticDeclaration};
pub use dialects::dialect_registry;
pub use failure::Failure;
pub use host::{beside, isl_operations, set_time_limit, with_own_isl};
pub use opt::{mlir_lsp_server_main, opt_main};
pub use option::{OptionData, OptionDeclaration, OptionKind, OptionValue};
pub use pipeline::{
    Observation, PipelineFailure, PipelineReport, check_pipeline, llvm_ir, parse_module,
    run_pipeline,
};
pub use registry::{Registry, new_context, register_with};
pub use statistics::{Counter, StatisticsReport};
pub use tc_dialects::op::{defining_operation, erase, is, mutable, nested, replace};

pub use melior;
pub use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, Block, BlockLike, BlockRef, Location, Module, Operation,
        OperationRef, Region, RegionLike, Type, TypeLike, Value, ValueLike,
        operation::{OperationLike, OperationMutLike, WalkOrder, WalkResult},
    },
};
pub use tc_dialects::input;
pub use tc_syntax::diagnostic::Diagnostic;
