//! `schedule-isl`: isl's scheduler finds the order of the statement instances.
//!
//! ```text
//! domain                                       domain
//!   sequence                                     band permutable
//!     filter { S0[n, m] }                          | coincident S0[n, m] -> n; S1[n, m, k] -> n
//!       band S0 -> n, m                    ==>     | coincident S0[n, m] -> m; S1[n, m, k] -> m
//!     filter { S1[n, m, k] }                       sequence
//!       band S1 -> n, m, k                           filter { S0[n, m] }
//!                                                    filter { S1[n, m, k] }
//!                                                      band S1 -> k
//! ```
//!
//! This is figure 3a to 3b of the Tensor Comprehensions paper. The old tree is discarded: the new
//! order is computed from the dependences of the original order ([`tc_scop::dependences`]).
//!
//! **Constraints.** Flow, anti and output dependences must stay in order (validity); members along
//! which no dependence has a distance are marked coincident, hence parallel; flow dependences
//! should be short (proximity). Updates of a reduction are not a validity constraint, since they
//! commute, but they are not coincident either. isl schedules each statement by itself, and the
//! strategy ([`strategy`]) decides which of them share loops.
//!
//! Loops of the program stay outside of what they run (`loops`), unless `skewing` lets isl choose
//! their place too.
//!
//! **Inside of a tile.** With a `target` ([`tc_scop::select`]) only what is at this node or below
//! it is scheduled (`inside`): loops, filters and marks above it stay, and so only dependences
//! count whose two instances have equal values in all loops above. Loops of the new tree count from
//! the edge of the tile, as those of `schedule-tile` do.
//!
//! **Legal** by construction; `schedule-verify` proves the result again without isl's scheduler.
//! **Cost**: an integer linear program for each statement, and queries on the dependences of each
//! pair that may share loops; a few milliseconds for ten statements. `budget` bounds the isl
//! operations. With dependences, the nine statements of three layers take less than 0.1 million,
//! 64 pointwise ones in a chain 0.32 million, by any strategy.

mod inside;
mod join;
mod loops;
mod nest;
mod points;
mod reads;
pub mod scheduler;
pub mod strategy;

use tc_dialects::schedule::tree::{Refusal, RefusalKind, Scop, Tree};
use tc_isl::thread_context;

use super::choose::{self, cost::Machine};
use loops::Placed;
use reads::Reads;
use scheduler::Group;
use serde::{Deserialize, Serialize};
use strategy::Scheduled;
use tc_pass_host::*;
use tc_scop::accesses::{self, ScopAccesses};
use tc_scop::dependences;
use tc_scop::leaves::known_domain;
use tc_scop::scop_pass;

choices! {
    /// How aggressively statements are fused (TC paper, section 5.2; the mapping options use the
    /// same names).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Fusion {
        /// The largest number of common parallel loops that is legal; the others go inside.
        #[serde(alias = "Max")]
        Max = "max",
        /// Like `max` where three common parallel loops remain, or no statement loses one.
        #[serde(alias = "Preserve3Coincident")]
        Preserve3 = "preserve3",
        /// Statements share all of their parallel loops, or none.
        Parallel = "parallel",
        /// Like `parallel`; elementwise statements also share the loops over rows of the sums that
        /// they read, or that read them, and keep the others inside, as do all statements whose
        /// rows take no longer than a launch.
        Rows = "rows",
        /// Each statement has its own loops.
        #[serde(alias = "Min")]
        Min = "min",
    }
}

pass! {
    /// Schedules a scop with isl: the loops, their order, which of them are parallel, and which
    /// statements share them.
    pub struct ScheduleIsl {
        name: "schedule-isl",
        anchor: "schedule.scop",
        summary: "schedule a scop with isl",
        dialects: ["schedule"],
        options: {
            /// how aggressively statements are fused
            #[written("the order of all loops depends on it")]
            fusion: Fusion = Fusion::Preserve3,
            /// allow loops that combine several indices, such as i + j
            skewing: bool = false,
            /// forbid loops that run against an index
            nonnegative: bool = true,
            /// isl operations before the pass gives up; 0: any number
            budget: usize = 500_000_000,
            /// a mark, a tag, or a path such as `S1/band[1]` or `S1/sequence[0]`: what to schedule
            /// anew below loops that stay; the whole tree if empty
            target: Option<String> = None,
            /// leave a tree without such a node as it is, and one that cannot be scheduled anew
            optional: bool = false,
        },
        statistics: {
            /// bands of the new tree
            bands,
            /// coincident members of the new tree
            coincident_members,
            /// statements that share a band with another one
            fused_statements,
            /// isl operations used
            isl_operations,
            /// nodes that were scheduled anew below loops that stay
            places,
        },
    }
}

