//! Proves that the buffers of a tile hold the original elements: the check that suits copies that
//! run ahead in time.
//!
//! ```text
//! extension at the coordinates O
//!   band  A_in[t, ..] -> t - 2;  T -> floor(k/16)
//!     sequence
//!       filter A_in      at time c: writes A_s at places of tile c + 2
//!       filter T         at time c: reads A_s at places that were written at time c - 2
//! ```
//!
//! In one execution of the extension, that is, for equal O, let `F` be the elements that the copies
//! write, by time and place. Shown is that there is a distance d for which
//!
//! 1. `F` has one element for each time and place, and a copy moves the element that it writes;
//! 2. a read at time c finds the element that it stands for in `F` at time c - d, before it;
//! 3. no copy between these two writes the place;
//! 4. nothing in the kernel writes the array, and only reads and these copies touch the tile.
//!
//! Each read then finds the value that its element has throughout the kernel. A negative answer
//! means that the tile needs the exact analysis of [`super::dataflow`]. **Cost**: some inclusions
//! for each distance that is tried.

use tc_dialects::schedule::tree::{Path, Refusal, Tree};
use tc_isl::UnionMap;

use super::super::leaves::Leaf;
use super::promotion::{Promotion, Site, Use};
use super::tiles::{is_spread, other_side, says_what_it_moves};
use crate::accesses::AccessKind;

/// The largest distance that is tried.
const FARTHEST: i64 = 8;

/// The loop whose iterations are the times, below the extension.
struct Ring<'a> {
    promotion: &'a Promotion<'a>,
    site: &'a Site,
    /// The sequence in the loop.
    sequence: Path,
}

/// Whether all accesses to `tile` certainly find their original elements in copies that a loop
/// makes a constant number of iterations before.
pub fn is_ring(
    tree: &Tree,
    promotion: &Promotion<'_>,
    uses: &[Use],
    tile: &str,
) -> Result<bool, Refusal> {
    let of_tile: Vec<&Use> = uses.iter().filter(|one| one.array == tile).collect();
    let (fills, reads): (Vec<&Use>, Vec<&Use>) = of_tile
        .into_iter()
        .partition(|one| one.kind == AccessKind::Write);
    let [fill] = fills[..] else {
        return Ok(false);
    };
    let mut sites = promotion.sites.iter();
    let Some(site) = sites.find(|site| site.copies.contains(&fill.statement)) else {
        return Ok(false);
    };
    let mut arrays = promotion.accesses.arrays.iter();
    let is_shared = arrays.any(|array| array.name == tile && array.kind.is_shared());
    if !is_shared || !fill.must || reads.iter().any(|one| one.copy) {
        return Ok(false);
    }
    let Some(ring) = Ring::of(tree, promotion, site) else {
        return Ok(false);
    };
    if !ring.copies_are_plain(uses, fill)? || ring.is_written(tree, uses, fill)? {
        return Ok(false);
    }
    let Some((copied, filled)) = ring.only_leaf(fill)? else {
        return Ok(false);
    };
    for read in reads {
        let Some((child, found)) = ring.only_leaf(read)? else {
            return Ok(false);
        };
        if !ring.is_current(&filled, &found, copied < child)? {
            return Ok(false);
        }
    }
    Ok(true)
}

impl<'a> Ring<'a> {
    /// None unless the extension has one loop in order below, around a sequence.
    fn of(tree: &Tree, promotion: &'a Promotion<'a>, site: &'a Site) -> Option<Ring<'a>> {
        let below = site.path.child(0);
        let Some(Tree::Band { band, .. }) = tree.at(&below) else {
            return None;
        };
        let [member] = &band.members[..] else {
            return None;
        };
        let mut sequence = below.child(0);
        if let Some(Tree::Extension { .. }) = tree.at(&sequence) {
            sequence = sequence.child(0);
        }
        let in_order = member.kind.is_ordered() && member.kind.thread_axis().is_none();
        let is_sequence = matches!(tree.at(&sequence), Some(Tree::Sequence { .. }));
        (in_order && is_sequence && !is_spread(tree, &below)).then_some(Ring {
            promotion,
            site,
            sequence,
        })
    }

    /// Whether the copies load the elements that they write.
    fn copies_are_plain(&self, uses: &[Use], fill: &Use) -> Result<bool, Refusal> {
        let Some(other) = other_side(uses, fill) else {
            return Ok(false);
        };
        let moves = other.array == fill.element_array && other.location.is_equal(&fill.element)?;
        Ok(moves && !says_what_it_moves(self.promotion, fill))
    }

    /// Whether something in the kernel writes the array that is copied.
    fn is_written(&self, tree: &Tree, uses: &[Use], fill: &Use) -> Result<bool, Refusal> {
        let kernels = tree.kernels().into_iter();
        for kernel in kernels.filter(|kernel| kernel.contains(&self.site.path)) {
            for one in uses {
                let array = &fill.element_array;
                // A copy into another tile of the array changes no element.
                let changes = one.array == *array || one.element_array == *array && !one.copy;
                if one.kind != AccessKind::Write || !changes {
                    continue;
                }
                for leaf in self.promotion.leaves.below(&kernel) {
                    if leaf.runs(&one.statement)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// The child of the sequence in which an access runs, and its elements by time and place:
    /// `[[O, c] -> place] -> element`. None unless it runs below the sequence only, at one leaf.
    fn only_leaf(&self, one: &Use) -> Result<Option<(usize, UnionMap)>, Refusal> {
        let mut running: Vec<&Leaf> = Vec::new();
        for leaf in &self.promotion.leaves.0 {
            if leaf.runs(&one.statement)? {
                running.push(leaf);
            }
        }
        let [leaf] = running[..] else {
            return Ok(None);
        };
        if !self.sequence.contains(&leaf.path) {
            return Ok(None);
        }
        let times = leaf.coordinates(0..self.site.depth + 1)?;
        let at = times.range_product(&one.location)?;
        let elements = at.reverse()?.apply_range(&one.element)?.coalesce()?;
        let child = leaf.path.0[self.sequence.0.len()];
        Ok(Some((child, elements)))
    }

    /// Whether each read finds its element; `before` says that the copies of an iteration are made
    /// before its reads.
    fn is_current(
        &self,
        filled: &UnionMap,
        read: &UnionMap,
        before: bool,
    ) -> Result<bool, Refusal> {
        if !filled.is_single_valued()? {
            return Ok(false);
        }
        let written = filled.domain()?;
        for distance in 0..=FARTHEST {
            // The copies of the iteration of the read come first, or do not count.
            let in_between = distance > 0 || before;
            let earlier = read.apply_domain(&self.back(read, distance)?)?;
            if in_between && earlier.is_subset(filled)? {
                return Ok(true);
            }
            let touched = earlier.domain()?;
            if in_between && !touched.intersect(&written)?.is_empty()? {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// From times and places to the same place so many iterations before.
    fn back(&self, read: &UnionMap, distance: i64) -> Result<UnionMap, Refusal> {
        let names: Vec<String> = (0..=self.site.depth).map(|at| format!("c{at}")).collect();
        let (last, outer) = names.split_last().expect("there is a loop below");
        let outer = outer.iter().map(|name| format!("{name}, "));
        let text = format!(
            "{{ [{}] -> [{}{last} - {distance}] }}",
            names.join(", "),
            outer.collect::<String>()
        );
        let times = UnionMap::parse(read.context(), &text)?;
        let places = read.domain()?.unwrap()?.range()?.universe()?;
        Ok(times.product(&places.identity()?)?)
    }
}
