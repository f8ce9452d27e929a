//! `schedule-time-tile`: tiles that take several steps of a loop over time at once.
//!
//! ```text
//!                                                     band "time"
//!                                                       | S[t, i] -> floor(t/16) + floor((2t + i)/64); T[t, i] -> ...
//!                                                     band "time" permutable
//! band                                                  | coincident S[t, i] -> floor((2t + i)/64); T[t, i] -> floor((2t + i + 1)/64)
//!   | S[t, i] -> t; T[t, i] -> t                      band
//!   sequence                                 ==>        | S[t, i] -> t; T[t, i] -> t
//!     filter S[t, i]                                    sequence
//!       band | coincident S[t, i] -> i                    filter S[t, i]
//!     filter T[t, i]                                        band | coincident S[t, i] -> i
//!       band | coincident T[t, i] -> i                    filter T[t, i]
//!                                                           band | coincident T[t, i] -> i
//! ```
//!
//! A stencil that sweeps over an array in each step waits for memory once the array is larger than
//! a cache. A tile that is skewed by the time holds a few rows of several steps: they come into the
//! cache once for all of these. Inside a tile everything runs in the order that it had, so loops
//! stay vectors.
//!
//! **Which loops.** Bands of one loop that carries dependences, in which every statement writes
//! elements of arrays of the same rank: its subscripts that do not change with the loop are where
//! an instance works. By how much the tiles are skewed, and statements shifted, follows from the
//! least distances of the dependences (`skews`). Without `sizes` a model of two caches decides
//! whether tiles pay, and on their sizes (`model`).
//! **Legal** by construction: no dependence runs backwards along the coordinates of the tiles, and
//! inside a tile the order stays. Tiles with the same value at the outer band do not depend on each
//! other along the first member of the inner one: each of its coordinates may not decrease, and
//! their sum stays (Wolf and Lam 1991, wavefronts).
//! **On a GPU** a tile is for a block, which copies it to shared memory (`schedule-promote`) and
//! does its steps there. All dimensions are skewed (`parallel`), so that a wave has enough tiles,
//! and the loops inside count from the edge of the tile (`from_edge`): each thread has as many
//! elements in each step. The model is another one (`gpu`).
//! **Left alone**: loops with distances that are not bounded, or where no tile pays.
//! **Cost**: the dependences of the scop for each such loop that is larger than the caches.

mod gpu;
mod model;
mod places;
mod skews;

use tc_dialects::schedule::tree::{Band, Member, Path, Refusal, Scop, Tree};
use tc_isl::{UnionPwAff, UnionSet, Val, thread_context};

use tc_dialects::target::{Cpu, Gpu, Target, cpu_of};
use tc_pass_host::*;
use tc_scop::accesses::{self, ScopAccesses};
use tc_scop::legality::entering_before;
use tc_scop::scop_pass::{BUDGET, failure};
use tc_scop::values::bounds;

use model::{Sizes, Sweep};
use places::Places;
use skews::{Skew, skews};

/// The tag of the bands of tiles.
pub const TIME_TAG: &str = "time";

/// A loop over time and what became of it.
struct Verdict {
    decision: Decision,
    /// The node with its tiles, if there are any.
    tiled: Option<Tree>,
}

struct Search<'s> {
    scop: &'s Scop,
    accesses: &'s ScopAccesses,
    sizes: &'s [i64],
    parallel: usize,
    from_edge: bool,
    machine: &'s Processor,
}

/// What the model knows.
enum Processor {
    Cpu(Cpu),
    Gpu(Box<Gpu>),
}

impl Processor {
    fn needs_none(&self, sweep: &Sweep) -> Option<String> {
        match self {
            Processor::Cpu(cpu) => sweep.needs_none(cpu),
            Processor::Gpu(_) => gpu::needs_none(sweep),
        }
    }

    fn best(&self, sweep: &Sweep, factors: &[Option<i64>]) -> Result<(Sizes, String), String> {
        match self {
            Processor::Cpu(cpu) => sweep.best(factors, cpu),
            Processor::Gpu(machine) => gpu::best(sweep, factors, machine),
        }
    }
}

