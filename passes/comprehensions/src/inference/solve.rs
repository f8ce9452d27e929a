//! One condition, one unknown: `lo <= e(v) < hi` solved for the index `v`.
//!
//! The condition is written as `lo <= c*v + r < hi`. With `[rmin, rmax]` the extrema of `r` over
//! the ranges that are already known, "for all values of the solved indices" gives
//!
//! | c | low end | high end |
//! | --- | --- | --- |
//! | c > 0 | `ceil((lo - rmin)/c)` | `ceil((hi - rmax)/c)` |
//! | c < 0, d = -c | `(rmax - hi)/d + 1` | `(rmin - lo)/d + 1` |
//!
//! If `v` is inside a quotient by a constant, the quotient is solved for first and `L <= x/d < H`
//! becomes `d*L <= x < d*H`; inside `max` the high condition must hold for both operands and the
//! low one is dropped if one operand always satisfies it; `min` is symmetric. Ends that are `max`
//! (low) or `min` (high) are split into several conditions.

use super::model::{Range, Statement};
use super::prover::{Facts, Prover};
use tc_syntax::expr::{Expr, Linear, Operator};

/// Why a condition gives no bound on an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// The index is multiplied by a value known only at run time.
    Stride(String),
    /// The expression bounds nothing: `%`, a product of indices, a quotient by a size.
    NoBound(String),
    /// The rest of the subscript is known only at run time.
    Data(String),
}

/// The ends that a condition gives; all of them hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// `v` is at least each of these.
    pub lows: Vec<Expr>,
    /// `v` is less than each of these.
    pub highs: Vec<Expr>,
    /// Whether the ends imply the whole condition, so that nothing is left to prove.
    pub complete: bool,
    /// The condition with solved indices replaced by the decisive values:
    /// `0 <= i and i + (KN - 1) < N`.
    pub text: String,
}

/// The ends that are not conditions, because the guards of the read imply them (`super::guards`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// `low <= subscript` is guarded.
    pub low: bool,
    /// `subscript < high` is guarded.
    pub high: bool,
}

impl Said {
    /// Nothing remains.
    pub const BOTH: Said = Said {
        low: true,
        high: true,
    };

    /// Whether no condition remains.
    pub fn both(self) -> bool {
        self == Said::BOTH
    }
}

/// The known facts while conditions are solved: ranges of solved indices.
pub struct Known<'a> {
    /// The statement of the condition.
    pub statement: &'a Statement,
    /// Its solved indices with their ranges.
    pub ranges: &'a [(String, Range)],
    /// The sizes in order, for the normal form.
    pub sizes: &'a [&'a str],
    /// Proves statements for all sizes.
    pub prover: &'a Prover,
}

impl Known<'_> {
    fn range(&self, name: &str) -> Option<&Range> {
        self.ranges
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, range)| range)
    }

    /// Whether the range of `name` mentions another index.
    fn depends(&self, name: &str) -> bool {
        self.range(name).is_some_and(|range| {
            let mut names = range.low.names().into_iter().chain(range.high.names());
            names.any(|other| self.statement.varies(other))
        })
    }

    /// Whether an expression mentions a size.
    pub fn sizes_in(&self, expr: &Expr) -> bool {
        expr.names().iter().any(|name| self.sizes.contains(name))
    }

    /// The solved ranges as facts.
    pub fn facts(&self) -> Facts {
        Facts {
            ranges: self.ranges.to_vec(),
            ..Facts::default()
        }
        .with_leaves(self.statement)
    }

    /// The normal form.
    pub fn normal(&self, expr: Expr) -> Expr {
        expr.normalized(self.sizes).unwrap_or(expr)
    }

    fn mentions(&self, expr: &Expr, index: &str) -> bool {
        self.statement
            .indices_in(expr)
            .iter()
            .any(|name| name == index)
    }
}

/// The operands of a chain of `operator`, or the expression itself.
pub fn split(expr: &Expr, operator: Operator) -> Vec<Expr> {
    match expr {
        Expr::Binary(own, a, b) if *own == operator => {
            let mut all = split(a, operator);
            all.extend(split(b, operator));
            all
        }
        other => vec![other.clone()],
    }
}

/// Solves `range.low <= subscript < range.high` for `index`; an end that the guards imply is not a
/// condition.
pub fn solve(
    known: &Known<'_>,
    subscript: &Expr,
    range: &Range,
    said: Said,
    index: &str,
) -> Result<Ends, Unsolvable> {
    let left = |said, ends| if said { Vec::new() } else { ends };
    let lows = left(said.low, split(&range.low, Operator::Max));
    let highs = left(said.high, split(&range.high, Operator::Min));
    let ends = solve_for(known, subscript, index, lows, highs)?;
    Ok(Ends {
        text: eliminated(known, subscript, range, said, index),
        ..ends
    })
}

