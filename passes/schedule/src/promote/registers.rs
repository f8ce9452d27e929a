//! `space=registers`: what one thread works on in unrolled loops becomes an array of its own, with
//! constant subscripts.
//!
//! ```text
//! band (thread.y ..., thread.x ..., unroll u, unroll v)       A_s_r = the 8 elements of A_s of a thread
//!   | C[..] += A_s[8*y + u, k] * B_s[k, 8*x + v]         ==>   B_s_r = the 8 elements of B_s
//!                                                             unroll u, v: C[..] += A_s_r[u] * B_s_r[v]
//! ```
//!
//! Such an array exists once for each thread; behind `schedule-unroll` and the generation of loops
//! each of its subscripts is a number, and `loops-mem-to-reg` and LLVM make values of its elements.
//!
//! **Where.** Above the unrolled loops that are the innermost ones of each leaf, or below the bands
//! that `below` names: by a mark, a tag, or a path such as `S1/band[1]`. Members that are unrolled
//! and stand last in a band are below the place; the band is split there.
//!
//! **Which arrays.** Arguments, temporaries and tiles in shared memory of which some element is
//! touched several times below the place, or those that `arrays` names. What a tile touches is a
//! box whose coordinates have few values; the gaps between these, as of elements that are as far
//! apart as there are threads, take no registers (`layout.rs`).
//!
//! **Legal when**
//! 1. every access to the array below the place is affine and certain, except that reads may be
//!    conditional;
//! 2. what a tile touches lies in a box of constant size, and the place of an element in it is a
//!    number once the loops are unrolled: no other loop below the place moves it;
//! 3. the statements that touch it run nowhere else, and nothing that an extension adds below the
//!    place touches it;
//! 4. loops on blocks, on threads, or in parallel are above the place, since registers belong to
//!    one thread.
//!
//! The first tiles of a place that together fit into `limit` bytes are taken; without it all
//! registers that a thread can have, or those of the vectors of a CPU. **Cost**: these registers;
//! isl's generation of the copied loops.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{MemberKind, Path, Refusal, Tree};
use tc_isl::{Dim, Map, PwAff, Set, UnionMap, Val};

use super::coalescing::iterations;
use super::copies::{COPY_TAG, Copy, Spread, member};
use super::footprint::Footprint;
use super::layout::Layout;
use super::place::Place;
use super::{
    Gain, PromotableArray, PromoteInput, Promoted, Promotion, SchedulePromote, StatementAccess,
    Tile, check_access, distinct, rewritten, touched, with_copies,
};
use crate::steps::Step;
use tc_dialects::target::Limits;
use tc_scop::leaves::{Leaf, select as coordinates};
use tc_scop::select::{self, Kind};

/// Where in a band the place is: below its first members.
struct Spot {
    band: Path,
    outer: usize,
}

/// Promotes arrays to registers in all places of a tree; at most `limit` bytes for each place.
pub fn keep(
    mut tree: Tree,
    input: &PromoteInput,
    options: &SchedulePromote,
    limit: i64,
) -> Result<Promoted, Refusal> {
    let mut promotion = Promotion::new(input, options, &Limits::common());
    promotion.limit = options.limit.unwrap_or(limit);
    promotion.check_names()?;
    let mut bytes = 0;
    // Later places first, so that the paths of the others stay right.
    for spot in spots(&tree, options.below.as_deref())?.into_iter().rev() {
        bytes += promotion.at_spot(&mut tree, &spot)?;
    }
    Ok(promotion.promoted(tree, bytes))
}

/// The places, in the order of the text; of bands inside of each other the innermost.
fn spots(tree: &Tree, below: Option<&str>) -> Result<Vec<Spot>, Refusal> {
    let mut spots: Vec<Spot> = match below {
        Some(below) => select::nodes(tree, Some(below), Kind::Band, "promote below")?
            .into_iter()
            .map(|band| Spot {
                outer: match unrolled_from(tree, &band) {
                    0 => usize::MAX,
                    outer => outer,
                },
                band,
            })
            .collect(),
        None => {
            let nodes = tree.walk().into_iter();
            let leaves = nodes.filter(|(_, node)| matches!(node, Tree::Leaf));
            leaves
                .filter_map(|(path, _)| above_unrolled(tree, &path))
                .collect()
        }
    };
    spots.sort_by(|one, other| one.band.cmp(&other.band));
    spots.dedup_by(|one, other| one.band == other.band);
    let bands: Vec<Path> = spots.iter().map(|spot| spot.band.clone()).collect();
    let contains = |outer: &Path, inner: &Path| outer != inner && outer.contains(inner);
    spots.retain(|spot| !bands.iter().any(|other| contains(&spot.band, other)));
    Ok(spots)
}

