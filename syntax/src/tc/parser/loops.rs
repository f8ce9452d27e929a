//! Sequential loops: `for t in 0:T { .. }`.
//!
//! `for` is a keyword only at the start of a statement where `ID in` follows. A loop that cannot be
//! read is skipped as a whole, so that its `}` does not end the definition; what stands in its body
//! is still reported.

use super::super::ast::*;
use super::super::token::TokenKind;
use super::{Parser, Result, Stop};
use crate::diagnostic::Code;

impl Parser<'_> {
    /// Whether `for ID in` starts at a token.
    pub(super) fn is_for(&self, index: usize) -> bool {
        let is_name = |index| self.kind_at(index) == TokenKind::Identifier;
        is_name(index)
            && is_name(index + 1)
            && self.text(self.tokens[index].span) == "for"
            && self.is_in(index + 2)
    }

    /// `for index in lower:upper { statement { statement } }`
    pub(super) fn for_loop(&mut self) -> Result<Statement> {
        let keyword = self.advance();
        let before = self.errors.len();
        let Ok((clause, clause_span)) = self.spanned(Self::clause_of_loop) else {
            return Err(self.skip_loop());
        };
        if self.kind() != TokenKind::OpenBrace {
            return Err(self.for_without_body(keyword, clause_span, before));
        }
        let open = self.span();
        if self.loops == MAXIMAL_LOOPS {
            let message = format!("loops nested deeper than {MAXIMAL_LOOPS}");
            let error = self
                .error(Code::TC0114, message, keyword, "one level too deep")
                .help("put the inner loops into a definition of their own, and call it");
            self.report(keyword, error);
            self.skip_braces();
            return Err(Stop);
        }
        self.loops += 1;
        let body = self.body_of_loop();
        self.loops -= 1;
        let (index, lower, upper) = clause;
        Ok(Statement::Loop(Loop {
            index,
            lower,
            upper,
            body,
            span: keyword.to(self.previous()),
            open,
        }))
    }

    fn body_of_loop(&mut self) -> Vec<Statement> {
        let mut body = Vec::new();
        let help = "remove it, or write what each iteration does";
        // Without a closing brace, which is reported, the statements are still of use in an editor.
        let _ = self.statements(&mut body, "the loop", help);
        body
    }

    fn clause_of_loop(&mut self) -> Result<(Name, Expr, Expr)> {
        match self.clause()? {
            Clause::Range {
                index,
                lower,
                upper,
            } => Ok((index, lower, upper)),
            _ => Err(self.unexpected("`in`")),
        }
    }

    /// After an error in front of the body: reports the errors of the body, if there is one.
    fn skip_loop(&mut self) -> Stop {
        loop {
            match self.kind() {
                TokenKind::OpenBrace => break,
                TokenKind::CloseBrace | TokenKind::Def | TokenKind::End => return Stop,
                _ if self.at_statement_on_new_line() => return Stop,
                _ => self.advance(),
            };
        }
        if self.loops == MAXIMAL_LOOPS {
            self.skip_braces()
        } else {
            self.loops += 1;
            self.body_of_loop();
            self.loops -= 1;
        }
        Stop
    }

    /// Moves past the `}` that closes the `{` at the current token.
    fn skip_braces(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.kind() {
                TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseBrace => depth = depth.saturating_sub(1),
                TokenKind::Def | TokenKind::End => return,
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return;
            }
        }
    }
}
