//! The statements of the backward definition, from the last statement of the forward one to the
//! first.
//!
//! When a version of a tensor is reached, everything that reads it has been visited, so the
//! contributions to its gradient are complete. They become one assignment, the sum of those that
//! cover the tensor without a sum of their own, and an update for each of the others.

use super::adjoint::{self, Flow};
use super::gather::{Gather, Reading, gather};
use super::loops::{Loop, tidy};
use super::prover::Ranges;
use super::report::Report;
use super::rewrite::Replacement;
use super::terms::{Id, Kind, Place, Source, Terms};
use super::versions::{Around, Step, Versions};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::Span;
use tc_syntax::expr::Expr;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{Assign, BinaryOp, Reduction};

/// `+=!`
pub(super) const SUM: Assign = Assign::Reduce {
    operation: Reduction::Add,
    init: true,
};
/// `+=`
pub(super) const UPDATE: Assign = Assign::Reduce {
    operation: Reduction::Add,
    init: false,
};

/// A statement of the backward definition.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) target: Source,
    /// The loops around it, the outermost first.
    pub(super) around: Vec<Around>,
    /// Its indices, those on the left first.
    pub(super) loops: Vec<Loop>,
    pub(super) rank: usize,
    /// Left-hand subscripts that are not the indices in order: fixed ones, and places of a scatter.
    pub(super) at: Option<Vec<Place>>,
    pub(super) assign: Assign,
    pub(super) body: Id,
    /// The second target of a pair, and the place.
    pub(super) pair: Option<(Source, Id)>,
}

impl Line {
    /// A statement outside of loops whose subscripts are its indices.
    pub(super) fn plain(target: Source, loops: Vec<Loop>, body: Id) -> Self {
        Line {
            target,
            around: Vec::new(),
            rank: loops.len(),
            loops,
            at: None,
            assign: Assign::Plain,
            body,
            pair: None,
        }
    }

    /// The terms that are evaluated: places that are computed, and the body.
    pub(super) fn roots(&self) -> Vec<Id> {
        let places = self.at.iter().flatten();
        let values = places.filter_map(|place| match place {
            Place::Value(value) => Some(*value),
            Place::Symbolic(_) => None,
        });
        let second = self.pair.map(|(_, place)| place);
        values.chain([self.body]).chain(second).collect()
    }
}

/// A tensor that only the backward definition has.
#[derive(Clone, Debug)]
pub(super) struct Helper {
    pub(super) name: String,
    pub(super) scalar: Scalar,
    pub(super) space: Vec<Loop>,
}

/// A part of the gradient of a version.
#[derive(Clone, Debug)]
enum Part {
    /// The gradient of another version, or one that the caller passes, as it is.
    Same(Source),
    /// A statement.
    Sum(Sum),
}

/// A statement that adds to a gradient, or defines it.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) loops: Vec<Loop>,
    pub(super) rank: usize,
    pub(super) at: Option<Vec<Place>>,
    pub(super) body: Id,
    /// Whether it defines all elements.
    pub(super) covers: bool,
}

/// Derives the statements.
pub(super) struct Backward<'d, 'r> {
    pub(super) versions: &'d Versions<'d>,
    pub(super) terms: &'d mut Terms,
    pub(super) report: &'d mut Report<'r>,
    pub(super) sizes: Vec<Arc<str>>,
    pub(super) taken: HashSet<Arc<str>>,
    pub(super) lines: Vec<Line>,
    pub(super) helpers: Vec<Helper>,
    /// The gradient of the statement with this number as it was before, where that is a tensor.
    pub(super) copied: Option<(usize, Source)>,
    parts: HashMap<usize, Vec<Part>>,
}

/// Names of indices as subscripts.
pub(super) fn places(loops: &[Loop]) -> Vec<Place> {
    let name = |one: &Loop| Place::Symbolic(Expr::name(one.name.clone()));
    loops.iter().map(name).collect()
}

impl<'d, 'r> Backward<'d, 'r> {
    pub(super) fn new(
        versions: &'d Versions<'d>,
        terms: &'d mut Terms,
        report: &'d mut Report<'r>,
        taken: HashSet<Arc<str>>,
    ) -> Self {
        let sizes = versions.def.sizes.iter().map(|size| size.name.clone());
        Backward {
            sizes: sizes.collect(),
            versions,
            terms,
            report,
            taken,
            lines: Vec::new(),
            helpers: Vec::new(),
            copied: None,
            parts: HashMap::new(),
        }
    }

