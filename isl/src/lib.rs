//! A safe layer over [isl](https://libisl.sourceforge.io), the integer set library that all
//! schedule passes compute with.
//!
//! ```
//! use tc_isl::{Context, Set};
//!
//! let context = Context::new();
//! let domain = Set::parse(&context, "[N] -> { S[i, j] : 0 <= i < N and 0 <= j < i }")?;
//! let row = domain.project_out(tc_isl::Dim::SET, 1, 1)?;
//! assert_eq!(row.to_string(), "[N] -> { [i] : 0 < i < N }");
//! assert!(Set::parse(&context, "{ S[i : 0 <= i }").is_err());
//! # Ok::<(), tc_isl::Error>(())
//! ```
//!
//! isl 0.27 comes bundled and linked by the crate `isl-rs`, whose wrappers are not used: they lack
//! AST generation and all callbacks, and let objects cross threads. `build/` configures its
//! compilation.
//!
//! **Declarations.** `sys.rs` declares every function of isl's headers. `declarations.py` generates
//! it from them, and a test compares. A method is one line of a table in the file of its type; only
//! methods that something uses exist. Methods are named as in isl's manual without prefix and
//! without `get_`, and the documentation of each names its C function.
//!
//! **Ownership.** Objects are values: `Clone` and `Drop` count references, methods borrow their
//! arguments and return a new object. The types of the declarations distinguish arguments that isl
//! takes from those that it only borrows, so a call with wrong ownership does not compile.
//!
//! **Errors.** Every call returns a [`Result`]: isl is set to continue on errors, and neither
//! prints nor aborts. `Display` prints isl's notation, `parse` reads it and locates errors.
//! Callbacks are closures, which may fail or panic.
//!
//! **Budgets.** [`Context::with_budget`] bounds isl's work by a number of its operations, the same
//! on every machine; [`Context::with_time_limit`] ends a computation that would hang.
//!
//! **Threads.** A [`Context`] owns everything created in it and is freed after the last object. isl
//! is not thread safe within a context, so neither a context nor an object leaves its thread;
//! [`thread_context`] is the one of the calling thread.

mod affs;
mod ast;
mod ast_build;
mod callback;
mod context;
mod eliminate;
mod error;
mod flow;
mod maps;
mod object;
mod options;
mod ownership;
mod parse;
mod plain;
mod renew;
mod schedule;
mod schedule_node;
mod schedule_tree;
mod sets;
mod space;
#[allow(dead_code, non_camel_case_types, non_upper_case_globals)]
#[rustfmt::skip]
mod sys;
#[cfg(test)]
mod tests;
mod tuples;
mod union_affs;
mod unions;
mod unsearched;
mod values;
mod watchdog;

pub use affs::{Aff, PwAff};
pub use ast::{AstExpr, AstExprKind, AstNode, AstNodeKind, AstOp};
pub use ast_build::{AstBuild, AstGenerator};
pub use context::{Context, thread_context};
pub use error::{Error, ErrorKind, Result};
pub use flow::{UnionAccessInfo, UnionFlow};
pub use maps::{BasicMap, Map};
pub use object::Object;
pub use schedule::{Schedule, ScheduleConstraints};
pub use schedule_node::{LoopType, NodeKind, ScheduleNode};
pub use schedule_tree::{BandParts, ScheduleTree};
pub use sets::{BasicSet, Set};
pub use space::{Dim, Id, Space};
pub use tuples::{MultiAff, PwMultiAff};
pub use union_affs::{MultiUnionPwAff, UnionPwAff, UnionPwMultiAff};
pub use unions::{UnionMap, UnionSet};
pub use values::{FixedBox, MultiVal, Point, Val};
