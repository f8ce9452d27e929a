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
//! condition. A subscript without an index left is compared, or stays as it is inside of loops.
//!
//! A range that depends on another index becomes a condition too. Where it holds an index that is
//! summed over, the condition is an end of its range, so a triangle is read by the other side:
//!
//! ```text
//! read       B(k, j)   of a statement over (i in 0:N, j, k in 0:i + 1)
//! element    B(k, j)   i is summed over, from k to N
//! ```

use super::loops::{Loop, replaced, tidy, unused};
use super::order::stays_inside;
use super::prover::Ranges;
use super::terms::{Id, Place, Terms};
use std::collections::HashSet;
use std::sync::Arc;
use tc_syntax::expr::{Expr, Linear};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::BinaryOp;

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

/// A read of a statement.
pub(super) struct Reading<'r> {
    pub(super) subscripts: &'r [Expr],
    /// The indices of the statement, those on the left first.
    pub(super) indices: &'r [Loop],
    pub(super) left_count: usize,
    /// The loops around the statement.
    pub(super) around: &'r [Loop],
    /// The box of the tensor that is read.
    pub(super) space: &'r [Loop],
    /// Whether it stands under a condition, so that not all instances read inside of the box.
    pub(super) conditional: bool,
    /// Whether a subscript without indices stays as it is, instead of being compared.
    pub(super) fixes: bool,
}

/// The instances that read an element.
#[derive(Debug)]
pub(super) struct Gather {
    /// The coordinates of the element, one for each dimension that is not fixed, then the indices
    /// that are summed.
    pub(super) loops: Vec<Loop>,
    pub(super) rank: usize,
    /// The element, by dimension.
    pub(super) element: Vec<Expr>,
    /// The loops, those around the statement first.
    pub(super) scope: Vec<Loop>,
    /// The indices of the statement as expressions over the loops.
    pub(super) solution: Vec<(String, Expr)>,
    guards: Vec<Guard>,
    /// Those of ranges that depend on other indices, where they are no ends of ranges.
    dependent: Vec<Guard>,
}

/// What a coordinate of the element is.
#[derive(Clone, Debug)]
enum Coordinate {
    /// That of an index, with its range where it does not depend on other indices.
    Index(usize, Option<(Expr, Expr)>),
    /// One that is compared with the subscript.
    Compared,
    /// The subscript.
    Fixed,
}

/// A coordinate while its name is not known.
fn coordinate(dimension: usize) -> String {
    format!("@{dimension}")
}

struct Solver<'s> {
    /// The subscripts, in which solved indices are replaced.
    subscripts: Vec<Expr>,
    indices: &'s [Loop],
    /// Their ranges, in which solved indices are replaced.
    ranges: Vec<(Expr, Expr)>,
    reading: &'s Reading<'s>,
    sizes: &'s [Arc<str>],
    solved: Vec<(usize, Expr)>,
    /// By dimension, once it is solved.
    coordinates: Vec<Option<Coordinate>>,
    guards: Vec<Guard>,
    dependent: Vec<Guard>,
}

