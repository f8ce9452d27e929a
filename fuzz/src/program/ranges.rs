//! The ranges of one comprehension, in numbers.
//!
//! A second implementation of section 8 of the language specification: an oracle that used the
//! compiler's inference would repeat its errors. It is much simpler, because sizes have values
//! here: a subscript is a constant plus whole multiples of indices, or it gives no condition;
//! [`guard`] decides what follows from guards. The generator needs the ranges to keep later reads
//! in bounds; the shapes of the outputs check that the compiler finds the same ones.

use super::ast::{Binary, Clause, Comprehension, Expr};
use super::environment::{Environment, NumericRange};
use super::guard::{self, Guard, Said};
use super::line::{Line, line, number};

struct Condition {
    line: Line,
    low: i64,
    high: i64,
    guards: Vec<Guard>,
    /// Whether the low end follows from the guards, and the high one.
    said: [Said; 2],
}

/// The ranges of the indices, in order of first appearance; `None` if there is no single answer, a
/// range is reversed, a read leaves its tensor, or it is not clear what follows from the guards.
///
/// `adopt` returns the range of a left index that nothing mentions, by its position.
pub fn infer(
    comprehension: &Comprehension,
    environment: &Environment,
    adopt: &dyn Fn(usize) -> Option<NumericRange>,
) -> Option<Vec<(String, NumericRange)>> {
    let mut known = given(comprehension, environment)?;
    let wide = without_guarded(comprehension, environment, &known)?;
    let conditions = conditions(comprehension, environment, &wide)?;
    let unclear = |condition: &Condition| {
        let mut names = condition.line.terms.iter();
        condition.said.contains(&Said::Unsure)
            && !names.all(|(name, _)| find(&known, name).is_some())
    };
    if conditions.iter().any(unclear) {
        return None;
    }
    let indices = indices(comprehension, environment);
    while known.len() < indices.len() {
        let open = indices.iter().filter(|index| find(&known, index).is_none());
        let mut solved: Vec<_> = open
            .filter_map(|index| Some((index.clone(), solution(&conditions, index, &known)?)))
            .collect();
        if solved.is_empty() {
            let unsolved = indices.iter().find(|index| find(&known, index).is_none())?;
            let mentions =
                |one: &Condition| one.line.terms.iter().any(|(name, _)| name == unsolved);
            let mut left = comprehension.left.iter();
            let position = left.position(|left| left == unsolved)?;
            if in_a_subscript(comprehension, unsolved) || conditions.iter().any(mentions) {
                return None;
            }
            solved.push((unsolved.clone(), adopt(position)?));
        }
        known.extend(solved);
    }
    if known.iter().any(|(_, (low, high))| low > high) {
        return None;
    }
    for condition in &conditions {
        if !stays_inside(condition, &known, environment)? {
            return None;
        }
    }
    let of = |index: String| {
        let range = find(&known, &index).unwrap_or((0, 0));
        (index, range)
    };
    Some(indices.into_iter().map(of).collect())
}

/// The ranges that clauses and the reads without guards give, as far as they do.
fn without_guarded(
    comprehension: &Comprehension,
    environment: &Environment,
    given: &[(String, NumericRange)],
) -> Option<Vec<(String, NumericRange)>> {
    let mut conditions = conditions(comprehension, environment, given)?;
    conditions.retain(|condition| condition.guards.is_empty());
    let indices = indices(comprehension, environment);
    let mut known = given.to_vec();
    loop {
        let open = indices.iter().filter(|index| find(&known, index).is_none());
        let solved: Vec<_> = open
            .filter_map(|index| Some((index.clone(), solution(&conditions, index, &known)?)))
            .collect();
        if solved.is_empty() {
            return Some(known);
        }
        known.extend(solved);
    }
}

/// The ranges that clauses give.
fn given(
    comprehension: &Comprehension,
    environment: &Environment,
) -> Option<Vec<(String, NumericRange)>> {
    let ranges = comprehension
        .clauses
        .iter()
        .filter_map(|clause| match clause {
            Clause::Range { index, low, high } => Some((index, low, high)),
            _ => None,
        });
    ranges
        .map(|(index, low, high)| {
            let range = (number(low, environment)?, number(high, environment)?);
            Some((index.clone(), range))
        })
        .collect()
}

