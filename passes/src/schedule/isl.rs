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
//! order is computed from the dependences of the original order ([`crate::analysis::dependences`]).
//!
//! **Constraints.** Flow, anti and output dependences must stay in order (validity); members along
//! which no dependence has a distance are marked coincident, hence parallel; flow dependences
//! should be short (proximity). Updates of a reduction are not a validity constraint, since they
//! commute, but they are not coincident either. The strategy ([`strategy`]) decides which
//! statements share loops.
//!
//! **Legal** by construction; `schedule-verify` proves the result again without isl's scheduler.
//! **Cost**: integer linear programs; a few milliseconds for ten statements. `budget` bounds the
//! isl operations. `max` and `preserve3` search for common loops with at most `fusion-budget` of
//! them, then fall back to `parallel` and say so in a remark. With dependences, three layers of a
//! sum, a bias and an activation take 0.2 million operations, 64 pointwise statements in a chain
//! 0.44 million. An operation on numbers beyond machine words takes far longer than others: the
//! constants of schedules are bounded for that reason, and the time limit remains for what is left.

mod join;
pub mod scheduler;
pub mod strategy;

use tc_dialects::schedule::tree::{Refusal, RefusalKind, Scop, Tree};
use tc_isl::{Set, UnionSet, thread_context};

use super::scop_pass;
use crate::analysis::accesses;
use crate::analysis::dependences::{self, Dependences};
use crate::api::*;
use scheduler::Group;
use serde::{Deserialize, Serialize};
use strategy::{Scheduled, apart};

choices! {
    /// How aggressively statements are fused (TC paper, section 5.2; the mapping options use the
    /// same names).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Fusion {
        /// The largest number of common parallel loops that is legal.
        #[serde(alias = "Max")]
        Max = "max",
        /// Like `max` if three common parallel loops remain, or no statement loses one.
        #[serde(alias = "Preserve3Coincident")]
        Preserve3 = "preserve3",
        /// Statements share all of their parallel loops, or none.
        Parallel = "parallel",
        /// Like `parallel`; elementwise statements also share the loops over rows of the sums that
        /// they read, or that read them, and keep the others inside.
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
            /// isl operations that max and preserve3 may spend on common loops, after which
            /// statements share loops as with parallel; 0: any number
            fusion_budget: usize = 400_000,
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
        },
    }
}

impl Pass for ScheduleIsl {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let isl = thread_context();
        let before = isl.operations();
        let accesses = accesses::of_scop(&isl, operation)?;
        let names: Vec<String> = accesses
            .statements
            .iter()
            .map(|statement| statement.name.clone())
            .collect();
        let refused = |refusal| scop_pass::failure(operation, refusal);
        let mut scop = Scop::from_op(&isl, operation).map_err(refused)?;
        let domain = known_domain(&scop).map_err(refused)?;
        let dependences = dependences::compute(&domain, &accesses, self.budget as u64)
            .map_err(|error| Failure::new(error.to_string()).at_operation(&operation))?;
        let scheduled = self
            .schedule(&domain, scop.context.as_ref(), &dependences, &names)
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

/// Whether a band depends on outer loops that were fixed while an inner part was scheduled by
/// itself.
fn depends_on_outer_loops(tree: &Tree) -> Result<bool, Refusal> {
    for (_, node) in tree.walk() {
        let Tree::Band { band, .. } = node else {
            continue;
        };
        for member in &band.members {
            if scheduler::depends_on_outer_loops(&member.schedule)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether a refusal says that this budget is used up.
fn is_exhausted(refusal: &Refusal, budget: usize) -> bool {
    let operations = budget as u64;
    refusal.kind == RefusalKind::Budget { operations }
}

impl ScheduleIsl {
    fn schedule(
        &self,
        domain: &UnionSet,
        context: Option<&Set>,
        dependences: &Dependences,
        statements: &[String],
    ) -> Result<Scheduled, Refusal> {
        let group = Group::new(domain, context, dependences)?;
        let run = |options: &ScheduleIsl, budget: usize| {
            let work = || strategy::schedule(&group, statements, options);
            match budget {
                0 => work(),
                _ => domain.context().with_budget(budget as u64, work),
            }
        };
        let searched = match self.search_budget() {
            Some(budget) => run(self, budget),
            None => run(self, self.budget),
        };
        let reason = match searched {
            Err(refusal) if self.gave_up(&refusal) => format!(
                "the common loops were not found within {} isl operations (option `fusion-budget`)",
                self.fusion_budget
            ),
            Err(refusal) => return Err(self.exhausted(refusal, statements)),
            Ok(scheduled) if !depends_on_outer_loops(&scheduled.tree)? => return Ok(scheduled),
            Ok(_) if self.fusion == Fusion::Preserve3 => {
                "an inner loop would start at a value of an outer one".to_owned()
            }
            Ok(_) => {
                return Err(Refusal::new(format!(
                    "{} cannot share loops: an inner loop would start at a value of an outer one",
                    statements.join(", ")
                ))
                .note("choose fusion=preserve3 or fusion=parallel"));
            }
        };
        let mut scheduled = run(&self.without_search(), self.budget)
            .map_err(|refusal| self.exhausted(refusal, statements))?;
        let what = "they share loops as with fusion=parallel";
        scheduled.decisions.push(apart(statements, what, reason));
        Ok(scheduled)
    }

    /// The isl operations that a search for common loops may use; none where the strategy needs no
    /// search, or any number is allowed.
    fn search_budget(&self) -> Option<usize> {
        let searches = matches!(self.fusion, Fusion::Max | Fusion::Preserve3);
        (searches && self.fusion_budget != 0).then_some(self.fusion_budget)
    }

    /// Whether the search for common loops used up its budget.
    fn gave_up(&self, refusal: &Refusal) -> bool {
        self.search_budget()
            .is_some_and(|budget| is_exhausted(refusal, budget))
    }

    /// The same constraints, with the strategy that looks at pairs of neighbours only.
    fn without_search(&self) -> ScheduleIsl {
        ScheduleIsl {
            fusion: Fusion::Parallel,
            skewing: self.skewing,
            nonnegative: self.nonnegative,
            ..Default::default()
        }
    }

    /// Names the statements and the option in a refusal about the budget.
    fn exhausted(&self, refusal: Refusal, statements: &[String]) -> Refusal {
        if !is_exhausted(&refusal, self.budget) {
            return refusal;
        }
        Refusal::new(format!(
            "no schedule of {} was found within {} isl operations",
            statements.join(", "),
            self.budget
        ))
        .note(
            "raise the option `budget`, choose fusion=parallel, or bind sizes with `tc-specialize`",
        )
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

/// The instances at the root of the tree, under the constraints on the sizes.
pub(crate) fn known_domain(scop: &Scop) -> Result<UnionSet, Refusal> {
    let domain = scop.tree.domain()?;
    Ok(match &scop.context {
        Some(context) => domain.intersect_params(context)?,
        None => domain.clone(),
    })
}

/// The new tree below the domain of the old one.
fn rooted(old: &Tree, below: Tree) -> Result<Tree, Refusal> {
    Ok(below.below_domain(old.domain()?.clone()))
}
