//! `schedule-tensorize`: sums of products of small numbers run on the matrix units of a GPU.
//!
//! ```text
//! band permutable                                  band "tile" permutable
//!   | coincident S[m, n, k] -> m                     | coincident S[m, n, k] -> floor(m/128)
//!   | coincident S[m, n, k] -> n                     | coincident S[m, n, k] -> floor(n/128)
//!   band S[m, n, k] -> k                    ==>      band "tile" S[m, n, k] -> floor(k/32)
//!                                                      band "unit"  warps, and the operations of each
//!                                                        band "unit" unit(mma, 16, 8, 16, f16)
//! ```
//!
//! **Which kernels.** Those with one statement `c += a * b` of a form that a unit has
//! ([`tc_scop::accesses::Product`]), not products by name: batched, transposed, over several
//! indices of a sum, with other factors' order. Of its loops ([`nest`]) one goes along the rows of
//! a unit, one along its columns and one along its terms; the others stay around. The other
//! statements of the kernel, which start sums or use them, run on the lanes that hold the sums.
//!
//! **Which sizes** ([`sizes`]): the tile of a block and of a warp and the terms of a step that take
//! least, by the rate of the units, of shared memory and of memory, and the multiprocessors that
//! have no block.
//!
//! **Legal**: the order of the kernel's loops is changed as `schedule-tile` and `schedule-sink`
//! would, for bands that are permutable. `schedule-verify` proves the result, the units too.
//! **Left alone**: kernels whose extents no unit divides; scops of several kernels, which share a
//! block; factors of `f32`, unless `precision` allows units to round them.

pub mod machine;
pub mod nest;
pub mod sizes;

use serde::{Deserialize, Serialize};
use tc_dialects::op;
use tc_dialects::schedule::PRECISION;
use tc_dialects::schedule::tree::{
    Band, Element, Member, MemberKind, Path, Refusal, Scop, Tree, Unit,
};
use tc_dialects::target::Target;
use tc_isl::{UnionPwAff, UnionSet, Val, thread_context};
use tc_pass_host::*;
use tc_scop::accesses::{self, ScopAccesses};
use tc_scop::scop_pass::transform;

use super::tile::{ScheduleTile, floor_and_mod};
use machine::Machine;
use nest::{Nest, find};
use sizes::{Sizes, cheapest};

/// The tag of bands with a unit, and of those of the warps and lanes around it.
pub const UNIT_TAG: &str = "unit";

choices! {
    /// How the factors of a sum of products may be rounded on their way into matrix units.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Precision {
        /// Not at all.
        Strict = "strict",
        /// To 10 bits behind the point.
        Tf32 = "tf32",
        /// To the sum of two such numbers; the product of the two smaller parts is left out.
        Tf32x3 = "tf32x3",
    }
}

pass! {
    /// Maps a kernel that sums products of small numbers to blocks, warps and matrix operations.
    /// The machine is the `tc.target` of the module; without one nothing is changed.
    pub struct ScheduleTensorize {
        name: "schedule-tensorize",
        anchor: "schedule.scop",
        summary: "run sums of products on the matrix units of a GPU",
        options: {
            /// rows, columns and terms of a block's tile; chosen if there are none
            sizes: Vec<i64> = Vec::new(),
            /// rows and columns of a warp's part of it; chosen if there are none
            warp: Vec<i64> = Vec::new(),
            /// what factors of `f32` may be rounded to: `strict`, `tf32`, `tf32x3`
            precision: Precision = Precision::Strict,
        },
        statistics: {
            /// kernels that run on units
            kernels,
            /// kernels with such a sum that were left as they are
            left,
        },
    }
}

impl Pass for ScheduleTensorize {
    fn check(&self) -> Result<(), String> {
        let expected = |name: &str, sizes: &[i64], count: usize| match sizes.len() {
            0 => Ok(()),
            found if found == count && sizes.iter().all(|size| *size > 0) => Ok(()),
            _ => Err(format!(
                "expected {count} positive numbers for {name}, found {sizes:?}"
            )),
        };
        expected("sizes", &self.sizes, 3)?;
        expected("warp", &self.warp, 2)
    }

    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let target = ctx.target();
        let Some(gpu) = target.as_ref().and_then(Target::as_gpu) else {
            return Ok(());
        };
        let machine = Machine::from(gpu);
        let accesses = accesses::of_scop(&thread_context(), op)?;
        let outcome = transform(op, ctx, |scop| tensorize(scop, &accesses, &machine, self))?;
        match outcome {
            Outcome::None => {}
            Outcome::Left(reason) => {
                self.left.add(1);
                ctx.decided(op, left(&reason));
            }
            Outcome::Mapped(nest, sizes) => {
                if nest.unit.element.rounds() {
                    allow(op, &nest.statement, nest.unit.element);
                }
                self.kernels.add(1);
                ctx.decided(op, explained(&nest, &sizes));
            }
        }
        Ok(())
    }
}

