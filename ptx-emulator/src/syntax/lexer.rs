//! Turns PTX text into tokens, each with its line and column.
//!
//! A PTX word may hold dots, dollars, percent signs and `::` (`ld.global.L1::no_allocate.v4.b32`,
//! `%tid.x`, `$L__BB0_1`), so a word is one token and the parser splits opcodes at their dots.

use super::SyntaxError;

/// The most mistakes that are reported for a text.
pub(super) const MOST_ERRORS: usize = 100;

/// The kind of a token, with the text of words and strings.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TokenKind {
    Word(String),
    Integer(i128),
    /// With the suffix `U`.
    Unsigned(i128),
    /// An `0f` or `0d` literal, or a decimal one; kept as `f64` bits, exact for `f32` literals too.
    Float(f64),
    /// An `0f` literal, kept as its bits so that a signalling NaN survives.
    Float32Bits(u32),
    Text(String),
    Symbol(char),
    End,
}

#[derive(Debug, Clone)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub line: u32,
    pub column: u32,
}

impl Token {
    /// The name of the token in messages.
    pub fn describe(&self) -> String {
        match &self.kind {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Integer(value) | TokenKind::Unsigned(value) => format!("`{value}`"),
            TokenKind::Float(value) => format!("`{value}`"),
            TokenKind::Float32Bits(bits) => format!("`0f{bits:08X}`"),
            TokenKind::Text(_) => "a string".to_owned(),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }
}

struct Lexer<'a> {
    bytes: &'a [u8],
    position: usize,
    line: u32,
    line_start: usize,
}

/// All tokens of `text`, with an `End` token last; there is an error for every character that
/// cannot start a token.
pub(super) fn tokenize(text: &str) -> (Vec<Token>, Vec<SyntaxError>) {
    let mut lexer = Lexer {
        bytes: text.as_bytes(),
        position: 0,
        line: 1,
        line_start: 0,
    };
    let mut tokens = Vec::new();
    let mut errors = Vec::new();
    loop {
        lexer.skip_blank();
        let (line, column) = (lexer.line, lexer.column());
        match lexer.next_kind() {
            Ok(kind) => {
                let last = kind == TokenKind::End;
                tokens.push(Token { kind, line, column });
                if last {
                    return (tokens, errors);
                }
            }
            Err(message) if errors.len() < MOST_ERRORS => {
                errors.push(SyntaxError::new(line, column, message));
            }
            Err(_) => {}
        }
    }
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'%' | b'.')
}

fn is_word_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%' | b'.')
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.position + ahead).copied().unwrap_or(0)
    }

    fn column(&self) -> u32 {
        (self.position - self.line_start + 1) as u32
    }

    fn newline(&mut self) {
        self.line += 1;
        self.line_start = self.position;
    }

    fn skip_blank(&mut self) {
        while self.position < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'\n', _) => {
                    self.position += 1;
                    self.newline();
                }
                (b'/', b'/') => {
                    while self.position < self.bytes.len() && self.peek(0) != b'\n' {
                        self.position += 1;
                    }
                }
                (b'/', b'*') => self.skip_block_comment(),
                (byte, _) if byte.is_ascii_whitespace() => self.position += 1,
                _ => return,
            }
        }
    }

    fn skip_block_comment(&mut self) {
        self.position += 2;
        while self.position < self.bytes.len() {
            if self.peek(0) == b'*' && self.peek(1) == b'/' {
                self.position += 2;
                return;
            }
            self.position += 1;
            if self.bytes[self.position - 1] == b'\n' {
                self.newline();
            }
        }
    }

    fn next_kind(&mut self) -> Result<TokenKind, String> {
        let byte = self.peek(0);
        match byte {
            0 if self.position >= self.bytes.len() => Ok(TokenKind::End),
            b'"' => self.text(),
            _ if byte.is_ascii_digit() => self.number(),
            _ if is_word_start(byte) => Ok(self.word()),
            b'{' | b'}' | b'[' | b']' | b'(' | b')' | b'<' | b'>' | b',' | b';' | b':' | b'@'
            | b'!' | b'|' | b'+' | b'-' | b'=' | b'*' | b'/' | b'&' | b'^' | b'~' | b'?' => {
                self.position += 1;
                Ok(TokenKind::Symbol(char::from(byte)))
            }
            _ => {
                self.position += 1;
                Err(format!(
                    "expected a word, a number or a symbol of PTX, found byte 0x{byte:02x}"
                ))
            }
        }
    }

    fn word(&mut self) -> TokenKind {
        let start = self.position;
        self.position += 1;
        // `.reg.b32` is two directives without a blank between them.
        let is_directive = self.bytes[start] == b'.';
        loop {
            if is_directive && self.peek(0) == b'.' {
                break;
            } else if is_word_part(self.peek(0)) {
                self.position += 1;
            } else if self.peek(0) == b':'
                && self.peek(1) == b':'
                && self.bytes[start..self.position].contains(&b'.')
                && is_word_part(self.peek(2))
            {
                self.position += 2;
            } else {
                break;
            }
        }
        TokenKind::Word(String::from_utf8_lossy(&self.bytes[start..self.position]).into_owned())
    }

    fn text(&mut self) -> Result<TokenKind, String> {
        self.position += 1;
        let start = self.position;
        while self.position < self.bytes.len() && self.peek(0) != b'"' {
            if self.peek(0) == b'\n' {
                return Err("expected `\"` before the end of the line".to_owned());
            }
            self.position += 1;
        }
        let text = String::from_utf8_lossy(&self.bytes[start..self.position]).into_owned();
        self.position += 1;
        Ok(TokenKind::Text(text))
    }

    fn number(&mut self) -> Result<TokenKind, String> {
        let start = self.position;
        while is_word_part(self.peek(0))
            || (matches!(self.peek(0), b'+' | b'-')
                && matches!(self.bytes[self.position - 1], b'e' | b'E')
                && self.bytes[start..self.position].contains(&b'.'))
        {
            self.position += 1;
        }
        let text = String::from_utf8_lossy(&self.bytes[start..self.position]).into_owned();
        parse_number(&text).ok_or_else(|| format!("expected a PTX number, found `{text}`"))
    }
}