impl Search<'_> {
    /// What becomes of the loop at a path; nothing is said of one that is no loop over time.
    fn judge(&self, number: usize, path: &Path) -> Result<Option<Verdict>, Refusal> {
        let tree = &self.scop.tree;
        let Some(Tree::Band { band, child }) = tree.at(path) else {
            return Ok(None);
        };
        let below = tree.prefix(&path.child(0))?;
        if !is_over_time(band, child) {
            return Ok(None);
        }
        let left = |why: String| {
            let decision = Decision::missed(subject(number), "no tiles in time").because(why);
            let decision = decision.unless("the mapping option time_tile=SIZES, the time first");
            Ok(Some(Verdict {
                decision,
                tiled: None,
            }))
        };
        let time = &band.members[0].schedule;
        let places = match Places::of(time, &below.active, self.accesses)? {
            Ok(places) => places,
            Err(why) => return left(why),
        };
        let given = self.given(&places);
        if given
            .as_ref()
            .is_some_and(|given| given.space.iter().all(|size| *size == 0))
        {
            return left("the given sizes leave each of its dimensions whole".to_owned());
        }
        let sweep = match &given {
            Some(_) => None,
            None => match Sweep::of(self.scop, self.accesses, &below.active, &places)? {
                None => return left("its sizes are not known".to_owned()),
                Some(sweep) => Some(sweep),
            },
        };
        if let Some(why) = sweep
            .as_ref()
            .and_then(|sweep| self.machine.needs_none(sweep))
        {
            return left(why);
        }
        let before = entering_before(self.scop, self.accesses, path)?;
        let skews = skews(&before, &places)?;
        if let Some(why) = why_none(&skews, given.as_ref()) {
            return left(why);
        }
        let factors: Vec<Option<i64>> = skews
            .iter()
            .map(|skew| skew.as_ref().ok().map(|skew| skew.factor))
            .collect();
        let chosen = match (given, &sweep) {
            (None, Some(sweep)) => self.machine.best(sweep, &factors),
            (sizes, _) => Ok((
                sizes.unwrap_or_default(),
                "these sizes were given".to_owned(),
            )),
        };
        let (sizes, why) = match chosen {
            Ok(chosen) => chosen,
            Err(why) => return left(why),
        };
        let tiles = tiles(&places, &skews, &sizes, self.parallel)?;
        let inside = self.inside(child, &below.active, &places, &skews, &sizes)?;
        let tiled = [band.clone()]
            .into_iter()
            .chain(tiles)
            .fold(inside, Tree::below_band);
        let decision = Decision::passed(subject(number), sizes.to_string())
            .because(why)
            .unless("the mapping option time_tile=none");
        Ok(Some(Verdict {
            decision: sizes.figures(decision),
            tiled: Some(tiled),
        }))
    }

    /// What runs inside of a tile.
    fn inside(
        &self,
        child: &Tree,
        active: &UnionSet,
        places: &Places,
        skews: &[Result<Skew, String>],
        sizes: &Sizes,
    ) -> Result<Tree, Refusal> {
        if self.from_edge && places.ends.is_some() {
            from_edge(child.clone(), active, places, skews, sizes)
        } else {
            Ok(child.clone())
        }
    }

    /// The sizes that a person gave, as many as there are dimensions.
    fn given(&self, places: &Places) -> Option<Sizes> {
        let (&time, space) = self.sizes.split_first()?;
        let mut space = space.to_vec();
        space.resize(places.space.len(), 0);
        Some(Sizes { time, space })
    }
}

/// Why there are no tiles of the given sizes, or none at all.
fn why_none(skews: &[Result<Skew, String>], given: Option<&Sizes>) -> Option<String> {
    let refused = |dimension: usize| skews[dimension].as_ref().err().cloned();
    match given {
        Some(sizes) => {
            let mut cut = (0..skews.len()).filter(|dimension| sizes.space[*dimension] > 0);
            cut.find_map(refused)
        }
        None if skews.iter().all(Result::is_err) => refused(0),
        None => None,
    }
}