/// What became of a scop.
#[derive(Debug)]
pub enum Outcome {
    /// There is no such sum.
    None,
    /// There is one, which was left as it is.
    Left(String),
    /// It runs on units.
    Mapped(Nest, Sizes),
}

/// Maps the kernel of a scop to units, if it has one and sums products.
pub fn tensorize(
    mut scop: Scop,
    accesses: &ScopAccesses,
    machine: &Machine,
    options: &ScheduleTensorize,
) -> Result<(Scop, Outcome), Refusal> {
    let kernels = scop.tree.kernels();
    let mut found = Vec::new();
    for kernel in &kernels {
        found.extend(find(
            &scop.tree,
            kernel,
            accesses,
            machine,
            options.precision,
        )?);
    }
    let nest = match (found.pop(), found.len()) {
        (None, _) => return Ok((scop, Outcome::None)),
        (Some(Ok(nest)), 0) => nest,
        (Some(Err(reason)), 0) => return Ok((scop, Outcome::Left(reason))),
        (Some(_), others) => {
            let reason = format!(
                "{} kernels have such a sum, and all kernels share a block",
                others + 1
            );
            return Ok((scop, Outcome::Left(reason)));
        }
    };
    if kernels.len() > 1 {
        let reason = format!(
            "the scop has {} kernels, which share a block",
            kernels.len()
        );
        return Ok((scop, Outcome::Left(reason)));
    }
    let Some(sizes) = cheapest(&nest, machine, &options.sizes, &options.warp) else {
        let reason = format!(
            "no tile of unit({}) divides {} rows, {} columns and {} terms",
            nest.unit, nest.rows.extent, nest.columns.extent, nest.terms.extent
        );
        return Ok((scop, Outcome::Left(reason)));
    };
    let mapped = Mapper {
        nest: &nest,
        sizes: &sizes,
    };
    scop.tree
        .try_replace_at(&nest.path, |node| mapped.kernel(node))?;
    scop.block = Some([sizes.threads(), 1, 1]);
    Ok((scop, Outcome::Mapped(nest, sizes)))
}

/// Writes the bands of a kernel.
struct Mapper<'n> {
    nest: &'n Nest,
    sizes: &'n Sizes,
}

/// `floor(f/by)`
fn floor(function: &UnionPwAff, by: i64) -> Result<UnionPwAff, Refusal> {
    Ok(floor_and_mod(function, by)?.0)
}

/// `floor(f/by) mod size`
fn digit(function: &UnionPwAff, by: i64, size: i64) -> Result<UnionPwAff, Refusal> {
    let size = Val::new(function.context(), size)?;
    Ok(floor(function, by)?.mod_val(&size)?)
}

fn parallel(schedule: UnionPwAff) -> Member {
    Member {
        coincident: true,
        ..Member::new(schedule)
    }
}

