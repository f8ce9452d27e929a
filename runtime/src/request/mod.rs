//! What options name: the inputs of a call, a schedule as a script, what is printed, how often
//! there is a run, and where compiled programs and options that a search has found are kept.

pub(crate) mod emit;
pub(crate) mod inputs;
pub mod npy;
pub(crate) mod rounds;
pub(crate) mod script;
pub(crate) mod store;
pub(crate) mod supplied;
pub(crate) mod tuned;
