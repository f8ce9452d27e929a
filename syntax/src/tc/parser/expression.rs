//! Expressions, by binding strength.

use super::super::ast::*;
use super::super::token::TokenKind;
use super::{Parser, Result};
use crate::Span;
use crate::diagnostic::Code;
use crate::scalar::Scalar;
use std::sync::Arc;

pub(super) fn binary_operator(kind: TokenKind) -> Option<BinaryOp> {
    Some(match kind {
        TokenKind::Plus => BinaryOp::Add,
        TokenKind::Minus => BinaryOp::Sub,
        TokenKind::Star => BinaryOp::Mul,
        TokenKind::Slash => BinaryOp::Div,
        TokenKind::Percent => BinaryOp::Rem,
        TokenKind::Less => BinaryOp::Less,
        TokenKind::LessEqual => BinaryOp::LessEqual,
        TokenKind::Greater => BinaryOp::Greater,
        TokenKind::GreaterEqual => BinaryOp::GreaterEqual,
        TokenKind::Equal => BinaryOp::Equal,
        TokenKind::NotEqual => BinaryOp::NotEqual,
        TokenKind::And => BinaryOp::And,
        TokenKind::Or => BinaryOp::Or,
        _ => return None,
    })
}

pub(super) const LOWEST_BINARY: u8 = 2;
const UNARY: u8 = 7;
const ADDITIVE: u8 = 5;

/// `(a + b) + c` is the tree of `a + b + c`.
fn flat_chain(first: Expr, rest: Vec<Link>) -> ExprKind {
    let level = rest.first().map(|link| link.op.level());
    match first.kind {
        ExprKind::Chain {
            first: inner,
            rest: mut links,
        } if links.first().map(|link| link.op.level()) == level && !links[0].op.is_comparison() => {
            links.extend(rest);
            ExprKind::Chain {
                first: inner,
                rest: links,
            }
        }
        kind => ExprKind::Chain {
            first: Box::new(Expr { kind, ..first }),
            rest,
        },
    }
}

