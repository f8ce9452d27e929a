//! Which instances must stay in order.
//!
//! The original order is the textual order of the statements and, inside one statement, the lexicographic order of its
//! indices. Two instances that touch the same element, one of them writing, keep that order:
//!
//! | kind | first | then | example |
//! | --- | --- | --- | --- |
//! | flow | writes | reads | `S0[n, m] -> S1[n, m, 0]` on C |
//! | anti | reads | writes | |
//! | output | writes | writes | |
//! | reduction | updates | updates | `S1[n, m, 0] -> S1[n, m, 1]` on C |
//!
//! Flow, anti and output dependences come from isl's dataflow analysis: a certain write hides what lies before it, since
//! the order then follows through the write itself. Updates of a reduction may run in any order, so they hide nothing:
//! what reads the sum depends on every update, and every update on the initial store. The reduction dependences pair
//! *all* updates of one element; they forbid to run two of them at the same time, not to exchange them.
//!
//! Unknown counts as dependent: a may access conflicts wherever it may be. The analysis stops with an error when isl
//! needs more operations than the budget.

use std::fmt;

use tc_dialects::isl::{self, UnionMap, UnionSet};

use super::accesses::{Access, AccessKind, ScopAccesses, StatementAccesses};

/// Why two instances must stay in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DependenceKind {
    Flow,
    Anti,
    Output,
    Reduction,
}

impl DependenceKind {
    /// All kinds, in the order in which they are reported.
    pub const ALL: [DependenceKind; 4] = [
        DependenceKind::Flow,
        DependenceKind::Anti,
        DependenceKind::Output,
        DependenceKind::Reduction,
    ];
}

impl fmt::Display for DependenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DependenceKind::Flow => "flow",
            DependenceKind::Anti => "anti",
            DependenceKind::Output => "output",
            DependenceKind::Reduction => "reduction",
        })
    }
}

/// The dependences of a scop, each relation from the earlier to the later instance.
#[derive(Clone, Debug)]
pub struct Dependences {
    pub flow: UnionMap,
    pub anti: UnionMap,
    pub output: UnionMap,
    pub reduction: UnionMap,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DependenceError {
    /// isl needed more operations than the budget.
    Budget {
        operations: u64,
        statements: Vec<String>,
    },
    /// isl failed.
    Isl(isl::Error),
}

impl fmt::Display for DependenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DependenceError::Budget {
                operations,
                statements,
            } => write!(
                f,
                "the dependences between {} are not known after {operations} isl operations; raise the option `budget`, or bind sizes with `tc-specialize`",
                statements.join(", ")
            ),
            DependenceError::Isl(error) => write!(f, "dependence analysis failed: {error}"),
        }
    }
}

impl std::error::Error for DependenceError {}

impl From<isl::Error> for DependenceError {
    fn from(error: isl::Error) -> Self {
        DependenceError::Isl(error)
    }
}

impl Dependences {
    /// The relation of one kind.
    pub fn of_kind(&self, kind: DependenceKind) -> &UnionMap {
        match kind {
            DependenceKind::Flow => &self.flow,
            DependenceKind::Anti => &self.anti,
            DependenceKind::Output => &self.output,
            DependenceKind::Reduction => &self.reduction,
        }
    }

    /// What every schedule must keep in order: all but the reduction dependences.
    pub fn validity(&self) -> isl::Result<UnionMap> {
        self.flow.union(&self.anti)?.union(&self.output)?.coalesce()
    }

    /// What may not run at the same time: all dependences.
    pub fn coincidence(&self) -> isl::Result<UnionMap> {
        self.validity()?.union(&self.reduction)?.coalesce()
    }
}

/// The dependences of the instances in `domain`, found with at most `budget` isl operations (0: any number).
pub fn compute(
    domain: &UnionSet,
    scop: &ScopAccesses,
    budget: u64,
) -> Result<Dependences, DependenceError> {
    let context = domain.context().clone();
    let statements: Vec<&StatementAccesses> = scop
        .statements
        .iter()
        .filter(|statement| !statement.barrier)
        .collect();
    let work = || Analysis::new(domain, &statements)?.dependences();
    let result = if budget == 0 {
        work()
    } else {
        context.with_budget(budget, work)
    };
    result.map_err(|error| match error {
        isl::Error::Budget { operations } => {
            let statements = statements
                .iter()
                .map(|statement| statement.name.clone())
                .collect();
            DependenceError::Budget {
                operations,
                statements,
            }
        }
        error => DependenceError::Isl(error),
    })
}

