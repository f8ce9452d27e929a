//! An update turned into a gather: for each element of the tensor that is read, the instances of
//! the statement that read it.
//!
//! ```text
//! read       X(n, c, h + kh)        of a statement over (n, f, h, c, kh)
//! element    X(n, c, x)             h = x - kh, if 0 <= x - kh < H; f and kh are summed over
//! ```
//! Each subscript is solved for one index of the statement; the element's coordinate takes its
//! name. The order of preference: an index that stands alone; a pair `s*i + k` with `k in 0:s`,
//! where the element determines both; an index on the left-hand side or with a long range, since
//! what is not solved is summed over. An index with a factor needs divisibility, which becomes a
//! condition, as does a range that depends on another index. A subscript without an index left is
//! compared.

use super::prover::Ranges;
use super::terms::{Id, Terms};
use crate::scalar::Scalar;
use crate::syntax::ast::BinaryOp;
use std::collections::HashSet;
use std::sync::Arc;
use tc_dialects::tc::expr::{Expr, Linear};

/// An index and its range.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Loop {
    pub(super) name: String,
    pub(super) lower: Expr,
    pub(super) upper: Expr,
}

impl Loop {
    pub(super) fn new(name: impl Into<String>, lower: Expr, upper: Expr) -> Self {
        let name = name.into();
        Loop { name, lower, upper }
    }

    /// Whether both take the same values.
    pub(super) fn same_range(&self, other: &Loop) -> bool {
        self.lower.same_as(&other.lower) && self.upper.same_as(&other.upper)
    }
}

/// A comparison of expressions with 0: `left >= 0`, `left == 0`.
#[derive(Clone, Debug)]
enum Guard {
    /// `lower <= value`
    AtLeast(Expr, Expr),
    /// `value < upper`
    Below(Expr, Expr),
    /// `value % divisor == 0`
    Divides(Expr, i64),
    /// `value == other`
    Equals(Expr, Expr),
}

/// The instances that read an element.
#[derive(Debug)]
pub(super) struct Gather {
    /// The coordinates of the element, one for each dimension, then the indices that are summed.
    pub(super) loops: Vec<Loop>,
    pub(super) rank: usize,
    /// The indices of the statement as expressions over the loops.
    pub(super) solution: Vec<(String, Expr)>,
    guards: Vec<Guard>,
}

/// A coordinate while its name is not known.
fn coordinate(dimension: usize) -> String {
    format!("@{dimension}")
}

struct Solver<'s> {
    /// The subscripts, in which solved indices are replaced.
    subscripts: Vec<Expr>,
    indices: &'s [Loop],
    left_count: usize,
    solved: Vec<(usize, Expr)>,
    /// By dimension: the coordinate's name and, where it does not depend on other indices, its
    /// range.
    coordinates: Vec<Option<(Option<usize>, Option<(Expr, Expr)>)>>,
    guards: Vec<Guard>,
}

/// Solves a read for the elements of a tensor of this box; none if a subscript is no integer
/// combination of indices. `conditional`: the read stands under a condition, so not all instances
/// read inside of the box.
pub(super) fn gather(
    subscripts: &[Expr],
    indices: &[Loop],
    left_count: usize,
    space: &[Loop],
    conditional: bool,
    taken: &HashSet<Arc<str>>,
) -> Option<Gather> {
    let mut solver = Solver {
        subscripts: subscripts.to_vec(),
        indices,
        left_count,
        solved: Vec::new(),
        coordinates: vec![None; subscripts.len()],
        guards: Vec::new(),
    };
    if !subscripts.iter().all(|one| solver.is_affine(one)) {
        return None;
    }
    while let Some((dimension, step)) = solver.best() {
        solver.take(dimension, step, conditional);
    }
    Some(solver.finish(space, taken))
}

/// How a subscript is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// One index with the factor 1 or -1 is left.
    Alone(usize),
    /// No index is left.
    Compare,
    /// `s*i + k` with `k` in a range of at most `s` values.
    Pair(usize, usize),
    /// One of several, the others are summed over; or one with a factor.
    Among(usize),
}

