//! Bounds of ranges: those of `where` clauses (section 7.2) and of loops.
//!
//! A bound is a size expression: literals, sizes, extents, rank-0 integer inputs, enclosing loop
//! indices, and `+ - * / % min max` of them. A range of `where` for an index that is not on the
//! left may also use left indices and indices with an earlier clause. Where it uses an index it is
//! affine, so that the points of the statement are a set that isl can count; a bound of a loop may
//! also divide by a constant.

use super::body::Builder;
use super::names::Meaning;
use super::symbolic::operator;
use crate::model::Range;
use std::collections::HashSet;
use std::sync::Arc;
use tc_syntax::Span;
use tc_syntax::diagnostic::Code;
use tc_syntax::expr::{Expr, Operator};
use tc_syntax::near::nearest;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{self, Clause, ExprKind, Name, UnaryOp};

/// What a bound may use besides sizes, integer inputs and loop indices.
#[derive(Clone, Copy)]
pub(crate) enum Bound<'b> {
    /// Nothing: of a loop, or an argument of a call.
    Sizes,
    /// Nothing: the range of an index on the left.
    Left(&'b Name),
    /// Indices of the statement.
    Dependent {
        /// The index that has the range.
        of: &'b Name,
        /// The indices on the left, and those with an earlier clause.
        known: &'b HashSet<Arc<str>>,
        /// The clauses of the statement.
        clauses: &'b [Clause],
    },
}

