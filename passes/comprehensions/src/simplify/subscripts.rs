//! Subscripts and `tc.value`: expressions to terms and back, and what ranges say of their names.

use std::collections::HashMap;

use egg::Id;
use tc_dialects::tc::{Comprehension, Def};
use tc_syntax::expr::{Expr, Operator as ExprOperator, Symbol};

use super::facts::{Facts, LeafFacts, expr_operator};
use super::search::{Found, Program, Settings, search};
use super::term::{Op, Operator, Scalar, Term};

/// What is known of the names in a statement.
#[derive(Default)]
pub struct Names {
    known: HashMap<String, LeafFacts>,
}

impl Names {
    /// Indices are in their ranges, sizes are not negative.
    pub fn of(def: Def<'_, '_>, statement: Comprehension<'_, '_>) -> Self {
        let mut names = Names::default();
        for size in def.sizes() {
            names.insert(size, 0, None, None);
        }
        for index in statement.indices() {
            let Some(range) = index.range else { continue };
            let end = range.upper.as_const();
            let start = range.lower.as_const().unwrap_or(i64::MIN);
            // Nobody computes anything in an empty range.
            if end.is_none_or(|end| start < end) {
                names.insert(index.name, start, end, Some(range.upper));
            }
        }
        names
    }

    fn insert(&mut self, name: String, start: i64, end: Option<i64>, below: Option<Expr>) {
        let limit = Scalar::Subscript.limits().1;
        let known = LeafFacts {
            range: (start.into(), end.map_or(limit, |end| i128::from(end) - 1)),
            expr: Some(Expr::name(&name)),
            below,
            ..LeafFacts::any(Scalar::Subscript)
        };
        self.known.insert(name, known);
    }

    /// What is known of a name or an extent.
    fn symbol(&self, symbol: &Symbol) -> LeafFacts {
        let mut known = symbol
            .as_name()
            .and_then(|name| self.known.get(name))
            .cloned()
            .unwrap_or_else(|| LeafFacts::any(Scalar::Subscript));
        if symbol.as_name().is_none() {
            known.range.0 = 0;
        }
        known.expr = Some(Expr::Symbol(symbol.clone()));
        known
    }

    /// What is known of the value of an expression of a type. A value that does not fit is refused
    /// when the def is called.
    pub fn value(&self, expr: &Expr, ty: Scalar) -> LeafFacts {
        let mut known = match expr {
            Expr::Symbol(symbol) => self.symbol(symbol),
            _ => LeafFacts::any(Scalar::Subscript),
        };
        let (low, high) = ty.limits();
        known.range = (known.range.0.max(low), known.range.1.min(high));
        known.expr = Some(expr.clone());
        known.ty = ty;
        known
    }
}

/// A cheaper expression with the same values, or why there is none.
pub struct Simplified {
    pub expr: Option<Expr>,
    pub rules: Vec<String>,
    pub exhausted: bool,
}

/// Simplifies an expression over these names.
pub fn simplify(expr: &Expr, names: &Names, settings: Settings) -> Simplified {
    if is_simple(expr) {
        return Simplified {
            expr: None,
            rules: Vec::new(),
            exhausted: false,
        };
    }
    let mut program = Program::default();
    let mut facts = Facts::default();
    let mut symbols: Vec<&Symbol> = Vec::new();
    let root = to_terms(expr, names, &mut symbols, &mut facts, &mut program);
    program.roots.push(root);
    let Found {
        program,
        rules,
        exhausted,
    } = search(&program, &facts, &|_| 0, settings);
    let expr = program.and_then(|found| to_expr(&found, found.roots[0], &symbols));
    Simplified {
        expr,
        rules,
        exhausted,
    }
}

/// A number, a name, or one sum or product: what nothing is simpler than.
fn is_simple(expr: &Expr) -> bool {
    let is_leaf = |expr: &Expr| !matches!(expr, Expr::Binary(..));
    match expr {
        Expr::Binary(ExprOperator::Add | ExprOperator::Sub | ExprOperator::Mul, a, b) => {
            is_leaf(a) && is_leaf(b) && a != b
        }
        _ => is_leaf(expr),
    }
}

fn to_terms<'e>(
    expr: &'e Expr,
    names: &Names,
    symbols: &mut Vec<&'e Symbol>,
    facts: &mut Facts,
    program: &mut Program,
) -> Id {
    let term = match expr {
        Expr::Const(value) => Term::constant(Scalar::Subscript, *value),
        Expr::Symbol(symbol) => {
            let position = symbols.iter().position(|known| *known == symbol);
            let position = position.unwrap_or_else(|| {
                symbols.push(symbol);
                facts.leaves.push(names.symbol(symbol));
                symbols.len() - 1
            });
            Term::new(Op::Leaf(position as u32), Vec::new())
        }
        Expr::Binary(operator, a, b) => {
            let a = to_terms(a, names, symbols, facts, program);
            let b = to_terms(b, names, symbols, facts, program);
            Term::new(
                Op::LeafFacts(operator_of(*operator), Scalar::Subscript),
                vec![a, b],
            )
        }
    };
    program.add(term)
}

fn operator_of(operator: ExprOperator) -> Operator {
    match operator {
        ExprOperator::Add => Operator::Add,
        ExprOperator::Sub => Operator::Sub,
        ExprOperator::Mul => Operator::Mul,
        ExprOperator::FloorDiv => Operator::Div,
        ExprOperator::Mod => Operator::Mod,
        ExprOperator::Min => Operator::Min,
        ExprOperator::Max => Operator::Max,
    }
}

fn to_expr(program: &Program, id: Id, symbols: &[&Symbol]) -> Option<Expr> {
    let term = program.term(id);
    match (term.op, term.operands.as_slice()) {
        (Op::Constant(_, value), _) => Some(Expr::Const(value)),
        (Op::Leaf(number), _) => Some(Expr::Symbol(symbols[number as usize].clone())),
        (Op::LeafFacts(operator, _), [a, b]) => Some(Expr::binary(
            expr_operator(operator)?,
            to_expr(program, *a, symbols)?,
            to_expr(program, *b, symbols)?,
        )),
        _ => None,
    }
}