impl Solver<'_> {
    fn is_affine(&self, subscript: &Expr) -> bool {
        let uses_index = |atom: &Expr| self.indices.iter().any(|one| atom.mentions(&one.name));
        Linear::of(subscript).is_some_and(|linear| {
            linear
                .terms()
                .iter()
                .all(|(atom, _)| atom.as_name().is_some() || !uses_index(atom))
        })
    }

    /// The unsolved indices of a subscript with their factors.
    fn unknowns(&self, dimension: usize) -> Vec<(usize, i64)> {
        let Some(linear) = Linear::of(&self.subscripts[dimension]) else {
            return Vec::new();
        };
        let factor = |index: usize| linear.coefficient(&self.indices[index].name);
        (0..self.indices.len())
            .map(|index| (index, factor(index)))
            .filter(|(_, factor)| *factor != 0)
            .collect()
    }

    fn step(&self, dimension: usize) -> Step {
        let unknowns = self.unknowns(dimension);
        match unknowns[..] {
            [] => Step::Compare,
            [(index, 1 | -1)] => Step::Alone(index),
            [(index, _)] => Step::Among(index),
            [(i, s), (k, 1)] | [(k, 1), (i, s)] if self.fits(k, s) => Step::Pair(i, k),
            _ => {
                let cost = |(index, factor): &(usize, i64)| {
                    let range = &self.indices[*index];
                    let is_short =
                        range.lower.as_const().is_some() && range.upper.as_const().is_some();
                    (is_short, *index >= self.left_count, factor.abs() != 1)
                };
                let chosen = unknowns.iter().min_by_key(|one| cost(one));
                Step::Among(chosen.map_or(0, |(index, _)| *index))
            }
        }
    }

    /// Whether an index takes at most `stride` values, known ones.
    fn fits(&self, index: usize, stride: i64) -> bool {
        self.length(index)
            .is_some_and(|length| stride > 1 && (1..=stride).contains(&length))
    }

    fn length(&self, index: usize) -> Option<i64> {
        let range = &self.indices[index];
        Linear::of(&Expr::sub(range.upper.clone(), range.lower.clone()))?.as_const()
    }

    /// The next dimension: those with one answer first.
    fn best(&self) -> Option<(usize, Step)> {
        let open = (0..self.subscripts.len()).filter(|one| self.coordinates[*one].is_none());
        let order = |step: &Step| match step {
            Step::Alone(_) => 0,
            Step::Compare => 1,
            Step::Pair(..) => 2,
            Step::Among(_) => 3,
        };
        open.map(|dimension| (dimension, self.step(dimension)))
            .min_by_key(|(dimension, step)| (order(step), *dimension))
    }

    /// What is left of a subscript without some indices: coordinate - rest.
    fn remainder(&self, dimension: usize, without: &[(usize, i64)]) -> Expr {
        let mut rest = self.subscripts[dimension].clone();
        for (index, factor) in without {
            let name = Expr::name(self.indices[*index].name.clone());
            rest = Expr::sub(rest, Expr::mul(Expr::Const(*factor), name));
        }
        tidy(&Expr::sub(Expr::name(coordinate(dimension)), rest))
    }

    fn take(&mut self, dimension: usize, step: Step, conditional: bool) {
        match step {
            Step::Compare => {
                let name = Expr::name(coordinate(dimension));
                let subscript = self.subscripts[dimension].clone();
                self.guards.push(Guard::Equals(name, subscript));
                self.coordinates[dimension] = Some((None, None));
            }
            Step::Alone(index) | Step::Among(index) => {
                let unknowns = self.unknowns(dimension);
                let factor = unknowns.iter().find(|(one, _)| *one == index);
                let factor = factor.map_or(1, |(_, factor)| *factor);
                self.take_one(dimension, index, factor, conditional);
            }
            Step::Pair(outer, inner) => {
                let unknowns = self.unknowns(dimension);
                let stride = unknowns.iter().find(|(one, _)| *one == outer);
                let stride = stride.map_or(1, |(_, factor)| *factor);
                self.take_pair(dimension, outer, inner, stride, conditional);
            }
        }
    }

    /// `factor * index = coordinate - rest`
    fn take_one(&mut self, dimension: usize, index: usize, factor: i64, conditional: bool) {
        let mut number = self.remainder(dimension, &[(index, factor)]);
        if factor < 0 {
            number = tidy(&Expr::neg(number));
        }
        let size = factor.abs();
        let range = &self.indices[index];
        let (lower, upper) = (range.lower.clone(), range.upper.clone());
        let scaled = |end: &Expr| tidy(&Expr::mul(Expr::Const(size), end.clone()));
        let place = match size == 1 && !conditional && self.is_free(&number, dimension) {
            true => Some(self.shifted(dimension, &number, factor, &lower, &upper)),
            false => None,
        };
        if place.is_none() {
            if size != 1 {
                self.guards.push(Guard::Divides(number.clone(), size));
            }
            let (least, most) = (scaled(&lower), scaled(&upper));
            self.guards.push(Guard::AtLeast(least, number.clone()));
            self.guards.push(Guard::Below(number.clone(), most));
        }
        let value = Expr::floor_div(number, Expr::Const(size));
        self.coordinates[dimension] = Some((Some(index), place));
        self.solve(index, value);
    }

    /// `stride * outer + inner = coordinate - rest` with fewer values of `inner` than the stride.
    fn take_pair(
        &mut self,
        dimension: usize,
        outer: usize,
        inner: usize,
        stride: i64,
        conditional: bool,
    ) {
        let first = self.indices[inner].lower.clone();
        let number = self.remainder(dimension, &[(outer, stride), (inner, 1)]);
        let number = tidy(&Expr::sub(number, first.clone()));
        let range = &self.indices[outer];
        let scaled = |end: &Expr| tidy(&Expr::mul(Expr::Const(stride), end.clone()));
        let (lower, upper) = (scaled(&range.lower), scaled(&range.upper));
        let length = self.length(inner).unwrap_or(stride);
        let rest = Expr::modulo(number.clone(), Expr::Const(stride));
        let is_full = length == stride && !conditional && self.is_free(&number, dimension);
        let place = match is_full {
            true => Some(self.shifted(dimension, &number, 1, &lower, &upper)),
            false => None,
        };
        if place.is_none() {
            self.guards.push(Guard::AtLeast(lower, number.clone()));
            self.guards.push(Guard::Below(number.clone(), upper));
            if length < stride {
                self.guards
                    .push(Guard::Below(rest.clone(), Expr::Const(length)));
            }
        }
        self.coordinates[dimension] = Some((Some(outer), place));
        self.solve(outer, Expr::floor_div(number, Expr::Const(stride)));
        self.solve(inner, Expr::add(rest, first));
    }

    /// Whether an expression uses no other index or coordinate.
    fn is_free(&self, number: &Expr, dimension: usize) -> bool {
        let own = coordinate(dimension);
        let is_other = |name: &str| {
            name != own
                && (name.starts_with('@') || self.indices.iter().any(|one| one.name == name))
        };
        !number.names().into_iter().any(is_other)
    }

    /// The coordinates for which `sign * (coordinate - rest)`, a number, is in a range.
    fn shifted(
        &self,
        dimension: usize,
        number: &Expr,
        sign: i64,
        lower: &Expr,
        upper: &Expr,
    ) -> (Expr, Expr) {
        let name = Expr::name(coordinate(dimension));
        let one = Expr::Const(1);
        match sign > 0 {
            true => {
                let rest = Expr::sub(name, number.clone());
                let moved = |end: &Expr| tidy(&Expr::add(end.clone(), rest.clone()));
                (moved(lower), moved(upper))
            }
            false => {
                let rest = Expr::add(number.clone(), name);
                let moved = |end: &Expr| {
                    let end = Expr::sub(rest.clone(), end.clone());
                    tidy(&Expr::add(end, one.clone()))
                };
                (moved(upper), moved(lower))
            }
        }
    }

    fn solve(&mut self, index: usize, value: Expr) {
        let name = self.indices[index].name.clone();
        let put = |expr: &Expr| replaced(expr, &name, &value);
        self.subscripts = self.subscripts.iter().map(put).collect();
        for (_, other) in &mut self.solved {
            *other = put(other);
        }
        for guard in &mut self.guards {
            *guard = guard.map(&put);
        }
        self.solved.push((index, value));
    }

    fn finish(self, space: &[Loop], taken: &HashSet<Arc<str>>) -> Gather {
        let is_solved = |index: usize| self.solved.iter().any(|(one, _)| *one == index);
        let kept: Vec<&Loop> = (0..self.indices.len())
            .filter(|index| !is_solved(*index))
            .map(|index| &self.indices[index])
            .collect();
        let mut names: Vec<String> = Vec::new();
        for found in &self.coordinates {
            let own = found.as_ref().and_then(|(index, _)| *index);
            let name = match own {
                Some(index) => self.indices[index].name.clone(),
                None => unused(|name| taken.contains(name) || names.iter().any(|one| one == name)),
            };
            names.push(name);
        }
        let rename = |expr: &Expr| {
            expr.substitute(&|symbol| {
                let dimension: usize = symbol.as_name()?.strip_prefix('@')?.parse().ok()?;
                Some(Expr::name(names[dimension].clone()))
            })
        };
        let mut loops = Vec::new();
        for (dimension, found) in self.coordinates.iter().enumerate() {
            let place = found.as_ref().and_then(|(_, place)| place.clone());
            let (lower, upper) = place.unwrap_or_else(|| {
                (
                    space[dimension].lower.clone(),
                    space[dimension].upper.clone(),
                )
            });
            loops.push(Loop::new(names[dimension].clone(), lower, upper));
        }
        loops.extend(kept.into_iter().cloned());
        let solution = self
            .solved
            .iter()
            .map(|(index, value)| (self.indices[*index].name.clone(), rename(value)));
        Gather {
            rank: space.len(),
            solution: solution.collect(),
            guards: self.guards.iter().map(|one| one.map(&rename)).collect(),
            loops,
        }
    }
}

