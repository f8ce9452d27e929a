//! The rounds of one statement.
//!
//! In each round every unsolved index takes all conditions in which it is the only unsolved one,
//! solves each, and intersects the results. All indices of a round use the solved set from the
//! start of the round, so the order of names does not matter. An index with both ends is solved,
//! one with a single end waits; the rounds end when nothing changes. An end that the guards of a
//! read imply (`super::guards`) is not a condition.
//!
//! The derivation is recorded: a [`Step`] per condition used, an [`Unused`] per condition that a
//! round could not use, and for each remaining index the reason.

use super::model::{Range, Statement};
use super::prover::{Facts, Prover};
use super::solve::{Ends, Known, Said, Unsolvable, solve, split};
use tc_syntax::expr::{Expr, Operator};

/// `box.low <= subscript < box.high` for one dimension of one access.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// Position of the access in its statement.
    pub access: usize,
    /// Dimension of the access.
    pub dim: usize,
    /// The subscript, extents replaced.
    pub subscript: Expr,
    /// The box of the tensor in that dimension.
    pub range: Range,
    /// The ends that the guards of the read imply.
    pub said: Said,
    /// Whether the read has guards: its ends are always decided in the end, since what guards say
    /// may assume ranges.
    pub guarded: bool,
}

/// The solution of conditions for an index: one end or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// `[low, high)`
    Both(Range),
    /// The low end only.
    Low(Expr),
    /// The high end only.
    High(Expr),
}

impl Solution {
    fn of(low: Option<Expr>, high: Option<Expr>) -> Option<Solution> {
        match (low, high) {
            (Some(low), Some(high)) => Some(Solution::Both(Range::new(low, high))),
            (Some(low), None) => Some(Solution::Low(low)),
            (None, Some(high)) => Some(Solution::High(high)),
            (None, None) => None,
        }
    }

    /// The low end, if there is one.
    pub fn low(&self) -> Option<&Expr> {
        match self {
            Solution::Both(range) => Some(&range.low),
            Solution::Low(low) => Some(low),
            Solution::High(_) => None,
        }
    }

    /// `i in [0, N - KN + 1)`, `i >= 1`, `i < N + 1`
    pub fn human(&self, index: &str) -> String {
        match self {
            Solution::Both(range) => format!("{index} in {}", range.human()),
            Solution::Low(low) => format!("{index} >= {}", low.human()),
            Solution::High(high) => format!("{index} < {}", high.human()),
        }
    }
}

/// A condition used in a round.
#[derive(Clone, Debug)]
pub struct Step {
    /// The round, from 1.
    pub round: usize,
    /// The index it helped to solve.
    pub index: String,
    /// Position of the access.
    pub access: usize,
    /// Dimension of the access.
    pub dim: usize,
    /// The condition, with solved indices replaced by the decisive values.
    pub condition: String,
    /// The solution of this access alone.
    pub solution: Solution,
}

impl Step {
    /// `round 1: 0 <= k < KN  =>  k in [0, KN)`
    pub fn sentence(&self) -> String {
        let (round, condition) = (self.round, &self.condition);
        let solution = self.solution.human(&self.index);
        format!("round {round}: {condition}  =>  {solution}")
    }
}

/// A condition that a round could not use.
#[derive(Clone, Debug)]
pub struct Unused {
    /// The round, from 1.
    pub round: usize,
    /// Position of the access.
    pub access: usize,
    /// Dimension of the access.
    pub dim: usize,
    /// The reason.
    pub reason: String,
}

/// Why an index has no range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// No condition mentions it.
    Free,
    /// The conditions give one end only.
    OneEnd(Solution),
    /// Its factor is only known at run time.
    Stride(String),
    /// The conditions that mention it do not bound it.
    NoBound(String),
    /// Each condition has another unresolved index; the accesses and dimensions.
    Several(Vec<(usize, usize)>),
}

/// An index bounded by two ends of which the smaller one counts: a reduction index by extents that
/// differ, another one by ends with sizes of different names.
#[derive(Clone, Debug)]
pub struct Smaller {
    /// The index.
    pub index: String,
    /// Whether it is reduced over.
    pub reduced: bool,
    /// The two ends and their access and dimension.
    pub ends: [(Expr, usize, usize); 2],
}