/// The number of the first of the unrolled members that stand last in a band.
fn unrolled_from(tree: &Tree, band: &Path) -> usize {
    let band = tree.at(band).and_then(Tree::as_band);
    let members = band.map_or(&[][..], |band| &band.members);
    let unrolled = members.iter().rev();
    let unrolled = unrolled.take_while(|one| one.kind.is_straight_line());
    members.len() - unrolled.count()
}

/// The place above the unrolled loops directly around a leaf that is not a copy's.
fn above_unrolled(tree: &Tree, leaf: &Path) -> Option<Spot> {
    let mut found = None;
    let mut next = leaf.parent();
    while let Some(path) = next {
        let Some(band) = tree.at(&path).and_then(Tree::as_band) else {
            break;
        };
        if band.tag.as_deref() == Some(COPY_TAG) {
            return None;
        }
        let outer = unrolled_from(tree, &path);
        if outer == band.members.len() {
            break;
        }
        next = (outer == 0).then(|| path.parent()).flatten();
        found = Some(Spot { band: path, outer });
    }
    found
}

/// A tree whose node at the returned path is the place.
fn opened(tree: &Tree, spot: &Spot) -> Result<(Tree, Path), Refusal> {
    let mut tree = tree.clone();
    if spot.outer == 0 {
        return Ok((tree, spot.band.clone()));
    }
    tree.replace_at(&spot.band, |node| match node {
        Tree::Band { band, child } => {
            let members: Vec<usize> = (0..band.members.len()).collect();
            let (outer, inner) = members.split_at(spot.outer.min(members.len()));
            child
                .below_band(band.select(inner))
                .below_band(band.select(outer))
        }
        node => node,
    });
    Ok((tree, spot.band.child(0)))
}

