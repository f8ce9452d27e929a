//! Spellings of other languages: `X[i]`, `x**2`, `if c then a else b`, `for i in range(0, N)`,
//! `<=>`.
//!
//! Each is recognised where it is unambiguous, reported with an edit to the equivalent TC, and
//! parsed as the equivalent, so that one mistake is one error and the rest of the statement is
//! still checked.

use super::super::ast::*;
use super::super::token::TokenKind;
use super::expression::{LOWEST_BINARY, binary_operator};
use super::{Parser, Result, Stop};
use crate::Span;
use crate::diagnostic::Code;

/// The largest number of tokens between `if` and its `else`.
const LONGEST_CHOICE: usize = 256;

/// The longest text in an edit, since the texts of nested expressions contain each other; a longer
/// one is only described.
const LONGEST_EDIT: usize = 1 << 14;

impl Parser<'_> {
    fn at_word(&self, index: usize, word: &str) -> bool {
        self.kind_at(index) == TokenKind::Identifier
            && self.tokens.get(index).map(|token| self.text(token.span)) == Some(word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(self.at, word);
        if found {
            self.advance();
        }
        found
    }

    /// Runs a rule; its result with the span of all tokens consumed, including enclosing
    /// parentheses.
    pub(super) fn spanned<T>(
        &mut self,
        rule: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<(T, Span)> {
        let start = self.span();
        let result = rule(self)?;
        Ok((result, start.to(self.previous())))
    }

    /// Reports the text at `primary`, with `replacement` for all of `whole`.
    fn report_edit(
        &mut self,
        (code, message): (Code, String),
        primary: Span,
        whole: Span,
        help: String,
        replacement: String,
    ) {
        let error = self.error(code, message, primary, "");
        let error = if replacement.len() <= LONGEST_EDIT {
            error.help_with_edit(help, self.file.place(whole.range()), replacement)
        } else {
            error.help(help)
        };
        self.report(primary, error);
    }

    /// Whether the two tokens from `index` on are adjacent, without a blank.
    fn is_joined(&self, index: usize, first: TokenKind, second: TokenKind) -> bool {
        let spans = (self.tokens.get(index), self.tokens.get(index + 1));
        (self.kind_at(index), self.kind_at(index + 1)) == (first, second)
            && matches!(spans, (Some(a), Some(b)) if a.span.end == b.span.start)
    }

    // --- Brackets
    // -----------------------------------------------------------------------------------------------

    /// `[i][j, k]` as a list parsed by one rule, its text between parentheses, and its span.
    fn brackets<T>(
        &mut self,
        rule: impl Fn(&mut Self) -> Result<T>,
    ) -> Result<(Vec<T>, String, Span)> {
        let start = self.span();
        let mut items = Vec::new();
        let mut texts = Vec::new();
        while self.eat(TokenKind::OpenBracket).is_some() {
            loop {
                let (item, span) = self.spanned(&rule)?;
                items.push(item);
                texts.push(self.text(span));
                if self.eat(TokenKind::Comma).is_none() {
                    break;
                }
            }
            self.expect(TokenKind::CloseBracket)?;
        }
        let span = start.to(self.previous());
        Ok((items, format!("({})", texts.join(", ")), span))
    }

    /// Subscripts in brackets, after a name.
    pub(super) fn bracket_subscripts(&mut self, name: &Name) -> Result<Option<Vec<Expr>>> {
        if self.kind() != TokenKind::OpenBracket || self.in_old_range {
            return Ok(None);
        }
        let open = self.span();
        let (subscripts, text, span) = self.brackets(Self::expression)?;
        let help = format!("`{name}{}`", shorten(&text));
        let message = (Code::TC0105, "expected `(`, found `[`".to_owned());
        self.report_edit(message, open, span, help, text);
        Ok(Some(subscripts))
    }

    /// Dimensions in brackets, after a scalar type.
    pub(super) fn bracket_dims(&mut self, ty: &mut Type) -> Result<()> {
        if self.kind() != TokenKind::OpenBracket {
            return Ok(());
        }
        let open = self.span();
        let (dims, text, span) = self.brackets(Self::dim)?;
        let help = format!("`{}{}`", ty.spelling, shorten(&text));
        let message = (Code::TC0105, "expected `(`, found `[`".to_owned());
        self.report_edit(message, open, span, help, text);
        ty.dims = dims;
        ty.span = ty.span.to(span);
        Ok(())
    }

    /// Dimensions after the name of a tensor, as in C: `float X[N]`, `float X(N)`.
    pub(super) fn dims_behind(&mut self, ty: &mut Type, name: &Name) -> Result<()> {
        let open = self.span();
        let is_open = |kind| matches!(kind, TokenKind::OpenBracket | TokenKind::OpenParen);
        if !is_open(self.kind()) || !ty.dims.is_empty() {
            return Ok(());
        }
        let found = self.found();
        let (dims, text) = match self.kind() {
            TokenKind::OpenBracket => {
                let (dims, text, _) = self.brackets(Self::dim)?;
                (dims, text)
            }
            _ => {
                let (dims, span) = self.spanned(Self::dims)?;
                (dims, self.text(span).to_owned())
            }
        };
        let whole = ty.span.to(self.previous());
        let replacement = format!("{}{text} {}", ty.spelling, name.text);
        let message = (
            Code::TC0105,
            format!("expected `,` or `)`, found {found}: dimensions belong to the type"),
        );
        let help = format!("`{}`", shorten(&replacement));
        self.report_edit(message, open, whole, help, replacement);
        ty.dims = dims;
        Ok(())
    }

    // --- Powers
    // -------------------------------------------------------------------------------------------------

    /// A primary expression, possibly followed by `**` or `^`.
    pub(super) fn power(&mut self) -> Result<Expr> {
        let (base, base_span) = self.spanned(Self::primary)?;
        let caret = self.kind() == TokenKind::Caret;
        if !caret && !self.is_joined(self.at, TokenKind::Star, TokenKind::Star) {
            return Ok(base);
        }
        let mut operator = self.advance();
        if !caret {
            operator = operator.to(self.advance());
        }
        let (exponent, exponent_span) = self.spanned(|parser| parser.nested(Self::unary))?;
        let (base_text, exponent_text) = (self.text(base_span), self.text(exponent_span));
        let replacement = format!("pow({}, {exponent_text})", self.text(base.span));
        let square = matches!(&exponent.kind, ExprKind::Integer(text) if &**text == "2");
        let help = match (square, caret) {
            (true, _) => format!(
                "`{}`, or `{} * {}`",
                shorten(&replacement),
                shorten(base_text),
                shorten(base_text)
            ),
            (false, true) => format!("`{}`; exclusive or has no form", shorten(&replacement)),
            (false, false) => format!("`{}`", shorten(&replacement)),
        };
        let message = if caret {
            (Code::TC0101, "unexpected character `^`".to_owned())
        } else {
            (Code::TC0105, "expected an operator, found `**`".to_owned())
        };
        let whole = base_span.to(exponent_span);
        self.report_edit(message, operator, whole, help, replacement);
        Ok(Expr::new(ExprKind::Error, whole))
    }

    // --- Choices
    // ------------------------------------------------------------------------------------------------

    /// Whether `if` at the current token belongs to an `else`. After a complete operand, the
    /// language has no name that does not start a statement, so tensors may be named `if` and
    /// `else`.
    fn at_choice(&self) -> bool {
        let ends_operand = |index: usize| match self.kind_at(index) {
            TokenKind::Identifier => !self.is_in(index),
            kind => matches!(
                kind,
                TokenKind::Integer
                    | TokenKind::Float
                    | TokenKind::CloseParen
                    | TokenKind::CloseBracket
                    | TokenKind::True
                    | TokenKind::False
            ),
        };
        self.at_word(self.at, "if")
            && (self.at + 1..self.tokens.len())
                .take(LONGEST_CHOICE)
                .take_while(|index| {
                    let kind = self.kind_at(*index);
                    !matches!(
                        kind,
                        TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::Def
                    )
                })
                .any(|index| {
                    self.at_word(index, "else")
                        && ends_operand(index - 1)
                        && !self.starts_statement(index)
                })
    }

    /// `if c then a else b` and `if (c) a else b`; a part of a larger expression needs parentheses.
    pub(super) fn choice(&mut self, is_part: bool) -> Result<Option<Expr>> {
        if !self.at_choice() {
            return Ok(None);
        }
        let start = self.advance();
        let alone = match self.behind_parentheses(self.at) {
            Some(next) if self.kind() == TokenKind::OpenParen => match self.kind_at(next) {
                // `if (c) -a else b`
                TokenKind::Minus => true,
                kind => !self.at_word(next, "then") && binary_operator(kind).is_none(),
            },
            _ => false,
        };
        let (condition, mut condition_span) = if alone {
            // `if (c) (a) else b`: the parentheses contain the whole condition.
            self.spanned(Self::parenthesised)?
        } else {
            self.spanned(Self::expression)?
        };
        if alone && !matches!(condition.kind, ExprKind::Select { .. }) {
            // No parentheses are needed in front of `?`.
            condition_span = condition.span;
        }
        self.eat_word("then");
        let (_, then) = self.spanned(Self::expression)?;
        self.finish_choice((start, start), [condition_span, then], is_part)
            .map(Some)
    }

    /// `a if c else b`, after `a` is parsed.
    pub(super) fn choice_behind(&mut self, value: &Expr, start: Span) -> Result<Option<Expr>> {
        if !self.at_choice() || self.starts_statement(self.at) {
            return Ok(None);
        }
        let value = start.to(self.previous()).to(value.span);
        let word = self.advance();
        let (_, condition) =
            self.spanned(|parser| parser.nested(|inner| inner.chain(LOWEST_BINARY)))?;
        self.finish_choice((start, word), [condition, value], false)
            .map(Some)
    }

    /// The `else` of a choice that begins at `start`; `word` is its `if`.
    fn finish_choice(
        &mut self,
        (start, word): (Span, Span),
        [condition, then]: [Span; 2],
        is_part: bool,
    ) -> Result<Expr> {
        if !self.eat_word("else") {
            return Err(self.unexpected("`else`"));
        }
        let (_, otherwise) = self.spanned(Self::expression)?;
        let [c, a, b] = [condition, then, otherwise].map(|span| self.text(span));
        let choice = if is_part {
            format!("({c} ? {a} : {b})")
        } else {
            format!("{c} ? {a} : {b}")
        };
        let whole = start.to(otherwise);
        let message = (
            Code::TC0105,
            "expected an expression, found `if`".to_owned(),
        );
        let help = format!("`{}`", shorten(&choice));
        self.report_edit(message, word, whole, help, choice);
        Ok(Expr::new(ExprKind::Error, whole))
    }

    // --- Loops
    // --------------------------------------------------------------------------------------------------

    /// `k in range(n)` and `k in range(lo, hi)`, after the call is parsed.
    pub(super) fn python_range(&mut self, index: &Name, call: &Expr) -> Option<Clause> {
        let ExprKind::Apply { name, arguments } = &call.kind else {
            return None;
        };
        let (lower, upper) = match &arguments[..] {
            [upper] => (None, upper),
            [lower, upper] => (Some(lower), upper),
            _ => return None,
        };
        if &*name.text != "range" {
            return None;
        }
        let low = lower.map_or("0", |lower| self.text(lower.span));
        let range = format!("{low}:{}", self.text(upper.span));
        let found = shorten(self.text(call.span));
        let message = (
            Code::TC0105,
            format!("expected `<lower>:<upper>`, found `{found}`"),
        );
        let help = format!("`{index} in {}`", shorten(&range));
        self.report_edit(message, call.span, call.span, help, range);
        let clause = Clause::Range {
            index: index.clone(),
            lower: Expr::new(ExprKind::Error, call.span),
            upper: Expr::new(ExprKind::Error, call.span),
        };
        Some(clause)
    }

    /// `for k in lo:hi` without a body behind a statement, as in Python: a `where` clause is meant.
    /// `before` is the number of errors in front of it.
    pub(super) fn for_without_body(&mut self, keyword: Span, clause: Span, before: usize) -> Stop {
        let message = "expected a statement or `}`, found `for`".to_owned();
        let edit = format!("where {}", self.repaired(clause, before));
        let help = format!("`{}`", shorten(&edit));
        let place = self.file.place(keyword.to(clause).range());
        let error = self
            .error(Code::TC0105, message, keyword, "")
            .help_with_edit(help, place, edit);
        self.report(keyword, error);
        Stop
    }

    /// The text of a span, with the edit of the one error reported in it applied; that error is
    /// dropped, since this edit includes it.
    fn repaired(&mut self, span: Span, before: usize) -> String {
        let mut text = self.text(span).to_owned();
        let edit = match &self.errors[before..] {
            [(_, error)] => error.help.as_ref().and_then(|help| help.edit.clone()),
            _ => None,
        };
        if let Some(edit) = edit {
            let place = self.file.range(&edit.place);
            let from = place.start - span.range().start;
            text.replace_range(from..from + place.len(), &edit.replacement);
            self.errors.truncate(before);
        }
        text
    }

    /// An `if` in front of a statement.
    pub(super) fn if_statement(&mut self) -> Stop {
        let error = self
            .expected("a statement or `}`")
            .help("statements have no conditions; choose the value: `B(i) = <condition> ? a : b`");
        self.stop(error)
    }

    // --- `<=>`
    // --------------------------------------------------------------------------------------------------

    pub(super) fn at_equivalence(&self) -> bool {
        self.is_joined(self.at, TokenKind::LessEqual, TokenKind::Greater)
    }

    /// `<=>` in place of an assignment operator.
    pub(super) fn equivalence_as_assignment(&mut self) -> Span {
        let span = self.advance().to(self.advance());
        let message = (
            Code::TC0105,
            "expected an assignment operator, found `<=>`".to_owned(),
        );
        let help = "did you mean `=`?".to_owned();
        self.report_edit(message, span, span, help, "=".to_owned());
        span
    }

    /// `<=> f(a, b)` after a statement: an annotation of the original compiler.
    pub(super) fn equivalence_annotation(&mut self) -> Result<()> {
        if !self.at_equivalence() {
            return Ok(());
        }
        let operator = self.advance().to(self.advance());
        let (_, call) = self.spanned(Self::expression)?;
        let whole = operator.to(call);
        let message = "expected a statement or `}`, found `<=>`".to_owned();
        let error = self
            .error(Code::TC0105, message, operator, "")
            .with_note("the original compiler's annotation `<=>`, a library function that computes the same, has no form here")
            .help_with_edit("remove it", self.file.place(whole.range()), "");
        self.report(operator, error);
        Ok(())
    }
}