fn subject(number: usize) -> String {
    format!("time of loop {number}")
}

/// Whether a scop has a loop over time, which this pass may tile.
pub fn has_loop_over_time(scop: &Scop) -> bool {
    let nodes = scop.tree.walk().into_iter();
    nodes
        .filter_map(|(_, node)| match node {
            Tree::Band { band, child } => Some(is_over_time(band, child)),
            _ => None,
        })
        .any(|over_time| over_time)
}

/// Whether a band is one loop that carries dependences, around parallel ones.
fn is_over_time(band: &Band, child: &Tree) -> bool {
    let [member] = &band.members[..] else {
        return false;
    };
    let plain = band.tile_sizes.is_empty() && band.ast_options.is_none() && band.tag.is_none();
    let runs_in_order = !member.coincident && member.kind.is_plain();
    let parallel = |(_, node): (Path, &Tree)| {
        let members = node.as_band().map(|band| &band.members[..]);
        members.is_some_and(|members| members.iter().any(|member| member.coincident))
    };
    plain && runs_in_order && child.walk().into_iter().any(parallel)
}

/// The bands of tiles, the inner one first: those that run at the same time, then the waves of
/// them, one after the other.
fn tiles(
    places: &Places,
    skews: &[Result<Skew, String>],
    sizes: &Sizes,
    parallel: usize,
) -> Result<[Band; 2], Refusal> {
    let cut = |value: &UnionPwAff, size: i64| -> Result<UnionPwAff, Refusal> {
        let size = Val::new(value.context(), size)?;
        Ok(value.scale_down_val(&size)?.floor()?)
    };
    let mut members = Vec::new();
    for (place, (skew, &size)) in places.space.iter().zip(skews.iter().zip(&sizes.space)) {
        if let (Ok(skew), true) = (skew, size > 0) {
            let coordinate = skew.coordinate(&places.time, place)?;
            members.push(Member::new(cut(&coordinate, size)?));
        }
    }
    let mut wave = cut(&places.time, sizes.time)?;
    for member in members.iter_mut().take(parallel) {
        wave = wave.union_add(&member.schedule)?;
        member.coincident = true;
    }
    let waves = Band::new(vec![Member::new(wave)], false);
    let tiles = Band::new(members, true);
    Ok([tiles, waves].map(|band| band.with_tag(TIME_TAG)))
}

/// The loops over space below a step, counted from the edge of the tile. In one step of one tile
/// that is a constant less than before; loops that several statements share stay, where it is not
/// the same constant for all of them, and so do all where the sizes are not known.
fn from_edge(
    node: Tree,
    active: &UnionSet,
    places: &Places,
    skews: &[Result<Skew, String>],
    sizes: &Sizes,
) -> Result<Tree, Refusal> {
    let counted = |member: &mut Member| -> Result<(), Refusal> {
        let all = member.schedule.domain()?;
        let instances = all.intersect(active)?;
        let own = member.schedule.intersect_domain(&instances)?;
        let cut = places.space.iter().zip(skews.iter().zip(&sizes.space));
        for (place, (skew, &size)) in cut {
            let (Ok(skew), true) = (skew, size > 0) else {
                continue;
            };
            let (time, place) = (
                places.time.intersect_domain(&all)?,
                place.intersect_domain(&all)?,
            );
            let coordinate = skew.coordinate(&time, &place)?.intersect_domain(&all)?;
            let moved = time.scale_val(&Val::new(time.context(), skew.factor)?)?;
            // In a step the two differ by one number for all statements, so that instances with one
            // value still have one.
            let apart = coordinate
                .sub(&moved)?
                .intersect_domain(&instances)?
                .sub(&own)?;
            if bounds(&apart)?.is_some_and(|(least, most)| least == most) {
                let size = Val::new(coordinate.context(), size)?;
                member.schedule = coordinate.mod_val(&size)?;
                return Ok(());
            }
        }
        Ok(())
    };
    let node = match node {
        Tree::Band { mut band, child } => {
            for member in &mut band.members {
                counted(member)?;
            }
            Tree::Band { band, child }
        }
        node => node,
    };
    node.try_map_children(|_, child| from_edge(child, active, places, skews, sizes))
}