/// The accesses of all statements, joined by how dataflow analysis looks at them.
struct Analysis {
    order: UnionMap,
    reads: UnionMap,
    writes: UnionMap,
    /// Writes that certainly happen, are not updates of a reduction, and come after other accesses to their elements. isl looks
    /// for the last of them, which is much more work than to find all that may be sources.
    hiding: UnionMap,
    /// The instances of reductions, each with the element that it updates.
    accumulators: Vec<UnionMap>,
}

impl Analysis {
    fn new(domain: &UnionSet, statements: &[&StatementAccesses]) -> isl::Result<Analysis> {
        let none = UnionMap::none(domain.context())?;
        let order = original_order(domain.context(), statements)?.intersect_domain(domain)?;
        let mut analysis = Analysis {
            order,
            reads: none.clone(),
            writes: none.clone(),
            hiding: none,
            accumulators: Vec::new(),
        };
        for (number, statement) in statements.iter().enumerate() {
            for (position, access) in statement.accesses.iter().enumerate() {
                let before = statements[..number]
                    .iter()
                    .flat_map(|other| &other.accesses);
                let others = statement.accesses.iter().enumerate();
                let others = others
                    .filter(|(other, _)| *other != position)
                    .map(|(_, other)| other);
                let is_first = !before
                    .chain(others)
                    .any(|other| other.array == access.array);
                analysis.add(statement, access, is_first, domain)?;
            }
            if let Some(accumulator) = &statement.accumulator {
                analysis
                    .accumulators
                    .push(accumulator.relation.intersect_domain(domain)?);
            }
        }
        Ok(analysis)
    }

    fn add(
        &mut self,
        statement: &StatementAccesses,
        access: &Access,
        is_first: bool,
        domain: &UnionSet,
    ) -> isl::Result<()> {
        let relation = access.relation.intersect_domain(domain)?;
        match access.kind {
            AccessKind::Read => self.reads = self.reads.union(&relation)?,
            AccessKind::Write => {
                self.writes = self.writes.union(&relation)?;
                // What touches an array first, and each element once, has nothing to hide.
                let hides = !is_first || !relation.is_injective()?;
                if access.must && statement.accumulator.is_none() && hides {
                    self.hiding = self.hiding.union(&relation)?;
                }
            }
        }
        Ok(())
    }

    fn dependences(&self) -> isl::Result<Dependences> {
        let overwritten = self.sources(&self.writes, &self.reads.union(&self.writes)?)?;
        let same_element = |sources: &UnionMap| sources.apply_range(&self.writes.reverse()?);
        Ok(Dependences {
            flow: self.sources(&self.reads, &self.writes)?.coalesce()?,
            anti: overwritten
                .intersect(&same_element(&self.reads)?)?
                .coalesce()?,
            output: overwritten
                .intersect(&same_element(&self.writes)?)?
                .coalesce()?,
            reduction: self.reordered()?.coalesce()?,
        })
    }

    /// Pairs of a source and a later sink that touch the same element, without those that a certain write hides, and
    /// without those of two updates of one reduction.
    fn sources(&self, sinks: &UnionMap, sources: &UnionMap) -> isl::Result<UnionMap> {
        let mut found = UnionMap::none(self.order.context())?;
        let mut others = sinks.clone();
        for accumulator in &self.accumulators {
            let updates = sinks.intersect(accumulator)?;
            others = others.subtract(accumulator)?;
            found = found.union(&self.flow(&updates, &sources.subtract(accumulator)?)?)?;
        }
        found.union(&self.flow(&others, sources)?)
    }

    /// isl's dataflow analysis.
    fn flow(&self, sinks: &UnionMap, sources: &UnionMap) -> isl::Result<UnionMap> {
        // Only what touches the arrays of the sinks can be a source.
        let arrays = sinks.range()?.universe()?;
        let sources = sources.intersect_range(&arrays)?;
        if sources.plain_is_empty()? {
            return Ok(sources);
        }
        let info = isl::UnionAccessInfo::from_sink(sinks)?
            .set_must_source(&self.hiding.intersect_range(&arrays)?)?
            .set_may_source(&sources.subtract(&self.hiding)?)?
            .set_schedule_map(&self.order)?;
        info.compute_flow()?.may_dependence()
    }

    /// Pairs of updates of one reduction that change the same element, the first originally before the second.
    fn reordered(&self) -> isl::Result<UnionMap> {
        let none = UnionMap::none(self.order.context())?;
        self.accumulators.iter().try_fold(none, |all, accumulator| {
            let order = self.order.intersect_domain(&accumulator.domain()?)?;
            let same_element = accumulator.apply_range(&accumulator.reverse()?)?;
            all.union(&same_element.intersect(&order.lex_lt_union_map(&order)?)?)
        })
    }
}

