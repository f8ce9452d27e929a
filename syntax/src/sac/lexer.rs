//! From text to tokens (`docs/spec/sac.md`, section 1.2), by longest match.

use crate::Span;
use crate::diagnostic::{Code, Diagnostic, SourceFile};
use crate::tc::lexer::{MOST_ERRORS, report_characters};
use logos::Logos;

/// A kind of token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+")]
pub enum Kind {
    /// A name or a reserved word.
    #[regex(r"[_a-zA-Z][_a-zA-Z0-9]*")]
    Word,
    /// `42`
    #[regex(r"[0-9]+")]
    Integer,
    /// `1.5`, `1f`
    #[regex(r"[0-9]+\.[0-9]+([eE][+-]?[0-9]+)?[fd]?")]
    #[regex(r"[0-9]+[fd]")]
    #[regex(r"[0-9]+[eE][+-]?[0-9]+[fd]?")]
    Real,
    /// A number that runs into a word.
    #[regex(r"[0-9]+(\.[0-9]+)?[a-zA-Z_][a-zA-Z0-9_]*", priority = 2)]
    BadNumber,
    /// `// ...` or `/* ... */`
    #[regex(r"//[^\n]*", allow_greedy = true)]
    #[regex(r"/\*([^*]|\*+[^*/])*\*+/")]
    Comment,
    #[allow(missing_docs)]
    #[token("...")]
    Dots,
    #[allow(missing_docs)]
    #[token(".")]
    Dot,
    #[allow(missing_docs)]
    #[token("->")]
    Arrow,
    #[allow(missing_docs)]
    #[token("-")]
    Minus,
    #[allow(missing_docs)]
    #[token("++")]
    PlusPlus,
    #[allow(missing_docs)]
    #[token("+")]
    Plus,
    #[allow(missing_docs)]
    #[token("*")]
    Star,
    #[allow(missing_docs)]
    #[token("/")]
    Slash,
    #[allow(missing_docs)]
    #[token("%")]
    Percent,
    #[allow(missing_docs)]
    #[token("<=")]
    LessEqual,
    #[allow(missing_docs)]
    #[token("<")]
    Less,
    #[allow(missing_docs)]
    #[token(">=")]
    GreaterEqual,
    #[allow(missing_docs)]
    #[token(">")]
    Greater,
    #[allow(missing_docs)]
    #[token("==")]
    Equal,
    #[allow(missing_docs)]
    #[token("!=")]
    NotEqual,
    #[allow(missing_docs)]
    #[token("=")]
    Assign,
    #[allow(missing_docs)]
    #[token("!")]
    Not,
    #[allow(missing_docs)]
    #[token("&&")]
    And,
    #[allow(missing_docs)]
    #[token("||")]
    Or,
    #[allow(missing_docs)]
    #[token("|")]
    Bar,
    #[allow(missing_docs)]
    #[token("?")]
    Question,
    #[allow(missing_docs)]
    #[token(":")]
    Colon,
    #[allow(missing_docs)]
    #[token(";")]
    Semicolon,
    #[allow(missing_docs)]
    #[token(",")]
    Comma,
    #[allow(missing_docs)]
    #[token("(")]
    OpenParen,
    #[allow(missing_docs)]
    #[token(")")]
    CloseParen,
    #[allow(missing_docs)]
    #[token("[")]
    OpenBracket,
    #[allow(missing_docs)]
    #[token("]")]
    CloseBracket,
    #[allow(missing_docs)]
    #[token("{")]
    OpenBrace,
    #[allow(missing_docs)]
    #[token("}")]
    CloseBrace,
    /// Behind the last token.
    End,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: Kind,
    /// Its location.
    pub span: Span,
}

/// The result of lexing; the last token is [`Kind::End`].
pub struct Lexed {
    /// All tokens.
    pub tokens: Vec<Token>,
    /// The comments, without trailing blanks.
    pub comments: Vec<Span>,
    /// Errors TC0101 and TC0102.
    pub errors: Vec<(Span, Diagnostic)>,
}

/// Splits a text into tokens; the text is shorter than 4 GiB.
pub fn lex(file: &SourceFile) -> Lexed {
    let mut lexer = Kind::lexer(file.text());
    let mut lexed = Lexed {
        tokens: Vec::new(),
        comments: Vec::new(),
        errors: Vec::new(),
    };
    let mut bad: Option<Span> = None;
    while let Some(kind) = lexer.next() {
        let span = Span::new(lexer.span().start, lexer.span().end);
        match kind {
            Ok(Kind::Comment) => {
                let length = lexer.slice().trim_end().len();
                let start = lexer.span().start;
                lexed.comments.push(Span::new(start, start + length));
            }
            Ok(kind) => {
                if kind == Kind::BadNumber && lexed.errors.len() < MOST_ERRORS {
                    lexed.errors.push((span, malformed(file, span)));
                }
                lexed.tokens.push(Token { kind, span });
            }
            Err(()) => match &mut bad {
                Some(run) if run.end == span.start => run.end = span.end,
                _ => report_characters(file, bad.replace(span), &mut lexed.errors),
            },
        }
    }
    report_characters(file, bad, &mut lexed.errors);
    let end = Span::new(file.text().len(), file.text().len());
    lexed.tokens.push(Token {
        kind: Kind::End,
        span: end,
    });
    lexed
}

fn malformed(file: &SourceFile, span: Span) -> Diagnostic {
    let shown = crate::tc::ast::shorten(&file.text()[span.range()]);
    let message = format!("malformed number `{shown}`: a number is directly followed by a word");
    Diagnostic::error(Code::TC0102, message)
        .at(file.place(span.range()), "")
        .help("the suffixes are `f` for float and `d` for double; a name starts with a letter")
}