impl<'a> Builder<'a, '_> {
    /// The range of a loop, if its bounds are size expressions.
    pub(crate) fn range_of_loop(&mut self, one: &'a ast::Loop) -> Option<Range> {
        let lower = self.bound(&one.lower, Bound::Sizes);
        let upper = self.bound(&one.upper, Bound::Sizes);
        Some(Range {
            lower: lower?,
            upper: upper?,
            span: one.index.span.to(one.upper.span),
        })
    }

    /// A loop index differs from sizes, tensors and the indices of the loops around it.
    pub(crate) fn check_loop_index(&self, index: &Name) {
        let (what, first) = match (self.names.meaning(&index.text), self.loop_of(&index.text)) {
            (Some(meaning), _) => (self.names.describe(meaning), self.names.span_of(meaning)),
            (None, Some(other)) => ("a loop index", other.index.span),
            (None, None) => return,
        };
        let message = format!("`{index}` is already {what}");
        let error = self.report.error(Code::TC0203, message, index.span, "");
        let error = error.label(self.report.place(first), "first used here");
        self.report.push(error.help("rename the loop index"));
    }

    /// A bound of a range, as a symbolic expression.
    pub(crate) fn bound(&mut self, expr: &ast::Expr, of: Bound<'_>) -> Option<Expr> {
        if !self.check_bound(expr, of) {
            return None;
        }
        if self.symbolic_size(expr).is_none() {
            let message = format!("expression nested deeper than {}", ast::MAXIMAL_NESTING);
            self.report.push(self.report.error(
                Code::TC0114,
                message,
                expr.span,
                "too large for a bound",
            ));
            return None;
        }
        let bound = self.symbolic(expr);
        let divides = matches!(of, Bound::Sizes);
        let varies = |name: &str| self.loop_of(name).is_some() || self.is_index(name);
        if !is_affine(&bound, &varies, divides) {
            let shown = self.report.shown(expr.span);
            let message = format!("a bound must be a size expression: `{shown}` is not affine");
            let names = bound.names().into_iter().find(|name| varies(name));
            let label = format!("`{}` takes many values", names.unwrap_or_default());
            let error = self.report.error(Code::TC0223, message, expr.span, &label);
            self.report.push(error.help(
                "use sums, differences and constant multiples of indices, and `min` and `max`",
            ));
            return None;
        }
        Some(bound)
    }

    fn is_index(&self, name: &str) -> bool {
        self.names.meaning(name).is_none() && self.index_number(name).is_some()
    }

    /// Reports the first part of an expression that is not allowed in a bound; true if there is
    /// none.
    fn check_bound(&mut self, expr: &ast::Expr, of: Bound<'_>) -> bool {
        let what = match &expr.kind {
            ExprKind::Integer(_) => return true,
            ExprKind::Error => return false,
            ExprKind::Float(_) => {
                self.report_not_integer("bound", Scalar::Float, expr);
                return false;
            }
            ExprKind::Extent { tensor, dimension } => {
                return self.extent(tensor, *dimension, expr.span).is_some();
            }
            ExprKind::Name(name) => return self.check_bound_name(name, of),
            ExprKind::Unary {
                op: UnaryOp::Neg,
                operand,
            } => return self.check_bound(operand, of),
            ExprKind::Chain { first, rest }
                if rest.iter().all(|link| operator(link.op).is_some()) =>
            {
                return self.check_bound(first, of)
                    && rest.iter().all(|link| self.check_bound(&link.operand, of));
            }
            ExprKind::Extremum { arguments, .. } if arguments.len() == 2 => {
                return arguments
                    .iter()
                    .all(|argument| self.check_bound(argument, of));
            }
            ExprKind::Apply { name, .. } if self.names.tensor(&name.text).is_some() => {
                "a tensor read"
            }
            ExprKind::Apply { .. } | ExprKind::Named { .. } => "a function call",
            ExprKind::Cast { .. } => "a cast",
            ExprKind::Select { .. } => "a choice",
            ExprKind::Bool(_) | ExprKind::Chain { .. } | ExprKind::Unary { .. } => "a truth value",
            ExprKind::Extremum { .. } => "not of two arguments",
        };
        let is_range = !matches!(of, Bound::Sizes);
        let help = (what == "a tensor read" && is_range).then(|| {
            let shown = self.report.shown(expr.span);
            format!("give the whole range and choose inside it: `i < {shown} ? .. : 0`")
        });
        self.report_bound(expr.span, what, help);
        false
    }

    fn check_bound_name(&mut self, name: &Name, of: Bound<'_>) -> bool {
        if self.names.clashed.contains(&name.text) {
            return false;
        }
        if let Some(number) = self.find_let(&name.text) {
            let visible = std::mem::replace(&mut self.visible_lets, number);
            let fine = self.check_bound(self.lets[number].value, of);
            self.visible_lets = visible;
            return fine;
        }
        match self.names.meaning(&name.text) {
            Some(Meaning::Size(_)) => true,
            Some(Meaning::Tensor(id)) => {
                let fine = self.names.is_integer_input(id);
                if !fine {
                    self.report_bound(name.span, "a tensor read", None);
                }
                fine
            }
            None if self.loop_of(&name.text).is_some() => true,
            None => !self.is_later_let(name) && self.check_bound_index(name, of),
        }
    }

    /// An index, or a name that means nothing.
    fn check_bound_index(&mut self, name: &Name, of: Bound<'_>) -> bool {
        let is_index = self.index_number(&name.text).is_some();
        match of {
            Bound::Dependent { known, .. } if is_index && known.contains(&name.text) => {
                return true;
            }
            Bound::Dependent { of, clauses, .. } if is_index => {
                self.report_open_bound(name, of, clauses);
                return false;
            }
            Bound::Left(left) if is_index => {
                self.report_bound_of_left(name, left);
                return false;
            }
            _ => {}
        }
        let sizes = self.names.sizes.iter().map(|size| &*size.name.text);
        let help = match (nearest(&name.text, sizes), of) {
            (Some(near), _) => Some(format!("did you mean `{near}`?")),
            (None, Bound::Sizes) => None,
            (None, _) => Some(format!(
                "give the whole range and choose inside it: `k < {name} ? .. : 0`"
            )),
        };
        self.report_bound(name.span, "an index", help);
        false
    }

    /// The bound of `of` uses `name`, which has no clause before.
    fn report_open_bound(&self, name: &Name, of: &Name, clauses: &[Clause]) {
        let later = clauses.iter().find_map(|clause| match clause {
            Clause::Range { index, .. } if index.text == name.text => Some(clause.span()),
            _ => None,
        });
        let message = format!("the bound of `{of}` uses `{name}`, which has no range yet");
        let error = self.report.error(Code::TC0411, message, name.span, "");
        self.report
            .push(match later.filter(|_| name.text != of.text) {
                Some(span) => error
                    .label(self.report.place(span), "its clause stands here")
                    .help(format!(
                        "write the clause of `{name}` before that of `{of}`"
                    )),
                None => error.help(format!(
                    "write `{name} in <lower>:<upper>` before `{of} in ..`"
                )),
            });
    }

    /// `j in 0:i+1` with `j` on the left: the tensor would not be a box.
    fn report_bound_of_left(&self, name: &Name, left: &Name) {
        let message = format!("a bound must be a size expression: `{name}` is an index");
        let label =
            format!("the range of `{left}`, which is on the left, would depend on `{name}`");
        let error = self.report.error(Code::TC0223, message, name.span, &label);
        self.report.push(error.help(format!(
            "choose inside the whole range: `{left} <= {name} ? .. : 0`; or write a loop over `{name}` around the statement, with `{name}` as a fixed subscript of an in/out tensor"
        )));
    }

    fn report_bound(&self, span: Span, what: &str, help: Option<String>) {
        let message = format!(
            "a bound must be a size expression: `{}` is {what}",
            self.report.shown(span)
        );
        let error = self.report.error(Code::TC0223, message, span, "");
        self.report.push(match help {
            Some(help) => error.help(help),
            None => error,
        });
    }
}

/// Whether an expression is affine in the names that `varies` accepts; `divides` admits quotients
/// and remainders by constants.
fn is_affine(expr: &Expr, varies: &dyn Fn(&str) -> bool, divides: bool) -> bool {
    let constant = |expr: &Expr| !expr.names().into_iter().any(varies);
    if constant(expr) {
        return true;
    }
    let Expr::Binary(operator, a, b) = expr else {
        return true;
    };
    let inside = |expr: &Expr| is_affine(expr, varies, divides);
    match operator {
        Operator::Add | Operator::Sub | Operator::Min | Operator::Max => inside(a) && inside(b),
        Operator::Mul => {
            (a.as_const().is_some() && inside(b)) || (b.as_const().is_some() && inside(a))
        }
        Operator::FloorDiv | Operator::Mod => {
            divides && inside(a) && b.as_const().is_some_and(|divisor| divisor > 0)
        }
    }
}
