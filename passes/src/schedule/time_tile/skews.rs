//! By how much tiles are skewed with the time, and statements shifted in them, so that no
//! dependence runs backwards along them.
//!
//! The coordinate of an instance of `S` along a dimension is `place + factor*time + shift(S)`. A
//! dependence from `S` to `T` over `dt` steps with the distance `d` must have
//! `d + factor*dt + shift(T) - shift(S) >= 0`. With `least0` and `least1` the least distances in
//! one step and over several:
//!
//! ```text
//! dt = 0      shift(T) >= shift(S) - least0           the longest paths (Bellman and Ford)
//! dt >= 1     factor   >= shift(S) - shift(T) - least1
//! ```

use std::collections::HashMap;

use tc_dialects::schedule::tree::Refusal;
use tc_isl::{Dim, Set, UnionMap, UnionPwAff, UnionSet, Val};

use super::places::Places;

/// Skews of the tiles around a loop over time.
pub(super) struct Skews {
    /// For each dimension, the elements by which tiles move with each step.
    pub factors: Vec<i64>,
    /// For each dimension, the elements by which the instances of a statement are shifted.
    shifts: Vec<HashMap<String, i64>>,
}

/// The least distances between two statements along one dimension.
struct Edge {
    from: String,
    to: String,
    /// In one step.
    at_once: Option<i64>,
    /// Over several steps.
    later: Option<i64>,
}

impl Skews {
    /// The least skews that leave no dependence backwards, or why there are none.
    pub(super) fn of(before: &UnionMap, places: &Places) -> Result<Result<Skews, String>, Refusal> {
        let mut edges: Vec<Vec<Edge>> = places.space.iter().map(|_| Vec::new()).collect();
        for map in before.maps()? {
            let space = map.space()?;
            let [from, to] =
                [Dim::In, Dim::Out].map(|dim| space.tuple_name(dim).unwrap_or_default());
            let coordinates: Vec<UnionPwAff> = std::iter::once(&places.time)
                .chain(&places.space)
                .cloned()
                .collect();
            let coordinates = UnionMap::of_functions(&coordinates)?;
            let pairs = map.to_union_map()?;
            let pairs = pairs
                .apply_domain(&coordinates)?
                .apply_range(&coordinates)?;
            let Some(differences) = pairs.deltas()?.sets()?.into_iter().next() else {
                continue;
            };
            for (dimension, edges) in edges.iter_mut().enumerate() {
                let edge = Edge::of(&differences, dimension + 1, from.clone(), to.clone())?;
                match edge {
                    Some(edge) => edges.push(edge),
                    None => {
                        return Ok(Err(format!(
                            "the distances from {from} to {to} along dimension {dimension} are not bounded"
                        )));
                    }
                }
            }
        }
        let mut skews = Skews {
            factors: Vec::new(),
            shifts: Vec::new(),
        };
        for (dimension, edges) in edges.iter().enumerate() {
            let Some(shifts) = shifts(edges, &places.names) else {
                return Ok(Err(format!(
                    "within one step, statements depend on each other against dimension {dimension}"
                )));
            };
            let needed = edges
                .iter()
                .filter_map(|edge| Some(shifts[&edge.from] - shifts[&edge.to] - edge.later?));
            skews.factors.push(needed.max().unwrap_or(0).max(0));
            skews.shifts.push(shifts);
        }
        Ok(Ok(skews))
    }

    /// The coordinate of all instances along a dimension.
    pub(super) fn coordinate(
        &self,
        places: &Places,
        dimension: usize,
    ) -> Result<UnionPwAff, Refusal> {
        let isl = places.time.context();
        let factor = Val::new(isl, self.factors[dimension])?;
        let skewed = places.space[dimension].union_add(&places.time.scale_val(&factor)?)?;
        let mut coordinate: Option<UnionPwAff> = None;
        for part in skewed.pw_affs()? {
            let name = part
                .domain_space()?
                .tuple_name(Dim::Out)
                .unwrap_or_default();
            let shift = self.shifts[dimension].get(&name).copied().unwrap_or(0);
            let part = UnionPwAff::from_pw_aff(&part)?;
            let all: UnionSet = part.domain()?.universe()?;
            let part = part.union_add(&UnionPwAff::val_on_domain(&all, &Val::new(isl, shift)?)?)?;
            coordinate = Some(match coordinate {
                Some(others) => others.union_add(&part)?,
                None => part,
            });
        }
        coordinate.ok_or_else(|| Refusal::new("expected statements in the loop over time"))
    }
}

impl Edge {
    /// The least distances along a dimension in differences of which the first is that of the time;
    /// none if one is not bounded.
    fn of(
        differences: &Set,
        dimension: usize,
        from: String,
        to: String,
    ) -> Result<Option<Edge>, Refusal> {
        let count = differences.tuple_dim()?;
        let both = differences
            .project_out(Dim::SET, dimension + 1, count - dimension - 1)?
            .project_out(Dim::SET, 1, dimension - 1)?
            .project_out_all_params()?;
        let isl = differences.context();
        let at_once = least(&both.intersect(&Set::parse(isl, "{ [0, d] }")?)?)?;
        let later = least(&both.intersect(&Set::parse(isl, "{ [t, d] : t >= 1 }")?)?)?;
        Ok(at_once.zip(later).map(|(at_once, later)| Edge {
            from,
            to,
            at_once,
            later,
        }))
    }
}

/// The least second value in a set of pairs: `None` if it is not bounded, `Some(None)` if there is
/// no pair.
fn least(pairs: &Set) -> Result<Option<Option<i64>>, Refusal> {
    let values = pairs.project_out(Dim::SET, 0, 1)?;
    if values.is_empty()? {
        return Ok(Some(None));
    }
    if !values.dim_has_lower_bound(Dim::SET, 0)? {
        return Ok(None);
    }
    let point = values.lexmin()?.sample_point()?.to_i64s();
    Ok(point.and_then(|point| point.first().copied()).map(Some))
}

/// The least shifts of statements, none negative, that leave no dependence within one step
/// backwards; none if there are no such shifts.
fn shifts(edges: &[Edge], names: &[String]) -> Option<HashMap<String, i64>> {
    let mut shifts: HashMap<String, i64> = names.iter().map(|name| (name.clone(), 0)).collect();
    for _ in 0..=names.len() {
        let mut settled = true;
        for edge in edges {
            let Some(least) = edge.at_once else {
                continue;
            };
            let needed = shifts.get(&edge.from)? - least;
            let own = shifts.get_mut(&edge.to)?;
            if *own < needed {
                *own = needed;
                settled = false;
            }
        }
        if settled {
            return Some(shifts);
        }
    }
    None
}
