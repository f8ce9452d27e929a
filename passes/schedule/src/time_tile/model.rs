//! Whether tiles in time pay on a CPU with two caches, and their sizes.
//!
//! One step of one point takes, in clocks:
//!
//! ```text
//! without tiles   work + moved/WIDE    an array that fits the second cache, or
//!                 work + moved/NARROW  a larger one
//! with tiles      work + moved/(of the cache that holds a tile) + 2*held*new/(of what is behind it)
//!                      + ROW * statements/(elements of a row of a tile)
//! ```
//!
//! `moved` are the bytes of the elements that the statements of a step access for a point, each
//! array counted once for each statement; `held` those that a point has in all arrays. `new` is the
//! part of a tile that one step brings in: the elements by which the tile moves on, and those of
//! the whole tile divided by its steps. `work` are the accesses, as vectors. Where each step writes
//! a plane of its own, that plane goes to memory with tiles and without, `kept/NARROW`.
//!
//! The constants are of a core with AVX-512 and fit what was measured for `jacobi_2d` and `heat_3d`
//! with hand-written tiles; only ratios between them matter.

use std::collections::BTreeSet;
use std::fmt;

use tc_dialects::schedule::tree::{Refusal, Scop};
use tc_isl::UnionSet;

use super::places::{Places, subscripts};
use crate::choose::nest::box_of;
use tc_dialects::target::Cpu;
use tc_pass_host::Decision;
use tc_scop::accesses::{AccessKind, ScopAccesses};
use tc_scop::extents::bytes_of;

/// Bytes in a clock from the first cache.
const NEAR: f64 = 128.0;
/// Bytes in a clock from the second cache.
const WIDE: f64 = 48.0;
/// Bytes in a clock from behind the second cache.
const NARROW: f64 = 12.0;
/// Clocks of a row of a tile beside its vectors, for each statement.
const ROW: f64 = 12.0;
/// Clocks of an access of a vector.
const ACCESS: f64 = 0.7;
/// The part of the first cache that a tile may take.
const OF_FIRST: f64 = 2.0 / 3.0;
/// The part of the second cache that a tile may take: rows of large arrays share its sets.
const OF_SECOND: f64 = 0.25;
/// The part of the time that tiles must save.
pub(super) const GAIN: f64 = 0.05;
/// Steps below which no tile pays.
pub(super) const STEPS: i64 = 4;

/// The sizes of tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sizes {
    /// Steps of the loop over time.
    pub time: i64,
    /// Elements along each dimension; 0 for all.
    pub space: Vec<i64>,
}

impl Sizes {
    /// The sizes as figures of a decision.
    pub fn figures(&self, decision: Decision) -> Decision {
        let tile = self.space.iter().filter(|size| **size > 0);
        decision
            .figure("Steps", self.time)
            .figure("Elements", tile.product())
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_one = |size: &i64| match size {
            0 => "all".to_owned(),
            size => size.to_string(),
        };
        let space: Vec<String> = self.space.iter().map(of_one).collect();
        write!(
            f,
            "tiles of {} steps of {} elements",
            self.time,
            space.join(" x ")
        )
    }
}

/// What one step of a loop over time does for each point that it sweeps over.
pub(super) struct Sweep {
    pub(super) steps: i64,
    pub(super) extents: Vec<i64>,
    /// Bytes of a point in all arrays.
    pub(super) held: f64,
    /// Bytes that the statements access, without those that are kept.
    pub(super) moved: f64,
    /// Bytes that they write to a plane of the step's own.
    pub(super) kept: f64,
    /// Accesses of the statements.
    pub(super) accesses: f64,
    pub(super) statements: f64,
}

