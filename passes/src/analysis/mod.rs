//! Analyses of a scop: the elements that its statements access, the dependences between its
//! instances, its work.
//!
//! | module | computes |
//! | --- | --- |
//! | [`subscripts`] | the affine function of an SSA value, and the affine map of a function |
//! | [`accesses`] | the elements that each statement reads and writes |
//! | [`dependences`] | the instances that must stay in order |
//! | [`extents`] | the extents that only sizes tell |
//! | [`values`] | the range of a function's values |
//! | [`barriers`] | the threads that a barrier orders |
//! | `gathers` | the elements that a read at data-dependent subscripts touches at most |
//! | `longest_warp` | the operations of the longest warp of a block |
//! | [`work`] | the operations of a kernel, and the bytes that it must move |
//! | [`isl_text`] | names and expressions in isl's notation |

pub mod accesses;
pub mod barriers;
pub mod dependences;
#[cfg(test)]
pub(crate) mod examples;
pub mod extents;
mod gathers;
pub mod isl_text;
mod longest_warp;
pub mod original;
pub mod subscripts;
pub mod values;
pub mod work;
