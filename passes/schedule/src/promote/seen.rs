//! What is seen elsewhere of what a tile of several steps writes.
//!
//! ```text
//! for t { B(i) = A(i-1) + A(i+1); A(i) = B(i) }      tiles S[t, i] -> floor((2t + i - 1)/8); T[t, i] -> floor((2t + i)/8)
//!   A   the last of a tile's steps leaves each element to the next row of tiles
//!   B   only B(8p + 8 - 2t) is read by another tile than the one that wrote it, in each of its steps t
//! ```
//!
//! A value that a tile writes is *seen* if an instance outside of the tile reads it. The values are
//! those of the original program: the exact dataflow of isl finds the reads of each. A tile runs as
//! a whole, so what is seen outside is also the last that the tile writes to its element, and
//! elements without such a value need no copy. Arguments are copied out whole: their last values
//! are seen too, and with these alone isl has not proved the tree of `jacobi_2d` after a minute.
//!
//! Where isl needs too many operations, or where the values are not known exactly (sums in any
//! order, writes under conditions), all that is written is copied out. The same holds where most of
//! that is seen, by a tile in the middle: the relation is simpler.

use tc_dialects::schedule::tree::{Refusal, RefusalKind, Tree};
use tc_isl::{Dim, Map, Set, UnionSet};

use super::place::Place;
use super::steps::{Steps, with};
use super::{PromotableArray, Promotion, StatementAccess};
use tc_scop::accesses::{Access, AccessKind, ScopAccesses, StatementAccesses};
use tc_scop::dependences::{DependenceError, Dependences, compute};
use tc_scop::values::ends;

/// What may be copied out, as a part of what is written: a little less takes as long, as what is
/// seen has more pieces.
const MOST: f64 = 0.75;
/// The isl operations for one array; with more, all that is written is copied out.
const BUDGET: u64 = 10_000_000;

impl Promotion<'_> {
    /// From outer coordinates to the elements whose values are seen elsewhere; none where these are
    /// most of what the tile writes, or are not known.
    pub(super) fn seen(
        &self,
        tree: &Tree,
        place: &Place,
        array: &PromotableArray,
        steps: &Steps,
    ) -> Result<Option<Map>, Refusal> {
        let context = place.prefix.active.context();
        let found = context.with_budget(BUDGET, || self.seen_exactly(tree, place, array, steps));
        match found {
            Err(refusal) if matches!(refusal.kind, RefusalKind::Budget { .. }) => Ok(None),
            found => found,
        }
    }

    fn seen_exactly(
        &self,
        tree: &Tree,
        place: &Place,
        array: &PromotableArray,
        steps: &Steps,
    ) -> Result<Option<Map>, Refusal> {
        let accesses = of_array(&self.input.original, &array.name);
        let Some(accesses) = accesses.filter(|_| array.temporary) else {
            return Ok(None);
        };
        let found = match compute(tree.domain()?, &accesses, 0) {
            Ok(found) => found,
            Err(DependenceError::Isl(error)) => return Err(error.into()),
            Err(DependenceError::Budget { .. }) => return Ok(None),
        };
        let (mut all, mut written): (Option<Map>, Option<Map>) = (None, None);
        let accesses = self.accesses(array, place);
        for write in accesses.iter().filter(|access| access.write) {
            let Some(runs) = steps.runs(&write.statement)? else {
                return Ok(None);
            };
            let element = write.relation.intersect_domain(&place.prefix.active)?;
            let element = element.as_map()?;
            for instances in seen_by_others(write, place, steps, &runs, &found)? {
                let Some(own) = steps.of_all(&instances.apply_range(&element)?.coalesce()?)? else {
                    return Ok(None);
                };
                all = Some(with(all, own)?);
            }
            let Some(own) = steps.of_all(&runs.apply_range(&element)?)? else {
                return Ok(None);
            };
            written = Some(with(written, own)?);
        }
        let (Some(all), Some(written), Some(tile)) = (all, written, middle(place)?) else {
            return Ok(None);
        };
        let count = |elements: &Map| -> Result<i64, Refusal> {
            let elements = elements.intersect_domain(&tile)?.range()?;
            Ok(elements.count_val()?.to_i64().unwrap_or(i64::MAX))
        };
        let (seen, written) = (count(&all)? as f64, count(&written)? as f64);
        Ok((seen <= MOST * written).then_some(all))
    }
}

/// The outer coordinates of a tile in the middle; none where sizes are not known.
fn middle(place: &Place) -> Result<Option<Set>, Refusal> {
    let active = &place.prefix.active;
    let Some(instances) = active.sets()?.into_iter().next() else {
        return Ok(None);
    };
    let rank = instances.dim(Dim::SET)?;
    let mut middle = Vec::new();
    for dim in 0..rank {
        let own = instances.project_out(Dim::SET, dim + 1, rank - dim - 1)?;
        let Some((first, last)) = ends(&own.project_out(Dim::SET, 0, dim)?)? else {
            return Ok(None);
        };
        middle.push((first + (last - first) / 2).to_string());
    }
    let name = instances.name().unwrap_or_default();
    let text = format!("{{ {name}[{}] }}", middle.join(", "));
    let middle = UnionSet::parse(active.context(), &text)?;
    let tile = middle.apply(place.prefix.relation()?)?;
    Ok(tile.sets()?.into_iter().next())
}

/// From the steps of a tile to the instances of a write whose values are read outside of the tile,
/// one relation for each statement that reads them.
fn seen_by_others(
    write: &StatementAccess,
    place: &Place,
    steps: &Steps,
    runs: &Map,
    found: &Dependences,
) -> Result<Vec<Map>, Refusal> {
    let mut seen = Vec::new();
    for flow in found.flow.maps()? {
        if flow.tuple_name(Dim::In).as_deref() != Some(&write.statement) {
            continue;
        }
        // [write -> read] -> write, and -> read
        let (writer, reader) = (flow.domain_map()?, flow.range_map()?);
        let mut pairs = runs.apply_range(&writer.reverse()?)?;
        let name = flow.tuple_name(Dim::Out).unwrap_or_default();
        if place.statements.contains(&name)
            && let Some(reads) = steps.runs(&name)?
        {
            let inside = steps.of_same_tile()?.apply_range(&reads)?;
            pairs = pairs.subtract(&inside.apply_range(&reader.reverse()?)?)?;
        }
        seen.push(pairs.apply_range(&writer)?.coalesce()?);
    }
    Ok(seen)
}

/// The accesses to an array; none where the values that reads find are not known exactly, or other
/// accesses stand for some of it.
fn of_array(original: &ScopAccesses, array: &str) -> Option<ScopAccesses> {
    let mut accesses = original.clone();
    for statement in &mut accesses.statements {
        let concerns = |access: &Access| match &access.stands_for {
            Some(meant) => meant.array == array,
            None => access.array == array,
        };
        statement.accesses.retain(concerns);
        if !statement.accesses.is_empty() && !is_exact(statement) {
            return None;
        }
    }
    Some(accesses)
}

/// Whether a statement writes what it says, in the order of the program.
fn is_exact(statement: &StatementAccesses) -> bool {
    let exact = |access: &Access| {
        let in_order = access.must && statement.updates().is_none();
        access.stands_for.is_none() && (access.kind == AccessKind::Read || in_order)
    };
    statement.accesses.iter().all(exact)
}
