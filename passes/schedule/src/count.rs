//! How many elements a set has.
//!
//! A set that is a product is counted dimension by dimension; otherwise isl counts a small set
//! point by point. A larger set counts as its bounding box, and the result is marked as a bound.

use tc_isl::{Dim, Set};

/// The largest bounding box of coupled dimensions that is counted point by point.
const POINTS: u64 = 1 << 22;

/// A number of elements, or an upper bound of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) number: u64,
    pub(super) exact: bool,
}

impl Count {
    pub(super) fn exactly(number: u64) -> Count {
        Count {
            number,
            exact: true,
        }
    }

    pub(super) fn plus(self, other: Count) -> Count {
        Count {
            number: self.number.saturating_add(other.number),
            exact: self.exact && other.exact,
        }
    }

    pub(super) fn times(self, other: Count) -> Count {
        Count {
            number: self.number.saturating_mul(other.number),
            exact: self.exact && other.exact,
        }
    }
}

/// The number of elements of a finite set without parameters.
pub(super) fn cardinality(set: &Set) -> tc_isl::Result<Count> {
    if set.is_empty()? {
        return Ok(Count::exactly(0));
    }
    let mut rest = set.reset_tuple_id()?.coalesce()?;
    let mut total = Count::exactly(1);
    let mut dimension = 0;
    while dimension < rest.tuple_dim()? {
        let line = line(&rest, dimension)?;
        let without = rest.project_out(Dim::SET, dimension, 1)?;
        let product = cylinder(&line, dimension, rest.tuple_dim()?)?
            .intersect(&without.insert_dims(Dim::SET, dimension, 1)?)?;
        if product.is_equal(&rest)? {
            total = total.times(count_line(&line)?);
            rest = without;
        } else {
            dimension += 1;
        }
    }
    match rest.tuple_dim()? {
        0 => Ok(total),
        _ => Ok(total.times(count_coupled(&rest)?)),
    }
}

/// The values of one dimension.
fn line(set: &Set, dimension: usize) -> tc_isl::Result<Set> {
    let dimensions = set.tuple_dim()?;
    set.project_out(Dim::SET, dimension + 1, dimensions - dimension - 1)?
        .project_out(Dim::SET, 0, dimension)
}

/// All elements with a value of the interval in that dimension.
fn cylinder(line: &Set, dimension: usize, dimensions: usize) -> tc_isl::Result<Set> {
    line.insert_dims(Dim::SET, 0, dimension)?.insert_dims(
        Dim::SET,
        dimension + 1,
        dimensions - dimension - 1,
    )
}

/// The elements of a set of one dimension.
fn count_line(line: &Set) -> tc_isl::Result<Count> {
    let span = span(line)?;
    let exact = line.coalesce()?.is_box()?;
    if exact || span > POINTS {
        Ok(Count {
            number: span,
            exact,
        })
    } else {
        count_points(line, span)
    }
}

/// From the least to the greatest value of a set of one dimension, both included.
fn span(line: &Set) -> tc_isl::Result<u64> {
    let end = |set: Set| -> tc_isl::Result<Option<i64>> {
        let point = set.sample_point()?;
        Ok(point.to_i64s().and_then(|values| values.first().copied()))
    };
    let (first, last) = (end(line.lexmin()?)?, end(line.lexmax()?)?);
    Ok(match (first, last) {
        (Some(first), Some(last)) => last.abs_diff(first) + 1,
        _ => u64::MAX,
    })
}

/// The elements of a set with coupled dimensions.
fn count_coupled(set: &Set) -> tc_isl::Result<Count> {
    let mut volume = 1_u64;
    for dimension in 0..set.tuple_dim()? {
        volume = volume.saturating_mul(span(&line(set, dimension)?)?);
    }
    if volume <= POINTS {
        count_points(set, volume)
    } else {
        Ok(Count {
            number: volume,
            exact: false,
        })
    }
}

fn count_points(set: &Set, bound: u64) -> tc_isl::Result<Count> {
    let counted = set.count_val()?.to_i64();
    let number = counted.and_then(|number| u64::try_from(number).ok());
    Ok(Count {
        number: number.unwrap_or(bound),
        exact: number.is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> (u64, bool) {
        let context = tc_isl::thread_context();
        let count = cardinality(&Set::parse(&context, text).unwrap()).unwrap();
        (count.number, count.exact)
    }

    #[test]
    fn sets_are_counted_by_product_and_point_by_point() {
        assert_eq!(count("{ S[] }"), (1, true));
        assert_eq!(count("{ S[i] : 1 = 0 }"), (0, true));
        // A box far too large to enumerate.
        assert_eq!(
            count("{ S[i, j, k] : 0 <= i < 8192 and 3 <= j < 8195 and 0 <= k < 8192 }"),
            (1 << 39, true)
        );
        // A triangle and an independent dimension.
        assert_eq!(
            count("{ S[i, j, k] : 0 <= i <= j < 100 and 0 <= k < 1000000 }"),
            (5050 * 1_000_000, true)
        );
        // Every third element; two pieces.
        assert_eq!(count("{ A[i] : 0 <= i < 10 and i mod 3 = 0 }"), (4, true));
        assert_eq!(count("{ A[i] : 0 <= i < 4 or 8 <= i < 10 }"), (6, true));
        // A triangle that is too large is bounded by its bounding box.
        assert_eq!(
            count("{ S[i, j] : 0 <= i <= j < 4096 }"),
            (4096 * 4096, false)
        );
    }
}
