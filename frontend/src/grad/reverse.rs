//! The statements of the backward definition of a program with loops: each loop runs backwards, and
//! the gradient of a tensor is a tensor that its statements add to.
//!
//! ```text
//! for t in 0:T {                 for t_back in 0:T {
//!   h(t+1,i) = x(i)*h(t,i)         d_h_0(T-t_back-1,i) += d_h_0(T-t_back,i)*x(i)
//! }                              }
//!                                d_x(i) +=! d_h_0(t+1,i)*h(t,i)
//! ```
//! A statement that overwrites elements ends their gradient: it becomes what flows into the old
//! contents, or 0. Where nothing was there before, nothing is overwritten.
//!
//! What flows into a tensor that no statement of the loop writes leaves the loop, if the gradient
//! that it comes from stays as it is: then it is one sum over time, and parallel.
//!
//! **The tape** is the tensors themselves. A value that the backward definition needs must be what
//! the tensor has at the end, or what the caller passed; `tape` proves it. A result that
//! overwrites its operand, such as `h(t+1,i) = tanh(h(t+1,i))`, is used in place of the operand
//! where the derivative has it. Everything else is refused, with the edit: a dimension for time.

use super::adjoint::Flow;
use super::backward::{Backward, Line, Sum, UPDATE, places};
use super::gather::{Reading, gather};
use super::loops::{Loop, tidy};
use super::rewrite::Replacement;
use super::terms::{Id, Kind, Place, Source, Terms};
use super::versions::{Around, Step};
use std::collections::HashSet;
use tc_syntax::expr::Expr;
use tc_syntax::tc::ast::{Assign, Reduction};

/// A result in place of its computation, until it is known to be there.
pub(super) const RESULT: Source = Source::Helper(usize::MAX);

impl Backward<'_, '_> {
    /// All statements of a definition in which a tensor has one version.
    pub(super) fn run_in_order(&mut self) {
        let useful = self.useful();
        self.begin(&useful);
        let mut later = Vec::new();
        let mut top = None;
        for (number, step) in self.versions.steps.iter().enumerate().rev() {
            let own = step.around.first().map(|one| one.number);
            if own != top {
                self.lines.append(&mut later);
                top = own;
            }
            if self.report.is_full(self.terms.len()) {
                return;
            }
            if useful.contains(&step.target) {
                self.reverse(number, &mut later);
            }
        }
        self.lines.append(&mut later);
        self.pass_on();
        self.begin_with_sums();
    }

    /// The tensors that a return depends on, and that depend on an input.
    fn useful(&self) -> HashSet<usize> {
        let versions = self.versions;
        let (inputs, returns) = (versions.def.input_count, versions.def.return_count);
        let is_returned = |tensor: &usize| (inputs..inputs + returns).contains(tensor);
        let returned = versions
            .last
            .iter()
            .filter(|(tensor, _)| is_returned(tensor));
        let mut useful: HashSet<usize> = returned.map(|(_, version)| *version).collect();
        useful.retain(|version| versions.receives(*version));
        loop {
            let before = useful.len();
            for step in &versions.steps {
                if useful.contains(&step.target) {
                    let reads = self.terms.reads(step.root).into_iter();
                    let read = reads.filter_map(|read| self.terms.read_version(read));
                    useful.extend(read.filter(|version| versions.receives(*version)));
                }
            }
            if useful.len() == before {
                return useful;
            }
        }
    }

    /// The tensor that holds the gradient of a tensor.
    fn gradient_of(&self, version: usize) -> Source {
        let first = self.versions.first.get(&self.versions.all[version].tensor);
        Source::Gradient(first.copied().unwrap_or(version))
    }

