//! Which ends of a read's conditions follow from the guards of the read (section 8 of the language
//! specification).
//!
//! The specification asks whether an end follows from the guards for all sizes and for the values
//! of the indices in the ranges that other reads give. The compiler uses isl; here two simpler
//! tests on affine guards are enough, because a program that neither decides is not made:
//!
//! - A point at the sizes of this program, in the ranges, where the guards hold and the end does
//!   not: it does not follow, if all guards about indices and sizes are affine.
//! - A guard that is the end itself, or a stronger one, with sizes as symbols: it follows, if the
//!   guards hold anywhere.

use super::ast::{Binary, Dim, Expr};
use super::environment::{Environment, NumericRange};
use super::line::Line;
use std::collections::BTreeSet;

/// Whether an end follows from the guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    Yes,
    No,
    Unsure,
}

/// A condition around a read, and whether it is true or false there.
pub type Guard = (Expr, bool);

/// The most points that are tried.
const MOST_POINTS: usize = 40_000;

/// The affine comparisons of guards, over indices, scalars and sizes.
#[derive(Clone, Debug, Default)]
struct Affine {
    /// At least 0.
    at_least: Vec<Line>,
    /// Not 0.
    not_zero: Vec<Line>,
    /// Whether a guard about indices or sizes is left out, which the compiler may read.
    left_out: bool,
}

impl Affine {
    fn of(guards: &[Guard], environment: &Environment) -> Affine {
        let mut all = Affine::default();
        for (condition, positive) in guards {
            all.add(condition, *positive, environment);
        }
        all
    }

    fn is_empty(&self) -> bool {
        self.at_least.is_empty() && self.not_zero.is_empty()
    }

    fn add(&mut self, condition: &Expr, positive: bool, environment: &Environment) {
        match condition {
            Expr::Not(inner) => self.add(inner, !positive, environment),
            Expr::Binary(Binary::And, a, b) if positive => {
                self.add(a, true, environment);
                self.add(b, true, environment);
            }
            Expr::Binary(Binary::Or, a, b) if !positive => {
                self.add(a, false, environment);
                self.add(b, false, environment);
            }
            Expr::Binary(operator, a, b) => {
                let (Some(a), Some(b)) = (symbolic(a, environment), symbolic(b, environment))
                else {
                    self.left_out |= names_outside_of_reads(condition);
                    return;
                };
                self.compare(*operator, positive, a.plus(b.scaled(-1)));
            }
            _ => self.left_out |= names_outside_of_reads(condition),
        }
    }

    /// `difference operator 0`, or its opposite.
    fn compare(&mut self, operator: Binary, positive: bool, difference: Line) {
        use Binary::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        let negative = difference.clone().scaled(-1);
        match (operator, positive) {
            (GreaterEqual, true) | (Less, false) => self.at_least.push(difference),
            (LessEqual, true) | (Greater, false) => self.at_least.push(negative),
            (Greater, true) | (LessEqual, false) => self.at_least.push(difference.shifted(-1)),
            (Less, true) | (GreaterEqual, false) => self.at_least.push(negative.shifted(-1)),
            (Equal, true) | (NotEqual, false) => self.at_least.extend([difference, negative]),
            (NotEqual, true) | (Equal, false) => self.not_zero.push(difference),
            _ => {}
        }
    }

    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.at_least.iter().chain(&self.not_zero)
    }

    /// The same with numbers for sizes.
    fn at(&self, environment: &Environment) -> Affine {
        let all = |lines: &[Line]| {
            lines
                .iter()
                .map(|line| numeric(line, environment))
                .collect()
        };
        Affine {
            at_least: all(&self.at_least),
            not_zero: all(&self.not_zero),
            left_out: self.left_out,
        }
    }

    fn hold(&self, value: &dyn Fn(&str) -> i64) -> bool {
        self.at_least.iter().all(|line| line.at(value) >= 0)
            && self.not_zero.iter().all(|line| line.at(value) != 0)
    }
}

/// Whether an index or a size occurs, not only as a subscript of a read.
fn names_outside_of_reads(expr: &Expr) -> bool {
    match expr {
        Expr::Name(_) | Expr::Extent(..) => true,
        Expr::Read(..) => false,
        _ => expr.children().into_iter().any(names_outside_of_reads),
    }
}

/// The expression over indices, integer scalars and sizes as symbols, if it is affine.
fn symbolic(expr: &Expr, environment: &Environment) -> Option<Line> {
    let of = |part: &Expr| symbolic(part, environment);
    Some(match expr {
        Expr::Integer(value) => Line::constant(*value),
        Expr::Name(name) => match environment.tensors.get(name) {
            Some(facts) if !facts.ty.is_integer() => return None,
            _ => Line::name(name),
        },
        Expr::Extent(tensor, dim) => match environment.end(tensor, *dim) {
            Some(end) => end,
            None => Line::name(&format!("{tensor}.{dim}")),
        },
        Expr::Negate(a) => of(a)?.scaled(-1),
        Expr::Binary(operator, a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            match operator {
                Binary::Add => a.plus(b),
                Binary::Subtract => a.plus(b.scaled(-1)),
                Binary::Multiply if a.terms.is_empty() => b.scaled(a.constant),
                Binary::Multiply if b.terms.is_empty() => a.scaled(b.constant),
                _ => return None,
            }
        }
        _ => return None,
    })
}

