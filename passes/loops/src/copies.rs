//! Unrolled loops of an AST, which the emitter copies.
//!
//! ```text
//! for (c3' = 0; c3' < 4; c3' += 1)      unroll          S(4 * t0' + 0)  S(4 * t0' + 1)  ...
//!   S(4 * t0' + c3')                            ==>
//! ```
//!
//! **Left to isl** where it would make better code: the ends of such a loop are no numbers; its
//! iterator is in a condition, in the ends of another loop, or in a division; or a remainder is
//! subtracted in the loop, which isl writes where it could round up as well as down, and knows
//! better when the iterator is a number.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tc_dialects::schedule::tree::{MemberKind, Refusal};
use tc_isl::{AstExpr, AstExprKind, AstNode, AstNodeKind, AstOp};

use super::generate::{Ast, Instance, kinds_of_mark, number};
use super::together::names_of;

/// The numbers that stand for the iterators of unrolled loops at a place.
pub type Numbers = BTreeMap<String, i64>;

/// A loop with constant ends.
pub struct Counted {
    /// The value of the first iteration.
    pub first: i64,
    /// The number of iterations, at least 1.
    pub count: i64,
    /// From one value to the next.
    pub step: i64,
}

impl Counted {
    /// The loop of a `for` node; none if an end is no number.
    pub fn of(node: &AstNode) -> Result<Option<Counted>, Refusal> {
        let Some(first) = number(&node.for_init()?) else {
            return Ok(None);
        };
        if node.for_is_degenerate()? {
            let (count, step) = (1, 1);
            return Ok(Some(Counted { first, count, step }));
        }
        let condition = node.for_cond()?;
        let ends = match condition.kind()? {
            AstExprKind::Op(op @ (AstOp::Lt | AstOp::Le)) => {
                let last = number(&condition.op_arg(1)?);
                last.map(|last| last.saturating_add(i64::from(op == AstOp::Le)))
            }
            _ => None,
        };
        let step = number(&node.for_inc()?).filter(|step| *step > 0);
        Ok(ends.zip(step).and_then(|(end, step)| {
            let trips = end.checked_sub(first)?.checked_add(step - 1)? / step;
            let count = Some(trips).filter(|trips| *trips > 0)?;
            Some(Counted { first, count, step })
        }))
    }

    /// The value of each iteration.
    pub fn values(&self) -> impl Iterator<Item = i64> {
        let (first, step) = (self.first, self.step);
        (0..self.count).map(move |at| first + at * step)
    }
}

/// The copies of statements that the emitter makes; none if isl is to unroll.
pub fn count(ast: &Ast) -> Result<Option<usize>, Refusal> {
    let walk = Walk {
        instances: &ast.instances,
        kinds: HashMap::new(),
        iterators: BTreeSet::new(),
    };
    walk.count(&ast.root)
}

/// What is known on the way through the loops.
#[derive(Clone)]
struct Walk<'a> {
    instances: &'a [Instance],
    kinds: HashMap<String, MemberKind>,
    /// The iterators of the unrolled loops around.
    iterators: BTreeSet<String>,
}

