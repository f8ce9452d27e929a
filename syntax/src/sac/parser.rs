//! From tokens to the syntax tree (`docs/spec/sac.md`, section 1.3), with recovery: after an error
//! parsing goes on behind the next `;` of the function, or behind the function.

use super::ast::*;
use super::lexer::{Kind as T, Token, lex};
use crate::Span;
use crate::diagnostic::{Code, Diagnostic, SourceFile};
use crate::scalar::Scalar;
use crate::tc::ast::{BinaryOp, Name, shorten};
use crate::tc::lexer::MOST_ERRORS;

mod comprehension;
mod expression;

/// A parsed file.
#[derive(Debug, Default)]
pub struct Parsed {
    /// The tree; functions with syntax errors are left out.
    pub program: Program,
    /// The comments in text order.
    pub comments: Vec<Span>,
    /// Errors by position.
    pub errors: Vec<Diagnostic>,
}

/// An error was reported; the current construct is abandoned.
pub(super) struct Stop;

type Result<R> = std::result::Result<R, Stop>;

/// Parses a file.
pub fn parse(file: &SourceFile) -> Parsed {
    let lexed = lex(file);
    let mut parser = Parser::new(file, &lexed.tokens, lexed.errors);
    let program = parser.program();
    Parsed {
        program,
        comments: lexed.comments,
        errors: parser.finish(),
    }
}

/// Parses a text that is one expression.
pub fn parse_expression(file: &SourceFile) -> std::result::Result<Expr, Vec<Diagnostic>> {
    let lexed = lex(file);
    let mut parser = Parser::new(file, &lexed.tokens, lexed.errors);
    let expr = parser.expression().and_then(|expr| {
        parser.expect(T::End, "the end of the expression")?;
        Ok(expr)
    });
    match (expr, parser.finish()) {
        (Ok(expr), errors) if errors.is_empty() => Ok(expr),
        (_, errors) => Err(errors),
    }
}

struct Parser<'f> {
    file: &'f SourceFile,
    tokens: &'f [Token],
    at: usize,
    /// How many `{` are open.
    braces: usize,
    depth: usize,
    errors: Vec<(Span, Diagnostic)>,
}

impl<'f> Parser<'f> {
    fn new(file: &'f SourceFile, tokens: &'f [Token], errors: Vec<(Span, Diagnostic)>) -> Self {
        Parser {
            file,
            tokens,
            at: 0,
            braces: 0,
            depth: 0,
            errors,
        }
    }

    fn finish(mut self) -> Vec<Diagnostic> {
        self.errors.sort_by_key(|(span, _)| span.start);
        let many = self.errors.len() >= MOST_ERRORS;
        let more = many.then(|| {
            let message = format!("more than {MOST_ERRORS} errors, the rest is not shown");
            Diagnostic::error(None, message)
        });
        let errors = self.errors.into_iter().map(|(_, error)| error);
        errors.take(MOST_ERRORS).chain(more).collect()
    }

    fn kind(&self) -> T {
        self.tokens[self.at].kind
    }

    fn kind_at(&self, ahead: usize) -> T {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    fn text(&self, span: Span) -> &'f str {
        &self.file.text()[span.range()]
    }

