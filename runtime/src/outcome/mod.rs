//! The result of a run: an outcome with everything that was found out, or a failure with all
//! errors.
//!
//! Facts are written for people (`people`), and decisions of passes with the statements that they
//! name (`statements`). Outputs are compared with those that are expected (`compare`).

pub(crate) mod compare;
mod people;
pub(crate) mod statements;

use crate::{
    errors::{Errors, error},
    request::emit::Artifact,
};
use serde_json::{Value, json};
use statements::Statement;
use std::fmt;
use tc_comprehensions::inference::explain::Explanation;
use tc_dialects::tensor::Tensor;
use tc_pass_host::Decision;
use tc_pipelines::Level;
use tc_pipelines::mapping::Precision;
use tc_syntax::diagnostic::{Code, Diagnostic, Format, SourceMap};

/// Tensors by name.
pub type Tensors = Vec<(String, Tensor)>;

/// The result of a run that succeeded.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that the diagnostics point into.
    pub sources: SourceMap,
    /// The requested levels, in order, as printed.
    pub levels: Vec<(Level, String)>,
    /// The requested parts of a function for C.
    pub code: Vec<(Artifact, Vec<u8>)>,
    /// What goes to standard output: levels and tensors.
    pub printed: String,
    /// Reports and profiles as text; the JSON form has them among the facts.
    pub reports: String,
    /// Seconds that each stage of the compilation took, by level.
    pub stages: serde_json::Map<String, Value>,
    /// How ranges were inferred, by definition, if requested.
    pub ranges: Vec<Explanation>,
    /// What the passes decided about the mapping, if requested.
    pub decisions: Vec<Decision>,
    /// The statements that these name.
    pub statements: Vec<Statement>,
    /// The floating-point operations of a run, where they are known.
    pub flops: Option<u64>,
    /// The isl operations of all of them, as isl counts; the same on every machine, and fewer for
    /// texts that this process has made canonical before.
    pub isl_operations: u64,
    /// Facts for the report, in order.
    pub facts: Vec<(&'static str, Value)>,
    /// The returned tensors, if it ran.
    pub outputs: Tensors,
}

/// Why a run failed. `{:?}` shows it as `{}` does, so that `unwrap` and a `main` that returns it
/// print diagnostics.
pub struct Failure {
    /// At least one of them is an error.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that the diagnostics point into.
    pub sources: SourceMap,
    /// The process's exit status.
    pub status: u8,
    /// The program was compiled, and its execution failed.
    pub while_running: bool,
}

impl Failure {
    /// Of errors that are about the request and not about a text.
    pub fn of(errors: Errors) -> Failure {
        Outcome::default().failed(errors)
    }

    /// The failure as wrong usage: the request contradicts itself or names something that does not
    /// exist, whatever the program is.
    pub fn of_usage(self) -> Failure {
        Failure { status: 2, ..self }
    }
}

impl From<Errors> for Failure {
    fn from(errors: Errors) -> Self {
        Failure::of(errors)
    }
}

impl fmt::Display for Failure {
    /// All diagnostics, with the source lines that they are about.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.sources.render(&self.diagnostics, Format::Human);
        formatter.write_str(text.trim_end())
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl std::error::Error for Failure {}

/// The results that a program must compute.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Where they come from.
    pub by: &'static str,
    /// The returned tensors, by name.
    pub outputs: Tensors,
}

impl Outcome {
    /// The largest difference of the outputs to what is expected, relative to the largest value, as
    /// a fact. `precision` is that of the mapping.
    ///
    /// # Errors
    /// A difference that rounding does not explain.
    pub fn compare(&mut self, expected: &Expected, precision: Precision) -> Result<(), Errors> {
        let mut worst = 0.0_f64;
        for ((name, got), (_, want)) in self.outputs.iter().zip(&expected.outputs) {
            if let Some(wrong) = compare::wrong_integers(got, want) {
                let by = expected.by;
                return Err(error(format!("output `{name}` differs from {by} {wrong}")));
            }
            let difference = compare::difference(got, want)?;
            let tolerance = compare::tolerance(want.element_type(), precision);
            if difference > tolerance {
                let by = expected.by;
                return Err(error(format!(
                    "output `{name}` differs from {by} by {difference:.3e} of its largest value, more than {tolerance:.0e}"
                )));
            }
            worst = worst.max(difference);
        }
        self.fact("max_error", worst);
        Ok(())
    }

    /// Turns the outcome into a failure with these errors.
    pub fn failed(mut self, errors: Errors) -> Failure {
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        diagnostics.extend(errors);
        self.sources.load_files_of(&diagnostics);
        let budget = diagnostics.iter().any(|one| one.code == Some(Code::TC0601));
        Failure {
            diagnostics,
            sources: self.sources,
            status: if budget { 3 } else { 1 },
            while_running: false,
        }
    }

    /// As text: printed levels, reports, then the facts, one per line, without those that the
    /// reports contain.
    pub fn to_text(&self) -> String {
        let mut text = self.printed.clone() + &self.decided() + &self.reports;
        for (name, value) in self
            .facts
            .iter()
            .filter(|(name, _)| !["report", "profile"].contains(name))
        {
            text += &people::fact(name, value, self.flops);
        }
        text
    }

    /// What the passes decided, with the lines of the program that they name.
    pub fn decided(&self) -> String {
        statements::told(&self.decisions, &self.statements)
    }

    /// As one JSON object.
    pub fn to_json(&self) -> String {
        let mut object: serde_json::Map<String, Value> = self
            .facts
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        if !self.printed.is_empty() {
            object.insert("printed".to_owned(), Value::String(self.printed.clone()));
        }
        if !self.ranges.is_empty() {
            let ranges = self.ranges.iter().map(Explanation::to_json);
            object.insert("ranges".to_owned(), Value::Array(ranges.collect()));
        }
        if !self.decisions.is_empty() {
            let decisions = self.decisions.iter().map(Decision::to_json);
            object.insert("mapping".to_owned(), Value::Array(decisions.collect()));
            let statements = self.statements.iter().map(Statement::to_json);
            object.insert("statements".to_owned(), Value::Array(statements.collect()));
        }
        object.insert("stages".to_owned(), Value::Object(self.stages.clone()));
        object.insert("isl_operations".to_owned(), json!(self.isl_operations));
        let diagnostics = self
            .diagnostics
            .iter()
            .map(|one| one.to_json(&self.sources))
            .collect();
        object.insert("diagnostics".to_owned(), Value::Array(diagnostics));
        format!("{}\n", Value::Object(object))
    }

    pub(crate) fn fact(&mut self, name: &'static str, value: impl Into<Value>) {
        self.facts.push((name, value.into()));
    }
}
