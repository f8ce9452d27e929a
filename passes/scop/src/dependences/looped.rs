//! Dependences of programs with loops around several statements, whose instances alternate.
//!
//! The whole program is one dataflow analysis of isl in the original order, for each kind of sink.
//! A must-write that is not an update of a reduction hides what lies before it. Updates of one
//! reduction exclude one another and are not ordered, in other iterations of the loops too: what
//! comes between them, such as an initial store, is ordered with each of them.
//!
//! Computed places can make the analysis as long as one likes. After [`FLOW_BUDGET`] operations all
//! pairs of accesses to one element take its place, as if no write hid another: more dependences,
//! and never fewer.

use std::cell::Cell;

use tc_isl::{Error, UnionAccessInfo, UnionMap, UnionSet};

use super::super::accesses::{AccessKind, StatementAccesses};
use super::super::original;
use super::Dependences;

/// The isl operations that the dataflow analysis may take for all kinds of sinks; an LSTM over time
/// needs 0.14 million.
pub const FLOW_BUDGET: u64 = 3_000_000;

/// The accesses of a program.
struct Program {
    reads: UnionMap,
    writes: UnionMap,
    /// Must-writes that are not updates of a reduction.
    hiding: UnionMap,
    /// For each reduction, the elements that its instances update, and whether they do so
    /// atomically.
    updates: Vec<(UnionMap, bool)>,
    order: UnionMap,
    /// The isl operations that are left for the dataflow analysis.
    left: Cell<u64>,
}

/// The dependences between the instances of a domain.
pub fn dependences(
    domain: &UnionSet,
    statements: &[&StatementAccesses],
    budget: u64,
) -> tc_isl::Result<Dependences> {
    let program = Program::new(domain, statements, budget)?;
    let all = program.reads.union(&program.writes)?;
    let flow = program.pairs(&program.reads, &program.writes)?;
    let before_writes = program.pairs(&program.writes, &all)?;
    let conflict = |sources: &UnionMap| {
        before_writes.intersect(&sources.followed_by(&program.writes.reverse()?)?)
    };
    let mut reduction = UnionMap::none(domain.context())?;
    for (updates, _) in program.updates.iter().filter(|(_, atomic)| !atomic) {
        reduction = reduction.union(&updates.followed_by(&updates.reverse()?)?)?;
    }
    let earlier = program.order.lex_lt_union_map(&program.order)?;
    Ok(Dependences {
        flow: flow.coalesce()?,
        anti: conflict(&program.reads)?.coalesce()?,
        output: conflict(&program.writes)?.coalesce()?,
        reduction: reduction.intersect(&earlier)?.coalesce()?,
        every_pair: program.left.get() == 0,
    })
}

impl Program {
    fn new(
        domain: &UnionSet,
        statements: &[&StatementAccesses],
        budget: u64,
    ) -> tc_isl::Result<Program> {
        let none = UnionMap::none(domain.context())?;
        let mut program = Program {
            reads: none.clone(),
            writes: none.clone(),
            hiding: none,
            updates: Vec::new(),
            order: original::order(domain, statements)?,
            left: Cell::new(budget),
        };
        for statement in statements {
            for access in &statement.accesses {
                let relation = access.relation.restricted_to(domain)?;
                match access.kind {
                    AccessKind::Read => program.reads = program.reads.union(&relation)?,
                    AccessKind::Write => {
                        program.writes = program.writes.union(&relation)?;
                        if access.must && statement.updates().is_none() {
                            program.hiding = program.hiding.union(&relation)?;
                        }
                    }
                }
            }
            if let Some(accumulator) = statement.updates() {
                let relation = accumulator.relation.restricted_to(domain)?;
                program.updates.push((relation, statement.atomic.is_some()));
            }
        }
        Ok(program)
    }

    /// Pairs of a source and a later sink at the same element, without those that a must-write in
    /// between hides, and without two updates of one reduction.
    fn pairs(&self, sinks: &UnionMap, sources: &UnionMap) -> tc_isl::Result<UnionMap> {
        let mut found = UnionMap::none(sinks.context())?;
        let mut others = sinks.clone();
        for (updates, _) in &self.updates {
            let own = sinks.intersect(updates)?;
            found = found.union(&self.flow(&own, &sources.subtract(updates)?)?)?;
            others = others.subtract(updates)?;
        }
        found.union(&self.flow(&others, sources)?)
    }

