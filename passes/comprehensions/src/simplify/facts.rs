//! What is known of every value of an e-graph: its type, its number if it has one, its range.
//!
//! Ranges start from those of indices and from sizes, which are not negative; operators pass them
//! on. A value whose range is one number is that number, so comparisons that ranges decide become
//! constants. Where a bound is a size, `below` keeps it: `i` in `[0, N)` is below `N`.

use egg::{Analysis, DidMerge, EGraph, Id, Language};
use tc_syntax::expr::{Expr, Operator as ExprOperator};

use super::term::{Op, Operator, Scalar, Term, floating, is_normal};

/// A smallest and a largest value.
pub type Interval = (i128, i128);

/// What is known of a leaf, or of the result of an operation that rules do not know.
#[derive(Clone, Debug)]
pub struct LeafFacts {
    pub ty: Scalar,
    pub range: Interval,
    /// Indices and sizes only: what it is.
    pub expr: Option<Expr>,
    /// Indices only: the end of the range.
    pub below: Option<Expr>,
}

impl LeafFacts {
    /// A value of which nothing else is known.
    pub fn any(ty: Scalar) -> Self {
        let range = ty.limits();
        LeafFacts {
            ty,
            range,
            expr: None,
            below: None,
        }
    }
}

/// What is known of a class of equal values.
#[derive(Clone, Debug)]
pub struct Fact {
    pub ty: Scalar,
    pub constant: Option<i64>,
    pub range: Interval,
    pub expr: Option<Expr>,
    pub below: Option<Expr>,
}

/// The analysis: what is known of leaves and of unknown operations, by number.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub leaves: Vec<LeafFacts>,
    pub others: Vec<LeafFacts>,
}

/// The e-graph of the pass.
pub type Graph = EGraph<Term, Facts>;

/// The name under which remarks report that a constant was computed.
pub const FOLD: &str = "fold-constants";

impl From<&LeafFacts> for Fact {
    fn from(known: &LeafFacts) -> Self {
        Fact {
            ty: known.ty,
            constant: None,
            range: known.range,
            expr: known.expr.clone(),
            below: known.below.clone(),
        }
    }
}

impl Analysis<Term> for Facts {
    type Data = Fact;

    fn make(graph: &mut Graph, term: &Term, _: Id) -> Fact {
        match term.op {
            Op::Leaf(number) => Fact::from(&graph.analysis.leaves[number as usize]),
            Op::Other(number) => Fact::from(&graph.analysis.others[number as usize]),
            Op::Constant(ty, value) => of_constant(ty, value),
            Op::LeafFacts(operator, ty) => {
                let operands: Vec<&Fact> =
                    term.operands.iter().map(|id| &graph[*id].data).collect();
                of_operator(operator, ty, &operands)
            }
        }
    }

    fn merge(&mut self, into: &mut Fact, from: Fact) -> DidMerge {
        let (mut gains, mut lacks) = (false, false);
        let mut keep = |gained: bool, lacked: bool| {
            gains |= gained;
            lacks |= lacked;
        };
        keep(
            into.constant.is_none() && from.constant.is_some(),
            into.constant.is_some() && from.constant.is_none(),
        );
        into.constant = into.constant.or(from.constant);
        keep(
            into.expr.is_none() && from.expr.is_some(),
            into.expr != from.expr,
        );
        into.expr = into.expr.take().or(from.expr);
        keep(
            into.below.is_none() && from.below.is_some(),
            into.below != from.below,
        );
        into.below = into.below.take().or(from.below);
        let (low, high) = (
            into.range.0.max(from.range.0),
            into.range.1.min(from.range.1),
        );
        // An empty range says that nobody computes this value: there is nothing to learn.
        if low <= high {
            keep((low, high) != into.range, (low, high) != from.range);
            into.range = (low, high);
        }
        DidMerge(gains, lacks)
    }

    fn modify(graph: &mut Graph, id: Id) {
        let fact = &graph[id].data;
        let Some(value) = fact.constant else {
            return;
        };
        let constant = Term::constant(fact.ty, value);
        if graph[id].nodes.contains(&constant) {
            return;
        }
        let constant = graph.add(constant);
        graph.union_trusted(id, constant, FOLD);
        // Nothing is cheaper than a number; what else it is would only make more of them.
        graph[id].nodes.retain(|term| term.is_leaf());
    }
}

fn of_constant(ty: Scalar, value: i64) -> Fact {
    let floating = ty.is_floating();
    Fact {
        constant: Some(value),
        range: if floating {
            ty.limits()
        } else {
            (value.into(), value.into())
        },
        expr: (!floating).then_some(Expr::Const(value)),
        ..Fact::from(&LeafFacts::any(ty))
    }
}

fn of_operator(operator: Operator, ty: Scalar, operands: &[&Fact]) -> Fact {
    let result = match operator {
        Operator::Compare(_) => Scalar::I1,
        _ => ty,
    };
    let mut fact = Fact::from(&LeafFacts::any(result));
    if !result.is_floating() {
        fact.range = interval(operator, ty, operands).unwrap_or(fact.range);
        fact.constant = (fact.range.0 == fact.range.1)
            .then(|| i64::try_from(fact.range.0).ok())
            .flatten();
    }
    let constants: Option<Vec<i64>> = operands.iter().map(|fact| fact.constant).collect();
    if let Some(constants) = constants
        && may_fold(operator, ty, &constants)
        && let Some(value) = operator.apply(ty, &constants)
        && (!result.is_floating() || is_normal(ty, floating(value)))
    {
        fact.constant = Some(value);
        if !result.is_floating() {
            fact.range = (value.into(), value.into());
        }
    }
    if ty == Scalar::Subscript {
        fact.expr = expression(operator, operands);
    }
    fact
}

