//! The range of a function's values.
//!
//! isl's own `min_val` and `max_val` refuse a function that isl represents as a fraction, as it may
//! represent `floor(i/2)`. The set of the values gives the same result and is never refused.

use tc_dialects::schedule::tree::Refusal;
use tc_isl::{Dim, Set, UnionMap, UnionPwAff};

/// The least and the greatest value of a function, if both are known numbers; 0 and 0 if it has no
/// values.
pub fn bounds(value: &UnionPwAff) -> Result<Option<(i64, i64)>, Refusal> {
    let values = UnionMap::from_union_pw_aff(value)?.range()?;
    let Some(values) = values.sets()?.into_iter().next() else {
        return Ok(Some((0, 0)));
    };
    ends(&values)
}

/// The one difference of the two values in all pairs of a relation between values, if there is one.
pub fn distance(pairs: &UnionMap) -> Result<Option<i64>, Refusal> {
    let [differences] = &pairs.deltas()?.sets()?[..] else {
        return Ok(None);
    };
    let ends = ends(differences)?;
    Ok(ends.and_then(|(least, greatest)| (least == greatest).then_some(least)))
}

/// The least and the greatest of a set of values, if both are known numbers.
pub fn ends(values: &Set) -> Result<Option<(i64, i64)>, Refusal> {
    let values = values.project_out_all_params()?;
    if !values.dim_has_lower_bound(Dim::SET, 0)? || !values.dim_has_upper_bound(Dim::SET, 0)? {
        return Ok(None);
    }
    let end = |end: Set| -> Result<Option<i64>, Refusal> {
        Ok(end
            .sample_point()?
            .to_i64s()
            .and_then(|point| point.first().copied()))
    };
    Ok(end(values.lexmin()?)?.zip(end(values.lexmax()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_isl::thread_context;

    #[test]
    fn bounds_are_numbers_where_both_are_known() {
        let of = |text: &str| UnionPwAff::parse(&thread_context(), text).expect("a function");
        let half = of("{ S[i] -> [((i - (i mod 2))/2)] : 3 <= i < 9 }");
        assert_eq!(bounds(&half), Ok(Some((1, 4))));
        assert_eq!(
            bounds(&of("{ S[i] -> [(-i)] : 3 <= i < 9 }")),
            Ok(Some((-8, -3)))
        );
        assert_eq!(bounds(&of("{ S[i] -> [(i)] : i >= 3 }")), Ok(None));
        assert_eq!(
            bounds(&of("[N] -> { S[i] -> [(i)] : 0 <= i < N }")),
            Ok(None)
        );
        assert_eq!(bounds(&of("{ S[i] -> [(i)] : i < i }")), Ok(Some((0, 0))));
    }

    #[test]
    fn a_distance_is_the_same_for_all_pairs() {
        let of = |text: &str| {
            distance(&UnionMap::parse(&thread_context(), text).expect("a relation"))
                .expect("isl works")
        };
        assert_eq!(of("[N] -> { [i] -> [i + 3] : 0 <= i < N }"), Some(3));
        assert_eq!(of("{ [i] -> [i - 2] }"), Some(-2));
        assert_eq!(of("{ [i] -> [j] : 0 <= i < 9 and i <= j <= i + 1 }"), None);
        assert_eq!(of("[N] -> { [i] -> [i + N] }"), None);
    }
}