impl Environment {
    /// The extent of a tensor whose dimensions are declared.
    fn end(&self, tensor: &str, dim: usize) -> Option<Line> {
        let ends = self.tensors.get(tensor)?.ends.as_ref()?;
        Some(match ends.get(dim)? {
            Dim::Size(name) => Line::name(name),
            Dim::Extent(extent) => Line::constant(*extent),
        })
    }

    /// The value of a size or an extent.
    fn size(&self, name: &str) -> Option<i64> {
        let extent = || {
            let (tensor, dim) = name.split_once('.')?;
            let (low, high) = self
                .tensors
                .get(tensor)?
                .space
                .get(dim.parse::<usize>().ok()?)?;
            Some(high - low)
        };
        self.sizes.get(name).copied().or_else(extent)
    }
}

fn numeric(line: &Line, environment: &Environment) -> Line {
    let start = Line::constant(line.constant);
    line.terms.iter().fold(start, |sum, (name, coefficient)| {
        let value = match environment.size(name) {
            Some(value) => Line::constant(value),
            None => Line::name(name),
        };
        sum.plus(value.scaled(*coefficient))
    })
}

/// Whether the low and the high end of `low <= subscript < high` follow from the guards, for
/// dimension `dim` of `tensor`.
pub fn said(
    guards: &[Guard],
    subscript: &Expr,
    (tensor, dim): (&str, usize),
    ranges: &[(String, NumericRange)],
    environment: &Environment,
) -> [Said; 2] {
    let affine = Affine::of(guards, environment);
    if affine.is_empty() {
        return [if affine.left_out {
            Said::Unsure
        } else {
            Said::No
        }; 2];
    }
    let facts = environment.tensors.get(tensor);
    let space = facts.and_then(|facts| facts.space.get(dim));
    let (Some(subscript), Some((low, high))) = (symbolic(subscript, environment), space) else {
        return [Said::Unsure; 2];
    };
    let here = affine.at(environment);
    let at = numeric(&subscript, environment);
    if at.terms.is_empty() {
        return [Said::No; 2];
    }
    let (mut anywhere, mut violated) = (false, [false; 2]);
    let all_tried = each_point(&here, &at, (*low, *high), &mut |value| {
        let is_inside = |(name, (low, high)): &(String, NumericRange)| {
            let value = value(name);
            *low <= value && value < *high
        };
        let named = |name: &str| {
            let mut lines = here.lines().chain([&at]);
            lines.any(|line| line.terms.iter().any(|(it, _)| it == name))
        };
        let mut known = ranges.iter().filter(|(name, _)| named(name));
        if here.hold(value) && known.all(is_inside) {
            let found = at.at(value);
            anywhere = true;
            violated[0] |= found < *low;
            violated[1] |= found >= *high;
        }
    });
    let end = environment.end(tensor, dim);
    let goals = [
        end.as_ref().map(|_| subscript.clone()),
        end.map(|end| end.plus(subscript.scaled(-1)).shifted(-1)),
    ];
    [0, 1].map(|side| match &goals[side] {
        _ if violated[side] && !affine.left_out => Said::No,
        Some(goal)
            if all_tried && anywhere && affine.at_least.iter().any(|one| stronger(one, goal)) =>
        {
            Said::Yes
        }
        _ => Said::Unsure,
    })
}

/// Whether `one >= 0` is `goal >= 0` with at most as large a constant.
fn stronger(one: &Line, goal: &Line) -> bool {
    let (one, goal) = (one.reduced(), goal.reduced());
    let same = one.terms.len() == goal.terms.len()
        && one.terms.iter().all(|term| goal.terms.contains(term));
    same && one.constant <= goal.constant
}