impl Sweep {
    /// The sweep below a loop over time; none where sizes are not known.
    pub(super) fn of(
        scop: &Scop,
        accesses: &ScopAccesses,
        active: &UnionSet,
        places: &Places,
    ) -> Result<Option<Sweep>, Refusal> {
        let (Some(steps), Some(extents)) = (places.steps, places.extents()) else {
            return Ok(None);
        };
        let points: f64 = extents.iter().map(|extent| *extent as f64).product();
        let mut sweep = Sweep {
            steps,
            held: 0.0,
            moved: 0.0,
            kept: 0.0,
            accesses: 0.0,
            statements: 0.0,
            extents,
        };
        let mut all: BTreeSet<(String, String)> = BTreeSet::new();
        for set in active.sets()? {
            let Some(instances) = box_of(&set.project_out_all_params()?)? else {
                return Ok(None);
            };
            let share = instances as f64 / (points * steps as f64);
            // The borders of the arrays do not count.
            if share < 0.1 {
                continue;
            }
            let name = set.name().unwrap_or_default();
            let (mut own, mut kept) = (BTreeSet::new(), BTreeSet::new());
            for statement in accesses.statements.iter().filter(|one| one.name == name) {
                for access in &statement.accesses {
                    sweep.accesses += share;
                    let maps = access.relation.maps()?;
                    let [map] = &maps[..] else {
                        continue;
                    };
                    if !access.must || !map.is_single_valued()? {
                        continue;
                    }
                    let (moving, still) = subscripts(map, &places.time)?;
                    if still.len() < places.space.len() {
                        continue;
                    }
                    let plane: Vec<String> = moving.iter().map(ToString::to_string).collect();
                    let plane = (access.array.clone(), plane.join(" "));
                    if access.kind == AccessKind::Write && !moving.is_empty() {
                        kept.insert(plane)
                    } else {
                        own.insert(plane)
                    };
                }
            }
            sweep.statements += share.min(1.0);
            sweep.moved += share.min(1.0) * bytes(scop, accesses, &own);
            sweep.kept += share.min(1.0) * bytes(scop, accesses, &kept);
            all.append(&mut own);
            all.append(&mut kept);
        }
        sweep.held = bytes(scop, accesses, &all);
        Ok(Some(sweep))
    }

    /// Why tiles in time cannot pay, whatever their sizes.
    pub(super) fn needs_none(&self, machine: &Cpu) -> Option<String> {
        if self.steps < STEPS {
            return Some(format!("it has {} steps only", self.steps));
        }
        let bytes = self.bytes();
        (bytes <= OF_FIRST * machine.l1_bytes as f64)
            .then(|| format!("a step sweeps over {bytes:.0} bytes, which stay in the first cache"))
    }

    /// The best sizes for tiles that move by these elements in each step, along the dimensions that
    /// can be cut, and why; or why none pay.
    pub(super) fn best(
        &self,
        factors: &[Option<i64>],
        machine: &Cpu,
    ) -> Result<(Sizes, String), String> {
        let without = self.without_tiles(machine);
        let mut best: Option<(f64, Sizes)> = None;
        for time in [8, 16, 32, 64] {
            for space in self.candidates(factors) {
                let sizes = Sizes {
                    time: time.min(self.steps),
                    space,
                };
                let Some(clocks) = self.with_tiles(&sizes, factors, machine) else {
                    continue;
                };
                // More steps and larger tiles leave fewer tiles to run at the same time.
                if best.as_ref().is_none_or(|(least, _)| clocks < 0.97 * least) {
                    best = Some((clocks, sizes));
                }
            }
        }
        let megabytes = self.bytes() / 1e6;
        let Some((clocks, sizes)) = best else {
            return Err(format!(
                "no tile fits a cache: each step moves it by {} elements",
                joined(factors)
            ));
        };
        let model = format!(
            "a step sweeps over {megabytes:.2} MB in about {without:.2} clocks for each point, with tiles of {:.0} kB in {clocks:.2}",
            self.tile_bytes(&sizes) / 1e3
        );
        if clocks <= (1.0 - GAIN) * without {
            Ok((sizes, model))
        } else {
            Err(model)
        }
    }

