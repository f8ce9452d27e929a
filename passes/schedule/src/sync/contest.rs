//! The leaves of a kernel that contest an array, and the iterations in which they meet.
//!
//! Two leaves contest an array if one of them writes it and the written elements do not determine
//! the thread of the two leaves that accesses them:
//!
//! ```text
//! A_in[i0, k0, a, b] -> A_s[a - i0, b - k0]   on thread (b - k0, a - i0)
//! T[i, j, k]         -> A_s[i mod 32, k mod 8]   on thread (j mod 32, i mod 32)    another j, another thread: contested
//! T[i, j, k]         -> C[i, j]                                                    settled: j and i determine the thread
//! ```
//!
//! The remaining question is in which iterations of the enclosing loops both access one element. It
//! involves only loop coordinates and elements, which is much cheaper for isl than pairs of
//! instances and their threads.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{Path, Refusal, Units};
use tc_isl::{UnionMap, UnionSet};

use super::VisibleAccesses;
use tc_scop::barriers::Level;
use tc_scop::leaves::{Leaf, Leaves, select};
use tc_scop::warps::Warps;

/// Two leaves that access elements of one array, one of them writing, on different threads.
pub struct Contest<'a> {
    /// The name of the array.
    pub array: String,
    pub one: Side<'a>,
    pub other: Side<'a>,
    /// The weakest barrier that orders the two: that of a warp if the elements determine the warp
    /// that accesses them.
    pub level: Level,
}

/// A leaf and its accesses to one array.
#[derive(Clone)]
pub struct Side<'a> {
    pub leaf: &'a Leaf,
    /// From the leaf's instances to the elements that they access.
    touched: UnionMap,
    /// From the leaf's instances to the elements that they write.
    written: UnionMap,
    /// From the elements to the threads that access them here.
    owners: UnionMap,
    /// From the elements to the warps that access them here, if all warps are full.
    warps: Option<UnionMap>,
}

impl Side<'_> {
    /// Whether one statement accesses the array there, by atomic updates only.
    fn is_atomic(&self, atomic: &BTreeSet<String>) -> Result<bool, Refusal> {
        let statements = self.touched.domain()?.sets()?;
        let name = statements.first().and_then(|set| set.name());
        Ok(statements.len() == 1 && name.is_some_and(|name| atomic.contains(&name)))
    }
}

/// The contests of a kernel.
pub fn contests<'a>(
    leaves: &'a Leaves,
    kernel: &Path,
    accesses: &VisibleAccesses,
    warps: Option<Warps>,
) -> Result<Vec<Contest<'a>>, Refusal> {
    let mut found = Vec::new();
    let mut threads: Option<UnionMap> = None;
    let warps = match warps {
        Some(warps) => {
            let context = accesses.global.reads.context();
            let block = Some(warps.block);
            let threads = leaves.places(kernel, Units::Threads, block, context)?;
            Some(threads.followed_by(&warps.of_threads(context)?)?)
        }
        None => None,
    };
    for touched in [&accesses.global, &accesses.shared] {
        for array in touched.written()? {
            let reads = touched.reads.intersect_range(&array)?;
            let writes = touched.writes.intersect_range(&array)?;
            let threads = match &threads {
                Some(threads) => threads,
                None => {
                    let context = array.context();
                    threads.insert(leaves.places(kernel, Units::Threads, None, context)?)
                }
            };
            let mut sides: Vec<Side> = Vec::new();
            for leaf in leaves.below(kernel) {
                let written = writes.restricted_to(&leaf.instances)?;
                let touched = reads.restricted_to(&leaf.instances)?.union(&written)?;
                if !touched.is_empty()? {
                    sides.push(Side {
                        leaf,
                        owners: touched.reverse()?.followed_by(threads)?,
                        warps: match &warps {
                            Some(warps) => Some(touched.reverse()?.followed_by(warps)?),
                            None => None,
                        },
                        touched,
                        written,
                    });
                }
            }
            if settled(&sides.iter().collect::<Vec<_>>(), |side| Some(&side.owners))? {
                continue;
            }
            for (position, one) in sides.iter().enumerate() {
                for (further, other) in sides[position..].iter().enumerate() {
                    if further == 0 && one.is_atomic(&accesses.atomic)? {
                        continue;
                    }
                    // Each side is known not to be settled.
                    let all = sides.len() <= 2 && further + 1 == sides.len();
                    if all || !settled(&[one, other], |side| Some(&side.owners))? {
                        found.push(Contest {
                            array: name_of(&array)?,
                            one: one.clone(),
                            other: other.clone(),
                            level: if settled(&[one, other], |side| side.warps.as_ref())? {
                                Level::Warp
                            } else {
                                Level::Block
                            },
                        });
                    }
                }
            }
        }
    }
    Ok(found)
}

fn name_of(array: &UnionSet) -> Result<String, Refusal> {
    let name = array.sets()?.first().and_then(|set| set.name());
    Ok(name.unwrap_or_default())
}

/// Whether a single thread, or warp, accesses each element that one of the sides writes; not if it
/// is unknown.
fn settled<'s>(
    sides: &[&'s Side<'_>],
    owners_of: impl Fn(&'s Side<'_>) -> Option<&'s UnionMap>,
) -> Result<bool, Refusal> {
    let Some(first) = sides.first() else {
        return Ok(true);
    };
    let context = first.touched.context();
    let mut written = UnionSet::none(context)?;
    let mut owners = UnionMap::none(context)?;
    for side in sides {
        let Some(own) = owners_of(side) else {
            return Ok(false);
        };
        written = written.union(&side.written.range()?)?;
        owners = owners.union(own)?;
    }
    let owners = owners.intersect_domain(&written)?;
    Ok(owners.coalesce()?.is_single_valued()?)
}

