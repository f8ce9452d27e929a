//! The tuner: a search for mapping options that make an operator faster, whose result is stored
//! and found again without measuring.
//!
//! ```text
//! Problem ──describe──► Space ──ask──► Candidate ──Evaluator──► Row ──tell──► Search
//! text, sizes,          values of       options      a child process,   cost, or why
//! machine               each option                  or many machines   there is none
//! ```
//!
//! | what | where |
//! | --- | --- |
//! | which options there are for a program, and what is left out before compiling | [`space`] |
//! | where a search begins | [`presets`] |
//! | what a candidate should cost | [`model`] |
//! | which candidate is next | [`search`]: genetic, random, by the model |
//! | what a candidate does cost | [`trial`]: in child processes, with limits, beside the best so far ([`race`]) |
//! | what is kept | [`log`]: a line for each trial; the best in [`tc_runtime::Tuned`] |
//!
//! **Nothing of a candidate can end a search.** It is compiled and run in a process of its own
//! with limits on time and memory; whatever happens to that process is a row of the log. Results
//! are compared with the reference before anything is timed.
//!
//! **The same seed gives the same search** where costs do not come from a clock: [`Measure::Count`]
//! and [`Measure::Report`], or a table of rows that was recorded.

pub mod budget;
mod child;
pub mod job;
pub mod log;
mod machine;
pub mod model;
pub mod options;
pub mod presets;
pub mod problem;
pub mod race;
pub mod recorded;
pub mod reference;
pub mod search;
pub mod session;
pub mod shapes;
pub mod space;
pub mod stop;
pub mod through;
pub mod trial;
pub mod tune;
pub mod work;

pub use budget::Budget;
pub use job::{Job, Limits, Measure, Row, Status};
pub use machine::Machine;
pub use options::Options;
pub use problem::{Description, Problem};
pub use space::{Candidate, Space};
pub use stop::Stop;
pub use tune::{Evaluator, Found, Request, tune};
