//! `schedule-wavefront`: several rows of a sweep in place at the same time, each a few steps behind
//! the one before.
//!
//! ```text
//! band                                     band
//!   | S[i, j] -> i                           | S[i, j] -> floor(i/8)
//! band                                     band
//!   | S[i, j] -> j              ==>          | S[i, j] -> j + i mod 8
//!                                          band "micro" permutable
//!                                            | unroll coincident S[i, j] -> i mod 8
//! ```
//!
//! A sweep that reads what the step before wrote waits for each sum before it starts the next one,
//! and cannot become a vector. Rows that run askew do not wait for each other: step `j` of row `i`
//! needs step `j` of row `i - 1`, which is done one step earlier then (Wolf and Lam 1991). What a
//! row passes on to the next step stays in a register.
//!
//! **Which bands.** Two bands of one loop each, directly above a leaf, of which the inner one
//! carries dependences that are not only those of a sum. Rows that do not depend on each other are
//! not askew. They may also be the inner loop, inside the one that carries dependences, if most
//! accesses are scattered along the rows and go to a neighbour along the other loop: then the loops
//! change places.
//!
//! ```text
//! band                                     band
//!   | F[j, i] -> j                           | coincident F[j, i] -> floor(i/8)
//! band                                     band
//!   | coincident F[j, i] -> i   ==>          | F[j, i] -> j
//!                                          band "micro" permutable
//!                                            | unroll coincident F[j, i] -> i mod 8
//! ```
//!
//! **How many rows**: a quarter of the registers, at most 8, and fewer where a body has many
//! accesses or the loops are short. Code for full steps is separate, and has no conditions (isl's
//! option `isolate`).
//!
//! **Legal when** no dependence runs backwards in the new order and the rows of a step do not
//! depend on each other ([`tc_scop::legality`]): the least distance between rows of 0, 1 and 2
//! steps for which that holds is taken.
//! **Left alone**: short or unknown loops, and rows that depend on each other at any distance.
//! **Cost**: the dependences of the scop, if it has such bands, and three order checks for each.

use tc_dialects::schedule::tree::{Band, Path, Refusal, Scop, Tree};
use tc_isl::{Val, thread_context};

use super::register_tile::{INNER_TAG, isolation};
use super::steps::Step;
use super::tile::floor_and_mod;
use super::unroll::values;
use tc_dialects::target::{Cpu, cpu_of};
use tc_pass_host::*;
use tc_scop::accesses::NEAR;
use tc_scop::accesses::{self, ScopAccesses};
use tc_scop::legality::Legality;
use tc_scop::scop_pass::{BUDGET, failure};

/// The distances between rows that are tried, in steps of the inner loop.
const DISTANCES: std::ops::RangeInclusive<i64> = 0..=2;

/// The most rows at the same time.
const MOST_ROWS: i64 = 8;

/// The accesses of all rows of a step, at most.
const MOST_ACCESSES: i64 = 64;

/// What a refusal says could not be done.
const WHAT: &str = "run rows of a sweep at the same time";

/// Whether the rows of the sweep that begins at a node are its inner loop; `None` for what is not
/// two bands of one loop each above a leaf.
fn rows_are_inside(node: &Tree) -> Option<bool> {
    let Tree::Band { band: outer, child } = node else {
        return None;
    };
    let Tree::Band { band: inner, child } = child.as_ref() else {
        return None;
    };
    let plain = |band: &Band| {
        band.members.len() == 1
            && band.members[0].kind.is_plain()
            && band.tile_sizes.is_empty()
            && band.ast_options.is_none()
    };
    let carries = |band: &Band| !band.members[0].coincident;
    let fits = matches!(**child, Tree::Leaf) && plain(outer) && plain(inner);
    (fits && (carries(outer) || carries(inner))).then(|| !carries(inner))
}

/// What is known of a sweep before its dependences are looked at.
struct Shape {
    crossed: bool,
    rows: i64,
}