/// What machines may make of numbers that are not normal is left to them.
fn may_fold(operator: Operator, ty: Scalar, constants: &[i64]) -> bool {
    operator == Operator::Select
        || !ty.is_floating()
        || constants
            .iter()
            .all(|value| is_normal(ty, floating(*value)))
}

fn expression(operator: Operator, operands: &[&Fact]) -> Option<Expr> {
    let [a, b] = operands else {
        return None;
    };
    let operator = expr_operator(operator)?;
    Some(Expr::binary(operator, a.expr.clone()?, b.expr.clone()?))
}

/// The operator of expressions that an operator on subscripts is.
pub fn expr_operator(operator: Operator) -> Option<ExprOperator> {
    Some(match operator {
        Operator::Add => ExprOperator::Add,
        Operator::Sub => ExprOperator::Sub,
        Operator::Mul => ExprOperator::Mul,
        Operator::Div => ExprOperator::FloorDiv,
        Operator::Mod => ExprOperator::Mod,
        Operator::Min => ExprOperator::Min,
        Operator::Max => ExprOperator::Max,
        _ => return None,
    })
}

/// The range of an operator's integer result; none if nothing is known, as where it may wrap.
fn interval(operator: Operator, ty: Scalar, operands: &[&Fact]) -> Option<Interval> {
    if operator == Operator::Select {
        let (yes, no) = (operands[1].range, operands[2].range);
        return Some((yes.0.min(no.0), yes.1.max(no.1)));
    }
    let [first, second] = operands else {
        return None;
    };
    if let Operator::Compare(predicate) = operator {
        let decided = (!ty.is_floating() && ty != Scalar::I1)
            .then(|| decide(predicate, first, second))
            .flatten()?;
        return Some((decided.into(), decided.into()));
    }
    let (a, b) = (first.range, second.range);
    let found = match operator {
        Operator::Add => (a.0 + b.0, a.1 + b.1),
        Operator::Sub => (a.0 - b.1, a.1 - b.0),
        Operator::Mul => product(a, b),
        Operator::Min => (a.0.min(b.0), a.1.min(b.1)),
        Operator::Max => (a.0.max(b.0), a.1.max(b.1)),
        Operator::Div if b.0 > 0 => quotient(a, b),
        Operator::Rem if b.0 > 0 => remainder(a, b),
        Operator::Mod if b.0 > 0 && a.0 >= 0 && a.1 < b.0 => a,
        Operator::Mod if b.0 > 0 => (0, b.1 - 1),
        Operator::And if a.0 >= 0 && b.0 >= 0 => (0, a.1.min(b.1)),
        _ => return None,
    };
    let (low, high) = ty.limits();
    (low <= found.0 && found.1 <= high).then_some(found)
}

/// The range of a product.
pub fn product(a: Interval, b: Interval) -> Interval {
    let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
    let low = corners.into_iter().min();
    let high = corners.into_iter().max();
    (low.unwrap_or(0), high.unwrap_or(0))
}

fn quotient(a: Interval, b: Interval) -> Interval {
    let corners = [
        a.0.div_euclid(b.0),
        a.0.div_euclid(b.1),
        a.1.div_euclid(b.0),
        a.1.div_euclid(b.1),
    ];
    let low = corners.into_iter().min();
    let high = corners.into_iter().max();
    (low.unwrap_or(0), high.unwrap_or(0))
}

fn remainder(a: Interval, b: Interval) -> Interval {
    let largest = b.1 - 1;
    (a.0.max(-largest).min(0), a.1.min(largest).max(0))
}

/// What ranges say of a comparison of integers; none if they leave both open.
fn decide(predicate: u8, a: &Fact, b: &Fact) -> Option<bool> {
    let less = |a: &Fact, b: &Fact| {
        if a.range.1 < b.range.0 || is_below(a, b) {
            Some(true)
        } else {
            (a.range.0 >= b.range.1).then_some(false)
        }
    };
    let equal = || {
        let apart = less(a, b) == Some(true) || less(b, a) == Some(true);
        apart.then_some(false)
    };
    let positive = a.range.0 >= 0 && b.range.0 >= 0;
    match predicate {
        0 => equal(),
        1 => equal().map(|equal| !equal),
        2 => less(a, b),
        3 => less(b, a).map(|less| !less),
        4 => less(b, a),
        5 => less(a, b).map(|less| !less),
        6.. if positive => decide(predicate - 4, a, b),
        _ => None,
    }
}

/// Whether the range of `a` ends at `b`, whatever that is.
pub fn is_below(a: &Fact, b: &Fact) -> bool {
    match (&a.below, &b.expr) {
        (Some(end), Some(expr)) => end.same_as(expr),
        _ => false,
    }
}
