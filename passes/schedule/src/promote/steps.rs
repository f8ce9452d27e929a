//! Tiles of several steps of a loop over time (`schedule-time-tile`), which move with the time.
//!
//! ```text
//! band "time" (block.x S[t, i] -> floor((2t + i)/32))
//!   band (S[t, i] -> t)               a step touches  [p, t] -> A[32p - 2t .. 32p - 2t + 33]
//!     ...                             all steps do    [p] -> A[a] : some t of the tile has a
//! ```
//!
//! What all steps touch is no box, so it is read and written as it is: neighbouring tiles of the
//! same wave work on what is between it and the box. isl alone would need a case for each bound of
//! the time; [`Map::eliminate_in`] needs none.
//!
//! What a statement reads in a step is made a box before. No other block writes the rest of that
//! box: the dimensions of a tile are skewed one by one by the least distance of all dependences, so
//! that tiles of a wave depend neither on each other nor on what has these distances in other
//! combinations. `schedule-verify` proves it of the tree that comes out. An array that holds
//! nothing before the scop runs has only those elements read that other tiles wrote before.

use tc_dialects::schedule::tree::{Path, Prefix, Refusal, Tree};
use tc_isl::{Dim, Map, UnionMap};

use super::StatementAccess;
use super::footprint::Footprint;
use super::place::Place;
use crate::time_tile::TIME_TAG;

/// The most dimensions along which a tile moves.
const DIMENSIONS: usize = 2;

/// The steps of the tiles of a place.
pub struct Steps {
    /// What the nodes above and the loop over time say.
    prefix: Prefix,
    /// The step of each instance.
    time: UnionMap,
}

impl Steps {
    /// The steps of a place below tiles in time; none elsewhere.
    pub fn of(tree: &Tree, path: &Path, above: &Prefix) -> Result<Option<Steps>, Refusal> {
        let tiles = tree.along(path).into_iter().filter_map(Tree::as_band);
        let mut tiles = tiles.filter(|band| band.tag.as_deref() == Some(TIME_TAG));
        let cut = tiles.next_back().map_or(0, |band| band.members.len());
        let Some(node) = tree.at(path).filter(|_| cut > 0) else {
            return Ok(None);
        };
        match node.as_band().map(|band| &band.members[..]) {
            Some([step]) if step.kind.is_plain() && !step.coincident => {
                if cut > DIMENSIONS {
                    return Err(Refusal::new(format!(
                        "its tiles move along {cut} dimensions, and what they hold takes isl too long to say"
                    ))
                    .note(format!("cut {DIMENSIONS} dimensions: the mapping option time_tile")));
                }
                Ok(Some(Steps {
                    prefix: above.enter(node)?,
                    time: UnionMap::from_union_pw_aff(&step.schedule)?,
                }))
            }
            _ => Ok(None),
        }
    }

    /// Whether a tile touches an element in several of its steps.
    pub fn come_back(&self, above: &Prefix, accesses: &UnionMap) -> Result<bool, Refusal> {
        // [outer coordinates -> element] -> step
        let steps = above
            .relation()?
            .range_product(accesses)?
            .reverse()?
            .followed_by(&self.time)?;
        Ok(!steps.is_single_valued()?)
    }

    /// The elements that the boxes of all statements and steps of a tile hold.
    pub fn boxes(&self, accesses: &UnionMap, extents: &[i64]) -> Result<Option<Map>, Refusal> {
        let mut all: Option<Map> = None;
        for own in accesses.domain()?.sets()? {
            let own = accesses.intersect_domain(&own.to_union_set()?)?;
            let boxes = Footprint::around(self.step(&own)?)?.whole_box(extents)?;
            let Some(boxes) = boxes.eliminate_in(self.position())? else {
                return Ok(None);
            };
            all = Some(with(all, boxes)?);
        }
        Ok(all)
    }

