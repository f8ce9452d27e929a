//! Reverse mode on one body: what each of its reads receives of the gradient of its value.
//!
//! ```text
//! value    c ? x * w : 0           gradient g
//! x        c ? g * w : 0           w        c ? g * x : 0
//! ```
//! What flows through a branch is kept with the conditions of the branch, so that nothing that
//! stands under a condition is evaluated without it.
//!
//! Of two equal operands of `min` or `max` each receives a half, also where only one of them has a
//! gradient: the derivative of `max(x, 0)` at 0 is 1/2, the middle of the slopes on both sides.

use super::terms::{Id, Kind, Terms};
use crate::builtins::Builtin;
use std::collections::{BTreeMap, HashSet};
use tc_syntax::tc::ast::{BinaryOp, Extremum};

/// A value under conditions, all of which must hold.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub(super) conditions: Vec<Id>,
    pub(super) value: Id,
}

/// A function without a derivative.
pub(super) struct NoDerivative {
    pub(super) function: Builtin,
    pub(super) call: Id,
}

/// What flows into each read of `root` for which `active` holds.
pub(super) fn flows(
    terms: &mut Terms,
    root: Id,
    seed: Flow,
    active: &dyn Fn(&Terms, Id) -> bool,
) -> Result<Vec<(Id, Vec<Flow>)>, Vec<NoDerivative>> {
    let mut reverse = Reverse {
        active: carriers(terms, root, active),
        terms,
        flows: BTreeMap::new(),
        refused: Vec::new(),
    };
    reverse.add(root, seed);
    let mut reads = Vec::new();
    // Operands have smaller numbers than what uses them.
    while let Some((id, flows)) = reverse.flows.pop_last() {
        if matches!(reverse.terms.get(id).kind, Kind::Read(..)) {
            reads.push((id, flows));
            continue;
        }
        for flow in flows {
            reverse.step(id, &flow);
        }
    }
    if reverse.refused.is_empty() {
        reads.reverse();
        Ok(reads)
    } else {
        Err(reverse.refused)
    }
}

/// The floating terms that depend on an active read.
fn carriers(terms: &Terms, root: Id, active: &dyn Fn(&Terms, Id) -> bool) -> HashSet<Id> {
    let mut found = HashSet::new();
    for id in terms.reachable(root) {
        let carries = match &terms.get(id).kind {
            Kind::Read(..) => active(terms, id),
            _ => terms.operands(id).iter().any(|one| found.contains(one)),
        };
        if carries && terms.scalar(id).is_floating() {
            found.insert(id);
        }
    }
    found
}

struct Reverse<'t> {
    terms: &'t mut Terms,
    active: HashSet<Id>,
    flows: BTreeMap<Id, Vec<Flow>>,
    refused: Vec<NoDerivative>,
}

impl Reverse<'_> {
    fn add(&mut self, to: Id, flow: Flow) {
        if !self.active.contains(&to) || self.terms.constant(flow.value) == Some(0.0) {
            return;
        }
        let flows = self.flows.entry(to).or_default();
        match flows
            .iter_mut()
            .find(|other| other.conditions == flow.conditions)
        {
            Some(other) => other.value = self.terms.add(other.value, flow.value),
            None => flows.push(flow),
        }
    }

    fn pass(&mut self, to: Id, flow: &Flow, value: Id) {
        let conditions = flow.conditions.clone();
        self.add(to, Flow { conditions, value });
    }

    fn under(&mut self, to: Id, flow: &Flow, condition: Id, value: Id) {
        let mut conditions = flow.conditions.clone();
        if !conditions.contains(&condition) {
            conditions.push(condition);
        }
        self.add(to, Flow { conditions, value });
    }

    fn carries(&self, id: Id) -> bool {
        self.active.contains(&id)
    }

    /// One operation: what its operands receive.
    fn step(&mut self, id: Id, flow: &Flow) {
        let g = flow.value;
        match self.terms.get(id).kind.clone() {
            Kind::Convert { operand, .. } => {
                let to = self.terms.scalar(operand).computed();
                let value = self.terms.convert(g, to);
                self.pass(operand, flow, value);
            }
            Kind::Negate(a) => {
                let value = self.terms.negate(g);
                self.pass(a, flow, value);
            }
            Kind::Binary(op, a, b) => self.arithmetic(id, op, [a, b], flow),
            Kind::Extremum(op, a, b) => self.extremum(op, a, b, flow),
            Kind::Builtin(function, arguments) => self.builtin(id, function, &arguments, flow),
            Kind::Choose(condition, then, otherwise) => {
                self.under(then, flow, condition, g);
                if self.carries(otherwise) {
                    let opposite = self.terms.not(condition);
                    self.under(otherwise, flow, opposite, g);
                }
            }
            _ => {}
        }
    }

    fn arithmetic(&mut self, id: Id, op: BinaryOp, [a, b]: [Id; 2], flow: &Flow) {
        let g = flow.value;
        match op {
            BinaryOp::Add => {
                self.pass(a, flow, g);
                self.pass(b, flow, g);
            }
            BinaryOp::Sub => {
                self.pass(a, flow, g);
                let value = self.terms.negate(g);
                self.pass(b, flow, value);
            }
            BinaryOp::Mul => {
                for (to, other) in [(a, b), (b, a)] {
                    if self.carries(to) {
                        let value = self.terms.multiply(g, other);
                        self.pass(to, flow, value);
                    }
                }
            }
            BinaryOp::Div => {
                let quotient = self.terms.divide(g, b);
                self.pass(a, flow, quotient);
                if self.carries(b) {
                    let product = self.terms.multiply(quotient, id);
                    let value = self.terms.negate(product);
                    self.pass(b, flow, value);
                }
            }
            _ => {}
        }
    }

    fn extremum(&mut self, op: Extremum, a: Id, b: Id, flow: &Flow) {
        let wins = match op {
            Extremum::Max => BinaryOp::Greater,
            Extremum::Min => BinaryOp::Less,
        };
        for (to, other) in [(a, b), (b, a)] {
            if self.carries(to) {
                let condition = self.terms.compare(wins, to, other);
                self.under(to, flow, condition, flow.value);
            }
        }
        if self.carries(a) || self.carries(b) {
            let tie = self.terms.compare(BinaryOp::Equal, a, b);
            let half = self.terms.scale(0.5, flow.value);
            self.under(a, flow, tie, half);
            self.under(b, flow, tie, half);
        }
    }

    fn builtin(&mut self, call: Id, function: Builtin, arguments: &[Id], flow: &Flow) {
        let extremum = match function.name {
            "fmin" => Some(Extremum::Min),
            "fmax" => Some(Extremum::Max),
            _ => None,
        };
        if let Some(op) = extremum {
            return self.extremum(op, arguments[0], arguments[1], flow);
        }
        match self.terms.derivative(function, arguments, call, flow.value) {
            Some(values) => {
                for (to, value) in arguments.iter().zip(values) {
                    if let Some(value) = value {
                        self.pass(*to, flow, value);
                    }
                }
            }
            None => self.refused.push(NoDerivative { function, call }),
        }
    }
}
