//! Expressions over sizes, extents, indices and integer scalars, as the dialect's symbolic
//! expressions: subscripts (section 3), and the bounds that `bounds` admits.

use super::body::Builder;
use super::names::Meaning;
use crate::model::Role;
use tc_syntax::Span;
use tc_syntax::diagnostic::Code;
use tc_syntax::expr::{Expr, Operator};
use tc_syntax::near::nearest;
use tc_syntax::tc::ast::{self, BinaryOp, Dim, ExprKind, Extremum, Name, UnaryOp};

/// Larger expressions are computed as values instead; ranges could not be inferred from them
/// anyway.
const MOST_OPERATORS: usize = 250;

pub(super) fn operator(op: BinaryOp) -> Option<Operator> {
    Some(match op {
        BinaryOp::Add => Operator::Add,
        BinaryOp::Sub => Operator::Sub,
        BinaryOp::Mul => Operator::Mul,
        BinaryOp::Div => Operator::FloorDiv,
        BinaryOp::Rem => Operator::Mod,
        _ => return None,
    })
}

impl Builder<'_, '_> {
    /// The number of operators of this symbolic expression, lets substituted; none if it is not
    /// symbolic.
    pub(crate) fn symbolic_size(&self, expr: &ast::Expr) -> Option<usize> {
        let size = match &expr.kind {
            ExprKind::Integer(text) => text.parse::<i64>().ok().map(|_| 0)?,
            ExprKind::Name(name) => self.symbolic_name(name)?,
            ExprKind::Extent { tensor, dimension } => {
                self.known_extent(tensor, *dimension).map(|_| 0)?
            }
            ExprKind::Unary {
                op: UnaryOp::Neg,
                operand,
            } => match &operand.kind {
                // The least int64 has no positive counterpart.
                ExprKind::Integer(_) => 0,
                _ => 1 + self.symbolic_size(operand)?,
            },
            ExprKind::Chain { first, rest } if rest.len() <= MOST_OPERATORS => {
                let mut size = self.symbolic_size(first)?;
                for link in rest {
                    operator(link.op)?;
                    size += 1 + self.symbolic_size(&link.operand)?;
                }
                size
            }
            ExprKind::Extremum { arguments, .. } => match &arguments[..] {
                [a, b] => 1 + self.symbolic_size(a)? + self.symbolic_size(b)?,
                _ => return None,
            },
            _ => return None,
        };
        (size <= MOST_OPERATORS).then_some(size)
    }

    fn symbolic_name(&self, name: &Name) -> Option<usize> {
        if self.names.clashed.contains(&name.text) {
            return None;
        }
        if let Some(number) = self.find_let(&name.text) {
            return self.lets[number].symbolic;
        }
        match self.names.meaning(&name.text) {
            Some(Meaning::Size(_)) => Some(0),
            Some(Meaning::Tensor(id)) => self.names.is_integer_input(id).then_some(0),
            None => {
                let later = self.lets[self.visible_lets..]
                    .iter()
                    .any(|other| other.name.text == name.text);
                (!later).then_some(0)
            }
        }
    }

    /// The symbolic expression; requires that [`Builder::symbolic_size`] is some.
    pub(crate) fn symbolic(&mut self, expr: &ast::Expr) -> Expr {
        match &expr.kind {
            ExprKind::Integer(text) => Expr::Const(text.parse().unwrap_or(0)),
            ExprKind::Name(name) => self.symbolic_of_name(name),
            ExprKind::Extent { tensor, dimension } => self
                .extent(tensor, *dimension, expr.span)
                .unwrap_or(Expr::Const(0)),
            ExprKind::Unary { operand, .. } => match &operand.kind {
                ExprKind::Integer(text) => Expr::Const(format!("-{text}").parse().unwrap_or(0)),
                _ => Expr::neg(self.symbolic(operand)),
            },
            ExprKind::Chain { first, rest } => {
                let mut left = self.symbolic(first);
                for link in rest {
                    let right = self.symbolic(&link.operand);
                    if right.as_const() == Some(0) {
                        self.refuse_zero_divisor(link.op, link.operand.span);
                    }
                    if let Some(operator) = operator(link.op) {
                        left = Expr::binary(operator, left, right);
                    }
                }
                left
            }
            ExprKind::Extremum { op, arguments } => {
                let operator = match op {
                    Extremum::Min => Operator::Min,
                    Extremum::Max => Operator::Max,
                };
                let left = self.symbolic(&arguments[0]);
                let right = self.symbolic(&arguments[1]);
                Expr::binary(operator, left, right)
            }
            _ => Expr::Const(0),
        }
    }

