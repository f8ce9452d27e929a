//! `schedule-shift`: the iterations of one statement earlier or later than those of the others in
//! its loop.
//!
//! ```text
//! band                                band
//!   | S[i] -> i; T[i] -> i     ==>      | S[i] -> i; T[i] -> i + 1
//! ```
//!
//! `T[i]` then runs in the iteration of `S[i + 1]`: what a fusion needs whose second statement
//! reads an element that the first one computes one iteration later.
//!
//! **Which bands.** Those of the `target` ([`tc_scop::select`]); `member` is the position of the
//! loop in its band.
//! **Legal when** no dependence runs backwards in the new order ([`tc_scop::legality`]).
//! **Flags** of the band and of those below it are computed again. **Cost**: a condition or a loop
//! of its own for the iterations that only one statement has.

use tc_dialects::schedule::tree::{Path, Refusal, Tree};
use tc_isl::{UnionPwAff, UnionSet, Val};

use tc_pass_host::*;
use tc_scop::legality::{Target, member, plain_loops, rewrite};
use tc_scop::select::Kind;

/// Shifts a statement along a loop of a band.
fn shift(tree: &mut Tree, path: &Path, options: &ScheduleShift) -> Result<Path, Refusal> {
    if let Some(Tree::Band { band, .. }) = tree.at_mut(path) {
        plain_loops(band)?;
        let old = &member(band, options.member)?.schedule;
        let instances = of_statement(&old.domain()?, &options.statement)?;
        let amount = Val::new(old.context(), options.amount)?;
        let new = old.union_add(&UnionPwAff::val_on_domain(&instances, &amount)?)?;
        band.members[options.member].schedule = new;
        band.ast_options = None;
    }
    Ok(path.clone())
}

/// All instances of one statement among those of a loop.
fn of_statement(instances: &UnionSet, statement: &str) -> Result<UnionSet, Refusal> {
    let sets = instances.sets()?;
    let mut names: Vec<String> = sets.iter().filter_map(|set| set.name()).collect();
    names.sort();
    let found = sets
        .iter()
        .find(|set| set.name().as_deref() == Some(statement));
    match found {
        Some(set) => Ok(UnionSet::from_set(set)?.universe()?),
        None => Err(Refusal::new(format!(
            "expected a statement of the loop, found `{statement}`: there are {}",
            names.join(", ")
        ))),
    }
}

pass! {
    /// Adds a constant to the schedule of one statement at a loop of the selected bands. Refused
    /// with a pair of instances where a dependence forbids it.
    pub struct ScheduleShift {
        name: "schedule-shift",
        anchor: "schedule.scop",
        summary: "the iterations of one statement earlier or later than those of the others in its loop",
        options: {
            /// the statement
            statement: String = String::new(),
            /// by how many iterations, to later ones if positive; not 0
            amount: i64 = 1,
            /// position of the loop in its band
            member: usize = 0,
            /// a mark, a tag, or a path such as `S1/band[1]`; the outermost band of every kernel if
            /// empty
            target: Option<String> = None,
        },
        statistics: {
            /// bands with a shifted statement
            bands,
        },
    }
}

impl Pass for ScheduleShift {
    fn check(&self) -> Result<(), String> {
        match (self.amount, self.statement.is_empty()) {
            (0, _) => Err("expected an amount other than 0, found 0".to_string()),
            (_, true) => Err("expected statement=NAME, found no statement".to_string()),
            _ => Ok(()),
        }
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = Target {
            target: self.target.as_deref(),
            kind: Kind::Band,
            what: "shift the statement",
        };
        let change = |tree: &mut Tree, path: &Path| shift(tree, path, self);
        self.bands.add(rewrite(operation, ctx, target, change)?);
        Ok(())
    }
}
