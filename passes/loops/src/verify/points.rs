//! Functions of isl as indices, and the point at which a body runs an execution of the tree.
//!
//! ```text
//! coordinates of a body    c0 = b, c1 = t, c2 = 8 d        sums of the dimensions of its points
//! of an execution          c0 = floor(i/32), ..            functions of the instance
//! its point                b = floor(i/32), t = .., d = floor(c2/8)
//! ```
//!
//! A body runs an execution if it runs at that point, and is that execution there. So what a body
//! runs is a set without projections, which isl subtracts fast.

use tc_dialects::schedule::tree::Refusal;
use tc_isl::{Aff, Dim, Map, PwAff, PwMultiAff, Set, Space, UnionPwAff, Val};

use super::index::{Function, Indices, Linear, Meaning};
use super::program::{Body, Placed};
use tc_scop::leaves::select;
use tc_scop::values::bounds;

/// A function of isl as an index, at some points; a sum if it is one there.
pub fn computed(indices: &Indices, function: &PwAff, points: &Set) -> Result<Meaning, Refusal> {
    let meaning = |function, total| Ok(Meaning { function, total });
    if let Some(sum) = sum(indices, function)? {
        return meaning(Function::Linear(sum), true);
    }
    let here = UnionPwAff::from_pw_aff(&function.intersect_domain(points)?)?;
    if let Some((low, high)) = bounds(&here)?
        && low == high
    {
        return Ok(indices.constant(low));
    }
    let graph = Map::from_pw_aff(function)?.intersect_domain(points)?;
    let hull = Map::from_basic_map(&graph.affine_hull()?)?;
    if hull.is_single_valued()?
        && let Some(sum) = sum(indices, &hull.as_pw_multi_aff()?.at(0)?)?
    {
        return meaning(Function::Linear(sum), true);
    }
    meaning(Function::Pieces(function.clone()), false)
}

/// A function as a sum, if it is one.
fn sum(indices: &Indices, function: &PwAff) -> Result<Option<Linear>, Refusal> {
    if !function.isa_aff()? {
        return Ok(None);
    }
    let sum = function.as_aff()?;
    if sum.dim(Dim::Div)? > 0 || sum.denominator_val()?.to_i64() != Some(1) {
        return Ok(None);
    }
    let Some(constant) = sum.constant_val()?.to_i64() else {
        return Ok(None);
    };
    let constant = indices.constant(constant);
    let mut total = constant.linear().cloned();
    let space = sum.domain_space()?;
    let mut add = |coefficient: tc_isl::Val, value: Option<Meaning>| {
        let coefficient = coefficient.to_i64();
        if coefficient == Some(0) {
            return;
        }
        let value = value.as_ref().and_then(Meaning::linear);
        let term = value
            .zip(coefficient)
            .and_then(|(value, times)| value.times(times));
        total = total
            .take()
            .zip(term)
            .and_then(|(total, term)| total.plus(&term));
    };
    for position in 0..space.dim(Dim::SET)? {
        add(
            sum.coefficient_val(Dim::In, position)?,
            Some(indices.dim(position)),
        );
    }
    for position in 0..space.dim(Dim::Param)? {
        let name = space.dim_name(Dim::Param, position).unwrap_or_default();
        add(
            sum.coefficient_val(Dim::Param, position)?,
            indices.size_named(&name),
        );
    }
    Ok(total)
}

/// What is known of an execution of the tree, in its space.
pub struct Known {
    /// The space of the executions of a statement at a leaf.
    pub space: Space,
    /// The indices.
    pub indices: Vec<PwAff>,
    /// The values of the loops of the tree.
    pub coordinates: Vec<PwAff>,
}

