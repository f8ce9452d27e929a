//! Statements of sequential programs: on elements, planes and parts, at computed places, and pairs.

use super::ast::{Binary, Expr, Range, Reduction, Write};
use super::parts::INDICES;
use super::sequence::{Maker, range};
use super::sequential;
use super::term::{Index, Tensor, Terms, shifted};
use tc_syntax::scalar::Scalar;

impl Maker<'_> {
    /// Lets the value depend on every index that is reduced, or drops the index.
    pub fn uses(&mut self, write: &mut Write) {
        for position in (0..write.ranges.len()).rev() {
            let index = Expr::name(&write.ranges[position].index);
            let mut used = write.left.contains(&index);
            for expr in write.expressions() {
                expr.walk(&mut |part| used |= *part == index);
            }
            let in_ends = write.ranges.iter().any(|range| {
                let mut found = false;
                for end in [&range.low, &range.high] {
                    end.walk(&mut |part| found |= *part == index);
                }
                found
            });
            if used {
                continue;
            }
            if !in_ends && self.pick.chance(40) {
                write.ranges.remove(position);
                continue;
            }
            let ty = self.last;
            let value = write.values[0].clone();
            let with = Expr::Cast(ty, Box::new(index.clone()));
            let zero = Expr::binary(Binary::Greater, index, Expr::Integer(1));
            write.values[0] = match self.pick.below(3) {
                0 => Expr::binary(Binary::Maximum, value, with),
                1 => Expr::binary(Binary::Minimum, value, with),
                _ => Expr::Select(Box::new(zero), Box::new(value), Box::new(self.literal(ty))),
            };
        }
    }

    fn literal(&mut self, ty: Scalar) -> Expr {
        Expr::Cast(ty, Box::new(Expr::Integer(self.pick.within(0, 9))))
    }

    /// Leaves out clauses that say what reads say.
    pub fn imply(&mut self, write: &mut Write) {
        for position in 0..write.ranges.len() {
            let follows = sequential::follows(&self.def, write, &write.ranges[position]);
            write.ranges[position].implied = follows && self.pick.chance(50);
        }
    }

    /// The left-hand side of a statement on a known tensor.
    pub fn left(&mut self, tensor: &Tensor) -> (Vec<Expr>, Vec<Range>) {
        let (mut left, mut ranges) = (Vec::new(), Vec::new());
        let loops = self.loops();
        for (dim, name) in tensor.dims.iter().zip(INDICES) {
            let fixed = if loops.is_empty() { 4 } else { 45 };
            if self.pick.chance(fixed) {
                left.push(self.terms(&[], &[]).subscript(dim));
                continue;
            }
            left.push(Expr::name(&name));
            let (low, high) = self.ends(dim, &loops);
            ranges.push(range(name, low, high));
        }
        (left, ranges)
    }

    /// A range inside of a dimension, which may depend on these indices.
    fn ends(&mut self, dim: &Expr, others: &[Index]) -> (Expr, Expr) {
        let zero = Expr::Integer(0);
        if !others.is_empty() && self.pick.chance(40) {
            let other = Expr::name(&self.pick.one(others).name);
            return match self.pick.below(6) {
                0 => (zero, other),
                1 => (zero, shifted(other, 1)),
                2 | 3 => (shifted(other, 1), dim.clone()),
                4 => (other, dim.clone()),
                _ => (shifted(other.clone(), -1), shifted(other, 2)),
            };
        }
        match self.pick.below(10) {
            0 => (Expr::Integer(1), dim.clone()),
            1 => (Expr::Integer(1), shifted(dim.clone(), -1)),
            2 => (zero, shifted(dim.clone(), -1)),
            _ => (zero, dim.clone()),
        }
    }

    fn reduction(&mut self, ty: Scalar) -> Reduction {
        let all = [
            Reduction::Add,
            Reduction::Minimum,
            Reduction::Maximum,
            Reduction::Multiply,
        ];
        if ty.is_floating() {
            *self.pick.one(&all[..3])
        } else {
            *self.pick.one(&all)
        }
    }

    /// A statement on an element, a plane or a part of a tensor; or a new one.
    pub fn plain(&mut self) -> Option<(Write, Option<Tensor>)> {
        let old: Vec<Tensor> = self
            .tensors
            .iter()
            .filter(|one| !one.input)
            .cloned()
            .collect();
        let new = old.is_empty() || self.pick.chance(32);
        let tensor = if new {
            Tensor {
                name: self.fresh(),
                ty: *self.pick.one(&self.types),
                dims: (0..self.pick.below(3)).map(|_| self.extent()).collect(),
                input: false,
                partner: None,
            }
        } else {
            self.pick.one(&old).clone()
        };
        let (mut left, mut ranges) = if new {
            (Vec::new(), Vec::new())
        } else {
            self.left(&tensor)
        };
        if new {
            for (name, dim) in INDICES.iter().zip(&tensor.dims) {
                left.push(Expr::name(name));
                ranges.push(range(name, Expr::Integer(0), dim.clone()));
            }
        }
        let mut tensor = tensor;
        if new && !self.open.is_empty() && self.pick.chance(45) {
            // A value per iteration.
            let innermost = self.loops().pop()?;
            left.insert(0, Expr::Name(innermost.name));
            tensor.dims.insert(0, innermost.high);
        }
        let reduces = self.pick.chance(45);
        let reduction = reduces.then(|| self.reduction(tensor.ty));
        if reduces {
            let inner = self.pick.below(3);
            self.reduced(&mut ranges, inner);
        }
        let own = tensor.name.clone();
        // Outside of loops only declared tensors are updated from other elements.
        let declared = self.def.returns.iter().any(|one| one.name == own);
        let alone = self.open.is_empty() && !declared;
        let avoid = if new || alone || self.pick.chance(50) {
            vec![own]
        } else {
            Vec::new()
        };
        let value = self.terms(&ranges, &avoid).stored(tensor.ty);
        self.last = tensor.ty;
        let write = Write {
            targets: vec![tensor.name.clone()],
            left,
            reduction,
            initialises: reduces && (new || self.pick.chance(35)),
            values: vec![value],
            ranges,
        };
        Some((write, new.then_some(tensor)))
    }

    /// Adds indices that are reduced; their ends may use those before them.
    fn reduced(&mut self, ranges: &mut Vec<Range>, count: usize) {
        for _ in 0..count {
            let name = INDICES[ranges.len().min(INDICES.len() - 1)];
            if ranges.iter().any(|range| range.index == name) {
                return;
            }
            let mut others = self.loops();
            others.extend(ranges.iter().map(|range| Index {
                name: range.index.clone(),
                high: range.high.clone(),
            }));
            let extent = self.extent();
            let (low, high) = self.ends(&extent, &others);
            ranges.push(range(name, low, high));
        }
    }

    /// A statement that computes its places.
    pub fn scatter(&mut self) -> Option<(Write, Option<Tensor>)> {
        let known = self
            .tensors
            .iter()
            .filter(|one| !one.input && !one.dims.is_empty());
        let known: Vec<Tensor> = known.cloned().collect();
        if known.is_empty() {
            return None;
        }
        let tensor = self.pick.one(&known).clone();
        let reduces = self.pick.chance(75);
        let (left, ranges) = if reduces {
            self.places(&tensor)
        } else {
            self.places_of_their_own(&tensor)
        };
        let ty = tensor.ty;
        let reduction = reduces.then(|| self.reduction(ty));
        let initialises = reduces && self.pick.chance(45);
        let value = self
            .terms(&ranges, std::slice::from_ref(&tensor.name))
            .stored(ty);
        self.last = ty;
        let write = Write {
            targets: vec![tensor.name],
            left,
            reduction,
            initialises,
            values: vec![value],
            ranges,
        };
        write.is_scatter().then_some((write, None))
    }

    /// Places that may collide, from data or not.
    fn places(&mut self, tensor: &Tensor) -> (Vec<Expr>, Vec<Range>) {
        let mut ranges = Vec::new();
        let count = 1 + self.pick.below(2);
        self.reduced(&mut ranges, count);
        let mut terms = self.terms(&ranges, std::slice::from_ref(&tensor.name));
        let place = |dim: &Expr| {
            let by_data = if terms.pick.chance(60) {
                terms.place(dim)
            } else {
                None
            };
            by_data.unwrap_or_else(|| affine_place(&mut terms, dim))
        };
        (tensor.dims.iter().map(place).collect(), ranges)
    }

    /// Places that differ from point to point: reversed or moved.
    fn places_of_their_own(&mut self, tensor: &Tensor) -> (Vec<Expr>, Vec<Range>) {
        let (mut left, mut ranges) = (Vec::new(), Vec::new());
        for (dim, name) in tensor.dims.iter().zip(INDICES) {
            let index = Expr::name(&name);
            let last = shifted(dim.clone(), -1);
            let (place, high) = match self.pick.below(3) {
                0 => (Expr::binary(Binary::Subtract, last, index), dim.clone()),
                1 => (shifted(index, 1), last),
                _ => (index, dim.clone()),
            };
            left.push(place);
            ranges.push(range(name, Expr::Integer(0), high));
        }
        (left, ranges)
    }

    /// Values and places of extrema.
    pub fn pair(&mut self) -> Option<(Write, Option<Tensor>)> {
        let pairs: Vec<Tensor> = self
            .tensors
            .iter()
            .filter(|one| one.partner.is_some())
            .cloned()
            .collect();
        let ty = *self.pick.one(&self.types);
        let new = pairs.is_empty() || self.pick.chance(40);
        let (tensor, second) = if new {
            let name = self.fresh();
            let dims = (0..self.pick.below(3)).map(|_| self.extent()).collect();
            let second = format!("{name}p");
            let tensor = Tensor {
                name,
                ty,
                dims,
                input: false,
                partner: Some(second.clone()),
            };
            (tensor, second)
        } else {
            let one = self.pick.one(&pairs).clone();
            let second = one.partner.clone()?;
            (one, second)
        };
        let (left, mut ranges) = if new {
            let mut ranges = Vec::new();
            for (name, dim) in INDICES.iter().zip(&tensor.dims) {
                ranges.push(range(name, Expr::Integer(0), dim.clone()));
            }
            let left = ranges.iter().map(|range: &Range| Expr::name(&range.index));
            (left.collect(), ranges)
        } else {
            self.left(&tensor)
        };
        let first = ranges.len();
        let count = 1 + self.pick.below(2);
        self.reduced(&mut ranges, count);
        let avoid = [tensor.name.clone(), second.clone()];
        let reduced: Vec<String> = ranges[first..].iter().map(|it| it.index.clone()).collect();
        let mut terms = self.terms(&ranges, &avoid);
        let value = terms.stored(tensor.ty);
        let place = match reduced.as_slice() {
            _ if terms.pick.chance(15) => terms.stored(Scalar::Int32),
            [one, other, ..] if terms.pick.chance(60) => Expr::binary(
                Binary::Add,
                Expr::binary(Binary::Multiply, Expr::name(one), Expr::Integer(100)),
                Expr::name(other),
            ),
            [one, ..] => Expr::name(one),
            [] => Expr::Integer(0),
        };
        let reduction = *terms.pick.one(&[Reduction::Minimum, Reduction::Maximum]);
        self.last = tensor.ty;
        let write = Write {
            targets: vec![tensor.name.clone(), second],
            left,
            reduction: Some(reduction),
            initialises: new || self.pick.chance(50),
            values: vec![value, place],
            ranges,
        };
        Some((write, new.then_some(tensor)))
    }
}

/// A computed place without data: reversed, spread, folded.
fn affine_place(terms: &mut Terms<'_>, dim: &Expr) -> Expr {
    let index = terms.subscript(dim);
    match terms.pick.below(6) {
        0 => Expr::binary(Binary::Subtract, shifted(dim.clone(), -1), index),
        1 => Expr::binary(Binary::Divide, index, Expr::Integer(2)),
        2 => {
            let twice = Expr::binary(Binary::Multiply, Expr::Integer(2), index);
            Expr::binary(Binary::Remainder, twice, dim.clone())
        }
        3 => {
            let sum = Expr::binary(Binary::Add, index, terms.subscript(dim));
            Expr::binary(Binary::Remainder, sum, dim.clone())
        }
        _ => index,
    }
}
