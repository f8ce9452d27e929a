//! The reader of [`Expr`]'s canonical text: recursive descent with a limit on nesting and on the
//! number of operators, so that no input can exhaust the stack here or in later traversals of the
//! tree.

use super::{Comparison, Condition, Expr, Operator, Precondition, Symbol};

/// The maximal nesting depth of parentheses, calls and signs.
pub const MAX_NESTING: usize = 256;
/// The maximal number of operators in one expression.
pub const MAX_OPERATORS: usize = 1000;

/// The reason why a text is not an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    /// Byte offset into the text.
    pub position: usize,
    /// What was expected and what was found.
    pub message: String,
}

const RESERVED: [&str; 6] = ["min", "max", "floordiv", "mod", "in", "to"];

/// Whether `name` prints without quotes: an MLIR bare identifier without dots that is not a word of
/// the grammar.
pub(super) fn is_bare(name: &str) -> bool {
    let first_fits = name
        .chars()
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    first_fits && name.chars().all(is_name_character) && !RESERVED.contains(&name)
}

fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

pub(super) fn parse(text: &str) -> Result<Expr, ParseError> {
    let mut parser = Parser::new(text);
    let expr = parser.sum()?;
    parser.end()?;
    Ok(expr)
}

pub(super) fn parse_condition(text: &str) -> Result<Condition, ParseError> {
    let mut parser = Parser::new(text);
    let condition = parser.condition()?;
    parser.end()?;
    Ok(condition)
}

pub(super) fn parse_precondition(text: &str) -> Result<Precondition, ParseError> {
    let mut parser = Parser::new(text);
    let requires = parser.condition()?;
    let mut when = Vec::new();
    if parser.eat_word("if") {
        when.push(parser.condition()?);
        while parser.eat_word("and") {
            when.push(parser.condition()?);
        }
    }
    parser.end()?;
    Ok(Precondition { requires, when })
}