    /// All statements; the gradients of the versions at the start come last.
    pub(super) fn run(&mut self) {
        let versions = self.versions;
        for (tensor, last) in &versions.last {
            let is_returned = *tensor >= versions.def.input_count
                && *tensor < versions.def.input_count + versions.def.return_count;
            if is_returned && versions.receives(*last) {
                self.add(*last, Part::Same(Source::Given(*last)));
            }
        }
        for step in versions.steps.iter().rev() {
            if self.report.is_full(self.terms.len()) {
                return;
            }
            if let Some(gradient) = self.settle(step.target, false) {
                self.step(step, gradient);
            }
        }
        let mut first: Vec<usize> = versions.first.values().copied().collect();
        first.sort_unstable();
        for version in first {
            if versions.scalar(version).is_floating() {
                self.settle(version, true);
            }
        }
        let mut last: Vec<usize> = versions.last.values().copied().collect();
        last.sort_unstable();
        for version in last {
            self.fit(version);
        }
    }

    /// A gradient that the caller passes has an extent of its own, where that of the return is no
    /// size. Under conditions on data, inference does not see that reads of it are in bounds; they
    /// go to a copy in the box of the return.
    fn fit(&mut self, version: usize) {
        let given = Source::Given(version);
        let space = self.versions.space(version);
        let is_size = |one: &Loop| {
            let extent = tidy(&Expr::sub(one.upper.clone(), one.lower.clone()));
            extent.as_const().is_some() || extent.as_name().is_some()
        };
        let mut bodies = self.lines.iter().map(|line| line.body);
        if space.iter().all(is_size) || !bodies.any(|body| self.terms.is_hidden(body, given)) {
            return;
        }
        let tensor = &self.versions.def.tensors[self.versions.all[version].tensor];
        let (space, name) = (space.to_vec(), format!("d_{}", tensor.name));
        let copy = self.helper(name, tensor.scalar, space.clone());
        for at in 0..self.lines.len() {
            let replacement = Replacement {
                expression: &Expr::clone,
                source: &|source| if source == given { copy } else { source },
                decide: &|_, _, _| None,
            };
            self.lines[at].body = self.terms.rewritten(self.lines[at].body, &replacement);
        }
        let body = self.terms.read(given, places(&space), tensor.scalar);
        self.lines.insert(0, Line::plain(copy, space, body));
    }

    fn add(&mut self, version: usize, part: Part) {
        if self.versions.receives(version) {
            self.parts.entry(version).or_default().push(part);
        }
    }

    /// A floating tensor at an element, in the type of computations.
    fn element(&mut self, source: Source, scalar: Scalar, left: &[Loop]) -> Id {
        self.element_at(source, scalar, places(left))
    }

    /// The same at any place.
    pub(super) fn element_at(&mut self, source: Source, scalar: Scalar, at: Vec<Place>) -> Id {
        let read = self.terms.read(source, at, scalar);
        self.terms.convert(read, scalar.computed())
    }

    fn number(&mut self, value: f64, like: Id) -> Id {
        let scalar = self.terms.scalar(like);
        self.terms.floating(value, scalar)
    }

    pub(super) fn helper(&mut self, name: String, scalar: Scalar, space: Vec<Loop>) -> Source {
        self.helpers.push(Helper {
            name,
            scalar,
            space,
        });
        Source::Helper(self.helpers.len() - 1)
    }

    /// The gradient of a version as a tensor; none if nothing flows into it. A `returned` one gets
    /// a statement in any case.
    fn settle(&mut self, version: usize, returned: bool) -> Option<Source> {
        let parts = self.parts.remove(&version).unwrap_or_default();
        match parts[..] {
            [] if !returned => return None,
            [Part::Same(source)] if !returned => return Some(source),
            _ => {}
        }
        let target = Source::Gradient(version);
        let scalar = self.versions.scalar(version);
        let space = self.versions.space(version).to_vec();
        let mut names: Option<Vec<Loop>> = None;
        let (mut whole, mut others) = (None, Vec::new());
        for part in parts {
            let sum = match part {
                Part::Same(source) => {
                    let loops = names.clone().unwrap_or_else(|| space.clone());
                    self.copy(source, scalar, loops)
                }
                Part::Sum(sum) => sum,
            };
            if !sum.covers || sum.loops.len() > sum.rank {
                others.push(sum);
                continue;
            }
            let own = names.get_or_insert(sum.loops.clone()).clone();
            let body = self.renamed(sum.body, &sum.loops, &own);
            whole = Some(match whole {
                Some(sum) => self.terms.add(sum, body),
                None => body,
            });
        }
        // A scatter with `!` fills the box that the annotation of a return gives.
        let starts_at_0 = space.iter().all(|one| one.lower.as_const() == Some(0));
        if let ([only], None, true) = (&mut others[..], &whole, returned && starts_at_0) {
            only.covers |= only.at.is_some();
        }
        self.assign(target, scalar, space, names.zip(whole), others);
        Some(target)
    }

