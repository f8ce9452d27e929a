//! Loops inside of a tile that count as those of `schedule-tile` do: from the edge of the tile, and
//! again in tiles where they were.
//!
//! ```text
//! below a loop over floor(i/32), instead of a band of floor(k/16) and one of i mod 32, k mod 16:
//!
//! band permutable                   band "tile" permutable
//!   | S[i, k] -> i                    | S[i, k] -> floor(k/16)
//!   | S[i, k] -> k          ==>     band "point" permutable
//!                                     | S[i, k] -> i mod 32
//!                                     | S[i, k] -> k mod 16
//! ```
//!
//! A loop of the scheduler runs over an index of a statement. Where its difference to an old loop
//! has one value in a tile, the old loop takes its place, moved by a constant where the scheduler
//! moved one statement against another. Where it has one value in a tile of a tile, the loop over
//! these takes part in its place, in front of its band. A loop of one iteration is left out. All
//! others stay as they are: they visit the same instances in the same order, from a first value
//! that depends on the tile.

use tc_dialects::schedule::tree::{Band, Member, Path, Refusal, Tree};
use tc_isl::{MultiUnionPwAff, UnionMap, UnionPwAff, UnionSet, Val};

use crate::promote::TAG;
use tc_scop::values::distance;

/// Whether the loops of a band are over tiles.
pub(super) fn is_of_tiles(band: &Band) -> bool {
    !band.tile_sizes.is_empty() || band.tag.as_deref() == Some(TAG)
}

/// The loops of a place before it was scheduled anew.
pub(super) struct Points {
    /// The pairs of instances that no loop above keeps apart.
    together: UnionMap,
    instances: UnionSet,
    points: Vec<UnionPwAff>,
    /// Loops over tiles, and the size of such a tile where the loop counts in elements.
    tiles: Vec<(UnionPwAff, Option<i64>)>,
    /// The tag of the new bands.
    tag: Option<String>,
}

/// A loop of a new band.
enum NewLoop {
    /// Of one iteration in each tile.
    Fixed,
    Point(UnionPwAff),
    /// A loop over tiles and one in each of them; the first by position.
    Tiled(usize, UnionPwAff),
}

impl Points {
    /// Those at a place, which these instances reach.
    pub fn of(
        tree: &Tree,
        path: &Path,
        instances: &UnionSet,
        tag: Option<String>,
    ) -> Result<Points, Refusal> {
        let prefix = tree.prefix(path)?;
        let above = prefix.relation()?.intersect_domain(instances)?;
        let (mut points, mut tiles) = (Vec::new(), Vec::new());
        for (_, node) in tree.at(path).map(Tree::walk).unwrap_or_default() {
            let Some(band) = node.as_band() else { continue };
            let schedules = band.members.iter().map(|member| member.schedule.clone());
            if !is_of_tiles(band) {
                points.extend(schedules)
            } else {
                let size = |number| band.tile_sizes.get(number).copied();
                let sized = schedules.enumerate();
                tiles.extend(sized.map(|(number, schedule)| (schedule, size(number))));
            }
        }
        Ok(Points {
            together: above.apply_range(&above.reverse()?)?,
            instances: instances.clone(),
            points,
            tiles,
            tag,
        })
    }

    /// The tree with loops that count so, and how many of them are over tiles.
    pub fn tree(&self, tree: Tree) -> Result<(Tree, usize), Refusal> {
        let mut tiles = 0;
        let tree = tree.try_map(&mut |node| match node {
            Tree::Band { band, child } => {
                let (outer, inner) = self.band(&band)?;
                tiles += outer.members.len();
                Ok(child.below_band(inner).below_band(outer))
            }
            node => Ok::<Tree, Refusal>(node),
        })?;
        Ok((tree, tiles))
    }

    /// The loops over tiles of a band, and those in each of them.
    fn band(&self, band: &Band) -> Result<(Band, Band), Refusal> {
        let instances = band.members[0].schedule.domain()?;
        let together = self
            .together
            .intersect_domain(&instances)?
            .intersect_range(&instances)?;
        let together = Pairs(together);
        let mut outer = Band::new(Vec::new(), band.permutable).with_tag(TAG);
        let mut inner = Band::new(Vec::new(), band.permutable);
        inner.tag = self.tag.clone();
        let mut sizes = Vec::new();
        for member in &band.members {
            let may_tile = band.permutable || band.members.len() == 1;
            match self.member(&member.schedule, &together, may_tile)? {
                NewLoop::Fixed => {}
                NewLoop::Point(point) => inner.members.push(member.with_schedule(point)),
                NewLoop::Tiled(number, point) => {
                    let (tile, size) = &self.tiles[number];
                    outer
                        .members
                        .push(Member::new(tile.intersect_domain(&instances)?));
                    sizes.extend(size);
                    inner.members.push(member.with_schedule(point));
                }
            }
        }
        if sizes.len() == outer.members.len() {
            outer.tile_sizes = sizes;
        }
        Ok((outer, inner))
    }