    /// The elements of an array without values of its own that are read in a step before this tile
    /// writes them in the same step: another tile has.
    pub fn needed(
        &self,
        tree: &Tree,
        place: &Place,
        accesses: &[&StatementAccess],
    ) -> Result<Option<Map>, Refusal> {
        let relation =
            |access: &StatementAccess| access.relation.restricted_to(&place.prefix.active);
        let of_kind = |write: bool| accesses.iter().filter(move |access| access.write == write);
        let mut all: Option<Map> = None;
        for read in of_kind(false) {
            let mut left = self.step(&relation(read)?)?;
            for write in of_kind(true) {
                let written = self.step(&relation(write)?)?;
                let fork = place.runs_before(tree, &write.statement, &read.statement)?;
                if fork.is_some_and(|fork| fork.0.len() > place.path.0.len()) {
                    left = left.subtract(&written)?;
                }
            }
            for write in of_kind(true) {
                let written = self.step(&relation(write)?)?;
                let steps = left.apply_range(&written.reverse()?)?;
                if !steps.intersect(&self.earlier(&steps)?)?.is_empty()? {
                    return Err(Refusal::new(
                        "a step reads what an earlier step of the same tile wrote, and nothing is there before",
                    ));
                }
            }
            let Some(left) = left.eliminate_in(self.position())? else {
                return Ok(None);
            };
            all = Some(with(all, left)?);
        }
        Ok(all)
    }

    /// From each step of a tile to the earlier ones.
    fn earlier(&self, steps: &Map) -> Result<Map, Refusal> {
        let outer = self.position();
        let names = |letter: &str| {
            let all: Vec<String> = (0..=outer).map(|at| format!("{letter}{at}")).collect();
            all.join(", ")
        };
        let mut conditions: Vec<String> = (0..outer).map(|at| format!("a{at} = b{at}")).collect();
        conditions.push(format!("b{outer} < a{outer}"));
        let text = format!(
            "{{ [{}] -> [{}] : {} }}",
            names("a"),
            names("b"),
            conditions.join(" and ")
        );
        Ok(Map::parse(steps.context(), &text)?)
    }

    /// From each step of a tile to the instances of a statement that run in it.
    pub fn runs(&self, statement: &str) -> Result<Option<Map>, Refusal> {
        let all = self.prefix.relation()?.reverse()?;
        let mut maps = all.maps()?.into_iter();
        let own = maps.find(|map| map.tuple_name(Dim::Out).as_deref() == Some(statement));
        let own = own.map(|own| own.detect_equalities()?.coalesce());
        Ok(own.transpose()?)
    }

    /// From each step of a tile to all of its steps.
    pub fn of_same_tile(&self) -> Result<Map, Refusal> {
        let names = |last: &str| {
            let outer = (0..self.position()).map(|at| format!("a{at}"));
            outer
                .chain([last.to_owned()])
                .collect::<Vec<_>>()
                .join(", ")
        };
        let text = format!("{{ [{}] -> [{}] }}", names("t"), names("s"));
        Ok(Map::parse(self.prefix.active.context(), &text)?)
    }

    /// The elements of all steps of a tile.
    pub fn of_all(&self, of_step: &Map) -> Result<Option<Map>, Refusal> {
        Ok(of_step.eliminate_in(self.position())?)
    }

    /// The elements that all steps of a tile touch.
    pub fn touched(&self, accesses: &UnionMap) -> Result<Option<Map>, Refusal> {
        self.of_all(&self.step(accesses)?)
    }

    /// What a step touches, without quotients: the wave is the sum of the tile's coordinates, and
    /// says which steps it has.
    fn step(&self, accesses: &UnionMap) -> Result<Map, Refusal> {
        let touched = self.prefix.relation()?.reverse()?.apply_range(accesses)?;
        Ok(touched.as_map()?.detect_equalities()?.coalesce()?)
    }

    fn position(&self) -> usize {
        self.prefix.depth() - 1
    }
}

/// The pairs of both.
pub(super) fn with(all: Option<Map>, more: Map) -> Result<Map, Refusal> {
    Ok(match all {
        Some(all) => all.union(&more)?.coalesce()?,
        None => more,
    })
}