impl Promotion<'_> {
    /// Promotes arrays at one place; the bytes of their tiles.
    fn at_spot(&mut self, tree: &mut Tree, spot: &Spot) -> Result<i64, Refusal> {
        let (mut opened, path) = opened(tree, spot)?;
        let place = Place::new(&opened, &path)?;
        let mut tiles = Vec::new();
        let mut bytes = 0;
        for array in self.candidates(&place)? {
            let tile = self.register_tile(&opened, &place, array);
            let fits = tile.and_then(|tile| {
                let left = self.limit - bytes;
                if tile.bytes > left {
                    let message = format!(
                        "its tile takes {} bytes of registers, and {left} of {} are left",
                        tile.bytes, self.limit
                    );
                    return Err(Refusal::new(message)
                        .note("unroll less, or raise the limit if spills are no harm"));
                }
                bytes += tile.bytes;
                Ok(tile)
            });
            tiles.extend(self.unless_left(&place, array, fits)?);
        }
        if !tiles.is_empty() {
            opened.try_replace_at(&path, |node| with_copies(node, &place.prefix, &tiles))?;
            *tree = opened;
            self.tiles.extend(tiles);
        }
        Ok(bytes)
    }

    /// The tile of an array in registers at a place, or why there is none.
    fn register_tile(
        &mut self,
        tree: &Tree,
        place: &Place,
        array: &PromotableArray,
    ) -> Result<Tile, Refusal> {
        check_loops(place)?;
        if array.extents.is_empty() {
            return Err(Refusal::new("it is a single element"));
        }
        let accesses = self.accesses(array, place);
        for access in &accesses {
            place.check_statement(tree, &access.statement)?;
            check_access(access)?;
        }
        self.check_extensions(tree, place, array)?;
        let all = touched(place, accesses.iter().copied())?;
        let footprint = numbered(place, &accesses, &all)?;
        let gain = if self.options.arrays.is_empty() {
            reused(place, &accesses)?
        } else {
            Gain::AskedFor
        };
        let width = vector_width(&accesses, place)?;
        let layout = Layout::dense(&values(&footprint)?);
        if width.is_some_and(|width| layout.row(footprint.shape.len() - 1) % width != 0) {
            return Err(Refusal::new(VECTORS_BEGIN_ANYWHERE));
        }
        let shape = layout.shape();
        let elements = shape.iter().copied().fold(1, i64::saturating_mul);
        let reads = self.reads_from_outside(tree, place, &accesses)?;
        let writes = touched(
            place,
            accesses.iter().copied().filter(|access| access.write),
        )?;
        let name = self.fresh(&format!("{}_r", array.name));
        let filling = Filling {
            array,
            accesses: &accesses,
            footprint: &footprint,
            layout: &layout,
            width,
        };
        let copy_in = if reads.is_empty()? {
            None
        } else {
            Some(self.register_copy(place, &filling, "in", &reads)?)
        };
        let copy_out = if writes.is_empty()? || self.dies_here(array, place, &reads)? {
            None
        } else {
            Some(self.register_copy(place, &filling, "out", &writes)?)
        };
        let redirected = accesses
            .iter()
            .map(|access| rewritten(access, place, &footprint, &layout))
            .collect::<Result<_, _>>()?;
        Ok(Tile {
            by_units: false,
            name,
            array: array.name.clone(),
            kernel: place.kernel,
            shape,
            bytes: elements.saturating_mul(array.bytes),
            layout,
            padding: 0,
            gain,
            copy_in,
            copy_out,
            accesses: redirected,
        })
    }

    /// The copy of what these accesses touch to or from registers.
    fn register_copy(
        &mut self,
        place: &Place,
        filling: &Filling<'_>,
        way: &str,
        accesses: &UnionMap,
    ) -> Result<Copy, Refusal> {
        let array = filling.array;
        let name = self.fresh(&format!("{}_{way}", array.name));
        let elements = Footprint::touched_by(place.prefix.relation()?, accesses)?;
        let elements = within(&elements, array)?;
        let spread = Spread {
            unrolled: false,
            shape: &filling.footprint.shape,
            block: [1; 3],
            width: 1,
            full: true,
            layout: filling.layout,
        };
        let mut copy = Copy::new(&name, &elements, &filling.footprint.offset, &spread)?;
        let mut members = Vec::new();
        for subscript in &copy.subscripts {
            members.push(member(subscript)?.unrolled());
        }
        if let (Some(width), Some(row)) = (filling.width, copy.subscripts.last()) {
            let width = Val::new(row.context(), width)?;
            members.pop();
            let first = row.scale_down_val(&width)?.floor()?;
            members.push(member(&first)?.unrolled());
            members.push(member(&row.mod_val(&width)?)?.with_kind(MemberKind::Vector));
        }
        copy.band.members = members;
        if array.shared {
            copy.means = Some(moved(place, filling.accesses, &copy)?);
        }
        Ok(copy)
    }

    /// Refuses an array that a statement of an extension below a place touches: a copy to a tile,
    /// which could be another value than that in registers.
    fn check_extensions(
        &self,
        tree: &Tree,
        place: &Place,
        array: &PromotableArray,
    ) -> Result<(), Refusal> {
        for (path, node) in tree.walk() {
            let Tree::Extension { extension, .. } = node else {
                continue;
            };
            if !place.path.contains(&path) {
                continue;
            }
            for added in extension.range()?.sets()? {
                let mut accesses = self.input.accesses.iter();
                let touches = accesses.find(|access| {
                    access.array == array.name && added.name().as_ref() == Some(&access.statement)
                });
                if let Some(access) = touches {
                    return Err(Refusal::new(format!(
                        "{} copies it below the place",
                        access.statement
                    ))
                    .note("promote below the loop that the copies are in"));
                }
            }
        }
        Ok(())
    }
}

/// What a tile in registers is filled with.
struct Filling<'a> {
    array: &'a PromotableArray,
    accesses: &'a [&'a StatementAccess],
    footprint: &'a Footprint,
    layout: &'a Layout,
    /// The lanes of the vectors that read it, if any do.
    width: Option<i64>,
}

const VECTORS_BEGIN_ANYWHERE: &str =
    "vectors begin at any of its elements, not only at multiples of their width";

/// Refuses loops below a place that give each of their iterations registers of its own.
fn check_loops(place: &Place) -> Result<(), Refusal> {
    let outer = place.prefix.depth();
    for leaf in &place.leaves.0 {
        let below = leaf.prefix.kinds.iter().skip(outer);
        let mut apart = below.filter(|kind| kind.is_distributed());
        if let Some(kind) = apart.next() {
            return Err(Refusal::new(format!(
                "a loop on {kind} is below: registers belong to one thread"
            ))
            .note("name the band of that loop, or one below it, in `below`"));
        }
    }
    Ok(())
}