    fn symbolic_of_name(&mut self, name: &Name) -> Expr {
        if let Some(number) = self.find_let(&name.text) {
            self.lets[number].used = true;
            let visible = std::mem::replace(&mut self.visible_lets, number);
            let expr = self.symbolic(self.lets[number].value);
            self.visible_lets = visible;
            return expr;
        }
        match self.names.meaning(&name.text) {
            Some(Meaning::Tensor(id)) => self.names.tensors[id].is_read = true,
            Some(Meaning::Size(_)) => {}
            None if self.loop_of(&name.text).is_some() => {}
            None => self.add_index(name),
        }
        Expr::name(&*name.text)
    }

    /// The extent from the signature, or by name.
    fn known_extent(&self, tensor: &Name, dimension: u32) -> Option<Expr> {
        let id = self.names.tensor(&tensor.text)?;
        let draft = &self.names.tensors[id];
        let defined = draft.role == Role::Input
            || draft
                .first_write
                .is_some_and(|(first, _)| first < self.statement);
        if !defined || dimension as usize >= draft.rank? {
            return None;
        }
        match draft
            .ty
            .filter(|_| draft.role == Role::Input)
            .map(|ty| &ty.dims[dimension as usize])
        {
            Some(Dim::Size(name)) => Some(Expr::name(&*name.text)),
            Some(Dim::Extent(extent, _)) => Some(Expr::Const(*extent)),
            None => Some(Expr::extent(&*tensor.text, dimension)),
        }
    }

    /// `T.d`, or an error.
    pub(crate) fn extent(&mut self, tensor: &Name, dimension: u32, span: Span) -> Option<Expr> {
        if let Some(extent) = self.known_extent(tensor, dimension) {
            return Some(extent);
        }
        if self.names.clashed.contains(&tensor.text) {
            return None;
        }
        let Some(id) = self.names.tensor(&tensor.text) else {
            self.report_extent_of_nothing(tensor);
            return None;
        };
        let draft = &self.names.tensors[id];
        if let Some(rank) = draft.rank.filter(|rank| dimension as usize >= *rank) {
            let count = super::access::counted(rank, "dimension");
            let message = format!("`{tensor}` has {count}, there is no `.{dimension}`");
            let error = self.report.error(Code::TC0225, message, span, "");
            self.report.push(match rank {
                0 => error,
                1 => error.help("the dimension is `.0`"),
                _ => error.help(format!("the dimensions are `.0` to `.{}`", rank - 1)),
            });
            return None;
        }
        // In its defining statement a tensor has no extent yet.
        let first = draft.first_write.map(|(_, span)| self.report.place(span));
        if first.is_some() {
            let message = format!("`{tensor}` is read before it is defined");
            let error = self
                .report
                .error(Code::TC0205, message, span, "its extent is used here");
            self.report.push(error.label(first, "first defined here"));
        }
        None
    }

    fn report_extent_of_nothing(&self, tensor: &Name) {
        let candidates = self
            .names
            .tensors
            .iter()
            .map(|candidate| &*candidate.name.text);
        let message = match self.names.meaning(&tensor.text) {
            Some(meaning) => format!(
                "unknown tensor `{tensor}`: it is {}",
                self.names.describe(meaning)
            ),
            None => format!("unknown tensor `{tensor}`"),
        };
        let error = self.report.error(Code::TC0201, message, tensor.span, "");
        self.report.push(match nearest(&tensor.text, candidates) {
            Some(near) => error.help_with_edit(
                format!("did you mean `{near}`?"),
                self.report.place(tensor.span),
                near,
            ),
            None => error,
        });
    }
}
