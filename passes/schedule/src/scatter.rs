//! `schedule-scatter`: updates at computed places run in parallel.
//!
//! ```text
//! filter T[i]                               filter T_init[part, d0]
//!   band T[i] -> i                            band coincident part, coincident d0
//!                                           filter T[part, i]
//!                                    ==>      band coincident T[part, i] -> part
//!                                               band T[part, i] -> i
//!                                           filter T_fold[d0, part]
//!                                             band coincident d0, part
//!
//! T:  H[X[i]] += f(i)                       T_init: T_part[part, d0] = 0
//!                                           T:      T_part[part, X[v]] += f(v)   v = length*part + i
//!                                           T_fold: H[d0] += T_part[part, d0]
//! ```
//!
//! A statement that reduces into an element whose subscripts are data conflicts with itself at
//! every element, so its loops carry dependences. There are two ways out:
//!
//! - **Private** arrays: an index is cut in parts of neighbouring values, each part updates its own
//!   array, and these are combined in the order of the parts. The result has the same bits in
//!   each run, however many threads there are. It takes arrays that are small beside the number of
//!   updates.
//! - **Atomic** updates: `memref.atomic_rmw` in place of load, operation and store. Threads update
//!   in any order, so the pass takes them only where each order gives the same bits: for integers,
//!   unless `atomics=all` allows sums of floating-point numbers too. The minimum and maximum of
//!   floating-point numbers are never atomic: those of the machines ignore a NaN.
//!
//! Where atomic updates are allowed they are preferred; a mapping allows them on GPUs.
//!
//! **Runs before** `schedule-isl`, which then finds the loops that carry no dependence any more.
//! **Legal when** the body loads an element, combines it with a value by an associative and
//! commutative operation, and stores it back to the same place, and no other access of the
//! statement touches the array. Statements of a loop are numbered anew, since the added ones have
//! places in the original program too.
//! **Cost**: as many arrays as parts, initialised and combined once; or an atomic update for each
//! instance.

mod body;
mod private;

use serde::{Deserialize, Serialize};
use tc_dialects::op;
use tc_dialects::schedule::tree::Refusal;
use tc_isl::thread_context;

use body::Update;
use private::{Planned, plan};
use tc_dialects::target::Target;
use tc_pass_host::*;
use tc_scop::accesses::{self, ScopAccesses};
use tc_scop::scop_edit::ScopEdit;
use tc_scop::scop_pass::{failure, transform};

choices! {
    /// Which updates may be atomic.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Atomics {
        /// None: the result has the same bits in each run.
        None = "none",
        /// Those whose order does not change the result.
        Exact = "exact",
        /// Sums of floating-point numbers too, whose roundings depend on the order.
        All = "all",
    }
}

pass! {
    /// Lets updates at computed places run in parallel: on private arrays that are combined, or by
    /// atomic operations.
    pub struct ScheduleScatter {
        name: "schedule-scatter",
        anchor: "schedule.scop",
        summary: "updates at computed places on private arrays, or by atomic operations",
        dialects: ["affine", "arith", "memref"],
        options: {
            /// the statements; all that gain from it if empty
            statements: Vec<String> = Vec::new(),
            /// the updates that may be atomic
            atomics: Atomics = Atomics::None,
            /// private arrays; derived from the numbers of updates and elements if empty, and 1
            /// makes none
            parts: Option<i64> = None,
        },
        statistics: {
            /// statements that update private arrays
            private,
            /// statements whose updates are atomic
            atomic,
            /// statements that were left as they are
            left,
        },
    }
}

/// What became of a statement.
enum Way {
    Atomic,
    Private(i64),
}

