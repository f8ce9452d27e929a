//! `space=packed`: what vectors read is copied into panels, in the order in which they read it.
//!
//! ```text
//! for j, k, lanes l:  ... A[i, k] * B[k, 64*j + l]          rows of B are far apart
//!   ==>
//! B_p[j, k, l] = B[k, 64*j + l]
//! for j, k, lanes l:  ... A[i, k] * B_p[j, k, l]            one panel is read from its first element to its last
//! ```
//!
//! The dimension along which the vector moves is cut into panels as wide as the vector, and becomes
//! the last one; the others lie in the order of the loops that move along them. The copy is a
//! statement with a vector of its own, and goes over the array in its own order: where the vector
//! moves across rows, the loop around it goes along them, which `loops-vectorize` transposes.
//!
//! **Which arrays.** Those that only are read below the place, that move along the vector, and that
//! enough rows share ([`REUSE`]): a copy costs about as much as a few of the reads that it serves.
//! There must be a parallel loop around, since threads have panels of their own.
//! **Open sizes.** A block is of constant size by its tiles. Rows of an open length are far apart.
//! A loop of an open size may have one iteration: it counts as sharing what would be gathered, and
//! not what rows have side by side, where the copy for a single row takes twice the time.
//! **Legal** as every promotion. **Cost**: the bytes of a block in each thread.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{Member, MemberKind, Path, Prefix, Refusal, Tree};

use super::copies::{Copy, Spread, member};
use super::footprint::Footprint;
use super::layout::Layout;
use super::place::{self, Place};
use super::{
    Gain, Left, PromotableArray, PromoteInput, Promoted, StatementAccess, Tile, check_access,
    rewritten, touched, with_copies,
};
use crate::steps::Step;
use crate::unroll::values;

/// Rows that read an element of a panel, for which the copy of neighbours pays off.
const REUSE: i64 = 48;
/// The same for a copy that gathers: without it, each read would.
const REUSE_OF_GATHERED: i64 = 4;

/// Elements from one vector to the next from which on a copy is worth it: a page of memory.
const DISTANCE: i64 = 1024;

/// Packs arrays below the innermost bands with a tag.
pub fn pack(
    mut tree: Tree,
    input: &PromoteInput,
    below: &str,
    limit: i64,
) -> Result<Promoted, Refusal> {
    let mut promoted = Promoted {
        tree: tree.clone(),
        tiles: Vec::new(),
        left: Vec::new(),
        bytes: 0,
    };
    let mut taken = input.taken.clone();
    // Later places first, so that the paths of the others stay right.
    for path in place::places(&tree, below).into_iter().rev() {
        let place = Place::new(&tree, &path)?;
        let Some(vector) = Lanes::below(&tree, &place, input)? else {
            continue;
        };
        let mut tiles = Vec::new();
        for array in &input.arrays {
            let here = |access: &&StatementAccess| {
                access.array == array.name && place.statements.contains(&access.statement)
            };
            let accesses: Vec<&StatementAccess> = input.accesses.iter().filter(here).collect();
            if accesses.is_empty() {
                continue;
            }
            let mut all = input.accesses.iter();
            let affine = all.try_for_each(|access| {
                if access.array == array.name {
                    check_access(access)
                } else {
                    Ok(())
                }
            });
            let packed =
                affine.and_then(|()| vector.packed(&tree, &place, array, &accesses, &mut taken));
            let fits = packed.and_then(|tile| {
                if tile.bytes > limit {
                    Err(Refusal::new(format!(
                        "its panels take {} bytes, more than the {limit} of a cache",
                        tile.bytes
                    )))
                } else {
                    Ok(tile)
                }
            });
            match fits {
                Ok(tile) => tiles.push(tile),
                Err(refusal) => promoted.left.push(Left {
                    array: array.name.clone(),
                    kernel: place.kernel,
                    refusal: refusal.at(&path),
                }),
            }
        }
        if !tiles.is_empty() {
            tree.try_replace_at(&path, |node| with_copies(node, &place.prefix, &tiles))?;
            promoted.bytes += tiles.iter().map(|tile| tile.bytes).sum::<i64>();
            promoted.tiles.extend(tiles);
        }
    }
    promoted.tree = tree;
    Ok(promoted)
}