    /// Gradients begin with what the caller passes, or with 0.
    fn begin(&mut self, useful: &HashSet<usize>) {
        let versions = self.versions;
        let mut last: Vec<(usize, usize)> = versions.last.iter().map(|(a, b)| (*a, *b)).collect();
        last.sort_unstable();
        for (tensor, version) in last {
            let is_input = versions.first.contains_key(&tensor);
            if !versions.scalar(version).is_floating() || !(is_input || useful.contains(&version)) {
                continue;
            }
            let (scalar, space) = (versions.scalar(version), versions.space(version).to_vec());
            let count = versions.def.input_count;
            let returned = count..count + versions.def.return_count;
            let body = if returned.contains(&tensor) && versions.receives(version) {
                self.element_at(Source::Given(version), scalar, places(&space))
            } else {
                self.terms.floating(0.0, scalar.computed())
            };
            self.lines
                .push(Line::plain(self.gradient_of(version), space, body));
        }
    }

    /// What the gradient of a statement's target gives to the tensors that it reads.
    fn reverse(&mut self, number: usize, later: &mut Vec<Line>) {
        let step = &self.versions.steps[number];
        let gradient = self.gradient_of(step.target);
        let scalar = self.versions.scalar(step.target);
        if let Assign::Reduce { operation, init } = step.assign
            && operation != Reduction::Add
            && !init
        {
            let what = "`*=`, `min=` or `max=` over earlier contents, in a def with loops or computed places,";
            self.report.not_yet(what, step.statement.span);
            return;
        }
        let (mark, later_mark) = (self.lines.len(), later.len());
        let g = self.element_at(gradient, scalar, step.at.clone());
        let Some(seed) = self.seed(step, gradient, g) else {
            return;
        };
        for at in mark..self.lines.len() {
            self.lines[at].body = self.on_tape(number, self.lines[at].body);
        }
        let always = self.terms.unconditional(step.root);
        let mut own = Vec::new();
        for (read, flows) in self.flows(step, seed) {
            let flows = self.flows_on_tape(number, flows);
            if is_own(step, &self.terms.get(read).kind) {
                own.extend(flows)
            } else {
                self.receive(number, read, &flows, !always.contains(&read), later)
            }
        }
        merge(&mut self.lines, mark, self.terms);
        merge(later, later_mark, self.terms);
        self.overwrite(number, gradient, &own);
        let back = self.backwards(&step.around);
        for at in mark..self.lines.len() {
            let mut line = self.lines[at].clone();
            line.around.clone_from(&step.around);
            self.lines[at] = self.turned(&line, &back);
        }
    }

    /// The flows over values that are still there.
    fn flows_on_tape(&mut self, number: usize, flows: Vec<Flow>) -> Vec<Flow> {
        let flows = flows.into_iter().map(|flow| Flow {
            conditions: flow
                .conditions
                .iter()
                .map(|one| self.on_tape(number, *one))
                .collect(),
            value: self.on_tape(number, flow.value),
        });
        flows.collect()
    }

    /// What a read receives: a statement in the loop, or one behind it.
    fn receive(
        &mut self,
        number: usize,
        read: Id,
        flows: &[Flow],
        conditional: bool,
        later: &mut Vec<Line>,
    ) {
        let step = &self.versions.steps[number];
        let Kind::Read(Source::Value(version), at) = self.terms.get(read).kind.clone() else {
            return;
        };
        if version == step.target && self.meets(number, &step.loops, &at) {
            let what = "a statement that reads and updates one element";
            self.report.not_yet(what, step.statement.span);
            return;
        }
        let around: Vec<Loop> = step.around.iter().map(|one| one.index.clone()).collect();
        let all: Vec<Loop> = around.iter().chain(&step.loops).cloned().collect();
        let reads_helper =
            |id: &Id| matches!(self.terms.get(*id).kind, Kind::Read(Source::Helper(_), _));
        let roots = flows
            .iter()
            .flat_map(|flow| flow.conditions.iter().chain([&flow.value]));
        let is_whole = !roots
            .flat_map(|root| self.terms.reads(*root))
            .any(|id| reads_helper(&id));
        let leaves = is_whole && self.leaves(number, version);
        let subscripts: Option<Vec<Expr>> = at.iter().map(symbolic).collect();
        for (is_later, indices, around) in
            [(true, &all, &[][..]), (false, &step.loops, &around[..])]
        {
            let Some(subscripts) = subscripts.as_ref().filter(|_| leaves || !is_later) else {
                continue;
            };
            let reading = Reading {
                subscripts,
                indices,
                left_count: indices.len() - step.loops.len() + step.left_count,
                around,
                space: self.versions.space(version),
                conditional,
                fixes: true,
            };
            if let Some(gather) = gather(&reading, &self.taken, &self.sizes) {
                let own = version == step.target
                    && self.meets(number, &gather.loops[..gather.rank], &gather.places());
                let flows = self.aside(number, flows, own);
                let sum = self.part(gather, subscripts, &flows, version);
                let line = self.update(version, sum);
                if is_later {
                    later.push(line)
                } else {
                    self.lines.push(line)
                }
                return;
            }
        }
        let flows = self.aside(number, flows, version == step.target);
        for sum in self.scatter(step, &at, &flows, version) {
            let line = self.update(version, sum);
            self.lines.push(line);
        }
    }