    fn flow(&self, sinks: &UnionMap, sources: &UnionMap) -> tc_isl::Result<UnionMap> {
        let exact = || {
            UnionAccessInfo::from_sink(sinks)?
                .set_must_source(&self.hiding)?
                .set_may_source(&sources.subtract(&self.hiding)?)?
                .set_schedule_map(&self.order)?
                .compute_flow()?
                .may_dependence()
        };
        let (context, left) = (sinks.context(), self.left.get());
        if left > 0 {
            let before = context.operations();
            let found = context.with_budget(left, exact);
            let used = context.operations() - before;
            match found {
                Err(Error::Budget { operations }) if operations == left => self.left.set(0),
                found => {
                    self.left.set(left.saturating_sub(used).max(1));
                    return found;
                }
            }
        }
        let all = sources.union(&self.hiding)?;
        let earlier = self.order.lex_lt_union_map(&self.order)?;
        all.followed_by(&sinks.reverse()?)?.intersect(&earlier)
    }
}

#[cfg(test)]
mod tests {
    use crate::dependences::compute;
    use crate::examples::{Line, program};
    use tc_isl::UnionMap;

    /// `for t { B(i) = A(i); A(i) = B(i) }`
    #[test]
    fn statements_of_a_loop_alternate() {
        let mut example = program(
            "T, N",
            &[
                Line(
                    "S0[t, i]",
                    "0 <= t < T and 0 <= i < N",
                    &["A[i]"],
                    "B[i]",
                    false,
                ),
                Line(
                    "S1[t, i]",
                    "0 <= t < T and 0 <= i < N",
                    &["B[i]"],
                    "A[i]",
                    false,
                ),
            ],
        );
        for (number, statement) in example.accesses.statements.iter_mut().enumerate() {
            statement.at = vec![0, number as i64];
        }
        let found = compute(&example.domain, &example.accesses, 0).expect("dependences");
        let expected = UnionMap::parse(
            found.flow.context(),
            "[T, N] -> { S0[t, i] -> S1[t, i] : 0 <= t < T and 0 <= i < N; S1[t, i] -> S0[t + 1, i] : 0 <= t < T - 1 and 0 <= i < N }",
        )
        .expect("a map");
        assert!(
            found.flow.is_equal(&expected).expect("isl works"),
            "{}",
            found.flow
        );
    }

    /// Without the time for what hides what, `B(i)` of one step and `A(i)` of each later one are
    /// dependent too.
    #[test]
    fn every_pair_is_dependent_where_the_analysis_takes_too_long() {
        let inside = "0 <= t < T and 0 <= i < N";
        let mut example = program(
            "T, N",
            &[
                Line("S0[t, i]", inside, &["A[i]"], "B[i]", false),
                Line("S1[t, i]", inside, &["B[i]"], "A[i]", false),
            ],
        );
        for (number, statement) in example.accesses.statements.iter_mut().enumerate() {
            statement.at = vec![0, number as i64];
        }
        let statements: Vec<_> = example.accesses.statements.iter().collect();
        let found = super::dependences(&example.domain, &statements, 1).expect("dependences");
        assert!(found.every_pair);
        let expected = UnionMap::parse(
            found.flow.context(),
            "[T, N] -> { S0[t, i] -> S1[u, i] : 0 <= t <= u < T and 0 <= i < N; S1[t, i] -> S0[u, i] : 0 <= t < u < T and 0 <= i < N }",
        )
        .expect("a map");
        let same = |relation: &UnionMap| relation.is_equal(&expected).expect("isl works");
        assert!(same(&found.flow), "{}", found.flow);
        let exact = compute(&example.domain, &example.accesses, 0).expect("dependences");
        assert!(!exact.every_pair);
        assert!(exact.flow.is_subset(&found.flow).expect("isl works"));
    }

    /// `for t { s = 0; s += x(t, k); y(t) = s }`: sums of one iteration stay in it.
    #[test]
    fn an_initial_store_separates_the_sums_of_two_iterations() {
        let inside = "0 <= t < T and 0 <= k < N";
        let mut example = program(
            "T, N",
            &[
                Line("S0[t]", "0 <= t < T", &[], "s[0]", false),
                Line("S1[t, k]", inside, &["s[0]", "x[t, k]"], "s[0]", true),
                Line("S2[t]", "0 <= t < T", &["s[0]"], "y[t]", false),
            ],
        );
        for (number, statement) in example.accesses.statements.iter_mut().enumerate() {
            statement.at = vec![0, number as i64];
        }
        let found = compute(&example.domain, &example.accesses, 0).expect("dependences");
        let validity = found.validity().expect("isl works");
        let needed = UnionMap::parse(
            validity.context(),
            "[T, N] -> { S1[t, k] -> S2[t] : 0 <= t < T and 0 <= k < N; S1[t, k] -> S0[t + 1] : 0 <= t < T - 1 and 0 <= k < N; S2[t] -> S0[t + 1] : 0 <= t < T - 1; S0[t] -> S1[t, k] : 0 <= t < T and 0 <= k < N }",
        )
        .expect("a map");
        assert!(
            needed.is_subset(&validity).expect("isl works"),
            "{validity}"
        );
    }
}
