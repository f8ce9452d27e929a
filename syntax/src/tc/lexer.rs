//! From text to tokens (language specification, section 1).
//!
//! Tokens are found by longest match. Two things need more than a regular expression and are
//! scanned by hand in the callbacks: words that start with a digit (`2LUT` is a name, `2e3` a
//! number, `1.5x` an error), and `.`, which after a name is the dimension operator (`T.0` is three
//! tokens) and elsewhere may start a number (`.5`) or be half of the old range sign (`0..2`).
//! Comments are kept aside for the formatter. Bytes that start no token are reported once per
//! sequence and skipped, so that the parser sees only tokens.

use super::token::{Token, TokenKind};
use crate::Span;
use crate::diagnostic::{Code, Diagnostic, SourceFile};
use crate::scalar::Scalar;
use logos::{Lexer, Logos};
use std::ops::Range;

/// The result of lexing: tokens (the last one is `End`), comments, and the errors.
#[derive(Debug)]
pub struct Lexed {
    /// All tokens; the last one is [`TokenKind::End`].
    pub tokens: Vec<Token>,
    /// Comments, from `#` to the end of the line, without trailing blanks.
    pub comments: Vec<Span>,
    /// Errors TC0101 and TC0102.
    pub errors: Vec<(Span, Diagnostic)>,
}

/// The largest number of reported errors of kinds that occur in large numbers.
pub const MOST_ERRORS: usize = 1000;

#[derive(Clone, Copy, Debug, Default)]
struct Context {
    /// The token before this one is an identifier: a `.` is the dimension operator.
    after_identifier: bool,
    /// The two tokens before this one are an identifier and a `.`: digits are a plain integer.
    after_dimension_dot: bool,
}

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(extras = Context, skip r"[ \t\r\n]+")]
enum Raw {
    #[regex(r"[_a-zA-Z][_a-zA-Z0-9]*")]
    Word,
    #[regex(r"[0-9]", digits)]
    Digits(TokenKind),
    #[token(".", dot)]
    Dot(TokenKind),
    #[regex(r"#[^\n]*", allow_greedy = true)]
    Comment,
    /// A comment of another language: one error, not one for each of its words.
    #[regex(r"//[^\n]*", allow_greedy = true)]
    ForeignComment,
    #[token("->", |_| TokenKind::Arrow)]
    #[token("=", |_| TokenKind::Assign)]
    #[token("+=", |_| TokenKind::AddAssign)]
    #[token("*=", |_| TokenKind::MulAssign)]
    #[token("min=", |_| TokenKind::MinAssign)]
    #[token("max=", |_| TokenKind::MaxAssign)]
    #[token("+=!", |_| TokenKind::AddInit)]
    #[token("*=!", |_| TokenKind::MulInit)]
    #[token("min=!", |_| TokenKind::MinInit)]
    #[token("max=!", |_| TokenKind::MaxInit)]
    #[token("<", |_| TokenKind::Less)]
    #[token("<=", |_| TokenKind::LessEqual)]
    #[token(">", |_| TokenKind::Greater)]
    #[token(">=", |_| TokenKind::GreaterEqual)]
    #[token("==", |_| TokenKind::Equal)]
    #[token("!=", |_| TokenKind::NotEqual)]
    #[token("&&", |_| TokenKind::And)]
    #[token("||", |_| TokenKind::Or)]
    #[token("+", |_| TokenKind::Plus)]
    #[token("-", |_| TokenKind::Minus)]
    #[token("*", |_| TokenKind::Star)]
    #[token("/", |_| TokenKind::Slash)]
    #[token("%", |_| TokenKind::Percent)]
    #[token("!", |_| TokenKind::Not)]
    #[token("(", |_| TokenKind::OpenParen)]
    #[token(")", |_| TokenKind::CloseParen)]
    #[token("{", |_| TokenKind::OpenBrace)]
    #[token("}", |_| TokenKind::CloseBrace)]
    #[token("[", |_| TokenKind::OpenBracket)]
    #[token("]", |_| TokenKind::CloseBracket)]
    #[token("^", |_| TokenKind::Caret)]
    #[token("?", |_| TokenKind::Question)]
    #[token(":", |_| TokenKind::Colon)]
    #[token(",", |_| TokenKind::Comma)]
    Fixed(TokenKind),
}

fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

