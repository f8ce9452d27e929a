//! What cannot be, for any sizes: systems of affine conditions without a solution.
//!
//! ```text
//! t + 1 == t' and t < t' and t' < T        no solution only if `t' == t + 1` is excluded too
//! ```
//! Variables are eliminated one after the other (Fourier and Motzkin), with constants rounded to
//! integers. A system that has no rational solution has no integer one. "May have a solution" is
//! the answer for everything else, and for systems that grow too large.

use super::loops::Loop;
use std::collections::BTreeMap;
use std::sync::Arc;
use tc_syntax::expr::{Expr, Linear, Operator};

/// More conditions than a derivation has; elimination can square their number.
const MOST_CONDITIONS: usize = 600;

/// A sum of variables with factors, and a constant: at least 0.
type Condition = (BTreeMap<usize, i128>, i128);

/// Conditions that must all hold.
#[derive(Clone, Default)]
pub(super) struct System {
    /// The variables: names, and parts that are not affine.
    atoms: Vec<Expr>,
    conditions: Vec<Condition>,
}

impl System {
    /// A system in which the sizes are not negative.
    pub(super) fn new(sizes: &[Arc<str>]) -> Self {
        let mut system = System::default();
        for size in sizes {
            system.at_most(&Expr::Const(0), &Expr::name(&**size));
        }
        system
    }

    fn atom(&mut self, atom: &Expr) -> usize {
        let found = self.atoms.iter().position(|one| one == atom);
        found.unwrap_or_else(|| {
            self.atoms.push(atom.clone());
            self.atoms.len() - 1
        })
    }

    /// `left <= right`; what is not affine says nothing. A maximum on the left is two conditions,
    /// as is a minimum on the right.
    pub(super) fn at_most(&mut self, left: &Expr, right: &Expr) {
        match (left, right) {
            (Expr::Binary(Operator::Max, a, b), _) => {
                self.at_most(a, right);
                self.at_most(b, right);
            }
            (_, Expr::Binary(Operator::Min, a, b)) => {
                self.at_most(left, a);
                self.at_most(left, b);
            }
            _ => {
                let difference = Expr::sub(right.clone(), left.clone());
                let Some(linear) = Linear::of(&difference) else {
                    return;
                };
                let mut factors = BTreeMap::new();
                for (atom, factor) in linear.terms() {
                    factors.insert(self.atom(atom), i128::from(*factor));
                }
                let constant = i128::from(linear.constant_part());
                self.conditions.push((factors, constant));
            }
        }
    }

    /// `left < right`
    pub(super) fn less(&mut self, left: &Expr, right: &Expr) {
        self.at_most(&Expr::add(left.clone(), Expr::Const(1)), right);
    }

    /// `left == right`
    pub(super) fn equal(&mut self, left: &Expr, right: &Expr) {
        self.at_most(left, right);
        self.at_most(right, left);
    }

    /// An index is in its range. The end of a range is no value: `i < min(a, b)` is two conditions.
    pub(super) fn within(&mut self, one: &Loop) {
        let index = Expr::name(one.name.clone());
        self.at_most(&one.lower, &index);
        let next = Expr::add(index, Expr::Const(1));
        self.at_most(&next, &one.upper);
    }

    /// Whether no values of the variables meet all conditions.
    pub(super) fn is_empty(&self) -> bool {
        let mut system = self.clone();
        system.tidy();
        while let Some(variable) = system.cheapest() {
            if !system.eliminate(variable) {
                return false;
            }
            system.tidy();
        }
        system.conditions.iter().any(|(_, constant)| *constant < 0)
    }

    /// Divides by common factors, and drops what holds anyway and what is said twice.
    fn tidy(&mut self) {
        let mut least: BTreeMap<BTreeMap<usize, i128>, i128> = BTreeMap::new();
        for (factors, constant) in std::mem::take(&mut self.conditions) {
            let divisor = factors.values().fold(0, |a, b| gcd(a, b.abs())).max(1);
            let factors: BTreeMap<usize, i128> = factors
                .into_iter()
                .map(|(variable, factor)| (variable, factor / divisor))
                .collect();
            let constant = constant.div_euclid(divisor);
            let known = least.entry(factors).or_insert(constant);
            *known = (*known).min(constant);
        }
        let says = |(factors, constant): &Condition| !factors.is_empty() || *constant < 0;
        self.conditions = least.into_iter().filter(says).collect();
    }