struct Parser<'a> {
    text: &'a str,
    position: usize,
    nesting: usize,
    operators: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        Parser {
            text,
            position: 0,
            nesting: 0,
            operators: 0,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start().len();
        self.rest().chars().next()
    }

    fn eat(&mut self, token: &str) -> bool {
        self.peek();
        let found = self.rest().starts_with(token);
        if found {
            self.position += token.len();
        }
        found
    }

    /// Consumes `word` if it is a whole word, not the beginning of a longer identifier.
    fn eat_word(&mut self, word: &str) -> bool {
        self.peek();
        let Some(rest) = self.rest().strip_prefix(word) else {
            return false;
        };
        let alone = !rest.starts_with(|next| is_name_character(next) || next == '.');
        if alone {
            self.position += word.len();
        }
        alone
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError {
            position: self.position,
            message: message.into(),
        })
    }

    fn expected<T>(&mut self, what: &str) -> Result<T, ParseError> {
        let found = match self.peek() {
            Some(character) => format!("`{character}`"),
            None => "the end of the expression".to_string(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    fn end(&mut self) -> Result<(), ParseError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => self.expected("an operator or the end of the expression"),
        }
    }

    fn count_operator(&mut self) -> Result<(), ParseError> {
        self.operators += 1;
        if self.operators > MAX_OPERATORS {
            return self.error(format!(
                "expression has more than {MAX_OPERATORS} operators"
            ));
        }
        Ok(())
    }

    fn nested<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        if self.nesting >= MAX_NESTING {
            return self.error(format!("expression nested deeper than {MAX_NESTING}"));
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    fn sum(&mut self) -> Result<Expr, ParseError> {
        let mut sum = self.product()?;
        loop {
            let operator = if self.eat("+") {
                Operator::Add
            } else if self.eat("-") {
                Operator::Sub
            } else {
                return Ok(sum);
            };
            self.count_operator()?;
            sum = Expr::binary(operator, sum, self.product()?);
        }
    }

    fn product(&mut self) -> Result<Expr, ParseError> {
        let mut product = self.unary()?;
        loop {
            let operator = if self.eat("*") {
                Operator::Mul
            } else if self.eat_word("floordiv") {
                Operator::FloorDiv
            } else if self.eat_word("mod") {
                Operator::Mod
            } else {
                return Ok(product);
            };
            self.count_operator()?;
            product = Expr::binary(operator, product, self.unary()?);
        }
    }

    fn unary(&mut self) -> Result<Expr, ParseError> {
        if !self.eat("-") {
            return self.primary();
        }
        if self.peek().is_some_and(|next| next.is_ascii_digit()) {
            return self.integer(true);
        }
        self.count_operator()?;
        let operand = self.nested(Self::unary)?;
        Ok(Expr::mul(Expr::Const(-1), operand))
    }

    fn primary(&mut self) -> Result<Expr, ParseError> {
        match self.peek() {
            Some('(') => {
                self.position += 1;
                let inner = self.nested(Self::sum)?;
                self.close()?;
                Ok(inner)
            }
            Some('"') => self.quoted(),
            Some(first) if first.is_ascii_digit() => self.integer(false),
            Some(first) if first.is_ascii_alphabetic() || first == '_' => self.word(),
            _ => self.expected("an integer, a name, `min`, `max`, `-` or `(`"),
        }
    }

    fn close(&mut self) -> Result<(), ParseError> {
        if self.eat(")") {
            Ok(())
        } else {
            self.expected("`)`")
        }
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest
            .find(|character| !fits(character))
            .unwrap_or(rest.len());
        self.position += length;
        &rest[..length]
    }

    fn integer(&mut self, negative: bool) -> Result<Expr, ParseError> {
        let start = self.position;
        let digits = self.take_while(is_name_character);
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            self.position = start;
            return self.error(format!(
                "malformed integer `{digits}`; a name that starts with a digit is quoted"
            ));
        }
        let signed = if negative {
            format!("-{digits}")
        } else {
            digits.to_string()
        };
        match signed.parse() {
            Ok(value) => Ok(Expr::Const(value)),
            Err(_) => {
                self.position = start;
                self.error(format!("integer `{signed}` does not fit int64"))
            }
        }
    }

    fn word(&mut self) -> Result<Expr, ParseError> {
        let start = self.position;
        let word = self.take_while(is_name_character);
        match word {
            "min" => return self.call(Operator::Min),
            "max" => return self.call(Operator::Max),
            _ if RESERVED.contains(&word) => {
                self.position = start;
                return self.error(format!(
                    "`{word}` is a word of the grammar; as a name it is quoted"
                ));
            }
            _ => {}
        }
        if !self.rest().starts_with('.') {
            return Ok(Expr::name(word));
        }
        self.position += 1;
        let dimension = self.take_while(is_name_character);
        self.dimension(word, dimension)
    }

    fn dimension(&mut self, tensor: &str, digits: &str) -> Result<Expr, ParseError> {
        match digits.parse() {
            Ok(dim) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Ok(Expr::extent(tensor, dim))
            }
            _ => self.error(format!(
                "expected a dimension number after `{tensor}.`, found `{digits}`"
            )),
        }
    }

    fn quoted(&mut self) -> Result<Expr, ParseError> {
        let start = self.position;
        self.position += 1;
        let content = self.take_while(|character| character != '"');
        if !self.eat("\"") {
            self.position = start;
            return self.error("quoted name has no closing quote");
        }
        let (name, dimension) = match content.split_once('.') {
            Some((tensor, dimension)) => (tensor, Some(dimension)),
            None => (content, None),
        };
        if name.is_empty() || !name.chars().all(is_name_character) {
            self.position = start;
            return self.error(format!(
                "`{content}` is not a name: letters, digits and `_` are"
            ));
        }
        match dimension {
            Some(dimension) => self.dimension(name, dimension),
            None => Ok(Expr::Symbol(Symbol::Name(name.to_string()))),
        }
    }

    fn call(&mut self, operator: Operator) -> Result<Expr, ParseError> {
        if !self.eat("(") {
            return self.expected("`(` after `min` or `max`");
        }
        let mut folded = self.nested(Self::sum)?;
        let mut count = 1;
        while self.eat(",") {
            self.count_operator()?;
            let argument = self.nested(Self::sum)?;
            folded = Expr::binary(operator, folded, argument);
            count += 1;
        }
        if count < 2 {
            return self.expected("`,` and a second argument");
        }
        self.close()?;
        Ok(folded)
    }

    fn condition(&mut self) -> Result<Condition, ParseError> {
        let left = self.sum()?;
        let comparison = self.comparison()?;
        Ok(Condition::new(left, comparison, self.sum()?))
    }

    fn comparison(&mut self) -> Result<Comparison, ParseError> {
        let known = [
            Comparison::LessEqual,
            Comparison::GreaterEqual,
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::Greater,
        ];
        match known
            .into_iter()
            .find(|comparison| self.eat(comparison.text()))
        {
            Some(comparison) => Ok(comparison),
            None => self.expected("a comparison: `<`, `<=`, `>`, `>=`, `==` or `!=`"),
        }
    }
}
