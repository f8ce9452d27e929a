//! The values of the forward definition that the backward one needs, computed again.
//!
//! A statement that updates a tensor in place does so here too, unless the gradient needs the
//! contents from before: then the update goes to a tensor of its own, which starts as a copy where
//! the old contents take part.

use super::backward::{Line, places};
use super::terms::{Source, Terms};
use super::versions::Versions;
use crate::check::model::TensorId;
use crate::syntax::ast::Assign;
use std::collections::{HashMap, HashSet};

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
        if !needed.contains(&step.target) {
            continue;
        }
        let reads = terms.reads(step.root).into_iter();
        needed.extend(reads.filter_map(|read| terms.read_version(read)));
        needed.extend(step.previous.filter(|_| !step.covers));
    }
    needed
}

/// The statements for what `lines` read.
pub(super) fn forward(versions: &Versions<'_>, terms: &mut Terms, lines: &[Line]) -> Forward {
    let kept = read_by(terms, lines);
    let needed = needed(versions, terms, &kept);
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
                    made.lines.push(Line {
                        target: Source::Value(step.target),
                        rank: loops.len(),
                        loops,
                        at: None,
                        assign: Assign::Plain,
                        body,
                    });
                }
            }
        }
        made.lines.push(Line {
            target: Source::Value(step.target),
            loops: step.loops.clone(),
            rank: step.left_count,
            at: None,
            assign: step.assign,
            body: step.root,
        });
    }
    made
}

impl Forward {
    fn new_slot(&mut self, tensor: TensorId, version: usize, is_input: bool) {
        self.slots.push(Slot { tensor, is_input });
        self.slot_of.insert(version, self.slots.len() - 1);
    }
}