    /// The elements of another tensor.
    pub(super) fn copy(&mut self, source: Source, scalar: Scalar, loops: Vec<Loop>) -> Sum {
        Sum {
            rank: loops.len(),
            at: None,
            body: self.element(source, scalar, &loops),
            loops,
            covers: true,
        }
    }

    /// The first statement defines all elements, the others add to them.
    fn assign(
        &mut self,
        target: Source,
        scalar: Scalar,
        space: Vec<Loop>,
        whole: Option<(Vec<Loop>, Id)>,
        mut others: Vec<Sum>,
    ) {
        let sum = others.iter().position(|one| one.covers);
        let defines = |loops: Vec<Loop>, body| Sum {
            rank: loops.len(),
            loops,
            at: None,
            body,
            covers: true,
        };
        let (first, assign) = match (whole, sum) {
            (Some((loops, body)), _) => (defines(loops, body), Assign::Plain),
            (None, Some(at)) => (others.remove(at), SUM),
            (None, None) => {
                let zero = self.terms.floating(0.0, scalar.computed());
                let mut loops = space;
                if let Some(named) = others.first().filter(|one| one.at.is_none()) {
                    for (one, named) in loops.iter_mut().zip(&named.loops) {
                        one.name.clone_from(&named.name);
                    }
                }
                (defines(loops, zero), Assign::Plain)
            }
        };
        let more = others.into_iter().map(|one| (one, UPDATE));
        for (one, assign) in std::iter::once((first, assign)).chain(more) {
            self.store(target, scalar, one, assign);
        }
    }

    /// The statement that stores a sum in a tensor.
    pub(super) fn store(&mut self, target: Source, scalar: Scalar, one: Sum, assign: Assign) {
        let line = self.line_of(target, scalar, one, assign);
        self.lines.push(line);
    }

    pub(super) fn line_of(
        &mut self,
        target: Source,
        scalar: Scalar,
        one: Sum,
        assign: Assign,
    ) -> Line {
        Line {
            rank: one.rank,
            at: one.at,
            assign,
            ..Line::plain(
                target,
                one.loops,
                self.terms.convert(one.body, scalar.computed()),
            )
        }
    }

    /// A body under other names of its indices.
    fn renamed(&mut self, body: Id, from: &[Loop], to: &[Loop]) -> Id {
        let expression = |expr: &Expr| {
            expr.substitute(&|symbol| {
                let at = from
                    .iter()
                    .position(|one| symbol.as_name() == Some(&one.name))?;
                Some(Expr::name(to[at].name.clone()))
            })
        };
        let replacement = Replacement {
            expression: &expression,
            source: &|source| source,
            decide: &|_, _, _| None,
        };
        self.terms.rewritten(body, &replacement)
    }

    /// What the gradient of a statement's target gives to the tensors that it reads.
    fn step(&mut self, step: &Step<'_>, gradient: Source) {
        let scalar = self.versions.scalar(step.target);
        let value = self.element_at(gradient, scalar, step.at.clone());
        let Some(seed) = self.seed(step, gradient, value) else {
            return;
        };
        let always = self.terms.unconditional(step.root);
        for (read, flows) in self.flows(step, seed) {
            self.contribute(step, read, &flows, !always.contains(&read));
        }
    }

    /// What flows from a seed into each read of a statement.
    pub(super) fn flows(&mut self, step: &Step<'_>, seed: Flow) -> Vec<(Id, Vec<Flow>)> {
        if !self.terms.scalar(step.root).is_floating() {
            return Vec::new();
        }
        let Flow { conditions, value } = seed;
        let value = self.terms.convert(value, self.terms.scalar(step.root));
        let versions = self.versions;
        let active = |terms: &Terms, read: Id| {
            let version = terms.read_version(read);
            version.is_some_and(|version| versions.receives(version))
        };
        let seed = Flow { conditions, value };
        match adjoint::flows(self.terms, step.root, seed, &active) {
            Ok(reads) => reads,
            Err(refused) => {
                for one in refused {
                    let span = self.span(one.call, step);
                    self.report.no_derivative(one.function.name, span);
                }
                Vec::new()
            }
        }
    }

