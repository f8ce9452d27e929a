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

use super::explain::{Explanation, Source};
use super::guards;
use super::messages;
use super::model::{Access, Def, Formula, Range, Role, Statement};
use super::preconditions::{Decider, Decision};
use super::prover::{Facts, Prover};
use super::record;
use super::rounds::{Bounded, Rounds, Stuck, is_left_hand, solve_rounds};
use std::collections::HashMap;
use tc_dialects::diagnostic::{Diagnostic, sort_by_place};
use tc_dialects::tc::expr::{Comparison, Condition, Expr, Precondition, Symbol};

/// Options of the language that concern ranges.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// A box that does not start at 0 is an error.
    pub strict_ranges: bool,
}

/// The result of inference.
#[derive(Debug, Default)]
pub struct Inference {
    /// The box of each tensor of the def, if it has one.
    pub boxes: HashMap<String, Vec<Range>>,
    /// The range of each index of each statement, if it has one.
    pub ranges: Vec<Vec<Option<Range>>>,
    /// The preconditions of a call.
    pub preconditions: Vec<Precondition>,
    /// Data-dependent conditions, in program order: each is a warning (TC0306).
    pub unchecked: Vec<Unchecked>,
    /// Errors, warnings and notes, by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The derivation of the ranges.
    pub explanation: Explanation,
}

/// A subscript for which only the data determine whether it is in the box.
#[derive(Clone, Debug)]
pub struct Unchecked {
    /// Position of the statement in the def.
    pub statement: usize,
    /// The condition.
    pub condition: Bounded,
}