/// The point at which a body would run an execution of the tree: from the sums that its indices and
/// coordinates are, and from its block and thread. It need not be right.
pub fn inverse(
    indices: &mut Indices,
    body: &Body<'_>,
    placed: &Placed,
    known: &Known,
    places: &[(String, usize)],
) -> Result<PwMultiAff, Refusal> {
    let isl = indices.space.context().clone();
    let number = |value: i64| -> tc_isl::Result<PwAff> {
        PwAff::from_aff(&Aff::val_on_domain(&known.space, &Val::new(&isl, value)?)?)
    };
    let coordinates = function_of(&known.space, &known.coordinates)?;
    let mut solved: Vec<Option<PwAff>> = vec![None; indices.dims()];
    for (place, dim) in places {
        let text = select(known.coordinates.len(), std::slice::from_ref(place));
        let place = Map::parse(&isl, &text)?.as_pw_multi_aff()?.at(0)?;
        solved[*dim] = Some(place.pullback_pw_multi_aff(&coordinates)?);
    }
    let mut equations: Vec<(&Linear, &PwAff)> = Vec::new();
    let all = placed.coordinates.iter().zip(&known.coordinates);
    for (value, wanted) in all.chain(body.indices.iter().zip(&known.indices)) {
        equations.extend(value.linear().map(|linear| (linear, wanted)));
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (linear, wanted) in &equations {
            let dims = linear.coefficients.iter().take(indices.dims()).enumerate();
            let used: Vec<(usize, i64)> = dims
                .filter(|(_, times)| **times != 0)
                .map(|(dim, times)| (dim, *times))
                .collect();
            let mut open = used.iter().filter(|(dim, _)| solved[*dim].is_none());
            let (Some(&(dim, times)), None) = (open.next(), open.next()) else {
                continue;
            };
            let mut rest = wanted.sub(&number(linear.constant)?)?;
            for (other, factor) in used.iter().filter(|(other, _)| *other != dim) {
                if let Some(value) = &solved[*other] {
                    rest = rest.sub(&value.scale_val(&Val::new(&isl, *factor)?)?)?;
                }
            }
            if linear.coefficients[indices.dims()..]
                .iter()
                .any(|one| *one != 0)
            {
                continue;
            }
            let rest = rest.scale_val(&Val::new(&isl, times.signum())?)?;
            let value = rest.scale_down_val(&Val::new(&isl, times.abs())?)?;
            solved[dim] = Some(if times.abs() == 1 {
                value
            } else {
                value.floor()?
            });
            changed = true;
        }
    }
    let zero = number(0)?;
    let values: Vec<PwAff> = solved
        .into_iter()
        .map(|value| value.unwrap_or_else(|| zero.clone()))
        .collect();
    Ok(function_of(&known.space, &values)?)
}

/// A tuple of functions on a space.
///
/// The tuple is built as a function: that a relation is one costs isl a proof for each pair of
/// its pieces. Most pairs of pieces have no common point, which `coalesce` sees.
pub fn function_of(space: &Space, values: &[PwAff]) -> tc_isl::Result<PwMultiAff> {
    let mut tuple = PwMultiAff::from_domain(&Set::universe(space)?)?;
    for value in values {
        tuple = tuple.flat_range_product(&PwMultiAff::from_pw_aff(value)?)?;
        if !value.isa_aff()? {
            tuple = tuple.coalesce()?;
        }
    }
    Ok(tuple)
}

/// From points to some values.
pub fn tuple(indices: &mut Indices, values: &[Meaning]) -> tc_isl::Result<PwMultiAff> {
    let values = values.iter().map(|value| indices.pieces(&value.function));
    let values: Vec<PwAff> = values.collect::<tc_isl::Result<_>>()?;
    function_of(&indices.space, &values)
}

/// The executions of the tree that a body runs at these points.
pub fn run_at(
    indices: &mut Indices,
    body: &Body<'_>,
    placed: &Placed,
    known: &Known,
    point: &PwMultiAff,
) -> Result<Set, Refusal> {
    let mut run = body.domain.preimage_pw_multi_aff(point)?;
    let own = body.indices.iter().zip(&known.indices);
    for (value, wanted) in own.chain(placed.coordinates.iter().zip(&known.coordinates)) {
        let value = indices
            .pieces(&value.function)?
            .pullback_pw_multi_aff(point)?;
        if !value.plain_is_equal(wanted)? {
            run = run
                .intersect(&value.eq_set(wanted)?.coalesce()?)?
                .coalesce()?;
        }
    }
    Ok(run)
}