/// Length of the run of bytes at the start of `text` that satisfy a predicate.
fn run(text: &[u8], predicate: impl Fn(u8) -> bool) -> usize {
    text.iter()
        .position(|byte| !predicate(*byte))
        .unwrap_or(text.len())
}

/// The longest number at the start of `text`: its length, and whether it is an unsuffixed integer.
fn longest_number(text: &[u8]) -> (usize, bool) {
    let digits = |from: usize| run(&text[from..], |byte| byte.is_ascii_digit());
    let at = |index: usize| text.get(index).copied().unwrap_or(0);
    let mut length = digits(0);
    let mut integer = true;
    if at(length) == b'.' && at(length + 1) != b'.' {
        integer = false;
        length += 1;
        length += digits(length);
    }
    if matches!(at(length), b'e' | b'E') {
        let sign = usize::from(matches!(at(length + 1), b'+' | b'-'));
        let exponent = text
            .get(length + 1 + sign..)
            .map_or(0, |rest| run(rest, |b| b.is_ascii_digit()));
        if exponent > 0 {
            integer = false;
            length += 1 + sign + exponent;
        }
    }
    if matches!(at(length), b'f' | b'F') {
        integer = false;
        length += 1;
    }
    (length, integer)
}

/// Extends a match of length `matched` to a number or a word. The text from the match on is `text`.
fn number(text: &[u8], integer_only: bool) -> (usize, TokenKind) {
    if integer_only {
        let length = run(text, |byte| byte.is_ascii_digit());
        return if text.get(length).copied().is_some_and(is_word) {
            (run(text, is_word), TokenKind::BadNumber)
        } else {
            (length, TokenKind::Integer)
        };
    }
    let (length, integer) = longest_number(text);
    let glued = text.get(length).copied().is_some_and(is_word);
    let word = run(text, is_word);
    match (glued, integer) {
        (false, true) if length > 1 && text[0] == b'0' => (length, TokenKind::BadNumber),
        (false, true) => (length, TokenKind::Integer),
        (false, false) => (length, TokenKind::Float),
        (true, _) if text[..length].contains(&b'.') => {
            (length + run(&text[length..], is_word), TokenKind::BadNumber)
        }
        (true, _) if word >= 2 && text[0] == b'0' && matches!(text[1], b'x' | b'X') => {
            (word, TokenKind::BadNumber)
        }
        (true, _) => (word, TokenKind::Identifier),
    }
}

fn digits(lexer: &mut Lexer<'_, Raw>) -> TokenKind {
    let text = &lexer.source().as_bytes()[lexer.span().start..];
    let (length, kind) = number(text, lexer.extras.after_dimension_dot);
    lexer.bump(length - 1);
    kind
}

fn dot(lexer: &mut Lexer<'_, Raw>) -> TokenKind {
    let text = &lexer.source().as_bytes()[lexer.span().start..];
    match text.get(1) {
        Some(b'.') => {
            lexer.bump(1);
            TokenKind::DotDot
        }
        Some(b'0'..=b'9') if !lexer.extras.after_identifier => {
            let (length, kind) = number(text, false);
            lexer.bump(length - 1);
            kind
        }
        _ => TokenKind::Dot,
    }
}

/// The kind of a word that starts with a letter.
fn word_kind(word: &str) -> TokenKind {
    match word {
        "def" => TokenKind::Def,
        "where" => TokenKind::Where,
        "exists" => TokenKind::Exists,
        "min" => TokenKind::Min,
        "max" => TokenKind::Max,
        "true" => TokenKind::True,
        "false" => TokenKind::False,
        _ if Scalar::from_name(word).is_some() => TokenKind::Type,
        _ => TokenKind::Identifier,
    }
}

