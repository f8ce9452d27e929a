//! `schedule-pipeline`: copies to shared memory run some tiles before their use.
//!
//! ```text
//! band "tile" S[m, n, k] -> floor(k/16)              extension { A_in[t, ..]; wait0[t]; sync0[t] }
//!   extension { A_in[t, ..]; sync0[]; sync1[] }        band "tile" S -> floor(k/16); A_in[t, ..] -> t - 2;
//!     sequence                                                     wait0[t] -> t; sync0[t] -> t
//!       filter A_in                            ==>       sequence
//!       filter sync0                                       filter wait0      tile t is complete for its thread
//!       filter S                                           filter sync0      and for the others; tile t - 1 is read
//!       filter sync1                                       filter A_in       begins to copy tile t + 2
//!                                                          filter S          reads tile t
//!
//! %s = schedule.array shared : memref<64x16xf32>     %s = schedule.array shared : memref<3x64x16xf32>
//! S:  %s[%m mod 64, %k mod 16]                       S:  %s[(%k floordiv 16) mod 3, %m mod 64, %k mod 16]
//! ```
//!
//! Where a tile is copied and then used, all threads wait for memory once a tile. With as many
//! buffers as `stages` the copies of a tile are begun `stages - 1` tiles before, `async`, and go on
//! while the tiles before are used. One barrier a tile is left: behind it the tile is there, and
//! the buffer of the tile before has been read, into which the next copies go.
//!
//! **Which loops.** Bands of the tag `target` whose members are sequential, above an extension with
//! copies to shared memory that nothing else fills; of these the innermost member with several
//! iterations. The other members stay outside.
//! **Legal when** the resulting scop is proved ([`tc_scop::verify`]); else the loop stays as it is,
//! and a remark says why. isl makes a prologue, a loop and an epilogue of the band (`separate`), so
//! that sums stay in registers through all three.
//! **Runs behind** `schedule-sync`, whose barriers around the copies it replaces. **Cost**: as many
//! times the shared memory as stages, and a proof for each such loop.

mod plan;

use std::collections::BTreeMap;

use tc_dialects::op;
use tc_dialects::schedule::tree::{Path, Refusal, Scop, Tree};
use tc_dialects::target::Target;
use tc_isl::{Aff, Val, thread_context};
use tc_pass_host::*;
use tc_scop::accesses::{self, Access, Extent, ScopAccesses, StatementAccesses};
use tc_scop::barriers::Level;
use tc_scop::scop_edit::{Element, ScopEdit};
use tc_scop::scop_pass::{BUDGET, failure};
use tc_scop::units::bands;
use tc_scop::verify::{limits, verify};
use tc_scop::warps::lanes;

use crate::subscripts::{places, subscripts};
use plan::{Plan, plan};

pass! {
    /// Begins copies to shared memory some tiles before their use, where the result is proved.
    pub struct SchedulePipeline {
        name: "schedule-pipeline",
        anchor: "schedule.scop",
        summary: "copies to shared memory run some tiles before their use",
        dialects: ["affine", "gpu"],
        options: {
            /// buffers of each tile: its copies run one tile less before its use; 1 changes nothing
            stages: i64 = 2,
            /// the same for tiles that matrix operations read, at most; 0: as others
            unit_stages: i64 = 0,
            /// the tag of the loops over tiles
            target: String = "tile".to_owned(),
        },
        statistics: {
            /// loops whose copies run ahead
            loops,
            /// statements that are asynchronous copies now
            copies,
            /// loops with copies that stay at their use
            left,
        },
    }
}

