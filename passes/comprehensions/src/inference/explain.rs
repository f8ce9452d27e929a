//! The record of an inference: the derivation of each range, and the resulting shapes of the
//! tensors.
//!
//! It is written while ranges are inferred and read by `--explain=ranges`, the language server and
//! the TC0301 note. The JSON form is this structure; [`Explanation::to_diagnostic`] is the form
//! with carets.

use serde::Serialize;
use tc_syntax::diagnostic::{Code, Diagnostic, Place};

/// The derivation of a def's ranges.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Explanation {
    /// The def.
    pub def: String,
    /// Statement by statement.
    pub statements: Vec<StatementExplanation>,
    /// The defined tensors, in order of definition.
    pub tensors: Vec<TensorExplanation>,
    /// The place, for carets.
    #[serde(skip)]
    pub place: Option<Place>,
}

/// The derivation of one statement's ranges.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StatementExplanation {
    /// The tensor written.
    pub target: String,
    /// `file:line:column`, if known.
    pub at: Option<String>,
    /// The place, for carets.
    #[serde(skip)]
    pub place: Option<Place>,
    /// The loops around it with their ranges, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<String>,
    /// The indices in order of first appearance.
    pub indices: Vec<IndexExplanation>,
    /// The accesses that a round could not use.
    pub unused: Vec<UnusedExplanation>,
}

/// The derivation of one index's range.
#[derive(Clone, Debug, Serialize)]
pub struct IndexExplanation {
    /// Its name.
    pub name: String,
    /// Its first value.
    pub low: String,
    /// One past its last value.
    pub high: String,
    /// The source of the range.
    pub source: Source,
    /// The accesses that were used.
    pub steps: Vec<StepExplanation>,
    /// The place, for carets.
    #[serde(skip)]
    pub place: Option<Place>,
}

/// The source of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A `where` clause, or IR with ranges.
    Given,
    /// The rounds.
    Inferred,
    /// A later statement on the same tensor.
    Adopted,
    /// The box of the tensor, fixed by an earlier statement.
    Box,
}

/// One access that was used in a round.
#[derive(Clone, Debug, Serialize)]
pub struct StepExplanation {
    /// The round, from 1.
    pub round: usize,
    /// The access: `B(i + k)`.
    pub access: String,
    /// The condition: `0 <= i and i + (KN - 1) < N`.
    pub condition: String,
    /// The solution: `i in [0, N - KN + 1)`.
    pub solution: String,
    /// `file:line:column`, if known.
    pub at: Option<String>,
    /// The place, for carets.
    #[serde(skip)]
    pub place: Option<Place>,
}

/// An access that a round could not use.
#[derive(Clone, Debug, Serialize)]
pub struct UnusedExplanation {
    /// The round, from 1.
    pub round: usize,
    /// The access: `B(i + k)`.
    pub access: String,
    /// The reason: `two unresolved indices`.
    pub reason: String,
    /// `file:line:column`, if known.
    pub at: Option<String>,
}

/// A tensor that a def defines.
#[derive(Clone, Debug, Serialize)]
pub struct TensorExplanation {
    /// Its name.
    pub name: String,
    /// `output` or `temporary`.
    pub role: &'static str,
    /// Its element type.
    pub element: String,
    /// Its extents.
    pub extents: Vec<String>,
    /// The first index of its box, per dimension.
    pub origin: Vec<String>,
    /// The subscripts of all statements that make a dimension, where some are fixed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hulls: Vec<String>,
    /// The conditions under which the box is not reversed.
    pub conditions: Vec<String>,
}

impl TensorExplanation {
    fn sentence(&self) -> String {
        let shape = match self.extents.as_slice() {
            [] => self.element.clone(),
            extents => format!("{}[{}]", self.element, extents.join(", ")),
        };
        let mut text = format!("{} `{}`: {shape}", self.role, self.name);
        match self.origin.as_slice() {
            [] => {}
            [origin] => text.push_str(&format!(", origin {origin}")),
            many => text.push_str(&format!(", origin ({})", many.join(", "))),
        }
        for hull in &self.hulls {
            text.push_str("; ");
            text.push_str(hull);
        }
        if !self.conditions.is_empty() {
            text.push_str(&format!(", for {}", self.conditions.join(" and ")));
        }
        text
    }
}

impl Explanation {
    /// The note TC0301: a caret line per access used, a sentence per tensor.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let message = format!("ranges inferred for `{}`", self.def);
        let mut labels: Vec<(Option<Place>, String)> = Vec::new();
        for statement in &self.statements {
            let mut steps: Vec<(usize, &StepExplanation)> = Vec::new();
            if !statement.loops.is_empty() {
                let text = format!("for each {}", statement.loops.join(", "));
                labels.push((statement.place.clone(), text));
            }
            for index in &statement.indices {
                let range = format!("{} in [{}, {})", index.name, index.low, index.high);
                match index.source {
                    Source::Given => labels.push((index.place.clone(), format!("given: {range}"))),
                    Source::Adopted => labels.push((
                        index.place.clone(),
                        format!("from a later statement: {range}"),
                    )),
                    Source::Box => labels.push((
                        index.place.clone(),
                        format!("the box of `{}`: {range}", statement.target),
                    )),
                    Source::Inferred => {
                        steps.extend(index.steps.iter().map(|step| (step.round, step)))
                    }
                }
            }
            steps.sort_by_key(|(round, _)| *round);
            labels.extend(steps.into_iter().map(|(round, step)| {
                (
                    step.place.clone(),
                    format!("round {round}: {}  =>  {}", step.condition, step.solution),
                )
            }));
        }
        let mut note = Diagnostic::note(Code::TC0301, message);
        let mut unplaced = Vec::new();
        for (place, text) in labels {
            match place {
                Some(place) if note.primary.is_none() => note = note.at(place, text),
                Some(place) => note = note.label(place, text),
                None => unplaced.push(text),
            }
        }
        if note.primary.is_none() {
            note = note.at(self.place.clone(), "");
        }
        note.notes.extend(unplaced);
        note.notes
            .extend(self.tensors.iter().map(|tensor| self.about(tensor)));
        note
    }

    /// The sentence about a tensor, with the accesses that the rounds of its statements could not
    /// use.
    fn about(&self, tensor: &TensorExplanation) -> String {
        let mut parts = vec![tensor.sentence()];
        let own = self
            .statements
            .iter()
            .filter(|statement| statement.target == tensor.name);
        for unused in own.flat_map(|statement| &statement.unused) {
            let text = format!(
                "`{}` not used in round {}: {}",
                unused.access, unused.round, unused.reason
            );
            if !parts.contains(&text) {
                parts.push(text);
            }
        }
        parts.join("; ")
    }

    /// The record as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or(serde_json::Value::Null)
    }
}