    pub(super) fn span(&self, term: Id, step: &Step<'_>) -> Span {
        let span = self.terms.spans.get(&term).copied();
        span.unwrap_or(step.statement.span)
    }

    /// The gradient of the right-hand side; contributions to the previous contents on the way.
    pub(super) fn seed(&mut self, step: &Step<'_>, gradient: Source, g: Id) -> Option<Flow> {
        let plain = |value| Flow {
            conditions: Vec::new(),
            value,
        };
        match step.assign {
            Assign::Plain => {
                self.outside(step, gradient, None);
                Some(plain(g))
            }
            Assign::Reduce { operation, init } => {
                if let Some(pair) = step.pair {
                    return self.winner(step, pair, operation, gradient, g);
                }
                let previous = step.previous.filter(|_| !init);
                match operation {
                    Reduction::Add => {
                        match previous {
                            Some(previous) => self.add(previous, Part::Same(gradient)),
                            None => self.outside(step, gradient, None),
                        }
                        Some(plain(g))
                    }
                    Reduction::Mul => {
                        let value = self.product(step, gradient, g, previous);
                        Some(plain(value))
                    }
                    Reduction::Min | Reduction::Max => {
                        let old = previous.map(|previous| self.old(previous, step.left()));
                        self.extremum(step, operation, gradient, g, [old, None])
                    }
                }
            }
        }
    }

    /// What the previous version receives: the gradient outside of the statement's box, and inside
    /// of it nothing, or `inside`.
    pub(super) fn outside(&mut self, step: &Step<'_>, gradient: Source, inside: Option<Id>) {
        let Some(previous) = step.previous.filter(|_| !step.covers) else {
            return;
        };
        if !self.versions.receives(previous) {
            return;
        }
        let mut loops = self.versions.space(previous).to_vec();
        for (dimension, own) in loops.iter_mut().zip(step.left()) {
            dimension.name.clone_from(&own.name);
        }
        let scalar = self.versions.scalar(previous);
        let passed = self.element(gradient, scalar, &loops);
        let mut within = self.terms.boolean(true);
        for (dimension, own) in loops.iter().zip(step.left()) {
            let ends = [
                (BinaryOp::GreaterEqual, &own.lower, &dimension.lower),
                (BinaryOp::Less, &own.upper, &dimension.upper),
            ];
            for (op, end, whole) in ends {
                if !end.same_as(whole) {
                    let index = Expr::name(own.name.clone());
                    let (index, end) = (
                        self.terms.symbol(index, Scalar::Int32),
                        self.terms.symbol(end.clone(), Scalar::Int32),
                    );
                    let condition = self.terms.compare(op, index, end);
                    within = self.terms.and(within, condition);
                }
            }
        }
        let inside = inside.unwrap_or_else(|| self.number(0.0, passed));
        let body = self.terms.choose(within, inside, passed);
        let rank = loops.len();
        let part = Part::Sum(Sum {
            loops,
            rank,
            at: None,
            body,
            covers: true,
        });
        self.add(previous, part);
    }

    /// What a read receives, as a contribution to the version that it reads: a gather where the
    /// subscripts can be solved, else a scatter.
    fn contribute(&mut self, step: &Step<'_>, read: Id, flows: &[Flow], conditional: bool) {
        let Kind::Read(Source::Value(version), places) = self.terms.get(read).kind.clone() else {
            return;
        };
        let symbolic = |place: &Place| match place {
            Place::Symbolic(expr) => Some(expr.clone()),
            Place::Value(_) => None,
        };
        let subscripts: Option<Vec<Expr>> = places.iter().map(symbolic).collect();
        let solved = subscripts.and_then(|subscripts| {
            let reading = Reading {
                subscripts: &subscripts,
                indices: &step.loops,
                left_count: step.left_count,
                around: &[],
                space: self.versions.space(version),
                conditional,
                fixes: false,
            };
            let gather = gather(&reading, &self.taken, &self.sizes);
            Some((gather?, subscripts))
        });
        let sums = match solved {
            Some((gather, subscripts)) => vec![self.part(gather, &subscripts, flows, version)],
            None => self.scatter(step, &places, flows, version),
        };
        for sum in sums {
            self.add(version, Part::Sum(sum));
        }
    }