/// The result of the rounds.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// The range of each index of the statement, if there is one.
    pub ranges: Vec<Option<Range>>,
    /// The conditions used, in order.
    pub steps: Vec<Step>,
    /// The conditions not used in a round that used others.
    pub unused: Vec<Unused>,
    /// The conditions that follow from the ranges by construction.
    pub implied: Vec<bool>,
    /// The indices without a range, with the reasons.
    pub stuck: Vec<(String, Stuck)>,
    /// Indices over the smaller of two sizes.
    pub smaller: Vec<Smaller>,
}

impl Rounds {
    /// Records the result of a round for an index.
    fn take(&mut self, statement: &Statement, conditions: &[Bounded], candidate: Candidate) {
        let name = &statement.indices[candidate.position].name;
        let smaller = if statement.is_reduction(name) {
            smaller_of_two(name, conditions, &candidate.implied)
        } else {
            candidate.meeting
        };
        self.smaller.extend(smaller);
        self.steps.extend(candidate.steps);
        for at in candidate.implied {
            self.implied[at] = !conditions[at].guarded;
        }
        self.ranges[candidate.position] = Some(candidate.range);
    }
}

struct Candidate {
    position: usize,
    range: Range,
    steps: Vec<Step>,
    implied: Vec<usize>,
    /// Two of its ends, with sizes of different names.
    meeting: Option<Smaller>,
}

/// Solves the indices of a statement that have no given range.
pub fn solve_rounds(
    statement: &Statement,
    given: &[Option<Range>],
    conditions: &[Bounded],
    sizes: &[&str],
    prover: &Prover,
) -> Rounds {
    let mut result = Rounds {
        ranges: given.to_vec(),
        implied: vec![false; conditions.len()],
        ..Rounds::default()
    };
    let mentioned = mentioned(statement, given, conditions, &mut result.unused);
    let mut round = 0;
    loop {
        round += 1;
        let solved = solved_ranges(statement, &result.ranges);
        let known = Known {
            statement,
            ranges: &solved,
            sizes,
            prover,
        };
        let unsolved = |names: &[String]| -> Vec<String> {
            names
                .iter()
                .filter(|name| !solved.iter().any(|(known, _)| known == *name))
                .cloned()
                .collect()
        };
        let candidates: Vec<Candidate> = (0..statement.indices.len())
            .filter(|position| result.ranges[*position].is_none())
            .filter_map(|position| {
                let name = &statement.indices[position].name;
                let usable: Vec<usize> = (0..conditions.len())
                    .filter(|at| unsolved(&mentioned[*at]) == [name.clone()])
                    .collect();
                candidate(&known, position, conditions, &usable, round)
            })
            .collect();
        if candidates.is_empty() {
            break;
        }
        let unused = conditions.iter().zip(&mentioned).map(|(condition, names)| {
            let count = unsolved(names).len();
            (count > 1).then(|| Unused {
                round,
                access: condition.access,
                dim: condition.dim,
                reason: format!("{} unresolved indices", count_word(count)),
            })
        });
        result.unused.extend(unused.flatten());
        for candidate in candidates {
            result.take(statement, conditions, candidate);
        }
    }
    result.stuck = classify(
        statement,
        conditions,
        &mentioned,
        &result.ranges,
        sizes,
        prover,
    );
    result
}

/// The indices that each condition bounds; none if the guards imply both ends, which is recorded if
/// an index was to be solved.
fn mentioned(
    statement: &Statement,
    given: &[Option<Range>],
    conditions: &[Bounded],
    unused: &mut Vec<Unused>,
) -> Vec<Vec<String>> {
    let open = |name: &String| {
        let position = statement.position(name);
        position.is_some_and(|position| given[position].is_none())
    };
    let indices = conditions.iter().map(|condition| {
        let indices = statement.indices_in(&condition.subscript);
        if !condition.said.both() {
            return indices;
        }
        if indices.iter().any(open) {
            unused.push(Unused {
                round: 1,
                access: condition.access,
                dim: condition.dim,
                reason: "its guard says both ends".to_string(),
            });
        }
        Vec::new()
    });
    indices.collect()
}

fn count_word(count: usize) -> String {
    ["no", "one", "two", "three", "four"]
        .get(count)
        .map_or_else(|| count.to_string(), ToString::to_string)
}

/// The loop indices, and the indices that have a range, by name.
pub fn solved_ranges(statement: &Statement, ranges: &[Option<Range>]) -> Vec<(String, Range)> {
    let around = statement.loops.iter();
    let around = around.map(|one| (one.name.clone(), one.range.clone()));
    let named = statement.indices.iter().zip(ranges);
    let own = named.filter_map(|(index, range)| Some((index.name.clone(), range.clone()?)));
    around.chain(own).collect()
}