/// The condition with the decisive values of the solved indices.
fn eliminated(
    known: &Known<'_>,
    subscript: &Expr,
    range: &Range,
    said: Said,
    index: &str,
) -> String {
    let (low, high) = (range.low.human(), range.high.human());
    let shown = |min: &Expr, max: &Expr| match (said.low, said.high) {
        (true, _) => format!(
            "{} < {high} (the guard says {low} <= {})",
            max.human(),
            subscript.human()
        ),
        (_, true) => format!(
            "{low} <= {} (the guard says {} < {high})",
            min.human(),
            subscript.human()
        ),
        _ if min == max => format!("{low} <= {} < {high}", min.human()),
        _ => format!("{low} <= {} and {} < {high}", min.human(), max.human()),
    };
    let whole = || shown(subscript, subscript);
    let Some(linear) = Linear::of(subscript) else {
        return whole();
    };
    let (with, rest): (Vec<_>, Vec<_>) = linear
        .terms()
        .iter()
        .cloned()
        .partition(|(atom, _)| known.mentions(atom, index));
    let ([(atom, factor)], false) = (with.as_slice(), rest.is_empty()) else {
        return whole();
    };
    let term = Expr::mul(Expr::Const(*factor), atom.clone());
    match extrema(known, &sum_of(rest, linear.constant_part())) {
        Some((min, max)) if min != max => {
            let at = |extremum| Expr::add(term.clone(), extremum);
            shown(&at(min), &at(max))
        }
        _ => whole(),
    }
}

fn sum_of(terms: Vec<(Expr, i64)>, constant: i64) -> Expr {
    terms
        .into_iter()
        .fold(Expr::Const(constant), |sum, (atom, coefficient)| {
            Expr::add(sum, Expr::mul(Expr::Const(coefficient), atom))
        })
}

fn solve_for(
    known: &Known<'_>,
    subscript: &Expr,
    index: &str,
    lows: Vec<Expr>,
    highs: Vec<Expr>,
) -> Result<Ends, Unsolvable> {
    let no_bound = || Unsolvable::NoBound(subscript.human());
    let linear = Linear::of(subscript).ok_or_else(no_bound)?;
    let (with, rest): (Vec<_>, Vec<_>) = linear
        .terms()
        .iter()
        .cloned()
        .partition(|(atom, _)| known.mentions(atom, index));
    let [(atom, factor)] = with.as_slice() else {
        return Err(no_bound());
    };
    check_atom(known, atom, index)?;
    let rest = sum_of(rest, linear.constant_part());
    let (min, max) = extrema(known, &rest).ok_or_else(|| Unsolvable::Data(rest.human()))?;
    let difference = |a: &Expr, b: &Expr| Expr::sub(a.clone(), b.clone());
    let below = |numerator: Expr, divisor| {
        Expr::add(
            Expr::floor_div(numerator, Expr::Const(divisor)),
            Expr::Const(1),
        )
    };
    let divisor = factor.checked_abs().ok_or_else(no_bound)?;
    let (lows, highs): (Vec<Expr>, Vec<Expr>) = if *factor > 0 {
        let up = |end: &Expr, extremum| Expr::ceil_div(difference(end, extremum), divisor);
        (
            lows.iter().map(|low| up(low, &min)).collect(),
            highs.iter().map(|high| up(high, &max)).collect(),
        )
    } else {
        (
            highs
                .iter()
                .map(|high| below(difference(&max, high), divisor))
                .collect(),
            lows.iter()
                .map(|low| below(difference(&min, low), divisor))
                .collect(),
        )
    };
    let normal = |ends: Vec<Expr>| ends.into_iter().map(|end| known.normal(end)).collect();
    solve_atom(known, atom, index, normal(lows), normal(highs))
}

/// Whether the atom with the index is of a kind that can be solved.
fn check_atom(known: &Known<'_>, atom: &Expr, index: &str) -> Result<(), Unsolvable> {
    let no_bound = || Err(Unsolvable::NoBound(atom.human()));
    match atom {
        Expr::Binary(Operator::Mul, ..) => {
            let stride = split(atom, Operator::Mul).into_iter().find(|factor| {
                factor
                    .names()
                    .iter()
                    .any(|name| known.statement.leaf(name).is_some())
            });
            match stride {
                Some(stride) => Err(Unsolvable::Stride(stride.human())),
                None => no_bound(),
            }
        }
        Expr::Binary(Operator::FloorDiv, _, divisor)
            if divisor.as_const().is_some_and(|d| d > 0) =>
        {
            Ok(())
        }
        Expr::Binary(Operator::FloorDiv | Operator::Mod, ..) => no_bound(),
        // Inside a run-time value: `B(C(i))`.
        Expr::Symbol(symbol) if symbol.as_name() != Some(index) => no_bound(),
        _ => Ok(()),
    }
}

