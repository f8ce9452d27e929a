//! From tokens to the syntax tree (language specification, section 2), with recovery.
//!
//! A recursive-descent parser: one function per rule of the grammar. An error is reported where it
//! is found, and the function answers `Stop`; the statement (or the head of the definition) is
//! given up and parsing goes on at the next statement, the closing brace, or the next `def`, so
//! that all errors of a file come in one go. A definition with any syntax error is marked `broken`
//! and not checked further.
//!
//! The one lookahead rule of the language (`y = x` newline `(a, b) = f(x)`: here `x` is complete)
//! needs the matching parenthesis of each `(`; all of them are found in one pass before parsing, so
//! no input makes the parser quadratic. Nesting is counted, and refused beyond 256 (TC0114), so no
//! input overflows the stack.

mod expression;
mod foreign;
mod loops;
mod modules;
mod recovery;
mod statement;
#[cfg(test)]
mod tests;

use super::ast::*;
use super::lexer::{MOST_ERRORS, lex};
use super::token::{Token, TokenKind};
use crate::Span;
use crate::diagnostic::{Code, Diagnostic, SourceFile};
use crate::scalar::Scalar;
use std::ops::Range;
use std::sync::Arc;

/// A parsed file.
#[derive(Debug)]
pub struct Parsed {
    /// The tree; definitions with syntax errors are marked.
    pub program: Program,
    /// The comments in text order.
    pub comments: Vec<Span>,
    /// The tokens, for tools that need the layout.
    pub tokens: Vec<Token>,
    /// Errors with codes TC01xx, by position.
    pub errors: Vec<Diagnostic>,
}

/// An error was reported; the current construct is abandoned.
pub(crate) struct Stop;

type Result<T> = std::result::Result<T, Stop>;

/// Parses a file.
pub fn parse(file: &SourceFile) -> Parsed {
    parse_part(file, 0..file.text().len())
}

/// Parses a part of a file, such as the text of one module of several: spans are those of the
/// whole.
pub fn parse_part(file: &SourceFile, part: Range<usize>) -> Parsed {
    let lexed = lex(file, part);
    let mut parser = Parser::new(file, &lexed.tokens);
    parser.errors = lexed.errors;
    let mut program = Program::default();
    parser.program(&mut program);
    let mut errors = parser.errors;
    errors.sort_by_key(|(span, _)| span.start);
    for def in &mut program.defs {
        let from = errors.partition_point(|(span, _)| span.start < def.span.start);
        let inside = errors
            .get(from)
            .is_some_and(|(span, _)| span.start < def.span.end);
        def.broken |= inside;
    }
    let too_many = (errors.len() >= MOST_ERRORS).then(|| {
        Diagnostic::error(
            None,
            format!("more than {MOST_ERRORS} errors, the rest is not shown"),
        )
    });
    Parsed {
        program,
        comments: lexed.comments,
        errors: errors
            .into_iter()
            .map(|(_, error)| error)
            .take(MOST_ERRORS)
            .chain(too_many)
            .collect(),
        tokens: lexed.tokens,
    }
}

/// The hint for `x << 3`.
const SHIFTS: &str = "there are no bitwise operators: `x * 8` shifts to the left, `x / 8` to the right, `x % 8` keeps the last three bits";

pub(crate) struct Parser<'f> {
    file: &'f SourceFile,
    tokens: &'f [Token],
    /// For each `(` the index of its `)`, if it has one.
    matching: Vec<Option<u32>>,
    at: usize,
    depth: usize,
    /// Number of loops around the current statement.
    loops: usize,
    errors: Vec<(Span, Diagnostic)>,
    /// Whether the current definition has an error.
    broken: bool,
    /// The token at which the last error was reported.
    last_error: Option<usize>,
    /// Whether `[` may close a range here: `[0, N[`.
    in_old_range: bool,
}

impl<'f> Parser<'f> {
    fn new(file: &'f SourceFile, tokens: &'f [Token]) -> Self {
        Parser {
            file,
            tokens,
            matching: recovery::match_parentheses(tokens),
            at: 0,
            depth: 0,
            loops: 0,
            errors: Vec::new(),
            broken: false,
            last_error: None,
            in_old_range: false,
        }
    }

    fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    fn kind_at(&self, index: usize) -> TokenKind {
        self.tokens[index.min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The span of the token before the current one.
    fn previous(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn text(&self, span: Span) -> &'f str {
        let file: &'f SourceFile = self.file;
        &file.text()[span.range()]
    }

    /// Advances and returns the span of the token that was current; stays at the end.
    fn advance(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn eat(&mut self, kind: TokenKind) -> Option<Span> {
        (self.kind() == kind).then(|| self.advance())
    }

    fn expect(&mut self, kind: TokenKind) -> Result<Span> {
        match self.eat(kind) {
            Some(span) => Ok(span),
            None => Err(self.unexpected(&kind.to_string())),
        }
    }

    /// Consumes a closing parenthesis; the error points at the opening one too.
    fn expect_close(&mut self, open: Span, what: &str) -> Result<Span> {
        match self.eat(TokenKind::CloseParen) {
            Some(span) => Ok(span),
            None => {
                let error = self
                    .expected(what)
                    .label(self.file.place(open.range()), "opened here");
                Err(self.stop(error))
            }
        }
    }

    /// The current token as it is shown in messages.
    fn found(&self) -> String {
        match self.kind() {
            TokenKind::End => "end of file".to_owned(),
            _ => format!("`{}`", shorten(self.text(self.span()))),
        }
    }

    fn error(&self, code: Code, message: String, span: Span, label: &str) -> Diagnostic {
        Diagnostic::error(code, message).at(self.file.place(span.range()), label)
    }

    fn expected(&self, what: &str) -> Diagnostic {
        if self.kind() == TokenKind::Caret {
            let message = "unexpected character `^`".to_owned();
            return self.error(Code::TC0101, message, self.span(), "");
        }
        let message = format!("expected {what}, found {}", self.found());
        let error = self.error(Code::TC0105, message, self.span(), "");
        if self.at_shift() {
            error.help(SHIFTS)
        } else {
            error
        }
    }

    /// Whether the current token is the second one of `<<` or `>>`.
    fn at_shift(&self) -> bool {
        let is_angle = matches!(self.kind(), TokenKind::Less | TokenKind::Greater);
        let before = self.at.checked_sub(1).map(|before| self.tokens[before]);
        is_angle
            && before.is_some_and(|before| {
                before.kind == self.kind() && before.span.end == self.span().start
            })
    }

    /// Records an error and continues.
    fn report(&mut self, span: Span, error: Diagnostic) {
        self.broken = true;
        if self.errors.len() < MOST_ERRORS {
            self.errors.push((span, error));
        }
    }

    /// Records an error at the current token, once per token.
    fn stop(&mut self, error: Diagnostic) -> Stop {
        self.broken = true;
        if self.last_error.replace(self.at) != Some(self.at) {
            self.report(self.span(), error);
        }
        Stop
    }

    fn unexpected(&mut self, what: &str) -> Stop {
        let error = self.expected(what);
        self.stop(error)
    }

    fn name_of(&self, span: Span) -> Name {
        Name {
            text: Arc::from(self.text(span)),
            span,
        }
    }

    /// A name; reserved words get a specific error.
    fn name(&mut self, what: &str) -> Result<Name> {
        match self.kind() {
            TokenKind::Identifier => {
                let span = self.advance();
                Ok(self.name_of(span))
            }
            kind if kind.is_reserved() && kind != TokenKind::Def => {
                let word = self.text(self.span());
                let message = format!("`{word}` is a reserved word and cannot be a name");
                let is_choice =
                    kind == TokenKind::Where && self.kind_at(self.at + 1) == TokenKind::OpenParen;
                let error = self
                    .error(Code::TC0106, message, self.span(), "")
                    .help(if is_choice {
                        "a choice between two values is `mask ? x : y`"
                    } else {
                        "choose another name"
                    });
                Err(self.stop(error))
            }
            _ => Err(self.unexpected(what)),
        }
    }

    fn program(&mut self, program: &mut Program) {
        while self.kind() != TokenKind::End && self.errors.len() < MOST_ERRORS {
            if self.kind() == TokenKind::Def {
                let def = self.def();
                program.defs.extend(def);
            } else if self.at_import() {
                self.import(program);
            } else {
                self.unexpected("`def`");
                self.skip_to_def();
            }
        }
    }

    /// `def name(params) -> (returns) { body }`; none if even the name is missing.
    fn def(&mut self) -> Option<Def> {
        let start = self.expect(TokenKind::Def).ok()?;
        self.broken = false;
        let Ok(name) = self.name("the name of the definition") else {
            self.skip_to_def();
            return None;
        };
        let mut def = Def {
            name,
            params: Vec::new(),
            returns: Vec::new(),
            body: Vec::new(),
            span: start,
            open: start,
            broken: false,
        };
        let head = self.head(&mut def);
        if head.is_ok() || self.skip_to_brace() {
            def.open = self.span();
            let _ = self.body(&mut def);
        } else {
            self.skip_to_def();
        }
        def.span = start.to(self.previous());
        def.broken = self.broken;
        Some(def)
    }

    /// From the parameters to just before the opening brace.
    fn head(&mut self, def: &mut Def) -> Result<()> {
        let open = self.expect(TokenKind::OpenParen)?;
        if self.kind() != TokenKind::CloseParen {
            def.params.push(self.param()?);
            while self.eat(TokenKind::Comma).is_some() {
                def.params.push(self.param()?);
            }
        }
        self.expect_close(open, "`,` or `)`")?;
        self.expect(TokenKind::Arrow)?;
        self.returns(def)?;
        match self.kind() {
            TokenKind::OpenBrace => Ok(()),
            _ => Err(self.unexpected("`{`")),
        }
    }

    fn returns(&mut self, def: &mut Def) -> Result<()> {
        let Some(open) = self.eat(TokenKind::OpenParen) else {
            def.returns.push(self.return_()?);
            return Ok(());
        };
        if self.kind() == TokenKind::CloseParen {
            let span = open.to(self.advance());
            let error = self.error(
                Code::TC0108,
                format!("`{}` has no returns", def.name),
                span,
                "",
            );
            self.report(span, error);
            return Ok(());
        }
        def.returns.push(self.return_()?);
        while self.eat(TokenKind::Comma).is_some() {
            def.returns.push(self.return_()?);
        }
        self.expect_close(open, "`,` or `)`")?;
        Ok(())
    }

    fn param(&mut self) -> Result<Param> {
        let mut ty = self.ty()?;
        let name = self.name("the name of the input")?;
        self.dims_behind(&mut ty, &name)?;
        let default = self.default()?;
        Ok(Param { ty, name, default })
    }

    fn return_(&mut self) -> Result<Return> {
        let ty = if self.kind() == TokenKind::Type {
            Some(self.ty()?)
        } else {
            None
        };
        let name = self.name("the name of a return")?;
        Ok(Return { ty, name })
    }

    /// `scalar [ (dims) ]`
    fn ty(&mut self) -> Result<Type> {
        let start = self.span();
        let word = self.text(start);
        let Some(scalar) = Scalar::from_name(word) else {
            let mut error = self.expected("a type");
            if self.kind() == TokenKind::Identifier
                && let Some(near) =
                    crate::near::nearest(word, Scalar::NAMES.iter().map(|(name, _)| *name))
            {
                let help = format!("did you mean `{near}`?");
                error = error.help_with_edit(help, self.file.place(start.range()), near);
            }
            return Err(self.stop(error));
        };
        self.advance();
        let mut ty = Type {
            scalar,
            spelling: Arc::from(word),
            dims: Vec::new(),
            span: start,
        };
        if self.kind() == TokenKind::OpenParen {
            ty.dims = self.dims()?;
            ty.span = start.to(self.previous());
        }
        self.bracket_dims(&mut ty)?;
        Ok(ty)
    }

    /// `( [ dim { , dim } ] )`
    fn dims(&mut self) -> Result<Vec<Dim>> {
        let open = self.expect(TokenKind::OpenParen)?;
        let mut dims = Vec::new();
        if self.kind() != TokenKind::CloseParen {
            dims.push(self.dim()?);
            while self.eat(TokenKind::Comma).is_some() {
                dims.push(self.dim()?);
            }
        }
        self.expect_close(open, "`,` or `)`")?;
        Ok(dims)
    }

    fn dim(&mut self) -> Result<Dim> {
        if self.kind() == TokenKind::Integer {
            let span = self.advance();
            let value = self.text(span).parse().unwrap_or_else(|_| {
                self.literal_too_large(span);
                0
            });
            return Ok(Dim::Extent(value, span));
        }
        Ok(Dim::Size(self.name("a size or an integer")?))
    }

    fn literal_too_large(&mut self, span: Span) {
        let text = shorten(self.text(span));
        let message = format!("integer literal `{text}` does not fit int64");
        let error = self.error(
            Code::TC0104,
            message,
            span,
            "the largest is 9223372036854775807",
        );
        self.report(span, error);
    }

    /// The body of a definition.
    fn body(&mut self, def: &mut Def) -> Result<()> {
        self.loops = 0;
        let first = def.returns.first();
        let first = first.map_or("B".into(), |result| result.name.to_string());
        let help = format!("assign every returned tensor, as in `{first}(i) = ..`");
        let mut body = Vec::new();
        let result = self.statements(&mut body, &format!("`{}`", def.name), &help);
        def.body = body;
        result
    }

    /// `{ statement { statement } }`; `what` has the statements, for the message if there is none.
    fn statements(&mut self, body: &mut Vec<Statement>, what: &str, help: &str) -> Result<()> {
        let open = self.expect(TokenKind::OpenBrace)?;
        let before = self.errors.len();
        loop {
            match self.kind() {
                TokenKind::CloseBrace => {
                    let close = self.advance();
                    if body.is_empty() && self.errors.len() == before && !self.broken {
                        let message = format!("{what} has no statements");
                        let error = self
                            .error(Code::TC0108, message, open.to(close), "")
                            .help(help);
                        self.report(open, error);
                    }
                    return Ok(());
                }
                TokenKind::End | TokenKind::Def => {
                    let place = self.file.place(open.range());
                    let error = self
                        .expected("a statement or `}`")
                        .label(place, "opened here");
                    return Err(self.stop(error));
                }
                _ if self.errors.len() >= MOST_ERRORS => return Err(Stop),
                _ => {
                    let start = self.at;
                    match self.statement() {
                        Ok(statement) => body.push(statement),
                        Err(Stop) => self.skip_to_statement(start),
                    }
                }
            }
        }
    }
}