impl Side<'_> {
    /// The statements of the leaf.
    pub fn statements(&self) -> Result<String, Refusal> {
        let sets = self.leaf.instances.sets()?;
        let mut names: Vec<String> = sets.iter().filter_map(|set| set.name()).collect();
        names.sort();
        Ok(names.join(", "))
    }

    /// From the first coordinates of instances to elements, given the accesses or writes of the
    /// instances.
    fn by_coordinates(&self, depth: usize, elements: &UnionMap) -> Result<UnionMap, Refusal> {
        let coordinates = self.leaf.coordinates(0..depth)?;
        Ok(coordinates.reverse()?.followed_by(elements)?)
    }
}

impl Contest<'_> {
    /// The two sides of each conflict, as the accesses of the first and of the second side: one of
    /// them writes.
    fn conflicts(&self) -> [(&UnionMap, &UnionMap); 2] {
        [
            (&self.one.written, &self.other.touched),
            (&self.one.touched, &self.other.written),
        ]
    }

    /// Whether the two access one element in the same iteration of the first `depth` loops.
    pub fn meet_in_one_iteration(&self, depth: usize) -> Result<bool, Refusal> {
        for (one, other) in self.conflicts() {
            let one = self.one.by_coordinates(depth, one)?;
            let other = self.other.by_coordinates(depth, other)?;
            if !one.intersect(&other)?.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the two access one element in two iterations, in one block, of the loops from
    /// `above` to `depth`, in the same iteration of those above: the first in an earlier one than
    /// the second, and reversed.
    pub fn meet_in_two_iterations(
        &self,
        above: usize,
        depth: usize,
        grid: [i64; 3],
    ) -> Result<(bool, bool), Refusal> {
        let context = self.one.touched.context();
        let block = self.one.leaf.place(depth, Units::Blocks, Some(grid))?;
        let mut pairs = UnionMap::none(context)?;
        for (one, other) in self.conflicts() {
            let one = self.one.by_coordinates(depth, one)?;
            let other = self.other.by_coordinates(depth, other)?;
            pairs = pairs.union(&one.apply_range(&other.reverse()?)?)?;
        }
        let pairs = pairs.intersect(&UnionMap::parse(context, &same_block(depth, &block))?)?;
        let meet = |pairs: &UnionMap| -> Result<bool, Refusal> {
            let earlier = UnionMap::parse(context, &earlier(above, depth))?;
            Ok(!pairs.intersect(&earlier)?.is_empty()?)
        };
        Ok((meet(&pairs)?, meet(&pairs.reverse()?)?))
    }

    /// Two instances on different threads that access one element in the same iteration of the
    /// first `depth` loops.
    pub fn example(&self, depth: usize) -> Result<Option<String>, Refusal> {
        let context = self.one.touched.context();
        let on_threads = |side: &Side| -> Result<UnionMap, Refusal> {
            let all = side.leaf.prefix.depth();
            let thread = side.leaf.place(all, Units::Threads, None)?;
            let select = UnionMap::parse(context, &select(all, &thread))?;
            Ok(side.leaf.prefix.relation()?.apply_range(&select)?)
        };
        let at = |side: &Side, elements: &UnionMap| -> Result<UnionMap, Refusal> {
            let coordinates = side.leaf.coordinates(0..depth)?;
            Ok(coordinates.range_product(elements)?)
        };
        let one_thread =
            on_threads(&self.one)?.apply_range(&on_threads(&self.other)?.reverse()?)?;
        for (one, other) in self.conflicts() {
            let meeting = at(&self.one, one)?.apply_range(&at(&self.other, other)?.reverse()?)?;
            let pairs = meeting.subtract(&one_thread)?;
            if !pairs.is_empty()? {
                return Ok(Some(pairs.sample()?.to_string()));
            }
        }
        Ok(None)
    }
}

/// `{ [c0, c1] -> [d0, d1] : floor(c0 / 32) mod 4 = floor(d0 / 32) mod 4 }`
fn same_block(depth: usize, block: &[String; 3]) -> String {
    let equal = block
        .iter()
        .map(|here| format!("{here} = {}", here.replace('c', "d")));
    related(depth, &equal.collect::<Vec<_>>().join(" and "))
}

/// `{ [c0, c1, c2] -> [d0, d1, d2] : c0 = d0 and (c1 < d1 or (c1 = d1 and c2 < d2)) }`
fn earlier(above: usize, depth: usize) -> String {
    let first_at = |first: usize| {
        let same = (0..first).map(|position| format!("c{position} = d{position}"));
        let conditions: Vec<String> = same.chain([format!("c{first} < d{first}")]).collect();
        format!("({})", conditions.join(" and "))
    };
    related(
        depth,
        &(above..depth)
            .map(first_at)
            .collect::<Vec<_>>()
            .join(" or "),
    )
}

fn related(depth: usize, condition: &str) -> String {
    let names = |letter: &str| {
        let names: Vec<String> = (0..depth)
            .map(|position| format!("{letter}{position}"))
            .collect();
        names.join(", ")
    };
    format!("{{ [{}] -> [{}] : {condition} }}", names("c"), names("d"))
}