/// Splits a part of a text into tokens; the text is shorter than 4 GiB.
pub fn lex(file: &SourceFile, part: Range<usize>) -> Lexed {
    let (base, end) = (part.start, part.end);
    let mut lexer = Raw::lexer(&file.text()[part]);
    let mut lexed = Lexed {
        tokens: Vec::new(),
        comments: Vec::new(),
        errors: Vec::new(),
    };
    let mut bad: Option<Span> = None;
    while let Some(raw) = lexer.next() {
        let span = Span::new(base + lexer.span().start, base + lexer.span().end);
        let kind = match raw {
            Ok(Raw::Comment) => {
                let text = lexer.slice().trim_end();
                let start = span.range().start;
                lexed.comments.push(Span::new(start, start + text.len()));
                continue;
            }
            Ok(Raw::ForeignComment) => {
                report_characters(file, bad.take(), &mut lexed.errors);
                let slashes = Span::new(span.range().start, span.range().start + 2);
                report_foreign_comment(file, slashes, &mut lexed.errors);
                continue;
            }
            Ok(Raw::Word) => word_kind(lexer.slice()),
            Ok(Raw::Digits(kind) | Raw::Dot(kind) | Raw::Fixed(kind)) => kind,
            Err(()) => match lookalike(lexer.slice()) {
                Some((operator, kind)) => {
                    report_characters(file, bad.take(), &mut lexed.errors);
                    report_lookalike(file, span, operator, &mut lexed.errors);
                    kind
                }
                None => {
                    match &mut bad {
                        Some(run) if run.end == span.start => run.end = span.end,
                        _ => report_characters(file, bad.replace(span), &mut lexed.errors),
                    }
                    continue;
                }
            },
        };
        if kind == TokenKind::BadNumber && lexed.errors.len() < MOST_ERRORS {
            lexed.errors.push((span, malformed_number(file, span)));
        }
        lexer.extras.after_dimension_dot = kind == TokenKind::Dot && lexer.extras.after_identifier;
        lexer.extras.after_identifier = kind == TokenKind::Identifier;
        lexed.tokens.push(Token { kind, span });
    }
    report_characters(file, bad, &mut lexed.errors);
    lexed.tokens.push(Token {
        kind: TokenKind::End,
        span: Span::new(end, end),
    });
    lexed
}

/// The operator for a character of typeset text; the parser continues as if it had been written.
fn lookalike(text: &str) -> Option<(&'static str, TokenKind)> {
    match text {
        "×" | "·" | "∗" | "⋅" => Some(("*", TokenKind::Star)),
        "÷" | "∕" => Some(("/", TokenKind::Slash)),
        "−" | "–" | "—" => Some(("-", TokenKind::Minus)),
        "→" => Some(("->", TokenKind::Arrow)),
        "≤" => Some(("<=", TokenKind::LessEqual)),
        "≥" => Some((">=", TokenKind::GreaterEqual)),
        "≠" => Some(("!=", TokenKind::NotEqual)),
        "，" => Some((",", TokenKind::Comma)),
        "（" => Some(("(", TokenKind::OpenParen)),
        "）" => Some((")", TokenKind::CloseParen)),
        _ => None,
    }
}

fn report_lookalike(
    file: &SourceFile,
    span: Span,
    operator: &str,
    errors: &mut Vec<(Span, Diagnostic)>,
) {
    if errors.len() < MOST_ERRORS {
        let place = file.place(span.range());
        let message = format!("unexpected character `{}`", &file.text()[span.range()]);
        let help = format!("did you mean `{operator}`?");
        let error = Diagnostic::error(Code::TC0101, message).at(place.clone(), "");
        errors.push((span, error.help_with_edit(help, place, operator)));
    }
}

fn report_foreign_comment(file: &SourceFile, slashes: Span, errors: &mut Vec<(Span, Diagnostic)>) {
    if errors.len() < MOST_ERRORS {
        let place = file.place(slashes.range());
        let error = Diagnostic::error(Code::TC0101, "unexpected `//`").at(place.clone(), "");
        let help = "a comment begins with `#`";
        errors.push((slashes, error.help_with_edit(help, place, "#")));
    }
}

/// Whether a text is a name of the language: an identifier that is not a reserved word.
pub fn is_name(text: &str) -> bool {
    let lexed = lex(&SourceFile::new("", text), 0..text.len());
    let [first, _end] = lexed.tokens.as_slice() else {
        return false;
    };
    let whole = first.span.range() == (0..text.len());
    lexed.errors.is_empty() && first.kind == TokenKind::Identifier && whole
}

