//! Statements and `where` clauses.

use super::super::ast::*;
use super::super::token::TokenKind;
use super::{Parser, Result};
use crate::Span;
use crate::diagnostic::Code;

impl Parser<'_> {
    /// A statement of a definition or of a loop.
    pub(super) fn statement(&mut self) -> Result<Statement> {
        match (self.kind(), self.kind_at(self.at + 1)) {
            (TokenKind::Identifier, _) if self.is_for(self.at) => self.for_loop(),
            (TokenKind::Identifier, _)
                if self.text(self.span()) == "if" && !self.starts_statement(self.at) =>
            {
                Err(self.if_statement())
            }
            (TokenKind::Identifier, _)
                if self.text(self.span()) == "while" && !self.starts_statement(self.at) =>
            {
                let error = self.expected("a statement or `}`").help(
                    "a loop has bounds: `for t in 0:<steps> { .. }`; it stops early by a choice, `x(t + 1) = done ? x(t) : ..`",
                );
                Err(self.stop(error))
            }
            (TokenKind::OpenParen, _) if self.at_pair() => {
                Ok(Statement::Comprehension(self.pair()?))
            }
            (TokenKind::OpenParen, _) | (TokenKind::Identifier, TokenKind::Comma) => {
                Ok(Statement::Call(self.call()?))
            }
            (TokenKind::Identifier, _) => Ok(Statement::Comprehension(self.comprehension()?)),
            (kind, _) if kind.is_reserved() && self.is_assignment_at(self.at + 1) => {
                self.name("a statement")?;
                Err(super::Stop)
            }
            (kind, TokenKind::OpenParen) if kind.is_reserved() => {
                self.name("a statement")?;
                Err(super::Stop)
            }
            (TokenKind::Where, _) => {
                let error = self
                    .expected("a statement or `}`")
                    .with_note("a call takes no `where`");
                Err(self.stop(error))
            }
            _ => Err(self.unexpected("a statement or `}`")),
        }
    }

    /// `targets = function(arguments)`
    fn call(&mut self) -> Result<Call> {
        let start = self.span();
        let open = self.eat(TokenKind::OpenParen);
        let mut targets = vec![self.name("the name of a tensor")?];
        while self.eat(TokenKind::Comma).is_some() {
            targets.push(self.name("the name of a tensor")?);
        }
        if let Some(open) = open {
            self.expect_close(open, "`,` or `)`")?;
        }
        self.expect(TokenKind::Assign)?;
        let mut function = self.name("the name of a definition")?;
        if self.at_operator() {
            function = self.operator_of(&function);
        }
        let open = self.expect(TokenKind::OpenParen)?;
        let arguments = self.arguments(open)?;
        Ok(Call {
            targets,
            function,
            arguments,
            span: start.to(self.previous()),
        })
    }

    /// Whether a pair starts at this parenthesis: `(m(i), a(i)) max=! ..`. A call is `(a, b) =
    /// f(..)`.
    fn at_pair(&self) -> bool {
        let Some(next) = self.behind_parentheses(self.at) else {
            return false;
        };
        let names = (self.at + 1..next - 1)
            .all(|at| matches!(self.kind_at(at), TokenKind::Identifier | TokenKind::Comma));
        match self.kind_at(next) {
            TokenKind::Assign => !names || self.kind_at(next + 1) == TokenKind::OpenParen,
            _ => self.is_assignment_at(next),
        }
    }

    /// `( lhs , lhs ) assign ( exp , exp ) [ where clauses ]`; the checker wants equal subscripts
    /// and an extremum.
    fn pair(&mut self) -> Result<Comprehension> {
        let open = self.expect(TokenKind::OpenParen)?;
        let (target, subscripts) = self.left_side()?;
        self.expect(TokenKind::Comma)?;
        let second = self.left_side()?;
        self.expect_close(open, "`)`")?;
        let (assign, assign_span) = self.assignment()?;
        let values = self.expect(TokenKind::OpenParen)?;
        let body = self.expression()?;
        self.expect(TokenKind::Comma)?;
        let place = self.expression()?;
        self.expect_close(values, "`)`")?;
        let clauses = self.where_clauses()?;
        Ok(Comprehension {
            target,
            subscripts,
            pair: Some(Box::new(Pair {
                target: second.0,
                subscripts: second.1,
                place,
            })),
            assign,
            assign_span,
            body,
            clauses,
            span: open.to(self.previous()),
        })
    }

    /// `ID [ ( [ exp { , exp } ] ) ]`
    fn left_side(&mut self) -> Result<(Name, Vec<Expr>)> {
        let target = self.name("the name of a tensor")?;
        let left = match self.eat(TokenKind::OpenParen) {
            Some(open) => self.arguments(open)?,
            None => self.bracket_subscripts(&target)?.unwrap_or_default(),
        };
        Ok((target, left))
    }

    /// `target [ (subscripts) ] assign body [ where clauses ]`
    fn comprehension(&mut self) -> Result<Comprehension> {
        let (target, subscripts) = self.left_side()?;
        let (assign, assign_span) = self.assignment()?;
        let body = self.expression()?;
        let clauses = self.where_clauses()?;
        let span = target.span.to(self.previous());
        self.equivalence_annotation()?;
        Ok(Comprehension {
            target,
            subscripts,
            pair: None,
            assign,
            assign_span,
            body,
            clauses,
            span,
        })
    }

    fn where_clauses(&mut self) -> Result<Vec<Clause>> {
        match self.eat(TokenKind::Where) {
            Some(keyword) => self.clauses(keyword),
            None => Ok(Vec::new()),
        }
    }

    fn assignment(&mut self) -> Result<(Assign, Span)> {
        let reduce = |operation, init| Assign::Reduce { operation, init };
        let of_kind = |kind| match kind {
            TokenKind::Assign => Some(Assign::Plain),
            TokenKind::AddAssign => Some(reduce(Reduction::Add, false)),
            TokenKind::MulAssign => Some(reduce(Reduction::Mul, false)),
            TokenKind::MinAssign => Some(reduce(Reduction::Min, false)),
            TokenKind::MaxAssign => Some(reduce(Reduction::Max, false)),
            TokenKind::AddInit => Some(reduce(Reduction::Add, true)),
            TokenKind::MulInit => Some(reduce(Reduction::Mul, true)),
            TokenKind::MinInit => Some(reduce(Reduction::Min, true)),
            TokenKind::MaxInit => Some(reduce(Reduction::Max, true)),
            _ => None,
        };
        if let Some(assign) = of_kind(self.kind()) {
            return Ok((assign, self.advance()));
        }
        if self.at_equivalence() {
            return Ok((Assign::Plain, self.equivalence_as_assignment()));
        }
        let joined = match self.kind() {
            TokenKind::Plus => Some(reduce(Reduction::Add, false)),
            TokenKind::Star => Some(reduce(Reduction::Mul, false)),
            TokenKind::Min => Some(reduce(Reduction::Min, false)),
            TokenKind::Max => Some(reduce(Reduction::Max, false)),
            _ => None,
        };
        if let Some(assign) = joined.filter(|_| self.kind_at(self.at + 1) == TokenKind::Assign) {
            let span = self.span().to(self.tokens[self.at + 1].span);
            let operator = self.text(self.span());
            let error = self
                .error(
                    Code::TC0111,
                    format!("`{operator} =` is two tokens"),
                    span,
                    "",
                )
                .help_with_edit(
                    format!("`{operator}=`"),
                    self.file.place(span.range()),
                    format!("{operator}="),
                );
            self.report(span, error);
            self.advance();
            self.advance();
            return Ok((assign, span));
        }
        let error = self.expected("an assignment operator");
        let error = match self.kind_at(self.at + 1) {
            TokenKind::Assign => error.help("the reductions are `+=`, `*=`, `min=` and `max=`"),
            _ => error,
        };
        Err(self.stop(error))
    }

    /// `clause { , clause }` after `where`.
    fn clauses(&mut self, keyword: Span) -> Result<Vec<Clause>> {
        if !matches!(self.kind(), TokenKind::Identifier | TokenKind::Exists)
            && !self.kind().is_reserved()
        {
            let message = "`where` needs at least one clause".to_owned();
            let error = self
                .error(Code::TC0113, message, keyword, "")
                .help("remove it, or write `where k in 0:N`");
            self.report(keyword, error);
            return Ok(Vec::new());
        }
        let mut clauses = vec![self.clause()?];
        loop {
            if self.eat(TokenKind::Comma).is_none() {
                if !self.at_forgotten_comma() {
                    return Ok(clauses);
                }
                let place = self.file.place(self.previous().after().range());
                let error =
                    self.expected("`,`")
                        .help_with_edit("separate clauses by `,`", place, ",");
                self.report(self.span(), error);
            }
            clauses.push(self.clause()?);
        }
    }

    /// Whether a clause `k in` starts here, in place of a comma.
    fn at_forgotten_comma(&self) -> bool {
        self.kind() == TokenKind::Identifier && self.is_in(self.at + 1)
    }

    pub(super) fn is_in(&self, index: usize) -> bool {
        self.kind_at(index) == TokenKind::Identifier && self.text(self.tokens[index].span) == "in"
    }

    pub(super) fn clause(&mut self) -> Result<Clause> {
        if let Some(keyword) = self.eat(TokenKind::Exists) {
            return Ok(Clause::Exists {
                expression: self.expression()?,
                keyword,
            });
        }
        let name = self.name("an index, a name or `exists`")?;
        if self.is_in(self.at) {
            self.advance();
            return match self.kind() {
                TokenKind::OpenBracket => self.old_range(name),
                _ => self.range(name),
            };
        }
        match self.kind() {
            TokenKind::Assign if self.kind_at(self.at + 1) == TokenKind::OpenBracket => {
                self.advance();
                self.old_range(name)
            }
            TokenKind::Assign => {
                self.advance();
                Ok(Clause::Let {
                    name,
                    value: self.expression()?,
                })
            }
            _ => Err(self.unexpected("`in` or `=`")),
        }
    }

    /// `lower : upper`, or the old `lower .. upper`.
    fn range(&mut self, index: Name) -> Result<Clause> {
        let lower = self.bound()?;
        if self.eat(TokenKind::DotDot).is_some() {
            let upper = self.bound()?;
            let span = index.span.to(self.previous());
            self.report_old_range(&index, span, &lower, &upper, "");
            return Ok(Clause::Range {
                index,
                lower,
                upper,
            });
        }
        if self.kind() != TokenKind::Colon
            && let Some(clause) = self.python_range(&index, &lower)
        {
            return Ok(clause);
        }
        self.expect(TokenKind::Colon)?;
        let upper = self.bound()?;
        Ok(Clause::Range {
            index,
            lower,
            upper,
        })
    }

    /// `[lower, upper[`, `[lower, upper)`, `[lower, upper]`
    fn old_range(&mut self, index: Name) -> Result<Clause> {
        self.expect(TokenKind::OpenBracket)?;
        let lower = self.bound()?;
        self.expect(TokenKind::Comma)?;
        self.in_old_range = true;
        let upper = self.bound();
        self.in_old_range = false;
        let upper = upper?;
        let inclusive = match self.kind() {
            TokenKind::CloseBracket => " + 1",
            TokenKind::OpenBracket | TokenKind::CloseParen => "",
            _ => return Err(self.unexpected("`[`, `)` or `]`")),
        };
        let span = index.span.to(self.advance());
        self.report_old_range(&index, span, &lower, &upper, inclusive);
        Ok(Clause::Range {
            index,
            lower,
            upper,
        })
    }

    fn report_old_range(
        &mut self,
        index: &Name,
        span: Span,
        lower: &Expr,
        upper: &Expr,
        plus: &str,
    ) {
        let (lower, upper) = (self.text(lower.span), self.text(upper.span));
        let modern = format!("{} in {lower}:{upper}{plus}", index.text);
        let message = format!("old range spelling `{}`", shorten(self.text(span)));
        let error = self.error(Code::TC0110, message, span, "").help_with_edit(
            format!("`{}`", shorten(&modern)),
            self.file.place(span.range()),
            modern,
        );
        self.report(span, error);
    }
}
