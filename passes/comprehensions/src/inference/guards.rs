//! The ends of a read's conditions that its own guards already imply.
//!
//! ```text
//! o(i) = (i - 1 >= 0 ? B(i - 1) : 0) + B(i)
//! ```
//!
//! The program defines the result if `i - 1` is negative, so `0 <= i - 1` must not restrict the
//! range: only `i - 1 < N` is a condition of that read. An end is guarded if the prover shows, from
//! the guards of the read, that it holds: for all sizes >= 0, and for the values of the indices in
//! the ranges that are known without the read, those of `where` and those that other reads give.
//!
//! A guard may be anything that the prover of section 9 reads: comparisons, `&&`, `||`, `!`, `?:`,
//! absolute values, quotients, remainders, products, comparisons of integers converted to floating
//! types. What it does not read holds or not, and so implies nothing. Boolean literals are
//! excluded: `exists e` is `true ? body : e`, and its reads do give ranges. Unsatisfiable guards
//! are excluded too, although everything follows from them.
//!
//! A guarded read for which an end remains narrows an index like any other read. If other reads
//! give the index a larger range, points are lost for which the program says what happens, so the
//! loss is a warning ([`Loss`], TC0314).

use super::model::{Access, Formula, Range, Statement};
use super::prover::{Facts, Prover};
use super::rounds::{Bounded, Rounds, solve_rounds};
use super::solve::{Said, split};
use tc_syntax::expr::{Comparison, Condition, Expr, Operator};

/// A range that a guarded read narrows.
#[derive(Clone, Debug)]
pub struct Loss {
    /// Position of the read.
    pub access: usize,
    /// The index.
    pub index: String,
    /// Its range with the read.
    pub range: Range,
    /// Its range without the read.
    pub wide: Range,
}

/// What the guards of one statement's reads say.
pub struct Guards<'a> {
    /// Answers for all sizes.
    pub prover: &'a Prover,
    /// The statement.
    pub statement: &'a Statement,
    /// Replaces extents `T.d`.
    pub resolved: &'a dyn Fn(&Expr) -> Expr,
    /// The sizes in order.
    pub sizes: &'a [&'a str],
}