fn fresh(taken: &mut BTreeSet<String>, wanted: &str) -> String {
    let mut numbers = 1..;
    let mut name = wanted.to_owned();
    while !taken.insert(name.clone()) {
        name = format!("{wanted}_{}", numbers.next().unwrap_or(0));
    }
    name
}

/// The vector below a place.
struct Lanes {
    /// The node below it.
    leaf: Path,
    /// Its position among the coordinates.
    position: usize,
    /// How many lanes it has.
    width: i64,
    /// The extents of the loops below the place, by their positions; `None` for an open size.
    extents: Vec<(usize, Option<i64>)>,
}

impl Lanes {
    /// The vector of the one leaf below a place that reads, if it has one of a known width.
    fn below(tree: &Tree, place: &Place, input: &PromoteInput) -> Result<Option<Self>, Refusal> {
        let mut reading = Vec::new();
        for leaf in &place.leaves.0 {
            let mut reads = input.accesses.iter().filter(|access| !access.write);
            let reads = reads.try_fold(false, |found, access| -> Result<bool, Refusal> {
                Ok(found || leaf.runs(&access.statement)?)
            })?;
            if reads {
                reading.push(leaf);
            }
        }
        let [leaf] = reading[..] else {
            return Ok(None);
        };
        let mut found = None;
        let mut extents = Vec::new();
        for (path, node) in tree.walk() {
            let Some(band) = node.as_band() else { continue };
            if !place.path.contains(&path) || !path.contains(&leaf.path) {
                continue;
            }
            let prefix = tree.prefix(&path)?;
            for (number, member) in band.members.iter().enumerate() {
                let extent = values(member, &prefix)?.map(|(_, extent)| extent);
                let position = prefix.depth() + number;
                if member.kind.is_vector() {
                    let Some(width) = extent else {
                        return Ok(None);
                    };
                    found = Some((position, width));
                }
                extents.push((position, extent));
            }
        }
        Ok(found.map(|(position, width)| Lanes {
            leaf: leaf.path.clone(),
            position,
            width,
            extents,
        }))
    }

    /// The panels of an array, or why there are none.
    fn packed(
        &self,
        tree: &Tree,
        place: &Place,
        array: &PromotableArray,
        accesses: &[&StatementAccess],
        taken: &mut BTreeSet<String>,
    ) -> Result<Tile, Refusal> {
        if array.extents.is_empty() {
            return Err(Refusal::new("it is a single element"));
        }
        if accesses.iter().any(|access| access.write) {
            return Err(Refusal::new("it is written there"));
        }
        let mut above = tree.along(&place.path);
        above.pop();
        let mut members = above
            .into_iter()
            .filter_map(Tree::as_band)
            .flat_map(|band| &band.members);
        if !members.any(|member| member.coincident) {
            return Err(Refusal::new(
                "no parallel loop is around the copy: each thread has panels of its own",
            ));
        }
        for access in accesses {
            check_access(access)?;
            place.check_statement(tree, &access.statement)?;
        }
        let leaf = tree.prefix(&self.leaf)?;
        let moving = self.moving(&leaf, accesses)?;
        let all = touched(place, moving.iter().copied())?;
        let along = |position: usize| Step::along(&leaf, position, &all);
        let dimension = if moving.is_empty() {
            None
        } else {
            along(self.position)?.dimension()?
        };
        let Some(dimension) = dimension else {
            return Err(Refusal::new(
                "the vector reads no neighbours of it along one dimension",
            ));
        };
        self.check_gain(&array.extents, dimension, &along)?;
        let rank = array.extents.len();
        let footprint = Footprint::of(place.prefix.relation()?, &all)?;
        let order = self.order_of(rank, dimension, &along)?;
        let layout = Layout::panels(&footprint.shape, dimension, &order, self.width);
        let elements = Footprint::touched_by(place.prefix.relation()?, &all)?;
        let spread = Spread {
            unrolled: false,
            shape: &footprint.shape,
            block: [1; 3],
            width: 1,
            full: true,
            layout: &layout,
        };
        let name = fresh(taken, &format!("{}_pack", array.name));
        let mut copy = Copy::new(&name, &elements, &footprint.offset, &spread)?;
        copy.band.members = copying(&copy, dimension)?;
        let mut redirected = Vec::new();
        for access in moving {
            redirected.push(rewritten(access, place, &footprint, &layout)?);
        }
        Ok(Tile {
            by_units: false,
            name: fresh(taken, &format!("{}_p", array.name)),
            array: array.name.clone(),
            kernel: place.kernel,
            bytes: elements_of(&layout).saturating_mul(array.bytes),
            shape: footprint.shape,
            layout,
            padding: 0,
            gain: Gain::Packed,
            copy_in: Some(copy),
            copy_out: None,
            accesses: redirected,
        })
    }
}