impl Pass for ScheduleIsl {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        if let Some(target) = &self.target {
            return inside::run(self, operation, ctx, target);
        }
        let isl = thread_context();
        let before = isl.operations();
        let accesses = accesses::of_scop(&isl, operation)?;
        let refused = |refusal| scop_pass::failure(operation, refusal);
        let mut scop = Scop::from_op(&isl, operation).map_err(refused)?;
        let domain = known_domain(&scop).map_err(refused)?;
        let dependences = dependences::compute(&domain, &accesses, self.budget as u64)
            .map_err(|error| Failure::new(error.to_string()).at_operation(&operation))?;
        let program = Program::of(&accesses)
            .map_err(|error| Failure::new(error.to_string()).at_operation(&operation))?;
        if dependences.every_pair {
            let subject = format!("dependences of {}", program.names.join(", "));
            let missed = Decision::missed(subject, "without what hides what")
                .because("places that are computed made the analysis too long")
                .unless("statements with fewer computed places");
            ctx.decided(operation, missed);
        }
        let group = Group::new(&domain, scop.context.as_ref(), &dependences)
            .map_err(|error| Failure::new(error.to_string()).at_operation(&operation))?;
        let machine = choose::machine(ctx.target().as_ref()).ok();
        let scheduled = self
            .schedule(&group, &program, machine.as_ref())
            .map_err(refused)?;
        scop.tree = rooted(&scop.tree, scheduled.tree).map_err(refused)?;
        self.count(&scop.tree).map_err(refused)?;
        self.isl_operations
            .add((isl.operations() - before) as usize);
        for decision in scheduled.decisions {
            ctx.decided(operation, decision);
        }
        scop.write(ctx.context(), operation).map_err(refused)
    }
}

/// What the scheduler knows of a program besides its dependences.
struct Program {
    /// The names of the statements, in the order of the text.
    names: Vec<String>,
    placed: Vec<Placed>,
    reads: Reads,
}

impl Program {
    fn of(accesses: &ScopAccesses) -> tc_isl::Result<Program> {
        let statements = accesses.statements.iter();
        let placed = statements.map(|statement| Placed {
            name: statement.name.clone(),
            at: statement.at.clone(),
        });
        let placed: Vec<Placed> = placed.collect();
        Ok(Program {
            names: placed.iter().map(|one| one.name.clone()).collect(),
            placed,
            reads: Reads::of(accesses)?,
        })
    }
}

impl ScheduleIsl {
    /// Schedules a group of the statements of a program.
    fn schedule(
        &self,
        group: &Group,
        program: &Program,
        machine: Option<&Machine>,
    ) -> Result<Scheduled, Refusal> {
        let Program { names, placed, .. } = program;
        let inner = |group: &Group, statements: &[String]| {
            strategy::schedule(group, statements, self, machine, &program.reads)
        };
        let has_loops = placed.iter().any(|statement| statement.at.len() > 1);
        let scheduled = self.within_budget(group.domain.context(), || {
            if has_loops && !self.skewing {
                loops::schedule(group, placed, 0, &inner)
            } else {
                inner(group, names)
            }
        });
        scheduled.map_err(|refusal| self.exhausted(refusal, names))
    }

    fn within_budget<R>(&self, isl: &tc_isl::Context, work: impl FnOnce() -> R) -> R {
        match self.budget {
            0 => work(),
            budget => isl.with_budget(budget as u64, work),
        }
    }

    /// Names the statements and the option in a refusal about the budget.
    fn exhausted(&self, refusal: Refusal, statements: &[String]) -> Refusal {
        let operations = self.budget as u64;
        if refusal.kind != (RefusalKind::Budget { operations }) {
            return refusal;
        }
        Refusal::new(format!(
            "no schedule of {} was found within {} isl operations",
            statements.join(", "),
            self.budget
        ))
        .note("raise the option `budget`, choose fusion=min, or bind sizes with `tc-specialize`")
    }

    fn count(&self, tree: &Tree) -> Result<(), Refusal> {
        for (_, node) in tree.walk() {
            let Tree::Band { band, .. } = node else {
                continue;
            };
            self.bands.add(1);
            self.coincident_members.add(
                band.members
                    .iter()
                    .filter(|member| member.coincident)
                    .count(),
            );
            let statements = band.members[0].schedule.domain()?.n_set()?;
            self.fused_statements
                .add(if statements > 1 { statements } else { 0 });
        }
        Ok(())
    }
}

/// The new tree below the domain of the old one.
fn rooted(old: &Tree, below: Tree) -> Result<Tree, Refusal> {
    Ok(below.below_domain(old.domain()?.clone()))
}