fn candidate(
    known: &Known<'_>,
    position: usize,
    conditions: &[Bounded],
    usable: &[usize],
    round: usize,
) -> Option<Candidate> {
    let index = &known.statement.indices[position].name;
    let (mut lows, mut highs, mut steps, mut implied) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut ends_of = Vec::new();
    for at in usable {
        let condition = &conditions[*at];
        let (subscript, range, said) = (&condition.subscript, &condition.range, condition.said);
        let Ok(ends) = solve(known, subscript, range, said, index) else {
            continue;
        };
        let Ends {
            lows: own_lows,
            highs: own_highs,
            complete,
            text,
        } = ends;
        let solution = intersection(known, own_lows.clone(), own_highs.clone());
        // A single end is reported if a guard implies the other one.
        let told =
            |solution: &Solution| matches!(solution, Solution::Both(_)) || said.low || said.high;
        if let Some(solution) = solution.filter(told) {
            let index = index.clone();
            steps.push(Step {
                round,
                index,
                access: condition.access,
                dim: condition.dim,
                condition: text,
                solution,
            });
        }
        if complete {
            implied.push(*at);
        }
        lows.extend(own_lows);
        let own = own_highs.iter().map(|end| known.normal(end.clone()));
        ends_of.extend(own.map(|end| (end, condition.access, condition.dim)));
        highs.extend(own_highs);
    }
    let Solution::Both(range) = intersection(known, lows, highs)? else {
        return None;
    };
    let meeting = meeting(known, index, &range.high, &ends_of);
    Some(Candidate {
        position,
        range,
        steps,
        implied,
        meeting,
    })
}

/// `[max of lows, min of highs)`, dominated ends dropped.
fn intersection(known: &Known<'_>, lows: Vec<Expr>, highs: Vec<Expr>) -> Option<Solution> {
    Solution::of(
        best(known, Operator::Max, lows),
        best(known, Operator::Min, highs),
    )
}

fn best(known: &Known<'_>, operator: Operator, ends: Vec<Expr>) -> Option<Expr> {
    let no_facts = Facts::default();
    let mut kept: Vec<Expr> = Vec::new();
    for end in ends.into_iter().map(|end| known.normal(end)) {
        let beats = |a: &Expr, b: &Expr| match operator {
            Operator::Max => known.prover.at_most(&no_facts, b, a),
            _ => known.prover.at_most(&no_facts, a, b),
        };
        if kept.iter().any(|other| beats(other, &end)) {
            continue;
        }
        kept.retain(|other| !beats(&end, other));
        kept.push(end);
    }
    kept.into_iter().reduce(|a, b| Expr::binary(operator, a, b))
}

/// Whether two plain accesses give a reduction index different extents.
fn smaller_of_two(index: &str, conditions: &[Bounded], used: &[usize]) -> Option<Smaller> {
    let mut plain = used.iter().map(|at| &conditions[*at]).filter(|condition| {
        condition.subscript.as_name() == Some(index)
            && condition.range.low.as_const() == Some(0)
            && !condition.said.high
    });
    let first = plain.next()?;
    let other = plain.find(|other| !other.range.high.same_as(&first.range.high))?;
    let part = |condition: &Bounded| {
        (
            condition.range.high.clone(),
            condition.access,
            condition.dim,
        )
    };
    Some(Smaller {
        index: index.to_string(),
        reduced: true,
        ends: [part(first), part(other)],
    })
}

/// Two ends of different reads that both count, with sizes of different names: `N` of one and `M`
/// of the other, not `N` and `N - 2`.
fn meeting(
    known: &Known<'_>,
    index: &str,
    high: &Expr,
    ends: &[(Expr, usize, usize)],
) -> Option<Smaller> {
    let counts = split(high, Operator::Min);
    // Each end once: a statement may have thousands of reads.
    let mut kept: Vec<&(Expr, usize, usize)> = Vec::new();
    for one in ends {
        let counted = counts.iter().any(|count| count.same_as(&one.0));
        if counted && !kept.iter().any(|known| known.0.same_as(&one.0)) {
            kept.push(one);
        }
    }
    let others = |a: &Expr, b: &Expr| {
        let of_a = a.names();
        let mut of_b = b.names().into_iter();
        known.sizes_in(b) && of_b.any(|name| !of_a.contains(&name))
    };
    let differ = |a: &Expr, b: &Expr| others(a, b) && others(b, a);
    let pairs = kept.iter().enumerate().flat_map(|(at, first)| {
        let rest = kept[at + 1..].iter();
        rest.map(move |second| (*first, *second))
    });
    let mut found = pairs.filter(|(a, b)| (a.1, a.2) != (b.1, b.2) && differ(&a.0, &b.0));
    found.next().map(|(first, second)| Smaller {
        index: index.to_string(),
        reduced: false,
        ends: [first.clone(), second.clone()],
    })
}

