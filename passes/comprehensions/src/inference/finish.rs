//! The end of an inference: boxes, declared extents, preconditions, the record.

use super::dataflow;
use super::driver::{Box, Driver, Inference};
use super::messages;
use super::model::{Formula, Range, Role};
use super::prover::Facts;
use super::record;
use std::collections::HashMap;
use tc_syntax::diagnostic::sort_by_place;
use tc_syntax::expr::{Comparison, Condition, Expr, Precondition, Symbol};

impl Driver<'_> {
    /// Gives up the pending tensors; returns the known boxes.
    pub(super) fn settle_boxes(&mut self) -> HashMap<String, Vec<Range>> {
        let mut pending: Vec<String> = self.boxes.keys().cloned().collect();
        pending.sort();
        for tensor in pending {
            self.give_up(&tensor);
        }
        let known = self.boxes.iter().filter_map(|(tensor, state)| match state {
            Box::Known(dims) => Some((tensor.clone(), dims.clone())),
            _ => None,
        });
        known.collect()
    }

    pub(super) fn finish(mut self) -> Inference {
        self.result.boxes = self.settle_boxes();
        self.decide_late();
        self.check_annotations();
        self.keep_preconditions();
        if !self.result.has_errors() {
            self.check_dataflow();
        }
        self.explain();
        self.result.ranges = self
            .progress
            .into_iter()
            .map(|progress| progress.rounds.ranges)
            .collect();
        sort_by_place(&mut self.result.diagnostics);
        self.result
    }

    /// Checks that a declared dimension of a return is the inferred extent.
    fn check_annotations(&mut self) {
        let def = self.def;
        for tensor in def
            .tensors
            .iter()
            .filter(|tensor| tensor.role == Role::Return)
        {
            let (Some(declared), Some(inferred)) =
                (&tensor.dims, self.box_of(&tensor.name).cloned())
            else {
                continue;
            };
            if declared.len() != inferred.len() {
                self.report(messages::declared_rank(
                    tensor,
                    declared.len(),
                    inferred.len(),
                ));
                continue;
            }
            for (declared, inferred) in declared.iter().zip(&inferred) {
                let Some(declared) = declared else { continue };
                let (wanted, found) = (declared.extent(&self.sizes), inferred.extent(&self.sizes));
                let equal = Condition::new(found.clone(), Comparison::Equal, wanted.clone());
                let never = Condition::new(found.clone(), Comparison::NotEqual, wanted.clone());
                if self.prover.holds(&Facts::default(), &equal) || found.same_as(&wanted) {
                    continue;
                }
                if self.prover.holds(&Facts::default(), &never) {
                    self.report(messages::declared_extent(tensor, &wanted, &found));
                    continue;
                }
                let precondition = Precondition {
                    requires: equal,
                    when: Vec::new(),
                };
                let place = tensor.place.clone();
                self.report(messages::checked_at_call(place, &precondition, &[]));
                self.result.preconditions.push(precondition);
            }
        }
    }

    /// Preconditions of the def, with extents replaced, without those that always hold.
    fn keep_preconditions(&mut self) {
        let extent = |driver: &Self, symbol: &Symbol| match symbol {
            Symbol::Extent(..) => Some(driver.resolve(&Expr::Symbol(symbol.clone()))),
            Symbol::Name(_) => None,
        };
        let mut kept: Vec<Precondition> = Vec::new();
        for precondition in &self.def.preconditions {
            let precondition = precondition.substitute(&|symbol| extent(self, symbol));
            let facts = Facts {
                formulas: precondition
                    .when
                    .iter()
                    .cloned()
                    .map(Formula::Compare)
                    .collect(),
                ..Facts::default()
            };
            let requires = precondition.requires.clone();
            if self.prover.holds(&facts, &requires) || kept.contains(&precondition) {
                continue;
            }
            if precondition.when.is_empty()
                && self
                    .prover
                    .impossible(&facts, &Formula::Compare(requires.clone()))
            {
                self.result
                    .diagnostics
                    .push(messages::never_holds(self.def, &requires));
            }
            kept.push(precondition);
        }
        self.result
            .preconditions
            .retain(|precondition| !kept.contains(precondition));
        self.result.preconditions.splice(0..0, kept);
    }

    fn explain(&mut self) {
        let solved = self.progress.iter().map(|progress| record::Solved {
            rounds: &progress.rounds,
            sources: &progress.sources,
            dropped: progress.dropped,
        });
        let boxes = self
            .defined
            .iter()
            .filter_map(|name| Some((name.as_str(), self.box_of(name)?.as_slice())));
        self.result.explanation =
            record::explain(self.def, &self.prover, &solved.collect::<Vec<_>>(), boxes);
    }

    /// TC0408 and TC0409: every element that is read, and every element of a return, was written.
    fn check_dataflow(&mut self) {
        let ranges: Vec<Vec<(String, Range)>> = self
            .def
            .statements
            .iter()
            .zip(&self.progress)
            .map(|(statement, progress)| {
                super::rounds::solved_ranges(statement, &progress.rounds.ranges)
            })
            .collect();
        let resolve = |expr: &Expr| self.resolve(expr);
        let flow = dataflow::Flow {
            def: self.def,
            boxes: &self.result.boxes,
            ranges: &ranges,
            preconditions: &self.result.preconditions,
            prover: &self.prover,
            resolve: &resolve,
        };
        let errors = flow.check();
        self.result.diagnostics.extend(errors);
    }
}
