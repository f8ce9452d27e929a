//! Constant expressions: numbers joined by the operators of C, computed while the text is read.
//!
//! ```text
//! mov.u32 %r1, (1 << 4) | 3;      add.s64 %rd1, %rd2, 4*(7-2);      .shared .b8 tile[16*33*4];
//! ```
//! Integers have 64 bits: signed, unless one has the suffix `U`, does not fit, or is cast with
//! `(.u64)`. An operation on both kinds is unsigned, and so are its results.

use super::lexer::TokenKind;
use super::parser::{Parsed, Parser};
use super::{Operand, SyntaxError};

/// A constant while it is computed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Number {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Float32Bits(u32),
}

use Number::{Float, Float32Bits, Signed, Unsigned};

/// The operators of two operands, weakest first; those of a row bind alike.
const OPERATORS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];
/// The row of sums.
const SUMS: usize = 8;
/// The deepest nesting of parentheses and operators.
const DEEPEST: u32 = 200;

impl Parser {
    /// A constant expression as an operand.
    pub(super) fn constant_operand(&mut self) -> Parsed<Operand> {
        Ok(match self.conditional(0)? {
            Signed(value) => Operand::Integer(value.into()),
            Unsigned(value) => Operand::Integer(value.into()),
            Float(value) => Operand::Float(value),
            Float32Bits(bits) => Operand::Float32Bits(bits),
        })
    }

    /// A constant expression that is an integer.
    pub(super) fn constant_integer(&mut self, expected: &str) -> Parsed<i128> {
        let place = self.position;
        match self.conditional(0)? {
            Signed(value) => Ok(value.into()),
            Unsigned(value) => Ok(value.into()),
            Float(_) | Float32Bits(_) => {
                self.position = place;
                self.unexpected(expected)
            }
        }
    }

    /// `+4`, `- 2*8`, or nothing: what stands behind a name.
    pub(super) fn offset(&mut self) -> Parsed<i64> {
        let mut sum = Signed(0);
        while let Some(operator) = self.operator(OPERATORS[SUMS]) {
            let term = self.binary(SUMS + 1, 0)?;
            sum = self.combine(operator, sum, term)?;
        }
        match sum {
            Signed(value) => Ok(value),
            Unsigned(value) => Ok(value as i64),
            _ => self.unexpected("an offset that is an integer"),
        }
    }

    fn conditional(&mut self, depth: u32) -> Parsed<Number> {
        let condition = self.binary(0, depth)?;
        if !self.accept('?') {
            return Ok(condition);
        }
        let yes = self.conditional(depth + 1)?;
        self.expect(':')?;
        let no = self.conditional(depth + 1)?;
        Ok(if is_true(condition) { yes } else { no })
    }

    fn binary(&mut self, row: usize, depth: u32) -> Parsed<Number> {
        let Some(operators) = OPERATORS.get(row) else {
            return self.unary(depth);
        };
        let mut left = self.binary(row + 1, depth)?;
        while let Some(operator) = self.operator(operators) {
            let right = self.binary(row + 1, depth)?;
            left = self.combine(operator, left, right)?;
        }
        Ok(left)
    }