fn parse_number(text: &str) -> Option<TokenKind> {
    let digits = text.trim_end_matches('U');
    let radix = |prefix: usize, radix: u32| {
        i128::from_str_radix(&digits[prefix..], radix)
            .ok()
            .map(|value| {
                if digits.len() < text.len() {
                    TokenKind::Unsigned(value)
                } else {
                    TokenKind::Integer(value)
                }
            })
    };
    match digits.get(..2) {
        Some("0f" | "0F") => {
            return u32::from_str_radix(&digits[2..], 16)
                .ok()
                .filter(|_| digits.len() == 10)
                .map(TokenKind::Float32Bits);
        }
        Some("0d" | "0D") => {
            return u64::from_str_radix(&digits[2..], 16)
                .ok()
                .filter(|_| digits.len() == 18)
                .map(|bits| TokenKind::Float(f64::from_bits(bits)));
        }
        Some("0x" | "0X") => return radix(2, 16),
        Some("0b" | "0B") => return radix(2, 2),
        _ => {}
    }
    if digits.contains('.') {
        return digits.parse().ok().map(TokenKind::Float);
    }
    if digits.len() > 1 && digits.starts_with('0') {
        return radix(1, 8);
    }
    radix(0, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        tokenize(text)
            .0
            .into_iter()
            .map(|token| token.kind)
            .collect()
    }

    #[test]
    fn words_hold_dots_and_double_colons_but_labels_do_not() {
        assert_eq!(
            kinds("ld.global.L1::no_allocate.b32 %tid.x $L_1:"),
            vec![
                TokenKind::Word("ld.global.L1::no_allocate.b32".into()),
                TokenKind::Word("%tid.x".into()),
                TokenKind::Word("$L_1".into()),
                TokenKind::Symbol(':'),
                TokenKind::End,
            ]
        );
    }

    #[test]
    fn directives_end_at_the_next_dot() {
        let word = |text: &str| TokenKind::Word(text.into());
        assert_eq!(
            kinds(".reg.b32 f;"),
            vec![
                word(".reg"),
                word(".b32"),
                word("f"),
                TokenKind::Symbol(';'),
                TokenKind::End
            ]
        );
    }

    #[test]
    fn every_number_form_is_read() {
        assert_eq!(
            kinds("12 0x1F 0b101 017 0f3F800000 0d4000000000000000 1.5 4U"),
            vec![
                TokenKind::Integer(12),
                TokenKind::Integer(31),
                TokenKind::Integer(5),
                TokenKind::Integer(15),
                TokenKind::Float32Bits(0x3f80_0000),
                TokenKind::Float(2.0),
                TokenKind::Float(1.5),
                TokenKind::Unsigned(4),
                TokenKind::End,
            ]
        );
    }

    #[test]
    fn positions_survive_comments_and_bad_bytes_are_reported() {
        let (tokens, errors) = tokenize("/* a\n b */ x // c\n  #\ny");
        assert_eq!((tokens[0].line, tokens[0].column), (2, 7));
        assert_eq!(tokens[1].kind, TokenKind::Word("y".into()));
        assert_eq!(tokens[1].line, 4);
        assert_eq!((errors[0].line, errors[0].column), (3, 3));
    }
}
