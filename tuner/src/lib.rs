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
//! | which options there are for a program, and what is left out before compiling | `space` |
//! | where a search begins | `presets` |
//! | what a candidate should cost | `model` |
//! | which candidate is next | [`search`]: genetic, random, by the model |
//! | what a candidate does cost | [`trial`]: in child processes, with limits, beside the best so far (`race`) |
//! | what is kept | `log`: a line for each trial; the best in [`tc_runtime::Tuned`] |
//!
//! **Nothing of a candidate can end a search.** It is compiled and run in a process of its own
//! with limits on time and memory; whatever happens to that process is a row of the log. Results
//! are compared with the reference before anything is timed.
//!
//! **The same seed gives the same search** where costs do not come from a clock: [`Measure::Count`]
//! and [`Measure::Report`], or a table of rows that was recorded.

mod budget;
mod child;
mod job;
mod log;
mod machine;
mod model;
pub mod options;
mod presets;
mod problem;
mod race;
mod recorded;
mod reference;
pub mod search;
pub mod session;
pub mod shapes;
mod space;
mod stop;
pub mod through;
pub mod trial;
pub mod tune;
pub mod work;

pub use budget::Budget;
pub use job::{Fault, Limits, Measure, Row};
pub use machine::Machine;
pub use options::Options;
pub use problem::Problem;
pub use stop::Stop;