    /// One of these operators, if it comes next; `|` does not stand for the start of `||`.
    fn operator(&mut self, among: &[&'static str]) -> Option<&'static str> {
        let next = |ahead: usize| match self.ahead(ahead) {
            TokenKind::Symbol(symbol) => Some(*symbol),
            TokenKind::Word(word) if word == "%" => Some('%'),
            _ => None,
        };
        let (first, second) = (next(0)?, next(1));
        let longer = |text: &str| {
            let mut letters = text.chars();
            Some((letters.next(), letters.next())) == Some((Some(first), second))
        };
        let mut two = OPERATORS
            .iter()
            .flat_map(|row| row.iter())
            .filter(|known| known.len() == 2);
        let one = |known: &&&str| known.len() == 1 && known.starts_with(first);
        let found = match two.find(|known| longer(known)) {
            Some(two) => two,
            None => among.iter().find(one)?,
        };
        let known = among.iter().find(|known| *known == found)?;
        self.position += known.len();
        Some(known)
    }

    fn unary(&mut self, depth: u32) -> Parsed<Number> {
        if depth > DEEPEST {
            return self.unexpected(&format!("at most {DEEPEST} nested operators"));
        }
        let kind = self.token().kind.clone();
        let start = self.position;
        self.position += 1;
        Ok(match kind {
            TokenKind::Integer(value) => integer(value, false),
            TokenKind::Unsigned(value) => integer(value, true),
            TokenKind::Float(value) => Float(value),
            TokenKind::Float32Bits(bits) => Float32Bits(bits),
            TokenKind::Word(word) if word == "WARP_SZ" => Signed(32),
            TokenKind::Symbol('(') => return self.parentheses(depth),
            TokenKind::Symbol('+') => self.unary(depth + 1)?,
            TokenKind::Symbol('-') => match self.unary(depth + 1)? {
                Signed(value) => Signed(value.wrapping_neg()),
                Unsigned(value) => Unsigned(value.wrapping_neg()),
                Float(value) => Float(-value),
                Float32Bits(bits) => Float32Bits(bits ^ 0x8000_0000),
            },
            TokenKind::Symbol('~') => match self.unary(depth + 1)? {
                Signed(value) => Signed(!value),
                Unsigned(value) => Unsigned(!value),
                _ => return self.refuse(start, "an integer behind `~`"),
            },
            TokenKind::Symbol('!') => truth(!is_true(self.unary(depth + 1)?)),
            _ => {
                self.position = start;
                return self.unexpected("an operand");
            }
        })
    }

    /// Behind `(`: an expression, or a cast.
    fn parentheses(&mut self, depth: u32) -> Parsed<Number> {
        let cast = match self.peek_word() {
            Some(".s64") => Some(true),
            Some(".u64") => Some(false),
            _ => None,
        };
        let Some(signed) = cast else {
            let value = self.conditional(depth + 1)?;
            self.expect(')')?;
            return Ok(value);
        };
        self.position += 1;
        self.expect(')')?;
        Ok(match (self.unary(depth + 1)?, signed) {
            (Signed(value), false) => Unsigned(value as u64),
            (Unsigned(value), true) => Signed(value as i64),
            (Float(value), true) => Signed(value as i64),
            (Float(value), false) => Unsigned(value as u64),
            (value, _) => value,
        })
    }

    fn refuse<T>(&mut self, position: usize, expected: &str) -> Parsed<T> {
        self.position = position;
        self.unexpected(expected)
    }

    fn combine(&mut self, operator: &str, left: Number, right: Number) -> Parsed<Number> {
        let place = self.position;
        match operator {
            "&&" => return Ok(truth(is_true(left) && is_true(right))),
            "||" => return Ok(truth(is_true(left) || is_true(right))),
            _ => {}
        }
        let found = match (left, right) {
            (Signed(a), Signed(b)) => signed(operator, a, b),
            (Signed(a), Unsigned(b)) if matches!(operator, "<<" | ">>") => {
                signed(operator, a, b as i64)
            }
            (Signed(_) | Unsigned(_), Signed(_) | Unsigned(_)) => {
                unsigned(operator, bits(left), bits(right))
            }
            _ => float(operator, as_float(left), as_float(right)),
        };
        match found {
            Some(value) => Ok(value),
            None => {
                let token = &self.tokens[place.saturating_sub(1)];
                Err(SyntaxError::new(
                    token.line,
                    token.column,
                    format!("expected operands for which `{operator}` is a constant"),
                ))
            }
        }
    }
}

fn integer(value: i128, is_unsigned: bool) -> Number {
    match i64::try_from(value) {
        Ok(value) if !is_unsigned => Signed(value),
        _ => Unsigned(value as u64),
    }
}

fn truth(holds: bool) -> Number {
    Signed(holds.into())
}

fn is_true(value: Number) -> bool {
    match value {
        Signed(value) => value != 0,
        Unsigned(value) => value != 0,
        other => as_float(other) != 0.0,
    }
}

fn bits(value: Number) -> u64 {
    match value {
        Signed(value) => value as u64,
        Unsigned(value) => value,
        other => as_float(other).to_bits(),
    }
}

fn as_float(value: Number) -> f64 {
    match value {
        Signed(value) => value as f64,
        Unsigned(value) => value as f64,
        Float(value) => value,
        Float32Bits(bits) => f32::from_bits(bits).into(),
    }
}

fn signed(operator: &str, a: i64, b: i64) -> Option<Number> {
    let amount = u32::try_from(b).unwrap_or(64).min(64);
    Some(match operator {
        "+" => Signed(a.wrapping_add(b)),
        "-" => Signed(a.wrapping_sub(b)),
        "*" => Signed(a.wrapping_mul(b)),
        "/" => Signed(a.checked_div(b)?),
        "%" => Signed(a.checked_rem(b)?),
        "<<" => Signed(a.checked_shl(amount).unwrap_or(0)),
        ">>" => Signed(a >> amount.min(63)),
        "&" => Signed(a & b),
        "|" => Signed(a | b),
        "^" => Signed(a ^ b),
        _ => truth(compare(operator, a, b)?),
    })
}

fn unsigned(operator: &str, a: u64, b: u64) -> Option<Number> {
    let amount = u32::try_from(b).unwrap_or(64);
    Some(match operator {
        "+" => Unsigned(a.wrapping_add(b)),
        "-" => Unsigned(a.wrapping_sub(b)),
        "*" => Unsigned(a.wrapping_mul(b)),
        "/" => Unsigned(a.checked_div(b)?),
        "%" => Unsigned(a.checked_rem(b)?),
        "<<" => Unsigned(a.checked_shl(amount).unwrap_or(0)),
        ">>" => Unsigned(a.checked_shr(amount).unwrap_or(0)),
        "&" => Unsigned(a & b),
        "|" => Unsigned(a | b),
        "^" => Unsigned(a ^ b),
        _ => truth(compare(operator, a, b)?),
    })
}

fn float(operator: &str, a: f64, b: f64) -> Option<Number> {
    Some(match operator {
        "+" => Float(a + b),
        "-" => Float(a - b),
        "*" => Float(a * b),
        "/" => Float(a / b),
        _ => truth(compare(operator, a, b)?),
    })
}

fn compare<T: PartialOrd>(operator: &str, a: T, b: T) -> Option<bool> {
    Some(match operator {
        "==" => a == b,
        "!=" => a != b,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        _ => return None,
    })
}