/// Reports a sequence of characters that start no token.
pub(crate) fn report_characters(
    file: &SourceFile,
    run: Option<Span>,
    errors: &mut Vec<(Span, Diagnostic)>,
) {
    let Some(span) = run.filter(|_| errors.len() < MOST_ERRORS) else {
        return;
    };
    let text = &file.text()[span.range()];
    let Some(first) = text.chars().next() else {
        return;
    };
    let shown = match first {
        char::REPLACEMENT_CHARACTER => "\u{fffd}` (not UTF-8)`".trim_end_matches('`').to_owned(),
        c if c.is_control() => format!("\\u{{{:x}}}", u32::from(c)),
        c => c.to_string(),
    };
    let message = match first {
        char::REPLACEMENT_CHARACTER => {
            "unexpected character: the text is not UTF-8 here".to_owned()
        }
        _ => format!("unexpected character `{shown}`"),
    };
    let more = text.chars().count() - 1;
    let mut error = Diagnostic::error(Code::TC0101, message).at(file.place(span.range()), "");
    if more > 0 {
        error = error.with_note(format!("and {more} more behind it"));
    }
    error = match first {
        ';' => error.help("remove it: statements are not separated by anything"),
        '&' | '|' => error.help(format!(
            "the logical operator is `{first}{first}`; there are no bitwise operators: `x % 2` is the last bit, `x / 2` the others"
        )),
        '~' => error.help("there are no bitwise operators: `-x - 1` inverts all bits"),
        _ => error,
    };
    errors.push((span, error));
}

