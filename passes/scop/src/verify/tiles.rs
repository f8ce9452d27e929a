//! Proves that a tile holds the original element at each access: the check that suits the output of
//! promotion.
//!
//! ```text
//! extension at the coordinates O
//!   sequence
//!     filter A_in      writes A_s at [O -> place]
//!     filter T         reads, writes A_s at [O -> place]
//!     filter A_out     reads A_s at [O -> place]
//! ```
//!
//! All conditions concern one execution of the sequence, that is, equal O:
//!
//! 1. all accesses to the tile, and no loop on blocks, are below the extension, and no loop on
//!    threads if each thread has a tile of its own; copies access the array at the elements that
//!    they move;
//! 2. only the original element of the accesses to a place is written to it;
//! 3. an element that is read was copied in by an earlier copy, or written by an earlier statement;
//! 4. if the array is written below the extension, then only through the tile, at one place for
//!    each element, and the written elements are copied out by a later copy, or at least those
//!    whose values are *seen*: read by an instance with other O, or the last ones of an argument.
//!
//! The array itself then has the correct values whenever the sequence begins and ends, except for
//! values that are not seen: all reads of these are below the extension, with equal O, and so
//! through the tile. The reads of each value are those of the original program, as the tree keeps
//! its order. A positive
//! answer is certain; a negative one means that the tile needs the exact analysis of
//! [`super::dataflow`], which also finds the witness.

use tc_dialects::schedule::tree::{Path, Refusal, Tree, Units};
use tc_isl::{Dim, UnionMap, UnionSet};

use super::promotion::{Promotion, Site, Use};
use crate::accesses::AccessKind;
use crate::dependences::Dependences;

/// The accesses to one tile below the extension that adds its copies.
struct Tile<'a> {
    promotion: &'a Promotion<'a>,
    /// All accesses of the scop.
    uses: &'a [Use],
    site: &'a Site,
    /// From instances to the coordinates of the extension.
    outer: UnionMap,
    fills: Vec<&'a Use>,
    empties: Vec<&'a Use>,
    users: Vec<&'a Use>,
    /// Other accesses below the extension with the same original array.
    around: Vec<&'a Use>,
}

/// Whether each access to `tile` certainly finds, or leaves, the value of its original element,
/// given the dependences of the original program.
pub fn is_current(
    tree: &Tree,
    promotion: &Promotion<'_>,
    uses: &[Use],
    tile: &str,
    found: &Dependences,
) -> Result<bool, Refusal> {
    match Tile::of(tree, promotion, uses, tile)? {
        Some(tile) => Ok(tile.one_element()?
            && tile.filled_before_reads(found)?
            && tile.emptied_after_writes(found)?),
        None => Ok(false),
    }
}