fn solve_atom(
    known: &Known<'_>,
    atom: &Expr,
    index: &str,
    lows: Vec<Expr>,
    highs: Vec<Expr>,
) -> Result<Ends, Unsolvable> {
    match atom {
        Expr::Binary(Operator::FloorDiv, x, divisor) => {
            let scale = |ends: Vec<Expr>| {
                ends.into_iter()
                    .map(|end| Expr::mul((**divisor).clone(), end))
                    .collect()
            };
            solve_for(known, x, index, scale(lows), scale(highs))
        }
        Expr::Binary(operator @ (Operator::Min | Operator::Max), a, b) => {
            solve_extremum(known, *operator, [a, b], index, lows, highs)
        }
        _ => Ok(Ends {
            lows,
            highs,
            complete: true,
            text: String::new(),
        }),
    }
}

/// `lo <= max(a, b) < hi`: the high condition must hold for both operands, the low one bounds
/// neither; `min` is symmetric. The preconditions decide the rest.
fn solve_extremum(
    known: &Known<'_>,
    operator: Operator,
    operands: [&Expr; 2],
    index: &str,
    lows: Vec<Expr>,
    highs: Vec<Expr>,
) -> Result<Ends, Unsolvable> {
    let (needed_lows, needed_highs) = if operator == Operator::Max {
        (Vec::new(), highs)
    } else {
        (lows, Vec::new())
    };
    let mut ends = Ends::default();
    let mut refused = None;
    for operand in operands
        .into_iter()
        .filter(|operand| known.mentions(operand, index))
    {
        match solve_for(
            known,
            operand,
            index,
            needed_lows.clone(),
            needed_highs.clone(),
        ) {
            Ok(more) => {
                ends.lows.extend(more.lows);
                ends.highs.extend(more.highs);
            }
            Err(reason) => refused = Some(reason),
        }
    }
    match refused {
        Some(reason) if ends.lows.is_empty() && ends.highs.is_empty() => Err(reason),
        _ => Ok(ends),
    }
}

/// The smallest and the largest value of `expr` over the solved ranges, taken as non-empty; `None`
/// if it contains a value that is known only at run time, or a form whose extrema are not
/// expressible.
pub fn extrema(known: &Known<'_>, expr: &Expr) -> Option<(Expr, Expr)> {
    let inside = known.statement.indices_in(expr);
    if !inside.iter().any(|name| known.depends(name)) {
        return extrema_in_box(known, expr);
    }
    if expr
        .names()
        .iter()
        .any(|name| known.statement.leaf(name).is_some())
    {
        return None;
    }
    exact_extrema(known, expr).or_else(|| {
        // Ends that mention indices are bounded in turn; ranges use earlier indices only.
        let (mut min, mut max) = extrema_in_box(known, expr)?;
        for _ in 0..known.ranges.len() {
            min = extrema_in_box(known, &min)?.0;
            max = extrema_in_box(known, &max)?.1;
        }
        Some((in_order(&min), in_order(&max)))
    })
}

/// The extrema over the points of the ranges, which need not be a box.
fn exact_extrema(known: &Known<'_>, expr: &Expr) -> Option<(Expr, Expr)> {
    let facts = known.facts();
    let max = known.prover.largest_by_sizes(&facts, expr)?;
    let least = known
        .prover
        .largest_by_sizes(&facts, &Expr::neg(expr.clone()))?;
    Some((known.normal(Expr::neg(least)), known.normal(max)))
}

fn extrema_in_box(known: &Known<'_>, expr: &Expr) -> Option<(Expr, Expr)> {
    let linear = Linear::of(expr)?;
    let constant = Expr::Const(linear.constant_part());
    let (mut min, mut max) = (constant.clone(), constant);
    for (atom, factor) in linear.terms() {
        let (low, high) = atom_extrema(known, atom)?;
        let (low, high) = if *factor > 0 {
            (low, high)
        } else {
            (high, low)
        };
        min = Expr::add(min, Expr::mul(Expr::Const(*factor), low));
        max = Expr::add(max, Expr::mul(Expr::Const(*factor), high));
    }
    Some((in_order(&min), in_order(&max)))
}

/// The normal form with terms in order of appearance, which is the order of the subscript.
pub fn in_order(expr: &Expr) -> Expr {
    Linear::of(expr).map_or_else(|| expr.clone(), |linear| linear.to_expr(&[]))
}