/// Solves a read for the elements of the tensor; none if a subscript is no integer combination of
/// indices, or if the range of an index that is summed over cannot be written.
pub(super) fn gather(
    reading: &Reading<'_>,
    taken: &HashSet<Arc<str>>,
    sizes: &[Arc<str>],
) -> Option<Gather> {
    let range = |one: &Loop| (one.lower.clone(), one.upper.clone());
    let mut solver = Solver {
        subscripts: reading.subscripts.to_vec(),
        indices: reading.indices,
        ranges: reading.indices.iter().map(range).collect(),
        reading,
        sizes,
        solved: Vec::new(),
        coordinates: vec![None; reading.subscripts.len()],
        guards: Vec::new(),
        dependent: Vec::new(),
    };
    if !reading.subscripts.iter().all(|one| solver.is_affine(one)) {
        return None;
    }
    while let Some((dimension, step)) = solver.best() {
        solver.take(dimension, step);
    }
    let mut gather = solver.finish(taken)?;
    gather.tighten(sizes);
    Some(gather)
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
                    (
                        is_short,
                        *index >= self.reading.left_count,
                        factor.abs() != 1,
                    )
                };
                let chosen = unknowns.iter().min_by_key(|one| cost(one));
                Step::Among(chosen.map_or(0, |(index, _)| *index))
            }
        }
    }

    /// Whether an index takes at most `stride` values, known ones.
    fn fits(&self, index: usize, stride: i64) -> bool {
        let uses_index = |one: &Loop| self.indices[index].lower.mentions(&one.name);
        !self.indices.iter().any(uses_index)
            && self
                .length(index)
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

    fn take(&mut self, dimension: usize, step: Step) {
        match step {
            Step::Compare => {
                let subscript = self.subscripts[dimension].clone();
                let reading = self.reading;
                let space = &reading.space[dimension];
                let is_fixed = reading.fixes
                    && self.is_free(&subscript, dimension)
                    && (!reading.conditional
                        || stays_inside(&subscript, reading.around, space, self.sizes));
                self.coordinates[dimension] = Some(if is_fixed {
                    Coordinate::Fixed
                } else {
                    let name = Expr::name(coordinate(dimension));
                    self.guards.push(Guard::Equals(name, subscript));
                    Coordinate::Compared
                });
            }
            Step::Alone(index) | Step::Among(index) => {
                let unknowns = self.unknowns(dimension);
                let factor = unknowns.iter().find(|(one, _)| *one == index);
                let factor = factor.map_or(1, |(_, factor)| *factor);
                self.take_one(dimension, index, factor);
            }
            Step::Pair(outer, inner) => {
                let unknowns = self.unknowns(dimension);
                let stride = unknowns.iter().find(|(one, _)| *one == outer);
                let stride = stride.map_or(1, |(_, factor)| *factor);
                self.take_pair(dimension, outer, inner, stride);
            }
        }
    }

    /// `factor * index = coordinate - rest`
    fn take_one(&mut self, dimension: usize, index: usize, factor: i64) {
        let mut number = self.remainder(dimension, &[(index, factor)]);
        if factor < 0 {
            number = tidy(&Expr::neg(number));
        }
        let size = factor.abs();
        let (lower, upper) = self.ranges[index].clone();
        let scaled = |end: &Expr| tidy(&Expr::mul(Expr::Const(size), end.clone()));
        let is_free = [&number, &lower, &upper].map(|one| self.is_free(one, dimension));
        let place = if size == 1 && !self.reading.conditional && is_free == [true; 3] {
            Some(self.shifted(dimension, &number, factor, &lower, &upper))
        } else {
            None
        };
        if place.is_none() {
            if size != 1 {
                self.guards.push(Guard::Divides(number.clone(), size));
            }
            let (least, most) = (scaled(&lower), scaled(&upper));
            let ends = [
                (is_free[1], Guard::AtLeast(least, number.clone())),
                (is_free[2], Guard::Below(number.clone(), most)),
            ];
            for (is_free, end) in ends {
                if is_free {
                    self.guards.push(end)
                } else {
                    self.dependent.push(end)
                }
            }
        }
        let value = Expr::floor_div(number, Expr::Const(size));
        self.coordinates[dimension] = Some(Coordinate::Index(index, place));
        self.solve(index, value);
    }

    /// `stride * outer + inner = coordinate - rest` with fewer values of `inner` than the stride.
    fn take_pair(&mut self, dimension: usize, outer: usize, inner: usize, stride: i64) {
        let first = self.indices[inner].lower.clone();
        let number = self.remainder(dimension, &[(outer, stride), (inner, 1)]);
        let number = tidy(&Expr::sub(number, first.clone()));
        let scaled = |end: &Expr| tidy(&Expr::mul(Expr::Const(stride), end.clone()));
        let (lower, upper) = &self.ranges[outer];
        let (lower, upper) = (scaled(lower), scaled(upper));
        let length = self.length(inner).unwrap_or(stride);
        let rest = Expr::modulo(number.clone(), Expr::Const(stride));
        let is_free = [&number, &lower, &upper].map(|one| self.is_free(one, dimension));
        let is_full = length == stride && !self.reading.conditional && is_free == [true; 3];
        let place = if is_full {
            Some(self.shifted(dimension, &number, 1, &lower, &upper))
        } else {
            None
        };
        if place.is_none() {
            self.guards.push(Guard::AtLeast(lower, number.clone()));
            self.guards.push(Guard::Below(number.clone(), upper));
            if length < stride {
                self.guards
                    .push(Guard::Below(rest.clone(), Expr::Const(length)));
            }
        }
        self.coordinates[dimension] = Some(Coordinate::Index(outer, place));
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
        if sign > 0 {
            let rest = Expr::sub(name, number.clone());
            let moved = |end: &Expr| tidy(&Expr::add(end.clone(), rest.clone()));
            (moved(lower), moved(upper))
        } else {
            let rest = Expr::add(number.clone(), name);
            let moved = |end: &Expr| {
                let end = Expr::sub(rest.clone(), end.clone());
                tidy(&Expr::add(end, one.clone()))
            };
            (moved(upper), moved(lower))
        }
    }

    fn solve(&mut self, index: usize, value: Expr) {
        let name = self.indices[index].name.clone();
        let put = |expr: &Expr| replaced(expr, &name, &value);
        self.subscripts = self.subscripts.iter().map(put).collect();
        for (_, other) in &mut self.solved {
            *other = put(other);
        }
        for guard in self.guards.iter_mut().chain(&mut self.dependent) {
            *guard = guard.map(&put);
        }
        for (lower, upper) in &mut self.ranges {
            (*lower, *upper) = (put(lower), put(upper));
        }
        self.solved.push((index, value));
    }

    /// The indices that are summed over, each after those that its range uses; none if a range is
    /// not affine, or uses its own index.
    fn kept(&self) -> Option<Vec<Loop>> {
        let is_solved = |index: usize| self.solved.iter().any(|(one, _)| *one == index);
        let mut open: Vec<Loop> = (0..self.indices.len())
            .filter(|index| !is_solved(*index))
            .map(|index| {
                let (lower, upper) = self.ranges[index].clone();
                Loop::new(self.indices[index].name.clone(), lower, upper)
            })
            .collect();
        let is_affine = |end: &Expr| {
            let names_coordinate =
                |atom: &Expr| atom.names().iter().any(|name| name.starts_with('@'));
            self.is_affine(end)
                && Linear::of(end).is_some_and(|linear| {
                    let mut atoms = linear.terms().iter();
                    atoms.all(|(atom, _)| atom.as_name().is_some() || !names_coordinate(atom))
                })
        };
        if !open
            .iter()
            .all(|one| is_affine(&one.lower) && is_affine(&one.upper))
        {
            return None;
        }
        let mut kept: Vec<Loop> = Vec::new();
        while !open.is_empty() {
            let is_ready = |one: &Loop| !open.iter().any(|other| one.uses(&other.name));
            let next = open.iter().position(is_ready)?;
            kept.push(open.remove(next));
        }
        Some(kept)
    }

    fn finish(self, taken: &HashSet<Arc<str>>) -> Option<Gather> {
        let kept = self.kept()?;
        let mut names: Vec<String> = Vec::new();
        for found in &self.coordinates {
            let name = match found {
                Some(Coordinate::Index(index, _)) => self.indices[*index].name.clone(),
                _ => unused(|name| taken.contains(name) || names.iter().any(|one| one == name)),
            };
            names.push(name);
        }
        let rename = |expr: &Expr| {
            expr.substitute(&|symbol| {
                let dimension: usize = symbol.as_name()?.strip_prefix('@')?.parse().ok()?;
                Some(Expr::name(names[dimension].clone()))
            })
        };
        let (mut loops, mut element) = (Vec::new(), Vec::new());
        for (dimension, found) in self.coordinates.iter().enumerate() {
            let place = match found {
                Some(Coordinate::Fixed) => {
                    element.push(self.subscripts[dimension].clone());
                    continue;
                }
                Some(Coordinate::Index(_, place)) => place.clone(),
                _ => None,
            };
            let space = &self.reading.space[dimension];
            let (lower, upper) =
                place.unwrap_or_else(|| (space.lower.clone(), space.upper.clone()));
            element.push(Expr::name(names[dimension].clone()));
            loops.push(Loop::new(names[dimension].clone(), lower, upper));
        }
        let rank = loops.len();
        loops.extend(
            kept.iter()
                .map(|one| Loop::new(one.name.clone(), rename(&one.lower), rename(&one.upper))),
        );
        let solution = self
            .solved
            .iter()
            .map(|(index, value)| (self.indices[*index].name.clone(), rename(value)));
        Some(Gather {
            rank,
            element,
            scope: self.reading.around.iter().chain(&loops).cloned().collect(),
            solution: solution.collect(),
            guards: self.guards.iter().map(|one| one.map(&rename)).collect(),
            dependent: self.dependent.iter().map(|one| one.map(&rename)).collect(),
            loops,
        })
    }
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
    /// The element as subscripts.
    pub(super) fn places(&self) -> Vec<Place> {
        let element = self.element.iter().cloned();
        element.map(Place::Symbolic).collect()
    }

    /// The element on the left of a statement, where it is not the loops alone.
    pub(super) fn at(&self) -> Option<Vec<Place>> {
        (self.rank < self.element.len()).then(|| self.places())
    }

    /// Conditions of dependent ranges become ends of the ranges of indices that are summed over,
    /// where those are the tighter ones.
    fn tighten(&mut self, sizes: &[Arc<str>]) {
        let around = self.scope.len() - self.loops.len();
        for guard in std::mem::take(&mut self.dependent) {
            let index = (self.rank..self.loops.len()).find_map(|index| {
                let end = self.end(&guard, index, sizes)?;
                Some((index, end))
            });
            match index {
                Some((index, (true, lower))) => self.loops[index].lower = lower,
                Some((index, (false, upper))) => self.loops[index].upper = upper,
                None => self.dependent.push(guard),
            }
            self.scope.truncate(around);
            self.scope.extend(self.loops.iter().cloned());
        }
    }

    /// A condition as the lower end (or the upper one) of an index, if it is tighter than the one
    /// that the index has, and uses only what stands before the index.
    fn end(&self, guard: &Guard, index: usize, sizes: &[Arc<str>]) -> Option<(bool, Expr)> {
        let slack = match guard {
            Guard::AtLeast(lower, value) => Expr::sub(value.clone(), lower.clone()),
            Guard::Below(value, upper) => {
                Expr::sub(Expr::sub(upper.clone(), value.clone()), Expr::Const(1))
            }
            _ => return None,
        };
        let own = &self.loops[index];
        let name = Expr::name(own.name.clone());
        let factor = Linear::of(&slack)?.coefficient(&own.name);
        let end = match factor {
            1 => tidy(&Expr::sub(name, slack)),
            -1 => tidy(&Expr::add(Expr::add(slack, name), Expr::Const(1))),
            _ => return None,
        };
        let later = &self.loops[index..];
        let is_affine = Linear::of(&end)?.terms().iter().all(|(atom, _)| {
            let uses_loop = self.scope.iter().any(|one| atom.mentions(&one.name));
            atom.as_name().is_some() || !uses_loop
        });
        if !is_affine || later.iter().any(|one| end.mentions(&one.name)) {
            return None;
        }
        let ranges = Ranges {
            loops: &self.scope,
            sizes,
        };
        let is_tighter = match factor {
            1 => ranges.proves(BinaryOp::GreaterEqual, &end, &own.lower),
            _ => ranges.proves(BinaryOp::LessEqual, &end, &own.upper),
        };
        is_tighter.then_some((factor == 1, end))
    }

    /// The conditions under which an instance reads the element, without those that always hold.
    pub(super) fn condition(&self, terms: &mut Terms, sizes: &[Arc<str>]) -> Id {
        let loops = &self.scope;
        let ranges = Ranges { loops, sizes };
        let mut condition = terms.boolean(true);
        for guard in self.guards.iter().chain(&self.dependent) {
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