impl<'a> Tile<'a> {
    /// `None` if condition 1 does not hold.
    fn of(
        tree: &Tree,
        promotion: &'a Promotion<'a>,
        uses: &'a [Use],
        tile: &str,
    ) -> Result<Option<Tile<'a>>, Refusal> {
        let of_tile: Vec<&Use> = uses.iter().filter(|one| one.array == tile).collect();
        let copies = |site: &Site, one: &Use| site.copies.contains(&one.statement);
        let site = promotion
            .sites
            .iter()
            .find(|site| of_tile.iter().any(|one| copies(site, one)));
        let (Some(site), Some(first)) = (site, of_tile.first()) else {
            return Ok(None);
        };
        let array = &first.element_array;
        let inside = |one: &Use| -> Result<bool, Refusal> {
            for leaf in &promotion.leaves.0 {
                if leaf.runs(&one.statement)? && !site.path.contains(&leaf.path) {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let one_array = of_tile.iter().all(|one| one.element_array == *array);
        if !one_array || !is_one_sequence(tree, site) || !is_one_tile(tree, promotion, site, tile) {
            return Ok(None);
        }
        for one in &of_tile {
            if !inside(one)? {
                return Ok(None);
            }
        }
        let (own, users): (Vec<&Use>, Vec<&Use>) = of_tile
            .into_iter()
            .partition(|one| copies(site, one) && touches(other_side(uses, one), array));
        for one in own.iter().filter(|one| says_what_it_moves(promotion, one)) {
            if let Some(other) = other_side(uses, one)
                && !other.location.is_subset(&other.element)?
            {
                return Ok(None);
            }
        }
        let (fills, empties) = own
            .into_iter()
            .partition(|one| one.kind == AccessKind::Write);
        let mut around = Vec::new();
        for one in uses {
            let own_copy = copies(site, one) && touches(other_side(uses, one), tile);
            if one.element_array == *array && one.array != tile && !own_copy {
                for leaf in promotion.leaves.below(&site.path) {
                    if leaf.runs(&one.statement)? {
                        around.push(one);
                        break;
                    }
                }
            }
        }
        Ok(Some(Tile {
            promotion,
            uses,
            site,
            outer: promotion
                .leaves
                .coordinates(&site.path, 0..site.depth, promotion.context)?,
            fills,
            empties,
            users,
            around,
        }))
    }

    /// From instances to places of the tile, with the coordinates of the extension.
    fn at(&self, one: &Use) -> Result<UnionMap, Refusal> {
        Ok(self.outer.range_product(&one.location)?)
    }

    /// From the places of some accesses, with the coordinates of the extension, to the result of
    /// `what` for these.
    fn by_place<'u>(
        &self,
        uses: impl Iterator<Item = &'u &'u Use>,
        what: impl Fn(&Use) -> Result<UnionMap, Refusal>,
    ) -> Result<UnionMap, Refusal> {
        let mut found = UnionMap::none(self.promotion.context)?;
        for one in uses {
            found = found.union(&self.at(one)?.reverse()?.apply_range(&what(one)?)?)?;
        }
        Ok(found)
    }

    /// Condition 2.
    fn one_element(&self) -> Result<bool, Refusal> {
        let writers = self
            .users
            .iter()
            .filter(|one| one.kind == AccessKind::Write);
        let written = self.by_place(self.fills.iter().chain(writers), |one| {
            Ok(one.element.clone())
        })?;
        let written = written.coalesce()?;
        for one in self.fills.iter().chain(&self.users).chain(&self.empties) {
            if !self
                .at(one)?
                .apply_range(&written)?
                .is_subset(&one.element)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Condition 3. The order of the tree is proved for the original accesses, so an instance that
    /// writes what a later one reads precedes in the tree as well.
    fn filled_before_reads(&self, found: &Dependences) -> Result<bool, Refusal> {
        let reads = self.users.iter().filter(|one| one.kind == AccessKind::Read);
        for one in reads.chain(&self.empties) {
            let position = self.positions(one)?;
            let mut sources = Vec::new();
            for fill in &self.fills {
                if !before(&self.positions(fill)?, &position) {
                    return Ok(false);
                }
                sources.push(*fill);
            }
            // Writers of which only some instances come before the read.
            let mut partly = Vec::new();
            for writer in self
                .users
                .iter()
                .filter(|writer| writer.kind == AccessKind::Write && writer.must)
            {
                let first = if one.copy {
                    before(&self.positions(writer)?, &position)
                } else {
                    self.precedes(writer, one)
                };
                if first {
                    sources.push(*writer);
                } else if !one.copy {
                    partly.push(*writer);
                }
            }
            let filled = self.by_place(sources.iter(), |one| Ok(one.location.clone()))?;
            if !self.covered(one, &filled)? && !self.written_before(one, &filled, &partly, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Condition 4.
    fn emptied_after_writes(&self, found: &Dependences) -> Result<bool, Refusal> {
        let is_write = |one: &&&Use| one.kind == AccessKind::Write && !one.copy;
        if !self
            .users
            .iter()
            .chain(&self.around)
            .any(|one| is_write(&one))
        {
            return Ok(true);
        }
        if !self.around.is_empty() {
            return Ok(false);
        }
        let emptied = self.by_place(self.empties.iter(), |one| Ok(one.location.clone()))?;
        for one in &self.users {
            let position = self.positions(one)?;
            for empty in &self.empties {
                if !before(&position, &self.positions(empty)?) {
                    return Ok(false);
                }
            }
            if one.kind == AccessKind::Write
                && !self.covered(one, &emptied)?
                && !self.unseen_elsewhere(one, &emptied, found)?
            {
                return Ok(false);
            }
        }
        let mut places = UnionMap::none(self.promotion.context)?;
        for one in self.users.iter().chain(&self.fills).chain(&self.empties) {
            let elements = self.outer.range_product(&one.element)?;
            places = places.union(&elements.reverse()?.apply_range(&one.location)?)?;
        }
        Ok(places.coalesce()?.is_single_valued()?)
    }

    /// Whether all instances of a writer come before all of a reader in the original order: no loop
    /// of that order is around both, and no update of a reduction is known to come first.
    fn precedes(&self, writer: &Use, reader: &Use) -> bool {
        let place = |name: &str| {
            let mut statements = self.promotion.accesses.statements.iter();
            statements
                .find(|statement| statement.name == name)
                .and_then(|statement| statement.at.first().copied())
        };
        match (place(&writer.statement), place(&reader.statement)) {
            (Some(first), Some(then)) => first < then && !self.adds(writer),
            _ => false,
        }
    }

    /// Whether each instance of a read that is not to a place in the domain of `filled` reads a
    /// place that an instance of one of these writers has written before, in one execution of the
    /// extension.
    fn written_before(
        &self,
        read: &Use,
        filled: &UnionMap,
        writers: &[&Use],
        found: &Dependences,
    ) -> Result<bool, Refusal> {
        if !read.must {
            return Ok(false);
        }
        let places = self.at(read)?;
        let open = places.subtract_range(&filled.domain()?)?;
        let mut found_one = UnionMap::none(self.promotion.context)?;
        for writer in writers {
            // Pairs of an instance of the writer and one of the read, at one place of one
            // execution, of which the first comes first.
            let meeting = self.at(writer)?.apply_range(&open.reverse()?)?;
            found_one = found_one.union(&meeting.intersect(&found.flow)?)?;
        }
        Ok(open.domain()?.is_subset(&found_one.range()?)?)
    }

    /// Whether all instances of an access are to places in the domain of a relation.
    fn covered(&self, one: &Use, places: &UnionMap) -> Result<bool, Refusal> {
        let touched = self.at(one)?.range()?;
        let places: UnionSet = places.domain()?;
        Ok(touched.is_subset(&places)?)
    }

    /// Whether the values of a write that are seen outside of the execution that writes them are
    /// all at places in the domain of a relation.
    fn unseen_elsewhere(
        &self,
        write: &Use,
        places: &UnionMap,
        found: &Dependences,
    ) -> Result<bool, Refusal> {
        let mut statements = self.promotion.accesses.statements.iter();
        let updates = statements
            .any(|statement| statement.name == write.statement && statement.updates().is_some());
        if write.copy || updates {
            return Ok(false);
        }
        let copied: UnionSet = places.domain()?;
        let at_copied = |instances: &UnionMap| -> Result<bool, Refusal> {
            let seen = instances.apply_range(&write.location)?.wrap()?;
            Ok(seen.is_subset(&copied)?)
        };
        let runs = self.runs(&write.statement)?;
        for flow in found.flow.maps()? {
            if flow.tuple_name(Dim::In).as_deref() != Some(&write.statement) {
                continue;
            }
            // [write -> read] -> write, and -> read
            let (writer, reader) = (flow.domain_map()?, flow.range_map()?);
            let (writer, reader) = (writer.to_union_map()?, reader.to_union_map()?);
            let inside = self.runs(&flow.tuple_name(Dim::Out).unwrap_or_default())?;
            let outside = runs
                .apply_range(&writer.reverse()?)?
                .subtract(&inside.apply_range(&reader.reverse()?)?)?;
            if !at_copied(&outside.apply_range(&writer)?)? {
                return Ok(false);
            }
        }
        let mut arrays = self.promotion.accesses.arrays.iter();
        let array = arrays.find(|array| array.name == write.element_array);
        if array.is_some_and(|array| array.kind.is_temporary()) {
            return Ok(true);
        }
        let mut overwriting = UnionSet::none(self.promotion.context)?;
        for one in self.uses {
            let certain = one.kind == AccessKind::Write && one.must && !one.copy;
            if certain && one.element_array == write.element_array {
                overwriting = overwriting.union(&one.element.domain()?)?;
            }
        }
        let overwritten = found.output.intersect_range(&overwriting)?.domain()?;
        at_copied(&runs.subtract_range(&overwritten)?)
    }

    /// From the coordinates of the extension to the instances of a statement, without quotients
    /// where coordinates follow from others.
    fn runs(&self, statement: &str) -> Result<UnionMap, Refusal> {
        let mut runs = UnionMap::none(self.promotion.context)?;
        for map in self.outer.reverse()?.maps()? {
            if map.tuple_name(Dim::Out).as_deref() == Some(statement) {
                runs = runs.add_map(&map.detect_equalities()?.coalesce()?)?;
            }
        }
        Ok(runs)
    }

    /// Whether the statement of an access is a reduction, no update of which is known to come
    /// first.
    fn adds(&self, one: &Use) -> bool {
        let mut statements = self.promotion.accesses.statements.iter();
        statements
            .any(|statement| statement.name == one.statement && statement.accumulator.is_some())
    }

    /// The children of the site's sequence in which the statement of an access runs.
    fn positions(&self, one: &Use) -> Result<Vec<usize>, Refusal> {
        let below = self.site.path.child(0);
        let mut found = Vec::new();
        for leaf in self.promotion.leaves.below(&below) {
            if leaf.runs(&one.statement)? {
                found.extend(leaf.path.0.get(below.0.len()));
            }
        }
        Ok(found)
    }
}

fn before(first: &[usize], then: &[usize]) -> bool {
    first.iter().all(|one| then.iter().all(|other| one < other))
}

/// The access at the other side of a copy.
pub(super) fn other_side<'a>(uses: &'a [Use], one: &Use) -> Option<&'a Use> {
    uses.iter()
        .find(|other| other.statement == one.statement && other.position != one.position)
}

/// Whether a copy moves the original element of one of its accesses instead of the array element
/// that it accesses.
pub(super) fn says_what_it_moves(promotion: &Promotion, one: &Use) -> bool {
    let mut statements = promotion.accesses.statements.iter();
    let copy = statements.find(|statement| statement.name == one.statement);
    let mut accesses = copy.into_iter().flat_map(|copy| &copy.accesses);
    accesses.any(|access| access.stands_for.is_some())
}

fn touches(one: Option<&Use>, array: &str) -> bool {
    one.is_some_and(|one| one.array == array)
}

/// Whether a sequence is directly below the extension, and all loops on blocks, or in parallel, are
/// above.
fn is_one_sequence(tree: &Tree, site: &Site) -> bool {
    let below = site.path.child(0);
    matches!(tree.at(&below), Some(Tree::Sequence { .. })) && !is_spread(tree, &below)
}

/// Whether a loop at or below a node is on blocks, or runs its iterations at once.
pub(super) fn is_spread(tree: &Tree, node: &Path) -> bool {
    tree.walk().into_iter().any(|(path, below)| {
        let band = below.as_band().filter(|_| node.contains(&path));
        let mut members = band.into_iter().flat_map(|band| &band.members);
        members.any(|one| one.kind.block_axis().is_some() || one.kind.runs_at_once())
    })
}

/// Whether an execution of the sequence works on one tile: all threads of a block share it, or it
/// belongs to the thread that runs the sequence, as all loops on threads are above.
fn is_one_tile(tree: &Tree, promotion: &Promotion, site: &Site, tile: &str) -> bool {
    let mut arrays = promotion.accesses.arrays.iter();
    let array = arrays.find(|array| array.name == tile);
    match array.and_then(|array| array.kind.owner()) {
        Some(Units::Blocks) => true,
        Some(Units::Threads) => !tree.walk().into_iter().any(|(path, node)| {
            let band = node.as_band().filter(|_| site.path.contains(&path));
            let mut members = band.into_iter().flat_map(|band| &band.members);
            members.any(|member| member.kind.thread_axis().is_some())
        }),
        None => false,
    }
}
