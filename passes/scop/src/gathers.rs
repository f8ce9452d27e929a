//! The elements that a gather reads at most, whatever the values of its subscripts are.
//!
//! ```text
//! %e = affine.load %Idx[%b, %l]            128 x 50 rows of 64 elements, however long the table:
//! %v = memref.load %Table[%e, %d]          Idx(b, l), d determine the element: 409600
//! ```
//!
//! The elements that the subscripts are computed from and the affine subscripts determine the
//! element. If the origin of a subscript is not seen, there are at most as many elements as reads.

use std::collections::HashMap;

use melior::ir::operation::{OperationLike, OperationRef};

use tc_dialects::op::{self, ValueKey, defining_operation};
use tc_isl::{Dim, Map, UnionMap, UnionSet};

use super::accesses::{Access, StatementAccesses};
use tc_pass_host::nested;

/// By the position of a load in the body of a statement: the positions of the loads that its
/// subscripts are computed from. A load with a subscript of another origin is missing.
pub type Origins = HashMap<usize, Vec<usize>>;

/// The origins of the subscripts of all loads of a statement.
pub fn origins(statement: OperationRef<'_, '_>) -> Origins {
    let operations = nested(statement);
    let positions: HashMap<ValueKey, usize> = operations
        .iter()
        .enumerate()
        .flat_map(|(at, operation)| operation.results().map(move |one| (ValueKey::of(one), at)))
        .collect();
    let is_load = |at: usize| op::name(operations[at]).ends_with(".load");
    (0..operations.len())
        .filter(|at| is_load(*at))
        .filter_map(|load| {
            let mut pending: Vec<_> = operations[load].operands().skip(1).collect();
            let mut loads = Vec::new();
            while let Some(value) = pending.pop() {
                let Some(operation) = defining_operation(value) else {
                    continue;
                };
                match positions.get(&ValueKey::of(value)) {
                    // Defined outside of the statement, like a size.
                    None => {}
                    Some(at) if is_load(*at) => loads.push(*at),
                    Some(_) if operation.regions().next().is_some() => return None,
                    Some(_) => pending.extend(operation.operands()),
                }
            }
            Some((load, loads))
        })
        .collect()
}

/// A set with at least as many elements as a read touches, given the instances that run: the values
/// that determine the element.
pub fn determining(
    access: &Access,
    statement: &StatementAccesses,
    origins: &Origins,
    instances: &UnionSet,
) -> tc_isl::Result<UnionSet> {
    let own = access.relation.intersect_domain(instances)?;
    let reads = own.domain()?;
    let Some(loads) = origins.get(&access.position) else {
        return Ok(reads);
    };
    let mut known = UnionMap::none(reads.context())?;
    for map in own.maps()? {
        known = known.add_map(&affine_subscripts(&map)?)?;
    }
    for load in loads {
        let source = statement.accesses.iter().find(|one| one.position == *load);
        match source.filter(|source| source.must) {
            Some(source) => known = known.flat_range_product(&source.relation)?,
            None => return Ok(reads),
        }
    }
    known.range()
}

/// Without the subscripts that range over a whole dimension because they are data.
fn affine_subscripts(relation: &Map) -> tc_isl::Result<Map> {
    let count = relation.dim(Dim::Out)?;
    let mut known = relation.clone();
    for at in (0..count).rev() {
        let one = relation
            .project_out(Dim::Out, at + 1, count - at - 1)?
            .project_out(Dim::Out, 0, at)?;
        if !one.is_single_valued()? {
            known = known.project_out(Dim::Out, at, 1)?;
        }
    }
    Ok(known)
}