/// A name that is not taken.
pub(super) fn unused(is_taken: impl Fn(&str) -> bool) -> String {
    let letters = ["i", "j", "k", "l", "m", "n"].map(str::to_owned);
    let numbered = (0..).map(|number| format!("i{number}"));
    letters
        .into_iter()
        .chain(numbered)
        .find(|name| !is_taken(name))
        .unwrap_or_default()
}

/// An expression with one name replaced.
pub(super) fn replaced(expr: &Expr, name: &str, value: &Expr) -> Expr {
    if !expr.mentions(name) {
        return expr.clone();
    }
    tidy(&expr.substitute(&|symbol| (symbol.as_name() == Some(name)).then(|| value.clone())))
}

/// The normal form.
pub(super) fn tidy(expr: &Expr) -> Expr {
    expr.normalized(&[]).unwrap_or_else(|| expr.clone())
}

impl Guard {
    fn map(&self, put: &dyn Fn(&Expr) -> Expr) -> Guard {
        match self {
            Guard::AtLeast(a, b) => Guard::AtLeast(put(a), put(b)),
            Guard::Below(a, b) => Guard::Below(put(a), put(b)),
            Guard::Divides(a, divisor) => Guard::Divides(put(a), *divisor),
            Guard::Equals(a, b) => Guard::Equals(put(a), put(b)),
        }
    }
}

