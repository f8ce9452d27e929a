//! Cuts of expressions.

use super::ast::Expr;

/// Every way to replace one part by a part of it, outermost first.
pub fn smaller_expressions(expr: &Expr) -> Vec<Expr> {
    let mut all: Vec<Expr> = expr.children().into_iter().cloned().collect();
    if !matches!(expr, Expr::Integer(_) | Expr::Name(_)) && expr.children().is_empty() {
        all.push(Expr::Integer(1));
    }
    for (position, child) in expr.children().into_iter().enumerate() {
        for smaller in smaller_expressions(child) {
            let mut whole = expr.clone();
            if let Some(part) = whole.children_mut().into_iter().nth(position) {
                *part = smaller;
            }
            all.push(whole);
        }
    }
    all
}
