//! Semantic tokens: the colour of each word by its meaning, where a grammar sees only its letters.
//!
//! Reserved words, numbers and operators are the lexer's; names have the kind that the compiler
//! gives them, so that `in` as an index is none of the keyword's colour. A name without a meaning,
//! as in a text that does not parse, has no token: the editor's grammar colours it.

use super::analysis::Analysis;
use super::document::{Document, Lines};
use lsp_types::{SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens};
use std::ops::Range;
use tc_frontend::tc::symbols::{Kind, Symbol};
use tc_syntax::tc::token::{CONSTANTS, KEYWORDS, Token, TokenKind};

/// The types of tokens, in the order of the legend.
pub(super) const TYPES: [SemanticTokenType; 9] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::TYPE,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::TYPE_PARAMETER,
    SemanticTokenType::NUMBER,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::COMMENT,
];

/// The modifiers, in the order of the legend.
pub(super) const MODIFIERS: [SemanticTokenModifier; 3] = [
    SemanticTokenModifier::DECLARATION,
    // An index, or a name that `where` defines: nothing assigns to it.
    SemanticTokenModifier::READONLY,
    SemanticTokenModifier::DEFAULT_LIBRARY,
];

/// A type with modifiers.
type Colour = (SemanticTokenType, Vec<SemanticTokenModifier>);

/// All tokens of a document.
pub(super) fn semantic_tokens(document: &Document) -> SemanticTokens {
    let coloured = document.analysis().map(|analysis| {
        let mut all = words(document.lines().text(), analysis);
        let comments = &analysis.tree().parsed.comments;
        let comments = comments.iter().map(|span| span.range());
        all.extend(comments.map(|range| (range, (SemanticTokenType::COMMENT, Vec::new()))));
        all.sort_by_key(|(range, _)| range.start);
        all
    });
    SemanticTokens {
        result_id: None,
        data: encoded(document.lines(), coloured.unwrap_or_default()),
    }
}

/// The tokens of the lexer that have a colour.
fn words(text: &str, analysis: &Analysis) -> Vec<(Range<usize>, Colour)> {
    let symbols = &analysis.symbols;
    let mut named = symbols.occurrences.iter().peekable();
    let tokens = &analysis.tree().parsed.tokens;
    let behind = tokens.iter().skip(1).map(|token| Some(token.kind));
    let pairs = tokens.iter().zip(behind.chain([None]));
    let coloured = pairs.filter_map(|(token, next)| {
        while named
            .next_if(|one| one.span.start < token.span.start)
            .is_some()
        {}
        let symbol = named
            .next_if(|one| one.span == token.span)
            .map(|one| &symbols.symbols[one.symbol]);
        let colour = match symbol {
            Some(symbol) => of_symbol(symbol, token),
            None => of_token(token.kind, text.get(token.span.range())?, next)?,
        };
        Some((token.span.range(), colour))
    });
    coloured.collect()
}

fn of_symbol(symbol: &Symbol, token: &Token) -> Colour {
    let (kind, modifier) = match symbol.kind {
        Kind::Def => (SemanticTokenType::FUNCTION, None),
        Kind::Size => (SemanticTokenType::TYPE_PARAMETER, None),
        Kind::Input => (SemanticTokenType::PARAMETER, None),
        Kind::Return | Kind::Temporary => (SemanticTokenType::VARIABLE, None),
        Kind::Index | Kind::Loop | Kind::Let => (
            SemanticTokenType::VARIABLE,
            Some(SemanticTokenModifier::READONLY),
        ),
        Kind::Builtin => return function(),
    };
    let declared = symbol.declaration == token.span;
    let declared = declared.then_some(SemanticTokenModifier::DECLARATION);
    (kind, declared.into_iter().chain(modifier).collect())
}

/// A built-in function.
fn function() -> Colour {
    let modifiers = vec![SemanticTokenModifier::DEFAULT_LIBRARY];
    (SemanticTokenType::FUNCTION, modifiers)
}

/// The colour of a token that is no name with a meaning; `next` stands behind it.
fn of_token(kind: TokenKind, word: &str, next: Option<TokenKind>) -> Option<Colour> {
    use TokenKind::*;
    let plain = match kind {
        Min | Max if next == Some(OpenParen) => return Some(function()),
        // `for` and `in` are names to the lexer.
        _ if KEYWORDS.contains(&word) || CONSTANTS.contains(&word) => SemanticTokenType::KEYWORD,
        Integer | Float | BadNumber => SemanticTokenType::NUMBER,
        Type => SemanticTokenType::TYPE,
        Identifier | End | Comma | Dot => return None,
        OpenParen | CloseParen | OpenBrace | CloseBrace | OpenBracket | CloseBracket => {
            return None;
        }
        _ => SemanticTokenType::OPERATOR,
    };
    Some((plain, Vec::new()))
}

/// As the protocol wants it: each token by its distance from the one before.
fn encoded(lines: &Lines, all: Vec<(Range<usize>, Colour)>) -> Vec<SemanticToken> {
    let text = lines.text();
    let units = |range: Range<usize>| text[range].encode_utf16().count() as u32;
    let (mut line, mut last) = (0, 0);
    let mut data = Vec::with_capacity(all.len());
    for (range, (kind, modifiers)) in all {
        let start = lines.line(range.start);
        let begin = if start.number == line {
            last
        } else {
            start.begin
        };
        let kind = TYPES.iter().position(|one| *one == kind);
        let bits = modifiers.iter().map(|modifier| {
            let bit = MODIFIERS.iter().position(|one| one == modifier);
            1 << bit.unwrap_or_default()
        });
        data.push(SemanticToken {
            delta_line: start.number - line,
            delta_start: units(begin..range.start),
            length: units(range.clone()),
            token_type: kind.unwrap_or_default() as u32,
            token_modifiers_bitset: bits.sum(),
        });
        (line, last) = (start.number, range.start);
    }
    data
}
