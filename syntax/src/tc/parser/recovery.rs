//! Where parsing continues after an error.

use super::super::token::{Token, TokenKind};
use super::Parser;

/// The largest number of tokens inspected to recognise a call statement `a, b = f(..)`.
const MOST_TARGETS: usize = 64;

/// For each `(` the index of its `)`. Braces and `def` close all open parentheses, so that a
/// missing one does not affect the next definition.
pub(super) fn match_parentheses(tokens: &[Token]) -> Vec<Option<u32>> {
    let mut matching = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::OpenParen => open.push(index),
            TokenKind::CloseParen => {
                if let Some(start) = open.pop() {
                    matching[start] = Some(index as u32);
                }
            }
            TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::Def => open.clear(),
            _ => {}
        }
    }
    matching
}

impl Parser<'_> {
    /// The token after the parenthesis that closes the one at `index`.
    pub(super) fn behind_parentheses(&self, index: usize) -> Option<usize> {
        self.matching
            .get(index)
            .copied()
            .flatten()
            .map(|close| close as usize + 1)
    }

    /// Whether an assignment operator starts at a token, possibly split into two tokens.
    pub(super) fn is_assignment_at(&self, index: usize) -> bool {
        let split = matches!(
            self.kind_at(index),
            TokenKind::Plus | TokenKind::Star | TokenKind::Min | TokenKind::Max
        ) && self.kind_at(index + 1) == TokenKind::Assign;
        split || self.kind_at(index).is_assignment()
    }

    fn starts_line(&self, index: usize) -> bool {
        let before = match index.checked_sub(1) {
            Some(previous) => self.tokens[previous].span.end as usize,
            None => return true,
        };
        self.file.text()[before..self.tokens[index].span.start as usize].contains('\n')
    }

    /// Whether a statement seems to start at a token.
    pub(super) fn starts_statement(&self, index: usize) -> bool {
        if self.is_for(index) {
            return true;
        }
        let equals = |index: usize| self.kind_at(index) == TokenKind::Assign;
        let assigns = |index: usize| self.is_assignment_at(index);
        match (self.kind_at(index), self.kind_at(index + 1)) {
            (TokenKind::OpenParen, _) => self.behind_parentheses(index).is_some_and(assigns),
            (TokenKind::Identifier, TokenKind::OpenParen) => {
                self.behind_parentheses(index + 1).is_some_and(assigns)
            }
            (TokenKind::Identifier, TokenKind::Comma) => {
                let is_pair = |at: usize| {
                    self.kind_at(at) == TokenKind::Comma
                        && self.kind_at(at + 1) == TokenKind::Identifier
                };
                let pairs = (0..MOST_TARGETS)
                    .take_while(|pair| is_pair(index + 1 + 2 * pair))
                    .count();
                equals(index + 1 + 2 * pairs)
            }
            (TokenKind::Identifier, _) => self.is_assignment_at(index + 1),
            _ => false,
        }
    }

    /// Whether a statement seems to start here, as the first on its line.
    pub(super) fn at_statement_on_new_line(&self) -> bool {
        self.starts_line(self.at) && self.starts_statement(self.at)
    }

    /// Moves to the next statement at the start of a line, to `}`, `def` or the end; at least one
    /// token on from `start` unless one of the latter three is there.
    pub(super) fn skip_to_statement(&mut self, start: usize) {
        self.depth = 0;
        loop {
            match self.kind() {
                TokenKind::CloseBrace | TokenKind::Def | TokenKind::End => return,
                _ if self.at > start && self.at_statement_on_new_line() => return,
                _ => self.advance(),
            };
        }
    }

    /// Moves to the next `{` before the next `def` or the end; true if there is one.
    pub(super) fn skip_to_brace(&mut self) -> bool {
        while !matches!(
            self.kind(),
            TokenKind::OpenBrace | TokenKind::Def | TokenKind::End
        ) {
            self.advance();
        }
        self.kind() == TokenKind::OpenBrace
    }

    /// Moves to the next `def` or the end.
    pub(super) fn skip_to_def(&mut self) {
        while !matches!(self.kind(), TokenKind::Def | TokenKind::End) {
            self.advance();
        }
    }
}
