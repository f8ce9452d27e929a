//! A safe layer over isl, the integer set library that all schedule passes compute with.
//!
//! isl 0.27 comes bundled and linked by the crate `isl-rs`, whose wrappers are not used: they lack AST generation and
//! all callbacks, and let objects cross threads. Here
//!
//! - a [`Context`] owns everything made in it and is freed after the last object; neither leaves its thread;
//! - objects are values: `Clone` and `Drop` count references, methods borrow their arguments and give a new object;
//! - every call gives a [`Result`]: isl never prints nor aborts, and [`Context::with_budget`] bounds its work;
//! - `Display` prints isl's notation, `parse` reads it and says where a text is wrong;
//! - closures take the place of callbacks, and may panic.
//!
//! Methods are named as in isl's manual without prefix and without `get_`; each one's documentation names its C
//! function. `sys` holds the declarations.

mod affs;
mod ast;
mod ast_build;
mod callback;
mod context;
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
pub use tuples::{MultiAff, MultiPwAff, PwMultiAff};
pub use union_affs::{MultiUnionPwAff, UnionPwAff, UnionPwMultiAff};
pub use unions::{UnionMap, UnionSet};
pub use values::{FixedBox, MultiVal, Point, StrideInfo, Val};