impl Gather {
    /// The conditions under which an instance reads the element, without those that always hold.
    pub(super) fn condition(&self, terms: &mut Terms, sizes: &[Arc<str>]) -> Id {
        let loops = &self.loops;
        let ranges = Ranges { loops, sizes };
        let mut condition = terms.boolean(true);
        for guard in &self.guards {
            let (op, left, right) = match guard {
                Guard::AtLeast(lower, value) => {
                    (BinaryOp::GreaterEqual, value.clone(), lower.clone())
                }
                Guard::Below(value, upper) => (BinaryOp::Less, value.clone(), upper.clone()),
                Guard::Divides(value, divisor) => (
                    BinaryOp::Equal,
                    Expr::modulo(value.clone(), Expr::Const(*divisor)),
                    Expr::Const(0),
                ),
                Guard::Equals(a, b) => (BinaryOp::Equal, a.clone(), b.clone()),
            };
            if !ranges.proves(op, &left, &right) {
                let next = comparison(terms, op, &left, &right);
                condition = terms.and(condition, next);
            }
        }
        condition
    }
}

/// A comparison as a person writes it: `h >= kh` for `h - kh >= 0`.
fn comparison(terms: &mut Terms, op: BinaryOp, left: &Expr, right: &Expr) -> Id {
    let (mut left, mut right) = (left.clone(), right.clone());
    if right.as_const() == Some(0)
        && let Some(linear) = Linear::of(&left)
    {
        let negative = linear.terms().iter().filter(|(_, factor)| *factor < 0);
        let sum = negative.fold(Expr::Const(0), |sum, (atom, factor)| {
            Expr::add(sum, Expr::mul(Expr::Const(-factor), atom.clone()))
        });
        let constant = linear.constant_part();
        let moved = Expr::add(sum, Expr::Const((-constant).max(0)));
        left = tidy(&Expr::add(left, moved.clone()));
        right = tidy(&moved);
    }
    let (left, right) = (
        terms.symbol(left, Scalar::Int32),
        terms.symbol(right, Scalar::Int32),
    );
    terms.compare(op, left, right)
}