fn find(known: &[(String, NumericRange)], name: &str) -> Option<NumericRange> {
    let found = known.iter().find(|(it, _)| it == name);
    found.map(|(_, range)| *range)
}

/// The range of an index from all conditions; `None` if they give at most one end.
fn solution(
    conditions: &[Condition],
    index: &str,
    known: &[(String, NumericRange)],
) -> Option<NumericRange> {
    let ends = conditions
        .iter()
        .filter_map(|condition| solve(condition, index, known));
    let (lows, highs): (Vec<_>, Vec<_>) = ends.unzip();
    let low = lows.into_iter().flatten().max();
    low.zip(highs.into_iter().flatten().min())
}

/// Whether a read stays in its tensor, at least where its guards hold.
fn stays_inside(
    condition: &Condition,
    known: &[(String, NumericRange)],
    environment: &Environment,
) -> Option<bool> {
    // For an empty range the compiler still proves the first point, for the sizes with one.
    let first = |name: &str| find(known, name).map(|(low, high)| (low, high.max(low + 1)));
    let terms = &condition.line.terms;
    let mut named = terms.iter().filter_map(|(name, _)| find(known, name));
    let alone = terms.len() == 1;
    let empty = alone && named.any(|(low, high)| low >= high) && condition.high == condition.low;
    let (low, high) = condition.line.extrema(&first)?;
    if low >= condition.low && (high < condition.high || empty) {
        return Some(true);
    }
    let Condition { line, guards, .. } = condition;
    let space = (condition.low, condition.high);
    Some(!guards.is_empty() && guard::stays(guards, line, space, known, environment))
}

/// Whether an index occurs in any subscript, solvable or not.
fn in_a_subscript(comprehension: &Comprehension, index: &str) -> bool {
    let mut found = false;
    for expr in comprehension.expressions() {
        expr.walk(&mut |part| {
            if let Expr::Read(tensor, subscripts) = part
                && *tensor != comprehension.target
            {
                for subscript in subscripts {
                    subscript.walk(&mut |part| {
                        found |= matches!(part, Expr::Name(name) if name == index)
                    });
                }
            }
        });
    }
    found
}

/// The indices of a comprehension in order of first appearance.
pub fn indices(comprehension: &Comprehension, environment: &Environment) -> Vec<String> {
    let mut all = comprehension.left.clone();
    for expr in comprehension.expressions() {
        expr.walk(&mut |part| {
            if let Expr::Name(name) = part
                && !environment.sizes.contains_key(name)
                && !environment.tensors.contains_key(name)
                && !all.contains(name)
            {
                all.push(name.clone());
            }
        });
    }
    all
}

fn conditions(
    comprehension: &Comprehension,
    environment: &Environment,
    known: &[(String, NumericRange)],
) -> Option<Vec<Condition>> {
    let mut all = Vec::new();
    let around = (comprehension, environment, known);
    for expr in comprehension.expressions() {
        collect(&expr, &mut Vec::new(), around, &mut all)?;
    }
    Some(all)
}

fn collect(
    expr: &Expr,
    guards: &mut Vec<Guard>,
    around: (&Comprehension, &Environment, &[(String, NumericRange)]),
    all: &mut Vec<Condition>,
) -> Option<()> {
    let (comprehension, environment, known) = around;
    match expr {
        Expr::Read(tensor, subscripts) => match environment.tensors.get(tensor) {
            Some(facts) if facts.placed => {
                let space = facts.space.iter().enumerate();
                for (subscript, (dim, (low, high))) in subscripts.iter().zip(space) {
                    if let Some(line) = line(subscript, environment) {
                        all.push(Condition {
                            line,
                            low: *low,
                            high: *high,
                            said: guard::said(guards, subscript, (tensor, dim), known, environment),
                            guards: guards.clone(),
                        });
                    }
                }
            }
            // The target before it has a box: only at the left-hand side's own indices.
            _ => {
                let own = subscripts
                    .iter()
                    .zip(&comprehension.left)
                    .all(|(a, b)| *a == Expr::Name(b.clone()));
                if *tensor != comprehension.target || !own {
                    return None;
                }
            }
        },
        Expr::Select(condition, a, b) => {
            collect(condition, guards, around, all)?;
            for (branch, positive) in [(a, true), (b, false)] {
                guards.push(((**condition).clone(), positive));
                collect(branch, guards, around, all)?;
                guards.pop();
            }
            return Some(());
        }
        Expr::Binary(operator @ (Binary::And | Binary::Or), a, b) => {
            collect(a, guards, around, all)?;
            guards.push(((**a).clone(), *operator == Binary::And));
            collect(b, guards, around, all)?;
            guards.pop();
            return Some(());
        }
        _ => {}
    }
    for child in expr.children() {
        collect(child, guards, around, all)?;
    }
    Some(())
}