    /// Sizes along all dimensions to compare: parts of the first ones, and of the last one or all.
    fn candidates(&self, factors: &[Option<i64>]) -> Vec<Vec<i64>> {
        let last = self.extents.len() - 1;
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for (dimension, extent) in self.extents.iter().enumerate() {
            let (least, most) = if dimension == last { (6, 16) } else { (2, 8) };
            let parts = (least..=most).map(|power| 1_i64 << power);
            let fits = |size: &i64| *size < *extent && factors[dimension].is_some();
            let sizes: Vec<i64> = parts.filter(fits).chain([0]).collect();
            all = all
                .iter()
                .flat_map(|before| {
                    sizes.iter().map(|size| {
                        let mut more = before.clone();
                        more.push(*size);
                        more
                    })
                })
                .collect();
        }
        all.retain(|sizes| sizes.iter().any(|size| *size > 0));
        all
    }

    fn without_tiles(&self, machine: &Cpu) -> f64 {
        let fits = self.bytes() <= OF_FIRST * machine.l2_bytes as f64;
        let moved = self.moved / if fits { WIDE } else { NARROW };
        self.work(machine) + moved + self.kept / NARROW
    }

    /// The clocks with tiles of these sizes, if a cache holds one.
    fn with_tiles(&self, sizes: &Sizes, factors: &[Option<i64>], machine: &Cpu) -> Option<f64> {
        let tile = self.tile_bytes(sizes);
        let swept = self.bytes() <= OF_FIRST * machine.l2_bytes as f64;
        let (held_by, behind) = match () {
            _ if tile <= OF_FIRST * machine.l1_bytes as f64 => {
                (NEAR, if swept { WIDE } else { NARROW })
            }
            _ if tile <= OF_SECOND * machine.l2_bytes as f64 && !swept => (WIDE, NARROW),
            _ => return None,
        };
        let mut stays = 1.0;
        for (size, factor) in sizes.space.iter().zip(factors) {
            if *size > 0 {
                stays *= 1.0 - factor.unwrap_or(0) as f64 / *size as f64;
            }
            if stays <= 0.0 {
                return None;
            }
        }
        let new = 1.0 - stays + 1.0 / sizes.time as f64;
        let row = match (sizes.space.last(), self.extents.last()) {
            (Some(0), Some(extent)) => *extent,
            (Some(size), _) => *size,
            _ => return None,
        };
        Some(
            self.work(machine)
                + self.moved / held_by
                + self.kept / NARROW
                + 2.0 * self.held * new / behind
                + ROW * self.statements / row as f64,
        )
    }

    fn work(&self, machine: &Cpu) -> f64 {
        ACCESS * self.accesses / machine.vector_lanes.max(1) as f64
    }

    /// Bytes of all points.
    pub(super) fn bytes(&self) -> f64 {
        let points: f64 = self.extents.iter().map(|extent| *extent as f64).product();
        self.held * points
    }

    fn tile_bytes(&self, sizes: &Sizes) -> f64 {
        let along = |(size, extent): (&i64, &i64)| match size {
            0 => *extent as f64,
            size => *size as f64,
        };
        let points: f64 = sizes.space.iter().zip(&self.extents).map(along).product();
        self.held * points
    }
}

/// Bytes of one element of each of these arrays.
fn bytes(scop: &Scop, accesses: &ScopAccesses, arrays: &BTreeSet<(String, String)>) -> f64 {
    let element = |name: &str| {
        let mut known = accesses.arrays.iter().zip(&scop.arrays);
        let found = known.find(|(info, _)| info.name == name);
        found.map_or(8, |(_, array)| bytes_of(&array.element)) as f64
    };
    arrays.iter().map(|(name, _)| element(name)).sum()
}

pub(super) fn joined(numbers: &[Option<i64>]) -> String {
    let of_one = |number: &Option<i64>| number.map_or("?".to_owned(), |number| number.to_string());
    let texts: Vec<String> = numbers.iter().map(of_one).collect();
    texts.join(" x ")
}
