//! Tokens: a kind and a range of bytes.

use crate::Span;
use std::fmt;

/// The keywords of TC text; `for` and `in` are names where no loop and no range can stand. Editors
/// (`tc-lsp`) and colours (`scripts/highlighting.py`) take the words from here.
pub const KEYWORDS: [&str; 5] = ["def", "exists", "for", "in", "where"];

/// The words for values, from the same place.
pub const CONSTANTS: [&str; 2] = ["false", "true"];

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A name, including `in`.
    Identifier,
    /// An integer without suffix, or the digits of `T.0`.
    Integer,
    /// A number with `.`, exponent or suffix.
    Float,
    /// A malformed number; it was reported by the lexer and stands for some number.
    BadNumber,
    /// The name of a scalar type.
    Type,
    /// `def`
    Def,
    /// `where`
    Where,
    /// `exists`
    Exists,
    /// `min`
    Min,
    /// `max`
    Max,
    /// `true`
    True,
    /// `false`
    False,
    /// `->`
    Arrow,
    /// `=`
    Assign,
    /// `+=`
    AddAssign,
    /// `*=`
    MulAssign,
    /// `min=`
    MinAssign,
    /// `max=`
    MaxAssign,
    /// `+=!`
    AddInit,
    /// `*=!`
    MulInit,
    /// `min=!`
    MinInit,
    /// `max=!`
    MaxInit,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `!`
    Not,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `^`, lexed so that the parser can say what to write instead
    Caret,
    /// `[`, lexed for old range spellings and for subscripts of other languages only
    OpenBracket,
    /// `]`, likewise
    CloseBracket,
    /// `..`, lexed for old range spellings only
    DotDot,
    /// `?`
    Question,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `.`
    Dot,
    /// The end of the text.
    End,
}

impl TokenKind {
    /// The fixed spelling, or a description for kinds that have none.
    pub fn text(self) -> &'static str {
        use TokenKind::*;
        match self {
            Identifier => "a name",
            Integer => "an integer",
            Float | BadNumber => "a number",
            Type => "a type",
            Def => "def",
            Where => "where",
            Exists => "exists",
            Min => "min",
            Max => "max",
            True => "true",
            False => "false",
            Arrow => "->",
            Assign => "=",
            AddAssign => "+=",
            MulAssign => "*=",
            MinAssign => "min=",
            MaxAssign => "max=",
            AddInit => "+=!",
            MulInit => "*=!",
            MinInit => "min=!",
            MaxInit => "max=!",
            Less => "<",
            LessEqual => "<=",
            Greater => ">",
            GreaterEqual => ">=",
            Equal => "==",
            NotEqual => "!=",
            And => "&&",
            Or => "||",
            Plus => "+",
            Minus => "-",
            Star => "*",
            Slash => "/",
            Percent => "%",
            Not => "!",
            OpenParen => "(",
            CloseParen => ")",
            OpenBrace => "{",
            CloseBrace => "}",
            Caret => "^",
            OpenBracket => "[",
            CloseBracket => "]",
            DotDot => "..",
            Question => "?",
            Colon => ":",
            Comma => ",",
            Dot => ".",
            End => "end of file",
        }
    }

    /// Whether it is one of the nine assignment operators.
    pub fn is_assignment(self) -> bool {
        use TokenKind::*;
        matches!(
            self,
            Assign
                | AddAssign
                | MulAssign
                | MinAssign
                | MaxAssign
                | AddInit
                | MulInit
                | MinInit
                | MaxInit
        )
    }

    /// Whether it is a reserved word.
    pub fn is_reserved(self) -> bool {
        use TokenKind::*;
        matches!(self, Type | Def | Where | Exists | Min | Max | True | False)
    }
}

impl fmt::Display for TokenKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TokenKind::*;
        match self {
            Identifier | Integer | Float | BadNumber | Type | End => {
                formatter.write_str(self.text())
            }
            kind => write!(formatter, "`{}`", kind.text()),
        }
    }
}

/// A token: its kind and its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its location.
    pub span: Span,
}