struct Search<'s> {
    accesses: &'s ScopAccesses,
    machine: &'s Cpu,
}

impl Search<'_> {
    /// How the sweep at a path may run; nothing is said of what is no sweep.
    fn shape(&self, tree: &Tree, path: &Path) -> Result<Option<Shape>, Refusal> {
        let Some(crossed) = tree.at(path).and_then(rows_are_inside) else {
            return Ok(None);
        };
        let leaf = tree.prefix(&path.child(0).child(0))?;
        let depths = [leaf.depth() - 2, leaf.depth() - 1];
        let [row, step] = if crossed {
            [depths[1], depths[0]]
        } else {
            depths
        };
        let (mut moving, mut scattered, mut only_sums) = (0, 0, true);
        for statement in &self.accesses.statements {
            for access in &statement.accesses {
                let relation = access.relation.intersect_domain(&leaf.active)?;
                if relation.is_empty()? {
                    continue;
                }
                only_sums &= statement.accumulator.is_some();
                let along = Step::along(&leaf, step, &relation)?;
                if along.stays()? {
                    continue;
                }
                moving += 1;
                let across = Step::along(&leaf, row, &relation)?;
                scattered += i64::from(!across.is_beside(NEAR)? && along.is_beside(NEAR)?);
            }
        }
        if only_sums || (crossed && 2 * scattered <= moving) {
            return Ok(None);
        }
        let registers = i64::try_from(self.machine.vector_registers).unwrap_or(i64::MAX);
        let most = (registers / 4)
            .min(MOST_ROWS)
            .min(MOST_ACCESSES / moving.max(1));
        let rows = match most {
            8.. => 8,
            4.. => 4,
            2.. => 2,
            _ => return Ok(None),
        };
        Ok(Some(Shape { crossed, rows }))
    }

    /// How many rows both loops are long enough for, at most so many; `None` for too short ones and
    /// those of unknown length.
    fn fitting(&self, tree: &Tree, path: &Path, most: i64) -> Result<Option<i64>, Refusal> {
        let mut least = i64::MAX;
        for path in [path.clone(), path.child(0)] {
            let band = tree.at(&path).and_then(Tree::as_band);
            let Some(member) = band.and_then(|band| band.members.first()) else {
                return Ok(None);
            };
            match values(member, &tree.prefix(&path)?)? {
                Some((_, count)) => least = least.min(count),
                None => return Ok(None),
            }
        }
        let halved = std::iter::successors(Some(most), |rows| Some(rows / 2));
        let mut fitting = halved.take_while(|rows| *rows >= 2);
        Ok(fitting.find(|rows| 2 * rows <= least))
    }
}

/// Cuts the rows of a sweep and puts those of a block inside of the steps, each so many steps
/// behind the one before.
fn beside(node: Tree, shape: &Shape, distance: i64) -> Result<Tree, Refusal> {
    let Tree::Band { band: outer, child } = node else {
        return Ok(node);
    };
    let Tree::Band { band: inner, child } = *child else {
        return Ok(child.below_band(outer));
    };
    let (mut across, mut along) = if shape.crossed {
        (inner, outer)
    } else {
        (outer, inner)
    };
    let (block, row) = floor_and_mod(&across.members[0].schedule, shape.rows)?;
    let behind = row.scale_val(&Val::new(row.context(), distance)?)?;
    let askew = match distance {
        0 => along.members[0].schedule.clone(),
        _ => along.members[0].schedule.union_add(&behind)?,
    };
    let copies = across.members[0].with_schedule(row).unrolled();
    across.members[0].schedule = block;
    along.members[0].schedule = askew;
    let copies = Band::new(vec![copies], true).with_tag(INNER_TAG);
    Ok(child
        .below_band(copies)
        .below_band(along)
        .below_band(across))
}

