//! What is copied to a tile, and back.
//!
//! A written array is copied in where it is read and was not written below the place before, and
//! copied out exactly where it is written, so that blocks do not write each other's elements. Of
//! what tiles in time write only the part is copied out that is seen elsewhere ([`super::seen`]).

use tc_dialects::schedule::tree::{Prefix, Refusal, Tree};
use tc_isl::{Map, UnionMap};

use super::footprint::Footprint;
use super::place::Place;
use super::steps::Steps;
use super::{PromotableArray, Promotion, StatementAccess, known_extents, touched};

/// From outer coordinates to the elements that copies move.
#[derive(Default)]
pub(super) struct Moved {
    /// To the tile.
    pub inwards: Option<Map>,
    /// From the tile.
    pub outwards: Option<Map>,
}

impl Promotion<'_> {
    /// What is copied to the tile of an array at a place, and back.
    pub(super) fn moved(
        &self,
        tree: &Tree,
        place: &Place,
        array: &PromotableArray,
        footprint: &Footprint,
    ) -> Result<Moved, Refusal> {
        let (prefix, extents) = (place.prefix.relation()?, known_extents(array)?);
        let accesses = self.accesses(array, place);
        let of_kind = |write: bool| {
            let own = accesses.iter().copied();
            touched(place, own.filter(|access| access.write == write))
        };
        let writes = of_kind(true)?;
        if let Some(steps) = Steps::of(tree, &place.path, &place.prefix)? {
            let reads = of_kind(false)?;
            let inwards = match (reads.is_empty()?, array.filled) {
                (true, _) => Some(None),
                (false, true) => steps.boxes(&reads, &extents)?.map(Some),
                (false, false) => steps.needed(tree, place, &accesses)?.map(Some),
            };
            let outwards = if writes.is_empty()? {
                Some(None)
            } else {
                match self.seen(tree, place, array, &steps)? {
                    Some(seen) => Some(Some(seen)),
                    None => steps.touched(&writes)?.map(Some),
                }
            };
            if let (Some(inwards), Some(outwards)) = (inwards, outwards) {
                return Ok(Moved { inwards, outwards });
            }
        }
        let reads = self.reads_from_outside(tree, place, &accesses)?;
        let mut moved = Moved::default();
        if !reads.is_empty()? {
            // Another block may be writing what lies between the elements that are read.
            moved.inwards = Some(if self.is_written(array) {
                Footprint::touched_by(prefix, &reads)?
            } else {
                footprint.whole_box(&extents)?
            });
        }
        if !writes.is_empty()? && !self.dies_here(array, place, &reads)? {
            moved.outwards = Some(Footprint::touched_by(prefix, &writes)?);
        }
        Ok(moved)
    }

    /// Whether nothing reads the elements of a temporary outside of the tiles that are written
    /// below a place.
    pub(super) fn dies_here(
        &self,
        array: &PromotableArray,
        place: &Place,
        reads: &UnionMap,
    ) -> Result<bool, Refusal> {
        let mut accesses = self.input.accesses.iter();
        let here = |access: &StatementAccess| place.statements.contains(&access.statement);
        Ok(array.temporary
            && reads.is_empty()?
            && accesses.all(|access| access.array != array.name || here(access)))
    }

    /// Whether some statement writes the array, at any place.
    fn is_written(&self, array: &PromotableArray) -> bool {
        let mut accesses = self.input.accesses.iter();
        accesses.any(|access| access.array == array.name && access.write)
    }

    /// The reads of elements that nothing at the place has written before.
    pub(super) fn reads_from_outside(
        &self,
        tree: &Tree,
        place: &Place,
        accesses: &[&StatementAccess],
    ) -> Result<UnionMap, Refusal> {
        let mut reads = UnionMap::none(place.prefix.active.context())?;
        // From instances to elements, and the coordinates of the loops above a node.
        let here = |prefix: &Prefix, access: &StatementAccess| {
            let relation = access.relation.intersect_domain(&prefix.active)?;
            prefix.relation()?.range_product(&relation)
        };
        for read in accesses.iter().filter(|access| !access.write) {
            let mut instances = place.prefix.active.clone();
            for write in accesses.iter().filter(|access| access.write) {
                if let Some(fork) = place.runs_before(tree, &write.statement, &read.statement)? {
                    let prefix = tree.prefix(&fork)?;
                    let written = here(&prefix, write)?.reverse()?;
                    let filled = here(&prefix, read)?.apply_range(&written)?;
                    instances = instances.subtract(&filled.domain()?)?;
                }
                if let Some(earlier) = place.earlier(tree, &write.statement, &read.statement)? {
                    let same = read.relation.apply_range(&write.relation.reverse()?)?;
                    let filled = same.intersect(&earlier.reverse()?)?;
                    instances = instances.subtract(&filled.domain()?)?;
                }
            }
            reads = reads.union(&read.relation.intersect_domain(&instances)?)?;
        }
        Ok(reads)
    }
}