fn malformed_number(file: &SourceFile, span: Span) -> Diagnostic {
    let text = &file.text()[span.range()];
    let shown = crate::tc::ast::shorten(text);
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (reason, decimal) = if let Some(digits) = hexadecimal {
        let value = i64::from_str_radix(digits, 16)
            .ok()
            .map(|value| value.to_string());
        ("numbers are decimal", value)
    } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
        let stripped = text.trim_start_matches('0');
        let value = if stripped.is_empty() { "0" } else { stripped };
        ("superfluous leading zero", Some(value.to_owned()))
    } else if text.contains('.') {
        ("a number is directly followed by a word", None)
    } else {
        ("expected the number of a dimension", None)
    };
    let place = file.place(span.range());
    let error = Diagnostic::error(
        Code::TC0102,
        format!("malformed number `{shown}`: {reason}"),
    )
    .at(place.clone(), "");
    match decimal {
        Some(decimal) => {
            let help = format!("write `{}`", crate::tc::ast::shorten(&decimal));
            error.help_with_edit(help, place, decimal)
        }
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TokenKind::*;

    fn tokens(text: &str) -> Vec<(TokenKind, String)> {
        let file = SourceFile::new("t.tc", text);
        let lexed = lex(&file, 0..text.len());
        let last = lexed.tokens.len() - 1;
        assert_eq!(lexed.tokens[last].kind, End);
        lexed.tokens[..last]
            .iter()
            .map(|t| (t.kind, text[t.span.range()].to_owned()))
            .collect()
    }

    fn kinds(text: &str) -> Vec<TokenKind> {
        tokens(text).into_iter().map(|(kind, _)| kind).collect()
    }

    fn errors(text: &str) -> Vec<String> {
        let lexed = lex(&SourceFile::new("t.tc", text), 0..text.len());
        lexed
            .errors
            .iter()
            .map(|(_, error)| error.short())
            .collect()
    }

    #[test] // claim B27
    fn names_may_start_with_a_digit_but_numbers_are_not_names() {
        for name in [
            "2LUT", "1e", "3x", "_1", "index", "minimum", "2e3x", "info", "nan", "inf", "in",
        ] {
            assert_eq!(tokens(name), [(Identifier, name.to_owned())], "{name}");
        }
        assert_eq!(kinds("12"), [Integer]);
        assert_eq!(kinds("0"), [Integer]);
    }

    #[test] // claim B26
    fn numbers_are_as_in_c_without_octal_and_hexadecimal() {
        for number in [
            "1.0",
            "1.",
            ".5",
            "1e-3",
            "2e3",
            "3E5f",
            "1f",
            "1.5F",
            "1.e5",
            "0.70710678118654752",
        ] {
            assert_eq!(tokens(number), [(Float, number.to_owned())], "{number}");
            assert_eq!(errors(number), [""; 0], "{number}");
        }
        assert_eq!(
            errors("0x1F"),
            ["t.tc:1:1: error[TC0102]: malformed number `0x1F`: numbers are decimal"]
        );
        assert_eq!(
            errors("010"),
            ["t.tc:1:1: error[TC0102]: malformed number `010`: superfluous leading zero"]
        );
        assert_eq!(
            errors("1.5x"),
            [
                "t.tc:1:1: error[TC0102]: malformed number `1.5x`: a number is directly followed by a word"
            ]
        );
    }

    #[test]
    fn decimal_value_is_offered_as_edit() {
        for (text, decimal) in [("0x1F", "31"), ("010", "10"), ("000", "0")] {
            let lexed = lex(&SourceFile::new("t.tc", text), 0..text.len());
            let help = lexed.errors[0].1.help.clone().expect("a help");
            assert_eq!(help.edit.expect("an edit").replacement, decimal);
        }
    }

    #[test] // claim B29
    fn dot_after_a_name_is_the_dimension_operator() {
        assert_eq!(kinds("T.0"), [Identifier, Dot, Integer]);
        assert_eq!(kinds("T . 0 .5"), [Identifier, Dot, Integer, Float]);
        assert_eq!(kinds("3.5"), [Float]);
        assert_eq!(kinds("T.01"), [Identifier, Dot, Integer]);
        assert_eq!(kinds("T.0x"), [Identifier, Dot, BadNumber]);
        assert_eq!(kinds("2LUT.1"), [Identifier, Dot, Integer]);
        assert_eq!(kinds("0..2"), [Integer, DotDot, Integer]);
        assert_eq!(kinds("N..2"), [Identifier, DotDot, Integer]);
    }

    #[test] // claim B31
    fn reduction_operators_are_the_longest_match() {
        let text = "+=! *=! min=! max=! += *= min= max= =";
        let all = [
            AddInit, MulInit, MinInit, MaxInit, AddAssign, MulAssign, MinAssign, MaxAssign, Assign,
        ];
        assert_eq!(kinds(text), all);
        assert_eq!(kinds("a +=!b"), [Identifier, AddInit, Identifier]);
        assert_eq!(kinds("a += !b"), [Identifier, AddAssign, Not, Identifier]);
        assert_eq!(kinds("min ="), [Min, Assign]);
        assert_eq!(kinds("xmin=!y"), [Identifier, Assign, Not, Identifier]);
        assert_eq!(
            kinds("a!=b==c<=d>=e&&f||g->"),
            [
                Identifier,
                NotEqual,
                Identifier,
                Equal,
                Identifier,
                LessEqual,
                Identifier,
                GreaterEqual,
                Identifier,
                And,
                Identifier,
                Or,
                Identifier,
                Arrow
            ]
        );
    }

    #[test]
    fn reserved_words_match_whole_words() {
        assert_eq!(
            kinds("def where exists min max true false"),
            [Def, Where, Exists, Min, Max, True, False]
        );
        for word in Scalar::NAMES.iter().map(|(name, _)| *name) {
            assert_eq!(kinds(word), [Type], "{word}");
        }
        assert_eq!(
            kinds("define wherever existsx truex float3"),
            [Identifier; 5]
        );
    }

    #[test]
    fn unexpected_characters_are_reported_once_per_run() {
        assert_eq!(
            errors("a ∀∃ b"),
            ["t.tc:1:3: error[TC0101]: unexpected character `∀`"]
        );
        assert_eq!(
            errors("\0\0\0"),
            ["t.tc:1:1: error[TC0101]: unexpected character `\\u{0}`"]
        );
        assert_eq!(errors("a; b; c").len(), 2);
        let text = "∀a × b ≤ c";
        let lexed = lex(&SourceFile::new("t.tc", text), 0..text.len());
        assert_eq!(lexed.errors.len(), 3);
        let help = lexed.errors[1].1.help.as_ref().expect("a help");
        assert_eq!(help.text, "did you mean `*`?");
        let kinds: Vec<_> = lexed.tokens.iter().map(|token| token.kind).collect();
        use TokenKind::*;
        assert_eq!(
            kinds,
            [Identifier, Star, Identifier, LessEqual, Identifier, End]
        );
        assert_eq!(errors("# ∀ is fine in a comment\na"), [""; 0]);
        assert_eq!(
            errors("a // it's a & b; c\nb"),
            ["t.tc:1:3: error[TC0101]: unexpected `//`"]
        );
        assert_eq!(
            errors("\u{fffd}"),
            ["t.tc:1:1: error[TC0101]: unexpected character: the text is not UTF-8 here"]
        );
    }

    #[test]
    fn comments_are_kept_aside() {
        let text = "a # one  \n# two\nb";
        let lexed = lex(&SourceFile::new("t.tc", text), 0..text.len());
        let comments: Vec<_> = lexed
            .comments
            .iter()
            .map(|span| &text[span.range()])
            .collect();
        assert_eq!(comments, ["# one", "# two"]);
        assert_eq!(lexed.tokens.len(), 3);
    }
}
