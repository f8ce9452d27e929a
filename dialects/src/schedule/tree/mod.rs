//! Schedule trees as plain Rust values.
//!
//! A [`Tree`] says in which order the instances of a scop's statements run: bands give them coordinates, sequences put
//! them one after another, filters pick them, extensions add copies and barriers. It has exactly the node kinds of isl's
//! schedule trees and one thing more: every band member carries the loop kind (`block.x`, `thread.y`, `unroll`, ...)
//! that binds it to the machine.
//!
//! ```text
//! schedule.scop op  <── ops ──>  Tree  <── isl ──>  isl_schedule
//!                                 │
//!                  pure passes: Tree -> Result<Tree, Refusal>
//! ```
//!
//! Both conversions are the identity there and back: what isl has no place for (kinds, tags, tile sizes, attributes of
//! marks) travels through isl inside mark nodes. The op tree stays the truth; a `Tree` is a view that a pass takes,
//! changes as a value, and writes back.
//!
//! | module | holds |
//! | --- | --- |
//! | [`node`] | the nodes, the band, its members |
//! | [`edit`] | paths; get, replace and map a node; walks |
//! | [`prefix`] | which instances reach a node, and with which outer coordinates |
//! | [`yaml`] | to and from `isl_schedule` |
//! | [`mod@print`] | a tree for human eyes |
//! | [`svg`] | a tree as a picture |
//! | [`ops`] | to and from the `schedule` dialect |
//! | `locations` | where the nodes of a rewritten tree come from |
//! | [`scop`] | what surrounds a tree: arrays, sizes, statements, grid and block |
//! | [`refusal`] | why a transformation does not apply |

pub mod edit;
mod locations;
pub mod node;
pub mod ops;
pub mod prefix;
pub mod print;
pub mod refusal;
pub mod scop;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod yaml;

pub use edit::Path;
pub use node::{Axis, Band, Mark, Member, MemberKind, Tree};
pub use ops::operation_at;
pub use prefix::Prefix;
pub use refusal::{Instance, Refusal, RefusalKind};
pub use scop::{Array, ArrayKind, Role, Scop, Size, Statement};
