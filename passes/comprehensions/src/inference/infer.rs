//! Range inference over a whole def: statements in order, boxes of tensors, ranges adopted from
//! later statements.
//!
//! Statements are processed in order. The reads of a statement give conditions on its indices
//! ([`rounds`](super::rounds)); its left indices give the box of a tensor that it writes first. A
//! left index that no read mentions is deferred: the tensor is *pending* until a later statement on
//! it has a range at the same position, or until its box is needed.
//!
//! A statement that cannot be solved poisons the tensor that it writes: dependent statements are
//! not checked, so that each mistake is reported once.

use super::driver::{Box, Driver, Inference, Options, Pending, Progress, Unchecked};
use super::explain::Source;
use super::guards::{Guards, is_conditional};
use super::hulls::Dimension;
use super::messages;
use super::model::{Access, Def, Left, Range, Role, Statement};
use super::preconditions::{Decider, Decision};
use super::prover::Facts;
use super::rounds::{Bounded, Rounds, Stuck, is_left_hand};
use std::collections::HashMap;
use tc_syntax::diagnostic::Diagnostic;
use tc_syntax::expr::{Comparison, Condition, Expr, Symbol};

/// Infers the ranges of `def`.
pub fn infer(def: &Def, options: Options) -> Inference {
    let mut driver = Driver::new(def, options);
    driver.declare();
    for position in 0..def.statements.len() {
        driver.statement(position);
    }
    driver.finish()
}

/// The boxes alone: accesses are not proved, and nothing is explained.
pub fn boxes(def: &Def) -> HashMap<String, Vec<Range>> {
    let mut driver = Driver::new(def, Options::default());
    driver.declare();
    for position in 0..def.statements.len() {
        driver.statement(position);
    }
    driver.settle_boxes()
}