impl Lanes {
    /// The accesses that move along the vector. The others stay on an element, and as they are.
    fn moving<'a>(
        &self,
        leaf: &Prefix,
        accesses: &[&'a StatementAccess],
    ) -> Result<Vec<&'a StatementAccess>, Refusal> {
        let mut moving = Vec::new();
        for access in accesses.iter().copied() {
            let relation = access.relation.intersect_domain(&leaf.active)?;
            if !Step::along(leaf, self.position, &relation)?.stays()? {
                moving.push(access);
            }
        }
        Ok(moving)
    }
}

/// The loops of a copy to panels: over the panels, over the array in its own order, so that its
/// last dimension is next to the vector, which moves across rows if it is along another one.
fn copying(copy: &Copy, dimension: usize) -> Result<Vec<Member>, Refusal> {
    let (Some(panel), Some(lane)) = (copy.subscripts.first(), copy.subscripts.last()) else {
        return Ok(Vec::new());
    };
    let others = copy.coordinates.iter().enumerate();
    let others = others.filter(|(dim, _)| *dim != dimension);
    let loops = [panel].into_iter().chain(others.map(|(_, other)| other));
    let mut members = loops.map(member).collect::<Result<Vec<Member>, _>>()?;
    members.push(member(lane)?.with_kind(MemberKind::Vector));
    Ok(members)
}

/// How many elements an array of this layout has.
fn elements_of(layout: &Layout) -> i64 {
    layout.shape().into_iter().fold(1, i64::saturating_mul)
}

impl Lanes {
    /// The dimensions other than that of the panels, in the order of the loops that move along
    /// them: a panel is read from its first element to its last.
    fn order_of(
        &self,
        rank: usize,
        dimension: usize,
        along: &dyn Fn(usize) -> Result<Step, Refusal>,
    ) -> Result<Vec<usize>, Refusal> {
        let mut order = Vec::new();
        for dim in (0..rank).filter(|dim| *dim != dimension) {
            let mut innermost = 0;
            for (position, extent) in &self.extents {
                if *extent != Some(1) && !along(*position)?.stays_in(dim)? {
                    innermost = innermost.max(*position);
                }
            }
            order.push((innermost, dim));
        }
        order.sort_unstable();
        Ok(order.into_iter().map(|(_, dim)| dim).collect())
    }

    /// Refuses panels of an array, along a dimension, that cost more than they save; `along` gives
    /// the steps of the loops.
    fn check_gain(
        &self,
        extents: &[Option<i64>],
        dimension: usize,
        along: &dyn Fn(usize) -> Result<Step, Refusal>,
    ) -> Result<(), Refusal> {
        let (mut rows, mut far, mut more): (i64, bool, bool) = (1, false, false);
        // Rows of an open length are far apart: what is close anyway loses least by a copy.
        let known: Option<Vec<i64>> = extents.iter().copied().collect();
        for (position, extent) in &self.extents {
            let step = along(*position)?;
            if *position == self.position || *extent == Some(1) {
                continue;
            }
            if step.stays()? {
                rows = rows.saturating_mul(extent.unwrap_or(1));
                more |= extent.is_none();
                continue;
            }
            if !step.is_multiple_in(dimension, self.width)? {
                return Err(Refusal::new(
                    "vectors begin at any of its elements, not only at the first of a panel",
                ));
            }
            far |= match &known {
                Some(extents) => !step.is_nearby(extents, DISTANCE)?,
                None => !step.is_beside(DISTANCE - 1)?,
            };
        }
        let gathered = dimension + 1 < extents.len();
        let enough = if gathered { REUSE_OF_GATHERED } else { REUSE };
        if rows < enough && !(more && gathered) {
            let times = if more { ", times an open size," } else { "" };
            return Err(Refusal::new(format!(
                "{rows} rows{times} read each element, fewer than the {enough} for which a copy pays off"
            )));
        }
        if gathered || far {
            Ok(())
        } else {
            Err(Refusal::new("its rows are next to each other as they are"))
        }
    }
}