/// The box around what accesses touch, in which the place of each element is a number once the
/// loops are unrolled.
fn numbered(
    place: &Place,
    accesses: &[&StatementAccess],
    all: &UnionMap,
) -> Result<Footprint, Refusal> {
    let footprint = Footprint::of(place.prefix.relation()?, all)?;
    let check = |footprint: &Footprint| {
        let mut accesses = accesses.iter();
        accesses.try_for_each(|access| check_constant(access, place, footprint))
    };
    let Err(refusal) = check(&footprint) else {
        return Ok(footprint);
    };
    match footprint.tight()? {
        Some(tight) if check(&tight).is_ok() => Ok(tight),
        _ => Err(refusal),
    }
}

/// Refuses an access whose place in the tile is no number once the loops are unrolled.
fn check_constant(
    access: &StatementAccess,
    place: &Place,
    footprint: &Footprint,
) -> Result<(), Refusal> {
    let boxed = Layout::rows(&footprint.shape);
    let subscripts = rewritten(access, place, footprint, &boxed)?.subscripts;
    let Some(first) = subscripts.first() else {
        return Ok(());
    };
    let mut places = Map::from_pw_aff(&PwAff::from_aff(first)?)?;
    for subscript in &subscripts[1..] {
        places = places.flat_range_product(&Map::from_pw_aff(&PwAff::from_aff(subscript)?)?)?;
    }
    let places = places.to_union_map()?;
    for leaf in running(access, place)? {
        let kinds = leaf.prefix.kinds.iter().enumerate();
        let below = kinds.skip(place.prefix.depth());
        let (unrolled, others): (Vec<_>, Vec<_>) =
            below.partition(|(_, kind)| kind.is_straight_line());
        let names: Vec<String> = unrolled.iter().map(|(at, _)| format!("c{at}")).collect();
        let own = places.intersect_domain(&leaf.prefix.active)?;
        let context = own.context();
        let numbers = coordinates(leaf.prefix.depth(), &names);
        let numbers = UnionMap::parse(context, &numbers)?;
        let iterations = leaf.prefix.relation()?.apply_range(&numbers)?;
        if iterations
            .reverse()?
            .apply_range(&own)?
            .is_single_valued()?
        {
            continue;
        }
        let relation = access.relation.intersect_domain(&leaf.prefix.active)?;
        for (at, kind) in others {
            if !Step::along(&leaf.prefix, at, &relation)?.stays()? {
                return Err(Refusal::new(format!(
                    "a {kind} loop below moves the elements of {}, so that their places in the tile are no numbers",
                    access.statement
                ))
                .note("unroll that loop (schedule-unroll), or promote below it"));
            }
        }
        return Err(Refusal::new(format!(
            "the places of the elements of {} in the tile are no numbers after unrolling",
            access.statement
        )));
    }
    Ok(())
}

/// The leaves below a place that run the statement of an access.
fn running<'p>(access: &StatementAccess, place: &'p Place) -> Result<Vec<&'p Leaf>, Refusal> {
    let mut found = Vec::new();
    for leaf in &place.leaves.0 {
        if leaf.runs(&access.statement)? {
            found.push(leaf);
        }
    }
    Ok(found)
}

/// The gain of registers; refuses an array each element of which is touched once.
fn reused(place: &Place, accesses: &[&StatementAccess]) -> Result<Gain, Refusal> {
    let mut before: Option<UnionMap> = None;
    for access in distinct(accesses)? {
        let relation = access.relation.intersect_domain(&place.prefix.active)?;
        // From instances to elements, each with the coordinates of the place.
        let elements = place.prefix.relation()?.range_product(&relation)?;
        let again = match &before {
            None => false,
            Some(before) => {
                let both = elements.range()?.intersect(&before.range()?)?;
                !both.is_empty()?
            }
        };
        if again || !elements.is_injective()? {
            return Ok(Gain::Reused);
        }
        before = Some(match before {
            None => elements,
            Some(before) => before.union(&elements)?,
        });
    }
    Err(Refusal::new(
        "each of its elements is touched once: a register would serve one access",
    ))
}

