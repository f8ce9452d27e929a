//! Expressions: one function for each level of the grammar.

use super::*;

impl Parser<'_> {
    /// Makes a node; a tree that gets too high is an error.
    pub(super) fn node(&mut self, kind: Kind, span: Span) -> Result<Expr> {
        let mut expr = Expr {
            kind,
            span,
            height: 0,
        };
        let below = expr.children().iter().map(|child| child.height).max();
        expr.height = below.unwrap_or(0) + 1;
        if expr.height > MAXIMAL_NESTING {
            Err(self.too_deep(span))
        } else {
            Ok(expr)
        }
    }

    fn too_deep(&mut self, span: Span) -> Stop {
        let message = format!("expression nested deeper than {MAXIMAL_NESTING}");
        let error = self.error(
            Code::TC0114,
            message,
            Span {
                end: span.start,
                ..span
            },
        );
        self.report(
            span,
            error.help("assign parts of it to names in front of `return`"),
        );
        Stop
    }

    /// Runs a function one level deeper.
    fn nested<R>(&mut self, run: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        if self.depth >= MAXIMAL_NESTING {
            let span = self.span();
            return Err(self.too_deep(span));
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    pub(super) fn expression(&mut self) -> Result<Expr> {
        self.nested(Self::conditional)
    }

    fn conditional(&mut self) -> Result<Expr> {
        let condition = self.operators(0)?;
        if self.take_if(T::Question).is_none() {
            return Ok(condition);
        }
        let then = self.expression()?;
        self.expect(T::Colon, "`:`")?;
        let otherwise = self.expression()?;
        let span = condition.span.to(otherwise.span);
        let kind = Kind::Cond(Box::new(condition), Box::new(then), Box::new(otherwise));
        self.node(kind, span)
    }

    /// Operators of a level and all above it, from the left.
    fn operators(&mut self, level: usize) -> Result<Expr> {
        if level == LEVELS.len() {
            return self.unary();
        }
        let mut left = self.operators(level + 1)?;
        while let Some(operator) = operator(self.kind(), level) {
            self.take();
            let right = self.operators(level + 1)?;
            let span = left.span.to(right.span);
            let (a, b) = (Box::new(left), Box::new(right));
            let kind = match operator {
                Operator::Concat => Kind::Concat(a, b),
                Operator::Binary(operator) => Kind::Binary(operator, a, b),
            };
            left = self.node(kind, span)?;
        }
        Ok(left)
    }

    /// `cat`: an expression without comparisons, as in bounds.
    pub(super) fn bound_expression(&mut self) -> Result<Expr> {
        self.nested(|parser| parser.operators(CONCAT_LEVEL))
    }

    fn unary(&mut self) -> Result<Expr> {
        let start = self.span();
        match self.kind() {
            T::Minus => {
                self.take();
                let operand = self.nested(Self::unary)?;
                let span = start.to(operand.span);
                self.node(Kind::Negate(Box::new(operand)), span)
            }
            T::Not => {
                self.take();
                let operand = self.nested(Self::unary)?;
                let span = start.to(operand.span);
                self.node(Kind::Not(Box::new(operand)), span)
            }
            _ => self.postfix(),
        }
    }

    fn postfix(&mut self) -> Result<Expr> {
        let mut expr = self.primary()?;
        while self.take_if(T::OpenBracket).is_some() {
            let items = self.items(Self::expression, "`,` or `]`")?;
            let span = expr.span.to(self.last_span());
            expr = self.node(Kind::Select(Box::new(expr), items), span)?;
        }
        Ok(expr)
    }

    /// The entries of a selection or a pattern, up to and with `]`.
    pub(super) fn items<R>(
        &mut self,
        one: impl Fn(&mut Self) -> Result<R>,
        what: &str,
    ) -> Result<Vec<Item<R>>> {
        let mut items = Vec::new();
        let mut dots: Option<Span> = None;
        if self.take_if(T::CloseBracket).is_some() {
            return Ok(items);
        }
        loop {
            items.push(match self.kind() {
                T::Dot => Item::Dot(self.take()),
                T::Dots => {
                    let span = self.take();
                    if let Some(first) = dots.replace(span) {
                        let place = self.file.place(first.range());
                        let error = self.error(Code::TC0702, "second `...`", span);
                        let error = error.label(place, "the first one");
                        self.report(span, error.help("write `.` for each single axis"));
                    }
                    Item::Dots(span)
                }
                _ => Item::One(one(self)?),
            });
            if self.take_if(T::Comma).is_none() {
                self.expect(T::CloseBracket, what)?;
                return Ok(items);
            }
        }
    }

    fn primary(&mut self) -> Result<Expr> {
        let start = self.span();
        match self.kind() {
            T::Integer => {
                let value = self.integer()?;
                self.node(Kind::Int(value), start)
            }
            T::Real | T::BadNumber => {
                let kind = real(self.text(start));
                self.take();
                self.node(kind, start)
            }
            T::Word => self.word_expression(),
            T::OpenParen => {
                self.take();
                let expr = self.expression()?;
                self.expect(T::CloseParen, "`)`")?;
                Ok(expr)
            }
            T::OpenBracket if self.kind_at(1) == T::Colon => {
                self.take();
                self.take();
                let ty = self.ty()?;
                let end = self.expect(T::CloseBracket, "`]`")?;
                self.node(Kind::Empty(ty), start.to(end))
            }
            T::OpenBracket => {
                self.take();
                let all = self.list(T::CloseBracket, "`,` or `]`")?;
                let span = start.to(self.last_span());
                self.node(Kind::Array(all), span)
            }
            T::OpenBrace => self.comprehension(),
            _ => Err(self.expected("an expression")),
        }
    }

    fn word_expression(&mut self) -> Result<Expr> {
        let start = self.span();
        if let word @ ("true" | "false") = self.word() {
            let value = word == "true";
            self.take();
            return self.node(Kind::Bool(value), start);
        }
        let name = self.name("an expression")?;
        if self.take_if(T::OpenParen).is_none() {
            return self.node(Kind::Var(name), start);
        }
        let arguments = self.list(T::CloseParen, "`,` or `)`")?;
        let span = start.to(self.last_span());
        self.node(Kind::Call(name, arguments), span)
    }
}

enum Operator {
    Binary(BinaryOp),
    Concat,
}

/// The operators of each level, the loosest first.
const LEVELS: [&[T]; 7] = [
    &[T::Or],
    &[T::And],
    &[T::Equal, T::NotEqual],
    &[T::Less, T::LessEqual, T::Greater, T::GreaterEqual],
    &[T::PlusPlus],
    &[T::Plus, T::Minus],
    &[T::Star, T::Slash, T::Percent],
];

const CONCAT_LEVEL: usize = 4;

fn operator(kind: T, level: usize) -> Option<Operator> {
    use BinaryOp::*;
    if !LEVELS[level].contains(&kind) {
        return None;
    }
    Some(Operator::Binary(match kind {
        T::Or => Or,
        T::And => And,
        T::Equal => Equal,
        T::NotEqual => NotEqual,
        T::Less => Less,
        T::LessEqual => LessEqual,
        T::Greater => Greater,
        T::GreaterEqual => GreaterEqual,
        T::Plus => Add,
        T::Minus => Sub,
        T::Star => Mul,
        T::Slash => Div,
        T::Percent => Rem,
        _ => return Some(Operator::Concat),
    }))
}

fn real(text: &str) -> Kind {
    let digits = text.trim_end_matches(['f', 'd']);
    let scalar = if text.ends_with('f') {
        Scalar::Float
    } else {
        Scalar::Double
    };
    Kind::Real(digits.parse().unwrap_or(0.0), scalar)
}