    /// The flows over a copy of the gradient, for a statement that may write the elements that it
    /// reads.
    fn aside(&mut self, number: usize, flows: &[Flow], is_due: bool) -> Vec<Flow> {
        if !is_due {
            return flows.to_vec();
        }
        let step = &self.versions.steps[number];
        let tensor = &self.versions.def.tensors[step.statement.target];
        let scalar = tensor.scalar;
        let read = self
            .terms
            .read(self.gradient_of(step.target), step.at.clone(), scalar);
        let copy = match self.copied {
            Some((of, copy)) if of == number => copy,
            _ => {
                let name = format!("d_{}_here", tensor.name);
                let copy = self.helper(name, scalar, step.left().to_vec());
                let body = self.terms.convert(read, scalar.computed());
                self.lines
                    .push(Line::plain(copy, step.left().to_vec(), body));
                self.copied = Some((number, copy));
                copy
            }
        };
        let new = self.terms.read(copy, places(step.left()), scalar);
        let flows = flows.iter().map(|flow| Flow {
            conditions: flow.conditions.clone(),
            value: self.terms.replaced(flow.value, read, new),
        });
        flows.collect()
    }

    fn update(&mut self, version: usize, sum: Sum) -> Line {
        let scalar = self.versions.scalar(version);
        self.line_of(self.gradient_of(version), scalar, sum, UPDATE)
    }

    /// A statement that overwrites elements: their gradient is what flows into the old contents.
    fn overwrite(&mut self, number: usize, gradient: Source, own: &[Flow]) {
        let step = &self.versions.steps[number];
        let scalar = self.versions.scalar(step.target);
        if own.is_empty() && !self.ends(number) {
            return;
        }
        if !own.is_empty() && step.loops.len() > step.left_count {
            let what = "a sum that reads the element that it writes";
            self.report.not_yet(what, step.statement.span);
            return;
        }
        let is_sum = step.assign != Assign::Plain;
        if is_sum && is_scatter(step) {
            if !step.around.is_empty() {
                let what = "a scatter with `!` in a loop, over contents that are read before,";
                self.report.not_yet(what, step.statement.span);
                return;
            }
            let zero = self.terms.floating(0.0, scalar.computed());
            let space = self.versions.space(step.target).to_vec();
            self.lines.push(Line::plain(gradient, space, zero));
            return;
        }
        let body = if own.is_empty() {
            self.terms.floating(0.0, scalar.computed())
        } else {
            self.sum(own)
        };
        let loops = if is_scatter(step) {
            step.loops.clone()
        } else {
            step.left().to_vec()
        };
        let plain = step.at == places(step.left());
        let sum = Sum {
            rank: step.left_count,
            loops,
            at: (!plain).then(|| step.at.clone()),
            body,
            covers: false,
        };
        let line = self.line_of(gradient, scalar, sum, Assign::Plain);
        // All of it passes on.
        if line.body != self.element_at(gradient, scalar, step.at.clone()) {
            self.lines.push(line);
        }
    }

