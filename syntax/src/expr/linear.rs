//! The normal form of an expression: an integer combination of atoms plus a constant.
//!
//! An atom is a symbol, or a product, quotient, remainder, `min` or `max` whose operands are in
//! normal form themselves. Terms that divide evenly are moved out of quotients by a positive
//! constant: `(2*N + M + 5) floordiv 2` is `N + (M + 1) floordiv 2 + 2`; `min` and `max` are flat,
//! without duplicates, and of arguments that differ by a constant keep only the decisive one.

use super::{Expr, Operator, Symbol, floor_div};

/// An integer combination of atoms plus a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    terms: Vec<(Expr, i64)>,
    constant: i64,
}

impl Linear {
    /// The constant `value`.
    pub fn constant(value: i64) -> Linear {
        Linear {
            terms: Vec::new(),
            constant: value,
        }
    }

    fn atom(atom: Expr) -> Linear {
        Linear {
            terms: vec![(atom, 1)],
            constant: 0,
        }
    }

    /// The combination equal to `expr`; `None` when a coefficient overflows.
    pub fn of(expr: &Expr) -> Option<Linear> {
        match expr {
            Expr::Const(value) => Some(Linear::constant(*value)),
            Expr::Symbol(_) => Some(Linear::atom(expr.clone())),
            Expr::Binary(operator, a, b) => {
                let (mut a, b) = (Linear::of(a)?, Linear::of(b)?);
                match operator {
                    Operator::Add => a.add(&b, 1).map(|()| a),
                    Operator::Sub => a.add(&b, -1).map(|()| a),
                    Operator::Mul => a.times(&b),
                    Operator::FloorDiv => a.divided(&b),
                    Operator::Mod => a.remainder(&b),
                    Operator::Min | Operator::Max => Linear::extremum(*operator, &a, &b),
                }
            }
        }
    }

    /// The atoms with their coefficients, none zero, in order of first appearance.
    pub fn terms(&self) -> &[(Expr, i64)] {
        &self.terms
    }

    /// The constant part.
    pub fn constant_part(&self) -> i64 {
        self.constant
    }

    /// The value, if there are no terms.
    pub fn as_const(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The coefficient of the atom that is just `name`.
    pub fn coefficient(&self, name: &str) -> i64 {
        self.terms
            .iter()
            .find(|(atom, _)| atom.as_name() == Some(name))
            .map_or(0, |(_, coefficient)| *coefficient)
    }

    /// `self + factor * other`; `None` on overflow.
    pub fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let mut sum = self.clone();
        sum.add(other, factor)?;
        Some(sum)
    }

    /// Adds `factor * other`, in place; `None` on overflow, and then the value is invalid.
    fn add(&mut self, other: &Linear, factor: i64) -> Option<()> {
        let constant = other.constant.checked_mul(factor)?;
        self.constant = self.constant.checked_add(constant)?;
        for (atom, coefficient) in &other.terms {
            let added = coefficient.checked_mul(factor)?;
            match self.terms.iter_mut().find(|(known, _)| known == atom) {
                Some((_, own)) => *own = own.checked_add(added)?,
                None => self.terms.push((atom.clone(), added)),
            }
        }
        self.terms.retain(|(_, coefficient)| *coefficient != 0);
        Some(())
    }

    fn scaled(&self, factor: i64) -> Option<Linear> {
        Linear::constant(0).plus(self, factor)
    }