impl Guards<'_> {
    /// The ends of `range.low <= subscript < range.high` that the guards of `access` imply within
    /// the known ranges.
    pub fn said(
        &self,
        access: &Access,
        subscript: &Expr,
        range: &Range,
        known: &[(String, Range)],
    ) -> Said {
        if !is_conditional(access) || self.statement.indices_in(subscript).is_empty() {
            return Said::default();
        }
        let mut facts = Facts {
            ranges: known.to_vec(),
            formulas: self.each(&access.guards),
            ..Facts::default()
        }
        .with_leaves(self.statement);
        for (_, formulas) in &mut facts.values {
            *formulas = self.each(formulas);
        }
        let said = self.implied(&facts, subscript, range);
        let is_void = |facts: &Facts| self.prover.impossible(facts, &Formula::All(Vec::new()));
        if said == Said::default() || !is_void(&facts) {
            return said;
        }
        // Everything follows from an empty range, such as that of a loop of no steps.
        facts.ranges.clear();
        if is_void(&facts) {
            Said::default()
        } else {
            self.implied(&facts, subscript, range)
        }
    }

    /// The ends that follow from facts.
    fn implied(&self, facts: &Facts, subscript: &Expr, range: &Range) -> Said {
        let follows = |left: &Expr, comparison, right: &Expr| {
            let condition = Condition::new(left.clone(), comparison, right.clone());
            self.prover.holds(facts, &condition)
        };
        Said {
            low: split(&range.low, Operator::Max)
                .iter()
                .all(|low| follows(low, Comparison::LessEqual, subscript)),
            high: split(&range.high, Operator::Min)
                .iter()
                .all(|high| follows(subscript, Comparison::Less, high)),
        }
    }

    fn each(&self, formulas: &[Formula]) -> Vec<Formula> {
        let resolved = formulas.iter().map(|one| one.map(self.resolved));
        resolved.collect()
    }

    /// The rounds of the statement. Ends that guards do not imply for all values of the indices are
    /// tried once more for the ranges that all other reads give.
    pub fn solve(
        &self,
        given: &[Option<Range>],
        conditions: &mut [Bounded],
    ) -> (Rounds, Vec<Loss>) {
        let rounds = |conditions: &[Bounded]| {
            solve_rounds(self.statement, given, conditions, self.sizes, self.prover)
        };
        if self.open(given, conditions).is_empty() {
            return (rounds(conditions), Vec::new());
        }
        let open = self.open(given, conditions);
        let others = rounds(&without(conditions, &open));
        let known = super::rounds::solved_ranges(self.statement, &others.ranges);
        for at in open {
            let condition = &mut conditions[at];
            let access = &self.statement.accesses[condition.access];
            condition.said = self.said(access, &condition.subscript, &condition.range, &known);
        }
        let all = rounds(conditions);
        let open = self.open(given, conditions);
        let mut losses = Vec::new();
        let mut readers: Vec<usize> = open.iter().map(|at| conditions[*at].access).collect();
        readers.dedup();
        for access in readers {
            let own = open.iter().copied();
            let own: Vec<usize> = own.filter(|at| conditions[*at].access == access).collect();
            let others = rounds(&without(conditions, &own));
            losses.extend(self.losses(access, &all, &others));
        }
        (all, losses)
    }

    /// The conditions of guarded reads that narrow indices without a given range, but for those of
    /// an index alone: `W(k)` says what `k` is, also beside a padded read.
    fn open(&self, given: &[Option<Range>], conditions: &[Bounded]) -> Vec<usize> {
        let is_open = |name: &String| {
            let position = self.statement.position(name);
            position.is_some_and(|position| given[position].is_none())
        };
        let narrows = |condition: &Bounded| {
            let access = &self.statement.accesses[condition.access];
            let indices = self.statement.indices_in(&condition.subscript);
            let is_index = condition.subscript.as_name().is_some();
            is_conditional(access)
                && !is_index
                && !condition.said.both()
                && indices.iter().any(is_open)
        };
        (0..conditions.len())
            .filter(|at| narrows(&conditions[*at]))
            .collect()
    }

    /// The indices whose range is smaller with the read than without it.
    fn losses(&self, access: usize, all: &Rounds, others: &Rounds) -> Vec<Loss> {
        let nothing = Facts::default();
        let at_most = |a: &Expr, b: &Expr| self.prover.at_most(&nothing, a, b);
        let indices = self.statement.indices.iter();
        let ranges = indices.zip(all.ranges.iter().zip(&others.ranges));
        let narrowed = ranges.filter_map(|(index, pair)| {
            let (Some(range), Some(wide)) = pair else {
                return None;
            };
            let kept = at_most(&range.low, &wide.low) && at_most(&wide.high, &range.high);
            (!kept).then(|| Loss {
                access,
                index: index.name.clone(),
                range: range.clone(),
                wide: wide.clone(),
            })
        });
        narrowed.collect()
    }
}

/// The conditions with those at `positions` dropped.
fn without(conditions: &[Bounded], positions: &[usize]) -> Vec<Bounded> {
    let mut others = conditions.to_vec();
    for at in positions {
        others[*at].said = Said::BOTH;
    }
    others
}

/// Whether a read has a guard other than a Boolean literal.
pub fn is_conditional(access: &Access) -> bool {
    access.guards.iter().any(is_no_literal)
}

fn is_no_literal(formula: &Formula) -> bool {
    match formula {
        Formula::Compare(_) | Formula::Unknown => true,
        Formula::All(parts) | Formula::Any(parts) => parts.iter().any(is_no_literal),
        Formula::Not(inner) => is_no_literal(inner),
    }
}