    fn word(&self) -> &'f str {
        match self.kind() {
            T::Word => self.text(self.span()),
            _ => "",
        }
    }

    fn take(&mut self) -> Span {
        let token = self.tokens[self.at];
        match token.kind {
            T::OpenBrace => self.braces += 1,
            T::CloseBrace => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        if token.kind != T::End {
            self.at += 1;
        }
        token.span
    }

    fn take_if(&mut self, kind: T) -> Option<Span> {
        (self.kind() == kind).then(|| self.take())
    }

    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn report(&mut self, span: Span, error: Diagnostic) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push((span, error));
        }
    }

    fn error(&mut self, code: Code, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::error(code, message).at(self.file.place(span.range()), "")
    }

    fn expected(&mut self, what: &str) -> Stop {
        let span = self.span();
        let found = match self.kind() {
            T::End => "the end of the text".to_owned(),
            _ => format!("`{}`", shorten(self.text(span))),
        };
        let mut error = self.error(
            Code::TC0105,
            format!("expected {what}, found {found}"),
            span,
        );
        if self.word() == "def" {
            error = error.help("this file is read as SaC; a file of TC text is named `.tc`");
        }
        self.report(span, error);
        Stop
    }

    fn expect(&mut self, kind: T, what: &str) -> Result<Span> {
        if self.kind() == kind {
            Ok(self.take())
        } else {
            Err(self.expected(what))
        }
    }

    fn name(&mut self, what: &str) -> Result<Name> {
        let word = self.word();
        if word.is_empty() {
            return Err(self.expected(what));
        }
        if is_reserved(word) {
            let span = self.span();
            let message = format!("expected {what}, but `{word}` is a reserved word");
            let error = self.error(Code::TC0106, message, span);
            self.report(span, error.help("choose another name"));
            return Err(Stop);
        }
        let span = self.take();
        let text = self.text(span).into();
        Ok(Name { text, span })
    }

    fn program(&mut self) -> Program {
        let mut program = Program::default();
        while self.kind() != T::End {
            self.braces = 0;
            let errors = self.errors.len();
            match self.function() {
                Ok(function) if self.errors.len() == errors => program.functions.push(function),
                Ok(_) => {}
                Err(Stop) => self.skip_function(),
            }
        }
        program
    }

    /// Goes on behind the next closing brace that closes all.
    fn skip_function(&mut self) {
        let inside = self.braces > 0;
        while self.kind() != T::End {
            let closes = self.kind() == T::CloseBrace && self.braces <= 1;
            self.take();
            if closes {
                return;
            }
            // A new function may begin after a `;` or `}` that stands alone.
            if !inside && self.braces == 0 && self.begins_type() && self.at_line_start() {
                return;
            }
        }
    }

    fn at_line_start(&self) -> bool {
        let before = &self.file.text()[..self.span().start as usize];
        before.ends_with('\n')
    }

    fn begins_type(&self) -> bool {
        base_type(self.word()).is_some()
    }

    fn function(&mut self) -> Result<Function> {
        let start = self.span();
        let mut results = vec![self.ty()?];
        while self.take_if(T::Comma).is_some() {
            results.push(self.ty()?);
        }
        let name = self.name("the name of a function")?;
        self.expect(T::OpenParen, "`(`")?;
        let mut params = Vec::new();
        while self.kind() != T::CloseParen {
            let ty = self.ty()?;
            let name = self.name("the name of a parameter")?;
            params.push(Param { ty, name });
            if self.take_if(T::Comma).is_none() {
                break;
            }
        }
        self.expect(T::CloseParen, "`,` or `)`")?;
        let open = self.expect(T::OpenBrace, "`{`")?;
        let mut lets = Vec::new();
        while !matches!(self.word(), "return") {
            if matches!(self.kind(), T::CloseBrace | T::End) {
                return Err(self.expected("`return`"));
            }
            match self.line() {
                Ok(line) => lets.push(line),
                Err(Stop) => self.skip_line()?,
            }
        }
        let (returns, return_span) = self.returns()?;
        let close = self.expect(T::CloseBrace, "`}`")?;
        Ok(Function {
            results,
            name,
            params,
            lets,
            returns,
            span: start.to(close),
            open,
            return_span,
        })
    }

    /// Behind the next `;` of the function; stops where the function ends before.
    fn skip_line(&mut self) -> Result<()> {
        loop {
            match self.kind() {
                T::Semicolon if self.braces == 1 => {
                    self.take();
                    return Ok(());
                }
                T::CloseBrace if self.braces <= 1 => return Err(Stop),
                T::End => return Err(Stop),
                _ => self.take(),
            };
        }
    }

    fn line(&mut self) -> Result<Let> {
        let start = self.span();
        let ty = if self.begins_type() {
            Some(self.ty()?)
        } else {
            None
        };
        let mut names = vec![self.name("`return` or a name")?];
        while self.take_if(T::Comma).is_some() {
            names.push(self.name("a name")?);
        }
        self.expect(T::Assign, "`=`")?;
        let value = self.expression()?;
        let end = self.expect(T::Semicolon, "`;`")?;
        Ok(Let {
            ty,
            names,
            value,
            span: start.to(end),
        })
    }

    fn returns(&mut self) -> Result<(Vec<Expr>, Span)> {
        let start = self.take();
        // `return (a, b);` has parentheses around the list, `return (a)+b;` around a part.
        let from = (self.at, self.errors.len());
        if self.take_if(T::OpenParen).is_some() {
            let list = self.list(T::CloseParen, "`,` or `)`");
            if let (Ok(list), T::Semicolon) = (list, self.kind()) {
                let end = self.take();
                return Ok((list, start.to(end)));
            }
            (self.at, self.depth) = (from.0, 0);
            self.braces = 1;
            self.errors.truncate(from.1);
        }
        let mut all = vec![self.expression()?];
        while self.take_if(T::Comma).is_some() {
            all.push(self.expression()?);
        }
        let end = self.expect(T::Semicolon, "`;`")?;
        Ok((all, start.to(end)))
    }

    /// A list of at least one expression, up to and with its closing token.
    fn list(&mut self, close: T, what: &str) -> Result<Vec<Expr>> {
        let mut all = Vec::new();
        if self.take_if(close).is_some() {
            return Ok(all);
        }
        loop {
            all.push(self.expression()?);
            if self.take_if(T::Comma).is_none() {
                self.expect(close, what)?;
                return Ok(all);
            }
        }
    }

    fn ty(&mut self) -> Result<Type> {
        let Some(scalar) = base_type(self.word()) else {
            return Err(self.expected("a type: `bool`, `int`, `long`, `float` or `double`"));
        };
        let start = self.take();
        let mut shape = ShapeClass::Axes(Vec::new());
        if self.take_if(T::OpenBracket).is_some() {
            shape = match self.kind() {
                T::Plus => {
                    self.take();
                    ShapeClass::AtLeastOne
                }
                T::Star => {
                    self.take();
                    ShapeClass::Any
                }
                _ => ShapeClass::Axes(self.axes()?),
            };
            self.expect(T::CloseBracket, "`]`")?;
        }
        Ok(Type {
            scalar,
            shape,
            span: start.to(self.last_span()),
        })
    }

    fn axes(&mut self) -> Result<Vec<Axis>> {
        let mut axes = Vec::new();
        if self.kind() == T::CloseBracket {
            return Ok(axes);
        }
        loop {
            axes.push(match self.kind() {
                T::Dot => {
                    self.take();
                    Axis::Free
                }
                T::Integer => Axis::Extent(self.integer()?),
                T::Word => self.named_axes(&axes)?,
                _ => return Err(self.expected("a number, `.` or a size name")),
            });
            if self.take_if(T::Comma).is_none() {
                return Ok(axes);
            }
        }
    }

    /// `n`, `k:shp` or `k>0:shp`.
    fn named_axes(&mut self, before: &[Axis]) -> Result<Axis> {
        let name = self.name("a size name")?;
        let at_least_one = self.take_if(T::Greater).is_some();
        if at_least_one {
            let zero = self.span();
            if self.kind() != T::Integer || self.integer()? != 0 {
                let error = self.error(Code::TC0105, "expected `0`", zero);
                self.report(zero, error.help("`[k>0:shp]` is at least one axis"));
                return Err(Stop);
            }
        } else if self.kind() != T::Colon {
            return Ok(Axis::Size(name));
        }
        self.expect(T::Colon, "`:` and a name for the vector of extents")?;
        let extents = self.name("a name for the vector of extents")?;
        if before.iter().any(|axis| matches!(axis, Axis::Group(_))) {
            let message = "a type has at most one group of axes, `k:shp`";
            let error = self.error(Code::TC0105, message, name.span);
            self.report(name.span, error.help("write one group over all of them"));
            return Err(Stop);
        }
        Ok(Axis::Group(Group {
            count: name,
            at_least_one,
            extents,
        }))
    }

    fn integer(&mut self) -> Result<i64> {
        let span = self.take();
        let text = self.text(span);
        text.parse().map_err(|_| {
            let message = format!("integer literal `{}` does not fit long", shorten(text));
            let error = self.error(Code::TC0104, message, span);
            self.report(span, error);
            Stop
        })
    }
}

/// The type of a word that is one.
pub(crate) fn base_type(word: &str) -> Option<Scalar> {
    match word {
        "bool" | "int" | "long" | "float" | "double" => Scalar::from_name(word),
        _ => None,
    }
}

fn is_reserved(word: &str) -> bool {
    base_type(word).is_some() || matches!(word, "return" | "true" | "false")
}
