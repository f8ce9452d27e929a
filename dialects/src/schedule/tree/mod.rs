//! Schedule trees as plain Rust values.
//!
//! A [`Tree`] defines in which order the instances of a scop's statements run: bands give them
//! coordinates, sequences order them, filters select them, extensions add copies and barriers. It
//! has exactly the node kinds of isl's schedule trees and one addition: every band member has a
//! loop kind (`block.x`, `thread.y`, `unroll`, ...) that binds it to the machine.
//!
//! ```text
//! schedule.scop op  <── ops ──>  Tree  <── isl ──>  isl_schedule
//!                                 │
//!                  pure passes: Tree -> Result<Tree, Refusal>
//! ```
//!
//! Both conversions are lossless: what isl cannot represent (kinds, tags, tile sizes, attributes of
//! marks) is encoded in isl's mark nodes. The op tree remains the source of truth; a `Tree` is a
//! view that a pass takes, changes as a value, and writes back.
//!
//! | module | contents |
//! | --- | --- |
//! | [`node`] | the nodes, the band, its members |
//! | [`member_kind`] | how the loop of a member runs |
//! | [`array_kind`] | whom an array belongs to |
//! | [`edit`] | paths; get, replace and map a node; walks |
//! | [`prefix`] | the instances that reach a node, and their outer coordinates |
//! | [`yaml`] | to and from `isl_schedule` |
//! | [`mod@print`] | a tree for human eyes |
//! | [`svg`] | a tree as a picture |
//! | [`ops`] | to and from the `schedule` dialect |
//! | `locations` | the origins of the nodes of a rewritten tree |
//! | [`scop`] | the surroundings of a tree: arrays, sizes, statements, grid and block |
//! | [`mod@unit`] | matrix operations that a band stands for |
//! | [`refusal`] | why a transformation does not apply |

pub mod array_kind;
pub mod edit;
mod locations;
pub mod member_kind;
pub mod node;
pub mod ops;
pub mod prefix;
pub mod print;
pub mod refusal;
pub mod scop;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod unit;
pub mod yaml;

pub use array_kind::{ArrayKind, Role};
pub use edit::Path;
pub use member_kind::{Axis, Digit, Lanes, MemberKind, Units};
pub use node::{Band, Last, Mark, Member, Tree};
pub use ops::operation_at;
pub use prefix::Prefix;
pub use refusal::{Flag, Instance, Refusal, RefusalKind};
pub use scop::{Array, Scop, Size, Statement, argument_kind, declared_kind, place, recomputed};
pub use unit::{Element, Factor, Unit};
