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
use tc_isl::{Dim, Set, UnionMap, UnionPwAff, Val};

use super::places::Places;

/// How tiles are skewed along one dimension.
pub(super) struct Skew {
    /// The elements by which tiles move with each step.
    pub factor: i64,
    /// The elements by which the instances of a statement are shifted.
    shifts: HashMap<String, i64>,
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

/// The least skews along each dimension that leave no dependence backwards, or why there are none.
pub(super) fn skews(
    before: &UnionMap,
    places: &Places,
) -> Result<Vec<Result<Skew, String>>, Refusal> {
    let coordinates: Vec<UnionPwAff> = std::iter::once(&places.time)
        .chain(&places.space)
        .cloned()
        .collect();
    let coordinates = UnionMap::of_functions(&coordinates)?;
    let mut edges: Vec<Result<Vec<Edge>, String>> =
        places.space.iter().map(|_| Ok(Vec::new())).collect();
    for map in before.maps()? {
        let space = map.space()?;
        let [from, to] = [Dim::In, Dim::Out].map(|dim| space.tuple_name(dim).unwrap_or_default());
        let pairs = map.to_union_map()?.apply_domain(&coordinates)?;
        let pairs = pairs.apply_range(&coordinates)?;
        let Some(differences) = pairs.deltas()?.sets()?.into_iter().next() else {
            continue;
        };
        for (dimension, edges) in edges.iter_mut().enumerate() {
            let edge = Edge::of(&differences, dimension + 1, from.clone(), to.clone())?;
            match (edge, edges.as_mut()) {
                (Some(edge), Ok(edges)) => edges.push(edge),
                (None, Ok(_)) => {
                    *edges = Err(format!(
                        "the distances from {from} to {to} along dimension {dimension} are not bounded"
                    ));
                }
                (_, Err(_)) => {}
            }
        }
    }
    let of_dimension = |(dimension, edges): (usize, Result<Vec<Edge>, String>)| {
        Skew::of(&edges?, &places.names).ok_or_else(|| {
            format!("within one step, instances depend on others against dimension {dimension}")
        })
    };
    Ok(edges.into_iter().enumerate().map(of_dimension).collect())
}

impl Skew {
    /// The least one for these distances, if there is one.
    fn of(edges: &[Edge], names: &[String]) -> Option<Skew> {
        let shifts = shifts(edges, names)?;
        let needed = edges
            .iter()
            .filter_map(|edge| Some(shifts[&edge.from] - shifts[&edge.to] - edge.later?));
        let factor = needed.max().unwrap_or(0).max(0);
        Some(Skew { factor, shifts })
    }

    /// The coordinate of all instances, given their places.
    pub(super) fn coordinate(
        &self,
        time: &UnionPwAff,
        place: &UnionPwAff,
    ) -> Result<UnionPwAff, Refusal> {
        let isl = time.context();
        let mut coordinate = place.union_add(&time.scale_val(&Val::new(isl, self.factor)?)?)?;
        for part in place.pw_affs()? {
            let name = part.domain_space()?.tuple_name(Dim::Out);
            let shift = name.and_then(|name| self.shifts.get(&name));
            let shift = Val::new(isl, shift.copied().unwrap_or(0))?;
            let all = UnionPwAff::from_pw_aff(&part)?.domain()?.universe()?;
            coordinate = coordinate.union_add(&UnionPwAff::val_on_domain(&all, &shift)?)?;
        }
        Ok(coordinate)
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