impl Parser<'_> {
    /// Runs a rule one level deeper, or reports that there are too many levels.
    pub(super) fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAXIMAL_NESTING {
            let message = format!("expression nested deeper than {MAXIMAL_NESTING}");
            let error = self
                .error(Code::TC0114, message, self.span(), "one level too deep")
                .help("give parts of it a name in `where`, or compute them in a statement of their own");
            return Err(self.stop(error));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth = self.depth.saturating_sub(1);
        result
    }

    /// `or [ ? exp : exp ]`
    pub(super) fn expression(&mut self) -> Result<Expr> {
        self.nested(|parser| {
            if let Some(choice) = parser.choice(false)? {
                return Ok(choice);
            }
            let start = parser.span();
            let condition = parser.chain(LOWEST_BINARY)?;
            if let Some(choice) = parser.choice_behind(&condition, start)? {
                return Ok(choice);
            }
            if parser.eat(TokenKind::Question).is_none() {
                return Ok(condition);
            }
            let then = parser.expression()?;
            parser.expect(TokenKind::Colon)?;
            let otherwise = parser.expression()?;
            let span = condition.span.to(parser.previous());
            let (condition, then, otherwise) = (condition.into(), then.into(), otherwise.into());
            Ok(Expr::new(
                ExprKind::Select {
                    condition,
                    then,
                    otherwise,
                },
                span,
            ))
        })
    }

    /// `add`, the rule for bounds.
    pub(super) fn bound(&mut self) -> Result<Expr> {
        self.nested(|parser| parser.chain(ADDITIVE))
    }

    /// The operators of one level and all tighter ones.
    pub(super) fn chain(&mut self, level: u8) -> Result<Expr> {
        let operand = |parser: &mut Self| match level + 1 {
            UNARY => parser.unary(),
            tighter => parser.chain(tighter),
        };
        let start = self.span();
        let first = operand(self)?;
        let mut rest: Vec<Link> = Vec::new();
        while let Some(op) =
            binary_operator(self.kind()).filter(|op| op.level() == level && !self.at_equivalence())
        {
            let op_span = self.advance();
            let next = operand(self)?;
            if op.is_comparison() && !rest.is_empty() {
                self.report_comparison_chain(&first, &rest, op, &next, op_span);
                continue;
            }
            rest.push(Link {
                op,
                op_span,
                operand: next,
            });
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let span = start.to(self.previous());
        Ok(Expr::new(flat_chain(first, rest), span))
    }

    fn report_comparison_chain(
        &mut self,
        first: &Expr,
        rest: &[Link],
        op: BinaryOp,
        next: &Expr,
        op_span: Span,
    ) {
        let Some(link) = rest.last() else { return };
        let text = |expr: &Expr| shorten(self.text(expr.span));
        let middle = text(&link.operand);
        let help = format!(
            "`{} {} {middle} && {middle} {} {}`",
            text(first),
            link.op.text(),
            op.text(),
            text(next)
        );
        let error = self
            .error(
                Code::TC0112,
                "comparisons do not chain".to_owned(),
                op_span,
                "",
            )
            .help(help);
        self.report(op_span, error);
    }

    /// `{ - | ! } post`
    pub(super) fn unary(&mut self) -> Result<Expr> {
        let op = match self.kind() {
            TokenKind::Minus => UnaryOp::Neg,
            TokenKind::Not => UnaryOp::Not,
            _ => return self.power(),
        };
        let start = self.advance();
        let operand = match (op, self.kind()) {
            (UnaryOp::Neg, TokenKind::Integer) => self.integer(i64::MAX as u64 + 1),
            _ => self.nested(Self::unary)?,
        };
        let span = start.to(self.previous());
        Ok(Expr::new(
            ExprKind::Unary {
                op,
                operand: Box::new(operand),
            },
            span,
        ))
    }

    /// An integer literal of at most `largest`.
    fn integer(&mut self, largest: u64) -> Expr {
        let span = self.advance();
        let text = self.text(span);
        if !text.parse().is_ok_and(|value: u64| value <= largest) {
            self.literal_too_large(span);
        }
        Expr::new(ExprKind::Integer(Arc::from(text)), span)
    }

    fn float(&mut self) -> Expr {
        let span = self.advance();
        let text = self.text(span);
        if text
            .trim_end_matches(['f', 'F'])
            .parse()
            .is_ok_and(f64::is_infinite)
        {
            let message = format!("malformed number `{}`: too large for double", shorten(text));
            let error = self.error(Code::TC0102, message, span, "");
            self.report(span, error);
        }
        Expr::new(ExprKind::Float(Arc::from(text)), span)
    }

    pub(super) fn primary(&mut self) -> Result<Expr> {
        let span = self.span();
        match self.kind() {
            TokenKind::Integer => Ok(self.integer(i64::MAX as u64)),
            TokenKind::Float => Ok(self.float()),
            TokenKind::BadNumber => {
                self.advance();
                Ok(Expr::new(ExprKind::Error, span))
            }
            TokenKind::True | TokenKind::False => {
                let value = self.kind() == TokenKind::True;
                self.advance();
                Ok(Expr::new(ExprKind::Bool(value), span))
            }
            TokenKind::OpenParen => self.parenthesised(),
            TokenKind::Type if self.kind_at(self.at + 1) == TokenKind::OpenParen => self.cast(),
            TokenKind::Min | TokenKind::Max
                if self.kind_at(self.at + 1) == TokenKind::OpenParen =>
            {
                let op = if self.kind() == TokenKind::Min {
                    Extremum::Min
                } else {
                    Extremum::Max
                };
                self.advance();
                let open = self.advance();
                let arguments = self.arguments(open)?;
                Ok(Expr::new(
                    ExprKind::Extremum { op, arguments },
                    span.to(self.previous()),
                ))
            }
            TokenKind::Identifier => match self.choice(true)? {
                Some(choice) => Ok(choice),
                None => self.named(),
            },
            _ => {
                self.name("an expression")?;
                Err(super::Stop)
            }
        }
    }

    pub(super) fn parenthesised(&mut self) -> Result<Expr> {
        let open = self.advance();
        let mut inner = self.expression()?;
        self.expect_close(open, "`)`")?;
        inner.parenthesised = true;
        Ok(inner)
    }

    fn cast(&mut self) -> Result<Expr> {
        let start = self.advance();
        let spelling = self.text(start);
        let scalar = Scalar::from_name(spelling).unwrap_or(Scalar::Int32);
        let open = self.advance();
        let operand = Box::new(self.expression()?);
        let close = self.expect_close(open, "`)`")?;
        Ok(Expr::new(
            ExprKind::Cast {
                scalar,
                spelling: Arc::from(spelling),
                operand,
            },
            start.to(close),
        ))
    }

    /// A bare name, a read or call, or `T.0`.
    fn named(&mut self) -> Result<Expr> {
        let span = self.advance();
        let mut name = self.name_of(span);
        if self.at_operator() {
            name = self.operator_of(&name);
        }
        match self.kind() {
            TokenKind::OpenParen => {
                let next = self.behind_parentheses(self.at);
                if next.is_some_and(|next| self.kind_at(next).is_assignment()) {
                    return Ok(Expr::new(ExprKind::Name(name), span));
                }
                let open = self.advance();
                let arguments = self.arguments(open)?;
                Ok(Expr::new(
                    ExprKind::Apply { name, arguments },
                    span.to(self.previous()),
                ))
            }
            TokenKind::Dot => {
                self.advance();
                let digits = self.span();
                if self.kind() != TokenKind::Integer {
                    return Err(self.unexpected("the number of a dimension"));
                }
                self.advance();
                let dimension = self.text(digits).parse().unwrap_or(u32::MAX);
                let kind = ExprKind::Extent {
                    tensor: name,
                    dimension,
                };
                Ok(Expr::new(kind, span.to(digits)))
            }
            _ => match self.bracket_subscripts(&name)? {
                Some(arguments) => Ok(Expr::new(
                    ExprKind::Apply { name, arguments },
                    span.to(self.previous()),
                )),
                None => Ok(Expr::new(ExprKind::Name(name), span)),
            },
        }
    }

    /// `[ exp { , exp } ] )` after an opening parenthesis.
    pub(super) fn arguments(&mut self, open: Span) -> Result<Vec<Expr>> {
        let mut arguments = Vec::new();
        if self.kind() != TokenKind::CloseParen {
            arguments.push(self.argument()?);
            while self.eat(TokenKind::Comma).is_some() {
                arguments.push(self.argument()?);
            }
        }
        self.expect_close(
            open,
            if arguments.is_empty() {
                "`)`"
            } else {
                "`,` or `)`"
            },
        )?;
        Ok(arguments)
    }
}
