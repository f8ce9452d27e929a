//! Affine functions of indices; sizes and extents are numbers.

use super::ast::{Binary, Expr};
use super::environment::{Environment, NumericRange};

/// `constant + sum of coefficient * index`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    pub terms: Vec<(String, i64)>,
    pub constant: i64,
}

impl Line {
    pub fn constant(value: i64) -> Line {
        Line {
            terms: Vec::new(),
            constant: value,
        }
    }

    pub fn name(name: &str) -> Line {
        Line {
            terms: vec![(name.to_owned(), 1)],
            constant: 0,
        }
    }

    /// The function plus a constant.
    pub fn shifted(mut self, by: i64) -> Line {
        self.constant += by;
        self
    }

    /// For `line >= 0`: divided by the greatest common divisor of the coefficients.
    pub fn reduced(&self) -> Line {
        let common = self.terms.iter().fold(0, |mut a: i64, (_, coefficient)| {
            let mut b = coefficient.abs();
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        });
        let mut line = self.clone();
        if common > 1 {
            line.terms
                .iter_mut()
                .for_each(|(_, coefficient)| *coefficient /= common);
            line.constant = line.constant.div_euclid(common);
        }
        line
    }

    /// The value at a point.
    pub fn at(&self, value: &dyn Fn(&str) -> i64) -> i64 {
        let terms = self.terms.iter();
        self.constant
            + terms
                .map(|(name, factor)| factor * value(name))
                .sum::<i64>()
    }

    pub fn scaled(mut self, factor: i64) -> Line {
        self.terms
            .iter_mut()
            .for_each(|(_, coefficient)| *coefficient *= factor);
        self.constant *= factor;
        self.terms.retain(|(_, coefficient)| *coefficient != 0);
        self
    }

    pub fn plus(mut self, other: Line) -> Line {
        for (name, coefficient) in other.terms {
            match self.terms.iter_mut().find(|(it, _)| *it == name) {
                Some((_, sum)) => *sum += coefficient,
                None => self.terms.push((name, coefficient)),
            }
        }
        self.constant += other.constant;
        self.terms.retain(|(_, coefficient)| *coefficient != 0);
        self
    }

    /// The smallest and the largest value, if every name has a range and none is empty.
    pub fn extrema(&self, range: &dyn Fn(&str) -> Option<NumericRange>) -> Option<NumericRange> {
        let (mut low, mut high) = (self.constant, self.constant);
        for (name, coefficient) in &self.terms {
            // By the sign of the coefficient, so that an empty range gives the values that the
            // rules define.
            let (first, end) = range(name)?;
            let (at_low, at_high) = if *coefficient > 0 {
                (first, end - 1)
            } else {
                (end - 1, first)
            };
            low += coefficient * at_low;
            high += coefficient * at_high;
        }
        Some((low, high))
    }
}

/// The expression as a function of the indices; sizes and extents are numbers.
pub fn line(expr: &Expr, environment: &Environment) -> Option<Line> {
    let both = |a: &Expr, b: &Expr| Some((line(a, environment)?, line(b, environment)?));
    Some(match expr {
        Expr::Integer(value) => Line::constant(*value),
        Expr::Name(name) => match environment.sizes.get(name) {
            Some(value) => Line::constant(*value),
            None if environment.tensors.contains_key(name) => return None,
            None => Line::name(name),
        },
        Expr::Extent(tensor, dim) => {
            let (low, high) = *environment.tensors.get(tensor)?.space.get(*dim)?;
            Line::constant(high - low)
        }
        Expr::Negate(a) => line(a, environment)?.scaled(-1),
        Expr::Binary(operator, a, b) => {
            let (a, b) = both(a, b)?;
            let constants = a.terms.is_empty() && b.terms.is_empty();
            match operator {
                Binary::Add => a.plus(b),
                Binary::Subtract => a.plus(b.scaled(-1)),
                Binary::Multiply if a.terms.is_empty() => b.scaled(a.constant),
                Binary::Multiply if b.terms.is_empty() => a.scaled(b.constant),
                Binary::Divide if constants && b.constant > 0 => {
                    Line::constant(a.constant.div_euclid(b.constant))
                }
                Binary::Remainder if constants && b.constant > 0 => {
                    Line::constant(a.constant.rem_euclid(b.constant))
                }
                Binary::Minimum if constants => Line::constant(a.constant.min(b.constant)),
                Binary::Maximum if constants => Line::constant(a.constant.max(b.constant)),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// The value of a size expression.
pub fn number(expr: &Expr, environment: &Environment) -> Option<i64> {
    line(expr, environment)
        .filter(|line| line.terms.is_empty())
        .map(|line| line.constant)
}
