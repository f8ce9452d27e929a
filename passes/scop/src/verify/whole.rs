//! Proves that a tile holds all of a temporary array: the check that suits partial sums.
//!
//! ```text
//! S1_init   writes  S1_part_s[0, c] for S1_part[n, c]      block n
//! S1        updates S1_part_s[0, c] for S1_part[n, c]
//! S1_fold   reads   S1_part_s[0, c] for S1_part[n, c]
//! ```
//!
//! No copy moves elements between the tile and the array. A *place* is an element of the tile with
//! its owner, the block or the thread ([`Places`]). The conditions:
//!
//! 1. all accesses to elements of the array go through the tile, and no copy is one of them;
//! 2. places and elements are in bijection: one element for each place, and one place for each
//!    element;
//! 3. every read is preceded by a write in the original program, as its dependences say.
//!
//! Two accesses then touch one place if and only if they touch one element, so the tile is the
//! array under other names: the tree keeps the order of accesses to an element
//! ([`super::order`]), so it keeps that of accesses to a place. The array is a temporary, so
//! nothing reads it behind the program. A negative answer means that the tile needs the exact
//! analysis of [`super::dataflow`].

use tc_dialects::schedule::tree::{ArrayKind, Refusal};
use tc_isl::{UnionMap, UnionSet};

use super::promotion::{Promotion, Use};
use super::storage::Places;
use crate::accesses::AccessKind;
use crate::dependences::Dependences;

/// Whether `tile` certainly holds every element of one temporary array at a place of its own, given
/// the dependences of the original program; see the top of this file.
pub fn is_whole(
    promotion: &Promotion<'_>,
    places: &Places<'_>,
    uses: &[Use],
    tile: &str,
    found: &Dependences,
) -> Result<bool, Refusal> {
    let Some(first) = uses.iter().find(|one| one.array == tile) else {
        return Ok(false);
    };
    let array = &first.element_array;
    let kind_of = |name: &str| {
        let mut arrays = promotion.accesses.arrays.iter();
        let info = arrays.find(|info| info.name == name);
        info.map(|info| info.kind)
    };
    let Some(kind) = kind_of(tile).filter(|kind| kind.is_local()) else {
        return Ok(false);
    };
    if !kind_of(array).is_some_and(ArrayKind::is_temporary) {
        return Ok(false);
    }
    let concerned = uses
        .iter()
        .filter(|one| one.array == tile || one.element_array == *array);
    let mut stands = UnionMap::none(promotion.context)?;
    for one in concerned.clone() {
        if one.array != tile || one.element_array != *array || one.copy || !one.must {
            return Ok(false);
        }
        for leaf in &promotion.leaves.0 {
            if leaf.runs(&one.statement)? {
                let at = places.locations(leaf, one, kind)?;
                stands = stands.union(&at.reverse()?.apply_range(&one.element)?)?;
            }
        }
    }
    let stands = stands.coalesce()?;
    if !stands.is_single_valued()? || !stands.is_injective()? {
        return Ok(false);
    }
    let (writes, reads): (Vec<&Use>, Vec<&Use>) =
        concerned.partition(|one| one.kind == AccessKind::Write);
    for read in reads {
        if !is_written_before(&writes, read, found)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether each instance of a read finds its element written by an earlier one.
fn is_written_before(writes: &[&Use], read: &Use, found: &Dependences) -> Result<bool, Refusal> {
    let element = read.element.reverse()?;
    let mut written = UnionSet::none(found.flow.context())?;
    for write in writes {
        let meeting = write.element.apply_range(&element)?;
        written = written.union(&meeting.intersect(&found.flow)?.range()?)?;
    }
    Ok(read.element.domain()?.is_subset(&written)?)
}