/// The lanes of the vectors that move over the elements of accesses; none where no vector does.
fn vector_width(accesses: &[&StatementAccess], place: &Place) -> Result<Option<i64>, Refusal> {
    let mut width = None;
    for access in distinct(accesses)? {
        for leaf in running(access, place)? {
            let prefix = &leaf.prefix;
            let relation = access.relation.intersect_domain(&prefix.active)?;
            let below = place.prefix.depth()..prefix.depth();
            let mut steps = Vec::new();
            for at in below {
                let step = Step::along(prefix, at, &relation)?;
                if !step.stays()? {
                    steps.push((at, step));
                }
            }
            let is_vector = |at: &usize| prefix.kinds[*at].is_vector();
            let vector = steps.iter().find(|(at, _)| is_vector(at));
            let own = match vector {
                None => None,
                Some((_, step)) if !step.is_next()? => {
                    return Err(Refusal::new(
                        "a vector reads elements that are not neighbours",
                    ));
                }
                Some((at, _)) => Some(iterations(prefix, *at)?),
            };
            if let Some(own) = own {
                for (_, step) in steps.iter().filter(|(at, _)| !is_vector(at)) {
                    if !step.is_multiple_in(access_rank(&relation)? - 1, own)? {
                        return Err(Refusal::new(VECTORS_BEGIN_ANYWHERE));
                    }
                }
            }
            if width.is_some_and(|width| own.is_some() && own != Some(width)) {
                return Err(Refusal::new("vectors of different widths touch it"));
            }
            width = width.or(own);
        }
    }
    Ok(width)
}

/// The number of subscripts of what a relation touches.
fn access_rank(relation: &UnionMap) -> Result<usize, Refusal> {
    Ok(relation.as_map()?.dim(Dim::Out)?)
}

/// The values of each coordinate in the box of a footprint.
fn values(footprint: &Footprint) -> Result<Vec<BTreeSet<i64>>, Refusal> {
    let offset = Map::from_multi_aff(&footprint.offset)?;
    let offset = offset.intersect_domain(&footprint.touched.domain()?)?;
    let places = offset.reverse()?.apply_range(&footprint.touched)?;
    let places = places.deltas()?.project_out_all_params()?;
    let mut values = vec![BTreeSet::new(); footprint.shape.len()];
    for point in places.points()? {
        let Some(point) = point.to_i64s() else {
            continue;
        };
        for (values, value) in values.iter_mut().zip(point) {
            values.insert(value);
        }
    }
    Ok(values)
}

/// The elements that an array of known extents has: reads under a condition may be elsewhere.
fn within(elements: &Map, array: &PromotableArray) -> Result<Map, Refusal> {
    let names: Vec<String> = (0..array.extents.len())
        .map(|dim| format!("a{dim}"))
        .collect();
    let known = array.extents.iter().zip(&names);
    let known = known.filter_map(|(extent, name)| Some(format!("0 <= {name} < {}", (*extent)?)));
    let conditions = known.collect::<Vec<_>>().join(" and ");
    let condition = if conditions.is_empty() {
        String::new()
    } else {
        format!(" : {conditions}")
    };
    let text = format!("{{ {}[{}]{condition} }}", array.name, names.join(", "));
    let inside = Set::parse(elements.context(), &text)?;
    let inside = inside.to_union_set()?.identity()?;
    let elements = elements.to_union_map()?.apply_range(&inside)?;
    Ok(elements.as_map()?.coalesce()?)
}

/// From the instances of a copy of a tile's elements to what these stand for.
fn moved(place: &Place, accesses: &[&StatementAccess], copy: &Copy) -> Result<UnionMap, Refusal> {
    let context = copy.extension.context();
    let mut meant = UnionMap::none(context)?;
    for access in accesses {
        let relation = access.relation.intersect_domain(&place.prefix.active)?;
        // [outer coordinates -> element of the tile] -> element that it stands for
        let at = place.prefix.relation()?.range_product(&relation)?;
        meant = meant.union(&at.reverse()?.apply_range(&access.means)?)?;
    }
    let array = accesses.first().map_or("", |access| access.array.as_str());
    let depth = place.prefix.depth();
    let (outer, element) = copy.indices.split_at(depth);
    let text = format!(
        "{{ {}[{}] -> [[{}] -> {array}[{}]] }}",
        copy.name,
        copy.indices.join(", "),
        outer.join(", "),
        element.join(", ")
    );
    let running = copy.extension.range()?;
    let moved = UnionMap::parse(context, &text)?.intersect_domain(&running)?;
    let moved = moved.apply_range(&meant)?;
    if !moved.is_single_valued()? {
        return Err(Refusal::new(
            "an element of the tile stands for several elements of its array below the place",
        )
        .note("promote below the loop that fills the tile"));
    }
    Ok(moved.coalesce()?.gist_domain(&running)?)
}