fn atom_extrema(known: &Known<'_>, atom: &Expr) -> Option<(Expr, Expr)> {
    if known.statement.indices_in(atom).is_empty() {
        let runtime = atom
            .names()
            .iter()
            .any(|name| known.statement.leaf(name).is_some());
        return (!runtime).then(|| (atom.clone(), atom.clone()));
    }
    match atom {
        Expr::Const(_) => Some((atom.clone(), atom.clone())),
        Expr::Symbol(symbol) => {
            let range = known.range(symbol.as_name()?)?;
            Some((
                range.low.clone(),
                Expr::sub(range.high.clone(), Expr::Const(1)),
            ))
        }
        Expr::Binary(operator, a, b) => {
            let (a, b) = (extrema(known, a)?, extrema(known, b)?);
            match operator {
                Operator::Min => Some((Expr::min(a.0, b.0), Expr::min(a.1, b.1))),
                Operator::Max => Some((Expr::max(a.0, b.0), Expr::max(a.1, b.1))),
                Operator::FloorDiv => quotient_extrema(known, a, b),
                Operator::Mod => remainder_extrema(known, a, b),
                Operator::Mul => product_extrema(known, a, b),
                Operator::Add | Operator::Sub => None,
            }
        }
    }
}

fn never_negative(known: &Known<'_>, expr: &Expr) -> bool {
    known.prover.at_most(&known.facts(), &Expr::Const(0), expr)
}

fn quotient_extrema(known: &Known<'_>, a: (Expr, Expr), b: (Expr, Expr)) -> Option<(Expr, Expr)> {
    if b.0 != b.1 {
        return None;
    }
    let divide = |x: Expr| Expr::floor_div(x, b.0.clone());
    let positive =
        b.0.as_const()
            .map_or_else(|| never_negative(known, &b.0), |divisor| divisor > 0);
    positive.then(|| (divide(a.0), divide(a.1)))
}

fn remainder_extrema(known: &Known<'_>, a: (Expr, Expr), b: (Expr, Expr)) -> Option<(Expr, Expr)> {
    let divisor = b.0.clone();
    let positive = divisor
        .as_const()
        .map_or_else(|| never_negative(known, &divisor), |divisor| divisor > 0);
    if b.0 != b.1 || !positive {
        return None;
    }
    let below = if never_negative(known, &a.0) {
        Expr::min(Expr::add(a.1, Expr::Const(1)), divisor)
    } else {
        divisor
    };
    Some((Expr::Const(0), Expr::sub(below, Expr::Const(1))))
}

fn product_extrema(known: &Known<'_>, a: (Expr, Expr), b: (Expr, Expr)) -> Option<(Expr, Expr)> {
    if never_negative(known, &a.0) && never_negative(known, &b.0) {
        return Some((Expr::mul(a.0, b.0), Expr::mul(a.1, b.1)));
    }
    // A factor that is a single non-negative value scales the other's ends.
    for (factor, other) in [(&a, &b), (&b, &a)] {
        if factor.0 == factor.1 && never_negative(known, &factor.0) {
            return Some((
                Expr::mul(factor.0.clone(), other.0.clone()),
                Expr::mul(factor.0.clone(), other.1.clone()),
            ));
        }
    }
    None
}

/// Whether [`extrema`] are attained together: each index occurs once, and a remainder is taken of
/// an index from 0 on.
pub fn extrema_are_exact(known: &Known<'_>, expr: &Expr) -> bool {
    let mut found = Vec::new();
    let inside = known.statement.indices_in(expr);
    !inside.iter().any(|name| known.depends(name))
        && Linear::of(expr).is_some_and(|linear| {
            linear
                .terms()
                .iter()
                .all(|(atom, _)| occurs_once(known, atom, &mut found))
        })
}

fn occurs_once(known: &Known<'_>, expr: &Expr, found: &mut Vec<String>) -> bool {
    match expr {
        Expr::Const(_) => true,
        Expr::Symbol(symbol) => {
            let index = symbol.as_name().filter(|name| known.statement.varies(name));
            let Some(name) = index else { return true };
            let first = !found.iter().any(|seen| seen == name);
            found.push(name.to_string());
            first
        }
        Expr::Binary(Operator::Mod, a, _) if !known.statement.indices_in(a).is_empty() => {
            let from_zero = a
                .as_name()
                .and_then(|name| known.range(name))
                .is_some_and(|range| range.low.as_const() == Some(0));
            from_zero && occurs_once(known, a, found)
        }
        Expr::Binary(Operator::Mul, a, b) if a == b => occurs_once(known, a, found),
        Expr::Binary(_, a, b) => occurs_once(known, a, found) && occurs_once(known, b, found),
    }
}
