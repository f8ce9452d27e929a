//! The integers of generated loops fit in 64 bits.
//!
//! isl writes bounds, conditions and subscripts with numbers as large as the relations need. Each
//! value is followed here as an interval, from the numbers of blocks and threads, from sizes, which
//! are at most as large as an extent of an array in memory, and from the ends of the loops around
//! it:
//!
//! ```text
//! for (c0 = 0; c0 < N; c0 += 32)         c0 in [0, 2^47]
//!   if (c0 + 4611686018427387904 * t0 …  refused: with t0 in [0, 31] the product has more than 63 bits
//! ```
//!
//! **Refused**: an expression with a sub-expression that may leave 64 bits. **Cost**: linear in the
//! loops; no operations of isl but for the ranges of the names that are free in them.

use std::collections::HashMap;

use tc_dialects::schedule::tree::Refusal;
use tc_isl::{AstExpr, AstExprKind, AstNode, AstNodeKind, AstOp, Id, UnionMap, UnionPwAff};

use super::ast::{Ast, number};
use tc_scop::values::ends;
use tc_scop::verify::integers::{SIZE, WORD};

/// The least and the greatest value.
type Range = (i128, i128);

/// Checks all expressions of generated loops.
pub fn check(ast: &Ast) -> Result<(), Refusal> {
    let mut names = HashMap::new();
    let sizes = ast.context.from_params()?.to_union_set()?;
    for name in ast.context.space()?.param_names() {
        let value = UnionPwAff::param_on_domain(&sizes, &Id::new(sizes.context(), &name)?)?;
        let values = UnionMap::from_union_pw_aff(&value)?.range()?;
        let range = match values.sets()?.first() {
            Some(values) => ends(values)?,
            None => None,
        };
        let range = range.map(|(least, greatest)| (least.into(), greatest.into()));
        names.insert(name, range.unwrap_or((-SIZE, SIZE)));
    }
    Follow { ast, names }.node(&ast.root)
}

/// What is known on the way through the loops.
struct Follow<'a> {
    ast: &'a Ast,
    names: HashMap<String, Range>,
}

impl Follow<'_> {
    fn node(&mut self, node: &AstNode) -> Result<(), Refusal> {
        match node.kind()? {
            AstNodeKind::For => {
                let name = node.for_iterator()?.id_id()?.name();
                let first = self.expr(&node.for_init()?)?;
                let range = if node.for_is_degenerate()? {
                    first
                } else {
                    let condition = node.for_cond()?;
                    let last = self.expr(&condition.op_arg(1)?)?;
                    (first.0, last.1.max(first.1))
                };
                let outer = self.names.insert(name.clone(), range);
                self.node(&node.for_body()?)?;
                if let Some(outer) = outer {
                    self.names.insert(name, outer);
                }
                Ok(())
            }
            AstNodeKind::User => self.instance(node),
            kind => {
                if kind == AstNodeKind::If {
                    self.expr(&node.if_cond()?)?;
                }
                node.children()?
                    .iter()
                    .try_for_each(|child| self.node(child))
            }
        }
    }

    /// The values that a body needs.
    fn instance(&mut self, node: &AstNode) -> Result<(), Refusal> {
        let position = node.annotation()?.name().parse::<usize>().ok();
        let Some(instance) = position.and_then(|position| self.ast.instances.get(position)) else {
            return Ok(());
        };
        let affine = instance.affine.iter().flat_map(|(_, values)| values);
        let indices = instance.indices.iter().map(|(_, value)| value);
        for value in affine.chain(indices) {
            self.expr(value)?;
        }
        Ok(())
    }

    /// The range of an expression; that of a condition means nothing.
    fn expr(&self, expr: &AstExpr) -> Result<Range, Refusal> {
        let op = match expr.kind()? {
            AstExprKind::Int => {
                return match number(expr) {
                    Some(value) => Ok((value.into(), value.into())),
                    None => Err(too_large(expr)?),
                };
            }
            AstExprKind::Id => {
                let known = self.names.get(&expr.id_id()?.name());
                return Ok(known.copied().unwrap_or((-SIZE, SIZE)));
            }
            AstExprKind::Op(op) => op,
        };
        let args = expr.op_args()?;
        let args = args.iter().map(|arg| self.expr(arg));
        let args: Vec<Range> = args.collect::<Result<_, _>>()?;
        let range = match (op, args.as_slice()) {
            (AstOp::Minus, [(low, high)]) => (-high, -low),
            (AstOp::Add, [a, b]) => (a.0 + b.0, a.1 + b.1),
            (AstOp::Sub, [a, b]) => (a.0 - b.1, a.1 - b.0),
            (AstOp::Mul, [a, b]) => of_ends(a, b, i128::saturating_mul),
            (AstOp::Max, all) => of_all(all, i128::max),
            (AstOp::Min, all) => of_all(all, i128::min),
            (AstOp::Div | AstOp::FloorDiv | AstOp::NonNegativeDiv, [a, b]) if b.0 > 0 => {
                of_ends(a, b, i128::div_euclid)
            }
            (AstOp::NonNegativeRem | AstOp::ZeroRem, [a, b]) => {
                let most = b.0.abs().max(b.1.abs());
                (a.0.max(-most).min(0), a.1.min(most).max(0))
            }
            (AstOp::Cond | AstOp::Select, [_, a, b]) => (a.0.min(b.0), a.1.max(b.1)),
            _ => (0, 1),
        };
        if range.0 < -WORD || range.1 > WORD {
            Err(too_large(expr)?)
        } else {
            Ok(range)
        }
    }
}

/// The least and the greatest result for the ends of two ranges.
fn of_ends(a: &Range, b: &Range, of: impl Fn(i128, i128) -> i128) -> Range {
    let all = [of(a.0, b.0), of(a.0, b.1), of(a.1, b.0), of(a.1, b.1)];
    let least = all.into_iter().fold(i128::MAX, i128::min);
    (least, all.into_iter().fold(i128::MIN, i128::max))
}

/// The extremum of the ends of some ranges.
fn of_all(all: &[Range], of: impl Fn(i128, i128) -> i128) -> Range {
    let mut all = all.iter().copied();
    let first = all.next().unwrap_or((0, 0));
    all.fold(first, |so_far, one| {
        (of(so_far.0, one.0), of(so_far.1, one.1))
    })
}

fn too_large(expr: &AstExpr) -> Result<Refusal, Refusal> {
    let text = expr.to_c()?;
    Ok(Refusal::new(format!(
        "the loops would compute {text}, which can leave 64 bits"
    ))
    .note("use smaller numbers in the relations of the tree"))
}
