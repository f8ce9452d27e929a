//! What an executor reports on a run.

use serde_json::Value;

/// What an executor reports on a run.
#[derive(Default)]
pub struct Report {
    /// Seconds of each repetition; none where the time is meaningless.
    pub seconds: Vec<f64>,
    /// Profiles for a person.
    pub text: String,
    /// Numbers for `--json`, by key.
    pub facts: Vec<(&'static str, Value)>,
}