impl Pass for ScheduleScatter {
    fn check(&self) -> Result<(), String> {
        match self.parts {
            Some(parts) if parts < 1 => Err(format!("expected at least 1 part, found {parts}")),
            _ => Ok(()),
        }
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let all = accesses::of_scop(&thread_context(), operation)?;
        let mut names = scattering(operation, &all);
        if let Some(unknown) = self.statements.iter().find(|name| !names.contains(name)) {
            let refusal = Refusal::new(format!("{unknown} updates no computed places"));
            let refusal = refusal.note(if names.is_empty() {
                "no statement of the scop does".to_owned()
            } else {
                format!("those that do are {}", names.join(", "))
            });
            return Err(failure(operation, refusal));
        }
        if !self.statements.is_empty() {
            names.retain(|name| self.statements.contains(name));
        }
        for name in names {
            let subject = format!("scatter {name}");
            match self.one(operation, ctx, &name)? {
                Ok(way) => ctx.decided(operation, self.taken(&subject, &way)),
                Err(refusal) if !self.statements.is_empty() => {
                    return Err(failure(operation, refusal));
                }
                Err(refusal) => {
                    self.left.add(1);
                    let left = Decision::missed(subject, "its updates run one after the other");
                    ctx.decided(operation, left.because(refusal.message));
                }
            }
        }
        Ok(())
    }
}

impl ScheduleScatter {
    /// Changes one statement; the inner refusal says why it stays as it is.
    fn one<'c>(
        &self,
        scop: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
        name: &str,
    ) -> Result<Result<Way, Refusal>, Failure> {
        let edit = ScopEdit::new(ctx.context(), scop)?;
        let update = match Update::of(edit.statement(name)?) {
            Ok(update) => update,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if update.may_be_atomic(ctx.context(), self.atomics) {
            update.make_atomic(ctx.context())?;
            self.atomic.add(1);
            return Ok(Ok(Way::Atomic));
        }
        let Some(combine) = update.combine(ctx.context()) else {
            let message = "its operation has no neutral element on such elements";
            return Ok(Err(Refusal::new(message)));
        };
        let accesses = accesses::of_scop(&thread_context(), scop)?;
        let target = ctx.target();
        let gpu = target.as_ref().and_then(Target::as_gpu);
        let wanted = match (self.parts, gpu) {
            (Some(parts), _) => private::Parts::Given(parts),
            (None, Some(gpu)) => private::Parts::of_gpu(gpu),
            (None, None) => private::Parts::of_cpu(),
        };
        let planned: Result<Planned, Refusal> = transform(scop, ctx, |mut scop| {
            let planned = plan(&scop, &accesses, name, &update, wanted);
            if let Ok(planned) = &planned {
                scop.tree = planned.tree.clone();
            }
            Ok((scop, planned))
        })?;
        let planned = match planned {
            Ok(planned) => planned,
            Err(refusal) => return Ok(Err(refusal)),
        };
        planned.write(&edit, &update, &combine)?;
        self.private.add(1);
        Ok(Ok(Way::Private(planned.parts)))
    }

    fn taken(&self, subject: &str, way: &Way) -> Decision {
        match way {
            Way::Atomic => Decision::passed(subject, "its updates are atomic")
                .because(match self.atomics {
                    Atomics::All => "the option atomics allows it for all of them",
                    _ => "the result is the same in each order",
                })
                .unless("the mapping option atomics=none updates private arrays where they pay"),
            Way::Private(parts) => Decision::passed(
                subject,
                format!("{parts} private arrays, combined in order"),
            )
            .because("they are small beside the number of updates")
            .unless("`parts` of schedule-scatter; or the mapping option atomics")
            .figure("Parts", *parts),
        }
    }
}

/// Whether a statement of a scop reduces into elements whose subscripts are data.
pub fn updates_computed_places(scop: OperationRef<'_, '_>, accesses: &ScopAccesses) -> bool {
    !scattering(scop, accesses).is_empty()
}

/// The statements that reduce into elements that their indices do not determine.
fn scattering(scop: OperationRef<'_, '_>, all: &ScopAccesses) -> Vec<String> {
    let reduces = |name: &str| {
        let mut statements = op::children(scop).into_iter();
        statements.any(|one| {
            op::is(one, "schedule.statement")
                && one.has_attribute("reduces")
                && op::symbol(one) == name
        })
    };
    let statements = all.statements.iter();
    let found = statements.filter(|one| one.updates().is_none() && reduces(&one.name));
    found.map(|one| one.name.clone()).collect()
}
