//! What passes ask about a scop: which elements its statements touch, and which instances depend on which.
//!
//! | module | answers |
//! | --- | --- |
//! | [`subscripts`] | which affine function an SSA value is, and which affine map a function |
//! | [`accesses`] | which elements each statement reads and writes |
//! | [`dependences`] | which instances must stay in order |
//! | [`values`] | between which numbers the values of a function lie |
//! | [`work`] | how many operations a kernel does, and how many bytes it must move |
//! | [`isl_text`] | how names and expressions are written for isl |

pub mod accesses;
pub mod dependences;
#[cfg(test)]
pub(crate) mod examples;
pub mod isl_text;
pub mod subscripts;
pub mod values;
pub mod work;