    /// The loops in which time runs backwards.
    fn backwards(&mut self, around: &[Around]) -> Vec<Around> {
        let mut back: Vec<Around> = Vec::new();
        for (depth, one) in around.iter().enumerate() {
            let turn = |expr: &Expr| turned(expr, &around[..depth], &back);
            let (lower, upper) = (turn(&one.index.lower), turn(&one.index.upper));
            let named = |number: usize| match number {
                0 => format!("{}_back", one.index.name),
                _ => format!("{}_back_{number}", one.index.name),
            };
            let name = (0..)
                .map(named)
                .find(|name| !self.taken.contains(name.as_str()));
            back.push(Around {
                number: self.versions.loop_count + one.number,
                index: Loop::new(name.unwrap_or_default(), lower, upper),
            });
        }
        back
    }

    /// A statement in the loops that run backwards.
    fn turned(&mut self, line: &Line, back: &[Around]) -> Line {
        // An index of the statement may have the name of a loop, which is not used there then.
        let is_own = |one: &Around| line.loops.iter().any(|own| own.name == one.index.name);
        let pairs = line.around.iter().zip(back);
        let (from, to): (Vec<Around>, Vec<Around>) = pairs
            .filter(|(one, _)| !is_own(one))
            .map(|(a, b)| (a.clone(), b.clone()))
            .unzip();
        let expression = |expr: &Expr| turned(expr, &from, &to);
        let replacement = Replacement {
            expression: &expression,
            source: &|source| source,
            decide: &|_, _, _| None,
        };
        let loops = line.loops.iter().map(|one| {
            let (lower, upper) = (expression(&one.lower), expression(&one.upper));
            Loop::new(one.name.clone(), lower, upper)
        });
        let at = line.at.as_ref().map(|at| {
            let place = |place: &Place| match place {
                Place::Symbolic(expr) => Place::Symbolic(expression(expr)),
                Place::Value(value) => Place::Value(self.terms.rewritten(*value, &replacement)),
            };
            at.iter().map(place).collect()
        });
        Line {
            around: back.to_vec(),
            loops: loops.collect(),
            at,
            body: self.terms.rewritten(line.body, &replacement),
            ..line.clone()
        }
    }

    /// A gradient that nothing changes is the one that the caller passes.
    fn pass_on(&mut self) {
        let versions = self.versions;
        for version in versions.last.values().copied() {
            let target = Source::Gradient(version);
            let is_size = |one: &Loop| {
                let extent = tidy(&Expr::sub(one.upper.clone(), one.lower.clone()));
                extent.as_const().is_some() || extent.as_name().is_some()
            };
            let own: Vec<usize> = (0..self.lines.len())
                .filter(|at| self.lines[*at].target == target)
                .collect();
            let [only] = own[..] else { continue };
            let given = Source::Given(version);
            let is_copy = self.terms.uses(self.lines[only].body, given);
            let is_returned = versions.first.contains_key(&versions.all[version].tensor);
            if !is_copy || is_returned || !versions.space(version).iter().all(is_size) {
                continue;
            }
            self.lines.remove(only);
            let replacement = Replacement {
                expression: &Expr::clone,
                source: &|source| if source == target { given } else { source },
                decide: &|_, _, _| None,
            };
            for at in 0..self.lines.len() {
                self.lines[at].body = self.terms.rewritten(self.lines[at].body, &replacement);
            }
        }
    }