impl Walk<'_> {
    fn count(&self, node: &AstNode) -> Result<Option<usize>, Refusal> {
        match node.kind()? {
            AstNodeKind::For => self.of_loop(node),
            AstNodeKind::User => self.of_instance(node),
            AstNodeKind::Mark => {
                let mut below = self.clone();
                if let Some(kinds) = kinds_of_mark(&node.mark_id()?.name()) {
                    below.kinds.extend(kinds);
                }
                below.count(&node.mark_node()?)
            }
            kind => {
                if kind == AstNodeKind::If && self.mentioned(&node.if_cond()?)? {
                    return Ok(None);
                }
                let mut all = 0;
                for child in node.children()? {
                    let Some(count) = self.count(&child)? else {
                        return Ok(None);
                    };
                    all += count;
                }
                Ok(Some(all))
            }
        }
    }

    fn of_loop(&self, node: &AstNode) -> Result<Option<usize>, Refusal> {
        let ends = if node.for_is_degenerate()? {
            vec![node.for_init()?]
        } else {
            vec![node.for_init()?, node.for_cond()?]
        };
        for end in ends {
            if self.mentioned(&end)? {
                return Ok(None);
            }
        }
        let name = node.for_iterator()?.id_id()?.name();
        if self.kinds.get(&name) != Some(&MemberKind::Unroll) {
            return self.count(&node.for_body()?);
        }
        let Some(counted) = Counted::of(node)? else {
            return Ok(None);
        };
        let mut below = self.clone();
        below.iterators.insert(name);
        let times = usize::try_from(counted.count).unwrap_or(usize::MAX);
        let count = below.count(&node.for_body()?)?;
        Ok(count.map(|count| count.saturating_mul(times)))
    }

    fn of_instance(&self, node: &AstNode) -> Result<Option<usize>, Refusal> {
        let number = node.annotation()?.name().parse::<usize>().ok();
        let Some(instance) = number.and_then(|number| self.instances.get(number)) else {
            return Ok(Some(1));
        };
        let affine = instance.affine.iter().flat_map(|(_, values)| values);
        let indices = instance.indices.iter().map(|(_, value)| value);
        let origin = instance.origin.iter().flatten();
        for value in affine.chain(indices).chain(origin) {
            let is_better_by_isl = !self.iterators.is_empty() && subtracts_remainder(value, false)?;
            if is_better_by_isl || !self.is_linear(value)? {
                return Ok(None);
            }
        }
        Ok(Some(1))
    }

    fn mentioned(&self, expr: &AstExpr) -> Result<bool, Refusal> {
        let mut names = BTreeSet::new();
        names_of(expr, &mut names)?;
        Ok(names.iter().any(|name| self.iterators.contains(name)))
    }

    /// Whether the iterators are only in sums and multiples.
    fn is_linear(&self, expr: &AstExpr) -> Result<bool, Refusal> {
        let AstExprKind::Op(op) = expr.kind()? else {
            return Ok(true);
        };
        if !matches!(op, AstOp::Add | AstOp::Sub | AstOp::Minus | AstOp::Mul) {
            return Ok(!self.mentioned(expr)?);
        }
        for arg in expr.op_args()? {
            if !self.is_linear(&arg)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether a sum has a remainder with a negative factor; `negative` is the sign of the sum.
fn subtracts_remainder(expr: &AstExpr, negative: bool) -> Result<bool, Refusal> {
    let AstExprKind::Op(op) = expr.kind()? else {
        return Ok(false);
    };
    let signs = match op {
        AstOp::NonNegativeRem => return Ok(negative),
        AstOp::Add | AstOp::Mul => [negative, negative],
        AstOp::Sub => [negative, !negative],
        AstOp::Minus => [!negative, !negative],
        _ => return Ok(false),
    };
    for (arg, negative) in expr.op_args()?.iter().zip(signs) {
        if subtracts_remainder(arg, negative)? {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_isl::{Context, Id, Val};

    #[test]
    fn a_remainder_with_a_negative_factor_is_seen() {
        let context = Context::new();
        let name = |name| AstExpr::from_id(&Id::new(&context, name).unwrap()).unwrap();
        let int = |value| AstExpr::from_val(&Val::new(&context, value).unwrap()).unwrap();
        let rest = name("t").pdiv_r(&int(2)).unwrap();
        let multiple = int(4).mul(&rest).unwrap();
        let seen = |expr: &AstExpr| subtracts_remainder(expr, false).unwrap();
        assert!(!seen(&multiple.add(&name("c")).unwrap()));
        assert!(seen(&name("c").sub(&multiple).unwrap()));
        assert!(seen(&multiple.neg().unwrap()));
        // What is subtracted twice is added.
        let inner = name("c").sub(&multiple).unwrap();
        assert!(!seen(&name("b").sub(&inner).unwrap()));
        // A remainder inside a division is none of the sum.
        assert!(!seen(
            &name("c").sub(&multiple.pdiv_q(&int(3)).unwrap()).unwrap()
        ));
    }
}