    /// The variable whose elimination makes the fewest conditions.
    fn cheapest(&self) -> Option<usize> {
        let mut uses: BTreeMap<usize, [usize; 2]> = BTreeMap::new();
        for (factors, _) in &self.conditions {
            for (variable, factor) in factors {
                uses.entry(*variable).or_default()[usize::from(*factor > 0)] += 1;
            }
        }
        let cost = |[less, more]: [usize; 2]| less * more;
        uses.into_iter()
            .min_by_key(|(variable, counts)| (cost(*counts), *variable))
            .map(|(variable, _)| variable)
    }

    /// Adds each upper end of the variable to each lower end; false if that is too much.
    fn eliminate(&mut self, variable: usize) -> bool {
        let (with, mut rest): (Vec<Condition>, Vec<Condition>) =
            std::mem::take(&mut self.conditions)
                .into_iter()
                .partition(|(factors, _)| factors.contains_key(&variable));
        let (lower, upper): (Vec<Condition>, Vec<Condition>) = with
            .into_iter()
            .partition(|(factors, _)| factors[&variable] > 0);
        for (a, b) in lower.iter().flat_map(|a| upper.iter().map(move |b| (a, b))) {
            match combined(a, b, variable) {
                Some(condition) => rest.push(condition),
                None => return false,
            }
        }
        self.conditions = rest;
        self.conditions.len() <= MOST_CONDITIONS
    }
}

/// Whether a value is in a range for all values of these loops.
pub(super) fn stays_inside(
    value: &Expr,
    around: &[Loop],
    range: &Loop,
    sizes: &[Arc<str>],
) -> bool {
    let mut system = System::new(sizes);
    for one in around {
        system.within(one);
    }
    let (mut below, mut above) = (system.clone(), system);
    below.less(value, &range.lower);
    above.at_most(&range.upper, value);
    below.is_empty() && above.is_empty()
}

/// A sum of two conditions without the variable; none if a number does not fit.
fn combined(lower: &Condition, upper: &Condition, variable: usize) -> Option<Condition> {
    let (p, q) = (lower.0[&variable], -upper.0[&variable]);
    let mut factors = BTreeMap::new();
    for (part, scale) in [(lower, q), (upper, p)] {
        for (one, factor) in &part.0 {
            let sum = factors.entry(*one).or_insert(0i128);
            *sum = sum.checked_add(factor.checked_mul(scale)?)?;
        }
    }
    factors.retain(|_, factor| *factor != 0);
    let constant = lower.1.checked_mul(q)?;
    let constant = constant.checked_add(upper.1.checked_mul(p)?)?;
    Some((factors, constant))
}

fn gcd(a: i128, b: i128) -> i128 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(name: &str, lower: &str, upper: &str) -> Loop {
        let parsed = |text| Expr::parse(text).expect("an expression");
        Loop::new(name, parsed(lower), parsed(upper))
    }

    /// Whether no point of these ranges meets `left == right` for all pairs.
    fn is_empty(ranges: &[(&str, &str, &str)], equal: &[(&str, &str)]) -> bool {
        let mut system = System::new(&["N".into()]);
        for (name, lower, upper) in ranges {
            system.within(&range(name, lower, upper));
        }
        for (left, right) in equal {
            let parsed = |text| Expr::parse(text).expect("an expression");
            system.equal(&parsed(left), &parsed(right));
        }
        system.is_empty()
    }

    #[test]
    fn ranges_and_equations_are_decided() {
        for (ranges, equal, expected) in [
            (vec![("i", "0", "N")], vec![], false),
            (
                vec![("i", "0", "N"), ("k", "0", "i")],
                vec![("k", "i")],
                true,
            ),
            (
                vec![("i", "0", "N"), ("k", "0", "i")],
                vec![("k", "i - 1")],
                false,
            ),
            (vec![("i", "N", "0")], vec![], true),
            (vec![("i", "0", "min(N, 3)")], vec![("i", "3")], true),
            // Half of an odd number.
            (vec![("i", "0", "N")], vec![("2 * i", "2 * N - 7")], true),
            (
                vec![("i", "0", "N"), ("j", "0", "N")],
                vec![("i + j", "2 * N - 1")],
                true,
            ),
            (
                vec![("i", "0", "N"), ("j", "0", "N")],
                vec![("i + j", "2 * N - 2")],
                false,
            ),
        ] {
            assert_eq!(is_empty(&ranges, &equal), expected, "{ranges:?} {equal:?}");
        }
    }
}
