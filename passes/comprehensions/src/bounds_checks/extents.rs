//! The ranges of the indices of a check: those of loops and of the statement, in numbers.
//!
//! A range that depends on other indices is recorded as its hull, and the points outside of the
//! range record a value that is in range.

use tc_dialects::tc::{Index, Range};
use tc_syntax::expr::{Expr, Operator};

/// The range of an index: its hull, and its ends if they depend on other indices.
#[derive(Clone, Debug)]
pub struct Extent {
    pub name: String,
    pub low: i64,
    /// One past the last.
    pub high: i64,
    pub ends: Option<Range>,
}

/// The extents of indices, whose ends may use those before them; else the first that has none.
pub fn extents(indices: impl Iterator<Item = Index>) -> Result<Vec<Extent>, String> {
    let mut all: Vec<Extent> = Vec::new();
    for index in indices {
        let range = index.range.as_ref();
        let ends = range.and_then(|range| {
            let (low, _) = extrema(&range.lower, &all)?;
            let (_, high) = extrema(&range.upper, &all)?;
            Some((low, high))
        });
        let Some((low, high)) = ends else {
            return Err(index.name);
        };
        let is_number =
            |range: &Range| range.lower.as_const().is_some() && range.upper.as_const().is_some();
        all.push(Extent {
            name: index.name,
            low,
            high,
            ends: index.range.filter(|range| !is_number(range)),
        });
    }
    Ok(all)
}

/// The smallest and the largest value of an expression, or bounds of them.
fn extrema(expr: &Expr, known: &[Extent]) -> Option<(i64, i64)> {
    match expr {
        Expr::Const(value) => Some((*value, *value)),
        Expr::Symbol(symbol) => {
            let name = symbol.as_name()?;
            let found = known.iter().find(|one| one.name == name)?;
            Some((found.low, (found.high - 1).max(found.low)))
        }
        Expr::Binary(operator, a, b) => {
            let (a, b) = (extrema(a, known)?, extrema(b, known)?);
            let ends = match operator {
                Operator::Sub => (a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?),
                Operator::Mul => {
                    let products = [
                        a.0.checked_mul(b.0)?,
                        a.0.checked_mul(b.1)?,
                        a.1.checked_mul(b.0)?,
                        a.1.checked_mul(b.1)?,
                    ];
                    let smallest = products.into_iter().min()?;
                    (smallest, products.into_iter().max()?)
                }
                Operator::FloorDiv | Operator::Mod if b.0 != b.1 || b.0 <= 0 => return None,
                Operator::Mod => (0, b.0 - 1),
                // Monotonic in both operands.
                _ => (operator.apply(a.0, b.0)?, operator.apply(a.1, b.1)?),
            };
            Some(ends)
        }
    }
}

/// The extents of these indices, of those that their ends use, and of those whose ends use them:
/// where such a range is empty, nothing is read.
pub fn used(all: Vec<Extent>, mentioned: &dyn Fn(&str) -> bool) -> Vec<Extent> {
    let uses = |one: &Extent, name: &str| {
        let ends = one.ends.iter();
        let mut ends = ends.flat_map(|range| [&range.lower, &range.upper]);
        ends.any(|end| end.mentions(name))
    };
    let mut kept: Vec<bool> = all.iter().map(|one| mentioned(&one.name)).collect();
    loop {
        let joins = |at: &usize| {
            let mut others = all.iter().zip(&kept).filter(|(_, kept)| **kept);
            !kept[*at]
                && others
                    .any(|(other, _)| uses(other, &all[*at].name) || uses(&all[*at], &other.name))
        };
        let Some(more) = (0..all.len()).find(joins) else {
            break;
        };
        kept[more] = true;
    }
    let pairs = all.into_iter().zip(kept);
    pairs
        .filter_map(|(one, kept)| kept.then_some(one))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(name: &str, low: &str, high: &str) -> Index {
        let parse = |text| Expr::parse(text).expect("an expression");
        Index {
            name: name.to_owned(),
            range: Some(Range::new(parse(low), parse(high))),
        }
    }

    #[test]
    fn dependent_ranges_have_hulls() {
        let indices = [
            index("i", "1", "5"),
            index("j", "i + 1", "7"),
            index("k", "i - j", "2 * j"),
        ];
        let all = extents(indices.into_iter()).expect("numbers");
        let ends = |one: &Extent| (one.low, one.high, one.ends.is_some());
        let found: Vec<_> = all.iter().map(ends).collect();
        assert_eq!(found, [(1, 5, false), (2, 7, true), (-5, 12, true)]);
        let names = |wanted: &str, all: &[Extent]| {
            let used = used(all.to_vec(), &|name| name == wanted).into_iter();
            used.map(|one| one.name).collect::<Vec<_>>()
        };
        assert_eq!(names("j", &all), ["i", "j", "k"]);
        assert_eq!(names("i", &all[..1]), ["i"]);
        let alone = [
            index("i", "0", "5"),
            index("j", "0", "3"),
            index("k", "0", "j"),
        ];
        let alone = extents(alone.into_iter()).expect("numbers");
        assert_eq!(names("i", &alone), ["i"]);
        assert_eq!(names("j", &alone), ["j", "k"]);
        let open = extents([index("i", "0", "N")].into_iter());
        assert_eq!(open.expect_err("N has no value"), "i");
    }
}
