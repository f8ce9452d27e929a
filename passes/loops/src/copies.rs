//! Unrolled loops of an AST, which the emitter copies.
//!
//! ```text
//! for (c3' = 0; c3' < 4; c3' += 1)      unroll          S(4 * t0' + 0)  S(4 * t0' + 1)  ...
//!   S(4 * t0' + c3')                            ==>
//! ```
//!
//! **Left to isl** are the loops of which it would make better code: the ends are no numbers; the
//! iterator is in a condition, in the ends of another loop, or in a division; or a remainder is
//! subtracted in the loop, which isl writes where it could round up as well as down, and knows
//! better when the iterator is a number.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tc_dialects::schedule::tree::{MemberKind, Refusal};
use tc_isl::{AstExpr, AstExprKind, AstNode, AstNodeKind, AstOp};

use super::ast::{Ast, Instance, kinds_of_mark, number};
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

/// A loop that is unrolled: its band in the tree, as a mark of the AST names it, and its iterator.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unrolled {
    /// The place of the band.
    pub band: String,
    /// The name of the iterator.
    pub iterator: String,
}

/// What the emitter has to copy.
#[derive(Debug, Default)]
pub struct Found {
    /// The copies of statements.
    pub count: usize,
    /// The loops that isl would unroll to better code.
    pub left_to_isl: BTreeSet<Unrolled>,
}

/// The copies of statements that the emitter makes, and the loops that are better left to isl.
pub fn count(ast: &Ast) -> Result<Found, Refusal> {
    let walk = Walk {
        instances: &ast.instances,
        kinds: HashMap::new(),
        band: String::new(),
        iterators: BTreeMap::new(),
    };
    let mut found = Found::default();
    found.count = walk.count(&ast.root, &mut found)?;
    Ok(found)
}

/// What is known on the way through the loops.
#[derive(Clone)]
struct Walk<'a> {
    instances: &'a [Instance],
    kinds: HashMap<String, MemberKind>,
    /// The band of the loops that are next.
    band: String,
    /// The iterators of the unrolled loops around.
    iterators: BTreeMap<String, Unrolled>,
}

impl Walk<'_> {
    fn count(&self, node: &AstNode, found: &mut Found) -> Result<usize, Refusal> {
        match node.kind()? {
            AstNodeKind::For => self.of_loop(node, found),
            AstNodeKind::User => self.of_instance(node, found),
            AstNodeKind::Mark => {
                let mut below = self.clone();
                if let Some(mark) = kinds_of_mark(&node.mark_id()?.name()) {
                    below.kinds.extend(mark.kinds);
                    below.band = mark.band;
                }
                below.count(&node.mark_node()?, found)
            }
            kind => {
                if kind == AstNodeKind::If {
                    found.left_to_isl.extend(self.mentioned(&node.if_cond()?)?);
                }
                let mut all: usize = 0;
                for child in node.children()? {
                    all = all.saturating_add(self.count(&child, found)?);
                }
                Ok(all)
            }
        }
    }

    fn of_loop(&self, node: &AstNode, found: &mut Found) -> Result<usize, Refusal> {
        let mut ends = self.mentioned(&node.for_init()?)?;
        if !node.for_is_degenerate()? {
            ends.extend(self.mentioned(&node.for_cond()?)?);
        }
        found.left_to_isl.extend(ends);
        let iterator = node.for_iterator()?.id_id()?.name();
        let kind = self.kinds.get(&iterator);
        if !kind.is_some_and(|kind| kind.is_unrolled()) {
            return self.count(&node.for_body()?, found);
        }
        let own = Unrolled {
            band: self.band.clone(),
            iterator: iterator.clone(),
        };
        let counted = Counted::of(node)?;
        if counted.is_none() {
            found.left_to_isl.insert(own.clone());
        }
        let times = counted.map_or(1, |counted| counted.count);
        let mut below = self.clone();
        below.iterators.insert(iterator, own);
        let count = below.count(&node.for_body()?, found)?;
        Ok(count.saturating_mul(usize::try_from(times).unwrap_or(usize::MAX)))
    }

    fn of_instance(&self, node: &AstNode, found: &mut Found) -> Result<usize, Refusal> {
        let number = node.annotation()?.name().parse::<usize>().ok();
        let Some(instance) = number.and_then(|number| self.instances.get(number)) else {
            return Ok(1);
        };
        let affine = instance.affine.iter().flat_map(|(_, values)| values);
        let indices = instance.indices.iter().map(|(_, value)| value);
        let origin = instance.origin.iter().flatten();
        for value in affine.chain(indices).chain(origin) {
            if subtracts_remainder(value, false)? {
                found.left_to_isl.extend(self.mentioned(value)?);
            }
            self.not_linear(value, &mut found.left_to_isl)?;
        }
        Ok(1)
    }

    /// The unrolled loops whose iterators an expression has.
    fn mentioned(&self, expr: &AstExpr) -> Result<Vec<Unrolled>, Refusal> {
        let mut names = BTreeSet::new();
        names_of(expr, &mut names)?;
        let found = names.iter().filter_map(|name| self.iterators.get(name));
        Ok(found.cloned().collect())
    }

    /// Adds the loops whose iterators are elsewhere than in sums and multiples.
    fn not_linear(&self, expr: &AstExpr, left: &mut BTreeSet<Unrolled>) -> Result<(), Refusal> {
        let AstExprKind::Op(op) = expr.kind()? else {
            return Ok(());
        };
        if !matches!(op, AstOp::Add | AstOp::Sub | AstOp::Minus | AstOp::Mul) {
            left.extend(self.mentioned(expr)?);
            return Ok(());
        }
        for arg in expr.op_args()? {
            self.not_linear(&arg, left)?;
        }
        Ok(())
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