    fn times(&self, other: &Linear) -> Option<Linear> {
        if let Some(factor) = self.as_const() {
            return other.scaled(factor);
        }
        if let Some(factor) = other.as_const() {
            return self.scaled(factor);
        }
        let mut sum = Linear::constant(self.constant.checked_mul(other.constant)?);
        sum = sum.plus(
            &Linear {
                terms: self.terms.clone(),
                constant: 0,
            },
            other.constant,
        )?;
        sum = sum.plus(
            &Linear {
                terms: other.terms.clone(),
                constant: 0,
            },
            self.constant,
        )?;
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                let product = product_of(a, b);
                sum = sum.plus(&Linear::atom(product), x.checked_mul(*y)?)?;
            }
        }
        Some(sum)
    }

    fn divided(&self, divisor: &Linear) -> Option<Linear> {
        let Some(d) = divisor.as_const().filter(|d| *d > 0) else {
            return Some(Linear::folded(Linear::atom(Expr::floor_div(
                self.to_expr(&[]),
                divisor.to_expr(&[]),
            ))));
        };
        let mut outside = Linear::constant(floor_div(self.constant, d)?);
        let mut inside = Linear::constant(self.constant - d.checked_mul(outside.constant)?);
        for (atom, coefficient) in &self.terms {
            if coefficient % d == 0 {
                outside.terms.push((atom.clone(), coefficient / d));
            } else {
                inside.terms.push((atom.clone(), *coefficient));
            }
        }
        if inside.terms.is_empty() {
            return Some(outside);
        }
        let common = inside
            .terms
            .iter()
            .fold(d, |common, (_, coefficient)| gcd(common, *coefficient));
        for (_, coefficient) in &mut inside.terms {
            *coefficient /= common;
        }
        inside.constant = floor_div(inside.constant, common)?;
        let quotient = Expr::floor_div(inside.to_expr(&[]), Expr::Const(d / common));
        outside.plus(&Linear::atom(quotient), 1)
    }

    fn remainder(&self, divisor: &Linear) -> Option<Linear> {
        let Some(d) = divisor.as_const().filter(|d| *d > 0) else {
            return Some(Linear::folded(Linear::atom(Expr::modulo(
                self.to_expr(&[]),
                divisor.to_expr(&[]),
            ))));
        };
        let mut inside = Linear::constant(self.constant.rem_euclid(d));
        inside.terms = self
            .terms
            .iter()
            .filter(|(_, coefficient)| coefficient % d != 0)
            .cloned()
            .collect();
        match inside.as_const() {
            Some(value) => Some(Linear::constant(value)),
            None => Some(Linear::atom(Expr::modulo(
                inside.to_expr(&[]),
                Expr::Const(d),
            ))),
        }
    }

    /// An atom may have folded to a constant.
    fn folded(self) -> Linear {
        match self.terms.as_slice() {
            [(Expr::Const(value), 1)] if self.constant == 0 => Linear::constant(*value),
            _ => self,
        }
    }

    fn extremum(operator: Operator, a: &Linear, b: &Linear) -> Option<Linear> {
        let mut kept: Vec<Linear> = Vec::new();
        for argument in a
            .arguments(operator)?
            .into_iter()
            .chain(b.arguments(operator)?)
        {
            let mut dominated = false;
            for known in &mut kept {
                let Some(difference) = argument.plus(known, -1)?.as_const() else {
                    continue;
                };
                dominated = true;
                let better = if operator == Operator::Min {
                    difference < 0
                } else {
                    difference > 0
                };
                if better {
                    *known = argument.clone();
                }
            }
            if !dominated {
                kept.push(argument);
            }
        }
        if kept.len() == 1 {
            return kept.pop();
        }
        let chain = kept
            .iter()
            .map(|argument| argument.to_expr(&[]))
            .reduce(|a, b| Expr::binary(operator, a, b))?;
        Some(Linear::atom(chain))
    }

    /// The arguments if the combination is a single `min` or `max`, else the combination itself.
    fn arguments(&self, operator: Operator) -> Option<Vec<Linear>> {
        match self.terms.as_slice() {
            [(Expr::Binary(own, a, b), 1)] if *own == operator && self.constant == 0 => {
                let mut all = Linear::of(a)?.arguments(operator)?;
                all.extend(Linear::of(b)?.arguments(operator)?);
                Some(all)
            }
            _ => Some(vec![self.clone()]),
        }
    }

    /// The sum as an expression: positive terms first, then negative ones, then the constant. Plain
    /// symbols come in the order of `names`, those that it does not list and compound atoms after
    /// them in order of first appearance.
    pub fn to_expr(&self, names: &[&str]) -> Expr {
        let mut terms: Vec<&(Expr, i64)> = self.terms.iter().collect();
        let rank = |atom: &Expr| match atom {
            Expr::Symbol(Symbol::Name(name)) => names
                .iter()
                .position(|known| known == name)
                .unwrap_or(names.len()),
            Expr::Symbol(_) => names.len(),
            _ => names.len() + usize::from(!names.is_empty()),
        };
        terms.sort_by_key(|(atom, coefficient)| (*coefficient < 0, rank(atom)));
        let ordered = |atom: &Expr| {
            if names.is_empty() {
                atom.clone()
            } else {
                reorder(atom, names)
            }
        };
        let mut sum = Expr::Const(0);
        for (atom, coefficient) in terms {
            sum = Expr::add(sum, Expr::mul(Expr::Const(*coefficient), ordered(atom)));
        }
        // A leading constant reads better than a leading minus: `10 - N`.
        let leading_minus =
            self.terms.iter().all(|(_, coefficient)| *coefficient < 0) && !self.terms.is_empty();
        if leading_minus && self.constant > 0 {
            return Expr::add(Expr::Const(self.constant), sum).with_constant_first();
        }
        Expr::add(sum, Expr::Const(self.constant))
    }
}

impl Expr {
    /// `c + -1*a - b` prints as `c - a - b`.
    fn with_constant_first(self) -> Expr {
        let Expr::Binary(Operator::Add, constant, rest) = self else {
            return self;
        };
        let mut terms = Vec::new();
        let mut rest = *rest;
        while let Expr::Binary(Operator::Sub, a, b) = rest {
            terms.push(*b);
            rest = *a;
        }
        let sum = Expr::add(*constant, rest);
        terms.into_iter().rev().fold(sum, Expr::sub)
    }
}

/// The atom with its inner sums in the order of `names`.
fn reorder(atom: &Expr, names: &[&str]) -> Expr {
    match atom {
        Expr::Binary(operator, a, b) => {
            let inner = |operand: &Expr| match operand {
                Expr::Binary(own, ..)
                    if own == operator && matches!(own, Operator::Min | Operator::Max) =>
                {
                    reorder(operand, names)
                }
                _ => Linear::of(operand)
                    .map_or_else(|| operand.clone(), |linear| linear.to_expr(names)),
            };
            Expr::binary(*operator, inner(a), inner(b))
        }
        _ => atom.clone(),
    }
}

/// The product of two atoms with its factors in a fixed order, so that `N*M` and `M*N` are the same
/// atom.
fn product_of(a: &Expr, b: &Expr) -> Expr {
    let mut factors = Vec::new();
    collect_factors(a, &mut factors);
    collect_factors(b, &mut factors);
    factors.sort();
    factors
        .into_iter()
        .reduce(Expr::mul)
        .unwrap_or(Expr::Const(1))
}

fn collect_factors(atom: &Expr, factors: &mut Vec<Expr>) {
    match atom {
        Expr::Binary(Operator::Mul, a, b) => {
            collect_factors(a, factors);
            collect_factors(b, factors);
        }
        _ => factors.push(atom.clone()),
    }
}

/// The greatest common divisor of a positive number and another one.
pub fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // Both callers pass a positive first argument, so the result divides it and fits.
    i64::try_from(a).unwrap_or(1)
}