/// The tree with rows at the same time at a path, and by how many steps each is behind the one
/// before; none if the dependences allow no distance.
fn legal(
    legality: &Legality,
    tree: &Tree,
    path: &Path,
    shape: &Shape,
) -> Result<Option<(Tree, i64)>, Refusal> {
    for distance in DISTANCES {
        let change = |tree: &mut Tree, path: &Path| {
            tree.try_replace_at(path, |node| beside(node, shape, distance))?;
            Ok(path.clone())
        };
        let Ok(mut new) = legality.changed(tree, path, WHAT, change) else {
            continue;
        };
        let steps = path.child(0);
        let copies = new.at(&steps.child(0)).and_then(Tree::as_band);
        if !copies.is_some_and(|copies| copies.members[0].coincident) {
            continue;
        }
        let full = isolation(&new, &steps, &[shape.rows])?;
        if let Some(Tree::Band { band, .. }) = new.at_mut(&steps) {
            band.ast_options = full;
        }
        return Ok(Some((new, distance)));
    }
    Ok(None)
}

pass! {
    /// Runs several rows of a sweep that carries dependences at the same time, each a few steps
    /// behind the one before where they depend on each other. The `tc.target` of the module gives
    /// the number of registers.
    pub struct ScheduleWavefront {
        name: "schedule-wavefront",
        anchor: "schedule.scop",
        summary: "several rows of a sweep in place at the same time",
        dialects: ["schedule"],
        options: {
            /// rows at the same time, at most; those of the machine if 0
            rows: i64 = 0,
        },
        statistics: {
            /// sweeps of which several rows run at the same time now
            sweeps,
            /// sweeps that stay as they are
            left,
        },
    }
}

impl Pass for ScheduleWavefront {
    fn check(&self) -> Result<(), String> {
        match self.rows {
            0 | 2.. => Ok(()),
            rows => Err(format!("expected at least 2 rows, or 0, found {rows}")),
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
            let machine = cpu_of(target.as_ref())?;
            let search = Search {
                accesses: &accesses,
                machine: &machine,
            };
            let mut legality = None;
            let mut decisions = Vec::new();
            let mut changed = false;
            // The last one first: a change moves only what is below and behind it.
            for (path, _) in scop.tree.clone().walk().into_iter().rev() {
                let Some(mut shape) = search.shape(&scop.tree, &path)? else {
                    continue;
                };
                if self.rows > 0 {
                    shape.rows = self.rows;
                }
                let subject = subject(&scop.tree, &path);
                let found = match search.fitting(&scop.tree, &path, shape.rows)? {
                    None => Err("its loops are short, or their lengths are not known"),
                    Some(rows) => {
                        shape.rows = rows;
                        let known = match legality.take() {
                            Some(known) => known,
                            None => Legality::of(&scop, &accesses)?,
                        };
                        let known = legality.insert(known);
                        legal(known, &scop.tree, &path, &shape)?
                            .ok_or("its rows depend on each other at any distance")
                    }
                };
                match found {
                    Ok((tree, distance)) => {
                        self.sweeps.add(1);
                        scop.tree = tree;
                        changed = true;
                        decisions.push(taken(&subject, &shape, distance));
                    }
                    Err(why) => {
                        self.left.add(1);
                        decisions.push(
                            Decision::missed(subject, "one row after the other").because(why),
                        );
                    }
                }
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

fn subject(tree: &Tree, path: &Path) -> String {
    let band = tree.at(path).and_then(Tree::as_band);
    let schedule = band.map_or(String::new(), |band| band.members[0].schedule.to_string());
    format!("sweep of {schedule}")
}

fn taken(subject: &str, shape: &Shape, distance: i64) -> Decision {
    let rows = shape.rows;
    let what = match distance {
        0 => format!("{rows} rows at a time"),
        1 => format!("{rows} rows at a time, each a step behind the one before"),
        _ => format!("{rows} rows at a time, each {distance} steps behind the one before"),
    };
    let why = if shape.crossed {
        "accesses are scattered along the rows, and next to each other along the steps"
    } else {
        "each step waits for the one before, which other rows do not"
    };
    Decision::passed(subject.to_owned(), what)
        .because(why)
        .unless("the mapping option private=false")
}