impl Inference {
    /// Whether there are errors.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

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

#[derive(Clone, Debug)]
enum Box {
    Known(Vec<Range>),
    Pending(Pending),
    Poisoned,
}

/// A tensor whose first statement has left indices without a range.
#[derive(Clone, Debug)]
struct Pending {
    dims: Vec<Option<Range>>,
    /// The position of each dimension's range in a later statement.
    givers: Vec<Option<usize>>,
    waiting: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
struct Progress {
    rounds: Rounds,
    sources: Vec<Option<Source>>,
    conditions: Vec<Bounded>,
    dropped: bool,
}

struct Driver<'a> {
    def: &'a Def,
    options: Options,
    sizes: Vec<&'a str>,
    prover: Prover,
    boxes: HashMap<String, Box>,
    progress: Vec<Progress>,
    result: Inference,
    defined: Vec<String>,
}

impl<'a> Driver<'a> {
    fn new(def: &'a Def, options: Options) -> Driver<'a> {
        Driver {
            def,
            options,
            sizes: def.size_order(),
            prover: Prover::new(&def.sizes),
            boxes: HashMap::new(),
            progress: vec![Progress::default(); def.statements.len()],
            result: Inference::default(),
            defined: Vec::new(),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.result.diagnostics.push(diagnostic);
    }

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

    fn box_of(&self, tensor: &str) -> Option<&Vec<Range>> {
        match self.boxes.get(tensor) {
            Some(Box::Known(dims)) => Some(dims),
            _ => None,
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
        let conditions = self.conditions(statement);
        let given = self.given_ranges(statement);
        let rounds = solve_rounds(statement, &given, &conditions, &self.sizes, &self.prover);
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
        };
        if self.report_stuck(statement, &rounds) || self.report_reversed(statement, position) {
            self.poison(statement);
            return;
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
            let pending = matches!(self.boxes.get(&tensor), Some(Box::Pending(_)));
            if pending && !harmless && tensor != statement.target {
                self.give_up(&tensor);
            }
            poisoned |= match self.boxes.get(&tensor) {
                Some(Box::Poisoned) => true,
                None => tensor != statement.target,
                Some(_) => false,
            };
        }
        poisoned
    }

    /// A read of the target, before it has a box, at subscripts other than the left-hand ones.
    fn first_recurrent_read<'s>(&self, statement: &'s Statement) -> Option<&'s Access> {
        if matches!(
            self.boxes.get(&statement.target),
            Some(Box::Known(_) | Box::Poisoned)
        ) {
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

    /// Replaces `T.d` by the extent of the box of `T`.
    fn resolve(&self, expr: &Expr) -> Expr {
        expr.substitute(&|symbol| match symbol {
            Symbol::Extent(tensor, dim) => {
                let range = self.box_of(tensor)?.get(usize::try_from(*dim).ok()?)?;
                Some(range.extent(&self.sizes))
            }
            Symbol::Name(_) => None,
        })
    }

    fn conditions(&self, statement: &Statement) -> Vec<Bounded> {
        let mut conditions = Vec::new();
        for (position, access) in statement.accesses.iter().enumerate() {
            let Some(dims) = self.box_of(&access.tensor) else {
                continue;
            };
            let resolved = |expr: &Expr| self.resolve(expr);
            for (dim, (subscript, range)) in access.subscripts.iter().zip(dims).enumerate() {
                let subscript = self.resolve(subscript);
                let said = guards::said(
                    &self.prover,
                    statement,
                    access,
                    &resolved,
                    &subscript,
                    range,
                );
                conditions.push(Bounded {
                    access: position,
                    dim,
                    subscript,
                    range: range.clone(),
                    said,
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
                if !self.is_reversed(&range) {
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
            let free_left = *reason == Stuck::Free && statement.left.contains(name);
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
                let dims = self.left_ranges(position);
                self.defined.push(statement.target.clone());
                let pending = Pending {
                    givers: vec![None; dims.len()],
                    dims,
                    waiting: vec![position],
                };
                self.settle(pending, position);
            }
        }
    }

    fn left_ranges(&self, position: usize) -> Vec<Option<Range>> {
        let statement = &self.def.statements[position];
        let ranges = &self.progress[position].rounds.ranges;
        statement
            .left
            .iter()
            .map(|name| ranges[statement.position(name)?].clone())
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
        for (dim, range) in self.left_ranges(position).into_iter().enumerate() {
            if pending.dims[dim].is_none() && range.is_some() {
                pending.dims[dim] = range;
                pending.givers[dim] = Some(position);
            }
        }
        self.settle(pending, position);
    }

    /// Makes the box known if all dimensions are, and completes the statements that wait for it.
    fn settle(&mut self, pending: Pending, position: usize) {
        let target = self.def.statements[position].target.clone();
        let Some(dims) = pending.dims.iter().cloned().collect::<Option<Vec<Range>>>() else {
            self.boxes.insert(target, Box::Pending(pending));
            return;
        };
        self.boxes.insert(target, Box::Known(dims.clone()));
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
        for (name, range) in statement.left.iter().zip(dims) {
            let Some(at) = statement.position(name) else {
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
        for (name, range) in statement.left.iter().zip(dims) {
            let provably_zero = Condition::new(range.low.clone(), Comparison::Equal, zero.clone());
            if range.low.as_const() == Some(0)
                || self.prover.holds(&Facts::default(), &provably_zero)
            {
                continue;
            }
            self.report(messages::origin(
                statement,
                name,
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
        self.leaves_box(statement, &ranges);
        for smaller in &progress.rounds.smaller {
            self.report(messages::smaller_extent(statement, smaller));
        }
        let sizes = self.sizes.clone();
        let mut decided = Vec::new();
        for (condition, _) in progress
            .conditions
            .iter()
            .zip(&progress.rounds.implied)
            .filter(|(_, implied)| !**implied)
        {
            let access = &statement.accesses[condition.access];
            if access.exists {
                continue;
            }
            let decider = Decider {
                statement,
                ranges: &ranges,
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
            self.apply(statement, &condition, decision, &ranges);
        }
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

    fn report_once(&mut self, diagnostic: Diagnostic) {
        if !self.result.diagnostics.contains(&diagnostic) {
            self.report(diagnostic);
        }
    }

    /// Checks that a later writer's ranges are in the box that the first writer fixed.
    fn leaves_box(&mut self, statement: &Statement, ranges: &[(String, Range)]) {
        let Some(dims) = self.box_of(&statement.target).cloned() else {
            return;
        };
        let sizes = self.sizes.clone();
        for (name, dim) in statement.left.iter().zip(&dims) {
            let Some((_, range)) = ranges.iter().find(|(known, _)| known == name) else {
                continue;
            };
            if range.same_as(dim) {
                continue;
            }
            let decider = Decider {
                statement,
                ranges,
                sizes: &sizes,
                prover: &self.prover,
            };
            let write = Access {
                tensor: statement.target.clone(),
                subscripts: Vec::new(),
                guards: Vec::new(),
                exists: false,
                place: statement.place.clone(),
                parts: Vec::new(),
            };
            let decisions = decider.access(&write, &Expr::name(name), dim);
            if decisions
                .iter()
                .any(|decision| !matches!(decision, Decision::Sizes(_)))
            {
                self.report_once(messages::outside_box(self.def, statement, name, range, dim));
                continue;
            }
            for decision in decisions {
                let Decision::Sizes(precondition) = decision else {
                    continue;
                };
                self.report_once(messages::checked_at_call(
                    statement.place.clone(),
                    &precondition,
                    ranges,
                ));
                self.result.preconditions.push(precondition);
            }
        }
    }

    fn poison(&mut self, statement: &Statement) {
        let known = matches!(self.boxes.get(&statement.target), Some(Box::Known(_)));
        if !known {
            self.boxes.insert(statement.target.clone(), Box::Poisoned);
        }
    }

    /// A pending tensor that will not get its box: its open left indices have no range.
    fn give_up(&mut self, tensor: &str) {
        let Some(Box::Pending(pending)) = self.boxes.get(tensor).cloned() else {
            return;
        };
        self.boxes.insert(tensor.to_string(), Box::Poisoned);
        let first = &self.def.statements[pending.waiting[0]];
        for (name, _) in first
            .left
            .iter()
            .zip(&pending.dims)
            .filter(|(_, dim)| dim.is_none())
        {
            self.report(messages::no_range(first, name));
        }
    }

    /// Gives up the pending tensors; returns the known boxes.
    fn settle_boxes(&mut self) -> HashMap<String, Vec<Range>> {
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

    fn finish(mut self) -> Inference {
        self.result.boxes = self.settle_boxes();
        self.check_annotations();
        self.keep_preconditions();
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
