//! Writes the record of a completed inference.

use super::explain::{
    Explanation, IndexExplanation, Source, StatementExplanation, StepExplanation,
    TensorExplanation, UnusedExplanation,
};
use super::model::{Def, Index, Range, Role, Statement, Tensor};
use super::preconditions::validity;
use super::prover::Prover;
use super::rounds::Rounds;
use std::collections::HashMap;
use tc_dialects::diagnostic::Place;

/// The results for one statement.
pub struct Solved<'a> {
    /// Its rounds and ranges.
    pub rounds: &'a Rounds,
    /// The source of each index's range.
    pub sources: &'a [Option<Source>],
    /// Whether it was skipped because of an earlier error.
    pub dropped: bool,
}

/// The record: statements in order, and the defined tensors, in the order of `boxes`.
pub fn explain<'a>(
    def: &'a Def,
    prover: &Prover,
    solved: &[Solved<'_>],
    boxes: impl Iterator<Item = (&'a str, &'a [Range])>,
) -> Explanation {
    let pairs = || {
        def.statements
            .iter()
            .zip(solved)
            .filter(|(_, solved)| !solved.dropped)
    };
    let mut writers: HashMap<&str, Vec<&Solved<'_>>> = HashMap::new();
    for (statement, solved) in pairs() {
        writers.entry(&statement.target).or_default().push(solved);
    }
    let sizes = def.size_order();
    let tensors: HashMap<&str, &Tensor> = def
        .tensors
        .iter()
        .map(|tensor| (tensor.name.as_str(), tensor))
        .collect();
    let made = boxes.filter_map(|(name, dims)| {
        let tensor = tensors.get(name)?;
        let mut conditions: Vec<String> = Vec::new();
        let ranges = writers
            .get(name)?
            .iter()
            .flat_map(|solved| solved.rounds.ranges.iter().flatten());
        for condition in ranges.flat_map(|range| validity(range, &sizes, prover)) {
            let text = condition.human();
            if !conditions.contains(&text) {
                conditions.push(text);
            }
        }
        Some(TensorExplanation {
            name: name.to_string(),
            role: if tensor.role == Role::Temporary {
                "temporary"
            } else {
                "output"
            },
            element: tensor.element.clone(),
            extents: dims
                .iter()
                .map(|range| range.extent(&sizes).human())
                .collect(),
            origin: dims.iter().map(|range| range.low.human()).collect(),
            conditions,
        })
    });
    Explanation {
        def: def.name.clone(),
        tensors: made.collect(),
        statements: pairs()
            .map(|(statement, solved)| explain_statement(statement, solved))
            .collect(),
        place: def.place.clone(),
    }
}

fn explain_statement(statement: &Statement, solved: &Solved<'_>) -> StatementExplanation {
    let ranges = solved.rounds.ranges.iter().zip(solved.sources);
    let indices = statement
        .indices
        .iter()
        .zip(ranges)
        .filter_map(|(index, (range, source))| {
            Some(explain_index(
                statement,
                index,
                range.as_ref()?,
                (*source)?,
                solved,
            ))
        });
    let unused = solved.rounds.unused.iter().map(|unused| UnusedExplanation {
        round: unused.round,
        access: statement.accesses[unused.access].human(),
        reason: unused.reason.clone(),
        at: statement.accesses[unused.access]
            .place
            .as_ref()
            .map(Place::to_string),
    });
    StatementExplanation {
        target: statement.target.clone(),
        at: statement.place.as_ref().map(Place::to_string),
        place: statement.place.clone(),
        indices: indices.collect(),
        unused: unused.collect(),
    }
}

fn explain_index(
    statement: &Statement,
    index: &Index,
    range: &Range,
    source: Source,
    solved: &Solved<'_>,
) -> IndexExplanation {
    let own = solved
        .rounds
        .steps
        .iter()
        .filter(|step| step.index == index.name);
    let steps = own.map(|step| {
        let access = &statement.accesses[step.access];
        StepExplanation {
            round: step.round,
            access: access.human(),
            condition: step.condition.clone(),
            solution: step.solution.human(&step.index),
            at: access
                .condition_place(step.dim)
                .as_ref()
                .map(Place::to_string),
            place: access.condition_place(step.dim),
        }
    });
    IndexExplanation {
        name: index.name.clone(),
        low: range.low.human(),
        high: range.high.human(),
        source,
        steps: steps.collect(),
        place: index.place.clone().or_else(|| statement.place.clone()),
    }
}