/// Visits values of all names near those that the lines compare them with; false if there are too
/// many.
fn each_point(
    affine: &Affine,
    subscript: &Line,
    (low, high): NumericRange,
    visit: &mut dyn FnMut(&dyn Fn(&str) -> i64),
) -> bool {
    let lines: Vec<&Line> = affine.lines().chain([subscript]).collect();
    let mut names: Vec<&str> = Vec::new();
    let mut values = BTreeSet::from([-500, 500]);
    for line in &lines {
        for (name, _) in &line.terms {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        for number in [0, low, high, line.constant, -line.constant] {
            values.extend(number - 3..=number + 3);
        }
    }
    let values: Vec<i64> = values.into_iter().collect();
    let count = values
        .len()
        .checked_pow(u32::try_from(names.len()).unwrap_or(u32::MAX));
    let Some(count) = count.filter(|count| *count <= MOST_POINTS) else {
        return false;
    };
    for point in 0..count {
        visit(&|name| {
            let position = names.iter().position(|it| *it == name).unwrap_or_default();
            let power = values.len().pow(position as u32);
            values[point / power % values.len()]
        });
    }
    true
}

/// Whether a read stays in `low..high` at all points of the ranges where its guards hold, and there
/// is such a point.
pub fn stays(
    guards: &[Guard],
    at: &Line,
    (low, high): NumericRange,
    ranges: &[(String, NumericRange)],
    environment: &Environment,
) -> bool {
    let known = |line: &Line| {
        let mut names = line.terms.iter();
        names.all(|(name, _)| ranges.iter().any(|(it, _)| it == name))
    };
    let mut affine = Affine::of(guards, environment).at(environment);
    affine.at_least.retain(known);
    affine.not_zero.retain(known);
    let count = ranges.iter().map(|(_, (low, high))| (high - low).max(0));
    let count = count.fold(1_i64, i64::saturating_mul);
    if !known(at) || count == 0 || count > MOST_POINTS as i64 {
        return false;
    }
    let mut anywhere = false;
    let inside = (0..count).all(|point| {
        let value = |name: &str| {
            let mut rest = point;
            for (it, (low, high)) in ranges {
                if it == name {
                    return low + rest % (high - low);
                }
                rest /= high - low;
            }
            0
        };
        let (found, reads) = (at.at(&value), affine.hold(&value));
        anywhere |= reads;
        !reads || (low <= found && found < high)
    });
    anywhere && inside
}

#[cfg(test)]
mod tests {
    use super::super::environment::Facts;
    use super::super::value::Value;
    use super::*;
    use tc_syntax::scalar::Scalar;

    fn compare(operator: Binary, a: Expr, b: Expr) -> Expr {
        Expr::binary(operator, a, b)
    }

    /// `B` of extent `N`, which is 10 here.
    fn environment() -> Environment {
        let mut environment = Environment::default();
        environment.sizes.insert("N".to_owned(), 10);
        let facts = Facts {
            ty: Scalar::Float,
            space: vec![(0, 10)],
            ends: Some(vec![Dim::Size("N".to_owned())]),
            placed: true,
            value: Value::floating(Scalar::Float, 0.0, 1.0, 2),
            input: true,
        };
        environment.tensors.insert("B".to_owned(), facts);
        environment
    }

    #[test]
    fn ends_that_guards_say() {
        let i = || Expr::name(&"i");
        let at = Expr::binary(Binary::Subtract, i(), Expr::Integer(1));
        let extent = Expr::Extent("B".to_owned(), 0);
        let (low, high) = (
            compare(Binary::GreaterEqual, i(), Expr::Integer(1)),
            compare(Binary::Less, at.clone(), extent),
        );
        let of = |guards: &[Guard]| said(guards, &at, ("B", 0), &[], &environment());
        assert_eq!(of(&[]), [Said::No, Said::No]);
        assert_eq!(of(&[(low.clone(), true)]), [Said::Yes, Said::No]);
        assert_eq!(of(&[(high.clone(), true)]), [Said::No, Said::Yes]);
        let both = Expr::binary(Binary::And, low.clone(), high.clone());
        assert_eq!(of(&[(both, true)]), [Said::Yes, Said::Yes]);
        let either = Expr::binary(Binary::Or, low.clone(), high.clone());
        // A guard that is left out may say more than the others.
        assert_eq!(of(&[(either, true)]), [Said::Unsure, Said::Unsure]);
        assert_eq!(of(&[(low, false)]), [Said::No, Said::Unsure]);
        // 10 is N here only.
        let number = compare(Binary::Less, at.clone(), Expr::Integer(10));
        assert_eq!(of(&[(number, true)]), [Said::No, Said::Unsure]);
        let weak = compare(Binary::GreaterEqual, i(), Expr::Integer(0));
        assert_eq!(of(&[(weak, true)]), [Said::No, Said::No]);
        let twice = compare(
            Binary::GreaterEqual,
            Expr::binary(Binary::Multiply, Expr::Integer(2), i()),
            Expr::Integer(1),
        );
        assert_eq!(of(&[(twice, true)]), [Said::Yes, Said::No]);
        // Within a range that another read gives, no point violates the end.
        let known = [("i".to_owned(), (1, 5))];
        let weak = compare(Binary::GreaterEqual, i(), Expr::Integer(0));
        let within = said(&[(weak, true)], &at, ("B", 0), &known, &environment());
        assert_eq!(within, [Said::Unsure, Said::Unsure]);
    }
}