impl Driver<'_> {
    /// Inputs, and in/out tensors with declared dimensions, have their box from the start.
    fn declare(&mut self) {
        for tensor in &self.def.tensors {
            let from_caller = matches!(tensor.role, Role::Input | Role::InOut);
            let dims = tensor
                .dims
                .as_ref()
                .and_then(|dims| dims.iter().cloned().collect::<Option<Vec<Range>>>());
            if let (true, Some(dims)) = (from_caller, dims) {
                self.boxes.insert(tensor.name.clone(), Box::Known(dims));
            }
        }
    }

    fn statement(&mut self, position: usize) {
        let statement = &self.def.statements[position];
        let depends_on_poison = self.settle_dependencies(statement);
        let recurrent = self.first_recurrent_read(statement);
        if let Some(access) = recurrent {
            self.report(messages::recurrence(statement, access));
            self.poison(statement);
            return;
        }
        if depends_on_poison {
            self.poison(statement);
            return;
        }
        let given = self.given_ranges(statement);
        let mut conditions = self.conditions(statement, &given);
        for (number, access) in statement.accesses.iter().enumerate() {
            if self.box_of(&access.tensor).is_none() {
                self.late.push((position, number));
            }
        }
        let resolved = |expr: &Expr| self.resolve(expr);
        let (rounds, losses) = self
            .guards(statement, &resolved)
            .solve(&given, &mut conditions);
        let sources = given
            .iter()
            .zip(&rounds.ranges)
            .map(|(given, range)| match (given, range) {
                (Some(_), _) => Some(Source::Given),
                (None, Some(_)) => Some(Source::Inferred),
                (None, None) => None,
            });
        self.progress[position] = Progress {
            sources: sources.collect(),
            conditions,
            rounds: rounds.clone(),
            dropped: false,
            visited: true,
        };
        if self.report_stuck(statement, &rounds) || self.report_reversed(statement, position) {
            self.poison(statement);
            return;
        }
        // Where sizes of different names meet, TC0315 names the loss.
        let is_told = |index: &str| {
            let mut meetings = rounds.smaller.iter().filter(|one| !one.reduced);
            meetings.any(|one| one.index == index)
        };
        for loss in losses.iter().filter(|loss| !is_told(&loss.index)) {
            self.report(messages::narrowed_by_guarded_read(statement, loss));
        }
        self.place(position);
    }

    /// Gives up pending tensors that the statement needs. Returns whether a tensor that it needs
    /// has no box at all.
    fn settle_dependencies(&mut self, statement: &Statement) -> bool {
        let mut needed: Vec<(String, bool)> = Vec::new();
        for access in &statement.accesses {
            let harmless = access.tensor == statement.target
                && is_left_hand(statement, &self.without_extents(&access.subscripts));
            needed.push((access.tensor.clone(), harmless));
        }
        needed.extend(
            extents_used(statement)
                .into_iter()
                .map(|tensor| (tensor, false)),
        );
        let mut poisoned = false;
        for (tensor, harmless) in needed {
            let waits = matches!(self.boxes.get(&tensor), Some(Box::Pending(pending)) if !pending.waits_for_hull);
            if waits && !harmless && !statement.writes(&tensor) {
                self.give_up(&tensor);
            }
            poisoned |= match self.boxes.get(&tensor) {
                Some(Box::Poisoned) => true,
                // A later statement of the loop writes it.
                None => !statement.writes(&tensor) && statement.loops.is_empty(),
                Some(_) => false,
            };
        }
        poisoned
    }

    /// A read of the target, before it has a box, at subscripts other than the left-hand ones.
    fn first_recurrent_read<'s>(&self, statement: &'s Statement) -> Option<&'s Access> {
        // In a loop, an earlier iteration may have written it.
        let in_loop = !statement.loops.is_empty();
        if in_loop
            || matches!(
                self.boxes.get(&statement.target),
                Some(Box::Known(_) | Box::Poisoned)
            )
        {
            return None;
        }
        statement.accesses.iter().find(|access| {
            access.tensor == statement.target
                && !is_left_hand(statement, &self.without_extents(&access.subscripts))
        })
    }

    fn without_extents(&self, subscripts: &[Expr]) -> Vec<Expr> {
        subscripts
            .iter()
            .map(|subscript| self.resolve(subscript))
            .collect()
    }

    fn guards<'g>(
        &'g self,
        statement: &'g Statement,
        resolved: &'g dyn Fn(&Expr) -> Expr,
    ) -> Guards<'g> {
        Guards {
            prover: &self.prover,
            statement,
            resolved,
            sizes: &self.sizes,
        }
    }

    fn conditions(&self, statement: &Statement, given: &[Option<Range>]) -> Vec<Bounded> {
        let known = super::rounds::solved_ranges(statement, given);
        let all = 0..statement.accesses.len();
        all.flat_map(|access| self.conditions_of(statement, access, &known))
            .collect()
    }

    /// The conditions of a read; what its guards say holds within the known ranges.
    fn conditions_of(
        &self,
        statement: &Statement,
        position: usize,
        known: &[(String, Range)],
    ) -> Vec<Bounded> {
        let mut conditions = Vec::new();
        let access = &statement.accesses[position];
        if let Some(dims) = self.box_of(&access.tensor) {
            let resolved = |expr: &Expr| self.resolve(expr);
            let guards = self.guards(statement, &resolved);
            for (dim, (subscript, range)) in access.subscripts.iter().zip(dims).enumerate() {
                let subscript = self.resolve(subscript);
                let said = guards.said(access, &subscript, range, known);
                conditions.push(Bounded {
                    access: position,
                    dim,
                    subscript,
                    range: range.clone(),
                    said,
                    guarded: is_conditional(access),
                });
            }
        }
        conditions
    }

    /// The given ranges; one that is reversed for all sizes counts as empty.
    fn given_ranges(&mut self, statement: &Statement) -> Vec<Option<Range>> {
        let mut ranges = Vec::new();
        for index in &statement.indices {
            let range = index.given.as_ref().map(|given| {
                let range = Range::new(self.resolve(&given.low), self.resolve(&given.high));
                let mut names = range.low.names().into_iter().chain(range.high.names());
                if names.any(|name| statement.varies(name)) || !self.is_reversed(&range) {
                    return range;
                }
                self.result
                    .diagnostics
                    .push(messages::given_range_empty(statement, index, &range));
                Range::new(range.low.clone(), range.low)
            });
            ranges.push(range);
        }
        ranges
    }

    fn is_reversed(&self, range: &Range) -> bool {
        let reversed = Condition::new(range.high.clone(), Comparison::Less, range.low.clone());
        self.prover.holds(&Facts::default(), &reversed)
    }

    /// Reports the indices that have no range and cannot get one later.
    fn report_stuck(&mut self, statement: &Statement, rounds: &Rounds) -> bool {
        let mut several: Vec<(&str, &[(usize, usize)])> = Vec::new();
        let mut any = false;
        for (name, reason) in &rounds.stuck {
            let free_left = *reason == Stuck::Free && statement.is_left(name);
            if free_left {
                continue;
            }
            any = true;
            match reason {
                Stuck::Several(conditions) => several.push((name, conditions)),
                Stuck::Free => self.report(messages::no_range(statement, name)),
                Stuck::OneEnd(end) => self.report(messages::one_end(statement, name, end)),
                Stuck::Stride(stride) => {
                    self.report(messages::unknown_stride(statement, name, stride))
                }
                Stuck::NoBound(expr) => self.report(messages::no_bound(statement, name, expr)),
            }
        }
        if !several.is_empty() {
            self.report(messages::several_unresolved(statement, &several, rounds));
        }
        any
    }

    fn report_reversed(&mut self, statement: &Statement, position: usize) -> bool {
        let mut any = false;
        for (at, index) in statement.indices.iter().enumerate() {
            let progress = &self.progress[position];
            let (Some(range), Some(Source::Inferred)) =
                (&progress.rounds.ranges[at], progress.sources[at])
            else {
                continue;
            };
            if self.is_reversed(range) {
                let diagnostic = messages::inferred_range_empty(statement, index, range);
                self.report(diagnostic);
                any = true;
            }
        }
        any
    }

    /// Determines the box of the statement's tensor, or the statement's free left indices from the
    /// box of its tensor.
    fn place(&mut self, position: usize) {
        let statement = &self.def.statements[position];
        match self.boxes.get(&statement.target).cloned() {
            Some(Box::Known(dims)) => {
                if dims.len() != statement.left.len() {
                    self.report(messages::rank_changed(self.def, statement, dims.len()));
                    return;
                }
                self.fill_free(position, &dims, Source::Box);
                self.complete(position);
            }
            Some(Box::Poisoned) => self.progress[position].dropped = true,
            Some(Box::Pending(pending)) => self.join(position, pending),
            None => {
                self.defined.push(statement.target.clone());
                self.defined.extend(statement.place_target.clone());
                let pending = Pending {
                    givers: vec![None; statement.left.len()],
                    dims: vec![None; statement.left.len()],
                    waits_for_hull: false,
                    waiting: vec![position],
                };
                let own = self.left_ranges(position);
                self.fill_dims(pending, own, position);
            }
        }
    }

    /// The ranges of the left indices that hold in all iterations of the loops around.
    fn left_ranges(&mut self, position: usize) -> Vec<Option<Range>> {
        let statement = &self.def.statements[position];
        let ranges = self.progress[position].rounds.ranges.clone();
        let of = |left: &Left| ranges[statement.position(left.index()?)?].clone();
        let own: Vec<Option<Range>> = statement.left.iter().map(of).collect();
        let varies = |expr: &Expr| expr.names().into_iter().any(|name| statement.varies(name));
        own.into_iter()
            .enumerate()
            .map(|(dim, range)| match range {
                Some(range) if varies(&range.low) || varies(&range.high) => {
                    self.hull_of(&[position], dim)
                }
                other => other,
            })
            .collect()
    }

    fn join(&mut self, position: usize, mut pending: Pending) {
        let statement = &self.def.statements[position];
        if pending.dims.len() != statement.left.len() {
            self.report(messages::rank_changed(
                self.def,
                statement,
                pending.dims.len(),
            ));
            self.boxes.insert(statement.target.clone(), Box::Poisoned);
            return;
        }
        pending.waiting.push(position);
        let own = self.left_ranges(position);
        self.fill_dims(pending, own, position);
    }

    /// Takes what a statement says about the dimensions: its ranges, and the hulls of those for
    /// which all statements are known.
    fn fill_dims(&mut self, mut pending: Pending, own: Vec<Option<Range>>, position: usize) {
        let statement = &self.def.statements[position];
        let is_first = pending.waiting.len() == 1;
        pending.waits_for_hull = false;
        for (dim, range) in own.into_iter().enumerate() {
            if pending.dims[dim].is_some() {
                continue;
            }
            match self.kind_of(&statement.target, dim) {
                Dimension::Declared(range) => pending.dims[dim] = Some(range),
                Dimension::First => {
                    if range.is_some() && !is_first {
                        pending.givers[dim] = Some(position);
                    }
                    pending.dims[dim] = range;
                }
                Dimension::Hull(writers) => {
                    if writers.iter().all(|writer| self.is_ready(*writer, dim)) {
                        pending.dims[dim] = self.hull_of(&writers, dim);
                    } else {
                        pending.waits_for_hull = true;
                        continue;
                    }
                    if pending.dims[dim].is_none() {
                        self.report_once(messages::no_hull(statement, dim));
                        self.boxes.insert(statement.target.clone(), Box::Poisoned);
                        return;
                    }
                }
            }
        }
        self.settle(pending, position);
    }

    /// The box of the places of a pair whose values have the box `dims`: other statements may write
    /// one of the two tensors only.
    fn box_of_places(&mut self, position: usize, places: &str, dims: &[Range]) -> Vec<Range> {
        let own = self.left_ranges(position);
        let of = |(dim, range): (usize, &Range)| {
            let found = match self.kind_of(places, dim) {
                Dimension::Declared(range) => Some(range),
                Dimension::First => own[dim].clone(),
                Dimension::Hull(writers) => {
                    let ready = writers.iter().all(|writer| self.is_ready(*writer, dim));
                    ready.then(|| self.hull_of(&writers, dim)).flatten()
                }
            };
            found.unwrap_or_else(|| range.clone())
        };
        dims.iter().enumerate().map(of).collect()
    }

    /// Makes the box known if all dimensions are, and completes the statements that wait for it.
    fn settle(&mut self, pending: Pending, position: usize) {
        let target = self.def.statements[position].target.clone();
        let Some(dims) = pending.dims.iter().cloned().collect::<Option<Vec<Range>>>() else {
            self.boxes.insert(target, Box::Pending(pending));
            return;
        };
        self.boxes.insert(target, Box::Known(dims.clone()));
        for waiting in &pending.waiting {
            let places = self.def.statements[*waiting].place_target.clone();
            if let Some(places) = places.filter(|one| !self.boxes.contains_key(one)) {
                let known = self.box_of_places(*waiting, &places, &dims);
                self.boxes.insert(places, Box::Known(known));
            }
        }
        let first = pending.waiting[0];
        for (dim, giver) in pending.givers.iter().enumerate() {
            if let Some(giver) = giver {
                let (from, to) = (&self.def.statements[*giver], &self.def.statements[first]);
                self.report(messages::adopted(to, dim, from));
            }
        }
        self.report_origin(first, &dims);
        for waiting in pending.waiting {
            self.fill_free(
                waiting,
                &dims,
                if waiting == first {
                    Source::Adopted
                } else {
                    Source::Box
                },
            );
            self.complete(waiting);
        }
    }

    fn fill_free(&mut self, position: usize, dims: &[Range], source: Source) {
        let statement = &self.def.statements[position];
        for (dim, name) in statement.left_indices() {
            let (Some(at), Some(range)) = (statement.position(name), dims.get(dim)) else {
                continue;
            };
            let progress = &mut self.progress[position];
            if progress.rounds.ranges[at].is_none() {
                progress.rounds.ranges[at] = Some(range.clone());
                progress.sources[at] = Some(source);
            }
        }
    }

    fn report_origin(&mut self, first: usize, dims: &[Range]) {
        let statement = &self.def.statements[first];
        let zero = Expr::Const(0);
        for (dim, range) in dims.iter().enumerate() {
            let provably_zero = Condition::new(range.low.clone(), Comparison::Equal, zero.clone());
            if range.low.as_const() == Some(0)
                || self.prover.holds(&Facts::default(), &provably_zero)
            {
                continue;
            }
            self.report(messages::origin(
                statement,
                dim,
                range,
                dims,
                &self.progress[first].rounds.steps,
                self.options.strict_ranges,
            ));
        }
    }

    /// The steps that need all ranges: boxes of later writers, preconditions, notes.
    fn complete(&mut self, position: usize) {
        let statement = &self.def.statements[position];
        let progress = self.progress[position].clone();
        let ranges = super::rounds::solved_ranges(statement, &progress.rounds.ranges);
        self.leaves_box(position, &ranges);
        for smaller in &progress.rounds.smaller {
            let strict = self.options.strict_ranges;
            self.report(messages::smaller_end(statement, smaller, strict));
        }
        self.check_scatter(position, &ranges);
        let conditions: Vec<Bounded> = progress
            .conditions
            .into_iter()
            .zip(&progress.rounds.implied)
            .filter(|(_, implied)| !**implied)
            .map(|(condition, _)| condition)
            .collect();
        self.decide(position, &conditions, &ranges);
    }

    /// Decides conditions that no index was solved from.
    fn decide(&mut self, position: usize, conditions: &[Bounded], ranges: &[(String, Range)]) {
        let statement = &self.with_resolved_values(&self.def.statements[position]);
        let sizes = self.sizes.clone();
        let mut decided = Vec::new();
        for condition in conditions {
            let access = &statement.accesses[condition.access];
            if access.exists {
                continue;
            }
            let decider = Decider {
                statement,
                ranges,
                sizes: &sizes,
                prover: &self.prover,
            };
            let resolved = self.resolve_guards(access);
            for decision in decider.access(&resolved, &condition.subscript, &condition.range) {
                decided.push((condition.clone(), decision));
            }
        }
        for (condition, decision) in decided {
            if matches!(decision, Decision::Data(_)) {
                self.result.unchecked.push(Unchecked {
                    statement: position,
                    condition: condition.clone(),
                });
            }
            self.apply(statement, &condition, decision, ranges);
        }
    }

    /// The reads whose tensor had no box when their statement was visited.
    pub(super) fn decide_late(&mut self) {
        for (position, access) in std::mem::take(&mut self.late) {
            if self.progress[position].dropped || !self.progress[position].visited {
                continue;
            }
            let statement = &self.def.statements[position];
            let known = &self.progress[position].rounds.ranges;
            let ranges = super::rounds::solved_ranges(statement, known);
            let conditions = self.conditions_of(statement, access, &ranges);
            self.decide(position, &conditions, &ranges);
        }
    }

    /// The statement, extents replaced in what is known about its run-time values.
    fn with_resolved_values(&self, statement: &Statement) -> Statement {
        let mut statement = statement.clone();
        for (condition, value) in statement
            .leaves
            .iter_mut()
            .flat_map(|leaf| &mut leaf.alternatives)
        {
            *condition = condition.map(&|expr| self.resolve(expr));
            *value = self.resolve(value);
        }
        statement
    }

    fn resolve_guards(&self, access: &Access) -> Access {
        let guards = access
            .guards
            .iter()
            .map(|guard| guard.map(&|expr| self.resolve(expr)))
            .collect();
        Access {
            guards,
            ..access.clone()
        }
    }

    fn apply(
        &mut self,
        statement: &Statement,
        condition: &Bounded,
        decision: Decision,
        ranges: &[(String, Range)],
    ) {
        let access = &statement.accesses[condition.access];
        match decision {
            Decision::Proved => {}
            Decision::Fails => self.report_once(messages::out_of_bounds(access, condition, ranges)),
            Decision::Data(tensors) => {
                self.report_once(messages::unchecked(statement, access, condition, &tensors))
            }
            Decision::Sizes(precondition) => {
                if self.result.preconditions.contains(&precondition) {
                    return;
                }
                if !says_size_is_positive(&precondition.requires) {
                    let place = access.subscript_place(condition.dim);
                    let note = messages::checked_at_call(place, &precondition, ranges);
                    self.report_once(note);
                }
                self.result.preconditions.push(precondition);
            }
        }
    }

    pub(super) fn report_once(&mut self, diagnostic: Diagnostic) {
        if !self.result.diagnostics.contains(&diagnostic) {
            self.report(diagnostic);
        }
    }

    fn poison(&mut self, statement: &Statement) {
        let known = matches!(self.boxes.get(&statement.target), Some(Box::Known(_)));
        if !known {
            self.boxes.insert(statement.target.clone(), Box::Poisoned);
        }
        if let Some(places) = &statement.place_target {
            self.boxes.entry(places.clone()).or_insert(Box::Poisoned);
        }
    }

    /// A pending tensor that will not get its box: its open left indices have no range.
    pub(super) fn give_up(&mut self, tensor: &str) {
        let Some(Box::Pending(pending)) = self.boxes.get(tensor).cloned() else {
            return;
        };
        self.boxes.insert(tensor.to_string(), Box::Poisoned);
        let first = &self.def.statements[pending.waiting[0]];
        for (dim, name) in first.left_indices() {
            if pending.dims[dim].is_none() {
                self.report(messages::no_range(first, name));
            }
        }
    }
}

/// The tensors whose extents a statement uses, in ranges, subscripts, guards or values.
fn extents_used(statement: &Statement) -> Vec<String> {
    let mut tensors: Vec<String> = statement
        .extent_values
        .iter()
        .map(|symbol| symbol.base().to_string())
        .collect();
    let given = statement
        .indices
        .iter()
        .filter_map(|index| index.given.as_ref());
    let ends = given.flat_map(|range| [&range.low, &range.high]);
    let subscripts = statement
        .accesses
        .iter()
        .flat_map(|access| &access.subscripts);
    for expr in ends.chain(subscripts) {
        expr.for_each_symbol(&mut |symbol| {
            if let Symbol::Extent(tensor, _) = symbol {
                tensors.push(tensor.clone());
            }
        });
    }
    tensors
}

/// `1 <= N`: true for every relevant size, so it is checked but not reported.
fn says_size_is_positive(condition: &Condition) -> bool {
    let left = condition.left.as_const();
    let bound = match condition.comparison {
        Comparison::LessEqual => left == Some(1),
        Comparison::Less => left == Some(0),
        _ => false,
    };
    bound && condition.right.as_name().is_some()
}