    pub(super) fn part(
        &mut self,
        gather: Gather,
        subscripts: &[Expr],
        flows: &[Flow],
        version: usize,
    ) -> Sum {
        let condition = gather.condition(self.terms, &self.sizes);
        let value = self.sum(flows);
        let value = self.solved(value, &gather, subscripts);
        let zero = self.number(0.0, value);
        // One choice where the value is one itself, under conditions on indices too.
        let mut body = match self.terms.get(value).kind {
            Kind::Choose(inner, then, otherwise)
                if otherwise == zero && self.terms.reads(inner).is_empty() =>
            {
                let both = self.terms.and(condition, inner);
                self.terms.choose(both, then, zero)
            }
            _ => self.terms.choose(condition, value, zero),
        };
        let (space, rank, at) = (self.versions.space(version), gather.rank, gather.at());
        let mut loops = gather.loops.iter().zip(space);
        let covers = at.is_none() && loops.all(|(one, dimension)| one.same_range(dimension));
        let mut loops = gather.loops;
        // An index that nothing depends on repeats the same value.
        for at in (rank..loops.len()).rev() {
            let name = &loops[at].name;
            let stands_alone = !loops.iter().any(|one| one.uses(name))
                && !gather.scope.iter().any(|one| loops[at].uses(&one.name));
            if stands_alone && !self.terms.mentions(body, name) {
                let count = tidy(&Expr::sub(loops[at].upper.clone(), loops[at].lower.clone()));
                let count = self.terms.symbol(count, Scalar::Int32);
                let count = self.terms.convert(count, self.terms.scalar(body));
                body = self.terms.multiply(count, body);
                loops.remove(at);
            }
        }
        Sum {
            loops,
            rank,
            at,
            body,
            covers,
        }
    }

    /// The sum of what flows, each under its conditions.
    pub(super) fn sum(&mut self, flows: &[Flow]) -> Id {
        let mut sum = None;
        for flow in flows {
            let value = self.guarded(&flow.conditions, flow.value);
            sum = Some(match sum {
                Some(sum) => self.terms.add(sum, value),
                None => value,
            });
        }
        sum.unwrap_or_else(|| self.terms.floating(0.0, Scalar::Float))
    }

    /// A value under conditions. Those on indices stand in a choice of their own around those on
    /// data, since only such a choice says which reads are in bounds.
    pub(super) fn guarded(&mut self, conditions: &[Id], value: Id) -> Id {
        let all = conditions.iter().flat_map(|one| self.terms.conjuncts(*one));
        let (on_data, on_indices): (Vec<Id>, Vec<Id>) = all
            .collect::<Vec<_>>()
            .into_iter()
            .partition(|one| !self.terms.reads(*one).is_empty());
        let zero = self.number(0.0, value);
        [on_data, on_indices].iter().fold(value, |value, group| {
            let holds = self.terms.boolean(true);
            let condition = group.iter().fold(holds, |a, b| self.terms.and(a, *b));
            self.terms.choose(condition, value, zero)
        })
    }

    /// A term of the statement over the indices of the gather.
    fn solved(&mut self, value: Id, gather: &Gather, subscripts: &[Expr]) -> Id {
        let solution: HashMap<&str, &Expr> = gather
            .solution
            .iter()
            .map(|(name, value)| (name.as_str(), value))
            .collect();
        let expression = |expr: &Expr| {
            let is_solved = |name: &str| solution.contains_key(name);
            if !expr.names().into_iter().any(is_solved) {
                return expr.clone();
            }
            // The element itself, which other reads of it have too.
            if let Some(at) = subscripts.iter().position(|one| one == expr) {
                return gather.element[at].clone();
            }
            tidy(&expr.substitute(&|symbol| {
                let value = solution.get(symbol.as_name()?)?;
                Some((*value).clone())
            }))
        };
        let ranges = Ranges {
            loops: &gather.scope,
            sizes: &self.sizes,
        };
        let replacement = Replacement {
            expression: &expression,
            source: &|source| source,
            decide: &|op, left, right| ranges.decides(op, left, right),
        };
        self.terms.rewritten(value, &replacement)
    }

    pub(super) fn add_line(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// The contents that a statement without `!` starts from.
    pub(super) fn old(&mut self, previous: usize, left: &[Loop]) -> Id {
        let scalar = self.versions.scalar(previous);
        self.element(Source::Value(previous), scalar, left)
    }

    /// The contents that a statement leaves.
    pub(super) fn result(&mut self, step: &Step<'_>) -> Id {
        let scalar = self.versions.scalar(step.target);
        self.element_at(Source::Value(step.target), scalar, step.at.clone())
    }

    /// An element of a helper.
    pub(super) fn of_helper(&mut self, helper: Source, scalar: Scalar, loops: &[Loop]) -> Id {
        self.element(helper, scalar, loops)
    }
}
