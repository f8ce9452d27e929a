//! Why a pass did what it did: one value, which is a remark of MLIR and a line of
//! `tc-run --explain=mapping`.
//!
//! ```text
//! ctx.decided(op, Decision) ─┬─► MLIR's remark engine: tc-opt --remarks-filter=schedule-promote
//!                            └─► the report of the run: tc-run --explain=mapping
//! ```
//! A pass states every decision; whoever does not ask for them does not see them.

use serde_json::{Map, Value};
use std::fmt;

use super::ffi::{self, TcRemarkKind};

/// What became of an optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was applied.
    Passed,
    /// It was not applied.
    Missed,
    /// Neither: figures from which something follows.
    Analysis,
}

impl Outcome {
    /// The word in reports, which is that of MLIR's remarks.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Passed => "passed",
            Outcome::Missed => "missed",
            Outcome::Analysis => "analysis",
        }
    }

    pub(super) fn to_raw(self) -> TcRemarkKind {
        match self {
            Outcome::Passed => ffi::TcRemarkPassed,
            Outcome::Missed => ffi::TcRemarkMissed,
            Outcome::Analysis => ffi::TcRemarkAnalysis,
        }
    }
}

/// One decision of a pass, in words for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The pass that decided; set when it states the decision.
    pub pass: &'static str,
    /// What became of it.
    pub outcome: Outcome,
    /// What was decided, different for each decision of a pass on an operation: `promotion of A`.
    pub subject: String,
    /// What was done: `a tile of 4 x 32 elements in shared memory`.
    pub what: String,
    /// Why, and from what figures.
    pub reason: String,
    /// What would change it; may be empty.
    pub suggestion: String,
    /// Figures by name, for tools.
    pub figures: Vec<(&'static str, i64)>,
}

impl Decision {
    fn new(outcome: Outcome, subject: impl Into<String>, what: impl Into<String>) -> Self {
        Decision {
            pass: "",
            outcome,
            subject: subject.into(),
            what: what.into(),
            reason: String::new(),
            suggestion: String::new(),
            figures: Vec::new(),
        }
    }

    /// Something was done.
    pub fn passed(subject: impl Into<String>, what: impl Into<String>) -> Self {
        Decision::new(Outcome::Passed, subject, what)
    }

    /// Something was not done.
    pub fn missed(subject: impl Into<String>, what: impl Into<String>) -> Self {
        Decision::new(Outcome::Missed, subject, what)
    }

    /// Figures.
    pub fn analysis(subject: impl Into<String>, what: impl Into<String>) -> Self {
        Decision::new(Outcome::Analysis, subject, what)
    }

    /// Why.
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = reason.into();
        self
    }

    /// What would change it.
    pub fn unless(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = suggestion.into();
        self
    }

    /// A figure.
    pub fn figure(mut self, name: &'static str, value: i64) -> Self {
        self.figures.push((name, value));
        self
    }
}

impl Decision {
    /// As a JSON object; without what is empty.
    pub fn to_json(&self) -> Value {
        let texts = [
            ("pass", self.pass),
            ("outcome", self.outcome.as_str()),
            ("subject", &self.subject),
            ("what", &self.what),
            ("why", &self.reason),
            ("change", &self.suggestion),
        ];
        let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
        let mut object: Map<String, Value> = texts
            .map(|(key, text)| (key.to_owned(), Value::from(text)))
            .collect();
        if !self.figures.is_empty() {
            let figures = self.figures.iter();
            let figures = figures.map(|(name, value)| ((*name).to_owned(), Value::from(*value)));
            object.insert("figures".to_owned(), Value::Object(figures.collect()));
        }
        Value::Object(object)
    }
}

/// A line of what was done, and one each for the reason and for what would change it.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.subject, self.what)?;
        for (title, text) in [("why", &self.reason), ("change", &self.suggestion)] {
            if !text.is_empty() {
                writeln!(f, "  {title}: {text}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_decision_is_a_line_with_its_reason_and_what_would_change_it() {
        let decision = Decision::missed("promotion of A", "no tile").because("it is too large");
        assert_eq!(
            decision.to_string(),
            "promotion of A: no tile\n  why: it is too large\n"
        );
        let decision = decision.unless("raise the limit").figure("bytes", 64);
        assert_eq!(
            decision.to_string(),
            "promotion of A: no tile\n  why: it is too large\n  change: raise the limit\n"
        );
        assert_eq!(decision.figures, [("bytes", 64)]);
        assert_eq!(
            decision.to_json(),
            json!({
                "outcome": "missed", "subject": "promotion of A", "what": "no tile",
                "why": "it is too large", "change": "raise the limit", "figures": {"bytes": 64}
            })
        );
    }
}
