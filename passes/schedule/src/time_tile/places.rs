//! Where in space each instance below a loop over time works.

use tc_dialects::schedule::tree::Refusal;
use tc_isl::{Dim, Map, PwAff, UnionPwAff, UnionSet};

use tc_scop::accesses::{AccessKind, ScopAccesses, StatementAccesses};
use tc_scop::values::bounds;

/// Where the instances of some statements work: the subscripts of what they write, without those
/// that change with the time.
pub(super) struct Places {
    /// The value of the loop over time.
    pub time: UnionPwAff,
    /// The steps of the loop, if they are known.
    pub steps: Option<i64>,
    /// The place along each dimension.
    pub space: Vec<UnionPwAff>,
    /// The least and the greatest place along each dimension, if they are known.
    pub ends: Option<Vec<(i64, i64)>>,
    /// The statements.
    pub names: Vec<String>,
}

impl Places {
    /// The places of all active instances, or why they have none in common.
    pub(super) fn of(
        time: &UnionPwAff,
        active: &UnionSet,
        accesses: &ScopAccesses,
    ) -> Result<Result<Places, String>, Refusal> {
        let mut space: Vec<Option<UnionPwAff>> = Vec::new();
        let mut names = Vec::new();
        for set in active.sets()? {
            let name = set.name().unwrap_or_default();
            let mut statements = accesses.statements.iter();
            let Some(statement) = statements.find(|one| one.name == name) else {
                return Ok(Err(format!("{name} has no body")));
            };
            let Some(own) = place_of(statement, time)? else {
                return Ok(Err(format!("{name} writes at computed places")));
            };
            if names.is_empty() {
                space = vec![None; own.len()];
            }
            if own.len() != space.len() || own.is_empty() {
                let (rank, others) = (own.len(), space.len());
                return Ok(Err(format!(
                    "{name} writes along {rank} dimensions, and other statements along {others}"
                )));
            }
            for (all, own) in space.iter_mut().zip(own) {
                let own = UnionPwAff::from_pw_aff(&own)?;
                *all = Some(match all.take() {
                    Some(all) => all.union_add(&own)?,
                    None => own,
                });
            }
            names.push(name);
        }
        let space: Vec<UnionPwAff> = space.into_iter().flatten().collect();
        let mut ends = Some(Vec::new());
        for place in &space {
            let own = bounds(&place.intersect_domain(active)?)?;
            ends = ends.zip(own).map(|(mut ends, own)| {
                ends.push(own);
                ends
            });
        }
        let steps = bounds(&time.intersect_domain(active)?)?;
        Ok(Ok(Places {
            time: time.clone(),
            steps: steps.map(|(first, last)| last - first + 1),
            space,
            ends,
            names,
        }))
    }

    /// The number of places along each dimension, if they are known.
    pub(super) fn extents(&self) -> Option<Vec<i64>> {
        let extent = |(first, last): &(i64, i64)| last - first + 1;
        Some(self.ends.as_ref()?.iter().map(extent).collect())
    }
}

/// The subscripts of the first element that a statement writes, without those that change with the
/// time; none if they are data.
fn place_of(
    statement: &StatementAccesses,
    time: &UnionPwAff,
) -> Result<Option<Vec<PwAff>>, Refusal> {
    let mut writes = statement.accesses.iter();
    let Some(write) = writes.find(|access| access.kind == AccessKind::Write) else {
        return Ok(None);
    };
    match &write.relation.maps()?[..] {
        [map] if write.must && map.is_single_valued()? => {
            let (_, still) = subscripts(map, time)?;
            Ok(Some(still))
        }
        _ => Ok(None),
    }
}

/// The subscripts of a relation that change with the time, and the others.
pub(super) fn subscripts(
    map: &Map,
    time: &UnionPwAff,
) -> Result<(Vec<PwAff>, Vec<PwAff>), Refusal> {
    let element = map.as_pw_multi_aff()?;
    let indices = map.dim(Dim::In)?;
    let of_time = time_indices(map, time)?;
    let (mut moving, mut still) = (Vec::new(), Vec::new());
    for dimension in 0..map.dim(Dim::Out)? {
        let subscript = element.at(dimension)?;
        let mut moves = false;
        for index in (0..indices).filter(|index| of_time.contains(index)) {
            moves |= subscript.involves_dims(Dim::In, index, 1)?;
        }
        if moves {
            moving.push(subscript)
        } else {
            still.push(subscript)
        }
    }
    Ok((moving, still))
}

/// The indices of a statement that the time depends on.
fn time_indices(map: &Map, time: &UnionPwAff) -> Result<Vec<usize>, Refusal> {
    let statement = map.space()?.tuple_name(Dim::In);
    let mut indices = Vec::new();
    for value in time.pw_affs()? {
        if value.domain_space()?.tuple_name(Dim::Out) != statement {
            continue;
        }
        for index in 0..map.dim(Dim::In)? {
            if value.involves_dims(Dim::In, index, 1)? {
                indices.push(index);
            }
        }
    }
    Ok(indices)
}