/// The rule of section 8: `lo <= c*v + r < hi` for all values of the other indices, without the
/// ends that follow from guards.
fn solve(
    condition: &Condition,
    index: &str,
    known: &[(String, NumericRange)],
) -> Option<(Option<i64>, Option<i64>)> {
    let coefficient = condition
        .line
        .terms
        .iter()
        .find(|(name, _)| name == index)?
        .1;
    let mut rest = condition.line.clone();
    rest.terms.retain(|(name, _)| name != index);
    // All ranges are taken as non-empty.
    let (smallest, largest) = rest.extrema(&|name: &str| find(known, name))?;
    let end = |side: usize, value: i64| (condition.said[side] == Said::No).then_some(value);
    let (low, high) = (end(0, condition.low), end(1, condition.high));
    if coefficient > 0 {
        let ceil = |value: i64| -(-value).div_euclid(coefficient);
        return Some((
            low.map(|low| ceil(low - smallest)),
            high.map(|high| ceil(high - largest)),
        ));
    }
    let below = |value: i64| value.div_euclid(-coefficient) + 1;
    Some((
        high.map(|high| below(largest - high)),
        low.map(|low| below(smallest - low)),
    ))
}

#[cfg(test)]
mod tests {
    use super::super::environment::Facts;
    use super::super::value::Value;
    use super::*;
    use tc_syntax::scalar::Scalar;

    fn read(tensor: &str, subscripts: Vec<Expr>) -> Expr {
        Expr::Read(tensor.to_owned(), subscripts)
    }

    fn environment(tensors: &[(&str, &[NumericRange])]) -> Environment {
        let mut environment = Environment::default();
        for (name, space) in tensors {
            let facts = Facts {
                ty: Scalar::Float,
                space: space.to_vec(),
                ends: None,
                placed: true,
                value: Value::floating(Scalar::Float, 0.0, 1.0, 2),
                input: true,
            };
            environment.tensors.insert((*name).to_owned(), facts);
        }
        environment
    }

    fn assigned(left: &[&str], body: Expr) -> Comprehension {
        Comprehension {
            target: "o".to_owned(),
            left: left.iter().map(|index| (*index).to_owned()).collect(),
            reduction: None,
            initialises: false,
            body,
            clauses: Vec::new(),
        }
    }

    #[test]
    fn worked_examples_of_the_specification() {
        let (i, k) = (Expr::name(&"i"), Expr::name(&"k"));
        let none = |_| None;
        // E9: A(i) +=! B(i+k) * K(k), N = 10, KN = 3
        let known = environment(&[("B", &[(0, 10)]), ("K", &[(0, 3)])]);
        let sum = Expr::binary(Binary::Add, i.clone(), k.clone());
        let body = Expr::binary(Binary::Multiply, read("B", vec![sum]), read("K", vec![k]));
        let found = infer(&assigned(&["i"], body), &known, &none).expect("it has ranges");
        assert_eq!(found, [("i".to_owned(), (0, 8)), ("k".to_owned(), (0, 3))]);
        // E15: A(i) = B(10 - i), I = 5
        let known = environment(&[("B", &[(0, 5)])]);
        let at = Expr::binary(Binary::Subtract, Expr::Integer(10), i.clone());
        let found = infer(&assigned(&["i"], read("B", vec![at])), &known, &none);
        assert_eq!(found, Some(vec![("i".to_owned(), (6, 11))]));
        // E36: two unresolved indices in every access
        let both = Expr::binary(Binary::Add, i, Expr::name(&"j"));
        assert_eq!(
            infer(&assigned(&["i", "j"], read("B", vec![both])), &known, &none),
            None
        );
    }
}
