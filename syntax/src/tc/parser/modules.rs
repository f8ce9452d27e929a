//! What a text takes from others: `import`, `use`, names of operators of modules, arguments by
//! their names, and inputs with defaults.

use super::super::ast::*;
use super::super::token::TokenKind;
use super::{Parser, Result, Stop};
use crate::Span;
use crate::diagnostic::Code;

impl Parser<'_> {
    /// Whether a line `import module` or `use module: ..` starts here. The words are names
    /// elsewhere.
    pub(super) fn at_import(&self) -> bool {
        self.kind() == TokenKind::Identifier
            && matches!(self.text(self.span()), "import" | "use")
            && self.kind_at(self.at + 1) == TokenKind::Identifier
    }

    /// `import ID` or `use ID : ID { , ID }`, which stand in front of the first `def`.
    pub(super) fn import(&mut self, program: &mut Program) {
        let start = self.span();
        let word = self.text(start);
        if let Some(first) = program.defs.first() {
            let message = format!("expected `def`, found `{word}`");
            let error = self
                .error(Code::TC0105, message, start, "")
                .label(self.file.place(first.name.span.range()), "the first `def`")
                .help(format!("`{word}` stands in front of the first `def`"));
            self.report(start, error);
        }
        self.advance();
        match self.imported(start, word == "use") {
            Ok(import) => program.imports.push(import),
            Err(Stop) => self.skip_to_item(),
        }
    }

    fn imported(&mut self, start: Span, has_names: bool) -> Result<Import> {
        let module = self.name("the name of a module")?;
        let mut names = Vec::new();
        if has_names {
            self.expect(TokenKind::Colon)?;
            names.push(self.name("the name of an operator")?);
            while self.eat(TokenKind::Comma).is_some() {
                names.push(self.name("the name of an operator")?);
            }
        }
        Ok(Import {
            module,
            names,
            span: start.to(self.previous()),
        })
    }

    /// Moves to the next line that imports, to `def` or the end.
    fn skip_to_item(&mut self) {
        while !matches!(self.kind(), TokenKind::Def | TokenKind::End) && !self.at_import() {
            self.advance();
        }
    }

    /// Whether the name in front of the current token is that of a module: `.ID (` follows.
    pub(super) fn at_operator(&self) -> bool {
        self.kind() == TokenKind::Dot
            && self.kind_at(self.at + 1) == TokenKind::Identifier
            && self.kind_at(self.at + 2) == TokenKind::OpenParen
    }

    /// `.ID` behind the name of a module: the name of the operator is `module.ID`.
    pub(super) fn operator_of(&mut self, module: &Name) -> Name {
        self.advance();
        let operator = self.advance();
        Name {
            text: format!("{}.{}", module.text, self.text(operator)).into(),
            span: module.span.to(operator),
        }
    }

    /// `ID = exp` or `exp`, in the parentheses of a call.
    pub(super) fn argument(&mut self) -> Result<Expr> {
        let is_named =
            self.kind() == TokenKind::Identifier && self.kind_at(self.at + 1) == TokenKind::Assign;
        if !is_named {
            return self.expression();
        }
        let span = self.advance();
        let name = self.name_of(span);
        self.advance();
        let value = Box::new(self.expression()?);
        let span = span.to(value.span);
        Ok(Expr::new(ExprKind::Named { name, value }, span))
    }

    /// `= literal` behind an input without dimensions.
    pub(super) fn default(&mut self) -> Result<Option<Expr>> {
        if self.eat(TokenKind::Assign).is_none() {
            return Ok(None);
        }
        let literal = |kind: &ExprKind| {
            matches!(
                kind,
                ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Bool(_) | ExprKind::Error
            )
        };
        let value = self.unary()?;
        let is_literal = match &value.kind {
            ExprKind::Unary {
                op: UnaryOp::Neg,
                operand,
            } => literal(&operand.kind),
            kind => literal(kind),
        };
        if !is_literal {
            let message = format!("expected a literal, found `{}`", self.text(value.span));
            let error = self.error(Code::TC0105, message, value.span, "");
            let help = "the default of an input is a number, true or false";
            self.report(value.span, error.help(help));
        }
        Ok(Some(value))
    }
}
