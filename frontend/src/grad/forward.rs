//! The values of the forward definition that the backward one needs, computed again.
//!
//! A statement that updates a tensor in place does so here too, unless the gradient needs the
//! contents from before: then the update goes to a tensor of its own, which starts as a copy where
//! the old contents take part.

use super::backward::{Line, places};
use super::reductions::identity;
use super::reverse::is_scatter;
use super::terms::{Source, Terms};
use super::versions::{Step, Versions};
use crate::model::TensorId;
use std::collections::{HashMap, HashSet};
use tc_syntax::tc::ast::{Assign, Reduction};

/// A tensor that holds one version after the other.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) tensor: TensorId,
    /// Whether the caller passes it; such a tensor is not written.
    pub(super) is_input: bool,
}

/// The statements that compute the needed values, and where each version is.
pub(super) struct Forward {
    pub(super) lines: Vec<Line>,
    pub(super) slots: Vec<Slot>,
    pub(super) slot_of: HashMap<usize, usize>,
}

/// The versions that some statements read.
fn read_by(terms: &Terms, lines: &[Line]) -> HashSet<usize> {
    let reads = lines.iter().flat_map(Line::roots);
    let reads = reads.flat_map(|root| terms.reads(root));
    reads.filter_map(|read| terms.read_version(read)).collect()
}

/// Those versions, and all that their computation needs.
fn needed(versions: &Versions<'_>, terms: &Terms, kept: &HashSet<usize>) -> HashSet<usize> {
    let mut needed = kept.clone();
    for step in versions.steps.iter().rev() {
        let second = step.pair.map(|pair| pair.target);
        if !needed.contains(&step.target) && !second.is_some_and(|one| needed.contains(&one)) {
            continue;
        }
        needed.extend([step.target].into_iter().chain(second));
        let reads = line(step)
            .roots()
            .into_iter()
            .flat_map(|root| terms.reads(root));
        needed.extend(reads.filter_map(|read| terms.read_version(read)));
        needed.extend(step.previous.filter(|_| !step.covers));
    }
    needed
}

/// The statements for what `lines` read.
pub(super) fn forward(versions: &Versions<'_>, terms: &mut Terms, lines: &[Line]) -> Forward {
    if versions.ordered {
        return in_order(versions, terms, lines);
    }
    let kept = read_by(terms, lines);
    let needed = needed(versions, terms, &kept);
    let mut made = Forward::of_inputs(versions);
    for step in &versions.steps {
        if !needed.contains(&step.target) {
            continue;
        }
        let previous = step.previous.and_then(|version| {
            let slot = *made.slot_of.get(&version)?;
            Some((version, slot))
        });
        let shared = previous
            .filter(|(version, slot)| !made.slots[*slot].is_input && !kept.contains(version));
        match (shared, previous) {
            (Some((_, slot)), _) => {
                made.slot_of.insert(step.target, slot);
            }
            (None, previous) => {
                made.new_slot(step.statement.target, step.target, false);
                if let Some((version, _)) = previous.filter(|_| !step.covers) {
                    let loops = versions.space(version).to_vec();
                    let scalar = versions.scalar(version);
                    let body = terms.read(Source::Value(version), places(&loops), scalar);
                    let target = Source::Value(step.target);
                    made.lines.push(Line::plain(target, loops, body));
                }
            }
        }
        if let Some(pair) = step.pair {
            let tensor = versions.all[pair.target].tensor;
            made.new_slot(tensor, pair.target, false);
        }
        made.lines.push(line(step));
    }
    made
}

/// A statement of the forward definition.
fn line(step: &Step<'_>) -> Line {
    let plain = step.at == places(step.left());
    Line {
        around: step.around.clone(),
        rank: step.left_count,
        at: (!plain).then(|| step.at.clone()),
        assign: step.assign,
        pair: step
            .pair
            .map(|pair| (Source::Value(pair.target), pair.place)),
        ..Line::plain(Source::Value(step.target), step.loops.clone(), step.root)
    }
}

/// The same where a tensor has one version for all statements: all statements that write a tensor
/// that is needed.
fn in_order(versions: &Versions<'_>, terms: &mut Terms, lines: &[Line]) -> Forward {
    let mut needed = read_by(terms, lines);
    loop {
        let before = needed.len();
        for step in &versions.steps {
            let second = step.pair.map(|pair| pair.target);
            if needed.contains(&step.target) || second.is_some_and(|one| needed.contains(&one)) {
                let reads = line(step)
                    .roots()
                    .into_iter()
                    .flat_map(|root| terms.reads(root));
                needed.extend(reads.filter_map(|read| terms.read_version(read)));
                needed.extend([step.target].into_iter().chain(second));
            }
        }
        if needed.len() == before {
            break;
        }
    }
    let mut made = Forward::of_inputs(versions);
    let mut written: Vec<usize> = needed.iter().copied().collect();
    written.sort_unstable();
    for version in written {
        if made.slot_of.contains_key(&version) {
            continue;
        }
        let tensor = versions.all[version].tensor;
        made.new_slot(tensor, version, false);
        if let Some(before) = versions.first.get(&tensor) {
            let loops = versions.space(version).to_vec();
            let scalar = versions.scalar(version);
            let body = terms.read(Source::Value(*before), places(&loops), scalar);
            let body = terms.convert(body, scalar.computed());
            made.lines
                .push(Line::plain(Source::Value(version), loops, body));
        }
    }
    let steps = versions.steps.iter();
    for step in steps.filter(|step| needed.contains(&step.target)) {
        match step.assign {
            Assign::Reduce {
                operation,
                init: true,
            } if is_scatter(step) && step.pair.is_none() => {
                made.lines
                    .extend(from_identity(versions, terms, step, operation));
            }
            _ => made.lines.push(line(step)),
        }
    }
    made
}

/// A scatter with `!` to a tensor that is a temporary here: it has no annotation, so a statement
/// that writes all of it gives its box.
fn from_identity(
    versions: &Versions<'_>,
    terms: &mut Terms,
    step: &Step<'_>,
    operation: Reduction,
) -> [Line; 2] {
    let scalar = versions.scalar(step.target).computed();
    let identity = identity(terms, operation, scalar);
    let space = versions.space(step.target).to_vec();
    let whole = Line {
        around: step.around.clone(),
        ..Line::plain(Source::Value(step.target), space, identity)
    };
    let assign = Assign::Reduce {
        operation,
        init: false,
    };
    [
        whole,
        Line {
            assign,
            ..line(step)
        },
    ]
}

impl Forward {
    /// No statements yet; a slot for each tensor that has contents before the first one.
    fn of_inputs(versions: &Versions<'_>) -> Forward {
        let mut made = Forward {
            lines: Vec::new(),
            slots: Vec::new(),
            slot_of: HashMap::new(),
        };
        let mut first: Vec<(&TensorId, &usize)> = versions.first.iter().collect();
        first.sort_unstable();
        for (tensor, version) in first {
            made.new_slot(*tensor, *version, true);
        }
        made
    }

    fn new_slot(&mut self, tensor: TensorId, version: usize, is_input: bool) {
        self.slots.push(Slot { tensor, is_input });
        self.slot_of.insert(version, self.slots.len() - 1);
    }
}