/// The textual order of the statements, lexicographic inside each: `S1[i, j] -> [1, i, j, 0]`.
pub fn original_order(
    context: &isl::Context,
    statements: &[&StatementAccesses],
) -> isl::Result<UnionMap> {
    let depth = statements
        .iter()
        .map(|statement| statement.indices.len())
        .max()
        .unwrap_or(0);
    let mut order = UnionMap::none(context)?;
    for (number, statement) in statements.iter().enumerate() {
        let mut time = vec![number.to_string()];
        time.extend(statement.indices.iter().cloned());
        time.resize(depth + 1, "0".to_owned());
        let text = format!(
            "{{ {}[{}] -> [{}] }}",
            statement.name,
            statement.indices.join(", "),
            time.join(", ")
        );
        order = order.union(&UnionMap::parse(context, &text)?)?;
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::super::examples::{Example, Line, program, sgemm, softmax};
    use super::*;

    fn dependences(example: &Example) -> Dependences {
        compute(&example.domain, &example.accesses, 0).expect("the dependences are found")
    }

    fn assert_equal(found: &UnionMap, expected: &str) {
        let expected = UnionMap::parse(found.context(), expected).expect("a map");
        assert!(
            found.is_equal(&expected).expect("isl works"),
            "expected {expected}, found {found}"
        );
    }

    /// Claim F22: the dependence graph of sgemm has a flow edge to the update and a reduction edge on the update.
    #[test]
    fn sgemm_has_an_initial_store_and_updates_in_any_order() {
        let found = dependences(&sgemm());
        let first =
            "[N, M, K] -> { S0[n, m] -> S1[n, m, k] : 0 <= n < N and 0 <= m < M and 0 <= k < K }";
        assert_equal(&found.flow, first);
        assert_equal(&found.output, first);
        assert_equal(&found.anti, first);
        assert_equal(
            &found.reduction,
            "[N, M, K] -> { S1[n, m, k] -> S1[n, m, l] : 0 <= n < N and 0 <= m < M and 0 <= k < l < K }",
        );
    }

    #[test]
    fn what_reads_a_sum_depends_on_every_update() {
        let found = dependences(&softmax());
        let updates =
            "[N, C] -> { S1[n, c] -> S4[n, d] : 0 <= n < N and 0 <= c < C and 0 <= d < C }";
        let updates = UnionMap::parse(found.flow.context(), updates).expect("a map");
        assert!(
            updates.is_subset(&found.flow).expect("isl works"),
            "{}",
            found.flow
        );
    }

    #[test]
    fn a_certain_write_hides_what_lies_before_it() {
        let twice = program(
            "N",
            &[
                Line("S0[i]", "0 <= i < N", &["X[i]"], "T[i]", false),
                Line("S1[i]", "0 <= i < N", &["T[i]"], "T[i]", false),
                Line("S2[i]", "0 <= i < N", &["T[i]"], "Y[i]", false),
            ],
        );
        assert_equal(
            &dependences(&twice).flow,
            "[N] -> { S0[i] -> S1[i] : 0 <= i < N; S1[i] -> S2[i] : 0 <= i < N }",
        );
    }

    /// Claim D16: a gather may read the whole array, and so depends on all its writes.
    #[test]
    fn may_accesses_conflict_with_everything_they_may_touch() {
        let mut gather = program(
            "N",
            &[
                Line("S0[i]", "0 <= i < N", &["X[i]"], "T[i]", false),
                Line("S1[i]", "0 <= i < N", &["T[i]"], "Y[i]", false),
            ],
        );
        let anywhere = UnionMap::parse(
            gather.domain.context(),
            "[N] -> { S1[i] -> T[a] : 0 <= a < N }",
        )
        .expect("a map");
        gather.accesses.statements[1].accesses[0].relation = anywhere;
        gather.accesses.statements[1].accesses[0].must = false;
        assert_equal(
            &dependences(&gather).flow,
            "[N] -> { S0[i] -> S1[j] : 0 <= i < N and 0 <= j < N }",
        );
    }

    #[test]
    fn an_exhausted_budget_names_the_statements_and_the_option() {
        let example = sgemm();
        let error = compute(&example.domain, &example.accesses, 10)
            .expect_err("ten operations are too few");
        assert_eq!(
            error.to_string(),
            "the dependences between S0, S1 are not known after 10 isl operations; raise the option `budget`, or bind sizes with `tc-specialize`"
        );
    }
}