impl Pass for SchedulePipeline {
    fn check(&self) -> Result<(), String> {
        if self.stages < 1 {
            return Err(format!("expected at least 1 stage, found {}", self.stages));
        }
        if self.unit_stages < 0 {
            return Err(format!(
                "expected 0 stages or more, found {}",
                self.unit_stages
            ));
        }
        Ok(())
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        if self.stages == 1 && self.unit_stages <= 1 {
            return Ok(());
        }
        let isl = thread_context();
        let target = Target::of_operation(operation);
        let mut left: Vec<Path> = Vec::new();
        loop {
            let scop = Scop::from_op(&isl, operation).map_err(|why| failure(operation, why))?;
            let Some(path) = self.next_loop(&scop.tree, &left) else {
                return Ok(());
            };
            let accesses = accesses::of_scop(&isl, operation)?;
            let subject = format!("copies of the loop at {}", names_of(&scop.tree, &path));
            let with = |stages: i64| {
                isl.with_budget(BUDGET, || {
                    let plan = plan(&scop.tree, &path, &accesses, stages)?;
                    let (scop, changed) = plan.applied(&scop, &accesses)?;
                    limits::check(&scop, &changed, target.as_ref())?;
                    verify(&scop, &changed, lanes(target.as_ref()))?;
                    Ok((scop, changed, plan))
                })
            };
            let mut stages = self.stages_at(&scop.tree, &path);
            let mut ahead = with(stages);
            // Short sums have fewer tiles than buffers.
            while ahead.is_err() && stages > 2 && stages != self.stages {
                stages -= 1;
                ahead = with(stages);
            }
            match ahead {
                Ok((changed, new, plan)) => {
                    plan.write(ctx, operation, &changed, &new)?;
                    self.loops.add(1);
                    self.copies.add(plan.copies.len());
                    let what = format!("run {} tiles before their use", stages - 1);
                    let why = format!(
                        "{stages} buffers of each tile, and one barrier a tile, are proved"
                    );
                    let decision = Decision::passed(subject, what).because(why);
                    ctx.decided(operation, decision.unless("the mapping option stages=1"));
                }
                Err(refusal) => {
                    let refusal: Refusal = refusal;
                    self.left.add(1);
                    let decision = Decision::missed(subject, "run at their use");
                    ctx.decided(operation, decision.because(refusal.message));
                    left.push(path);
                }
            }
        }
    }
}

impl SchedulePipeline {
    /// The buffers of the tiles of a loop, at most.
    fn stages_at(&self, tree: &Tree, path: &Path) -> i64 {
        let mut units = bands(tree).into_iter();
        if self.unit_stages > 0 && units.any(|(unit, _)| path.contains(&unit)) {
            self.unit_stages
        } else {
            self.stages
        }
    }

    /// The first loop over tiles with an extension directly below that is not left alone.
    fn next_loop(&self, tree: &Tree, left: &[Path]) -> Option<Path> {
        let nodes = tree.walk().into_iter();
        let mut loops = nodes.filter(|(path, node)| {
            let Tree::Band { band, child } = node else {
                return false;
            };
            let mut members = band.members.iter();
            band.tag.as_deref() == Some(&*self.target)
                && members.all(|member| member.kind.is_plain())
                && band.ast_options.is_none()
                && matches!(&**child, Tree::Extension { child, .. }
                    if matches!(**child, Tree::Sequence { .. }))
                && !left.contains(path)
        });
        loops.next().map(|(path, _)| path)
    }
}

/// A statement whose places in the buffers are not known.
fn not_by_tile(statement: &str) -> Refusal {
    Refusal::new(format!("{statement} uses the copies, and not tile by tile"))
}

/// The statements of the domain that a node orders, for a remark.
fn names_of(tree: &Tree, path: &Path) -> String {
    let band = tree.at(path).and_then(Tree::as_band);
    let sets = band.and_then(|band| band.members.last()?.schedule.domain().ok()?.sets().ok());
    let names: Vec<String> = sets.iter().flatten().filter_map(|set| set.name()).collect();
    names.join(", ")
}

impl Plan {
    /// The number of the buffer that an access of a statement uses.
    fn ring(&self, statement: &str) -> Result<Aff, Refusal> {
        let tile = self
            .tiles
            .get(statement)
            .ok_or_else(|| not_by_tile(statement))?;
        Ok(tile.mod_val(&Val::new(tile.context(), self.stages)?)?)
    }

    /// The subscripts of an access in the buffers.
    fn subscripts(&self, statement: &str, access: &Access) -> Result<Vec<Aff>, Refusal> {
        let old = subscripts(access)?.ok_or_else(|| not_by_tile(statement))?;
        let mut all = vec![self.ring(statement)?];
        all.extend(old);
        Ok(all)
    }

