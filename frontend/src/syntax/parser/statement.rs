//! Statements and `where` clauses.

use super::super::ast::*;
use super::super::token::Span;
use super::super::token::TokenKind;
use super::{Parser, Result};
use tc_dialects::diagnostic::{Code, Edit, Help};

impl Parser<'_> {
    /// A statement of a definition, whose signature is known.
    pub(super) fn statement(&mut self, def: &Def) -> Result<Statement> {
        match (self.kind(), self.kind_at(self.at + 1)) {
            (TokenKind::Identifier, TokenKind::Identifier)
                if self.text(self.span()) == "for" && self.is_in(self.at + 2) =>
            {
                self.for_loop()
            }
            (TokenKind::Identifier, _)
                if self.text(self.span()) == "if" && !self.starts_statement(self.at) =>
            {
                Err(self.if_statement())
            }
            (TokenKind::OpenParen, _) | (TokenKind::Identifier, TokenKind::Comma) => {
                Ok(Statement::Call(self.call()?))
            }
            (TokenKind::Identifier, _) => Ok(Statement::Comprehension(self.comprehension(def)?)),
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
        let function = self.name("the name of a definition")?;
        let open = self.expect(TokenKind::OpenParen)?;
        let arguments = self.arguments(open)?;
        Ok(Call {
            targets,
            function,
            arguments,
            span: start.to(self.previous()),
        })
    }

    /// `target [ (subscripts) ] assign body [ where clauses ]`
    fn comprehension(&mut self, def: &Def) -> Result<Comprehension> {
        let target = self.name("the name of a tensor")?;
        let left = match self.eat(TokenKind::OpenParen) {
            Some(open) => self.arguments(open)?,
            None => self.bracket_subscripts(&target)?.unwrap_or_default(),
        };
        let right = self.right_side();
        let statement = right.map(|(assign, assign_span, body, clauses)| Comprehension {
            span: target.span.to(self.previous()),
            target: target.clone(),
            subscripts: Vec::new(),
            assign,
            assign_span,
            body,
            clauses,
        });
        let help = statement
            .as_ref()
            .ok()
            .and_then(|statement| self.one_hot(def, statement, &left));
        let subscripts = self.left_subscripts(&target, left, help);
        self.equivalence_annotation()?;
        Ok(Comprehension {
            subscripts,
            ..statement?
        })
    }

    /// `assign body [ where clauses ]`
    fn right_side(&mut self) -> Result<(Assign, Span, Expr, Vec<Clause>)> {
        let (assign, assign_span) = self.assignment()?;
        let body = self.expression()?;
        let clauses = match self.eat(TokenKind::Where) {
            Some(keyword) => self.clauses(keyword)?,
            None => Vec::new(),
        };
        Ok((assign, assign_span, body, clauses))
    }

    /// Names only; anything else is reported and skipped.
    fn left_subscripts(
        &mut self,
        target: &Name,
        left: Vec<Expr>,
        mut help: Option<Help>,
    ) -> Vec<Name> {
        let mut names = Vec::new();
        for subscript in left {
            match subscript.kind {
                ExprKind::Name(name) => names.push(name),
                ExprKind::Error => {}
                _ => self.report_left_subscript(target, subscript.span, help.take()),
            }
        }
        names
    }

    fn report_left_subscript(&mut self, target: &Name, span: Span, help: Option<Help>) {
        let text = self.text(span);
        let message = format!(
            "left-hand subscripts must be index names, found `{}`",
            shorten(text)
        );
        let range = match text.parse::<i64>() {
            Ok(value) => format!("{value}:{}", value.saturating_add(1)),
            Err(_) => "<lower>:<upper>".to_owned(),
        };
        let mut error = self.error(Code::TC0109, message, span, "");
        error.help = help.or_else(|| {
            let text = format!(
                "name the index and give it a range: `{target}(i) = .. where i in {range}`"
            );
            Some(Help { text, edit: None })
        });
        self.report(span, error);
    }

    /// The equivalent of `H(X(i)) += v` without a data-dependent subscript: each element of `H`
    /// compares its position with every `X(i)`.
    fn one_hot(&self, def: &Def, statement: &Comprehension, left: &[Expr]) -> Option<Help> {
        let neutral = match statement.assign {
            Assign::Reduce { operation, .. } => match operation {
                Reduction::Add => "0",
                Reduction::Mul => "1",
                _ => return None,
            },
            Assign::Plain => return None,
        };
        let computed = |expr: &Expr| !matches!(expr.kind, ExprKind::Name(_));
        let place = left.iter().position(computed)?;
        let mut reads = false;
        left[place].walk(&mut |part| reads |= matches!(part.kind, ExprKind::Apply { .. }));
        if !reads || left[place + 1..].iter().any(computed) {
            return None;
        }
        if self
            .errors
            .iter()
            .any(|(span, _)| span.start >= statement.span.start)
        {
            // Its text was already reported as wrong.
            return None;
        }
        let target = &statement.target;
        let extent = declared_extent(def, target, place);
        let index = self.unused_name(def, statement.span)?;
        let subscripts = left.iter().enumerate().map(|(number, expr)| match number {
            _ if number == place => index,
            _ => self.text(expr.span),
        });
        let subscripts = subscripts.collect::<Vec<_>>().join(", ");
        let mut text = format!(
            "{}({subscripts}) {}! ({} == {index} ? {} : {neutral}) where {index} in 0:{}",
            target.text,
            statement.assign.text().trim_end_matches('!'),
            self.text(left[place].span),
            self.text(statement.body.span),
            extent.as_deref().unwrap_or("<extent>"),
        );
        for clause in &statement.clauses {
            text += ", ";
            text += self.text(clause.span());
        }
        let edit = extent.map(|_| Edit {
            place: self.file.place(statement.span.range()),
            replacement: text.clone(),
        });
        let shown = match text.len() {
            0..=200 => text,
            _ => shorten(&text),
        };
        Some(Help {
            text: format!("`{shown}`"),
            edit,
        })
    }

    /// A name for an index that neither the signature nor a statement uses.
    fn unused_name(&self, def: &Def, statement: Span) -> Option<&'static str> {
        let from = self
            .tokens
            .partition_point(|token| token.span.start < statement.start);
        let inside = |name: &str| {
            self.tokens[from..]
                .iter()
                .take_while(|token| token.span.start < statement.end)
                .any(|token| self.text(token.span) == name)
        };
        let has_size = |ty: &Type, name: &str| {
            ty.dims
                .iter()
                .any(|dim| matches!(dim, Dim::Size(size) if &*size.text == name))
        };
        let is_declared = |name: &str| {
            let param = |param: &Param| &*param.name.text == name || has_size(&param.ty, name);
            let result = |result: &Return| result.ty.as_ref().is_some_and(|ty| has_size(ty, name));
            def.params.iter().any(param) || def.returns.iter().any(result)
        };
        let names = ["b", "bin", "place", "slot"];
        names
            .into_iter()
            .find(|name| !inside(name) && !is_declared(name))
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

/// The extent of a dimension of a return, as written in its annotation.
fn declared_extent(def: &Def, target: &Name, dimension: usize) -> Option<String> {
    let declared = def.returns.iter().find(|result| result.name == *target)?;
    Some(match declared.ty.as_ref()?.dims.get(dimension)? {
        Dim::Size(size) => size.text.to_string(),
        Dim::Extent(extent, _) => extent.to_string(),
    })
}
