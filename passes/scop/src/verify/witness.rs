//! Concrete instances as witnesses, the smallest ones for the smallest sizes.

use std::fmt;

use tc_dialects::schedule::tree::Instance;
use tc_isl::{Set, UnionMap, UnionSet};

use super::super::execution::names;

/// An instance at some sizes: `S1[0, 0, 3] for N = 4`.
pub struct Witness {
    /// The smallest one.
    pub instance: Instance,
    /// The sizes of the instance, as ` for N = 4`; empty if there are no sizes.
    pub sizes: String,
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.instance, self.sizes)
    }
}

/// The smallest instance of a set; `None` for an empty set.
pub fn instance(set: &UnionSet) -> tc_isl::Result<Option<Witness>> {
    if set.is_empty()? {
        return Ok(None);
    }
    let (set, sizes) = at_smallest_sizes(set)?;
    let (_, instance) = smallest(&set)?;
    Ok(Some(Witness { instance, sizes }))
}

/// A pair of a relation: `S1[0, 0, 0] -> S1[0, 0, 1]`.
pub struct Pair {
    /// The first instance alone, as a set, for further queries.
    pub first: UnionSet,
    /// The second instance alone, as a set.
    pub second: UnionSet,
    /// Both, for printing.
    pub instances: [Instance; 2],
    /// The sizes of the pair, as ` for N = 2`; empty if there are no sizes.
    pub sizes: String,
}

impl Pair {
    /// `S1[0, 0, 0] -> S1[0, 0, 1]`
    pub fn text(&self) -> String {
        let [first, second] = &self.instances;
        format!("{first} -> {second}")
    }
}

/// The smallest pair of a relation; `None` for an empty relation.
pub fn pair(relation: &UnionMap) -> tc_isl::Result<Option<Pair>> {
    if relation.is_empty()? {
        return Ok(None);
    }
    let (pairs, sizes) = at_smallest_sizes(&relation.wrap()?)?;
    let relation = pairs.unwrap()?;
    let (first, one) = smallest(&relation.domain()?)?;
    let (second, other) = smallest(&relation.intersect_domain(&first)?.range()?)?;
    Ok(Some(Pair {
        first,
        second,
        instances: [one, other],
        sizes,
    }))
}

/// The part of a set at the smallest sizes for which it is not empty, and these sizes as
/// ` for N = 1, M = 2`.
fn at_smallest_sizes(set: &UnionSet) -> tc_isl::Result<(UnionSet, String)> {
    let params = set.params()?;
    let text = params.to_string();
    let Some((names, condition)) = text
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("] -> { "))
    else {
        return Ok((set.clone(), String::new()));
    };
    let as_set = Set::parse(set.context(), &format!("{{ [{names}] {condition}"))?;
    let point = as_set
        .lexmin()
        .and_then(|least| least.sample_point())
        .or_else(|_| as_set.sample_point())?;
    let values = point.to_i64s().unwrap_or_default();
    let equal: Vec<String> = names
        .split(", ")
        .zip(values)
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let fixed = Set::parse(
        set.context(),
        &format!("[{names}] -> {{ : {} }}", equal.join(" and ")),
    )?;
    Ok((
        set.intersect_params(&fixed)?,
        format!(" for {}", equal.join(", ")),
    ))
}

/// The smallest element of the first space of a set without free parameters, as a set and as a
/// value.
fn smallest(set: &UnionSet) -> tc_isl::Result<(UnionSet, Instance)> {
    let sets = set.lexmin()?.sets()?;
    let mut named: Vec<(String, Set)> = sets
        .into_iter()
        .map(|set| (set.name().unwrap_or_default(), set))
        .collect();
    named.sort_by(|(one, _), (other, _)| one.cmp(other));
    let Some((name, set)) = named.into_iter().next() else {
        return Ok((set.clone(), Instance::default()));
    };
    let point = set.sample_point()?;
    let indices = point.to_i64s().unwrap_or_default();
    Ok((UnionSet::from_point(&point)?, names::shown(&name, indices)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_isl::Context;

    #[test]
    fn witnesses_are_the_smallest_ones() {
        let context = Context::new();
        let relation =
            "[N] -> { T[i] -> T[i + 1] : 0 <= i and i + 1 < N; S[i] -> T[j] : 3 <= i < j < N }";
        let relation = UnionMap::parse(&context, relation).expect("a map");
        let pair = pair(&relation).expect("isl works").expect("a pair");
        assert_eq!(pair.text() + &pair.sizes, "T[0] -> T[1] for N = 2");
        let set = UnionSet::parse(&context, "{ S[i, j] : 2 <= i < 5 and j = 7 }").expect("a set");
        assert_eq!(
            instance(&set)
                .expect("isl works")
                .map(|found| found.to_string())
                .as_deref(),
            Some("S[2, 7]")
        );
        let none = UnionSet::none(&context).expect("isl works");
        assert!(instance(&none).expect("isl works").is_none());
    }
}