impl Mapper<'_> {
    /// The kernel whose outer band and what is below it the nest has found.
    fn kernel(&self, node: Tree) -> Result<Tree, Refusal> {
        let Tree::Band { child, .. } = node else {
            return Ok(node);
        };
        let Sizes { tile, .. } = self.sizes;
        let tags = ScheduleTile::default();
        let mut members: Vec<Member> = self.nest.around.iter().cloned().map(parallel).collect();
        members.push(parallel(floor(&self.nest.rows.all, tile[0])?));
        members.push(parallel(floor(&self.nest.columns.all, tile[1])?));
        let child = match *child {
            Tree::Sequence { children } => {
                let children: Result<Vec<Tree>, Refusal> = children
                    .into_iter()
                    .map(|child| self.branch(child))
                    .collect();
                Tree::Sequence {
                    children: children?,
                }
            }
            _ => self.product()?,
        };
        Ok(child.below_band(Band::new(members, true).with_tag(&tags.tile_tag)))
    }

    fn branch(&self, node: Tree) -> Result<Tree, Refusal> {
        let Tree::Filter { filter, .. } = node else {
            return Ok(node);
        };
        let names = filter.sets()?.into_iter().filter_map(|set| set.name());
        let is_product = names.into_iter().any(|name| name == self.nest.statement);
        let below = if is_product {
            self.product()?
        } else {
            self.beside(&filter)?
        };
        Ok(below.below_filter(filter))
    }

    /// The loops on warps of the instances of some statements.
    fn warps(&self, rows: &UnionPwAff, columns: &UnionPwAff) -> Result<Vec<Member>, Refusal> {
        let Sizes { warp, .. } = self.sizes;
        let [across, along] = self.sizes.warps();
        let lanes = Unit::ROWS.end();
        let mut members = Vec::new();
        for (function, by, count, stride) in [
            (rows, warp[0], across, lanes * along),
            (columns, warp[1], along, lanes),
        ] {
            if count > 1 {
                let kind = MemberKind::of_digit(stride, count);
                members.push(parallel(digit(function, by, count)?).with_kind(kind));
            }
        }
        Ok(members)
    }

    /// The loops on lanes.
    fn lanes(&self, rows: &UnionPwAff, columns: &UnionPwAff) -> Result<Vec<Member>, Refusal> {
        let pair = self.nest.unit.columns / Unit::COLUMNS.size;
        Ok(vec![
            parallel(digit(rows, 1, Unit::ROWS.size)?).with_kind(MemberKind::Digit(Unit::ROWS)),
            parallel(digit(columns, pair, Unit::COLUMNS.size)?)
                .with_kind(MemberKind::Digit(Unit::COLUMNS)),
        ])
    }

    /// The loops of statements that start sums or use them: on the lanes that hold them.
    fn beside(&self, filter: &UnionSet) -> Result<Tree, Refusal> {
        let universe = filter.universe()?;
        let rows = self.nest.rows.all.intersect_domain(&universe)?;
        let columns = self.nest.columns.all.intersect_domain(&universe)?;
        let Sizes { warp, .. } = self.sizes;
        let (unit, pair) = (self.nest.unit, self.nest.unit.columns / Unit::COLUMNS.size);
        let mut members = self.warps(&rows, &columns)?;
        members.extend(self.lanes(&rows, &columns)?);
        let unrolled = |schedule| parallel(schedule).unrolled();
        let further = warp[0] / Unit::ROWS.size;
        members.push(unrolled(digit(&rows, Unit::ROWS.size, further)?));
        members.push(unrolled(digit(
            &columns,
            unit.columns,
            warp[1] / unit.columns,
        )?));
        members.push(unrolled(digit(&columns, 1, pair)?));
        Ok(Tree::Leaf.below_band(Band::new(members, true).with_tag(UNIT_TAG)))
    }

    /// The loops of the product.
    fn product(&self) -> Result<Tree, Refusal> {
        let Nest {
            unit,
            rows,
            columns,
            terms,
            sums,
            ..
        } = self.nest;
        let Sizes { tile, warp, .. } = self.sizes;
        let tags = ScheduleTile::default();
        let (rows, columns, terms) = (&rows.product, &columns.product, &terms.product);
        let mut steps: Vec<Member> = sums.iter().cloned().map(Member::new).collect();
        steps.push(Member::new(floor(terms, tile[2])?));
        let mut operations = self.warps(rows, columns)?;
        let count = tile[2] / unit.depth;
        operations.push(Member::new(digit(terms, unit.depth, count)?).unrolled());
        for (function, by, size) in [(rows, unit.rows, warp[0]), (columns, unit.columns, warp[1])] {
            operations.push(parallel(digit(function, by, size / by)?).unrolled());
        }
        let mut members = self.lanes(rows, columns)?;
        let [_, _, further, pair, depth] = unit.extents();
        members.push(parallel(digit(rows, Unit::ROWS.size, further)?).unrolled());
        members.push(parallel(digit(columns, 1, pair)?).unrolled());
        members.push(Member::new(digit(terms, 1, depth)?).unrolled());
        let mut band = Band::new(members, true).with_tag(UNIT_TAG);
        band.unit = Some(*unit);
        Ok(Tree::Leaf
            .below_band(band)
            .below_band(Band::new(operations, true).with_tag(UNIT_TAG))
            .below_band(Band::new(steps, true).with_tag(&tags.tile_tag)))
    }
}

/// Says at a statement what its factors may be rounded to.
fn allow<'c>(scop: OperationRef<'c, '_>, statement: &str, element: Element) {
    let mut statements = op::children(scop).into_iter();
    let named = |one: &OperationRef<'c, '_>| op::symbol(*one) == statement;
    let found = statements.find(|one| op::is(*one, "schedule.statement") && named(one));
    if let Some(found) = found {
        let word = op::build::text(op::context(scop), &element.to_string());
        op::set_attribute(found, PRECISION, Some(word));
    }
}

fn left(reason: &str) -> Decision {
    Decision::missed(
        "matrix units",
        "the sums of products run on other instructions",
    )
    .because(reason)
    .unless("other extents, or a def of its own for the product")
}

fn explained(nest: &Nest, sizes: &Sizes) -> Decision {
    let Sizes { tile, warp, .. } = sizes;
    let [across, along] = sizes.warps();
    let what = format!(
        "@{} runs on unit({}): blocks of {} x {} results and steps of {} terms, {across} x {along} warps of {} x {}",
        nest.statement, nest.unit, tile[0], tile[1], tile[2], warp[0], warp[1]
    );
    let reason = format!(
        "the cheapest of {} candidates by the model, {:.0} clocks, bound by {}",
        sizes.candidates, sizes.clocks, sizes.bound
    );
    Decision::passed("matrix units", what)
        .because(reason)
        .unless("the mapping option units=never")
        .figure("Blocks", sizes.blocks)
        .figure("Candidates", sizes.candidates)
}

/// The place of a kernel's outer band: below filters, contexts and marks.
pub(crate) fn outer_band(tree: &Tree, kernel: &Path) -> Option<Path> {
    let mut path = kernel.clone();
    loop {
        match tree.at(&path)? {
            Tree::Band { .. } => return Some(path),
            Tree::Domain { .. } | Tree::Filter { .. } | Tree::Context { .. } => {
                path = path.child(0);
            }
            _ => return None,
        }
    }
}
