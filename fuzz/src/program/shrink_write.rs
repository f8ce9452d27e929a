//! Cuts of the statements of sequential programs.

use super::ast::{Expr, Range, Statement, Write};
use super::shrink_expression::smaller_expressions;

/// Statements that are one cut smaller.
pub fn smaller(one: &Write) -> Vec<Write> {
    let mut all = Vec::new();
    if let [first, _] = one.targets.as_slice() {
        all.push(Write {
            targets: vec![first.clone()],
            values: one.values[..1].to_vec(),
            ..one.clone()
        });
    }
    for position in 0..one.ranges.len() {
        all.extend(less_range(one, position));
    }
    for (position, value) in one.values.iter().enumerate() {
        for smaller in smaller_expressions(value) {
            let mut cut = one.clone();
            cut.values[position] = smaller;
            all.push(cut);
        }
    }
    for (position, subscript) in one.left.iter().enumerate() {
        for smaller in smaller_expressions(subscript) {
            let mut cut = one.clone();
            cut.left[position] = smaller;
            all.push(cut);
        }
    }
    all.extend(plainer(one));
    all
}

/// An index that has one value, and ends that are simpler.
fn less_range(one: &Write, position: usize) -> Vec<Write> {
    let mut all = Vec::new();
    let gone = &one.ranges[position];
    let mut fixed = substituted_write(one, &|name| (name == gone.index).then(|| gone.low.clone()));
    fixed.ranges.remove(position);
    if !fixed.ranges.is_empty() || one.reduction.is_none() {
        all.push(fixed);
    }
    let with = |range: Range| {
        let mut cut = one.clone();
        cut.ranges[position] = range;
        cut
    };
    for high in smaller_expressions(&gone.high) {
        all.push(with(Range {
            high,
            ..gone.clone()
        }));
    }
    if gone.low != Expr::Integer(0) {
        all.push(with(Range {
            low: Expr::Integer(0),
            ..gone.clone()
        }));
    }
    if gone.implied {
        all.push(with(Range {
            implied: false,
            ..gone.clone()
        }));
    }
    all
}

/// Without `!`, or without the reduction if nothing is reduced.
fn plainer(one: &Write) -> Vec<Write> {
    let mut all = Vec::new();
    if one.initialises {
        all.push(Write {
            initialises: false,
            ..one.clone()
        });
    }
    let reduces = |range: &Range| !one.left.contains(&Expr::name(&range.index));
    if one.reduction.is_some() && one.targets.len() == 1 && !one.ranges.iter().any(reduces) {
        all.push(Write {
            initialises: false,
            reduction: None,
            ..one.clone()
        });
    }
    all
}

/// A copy in which names are replaced by the results of `find`.
pub fn substituted(statement: &Statement, find: &dyn Fn(&str) -> Option<Expr>) -> Statement {
    match statement {
        Statement::Write(one) => Statement::Write(substituted_write(one, find)),
        Statement::Loop {
            index,
            low,
            high,
            body,
        } => Statement::Loop {
            index: index.clone(),
            low: low.substitute(find),
            high: high.substitute(find),
            body: body.iter().map(|inner| substituted(inner, find)).collect(),
        },
        other => other.clone(),
    }
}

fn substituted_write(one: &Write, find: &dyn Fn(&str) -> Option<Expr>) -> Write {
    let all = |exprs: &[Expr]| exprs.iter().map(|expr| expr.substitute(find)).collect();
    let range = |range: &Range| Range {
        low: range.low.substitute(find),
        high: range.high.substitute(find),
        ..range.clone()
    };
    Write {
        left: all(&one.left),
        values: all(&one.values),
        ranges: one.ranges.iter().map(range).collect(),
        ..one.clone()
    }
}