    /// Zeros that a sum over the whole tensor is added to first are the `!` of that sum.
    fn begin_with_sums(&mut self) {
        let mut at = 0;
        while at < self.lines.len() {
            let line = self.lines[at].clone();
            let is_zero =
                line.assign == Assign::Plain && self.terms.constant(line.body) == Some(0.0);
            let uses = |other: &Line| {
                let mut roots = other.roots().into_iter();
                other.target == line.target || roots.any(|root| self.terms.uses(root, line.target))
            };
            let next = (at + 1..self.lines.len()).find(|next| uses(&self.lines[*next]));
            let next = next.filter(|next| {
                let other = &self.lines[*next];
                other.target == line.target
                    && other.assign == UPDATE
                    && other.around.is_empty()
                    && other.at.is_none()
                    && other.rank == line.rank
                    && other
                        .loops
                        .iter()
                        .zip(&line.loops)
                        .all(|(a, b)| a.same_range(b))
            });
            match next.filter(|_| is_zero && line.around.is_empty() && line.at.is_none()) {
                Some(next) => {
                    let other = &mut self.lines[next];
                    other.assign = if other.loops.len() > other.rank {
                        super::backward::SUM
                    } else {
                        Assign::Plain
                    };
                    self.lines.remove(at);
                }
                None => at += 1,
            }
        }
    }
}

/// Contributions over the same indices to the same elements are one statement.
fn merge(lines: &mut Vec<Line>, from: usize, terms: &mut Terms) {
    let mut at = from;
    while at < lines.len() {
        let line = lines[at].clone();
        let same = |other: &Line| {
            other.assign == UPDATE
                && line.assign == UPDATE
                && other.target == line.target
                && other.at == line.at
                && other.rank == line.rank
                && other.loops == line.loops
        };
        match (from..at).find(|before| same(&lines[*before])) {
            Some(before) => {
                lines[before].body = terms.add(lines[before].body, line.body);
                lines.remove(at);
            }
            None => at += 1,
        }
    }
}

fn symbolic(place: &Place) -> Option<Expr> {
    match place {
        Place::Symbolic(expr) => Some(expr.clone()),
        Place::Value(_) => None,
    }
}

/// Whether left-hand subscripts use the statement's indices otherwise than as whole ones, or, of a
/// statement with `!`, are not affine: it starts from the whole box then.
pub(super) fn is_scatter(step: &Step<'_>) -> bool {
    let starts = matches!(step.assign, Assign::Reduce { init: true, .. });
    let plain = |place: &Place| match place {
        Place::Symbolic(expr) => {
            let is_index = step
                .left()
                .iter()
                .any(|one| expr.as_name() == Some(&one.name));
            let is_fixed = !starts || expr.is_affine();
            is_index || is_fixed && !step.loops.iter().any(|one| expr.mentions(&one.name))
        }
        Place::Value(_) => false,
    };
    !step.at.iter().all(plain)
}

/// Whether a read is of the element that the statement overwrites.
pub(super) fn is_own(step: &Step<'_>, read: &Kind) -> bool {
    let starts = match step.assign {
        Assign::Plain => true,
        Assign::Reduce { init, .. } => init,
    };
    let is_same = |(one, other): (&Place, &Place)| match (one, other) {
        (Place::Symbolic(one), Place::Symbolic(other)) => one.same_as(other),
        _ => one == other,
    };
    let Kind::Read(Source::Value(version), at) = read else {
        return false;
    };
    starts && *version == step.target && at.iter().zip(&step.at).all(is_same)
}

/// An expression with each loop replaced by the one that runs backwards.
fn turned(expr: &Expr, around: &[Around], back: &[Around]) -> Expr {
    let value = |(one, other): (&Around, &Around)| {
        let last = Expr::sub(other.index.upper.clone(), Expr::Const(1));
        let last = Expr::add(other.index.lower.clone(), last);
        (
            one.index.name.clone(),
            Expr::sub(last, Expr::name(other.index.name.clone())),
        )
    };
    let values: Vec<(String, Expr)> = around.iter().zip(back).map(value).collect();
    if !values.iter().any(|(name, _)| expr.mentions(name)) {
        return expr.clone();
    }
    tidy(&expr.substitute(&|symbol| {
        let name = symbol.as_name()?;
        let found = values.iter().find(|(own, _)| own == name)?;
        Some(found.1.clone())
    }))
}
