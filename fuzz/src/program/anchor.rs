//! The reads that give indices their ranges, some of them with guards that imply an end.

use super::ast::{Binary, Expr};
use super::environment::Environment;
use super::parts::INDICES;
use super::pick::Pick;
use tc_syntax::scalar::Scalar;

/// Reads that give indices their ranges.
///
/// Few of them read the target, since most such updates are not in place.
pub fn anchors(
    pick: &mut Pick,
    environment: &Environment,
    target: &str,
    indices: &mut Vec<String>,
) -> Vec<Expr> {
    let own = pick.chance(4);
    let tensors: Vec<_> = environment
        .tensors
        .iter()
        .filter(|(name, facts)| !facts.space.is_empty() && (own || *name != target))
        .collect();
    let mut reads = Vec::new();
    if tensors.is_empty() {
        return reads;
    }
    for _ in 0..*pick.weighted(&[(8, 0), (52, 1), (40, 2)]) {
        let (name, facts) = *pick.one(&tensors);
        let subscripts: Vec<Expr> = facts
            .space
            .iter()
            .map(|_| subscript(pick, indices))
            .collect();
        let guarded = facts.ends.is_some() && pick.chance(30);
        let guards = if guarded {
            guards(pick, name, &subscripts)
        } else {
            Vec::new()
        };
        let read = Expr::Read(name.clone(), subscripts);
        reads.push(padded(pick, read, guards, facts.ty));
    }
    reads
}

/// An index, old or new.
fn index(pick: &mut Pick, indices: &mut Vec<String>) -> Expr {
    if indices.is_empty() || (indices.len() < 4 && pick.chance(60)) {
        indices.push(INDICES[indices.len()].to_owned());
        return Expr::name(&indices[indices.len() - 1]);
    }
    Expr::name(pick.one(indices))
}

fn subscript(pick: &mut Pick, indices: &mut Vec<String>) -> Expr {
    use Binary::{Add, Multiply, Subtract};
    match *pick.weighted(&[(56, 0), (10, 1), (12, 2), (7, 3), (6, 4), (5, 5), (4, 6)]) {
        0 => index(pick, indices),
        1 => {
            let operator = if pick.chance(50) { Add } else { Subtract };
            Expr::binary(
                operator,
                index(pick, indices),
                Expr::Integer(pick.within(1, 3)),
            )
        }
        2 => Expr::binary(Add, index(pick, indices), index(pick, indices)),
        3 => {
            let scaled = Expr::binary(
                Multiply,
                Expr::Integer(pick.within(2, 3)),
                index(pick, indices),
            );
            Expr::binary(Add, scaled, index(pick, indices))
        }
        4 => {
            let scaled = Expr::binary(
                Multiply,
                Expr::Integer(pick.within(2, 3)),
                index(pick, indices),
            );
            Expr::binary(Add, scaled, Expr::Integer(pick.within(0, 2)))
        }
        5 => Expr::binary(
            Subtract,
            Expr::Integer(pick.within(2, 9)),
            index(pick, indices),
        ),
        _ => Expr::Integer(pick.within(0, 1)),
    }
}

/// Comparisons that imply the ends of a read: exactly, more than needed, or too little.
fn guards(pick: &mut Pick, tensor: &str, subscripts: &[Expr]) -> Vec<Expr> {
    use Binary::{Add, Greater, GreaterEqual, Less, LessEqual, Subtract};
    let mut all = Vec::new();
    for (dim, subscript) in subscripts.iter().enumerate() {
        let by = *pick.weighted(&[(70, 0), (20, 1), (10, -1)]);
        if pick.chance(55) {
            all.push(match pick.below(3) {
                0 => Expr::binary(GreaterEqual, subscript.clone(), Expr::Integer(by)),
                1 => Expr::binary(Greater, subscript.clone(), Expr::Integer(by - 1)),
                _ => Expr::binary(LessEqual, Expr::Integer(by), subscript.clone()),
            });
        }
        if pick.chance(50) {
            let extent = Expr::Extent(tensor.to_owned(), dim);
            let end = match by {
                0 => extent,
                _ => Expr::binary(Subtract, extent, Expr::Integer(by)),
            };
            all.push(match pick.below(2) {
                0 => Expr::binary(Less, subscript.clone(), end),
                _ => Expr::binary(
                    LessEqual,
                    Expr::binary(Add, subscript.clone(), Expr::Integer(1)),
                    end,
                ),
            });
        }
    }
    all
}

/// The read where the guards hold, and 0 where they do not: `g && h ? T(e) : 0` in one of its
/// spellings.
fn padded(pick: &mut Pick, read: Expr, guards: Vec<Expr>, ty: Scalar) -> Expr {
    let zero = match ty {
        Scalar::Bool => Expr::Bool(false),
        _ => Expr::Integer(0),
    };
    let select = |condition, a, b| Expr::Select(Box::new(condition), Box::new(a), Box::new(b));
    let spelling = pick.below(4);
    if spelling == 0 {
        // One inside of the other.
        return guards
            .into_iter()
            .fold(read, |inner, guard| select(guard, inner, zero.clone()));
    }
    let whole = guards
        .into_iter()
        .reduce(|a, b| Expr::binary(Binary::And, a, b));
    match whole {
        None => read,
        Some(whole) if spelling == 1 => select(Expr::Not(Box::new(whole)), zero, read),
        Some(whole) => select(whole, read, zero),
    }
}