    /// The scop and its accesses with copies ahead.
    fn applied(
        &self,
        scop: &Scop,
        accesses: &ScopAccesses,
    ) -> Result<(Scop, ScopAccesses), Refusal> {
        let (mut scop, mut changed) = (scop.clone(), accesses.clone());
        scop.tree = self.tree.clone();
        for (old, new) in &self.arrays {
            let at = |array: &accesses::ArrayInfo| array.name == *old;
            let at = changed.arrays.iter().position(at);
            let at = at.ok_or_else(|| not_by_tile(old))?;
            let info = &mut changed.arrays[at];
            info.name.clone_from(new);
            info.extents.insert(0, Some(Extent::Number(self.stages)));
            scop.arrays[at].shape.insert(0, Some(self.stages));
        }
        for statement in &mut changed.statements {
            statement.is_async |= self.copies.contains(&statement.name);
            if let Some(sum) = &statement.accumulator
                && self.arrays.contains_key(&sum.array)
            {
                return Err(not_by_tile(&statement.name));
            }
            for access in &mut statement.accesses {
                let Some(new) = self.arrays.get(&access.array) else {
                    continue;
                };
                let guarded = access.relation.domain()?;
                let relation = places(&self.subscripts(&statement.name, access)?, new)?;
                access.relation = relation.to_union_map()?.intersect_domain(&guarded)?;
                access.array.clone_from(new);
            }
        }
        let stop = |name: &str, barrier, leaves_groups| StatementAccesses {
            name: name.to_owned(),
            barrier: Some(barrier),
            leaves_groups,
            ..Default::default()
        };
        changed
            .statements
            .retain(|one| !self.removed.contains(&one.name));
        let groups = u64::try_from(self.groups()).ok();
        changed
            .statements
            .push(stop(&self.wait, Level::Thread, groups));
        changed
            .statements
            .push(stop(&self.barrier, Level::Block, None));
        Ok((scop, changed))
    }

    /// How many tiles are still on their way behind a wait.
    fn groups(&self) -> i64 {
        self.stages - 2
    }

    /// Writes the tree, the buffers, the accesses to them, and the statements.
    fn write<'c>(
        &self,
        ctx: &PassContext<'c>,
        operation: OperationRef<'c, '_>,
        scop: &Scop,
        accesses: &ScopAccesses,
    ) -> Result<(), Failure> {
        let of_isl = |refusal: Refusal| failure(operation, refusal);
        let edit = ScopEdit::new(ctx.context(), operation)?;
        let before = edit.arrays()?;
        let mut arrays = BTreeMap::new();
        for (at, info) in accesses.arrays.iter().enumerate() {
            if !self.arrays.values().any(|new| *new == info.name) {
                continue;
            }
            let array = &scop.arrays[at];
            let shape: Vec<String> = array.shape.iter().flatten().map(i64::to_string).collect();
            let memref = format!(
                "memref<{}x{}, #gpu.address_space<workgroup>>",
                shape.join("x"),
                array.element
            );
            let ring = edit.add_array(&array.name, "shared", &memref)?;
            arrays.insert(&info.name, (before[at], ring));
        }
        for statement in &accesses.statements {
            for access in &statement.accesses {
                let Some((_, array)) = arrays.get(&access.array) else {
                    continue;
                };
                let subscripts = subscripts(access).map_err(of_isl)?.unwrap_or_default();
                let to = Element {
                    array: *array,
                    subscripts: &subscripts,
                };
                edit.move_to(&statement.name, access.position, &to)?;
            }
        }
        for (before, _) in arrays.values() {
            if let Some(old) = op::defining_operation(*before) {
                op::erase(old);
            }
        }
        for name in &self.removed {
            op::erase(edit.statement(name)?);
        }
        for name in &self.copies {
            edit.set_async(name)?;
        }
        let tile = ["t".to_owned()];
        edit.add_wait(&self.wait, &tile, self.groups())?;
        edit.add_barrier(&self.barrier, &tile, Level::Block)?;
        scop.write(ctx.context(), operation).map_err(of_isl)
    }
}
