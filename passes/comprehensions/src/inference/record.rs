//! Writes the record of a completed inference.

use super::explain::{
    Explanation, IndexExplanation, Source, StatementExplanation, StepExplanation,
    TensorExplanation, UnusedExplanation,
};
use super::model::{Def, Index, Left, Range, Role, Statement, Tensor};
use super::preconditions::validity;
use super::prover::Prover;
use super::rounds::Rounds;
use std::collections::HashMap;
use tc_syntax::diagnostic::Place;

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
    let mut writers: HashMap<&str, Vec<(&Statement, &Solved<'_>)>> = HashMap::new();
    for (statement, solved) in pairs() {
        let targets = std::iter::once(&statement.target).chain(&statement.place_target);
        for target in targets {
            writers.entry(target).or_default().push((statement, solved));
        }
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
        let own = writers.get(name)?.iter();
        let ranges = own.flat_map(|(statement, solved)| {
            let all = solved.rounds.ranges.iter().flatten();
            all.filter(|range| {
                let mut names = range.low.names().into_iter().chain(range.high.names());
                !names.any(|name| statement.varies(name))
            })
        });
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
            hulls: hulls(def, name, dims.len()),
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

/// `dimension 0 covers 0, t + 1` for each dimension with fixed subscripts.
fn hulls(def: &Def, name: &str, rank: usize) -> Vec<String> {
    let mut sentences = Vec::new();
    for dim in 0..rank {
        let written: Vec<&Left> = def
            .writers(name)
            .filter_map(|(_, one)| one.left.get(dim))
            .collect();
        if !written.iter().any(|left| matches!(left, Left::Fixed(_))) {
            continue;
        }
        let mut texts: Vec<String> = Vec::new();
        for left in written {
            let text = format!("`{}`", left.expr().human());
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        sentences.push(format!("dimension {dim} covers {}", texts.join(", ")));
    }
    sentences
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
        loops: statement
            .loops
            .iter()
            .map(|one| format!("{} in {}", one.name, one.range.human()))
            .collect(),
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