    fn member(
        &self,
        value: &UnionPwAff,
        together: &Pairs,
        may_tile: bool,
    ) -> Result<NewLoop, Refusal> {
        if together.agree_at(value)? {
            return Ok(NewLoop::Fixed);
        }
        if let Some(point) = self.point(value, together)? {
            return Ok(NewLoop::Point(point));
        }
        if may_tile && let Some((number, point)) = self.tiled(value, together)? {
            return Ok(NewLoop::Tiled(number, point));
        }
        Ok(NewLoop::Point(value.clone()))
    }

    /// Old loops in the place of a new one, one for each statement.
    fn point(&self, value: &UnionPwAff, together: &Pairs) -> Result<Option<UnionPwAff>, Refusal> {
        let mut own: Vec<UnionSet> = Vec::new();
        for set in value.domain()?.universe()?.sets()? {
            own.push(UnionSet::from_set(&set)?);
        }
        own.sort_by_key(ToString::to_string);
        let mut first: Option<(UnionSet, UnionPwAff)> = None;
        let mut all: Option<UnionPwAff> = None;
        for statement in own {
            let Some((point, edge)) = self.of_statement(value, &statement, together)? else {
                return Ok(None);
            };
            let point = match &first {
                None => point,
                Some((other, other_edge)) => {
                    let between = together.between(other, &statement)?;
                    let (from, to) = (to_map(other_edge)?, to_map(&edge)?);
                    let edges = between.apply_domain(&from)?.apply_range(&to)?;
                    match (edges.is_empty()?, distance(&edges)?) {
                        (true, _) => point,
                        (false, Some(by)) => moved(&point, by)?,
                        (false, None) => return Ok(None),
                    }
                }
            };
            first.get_or_insert((statement, edge));
            all = Some(match all {
                None => point,
                Some(others) => others.union_add(&point)?,
            });
        }
        Ok(all)
    }

    /// An old loop of a statement, forwards or backwards, and the value of the new one at the edge
    /// of the tile, where the old one has the value 0.
    fn of_statement(
        &self,
        value: &UnionPwAff,
        statement: &UnionSet,
        together: &Pairs,
    ) -> Result<Option<(UnionPwAff, UnionPwAff)>, Refusal> {
        let value = value.intersect_domain(statement)?;
        let instances = self.instances.intersect(statement)?;
        let back = Val::new(value.context(), -1)?;
        let own = Pairs(together.between(statement, statement)?);
        for point in &self.points {
            let point = point.intersect_domain(statement)?;
            if !instances.is_subset(&point.domain()?)? {
                continue;
            }
            for point in [point.clone(), point.scale_val(&back)?] {
                let edge = value.sub(&point)?;
                if own.agree_at(&edge)? {
                    return Ok(Some((point, edge)));
                }
            }
        }
        Ok(None)
    }

    /// A loop over tiles, by position, and one in each of them that have the place of a new loop.
    fn tiled(
        &self,
        value: &UnionPwAff,
        together: &Pairs,
    ) -> Result<Option<(usize, UnionPwAff)>, Refusal> {
        let domain = value.domain()?;
        let instances = self.instances.intersect(&domain)?;
        for (number, (tile, _)) in self.tiles.iter().enumerate() {
            if !instances.is_subset(&tile.domain()?)? {
                continue;
            }
            let of_tile = MultiUnionPwAff::from_union_pw_aff(tile)?;
            let later = together
                .0
                .lex_lt_at_multi_union_pw_aff(&to_member(value)?)?;
            if !later.lex_gt_at_multi_union_pw_aff(&of_tile)?.is_empty()? {
                continue;
            }
            let same = Pairs(together.0.eq_at_multi_union_pw_aff(&of_tile)?);
            for point in &self.points {
                let covered = instances.is_subset(&point.domain()?)?;
                let point = point.intersect_domain(&domain)?;
                if covered && same.agree_at(&value.sub(&point)?)? {
                    return Ok(Some((number, point)));
                }
            }
        }
        Ok(None)
    }
}

/// Pairs of instances, each of them in both orders.
struct Pairs(UnionMap);

impl Pairs {
    /// Whether a function has one value for both instances of each pair.
    fn agree_at(&self, value: &UnionPwAff) -> tc_isl::Result<bool> {
        self.0
            .lex_lt_at_multi_union_pw_aff(&to_member(value)?)?
            .is_empty()
    }

    fn between(&self, first: &UnionSet, second: &UnionSet) -> tc_isl::Result<UnionMap> {
        self.0.intersect_domain(first)?.intersect_range(second)
    }
}

fn to_member(value: &UnionPwAff) -> tc_isl::Result<MultiUnionPwAff> {
    MultiUnionPwAff::from_union_pw_aff(value)
}

fn to_map(value: &UnionPwAff) -> tc_isl::Result<UnionMap> {
    UnionMap::from_union_pw_aff(value)
}

/// The function plus a constant.
fn moved(value: &UnionPwAff, by: i64) -> tc_isl::Result<UnionPwAff> {
    if by == 0 {
        return Ok(value.clone());
    }
    let by = UnionPwAff::val_on_domain(&value.domain()?, &Val::new(value.context(), by)?)?;
    value.union_add(&by)
}