/// The indices without a range, each with the reason.
fn classify(
    statement: &Statement,
    conditions: &[Bounded],
    mentioned: &[Vec<String>],
    ranges: &[Option<Range>],
    sizes: &[&str],
    prover: &Prover,
) -> Vec<(String, Stuck)> {
    // Each condition is solved for one index as if all others were known: a failure is then final.
    let pretend = statement.indices.iter().zip(ranges).map(|(index, range)| {
        let unknown = || Range::of_extent(Expr::name(format!("extent of {}", index.name)));
        (index.name.clone(), range.clone().unwrap_or_else(unknown))
    });
    let around = statement.loops.iter();
    let around = around.map(|one| (one.name.clone(), one.range.clone()));
    let pretend: Vec<(String, Range)> = around.chain(pretend).collect();
    let solved = solved_ranges(statement, ranges);
    let is_open = |index: &String| !solved.iter().any(|(name, _)| name == index);
    let open = statement.indices.iter().map(|index| &index.name);
    open.filter(|index| is_open(index))
        .map(|index| {
            let others: Vec<(String, Range)> = pretend
                .iter()
                .filter(|(name, _)| name != index)
                .cloned()
                .collect();
            let known = Known {
                statement,
                ranges: &others,
                sizes,
                prover,
            };
            let alone = |names: &[String]| names.iter().all(|name| name == index || !is_open(name));
            let about = conditions
                .iter()
                .zip(mentioned)
                .filter(|(_, names)| names.contains(index))
                .map(|(condition, names)| Answer::new(&known, condition, index, alone(names)))
                .collect::<Vec<_>>();
            (index.clone(), reason(&known, index, &about))
        })
        .collect()
}

/// The solution of one condition for an index if all others were known.
struct Answer<'a> {
    condition: &'a Bounded,
    ends: Result<Ends, Unsolvable>,
    /// Whether the index is the only one in the condition without a range.
    alone: bool,
}

impl<'a> Answer<'a> {
    fn new(known: &Known<'_>, condition: &'a Bounded, index: &str, alone: bool) -> Self {
        let (subscript, range) = (&condition.subscript, &condition.range);
        Self {
            condition,
            ends: solve(known, subscript, range, condition.said, index),
            alone,
        }
    }
}

/// The reason why an index has no range, given its conditions.
fn reason(known: &Known<'_>, index: &str, about: &[Answer<'_>]) -> Stuck {
    if about.is_empty() {
        return Stuck::Free;
    }
    let (mut lows, mut highs, mut several) = (Vec::new(), Vec::new(), Vec::new());
    for answer in about {
        let Ok(ends) = &answer.ends else { continue };
        if answer.alone {
            lows.extend(ends.lows.clone());
            highs.extend(ends.highs.clone());
        }
        if ends.complete {
            several.push((answer.condition.access, answer.condition.dim));
        }
    }
    if let Some(end) = intersection(known, lows, highs) {
        Stuck::OneEnd(end)
    } else if !several.is_empty() {
        Stuck::Several(several)
    } else {
        refusal(about, index)
    }
}

fn refusal(answers: &[Answer<'_>], index: &str) -> Stuck {
    let stride = answers.iter().find_map(|answer| match &answer.ends {
        Err(Unsolvable::Stride(stride)) => Some(Stuck::Stride(stride.clone())),
        _ => None,
    });
    let bound = answers.iter().find_map(|answer| match &answer.ends {
        Err(Unsolvable::NoBound(text) | Unsolvable::Data(text)) => {
            Some(Stuck::NoBound(text.clone()))
        }
        _ => None,
    });
    stride
        .or(bound)
        .unwrap_or_else(|| Stuck::NoBound(index.to_string()))
}

/// Whether the subscripts are just the left-hand indices, each in its position.
pub fn is_left_hand(statement: &Statement, subscripts: &[Expr]) -> bool {
    subscripts.len() == statement.left.len()
        && subscripts
            .iter()
            .zip(&statement.left)
            .all(|(subscript, left)| subscript.same_as(&left.expr()))
}