pass! {
    /// Puts loops over skewed tiles around a loop over time, so that several of its steps work on
    /// data that is in a cache, or in shared memory. Without sizes a model of the `tc.target` of
    /// the module decides; without a target it is `avx512`.
    pub struct ScheduleTimeTile {
        name: "schedule-time-tile",
        anchor: "schedule.scop",
        summary: "tiles that take several steps of a loop over time at once",
        options: {
            /// dimensions of which several tiles run at the same time, at least 1
            parallel: usize = 1,
            /// loops inside of a tile count from its edge
            from_edge: bool = false,
            /// steps, then elements of each dimension that the loop sweeps over, outermost first, 0
            /// for all of it; the model decides if empty
            sizes: Vec<i64> = Vec::new(),
        },
        statistics: {
            /// loops over time with tiles
            tiled,
            /// loops over time that stay as they are
            left,
        },
    }
}

impl Pass for ScheduleTimeTile {
    fn check(&self) -> Result<(), String> {
        match self.sizes.split_first() {
            _ if self.parallel == 0 => Err(
                "expected at least 1 dimension with several tiles at the same time, found 0"
                    .to_owned(),
            ),
            None => Ok(()),
            Some((time, _)) if *time < 1 => Err(format!(
                "expected at least 1 step of time in a tile, found {time}"
            )),
            Some((_, space)) => match space.iter().find(|size| **size < 0) {
                Some(size) => Err(format!("expected tile sizes of at least 0, found {size}")),
                None if space.iter().all(|size| *size == 0) => {
                    Err("expected a tile size other than 0 behind the steps of time".to_owned())
                }
                None => Ok(()),
            },
        }
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let isl = thread_context();
        let accesses = accesses::of_scop(&isl, operation)?;
        let target = ctx.target();
        let work = || -> Result<Vec<Decision>, Refusal> {
            let mut scop = Scop::from_op(&isl, operation)?;
            let machine = match target.as_ref().and_then(Target::as_gpu) {
                Some(machine) => Processor::Gpu(Box::new(machine.clone())),
                None => Processor::Cpu(cpu_of(target.as_ref())?),
            };
            let mut verdicts = Vec::new();
            let mut inside: Option<Path> = None;
            for (path, _) in scop.tree.walk() {
                if inside
                    .as_ref()
                    .is_some_and(|above| path.0.starts_with(&above.0))
                {
                    continue;
                }
                let search = Search {
                    scop: &scop,
                    accesses: &accesses,
                    sizes: &self.sizes,
                    parallel: self.parallel,
                    from_edge: self.from_edge,
                    machine: &machine,
                };
                if let Some(verdict) = search.judge(verdicts.len(), &path)? {
                    if verdict.tiled.is_some() {
                        inside = Some(path.clone());
                    }
                    verdicts.push((path, verdict));
                }
            }
            let mut decisions = Vec::new();
            let mut changed = false;
            // The last one first, so that paths stay what they were.
            for (path, verdict) in verdicts.into_iter().rev() {
                match (verdict.tiled, scop.tree.at_mut(&path)) {
                    (Some(tiled), Some(node)) => {
                        *node = tiled;
                        changed = true;
                        self.tiled.add(1);
                    }
                    _ => self.left.add(1),
                }
                decisions.push(verdict.decision);
            }
            if changed {
                scop.write(ctx.context(), operation)?;
            }
            decisions.reverse();
            Ok(decisions)
        };
        let decisions = isl
            .with_budget(BUDGET, work)
            .map_err(|refusal| failure(operation, refusal))?;
        for decision in decisions {
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
